"""low ≤ high by the signs of derivatives: eᵃ ≥ 1 + a, log c ≤ c − 1, log(1 + eᵃ) ≥ max(0, a)."""

from __future__ import annotations

from itertools import permutations

from kernelcourse.language.algebra.exponential import Line
from kernelcourse.language.algebra.multivariate import Poly
from kernelcourse.language.effort import Limit
from kernelcourse.language.errors import TooMuch, Unsupported
from kernelcourse.language.functions import facts
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import Binary, Call, walk

from ...instances.quantities import Quantity
from ...reading.symbols import Setting, plain
from .logarithms import Claim, pieces, without_logarithms
from .reading import Domain, Reader
from .terms import COUNT, Sums

_SECONDS = 0.1
_TROUBLE = (Unsupported, TooMuch, ShapeError, ArithmeticError, RecursionError, ValueError)


def surely_grows(low: Quantity, high: Quantity, strict: bool) -> bool:
    """Is low ≤ high (low < high) wherever both have a value?"""
    sides = plain(low.node), plain(high.node)
    calls = {one.function for side in sides for one in walk(side) if isinstance(one, Call)}
    if "log" not in calls and not any(facts(name).exponential for name in calls):
        return False
    limit = Limit(_SECONDS)
    try:
        claims = list(pieces(Claim(*sides), high.setting))
        return all(_holds(claim, high.setting, strict, limit) for claim in claims[:9]) and len(claims) < 9
    except _TROUBLE:
        return False


def _holds(claim: Claim, setting: Setting, strict: bool, limit: Limit) -> bool:
    for one in without_logarithms(claim, setting):
        try:
            if _decided(one, setting, strict, limit):
                return True
        except _TROUBLE:
            continue
    return False


def _decided(claim: Claim, setting: Setting, strict: bool, limit: Limit) -> bool:
    reader = Reader(setting, dict(claim.domains))
    apart = reader.of(Binary("-", claim.high, claim.low))
    whole = apart.over * apart.under
    if not whole.terms:
        return not strict
    whole = whole.lowered()
    if not whole.letters():
        return all(factor.constant() > 0 for factor in whole.terms.values())
    for sums, domain, place in _lines(whole, reader.found):
        line = Line(domain.low, domain.high, limit)
        return line.never_negative(sums.along(place), strict, domain.attained)
    return False


def _lines(whole: Sums, domains: list[Domain]) -> list[tuple[Sums, Domain, int]]:
    """The sum in one letter: it has but one, or only the difference of two matters."""
    letters = sorted(whole.letters())
    if len(letters) == 1:
        return [(whole, domains[letters[0]], letters[0])]
    for first, second in permutations(letters, 2) if len(letters) == 2 else ():
        if domains[first].low is None and domains[first].high is None:
            apart = Poly.letter(first, COUNT) + Poly.letter(second, COUNT)
            moved = whole.put(first, apart).lowered()
            if moved.letters() == {first}:
                return [(moved, Domain(), first)]
    return []
