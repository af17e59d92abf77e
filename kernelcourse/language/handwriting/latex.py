r"""\frac{1}{2}\lVert w\rVert^2 → ((1)/(2))‖w‖^2: the commands of LaTeX as the characters that a reader would write."""

from __future__ import annotations

import re

from ..errors import LanguageError
from ..functions import FUNCTIONS, proper_name
from ..letters import HAT, SYMBOL

_GREEK = {"lambda" if name == "lam" else name: letter for name, letter in SYMBOL.items()}
_SIGNS = {
    "cdot": "·", "bullet": "·", "times": "×", "ast": "*", "odot": "⊙", "circ": "⊙", "otimes": "⊗", "div": "/",
    "le": "≤", "leq": "≤", "leqslant": "≤", "ge": "≥", "geq": "≥", "geqslant": "≥", "lt": "<", "gt": ">", "ne": "≠",
    "neq": "≠", "equiv": "=", "infty": "∞", "sum": "∑", "prod": "∏", "nabla": "∇", "partial": "∂", "to": "→",
    "rightarrow": "→", "longrightarrow": "→", "Rightarrow": "⇒", "implies": "⇒", "Longrightarrow": "⇒",
    "Leftarrow": "⇐", "impliedby": "⇐", "Longleftarrow": "⇐", "Leftrightarrow": "⇔", "iff": "⇔",
    "Longleftrightarrow": "⇔", "lVert": "‖", "rVert": "‖", "Vert": "‖", "|": "‖", "lvert": "|", "rvert": "|",
    "vert": "|", "mid": "|", "langle": "⟨", "rangle": "⟩", "top": "ᵀ", "intercal": "ᵀ", "dagger": "†", "prime": "′",
    "ell": "l", "epsilon": "ε", "varepsilon": "ε", "varphi": "φ", "vartheta": "θ", "varrho": "ρ", "lbrace": "(",
    "rbrace": ")", "{": "(", "}": ")", "lbrack": "[", "rbrack": "]", "pm": "±", "in": "∈", "colon": ":", "star": "⋆",
}  # fmt: skip
_SILENT = frozenset(
    "left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr displaystyle textstyle limits nolimits quad qquad "
    "mathbf mathrm mathit mathsf mathcal mathbb mathfrak boldsymbol bm bf rm it text textrm operatorname vec "
    "underline middle , ; ! : > ( ) [ ]".split()
)
_NAMES = frozenset({"arg", "argmin", "argmax", "lim", "dim"})
_COMMAND = re.compile(r"\\([A-Za-z]+|.)")
_PREFIX = re.compile(
    r"(?<![\w.\\])(?:(?:np|numpy|jnp|math|torch|scipy|sp)\.(?:linalg\.)?|(?:linalg|la|LA)\.(?=[a-z]))"
)
_NUMPY_DOT = re.compile(r"(?<![\w.\\])(?:np|numpy|jnp)\.dot(?=\s*\()")  # of matrices it is their product
_SIZES_IN_BRACKETS = re.compile(r"\b(ones|zeros)\s*\(\s*\(([^()]*,[^()]*)\)\s*\)")  # np.ones((n, m))
_FONT = re.compile(
    r"\\(?:math(?:bf|rm|it|sf|cal|bb|frak)|text(?:rm|bf|it)?|operatorname\*?|boldsymbol|bm)\s*\{([^{}]*)\}"
)
_OVER = {"bar|overline": "¯", "(?:wide)?hat": HAT, "(?:wide)?tilde": "\u0303"}  # \\bar x
_ONE = r"(\\?[A-Za-z]+)"
_FROBENIUS = re.compile(r""",\s*(?:ord\s*=\s*)?(["'])fro\1""")  # the norm of a matrix is that one
_ORDER_LAST = re.compile(
    r"([‖∥]|\|\|)\s*(²|\^\s*(?:2|\{\s*2\s*\}))\s*([₁₂]|_\s*(?:\w|\{[^{}]*\}))"
)  # ‖w‖²_2 is ‖w‖_2²
_LEFT_DIVISION = re.compile(
    r"(?<=[\w)\]])\s*\\(?=\s+\w|\s*\(|[A-Za-z](?![A-Za-z]))"
)  # A\b, as other languages solve A x = b
LEFT_DIVISION = "⧵"
_LONG_COMMAND = re.compile(r"\\[A-Za-z]{2}")
_MOST = 400  # commands in a line


def without_latex(text: str) -> str:
    """The text in plain characters; np., numpy. and linalg. dropped. LanguageError names a command that is not read."""
    text = _FROBENIUS.sub("", _PREFIX.sub("", _NUMPY_DOT.sub("matmul", text)))
    text = (
        _SIZES_IN_BRACKETS.sub(r"\1(\2)", text)
        .replace("matrix_rank", "matrixrank")
        .replace("matrix_power", "matrixpower")
    )
    if "\\" not in text and "$" not in text:
        return _ORDER_LAST.sub(r"\1\3\2", text)
    if _LEFT_DIVISION.search(text) and not _LONG_COMMAND.search(text):
        text = _LEFT_DIVISION.sub(f" {LEFT_DIVISION} ", text)
    text = re.sub(r"\\begin\{[^}]*\}|\\end\{[^}]*\}|\$|\\\\|\\ |&|~", " ", text)
    if text.count("\\") > _MOST:
        raise LanguageError(f"there are more than {_MOST} LaTeX commands in this line")
    text = re.sub(r"\\(?:mathrm|text|mathsf|mathbf|operatorname|rm)(?:\s*\{\s*T\s*\}|\s+T\b)", "ᵀ", text)
    text = re.sub(r"\\arg\s*\\(min|max)", r" arg\1 ", text)
    text = re.sub(r"\\(?:mathbf|mathbb|bm|boldsymbol)\s*\{?\s*1\s*\}?", "𝟏", text)
    text = _FONT.sub(r" \1 ", text)
    for command, mark in _OVER.items():
        text = re.sub(
            rf"\\(?:{command})(?:\s*\{{\s*{_ONE}\s*\}}|\s+(\w)|\s*(\\[A-Za-z]+))", rf" \1\2\3{mark} ", text
        )
    for name in ("dfrac", "tfrac", "cfrac", "frac"):
        text = _fractions(text, name)
    text = _roots(_fractions(text, "binom", "binom(({}), ({}))"))
    return _ORDER_LAST.sub(r"\1\3\2", _COMMAND.sub(_plain, text))


def _plain(found: re.Match[str]) -> str:
    name = found.group(1)
    if name in _SIGNS:
        return _SIGNS[name] if len(_SIGNS[name]) == 1 else f" {_SIGNS[name]} "
    if name in _SILENT:
        return " "
    if name in _GREEK:
        return _GREEK[name]
    if name in _NAMES or proper_name(name, by_hand=True) in FUNCTIONS:
        return f" {name} "
    raise LanguageError(f"the LaTeX command \\{name[:20]} is not read here: write the formula without it")


def _group(text: str, start: int) -> tuple[str, int]:
    """What a command takes next: {…}, or one character or command; and where the text goes on."""
    while start < len(text) and text[start] == " ":
        start += 1
    if start >= len(text):
        raise LanguageError("a LaTeX command lacks what it applies to", text)
    if text[start] == "{":
        depth = 0
        for place in range(start, len(text)):
            depth += (text[place] == "{") - (text[place] == "}")
            if depth == 0:
                return text[start + 1 : place], place + 1
        raise LanguageError("a brace { is not closed", text, start)
    command = _COMMAND.match(text, start)
    end = command.end() if command else start + 1
    return text[start:end], end


def _fractions(text: str, name: str, written: str = "(({})/({}))") -> str:
    """\\frac{a}{b} → ((a)/(b)), the innermost last."""
    while (place := text.find(f"\\{name}")) >= 0:
        over, place_after = _group(text, place + len(name) + 1)
        under, end = _group(text, place_after)
        text = f"{text[:place]} {written.format(over, under)}{text[end:]}"
    return text


def _roots(text: str) -> str:
    while (place := text.find("\\sqrt")) >= 0:
        degree = re.match(r"\[\s*(\d{1,3}|[a-zA-Z])\s*\]", text[place + 5 :])
        if degree is None and text[place + 5 : place + 6] == "[":
            raise LanguageError("the degree of a root is a number or a letter: write x^(1/3)", text, place)
        inside, end = _group(text, place + 5 + (degree.end() if degree else 0))
        root = f"(({inside})^(1/({degree[1]})))" if degree else f"√({inside})"
        text = f"{text[:place]}{root}{text[end:]}"
    return text
