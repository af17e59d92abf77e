"""Formulas with their true verdict, written by hand before the court heard them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Formula:
    """k(x, z) on a domain, and whether it is a kernel there."""

    k: str
    dim: int
    domain: str
    kernel: bool


def corpus() -> list[Formula]:
    """The lines of seventeen files; what follows two spaces and # is the reason."""
    names = (
        "formulas",
        "second",
        "third",
        "fourth",
        "fifth",
        "sixth",
        "seventh",
        "eighth",
        "ninth",
        "tenth",
        "eleventh",
        "twelfth",
        "thirteenth",
        "fourteenth",
        "fifteenth",
        "sixteenth",
        "seventeenth",
    )
    files = (Path(__file__).parent / f"{name}.txt" for name in names)
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    cases = (line.partition("  #")[0].split(None, 3) for line in lines if line[:1] in ("K", "N"))
    return [Formula(k, int(dim), domain, letter == "K") for letter, dim, domain, k in cases]
