"""All style sheets of a page as one file that holds only the rules which some page can use.

A sheet is asked for once instead of fifteen times, and a browser has fewer rules to match against every element.
"""

from __future__ import annotations

import hashlib
import posixpath
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import finishing

TARGET = "book.css"  # below _static
# In the order of the cascade; sheets that are not named here stay links of their own, after this one.
FOREIGN = (
    "basic.css", "styles/theme.css", "styles/pydata-sphinx-theme.css", "pygments.css", "styles/sphinx-book-theme.css",
    "mystnb.*.css", "sphinx-design.min.css", "proof.css", "exercise.css",
)  # fmt: skip
OWN = (
    "formulas.css", "formula_layout.css", "verified.css", "kernelcourse/twin.css", "kernelcourse.css", "marks.css",
    "finding.css", "practice.css",
)  # fmt: skip
WORD = re.compile(r"-?[A-Za-z_][\w-]*")
NAMES = re.compile(r'\b(?:class|id)="([^"]*)"')
ADDRESS = re.compile(r"url\((['\"]?)(?!data:|https?:|#|/)([^'\")]+)\1\)")
NAMED = re.compile(r"[.#](-?[A-Za-z_][\w-]*)")
LINK = re.compile(r'[ \t]*<link\b[^>]*\bhref="((?:\.\./)*_static/)([^"?]+)[^"]*"[^>]*>\n?')


def blocks(css: str) -> Iterable[tuple[str, str]]:
    """(what stands before a brace, what stands between it and its partner); statements without braces have no body."""
    css, at = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL), 0
    while at < len(css):
        found = re.compile(r"[;{]").search(css, at)
        if found is None:
            return
        if found[0] == ";":
            yield css[at : found.start()].strip(), ""
            at = found.end()
            continue
        depth, end = 1, found.end()
        while depth:
            brace = re.compile(r"[{}]").search(css, end)
            if brace is None:
                raise ValueError(f"a brace is never closed: {css[at : at + 60]}")
            depth += 1 if brace[0] == "{" else -1
            end = brace.end()
        yield css[at : found.start()].strip(), css[found.end() : end - 1]
        at = end


def selectors(head: str) -> list[str]:
    """The selectors of a rule: split at commas outside of brackets."""
    parts, depth, at = [], 0, 0
    for place, sign in enumerate(head):
        depth += (sign in "([") - (sign in ")]")
        if sign == "," and depth == 0:
            parts.append(head[at:place])
            at = place + 1
    return [*parts, head[at:]]


def usable(selector: str, known: set[str]) -> bool:
    """Can it match? Every class and id that it asks for, other than in :not() and lists of alternatives, is known."""
    plain = re.sub(
        r":(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]", "", selector.replace("\\", "")
    )
    return all(name in known for name in NAMED.findall(plain))


def pruned(css: str, known: set[str]) -> str:
    """The sheet without rules for names that nothing carries."""
    kept = []
    for head, body in blocks(css):
        if head.startswith(("@media", "@supports", "@container", "@layer")) and body:
            if inner := pruned(body, known):
                kept.append(f"{head}{{{inner}}}")
        elif head.startswith("@") or not body:
            if head and not head.startswith(("@charset", "@import")):  # what is imported is a part of its own
                kept.append(f"{head}{{{body}}}" if body else f"{head};")
        elif chosen := [part.strip() for part in selectors(head) if usable(part, known)]:
            kept.append(f"{','.join(chosen)}{{{' '.join(body.split())}}}")
    return "\n".join(kept)


def names(pages: Iterable[str], scripts: Iterable[str]) -> set[str]:
    """Every class and id of the pages, and every word of a script or its data: it may become one."""
    known: set[str] = set()
    for text in pages:
        for found in NAMES.findall(text):
            known.update(found.split())
    for text in scripts:
        known.update(WORD.findall(text))
    return known


def moved(css: str, part: str) -> str:
    """The sheet's addresses as seen from the joined file."""
    folder = posixpath.dirname(part)
    return ADDRESS.sub(lambda match: f"url({posixpath.normpath(posixpath.join(folder, match[2]))})", css)


def joined(static: Path, known: set[str]) -> str:
    """All parts; of the book's own ones every rule is kept: Python in the page may write what asks for it."""
    texts = []
    for pattern in FOREIGN + OWN:
        for path in sorted(static.glob(pattern)):
            css = path.read_text("utf-8")
            texts.append(
                moved(pruned(css, known) if pattern in FOREIGN else css, path.relative_to(static).as_posix())
            )
    return "\n".join(texts)


def linked(text: str, version: str) -> str:
    """The page with one link in the place of its links to the parts."""
    put = False

    def once(match: re.Match[str]) -> str:
        nonlocal put
        if match[2] != TARGET and not any(Path(match[2]).match(part) for part in FOREIGN + OWN):
            return match[0]
        link = "" if put else f'<link rel="stylesheet" href="{match[1]}{TARGET}?v={version}">\n'
        put = True
        return link

    head, mark, body = text.partition("</head>")
    return LINK.sub(once, head) + mark + body


def finish(app: Any, pages: dict[Path, str]) -> None:
    static = Path(app.outdir) / "_static"
    scripts = [*(static / "kernelcourse").glob("**/*.js"), *(static / "live").glob("*.js")]
    css = joined(static, names(pages.values(), (path.read_text("utf-8") for path in scripts)))
    (static / TARGET).write_text(css, encoding="utf-8")
    version = hashlib.sha256(css.encode()).hexdigest()[:8]
    for path, text in pages.items():
        pages[path] = linked(text, version)


def setup(app: Any) -> dict[str, Any]:
    app.setup_extension("finishing")
    finishing.add(900, finish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
