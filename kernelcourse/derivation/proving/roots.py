"""Where the sign of a root is in play, and where a difference in the field is a difference of the lines."""

from __future__ import annotations

from collections.abc import Iterator

from kernelcourse.language.functions import facts
from kernelcourse.language.tree import Binary, Call, Name, Node, Number, walk

from ..ranges.numbers import HalfLine, Value
from ..reading.symbols import Setting, plain


def _parts(node: Node, setting: Setting) -> Iterator[Node]:
    """Every node of the tree and of the abbreviations in it."""
    open_, seen = [plain(node)], set[str]()
    while open_:
        for part in walk(open_.pop()):
            yield part
            if isinstance(part, Name) and part.id in setting.define and part.id not in seen:
                seen.add(part.id)
                open_.append(plain(setting.define[part.id]))


def certain(node: Node, setting: Setting) -> bool:
    """Only functions whose algebra the field knows in full; no π."""
    for part in _parts(node, setting):
        if isinstance(part, Call) and not facts(part.function).known_to_fields:
            return False
        if isinstance(part, Name) and part.id in ("pi", "inf"):
            return False
        if isinstance(part, Binary) and part.op == "**" and not _whole(part.right, setting):
            return False
    return True


def signed(node: Node, setting: Setting) -> bool:
    """Is a sign in play? Not that of a root of numbers and positive letters; always that of a difference."""
    return any(True for _ in _with_sign(node, setting))


def fixed_sign(node: Node, setting: Setting) -> bool:
    """Is a sign in play that is that of a number, as in |1 − √2|? As long as the prime stays, so does it."""
    return any(not setting.depends(part) & setting.given.keys() for part in _with_sign(node, setting))


def _with_sign(node: Node, setting: Setting) -> Iterator[Node]:
    """The parts that have a sign."""
    for part in _parts(node, setting):
        under: tuple[Node, ...] = ()
        if isinstance(part, Call) and facts(part.function).compares:
            if not all(isinstance(argument, Number) for argument in part.arguments):
                yield part
        elif isinstance(part, Call) and facts(part.function).signed:
            under = part.arguments
        elif isinstance(part, Binary) and part.op == "**" and not _whole(part.right, setting):
            under = (part.left,)
        if not all(_positive(inside, setting) for inside in under):
            yield part


def _positive(node: Node, setting: Setting) -> bool:
    """A product of numbers, sizes, factorials and letters drawn as squares."""
    match node:
        case Number():
            return True
        case Name():
            range_ = setting.given.get(node.id)
            return node.id in setting.sizes or (isinstance(range_, (HalfLine, Value)))
        case Binary(op="*" | "/"):
            return _positive(node.left, setting) and _positive(node.right, setting)
        case Call(function="factorial"):
            return True
    return False


def _whole(node: Node, setting: Setting) -> bool:
    """No fraction is in the exponent: a^(3/2) is a root as a^1.5 is, and so is a^q with q = 3/2."""
    for part in _parts(node, setting):
        if isinstance(part, Number) and not isinstance(part.value, int):
            return False
        if isinstance(part, Binary) and part.op == "/":
            return False
        range_ = setting.given.get(part.id) if isinstance(part, Name) else None
        if isinstance(range_, Value) and any(end.denominator != 1 for end in range_.ends):
            return False
    return True
