"""A derivation of the library as a widget: lines judged, wrong lines diagnosed, room for one's own."""

import json
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from typing import Any

from kernelcourse.bridge import answer
from kernelcourse.bridge.derivation_page import line_html, lines_html, report, wrong_lines
from kernelcourse.bridge.markup import scroll
from kernelcourse.derivation import Derivation, load
from kernelcourse.derivation.readers.at_one_lambda import can_pick
from kernelcourse.derivation.readers.derive_alone import tasks
from kernelcourse.explore.explorer import bundle
from kernelcourse.explore.letters import letters_html
from kernelcourse.figures.style import CSS
from kernelcourse.language.in_text import sentence_html

CAPTION = (
    "Every line is judged against the one before it: it is proved, or tested on many numbers, or refuted by numbers "
    "that show it, or it could not be decided."
)
HOW = (
    '<p class="kc-how">Each of your lines follows from the one before: <code>= …</code>, <code>&lt;= …</code>, '
    "<code>let w = …</code>, <code>∇_α: …</code>, <code>minimiser w = …</code>, <code>limit N: …</code>, or an "
    "equation <code>⇔ left = right</code> (<code>=&gt;</code>, <code>⇐</code>). Write formulas as by hand "
    "(<code>xᵀx</code>, <code>(K + λI)⁻¹y</code>, <code>‖w‖²</code>), in LaTeX, or as in numpy.</p>"
)


@dataclass(frozen=True)
class DerivationCheck:
    """Shows, checks and lets one redo the derivation stored under `name`."""

    name: str

    @property
    def derivation(self) -> Derivation:
        """The derivation as data."""
        return load(self.name)

    def ask(self, text: str, line: int, **more: Any) -> dict[str, Any]:
        """The judgement on a text typed as line number `line`; `lines=[…]` are the reader's own before it."""
        return answer({"tool": "derivation", "derivation": self.name, "line": line, "text": text, **more})

    def live(self) -> Any:
        """The ipywidgets form, for a running kernel."""
        from kernelcourse.explore.live_derivation import LiveDerivation

        return LiveDerivation(self)

    def __str__(self) -> str:
        found, source = report(self.name), self.derivation
        count = (
            f"{len(found.lines)} lines, {len(source.routes)} other routes, {len(source.wrong)} wrong lines"
        )
        last = "every line is accepted" if found.exit_code == 0 else f"the derivation is {found.verdict}"
        return f"{source.title} ({count}): {last}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        source = self.derivation
        written = escape(json.dumps([str(line) for line in source.lines], ensure_ascii=False))
        stays = frozenset(place for task in tasks(source) for place in (task.start, task.goal))
        return "\n".join(
            [
                f'<figure class="kc kc-check" data-kc-check="derivation" data-kc-name="{escape(self.name)}" '
                f'data-kc-typed="{written}">',
                f"<style>{CSS}</style>",
                f'<p class="kc-title">{sentence_html(source.title)}</p>',
                letters_html(source),
                '<p class="kc-alone" hidden><label><input type="checkbox"> Hide the lines and derive it alone'
                '</label> <button type="button" data-kc-hint hidden>Hint</button> '
                '<button type="button" data-kc-back hidden>Take back</button></p>',
                lines_html(report(self.name), stays=stays),
                '<ul class="kc-hints" aria-live="polite"></ul>',
                _typing(self.name, source),
                wrong_html(self.name),
                f"<figcaption>{CAPTION}</figcaption>",
                "</figure>",
            ]
        )

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return bundle(self)


@lru_cache(maxsize=64)
def wrong_html(name: str) -> str:
    """The stored wrong lines, complete with substitution and arrow, each with its diagnosis to open."""
    items = "".join(
        f'<li data-kc-after="{after}"><p class="kc-why">After line {after}: {scroll(formula)}</p>'
        f"<details><summary>What is wrong with it?</summary>"
        f'<div class="kc-answer">{line_html({**judged, "read_as": ""})}</div></details></li>'
        for after, formula, judged in wrong_lines(name)
    )
    if not items:
        return ""
    return (
        '<details class="kc-wrong"><summary>Try these: each is wrong. Say why before you open its verdict.</summary>'
        f'<ul class="kc-list" data-kc-keep="wrong:{escape(name)}">{items}</ul></details>'
    )


def _typing(name: str, source: Derivation) -> str:
    count = len(source.lines)
    numbers = "".join(f'<option value="{i}">{i}</option>' for i in range(1, count + 1))
    sizes = "".join(f"<option>{size}</option>" for size in range(1, 7))
    picks = [
        f'<label>{size} <select name="{size}"><option value="">any</option>{sizes}</select></label>'
        for size in ("n", "d")
        if size in source.setting().sizes
    ]
    if can_pick(source):
        picks.append('<label>λ <input type="text" class="kc-short" name="lam" placeholder="any"></label>')
    picks.append('<label>Seed <input type="number" name="seed" min="0" max="9999" value="0"></label>')
    return (
        '<form class="kc-typing" data-kc-tool="derivation" hidden>'
        f'<input type="hidden" name="derivation" value="{escape(name)}">'
        f'<label class="kc-place">As line <select name="line">{numbers}</select></label> '
        '<label>write <input type="text" name="text" value="" spellcheck="false"></label> '
        f'<button type="submit">Judge</button> {" ".join(picks)} '
        f'<button type="button" data-kc-whole>Check all lines</button></form>{HOW}'
        '<div class="kc-task"></div><ol class="kc-list kc-own" start="1" hidden></ol>'
        '<div class="kc-answer kc-typed" role="status"></div>'
        '<p class="kc-asleep">To write a line of your own, open this chapter as a notebook and run it.</p>'
    )


def derivation(name: str) -> DerivationCheck:
    """A widget for the library's derivation `name`, as in "ridge-dual"."""
    name = name.replace("_", "-")
    load(name)  # a wrong name is told at once
    return DerivationCheck(name)
