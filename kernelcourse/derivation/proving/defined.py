"""Where a line has a value: every inverse, quotient, root and logarithm leaves a side condition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kernelcourse.language.functions import Defined, facts
from kernelcourse.language.tree import (
    Binary,
    Call,
    Index,
    Name,
    Node,
    Number,
    Sum,
    Unary,
    children,
    free_names,
)

from ..ranges.numbers import Nonnegative, Scalar
from ..reading.symbols import Setting
from .exponents import Sums, fixed, never_negative, whole
from .obligation import Obligation, implied, plainly
from .signs import Sign, Signs
from .sylvester import together

_NOT_ZERO = ("!=", Number(0))


def surely_fails(one: Obligation, setting: Setting) -> bool:
    """cos a and sin a vanish somewhere, but at no fraction that an instance could hold: a is any number."""
    if one.need != "nonzero" or not isinstance(one.node, Call) or one.node.function not in ("cos", "sin"):
        return False
    inside = one.node.arguments[0]
    if (
        isinstance(inside, Binary)
        and inside.op == "*"
        and isinstance(inside.left, Number)
        and inside.left.value
    ):
        inside = inside.right
    range_ = setting.given.get(inside.id) if isinstance(inside, Name) else None
    return isinstance(range_, (Scalar, Nonnegative))


def obligations(node: Node, setting: Setting) -> tuple[Obligation, ...]:
    """Everything this expression asks for, each once."""
    return tuple(dict.fromkeys(_asked(node, setting, frozenset(), {})))


def unproved(node: Node, setting: Setting, granted: tuple[Node, ...] = ()) -> tuple[Obligation, ...]:
    """What neither the ranges of the letters grant nor the line before, which is defined."""
    signs = Signs(setting)
    known = [one for other in granted for one in obligations(other, setting)]
    known += [
        Obligation("nonzero", left) for sign, left, right in setting.where if (sign, right) == _NOT_ZERO
    ]
    before = {one for met in known for one in implied(met, setting)}
    open_ = [
        one
        for one in obligations(node, setting)
        if not any(met.grants(plainly(one)) for met in before) and not one.follows(signs)
    ]
    return tuple(
        replace(one, setting=setting)
        for one in open_
        if not any(together(plainly(one), met, setting) for met in before)
    )


def covered(before: Node, after: Node, unknown: tuple[str, ...], setting: Setting) -> bool:
    """Has the first a value at all solutions of the second? Not (x² − 1)/(x − 1) at those of x = 1."""
    lost = unproved(before, setting, (after,))
    return not any(setting.depends(one.node) & set(unknown) for one in lost)


def _asked(node: Node, setting: Setting, seen: frozenset[str], sums: Sums) -> Iterator[Obligation]:
    match node:
        case Name() if node.id in setting.define and node.id not in seen:
            yield from _asked(setting.define[node.id], setting, seen | {node.id}, sums)
        case Binary(op="/"):
            yield from _divisor(node.right)
        case Binary(op="**"):
            yield from _exponent(node, setting, sums)
        case Call(function="inv" | "solve"):
            yield Obligation("invertible", node.arguments[0])
        case Call() if facts(node.function).domain is not Defined.EVERYWHERE:
            yield from _argument(node, setting)
        case Index() if not _fits(node, setting):
            yield Obligation("other", node)
    if isinstance(node, Sum):
        sums = {**sums, **dict(node.ranges)}
    for below in children(node):
        for one in _asked(below, setting, seen, sums):
            yield _inside(one, node) if isinstance(node, Sum) else one


def _inside(one: Obligation, around: Sum) -> Obligation:
    """Asked for these values of an index only; where the sum has no terms, for none."""
    indices = free_names(one.node)
    ranges = (pair for pair in around.ranges if pair[0] in indices or not isinstance(pair[1], Name))
    return replace(one, within=(*one.within, *ranges))


def _argument(node: Call, setting: Setting) -> Iterator[Obligation]:
    """What a function of a number asks of its argument: a complex one has a root, and a logarithm unless it is 0."""
    (inside, *_), domain = node.arguments, facts(node.function).domain
    real = domain not in (Defined.POSITIVE, Defined.NONNEGATIVE) or Signs(setting).real(inside)
    match domain:
        case Defined.POSITIVE:
            yield Obligation("positive" if real else "nonzero", inside)
        case Defined.NONNEGATIVE:
            yield from [Obligation("nonnegative", inside)] if real else []
        case Defined.TURNS:
            yield Obligation("nonzero", Call("cos", node.arguments))
        case _:
            yield Obligation("other", node)


def _fits(node: Index, setting: Setting) -> bool:
    """x[0] always exists, x[1] only if there are two entries; the indices of sums are tried one by one."""
    shape = setting.shape(node.operand)
    for index, size in zip(node.indices, shape, strict=False):
        fixed = index.value if isinstance(index, Number) and isinstance(index.value, int) else 0
        if fixed > 0 and (size.names or size.size({}) <= fixed):
            return False
    return True


def _divisor(node: Node) -> Iterator[Obligation]:
    """A product is not zero if no factor is."""
    if isinstance(node, Binary) and node.op == "*":
        yield from _divisor(node.left)
        yield from _divisor(node.right)
    elif isinstance(node, Binary) and node.op == "/":
        yield from _divisor(node.left)
    elif not isinstance(node, Number) or node.value == 0:
        yield Obligation("nonzero", node)


def _exponent(node: Binary, setting: Setting, sums: Sums) -> Iterator[Obligation]:
    exponent = node.right
    ratio = fixed(exponent)
    if ratio is not None and ratio.denominator > 1:
        yield Obligation("positive" if ratio < 0 else "nonnegative", node.left)
        return
    inside = exponent.operand if isinstance(exponent, Unary) else exponent
    falls = isinstance(exponent, Unary) and exponent.op == "-"
    if isinstance(inside, Number) and isinstance(inside.value, int):
        if falls or inside.value < 0:
            yield from _divisor(node.left)
    elif isinstance(inside, Number):
        yield Obligation("positive" if falls else "nonnegative", node.left)
    elif not whole(inside, setting):
        rises = Signs(setting).of(exponent) == Sign.POSITIVE  # 0ᵖ is 0 for p > 0
        yield Obligation("nonnegative" if rises else "positive", node.left)
    elif not never_negative(exponent, setting, sums):
        yield from _divisor(node.left)
