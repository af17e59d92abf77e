"""Which conditions on the parameters are necessary: each rule refutes the family for all parameters beyond it.

A necessity is a formula in the parameters that is ≥ 0 wherever the family is a kernel. A region is exact if every
condition in it is one of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from kernelcourse.language.reading import Binary, Call, Name, Node, Number, Unary
from kernelcourse.language.tree import walk

from .exact import NotFinite, Unclear, bounded, quadratic_form
from .exactly.algebra import Algebra
from .exactly.forms import Atom, Form, constant, letter
from .exactly.reading import TOO_LONG, UNFIT, Reader, Rejected
from .family_rules import Rules
from .family_signs import deciding
from .family_steps import conditions_of
from .unrolling import chain

if TYPE_CHECKING:
    from .families import Family
    from .family_steps import Condition

SEGMENTS = ("real", "positive", "interval", "ball", "nonzero")  # they hold a segment
ENDLESS = ("real", "positive", "integer")  # they hold 0 and a ray, or its whole numbers
T = Atom("x0")
ZERO, ONE = Number(0), Number(1)


class Necessity:
    """The necessities of one family."""

    def __init__(self, family: Family):
        self.family, self.rules = family, Rules(family)
        self.domain, self.d = family.domain.name, family.domain.dim

    def explains(self, condition: Condition) -> bool:
        """Whether the family is refuted for all parameters that violate the condition."""
        gap = self._read(Binary("-", condition.left, condition.right))
        if gap is None:
            return False
        undefined = {(n.function, n.arguments) for n in walk(self.family.tree) if isinstance(n, Call)}
        if (
            condition.right == ZERO
            and ("log" if condition.op == ">" else "sqrt", (condition.left,)) in undefined
        ):
            return True
        if condition.op == ">" and not self._divides(condition.left):
            return False  # at equality the formula must be undefined
        return deciding(self.family, gap).key in {
            deciding(self.family, form).key for form in self._of(self.family.tree)
        }

    def _divides(self, node: Node) -> bool:
        return any(isinstance(n, Binary) and n.op == "/" and n.right == node for n in walk(self.family.tree))

    def _read(self, node: Node, x: Form | None = None, z: Form | None = None) -> Form | None:
        """The node at x·e₁ and z·e₁ with x, z ≥ 0; None where it is not plainly defined."""
        reader = Reader(Algebra("positive", self.d), self.d, parameters=frozenset(self.family.names))
        rest = [constant(0)] * (self.d - 1)
        places = [[constant(0) if v is None else v, *rest] for v in (x, z)]
        try:
            form = reader(node, x=places[0], z=places[1])
        except (Rejected, *TOO_LONG, *UNFIT):
            return None
        if any(need != "nonzero" or any(a == T for m in P.terms for a, _ in m) for need, P in reader.needs):
            return None
        return form

    def _positive(self, node: Node) -> bool:
        return not self.family.points(node) and self.family.implies_positive(node)

    def _of(self, node: Node) -> Iterator[Form]:
        """Formulas in the parameters that are ≥ 0 if the node is a kernel."""
        x, z = letter("x0"), letter("z0")
        if self.domain not in (*SEGMENTS, "integer"):
            return
        yield from self._of_features(self._read(node, x, z))
        if self.domain != "nonzero":
            yield from filter(self._plain, filter(None, [self._read(node)]))
        yield from self._leading(self._read(node, x, x))
        yield from self._of_growth(node)
        yield from self._of_flatness(node)
        yield from self._of_support(node)
        match node:
            case Call(function="exp", arguments=(f,)):
                yield from self._of_pairs(f)
            case Call(function="sinh", arguments=(f,)):
                yield from self._leading(self._read(f, x, x))  # sinh v ≥ 0 says v ≥ 0
            case Binary(op="*"):
                others = [part for part in chain(node, "*") if not self._positive(part)]
                if len(others) == 1:
                    yield from self._of(others[0])
            case Binary(op="/") if self._positive(node.right):
                yield from self._of(node.left)

    def _plain(self, P: Form) -> bool:
        """Parameters only."""
        return all(a.kind.startswith("parameter ") for m in P.terms for a, _ in m)

    def _coefficients(self, P: Form | None, *letters: Atom) -> dict[tuple[Fraction, ...], Form] | None:
        """P as a polynomial in the letters, with coefficients in the parameters."""
        found: dict[tuple[Fraction, ...], Form] = {}
        for m, c in (Form({}) if P is None else P).terms.items():
            place = tuple(dict(m).get(a, Fraction(0)) for a in letters)
            rest = Form({tuple(f for f in m if f[0] not in letters): c})
            if not self._plain(rest) or any(e < 0 for e in place):
                return None
            found[place] = found.get(place, Form({})) + rest
        return {place: form for place, form in found.items() if form.terms}

    def _of_features(self, P: Form | None) -> Iterator[Form]:
        """Σ Cᵢⱼ xⁱzʲ on infinitely many points is a kernel only if C is PSD: Cᵢᵢ ≥ 0."""
        table = self._coefficients(P, T, Atom("z0")) or {}
        yield from (form for (i, j), form in table.items() if i == j and i.denominator == 1)

    def _leading(self, P: Form | None) -> Iterator[Form]:
        """A sum of powers of t that stays ≥ 0 has a highest coefficient ≥ 0, and if it has one term, that one."""
        table = self._coefficients(P, T) or {}
        if table and (len(table) == 1 or self.domain in ENDLESS):
            yield table[max(table)]

    def _of_pairs(self, f: Node) -> Iterator[Form]:
        """exp(f) is a kernel only if f(x, x) + f(z, z) − 2f(x, z) ≥ 0: here z = 0."""
        if self.domain == "nonzero":
            return
        own, other, across = (
            self._read(f, a, b) for a, b in ((T_FORM, T_FORM), (None, None), (T_FORM, None))
        )
        if own is not None and other is not None and across is not None:
            yield from self._leading(own + other - across.scaled(2))
        found = self._multiple(f)
        if found is not None:  # c·g with parameters in c only: the sign for g at one pair decides
            c, g = found
            pair = np.vstack([np.eye(1, self.d), np.zeros(self.d)])
            try:
                value = bounded(quadratic_form(g, self.family.domain, pair, [1, -1]))
            except (Unclear, NotFinite):
                return
            if abs(value.value) > value.error:
                yield from filter(None, [self._read(c if value.value > 0 else Unary("-", c))])

    def _multiple(self, f: Node) -> tuple[Node, Node] | None:
        """(c, g) if f = c·g, with parameters in c only."""
        points = self.family.points
        if isinstance(f, Unary):
            inner = self._multiple(f.operand)
            return None if inner is None else (Unary(f.op, inner[0]), inner[1])
        if isinstance(f, Binary) and f.op in "*/" and self.family.parameters(f):
            first, second = (f.right, f.left) if f.op == "*" and not points(f.left) else (f.left, f.right)
            inner = self._multiple(first)
            if inner is None or (points(second) and self.family.parameters(second)):
                return None
            c, g = inner
            return (c, Binary(f.op, g, second)) if points(second) else (Binary(f.op, c, second), g)
        return None if self.family.parameters(f) else (ONE, f)

    def _of_growth(self, node: Node) -> Iterator[Form]:
        """|k(x, z)| ≤ k(0, 0) if k(x, x) is constant; exp(−aψ), ψ^r and 1/(c + aψ) are unbounded beyond 0."""
        if self.domain not in ENDLESS:
            return
        exponents = [self._exponent(part) for part in chain(node, "+")]
        for f in exponents if None not in exponents else ():
            across = None if f is None else self._read(f, T_FORM)
            yield from self._leading(None if across is None else across.scaled(-1))
        for base, r in _reciprocals(node):
            across, start = self._read(base, T_FORM), self._read(base)
            diagonal = self._read(base, T_FORM, T_FORM)
            if across is None or start is None or diagonal is None or diagonal.key != start.key:
                continue
            rising = across - start
            if self._plain(start) and deciding(self.family, start).key == constant(1).key and rising.terms:
                heights = (self._coefficients(rising, T) or {}).values()
                if heights and all(
                    deciding(self.family, height).key == constant(1).key for height in heights
                ):
                    yield from filter(None, [self._read(r)])
                if self.domain != "integer" and self._positive(r):
                    yield from self._leading(rising)  # else the denominator is 0 somewhere

    def _exponent(self, node: Node) -> Node | None:
        """f of c·exp(f) with c > 0 and f(x, x) = 0, perhaps times cos(w·(x − z)), which is near 1 again and again."""
        parts = chain(node, "*")
        exps, waves = ([p for p in parts if isinstance(p, Call) and p.function == f] for f in ("exp", "cos"))
        others = [p for p in parts if p not in exps and p not in waves]
        if len(exps) != 1 or not all(map(self._positive, others)) or len(waves) > (node is self.family.tree):
            return None
        if not all(self.rules.odd_difference(wave.arguments[0]) for wave in waves):
            return None
        diagonal = self._read(exps[0].arguments[0], T_FORM, T_FORM)
        return None if diagonal is None or diagonal.terms else exps[0].arguments[0]

    def _of_flatness(self, node: Node) -> Iterator[Form]:
        """|k(s) − k(s + t)|² ≤ 2k(0)(k(0) − k(t)): if k(0) − k(t) falls like t^p with p > 2, k is constant."""
        p = self._drop(node) if self.domain in SEGMENTS else None
        yield from filter(None, [None if p is None else self._read(Binary("-", Number(2), p))])

    def _drop(self, node: Node) -> Node | None:
        """p if k(0) − k(t) ~ c·t^p with c > 0; a factor x·z is a weight on the ray."""
        parts = chain(node, "*")
        left = [p for p in parts if not self._positive(p) and p not in (Name("x"), Name("z"), INNER)]
        if len(parts) > 1:
            return self._drop(left[0]) if len(left) == 1 else None
        match node:
            case Binary(op="/") if self._positive(node.right):
                return self._drop(node.left)
            case Call(function="exp", arguments=(f,)):
                psi = _negated(f)
                return None if psi is None else self._rise(psi)
        for base, r in _reciprocals(node):
            start = self._value(base)
            if start is not None and self._positive(start) and self._positive(r):
                return self._rise(base)
        return None

    def _value(self, node: Node) -> Node | None:
        """c of c + ψ."""
        constants = [part for part in chain(node, "+") if not self.family.points(part)]
        return constants[0] if len(constants) == 1 else None

    def _rise(self, node: Node) -> Node | None:
        """p if ψ(t) = c + a·t^p with a > 0."""
        moving = [part for part in chain(node, "+") if self.family.points(part)]
        if len(moving) != 1:
            return None
        match moving[0]:
            case Binary(op="/", left=left, right=right) if self._positive(right):
                return self._rise(left)
            case Binary(op="**", left=left, right=p) if self.rules.is_size(left) and not self.family.points(
                p
            ):
                return p
            case Binary(op="*"):
                left_over = [part for part in chain(moving[0], "*") if not self._positive(part)]
                return self._rise(left_over[0]) if len(left_over) == 1 else None
        return None

    def _of_support(self, node: Node) -> Iterator[Form]:
        """(1 − r)₊^k is a kernel on R^d exactly for k ≥ (d + 1)/2 (Askey, Golubov)."""
        if self.domain not in ("real", "positive") or not isinstance(node, Binary) or node.op != "**":
            return
        proof = self.rules.compact(node)
        found = [] if proof is None else conditions_of(proof)
        sizes = found and self._positive(node.right) and self._positive(found[0].left)
        if found and sizes and all(map(self.family.implied, found[:-1])):
            yield from filter(None, [self._read(Binary("-", found[-1].left, found[-1].right))])


T_FORM = letter("x0")
INNER = Binary("@", Name("x"), Name("z"))


def _negated(node: Node) -> Node | None:
    """ψ if the node is −ψ."""
    match node:
        case Unary(op="-"):
            return node.operand
        case Binary(op="*" | "/"):
            left = _negated(node.left)
            return None if left is None else Binary(node.op, left, node.right)
    return None


def _reciprocals(node: Node) -> Iterator[tuple[Node, Node]]:
    """(ψ, r) if the node is ψ^(−r) or 1/ψ."""
    match node:
        case Binary(op="**", left=base, right=Unary(op="-", operand=r)):
            yield base, r
        case Binary(op="/", left=Number(value=1), right=base):
            yield base, ONE
