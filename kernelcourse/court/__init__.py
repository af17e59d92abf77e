"""The kernel court: a typed k(x, z) gets a proof tree, a counterexample, or an honest "open".

>>> from kernelcourse.court import court
>>> court("(1 + x @ z)**3").proved
True
>>> print(court("norm(x + z)**2"))  # doctest: +SKIP
REFUTED at points (0), (1) with weights …

x and z are points of the domain (`real`, `positive`, `ball`, `integer`, `binary`, `string`) in dimension `dim`; the
default dimension is the least that the indices in the formula ask for, 1 if there are none.
"""

from __future__ import annotations

import numpy as np

from kernelcourse.language.reading import LanguageError, Node
from kernelcourse.validity import OPEN, PROVED, REFUTED, Certificate, Verdict

from .algebra.algebras import gram
from .domains import NAMES, Domain
from .exactly.clock import SECONDS, TimeIsUp, time_limit
from .families.constants import at_irrational_exponent
from .families.regions import hear_family, is_family
from .formula.reading import least_dimension, on_whole_numbers, read, uses_strings
from .formula.unrolling import visits
from .hearing import LONG, prove
from .refuting.refuter import Refuter

__all__ = [
    "Contradiction",
    "Domain",
    "LanguageError",
    "court",
    "domain_of",
    "gram_matrix",
    "heard",
    "main",
    "respond",
]

MOST_VISITS = 20_000  # for one value of k(x, z): a sum of sums has many parts
SECOND_LOOK = 0.04  # seconds for a proof of what is already refuted: there should be none


class Contradiction(AssertionError):
    """A formula was proved and refuted: one of the two instances is wrong, and nothing is answered."""


def court(
    expression: str, dim: int | None = None, domain: str | None = None, rng: np.random.Generator | None = None
) -> Verdict:
    """PROVED with a proof tree, REFUTED with a witness, or OPEN with what was tried: is k(x, z) a kernel?"""
    if is_family(expression):
        return hear_family(expression, dim, domain)[0]
    tree, where = heard(expression, dim, domain)
    refuter = Refuter(tree, where, rng)
    with time_limit(SECONDS):
        with time_limit(SECONDS / 3):
            witness = refuter.search(deep=False)
        proof, attempts = _proof_in_time(tree, where, SECONDS * 2 / 3 if witness is None else SECOND_LOOK)
        if proof is None and witness is None:
            with time_limit(SECONDS * (1 if refuter.nodes > LONG else 2) / 3):
                witness = refuter.search()
    if proof is not None and witness is not None:
        raise Contradiction(
            f"{expression} on {where.title} is proved and refuted {witness}: please report this"
        )
    if proof is not None:
        return Verdict(PROVED, certificate=proof)
    if witness is not None:
        return Verdict(REFUTED, witness=witness)
    return Verdict(OPEN, tried=(*attempts, *refuter.tried))


def _proof_in_time(tree: Node, where: Domain, seconds: float) -> tuple[Certificate | None, tuple[str, ...]]:
    try:
        with time_limit(seconds):
            proof, tried = prove(tree, where)
            return proof or at_irrational_exponent(tree, where), tried
    except TimeIsUp:
        return None, ("the prover, until its time was up",)


def heard(expression: str, dim: int | None, domain: str | None) -> tuple[Node, Domain]:
    """The formula as the court reads it, and where: with what is special to whole numbers."""
    tree = read(expression, dim)
    where = domain_of(tree, dim, domain)
    return (on_whole_numbers(tree) if (where.name, where.dim) == ("integer", 1) else tree), where


def domain_of(tree: Node, dim: int | None = None, name: str | None = None) -> Domain:
    """The domain meant by the arguments; what is left out is read off the formula."""
    if name is not None and name not in NAMES:
        raise ValueError(f"domain is {name!r}; it should be one of {', '.join(NAMES)}")
    least = least_dimension(tree)
    if dim is not None and (isinstance(dim, bool) or not isinstance(dim, int) or dim < 1):
        raise ValueError(f"dim is {dim!r}; it should be a whole number from 1 to 50")
    if name is None:
        name = "string" if uses_strings(tree) else "real"
    if dim is not None and dim < least and name != "string":
        raise ValueError(
            f"dim is {dim}, but the formula uses coordinate {least - 1}; it should be at least {least}"
        )
    found = Domain(name, least if dim is None else dim)
    if visits(tree, found.dim) > MOST_VISITS:
        raise LanguageError(f"the sums in this formula have more than {MOST_VISITS:,} parts in all")
    return found


def gram_matrix(
    expression: str, points: object, dim: int | None = None, domain: str | None = None
) -> np.ndarray:
    """The Gram matrix of a typed k(x, z) at the rows of `points` (or a list of strings): to recompute a witness."""
    return gram(*heard(expression, dim, domain), points)


def main(argv: list[str] | None = None) -> int:
    """`kernelcourse court [--json] [--dim D] [--domain NAME] EXPR`; the exit status is the verdict."""
    from .command import main as run

    return run(argv)


def respond(request: dict) -> dict:
    """A question as plain data, the answer as plain data: for the browser and the widgets."""
    from .command import respond as answer

    return answer(request)
