"""What a typed text claims where the author's line is known: the author's kind of claim, the reader's expression.

A reader may begin a line with its relation (⇒, <=, …). A reader may not swap the claim for an easier one: where an
equality is asked for, `0 <= 1` or `let q = 1` would hold and say nothing.
"""

from __future__ import annotations

from dataclasses import replace

from kernelcourse.language.reading import LanguageError

from .lines import RELATIONS, Line, read_line

_ORDER = ("<=", ">=", "<", ">", "≤", "≥")
_WANTED = {
    "equation": "an equation",
    "inequality": "an inequality",
    "gradient": "the gradient, one expression,",
    "minimiser": "the value of the letter, one expression,",
    "maximiser": "the value of the letter, one expression,",
    "let": "let … = …",
}


def typed_line(text: str, model: Line, relation: str = "", after_equation: bool = False) -> Line:
    """The Line that a typed text means in the place of `model`; LanguageError if it is another kind of claim."""
    if not isinstance(relation, str) or (relation and relation not in RELATIONS):
        raise ValueError(f"relation {relation!r} must be one of iff, implies, implied by, =, <=, >=, <, >")
    claim = RELATIONS.get(relation, "") or model.relation
    text = text.strip()
    if model.kind == "let":
        return read_line({"let": text.removeprefix("let ")}, "line") if "=" in text else _refuse(model, text)
    for sign in ("<=>", "⇔", "=>", "⇒", "⇐"):
        if text.startswith(sign):
            claim, text = RELATIONS[sign], text[len(sign) :].strip()
    if model.kind == "equation":
        return _equation(text, model, claim)
    if model.kind == "inequality":
        if not any(sign in text for sign in _ORDER):
            return _refuse(model, text)
        return replace(read_line({"inequality": text}, "line"), let=model.let)
    for sign in ("==", "<=", ">=", "=", "<", ">", "≤", "≥"):
        if text.startswith(sign):  # a line that begins with its relation
            claim, text = RELATIONS[sign], text[len(sign) :].strip()
            break
    if "=" in text and after_equation and not any(sign in text for sign in _ORDER):
        return _equation(text, replace(model, kind="equation"), claim)
    if any(sign in text for sign in ("=", *_ORDER)):
        return _refuse(model, text)
    return replace(model, text=text, relation=claim, by="")


def _equation(text: str, model: Line, claim: str) -> Line:
    claim = claim if claim in ("iff", "implies", "implied by") else ""
    sides = text.replace("==", "=").split("=")
    if any(sign in text for sign in _ORDER) or len(sides) > 2:
        return _refuse(model, text)
    if len(sides) == 2:
        return replace(model, text="", sides=(sides[0].strip(), sides[1].strip()), relation=claim, by="")
    return replace(model, kind="equality", text=text, sides=(), relation=claim, by="")


def _refuse(model: Line, text: str) -> Line:
    wanted = _WANTED.get(model.kind, "one expression")
    raise LanguageError(f"{wanted} is expected here", text, 0 if text else None)
