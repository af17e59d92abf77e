"""Σ a f(c k) + Σ bⱼ kʲ for one power series f(t) = Σ fₙtⁿ: whether fₙ·Σ a cⁿ + bₙ ≥ 0 for every n."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from .forms import Form, constant
from .profiles import Instance
from .signs import bounds

if TYPE_CHECKING:
    from .algebra import Algebra

Part = tuple[Form, Form, tuple[int, ...]]  # a, c, and the signs of f's terms modulo 4


def never_negative_terms(
    v: Instance,
    parts: Sequence[Part],
    coefficient: Callable[[int], Fraction],
    added: Sequence[Fraction],
    start: int,
) -> bool:
    """From `start` on the largest |c|, which comes first, outweighs the others, once for every n modulo 4."""
    algebra = v.algebra
    squares = [algebra.times(c, c) for _, c, _ in parts]
    for n in range(max(start + 4, len(added))):
        terms = [algebra.times(a, algebra.power(c, Fraction(n))).scaled(t[n % 4]) for a, c, t in parts]
        height, fn, b = sum(terms, constant(0)), coefficient(n), added[n] if n < len(added) else 0
        if not v.constant_sign(height.scaled(fn) + constant(b), 0) or not (fn or v.constant_sign(height, 0)):
            return False
        if n >= start >= 0 and not _first_outweighs(algebra, squares, terms):
            return False
    return all(v.constant_sign(squares[0] - square, 0) for square in squares)


def _first_outweighs(algebra: Algebra, squares: Sequence[Form], terms: Sequence[Form]) -> bool:
    sums: dict[str, Form] = {}
    for square, term in zip(squares, terms):
        sums[square.key] = sums.get(square.key, constant(0)) + term
    first, *others = (bounds(algebra, height) for height in sums.values())
    return first.low >= sum(other.size().high for other in others)
