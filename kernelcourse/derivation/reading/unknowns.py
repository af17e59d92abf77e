"""What names an unknown, w*, ŵ, w₀, is the letter itself, where it is meant without doubt."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from kernelcourse.language.letters import HAT, canonical, letter

from .symbols import Setting

_STAR = r"\^\s*(?:[*⋆∗]|\{\s*[*⋆∗]\s*\}|\(\s*[*⋆∗]\s*\))|⋆|_\s*\{?\s*[*⋆∗]\s*\}?|[*∗](?=\s*(?:$|[)\]=]))"
_ENDS = re.compile(rf"\s*(?:{_STAR}|[\u0302\u0303]|[₀0]|_\s*\{{?\s*(?:0|opt|min|max|star|hat)\s*\}}?)$")


def meant(text: str, setting: Setting) -> str:
    """The letter of the setting that w*, ŵ, w₀ or w_opt on the left of a sign stands for; nothing if there is none."""
    whole = unicodedata.normalize("NFD", text.strip())
    named = canonical(whole).replace("_", "")
    name = canonical(_ENDS.sub("", whole))
    others = {one.replace("_", "") for one in setting.names} - {name}
    return name if name in setting.given and named not in others else ""


def unmarked(text: str, names: Iterable[str], setting: Setting) -> tuple[str, tuple[str, ...]]:
    """A side of an equation with (K + λI)α̂ and α* as (K + λI)α, for these unknown letters; and what was read so."""
    text, read = unicodedata.normalize("NFD", text) if HAT in unicodedata.normalize("NFD", text) else text, []
    for name in names:
        hatted = {f"{name}h", f"{name}hat", f"{name}_hat"} & {*setting.names}
        conjugated = name in setting.given and setting.given[name].is_complex
        marks = "|".join([_STAR] * (not conjugated) + [HAT] * (not hatted))
        spelled = "|".join(sorted({re.escape(name), re.escape(letter(name))}, key=len, reverse=True))
        if marks:
            found = re.sub(rf"({spelled})\s*(?:{marks})", r"\1", text)
            read += [name] * (found != text)
            text = found
    return text, tuple(read)
