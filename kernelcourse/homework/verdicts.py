"""A verdict on k(x, z) as an answer: a proof is an expression the court proves, a refutation is points and weights."""

from __future__ import annotations

import re
import traceback
from typing import Any

import numpy as np

from kernelcourse.homework.asking import Ask, NoAnswer, NotAttempted, Stopped
from kernelcourse.homework.checks import FAILED, NOT_ATTEMPTED, PASSED, Outcome
from kernelcourse.homework.expect import Failed, array
from kernelcourse.homework.sheet import Question
from kernelcourse.homework.values import clean

MAX_POINTS = 50
MAX_EXPRESSION = 400
KERNEL, NOT_A_KERNEL = "kernel", "not a kernel"


def judge_kernels(question: Question, ask: Ask) -> list[Outcome]:
    """One outcome for each function of the question."""
    return [_outcome(kernel, ask) for kernel in question.spec["kernel"]]


def _outcome(kernel: dict[str, Any], ask: Ask) -> Outcome:
    name, weight = str(kernel["name"]), float(kernel.get("weight", 1.0))
    says = f"{name}: a proof or a counterexample for {kernel['expression']}"
    try:
        judge_answer(ask(name), kernel)
    except NotAttempted:
        return Outcome(name, says, NOT_ATTEMPTED, weight=weight)
    except Failed as failed:
        return Outcome(name, says, FAILED, str(failed), weight=weight, misconception=failed.misconception)
    except Stopped:
        raise
    except NoAnswer as error:
        return Outcome(name, says, FAILED, f"the answer cannot be read: {error}", weight=weight)
    except Exception:  # no answer of a student may end the grader, whatever it does to the court
        text = "the answer has a form that cannot be checked"
        return Outcome(name, says, FAILED, text, weight=weight, trouble=traceback.format_exc(limit=-3))
    return Outcome(name, says, PASSED, weight=weight, share=1.0)


def judge_answer(answer: Any, kernel: dict[str, Any]) -> None:
    """Failed, with the reason, unless the answer is a proof or a counterexample that stands."""
    form = f'("{KERNEL}", "expression") or ("{NOT_A_KERNEL}", points, weights)'
    if not isinstance(answer, (list, tuple)) or not answer or not isinstance(answer[0], str):
        raise Failed(f"the answer should have the form {form}")
    word = " ".join(answer[0].lower().split())
    if word == KERNEL and len(answer) == 2 and isinstance(answer[1], str):
        _judge_proof(answer[1], kernel)
    elif word == NOT_A_KERNEL and len(answer) == 3:
        _judge_weights(answer[1], answer[2], kernel)
    elif word == NOT_A_KERNEL and len(answer) == 4 and answer[3] == "pair":
        _judge_pair(answer[1], answer[2], kernel)
    else:
        raise Failed(f"the answer should have the form {form}")


def _place(kernel: dict[str, Any]) -> dict[str, Any]:
    return {"dim": kernel.get("dim"), "domain": kernel.get("domain")}


def _judge_proof(expression: str, kernel: dict[str, Any]) -> None:
    """The expression is the same function, avoids the forbidden words, and the court proves it."""
    from kernelcourse.court import court, gram_matrix

    if len(expression) > MAX_EXPRESSION:
        raise Failed(f"the expression has more than {MAX_EXPRESSION} characters")
    words = set(re.findall(r"[^\W\d]\w*|\d+(?:\.\d+)?|\*\*|\S", expression))
    forbidden = sorted(words & set(kernel.get("without", ())))
    if forbidden:
        raise Failed(f"the proof should do without {', '.join(forbidden)}")
    points = sample_points(kernel)
    try:
        mine = np.asarray(gram_matrix(expression, points, **_place(kernel)), dtype=float)
        theirs = np.asarray(gram_matrix(kernel["expression"], points, **_place(kernel)), dtype=float)
        same = mine.shape == theirs.shape and np.allclose(mine, theirs, rtol=1e-8, atol=1e-10)
        if not same:
            raise Failed("the expression is another function: its values differ from those of k")
        verdict = court(expression, rng=np.random.default_rng(0), **_place(kernel))
    except ValueError as error:
        raise Failed(f"the expression cannot be read: {clean(error, 300)}") from None
    if not verdict.proved:
        raise Failed("the court finds no proof in this expression")


def _judge_weights(points: Any, weights: Any, kernel: dict[str, Any]) -> None:
    """aᵀKa < 0, beyond round-off, at points of the domain."""
    points = _points(points, kernel)
    if not isinstance(weights, (list, tuple, np.ndarray)) or len(np.shape(weights)) != 1:
        raise Failed("the weights should be a list of numbers, one for each point")
    weights = array(weights, (len(points),), "the list of weights")
    K = _gram(points, kernel)
    value = float(weights @ K @ weights)
    scale = float(np.abs(weights) @ np.abs(K) @ np.abs(weights))
    if not value < -1e-9 * max(scale, 1e-9):
        raise Failed("with these points and weights aᵀKa is not negative")


def _judge_pair(x: Any, z: Any, kernel: dict[str, Any]) -> None:
    K = _gram(_points([x, z], kernel), kernel)
    if not abs(K[0, 1] - K[1, 0]) > 1e-9 * max(1.0, float(np.max(np.abs(K)))):
        raise Failed("at this pair k(x, z) equals k(z, x)")


def _points(points: Any, kernel: dict[str, Any]) -> Any:
    """Points of the answer as the court wants them: rows of numbers, or strings."""
    from kernelcourse.court import Domain

    where = Domain(kernel.get("domain") or "real", int(kernel.get("dim") or 1))
    if not isinstance(points, (list, tuple, np.ndarray)) or not 1 <= len(points) <= MAX_POINTS:
        raise Failed(f"the points should be a list of 1 to {MAX_POINTS} points")
    if where.name == "string":
        if not all(isinstance(point, str) and len(point) <= 100 for point in points):
            raise Failed("the points should be strings of at most 100 characters")
        return list(points)
    if len(np.shape(points)) == 1 and where.dim == 1:
        points = [[point] for point in points]
    rows = array(points, (len(points), where.dim), "the list of points")
    if np.max(np.abs(rows)) > 1e6 or not where.contains(rows):
        raise Failed(f"the points should lie in the domain ({where.title}) and be at most a million in size")
    return rows


def _gram(points: Any, kernel: dict[str, Any]) -> np.ndarray:
    from kernelcourse.court import gram_matrix

    with np.errstate(all="ignore"):
        K = np.asarray(gram_matrix(kernel["expression"], points, **_place(kernel)), dtype=float)
    if not np.all(np.isfinite(K)):
        raise Failed("k is not finite at these points; give points where it has a value")
    return K


def sample_points(kernel: dict[str, Any]) -> Any:
    """Forty points of the domain, always the same, on which two expressions are compared."""
    from kernelcourse.court import Domain

    where = Domain(kernel.get("domain") or "real", int(kernel.get("dim") or 1))
    rng = np.random.default_rng(20)
    if where.name == "string":
        return ["".join(rng.choice(list("ab"), size=size)) for size in rng.integers(1, 6, size=40)]
    spread = 3.0 if where.name == "integer" else 1.0
    return where.nearest(rng.normal(scale=spread, size=(40, where.dim)))
