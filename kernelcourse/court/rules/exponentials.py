"""Σ a·f(c·k) for one kernel k and one power series f (exp with cosh, sinh, cos and sin; 1/(1 − t)^r; −log(1 − t)):
the coefficient of kⁿ is fₙ·Σ a cⁿ, and the largest |c| decides in the end."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kernelcourse.validity import Certificate

from ..algebra.normal_form import ONE, ZERO, Polynomial, number
from .groups import Group, groups
from .trimmed import inside

if TYPE_CHECKING:
    from ..prover import Prover

HALF = Fraction(1, 2)
# each function as Σ share·name(turn·k)
WAVES: dict[str, list[tuple[Fraction | int, int, str]]] = {
    "exp": [(1, 1, "exp")], "cos": [(1, 1, "cos")], "sin": [(1, 1, "sin")],
    "cosh": [(HALF, 1, "exp"), (HALF, -1, "exp")], "sinh": [(HALF, 1, "exp"), (-HALF, -1, "exp")],
}  # fmt: skip
Part = tuple[Polynomial, str, Polynomial]  # a·f(q): (a, f, q)
MOST_ADDED, LATEST = 4, 80


def exponentials(prover: Prover, P: Polynomial) -> Certificate | None:
    """Σ a·f(c·k) + a polynomial in k, + another kernel."""
    families: dict[tuple[str, Fraction], list[tuple[Group, list[Part]]]] = {}
    for group in groups(prover, P):
        found = _parts(prover, group)
        if found is not None:
            families.setdefault(found[:2], []).append((group, found[2]))
    for (name, r), members in families.items():
        made = _together(prover, P, name, r, members) if len(members) > 1 else None
        if made is not None:
            return made
    return None


def _parts(prover: Prover, group: Group) -> tuple[str, Fraction, list[Part]] | None:
    """(f, r, [(a, name, q)]) if the group is Σ a·name(q)."""
    m = group.joint.single[0] if group.joint.single else ()
    a = group.constant
    if a is None or group.joint == ONE or len(m) != 1 or m[0][0].argument is None:
        return None
    kind, q = m[0][0].kind, m[0][0].argument
    if kind in WAVES and m[0][1] == 1:
        parts = [(a.scaled(Fraction(s)), name, q.scaled(Fraction(turn))) for s, turn, name in WAVES[kind]]
        return "exp", Fraction(1), parts
    found = inside(group.joint)
    if found is None or found.name not in ("log", "power"):
        return None
    return found.name, found.r, [(a.scaled(Fraction(found.sign)), found.name, found.k)]


def _together(
    prover: Prover, P: Polynomial, name: str, r: Fraction, members: list[tuple[Group, list[Part]]]
) -> Certificate | None:
    parts = [part for _, these in members for part in these]
    k = _common(prover, parts)
    ratios = [None if k is None else _ratio(prover, q, k) for _, _, q in parts]
    if k is None or any(ratio is None for ratio in ratios):
        return None
    rates = [(a, c, f) for (a, f, _), c in zip(parts, ratios) if c is not None]
    rates.sort(key=lambda rate: -_size(prover, rate[1]))
    rest, part = P, ZERO
    for group, _ in members:
        whole = prover.forms.multiply(group.joint, group.constant or ZERO)
        rest, part = rest - whole, part + whole
    added, power = [], ONE
    for j in range(MOST_ADDED):
        power = power if j == 0 else prover.forms.multiply(power, k)
        m, c = power.leading() if power else ((), Fraction(1))
        added.append(rest.terms.get(m, Fraction(0)) / c)
        rest, part = rest - power.scaled(added[-1]), part + power.scaled(added[-1])
    proof = prover.kernel(k)
    if proof is None:
        return None
    premises = [proof]
    if name != "exp":
        size = prover.forms.abs(rates[0][1])
        room = prover.signs.proof(number(1) - prover.forms.multiply(size, prover.diagonal(k)), strict=True)
        if room is None:
            return None
        premises.append(room)
    data: dict[str, Any] = {"name": name, "from": _start(prover, rates), "added": _short(added)}
    data["rates"] = tuple((prover.tree(a), prover.tree(c), f) for a, c, f in rates)
    if name == "power":
        data["r"] = r
    reason = "Σ a·f(c·k): the coefficient of kⁿ is fₙ·Σ a·cⁿ, never negative, as the largest |c| decides"
    made = prover.certificate("series", part, reason, tuple(premises), **data)
    if not prover.stands(made):
        return None
    if rest == ZERO:
        return made
    other = prover.kernel(rest)
    return None if other is None else prover.sum(P, [made, other])


def _start(prover: Prover, rates: list[tuple[Polynomial, Polynomial, str]]) -> int:
    """An n from which on the largest |c| outweighs the others, as far as floats tell."""
    sizes = [(float(_size(prover, a)), float(_size(prover, c))) for a, c, _ in rates]
    top = sizes[0][1]
    first = min(a for a, c in sizes if c > 0.999999 * top)
    for n in range(4, LATEST, 4):
        others = sum(a * (c / top) ** n for a, c in sizes if c <= 0.999999 * top)
        if others < first / 2:
            return n
    return LATEST if all(c.is_number for _, c, _ in rates) else 60


def _short(added: list[Fraction]) -> tuple[Fraction, ...]:
    while added and not added[-1]:
        added = added[:-1]
    return tuple(added)


def _common(prover: Prover, parts: list[Part]) -> Polynomial | None:
    """k, of which every q is a multiple: the largest q, or a single term without its constant factor."""
    q = max((q for _, _, q in parts), key=lambda q: _size(prover, q))
    if q.single is not None:
        m, c = q.single
        constant, *_ = prover.forms.separate(m)
        if constant != ONE:
            return prover.forms.divide(q, constant.scaled(c))
    return q if q.leading()[1] > 0 else -q


def _ratio(prover: Prover, q: Polynomial, k: Polynomial) -> Polynomial | None:
    """c with q = c·k."""
    if q.single is not None and k.single is not None:
        c = prover.forms.divide(q, k)
        return None if c.sides else c
    ratio = q.leading()[1] / k.leading()[1] if q else Fraction(0)
    return number(ratio) if k.scaled(ratio) == q else None


def _size(prover: Prover, q: Polynomial) -> Fraction:
    """|c| for a constant c; else the size of the leading coefficient."""
    if q.sides or q.is_number:
        return abs(q.leading()[1]) if q else Fraction(0)
    found = prover.signs.bounds(q)
    return max(abs(Fraction(end)) for end in (found.low, found.high))
