"""Certificates with one thing changed: a number, a premise left out, another formula, another rule.

`python -m tests.court.mutations [EVERY]` prints how many of them the second instance rejects, over every 16th kernel
of the corpus.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from kernelcourse.court import court
from kernelcourse.court.exactly.zero import vanishes
from kernelcourse.court.formula.reading import read
from kernelcourse.court.verifier import Rejected, verify
from kernelcourse.language.reading import Binary, Call, Name, Node, Number
from kernelcourse.language.tree import children, rebuild
from kernelcourse.validity import Certificate
from tests.court.corpus import corpus


def mutants(step: Certificate, root: bool = True) -> Iterator[Certificate]:
    """Each certificate that differs from this one in one place, so that a premise or the conclusion is another."""
    for i, premise in enumerate(step.premises):
        yield replace(step, premises=step.premises[:i] + step.premises[i + 1 :])
        for changed in mutants(premise, root=False):
            yield replace(step, premises=step.premises[:i] + (changed,) + step.premises[i + 1 :])
    for name, value in step.data.items():
        for other in _changed(value):
            yield replace(step, data={**step.data, name: other})
    if not root:
        for formula in _formulas(step.formula):
            yield replace(step, formula=formula)


def _formulas(node: Node) -> Iterator[Node]:
    yield Binary("-", node, Number(1))
    yield Binary("*", Number(-2), node)
    yield from _numbers(node)


def _numbers(node: Node) -> Iterator[Node]:
    """The tree with one of its numbers changed."""
    if isinstance(node, Number) and isinstance(node.value, (int, Fraction)):
        yield Number(node.value + 1)
    below = children(node)
    for i, child in enumerate(below):
        for changed in _numbers(child):
            yield rebuild(node, below[:i] + (changed,) + below[i + 1 :])


def _changed(value: Any) -> Iterator[Any]:
    if isinstance(value, bool):
        return
    if isinstance(value, (int, Fraction)):
        yield value + 1
        yield -value - 1
    elif isinstance(value, Node):
        yield Binary("+", Binary("*", Number(3), value), Number(5))
        yield Call("sin", (Name("x"),))
    elif isinstance(value, tuple):
        for i, part in enumerate(value):
            yield value[:i] + value[i + 1 :]
            for other in _changed(part):
                yield value[:i] + (other,) + value[i + 1 :]
    elif isinstance(value, str) and value in ("exponential", "gaussian", "heights", "exp", "cosh", "power"):
        yield "sinh" if value in ("exp", "cosh", "power") else "other"


def says_something_else(changed, proof, case):
    """Whether a step has other data or premises, or a formula with other values: −2·0 is still 0."""
    steps, before = list(changed.nodes()), list(proof.nodes())
    if [step.data for step in steps] != [step.data for step in before]:
        return True
    return any(
        a.formula != b.formula and not vanishes(Binary("-", a.formula, b.formula), case.domain, case.dim)
        for a, b in zip(steps, before, strict=True)
    )


def mutation_counts(cases):
    """(rejected, all) over the certificates of these formulas."""
    rejected, total, survivors = 0, 0, []
    for case in cases:
        verdict = court(case.k, dim=case.dim, domain=case.domain)
        if not verdict.proved:
            continue
        tree = read(case.k)
        for changed in mutants(verdict.certificate):
            if not says_something_else(changed, verdict.certificate, case):
                continue
            total += 1
            try:
                verify(changed, tree, case.domain, case.dim)
                survivors.append((case.k, changed))
            except Rejected:
                rejected += 1
    return rejected, total, survivors


if __name__ == "__main__":
    every = int(sys.argv[1]) if len(sys.argv) > 1 else 16
    rejected, total, survivors = mutation_counts([case for case in corpus() if case.kernel][::every])
    print(f"{rejected} of {total} changed certificates rejected ({rejected / total:.2%})")
    for k, changed in survivors[:10]:
        print(f"accepted: {k}\n{changed}")
    sys.exit(rejected < 0.99 * total)
