"""A power series minus some of its terms: exp(k) − 1 − k = k²/2! + … has no negative coefficient either."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..normal_form import ONE, Polynomial, TooLarge, number
from ..verifier.axioms import taylor
from .groups import Group, groups
from .single import series

if TYPE_CHECKING:
    from ..prover import Prover

MOST_TERMS = 5


def trimmed(prover: Prover, P: Polynomial) -> Certificate | None:
    """P = Σ a·(f(k) + Σ bⱼkʲ) + another kernel, where f(k) + Σ bⱼkʲ has no negative coefficient."""
    rest, parts = P, []
    for group in groups(prover, P):
        found = _inside(prover, group.joint)
        if found is None or group.constant is None or prover.constant_sign(group.constant) != 1:
            continue
        made = _with_less(prover, rest, group, *found)
        if made is not None:
            rest, proof = made
            parts.append(proof)
    if not parts or not any(any(p.data.get("added", ())) or p.rule == "sum" for p in parts):
        return None
    if rest:
        other = prover.kernel(rest)
        if other is None:
            return None
        parts.append(other)
    return prover.sum(P, parts)


def _with_less(
    prover: Prover, rest: Polynomial, group: Group, name: str, k: Polynomial, r: Fraction
) -> tuple[Polynomial, Certificate] | None:
    """(what is left of the formula, the proof of the part taken off)."""
    a = group.constant
    if a is None or not a.is_number:
        return None
    weight, added, power = a.number, [], ONE
    for j in range(MOST_TERMS):
        if j:
            try:
                power = prover.forms.multiply(power, k)
            except TooLarge:
                break
        m, c = power.leading() if power else ((), Fraction(1))
        there = rest.terms.get(m, Fraction(0)) / c / weight
        taken = max(there, -taylor(name, j, r)) if there < 0 else Fraction(0)
        added.append(taken)
        rest = rest - power.scaled(taken * weight)
    part = group.joint
    power = ONE
    for j, b in enumerate(added):
        power = ONE if j == 0 else prover.forms.multiply(power, k)
        part = part + power.scaled(b)
    proof = series(prover, part, name, k, r, tuple(added))
    if proof is None:
        return None
    rest = rest - prover.forms.multiply(a, group.joint)
    return rest, prover.multiple(prover.forms.multiply(a, part), a, proof)


def _inside(prover: Prover, joint: Polynomial) -> tuple[str, Polynomial, Fraction] | None:
    """(f, k, r) if the joint factor is f(k) for a power series f."""
    if joint.single is None or joint.single[1] != 1 or len(joint.single[0]) != 1:
        return None
    a, e = joint.single[0][0]
    if a.argument is None:
        return None
    if a.kind in ("exp", "cosh", "sinh", "arcsin", "arctanh") and e == 1:
        return a.kind, a.argument, Fraction(1)
    if a.kind == "base" and e < 0 and a.argument.number == 1:
        return "power", number(1) - a.argument, -e
    return None
