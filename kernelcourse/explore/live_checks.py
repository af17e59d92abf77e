"""The live forms of the court and of derivation checks: text boxes around the package's own answers."""

from collections.abc import Callable
from functools import wraps
from html import escape
from typing import Any

import ipywidgets as widgets

from kernelcourse.bridge.markup import problem
from kernelcourse.court.domains import NAMES
from kernelcourse.explore.assets import asset
from kernelcourse.figures.style import CSS

_WIDE = {"description_width": "initial"}
_STYLE = f"<style>{CSS}{asset('twin.css')}</style>"


def shown(html: str) -> str:
    """HTML inside the book's colours."""
    return f'<div class="kc">{_STYLE}{html}</div>'


def said(html: str) -> str:
    """The same for an answer, which a screen reader reads out."""
    return f'<div class="kc" role="status">{_STYLE}{html}</div>'


def told(method: Callable[..., None]) -> Callable[..., None]:
    """A callback that fails says so in the widget, and still fails: nothing is swallowed."""

    @wraps(method)
    def wrapped(self: Any, event: Any) -> None:
        try:
            method(self, event)
        except Exception as error:
            self.result.value = said(problem(f"{type(error).__name__}: {error}"))
            raise

    return wrapped


class LiveCourt(widgets.VBox):
    """Type a formula and press Enter: the verdict appears below."""

    def __init__(self, court: Any) -> None:
        self.court = court
        self.formula = widgets.Text(
            value=court.expression, description="k(x, z) =", continuous_update=False, style=_WIDE
        )
        self.formula.layout.width = "95%"
        self.dim = widgets.BoundedIntText(
            value=court.dim, min=1, max=50, description="dimension", style=_WIDE
        )
        self.domain = widgets.Dropdown(options=NAMES, value=court.domain, description="domain", style=_WIDE)
        formulas = {f"{e[0]}   ({e[2]}, dimension {e[1]})": e for e in court.examples}
        self.example = widgets.Dropdown(
            options={"choose one": None, **formulas}, value=None, description="try", style=_WIDE
        )
        self.result = widgets.HTML()
        for entry in (self.formula, self.dim, self.domain):
            entry.observe(self._changed, names="value")
        self.example.observe(self._chosen, names="value")
        heading = widgets.HTML(f'<p class="kc"><strong>{escape("The kernel court")}</strong></p>')
        super().__init__(
            [heading, self.formula, widgets.HBox([self.dim, self.domain]), self.example, self.result]
        )
        self._changed(None)

    @told
    def _changed(self, _: Any) -> None:
        found = self.court.ask(self.formula.value, self.dim.value, self.domain.value)
        self.result.value = said(found["html"])

    @told
    def _chosen(self, change: Any) -> None:
        if change.new is not None:
            formula, dim, domain = change.new
            with self.hold_trait_notifications():
                self.dim.value, self.domain.value = dim, domain
            self.formula.value = formula
