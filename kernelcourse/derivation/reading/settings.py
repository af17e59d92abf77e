"""A setting from the text of a file: its letters, its abbreviations, and side conditions in symbols or in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from kernelcourse.language.letters import canonical
from kernelcourse.language.reading import CONSTANTS, FUNCTIONS, LanguageError, parse
from kernelcourse.language.tree import Binary, Call, Node, Number, Transpose

from ..ranges.numbers import Integer
from ..ranges.range import Range, sizes_of
from ..ranges.reading import read_range
from .symbols import Setting


def _in_turn(define: Mapping[str, object]) -> list[tuple[str, object]]:
    """The definitions, each after those it mentions: a file need not keep their order."""
    left, done = dict(define), list[tuple[str, object]]()
    while left:
        names = {re.split(r"\W", key.strip())[0]: key for key in left}
        ready = [
            key
            for key, text in left.items()
            if not any(names.get(word, key) != key for word in re.findall(r"\w+", str(text)))
        ]
        for key in ready or list(left):  # a circle is an error of its first line
            done.append((key, left.pop(key)))
    return done


def read_setting(
    given: Mapping[str, object], define: Mapping[str, object] | None = None, where: Iterable[str] | str = ()
) -> Setting:
    """A Setting from text; ValueError names the entry that cannot be read."""
    ranges: dict[str, Range] = {}
    conditions = [where] if isinstance(where, str) else list(where)
    for key, text in given.items():
        name = _letter_name(key)
        if isinstance(text, str) and " where " in text:
            text, condition = text.split(" where ", 1)
            conditions.append(condition)
        if isinstance(text, str) and text.strip() in ("dimension", "size", "natural"):
            continue
        ranges[name] = read_range(name, text)
    sizes = sizes_of(ranges.values())
    for name in sizes:
        if name in ranges and not isinstance(ranges[name], Integer):
            raise ValueError(f"given.{name}: a size must be an integer")
    setting = Setting(ranges)
    for key, text in _in_turn(define or {}):
        if not isinstance(text, str):
            raise ValueError(f"define.{key} must be text, not {type(text).__name__}")
        found = re.fullmatch(r"\s*(\w+)\s*\(([^()]*)\)\s*", key)
        try:
            if found:
                name = _letter_name(found.group(1))
                letters = tuple(_letter_name(part) for part in found.group(2).split(","))
                body = setting.expand(parse(text, setting.names | set(letters), setting.functions))
                setting = replace(setting, functions={**setting.functions, name: (letters, body)})
            else:
                name = _letter_name(key)
                node = setting.read(text)
                setting.shape(node, text)
                setting = replace(setting, define={**setting.define, name: node})
        except LanguageError as error:
            raise LanguageError(f"define.{key}: {error}") from None
    relations = []
    for text in conditions:
        relation = _sentence(text, setting) or setting.read_relation(text)
        if not isinstance(relation, tuple):
            raise ValueError(f"where: {text[:60]!r} must be a condition such as X @ w0 == 0")
        setting.shape(Binary("-", relation[1], relation[2]), text)
        relations.append(relation)
    return replace(setting, where=tuple(relations))


_SENTENCE = re.compile(r"\s*(.+?)\s+(?:is|has)\s+(.+?)\s*\.?\s*")
_SAID = {
    "nonzero": "!=", "non-zero": "!=", "not zero": "!=", "positive": ">", "nonnegative": ">=", "non-negative": ">=",
    "not negative": ">=", "negative": "<", "zero": "==",
}  # fmt: skip


def _sentence(text: str, setting: Setting) -> tuple[str, Node, Node] | None:
    """ "K is invertible", "a is nonzero", "X has full column rank" as conditions on numbers."""
    found = _SENTENCE.fullmatch(text)
    if found is None:
        return None
    node, said = setting.read(found.group(1)), found.group(2).lower()
    shape = setting.shape(node, found.group(1))
    if said in _SAID and (not shape or said not in ("nonzero", "non-zero", "not zero")):
        return _SAID[said], node, Number(0)
    if said in _SAID:  # a vector or matrix that is not zero
        return "!=", Call("dot", (node, node)), Number(0)
    if said in ("full column rank", "full row rank") and len(shape) == 2:
        sides = (Transpose(node), node) if "column" in said else (node, Transpose(node))
        return "!=", Call("det", (Binary("@", *sides),)), Number(0)
    if said in ("invertible", "nonsingular", "non-singular", "not singular", "regular") and len(shape) == 2:
        if shape[0] != shape[1]:
            raise ValueError(f"where: {text[:60]!r}: only a square matrix can be invertible")
        return "!=", Call("det", (node,)), Number(0)
    raise ValueError(
        f"where: {text[:60]!r} must be a condition such as X @ w0 == 0, or say that a letter is invertible, nonzero, "
        "positive or nonnegative"
    )


def _letter_name(key: str) -> str:
    name = canonical(key.strip())
    if not re.fullmatch(r"[A-Za-z]\w*", name) or (name in FUNCTIONS and name != "e") or name in CONSTANTS:
        raise ValueError(
            f"{key[:40]!r} cannot be a letter: it must be a name that is not a function of the language"
        )
    return name
