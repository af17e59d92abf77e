"""The live form of a derivation check: read it, change a line, or hide it and derive it alone."""

from typing import Any

import ipywidgets as widgets
import traitlets

from kernelcourse.bridge import answer
from kernelcourse.bridge.derivation_page import lines_html, numbers, report
from kernelcourse.bridge.markup import problem, scroll
from kernelcourse.derivation.readers.at_one_lambda import can_pick
from kernelcourse.explore.derivation_check import HOW, wrong_html
from kernelcourse.explore.letters import letters_html
from kernelcourse.explore.live_checks import said, shown, told
from kernelcourse.language.in_text import sentence_html

_WIDE = {"description_width": "initial"}


class LiveDerivation(widgets.VBox):
    """`progress` holds the reader's own accepted lines: a synced trait, so that it outlives a reload of the page."""

    progress = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(self, check: Any) -> None:
        self.check, self.filling, self.filled = check, False, ""
        self.source = check.derivation
        last = len(self.source.lines)
        self.alone = widgets.Checkbox(
            value=False, description="Hide the lines: derive it alone", indent=False
        )
        any_size = [("any", None), *((str(size), size) for size in range(1, 7))]
        self.n = widgets.Dropdown(options=any_size, description="n", style=_WIDE)
        self.d = widgets.Dropdown(options=any_size, description="d", style=_WIDE)
        self.lam = widgets.Text(description="λ", placeholder="any", continuous_update=False, style=_WIDE)
        self.lam.layout = widgets.Layout(width="8em", display="" if can_pick(self.source) else "none")
        self.seed = widgets.BoundedIntText(value=0, min=0, max=9999, description="seed", style=_WIDE)
        self.lines = widgets.HTML()
        self.place = widgets.Dropdown(
            options=list(range(1, last + 1)), value=1, description="as line", style=_WIDE
        )
        self.text = widgets.Text(description="write", continuous_update=False, style=_WIDE)
        self.text.layout.width = "95%"
        self.hint = widgets.Button(description="Hint")
        self.undo = widgets.Button(description="Take back")
        self.how = widgets.HTML(shown(HOW))
        self.result = widgets.HTML()
        self.wrong = widgets.HTML(shown(wrong_html(check.name)))
        heading = widgets.HTML(
            shown(f"<p><strong>{sentence_html(self.source.title)}</strong></p>{letters_html(self.source)}")
        )
        picked = widgets.HBox([self.n, self.d, self.lam, self.seed])
        picked.layout.flex_flow = "row wrap"
        entry = [self.place, self.how, self.text, widgets.HBox([self.hint, self.undo]), self.result]
        super().__init__([heading, self.alone, picked, self.lines, *entry, self.wrong])
        for control in (self.n, self.d, self.lam, self.seed):
            control.observe(self._picked, names="value")
        self.alone.observe(self._turned, names="value")
        self.observe(self._redraw, names="progress")
        self.place.observe(self._prefill, names="value")
        self.text.observe(self._typed, names="value")
        self.text.on_msg(lambda _, content, buffers: self._entered(content))
        self.hint.on_click(self._help)
        self.undo.on_click(self._take_back)
        self._prefill(None)
        self._redraw(None)

    def _request(self, **more: Any) -> dict[str, Any]:
        """The numbers that were picked, and what is asked; own lines go along when the reader is alone."""
        picked = {"n": self.n.value, "d": self.d.value, "lam": self.lam.value.strip() or None}
        asked: dict[str, Any] = {key: value for key, value in picked.items() if value is not None}
        asked |= {"tool": "derivation", "derivation": self.check.name, "seed": self.seed.value, **more}
        return asked | ({"alone": True, "own": list(self.progress)} if self.alone.value else {})

    @told
    def _redraw(self, _: Any) -> None:
        """The author's lines, or only the task and the reader's own."""
        alone = self.alone.value
        self.place.layout.display = self.wrong.layout.display = "none" if alone else ""
        self.undo.layout.display = self.how.layout.display = "" if alone else "none"
        try:
            if not alone:
                chosen = numbers(self._request())
                at = f"at λ = {self.lam.value.strip()}" if chosen["lam"] is not None else ""
                self.lines.value = shown(lines_html(report(self.check.name, **chosen), at))
                return
        except ValueError as error:
            self.lines.value = shown(problem(str(error)))
            return
        found = answer(self._request())
        own = "".join(f"<li>{scroll(line)}</li>" for line in found.get("own", ()))
        self.lines.value = shown(
            f'{found.get("task", found["html"])}<ol class="kc-list" start="1">{own}</ol>'
        )

    @told
    def _picked(self, _: Any) -> None:
        self._redraw(None)
        if self.result.value:  # a line was judged: judge it again, at the new numbers
            self._judge(self.text.value)

    @told
    def _turned(self, _: Any) -> None:
        self._prefill(None)
        self._redraw(None)

    @told
    def _prefill(self, _: Any) -> None:
        place = self.place.value
        known = not self.alone.value and place < len(self.source.lines)
        self.filling = True  # the author's line needs no second verdict
        self.text.value, self.result.value = str(self.source.lines[place]) if known else "", ""
        self.filling, self.filled = False, self.text.value

    @told
    def _typed(self, change: Any) -> None:
        if not self.filling:
            self._judge(change.new)

    @told
    def _entered(self, content: Any) -> None:
        """Enter on the line that stands there already: its value does not change, but its verdict is asked for."""
        if content.get("event") == "submit" and self.text.value == self.filled:
            self._judge(self.text.value)

    def _judge(self, text: str) -> None:
        """Judge what stands in the box; alone, a line that holds joins the reader's own."""
        if not text.strip():
            return
        if not self.alone.value:
            self.result.value = said(answer(self._request(line=self.place.value, text=text))["html"])
            return
        found = answer(self._request(text=text))
        self.result.value = said(found["html"])
        if found["accepted"]:
            self.progress = [*self.progress, text]
            self.text.value = ""

    @told
    def _help(self, _: Any) -> None:
        """What the author did next, in words; never the line itself."""
        if self.alone.value:
            self.result.value = said(answer(self._request(ask="hint"))["html"])
            return
        place = self.place.value
        words = self.source.lines[place].by if place < len(self.source.lines) else ""
        words = words or "look at what separates the line before from the one after"
        self.result.value = said(f"<p><strong>Hint.</strong> {sentence_html(words)}</p>")

    @told
    def _take_back(self, _: Any) -> None:
        self.progress = self.progress[:-1]
        self.result.value = ""
