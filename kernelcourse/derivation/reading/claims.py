"""What a typed line claims, before anything is known about the place it stands at.

= E      E      <= E              an expression, equal to (or an estimate of) the line before
A = b    ⇔ A = b    iff: A == b   an equation; ⇒ implies, ⇐ implied by
A <= b                            an inequality
let w = E                         an abbreviation, or a substitution
∇_w: E   gradient w: E   ∇_w f = E
minimiser w = E   argmin_w: E   maximiser w = E
limit N: E   lim_{N→∞}: E
"""

from __future__ import annotations

import re
import unicodedata

from kernelcourse.language.handwriting import tidied
from kernelcourse.language.letters import canonical
from kernelcourse.language.reading import LanguageError
from kernelcourse.language.tree import Binary, Call, Node, Number, Transpose, Unary

from ..lines.expressions import EqualityLine, GradientLine, LetLine, LimitLine
from ..lines.line import Line
from ..lines.relations import EquationLine, InequalityLine, MaximiserLine, MinimiserLine

LONGEST = 2000  # characters of a line
ARROWS = {
    "<=>": "iff", "⇔": "iff", "⟺": "iff", "<==>": "iff", "↔": "iff", "=>": "implies", "==>": "implies", "⇒": "implies",
    "⟹": "implies", "∴": "implies", "⇐": "implied by", "⟸": "implied by", "<==": "implied by",
}  # fmt: skip
ORDER = {"<=": "<=", "=<": "<=", "≤": "<=", "⩽": "<=", "≦": "<=", ">=": ">=", "≥": ">=", "⩾": ">=", "≧": ">=",
         "<": "<", ">": ">"}  # fmt: skip
EQUAL = {"=": "=", "==": "=", ":=": "="}
_SIGNS = sorted([*ARROWS, *ORDER, *EQUAL, "≠", "!=", "≈"], key=len, reverse=True)
_WORDS = (
    ("iff", r"iff|if and only if|(?:is )?equivalent(?:ly)?(?: to)?"),
    ("implied by", r"(?:is )?implied by|implied_by|follows from|because|if"),
    ("implies", r"implies|hence|so|thus|therefore|then"),
    ("=", r"equals|is equal to|is"),
)
_LETTER = r"\{?\s*([^\W\d_]\w*?|[^\W\d_][₀-₉]*)\s*\}?"
_BODY = r"\s*(?:\([^()]*\))?\s*(?:[^:=<>≤≥]{0,80}?)\s*(?::=|:|==|=)\s*(.+)"
_IN = r"(?:\s*_\s*|\s+(?:in|of|over|by|wrt|w\.r\.t\.?|with respect to)\s+|\s*)"
_NAMED = (
    (
        GradientLine,
        re.compile(
            rf"(?:∇|grad(?:ient)?)\s*(?:[fghFJLEQ]|loss|cost)\(\s*{_LETTER}\s*\)\s*(?:==|=|:)\s*(.+)", re.S
        ),
    ),
    (
        GradientLine,
        re.compile(
            rf"(?:∇|(?:(?:the\s+)?grad(?:ient)?|derivative)(?![A-Za-z])){_IN}{_LETTER}(?![\w]){_BODY}", re.S
        ),
    ),
    (
        GradientLine,
        re.compile(
            rf"\(*\s*[∂d]\s*\w{{0,3}}(?:\(\w*\))?\s*\)*\s*/\s*\(*\s*[∂d]\s*{_LETTER}\s*\)*{_BODY}", re.S
        ),
    ),
    (
        MinimiserLine,
        re.compile(rf"(?:minimi[sz]er|arg\s?min)(?![A-Za-z]){_IN}{_LETTER}(?![\w]){_BODY}", re.S),
    ),
    (
        MaximiserLine,
        re.compile(rf"(?:maximi[sz]er|arg\s?max)(?![A-Za-z]){_IN}{_LETTER}(?![\w]){_BODY}", re.S),
    ),
    (
        MinimiserLine,
        re.compile(
            rf"(?:is\s+)?(?:(?:minimi[sz]ed|smallest)\s+(?:by|at|for)|minimum\s+at)\s+{_LETTER}\s*(?:==|=|:)\s*(.+)",
            re.S,
        ),
    ),
)
_STARRED = re.compile(r"([^\W\d_]\w*?)\s*(?:[\^_]\s*\{?\s*[*⋆]\s*\}?|\*|⋆|\u0302)\s*(?::|==|=)\s*(.+)", re.S)
_LIMIT = re.compile(
    r"(?:(?:limit|lim|as)(?:\s*_\s*|\s+(?:in|of|as)\s+|\s+))?\{?\s*([^\W\d_]\w*)\s*"
    r"(?:(?:→|->|\bto\b)\s*([^\s:={}]+)(?=[\s}:=])\s*)?\}?\s*[^:=]{0,80}?\s*(?::|==|=)\s*(.+)",
    re.S,
)
_TENDS = re.compile(
    rf"(?:→|->|tends to|converges to)\s*(.+?)\s+(?:as|for|when|if)\s+{_LETTER}\s*(?:→|->|tends to)\s*([^\s:={{}}]+)",
    re.S,
)
_LET = re.compile(r"(?:let|put|set|where|define|substitute|with)\s+(.+)", re.S)
_SUBSTITUTION = re.compile(rf"\s*{_LETTER}\s*(?::=|==|=|:)\s*(.+)", re.S)
_OPEN, _CLOSE = "([{⟨", ")]}⟩"


def read_claim(typed: object) -> Line:
    """The claim that a text makes; LanguageError says what to type instead."""
    if not isinstance(typed, str) or not typed.strip():
        raise LanguageError("write a line")
    if len(typed) > LONGEST:
        raise LanguageError(f"this line has {len(typed)} characters; the longest a line may be is {LONGEST}")
    text = _tidied(typed)
    found = _let(text) or _named(text)
    if found:
        return found
    tends = re.match(r"(?:→|->)\s*(.+)", text, re.S)
    if tends and not signs(tends[1]):
        return LimitLine(tends[1])  # of which letter, the place says
    relation, text = _arrow(text) or _leading(text)
    if not text:
        raise LanguageError("there is nothing after the sign", typed)
    cuts = signs(text)
    if not cuts:
        return EqualityLine(text, relation=relation)
    if len(cuts) > 1:
        raise LanguageError("one step on each line, please: there are two signs here", text, cuts[1][1])
    sign, start, end = cuts[0]
    left, right = text[:start].strip(), text[end:].strip()
    if not left or not right:
        raise LanguageError(f"there is nothing on one side of {sign}", text, start)
    if sign in ARROWS or sign in ("≠", "!=", "≈"):
        raise LanguageError(f"{sign} cannot stand in the middle of a line here", text, start)
    if sign in ORDER:
        if relation:
            raise LanguageError("one expression is expected after the sign", text, start)
        return InequalityLine(relation=ORDER[sign], sides=(left, right))
    if relation in ("<=", ">=", "<", ">"):
        raise LanguageError("one expression is expected after the sign", text, start)
    return EquationLine(relation="" if relation == "=" else relation, sides=(left, right))


def starred(typed: object) -> bool:
    """Does the line begin w* = or ŵ =, which names a minimiser or a solution?"""
    return isinstance(typed, str) and _STARRED.fullmatch(_tidied(typed)) is not None


def _arrow(text: str) -> tuple[str, str] | None:
    """<= and → are arrows before an equation."""
    found = re.match(r"(<=|→|->)(?!>)\s*(.*)", text, re.S)
    if found and [sign in EQUAL for sign, _, _ in signs(found[2])] == [True]:
        return "implied by" if found[1] == "<=" else "implies", found[2]
    return None


def _tidied(text: str) -> str:
    """The text in plain characters, a comment and a full stop at the end dropped."""
    return re.sub(r"[.;,]\s*$", "", tidied(text.split("#")[0].strip()).strip()).strip()


def links(text: str) -> list[str]:
    """= A = B is the two lines = A and = B; any other line is one."""
    plain = _tidied(text)
    cuts = signs(plain)
    if len(cuts) < 2 or cuts[0][1] or any(sign != "=" for sign, _, _ in cuts):
        return [text]
    ends = [place for _, place, _ in cuts[1:]] + [len(plain)]
    return [plain[place:end].strip() for (_, place, _), end in zip(cuts, ends, strict=True)]


def _leading(text: str) -> tuple[str, str]:
    """The sign or word a line begins with, and the rest."""
    for sign in _SIGNS:
        if text.startswith(sign) and sign not in ("≠", "!=", "≈"):
            return {**ARROWS, **ORDER, **EQUAL}[sign], text[len(sign) :].lstrip(" :")
    for relation, words in _WORDS:
        found = re.match(rf"(?:{words})\b\s*[:,]?\s+|(?:{words})\s*:", text)
        if found:
            return relation, text[found.end() :].strip()
    return "", text


def signs(text: str) -> list[tuple[str, int, int]]:
    """The signs of relation outside all brackets, with their places."""
    found, depth, place = [], 0, 0
    while place < len(text):
        depth += (text[place] in _OPEN) - (text[place] in _CLOSE)
        sign = next((sign for sign in _SIGNS if text.startswith(sign, place)), "") if depth <= 0 else ""
        if sign:
            found.append((sign, place, place + len(sign)))
        place += len(sign) or 1
    return found


def _named(text: str) -> Line | None:
    for kind, pattern in (*_NAMED, (MinimiserLine, _STARRED)):
        found = pattern.fullmatch(text)
        if found:
            body = found.group(2).strip()
            if signs(body):
                raise LanguageError(
                    f"one step on each line: the {kind.word} here, what follows from it in the next line"
                )
            return kind(body, letters=(_name(found.group(1)),))
    if re.match(r"(?:∇|grad|gradient|derivative)\s*[:=]", text):
        raise LanguageError("say in which letter: ∇_w: …", text)
    found = _TENDS.fullmatch(text)
    if found:
        body, name, to = found.groups()
        return LimitLine(body, letters=(_name(name),), to=to.replace("∞", "inf"))
    if re.match(r"lim(?:it)?\b|lim_|as\s|[^\W\d_]\w*\s*(?:→|->)", text):
        found = _LIMIT.fullmatch(text)
        if found:
            name, to, body = found.groups()
            return LimitLine(
                body.strip(), letters=(_name(name),), to=(to or "").replace("∞", "inf").strip("{}")
            )
    return None


def _let(text: str) -> Line | None:
    """let w = E · let w = E, v = F · w := E · let w = E: = F (a substitution, and what the line becomes)."""
    found = _LET.fullmatch(text)
    body = found.group(1) if found else text if re.match(rf"{_LETTER}\s*:=", text) else ""
    if not body or ("=" not in body and ":" not in body):
        return None
    body, _, becomes = _cut(body, ":", after="=")
    let: dict[str, str] = {}
    for part in _pieces(body):
        pair = _SUBSTITUTION.fullmatch(part)
        if not pair:
            raise LanguageError("an abbreviation reads: let w = X.T @ α", text)
        let[_name(pair.group(1))] = pair.group(2).strip()
    if not becomes.strip():
        return LetLine(let=let)
    relation, rest = _leading(becomes.strip())
    return EqualityLine(rest, relation=relation, let=let)


def _cut(text: str, sign: str, after: str) -> tuple[str, str, str]:
    """The text before and behind the first `sign` outside brackets that follows an `after`."""
    depth, seen = 0, False
    for place, character in enumerate(text):
        depth += (character in _OPEN) - (character in _CLOSE)
        seen = seen or (character == after and depth == 0)
        if seen and depth == 0 and character == sign:
            return text[:place], sign, text[place + 1 :]
    return text, "", ""


def _pieces(text: str) -> list[str]:
    """w = a, v = b → two pieces: cut at commas outside brackets."""
    pieces, depth, start = [], 0, 0
    for place, character in enumerate(text):
        depth += (character in _OPEN) - (character in _CLOSE)
        if character == "," and depth == 0:
            pieces.append(text[start:place])
            start = place + 1
    return [*pieces, text[start:]]


def _name(text: str) -> str:
    return canonical(unicodedata.normalize("NFKC", text).strip().strip("{}").strip())


def is_zero(node: Node) -> bool:
    """0, zeros(…), 0·c, K zeros(…): zero as it stands there."""
    match node:
        case Binary(op="*" | "@"):
            return is_zero(node.left) or is_zero(node.right)
        case Unary() | Transpose():
            return is_zero(node.operand)
    return node == Number(0) or (isinstance(node, Call) and node.function == "zeros")
