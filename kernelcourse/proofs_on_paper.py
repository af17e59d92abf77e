"""A proof as HTML for a page and as LaTeX for a paper: formulas as mathematics, each lemma once, with its reference.

A step that carries its formula as a tree shows that tree; a kernel's own statement is text with Unicode mathematics.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Protocol

# What a step claims of its formula: what stands before it and behind it.
CLAIMS = {
    "kernel": ("", ""),
    "conditional": ("ψ = ", ""),
    "positive": ("", " > 0"),
    "nonnegative": ("", " ≥ 0"),
}


DEEPEST = 4  # lists inside lists that LaTeX allows: what lies deeper goes on in the last, with a mark for every level


class Step(Protocol):
    """What is read of a step of a proof (`validity.Certificate`)."""

    @property
    def rule(self) -> str: ...
    @property
    def statement(self) -> str: ...
    @property
    def reason(self) -> str: ...
    @property
    def reference(self) -> str: ...
    @property
    def claims(self) -> str: ...
    @property
    def formula(self) -> Any: ...
    def below(self) -> Iterator[tuple[str, Any]]: ...


def in_html(proof: Step) -> str:
    return f'<ul class="kc-proof">{_item(proof)}</ul>'


def in_latex(proof: Step) -> str:
    """A list to paste into a paper; it needs amsmath, and the bibliography of the book for its references."""
    return f"\\begin{{itemize}}\n{_latex_item(proof)}\\end{{itemize}}\n"


def _item(step: Step, word: str = "") -> str:
    below = "" if word else "".join(_item(part, before) for before, part in step.below())
    cited = f" ({_entry(step.reference)})" if step.reference else ""
    return (
        f"<li>{f'{word}: ' if word else ''}{_stated(step)} <em>{html.escape(step.rule)}</em>: "
        f"{_sentence(step.reason)}{cited}{f'<ul>{below}</ul>' if below else ''}</li>"
    )


BIBLIOGRAPHY = (
    "chapters/bibliography.html"  # from the root of the book: its pages put their own way before it
)
SITE = re.compile(r"^ *book_site: *[\"']?(https?://[^\"'\s]+)", re.MULTILINE)
# Authors that a key cannot spell, or of whom it names the first only.
SPELLED = {"schoelkopf2002": "Schölkopf and Smola", "berg1984": "Berg et al.", "polya1949": "Pólya"}


def author_and_year(key: str) -> str:
    """schoenberg1938 ↦ Schoenberg 1938: a key of the bibliography as a reader would say it."""
    name = key.rstrip("0123456789")
    return f"{SPELLED.get(key, name.capitalize())} {key[len(name) :]}"


def _entry(key: str) -> str:
    """A link to the work's entry in the bibliography of the book."""
    return f'<a class="kc-cite" href="{_site()}{BIBLIOGRAPHY}#{key}">{author_and_year(key)}</a>'


@cache
def _site() -> str:
    """The address at which the book is published, as `_config.yml` tells it; "" where it is not told."""
    config = Path(__file__).resolve().parents[1] / "_config.yml"
    told = SITE.search(config.read_text(encoding="utf-8")) if config.is_file() else None
    return f"{told[1].rstrip('/')}/" if told else ""


def _latex_item(step: Step, word: str = "", depth: int = 1) -> str:
    from kernelcourse.language.tex import sentence

    below = "" if word else "".join(_latex_item(part, before, depth + 1) for before, part in step.below())
    inner = f"\n\\begin{{itemize}}\n{below}\\end{{itemize}}" if below else ""
    if depth >= DEEPEST and below:
        inner = "\n" + below.rstrip("\n")
    levels = r"\triangleright" * (depth - DEEPEST)
    mark = f"[${levels}$]" if levels else ""
    cited = rf" \cite{{{step.reference}}}" if step.reference else ""
    said = f"{word}: " if word else ""
    return f"\\item{mark} {said}{_latex_stated(step)} \\emph{{{step.rule}}}: {sentence(step.reason)}{cited}{inner}\n"


def _framed(step: Step, written: Callable[[Any], str], set_in: Callable[[str], str]) -> str:
    before, behind = CLAIMS[step.claims]
    return set_in(before) + written(step.formula) + set_in(behind)


def _stated(step: Step) -> str:
    if step.formula is None or step.rule == "parameters":
        return formula_html(step.statement)
    from kernelcourse.language.kernel_formulas import kernel_mathml

    return _framed(step, kernel_mathml, html.escape)


def _latex_stated(step: Step) -> str:
    from kernelcourse.language.kernel_formulas import kernel_latex
    from kernelcourse.language.tex import sentence, signs

    if step.formula is None or step.rule == "parameters":
        return sentence(step.statement)
    return f"${_framed(step, kernel_latex, signs)}$"


def _sentence(text: str) -> str:
    from kernelcourse.language.in_text import sentence_html

    return sentence_html(text)


def formula_html(text: str) -> str:
    """A formula as MathML: names in <mi>, numbers in <mn>, everything else in <mo>."""
    kinds = {"number": "mn", "name": "mi", "sign": "mo"}
    pieces = re.finditer(r"(?P<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?)|(?P<name>[^\W\d]\w*)|(?P<sign>\S)", text)
    body = "".join(
        f"<{kinds[str(piece.lastgroup)]}>{html.escape(piece.group())}</{kinds[str(piece.lastgroup)]}>"
        for piece in pieces
    )
    body = re.sub(r"<mo>([()\[\]])", r'<mo stretchy="false">\1', body)  # brackets as tall as letters
    return f"<math>{body}</math>"
