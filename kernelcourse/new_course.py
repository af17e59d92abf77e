"""`kernelcourse new-course DIR`: a repository of one's own that builds the same site.

Chapters that were not picked stay as background, so that every reference still leads somewhere. Masters and hidden
checks stay behind unless they are asked for: a public course must not hold its solutions.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
TEMPLATE = REPOSITORY / "tools" / "course_template"
COPIED = ("_ext", "_static", "chapters", "kernelcourse", "tools")
FILES = ("_config.yml", "pyproject.toml", "requirements.txt", "LICENSE", "LICENSE-TEXT", ".gitignore")
LEFT_BEHIND = shutil.ignore_patterns("__pycache__", "*.pyc", ".ipynb_checkpoints", ".DS_Store")
LOGOS = (".svg", ".png")


@dataclass(frozen=True)
class Part:
    """A caption of the table of contents with its lines: `numbered` and the files."""

    caption: str
    numbered: bool
    files: tuple[str, ...]

    @property
    def topic(self) -> str:
        """ridge for chapters/ridge/kernel_ridge, scale for chapters/scale."""
        return self.files[0].split("/")[1]

    def __str__(self) -> str:
        lines = [f"  - caption: {self.caption}"] + ["    numbered: 1"] * self.numbered + ["    chapters:"]
        return "\n".join(lines + [f"      - file: {file}" for file in self.files])


@dataclass(frozen=True)
class Wishes:
    """What an instructor may choose."""

    title: str
    author: str
    chapters: tuple[str, ...] = ()  # topics, in the order of the course; none means all
    logo: Path | None = None
    with_solutions: bool = False


def read_parts(contents: str) -> list[Part]:
    """The parts of a table of contents as this book writes it."""
    blocks = re.split(r"^  - caption: ", contents, flags=re.M)[1:]
    return [
        Part(
            block.splitlines()[0].strip(),
            "numbered: 1" in block,
            tuple(re.findall(r"- file: (\S+)", block)),
        )
        for block in blocks
    ]


def arranged(parts: list[Part], chapters: tuple[str, ...]) -> list[Part]:
    """The picked topics first, in the order asked for; the others behind them as background.

    ValueError names the topics there are, if one of those picked is none of them.
    """
    topics = {part.topic: part for part in parts if part.numbered}
    for topic in chapters:
        if topic not in topics:
            raise ValueError(f"chapters must be among {', '.join(topics)}; there is no {topic!r}")
    if len(set(chapters)) < len(chapters):
        twice = next(topic for topic in chapters if chapters.count(topic) > 1)
        raise ValueError(
            f"chapters must name each topic once; {twice!r} is named {chapters.count(twice)} times"
        )
    picked = [topics[topic] for topic in chapters or topics]
    left = [part for topic, part in topics.items() if part not in picked]
    background = [Part(f"Background · {part.caption}", True, part.files) for part in left]
    first = next(place for place, part in enumerate(parts) if part.numbered)
    last = max(place for place, part in enumerate(parts) if part.numbered)
    own = Part("This course", False, ("chapters/own/welcome",))
    return [own, *parts[:first], *picked, *background, *parts[last + 1 :]]


def make_course(target: Path, wishes: Wishes, repository: Path = REPOSITORY) -> None:
    """Write the new repository. ValueError if it cannot be made, and then nothing has been written."""
    if not (repository / "_toc.yml").is_file():
        raise ValueError(
            "the book is not here: run this command from a clone of the repository, installed with -e"
        )
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise ValueError(f"DIR must be new or empty; {str(target)!r} is not")
    if target.resolve().is_relative_to((repository / "chapters").resolve()):
        raise ValueError("DIR must not lie inside the chapters of this book")
    if not wishes.title.strip() or not wishes.author.strip():
        raise ValueError("title and author must not be empty")
    if wishes.logo is not None and (not wishes.logo.is_file() or wishes.logo.suffix.lower() not in LOGOS):
        raise ValueError(f"logo must be an .svg or .png file; {str(wishes.logo)!r} is not")
    contents = (repository / "_toc.yml").read_text(encoding="utf-8")
    parts = arranged(read_parts(contents), wishes.chapters)

    target.mkdir(parents=True, exist_ok=True)
    for name in COPIED:
        shutil.copytree(repository / name, target / name, ignore=LEFT_BEHIND)
    for name in FILES:
        shutil.copyfile(repository / name, target / name)
    shutil.copytree(TEMPLATE, target, dirs_exist_ok=True, ignore=LEFT_BEHIND)
    head = contents.partition("parts:")[0]
    (target / "_toc.yml").write_text(head + "parts:\n" + "\n".join(map(str, parts)) + "\n", encoding="utf-8")
    _brand(target, wishes)
    if wishes.with_solutions:
        shutil.copytree(repository / "homework", target / "homework", dirs_exist_ok=True, ignore=LEFT_BEHIND)
    else:
        shutil.copyfile(repository / "homework" / "README.md", target / "homework" / "README.md")


def _brand(target: Path, wishes: Wishes) -> None:
    """Title, author, sign and style sheet, in the configuration and on the first page."""
    path = target / "_config.yml"
    text = path.read_text(encoding="utf-8")
    for key, value in (("title", wishes.title), ("author", wishes.author)):
        text = re.sub(rf"^{key}: .*$", lambda _: f"{key}: {_quoted(value)}", text, count=1, flags=re.M)  # noqa: B023
    if wishes.logo is not None:
        logo = f"_static/course-logo{wishes.logo.suffix.lower()}"
        shutil.copyfile(wishes.logo, target / logo)
        text = re.sub(r"^logo: .*$", f"logo: {logo}", text, count=1, flags=re.M)
    text = re.sub(r"(html_css_files: \[[^\]]*)\]", r"\1, branding.css]", text, count=1)
    path.write_text(text, encoding="utf-8")
    for name in ("chapters/own/welcome.md", "README.md", "course.toml"):
        page = target / name
        words = page.read_text(encoding="utf-8").replace('"COURSE-TITLE"', _quoted(wishes.title))
        page.write_text(
            words.replace("COURSE-TITLE", wishes.title).replace("COURSE-AUTHOR", wishes.author), "utf-8"
        )


def _quoted(value: str) -> str:
    """A string of YAML or TOML: in double quotes, with what would end them escaped."""
    return '"' + " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"') + '"'


def main(arguments: list[str]) -> int:
    """Make the course and say how to build it."""
    parser = argparse.ArgumentParser(prog="kernelcourse new-course", description=__doc__.partition("\n")[0])
    parser.add_argument("directory", metavar="DIR", type=Path, help="a folder that is new or empty")
    parser.add_argument("--title", default="Kernel methods, checked", help="the title of your course")
    parser.add_argument("--author", default="the kernelcourse authors", help="who gives it")
    parser.add_argument("--chapters", default="", help="topics in your order, such as kernel_trick,ridge,pca")
    parser.add_argument("--logo", type=Path, help="your logo, .svg or .png")
    parser.add_argument(
        "--with-solutions",
        action="store_true",
        help="copy the masters and hidden checks: private courses only",
    )
    options = parser.parse_args(arguments)
    chapters = tuple(name.strip() for name in options.chapters.split(",") if name.strip())
    wishes = Wishes(options.title, options.author, chapters, options.logo, options.with_solutions)
    try:
        make_course(options.directory, wishes)
    except ValueError as error:
        print(f"kernelcourse new-course: {error}", file=sys.stderr)
        return 64
    print(f"Your course is in {options.directory}. Your first page is chapters/own/welcome.md.")
    print(f"Build it: cd {options.directory} && make book")
    return 0
