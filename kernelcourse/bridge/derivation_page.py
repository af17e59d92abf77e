"""What the derivation checker answers, as HTML: lines with verdicts, wrong lines with their diagnosis."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import Any

from kernelcourse.bridge.markup import problem, scroll, verdict, why
from kernelcourse.derivation import Derivation, Report, check, load, respond
from kernelcourse.derivation.derivation import judge_line
from kernelcourse.derivation.language import parse
from kernelcourse.derivation.letters import letter
from kernelcourse.derivation.lines import Line
from kernelcourse.derivation.mathml import mathml_relation
from kernelcourse.derivation.samples import Samples
from kernelcourse.derivation.steps import State


def derivation_answer(request: dict[str, Any]) -> dict[str, Any]:
    """The checker's answer with its HTML; a typed line that is the last one says "goal": true."""
    asked = {key: value for key, value in request.items() if key != "tool" and value not in ("", None)}
    name = asked.get("derivation")
    found = respond(asked)
    if "lines" in found:  # the whole derivation was judged
        sizes = {key: int(asked[key]) for key in ("n", "d", "k") if key in asked}
        return found | {
            "html": lines_html(report(str(name), int(asked.get("seed", 0)), tuple(sizes.items())))
        }
    goal = isinstance(name, str) and bool(found.get("read_as")) and found["read_as"] == _goal(name)
    goal = goal and found["verdict"] == "holds"
    return found | {"goal": goal, "html": line_html(found) + (why("This is the goal: done.") if goal else "")}


def line_html(found: dict[str, Any]) -> str:
    """One judged line: what was read, the verdict, the reason, the numbers, the hint."""
    if found.get("kind") == "unreadable":
        return problem(found["why"])
    said = [f"<p>{scroll(found.get('read_as') or '')} {verdict(found['verdict'])}</p>", why(found["why"])]
    if found.get("difference"):
        said.append(why(found["difference"]))
    if found.get("witness"):
        said.append(why(witness_text(found["witness"])))
    if found.get("title"):
        said.append(why(f"It looks as if {found['title']}."))
    if found.get("hint"):
        said.append(f'<p class="kc-why"><strong>Hint.</strong> {escape(found["hint"])}</p>')
    return "".join(said)


def witness_text(witness: dict[str, Any]) -> str:
    """The numbers of a counterexample in one sentence."""
    letters = ", ".join(f"{letter(name)} = {_value(value)}" for name, value in witness["values"].items())
    sides = "; ".join(f"{name}: {_value(value)}" for name, value in witness.items() if name != "values")
    return f"For {letters}: {sides}." if letters else f"{sides}."


def lines_html(found: Report) -> str:
    """All lines of a derivation with their verdicts."""
    items = []
    for line in found.lines:
        because = f" <em>{escape(line.line.by)}</em>" if line.line.by else ""
        formula, sign = line.formula(), _sign(line.line) if line.place else ""
        if sign == "=" and len(line.nodes) == 2:  # the line reads "unknown = this": a solved equation
            sign = "⇔"
        shown = (
            f"{_where(line.line)}{escape(sign)} {scroll(formula)}"
            if formula
            else f"<code>{escape(str(line.line))}</code>"
        )
        reason = why(line.why) if line.place else ""
        judged = f"{line.place}. {shown} {verdict(line.verdict)}{because}{reason}"
        items.append(f'<li data-verdict="{line.verdict}">{judged}</li>')
    return f'<ol class="kc-list kc-lines" start="0">{"".join(items)}</ol>'


@lru_cache(maxsize=64)
def report(name: str, seed: int = 0, sizes: tuple[tuple[str, int], ...] = ()) -> Report:
    """The checker's report on a derivation of the library."""
    return check(load(name), seed, dict(sizes))


def wrong_lines(derivation: Derivation) -> list[tuple[int, str, dict[str, Any]]]:
    """The stored wrong lines: (the line they stand after, the formula as MathML, the judgement)."""
    samples = Samples(derivation.setting(), 0)
    states = [State(samples.setting)]  # before line 0, 1, …
    for place, line in enumerate(derivation.lines):
        states.append(judge_line(derivation, place, line, states[-1], samples, hints=False).state)
    found = []
    for wrong in derivation.wrong:
        place = wrong.after + 1
        judged = judge_line(derivation, place, wrong.line, states[place], samples)
        answer = judged.outcome.to_dict() | {"read_as": judged.formula() or escape(str(wrong.line))}
        # "⇔" where only "⇐" is true, or a wrong substitution, is the whole mistake: show both
        sign = escape(_sign(wrong.line)).removeprefix("=")
        shown = f"{_where(wrong.line)}{sign} {answer['read_as']}" if judged.nodes else answer["read_as"]
        found.append((wrong.after, shown.strip(), answer))
    return found


def typed(line: Line) -> str:
    """A line as one would type it."""
    if line.kind == "let":
        return "let " + ", ".join(f"{name} = {value}" for name, value in line.let.items())
    if line.sides:
        return f"{line.sides[0]} {'=' if line.kind == 'equation' else line.relation or '<='} {line.sides[1]}"
    return line.text


def _where(line: Line) -> str:
    """The substitution that a line makes before it claims something: "with α = v/√(nλ): "."""
    if not line.let or line.kind == "let":
        return ""
    lets = (mathml_relation("=", parse(name), parse(value)) for name, value in line.let.items())
    return f"with {', '.join(lets)}: "


def _goal(name: str) -> str:
    return report(name).lines[-1].formula()


def _sign(line: Line) -> str:
    signs = {"iff": "⇔", "implies": "⇒", "implied by": "⇐"}
    if line.kind == "gradient":
        return f"∇ in {', '.join(map(letter, line.letters))}:"
    if line.kind in {"minimiser", "maximiser", "limit"}:
        return f"{line.kind} in {', '.join(map(letter, line.letters))}:"
    if line.kind == "equation":
        return signs.get(line.relation or "iff", "")
    if line.relation in signs:  # "unknown = this", after an equation
        return signs[line.relation]
    return "" if line.kind in {"start", "inequality"} else line.relation or "="


def _value(value: Any) -> str:
    if isinstance(value, list):
        return "(" + ", ".join(map(_value, value)) + ")"
    return f"{value:.6g}".replace("-", "−") if isinstance(value, float) else str(value).replace("-", "−")
