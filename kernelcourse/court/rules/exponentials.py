"""Σ a·exp(c·k) for one kernel k, also with cosh, sinh, cos and sin: the coefficient of kⁿ is Σ ± a cⁿ/n!, and the
largest |c| decides in the end."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..normal_form import ONE, ZERO, Polynomial
from .groups import groups

if TYPE_CHECKING:
    from ..prover import Prover

HALF = Fraction(1, 2)
# each function as Σ share·name(turn·k)
WAVES: dict[str, list[tuple[Fraction | int, int, str]]] = {
    "exp": [(1, 1, "exp")], "cos": [(1, 1, "cos")], "sin": [(1, 1, "sin")],
    "cosh": [(HALF, 1, "exp"), (HALF, -1, "exp")], "sinh": [(HALF, 1, "exp"), (-HALF, -1, "exp")],
}  # fmt: skip


def exponentials(prover: Prover, P: Polynomial) -> Certificate | None:
    """Σ a·exp(c·k) + a polynomial in k."""
    found: list[tuple[Fraction, str, Polynomial]] = []
    rest = P
    for group in groups(prover, P):
        m = group.joint.single[0] if group.joint.single else ()
        if group.joint == ONE or len(m) != 1 or m[0][1] != 1 or m[0][0].argument is None:
            continue
        kind = m[0][0].kind
        if kind not in WAVES:
            continue
        if group.constant is None or not group.constant.is_number:
            return None
        found.append((group.constant.number, kind, m[0][0].argument))
        rest = rest - group.joint.scaled(group.constant.number)
    if len(found) < 2:
        return None
    k = max((q for _, _, q in found), key=lambda q: abs(q.leading()[1]))
    if k.leading()[1] < 0:
        k = -k
    rates = []
    for a, kind, q in found:
        ratio = q.leading()[1] / k.leading()[1]
        if k.scaled(ratio) != q:
            return None
        rates += [(a * share, ratio * turn, name) for share, turn, name in WAVES[kind]]
    added, power = [], ONE
    for j in range(4):
        power = power if j == 0 else prover.forms.multiply(power, k)
        m, c = power.leading() if power else ((), Fraction(1))
        there = rest.terms.get(m, Fraction(0)) / c
        added.append(there)
        rest = rest - power.scaled(there)
    while added and not added[-1]:
        added.pop()
    proof = prover.kernel(k)
    if proof is None:
        return None
    part = P - rest
    reason = "the coefficient of kⁿ is Σ ± a·cⁿ/n!, never negative"
    made = prover.certificate("exponentials", part, reason, (proof,), rates=tuple(rates), added=tuple(added))
    if not prover.stands(made):
        return None
    if rest == ZERO:
        return made
    other = prover.kernel(rest)
    return None if other is None else prover.sum(P, [made, other])
