"""What the letters of a derivation stand for, in words and formulas."""

from collections.abc import Sequence
from contextlib import suppress

from kernelcourse.derivation import Derivation
from kernelcourse.derivation.lines.expressions import LimitLine
from kernelcourse.derivation.ranges.reading import in_words
from kernelcourse.derivation.reading.symbols import Setting
from kernelcourse.language.dimensions import Dimension, Shape
from kernelcourse.language.errors import LanguageError
from kernelcourse.language.in_text import sentence_html
from kernelcourse.language.mathml import mathml, mathml_relation
from kernelcourse.language.printed import numbered
from kernelcourse.language.shapes import infer
from kernelcourse.language.tree import Call, Name, Node
from kernelcourse.language.upright import upright
from kernelcourse.scene.in_print import in_print


def letters_html(source: Derivation) -> str:
    """What every letter stands for, the abbreviations, and the side conditions."""
    setting = source.setting()

    def relation(sign: str, left: Node, right: Node) -> str:
        return mathml_relation(sign, *(upright(node, setting.shape) for node in (left, right)))

    gone = {name for line in source.lines if isinstance(line, LimitLine) for name in line.letters}
    said = [
        f"{mathml(Name(name))}, {sentence_html(_kind(kind, name in gone))}"
        for name, kind in source.given.items()
    ]
    said += [relation("=", Name(name), node) for name, node in setting.define.items()]
    said += [
        mathml_relation(
            "=",
            numbered(Call(name, tuple(map(Name, arguments))), setting.functions),
            _body(setting, arguments, body),
        )
        for name, (arguments, body) in setting.functions.items()
    ]
    said += [relation({"!=": "≠"}.get(sign, sign), left, right) for sign, left, right in setting.where]
    return f'<p class="kc-letters">Letters: {"; ".join(said)}.</p>'


def _kind(kind: str, goes: bool) -> str:
    """What a letter is; of a whole number that a later line lets go to its limit, not how far it is tested."""
    return in_print(in_words(kind).partition(" from ")[0] if goes else in_words(kind))


def _body(setting: Setting, arguments: Sequence[str], body: Node) -> Node:
    """What a function is, to be written: its arguments are vectors if that makes sense, as in k(u, v) = (1 + uᵀv)²."""
    for shape in ((Dimension.name("d"),), ()):
        shapes: dict[str, Shape] = {**setting.shapes, **dict.fromkeys(arguments, shape)}
        whole = frozenset({*setting.sizes, *arguments, "d"})
        with suppress(LanguageError):
            infer(body, shapes, whole)
            return upright(body, lambda part, shapes=shapes, whole=whole: infer(part, shapes, whole))  # type: ignore[misc]
    return body
