"""λ_{q+1}, n_c, e^{−tL}: what claims and the ledger write on one line, raised and lowered in a page."""

from __future__ import annotations

import re
from html import escape

from kernelcourse.language.in_text import whole_formulas

# One letter, or anything in braces; several letters only below a single one: K_ZZ, λ_max, but not kernel_cca.
LOWERED = r"_\{([^{}]+)\}|(?<![A-Za-z][A-Za-z])_([A-Z]{2}|max)(?![A-Za-z_])|_([A-Za-zα-ωΑ-Ω]′?)(?![a-z_])"
RAISED = r"\^\{([^{}]+)\}|\^\(((?:[^()]|\([^()]*\))*)\)|\^(−?[½⅕⅘]|\|l\||[a-z](?![a-z]))"
SMALL = re.compile(f"{LOWERED}|{RAISED}")


QUOTED = re.compile(r'"([^"]*)"')
APOSTROPHE = re.compile(r"(?<=[A-Za-z])'(?=s\b)")


def small_letter(found: re.Match[str]) -> tuple[str, str]:
    """Of a match of SMALL: sub or sup, and what stands there."""
    inside = next(group for group in found.groups() if group is not None)
    return "sub" if found[0].startswith("_") else "sup", inside


def curled(text: str) -> str:
    """The text with the quotation marks and apostrophes of print."""
    return APOSTROPHE.sub("’", QUOTED.sub(r"“\1”", text))


def with_small_letters(text: str) -> str:
    """The text as HTML, its indices and exponents small, its quotation marks and spaces as print has them."""

    def small(found: re.Match[str]) -> str:
        place, inside = small_letter(found)
        return f"<{place}>{inside}</{place}>"

    return SMALL.sub(small, escape(whole_formulas(curled(text)), quote=False))
