"""Refuted by Bochner's theorem: a continuous φ(x − z) whose Fourier transform is negative at a frequency is no kernel.

Points that show it may be thousands; one frequency is enough. The formula is written out again from the numbers that
give the transform and compared with the typed one (exactly/profiles.py), and the value there is enclosed in fractions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import inf, isqrt
from typing import Any

import numpy as np

from kernelcourse.language.reading import Index, Node, Number, Unary
from kernelcourse.language.tree import walk
from kernelcourse.validity import Certificate, Witness

from ..algebra.algebras import normal_form
from ..algebra.identities import NotReal
from ..algebra.normal_form import ONE, Polynomial, TooLarge
from ..domains import Domain
from ..exactly.algebra import Algebra
from ..exactly.enclosures import point
from ..exactly.forms import Form, constant, letter
from ..exactly.planes import without_coordinates
from ..exactly.profiles import falling, quotients, supported, waves
from ..exactly.reading import TOO_LONG, UNFIT, Reader, Rejected
from ..exactly.signs import bounds
from ..exactly.slices import mean_is_at_least
from ..exactly.transforms import (
    Term,
    cauchy_exponentials,
    cauchy_heights,
    damped_transform,
    exponential_transform,
    gaussian_transform,
    supported_transform,
)
from ..exactly.zonal import projections, zonal_profile
from ..means import of_sphere
from ..prover import Prover
from ..rules.cauchy import cauchy_data
from ..rules.stationary import compact_data, exponential_data, radial_terms
from ..rules.waves import wave_data
from ..verifier import Verifier
from .beyond import stationary
from .frequencies import Value, frequencies

TOO_LOW = Fraction(1, 10**6)  # for a mean that is known in slices only
FAR = (Fraction(10), Fraction(1000), Fraction(10**9))
UNBOUNDED = ("real", "positive", "nonzero")  # every finite set of points can be shifted into these


@dataclass(frozen=True)
class ByTheorem(Witness):
    """Where the Fourier transform is negative, |ω|² in all coordinates or in one, and the like; `theorem` says it."""

    theorem: str = ""
    frequency: Fraction | None = None
    coordinate: int | None = None
    degree: int | None = None  # of a Gegenbauer polynomial
    spaced: tuple[int, Fraction, int] | None = None  # so many points, so far apart in so many coordinates
    exponent: tuple[Fraction, int] | None = None  # k and d, for (1 − ρ)₊^k in R^d

    def to_dict(self) -> dict[str, Any]:
        return super().to_dict() | {"theorem": self.theorem}

    def __str__(self) -> str:
        return f"by {self.theorem}"


def negative_transform(node: Node, domain: Domain) -> Witness | None:
    """A frequency that refutes k(x, z) = φ(r), for r the distance of all coordinates or of one."""
    if domain.name not in UNBOUNDED:
        return None
    prover = Prover(Domain("real", domain.dim))
    try:
        P = normal_form(node, prover.domain).form
        return next(_refuted(prover, node, P), None)
    except (Rejected, NotReal, TooLarge, *TOO_LONG, *UNFIT):
        return None


def negative_on_sphere(node: Node, domain: Domain) -> Witness | None:
    """A Gegenbauer coefficient < 0 of k(x, z) = φ(x·z) on the sphere."""
    if domain.name != "sphere" or domain.dim < 2 or not without_coordinates(node):
        return None
    highs: list[Fraction | float] = []
    with suppress(Rejected, *TOO_LONG, *UNFIT):
        heights = projections(zonal_profile(node, domain.dim), domain.dim)
        highs = [bounds(Algebra("real", 1), height).high for height in heights]
    f = None if highs else of_sphere(node)
    if f is not None and mean_is_at_least(Unary("-", f), point(TOO_LOW), domain.dim):
        highs = [-TOO_LOW]
    for n, high in enumerate(highs):
        if high < 0:
            mean = "the mean of k" if n == 0 else f"the mean of k·C_{n}, Gegenbauer's polynomial of x·z,"
            said = (
                f"Schoenberg's theorem: {mean} over the sphere is at most {float(high):.3g} (schoenberg1942)"
            )
            return ByTheorem(np.zeros((0, domain.dim)), np.zeros(0), float(high), theorem=said, degree=n)
    return None


def negative_far_away(node: Node, domain: Domain) -> Witness | None:
    """φ(x − z) ≤ −δ for points T apart, in one coordinate or in all: enough of them, with weights 1, refute it."""
    if domain.name not in (*UNBOUNDED, "integer") or not stationary(node, domain):
        return None
    for axes, far in product(dict.fromkeys((1, domain.dim)), FAR):
        algebra = Algebra("positive", domain.dim)
        reader, start = Reader(algebra, domain.dim), [constant(0)] * domain.dim
        away = [constant(far) + letter("z0")] * axes + start[axes:]
        try:
            across, here = (bounds(algebra, reader(node, start, there)) for there in (away, start))
        except (Rejected, *TOO_LONG, *UNFIT):
            return None
        if across.high < 0 and here.high < inf:
            n = int(1 - Fraction(here.high) / Fraction(across.high)) + 2
            said = (
                f"counting: k(x, z) ≤ {float(across.high):.3g} for points {far} or more apart"
                f"{' in every coordinate' if axes > 1 else ''}, so {n} points 0, {far}, {2 * far}, … with weights 1 "
                "give a negative sum"
            )
            return ByTheorem(
                np.zeros((0, domain.dim)),
                np.zeros(0),
                float(across.high),
                theorem=said,
                spaced=(n, far, axes),
            )
    return None


def _refuted(prover: Prover, node: Node, P: Polynomial) -> Iterator[Witness]:
    for rule, first, data in _readings(prover, P):
        step = Certificate(rule, "", "", formula=node, data=data)
        v = Verifier(step, "real", prover.domain.dim)
        total, value, d = _TRANSFORMS[rule](v, step)
        factor = v.form(prover.tree(first))
        if not v.constant_sign(factor, 1) or not v.same(v.form(node), v.algebra.times(factor, total)):
            continue
        maps = [n for g in data.get("maps", ()) for n in walk(g) if isinstance(n, Index)]
        places = [int(i.value) for n in maps for i in n.indices if isinstance(i, Number)]  # type: ignore[arg-type]
        place = next(iter(places), 0) if "maps" in data else None
        if rule == "compact" and _sharp(data, d):
            said = f"Golubov's theorem (golubov1981): (1 − ρ)₊^k is a kernel of R^{d} only for k ≥ {Fraction(d + 1, 2)}"
            yield _witness(v.dim, -1.0, said, None, place, (data["k"], d))
        if rule == "Cauchy" and bounds(v.algebra, value(Fraction(0)) or constant(0)).high < 0:
            said = (
                f"Bochner's theorem (bochner1959): the Fourier transform in R^{d} is negative close to ω = 0"
            )
            yield _witness(v.dim, -1.0, said, None, place)
        for s in frequencies(v.algebra, value):
            height = value(s)
            reach = None if height is None else bounds(v.algebra, height)
            if reach is not None and reach.high < 0:
                unit = _unit(v, data)
                s = s * (Fraction(bounds(v.algebra, unit).low) if unit.number is None else unit.number)
                near = "" if unit.number is not None else "about "
                where = f"|ω|² = {near}{s if not near else float(s)}" if s else "ω = 0"
                found = f"at {where} the Fourier transform in R^{d} is {float(reach.high):.3g} < 0"
                said = f"Bochner's theorem (bochner1959): {found}"
                yield _witness(v.dim, float(reach.high), f"{said}, up to a factor > 0", s, place)
                break


def _unit(v: Verifier, data: dict[str, Any]) -> Form:
    """t² for ρ = t·‖x − z‖: a frequency of φ(ρ) is t times as large for φ(t·‖x − z‖)."""
    if "scale" in data:
        return v.form(data["scale"])
    t = v.read(data["maps"][0], x=[constant(1)] * v.algebra.dim)
    return v.algebra.times(t, t)


def _readings(prover: Prover, P: Polynomial) -> Iterator[tuple[str, Polynomial, dict[str, Any]]]:
    """(rule, c, data): P is c times what the data of the rule say."""
    found = radial_terms(prover, P)
    if found is not None:
        yield from (("Bochner", ONE, data) for data in exponential_data(prover, *found))
        compact = compact_data(prover, *found)
        if compact is not None:
            yield "compact", *compact
    yield from (("Cauchy", ONE, data) for made, data in cauchy_data(prover, P) if made == P)
    damped = wave_data(prover, P)
    if damped is not None:
        yield "damped", ONE, damped


def _witness(
    dim: int,
    value: float,
    theorem: str,
    s: Fraction | None,
    place: int | None,
    exponent: tuple[Fraction, int] | None = None,
) -> Witness:
    return ByTheorem(
        np.zeros((0, dim)),
        np.zeros(0),
        value,
        theorem=theorem,
        frequency=s,
        coordinate=place,
        exponent=exponent,
    )


def _sharp(data: dict[str, Any], d: int) -> bool:
    """(1 − ρ)₊^k with 0 < k < (d + 1)/2."""
    alone = data["coefficients"] == (1,) and "p" not in data
    return alone and 0 < data["k"] < Fraction(d + 1, 2)


def _of_exponentials(v: Any, step: Certificate) -> tuple[Form, Value, int]:
    total, terms, d = falling(v, step)
    if step.data["kind"] == "heights":
        if any(n for _, n, _ in terms):
            return total, lambda s: None, d
        return total, lambda s: _gaussians(v.algebra, terms, d, s), d
    made = gaussian_transform if step.data["kind"] == "gaussian" else exponential_transform
    polynomial = made(v.algebra, terms, d)
    return total, lambda s: _at(polynomial, s), d


def _at(polynomial: Sequence[Form] | None, s: Fraction) -> Form | None:
    if polynomial is None:
        return None
    return sum((h.scaled(s**n) for n, h in enumerate(polynomial)), constant(0))


def _gaussians(algebra: Algebra, terms: Sequence[Term], d: int, s: Fraction) -> Form:
    """Σ c a^(−d/2) exp(−s/4a)."""
    total = constant(0)
    for c, _, a in terms:
        wave = algebra.exp(algebra.power(a, Fraction(-1)).scaled(-s / 4))
        total = total + algebra.times(algebra.times(c, algebra.power(a, Fraction(-d, 2))), wave)
    return total


def _of_support(v: Any, step: Certificate) -> tuple[Form, Value, int]:
    total, _, d = supported(v, step)
    k, shape = step.data["k"], step.data["coefficients"]
    if "p" in step.data or k <= 0:
        return total, lambda s: None, d
    return total, lambda s: constant(supported_transform(k, shape, d, s)), d


def _of_waves(v: Any, step: Certificate) -> tuple[Form, Value, int]:
    """exp(−aρ)(p cos bρ + q sin bρ): (d − 1)!·Re (p + iq)/(a + ib)^d at ω = 0."""
    total, terms, d = waves(v, step)
    if d == 1:
        line = damped_transform(v.algebra, terms)
        return total, lambda s: _at(line, s), d

    def value(s: Fraction) -> Form | None:
        if s:
            return None
        sum_, one = Fraction(0), (Fraction(1), Fraction(0))
        for p, q, a, b in step.data["terms"]:
            up = one
            for _ in range(d):  # 1/(a + ib) = (a − ib)/(a² + b²)
                up = (up[0] * a + up[1] * b, up[1] * a - up[0] * b)
            sum_ += (p * up[0] - q * up[1]) / (a * a + b * b) ** d
        return constant(sum_)

    return total, value, d


def _of_quotients(v: Any, step: Certificate) -> tuple[Form, Value, int]:
    """Σ c (a + ρ²)^(−p): Σ h exp(−b|ω|) up to a factor > 0, or its limit as ω → 0 alone."""
    total, terms, d = quotients(v, step)
    waves_ = cauchy_exponentials(v.algebra, terms, step.data["p"], d)

    def value(s: Fraction) -> Form | None:
        if not s:
            return sum(cauchy_heights(v.algebra, terms, step.data["p"], d), constant(0))
        root = Fraction(isqrt(s.numerator), isqrt(s.denominator))
        if not waves_ or root * root != s:
            return None
        parts = [v.algebra.times(h, v.algebra.exp(b.scaled(-root))) for h, b in waves_]
        return sum(parts, constant(0))

    return total, value, d


_TRANSFORMS = {
    "Bochner": _of_exponentials,
    "Cauchy": _of_quotients,
    "compact": _of_support,
    "damped": _of_waves,
}
