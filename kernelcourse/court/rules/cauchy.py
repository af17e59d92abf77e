"""Σ c (a + ρ²)^(−p) with a > 0, where ρ is the distance of all coordinates or of one: differences too, by Bochner."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kernelcourse.validity import Certificate

from ..algebra.normal_form import ONE, ZERO, Atom, Polynomial, from_atom
from ..algebra.substitution import swapped
from .groups import Group, groups

if TYPE_CHECKING:
    from ..prover import Prover

Part = tuple[Group, Polynomial, Polynomial]  # the group, c and a


def cauchy(prover: Prover, P: Polynomial) -> Certificate | None:
    """Such a sum of two terms or more, one of them negative, + another kernel."""
    for made, data in cauchy_data(prover, P):
        step = prover.certificate("Cauchy", made, "", **data)
        if not prover.stands(step):
            continue
        reason = "its Fourier transform is never negative: the widest parts of it outweigh what is taken away"
        step = prover.certificate("Cauchy", made, reason, **data)
        rest = P - made
        if not rest.sides and prover.constant_sign(rest) == 0:
            return step
        other = prover.kernel(rest)
        if other is not None:
            return prover.sum(P, [step, other])
    return None


def cauchy_data(prover: Prover, P: Polynomial) -> Iterator[tuple[Polynomial, dict[str, Any]]]:
    """(the sum, what says it)."""
    powers: dict[Fraction, list[Group]] = {}
    for group in groups(prover, P) if len(P.terms) > 1 and prover.domain.name != "string" else ():
        m = group.joint.single[0] if group.joint.single else ()
        if len(m) == 1 and m[0][0].kind == "base" and m[0][1] < 0 and group.constant is not None:
            powers.setdefault(-m[0][1], []).append(group)
    for p, found in powers.items():
        if len(found) < 2:
            continue
        for square, metric in _distances(prover):
            parts = [part for group in found if (part := _part(prover, group, square, p)) is not None]
            if len(parts) < 2:
                continue
            parts.sort(key=lambda part: prover.signs.bounds(part[2]).low)
            made = ZERO
            for group, _, _ in parts:
                made = made + prover.forms.multiply(group.joint, group.constant or ZERO)
            terms = tuple((prover.tree(c), prover.tree(a)) for _, c, a in parts)
            yield made, {"terms": terms, "p": p, **metric}


def _distances(prover: Prover) -> Iterator[tuple[Polynomial, dict[str, Any]]]:
    """ρ² of all coordinates, and of each."""
    if prover.domain.dim > 1:
        xx, xz, zz = (from_atom(Atom(kind)) for kind in ("xx", "xz", "zz"))
        yield xx - xz.scaled(Fraction(2)) + zz, {"scale": prover.tree(ONE)}
    for i in range(min(prover.domain.dim, 4)):
        x = from_atom(Atom("x", index=i))
        gap = x - swapped(prover.forms, x)
        yield prover.forms.multiply(gap, gap), {"maps": (prover.tree(x),)}


def _part(prover: Prover, group: Group, square: Polynomial, p: Fraction) -> Part | None:
    """The group as c·(a + ρ²)^(−p)."""
    assert group.joint.single is not None
    q = group.joint.single[0][0][0].argument or ZERO
    m, unit = square.leading()
    scale = q.terms.get(m, Fraction(0)) / unit
    a = q - square.scaled(scale)
    if scale <= 0 or a.sides or prover.constant_sign(a) != 1:
        return None
    factor = prover.forms.power(ONE.scaled(scale), -p)
    return group, prover.forms.multiply(group.constant or ZERO, factor), a.scaled(1 / scale)
