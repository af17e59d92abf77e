"""What a reader may turn: a control has finitely many values, so a page can hold all pictures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Field:
    """A text box that only the live widget has: `parse` turns the text into a value or raises ValueError."""

    name: str
    label: str
    start: str
    parse: Callable[[str], Any]


def slider(
    name: str, label: str, values: Sequence[Any], start: Any, show: Callable[[Any], str] = str
) -> Control:
    """Values in order, from one end to the other."""
    listed = tuple(values)
    texts = tuple(show(value).replace("-", "−") for value in listed)
    return Control(name, label, "slider", listed, texts, listed.index(start))


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
