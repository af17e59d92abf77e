"""A piece on a slide is the very text of the built page: its formulas, figures and numbers are the book's."""

from __future__ import annotations

import posixpath
import re
import sys
from dataclasses import dataclass
from functools import cache

from tools.reading_time import ROOT
from tools.slides.chapter import Chapter
from tools.slides.outline import Belief, Cell, Opening, Outline, Piece, Question, Slide, Statement

sys.path.insert(0, str(ROOT / "_ext"))
from breaths import BREATH
from markup import end_of

HTML = ROOT / "_build" / "html"
FIXED = 3  # the cover, what you will be able to do, what to take home
CELL = re.compile(r'<(div) class="cell [^"]*docutils container"[^>]*>')
LINK = re.compile(r'(<a\b[^>]*\bhref=")(?![a-z]+:|/)([^"]*)"')
SECTION = re.compile(r"(</?)section\b")  # a section inside a section would be a slide below a slide
HEADER_LINK = re.compile(r'<a class="(?:headerlink|kc-mark)"[^>]*>.*?</a>', re.S)
LINE = re.compile(r"<li(?= data-verdict=)")
PROOF = re.compile(
    r'\s*<(div|details) class="(?:proof admonition|[^"]*sd-dropdown[^"]*|proof[^"]*kc-fold[^"]*)"[^>]*>'
)
SHORT = 500  # characters of a proof that a slide has room for
TITLE = re.compile(r'<(?:p|summary) class="admonition-title">(.*?)</(?:p|summary)>', re.S)
NUMBER = re.compile(r'<span class="caption-number">(.*?)</span>', re.S)


@dataclass(frozen=True)
class Shown:
    """A slide as HTML, the lecturer's words as text, and the page that it was cut from."""

    title: str
    body: str
    notes: tuple[str, ...]
    page: str
    label: str = ""  # the place on that page
    opens: bool = False  # a question in large letters


@cache
def chapter(page: str) -> Chapter:
    return Chapter(page)


def home(piece: Piece, pages: tuple[str, ...]) -> Chapter:
    """The page of the topic that has the piece; ValueError unless there is exactly one."""
    if isinstance(piece, (Opening, Belief, Question)):
        if piece.page not in pages:
            raise ValueError(f"{piece.page!r} is not a page of this topic ({', '.join(pages)})")
        return chapter(piece.page)
    if isinstance(piece, Statement):
        found = [page for page in pages if f":label: {piece.label}\n" in chapter(page).prose]
        what = f"the statement {piece.label!r}"
    else:
        found = [page for page in pages for _ in chapter(page).code_with(piece.text)]
        what = f"the text {piece.text!r}"
    if len(found) != 1:
        raise ValueError(f"{what} is in {len(found)} cells of {', '.join(pages)}; it must be in exactly one")
    return chapter(found[0])


@cache
def built(page: str) -> str:
    """The article of a built page."""
    path = HTML / "chapters" / f"{page}.html"
    if not path.exists():
        raise FileNotFoundError(f"{path.relative_to(ROOT)} is missing: run make book first")
    text = path.read_text(encoding="utf-8").replace(f"\n{BREATH}", "")  # a slide is short
    opening = re.search(r'<(article) class="bd-article"[^>]*>', text)
    assert opening is not None, f"{path.name} has no article"
    return text[opening.end() : end_of(text, opening) - len("</article>")]


def show(slide: Slide, outline: Outline) -> Shown:
    """One slide, cut from the built book."""
    source = home(slide.piece, outline.pages)
    text = built(source.page)
    label = ""
    match slide.piece:
        case Opening():
            title, body, notes = _opening(text, source)
        case Statement(label):
            title, body, notes = _statement(text, source, label)
        case Cell():
            title, body, notes = slide.title, *_cell(text, source, slide.piece)
        case Belief(words, _):
            title, body, notes = _belief(text, source.beliefs.index(words))
        case Question(number, _):
            title, body, notes = _question(text, number)
    said = tuple(part for part in (slide.say, notes) if part)
    return Shown(
        slide.title or title,
        _moved(body, source.page),
        said,
        source.page,
        label,
        isinstance(slide.piece, Opening),
    )


def _opening(text: str, source: Chapter) -> tuple[str, str, str]:
    heading = re.search(r"<h1>(.*?)</h1>", text, re.S)
    assert heading is not None
    first = CELL.search(text)
    before = text[heading.end() : first.start() if first else len(text)]
    paragraphs = re.findall(r"<p>.*?</p>", before, re.S)
    title = re.sub(r'<span class="section-number">.*?</span>', "", HEADER_LINK.sub("", heading[1]))
    return (
        title,
        "".join(paragraphs[:2]),
        f"The page: {source.title}, {source.reading_time} of reading.",
    )


def _statement(text: str, source: Chapter, label: str) -> tuple[str, str, str]:
    box, end = element(text, label)
    found = TITLE.search(box)
    assert found is not None, f"{label} has no title"
    words = HEADER_LINK.sub("", found[1])
    number, name = NUMBER.search(words), re.search(r"\((.*)\)", words, re.S)
    title = f"{name[1] if name else ''}<small>{number[1].strip() if number else ''}</small>"
    proof = source.proof(label)
    body = box[: found.start()] + box[found.end() :]
    if proof and len(proof) <= SHORT:
        body += _proof(text, end)
    return title, body, f"Proof. {proof}" if proof else source.leading_to(label)


def _proof(text: str, place: int) -> str:
    """The proof that stands right behind a statement, to be shown when it is asked for."""
    opening = PROOF.match(text, place)
    if opening is None:
        return ""
    inner = text[opening.end() : end_of(text, opening) - len(f"</{opening[1]}>")]
    inner = re.sub(r"<summary\b.*?</summary>", "<b>Proof.</b>", inner, flags=re.S)
    return f'<div class="fragment short-proof">{inner}</div>'


def _cell(text: str, source: Chapter, piece: Cell) -> tuple[str, str]:
    place = source.code_with(piece.text)[0]
    openings = list(CELL.finditer(text))
    whole = text[openings[place].start() : end_of(text, openings[place])]
    parts = [_part(whole, "cell_output")]
    if piece.with_code:
        parts.insert(0, _part(whole, "cell_input"))
    if "explore.derivation" in piece.text:  # line after line, as on a board
        parts = [LINE.sub('<li class="fragment"', part) for part in parts]
        parts = [part.replace('<li class="fragment"', "<li", 1) for part in parts]
    return "".join(parts), source.what_to_see(place)


def _part(cell: str, name: str) -> str:
    opening = re.search(rf'<(div) class="{name}[^"]*"[^>]*>', cell)
    return cell[opening.start() : end_of(cell, opening)] if opening else ""


def _belief(text: str, place: int) -> tuple[str, str, str]:
    openings = list(re.finditer(r'<(p)><strong>["“](.*?)["”]</strong>', text, re.S))
    found = openings[place]
    end = end_of(text, found)
    answer = text[found.end() : end - len("</p>")]
    return (
        f"“{found[2]}”",
        f'<div class="fragment"><p>{answer}</p>{_announced(text, end)}</div>',
        "Let the class object first; the answer comes with the next key.",
    )


def _announced(text: str, place: int) -> str:
    """What the cell behind a sentence that ends in a colon shows."""
    cell = CELL.match(text, place + len(text[place:]) - len(text[place:].lstrip()))
    if cell is None or not text[:place].removesuffix("</p>").rstrip().endswith(":"):
        return ""
    return _part(text[cell.start() : end_of(text, cell)], "cell_output")


def _question(text: str, number: int) -> tuple[str, str, str]:
    opening = re.search(r'<(div) class="self-test[^"]*"[^>]*>', text)
    assert opening is not None
    box = text[opening.start() : end_of(text, opening)]
    items = list(re.finditer(r"<(li)><p>(.*?)</p>\s*<ul\b[^>]*>", box, re.S))
    item = box[items[number - 1].start() : end_of(box, items[number - 1])]
    options = []
    for option in re.findall(r'<li class="task-list-item">\s*<p>(.*?)</p>\s*</li>', item, re.S):
        tick, words = option.split("</span>", 1)
        right = '<span class="right fragment">✓ </span>' if 'data-kc-tick="right"' in tick else ""
        options.append(f"<li>{right}{words.replace('<em>', '<em class=fragment>', 1)}</li>")
    assert len(options) == item.count('class="task-list-item"'), "an option of the question was lost"
    body = f"<p>{items[number - 1][2]}</p><ul class=options>{''.join(options)}</ul>"
    return "A question", body, "Vote first. The next keys show which is right, and why the others are not."


def element(text: str, identifier: str) -> tuple[str, int]:
    """The element with this id, whole, and where it ends."""
    opening = re.search(rf'<(\w+)\b[^>]*\bid="{re.escape(identifier)}"[^>]*>', text)
    if opening is None:
        raise ValueError(f"no element of the built page has the id {identifier!r}")
    end = end_of(text, opening)
    return text[opening.start() : end], end


def _moved(body: str, page: str) -> str:
    """The piece as it must read in slides/: its links lead back into the book."""
    here = posixpath.dirname(f"chapters/{page}")

    def moved(found: re.Match[str]) -> str:
        path, mark, place = found[2].partition("#")
        target = posixpath.normpath(posixpath.join(here, path)) if path else f"chapters/{page}.html"
        return f'{found[1]}../{target}{mark}{place}"'

    return SECTION.sub(r"\1div", LINK.sub(moved, HEADER_LINK.sub("", body)))
