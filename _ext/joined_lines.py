r"""A displayed line that was parted for a telephone is one line again where there is room for it.

Authors part such a line themselves, where it reads best: its second half begins with a space or an empty group,
``\\ &\quad{}- 2c``. A line that begins with its relation, ``\\ &= d``, is a line of its own on every screen.
"""

from __future__ import annotations

import re

PARTED = re.compile(r"\s*\\\\(?:\[[^\]]*\])?\s*&\s*(?:(?:\\(?:quad|qquad|;| )\s*)+|(?=\{\}|\\cdot\b))")
STEPS = (20, 25, 31, 35, 40)  # em: formula_layout.css has a rule for each


def joined(tex: str) -> str | None:
    """The same with what was parted in one line; None where nothing was."""
    whole = PARTED.sub(" ", tex)
    return None if whole == tex else whole


def step(width: float) -> int | None:
    """The place that a formula of this width (em) needs; None where no page has it."""
    return next((most for most in STEPS if width <= most - 0.5), None)
