"""k(x, z) = Σ_J J(x, z) · Σᵢⱼ Cᵢⱼ fᵢ(x) fⱼ(z): a sum of products, a kernel if every J is one and every C is PSD.

With no joint factor J at all the formula is a finite feature expansion f(x)ᵀ C f(z), and C decides.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..algebra.linear_algebra import squares_of_form
from ..algebra.normal_form import ONE, ZERO, Atom, Polynomial, from_term, monomial
from ..algebra.substitution import swapped

if TYPE_CHECKING:
    from ..prover import Prover


@dataclass
class Group:
    """One joint factor J, the features fᵢ that go with it, and the table C of constants."""

    joint: Polynomial
    features: dict[str, Polynomial] = field(default_factory=dict)
    table: dict[tuple[str, str], Polynomial] = field(default_factory=dict)

    def add(self, left: Polynomial, right: Polynomial, constant: Polynomial) -> None:
        for feature in (left, right):
            self.features.setdefault(feature.key, feature)
        place = (left.key, right.key)
        self.table[place] = self.table.get(place, ZERO) + constant

    @property
    def constant(self) -> Polynomial | None:
        """c, if the group is c·J."""
        return self.table[ONE.key, ONE.key] if list(self.features) == [ONE.key] else None


def groups(prover: Prover, P: Polynomial) -> list[Group]:
    """The terms of P, gathered by their joint factor."""
    found: dict[str, Group] = {}
    for m, c in P.terms.items():
        constant, left, right, joint = prover.forms.separate(m)
        group = found.setdefault(joint.key, Group(joint))
        group.add(left, swapped(prover.forms, right), constant.scaled(c))
    return list(found.values())


def as_features(prover: Prover, group: Group) -> list[tuple[Polynomial, Polynomial]] | None:
    """Σᵢⱼ Cᵢⱼ fᵢ(x) fⱼ(z) = Σₗ cₗ gₗ(x) gₗ(z), cₗ ≥ 0: C = Σ cₗ hₗhₗᵀ, or its diagonal dominates."""
    names = list(group.features)
    entries = [[group.table.get((p, q), ZERO) for q in names] for p in names]
    flat = [entry for row in entries for entry in row if entry]
    if not flat:
        return []
    unit = ONE
    if not all(entry.is_number for entry in flat):
        first = flat[0].single
        unit = from_term(first[0], Fraction(1)) if first is not None else ONE
    scaled = [[prover.forms.divide(entry, unit) if entry else ZERO for entry in row] for row in entries]
    if all(entry.is_number for row in scaled for entry in row) and prover.constant_sign(unit) == 1:
        found = squares_of_form([[entry.number for entry in row] for row in scaled])
        if found is None:
            return None
        return [(unit.scaled(c), _combination(group, names, h)) for c, h in found]
    return _dominated(prover, group, names, entries)


def _combination(group: Group, names: list[str], h: list[Fraction]) -> Polynomial:
    total = ZERO
    for b, name in zip(h, names):
        total = total + group.features[name].scaled(b)
    return total


def _dominated(
    prover: Prover, group: Group, names: list[str], entries: list[list[Polynomial]]
) -> list[tuple[Polynomial, Polynomial]] | None:
    """C = Σ |Cᵢⱼ| (eᵢ ± eⱼ)² + Σ (Cᵢᵢ − Σ |Cᵢⱼ|) eᵢ²."""
    found: list[tuple[Polynomial, Polynomial]] = []
    left = [entries[i][i] for i in range(len(names))]
    for i in range(len(names)):
        for j in range(i):
            if entries[i][j] != entries[j][i]:
                return None
            sign = prover.constant_sign(entries[i][j])
            if sign is None:
                return None
            if sign:
                size = entries[i][j].scaled(Fraction(sign))
                pair = group.features[names[i]] + group.features[names[j]].scaled(Fraction(sign))
                found.append((size, pair))
                left[i], left[j] = left[i] - size, left[j] - size
    for c, name in zip(left, names):
        sign = prover.constant_sign(c)
        if sign is None or sign < 0:
            return None
        if sign:
            found.append((c, group.features[name]))
    return found


def constant(prover: Prover, P: Polynomial) -> Certificate | None:
    """A constant c ≥ 0 is a kernel."""
    if P.sides:
        return None
    if not P:
        return prover.certificate("constant", P, "every Gram matrix is zero, and 0 ≥ 0")
    if prover.constant_sign(P) in (0, 1):
        return prover.certificate("constant", P, "c = √c·√c with c ≥ 0: one constant feature")
    return None


def common_factor(prover: Prover, P: Polynomial) -> Certificate | None:
    """g(x) k(x, z) g(z) is a kernel if k is: the features of k, each multiplied by g."""
    left: dict[Atom, Fraction] | None = None
    exponentials: set[str] = set()
    exponential = ONE
    for m in P.terms:
        mine: dict[Atom, Fraction] = {}
        part = prover.forms.separate(m)[1]
        assert part.single is not None
        own = ONE
        for a, e in part.single[0]:
            if a.kind == "exp":
                own = from_term(((a, e),), Fraction(1))
            else:
                mine[a] = e
        exponentials.add(own.key)
        exponential = own
        left = mine if left is None else {a: min(e, mine[a]) for a, e in left.items() if a in mine}
    if left is None:
        return None
    g = from_term(monomial(left), Fraction(1))
    if len(exponentials) == 1:
        g = prover.forms.multiply(g, exponential)
    if g == ONE or not g.sides:
        return None
    inside = _divided(prover, P, g, swapped(prover.forms, g))
    if inside is None:
        return None
    if not inside.sides:
        if prover.constant_sign(inside) not in (0, 1):
            return None
        data = ((prover.tree(inside), prover.tree(g)),)
        return prover.certificate("features", P, f"c·f(x)·f(z) with f(x) = {prover.show(g)}", features=data)
    proof = prover.kernel(inside)
    if proof is None:
        return None
    reason = f"g(x) = {prover.show(g)} multiplies every feature"
    return prover.certificate("weighting", P, reason, (proof,), g=prover.tree(g))


def _divided(prover: Prover, P: Polynomial, *parts: Polynomial) -> Polynomial | None:
    """P divided by single terms: exponents are subtracted, nothing is multiplied out."""
    taken: dict[Atom, Fraction] = {}
    for part in parts:
        if part.single is None or part.single[1] != 1:
            return None
        for a, e in part.single[0]:
            taken[a] = taken.get(a, Fraction(0)) + e
    result = ZERO
    for m, c in P.terms.items():
        factors = dict(m)
        for a, e in taken.items():
            factors[a] = factors.get(a, Fraction(0)) - e
        result = result + prover.forms.term({a: e for a, e in factors.items() if e}).scaled(c)
    return result


def feature_matrix(prover: Prover, P: Polynomial) -> Certificate | None:
    """f(x)ᵀ C f(z) with C symmetric PSD: C = HᵀH, so the features are H f(x)."""
    found = groups(prover, P)
    if len(found) != 1 or found[0].joint != ONE:
        return None
    return _of_features(prover, P, found[0])


def _of_features(prover: Prover, P: Polynomial, group: Group) -> Certificate | None:
    features = as_features(prover, group)
    if features is None:
        return None
    shown = ", ".join(f"({prover.show(c)}, {prover.show(g)})" for c, g in features[:4])
    more = f" and {len(features) - 4} more" if len(features) > 4 else ""
    data = tuple((prover.tree(c), prover.tree(g)) for c, g in features or [(ZERO, ONE)])
    return prover.certificate("features", P, f"Σ c·f(x)·f(z) over (c, f(x)) = {shown}{more}", features=data)


def sum_of_products(prover: Prover, P: Polynomial) -> Certificate | None:
    """Every joint factor is a kernel, and every table of constants is PSD."""
    found = groups(prover, P)
    if len(found) == 1 and found[0].constant is not None and found[0].constant == ONE:
        return None  # P is the joint factor itself: single_factor has looked at it
    if len(found) > 40:
        return None
    tables = [as_features(prover, group) for group in found]
    if any(table is None for table in tables):
        return None
    premises = []
    for group in found:
        part = _total_of(prover, group)
        if group.joint == ONE:
            proof = _of_features(prover, part, group) if part.sides else constant(prover, part)
        else:
            inner = prover.kernel(group.joint)
            proof = None if inner is None else _weighted(prover, group, part, inner)
        if proof is None:
            return None
        premises.append(proof)
    return prover.sum(P, premises)


def _weighted(prover: Prover, group: Group, part: Polynomial, inner: Certificate) -> Certificate | None:
    if group.constant is not None:
        return prover.multiple(part, group.constant, inner)
    features = Group(ONE, group.features, group.table)
    left = _of_features(prover, _total_of(prover, features), features)
    if left is None:
        return None
    return prover.certificate(
        "product", part, "a product of kernels: all products of features", (left, inner)
    )


def _total_of(prover: Prover, group: Group) -> Polynomial:
    result = ZERO
    for (left, right), c in group.table.items():
        factor = prover.forms.multiply(group.features[left], swapped(prover.forms, group.features[right]))
        result = result + prover.forms.product(c, factor, group.joint)
    return result
