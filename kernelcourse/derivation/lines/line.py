"""One line of a derivation, as data: what it claims about the line before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from kernelcourse.language.letters import letter
from kernelcourse.language.reading import LanguageError
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import Number

from ..instances.quantities import Quantity
from ..instances.samples import Samples
from ..judging.equality import judge_equality
from ..judging.let_needs import with_lets
from ..outcome import Outcome
from ..proving.products import nothing
from ..reading.symbols import Setting
from ..steps import Here, State, Step, misfit

SIGNS = {"iff": "⇔", "implies": "⇒", "implied by": "⇐", "<=": "≤", ">=": "≥", "": "="}
ESTIMATES = ("<=", ">=", "<", ">")


@dataclass(frozen=True)
class Line:
    """What every line may have: its formula or two sides, its reason, relation, letters and substitutions."""

    text: str = ""
    by: str = ""
    relation: str = ""
    letters: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    let: Mapping[str, str] = field(default_factory=dict)
    of: str = ""
    to: str = ""

    word: ClassVar[str] = ""  # in files
    advice: ClassVar[str] = ""  # a hint that gives nothing away

    @property
    def sign(self) -> str:
        """The relation as a reader sees it before the formula: =, ≤, ⇔, ∇ in α: …; or nothing."""
        return ""

    @property
    def begins(self) -> str:
        """How a line of this kind is typed."""
        return "…"

    def body(self) -> str:
        """The line as a reader would write it, without what it substitutes."""
        return self.text

    def __str__(self) -> str:
        return self.body()

    @property
    def names(self) -> str:
        return ", ".join(map(letter, self.letters))

    @property
    def lets(self) -> str:
        return "let " + ", ".join(f"{name} = {value}" for name, value in self.let.items()) if self.let else ""

    def take(self, state: State, samples: Samples) -> Step:
        """Read the line. Text that cannot be read raises LanguageError; shapes that do not fit are a verdict."""
        try:
            for name, text in self.let.items():
                if name in state.setting.define:
                    outcome = _same_meaning(name, text, state.setting, samples)
                    if not outcome.accepted:
                        return Step(outcome, state)
            after = _with(self.let, state.setting)
            taken = self.step(Here(state.under(after), samples))
        except ShapeError as error:
            return Step(misfit(str(error)), state)
        new = {name: after.define[name] for name in self.let if name not in state.setting.define}
        if not new:
            return taken
        judged = lambda: with_lets(taken.outcome, new, state.reached, state.setting, samples)  # noqa: E731
        return replace(taken, judged=judged)

    def step(self, here: Here) -> Step:
        """The step that this kind of line takes."""
        raise LanguageError("this line claims nothing")


def _same_meaning(name: str, text: str, setting: Setting, samples: Samples) -> Outcome:
    """A letter that already abbreviates something can only be given an equal expression."""
    old, new = Quantity(setting.define[name], setting), Quantity(setting.read(text), setting)
    return judge_equality(old, new, samples, (f"{letter(name)} so far", f"{letter(name)} now"))


def _with(lets: Mapping[str, str], setting: Setting) -> Setting:
    for name, text in lets.items():
        if name in setting.functions:
            raise LanguageError(f"{letter(name)} is already a function here")
        node = setting.read(text)
        setting = setting.let(name, nothing(setting.shapes.get(name, ())) if node == Number(0) else node)
    return setting
