"""Signs of formulas in parameters: at given values, and what follows from conditions."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kernelcourse.language.reading import Binary, Call, Name, Node, Number
from kernelcourse.language.tree import free_names, substitute

from ..exactly.algebra import Algebra
from ..exactly.forms import Atom, Form
from ..exactly.reading import TOO_LONG, UNFIT, Reader, Rejected
from ..exactly.signs import atom_bounds, bounds, limit
from .steps import Condition

if TYPE_CHECKING:
    from .regions import Family


def holds(condition: Condition, values: dict[str, Fraction]) -> bool:
    """Whether it is certain, and both sides are defined."""
    sign = sign_of(substitute(condition.gap, {name: Number(value) for name, value in values.items()}))
    return sign == 1 or (sign == 0 and condition.op == ">=")


def sign_of(node: Node) -> int | None:
    """The sign of a formula without letters; None if it is undefined, or too close to 0 to tell."""
    algebra = Algebra("real", 1)
    reader = Reader(algebra, 1)
    try:
        value = reader(node)
        reach = bounds(algebra, value)
        if not all(_holds(algebra, need, P) for need, P in reader.needs):
            return None
    except (Rejected, *TOO_LONG, *UNFIT):
        return None
    if reach.positive():
        return 1
    return -1 if (-reach).positive() else 0 if algebra.is_zero(value) else None


def _holds(algebra: Algebra, need: str, P: Form) -> bool:
    reach = bounds(algebra, P)
    if need == "within":
        return reach.low >= -1 and reach.high <= 1
    return reach.positive(need != "nonnegative") or (need == "nonzero" and (-reach).positive())


def follows(condition: Condition, asked: tuple[Condition, ...]) -> bool:
    """a ≥ c follows from a ≥ b or a > b with numbers b ≥ c; products of numbers ≥ 0 are ≥ 0."""
    left, zero = condition.left, Number(0)
    if condition.right == zero:
        match left:
            case Binary(op="*" | "+"):
                return all(
                    follows(Condition(half, condition.op, zero), asked) for half in (left.left, left.right)
                )
            case Binary(op="/"):
                above = follows(Condition(left.left, condition.op, zero), asked)
                return above and follows(Condition(left.right, ">", zero), asked)
            case Binary(op="**"):
                n = left.right.value if isinstance(left.right, Number) else None
                if isinstance(n, int) and n > 0 and n % 2 == 0 and condition.op == ">=":
                    return True
                strict = not (isinstance(n, int) and n > 0) or condition.op == ">"
                return follows(Condition(left.left, ">" if strict else ">=", zero), asked)
            case Call(function="exp"):
                return True
            case Call(function="log", arguments=(inside,)):
                return follows(Condition(inside, condition.op, Number(1)), asked)
            case Call(function="sqrt", arguments=(inside,)):
                return follows(Condition(inside, condition.op, zero), asked)
    if isinstance(condition.left, Number) and isinstance(condition.right, Number):
        return holds(condition, {})
    for known in asked:
        for side, other, mine, yours in (
            (known.left, known.right, condition.left, condition.right),
            (known.right, known.left, condition.right, condition.left),
        ):
            if side != mine or free_names(other) or free_names(yours):
                continue
            ends = (other, yours) if side is known.left else (yours, other)
            gap = sign_of(Binary("-", *ends))
            if gap == 1 or (gap == 0 and (condition.op == ">=" or known.op == ">")):
                return True
    return False


def _is_positive(family: Family, a: Atom) -> bool:
    """π, roots, log 2 and parameters that are > 0."""
    if a.kind.startswith("parameter "):
        return family.implies_positive(Name(a.kind.removeprefix("parameter ")))
    return atom_bounds(Algebra("real", 1), a).positive()


def deciding(family: Family, P: Form) -> Form:
    """What decides the sign of P: without factors that are > 0 for all parameters asked about, and a for a³ or 1/a."""
    if not P.terms:
        return P
    common = dict(next(iter(P.terms)))
    for m in P.terms:
        powers = dict(m)
        common = {a: min(e, powers[a]) for a, e in common.items() if a in powers}
    taken = {a: e for a, e in common.items() if _is_positive(family, a)}
    scale = abs(min(P.terms.items(), key=lambda term: [(a.key, e) for a, e in term[0]])[1])
    made: dict[Any, Fraction] = {}
    for m, c in P.terms.items():
        left = tuple((a, e - taken.get(a, Fraction(0))) for a, e in m if e != taken.get(a, Fraction(0)))
        made[left] = c / scale
    if len(made) == 1:
        ((m, c),) = made.items()
        if len(m) == 1 and m[0][1].denominator == 1 and m[0][1] % 2 == 1:
            made = {((m[0][0], Fraction(1)),): c}
    return Form(made)


def within_bounds(condition: Condition, asked: tuple[Condition, ...], names: tuple[str, ...]) -> bool:
    """Whether it follows from intervals for the parameters: a² + 1/3 ≥ 0."""
    algebra = Algebra("real", 1)
    reader = Reader(algebra, 1, parameters=frozenset(names))
    try:
        for known in asked:
            limit(algebra, reader(known.gap).unit, known.op == ">")
        reader.needs.clear()
        form = reader(condition.gap)
        return not reader.needs and bounds(algebra, form).positive(condition.op == ">")
    except (Rejected, *TOO_LONG, *UNFIT):
        return False


def is_empty(asked: tuple[Condition, ...]) -> bool:
    """Whether the conditions contradict each other: numbers on both sides of one formula, the wrong way round."""
    lower = [(c.left, c.right, c.op) for c in asked if not free_names(c.right)]
    upper = [(c.right, c.left, c.op) for c in asked if not free_names(c.left)]
    for term, low, op in lower:
        for other, high, op_too in upper:
            gap = sign_of(Binary("-", high, low)) if term == other else 1
            if gap == -1 or (gap == 0 and ">" in (op, op_too)):
                return True
    return any(not free_names(c.gap) and not holds(c, {}) for c in asked)
