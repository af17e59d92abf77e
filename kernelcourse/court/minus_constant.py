"""A product or a sum of kernels minus a constant, as typed: AB − ab = (A − a)·B + a·(B − b), a share for each part."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from kernelcourse.language.kernel_formulas import kernel_text
from kernelcourse.language.reading import Binary, LanguageError, Node, Number
from kernelcourse.language.tree import free_names
from kernelcourse.validity import Certificate

from .algebra.algebras import gram
from .algebra.identities import NotReal
from .algebra.normal_form import TooLarge
from .exactly.quotients import constant
from .formula.unrolling import chain, times, unrolled

if TYPE_CHECKING:
    from .closure import Closure

MOST = 4
POINTS = {"x", "z"}
ROOM = Fraction(1, 10**6)  # for shares that are rounded


def minus_constant(closure: Closure, node: Node) -> Certificate | None:
    """A step that the second instance accepts, or None."""
    c = constant(node.right) if isinstance(node, Binary) and node.op == "-" else None
    if not isinstance(node, Binary) or not c or c < 0:
        return None
    whole = unrolled(node.left, closure.prover.domain.dim)
    summands, factors = chain(whole, "+"), _factors(whole)
    parts, made = (factors, _of_product) if len(summands) == 1 else (summands, _of_sum)
    if not 1 < len(parts) <= MOST or not all(free_names(part) & POINTS for part in parts):
        return None
    with suppress(TooLarge, NotReal):
        shares = _shares(closure, parts, c, of_sum=made is _of_sum)
        return None if shares is None else made(closure, node, parts, shares, c)
    return None


def _factors(node: Node) -> list[Node]:
    """The factors of a product, those of Aⁿ too."""
    found: list[Node] = []
    for part in chain(node, "*"):
        n = constant(part.right) if isinstance(part, Binary) and part.op == "**" else None
        if isinstance(part, Binary) and n is not None and n.denominator == 1 and 1 < n <= MOST:
            found += [part.left] * int(n)
        else:
            found.append(part)
    return found


def _shares(closure: Closure, parts: list[Node], c: Fraction, of_sum: bool) -> list[Fraction] | None:
    """A constant for each part, as it is large at one point; their sum (their product) is c, or a little more."""
    domain, sizes = closure.prover.domain, []
    for part in parts:
        point = domain.nearest(np.full((1, domain.dim), 0.5))
        try:
            sizes.append(float(gram(part, domain, point)[0, 0]))
        except (LanguageError, ValueError, TypeError, AttributeError):
            return None  # a vector, or not a formula of its own
    if not all(np.isfinite(size) and size > 0 for size in sizes):
        return None
    total = sum(sizes) if of_sum else float(np.prod(sizes))
    ratio = float(c) / total if of_sum else (float(c) / total) ** (1 / len(parts))
    if not 0 < ratio < 1:
        return None
    for digits, room in ((1000, Fraction(0)), (10**6, ROOM)):  # round shares are often exact
        shares = [Fraction(ratio * size).limit_denominator(digits) + room for size in sizes]
        if (sum(shares) if of_sum else prod(shares)) >= c:
            return shares
    return None


def _less(part: Node, share: Fraction) -> Node:
    return Binary("-", part, Number(int(share) if share.denominator == 1 else share))


def _of_sum(
    closure: Closure, node: Node, parts: list[Node], shares: list[Fraction], c: Fraction
) -> Certificate | None:
    premises = [closure.prove(_less(part, share)) for part, share in zip(parts, shares)]
    return _step(closure, node, "each summand with a share of the constant", premises, sum(shares) - c)


def _of_product(
    closure: Closure, node: Node, parts: list[Node], shares: list[Fraction], c: Fraction
) -> Certificate | None:
    """Σⱼ s₁…sⱼ₋₁·(Aⱼ − sⱼ)·Aⱼ₊₁…, and what the product of the shares is above c."""
    whole = [closure.prove(part) for part in parts]
    less = [closure.prove(_less(part, share)) for part, share in zip(parts, shares)]
    summands: list[Certificate | None] = []
    weights, before = [], Fraction(1)
    for j, share in enumerate(shares):
        proofs = [less[j], *whole[j + 1 :]]
        premises = tuple(proof for proof in proofs if proof is not None)
        if len(premises) < len(proofs):
            return None
        product = times([proof.formula for proof in premises])
        made = closure.step("product", product, "a product of kernels: all products of features", premises)
        summands.append(made if len(premises) > 1 else premises[0])
        weights.append(Number(before))
        before *= share
    return _step(closure, node, "AB − ab = (A − a)·B + a·(B − b)", summands, before - c, weights)


def _step(
    closure: Closure,
    node: Node,
    reason: str,
    proofs: list[Certificate | None],
    left: Fraction,
    weights: list[Number] | None = None,
) -> Certificate | None:
    premises = [proof for proof in proofs if proof is not None]
    if len(premises) < len(proofs) or left < 0:
        return None
    weights = weights or [Number(1)] * len(premises)
    if left:
        premises.append(closure.step("constant", Number(left), f"{kernel_text(Number(left))} ≥ 0"))
        weights.append(Number(1))
    made = closure.step("sum", node, reason, tuple(premises), weights=tuple(weights))
    return made if closure.prover.stands(made) else None
