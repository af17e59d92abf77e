"""From typed text to a tree: which letters and functions a k(x, z) may use, and what was meant by those it may not."""

from __future__ import annotations

import re
from collections.abc import Collection

from kernelcourse.language.reading import Binary, Call, Index, LanguageError, Name, Node, Number, Unary, parse
from kernelcourse.language.tree import children, free_names, rebuild, substitute, walk

from ..exactly.quotients import constant
from .by_hand import SIGNS, by_hand

EXTRA_FUNCTIONS = ("hamming", "edit", "len", "delta", "prod")
_HANDWRITTEN = re.compile(r"[^\x00-\x7f]|[|<{}'^\\$]|\bnp\.|\d\s*[a-zA-Z(]|_\d|[\w)]\s+[\w(]")


def read(text: str, dim: int | None = None, parameters: Collection[str] = ()) -> Node:
    """The tree of k(x, z), typed in numpy's spelling or by hand; y may stand for z."""
    names = {"x", "z", "y", "d", *parameters}
    plain: Node | None = None
    try:
        plain = parse(text, names=names, functions=EXTRA_FUNCTIONS)
    except LanguageError as error:
        refused = error
    tree = plain
    if plain is None or SIGNS & set(text):
        try:
            tree = by_hand(text, dim, names, EXTRA_FUNCTIONS)
        except LanguageError as error:
            if plain is None:
                said = error if _HANDWRITTEN.search(text) else refused
                hint = "" if parameters else _did_you_mean(text)
                raise (
                    LanguageError(f"{said.message}. {hint}", said.text, said.position) if hint else said
                ) from None
    assert tree is not None
    letters = free_names(tree)
    if "y" in letters:
        if "z" in letters:
            raise LanguageError("the two points are x and z; y is allowed only in place of z")
        tree = substitute(tree, {"y": Name("z")})
    return tree


def is_by_hand(text: str, parameters: Collection[str] = ()) -> bool:
    """Whether the text is no formula of numpy, so that one wants to see how it was understood."""
    try:
        parse(text, names={"x", "z", "y", "d", *parameters}, functions=EXTRA_FUNCTIONS)
    except LanguageError:
        return True
    return bool(SIGNS & set(text))


def on_whole_numbers(tree: Node) -> Node:
    """The same on Z: delta(a, b) is max(0, 1 − |a − b|), (−c)**|n| is cos(πn)·c**|n|, (−1)**n is cos(πn)."""
    plain = all(
        _compares_points(node) and _sign_of_power(node) is None and not _is_turn(node) for node in walk(tree)
    )
    return tree if plain else _whole(tree)


def _sign_of_power(node: Node) -> Node | None:
    """c of (−c)**n, for a whole n that is made with |…|."""
    if not isinstance(node, Binary) or node.op != "**" or not _is_whole(node.right):
        return None
    base = constant(node.left)
    sizes = any(isinstance(part, Call) for part in walk(node.right))
    return Number(-base) if base is not None and base < 0 and sizes else None


def _is_turn(node: Node) -> bool:
    """(−1)**n for a whole n."""
    power = isinstance(node, Binary) and node.op == "**" and _is_whole(node.right)
    return power and isinstance(node, Binary) and constant(node.left) == -1


def _turn(n: Node) -> Node:
    """(−1)**n, with one factor for every summand of n."""
    if isinstance(n, Binary) and n.op in "+-":
        return Binary("*", _turn(n.left), _turn(n.right))
    return Call("cos", (Binary("*", Name("pi"), n),))


def _whole(tree: Node) -> Node:
    below = tuple(map(_whole, children(tree)))
    c = _sign_of_power(tree)
    if c is None and _is_turn(tree):
        return _turn(below[1])
    if c is not None:
        turn = Call("cos", (Binary("*", Name("pi"), below[1]),))
        return Binary("*", turn, Binary("**", c, below[1]))
    if isinstance(tree, Call) and tree.function == "delta" and len(below) == 2 and all(map(_is_whole, below)):
        gap = Call("abs", (Binary("-", *below),))
        return Call("max", (Number(0), Binary("-", Number(1), gap)))
    return rebuild(tree, below)


def _compares_points(node: Node) -> bool:
    """Not a delta, or one of the points themselves."""
    plain = isinstance(node, Call) and all(isinstance(a, (Name, Index)) for a in node.arguments)
    return plain or not (isinstance(node, Call) and node.function == "delta")


def _is_whole(node: Node) -> bool:
    """Made of x, z and whole numbers by +, −, · and |…|."""
    match node:
        case Name(id="x" | "z"):
            return True
        case Number():
            return isinstance(node.value, int)
        case Unary() | Binary(op="+" | "-" | "*") | Call(function="abs"):
            return all(map(_is_whole, children(node)))
    return False


def _did_you_mean(text: object) -> str:
    """What is often typed, and how it is written here."""
    if not isinstance(text, str):
        return ""
    letters = re.search(r"\b(gamma|sigma|lam|alpha|beta|theta|ell|a|b|c|p|s|t)\b|[γσλαβθ]", text)
    if letters and " for " not in text:
        name = letters.group()
        return f"Is {name} a parameter? Write a number, or say which ones are meant: {text.strip()[:60]} for {name} > 0"
    return ""


def least_dimension(tree: Node) -> int:
    """The dimension that the indices in x[i] and z[i] ask for; 1 if there are none."""
    least = 1
    for node in walk(tree):
        if isinstance(node, Index) and isinstance(node.operand, Name) and node.operand.id in ("x", "z"):
            index = node.indices[0]
            if isinstance(index, Number) and isinstance(index.value, int):
                least = max(least, index.value + 1)
    return least


def uses_strings(tree: Node) -> bool:
    """Whether a function that only strings have is used."""
    return any(isinstance(node, Call) and node.function in ("edit", "len") for node in walk(tree))
