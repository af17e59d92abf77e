"""α and alpha are one letter: which characters a line may contain, and how each is spelled in ASCII.

A student types what the book prints: Greek letters, w₀, X.T or Xᵀ, ‖·‖² as **2, a real minus sign. All of it is
translated, character by character, to the plain language before parsing; `positions` remembers where each
character came from so that an error can point at what was typed. Anything else, look-alikes included, is refused.
"""

from __future__ import annotations

import re
import unicodedata

_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lam mu nu xi omicron pi rho sigma tau upsilon "
    "phi chi psi omega"
).split()
_LOWER = "αβγδεζηθικλμνξοπρστυφχψω"
_UPPER = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ"
# Capital letters that look exactly like Latin ones are refused as look-alikes rather than given a second meaning.
_DISTINCT_CAPITALS = set("ΓΔΘΛΞΠΣΦΨΩ")

SPELLING: dict[str, str] = dict(zip(_LOWER, _GREEK, strict=True))
SPELLING |= {
    capital: {"lam": "Lambda"}.get(name, name.capitalize())
    for capital, name in zip(_UPPER, _GREEK, strict=True)
    if capital in _DISTINCT_CAPITALS
}
del SPELLING["ο"]  # omicron is the letter o to every eye
SYMBOL = {name: letter for letter, name in SPELLING.items()}
SPELLING |= {
    "ℓ": "l",
    "ϕ": "phi",
    "ϵ": "epsilon",
    "ϑ": "theta",
    "ϱ": "rho",
    "µ": "mu",
    "∑": "Sigma",
    "∆": "Delta",
}
SPELLING |= {subscript: str(digit) for digit, subscript in enumerate("₀₁₂₃₄₅₆₇₈₉")}

RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱᵏᵐᵖᵈᵀᵗ⁽⁾ᴴᵃᵇˣʸ", "0123456789+-nikmpdTT()Habxy", strict=True))
LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋ᵢⱼₖₗₘₙₚₐₓₜₛᵣ", "0123456789+-ijklmnpaxtsr", strict=True))

HAT = "\u0302"  # f̂ is spelled fh
_HATTED = {name + "h": name + HAT for name in "fk"}  # coefficients of a function and of a kernel
_SIGNS = {
    HAT: "h",
    "−": "-",
    "–": "-",
    "×": "*",
    "·": "*",
    "⋅": "*",
    "∗": "*",
    "÷": "/",
    "ᵀ": ".T ",
    "⊤": ".T ",
    "²": "**2",
    "³": "**3",
    "½": "(1/2)",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "\u00a0": " ",
    "\t": " ",
    "\n": " ",
    "\r": " ",
}
_PLAIN = set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_+-*/@.,()[]:=<>!^ ")
_HINTS = {
    "'": "write X.T for the transpose",
    "’": "write X.T for the transpose",
    '"': "there are no strings here",
    "‖": "write norm(…)",
    "|": "write abs(…) or norm(…)",
    "√": "write sqrt(…)",
    "{": "write round brackets",
    "}": "write round brackets",
    "\\": "this is not LaTeX: write names and Python's operators",
    "$": "this is not LaTeX: write names and Python's operators",
    ";": "one line, one expression",
    "#": "leave comments out",
    "∈": "write the limits of a sum, Σ_{i=1}^{n}",
    "…": "write the terms as a sum, Σ_{i=1}^{n}",
    "⋯": "write the terms as a sum, Σ_{i=1}^{n}",
    ".": "a point stands inside a number or before T; a sum reads Σ_{i=1}^{n}",
    "∫": "integrals are not read; write a sum",
    "≤": "one relation on each line",
    "≥": "one relation on each line",
    "≠": "write the sum over all indices and subtract what is left out",
    "±": "write two lines, one for each sign",
    "→": "write limit N: … for a limit",
    "%": "percent signs are not read",
    "∂": "write ∇_w: … for a gradient",
    "∇": "a gradient begins its line: ∇_w: …",
    "⟨": "write x @ z for an inner product",
}
_SPELLED = sorted(SYMBOL, key=len, reverse=True)
_SHOWN = re.compile(rf"^({'|'.join(_SPELLED)})(\d*|_\w+)$")
_DIGITS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_NUMBERED = re.compile(r"(?<=[^\W\d_])[0-9]+$")


class Refused(Exception):
    """A character that is not part of the language, with its position."""

    def __init__(self, message: str, position: int):
        super().__init__(message)
        self.position = position


def translate(text: str) -> tuple[str, list[int]]:
    """The text in plain ASCII, and for every character of it (and its end) the position it came from."""
    plain: list[str] = []
    positions: list[int] = []
    for position, character in enumerate(text):
        if character in _PLAIN:
            piece = character
        elif character in _SIGNS:
            piece = _SIGNS[character]
        elif character in SPELLING:
            piece = SPELLING[character]
        else:
            raise Refused(refusal(character), position)
        plain.append(piece)
        positions.extend([position] * len(piece))
    positions.append(len(text))
    return "".join(plain), positions


def refusal(character: str) -> str:
    if character in _HINTS:
        return f"the character {character} is not part of the language: {_HINTS[character]}"
    name = unicodedata.name(character, f"U+{ord(character):04X}")
    shown = character if character.isprintable() else f"U+{ord(character):04X}"
    if character.isalpha():
        return f"the letter {shown} ({name}) is not one of the letters used here; type it on a Latin or Greek keyboard"
    return f"the character {shown} ({name}) is not part of the language"


def letter(name: str) -> str:
    """How a name is shown: alpha → α, lam → λ, mu_k → μ_k, w0 → w₀, fh → f̂; every other name is shown as it is."""
    match = _SHOWN.match(name)
    shown = SYMBOL[match.group(1)] + match.group(2) if match else _HATTED.get(name, name)
    return shown if "_" in shown else _NUMBERED.sub(lambda found: found[0].translate(_DIGITS), shown)


def canonical(name: str) -> str:
    """The one ASCII spelling of a name: α, alpha → alpha; λ, lambda_1 → lam_1."""
    plain = "".join(SPELLING.get(character, character) for character in name)
    return re.sub(r"^lambda(?=$|\d|_)", "lam", plain)
