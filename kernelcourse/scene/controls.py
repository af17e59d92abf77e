"""What a reader may turn: a control has finitely many stops, so a page can hold all pictures.

Where Python runs, a slider may also stand between two stops: position 1.5 is halfway between values[1] and values[2],
by ratio if the control is geometric.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import floor
from typing import Any


@dataclass(frozen=True)
class Control:
    """A named list of values with the text that stands for each; `start` is where it begins."""

    name: str  # the keyword of the drawing function
    label: str  # what the reader sees, Unicode without LaTeX
    kind: str  # "slider", "choice", "toggle" or "steps"
    values: tuple[Any, ...]
    texts: tuple[str, ...]
    start: int = 0
    between: str = ""  # "linear" or "geometric" where values between the stops make sense
    show: Callable[[Any], str] = str

    def __post_init__(self) -> None:
        if not self.values or len(self.values) != len(self.texts):
            raise ValueError(f"{self.name}: needs as many texts as values, and at least one")
        if not 0 <= self.start < len(self.values):
            raise ValueError(f"{self.name}: start must be a position among its {len(self.values)} values")

    def position(self, value: Any) -> int:
        """Where a value stands in the list."""
        if value not in self.values:
            raise ValueError(f"{self.name} must be one of {', '.join(self.texts)}, got {value!r}")
        return self.values.index(value)

    def at(self, position: float) -> Any:
        """The value at a position; between two stops only where that makes sense."""
        last = len(self.values) - 1
        if not 0 <= position <= last:
            raise ValueError(f"{self.name} has the positions 0 to {last}, got {position:g}")
        below = floor(position)
        if below == position:
            return self.values[below]
        if not self.between:
            raise ValueError(f"{self.name} has whole positions only, got {position:g}")
        low, high, share = self.values[below], self.values[below + 1], position - below
        return low * (high / low) ** share if self.between == "geometric" else low + share * (high - low)

    def text(self, position: float) -> str:
        """What a reader sees at a position."""
        value = self.at(position)
        return self.texts[int(position)] if position == int(position) else self.show(value).replace("-", "−")


@dataclass(frozen=True)
class Field:
    """A text box that only the live widget has: `parse` turns the text into a value or raises ValueError."""

    name: str
    label: str
    start: str
    parse: Callable[[str], Any]


def slider(
    name: str,
    label: str,
    values: Sequence[Any],
    start: Any,
    show: Callable[[Any], str] = str,
    between: str = "",
) -> Control:
    """Values in order, from one end to the other."""
    listed = tuple(values)
    texts = tuple(show(value).replace("-", "−") for value in listed)
    return Control(name, label, "slider", listed, texts, listed.index(start), between, show)


def steps(name: str, label: str, last: int, start: int = 0) -> Control:
    """The numbers 0 … last of an algorithm's states: a slider with step buttons and play."""
    listed = tuple(range(last + 1))
    return Control(name, label, "steps", listed, tuple(map(str, listed)), start)


def choice(name: str, label: str, options: dict[str, Any], start: str = "") -> Control:
    """Named alternatives; the text is the key, the value goes to the drawing function."""
    texts = tuple(options)
    return Control(name, label, "choice", tuple(options.values()), texts, texts.index(start) if start else 0)


def toggle(name: str, label: str, start: bool = False) -> Control:
    """Off or on."""
    return Control(name, label, "toggle", (False, True), ("off", "on"), int(start))
