"""Lines as files write them: a table with `is`, `let`, `gradient`, `equation`, …, or a line as one would type it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kernelcourse.language.errors import LanguageError
from kernelcourse.language.letters import canonical

from ..reading.claims import read_claim
from .expressions import EqualityLine, GradientLine, LetLine, LimitLine, StartLine
from .line import Line
from .relations import EquationLine, InequalityLine, MaximiserLine, MinimiserLine

RELATIONS = {
    "iff": "iff", "<=>": "iff", "⇔": "iff", "equivalent": "iff", "if and only if": "iff",
    "implies": "implies", "=>": "implies", "⇒": "implies", "then": "implies",
    "implied by": "implied by", "implied_by": "implied by", "⇐": "implied by", "if": "implied by",
    "=": "=", "==": "=", "equals": "=", "<=": "<=", "≤": "<=", ">=": ">=", "≥": ">=", "<": "<", ">": ">",
}  # fmt: skip
_KEYS = frozenset(
    ["is", "by", "let", "gradient", "equation", "unknown", "relation", "inequality", "minimiser", "minimizer"]
    + ["maximiser", "maximizer", "of", "limit", "series", "to", "start", "then", "note", "wrt"]
)
# keys that name a letter and need is = "…"
_ABOUT_A_LETTER: dict[str, type[Line]] = {
    "minimiser": MinimiserLine, "minimizer": MinimiserLine, "maximiser": MaximiserLine, "maximizer": MaximiserLine,
    "gradient": GradientLine, "limit": LimitLine, "series": LimitLine,
}  # fmt: skip


def without_sign(line: Line) -> Line:
    """= is what a line without a sign means: it need not be said; → alone does not say which letter goes where."""
    if isinstance(line, LimitLine) and not line.letters:
        raise LanguageError(
            "→ is a limit: write limit N: …, or … as N → ∞; a line equal to the last begins with ="
        )
    return replace(line, relation="") if line.relation == "=" else line


def read_line(table: object, where: str) -> Line:
    """A Line from a TOML table; ValueError names the key that is wrong."""
    if isinstance(table, str):
        return without_sign(read_claim(table))
    if not isinstance(table, Mapping):
        raise ValueError(f"{where} must be a table, not {type(table).__name__}")
    strange = sorted(set(table) - _KEYS)
    if strange:
        raise ValueError(f"{where}: unknown key {strange[0]!r}; the keys are {', '.join(sorted(_KEYS))}")
    relation = _text(table, "relation", where)
    if relation and relation.strip() not in RELATIONS:
        raise ValueError(
            f"{where}: relation {relation!r} must be one of iff, implies, implied by, =, <=, >=, <, >"
        )
    relation = RELATIONS.get(relation.strip(), "")
    common: dict[str, Any] = {
        "by": _text(table, "by", where),
        "relation": relation,
        "of": _text(table, "of", where),
    }
    let = _let(table.get("let"), where)
    body = _text(table, "is", where) or _text(table, "then", where)
    for key, kind in _ABOUT_A_LETTER.items():
        if key in table:
            letters = _letters(table[key], f"{where}.{key}")
            if not body:
                raise ValueError(f'{where}: a {key} needs is = "…"')
            return kind(body, letters=letters, let=let, to=_number(table, "to", where), **common)
    if "equation" in table:
        letters = _letters(table.get("unknown", ()), f"{where}.unknown")
        return EquationLine(
            sides=_sides(table["equation"], f"{where}.equation")[::2],
            letters=letters,
            let=let,
            **common,
        )
    if "inequality" in table:
        left, sign, right = _sides(table["inequality"], f"{where}.inequality", relation or "<=")
        return InequalityLine(sides=(left, right), let=let, **{**common, "relation": sign})
    if "start" in table:
        return StartLine(_text(table, "start", where), let=let, **common)
    if body:
        return EqualityLine(
            body,
            letters=_letters(table.get("unknown", ()), f"{where}.unknown"),
            let=let,
            **common,
        )
    if let:
        return LetLine(let=let, **common)
    raise ValueError(
        f"{where} claims nothing: it needs is, let, gradient, equation, inequality, minimiser or limit"
    )


def _text(table: Mapping, key: str, where: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str):
        raise ValueError(f"{where}.{key} must be text, not {type(value).__name__}")
    return value


def _number(table: Mapping, key: str, where: str) -> str:
    value = table.get(key, "")
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise ValueError(f"{where}.{key} must be a number or text")
    return str(value)


def _letters(value: object, where: str) -> tuple[str, ...]:
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, (list, tuple)) or not all(isinstance(name, str) for name in names):
        raise ValueError(f"{where} must be a letter, or a list of letters")
    return tuple(canonical(name.strip()) for name in names)


def _let(value: object, where: str) -> dict[str, str]:
    if value is None:
        return {}
    if isinstance(value, str) and value.count("=") == 1:
        name, text = value.split("=")
        value = {name.removeprefix("let "): text}
    if (
        not isinstance(value, Mapping)
        or not all(isinstance(text, str) for text in value.values())
        or not value
    ):
        raise ValueError(f'{where}.let must read {{ w = "X.T @ alpha" }}')
    return {canonical(name.strip()): text.strip() for name, text in value.items()}


def _sides(value: object, where: str, sign: str = "==") -> tuple[str, str, str]:
    if isinstance(value, str):
        for found in ("==", "<=", ">=", "≤", "≥", "=", "<", ">"):
            if found in value:
                if sign == "==" and RELATIONS[found] != "=":
                    raise ValueError(f"{where} must be an equation, not {found}")
                left, right = value.split(found, 1)
                return left.strip(), RELATIONS[found], right.strip()
        return value, "=", "0"
    if isinstance(value, (list, tuple)) and all(isinstance(part, str) for part in value):
        if len(value) == 2:
            return value[0], sign, value[1]
        if len(value) == 3 and value[1].strip() in RELATIONS:
            return value[0], RELATIONS[value[1].strip()], value[2]
    raise ValueError(f'{where} must read ["left", "right"] or "left == right"')
