"""One equation is a multiple of another: R₂ = M R₁ shows ⇒, and ⇔ if M is invertible."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from kernelcourse.language.in_text import brief
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import Binary, Call, Name, Node, Number, Transpose, Unary, walk

from ..instances.quantities import Quantity
from ..reading.symbols import Setting
from .defined import unproved
from .identity import identity
from .one_point import one_point, vanishes
from .order import terms_of
from .products import chain, factors, transposed
from .signs import Sign, Signs

_NUMBERS = (1, -1, 2, -2, Fraction(1, 2), Fraction(-1, 2), 4, Fraction(1, 4))
_MOST = 12  # candidates that one point does not rule out


def multiplier(source: Node, target: Node, setting: Setting) -> Node | None:
    """M with target = M · source, or None; source and target are numbers, vectors or matrices."""
    tried = 0
    point = one_point((source, target), setting)
    if point is None:
        return None
    for candidate in _candidates(source, target, setting):
        try:
            product = _times(candidate, source, setting)
            if setting.shape(product) != setting.shape(target):
                continue
        except ShapeError:
            continue
        if unproved(candidate, setting):  # a factor must have a value itself: 1/a only where a ≠ 0
            continue
        if vanishes(Binary("-", target, product), point) is False:
            continue
        tried += 1
        if tried > _MOST:
            return None
        if identity(Quantity(target, setting), Quantity(product, setting)).proved:
            return candidate
    return None


def invertible(node: Node, setting: Setting) -> bool:
    """A number that is not zero, a matrix that has an inverse."""
    signs = Signs(setting)
    if not setting.shape(node):
        return signs.of(node) in (Sign.NONZERO, Sign.POSITIVE)
    return signs.form(node) in (Sign.NONZERO, Sign.POSITIVE)


def by_multiplier(before: Node, after: Node, claim: str, setting: Setting) -> tuple[str, str]:
    """(sentence, relation) if one residual is a multiple of the other, for ⇔ an invertible one; else nothing."""
    try:
        if claim in ("iff", "implies"):
            factor = multiplier(before, after, setting)
            if factor is not None:
                relation = "iff" if invertible(factor, setting) else "implies"
                if relation == "iff" or claim == "implies":
                    return _told("this line is the previous one", factor, setting), relation
        if claim in ("iff", "implied by"):
            factor = multiplier(after, before, setting)
            if factor is not None:
                relation = "iff" if invertible(factor, setting) else "implied by"
                if relation != claim == "iff" and _in_its_range(after, factor, setting):
                    return (
                        f"{_told('the previous line is this one', factor, setting)}, and MMᵀz = 0 only where Mᵀz = 0",
                        "iff",
                    )
                if relation == "iff" or claim == "implied by":
                    return _told("the previous line is this one", factor, setting), relation
    except ShapeError:
        return "", ""
    return "", ""


def _in_its_range(node: Node, factor: Node, setting: Setting) -> bool:
    """Does every term of this vector begin with Mᵀ, M being the factor?"""
    numbers, parts = chain(factor, setting)
    if (
        len(parts) != 1
        or not Signs(setting).real(parts[0])
        or any(not invertible(one, setting) for one in numbers)
    ):
        return False
    for _, term in terms_of(node, setting, False):
        if term == Call("zeros", getattr(term, "arguments", ())):
            continue
        first = factors(chain(term, setting)[1][0], setting)[0]
        if not transposed(first, parts[0], setting) or len(setting.shape(term)) != 1:
            return False
    return True


def _told(which: str, factor: Node, setting: Setting) -> str:
    """Which line is which times what: nobody multiplies by 1."""
    match factor:
        case Number(value=1):
            return f"{which} with its terms moved"
        case Binary(op="*", left=Number(value=1), right=rest):
            factor = rest
    return f"{which} times {brief(factor, setting.shape)}"


def _times(factor: Node, node: Node, setting: Setting) -> Node:
    if not setting.shape(factor) or not setting.shape(node):
        return Binary("*", factor, node)
    return Binary("@", factor, node)


def _candidates(source: Node, target: Node, setting: Setting) -> Iterator[Node]:
    scalars = list(_scalars((source, target), setting))
    numbers: list[Node] = [_number(value) for value in _NUMBERS]
    yield from numbers
    matrices = list(_matrices((source, target), setting))
    yield from matrices
    for scalar in scalars:
        for number in numbers:
            yield Binary("*", number, scalar)
            yield Binary("/", number, scalar)
    for matrix in matrices:
        for number in numbers[1:]:
            yield Binary("*", number, matrix)
    for matrix in matrices:
        for scalar in scalars:
            yield Binary("*", scalar, matrix)
            yield Binary("/", matrix, scalar)
            yield Binary("/", Unary("-", matrix), scalar)


def _number(value: int | Fraction) -> Node:
    return Number(value) if value > 0 else Unary("-", Number(-value))


def _scalars(nodes: tuple[Node, ...], setting: Setting) -> Iterator[Node]:
    """Divisors first, then letters that are numbers, then sizes."""
    seen: dict[Node, None] = {}
    for node in nodes:
        for part in walk(node):
            if (
                isinstance(part, Binary)
                and part.op == "/"
                and not isinstance(part.right, Number)
                and not setting.shape(part.right)
            ):
                seen |= dict.fromkeys((part.right, *_factors(part.right)))
    for name in sorted(setting.depends(*nodes)):
        if name in setting.shapes and not setting.shapes[name]:
            seen[Name(name)] = None
    for name in setting.sizes:
        seen[Name(name)] = None
    yield from list(seen)[:8]


def _factors(node: Node) -> Iterator[Node]:
    """N h² is made of N and h²."""
    match node:
        case Binary(op="*", left=left, right=right):
            yield from (*_factors(left), *_factors(right))
        case Number():
            return
        case _:
            yield node


def _matrices(nodes: tuple[Node, ...], setting: Setting) -> Iterator[Node]:
    """What is inverted, its inverse, and the letters and abbreviations that are matrices."""
    seen: dict[Node, None] = {}
    for node in nodes:
        for part in walk(node):
            if isinstance(part, Call) and part.function in ("inv", "solve"):
                seen[part.arguments[0]] = None
                seen[Call("inv", (part.arguments[0],))] = None
    for node in nodes:
        for part in walk(node):
            if isinstance(part, Binary) and part.op in "+-" and len(setting.shape(part)) == 2:
                seen[part] = None
    for name in sorted(setting.depends(*nodes)):
        if len(setting.shapes.get(name, ())) == 2:
            seen[Name(name)] = None
            seen[Transpose(Name(name))] = None
    yield from list(seen)[:12]
