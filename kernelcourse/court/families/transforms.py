"""Families φ(‖x − z‖) with parameters in exponents: the coefficients of the Fourier transform are formulas in them.

The transform is a polynomial in |ω|² times something positive. If no coefficient is negative it is ≥ 0; the first and
the last coefficient must not be negative, so that two coefficients make the region exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from kernelcourse.language.reading import Binary, Name, Node

from ..exactly.algebra import Algebra
from ..exactly.forms import Form, constant, letter
from ..exactly.reading import TOO_LONG, UNFIT, Reader, Rejected
from ..exactly.signs import limit
from ..exactly.transforms import damped_transform, exponential_transform, gaussian_transform
from .linear import Found
from .signs import deciding
from .spectra import damped_terms, decaying_terms, moves
from .steps import ONE, ZERO, Condition, step
from .written import at_least_zero, is_constant, written

if TYPE_CHECKING:
    from .regions import Family

Reading = tuple[str, dict[str, Any], list[Form], list[Form]]  # rule, data, rates > 0, heights ≥ 0


def by_transform(family: Family) -> Iterator[Found]:
    """Proofs by Bochner's theorem, each with the conditions that are necessary."""
    if family.domain.name not in ("real", "positive"):
        return
    algebra = Algebra("positive", family.domain.dim)
    for name in family.names:
        if family.implies_positive(Name(name)):
            limit(algebra, letter(f"parameter {name}"), strict=True)
    for read in (_exponentials, _gaussians, _waves):
        try:
            found = _proof(family, algebra, read)
        except (Rejected, *TOO_LONG, *UNFIT):
            continue
        if found is not None:
            yield found


def _profile(family: Family, algebra: Algebra) -> Form:
    d = family.domain.dim
    reader, rest = Reader(algebra, d, parameters=frozenset(family.names)), [constant(0)] * (d - 1)
    return reader(family.tree, x=[letter("x0"), *rest], z=[constant(0), *rest])


def _proof(family: Family, algebra: Algebra, read: Callable[[Algebra, Form, int], Reading]) -> Found | None:
    P = _profile(family, algebra)
    still = Form({m: c for m, c in P.terms.items() if not any(moves(a) for a, _ in m)})
    rule, data, rates, heights = read(algebra, P - still, family.domain.dim)
    heights = [h for h in heights if h.terms]
    if not heights or not all(map(is_constant, [*rates, *heights, still])):
        return None
    needs = list(dict.fromkeys(Condition(written(rate), ">", ZERO) for rate in rates if rate.number is None))
    signs = [at_least_zero(deciding(family, h)) for h in heights]
    ends = [signs[0], signs[-1]]
    node: Node = family.tree if not still.terms else Binary("-", family.tree, written(still))
    made = step(
        rule,
        node,
        "the coefficients of the Fourier transform are ≥ 0",
        (),
        [*needs, *signs],
        scale=ONE,
        **data,
    )
    if made is None or not still.terms:
        return None if made is None else Found(made, tuple(ends))
    need = at_least_zero(deciding(family, still))
    parts = [
        made,
        step("constant", written(still), "c = √c·√c with c ≥ 0: one constant feature", needs=[need]),
    ]
    whole = step("sum", family.tree, "features side by side", parts)
    return None if whole is None else Found(whole, (*ends, need))


def _exponentials(A: Algebra, P: Form, d: int) -> Reading:
    terms = decaying_terms(P, 1)
    data = {"kind": "exponential", "terms": tuple((written(c), n, written(a)) for c, n, a in terms)}
    return "Bochner", data, [a for _, _, a in terms], exponential_transform(A, terms, d) or []


def _gaussians(A: Algebra, P: Form, d: int) -> Reading:
    terms = decaying_terms(P, 2)
    data = {"kind": "gaussian", "terms": tuple((written(c), n, written(a)) for c, n, a in terms)}
    return "Bochner", data, [a for _, _, a in terms], gaussian_transform(A, terms, d) or []


def _waves(A: Algebra, P: Form, d: int) -> Reading:
    terms = damped_terms(A, P) if d == 1 else []
    data = {"terms": tuple(tuple(map(written, term)) for term in terms)}
    return "damped", data, [a for _, _, a, _ in terms], damped_transform(A, terms, in_units=True)
