"""Docstrings are formulas in Unicode: no character of one is read as markup."""

from __future__ import annotations

import sys
from pathlib import Path

from docutils.core import publish_doctree

sys.path.append(str(Path(__file__).resolve().parent.parent / "_ext"))
from api_reference import as_written, sign_as_written

from kernelcourse.validity import Certificate, Status
from kernelcourse.witnesses import Candidate


def test_subscripts_stars_and_bars_stay_characters() -> None:
    for text in ("h_l = s_l W_l h_{l−1}, a_", "|x| *y* `code` and __dict__", "f: X → Y :math:`x`"):
        assert publish_doctree(as_written(text)).astext() == text.replace("`", "")


def test_a_class_that_nobody_calls_has_no_signature() -> None:
    """Enumerations and protocols: Python's own arguments would stand there."""
    for value in (Status, Candidate):
        assert sign_as_written(None, "class", value.__name__, value, None, "", "") == ("", "")
    signature, _ = sign_as_written(None, "class", "Certificate", Certificate, None, "", "") or ("", "")
    assert signature.startswith("(rule: str, statement: str")
