"""The corpus of student spellings, and whether a spelling was read as it was meant."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kernelcourse.derivation.instances.quantities import Quantity
from kernelcourse.derivation.instances.samples import Samples
from kernelcourse.derivation.reading.settings import read_setting
from kernelcourse.derivation.reading.symbols import Setting
from kernelcourse.language.errors import TooMuch, Undefined

FILE = Path(__file__).parent / "corpus" / "spellings.toml"


@dataclass(frozen=True)
class Spelling:
    """What a student types, the letters in scope, and the numpy text it must equal (nothing: it is asked about)."""

    scope: int
    typed: str
    numpy: str


def scopes() -> list[dict]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))["scope"]


def spellings() -> list[Spelling]:
    return [Spelling(place, *pair) for place, scope in enumerate(scopes()) for pair in scope["lines"]]


def setting(place: int) -> Setting:
    scope = scopes()[place]
    return read_setting(scope["given"], scope.get("define", {}))


def same(typed: str, numpy: str, where: Setting, samples: Samples) -> bool:
    """Both texts are read, with the same shape and the same values."""
    one, other = (Quantity(where.read(text), where) for text in (typed, numpy))
    if one.shape != other.shape:
        return False
    compared = 0
    for at in samples.standard:
        try:
            mine, theirs = (np.asarray(quantity.measure(at).value) for quantity in (one, other))
        except (Undefined, TooMuch):  # a singular matrix
            continue
        compared += 1
        if not np.allclose(mine, theirs, rtol=1e-8, atol=1e-10):
            return False
    return compared > 1


def count() -> None:
    """Print how many are read as meant: run as `python -m tests.derivation.spellings` on any edition."""
    right, wrong, silent = 0, [], 0
    where = {place: setting(place) for place in range(len(scopes()))}
    samples = {place: Samples(one, 0) for place, one in where.items()}
    wanted = [one for one in spellings() if one.numpy]
    for one in wanted:
        try:
            good = same(one.typed, one.numpy, where[one.scope], samples[one.scope])
        except ValueError as error:
            good = False
            wrong.append(f"{one.typed!r}: {str(error).splitlines()[0]}")
        else:
            silent += not good
            wrong += [] if good else [f"{one.typed!r}: read, but as something else"]
        right += good
    print(f"{right} of {len(wanted)} spellings read, {silent} of the others read as something else")
    print("\n".join(wrong))


if __name__ == "__main__":
    count()
