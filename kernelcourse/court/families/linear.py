"""Families k = Σ Cⱼ(a, b, …) bⱼ(x, z): the parameters stand in front of formulas that have none.

A functional is a rule that gives a number ≥ 0 for every kernel (family_functionals.py): its value at a point, a Fourier
coefficient. Suppose that L₁ … Lₙ have a dual basis of kernels e₁ … eₙ: Lᵢ(eⱼ) = [i = j]. Then k = Σ Lᵢ(k) eᵢ, so that
k is a kernel exactly for the parameters with Lᵢ(k) ≥ 0 for all i. The court itself proves the eⱼ.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from kernelcourse.language.reading import Binary, Node, Number, Unary
from kernelcourse.validity import Certificate

from ..algebra.identities import NotReal
from ..algebra.normal_form import TooLarge
from ..exactly.algebra import Algebra
from ..exactly.clock import TimeIsUp, check
from ..exactly.forms import Form, constant
from ..exactly.reading import TOO_LONG, UNFIT, Reader, Rejected
from ..exactly.signs import bounds
from ..exactly.simplex import on_bits, on_simplex
from ..hearing import prove
from .functionals import Functionals
from .signs import deciding
from .steps import ONE, ZERO, Condition, Proof, step
from .written import at_least_zero, is_constant, is_parameter, written

if TYPE_CHECKING:
    from .regions import Family

MOST_PARTS, MOST_FACTORS = 6, 24
MOST_FUNCTIONALS = {1: 24, 2: 24, 3: 18, 4: 14, 5: 12, 6: 11}
SMALL = 1e-9
MINUS = Fraction(-1)
Part = tuple[Node, Node]  # (what has no points, what has no parameters)


@dataclass(frozen=True)
class Found:
    """A proof under conditions each of which is necessary."""

    proof: Certificate
    conditions: tuple[Condition, ...]


def linear(family: Family) -> Found | None:
    """The proof by a dual basis, if there is one."""
    try:
        return _Linear(family).found()
    except (Rejected, *TOO_LONG, *UNFIT, NotReal, TooLarge):
        return None


def parts_of(family: Family, node: Node) -> list[Part] | None:
    """Σ C·b, multiplied out as far as parameters ask for it."""
    if not family.points(node):
        return [(node, ONE)]
    if not family.parameters(node):
        return [(ONE, node)]
    match node:
        case Unary():
            inner = parts_of(family, node.operand)
            return None if inner is None else [(Unary(node.op, c), b) for c, b in inner]
        case Binary(op="+" | "-"):
            left, right = parts_of(family, node.left), parts_of(family, node.right)
            if left is None or right is None:
                return None
            return left + [(c if node.op == "+" else Unary("-", c), b) for c, b in right]
        case Binary(op="*"):
            left, right = parts_of(family, node.left), parts_of(family, node.right)
            if left is None or right is None or len(left) * len(right) > MOST_FACTORS:
                return None
            return [(_joined("*", c, e), _joined("*", b, f)) for c, b in left for e, f in right]
        case Binary(op="/") if not family.parameters(node.right) or not family.points(node.right):
            above = parts_of(family, node.left)
            fixed = family.points(node.right)
            if above is None:
                return None
            return [
                (c, Binary("/", b, node.right)) if fixed else (Binary("/", c, node.right), b)
                for c, b in above
            ]
        case Binary(op="**", right=Number(value=int(n))) if 2 <= n <= 4:
            power: Node = node.left
            for _ in range(n - 1):
                power = Binary("*", power, node.left)
            return parts_of(family, power)
    return None


def _joined(op: str, a: Node, b: Node) -> Node:
    return b if a == ONE else a if b == ONE else Binary(op, a, b)


class _Linear:
    """One family, read as a combination of formulas without parameters."""

    def __init__(self, family: Family):
        self.family = family
        self.algebra = Algebra(family.domain.name, family.domain.dim)
        self.read = Reader(self.algebra, family.domain.dim, parameters=frozenset(family.names))

    def found(self) -> Found | None:
        parts = parts_of(self.family, self.family.tree)
        if parts is None:
            return None
        self.bodies, self.weights = self._basis(parts)
        if not 1 <= len(self.bodies) <= MOST_PARTS:
            return None
        pool = self._different(Functionals(self.family.domain, self.bodies).all())
        numbers = np.array([[self._float(value) for value in row] for row in pool]).reshape(
            -1, len(self.bodies)
        )
        known = self._known()
        rows = [*pool, *known]
        for chosen in combinations(range(len(rows)), len(self.bodies)):
            check()
            matrix = np.array([[self._float(value) for value in rows[i]] for i in chosen])
            scale = float(np.prod(np.linalg.norm(matrix, axis=1)))
            if abs(np.linalg.det(matrix)) <= SMALL * scale:
                continue
            dual = np.linalg.inv(matrix)  # its columns are the eⱼ
            if (numbers @ dual < -SMALL * np.abs(numbers) @ np.abs(dual) - 1e-300).any():
                continue  # a functional is negative on one of them: it is no kernel
            made = self._proof([rows[i] for i in chosen])
            if made is not None:
                return made
        return None

    def _basis(self, parts: list[Part]) -> tuple[list[Node], list[Form]]:
        """Independent formulas without parameters, and independent ones in the parameters before them."""
        read = [self.read(c) for c, _ in parts]
        first, made = _independent(read)
        joint: list[Node] = [parts[i][1] for i in first]
        for i, shares in made.items():
            for place, f in shares.items():
                more = parts[i][1] if f == 1 else _joined("*", Number(_plain(f)), parts[i][1])
                joint[place] = Binary("+", joint[place], more)
        check()
        bodies, made = _independent([self._reduced(self.read(body)) for body in joint])
        weights = [read[first[i]] for i in bodies]
        for i, shares in made.items():
            for place, f in shares.items():
                weights[place] = weights[place] + read[first[i]].scaled(f)
        return [joint[i] for i in bodies], weights

    def _known(self) -> list[list[Form]]:
        """Rows that are > 0 on this family, if not on all kernels: coefficients that are so for all parameters."""
        n = len(self.bodies)
        above = [self.family.implies_positive(written(weight)) for weight in self.weights]
        return [[constant(i == j) for j in range(n)] for i in range(n) if above[i]]

    def _reduced(self, P: Form) -> Form:
        if self.algebra.domain == "binary":
            return on_bits(self.algebra, P)
        return on_simplex(self.algebra, P) if self.algebra.domain == "histogram" else P

    def _float(self, P: Form) -> float:
        reach = bounds(self.algebra, P)
        return float(reach.low) / 2 + float(reach.high) / 2

    def _different(self, pool: list[list[Form]]) -> list[list[Form]]:
        """One of several functionals that differ by a factor, and none that is 0."""
        kept: list[list[Form]] = []
        seen: list[np.ndarray] = []
        for row in pool:
            numbers = np.array([self._float(value) for value in row])
            size = np.abs(numbers).max()
            if not np.isfinite(numbers).all() or size == 0 or not all(map(is_constant, row)):
                continue
            numbers = numbers / size
            if all(np.abs(numbers - other).max() > SMALL for other in seen):
                seen.append(numbers)
                kept.append(row)
        return kept[: MOST_FUNCTIONALS[len(self.bodies)]]

    def _proof(self, rows: list[list[Form]]) -> Found | None:
        """k = Σ Lᵢ(k)·eᵢ, where every eᵢ is proved."""
        n, A = len(rows), self.algebra
        whole = _determinant(A, rows)
        sign = 1 if bounds(A, whole).positive() else -1
        if sign < 0 and not bounds(A, whole.scaled(-1)).positive():
            return None
        premises: list[Proof] = []
        weights: list[Node] = []
        needs: list[Condition] = []
        for i in range(n):
            value = constant(0)
            for weight, row_value in zip(self.weights, rows[i]):
                value = value + A.times(weight, row_value)
            if not value.terms:
                continue  # this eᵢ does not occur
            minors = [
                _determinant(A, [[*row[:j], *row[j + 1 :]] for k, row in enumerate(rows) if k != i])
                for j in range(n)
            ]
            vector = [minor.scaled(sign * (-1) ** (i + j)) for j, minor in enumerate(minors)]
            condition = deciding(self.family, value)
            factor = A.times(_first(value), A.power(A.times(_first(condition), whole.scaled(sign)), MINUS))
            still = Form({tuple(f for f in m if not is_parameter(f[0])): c for m, c in factor.terms.items()})
            moving = A.times(factor, A.power(still, MINUS))
            proof = self._proved(self._combination([A.times(still, c) for c in vector]))
            if proof is None:
                return None
            if moving.number != 1:  # parameters > 0
                inner = Binary("*", written(moving), proof.formula)
                above = [Condition(written(moving), ">", ZERO)]
                proof = step("sum", inner, "a factor > 0", [proof], above, weights=(written(moving),))
            premises.append(proof)
            weights.append(written(condition))
            needs += [] if condition.number == 1 else [at_least_zero(condition)]
        asked = "; ".join(str(need) for need in needs if not self.family.implied(need))
        reason = f"k = Σ Lᵢ(k)·eᵢ, and every kernel has Lᵢ ≥ 0: {asked or 'as is known'}"
        made = step("sum", self.family.tree, reason, premises, needs, weights=tuple(weights))
        return None if made is None else Found(made, tuple(needs))

    def _combination(self, vector: list[Form]) -> Node:
        """Σ c·b."""
        total: Node | None = None
        for P, body in zip(vector, self.bodies):
            if not P.terms:
                continue
            c = written(P)
            part = body if c == ONE else c if body == ONE else Binary("*", c, body)
            total = part if total is None else Binary("+", total, part)
        assert total is not None
        return total

    def _proved(self, tree: Node) -> Proof:
        try:
            return prove(tree, self.family.domain)[0]
        except (ValueError, NotReal, TooLarge):
            return None
        except TimeIsUp:
            check()
            return None


def _plain(f: Fraction) -> Fraction | int:
    return int(f) if f.denominator == 1 else f


def _independent(forms: list[Form]) -> tuple[list[int], dict[int, dict[int, Fraction]]]:
    """(which of the forms are independent, how each of the others is made of those: place ↦ factor)."""
    rows: list[tuple[dict, dict[int, Fraction]]] = []  # reduced forms, and how they are made of the kept ones
    kept: list[int] = []
    made: dict[int, dict[int, Fraction]] = {}
    for number, form in enumerate(forms):
        rest = dict(form.terms)
        used: dict[int, Fraction] = {}
        for row, shares in rows:
            pivot = next(iter(row))
            factor = rest.get(pivot, Fraction(0)) / row[pivot]
            if factor:
                rest = {m: rest.get(m, Fraction(0)) - factor * row.get(m, Fraction(0)) for m in rest | row}
                for i, f in shares.items():
                    used[i] = used.get(i, Fraction(0)) + factor * f
        rest = {m: value for m, value in rest.items() if value}
        if rest:
            rows.append((rest, {len(kept): Fraction(1)} | {i: -f for i, f in used.items()}))
            kept.append(number)
        else:
            made[number] = {i: f for i, f in used.items() if f}
    return kept, made


def _first(P: Form) -> Form:
    return Form(dict([next(iter(P.terms.items()))]))


def _determinant(A: Algebra, rows: list[list[Form]]) -> Form:
    check()
    if not rows:
        return constant(1)
    total = constant(0)
    for j, entry in enumerate(rows[0]):
        if entry.terms:
            below = _determinant(A, [[*row[:j], *row[j + 1 :]] for row in rows[1:]])
            total = total + A.times(entry, below).scaled((-1) ** j)
    return total
