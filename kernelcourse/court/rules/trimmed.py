"""A power series minus some of its terms: exp(k) − 1 − k = k²/2! + … has no negative coefficient either."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..algebra.normal_form import ONE, Polynomial, TooLarge, number
from ..verifier.axioms import SERIES
from .groups import groups
from .single import series

if TYPE_CHECKING:
    from ..prover import Prover

MOST_TERMS = 8


@dataclass(frozen=True)
class Series:
    """A joint factor J with sign·J + offset = f(k), for the named power series f."""

    name: str
    k: Polynomial
    r: Fraction = Fraction(1)
    sign: int = 1
    offset: int = 0


def trimmed(prover: Prover, P: Polynomial) -> Certificate | None:
    """P = Σ a·(f(k) + Σ bⱼkʲ) + another kernel, where f(k) + Σ bⱼkʲ has no negative coefficient.

    First only what is missing is taken from f; then its first terms altogether: multiplied out, cos² gives constants.
    """
    return _apart(prover, P, whole=False) or _apart(prover, P, whole=True)


def _apart(prover: Prover, P: Polynomial, whole: bool) -> Certificate | None:
    rest, parts, news = P, [], False
    for group in groups(prover, P):
        found = inside(group.joint)
        if found is None or group.constant is None or prover.constant_sign(group.constant) != found.sign:
            continue
        made = _with_less(
            prover, rest, group.joint, group.constant.scaled(Fraction(found.sign)), found, whole
        )
        if made is not None:
            rest, proof, less = made
            parts.append(proof)
            news = news or less or found.sign < 0 or found.name == "secant"
    if not news:
        return None
    if rest:
        other = prover.kernel(rest)
        if other is None:
            return None
        parts.append(other)
    return prover.sum(P, parts)


def _with_less(
    prover: Prover, rest: Polynomial, joint: Polynomial, weight: Polynomial, f: Series, whole: bool
) -> tuple[Polynomial, Certificate, bool] | None:
    """(what is left of the formula, the proof of the part taken off, whether a term was subtracted)."""
    part = joint.scaled(Fraction(f.sign)) + number(f.offset)
    rest = rest - prover.forms.multiply(weight, part)
    added: list[Fraction] = []
    if weight.is_number:
        power = ONE
        for j in range(MOST_TERMS):
            try:
                power = power if j == 0 else prover.forms.multiply(power, f.k)
            except TooLarge:
                break
            m, c = power.leading() if power else ((), Fraction(1))
            there = rest.terms.get(m, Fraction(0)) / c / weight.number
            all_of_it = -SERIES[f.name][3](j, f.r)
            taken = all_of_it if whole else max(there, all_of_it) if there < 0 else Fraction(0)
            added.append(taken)
            part = part + power.scaled(taken)
            rest = rest - power.scaled(taken * weight.number)
    proof = series(prover, part, f.name, f.k, f.r, tuple(added))
    if proof is None:
        return None
    return rest, prover.multiple(prover.forms.multiply(weight, part), weight, proof), any(added)


def inside(joint: Polynomial) -> Series | None:
    """Which power series the joint factor is, and of what."""
    if joint.single is None or joint.single[1] != 1 or len(joint.single[0]) != 1:
        return None
    a, e = joint.single[0][0]
    q = a.argument
    if q is None:
        return None
    if a.kind in ("exp", "cosh", "sinh", "arcsin", "arctanh") and e == 1:
        return Series(a.kind, q)
    if a.kind == "cos" and e == -1:
        return Series("secant", q)
    if q.number == 1:
        k = number(1) - q
        if a.kind == "base" and e < 0:
            return Series("power", k, -e)
        if a.kind == "base" and e < 1:
            return Series("root", k, e, -1, 1)
        if a.kind == "log" and e == 1:
            return Series("log", k, Fraction(1), -1)
    return None
