"""A verdict on k(x, z) as an answer: a proof is an expression the court proves, a refutation is points and weights."""

from __future__ import annotations

import traceback
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from kernelcourse.homework.judging.asking import Ask, NoAnswer, NotAttempted, Stopped
from kernelcourse.homework.judging.checks import FAILED, NOT_ATTEMPTED, PASSED, Outcome
from kernelcourse.homework.judging.expect import Failed, array
from kernelcourse.homework.judging.padding import words
from kernelcourse.homework.judging.sameness import Sameness, sameness, sample_points
from kernelcourse.homework.sandbox.values import clean
from kernelcourse.homework.tasks import Candidate, Kernels
from kernelcourse.language.errors import LanguageError
from kernelcourse.language.tree import Binary, Node, Number, Sum, transform

if TYPE_CHECKING:
    from kernelcourse.homework.judging.visible import Sight

MAX_POINTS = 50
MAX_EXPRESSION = 400
NEAR_ZERO = "with these points and weights aᵀKa cannot be told from 0; take rounder numbers"
KERNEL, NOT_A_KERNEL = "kernel", "not a kernel"


def judge_kernels(task: Kernels, ask: Ask, secret: str = "public") -> list[Outcome]:
    """One outcome for each function of the question; `secret` draws the points on which a proof is compared."""
    return [_outcome(kernel, ask, secret) for kernel in task.kernel]


def _outcome(kernel: Candidate, ask: Ask, secret: str) -> Outcome:
    name, weight = kernel.name, kernel.weight
    says = f"{name}: a proof or a counterexample for {kernel.expression}"
    try:
        judge_answer(ask(name), kernel, secret)
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


def judge_answer(answer: Any, kernel: Candidate, secret: str = "public") -> None:
    """Failed, with the reason, unless the answer is a proof or a counterexample that stands."""
    form = f'("{KERNEL}", "expression") or ("{NOT_A_KERNEL}", points, weights)'
    if not isinstance(answer, (list, tuple)) or not answer or not isinstance(answer[0], str):
        raise Failed(f"the answer should have the form {form}")
    word = " ".join(answer[0].lower().split())
    if word == KERNEL and len(answer) == 2 and isinstance(answer[1], str):
        _judge_proof(answer[1], kernel, secret)
    elif word == NOT_A_KERNEL and len(answer) == 3:
        _judge_weights(answer[1], answer[2], kernel)
    elif word == NOT_A_KERNEL and len(answer) == 4 and answer[3] == "pair":
        _judge_pair(answer[1], answer[2], kernel)
    else:
        raise Failed(f"the answer should have the form {form}")


def _judge_proof(expression: str, kernel: Candidate, secret: str) -> None:
    """The expression is the same function, avoids the forbidden words, the court proves it, and one sees it."""
    from kernelcourse.court import court
    from kernelcourse.court.formula.reading import read

    if len(expression) > MAX_EXPRESSION:
        raise Failed(f"the expression has more than {MAX_EXPRESSION} characters")
    try:
        expression = in_numpy(expression, kernel)
        forbidden = sorted(words(expression) & set(kernel.without))
        if forbidden:
            raise Failed(f"the proof should do without {', '.join(forbidden)}")
        alike = sameness(expression, kernel, secret)
        if alike is Sameness.ROUNDED:
            raise Failed(
                "the expression is k up to rounding only; write its numbers exactly, 1/3 and not 0.333"
            )
        if alike is Sameness.OTHER:
            raise Failed("the expression is another function: its values differ from those of k")
        verdict = court(expression, rng=np.random.default_rng(0), dim=kernel.dim, domain=kernel.domain)
        sight, tree = _sight(kernel, secret), read(expression)
        if "-" in kernel.without and sight.takes_away(tree):
            raise Failed("the proof should do without -, and a number in it is negative")
        seen = not kernel.visible or sight.sees(tree)
    except ValueError as error:
        short = error.on_one_line if isinstance(error, LanguageError) else error
        raise Failed(f"the expression cannot be read: {clean(short, 300)}") from None
    if not verdict.proved:
        raise Failed("the court finds no proof in this expression")
    if not seen:
        raise Failed(
            "it is the same function, but one does not see that it is a kernel: write sums, products and "
            "powers of kernels, and g(x)·g(z), in which nothing is taken away"
        )


def _sight(kernel: Candidate, secret: str) -> Sight:
    from kernelcourse.homework.judging.visible import Sight

    _, here = _formula(kernel)
    return Sight(here, sample_points(kernel, secret))


def in_numpy(expression: str, kernel: Candidate) -> str:
    """The expression in numpy's spelling; like the lines of a derivation it may be written by hand or in LaTeX."""
    from kernelcourse.court.formula.reading import read
    from kernelcourse.language.writing import show

    return show(transform(read(expression, kernel.dim), _counted), ascii_only=True)


def _counted(node: Node) -> Node:
    """The reader keeps range(1, 3) as range(3 - 1), with a minus that nobody wrote: it is range(2)."""
    if not isinstance(node, Sum):
        return node
    ranges: list[tuple[str, Node]] = []
    for index, stop in node.ranges:
        match stop:
            case Binary(op="-", left=Number(value=int() as end), right=Number(value=int() as start)):
                ranges.append((index, Number(end - start) if end >= start else stop))
            case _:
                ranges.append((index, stop))
    return replace(node, ranges=tuple(ranges))


def _judge_weights(points: Any, weights: Any, kernel: Candidate) -> None:
    """aᵀKa < 0 at points of the domain, recomputed in fractions or with an error bound: rounding refutes nothing."""
    from kernelcourse.court.algebra.exact import NotFinite, Unclear, bounded, quadratic_form

    points = _points(points, kernel)
    if not isinstance(weights, (list, tuple, np.ndarray)) or len(np.shape(weights)) != 1:
        raise Failed("the weights should be a list of numbers, one for each point")
    weights = array(weights, (len(points),), "the list of weights")
    try:
        value = quadratic_form(*_formula(kernel), points, weights)
    except NotFinite:
        raise Failed("k is not finite at these points; give points where it has a value") from None
    except Unclear:
        raise Failed(NEAR_ZERO) from None
    least, most = (value, value) if isinstance(value, Fraction) else (bounded(value).low, bounded(value).high)
    if least < 0 <= most:  # the true number may be below 0 here: it is not said that it is not
        raise Failed(NEAR_ZERO)
    if most >= 0:
        raise Failed("with these points and weights aᵀKa is not negative")


def _judge_pair(x: Any, z: Any, kernel: Candidate) -> None:
    """k(x, z) and k(z, x) are different numbers, beyond every possible rounding."""
    from kernelcourse.court.algebra.exact import NotFinite, Unclear, bounded, value_at

    first, second = _points([x, z], kernel)
    try:
        one, other = (value_at(*_formula(kernel), *pair) for pair in ((first, second), (second, first)))
    except (NotFinite, Unclear):
        raise Failed("k has no clear value at these points; give points where it has one") from None
    if isinstance(one, Fraction) and isinstance(other, Fraction):
        differ = one != other
    else:
        a, b = bounded(one), bounded(other)
        differ = a.high < b.low or b.high < a.low
    if not differ:
        raise Failed("at this pair k(x, z) equals k(z, x)")


def _formula(kernel: Candidate) -> tuple[Any, Any]:
    """The question's k as a tree, and its domain."""
    from kernelcourse.court import domain_of
    from kernelcourse.court.formula.reading import read

    tree = read(kernel.expression)
    return tree, domain_of(tree, kernel.dim, kernel.domain)


def _points(points: Any, kernel: Candidate) -> Any:
    """Points of the answer as the court wants them: rows of numbers, or strings."""
    from kernelcourse.court import Domain

    where = Domain(kernel.domain or "real", kernel.dim or 1)
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
