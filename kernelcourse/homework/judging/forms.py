"""The form of a formula, whatever its spelling: multiplied out, or one product."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING

from kernelcourse.homework.judging.padding import looked_at, words
from kernelcourse.homework.judging.terms import linear_in, multiplied_out_in
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
AT_HOME = ("exp", "log", "cos", "sin", "cosh", "sinh", "tanh")  # where a sum may stand and is no factor


def multiplied_out(node: Node, of: Collection[str], setting: Setting | None = None) -> bool:
    """No sum in which one of these words occurs is a factor, squared, or in a function; in exp and log it may stand.

    α @ (K @ K + λ*K) @ α - 2*y @ K @ α + y @ y is multiplied out in y. For letters of the setting it is looked up how
    each term depends on them (terms.py); for functions, such as outer, what counts is where they stand.
    """
    letters = frozenset(of) & setting.given.keys() if setting else frozenset[str]()
    if setting and letters and not multiplied_out_in(node, letters, setting):
        return False
    return _out(node, frozenset(of) - letters, False)


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


def sized(nodes: Iterable[Node], function: str, size: str, setting: Setting) -> bool:
    """In each call of the function all arguments are vectors of that size: k(X[i], z), one point at a time."""
    wanted = setting.shape(setting.formula(f"ones({size})").node)

    def fits(argument: Node) -> bool:
        try:
            return setting.shape(setting.expand(argument)) == wanted
        except LanguageError:
            return False

    return all(
        fits(argument)
        for node in nodes
        for part in walk(transform(node, _at_first))
        if isinstance(part, Call) and part.function == function
        for argument in part.arguments
    )


def straight(node: Node, letters: Iterable[str], setting: Setting) -> bool:
    """What is linear in a letter is made of parts that are: (f(t + 1) − f(t − 1)) / 2 is a slope made of squares."""
    looked = looked_at(node, setting)
    if looked is None:
        return True
    parts = {part for one in (node, transform(node, _at_first)) for part in walk(one)}
    for letter in letters:
        linear = linear_in(letter, looked)
        if linear(node) and any(linear(part) is False for part in parts if letter in setting.depends(part)):
            return False
    return True


def _at_first(node: Node) -> Node:
    """The body of a sum at the first value of its index: a row X[i] has the shape of X[0]."""
    if not isinstance(node, Sum):
        return node
    return substitute(node.body, {name: Number(0) for name, _ in node.ranges})


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
