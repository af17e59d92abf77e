"""Inequalities with logarithms as inequalities with exponentials, and those with | | or max in several pieces.

Σ c log u + R ≥ 0 says that Π u^c ≥ e^{−R}; where a logarithm has other factors, log(α + βx) is a new letter s, and x is
(eˢ − α)/β.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from kernelcourse.language.errors import Unsupported
from kernelcourse.language.tree import Binary, Call, Name, Node, Number, Unary, substitute, transform, walk

from ...reading.symbols import Setting
from .reading import Domain, Reader

_MOST = 4


@dataclass(frozen=True)
class Claim:
    """high ≥ low, or > ; letters may have other intervals than their ranges."""

    low: Node
    high: Node
    domains: tuple[tuple[str, Domain], ...] = ()


def pieces(claim: Claim, setting: Setting) -> Iterator[Claim]:
    """The claim without | | and max: all of these must hold."""
    whole = Binary("-", claim.high, claim.low)
    bent = next((one for one in walk(whole) if _choices(one)), None)
    if bent is None:
        yield claim
        return
    first, second = _choices(bent)
    larger = isinstance(bent, Call) and bent.function != "min"
    for chosen, other in ((first, second), (second, first)):
        inside = _swapped(claim, bent, chosen)
        apart = Binary("-", chosen, other) if larger else Binary("-", other, chosen)
        narrowed = _narrowed(apart, inside, setting)
        if narrowed is not None:
            yield from pieces(narrowed, setting)


def _choices(node: Node) -> tuple[Node, ...]:
    match node:
        case Call(function="abs", arguments=(inside,)):
            return inside, Unary("-", inside)
        case Call(function="max" | "min", arguments=(first, second)):
            return first, second
    return ()


def _swapped(claim: Claim, bent: Node, chosen: Node) -> Claim:
    low, high = (
        transform(side, lambda one: chosen if one == bent else one) for side in (claim.low, claim.high)
    )
    return replace(claim, low=low, high=high)


def _narrowed(apart: Node, claim: Claim, setting: Setting) -> Claim | None:
    """Where this is not negative, if it is α + βx; else everywhere, which says more. None: nowhere."""
    reader = Reader(setting, dict(claim.domains))
    try:
        poly = reader.of(apart).polynomial
    except Unsupported:
        return claim
    names = [node for node, place in reader.places.items() if place in poly.letters()]
    if len(names) != 1 or not isinstance(names[0], Name) or poly.degree(reader.places[names[0]]) != 1:
        return claim
    place = reader.places[names[0]]
    constant, factor = (Fraction(one.constant()) for one in poly.along(place))
    domain, root = reader.found[place], -constant / factor
    if factor > 0 and (domain.low is None or root > domain.low):
        domain = Domain(root, domain.high, (True, domain.attained[1]))
    elif factor < 0 and (domain.high is None or root < domain.high):
        domain = Domain(domain.low, root, (domain.attained[0], True))
    if domain.low is not None and domain.high is not None and domain.low >= domain.high:
        return None if domain.low > domain.high or not all(domain.attained) else claim
    others = tuple(one for one in claim.domains if one[0] != names[0].id)
    return replace(claim, domains=(*others, (names[0].id, domain)))


def without_logarithms(claim: Claim, setting: Setting) -> Iterator[Claim]:
    """The same claim with exponentials, in the ways that are known: one of them is enough."""
    whole = Binary("-", claim.high, claim.low)
    if not any(isinstance(one, Call) and one.function == "log" for one in walk(whole)):
        yield claim
        return
    parts = list(_parts(whole, Fraction(1)))
    logs = [
        (factor, one.arguments[0]) for factor, one in parts if isinstance(one, Call) and one.function == "log"
    ]
    rest = [(factor, one) for factor, one in parts if not (isinstance(one, Call) and one.function == "log")]
    if not any(isinstance(one, Call) and one.function == "log" for _, part in rest for one in walk(part)):
        with suppress(Unsupported):
            yield _raised(claim, logs, rest)
    with suppress(Unsupported):
        yield _renamed(claim, whole, setting)


def _parts(node: Node, factor: Fraction) -> Iterator[tuple[Fraction, Node]]:
    match node:
        case Unary():
            yield from _parts(node.operand, -factor if node.op == "-" else factor)
        case Binary(op="+" | "-"):
            yield from _parts(node.left, factor)
            yield from _parts(node.right, factor if node.op == "+" else -factor)
        case Binary(op="*", left=Number(value=int() | Fraction() as value), right=inside):
            yield from _parts(inside, factor * value)
        case Binary(op="*", left=inside, right=Number(value=int() | Fraction() as value)):
            yield from _parts(inside, factor * value)
        case Binary(op="/", left=inside, right=Number(value=int() | Fraction() as value)) if value:
            yield from _parts(inside, factor / value)
        case _:
            yield factor, node


def _raised(claim: Claim, logs: list[tuple[Fraction, Node]], rest: list[tuple[Fraction, Node]]) -> Claim:
    scale = lcm(*(factor.denominator for factor, _ in logs))
    above: Node = Number(1)
    below: Node = Number(1)
    for factor, inside in logs:
        power = int(factor * scale)
        if abs(power) > _MOST:
            raise Unsupported("the power is too high")
        grown = Binary("**", inside, Number(abs(power)))
        above, below = (Binary("*", above, grown), below) if power > 0 else (above, Binary("*", below, grown))
    exponent: Node = Number(0)
    for factor, one in rest:
        exponent = Binary("-", exponent, Binary("*", Number(factor * scale), one))
    return replace(claim, high=above, low=Binary("*", below, Call("exp", (exponent,))))


def _renamed(claim: Claim, whole: Node, setting: Setting) -> Claim:
    """log(α + βx) = s."""
    inside = {one.arguments[0] for one in walk(whole) if isinstance(one, Call) and one.function == "log"}
    if len(inside) != 1:
        raise Unsupported("several logarithms")
    (one,) = inside
    reader = Reader(setting, dict(claim.domains))
    poly = reader.of(one).polynomial
    (place,) = poly.letters() or {-1}
    names = [node for node, other in reader.places.items() if other == place]
    if not names or not isinstance(names[0], Name) or poly.degree(place) != 1:
        raise Unsupported("a logarithm of something else")
    constant, factor = (Fraction(part.constant()) for part in poly.along(place))
    domain, name = reader.found[place], names[0].id
    ends: list[Fraction | None] = []
    for end in (domain.low, domain.high):
        there = None if end is None else constant + factor * end
        if there not in (None, 0, 1):
            raise Unsupported("the logarithm of an end")
        ends.append(None if there != 1 else Fraction(0))
    flags = domain.attained
    if factor < 0:
        ends, flags = ends[::-1], flags[::-1]
    letter = Name(f"{name}_log")
    if letter.id in setting.names:
        raise Unsupported("the name is taken")
    value = Binary("/", Binary("-", Call("exp", (letter,)), Number(constant)), Number(factor))

    def changed(side: Node) -> Node:
        plain = transform(side, lambda part: letter if part == Call("log", (one,)) else part)
        return substitute(plain, {name: value})

    found = Domain(ends[0], ends[1], flags)
    others = tuple(pair for pair in claim.domains if pair[0] != name)
    return Claim(changed(claim.low), changed(claim.high), (*others, (letter.id, found)))
