"""The origin of the line is where one likes: what is said of x − p is proved of x, and pulled back by x ↦ x − p."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction

from kernelcourse.language.reading import Binary, LanguageError, Name, Node, Number, show
from kernelcourse.language.tree import substitute, walk
from kernelcourse.validity import Certificate

from .algebra.algebras import normal_form
from .algebra.identities import NotReal
from .algebra.normal_form import TooLarge
from .domains import Domain
from .exactly.quotients import constant
from .prover import Prover

MOST_PLACES = 2
LINE = Domain("real", 1)


def moved(node: Node, hear: Callable[[Node, Domain], Certificate | None]) -> Certificate | None:
    """A proof on the whole line with another origin, not yet checked by the second instance."""
    for p in dict.fromkeys(list(_places(node))[:MOST_PLACES]):
        there = {side: Binary("+", Name(side), Number(p)) for side in "xz"}
        with suppress(TooLarge, NotReal, LanguageError, RecursionError):
            inner = Prover(LINE).tree(normal_form(substitute(node, there), LINE).form)
            proof = hear(inner, LINE)
            if proof is not None:
                g = Binary("-", Name("x"), Number(p))
                data = {"maps": (g,), "into": "real"}
                reason = "k(g(x), g(z)) with g(x) = x − p: another origin"
                return Certificate("pullback", show(node), reason, (proof,), node, "kernel", data)
    return None


def _places(node: Node) -> Iterator[Fraction]:
    """p of every x − p."""
    for part in walk(node):
        if isinstance(part, Binary) and part.op in "+-" and part.left == Name("x"):
            p = constant(part.right)
            if p:
                yield p if part.op == "-" else -p
