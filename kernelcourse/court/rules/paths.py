"""Covariances of random paths: the bridge min(x, z)·(1 − max(x, z)), ∫ (x − t)₊(z − t)₊ dt, and periodic ones."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kernelcourse.language.reading import Name
from kernelcourse.validity import Certificate

from ..algebra.normal_form import Atom, Polynomial, from_atom, number
from ..algebra.substitution import swapped
from .stationary import as_difference

if TYPE_CHECKING:
    from ..prover import Prover


def paths(prover: Prover, P: Polynomial) -> Certificate | None:
    """P = c·(one of them, in one coordinate) + another kernel."""
    if not prover.domain.nonnegative or prover.domain.dim > 4:
        return None
    for i in range(prover.domain.dim):
        x = from_atom(Atom("x", index=i))
        z = swapped(prover.forms, x)
        size = prover.forms.abs(x - z)
        for make in (_spline, _bridge, _fourth, _second):
            known = make(prover, x, z)
            if known is None:
                continue
            B, proof = known
            shared = [m for m in B.terms if any(a in dict(m) for a in size.atoms() if a.kind == "abs")]
            c = min((P.terms.get(m, Fraction(0)) / B.terms[m] for m in shared), default=Fraction(0))
            if c <= 0:
                continue
            rest = P - B.scaled(c)
            part = prover.multiple(B.scaled(c), number(c), proof)
            if not rest:
                return part
            other = prover.kernel(rest)
            if other is not None:
                return prover.sum(P, [part, other])
    return None


def _bridge(prover: Prover, x: Polynomial, z: Polynomial) -> tuple[Polynomial, Certificate] | None:
    if prover.domain.name not in ("interval", "binary", "histogram"):
        return None
    low, high = prover.forms.minimum(x, z), prover.forms.minimum(number(1) - x, number(1) - z)
    proofs = tuple(_minimum(prover, P, g) for P, g in ((low, x), (high, number(1) - x)))
    B = prover.forms.multiply(low, high)
    return B, prover.certificate("product", B, "a product of two minima", proofs)


def _minimum(prover: Prover, P: Polynomial, g: Polynomial) -> Certificate:
    reason = "min(g(x), g(z)) = ∫ [t ≤ g(x)]·[t ≤ g(z)] dt over t ≥ 0, for g ≥ 0"
    plain = prover.certificate("minimum", P, reason, f=Name("t"), g=prover.tree(g))
    room = prover.signs.proof(g, strict=False)
    return plain if room is None or prover.stands(plain) else replace(plain, premises=(room,))


def _spline(prover: Prover, x: Polynomial, z: Polynomial) -> tuple[Polynomial, Certificate] | None:
    m = prover.forms.minimum(x, z)
    cube = prover.forms.product(m, m, m).scaled(Fraction(1, 6))
    B = prover.forms.product(x, z, m).scaled(Fraction(1, 2)) - cube
    reason = "∫ (x − t)₊(z − t)₊ dt over t ≥ 0: one feature for every t"
    return B, prover.certificate("spline", B, reason, g=prover.tree(x))


def _second(prover: Prover, x: Polynomial, z: Polynomial) -> tuple[Polynomial, Certificate] | None:
    """B₂(|x − z|)."""
    return _bernoulli(prover, x, z, (Fraction(1, 6), Fraction(-1), Fraction(1)))


def _fourth(prover: Prover, x: Polynomial, z: Polynomial) -> tuple[Polynomial, Certificate] | None:
    """−B₄(|x − z|)."""
    return _bernoulli(prover, x, z, (Fraction(1, 30), Fraction(0), Fraction(-1), Fraction(2), Fraction(-1)))


def _bernoulli(
    prover: Prover, x: Polynomial, z: Polynomial, coefficients: tuple[Fraction, ...]
) -> tuple[Polynomial, Certificate] | None:
    if prover.domain.name not in ("interval", "binary", "histogram"):
        return None
    size, power, B = prover.forms.abs(x - z), number(1), number(0)
    for c in coefficients:
        B, power = B + power.scaled(c), prover.forms.multiply(power, size)
    reason = "one period of a Bernoulli polynomial, Σ cos(2πn(x − z))/n^(2m) up to a factor > 0"
    maps = (prover.tree(x),)
    return B, prover.certificate("compact", B, reason, k=Fraction(0), coefficients=coefficients, maps=maps)


def hat(prover: Prover, P: Polynomial) -> Certificate | None:
    """c − a|xᵢ − zᵢ|^p, 0 < p ≤ 1, where it is never below 0: Pólya's positive part of it."""
    powers = {m: c for m, c in P.terms.items() if m}
    if len(powers) != 1 or P.number <= 0:
        return None
    ((m, c),) = powers.items()
    (atom, p) = m[0]
    if len(m) > 1 or atom.kind != "abs" or atom.argument is None or not 0 < p <= 1 or c >= 0:
        return None
    g = as_difference(prover, atom.argument)
    if g is None:
        return None
    rate = prover.forms.power(number(-c / P.number), 1 / p)
    data: dict[str, Any] = {"k": Fraction(1), "coefficients": (Fraction(1),), "p": p}
    maps = (prover.tree(prover.forms.multiply(rate, g)),)
    reason = f"1 − ρ{'' if p == 1 else f'^{{{p}}}'} ≥ 0 here; Pólya: its positive part falls and is convex"
    made = prover.certificate("compact", P.scaled(1 / P.number), reason, maps=maps, **data)
    return prover.multiple(P, number(P.number), made) if prover.stands(made) else None
