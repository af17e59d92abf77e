"""Which conditions on the parameters are necessary: each rule refutes the family for all parameters beyond it.

A necessity is a formula in the parameters that is ≥ 0 wherever the family is a kernel. A region is exact if every
condition in it is one of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from kernelcourse.language.reading import Binary, Call, Index, Name, Node, Number, Unary
from kernelcourse.language.tree import children, rebuild, walk

from ..algebra.exact import NotFinite, Unclear, bounded, quadratic_form
from ..exactly.algebra import Algebra
from ..exactly.forms import Atom, Form, constant, letter
from ..exactly.reading import TOO_LONG, UNFIT, Reader, Rejected
from ..exactly.signs import bounds, limit
from ..formula.unrolling import chain
from .profiles import ENDLESS, SEGMENTS, Profiles, reciprocals
from .rules import Rules
from .signs import deciding

if TYPE_CHECKING:
    from .regions import Family
    from .steps import Condition

T = Atom("x0")
T_FORM = letter("x0")
ZERO, ONE = Number(0), Number(1)


class Necessity(Profiles):
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
        wanted = deciding(self.family, gap).key
        trees = [self.family.tree, *self._on_axes()]
        return any(deciding(self.family, form).key == wanted for tree in trees for form in self._of(tree))

    def _on_axes(self) -> Iterator[Node]:
        """The formula where only one coordinate is not 0, written for the first one: what is necessary there is so."""
        if self.d == 1 or self.domain not in ("real", "positive", "integer"):
            return
        for place in range(self.d):
            made = _on_axis(self.family.tree, place, self.d)
            if made is not None:
                yield made

    def _divides(self, node: Node) -> bool:
        return any(isinstance(n, Binary) and n.op == "/" and n.right == node for n in walk(self.family.tree))

    def _read(self, node: Node, x: Form | None = None, z: Form | None = None) -> Form | None:
        """The node at x·e₁ and z·e₁ with x, z ≥ 0; None where it is not plainly defined."""
        algebra = Algebra("positive", self.d)
        for name in self.family.names:
            if self._positive(Name(name)):
                limit(algebra, letter(f"parameter {name}"), strict=True)
        reader = Reader(algebra, self.d, parameters=frozenset(self.family.names))
        rest = [constant(0)] * (self.d - 1)
        places = [[constant(0) if v is None else v, *rest] for v in (x, z)]
        try:
            form = reader(node, x=places[0], z=places[1])
        except (Rejected, *TOO_LONG, *UNFIT):
            return None
        for need, P in reader.needs:
            shown = need != "within" and bounds(algebra, P).positive(need != "nonnegative")
            if not shown and (need != "nonzero" or any(a == T for m in P.terms for a, _ in m)):
                return None
        return form

    def _of(self, node: Node) -> Iterator[Form]:
        """Formulas in the parameters that are ≥ 0 if the node is a kernel."""
        x, z = letter("x0"), letter("z0")
        match node:
            case Call(function="exp", arguments=(f,)):
                yield from self._of_pair(f)
            case Binary(op="**", left=Number() as base, right=f):  # base^f = exp(f·log base)
                yield from self._of(Call("exp", (Binary("*", Call("log", (base,)), f),)))
            case Binary(op="**", left=a, right=f) if not self.family.points(a):
                logarithm = Call("log", (a,))
                for form in self._of_pair(Binary("*", logarithm, f)):  # log a ≥ 0 says a ≥ 1
                    above = form.key == (self._read(logarithm) or form).key
                    yield from filter(None, [self._read(Binary("-", *((a, ONE) if above else (ONE, a))))])
        if self.domain not in (*SEGMENTS, "integer"):
            return
        yield from self._of_features(self._read(node, x, z))
        if self.domain != "nonzero":
            yield from filter(self._plain, filter(None, [self._read(node)]))
        yield from self._leading(self._read(node, x, x), near=True)
        yield from self._of_mean(node)
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

    def _leading(self, P: Form | None, near: bool = False) -> Iterator[Form]:
        """A sum of powers of t that stays ≥ 0 has a highest coefficient ≥ 0, near 0 a lowest one."""
        table = self._coefficients(P, T) or {}
        if table and (len(table) == 1 or self.domain in ENDLESS):
            yield table[max(table)]
        if table and near and self.domain in SEGMENTS:
            yield table[min(table)]

    def _of_pairs(self, f: Node) -> Iterator[Form]:
        """exp(f) is a kernel only if f(x, x) + f(z, z) − 2f(x, z) ≥ 0: here z = 0."""
        if self.domain == "nonzero":
            return
        own, other, across = (
            self._read(f, a, b) for a, b in ((T_FORM, T_FORM), (None, None), (T_FORM, None))
        )
        if own is not None and other is not None and across is not None:
            yield from self._leading(own + other - across.scaled(2), near=True)

    def _of_pair(self, f: Node) -> Iterator[Form]:
        """The same for f = c·g with parameters in c only: the sign for g at one pair decides that of c."""
        found = self._multiple(f)
        if found is None or self.domain == "string":
            return
        c, g = found
        first, other = np.eye(1, self.d), np.zeros((1, self.d))
        if self.domain in ("sphere", "nonzero"):
            other = -first
        if self.domain == "histogram":
            other = np.eye(1, self.d, self.d - 1)
        if self.domain == "ball":
            first = first / 2
        try:
            value = bounded(quadratic_form(g, self.family.domain, np.vstack([first, other]), [1, -1]))
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
        for base, r in reciprocals(node):
            across, start = self._read(base, T_FORM), self._read(base)
            diagonal = self._read(base, T_FORM, T_FORM)
            if across is None or start is None or diagonal is None or not self._plain(start):
                continue
            if deciding(self.family, start).key != constant(1).key:
                continue
            rising = across - start
            heights = (self._coefficients(rising, T) or {}).values()
            rises = all(deciding(self.family, height).key == constant(1).key for height in heights)
            if diagonal.key == start.key and heights and rises:
                yield from filter(None, [self._read(r)])
            if self.domain != "integer" and self._positive(r):  # else the denominator is 0 somewhere
                yield from self._leading(rising)
                yield from self._leading(diagonal - start)

    def _exponent(self, node: Node) -> Node | None:
        """f of c·exp(f) with c > 0 and f(x, x) = 0, perhaps times cos(w·(x − z)), which is near 1 again and again."""
        parts = chain(node, "*")
        exps, waves = ([p for p in parts if isinstance(p, Call) and p.function == f] for f in ("exp", "cos"))
        others = [p for p in parts if p not in exps and p not in waves]
        if len(exps) != 1 or not all(map(self._positive, others)) or len(waves) > (node is self.family.tree):
            return None
        if not all(map(self._turns, waves)):
            return None
        diagonal = self._read(exps[0].arguments[0], T_FORM, T_FORM)
        return None if diagonal is None or diagonal.terms else exps[0].arguments[0]


def _on_axis(node: Node, place: int, d: int) -> Node | None:
    """One coordinate becomes x₀, every other 0; |0 − 0| and its multiples drop out. None if x stands alone."""
    match node:
        case Index(operand=Name(id="x" | "z") as point, indices=(Number(value=i),)):
            return Index(point, (ZERO,)) if i == place else ZERO
        case Name(id="x" | "z"):
            return None
        case Call(function="norm", arguments=(Binary(op="-", left=Name(id="x"), right=Name(id="z")),)):
            return Call("abs", (Binary("-", Index(Name("x"), (ZERO,)), Index(Name("z"), (ZERO,))),))
    below = [_on_axis(child, place, d) for child in children(node)]
    if any(child is None for child in below):
        return None
    made = rebuild(node, tuple(child for child in below if child is not None))
    match made:
        case Binary(op="-", left=left, right=right) if left == right:
            return ZERO
        case Binary(op="+", left=left, right=right) if ZERO in (left, right):
            return left if right == ZERO else right
        case Binary(op="-", left=left) if made.right == ZERO:
            return left
        case Binary(op="*" | "@") if ZERO in (made.left, made.right):
            return ZERO
        case Binary(op="/" | "**") if made.left == ZERO and made.right != ZERO:
            return ZERO
        case Unary() | Call(function="abs" | "sqrt" | "sinh" | "sin") if children(made) == (ZERO,):
            return ZERO
        case Call(function="exp" | "cos" | "cosh" | "sinc") if made.arguments == (ZERO,):
            return ONE
    return made
