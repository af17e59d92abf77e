"""What the checker says: one verdict a line, as text, as HTML with MathML, and as JSON."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

from kernelcourse.language.errors import LanguageError
from kernelcourse.language.in_text import sentence_html
from kernelcourse.language.mathml import mathml, mathml_relation
from kernelcourse.language.printed import numbered
from kernelcourse.language.tree import Name, Node
from kernelcourse.language.upright import upright

from .lines.expressions import LetLine
from .lines.line import Line
from .lines.relations import InequalityLine
from .outcome import Outcome, Verdict
from .steps import State

MARK = {
    Verdict.PROVED: "✓",
    Verdict.TESTED: "✓",
    Verdict.REFUTED: "✗",
    Verdict.OPEN: "?",
    Verdict.UNREADABLE: "?",
}


@dataclass(frozen=True)
class LineReport:
    """The verdict on one line."""

    place: int
    line: Line
    outcome: Outcome
    nodes: tuple[Node, ...]
    state: State

    @property
    def verdict(self) -> Verdict:
        return self.outcome.verdict

    @property
    def why(self) -> str:
        return self.outcome.why

    @property
    def witness(self) -> Any:
        return self.outcome.witness

    def formula(self) -> str:
        """What was read, as MathML."""
        if not self.nodes:
            return ""
        setting = self.state.setting
        nodes = [
            numbered(upright(node, lambda part: setting.shape(setting.expand(part))), setting.functions)
            for node in self.as_written()
        ]
        if len(nodes) == 2:  # an equation, an inequality, or "unknown = this" after an equation
            sign = self.line.relation or "<=" if isinstance(self.line, InequalityLine) else "=="
            return mathml_relation(sign, *nodes)
        return mathml(nodes[0])

    def as_written(self) -> tuple[Node, ...]:
        """The trees with the functions of the setting by their names: φ(x), not its six entries."""
        setting = self.state.setting
        texts = self.line.sides or (self.line.text,)
        if not setting.functions or len(texts) != len(self.nodes):
            return self.nodes
        try:
            written = tuple(setting.formula(text).node for text in texts)
        except LanguageError:
            return self.nodes
        return written if tuple(map(setting.expand, written)) == self.nodes else self.nodes

    def claim(self) -> str:
        """What was read, with the relation that was understood: a sign, then MathML."""
        if isinstance(self.line, LetLine):
            pairs = zip(self.line.let, self.nodes, strict=False)
            shape = self.state.setting.shape
            return "let " + ", ".join(
                mathml_relation("=", Name(name), upright(node, shape)) for name, node in pairs
            )
        if not self.nodes:
            return escape(str(self.line))
        sign = self.line.sign
        if sign == "=" and len(self.nodes) == 2:  # after an equation, "unknown = this"
            sign = "⇔"
        return f"{escape(sign)} {self.formula()}".strip()

    def words(self) -> list[str]:
        """Everything there is to say, a sentence each."""
        outcome = self.outcome
        said = [outcome.why]
        if outcome.difference:
            said.append(outcome.difference)
        if outcome.witness is not None:
            said.append(str(outcome.witness))
        if outcome.title:
            said.append(f"the likely slip: {outcome.title}")
        if outcome.hint:
            said.append(f"hint: {outcome.hint}")
        return said

    def __str__(self) -> str:
        head = f"{MARK[self.verdict]} {self.place}  {self.line}"
        return "\n".join(
            [head, *(f"     {sentence}" for words in self.words() for sentence in words.split("\n"))]
        )

    def to_dict(self) -> dict[str, Any]:
        return told(self.line, self.outcome)


def told(line: Line, outcome: Outcome) -> dict[str, Any]:
    """The line and its verdict as plain data."""
    return {"conditions": [], **outcome.to_dict(), "line": str(line)}


@dataclass(frozen=True)
class Report:
    """The verdicts on all lines; `first_wrong` is None when no line fails."""

    title: str
    lines: tuple[LineReport, ...]

    @property
    def first_wrong(self) -> int | None:
        return next((line.place for line in self.lines if line.verdict == Verdict.REFUTED), None)

    @property
    def verdict(self) -> Verdict:
        if self.first_wrong is not None:
            return Verdict.REFUTED
        if not all(line.outcome.accepted for line in self.lines):
            return Verdict.OPEN
        tested = any(line.verdict == Verdict.TESTED for line in self.lines)
        return Verdict.TESTED if tested else Verdict.PROVED

    @property
    def exit_code(self) -> int:
        return {Verdict.REFUTED: 1, Verdict.OPEN: 2}.get(self.verdict, 0)

    def __str__(self) -> str:
        last = {
            Verdict.PROVED: "every line is proved",
            Verdict.TESTED: "every line is proved or tested",
            Verdict.REFUTED: f"line {self.first_wrong} is the first that is refuted",
            Verdict.OPEN: "no line is refuted, but not every line is proved or tested without conditions",
        }[self.verdict]
        return "\n".join([*([self.title] if self.title else []), *(str(line) for line in self.lines), last])

    def to_dict(self) -> dict[str, Any]:
        lines = [line.to_dict() for line in self.lines]
        return {
            "title": self.title,
            "verdict": self.verdict,
            "accepted": all(line.outcome.accepted for line in self.lines),
            "lines": lines,
            "first_wrong": self.first_wrong,
        }

    def _repr_html_(self) -> str:
        rows = []
        for line in self.lines:
            said = "".join(f"<br><small>{sentence_html(words)}</small>" for words in line.words())
            formula = line.formula() or escape(str(line.line))
            reason = f" <em>({escape(line.line.by)})</em>" if line.line.by else ""
            rows.append(
                f'<li class="derivation-{line.verdict}"><strong>{MARK[line.verdict]} {line.verdict}</strong> '
                f"{formula}{reason}{said}</li>"
            )
        title = f"<p><strong>{escape(self.title)}</strong></p>" if self.title else ""
        return f'<div class="derivation">{title}<ol start="0">{"".join(rows)}</ol></div>'
