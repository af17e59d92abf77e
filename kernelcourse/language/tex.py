"""A formula as LaTeX to paste: the MathML of the same tree, element by element, so there is one writer of formulas.

Sentences that hold Unicode mathematics (Σ aᵢ², ψ ≥ 0) become LaTeX by `sentence`.
"""

from __future__ import annotations

import re
from xml.etree import ElementTree

from .letters import LOWERED, RAISED
from .mathml import mathml
from .tree import Node

_SIGNS = {
    "−": "-", "·": r"\cdot ", "⊙": r"\odot ", "∑": r"\sum ", "∏": r"\prod ", "∫": r"\int ", "∞": r"\infty ",
    "‖": r"\|", "≤": r"\le ", "≥": r"\ge ", "≠": r"\ne ", "√": r"\sqrt{}", "×": r"\times ", "→": r"\to ",
    "∈": r"\in ", "⊤": r"\top ", "\u2062": " ", "…": r"\dots ", "½": r"\tfrac12 ", "¼": r"\tfrac14 ",
    "¾": r"\tfrac34 ", "⅓": r"\tfrac13 ", "⅔": r"\tfrac23 ", "Σ": r"\sum ", "∂": r"\partial ", "⪰": r"\succeq ",
    "ᵀ": r"^\top ", "𝟏": r"\mathbf 1", "′": "'", "⟨": r"\langle ", "⟩": r"\rangle ", "±": r"\pm ", "∘": r"\circ ",
    "⊗": r"\otimes ",
}  # fmt: skip
_GREEK = {
    letter: f"\\{name} "
    for letter, name in zip(
        "αβγδεζηθκλμνξπρστφϕχψωΓΔΘΛΞΠΦΨΩ",
        "alpha beta gamma delta varepsilon zeta eta theta kappa lambda mu nu xi pi rho sigma tau phi phi chi psi omega "
        "Gamma Delta Theta Lambda Xi Pi Phi Psi Omega".split(),
        strict=True,
    )
}
_UP = {raised: plain for raised, plain in RAISED.items() if raised not in _SIGNS} | {"ʳ": "r"}
_DOWN = LOWERED
_ESCAPED = {"\\": r"\textbackslash{}", "~": r"\~{}"} | {sign: "\\" + sign for sign in "{}$&#_%^"}


def latex(node: Node) -> str:
    """What stands between two dollar signs."""
    return _tidy(_part(ElementTree.fromstring(mathml(node))))


def signs(text: str) -> str:
    """Signs between dollar signs: ψ ≥ 0."""
    return _run(text)


def sentence(text: str) -> str:
    """A sentence as LaTeX: words that are mathematics stand between dollar signs, LaTeX's own signs are escaped."""
    made: list[str] = []
    run: list[str] = []
    for word in text.split(" "):
        if not _is_mathematics(word):
            made += [*_set(run), _prose(word)]
            run = []
            continue
        run.append(word)
        if word[-1] in ";:":
            made += _set(run)
            run = []
    return " ".join([*made, *_set(run)])


_FUNCTION = re.compile(r"\b[a-z]+(?=\()")
_ENGLISH = {*"a an as at be by if in is it no of on or so to up we".split()}
_SURE = re.compile("[" + re.escape("".join({*_SIGNS, *_GREEK, *_UP, *_DOWN} - {"…"})) + r"A-Za-z]|[_^]\{")
_TOKEN = re.compile(r"(?P<word>[A-Za-z]{2,})|(?P<script>[_^]\{[^{}]*\})|(?P<sign>.)")


def _is_mathematics(word: str) -> bool:
    """No English: two letters at most beside each other, apart from the names of functions."""
    if not word or word.strip(".,;:()").lower() in _ENGLISH:
        return False
    plain = "".join(
        " " if sign in _UP or sign in _DOWN or sign in _SIGNS or sign in _GREEK else sign for sign in word
    )
    return not re.search(r"[^\W\d_]{3,}|'s?$", _FUNCTION.sub("", plain))


def _set(run: list[str]) -> list[str]:
    """Words of a sentence between dollar signs, the punctuation at their end behind; numbers alone need none."""
    text = " ".join(run)
    if not _SURE.search(text):
        return [_prose(text)] if text else []
    inside = text.rstrip(".,;:")
    return [f"${_tidy(_run(inside))}${_prose(text[len(inside) :])}"]


def _prose(text: str) -> str:
    """Letters as they are, and what only mathematics can set between dollar signs: LDLᵀ."""
    return "".join(_ESCAPED.get(sign, r"\dots{}" if sign == "…" else _alone(sign)) for sign in text)


def _alone(sign: str) -> str:
    raised = not sign.isascii() and (sign in _SIGNS or sign in _UP or sign in _DOWN or sign in _GREEK)
    return f"${_run(sign)}$" if raised else sign


def _run(text: str) -> str:
    """Names of functions, signs, and characters that are raised and lowered."""
    made: list[str] = []
    for found in _TOKEN.finditer(text):
        word = found[0]
        if found["word"] and not _is_product(word):
            made.append(rf"\operatorname{{{word}}}")
        elif word in _UP or word in _DOWN:
            mark, plain = ("^", _UP[word]) if word in _UP else ("_", _DOWN[word])
            if made and made[-1].startswith(mark + "{"):
                made[-1] = f"{made[-1][:-1]}{plain}}}"
            else:
                made.append(f"{mark}{{{plain}}}")
        else:
            made.append("".join(_sign(sign) for sign in word) if len(word) > 1 else _sign(word))
    return "".join(made)


def _is_product(word: str) -> bool:
    """Letters beside each other: xz, dt, LDL."""
    return len(word) == 2 or word.isupper()


def _sign(sign: str) -> str:
    return _SIGNS.get(sign) or _GREEK.get(sign) or sign


def _part(element: ElementTree.Element) -> str:
    below = [_part(one) for one in element]
    text = element.text or ""
    match element.tag.rpartition("}")[2]:
        case "mn" if element.get("style"):  # the vector of ones
            return r"\mathbf 1"
        case "mi" if len(text) > 1 and text.isascii():
            return rf"\operatorname{{{text}}}"
        case "mi" | "mn" | "mo" | "mtext":
            return "".join(_sign(sign) for sign in text)
        case "mfrac" if element.get("linethickness") == "0":
            return rf"\binom{{{below[0]}}}{{{below[1]}}}"
        case "mfrac":
            return rf"\frac{{{below[0]}}}{{{below[1]}}}"
        case "msqrt":
            return rf"\sqrt{{{''.join(below)}}}"
        case "msup":
            return f"{_braced(below[0])}^{{{below[1]}}}"
        case "msub":
            return f"{_braced(below[0])}_{{{below[1]}}}"
        case "mover":
            return rf"\hat{{{below[0]}}}"
        case "mrow" if element.get("style"):
            return rf"\overline{{{''.join(below)}}}"
        case "munderover":
            return f"{below[0]}_{{{below[1]}}}^{{{below[2]}}}"
    return "".join(below)


def _braced(base: str) -> str:
    return base if len(base) == 1 else f"{{{base}}}"


def _tidy(text: str) -> str:
    return re.sub(r" +(?=[ ,)}^_(]|$)", "", text)
