"""Where a matrix makes a sum singular: among 1 × 1 matrices, S² + S + I/4 is zero at −1/2, and A² − 2I at √2.

Along one matrix a sum is a polynomial there. Its rational roots are values of the matrix; for the others there is its
companion matrix, where the polynomial is the zero matrix.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np

from kernelcourse.language.errors import NO_VALUE, NotRational
from kernelcourse.language.polynomials import Polynomial, value
from kernelcourse.language.rational import rational
from kernelcourse.language.tree import Binary, Node, walk

from ..judging.polynomials import interpolated, real_roots
from ..ranges.matrices import Matrix, SemiDefinite, Symmetric, whole
from ..reading.symbols import plain
from .instance import Instance
from .quantities import Quantity
from .samples import Samples

_SUMS, _ROOTS = 8, 4  # that are looked at, in one line; of each
_LARGEST = 4  # companion matrix


def matrix_places(nodes: Iterable[Node], samples: Samples, names: Iterable[str]) -> Iterator[Instance]:
    """Instances where a sum within these expressions is singular along one of the matrices."""
    setting = samples.setting
    kinds = (Matrix, Symmetric)
    matrices = [
        one for one in sorted(set(names) & setting.given.keys()) if isinstance(setting.given[one], kinds)
    ]
    if not matrices:
        return
    single = next(iter(samples.sized(dict.fromkeys(setting.sizes, 1))), None)
    if single is None or single.exact is None:
        return
    parts = {part: None for node in nodes for part in walk(plain(node)) if _is_sum(part)}
    for part in islice(parts, _SUMS):
        quantity = Quantity(part, setting)
        for name in (one for one in matrices if one in quantity.used and quantity.rational):
            found = _along(quantity, single, name)
            if found is None or len(found) < 2:
                continue
            for moved in _singular(found, quantity, samples, single, name):
                yield from samples.allowed(moved)


def _is_sum(part: Node) -> bool:
    return isinstance(part, Binary) and part.op in "+-"


def _along(quantity: Quantity, at: Instance, name: str) -> Polynomial | None:
    assert at.exact is not None
    shape = np.shape(at.exact[name])
    if set(shape) - {1}:
        return None

    def height(point: Fraction) -> Fraction:
        entries = np.ravel(
            np.asarray(quantity.exactly(at.with_value(name, _filled(shape, point))), dtype=object)
        )
        return rational(entries[0])

    try:
        return interpolated(height)
    except (*NO_VALUE, NotRational, TypeError, ValueError, AttributeError, IndexError):
        return None


def _singular(
    found: Polynomial, quantity: Quantity, samples: Samples, single: Instance, name: str
) -> Iterator[Instance]:
    range_, setting = samples.setting.given[name], samples.setting
    assert single.exact is not None
    try:
        roots = real_roots(found)
    except NO_VALUE:
        return
    for root in islice(roots, _ROOTS):
        if value(found, root) == 0 and (not isinstance(range_, SemiDefinite) or _allows(range_, root)):
            yield single.with_value(name, _filled(np.shape(single.exact[name]), root))
    degree = len(found) - 1
    others = quantity.used & setting.given.keys() - {name}
    alone = all(len(setting.given[one].shape) == 1 for one in others)
    if type(range_) is Matrix and len(set(range_.shape)) == 1 and 2 <= degree <= _LARGEST and alone:
        base = next(iter(samples.sized(dict.fromkeys(setting.sizes, degree))), None)
        if base is not None and base.exact is not None and np.shape(base.exact[name]) == (degree, degree):
            yield base.with_value(name, _companion(found))


def _allows(range_: SemiDefinite, root: Fraction) -> bool:
    return root > 0 or (root == 0 and not range_.least)


def _filled(shape: tuple[int, ...], number: Fraction) -> Any:
    filled = np.empty(shape, dtype=object)
    filled[...] = number
    return filled


def _companion(polynomial: Polynomial) -> Any:
    """The matrix with this characteristic polynomial: it is a zero of it (Cayley and Hamilton)."""
    degree = len(polynomial) - 1
    matrix = whole(np.eye(degree, k=-1))
    matrix[:, -1] = [-entry / polynomial[-1] for entry in polynomial[:-1]]
    return matrix
