"""A formula inside a sentence, as a book prints it: (XᵀX + λI)⁻¹, ‖w‖², Σ_{i=1}^{n} yᵢ.

It is the MathML of the same tree put on one line, so there is one writer of formulas for pages and sentences; what
cannot be raised or lowered in Unicode stays behind ^ and _, as one would type it, and `sentence_html` raises it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction
from html import escape
from xml.etree import ElementTree

from .dimensions import Shape
from .letters import HAT, LOWERED, RAISED
from .mathml import mathml
from .tree import Node
from .upright import upright

LONGEST = 120  # characters of a formula in a sentence
_TIMES = "\u2062"
_ONE = "𝟏"
_UP = {plain: raised for raised, plain in RAISED.items() if raised != "ᵗ"} | {"−": "⁻"}
_DOWN = {plain: lowered for lowered, plain in LOWERED.items()} | {"−": "₋"}
_SPACED = {"+", "−", "∘", "=", "≤", "≥", "<", ">", "≠"}
_HALVES = {"1/2": "½", "1/4": "¼", "3/4": "¾", "1/3": "⅓", "2/3": "⅔"}
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}|‖[^‖]*‖|\|[^|]*\|")
_WHOLE = 24  # characters of a formula that stands on one line
_GROUP = re.compile(  # f(x, z), ⟨f, g⟩, but no words in brackets; a sum and its first term
    r"[(⟨\[{](?![^()⟨⟩\[\]{}]*[a-z]{4})[^()⟨⟩\[\]{}]{1,14}[)⟩\]}]|(?<![^ ])[^ ]?[ΣΠ∫][^ ]{0,3} (?=[^ ])"
)
_RELATIONS = "=≠≤≥<>→↦≈∈⇒⇔"
_CHAIN = re.compile(rf"[^ ]+(?: [{_RELATIONS}+−×∘] [^ ]+)+")
_SHORT_END = re.compile(r" (?=[^ ]{1,4}$)")
_RAISED_OR_LOWERED = re.compile(r"([_^])(?:\{([^{}]*)\}|([^\W_](?!\w))|(?<=\b10\^)([−-]?\d+))")


def in_text(node: Node, shape_of: Callable[[Node], Shape] | None = None) -> str:
    """The formula on one line; with the shapes of its parts w @ w is wᵀw."""
    shown = node if shape_of is None else upright(node, shape_of)
    text = _line(ElementTree.fromstring(mathml(shown)))
    text = re.sub(
        f"(?<=[A-Za-z_][A-Za-z]){_TIMES}|{_TIMES}(?=[A-Za-z]{{2}})", " ", text
    )  # words and K_c stand apart
    return text.replace(_TIMES, "")


def rounded(value: float, kept: int = 2) -> str:
    """Two digits, for a sentence: 0.3, 120, 4.5·10⁻⁹."""
    if value == float("inf"):
        return "more than 10³⁰⁸"
    mantissa, _, power = f"{float(f'{value:.{kept}g}'):g}".replace("-", "−").partition("e")
    sign, digits = power[:1].replace("+", ""), power[1:].lstrip("0")
    return mantissa + (f"·10{_moved('^', _UP, sign + digits)}" if power else "")


def brief_number(value: int | Fraction) -> str:
    """2, 3/7, about 10^400: a number in a sentence has thirty digits at most, on either side of its stroke."""
    value = Fraction(value)
    over, under = abs(value.numerator), value.denominator
    if max(over, under) < 10**30:
        return str(value)
    return f"about {'-' if value < 0 else ''}10^{math.floor(math.log10(over) - math.log10(under))}"


def brief(node: Node, shape_of: Callable[[Node], Shape] | None = None) -> str:
    """A formula short enough for a sentence: a long one ends in an ellipsis after a whole word."""
    text = in_text(node, shape_of)
    return text if len(text) <= LONGEST else text[: LONGEST - 2].rpartition(" ")[0] + " …"


def whole_formulas(text: str) -> str:
    """The sentence with no-break spaces: a line may end after a relation of a long formula, after a sign of a part that
    is still long, and nowhere else within one."""
    text = _GROUP.sub(lambda found: _unbroken(found[0]), text)
    return _CHAIN.sub(lambda found: _with_few_breaks(found[0]), text)


def _unbroken(text: str) -> str:
    return text.replace("| ", "|\N{WORD JOINER} ").replace(
        " ", "\N{NO-BREAK SPACE}"
    )  # a line may end after |


def _with_few_breaks(formula: str) -> str:
    if len(formula) <= _WHOLE:
        return _unbroken(formula)
    sides = re.sub(rf" ([{_RELATIONS}]) ", "\N{NO-BREAK SPACE}\\1\n", formula).split("\n")
    kept = (
        _unbroken(side) if len(side) <= _WHOLE else re.sub(r" ([+−×∘]) ", "\N{NO-BREAK SPACE}\\1 ", side)
        for side in sides
    )
    return _SHORT_END.sub("\N{NO-BREAK SPACE}", " ".join(kept))


def sentence_html(text: str) -> str:
    """A sentence with formulas as HTML: what stands behind _ or ^ is lowered or raised, with 10 its whole power, 𝟏 is a
    bold 1, ' is ’; no line ends where a printer would not end it."""

    def placed(found: re.Match[str]) -> str:
        tag = "sub" if found.group(1) == "_" else "sup"
        return f"<{tag}>{found.group(2) or found.group(3) or found.group(4).replace('-', '−')}</{tag}>"

    text = escape(re.sub(r"(?<=[a-z])'(?=s\b)", "’", whole_formulas(text)))
    return _RAISED_OR_LOWERED.sub(placed, text).replace(_ONE, "<b>1</b>")


def _outside(text: str) -> str:
    """What stands outside of all brackets."""
    while (shorter := _BRACKETS.sub("", text)) != text:
        text = shorter
    return text


def _is_sum(text: str) -> bool:
    return bool(re.search(r" [+−∘] |Σ", _outside(text)))


def _is_product(text: str) -> bool:
    return bool(re.search(rf"[{_TIMES}·/ ]", _outside(text)))


def _held(text: str, loose: bool) -> str:
    return f"({text})" if loose else text


def _line(part: ElementTree.Element) -> str:
    below = [_line(one) for one in part]
    match part.tag.rpartition("}")[2]:
        case "mn" if part.get("style"):  # the vector of ones
            return _ONE
        case "mi" | "mn":
            return (part.text or "").replace("-", "−")
        case "mo":
            return _sign(part.text or "")
        case "mfrac":
            return _fraction(below, part.get("linethickness") == "0")
        case "mtable":
            return "; ".join(below)
        case "mtr":
            return ", ".join(below)
        case "msqrt":
            inside = "".join(below)
            return f"√{_held(inside, len(inside) > 1)}"
        case "msup":
            return _raised(*below)
        case "msub":
            return below[0] if below[0] == "I" else below[0] + _moved("_", _DOWN, below[1])
        case "mover":
            return below[0] + HAT
        case "mrow" if part.get("style"):  # overlined
            return f"conj({_row(below)})"
        case "munderover":
            return f"Σ_{{{below[1].replace(' ', '')}}}^{{{below[2].replace(' ', '')}}} "
    return _row(below)


def _sign(sign: str) -> str:
    if sign == "∑":
        return "Σ"
    return f" {sign} " if sign in _SPACED else f"{sign} " if sign == "," else sign


def _row(below: list[str]) -> str:
    joined = any(one in (_TIMES, "·") for one in below)
    if joined:  # a quotient among factors
        below = [_held(one, "/" in _outside(one) and not _is_sum(one)) for one in below]
    if below and below[0] in (" − ", " + "):
        below = [below[0].strip(), *below[1:]]
    return "".join(below)


def _fraction(below: list[str], is_choice: bool) -> str:
    above, under = below
    if is_choice:
        return f"{above} choose {under}"
    if f"{above}/{under}" in _HALVES:
        return _HALVES[f"{above}/{under}"]
    loose = _is_sum(under) or _is_product(under) or under.startswith("−")
    return f"{_held(above, _is_sum(above))}/{_held(under, loose)}"


def _raised(base: str, power: str) -> str:
    if power == "⊤":
        return f"{base}ᵀ"
    moved = _moved("^", _UP, power)
    if base == "e" and moved.startswith("^") and len(power) > 1:
        return f"exp({power})"
    return _held(base, _is_sum(base) or _is_product(base) or base.startswith("−")) + moved


def _moved(mark: str, table: dict[str, str], text: str) -> str:
    """A subscript or exponent: small letters where all of them exist, else behind _ or ^."""
    text = text.replace(_TIMES, "").replace(" ", "")
    if all(letter in table for letter in text):
        return "".join(table[letter] for letter in text)
    if len(text) == 1:
        return mark + text
    return f"{mark}({text})" if re.search(r"[{}_^]", text) else f"{mark}{{{text}}}"
