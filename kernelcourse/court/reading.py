"""From typed text to a tree: which letters and functions a k(x, z) may use, and what was meant by those it may not."""

from __future__ import annotations

import re

from kernelcourse.language.reading import Binary, Call, Index, LanguageError, Name, Node, Number, Unary, parse
from kernelcourse.language.tree import children, free_names, rebuild, substitute, walk

EXTRA_FUNCTIONS = ("hamming", "edit", "len", "delta", "prod")


def read(text: str) -> Node:
    """The tree of k(x, z); y may stand for z."""
    try:
        tree = parse(text, names={"x", "z", "y", "d"}, functions=EXTRA_FUNCTIONS)
    except LanguageError as error:
        hint = _did_you_mean(text)
        raise (
            LanguageError(f"{error.message}. {hint}", error.text, error.position) if hint else error
        ) from None
    letters = free_names(tree)
    if "y" in letters:
        if "z" in letters:
            raise LanguageError("the two points are x and z; y is allowed only in place of z")
        tree = substitute(tree, {"y": Name("z")})
    return tree


def with_whole_deltas(tree: Node) -> Node:
    """For whole numbers delta(a, b) is max(0, 1 − |a − b|): so delta(x, z + 1) can be read on Z."""
    return tree if all(_compares_points(node) for node in walk(tree)) else _whole_deltas(tree)


def _whole_deltas(tree: Node) -> Node:
    below = tuple(map(_whole_deltas, children(tree)))
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
    if re.search(r"<\s*x\s*,\s*[zy]\s*>|⟨", text):
        return "Did you mean the inner product? Write x @ z"
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
