"""Asking for answers: `ask("f(X, y)", X=X, y=y)` or `ask.f(X, y)`, in this process or in the sandbox."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kernelcourse.homework.sandbox.namespace import Missing, Names, answer, describe, private_copy
from kernelcourse.homework.sandbox.values import NotPlain, pack, unpack


class NotAttempted(Exception):
    """The answer was never written: the stub is still there, or the name is missing."""


class NoAnswer(Exception):
    """The student's code raised, ran too long, stopped its process or answered with something unusable."""


class Stopped(NoAnswer):
    """The process is gone (or was ended for breaking a limit); a new one is needed for the next question."""


class Ask:
    """Evaluates expressions in a student's names; what comes back is plain data, the same on either side."""

    def __init__(self, evaluate: Callable[[str, Names], Any]) -> None:
        self._evaluate = evaluate

    def __call__(self, expression: str, **values: Any) -> Any:
        return self._evaluate(expression, values)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)

        def call(*arguments: Any, **named: Any) -> Any:
            values = {f"argument_{place}": value for place, value in enumerate(arguments)} | named
            words = [f"argument_{place}" for place in range(len(arguments))] + [
                f"{word}={word}" for word in named
            ]
            return self._evaluate(f"{name}({', '.join(words)})", values)

        return call


def ask_here(namespace: Names) -> Ask:
    """Answers from names of this process: the student's own notebook."""

    def evaluate(expression: str, values: Names) -> Any:
        try:
            return unpack(pack(answer(expression, private_copy(values), namespace)))
        except Missing as missing:
            raise NotAttempted(str(missing)) from None
        except NotPlain as error:
            raise NoAnswer(str(error)) from None
        except Exception as error:
            raise NoAnswer(str(describe(error))) from None

    return Ask(evaluate)
