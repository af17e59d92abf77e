"""A lecture as one page of reveal.js beside the book, with the book's own style sheets, scripts and frames."""

from __future__ import annotations

import re
from html import escape, unescape
from pathlib import Path
from shutil import copyfile

from tools.code_editor import installed
from tools.slides.outline import Outline
from tools.slides.pieces import HTML, Shown, built, chapter, show

HERE = Path(__file__).resolve().parent
SHEETS = ("pygments.css", "formulas.css", "formula_layout.css", "kernelcourse/twin.css", "kernelcourse.css")
EXPLORERS = "_static/kernelcourse/explorers.js"  # the one script that the pages have too
SHEETS_OF_HOMEWORK = HERE.parent.parent / "kernelcourse" / "homework" / "sheets"
REVEAL = ("reset.css", "reveal.css", "reveal.js", "plugin/notes.js")


def write_assets(target: Path, cache: Path) -> None:
    """reveal.js from the registry, locked, and the few rules and lines of our own."""
    modules = installed(cache, HERE)
    target.mkdir(parents=True, exist_ok=True)
    for name in REVEAL:
        copyfile(modules / "reveal.js" / "dist" / name, target / Path(name).name)
    for name in ("slides.css", "slides.js"):
        copyfile(HERE / name, target / name)


def slides(outline: Outline) -> list[Shown]:
    """All slides of a lecture: those that every lecture has, and the outline's between them."""
    pages = [chapter(page) for page in outline.pages]
    listed = "".join(
        f'<p class="cover-line"><b>{escape(_words(page.title))}</b> · {page.reading_time} of reading</p>'
        for page in pages
    )
    goals = "".join(f"<li>{_goal(page.page)}</li>" for page in pages)
    words = "Read the pages, and open every line that you would not have written yourself."
    ahead = f"<p>{words}</p><ul>{_links(outline)}</ul>"
    return [
        Shown(
            outline.title,
            listed,
            ("Say what the hour is about, and what it is not about.",),
            outline.pages[0],
        ),
        Shown(
            "Afterwards you can",
            f'<ul class="goals">{goals}</ul>',
            ("Come back to these lines at the end of the hour, and let the class say which of them hold.",),
            outline.pages[0],
        ),
        *(show(slide, outline) for slide in outline.slides),
        Shown("To take home", ahead, ("Name the sheet that is due, and when.",), outline.pages[-1]),
    ]


def _goal(page: str) -> str:
    """What a page promises, formulas set, as the built page has it."""
    found = re.search(r"<p><strong>Afterwards you can</strong>(.*?)</p>", built(page), re.S)
    return found[1].strip() if found else ""


def _links(outline: Outline) -> str:
    pages = [chapter(page) for page in outline.pages]
    items = [
        f'<li><a href="../chapters/{page.page}.html">{escape(_words(page.title))}</a></li>' for page in pages
    ]
    if (SHEETS_OF_HOMEWORK / f"{outline.topic}.ipynb").is_file():
        items.append(f"<li>the sheet <code>kernelcourse homework get {outline.topic}</code></li>")
    return "".join(items)


def _words(title: str) -> str:
    return title.replace("$", "").replace("\\lambda", "λ")


def write(outline: Outline, folder: Path = HTML / "slides") -> list[Shown]:
    """Write slides/TOPIC.html; the slides it holds."""
    shown = slides(outline)
    sections = [_section(slide, first=not place) for place, slide in enumerate(shown)]
    sheets = "".join(f'<link rel="stylesheet" href="../_static/{name}">\n' for name in SHEETS)
    reveal = "".join(
        f'<link rel="stylesheet" href="reveal/{name}">\n' for name in ("reset.css", "reveal.css")
    )
    scripts = f'<script src="../{EXPLORERS}" defer></script>\n'
    page = f"""<!DOCTYPE html>
<html lang="en" data-theme="light" data-content_root="../">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(outline.title)}: the lecture</title>
{reveal}{sheets}<link rel="stylesheet" href="reveal/slides.css">
{scripts}</head>
<body>
<div class="reveal"><div class="slides">
{"".join(sections)}</div></div>
<script src="reveal/reveal.js"></script><script src="reveal/notes.js"></script><script src="reveal/slides.js"></script>
</body>
</html>
"""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{outline.topic}.html").write_text(page, encoding="utf-8")
    return shown


def _section(slide: Shown, first: bool) -> str:
    heading = "h1" if first else "h2"
    kind = ' class="opening"' if slide.opens else ""
    notes = "".join(f"<p>{escape(note)}</p>" for note in slide.notes)
    place = f"../chapters/{slide.page}.html{'#' + slide.label if slide.label else ''}"
    source = (
        ""
        if first
        else f'<p class="source"><a href="{place}">{escape(_words(chapter(slide.page).title))}</a></p>'
    )
    return (
        f'<section data-page="{slide.page}"{kind}><{heading}>{slide.title}</{heading}>'
        f'<div class="piece bd-main bd-article bd-content">{slide.body}</div>{source}'
        f'<aside class="notes">{notes}</aside></section>\n'
    )


def write_list(outlines: list[Outline], folder: Path) -> None:
    """slides/index.html: the lectures in the order of the book."""
    items = "".join(
        f'<li><a href="{outline.topic}.html">{escape(outline.title)}</a>'
        + (f' · <a href="{outline.topic}.pdf">PDF</a>' if (folder / f"{outline.topic}.pdf").exists() else "")
        + "</li>"
        for outline in outlines
    )
    (folder / "index.html").write_text(
        '<!DOCTYPE html><html lang="en" data-theme="light"><head><meta charset="utf-8"><title>The lectures</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="../_static/kernelcourse.css">'
        "<style>body{font:1.1rem/1.7 var(--kc-serif);max-width:40rem;margin:3rem auto;padding:0 1rem}</style></head>"
        "<body><main><h1>The lectures</h1><p>Arrow keys turn the slides, S opens the speaker's notes, O shows all.</p>"
        f'<ol>{items}</ol><p><a href="../chapters/index.html">Back to the book</a></p></main></body></html>',
        encoding="utf-8",
    )


def text_of(html: str) -> str:
    """The words and numbers of a piece of a page, without tags, scripts, and what only machines read."""
    html = re.sub(r"<(script|style|mjx-assistive-mml)\b.*?</\1>", " ", html, flags=re.S)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", html)))
