"""`kernelcourse read TOPIC`: a copy of a chapter to work in, opened in JupyterLab.

The chapters themselves stay as they are: running one would change files that the next update wants to change too.
"""

from __future__ import annotations

import argparse
import json
import posixpath
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

from kernelcourse.reading.citations import cited
from kernelcourse.reading.environment import prepare
from kernelcourse.reading.solutions import fold_solutions

CHAPTERS = Path(__file__).resolve().parents[2] / "chapters"
NOTICE = (
    "**Your own copy.** Choose *Run → Run All Cells* first: until a cell has run, its explorer is only a line of text. "
    "Change what you like; the book's own file stays as it is. "
    "A fresh copy: `kernelcourse read {topic} --force`. "
    "As a page to print or to pass on: *File → Save and Export Notebook As → HTML*, "
    "or `jupyter nbconvert --to html {name}`."
)

REFERENCE = re.compile(r"\{(doc|eq|prf:ref|ref|cite:t|cite:p)\}`(?:([^`<]+?)\s*<)?([^`<>]+)>?`")


def pages_of(topic: str, chapters: Path = CHAPTERS) -> list[Path]:
    """The notebooks of a topic in reading order. ValueError names the topics that exist."""
    single, folder = chapters / f"{topic}.ipynb", chapters / topic
    if single.is_file():
        return [single]
    if topic and folder.is_dir():
        order = (chapters.parent / "_toc.yml").read_text(encoding="utf-8").split()
        return sorted(folder.glob("*.ipynb"), key=lambda page: order.index(f"chapters/{topic}/{page.stem}"))
    if not chapters.is_dir():
        raise ValueError(
            f"the chapters are not here: {chapters} is missing; clone the repository and install from it"
        )
    known = {path.relative_to(chapters).parts[0].removesuffix(".ipynb") for path in chapters.rglob("*.ipynb")}
    raise ValueError(f"topic must be one of {', '.join(sorted(known))}, got {topic!r}")


@cache
def _book(chapters: Path) -> tuple[dict[str, str], dict[str, Any]]:
    """page ↦ title, label ↦ numbered statement."""
    from kernelcourse.claims.labels import pages, prose, statements

    heads = {
        page: re.search(r"^# (.+)$", prose(path), re.MULTILINE) for page, path in pages(chapters).items()
    }
    titles = {page: f"*{head[1]}*" for page, head in heads.items() if head}
    return titles, {one.label: one for one in statements(chapters) if one.label}


def alone(text: str, page: str, chapters: Path = CHAPTERS) -> str:
    """References to other pages and to the literature as words: a lab with one page open shows them as labels."""
    titles, book = _book(chapters)

    def said(found: re.Match[str]) -> str:
        role, words, target = found.groups()
        if role.startswith("cite:"):
            return cited(role, target, chapters / "references.bib")
        if role == "doc":
            there = posixpath.normpath(posixpath.join("/chapters", posixpath.dirname(page), target))
            there = there.removeprefix("/chapters/")
            return words or titles.get(there, target)
        one = book.get(target)
        if one is None or one.page == page:
            return found[0]
        name = f"the {one.kind} “{one.title}”" if one.title else f"an {one.kind}"
        begins = not re.search(r"[^\s.?!][ \t]*\n?[ \t]*$", text[: found.start()])
        name = name[0].upper() + name[1:] if begins else name
        return f"{words or name} of {titles[one.page]}"

    return REFERENCE.sub(said, text)


def copy_to_work_in(source: Path, target: Path, topic: str) -> None:
    """The notebook with a first cell that says how to run it, and without references that lead out of it."""
    notebook: dict[str, Any] = json.loads(source.read_text(encoding="utf-8"))
    page = source.relative_to(CHAPTERS).with_suffix("").as_posix()
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = alone("".join(cell["source"]), page)
    fold_solutions(notebook["cells"])
    notice = {
        "cell_type": "markdown",
        "id": "your-own-copy",
        "metadata": {},
        "source": [NOTICE.format(topic=topic, name=target.name)],
    }
    notebook["cells"].insert(0, notice)
    notebook["metadata"]["kernelcourse"] = {"page": page}  # its numbers are the book's when it is exported
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def lab_command(lab: str, page: Path, here: Path) -> list[str]:
    """Open the page from where the reader stands, so that homework fetched there is in sight; else from its folder."""
    page = page.resolve()
    root = here.resolve() if page.is_relative_to(here.resolve()) else page.parent
    return [lab, f"--notebook-dir={root}", str(page)]


def main(arguments: list[str]) -> int:
    """Copy, say where, and open the lab at the first page."""
    parser = argparse.ArgumentParser(prog="kernelcourse read", description=__doc__.partition("\n")[0])
    parser.add_argument("topic", help="similarity, kernel_trick, mercer, …")
    parser.add_argument("--into", type=Path, default=Path("reading"), help="the folder for your copies")
    parser.add_argument("--force", action="store_true", help="replace copies that exist")
    parser.add_argument("--no-lab", action="store_true", help="copy only")
    options = parser.parse_args(arguments)
    try:
        sources = pages_of(options.topic)
    except ValueError as error:
        print(f"kernelcourse read: {error}", file=sys.stderr)
        return 64
    targets = []
    for source in sources:
        inside = source.parent.name if source.parent != CHAPTERS else ""
        target = options.into / inside / f"reading-{source.name}"
        if options.force or not target.exists():
            copy_to_work_in(source, target, options.topic)
        targets.append(target)
        print(f"your copy: {target}")
    prepare(Path(sys.prefix))
    if options.no_lab:
        return 0
    lab = shutil.which("jupyter-lab")
    if lab is None:
        print("JupyterLab is not installed: pip install jupyterlab jupyterlab-myst", file=sys.stderr)
        return 64
    return subprocess.run(lab_command(lab, targets[0], Path.cwd())).returncode
