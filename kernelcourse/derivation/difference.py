"""Where two expressions differ, when that can be told: by a factor, a term, a transpose, or only in special cases."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse.language.evaluate import TooMuch, Undefined
from kernelcourse.language.letters import letter
from kernelcourse.language.shapes import ShapeError, brief
from kernelcourse.language.tree import Binary, Call, Name, Node, Number, Unary, walk

from .comparison import compare
from .conditions import instance
from .edits import terms, without_number
from .instances import Instance, Profile
from .quantities import Quantity
from .samples import Samples

_CLOSE = 1e-8
_SIMPLE = [Fraction(a, b) for a in range(1, 13) for b in (1, 2, 3, 4)]


def describe(left: Quantity, right: Quantity, samples: Samples) -> str:
    """A sentence, or nothing if the difference has no short name."""
    pairs = list(_values(left, right, samples.standard[:6]))
    if len(pairs) < 2:
        return ""
    if left.shape != right.shape:
        return ""
    return (
        _factor(pairs, right)
        or _transposed(pairs)
        or _term(left, right, pairs)
        or _special(left, right, samples)
    )


def _values(
    left: Quantity, right: Quantity, instances: list[Instance]
) -> Iterator[tuple[Instance, Any, Any]]:
    for at in instances:
        try:
            yield at, np.asarray(left.measure(at).value), np.asarray(right.measure(at).value)
        except (Undefined, TooMuch):
            continue


def _near(first: Any, second: Any) -> bool:
    scale = max(float(np.max(np.abs(first), initial=0.0)), float(np.max(np.abs(second), initial=0.0)), 1e-300)
    return float(np.max(np.abs(first - second), initial=0.0)) <= _CLOSE * scale


def _factor(pairs: list[tuple[Instance, Any, Any]], right: Quantity) -> str:
    ratios = []
    for _, first, second in pairs:
        if not np.any(np.abs(first) > 1e-12):
            if np.any(np.abs(second) > 1e-9):
                return ""
            continue
        ratio = complex(np.vdot(first, second) / np.vdot(first, first))
        if not _near(ratio * first, second) or abs(ratio.imag) > _CLOSE:
            return ""
        ratios.append(ratio.real)
    if len(ratios) < 2:
        return ""
    if max(ratios) - min(ratios) <= _CLOSE * abs(ratios[0]):
        ratio = ratios[0]
        if abs(ratio - 1) < _CLOSE:
            return ""
        if abs(ratio + 1) < _CLOSE:
            return "they differ by exactly their sign"
        for simple in _SIMPLE:
            if abs(abs(ratio) - simple) < _CLOSE:
                size = max(simple, 1 / simple)
                return f"they differ by exactly a factor {'−' if ratio < 0 else ''}{size}"
        return f"they differ by the constant factor {ratio:.6g}"
    instances = [at for at, first, _ in pairs if np.any(np.abs(first) > 1e-12)]
    for name in (*right.setting.sizes, *(n for n, r in right.setting.given.items() if not r.shape)):
        for power in (1, -1):
            if all(_near(np.array(r), np.array(float(np.real(at.values[name])) ** power)) for r, at in
                   zip(ratios, instances, strict=True) if at.values[name]):  # fmt: skip
                return f"they differ by exactly a factor {letter(name)}"
    return ""


def _transposed(pairs: list[tuple[Instance, Any, Any]]) -> str:
    if all(
        first.ndim == 2 and first.shape == second.T.shape and _near(first, second.T)
        for _, first, second in pairs
    ):
        return "one is the transpose of the other"
    return ""


def _term(left: Quantity, right: Quantity, pairs: list[tuple[Instance, Any, Any]]) -> str:
    """left − right = c · (a term of either line), c a simple number."""
    setting = right.setting
    crossed = _cross_terms(left.node, right.node)
    for candidate in [*_candidates(left.node, right.node), *crossed]:
        if candidate in (left.node, right.node) or isinstance(candidate, Number):
            continue
        try:
            if setting.shape(candidate) != right.shape:
                continue
        except ShapeError:
            continue
        coefficients = []
        for at, first, second in pairs:
            try:
                value = np.asarray(Quantity(candidate, setting).measure(at).value)
            except (Undefined, TooMuch):
                break
            size = float(np.real(np.vdot(value, value)))
            if size < 1e-18:
                continue
            coefficient = float(np.real(np.vdot(value, first - second))) / size
            if not _near(coefficient * value, first - second):
                break
            coefficients.append(coefficient)
        else:
            if len(coefficients) > 1 and max(coefficients) - min(coefficients) < 1e-6:
                simple = Fraction(abs(coefficients[0])).limit_denominator(12)
                if simple and abs(simple - abs(coefficients[0])) < 1e-6:
                    shown = (
                        candidate
                        if simple == 1
                        else Binary("*", Number(int(simple) if simple == int(simple) else simple), candidate)
                    )
                    kind = " (a cross term)" if candidate in crossed else ""
                    return f"they differ by exactly {brief(shown).replace('(1/2)', '½')}{kind}"
    return ""


def _cross_terms(*nodes: Node) -> list[Node]:
    """a·b for every square of a sum a ± b."""
    found: list[Node] = []
    for node in nodes:
        for part in walk(node):
            match part:
                case Binary(
                    op="**", left=Call(function="norm", arguments=(Binary(op="+" | "-", left=a, right=b),))
                ):
                    found.append(Call("dot", (a, b)))
                case Binary(op="**", left=Binary(op="+" | "-", left=a, right=b), right=Number(value=2)):
                    found.append(Binary("*", a, b))
                case Binary(op="@", left=Binary(op="+" | "-", left=a, right=b) as inside, right=same) if (
                    inside == same
                ):
                    found.append(Binary("@", a, b))
    return found[:10]


def _candidates(*nodes: Node) -> list[Node]:
    found: dict[Node, None] = {}
    for node in nodes:
        for _, term in terms(node):
            found[without_number(term)] = None
    for node in nodes:
        for part in walk(node):
            if not isinstance(part, (Name, Number, Unary)):
                found[without_number(part)] = None
    return list(found)[:80]


def _special(left: Quantity, right: Quantity, samples: Samples) -> str:
    """Equal on a special kind of data only."""
    names = samples.setting.sizes
    larger = {name: 3 + place for place, name in enumerate(names)}
    families = [("they are equal only when the data are centred", Profile("generic", centred=True), larger)]
    if "n" in names:
        families.append(("they are equal when n = 1", Profile("generic"), larger | {"n": 1}))
    rng = np.random.default_rng([samples.seed, 8])
    for sentence, profile, sizes in families:
        if all(_equal_at(left, right, samples, profile, sizes, rng) for _ in range(4)):
            return sentence
    return ""


def _equal_at(
    left: Quantity,
    right: Quantity,
    samples: Samples,
    profile: Profile,
    sizes: dict[str, int],
    rng: np.random.Generator,
) -> bool:
    try:
        at = instance(samples.setting, profile, rng, sizes)
    except (ValueError, IndexError):
        return False
    return at is not None and compare(left, right, at, thorough=True).outcome == "equal"
