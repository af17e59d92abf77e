"""Where two expressions differ, when that can be told: by a factor, a term, a transpose, or only in special cases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np

from kernelcourse.language.errors import TooMuch, Undefined
from kernelcourse.language.in_text import brief
from kernelcourse.language.letters import letter
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import (
    Binary,
    Call,
    Name,
    Node,
    Number,
    Unary,
    children,
    substitute,
    transform,
    walk,
)

from ..instances.comparison import compare
from ..instances.conditions import instance
from ..instances.instance import Instance, Profile
from ..instances.quantities import Quantity
from ..instances.samples import Samples
from ..ranges.matrices import Matrix
from ..reading.symbols import Setting
from .one_symbol_edits import scaled, terms, without_number

_CLOSE = 1e-8
_SIMPLE = [Fraction(a, b) for a in range(1, 13) for b in (1, 2, 3, 4)]


class Kind(Enum):
    """In which way two lines differ."""

    SIGN = "sign"
    FACTOR = "factor"  # a simple number, or a letter
    CONSTANT = "constant"  # some other constant factor
    TRANSPOSE = "transpose"
    TERM = "term"
    CROSS_TERM = "cross term"
    CENTRED = "centred"  # equal on centred data only
    SINGLE = "single"  # equal for n = 1 only
    ELSEWHERE = "elsewhere"  # equal wherever this line has a value
    SINGULAR = "singular"  # equal unless a matrix is singular


@dataclass(frozen=True)
class Difference:
    """How two lines differ, and by what; its text is the sentence that a reader sees."""

    kind: Kind
    by: str = ""
    number: str = ""  # the given number that is the factor

    def __str__(self) -> str:
        return {
            Kind.SIGN: "they differ by exactly their sign",
            Kind.FACTOR: f"they differ by exactly a factor {self.by}",
            Kind.CONSTANT: f"they differ by the constant factor {self.by}",
            Kind.TRANSPOSE: "one is the transpose of the other",
            Kind.TERM: f"they differ by exactly {self.by}",
            Kind.CROSS_TERM: f"they differ by exactly {self.by} (a cross term)",
            Kind.CENTRED: "they are equal only when the data are centred",
            Kind.SINGLE: "they are equal when n = 1",
            Kind.ELSEWHERE: "they are equal wherever this line has a value",
            Kind.SINGULAR: f"they differ only when {self.by} is singular",
        }[self.kind]


def describe(left: Quantity, right: Quantity, samples: Samples) -> Difference | None:
    """The difference, or None if it has no short name."""
    pairs = list(_values(left, right, samples.standard[:6]))
    if len(pairs) < 2 or left.shape != right.shape:
        return None
    return (
        _factor(pairs, right)
        or _transposed(pairs)
        or _term(left, right, pairs)
        or _special(left, right, samples)
    )


def _values(
    left: Quantity, right: Quantity, instances: Iterable[Instance]
) -> Iterator[tuple[Instance, Any, Any]]:
    for at in instances:
        try:
            yield at, np.asarray(left.measure(at).value), np.asarray(right.measure(at).value)
        except (Undefined, TooMuch):
            continue


def _near(first: Any, second: Any) -> bool:
    scale = max(float(np.max(np.abs(first), initial=0.0)), float(np.max(np.abs(second), initial=0.0)), 1e-300)
    return float(np.max(np.abs(first - second), initial=0.0)) <= _CLOSE * scale


def _factor(pairs: list[tuple[Instance, Any, Any]], right: Quantity) -> Difference | None:
    ratios = []
    for _, first, second in pairs:
        if not np.any(np.abs(first) > 1e-12):
            if np.any(np.abs(second) > 1e-9):
                return None
            continue
        ratio = complex(np.vdot(first, second) / np.vdot(first, first))
        if not _near(ratio * first, second) or abs(ratio.imag) > _CLOSE:
            return None
        ratios.append(ratio.real)
    if len(ratios) < 2:
        return None
    if max(ratios) - min(ratios) <= _CLOSE * abs(ratios[0]):
        ratio = ratios[0]
        if abs(ratio - 1) < _CLOSE:
            return None
        if abs(ratio + 1) < _CLOSE:
            return Difference(Kind.SIGN)
        for simple in _SIMPLE:
            if abs(abs(ratio) - simple) < _CLOSE:
                size = max(simple, 1 / simple)
                return Difference(Kind.FACTOR, f"{'−' if ratio < 0 else ''}{size}")
        return Difference(Kind.CONSTANT, f"{ratio:.6g}")
    instances = [at for at, first, _ in pairs if np.any(np.abs(first) > 1e-12)]
    for name in (*right.setting.sizes, *(n for n, r in right.setting.given.items() if not r.shape)):
        for power in (1, -1):
            if all(_near(np.array(r), np.array(float(np.real(at.values[name])) ** power)) for r, at in
                   zip(ratios, instances, strict=True) if np.real(at.values[name])):  # fmt: skip
                return Difference(Kind.FACTOR, letter(name), name if name in right.setting.given else "")
    return None


def _transposed(pairs: list[tuple[Instance, Any, Any]]) -> Difference | None:
    if all(
        first.ndim == 2 and first.shape == second.T.shape and _near(first, second.T)
        for _, first, second in pairs
    ):
        return Difference(Kind.TRANSPOSE)
    return None


def _term(left: Quantity, right: Quantity, pairs: list[tuple[Instance, Any, Any]]) -> Difference | None:
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
                    kind = Kind.CROSS_TERM if candidate in crossed else Kind.TERM
                    term = _folded(scaled(simple, candidate), setting)
                    return Difference(kind, brief(term, lambda part: setting.shape(setting.expand(part))))
    return None


def _folded(node: Node, setting: Setting) -> Node:
    """Functions of the setting by name again, where they are taken at letters: φ(x) for the features of x."""
    named: dict[Node, Node] = {}
    functions = {name: found for name, found in setting.functions.items() if children(found[1])}
    for name, (letters, body) in functions.items():
        for places in product(map(Name, setting.given), repeat=len(letters)):
            written = substitute(body, dict(zip(letters, places, strict=True)))
            named.setdefault(written, Call(name, places))
    return transform(node, lambda part: named.get(part, part))


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
    return [*list(found)[:80], *_squares(*nodes)]


def _squares(*nodes: Node) -> list[Node]:
    """a² and b² for every square of a sum a ± b, written out or not."""
    found: list[Node] = []
    for part in (part for node in nodes for part in walk(node)):
        match part:
            case Binary(op="**", left=Call(function="norm", arguments=(Binary(op="+" | "-") as total,))):
                found += [
                    Binary("**", Call("norm", (side,)), Number(2)) for side in (total.left, total.right)
                ]
            case Binary(op="**", left=Binary(op="+" | "-") as total, right=Number(value=2)):
                found += [Binary("**", side, Number(2)) for side in (total.left, total.right)]
    return found[:12]


def has_data(setting: Setting, *nodes: Node) -> bool:
    """Do points occur, so that centring them means something: a matrix that is not square, a mean, a centring?"""
    used = setting.depends(*nodes)
    wide = (name for name in used if name in setting.given and isinstance(setting.given[name], Matrix))
    if any(setting.shapes[name][0] != setting.shapes[name][1] for name in wide):
        return True
    written = [*nodes, *(setting.define[name] for name in used if name in setting.define)]
    means = ("center", "mean", "ones")
    return any(isinstance(part, Call) and part.function in means for node in written for part in walk(node))


def _special(left: Quantity, right: Quantity, samples: Samples) -> Difference | None:
    """Equal on a special kind of data only."""
    names = samples.setting.sizes
    larger = {name: 3 + place for place, name in enumerate(names)}
    families = []
    if has_data(right.setting, left.node, right.node):
        families.append((Kind.CENTRED, Profile("generic", centred=True), larger))
    if "n" in names:
        families.append((Kind.SINGLE, Profile("generic"), larger | {"n": 1}))
    rng = np.random.default_rng([samples.seed, 8])
    for kind, profile, sizes in families:
        if all(_equal_at(left, right, samples, profile, sizes, rng) for _ in range(4)):
            return Difference(kind)
    return None


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
    if at is None or compare(left, right, at, thorough=True).outcome != "equal":
        return False
    found = left.measure(at)
    return bool(np.max(np.abs(found.value), initial=0.0) > 1e-9 * found.peak)  # 0 = 0 says nothing
