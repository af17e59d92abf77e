"""TeX ↦ MathML that browsers draw by themselves: no script, no network.

`latex2mathml` does the reading. Browsers know less of MathML than it writes: letters of another alphabet must be
characters of their own (ℝ, ℋ, 𝟏), and an `aligned` block must be a table.
"""

from __future__ import annotations

import re
from html import escape, unescape
from xml.etree import ElementTree

# What latex2mathml reads wrongly, and what it reads the same thing from.
SPELLINGS = (
    (re.compile(r"\\(begin|end)\{(?:aligned|gathered)\}"), r"\\\1{align*}"),
    (re.compile(r"\\(begin|end)\{smallmatrix\}"), r"\\\1{matrix}"),
    (re.compile(r"\\[bB]ig[lr]?\s*(\\[lr]Vert|\\[lr]angle)"), r"\1"),
    (re.compile(r"([A-Za-z])('+)\^"), r"{\1\2}^"),
    (re.compile(r"\\(?:text|display)style(?![A-Za-z])"), ""),
)
FIRST = {  # the alphabets of Unicode: where A, a and 0 stand
    "double-struck": (0x1D538, 0x1D552, 0x1D7D8),
    "script": (0x1D49C, 0x1D4B6, 0),
    "bold": (0x1D400, 0x1D41A, 0x1D7CE),
}
OLDER = {  # characters that Unicode had before the rest of their alphabet
    "double-struck": dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ")),
    "script": dict(zip("BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ")),
    "bold": {},
}


def in_alphabet(letter: str, name: str) -> str:
    """The letter in another alphabet, as one character: in_alphabet("R", "double-struck") = "ℝ"."""
    if letter in OLDER[name]:
        return OLDER[name][letter]
    capital, small, digit = FIRST[name]
    for first, start in (("A", capital), ("a", small), ("0", digit)):
        if start and letter.isascii() and letter.isalnum() and 0 <= ord(letter) - ord(first) < 26:
            return chr(start + ord(letter) - ord(first))
    return letter


def mathml(tex: str, display: bool = False) -> str:
    """The formula as <math>; as code where it cannot be read."""
    from latex2mathml.converter import convert_to_element

    spelled = tex.strip()
    for pattern, replacement in SPELLINGS:
        spelled = pattern.sub(replacement, spelled)
    try:
        tree = convert_to_element(spelled, display="block" if display else "inline")
    except Exception:  # its errors have no class in common, and a reader's own cell may hold half a formula
        return f"<code>{escape(tex.strip())}</code>"
    for node in tree.iter():
        node.text = unescape(node.text or "") or None
        if node.tag == "mo" and node.text == "‖":
            node.attrib.setdefault("stretchy", "false")  # a norm is as high as its letters, not as the line
        if (name := node.get("mathvariant", "")) in FIRST:
            del node.attrib["mathvariant"]
            node.text = "".join(in_alphabet(letter, name) for letter in node.text or "")
    return ElementTree.tostring(tree, encoding="unicode")
