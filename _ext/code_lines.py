"""A line of code on a narrow screen: no break inside -1e-3, -x, --student or a name, no empty line before an indent.

A browser ends a line after any hyphen, and after spaces that fill it. Numbers and options are kept in one piece; the
spaces in front of a line inside brackets, or of a remark beside code, are marked, so that the style sheet can draw them
narrower. What is too long for a line and has no space says where it may be broken: after a bracket, a comma, a sign or
a dot. What does not fit into its line hangs below it, further in than the line began: a branch of a printed proof keeps
its depth. A printed table that is a little too wide is drawn smaller. The characters stay as they are: what is copied
is the code.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import finishing

BLOCK = re.compile(r"(<pre\b[^>]*)(>)(.*?)(</pre>)", re.DOTALL)
PRINTED = re.compile(r'<div class="output stream [^"]*"><div class="highlight">$')
INLINE = re.compile(r"(<code\b[^>]*>)(.*?)(</code>)", re.DOTALL)
DEEP = re.compile(r'^((?:<span></span>)?(?:<span class="w">)?)( {9,})(?![ └])')
BEFORE_REMARK = re.compile(r' {3,}(?=(?:</span>)?<span class="c1">#)')
SAID = re.compile(r'<span class="(?:s\w?|c1)">.*?</span>')  # strings and remarks: their brackets are none
BRANCH = re.compile(r"^ *└─ ")
WHOLE = re.compile(
    r"(?<![\w-])(--?[A-Za-z][\w-]*|-?\d[\d.]*e-\d+)(?![\w-])"
    r"|((?:&[lg]t;|[≤≥]) -?\d[\d.]*(?![\w-]))"  # what follows a sign of order
    r"|( (?:&quot;|&#39;|[\"'])\Z)"  # a string's last space and the quote that closes it
    r"|(\[ +-?\d[\d.]*(?:e[-+]?\d+)?|-?\d[\d.]* +\])"  # numpy pads a row: its bracket stays with its number
)
PIECE = r'<span class="kc-one">\g<0></span>'
TAG = re.compile(r"(<[^>]*>)")
UNARY = re.compile(  # a sign in front of a name, not between two
    r'((?:^|[\s(\[{,=:*/@])(?:<wbr>)?(?:</span>)?)(<span class="o">-</span><span class="n\w*">[^<]*</span>)',
    re.MULTILINE,
)
NUMBER = r'(?:<span class="o">-</span>)?<span class="m\w">[^<]*</span>'
PAIR = re.compile(  # X[:, 0], X[0, 0], [0.4, -1.0]
    rf'<span class="p">[(\[]*\[(?::,</span>|</span>{NUMBER}<span class="p">,</span>)'
    rf' (?:{NUMBER}|<span class="\w+">[^<]*</span>)(?=<span class="p">\])'
)
INDEXED = re.compile(r'<span class="p">[^<]*[)\]]\[[^<]*</span>')  # eigvalsh(K)[0]: no break before its index
INDEX = 6  # characters of an index or a list that is not torn from its bracket
CHIP = 14  # characters of code in a sentence that are never torn: let w: …
WIDE = 31  # characters that fit into a line of a telephone, inside a solution too
TABLE = range(39, 45)  # as many in a printed table need a telephone's smallest letters to keep its rows
INWARDS = 4  # how much further in the rest of a line stands
FAR = 8  # a line that begins further in than this has little room: its rest stands half as much further in
BEHIND = 2.5  # how much further in than its statement a continuation stands
SIGN = re.compile(r"<[^>]*>|&[#\w]+;|.", re.DOTALL)  # a tag, or what is drawn as one character


def _kept(inner: str) -> str:
    """Numbers, options and columns, each in one piece; a minus sign and the name that it turns."""
    kept = "".join(part if part.startswith("<") else WHOLE.sub(PIECE, part) for part in TAG.split(inner))
    kept = INDEXED.sub(PIECE, PAIR.sub(PIECE, kept))
    return UNARY.sub(r'\1<span class="kc-one">\2</span>', kept)


def _breakable(inner: str, room: int = WIDE - INWARDS) -> str:
    """A run without a space and longer than the room, with the places where it may be broken; numbers stay whole."""
    made: list[str] = []
    run: list[int] = []  # where in `made` the signs of this run stand

    def close() -> None:
        if len(run) > room:
            drawn = [made[at] for at in run]
            for place, at in enumerate(run[:-1]):
                after = drawn[place + 1]
                if drawn[place] == "[" and "]" in drawn[place + 1 : place + 1 + INDEX]:
                    continue
                if (drawn[place] in "([{,=" and after not in ")]}:") or (
                    drawn[place] == "." and after != "." and not after.isdigit()
                ):
                    made[at] += "<wbr>"
        run.clear()

    for found in SIGN.finditer(inner):
        if found[0].isspace():
            close()
        elif not found[0].startswith("<"):
            run.append(len(made))
        made.append(found[0])
    close()
    return "".join(made)


def _closed(line: str) -> bool:
    """Does every tag of the line open and close in it?"""
    depth = 0
    for tag in TAG.findall(line):
        depth += -1 if tag.startswith("</") else tag != "<wbr>"
        if depth < 0:
            return False
    return depth == 0


def _drawn_lead(line: str, statement: int | None) -> float:
    """How far in this line begins where the screen is narrow, in characters: a continuation with many spaces in front
    of it stands a little further in than its statement does."""
    plain = html.unescape(TAG.sub("", line))
    lead = len(plain) - len(plain.lstrip(" "))
    if statement is None or not DEEP.match(line):
        return lead
    return min(lead, statement + BEHIND)


def _inwards(line: str, statement: int | None) -> tuple[float, bool]:
    """How far in the rest of this line stands, and whether it is a branch of a printed proof."""
    branch = BRANCH.match(html.unescape(TAG.sub("", line)))
    if branch:
        return len(branch[0]), True
    begins = _drawn_lead(line, statement)
    return begins + (INWARDS if begins <= FAR else INWARDS / 2), False


def _hanging(line: str, inwards: float, branch: bool) -> str:
    """A line that may need several, in a box that says how far in the others stand. The end of the line stays outside
    of the box: a copy has it once."""
    if not (branch or len(html.unescape(TAG.sub("", line))) > WIDE) or not _closed(line):
        return line
    return f'<span class="kc-hang" style="--kc-in: {inwards:g}">{line}</span>'


def _narrower(line: str, statement: int | None) -> str:
    """The line with the spaces marked that mean nothing: in front of a continuation, and before a remark beside code.
    The spaces before the body of a block stay: they are Python."""
    if statement is not None:
        begins = _drawn_lead(line, statement)

        def before(found: re.Match[str]) -> str:
            share = begins / len(found[2])
            return f'{found[1]}<span class="kc-deep" style="--kc-share: {share:.2f}">{found[2]}</span>'

        line = DEEP.sub(before, line)

    def beside(found: re.Match[str]) -> str:
        alone = not TAG.sub("", line[: found.start()]).strip()
        return found[0] if alone else f'<span class="kc-deep">{found[0]}</span>'

    return BEFORE_REMARK.sub(beside, line)


def _opened(line: str) -> int:
    """How many more brackets the line opens than it closes."""
    drawn = TAG.sub("", SAID.sub("", line))
    return sum(drawn.count(sign) for sign in "([{") - sum(drawn.count(sign) for sign in ")]}")


def _statements(lines: list[str]) -> Iterator[int | None]:
    """For every line how far in the statement begins that it continues; None for a line that begins one."""
    open_brackets = begun = 0
    for line in lines:
        if not open_brackets:
            begun = len(drawn := TAG.sub("", line)) - len(drawn.lstrip(" "))
        yield begun if open_brackets else None
        open_brackets = max(0, open_brackets + _opened(line))


def _ready(inner: str) -> str:
    """The inside of a block of code, made ready for a narrow screen."""
    plain = inner.split("\n")
    statements = list(_statements(plain))
    insides = [_inwards(line, begun) for line, begun in zip(plain, statements, strict=True)]
    broken = [_breakable(line, WIDE - int(into)) for line, (into, _) in zip(plain, insides, strict=True)]
    kept = _kept("\n".join(broken)).split("\n")
    return "\n".join(
        _hanging(_narrower(line, begun), *inside)
        for line, begun, inside in zip(kept, statements, insides, strict=True)
    )


def narrow(text: str) -> str:
    """The page with its code made ready for a narrow screen."""

    def block(found: re.Match[str]) -> str:
        longest = max(len(html.unescape(TAG.sub("", line))) for line in found[3].split("\n"))
        before = found.string[max(0, found.start() - 120) : found.start()]
        tight = ' class="kc-tight"' if longest in TABLE and PRINTED.search(before) else ""
        return found[1] + tight + found[2] + _ready(found[3]) + found[4]

    text = BLOCK.sub(block, text)
    return INLINE.sub(lambda found: found[1] + _inline(found[2]) + found[3], text)


def _inline(inner: str) -> str:
    """Code in a sentence: in one piece if it is short."""
    if len(html.unescape(TAG.sub("", inner))) <= CHIP:
        return f'<span class="kc-one">{inner}</span>' if " " in TAG.sub("", inner) else _kept(inner)
    return _kept(_breakable(inner))


def finish(app: Any, pages: dict[Path, str]) -> None:
    for path, text in pages.items():
        pages[path] = narrow(text)


def setup(app: Any) -> dict[str, Any]:
    app.setup_extension("finishing")
    finishing.add(430, finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
