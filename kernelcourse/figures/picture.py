"""A picture = a figure, one sentence that says what it shows, and the numbers a reader should take away.

    Picture(figure, alt="The fit follows the sine within 0.1.", readouts={"σ": "0.5", "error": "0.08"})

A notebook shows it as `<figure>` with inline SVG (legible in light and dark mode, narrow or wide); its text
form is the sentence and the readouts, which is what a screen reader says and what the notebook tests compare.
"""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.ticker import LogFormatter, LogFormatterSciNotation

from kernelcourse.figures import svg
from kernelcourse.figures.style import CSS
from kernelcourse.scene.in_print import in_print
from kernelcourse.scene.number import begun, number, raised, spelled

LONG = 100  # characters of numbers behind a caption: more are a table, not a sentence


@dataclass(frozen=True, eq=False)
class Picture:
    """What to see (`figure`), the same in words (`alt`), and the numbers beside it (`readouts`)."""

    figure: Figure
    alt: str
    readouts: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "alt", begun(self.alt))
        if len(self.alt.split()) < 4:
            raise ValueError(f"alt must be a sentence that says what the figure shows, got {self.alt!r}")
        wrong = [name for name, value in self.readouts.items() if not isinstance(value, str)]
        if wrong:
            raise ValueError(
                f"readouts must be rounded text, e.g. number(value); not text: {', '.join(wrong)}"
            )
        for axis in (axis for axes in self.figure.axes for axis in (axes.xaxis, axes.yaxis)):
            # matplotlib writes the ticks of a logarithmic axis in mathtext, which our figures do not parse
            for formatter, replace in (
                (axis.get_major_formatter(), axis.set_major_formatter),
                (axis.get_minor_formatter(), axis.set_minor_formatter),
            ):
                if isinstance(formatter, LogFormatter):
                    replace(_Decades(labelOnlyBase=formatter.labelOnlyBase))

    def panels(self, prefix: str = "", trimmed: bool = False) -> list[str]:
        """The figure's columns as `<svg>` text; `prefix` keeps its inner names apart from others'."""
        return svg.panels(self.figure, prefix or self._prefix(), trimmed)

    def drawing(self, prefix: str = "", trimmed: bool = False) -> str:
        """The figure alone: one image to a screen reader, named by the alt sentence."""
        inner = "\n".join(self.panels(prefix, trimmed))
        return f'<div class="kc-panels" role="img" aria-label="{escape(self.alt)}">\n{inner}\n</div>'

    def caption(self) -> str:
        """What to see, and the numbers to take away that the sentence does not name already; a long list is folded."""
        numbers = [f"{name}: {value}" for name, value in self.readouts.items() if not _names(self.alt, value)]
        told = "; ".join(numbers)
        if len(told) <= LONG:
            return f"<figcaption>{escape(in_print(self.alt + (f' ({told})' if told else '')))}</figcaption>"
        rows = "".join(f"<li>{escape(in_print(one))}</li>" for one in numbers)
        fold = f'<details class="kc-folded"><summary>The numbers</summary><ul>{rows}</ul></details>'
        return f"<figcaption>{escape(in_print(self.alt))}{fold}</figcaption>"

    def _prefix(self) -> str:
        return "p" + hashlib.sha256(f"{self.alt}{dict(self.readouts)}".encode()).hexdigest()[:5]

    def __str__(self) -> str:
        return "\n".join([self.alt, *(f"  {name}: {value}" for name, value in self.readouts.items())])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f'<figure class="kc">\n<style>{CSS}</style>\n{self.drawing(trimmed=True)}\n{self.caption()}\n</figure>'

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        return {"text/plain": str(self), "text/html": self._repr_html_()}


def _names(sentence: str, value: str) -> bool:
    """Whether the sentence says this number, or this word, as one of its own."""
    telling = len(value) > 3 or any(map(str.isdigit, value))  # not a mere letter, yes or no
    said = re.escape(value) + (f"|(?i:{spelled(int(value))})" if value.isdecimal() else "")
    return telling and re.search(rf"(?<![\w.−-])({said})(?![\w]|\.\d)", sentence) is not None


class _Decades(LogFormatterSciNotation):
    """Ticks of a logarithmic axis in plain text: 0.1, 1, 10, 100, 1000, 10⁴, 10⁵."""

    def __call__(self, x: float, pos: int | None = None) -> str:
        if not super().__call__(x, pos):  # not a tick that gets a name
            return ""
        power = round(np.log10(x))
        if abs(power) > 3 and np.isclose(x, 10.0**power, rtol=1e-9, atol=0):
            return f"10{raised(power)}"
        return number(x, 2)
