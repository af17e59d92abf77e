"""Certificates with one thing changed: a number, a premise left out, another formula, another rule."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from kernelcourse.language.reading import Binary, Call, Name, Node, Number
from kernelcourse.language.tree import children, rebuild
from kernelcourse.validity import Certificate


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
