"""Whether a form is 0 wherever it is defined."""

from __future__ import annotations

from fractions import Fraction

from kernelcourse.language.reading import Node

from .algebra import Algebra
from .forms import ONE, Form
from .hats import in_single_hats
from .mirrored import without_bars
from .reading import TOO_LONG, UNFIT, Reader, Rejected
from .simplex import on_bits, on_simplex


def is_zero(algebra: Algebra, P: Form) -> bool:
    """Whether P = 0 where it is defined: denominators are multiplied away, and Σ xᵢ = 1 on histograms."""
    P = on_simplex(algebra, P) if algebra.domain == "histogram" else P
    P = without_bars(
        algebra, in_single_hats(algebra, on_bits(algebra, P) if algebra.domain == "binary" else P)
    )
    for _ in range(8):
        below = {a: e for m in P.terms for a, e in m if a.kind == "base" and e < 0}
        if not below or not P.terms:
            break
        a = min(below, key=lambda atom: atom.key)
        least = min(dict(m).get(a, Fraction(0)) for m in P.terms)
        up = Fraction(-(least.numerator // least.denominator))
        P = algebra.times(P, Form({((a, up),): ONE}))
    if len(P.terms) == 2:  # c·exp(A) − c·exp(B)
        (m, c), (n, b) = P.terms.items()
        (p, _), (q, _) = (m or n)[0], (n or m)[0]
        if len(m) == len(n) == 1 and c == -b and p.kind == q.kind == "exp" and p.inner and q.inner:
            return is_zero(algebra, p.inner - q.inner)
    return not P.terms


def vanishes(tree: Node, domain: str, dim: int) -> bool:
    """Whether a formula is 0 wherever it is defined: √2·√3 − √6."""
    algebra = Algebra(domain, dim)
    try:
        return algebra.is_zero(Reader(algebra, dim)(tree))
    except (Rejected, *TOO_LONG, *UNFIT):
        return False
