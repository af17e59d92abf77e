"""The style sheet and the fonts of formulas, reduced to the characters that the book uses."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from pathlib import Path

RULE = re.compile(r"^(\S[^\n]*?) \{\n(.*?)\n\}$", re.DOTALL | re.MULTILINE)  # a brace may stand in a content
GLYPH = re.compile(r"\bmjx-c([0-9A-F]+)\b")
CONTENT = re.compile(r'content:\s*"((?:[^"\\]|\\.)*)"')
ESCAPE = re.compile(r"\\([0-9A-Fa-f]{1,6}) ?|\\(.)")
FONT = re.compile(r'url\("?[^")]*?([\w-]+)\.woff"?\)')


def used_glyphs(pages: Iterable[str]) -> set[str]:
    """The numbers of the characters drawn on some page."""
    return {number for text in pages for number in GLYPH.findall(text)}


def reduced(css: str, used: set[str]) -> str:
    """The rules without those of characters that no page draws."""
    kept = []
    for selector, body in RULE.findall(css):
        glyphs = GLYPH.findall(selector)
        if not glyphs or set(glyphs) & used:
            kept.append(f"{' '.join(selector.split())}{{{' '.join(body.split())}}}")
    return "\n".join(kept)


def characters(css: str) -> set[int]:
    """The code points that the rules write, and the blank."""

    def plain(match: re.Match[str]) -> str:
        return chr(int(match[1], 16)) if match[1] else match[2]

    return {ord(letter) for text in CONTENT.findall(css) for letter in ESCAPE.sub(plain, text)} | {32}


def write_style(css: str, pages: Iterable[str], target: Path) -> set[int]:
    """Write the style sheet that these pages need; the characters that their fonts must have."""
    kept = reduced(css, used_glyphs(pages))
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(FONT.sub(r'url("formulas/\1.woff")', kept), encoding="utf-8")
    return characters(kept)


def write_fonts(wanted: set[int], source: Path, target: Path) -> None:
    """Copy the fonts with no more than the wanted characters; a font that has none of them has only a blank."""
    from fontTools import subset

    logging.getLogger("fontTools").setLevel(logging.ERROR)  # it would report every table
    target.mkdir(parents=True, exist_ok=True)
    stamp = target / "characters.txt"
    text = " ".join(f"{code:x}" for code in sorted(wanted))
    if stamp.exists() and stamp.read_text(encoding="utf-8") == text:
        return
    options = subset.Options(flavor="woff", notdef_outline=True, drop_tables=["FFTM", "DSIG", "GPOS", "GSUB"])
    for path in source.glob("*.woff"):
        if path.stem == "MathJax_Zero":  # one character without any ink: as it is
            (target / path.name).write_bytes(path.read_bytes())
            continue
        font = subset.load_font(str(path), options)
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=wanted)
        cutter.subset(font)
        subset.save_font(font, str(target / path.name), options)
    stamp.write_text(text, encoding="utf-8")
