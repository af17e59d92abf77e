"""An irrational exponent, as in exp(-abs(x - z)**sqrt(2)), is a parameter between two fractions: prove its family."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor
from typing import Any

from kernelcourse.language.reading import Binary, LanguageError, Name, Node, Number, show
from kernelcourse.language.tree import free_names, substitute, walk
from kernelcourse.validity import Certificate

from ..domains import Domain
from ..exactly.algebra import Algebra
from ..exactly.clock import TimeIsUp, check, time_limit
from ..exactly.quotients import constant
from ..exactly.reading import TOO_LONG, UNFIT, Reader
from ..exactly.signs import bounds
from ..formula.unrolling import replaced
from ..hearing import cited
from ..verifier import Rejected, verify
from .regions import Family

LETTER = "p"
UNIT = 10**9  # the fractions are neighbours with nine digits
LONGEST = 0.7  # seconds


def at_irrational_exponent(tree: Node, domain: Domain) -> Certificate | None:
    """A proof that the second instance accepts for the number itself, or None."""
    exponents = set(_irrational_exponents(tree))
    if len(exponents) != 1 or LETTER in free_names(tree):
        return None
    (r,) = exponents
    algebra = Algebra("real", 1)
    try:
        with time_limit(LONGEST):
            reach = bounds(algebra, Reader(algebra, 1)(r))
            if isinstance(reach.low, float) or isinstance(reach.high, float):
                return None
            low, high = Fraction(floor(reach.low * UNIT), UNIT), Fraction(ceil(reach.high * UNIT), UNIT)
            family = f"{show(replaced(tree, r, Name(LETTER)))} for {LETTER} > {low}, {LETTER} < {high}"
            found = Family(family, domain.dim, domain.name).derived()
            if found is None or found.needed:
                return None
            proof = _without_ones(cited(_with(found.proof, {LETTER: r})))
            verify(proof, tree, domain.name, domain.dim)
    except TimeIsUp:
        check()
        return None
    except (LanguageError, Rejected, *TOO_LONG, *UNFIT):
        return None
    return proof


def _without_ones(proof: Certificate) -> Certificate:
    """1·k is k: what is left of a product if its other factor was a parameter's."""
    rest = [part for part in proof.premises if part.formula != Number(1)]
    if proof.rule != "product" or len(rest) != 1 or rest[0].formula != proof.formula:
        return proof
    return replace(rest[0], defined=proof.defined or rest[0].defined)


def _irrational_exponents(tree: Node) -> Iterator[Node]:
    for node in walk(tree):
        if not isinstance(node, Binary) or node.op != "**" or free_names(node.right) - {"pi"}:
            continue
        if constant(node.right) is None:
            yield node.right


def _with(part: Any, letters: dict[str, Node]) -> Any:
    """A certificate, or data of one, with numbers put for letters."""
    if isinstance(part, Node):
        return substitute(part, letters)
    if isinstance(part, tuple):
        return tuple(_with(inner, letters) for inner in part)
    if not isinstance(part, Certificate):
        return part
    made = {name: _with(getattr(part, name), letters) for name in ("formula", "premises", "defined")}
    text = show(made["formula"])
    sign = {"conditional": f"ψ = {text}", "positive": f"{text} > 0", "nonnegative": f"{text} ≥ 0"}
    data = {name: _with(inner, letters) for name, inner in part.data.items()}
    return replace(part, statement=sign.get(part.claims, text), data=data, **made)
