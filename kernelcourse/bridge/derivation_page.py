"""What the derivation checker answers, as HTML: lines with verdicts, wrong lines with their diagnosis."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from html import escape
from typing import Any

from kernelcourse.bridge.markup import given, problem, scroll, verdict, why
from kernelcourse.derivation import Report, check, load, respond
from kernelcourse.derivation.derivation import judge_line
from kernelcourse.derivation.lines.expressions import LetLine
from kernelcourse.derivation.lines.line import Line
from kernelcourse.derivation.readers.at_one_lambda import picked, read_lambda
from kernelcourse.derivation.reading.symbols import Setting
from kernelcourse.derivation.respond import prepared, read_sizes, read_whole
from kernelcourse.language.in_text import rounded, sentence_html
from kernelcourse.language.letters import letter
from kernelcourse.language.mathml import mathml, mathml_relation
from kernelcourse.language.reading import LanguageError, parse
from kernelcourse.language.tree import Name, Node
from kernelcourse.language.upright import upright


def derivation_answer(request: dict[str, Any]) -> dict[str, Any]:
    """The checker's answer with its HTML. "lam" picks λ; "alone": true is for a reader's own lines ("own")."""
    asked = {key: value for key, value in request.items() if key != "tool" and value not in ("", None)}
    if asked.pop("alone", False):
        from kernelcourse.bridge.alone_page import alone_answer

        return alone_answer(asked)
    found = respond(asked)
    if "lines" in found:  # the whole derivation was judged
        if not isinstance(asked["derivation"], str):  # a reader's own file: verdicts only
            return found | {"html": why(str(found["verdict"]))}
        return found | {"html": lines_html(report(asked["derivation"], **numbers(asked)), _at(found))}
    where = "" if found.get("kind") == "unreadable" else _kept_where(asked)
    return found | {"html": line_html(found | {"where": where})}


def numbers(asked: dict[str, Any]) -> dict[str, Any]:
    """The seed, sizes and λ that a reader picked, as `report` and `alone` take them; ValueError if one is wrong."""
    lam = None if asked.get("lam") is None else read_lambda(asked["lam"])
    return {
        "seed": read_whole(asked.get("seed", 0), "seed"),
        "sizes": tuple(read_sizes(asked).items()),
        "lam": lam,
    }


def line_html(found: dict[str, Any]) -> str:
    """One judged line: what was read, the verdict, the reason, the numbers, the hint."""
    if found.get("kind") == "unreadable":
        return problem(found["why"])
    shown = f"Read as {found.get('where', '')}{scroll(found['read_as'])}" if found.get("read_as") else ""
    said = [
        f"<p>{shown} {verdict(found['verdict'], _at(found), found.get('conditions', ()))}</p>",
        *(why(f"{note[0].upper()}{note[1:]}.") for note in found.get("notes", ())),
        why(found["why"]),
    ]
    if found.get("difference"):
        said.append(why(found["difference"]))
    if found.get("witness"):
        said.append(why(witness_text(found["witness"])))
    if found.get("title"):
        said.append(why(f"The likely slip: {found['title']}."))
    if found.get("hint"):
        said.append(f'<p class="kc-why"><strong>Hint.</strong> {sentence_html(found["hint"])}</p>')
    if found.get("at"):
        said.append(why(_only_there(found)))
    return "".join(said)


def _at(found: dict[str, Any]) -> str:
    return f"at λ = {found['at']['lam']}" if found.get("at") else ""


def _only_there(found: dict[str, Any]) -> str:
    """What a verdict at one λ does not say."""
    if found["verdict"] == "refuted":
        return "One λ is enough to refute a line."
    return {
        "proved": "With λ left free it holds as well.",
        "tested": "With λ left free it was tested as well.",
        "refuted": "For other λ it fails, so it is no identity: leave λ free to see numbers.",
    }.get(found.get("always", ""), "This says nothing about any other λ.")


def _kept_where(asked: dict[str, Any]) -> str:
    """The author's substitution, which stays in force when only the expression is typed anew."""
    lines = load(str(asked.get("derivation"))).lines if isinstance(asked.get("derivation"), str) else ()
    place = asked.get("line")
    return where_html(lines[place]) if isinstance(place, int) and 0 <= place < len(lines) else ""


def witness_text(witness: dict[str, Any]) -> str:
    """The numbers of a counterexample in one sentence."""
    letters = ", ".join(f"{letter(name)} = {_value(value)}" for name, value in witness["values"].items())
    sides = "; ".join(f"{name}: {_value(value)}" for name, value in witness.items() if name != "values")
    return f"For {letters}: {sides}." if letters else f"{sides}."


def lines_html(found: Report, at: str = "", stays: frozenset[int] = frozenset()) -> str:
    """All lines with their verdicts, `at` one λ perhaps; those in `stays` are shown to who derives alone, too."""
    items = []
    told: set[str] = set()  # a reason that differs from an earlier one in its numbers only is not said again
    for line in found.lines:
        because = f" <em>{sentence_html(line.line.by)}</em>" if line.line.by else ""
        begins = not line.outcome.warrant.claims and not line.line.let
        formula, sign = line.formula(), "" if begins else line.line.sign
        if sign == "=" and len(line.nodes) == 2:  # the line reads "unknown = this": a solved equation
            sign = "⇔"
        shown = (
            f"{where_html(line.line)}{sign_html(sign)} {scroll(formula)}"
            if formula
            else f"<code>{escape(str(line.line))}</code>"
        )
        kind = re.sub(r"\d+", "", line.why)
        reason = why(line.why) if not begins and kind not in told else ""
        told.add("" if begins else kind)
        said = (
            given() if not line.outcome.warrant.claims else verdict(line.verdict, at, line.outcome.conditions)
        )
        judged = f"{line.place}. {shown} {said}{because}{reason}"
        stay = " data-kc-stays" if line.place in stays else ""
        items.append(f'<li data-verdict="{line.verdict}"{stay}>{judged}</li>')
    return f'<ol class="kc-list kc-lines" start="0">{"".join(items)}</ol>'


def report(
    name: str, seed: int = 0, sizes: tuple[tuple[str, int], ...] = (), lam: Fraction | None = None
) -> Report:
    """The checker's report on a derivation of the library, at one λ if it is given."""
    return _report(name, seed, sizes, lam)


@lru_cache(maxsize=64)
def _report(name: str, seed: int, sizes: tuple[tuple[str, int], ...], lam: Fraction | None) -> Report:
    """Judged once: a cache tells an argument left out from one that is given, so here all are given."""
    derivation = load(name) if lam is None else picked(load(name), lam)
    return check(
        derivation, seed, dict(sizes), samples=None if sizes or lam is not None else prepared(name, seed)
    )


def wrong_lines(name: str) -> list[tuple[int, str, dict[str, Any]]]:
    """The stored wrong lines: (the line they stand after, the formula as MathML, the judgement)."""
    derivation = load(name)
    samples, lines = prepared(name, 0), report(name).lines
    found = []
    for wrong in derivation.wrong:
        judged = judge_line(derivation, wrong.after + 1, wrong.line, lines[wrong.after].state, samples)
        answer = judged.outcome.to_dict() | {"read_as": judged.formula()}
        answer["why"] = answer["why"].partition("\n")[0]  # the formula stands above: no place to point at
        # "⇔" where only "⇐" is true, or a wrong substitution, is the whole mistake: show both
        sign = sign_html(wrong.line.sign.removeprefix("="))
        formula = answer["read_as"] or _misfit(wrong.line, lines[wrong.after].state.setting)
        found.append((wrong.after, f"{where_html(wrong.line)}{sign} {formula}".strip(), answer))
    return found


def _misfit(line: Line, setting: Setting) -> str:
    """The formula of a line whose shapes do not fit; its text if it cannot be read at all."""

    def shown(text: str) -> Node:
        return upright(setting.formula(text).node, setting.shape)

    try:
        if isinstance(line, LetLine):
            return "let " + ", ".join(
                mathml_relation("=", Name(name), shown(text)) for name, text in line.let.items()
            )
        return mathml_relation("=", *map(shown, line.sides)) if line.sides else mathml(shown(line.text))
    except LanguageError:
        return escape(str(line))


def where_html(line: Line) -> str:
    """The substitution that a line makes before it claims something: "with α = v/√(nλ): "."""
    if not line.let or isinstance(line, LetLine):
        return ""
    lets = (mathml_relation("=", parse(name), parse(value)) for name, value in line.let.items())
    return f'<span class="kc-with">with {", ".join(lets)}: </span>'


def sign_html(sign: str) -> str:
    """The relation before a formula; an arrow is drawn large enough to tell ⇐ from ⇔."""
    return f'<span class="kc-arrow">{sign}</span>' if sign in ("⇔", "⇒", "⇐") else escape(sign)


def _value(value: Any) -> str:
    if isinstance(value, list):
        return "(" + ", ".join(map(_value, value)) + ")"
    return rounded(value, 6) if isinstance(value, float) else str(value).replace("-", "−")
