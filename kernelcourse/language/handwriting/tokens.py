"""A formula cut into tokens: numbers, words, raised and lowered groups, brackets and signs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from unicodedata import decomposition, normalize

from ..errors import LanguageError
from ..letters import LOWERED, RAISED, SPELLING, refusal

_LOWERED = LOWERED | {"∞": "∞", "₌": "="}
_SAME = {
    "−": "-", "–": "-", "—": "-", "‐": "-", "‑": "-", "﹣": "-", "－": "-", "＋": "+",
    "\u0304": "¯", "\u0305": "¯", "‾": "¯", "\u0302": "ˆ", "\u0303": "˜", "∗": "*", "∕": "/", "⁄": "/", "÷": "/",
    "⋅": "·", "∙": "·", "•": "·", "⨯": "×", "✕": "×",
    "∥": "‖", "❘": "|", "∣": "|", "〈": "⟨", "〉": "⟩", "⟂": "ᵀ", "⊤": "ᵀ", "’": "'", "′": "'", "´": "'", "‘": "'",
    "{": "(", "}": ")", "∘": "⊙", "∑": "∑", "⊺": "ᵀ",
}  # fmt: skip
_NUMBER = re.compile(
    r"(?:\d+(?:\.(?!T\b)\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?:j(?![A-Za-z]))?", re.ASCII
)  # 𝟏 is a vector
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9]*")
_METHOD = re.compile(
    r"\.(T|H|dot|transpose|inv|inverse|sum|mean|max|min|var|std|trace|det|norm|conj|matmul|diagonal|diag)(?![A-Za-z0-9_])"
)
_ATTRIBUTE = re.compile(r"\.\s*([A-Za-z]\w*)")
_PAIRS = {"**": "**", "||": "‖", ".*": "⊙", "./": "/", ".^": "**"}
_SIGNS = set("!+-*/@(),:[]|‖⟨⟩'·×⊙⊗√∑∏†^_<>∞¯ˆ˜⧵")


@dataclass(frozen=True)
class Token:
    """kind: number · word · raised · lowered · fraction · method · sign · end; `tight`: no space before it."""

    kind: str
    text: str
    place: int
    tight: bool = True


def tokens(text: str) -> list[Token]:
    """The tokens of a formula, an end token last."""
    found: list[Token] = []
    place, spaced = 0, False
    while place < len(text):
        if text[place] in " \t\n\r\u00a0\u2009\u202f":
            place, spaced = place + 1, True
            continue
        token, end = _next(text, place)
        found.append(Token(token[0], token[1], place, not spaced))
        place, spaced = end, False
    return [*found, Token("end", "", len(text), False)]


def _next(text: str, place: int) -> tuple[tuple[str, str], int]:
    character = _SAME.get(text[place], text[place])
    if text[place] in RAISED:
        return _run(text, place, RAISED, "raised")
    if text[place] in LOWERED:
        return _run(text, place, _LOWERED, "lowered")
    if character == "ᵀ":
        return ("raised", "T"), place + 1
    if decomposition(character).startswith("<fraction>") and character != "⅟":  # ½, ⅙, ⅞
        return ("fraction", normalize("NFKD", character).replace("⁄", "/")), place + 1
    number = _NUMBER.match(text, place)
    if number:
        return ("number", number.group()), number.end()
    word = _WORD.match(text, place)
    if word:
        return ("word", word.group()), word.end()
    if character in SPELLING and character != "∑":
        end = place + 1
        while end < len(text) and text[end] in "0123456789":
            end += 1
        return ("word", SPELLING[character] + text[place + 1 : end]), end
    method = _METHOD.match(text, place)
    if method:
        return ("method", method.group(1)), method.end()
    for sign, meaning in _PAIRS.items():
        if text.startswith(sign, place):
            return ("sign", meaning), place + 2
    if character == "=":  # only below Σ; elsewhere a line is cut at it
        return ("sign", "≔"), place + 1
    if character in _SIGNS:
        return ("sign", character), place + 1
    if character == "𝟏" or character == "𝟙":
        return ("word", "𝟏"), place + 1
    if attribute := _ATTRIBUTE.match(text, place):
        message = (
            f".{attribute.group(1)[:20]} is not read: a product is A @ B or AB; sizes are letters such as n"
        )
        raise LanguageError(message, text, place)
    raise LanguageError(refusal(text[place]), text, place)


def _run(text: str, place: int, table: dict[str, str], kind: str) -> tuple[tuple[str, str], int]:
    """A run of small raised (or lowered) characters is one group: ⁻¹, ᵢⱼ."""
    end = place
    while end < len(text) and text[end] in table:
        end += 1
    return (kind, "".join(table[character] for character in text[place:end])), end
