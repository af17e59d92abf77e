"""False rules that students apply: √(a + b) = √a + √b, (AB)ᵀ = AᵀBᵀ, det(A + B) = det A + det B, √(a²) = a.

Each rule takes the line before and makes the wrong line that it would give. If the student's line is that line, the
mistake is known by its structure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import reduce

from kernelcourse.language.functions import Kind, facts
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import Binary, Call, Node, Number, Sum, Transpose, Unary

from ..reading.symbols import Setting
from .lost_parts import lost_parts
from .many_terms import many_terms
from .one_symbol_edits import places

_OF_MATRICES = ("norm", "det", "max", "min", "rank")  # not linear either
_MOST = 300


def fallacies(node: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    """(misconception, the wrong line it gives), each wrong line once."""
    seen = {node}
    for rule in (
        _conjugates,
        _term_by_term,
        _products,
        _sums,
        _powers,
        _fractions,
        _roots,
        _identities,
        lost_parts,
        many_terms,
    ):
        for edit in places(node, _in_setting(rule, setting)):
            if edit.after not in seen and len(seen) < _MOST:
                seen.add(edit.after)
                yield edit.kind, edit.after


_Local = Callable[[Node, Setting], Iterator[tuple[str, Node]]]


def _in_setting(
    rule: _Local, setting: Setting
) -> Callable[[Node, tuple[str, ...]], Iterator[tuple[str, Node]]]:
    def local(part: Node, scope: tuple[str, ...]) -> Iterator[tuple[str, Node]]:
        yield from rule(part, setting)

    return local


def _bent(name: str) -> bool:
    """Is the function not linear?"""
    return facts(name).kind in (Kind.NUMBER, Kind.WHOLE) or name in _OF_MATRICES


def sum_of(node: Node) -> tuple[str, Node, Node] | None:
    match node:
        case Binary(op="+" | "-" as op, left=left, right=right):
            return op, left, right
    return None


def _term_by_term(part: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    """f(a + b) → f(a) + f(b) for a function that is not linear."""
    match part:
        case Call(function=name, arguments=(Call(function=inner, arguments=(inside,)),)) if _bent(
            name
        ) and _bent(inner):
            found = sum_of(inside)
            if found:
                op, left, right = found
                both = [Call(name, (Call(inner, (side,)),)) for side in (left, right)]
                yield "linearity", Binary("+", both[0], both[1])
        case Call(function=name, arguments=(inside, *rest)) if _bent(name) or name == "inv":
            found = sum_of(inside)
            if found:
                op, left, right = found
                kind = "inverse" if name == "inv" else "linearity"
                both = [Call(name, (side, *rest)) for side in (left, right)]
                yield kind, Binary(op, both[0], both[1])
                yield kind, Binary("+", both[0], both[1])
        case Binary(op="/", left=over, right=under):
            found = sum_of(under)
            if found:
                op, left, right = found
                yield "linearity", Binary(op, Binary("/", over, left), Binary("/", over, right))
        case Binary(
            op="**",
            left=Call(function="norm" | "abs" as name, arguments=(inside,)),
            right=Number(value=2) as power,
        ):
            found = sum_of(inside)
            if found:
                op, left, right = found
                squares = [Binary("**", Call(name, (side,)), power) for side in (left, right)]
                yield "cross-term", Binary(op, squares[0], squares[1])
                yield "cross-term", Binary("+", squares[0], squares[1])
        case Binary(op="**", left=base, right=power) if power != Number(1):
            found = sum_of(base)
            if found and not setting.shape(base):
                op, left, right = found
                kind = "cross-term" if power == Number(2) else "linearity"
                yield kind, Binary(op, Binary("**", left, power), Binary("**", right, power))
            if found:  # an entry by entry power of a sum
                op, left, right = found
                yield "cross-term", Binary("+", Binary("**", left, power), Binary("**", right, power))
        case Binary(op="@", left=left, right=right) if left == right or right == Transpose(left):
            found = sum_of(left)
            if found:
                op, a, b = found
                turned = isinstance(right, Transpose)
                first, last = (Binary("@", side, Transpose(side) if turned else side) for side in (a, b))
                yield "cross-term", Binary("+", first, last)
                middle = Binary("*", Number(2), Binary("@", a, Transpose(b) if turned else b))
                yield "order", Binary("+", Binary(op, first, middle), last)


def _products(part: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    """(AB)ᵀ → AᵀBᵀ, (AB)⁻¹ → A⁻¹B⁻¹, tr(AB) → tr A tr B, log(ab) → log a log b, det(cA) → c det A."""
    match part:
        case Transpose(operand=Binary(op="@") as product):
            turned: list[Node] = [Transpose(factor) for factor in _factors(product)]
            yield "transpose-of-product", reduce(lambda left, right: Binary("@", left, right), turned)
        case Binary(op="@", left=Binary(left=a, right=b) as left, right=Binary(left=c, right=d) as right) if (
            a,
            b,
        ) == (c, d) and {left.op, right.op} == {"+", "-"}:
            yield "order", Binary("-", Binary("@", a, a), Binary("@", b, b))
        case Call(function="inv", arguments=(Binary(op="@", left=left, right=right),)):
            yield "inverse", Binary("@", Call("inv", (left,)), Call("inv", (right,)))
        case Call(function="inv", arguments=(Binary(op="*", left=left, right=right),)):
            yield "inverse", Binary("*", left, Call("inv", (right,)))
        case Call(function="trace", arguments=(Binary(op="@", left=left, right=right),)):
            yield "not-multiplicative", Binary("*", Call("trace", (left,)), Call("trace", (right,)))
        case Call(function="sum" | "mean" as name, arguments=(Binary(op="*", left=left, right=right),)):
            yield "not-multiplicative", Binary("*", Call(name, (left,)), Call(name, (right,)))
        case Call(
            function="exp" | "log" as name, arguments=(Binary(op="*" | "/" as op, left=left, right=right),)
        ):
            yield "not-multiplicative", Binary(op, Call(name, (left,)), Call(name, (right,)))
        case Call(function="norm", arguments=(Binary(op="@", left=left, right=right),)):
            yield "not-multiplicative", Binary("*", Call("norm", (left,)), Call("norm", (right,)))
        case Call(function="abs", arguments=(Binary(op="@", left=left, right=right),)):
            yield "not-multiplicative", Binary("*", Call("norm", (left,)), Call("norm", (right,)))
        case Call(function="det", arguments=(Binary(op="*", left=left, right=right),)) if not setting.shape(
            left
        ):
            yield "scaled-determinant", Binary("*", left, Call("det", (right,)))
        case Call(function="det", arguments=(Unary(op="-", operand=inside),)):
            yield "scaled-determinant", Unary("-", Call("det", (inside,)))
        case Call(function="norm", arguments=(Binary(op="*", left=left, right=right),)) if not setting.shape(
            left
        ):
            yield "sign-of-root", Binary("*", left, Call("norm", (right,)))


def _factors(node: Node) -> list[Node]:
    match node:
        case Binary(op="@", left=left, right=right):
            return [*_factors(left), *_factors(right)]
    return [node]


def _sums(part: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    """Σ fᵢ gᵢ → (Σ fᵢ)(Σ gᵢ), Σ fᵢ² → (Σ fᵢ)²."""
    match part:
        case Sum(body=Binary(op="*", left=left, right=right)):
            yield "not-multiplicative", Binary("*", replace(part, body=left), replace(part, body=right))
        case Sum(body=Binary(op="**", left=inside, right=power)):
            yield "cross-term", Binary("**", replace(part, body=inside), power)
        case Call(function="sum" | "mean", arguments=(Binary(op="**", left=inside, right=power),)):
            yield "cross-term", Binary("**", replace(part, arguments=(inside,)), power)


def _conjugates(part: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    """|z|² → z², ‖v‖² → v·v, z̄ → z of complex numbers."""
    match part:
        case Binary(op="**", left=Call(function="abs", arguments=(inside,)), right=Number(value=2) as power):
            changed: Node = Binary("**", inside, power)
        case Binary(op="**", left=Call(function="norm", arguments=(inside,)), right=Number(value=2)):
            changed = Call("dot", (inside, inside))
        case Call(function="conj", arguments=(inside,)):
            changed = inside
        case _:
            return
    if _of_complex(inside, setting):
        yield "conjugate", changed


def _of_complex(node: Node, setting: Setting) -> bool:
    return any(setting.given[name].is_complex for name in setting.depends(node) & setting.given.keys())


def _powers(part: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    """pᵃpᵇ → p^(ab), (pᵃ)ᵇ → p^(a+b), (Σ x)² → Σ x², log(p²) → (log p)², (a − b)(a − b) → a² − b²."""
    match part:
        case Binary(op="*", left=Binary(op="**", left=p, right=a), right=Binary(op="**", left=q, right=b)):
            if p == q:
                yield "power", Binary("**", p, Binary("*", a, b))
        case Binary(op="**", left=Binary(op="**", left=p, right=a), right=b):
            yield "power", Binary("**", p, Binary("+", a, b))
        case Binary(op="**", left=Call(function="sum" | "mean" as name, arguments=(inside,)), right=power):
            yield "cross-term", Call(name, (Binary("**", inside, power),))
        case Binary(op="**", left=Call(function=name, arguments=(inside,)), right=power) if _bent(name):
            yield "power", Call(name, (Binary("**", inside, power),))
        case Call(function=name, arguments=(Binary(op="**", left=inside, right=power),)) if _bent(name):
            yield "power", Binary("**", Call(name, (inside,)), power)
        case Binary(op="*", left=left, right=right) if left == right and (found := sum_of(left)):
            op, a, b = found
            for sign in (op, "+"):
                yield "cross-term", Binary(sign, Binary("*", a, a), Binary("*", b, b))


def _fractions(part: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    """a/p + b/q → (a + b)/(p + q), (a + p)/p → a."""
    match part:
        case Binary(op="+" | "-" as op, left=Binary(op="/") as one, right=Binary(op="/") as other):
            yield (
                "fraction",
                Binary("/", Binary(op, one.left, other.left), Binary("+", one.right, other.right)),
            )
        case Binary(op="/", left=Binary(op="+" | "-", left=one, right=other), right=under):
            if under in (one, other):
                yield "fraction", one if other == under else other
            match under:
                case Binary(op="*", left=first, right=second):  # (a + b)/(a p) → b/p
                    for cut, left_over in ((first, second), (second, first)):
                        if cut in (one, other):
                            yield "fraction", Binary("/", one if other == cut else other, left_over)


def _roots(part: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    """√(a²) → a, |a| → a."""
    match part:
        case Call(function="sqrt", arguments=(Binary(op="**", left=inside, right=Number(value=2)),)):
            yield "sign-of-root", inside
        case Binary(op="**", left=Binary(op="**", left=inside, right=Number(value=2)), right=power) if _half(
            power
        ):
            yield "sign-of-root", inside
        case Call(function="abs", arguments=(inside,)) if not _of_complex(inside, setting):
            yield "sign-of-root", inside
        case Call(function="sqrt", arguments=(Binary(op="*", left=left, right=right),)):
            for one, other in ((left, right), (right, left)):
                match one:
                    case Binary(op="**", left=inside, right=Number(value=2)):
                        yield "sign-of-root", Binary("*", inside, Call("sqrt", (other,)))
        case Call(function="log", arguments=(Binary(op="**", left=inside, right=Number(value=2)),)):
            yield "sign-of-root", Binary("*", Number(2), Call("log", (inside,)))


def _half(power: Node) -> bool:
    return power == Binary("/", Number(1), Number(2)) or (isinstance(power, Number) and power.value == 0.5)


def _identities(part: Node, setting: Setting) -> Iterator[tuple[str, Node]]:
    """A + λI → A + λ, and AB → A∘B, A⁻¹ entry by entry, SM⁻¹Sᵀ → SSᵀ."""
    match part:
        case Binary(op="@", left=Binary(op="@", left=first, right=Call(function="inv")), right=last):
            yield "dropped-factor", Binary("@", first, last)
        case Binary(op="*", left=scale, right=Call(function="I")):
            yield "forgotten-identity", scale
        case Call(function="I"):
            yield "forgotten-identity", Number(1)
        case Call(function="inv", arguments=(inside,)):
            yield "elementwise-power", Binary("**", inside, Unary("-", Number(1)))
            yield "elementwise-power", Binary("/", Number(1), inside)
        case Binary(op="@", left=left, right=right):
            try:
                square = len(setting.shape(left)) == 2 == len(setting.shape(right))
            except ShapeError:
                square = False
            if square:
                yield "elementwise-power", Binary("*", left, right)
