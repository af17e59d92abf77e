"""Deriving alone, as HTML: the task, the reader's line with its verdict, what was reached; never the author's lines."""

from __future__ import annotations

from typing import Any

from kernelcourse.bridge.derivation_page import line_html, numbers, report, where_html
from kernelcourse.bridge.markup import problem, scroll, why
from kernelcourse.derivation.lines.expressions import StartLine
from kernelcourse.derivation.readers.at_one_lambda import shown as lambda_text
from kernelcourse.derivation.readers.derive_alone import Alone, Walk, alone
from kernelcourse.language.in_text import sentence_html
from kernelcourse.language.reading import LanguageError


def alone_answer(asked: dict[str, Any]) -> dict[str, Any]:
    """{"derivation", "own": […], "text"} → verdict, "accepted" (keep the line), "goal" (all done), "html", "task".

    Without "text": where the reader stands, or with "ask": "hint" a hint. A picked λ ("lam") is what the verdict is
    about; a line is kept only if it holds with λ left free as well.
    """
    try:
        return _answer(asked)
    except LanguageError as error:
        return _unread(str(error), error.message)
    except (ValueError, TypeError, KeyError, FileNotFoundError) as error:
        return _unread(str(error), str(error))


def _unread(said: str, why_not: str) -> dict[str, Any]:
    return {"verdict": "unreadable", "kind": "unreadable", "why": why_not, "accepted": False, "goal": False,
            "html": problem(said)}  # fmt: skip


def _answer(asked: dict[str, Any]) -> dict[str, Any]:
    name, own, chosen = asked.get("derivation"), asked.get("own") or [], numbers(asked)
    if (
        not isinstance(name, str)
        or not isinstance(own, list)
        or not all(isinstance(text, str) for text in own)
    ):
        raise ValueError("derivation should be a name of the library, own a list of texts")
    free = alone(name, **(chosen | {"lam": None}))
    before = free.walk(own)
    mine = [free.walk(own[: place + 1]).last for place in range(len(own))]
    written = [line.claim() for line in mine if line is not None]
    if "text" not in asked:
        said = (
            f"<p><strong>Hint.</strong> {sentence_html(free.hint(before))}</p>"
            if asked.get("ask") == "hint"
            else ""
        )
        where = {"goal": before.task == len(free.tasks), "task": task_html(free, name, before)}
        return where | {"html": said, "own": written}
    text = asked["text"]
    walk = free.walk([*own, text])
    assert walk.last is not None
    judged, more = walk.last, {}
    if chosen["lam"] is not None:
        there = alone(name, **chosen).walk([*own, text]).last
        assert there is not None
        judged = there
        more = {"at": {"lam": lambda_text(chosen["lam"])}, "always": walk.last.verdict}
    accepted = walk.kept
    found = judged.outcome.to_dict() | more | {"read_as": judged.claim(), "where": "", "accepted": accepted}
    done = walk.task == len(free.tasks)
    html = line_html(found) + "".join(map(why, _news(free, walk, done, len(own) + 1)))
    if judged.outcome.accepted and not walk.last.outcome.accepted:
        html += why("It does not become one of your lines.")
    return found | {"accepted": accepted, "reached": walk.reached, "goal": done, "html": html,
                    "task": task_html(free, name, walk)}  # fmt: skip


def task_html(problem: Alone, name: str, walk: Walk) -> str:
    """From here to there; of several tasks, which one."""
    if walk.task == len(problem.tasks):
        return "<p>The goal is reached.</p>"
    task, lines = problem.tasks[walk.task], report(name).lines
    count = f"Part {walk.task + 1} of {len(problem.tasks)}: from" if len(problem.tasks) > 1 else "From"
    goal = lines[task.goal]
    there = f"{where_html(goal.line)}{scroll(goal.formula())}"
    return f"<p>{count} {scroll(lines[task.start].formula())} to {there}</p>"


def _news(problem: Alone, walk: Walk, done: bool, count: int) -> list[str]:
    if walk.short:
        return [walk.short if not walk.kept else f"This is written like the goal. {walk.short}"]
    if not walk.reached:
        return []
    book = sum(not isinstance(line, StartLine) for line in problem.derivation.lines) - 1
    if done:
        return [f"This is the goal: done, in {count} line{'s' if count > 1 else ''}. The book takes {book}."]
    return [f"Part {walk.task} of {len(problem.tasks)} is done."]
