"""The form of a formula, whatever its spelling: multiplied out, or one product."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from kernelcourse.homework.judging.padding import looked_at, words
from kernelcourse.homework.judging.terms import linear_in, multiplied_out_in, terms
from kernelcourse.language.dimensions import Dimension
from kernelcourse.language.errors import LanguageError
from kernelcourse.language.tree import (
    Binary,
    Call,
    Node,
    Number,
    Sum,
    Unary,
    children,
    free_names,
    substitute,
    transform,
    walk,
)
from kernelcourse.language.writing import show

if TYPE_CHECKING:
    from kernelcourse.derivation.reading.symbols import Setting

NUMBER = "number"  # in a milestone's `without`: whichever it is
_PLACES = 3  # values of an index that are looked at
AT_HOME = ("exp", "log", "cos", "sin", "cosh", "sinh", "tanh")  # where a sum may stand and is no factor


def multiplied_out(node: Node, of: Collection[str], setting: Setting | None = None) -> bool:
    """No sum in which one of these words occurs is a factor, squared, or in a function; in exp and log it may stand.

    α @ (K @ K + λ*K) @ α - 2*y @ K @ α + y @ y is multiplied out in y. For letters of the setting it is also looked up
    how each term depends on them (terms.py): in a function a bracket has no words of its own.
    """
    letters = frozenset(of) & setting.given.keys() if setting else frozenset[str]()
    if setting and letters and not multiplied_out_in(node, letters, setting):
        return False
    return all(_out(one, frozenset(of), False) for one in (terms(node) if setting else (node,)))


def _out(node: Node, of: frozenset[str], factor: bool) -> bool:
    match node:
        case Binary(op="+" | "-"):
            if factor and of & words(show(node, ascii_only=True)):
                return False
            return all(_out(below, of, factor) for below in children(node))
        case Binary(op="/", left=left, right=right):
            return _out(left, of, factor) and _out(right, of, False)
        case Binary(op="*", left=left, right=right) if not (free_names(left) and free_names(right)):
            return _out(left, of, factor) and _out(right, of, factor)
        case Binary():
            return all(_out(below, of, True) for below in children(node))
        case Call(function=name):
            return all(_out(below, of, name not in AT_HOME) for below in children(node))
    return all(_out(below, of, factor) for below in children(node))


def one_product(node: Node) -> bool:
    """The last thing that is done is a multiplication, not a sum."""
    while isinstance(node, Unary):
        node = node.operand
    if isinstance(node, Binary) and node.op == "/":
        return one_product(node.left)
    if isinstance(node, Binary) and node.op == "*" and isinstance(node.left, Number):
        return one_product(node.right)
    return isinstance(node, Binary) and node.op in "*@**"


def has_number(nodes: Iterable[Node]) -> bool:
    """A number is written somewhere, whichever."""
    return any(isinstance(part, Number) for node in nodes for part in walk(node))


def has_difference(nodes: Iterable[Node]) -> bool:
    """a - b - c stands somewhere, a sum of three without a plus; in a - (b - c) one is hidden in a bracket."""
    minuses = [part for node in nodes for part in walk(node) if isinstance(part, Binary) and part.op == "-"]
    return any(_is(one.left, "-") for one in minuses) and not any(_is(one.right, "+-") for one in minuses)


def _is(node: Node, signs: str) -> bool:
    return isinstance(node, Binary) and node.op in signs


def functions(nodes: Iterable[Node]) -> set[str]:
    """The functions that are called."""
    return {part.function for node in nodes for part in walk(node) if isinstance(part, Call)}


def together(nodes: Iterable[Node], words: Collection[str], setting: Setting) -> bool:
    """No number on the line has one of these letters without the others: in (uᵀAu)(vᵀBv) there are two that do."""

    def apart(node: Node) -> bool:
        if not 0 < len(free_names(node) & set(words)) < len(words):
            return False
        try:
            return all(size == Dimension.number(1) for size in setting.shape(setting.expand(node)))
        except LanguageError:  # the index of a sum: it has no shape outside
            return False

    return not any(apart(part) for node in nodes for part in walk(node))


def inside(nodes: Iterable[Node], function: str) -> set[str]:
    """The words in the arguments of a function, wherever it is called."""
    calls = [
        part for node in nodes for part in walk(node) if isinstance(part, Call) and part.function == function
    ]
    return {word for call in calls for one in call.arguments for word in words(show(one, ascii_only=True))}


def inverted(nodes: Iterable[Node], setting: Setting) -> set[Dimension | None]:
    """The sizes of the matrices of which an inverse is taken; None for one that only has a size inside a sum."""

    def size(matrix: Node) -> Dimension | None:
        try:
            return setting.shape(setting.expand(matrix))[0]
        except LanguageError:
            return None

    parts = (part for node in nodes for part in walk(setting.expand(node)))
    return {
        size(part.arguments[0])
        for part in parts
        if isinstance(part, Call) and part.function in ("inv", "solve")
    }


def straight(node: Node, letters: Iterable[str], setting: Setting) -> bool:
    """What is linear in a letter is made of parts that are: (f(t + 1) − f(t − 1)) / 2 is a slope made of squares."""
    looked = looked_at(node, setting)
    if looked is None:
        return True
    parts = {part for one in (node, *(_at(node, place) for place in range(_PLACES))) for part in walk(one)}
    for letter in letters:
        linear = linear_in(letter, looked)
        if linear(node) and any(linear(part) is False for part in parts if letter in setting.depends(part)):
            return False
    return True


def _at(node: Node, place: int) -> Node:
    """Each sum with its body at one value of its indices: t under a sum over j is t times 0, 1, 2."""
    here = Number(place)

    def one(part: Node) -> Node:
        return (
            substitute(part.body, {name: here for name, _ in part.ranges}) if isinstance(part, Sum) else part
        )

    return transform(node, one)


def speaks_of(nodes: Iterable[Node], function: str, sets: Iterable[Collection[str]]) -> bool:
    """In each call of the function all terms have the same letters, and these are one of the sets.

    exp(x·z − z·z/2) has a term of both letters and one of z alone: it is two exponentials in one.
    """
    allowed = {frozenset(one) for one in sets}
    letters = frozenset().union(*allowed)
    found = [
        {free_names(term) & letters for one in call.arguments for term in _terms(one)}
        for node in nodes
        for call in walk(node)
        if isinstance(call, Call) and call.function == function
    ]
    return all(len(one) == 1 and one <= allowed for one in found)


def _terms(node: Node) -> Iterator[Node]:
    """The terms of a sum, also behind a sign, a factor without letters or a division by one."""
    match node:
        case Binary(op="+" | "-", left=left, right=right):
            yield from _terms(left)
            yield from _terms(right)
        case Unary(operand=rest):
            yield from _terms(rest)
        case Binary(op="*", left=factor, right=rest) if not free_names(factor):
            yield from _terms(rest)
        case Binary(op="*" | "/", left=rest, right=factor) if not free_names(factor):
            yield from _terms(rest)
        case _:
            yield node
