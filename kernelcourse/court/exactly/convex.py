"""Whether f falls and is convex from some t on, and where it ends: by Sturm's theorem.

f(t) is c·h(r) + b with a rational function r of s (quotients.py), and h one of: nothing, exp, log, arctan, a power.
Then the n-th derivative is h′(r)·qₙ with q₁ = r′ and qₙ₊₁ = qₙ′ + (h″/h′)(r)·r′·qₙ, and h″/h′ is rational again: 1,
−1/r, −2r/(1 + r²), (p − 1)/r. In R^d more derivatives must alternate in sign (Askey): `order` says how many.
"""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from functools import reduce
from math import inf

from kernelcourse.language.reading import Binary, Call, Name, Node, Number, Unary
from kernelcourse.language.tree import free_names, substitute, walk

from .algebra import Algebra
from .clock import check
from .quotients import NotRational, Quotient, Reach, Scale, constant, number
from .reading import TOO_LONG, UNFIT, Reader, Rejected
from .signs import bounds
from .written import formula

PER_NODE = 12  # microseconds
STEPS = 24  # for a mean
RISING = ("exp", "log", "arctan")  # each with h′ > 0


def end_of_convex(f: Node, start: int = 0, far: Fraction | float = inf, order: int = 2) -> Node | None:
    """What must be ≥ 0 if f is continuous, convex and never rises from t = start on; None if that is not clear.

    It is the limit of f as t → ∞, or a bound below its mean up to `far`: as an even function of period 2·far it has
    cosine coefficients ≥ 0, since it is convex, except perhaps the mean. For an order above 2 the first derivatives, so
    many, must alternate in sign, and there is no end but ∞.
    """
    try:
        reach = (Fraction(start), far if isinstance(far, Fraction) and order == 2 else None)
        end = _end(f, 1, reach, order)
    except (NotRational, ZeroDivisionError):
        return None
    if end is not None and reach[1] is not None:
        return _below_mean(f, reach[1])
    return None if end is None or "inf" in free_names(end) else end


def _end(f: Node, sign: int, reach: Reach, order: int) -> Node | None:
    """The same for sign·f, with the limit of f itself."""
    check(PER_NODE * sum(1 for _ in walk(f)))
    inner: Node | None
    match f:
        case Unary():
            inner = _end(f.operand, -sign if f.op == "-" else sign, reach, order)
            return None if inner is None else Unary(f.op, inner)
        case Binary(op="+" | "-") if "t" not in free_names(f.left):
            inner = _end(f.right, -sign if f.op == "-" else sign, reach, order)
            return None if inner is None else Binary(f.op, f.left, inner)
        case Binary(op="+" | "-") if "t" not in free_names(f.right):
            inner = _end(f.left, sign, reach, order)
            return None if inner is None else Binary(f.op, inner, f.right)
        case Binary(op="*") if c := _sign(f.left):
            inner = _end(f.right, c * sign, reach, order)
            return None if inner is None else Binary("*", f.left, inner)
        case Binary(op="*" | "/") if c := _sign(f.right):
            inner = _end(f.left, c * sign, reach, order)
            return None if inner is None else Binary(f.op, inner, f.right)
    with suppress(NotRational):
        if (found := _composed(f, sign, reach, order)) is not None:
            return found
    return _of_convex(f, sign, reach, order)


def _of_convex(f: Node, sign: int, reach: Reach, order: int) -> Node | None:
    """exp(u) for u convex and falling; c/u for u concave, rising and > 0: it is enough that u > 0 at the start."""
    made: Node | None
    match f:
        case Call(function="exp", arguments=(u,)) if sign > 0:
            end = _end(u, 1, reach, order)
            made = None if end is None else Call("exp", (end,))
        case Binary(op="/", right=u) if _sign(f.left) == sign and _is_positive(
            _at(u, reach[0] or Fraction(0))
        ):
            end = _end(u, -1, reach, order)
            made = None if end is None else Binary("/", f.left, end)
        case Binary(op="+" | "-"):
            ends = [
                _end(f.left, sign, reach, order),
                _end(f.right, -sign if f.op == "-" else sign, reach, order),
            ]
            return None if None in ends else Binary(f.op, *ends)  # type: ignore[arg-type]
        case Binary(op="*") if sign > 0:  # both are ≥ 0, as they fall to a limit ≥ 0
            ends = [_end(u, 1, reach, order) for u in (f.left, f.right)]
            last = ends if reach[1] is None else [_at(u, reach[1]) for u in (f.left, f.right)]
            known = None not in ends and all(
                end is not None and _is_positive(end, strict=False) for end in last
            )
            return Binary("*", *ends) if known else None  # type: ignore[arg-type]
        case _:
            return None
    return Number(0) if end is not None and "inf" in free_names(end) else made


def _is_positive(c: Node, strict: bool = True) -> bool:
    algebra = Algebra("real", 1)
    try:
        return bounds(algebra, Reader(algebra, 1)(c)).positive(strict)
    except (Rejected, *TOO_LONG, *UNFIT):
        return False


def _sign(node: Node) -> int:
    """The sign of a constant factor; 0 if it is none."""
    c = Fraction(1) if node == Name("pi") else constant(node)
    return 0 if not c else 1 if c > 0 else -1


def _composed(f: Node, sign: int, reach: Reach, order: int) -> Node | None:
    """f = h(r)."""
    try:
        scale = Scale(f, reach)
        return _end_of(scale, scale.read(f), sign, "", Fraction(1), order)
    except NotRational:
        pass
    match f:
        case Call() if f.function in RISING:
            name, p, inside = f.function, Fraction(1), f.arguments[0]
        case Call(function="sqrt"):
            name, p, inside = "power", Fraction(1, 2), f.arguments[0]
        case Binary(op="**") if (c := constant(f.right)) is not None and c:
            name, p, inside = "power", c, f.left
        case _:
            return None
    scale = Scale(inside, reach)
    return _end_of(scale, scale.read(inside), sign, name, p, order)


def _end_of(scale: Scale, r: Quotient, sign: int, name: str, p: Fraction, order: int) -> Node | None:
    reach, last = scale.reach, scale.end(r)
    inside = name not in ("log", "power") or r.positive(reach, strict=name == "log" or p < 0)  # 0^p is 0
    if not scale.is_finite(r) or not inside:
        return None
    first = current = scale.change(r)
    if name:  # h″/h′
        one = number(1)
        bend = {"exp": one, "log": number(-1), "power": number(p - 1), "arctan": number(-2) * r}[name]
        if name in ("log", "power"):
            bend = bend * r.inverse()
        if name == "arctan":
            bend = bend * (one + r * r).inverse()
    way = number(sign if p > 0 else -sign)
    for _ in range(order):
        way = number(-1) * way
        if not (way * current).positive(reach):
            return None
        current = scale.change(current) + (bend * first * current if name else number(0))
    return _limit(last, r, name, p)


def _limit(last: Fraction | None, r: Quotient, name: str, p: Fraction) -> Node:
    """h at the end of r; Name("inf") if there is none."""
    nowhere = Name("inf")
    if last is not None:
        if name == "power":
            return formula("r**p", r=last, p=p) if last > 0 else nowhere
        return Call(name, (Number(last),)) if name else Number(last)
    below = r.above[-1] * r.below[-1] < 0
    if (name == "exp" and below) or (name == "power" and p < 0):
        return Number(0)
    if name == "arctan":
        half = formula("pi/2")
        return Unary("-", half) if below else half
    return nowhere


def sequence_is_convex(f: Node) -> tuple[Node, Node] | None:
    """(f(0) − 2f(1) + f(2), the limit) if f is convex and falls for t ≥ 1: what is left to look at for whole t ≥ 0."""
    end = end_of_convex(f, 1)
    values = {name: _at(f, n) for n, name in enumerate("abc")}
    return None if end is None else (formula("a - 2*b + c", **values), end)


def _below_mean(f: Node, far: Fraction) -> Node:
    """A convex function has at least the mean of its tangents, in the middle of each of some equal steps."""
    middles = [_at(f, far * Fraction(2 * n + 1, 2 * STEPS)) for n in range(STEPS)]
    return Binary("/", reduce(lambda a, b: Binary("+", a, b), middles), Number(STEPS))


def _at(f: Node, n: Fraction | int) -> Node:
    return substitute(f, {"t": Number(n)})
