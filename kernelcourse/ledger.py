"""What the sources teach and where they err: the claims that check each item, a snippet for each error."""

from __future__ import annotations

import contextlib
import io
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from kernelcourse.claims import CHAPTERS

KINDS = {"M": "mathematics", "H": "hypothesis", "T": "typography", "D": "data"}


@dataclass(frozen=True)
class Item:
    """Something that a source teaches, in corrected form: C001 … C193."""

    id: str
    chapter: str
    source: str
    says: str
    claims: tuple[str, ...] = ()
    untestable: str = ""  # why nothing can be computed
    open: str = ""  # the later chapter that it belongs to, wholly or in part


@dataclass(frozen=True)
class Erratum:
    """Something that a source gets wrong: E001 … E123."""

    id: str
    chapter: str
    source: str
    kind: str  # a key of KINDS
    printed: str
    right: str
    claims: tuple[str, ...] = ()
    untestable: str = ""
    shows: str = ""  # Python, to be run after the preamble
    prints: str = ""


@dataclass(frozen=True)
class Ledger:
    """Items and errata in the order of their numbers, the sources' titles, and the snippets' first lines."""

    items: tuple[Item, ...]
    errata: tuple[Erratum, ...]
    sources: dict[str, str]
    preamble: str


@cache
def ledger() -> Ledger:
    """The ledger of this course."""
    return read(files("kernelcourse").joinpath("ledger.toml").read_text(encoding="utf-8"))


def read(text: str) -> Ledger:
    """A ledger from TOML, or ValueError naming the entry that is wrong."""
    entries = tomllib.loads(text)
    preamble, sources = entries.pop("preamble"), entries.pop("sources")
    made = {name: entry(name, values) for name, values in sorted(entries.items())}
    for found in made.values():
        if found.chapter not in CHAPTERS:
            raise ValueError(f"{found.id}: chapter {found.chapter!r} is not one of {', '.join(CHAPTERS)}")
        if found.source[:3] not in sources:
            raise ValueError(
                f"{found.id}: source {found.source!r} must begin with one of {', '.join(sources)}"
            )
    items = tuple(found for found in made.values() if isinstance(found, Item))
    errata = tuple(found for found in made.values() if isinstance(found, Erratum))
    return Ledger(items, errata, sources, preamble)


def entry(name: str, values: dict[str, Any]) -> Item | Erratum:
    """One item or erratum; its field ``claim`` may be one name or a list of names."""
    claim = values.pop("claim", "")
    claims = tuple(filter(None, [claim] if isinstance(claim, str) else claim))
    kind = {"C": Item, "E": Erratum}.get(name[0])
    if kind is None or not name[1:].isdigit() or len(name) != 4:
        raise ValueError(f"{name!r} must be C or E and three digits")
    try:
        made = kind(id=name, claims=claims, **values)
    except TypeError as error:
        raise ValueError(f"{name}: {error}") from None
    if isinstance(made, Erratum) and made.kind not in KINDS:
        raise ValueError(f"{name}: kind {made.kind!r} must be one of {', '.join(KINDS)}")
    return made


def output_of(erratum: Erratum, preamble: str) -> str:
    """What the erratum's snippet prints, run after the preamble in a namespace of its own."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), np.printoptions():
        exec(compile(f"{preamble}\n{erratum.shows}", f"<{erratum.id}>", "exec"), {"__name__": erratum.id})
    return printed.getvalue()
