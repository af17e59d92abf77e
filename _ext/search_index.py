"""What can be found: every section, numbered statement, equation, term and name, with its own address.

The index is a file of its own, loaded when a reader first searches. Formulas are kept as plain characters.
"""

from __future__ import annotations

import html
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Any

import asides
import finishing
import notation_rows
from contents import Contents
from markup import end_of

TARGET = "kernelcourse/search.js"  # below _static
TERMS = "chapters/index_terms.toml"
LEFT_OUT = {"genindex.html", "search.html", "index.html"}
# These pages hold every word of the book.
LISTS = {"api.html", "verified.html", "errata.html", "bibliography.html", "teaching.html"}
BY_NUMBER = {"figure", "erratum"}  # a caption has the words of the text around it
LONGEST = 420  # characters of an entry that are searched and shown
ANSWER = 160  # of what is said to a belief or a question
SECTION = re.compile(
    r'<section\b[^>]* id="([^"]+)">(?:\s*<span id="[^"]*"></span>)*\s*<h([1-4])>(.*?)</h\2>', re.DOTALL
)
BOX = re.compile(r'<(div|details) class="(proof|exercise)([^"]*)" id="([^"]+)">', re.DOTALL)
TITLE = re.compile(r'<(p|summary) class="admonition-title">(.*?)</\1>', re.DOTALL)
EQUATION = re.compile(
    r'<(div) class="math notranslate nohighlight" id="(equation-[^"]+)">.*?<span class="eqno">\(([^)<]*)\)',
    re.DOTALL,
)
FIGURE = re.compile(r'<(figure) [^>]*\bid="(figure-[^"]+)"[^>]*>')
CAPTION = re.compile(r'<figcaption><span class="kc-number">(.*?)</span>(.*?)</figcaption>', re.DOTALL)
ERRATUM = re.compile(r'<dt id="(e\d+)">(.*?)</dt>\s*<dd>(.*?</p>)', re.DOTALL)
TERM = re.compile(r'<dt id="(term-[^"]+)">(.*?)</dt>\s*<dd>(.*?)</dd>', re.DOTALL)
NAME = re.compile(r'<dt class="sig[^"]*" id="([^"]+)">(.*?)</dt>\s*<dd>(.*?)</dd>', re.DOTALL)
NUMBER = re.compile(r"\b([A-Z]?\d+(?:\.\d+)*)\b")
UNSAID = re.compile(
    r"<mjx-math\b.*?</mjx-math>|<script\b.*?</script>|<style\b.*?</style>|<svg\b.*?</svg>|<table\b.*?</table>"
    r'|<a class="headerlink".*?</a>|<a class="kc-mark".*?</a>|<figure\b.*?</figure>|<pre\b.*?</pre>',
    re.DOTALL,
)


@dataclass(frozen=True)
class Entry:
    """Something that can be found."""

    page: int
    anchor: str
    kind: str  # "page", "section", "theorem", …, "equation", "term", "name"; by number only: "figure", "erratum"
    number: str
    title: str
    text: str
    beyond: str = ""  # words that come after the text, each once: searched, not shown
    also: str = ""  # other names of the place, parted by commas


def words(markup: str) -> str:
    """What a reader sees, as one line; a formula by the characters of its MathML."""
    plain = re.sub(r"<[^>]+>", " ", UNSAID.sub(" ", markup))
    plain = re.sub(r"[\u2061-\u2064]", "", html.unescape(plain))
    return " ".join(plain.split())


def told(said: str, more: str = "") -> tuple[str, str]:
    """The beginning, which is shown, and the words that only come later."""
    said = said or more
    first = said[:LONGEST]
    known = set(re.findall(r"[^\W\d_]{3,}", first.lower()))
    later = dict.fromkeys(re.findall(r"[^\W\d_]{3,}", f"{said[LONGEST:]} {more}".lower()))
    return first, " ".join(word for word in later if word not in known)


def entries(text: str, page: int) -> Iterator[Entry]:
    """What one page offers."""
    article = text[text.find("<article") : text.rfind("</article>")]
    heads, plain = list(SECTION.finditer(article)), asides.without_questions(article)
    begin, end = asides.summary(article)
    for place, head in enumerate(heads):
        after = heads[place + 1 :]
        stop = after[0].start() if after else len(article)
        inside = next((one.start() for one in after if one[2] <= head[2]), len(article))  # and all its parts
        if head[2] == "1":
            said = told(words(plain[begin:end]), words(plain[head.end() : stop]))
            yield Entry(page, "", "page", "", words(head[3]), *said)
        else:
            said = told(words(plain[head.end() : stop]), words(plain[stop:inside]))
            yield Entry(page, head[1], "section", "", words(head[3]), *said)
    for kind, found in (("belief", asides.beliefs(article)), ("question", asides.questions(article))):
        for at, sentence, answer in found:
            around = [one[1] for one in heads if one.end() <= at]
            yield Entry(
                page, around[-1] if around[1:] else "", kind, "", words(sentence), words(answer)[:ANSWER]
            )
    for box in BOX.finditer(article):
        inner = article[box.end() : end_of(article, box)]
        title = TITLE.search(inner)
        name = words(title[2]) if title else ""
        number = NUMBER.search(name)
        if not name or name.lower().startswith("proof"):
            continue
        kind = (box[3].split() or [box[2]])[0].replace("admonition", box[2])
        said = told(words(inner[title.end() if title else 0 :]))
        yield Entry(page, box[4], kind, number[1] if number else "", name, *said)
    for equation in EQUATION.finditer(article):
        shown = words(article[equation.start() : end_of(article, equation)])
        yield Entry(page, equation[2], "equation", equation[3], f"Equation ({equation[3]})", shown[:LONGEST])
    for figure in FIGURE.finditer(article):
        caption = CAPTION.search(article, figure.end(), end_of(article, figure))
        if caption:
            name = words(caption[1]).rstrip(".")
            yield Entry(page, figure[2], "figure", name.rpartition(" ")[2], name, words(caption[2])[:LONGEST])
    for erratum in ERRATUM.finditer(article):
        said = words(erratum[3])[:LONGEST]
        yield Entry(page, erratum[1], "erratum", erratum[1].upper(), words(erratum[2]), said)
    for term in TERM.finditer(article):
        yield Entry(page, term[1], "term", "", words(term[2]), words(term[3])[:LONGEST])
    for place, head in enumerate(heads) if "<h1>Notation" in article else ():
        stop = heads[place + 1].start() if heads[place + 1 :] else len(article)
        for row in notation_rows.rows(article[head.end() : stop]):
            yield Entry(page, head[1], "term", "", words(row.letters), words(row.meaning)[:LONGEST])
    for defined in NAME.finditer(article):
        short = defined[1].rpartition(".")[2]
        yield Entry(page, defined[1], "name", "", f"{short} ({defined[1]})", words(defined[3])[:200])


def named(entries: list[Entry], pages: list[str], terms: Mapping[str, str]) -> list[Entry]:
    """The entries with the other names of their places; a place that its page does not have is an error.

    A course of one's own may leave pages out.
    """
    known = {page.removeprefix("chapters/").removesuffix(".html") for page in pages}
    left, done = {place: also for place, also in terms.items() if place.partition("#")[0] in known}, []
    for one in entries:
        place = pages[one.page].removeprefix("chapters/").removesuffix(".html") + f"#{one.anchor}"
        done.append(
            replace(one, also=left.pop(place if one.anchor else place[:-1], ""))
            if one.anchor or one.kind == "page"
            else one
        )
    if left:
        raise ValueError(f"{TERMS} names places that their pages do not have: {', '.join(left)}")
    return done


def finish(app: Any, pages: dict[Path, str]) -> None:
    out = Path(app.outdir)
    contents = Contents.read(Path(app.srcdir) / "_toc.yml")
    listed = [path for path in sorted(pages) if path.name not in LEFT_OUT or path.parent != out]
    listed.sort(
        key=lambda path: contents.place(
            path.relative_to(out).with_suffix("").as_posix().removeprefix("chapters/")
        )
    )
    found = [
        [one if path.name not in LISTS else replace(one, beyond="") for one in entries(pages[path], place)]
        for place, path in enumerate(listed)
    ]
    addresses = [path.relative_to(out).as_posix() for path in listed]
    source = Path(app.srcdir) / TERMS
    terms = tomllib.loads(source.read_text(encoding="utf-8")) if source.exists() else {}
    places = named([one for several in found for one in several], addresses, terms)
    data = {
        "pages": addresses,
        "titles": [next((one.title for one in several if one.kind == "page"), "") for several in found],
        "entries": [astuple(one) for one in places if one.kind not in BY_NUMBER],
        "numbered": [astuple(one) for one in places if one.kind in BY_NUMBER],
    }
    target = out / "_static" / TARGET
    target.parent.mkdir(parents=True, exist_ok=True)
    content = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    target.write_text(f'kernelcourse.give("search",{content});\n', encoding="utf-8")


def setup(app: Any) -> dict[str, Any]:
    app.setup_extension("finishing")
    finishing.add(400, finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
