"""Polynomials whose coefficients are parameters: k = Σ Cᵢⱼ mᵢ(x)mⱼ(z) is a kernel exactly if C is semidefinite.

LDLᵀ with parameters: a pivot that is > 0 completes a square, k = p·f(x)f(z) + rest, and a rest without mixed terms asks
for its coefficients to be ≥ 0. That is necessary, too, where monomials are independent.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.language.reading import Binary, Index, Name, Node, Number
from kernelcourse.validity import Certificate

from ..exactly.algebra import Algebra
from ..exactly.forms import Form, Product, constant
from .steps import ONE, Condition, product, step
from .written import at_least_zero, is_constant, written

if TYPE_CHECKING:
    from .regions import Family
    from .rules import Rules

FREE = ("real", "positive", "interval", "ball", "nonzero", "integer")  # no polynomial is 0 on them but 0
MOST = 5
Table = dict[tuple[Product, Product], Form]


def by_squares(family: Family, rules: Rules) -> Iterator[tuple[Certificate | None, tuple[Condition, ...]]]:
    """A proof by completed squares, with conditions that are all necessary."""
    form = rules.read(family.tree)
    table = None if form is None or family.domain.name not in FREE else _table(form)
    if table is None:
        return
    algebra = Algebra(family.domain.name, family.domain.dim)
    left = sorted({m for m, _ in table}, key=str)
    features: list[tuple[Node, Node]] = []
    needs: list[Condition] = []
    while left:
        pivots = (m for m in left if (m, m) in table and family.implies_positive(written(table[m, m])))
        pivot = next(pivots, None)
        if pivot is None:
            break
        height = table[pivot, pivot]
        shares = {m: _over(algebra, table[pivot, m], height) for m in left if (pivot, m) in table}
        features.append((written(height), _sum([(c, m) for m, c in shares.items()], family.domain.dim)))
        left.remove(pivot)
        for m in left:
            for n in left:
                if m in shares and n in shares:
                    taken = algebra.times(shares[m], table[pivot, n])
                    table[m, n] = table.get((m, n), constant(0)) - taken
    for m in left:
        if any(n != m and table.get((m, n), constant(0)).terms for n in left):
            return
        height = table.get((m, m), constant(0))
        if height.terms:
            needs.append(at_least_zero(height))
            features.append((written(height), _sum([(constant(1), m)], family.domain.dim)))
    reason = "completed squares: Σ c·f(x)·f(z)"
    yield step("features", family.tree, reason, (), needs, features=tuple(features)), tuple(needs)


def _table(form: Form) -> Table | None:
    """C, with monomials of x as rows and the same of z as columns; None if it is no such polynomial."""
    found: Table = {}
    for m, c in form.terms.items():
        sides: dict[str, list[tuple[str, Fraction]]] = {"x": [], "z": []}
        still = []
        for a, e in m:
            if a.kind[0] in sides and a.inner is None and e > 0 and e.denominator == 1:
                sides[a.kind[0]].append((a.kind[1:], e))
            else:
                still.append((a, e))
        place = (tuple(sides["x"]), tuple(sides["z"]))
        found[place] = found.get(place, constant(0)) + Form({tuple(still): c})  # type: ignore[index, arg-type]
    rows = {m for m, _ in found}
    whole = all(is_constant(height) for height in found.values())
    symmetric = all((n, m) in found and found[n, m].key == height.key for (m, n), height in found.items())
    return found if whole and symmetric and len(rows) <= MOST else None


def _over(algebra: Algebra, above: Form, below: Form) -> Form:
    return algebra.times(above, algebra.power(below, Fraction(-1)))


def _sum(parts: list[tuple[Form, Product]], dim: int) -> Node:
    """Σ c·m(x)."""
    total: Node | None = None
    for c, m in parts:
        factors = [] if c.number == 1 and m else [written(c)]
        for place, e in m:
            letter: Node = Name("x") if dim == 1 else Index(Name("x"), (Number(int(place)),))  # type: ignore[call-overload]
            factors.append(letter if e == 1 else Binary("**", letter, Number(int(e))))
        part = product(factors)
        total = part if total is None else Binary("+", total, part)
    return ONE if total is None else total
