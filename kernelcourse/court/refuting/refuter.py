"""The refuter: points and weights with aᵀKa < 0, a pair with k(x, z) ≠ k(z, x), or a point where k is not a number.

Floats only suggest; a witness counts after it has been recomputed exactly, or with an error bound (exact.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kernelcourse.language.effort import spend
from kernelcourse.language.reading import Node
from kernelcourse.validity import Witness, negative_direction, shrink

from ..algebra.algebras import gram
from ..algebra.exact import ExactAlgebra, NotFinite, Unclear, bounded, quadratic_form, value_at
from ..domains import Domain
from ..exactly.clock import PER_TRIPLE, TimeIsUp, over
from ..formula.unrolling import visits
from .beyond import beyond_floats, lonely_points, long_grid
from .point_sets import point_sets
from .spectrum import negative_far_away, negative_on_sphere, negative_transform
from .undefined import UndefinedValue, at_place, critical, undefined_between, why_undefined

LARGEST_CERTIFIED = 100
FEW_SETS = 9
MOST_NODE_VISITS = 100_000


class Refuter:
    """The search against one formula on one domain."""

    def __init__(self, node: Node, domain: Domain, rng: np.random.Generator | None = None):
        self.node, self.domain = node, domain
        self.rng = np.random.default_rng(0) if rng is None else rng
        self.tried: list[str] = []
        self.undefined: UndefinedValue | None = None
        self.nodes = visits(node, domain.dim)
        self.looks = 1 + MOST_NODE_VISITS // (20 * self.nodes)  # at places where k may not be a number
        self.moves = MOST_NODE_VISITS // self.nodes  # a long formula gets fewer trials

    def k(self, X: Any, Z: Any = None) -> np.ndarray:
        """The Gram matrix in floats; ValueError outside the domain or where it is not finite."""
        if not self.domain.contains(X):
            raise ValueError("a point left the domain")
        K = gram(self.node, self.domain, X, Z)
        if not np.isfinite(K).all():
            raise ValueError("not finite here")
        return K

    def search(self, deep: bool = True) -> Witness | None:
        """A certified witness, or None; `tried` says where it looked."""
        self.tried.clear()
        self._look_for_gaps()
        if self.undefined is not None:  # first of all: what is no function is no kernel
            return self.undefined
        for count, (name, points) in enumerate(point_sets(self.domain, self.rng)):
            if over():
                self.tried.append("no more: the time was up")
                return None
            if not deep and count == FEW_SETS:  # a formula that is proved: a few looks, to be sure
                return None
            found = self._look_at(points)
            if self.undefined is not None or found is not None:
                return self.undefined or found
            self.tried.append(name)
        if deep and self.domain.name not in ("string", "sphere"):
            for point in lonely_points(self.domain):
                why = None if over() else why_undefined(self.node, self.domain, point, point)
                if why is not None:
                    return at_place(point, point, why)
        found = self._far_and_wide(deep)
        if found is not None or self.domain.name in ("string", "binary") or not deep:
            return found
        self.tried.append("frequencies at which a Fourier transform may be negative")
        self.tried.append("the diagonal from 1e-30 to 1e30, exactly; grids of 150 points and cubes")
        for size in (3, 4, 6, 8):
            found = self._minimise(size)
            if found is not None:
                return found
        self.tried.append("points moved so as to make the smallest eigenvalue smaller")
        return None

    def _look_for_gaps(self) -> None:
        """A place where k is no number: one that can be written down, or one between two others."""
        if self.undefined is not None or not any(critical(self.node)):
            return
        sets = point_sets(self.domain, np.random.default_rng(0))
        for _, (_, points) in zip(range(FEW_SETS), sets):
            self._finite_part(points, gram(self.node, self.domain, points))
            if self.undefined is not None or over():
                return
        self.undefined = undefined_between(self.node, self.domain)

    def _far_and_wide(self, deep: bool) -> Witness | None:
        """Points that anybody can put into the formula if there are some; a theorem that refutes it if not."""
        theorem = None
        try:
            for law in (negative_transform, negative_far_away, negative_on_sphere) if deep else ():
                theorem = theorem or law(self.node, self.domain)
            searches = [long_grid] if theorem else [long_grid, beyond_floats]
            return next(filter(None, (search(self.node, self.domain) for search in searches)), theorem)
        except TimeIsUp:
            return theorem

    def _look_at(self, points: Any) -> Witness | None:
        K = gram(self.node, self.domain, points)
        finite = self._finite_part(points, K)
        if len(finite) < 1:
            return None
        chosen = points[finite] if isinstance(points, np.ndarray) else [points[i] for i in finite]
        K = K[np.ix_(finite, finite)]
        pair = self._asymmetric(chosen, K)
        if pair is not None:
            return pair
        spend(PER_TRIPLE * len(K) ** 3)
        weights = negative_direction(K)
        return None if weights is None else self._certified(chosen, weights)

    def _finite_part(self, points: Any, K: np.ndarray) -> list[int]:
        """Indices of points among which K is finite; on the way, note a place where k is no number."""
        kept = list(range(len(K)))
        bad = ~np.isfinite(K)
        if not bad.any():
            return kept
        if self.undefined is None:
            self._note_undefined(points, bad)
        for i in range(len(K)):
            if bad[i, i]:
                kept.remove(i)
        while kept and bad[np.ix_(kept, kept)].any():
            worst = max(kept, key=lambda i: int(bad[i, kept].sum() + bad[kept, i].sum()))
            kept.remove(worst)
        return kept

    def _note_undefined(self, points: Any, bad: np.ndarray) -> None:
        places = sorted(zip(*np.nonzero(bad)), key=lambda place: (place[0] != place[1], place))
        for i, j in places[:30]:
            self.looks -= 1
            if self.looks < 0:
                return
            why = why_undefined(self.node, self.domain, points[i], points[j])
            if why is not None:
                chosen = [int(i)] if i == j else [int(i), int(j)]
                taken = points[chosen] if isinstance(points, np.ndarray) else [points[c] for c in chosen]
                self.undefined = UndefinedValue(taken, np.ones(len(chosen)), float("nan"), why=why)
                return

    def _asymmetric(self, points: Any, K: np.ndarray) -> Witness | None:
        gap = np.abs(K - K.T)
        if not gap.max() > 1e-11 * np.abs(K).max():
            return None
        for place in np.argsort(-gap, axis=None, kind="stable")[:3]:
            i, j = (int(index) for index in np.unravel_index(place, gap.shape))
            try:
                there = value_at(self.node, self.domain, points[i], points[j])
                back = value_at(self.node, self.domain, points[j], points[i])
                difference = bounded(ExactAlgebra().subtract(there, back))
            except (Unclear, NotFinite):
                continue
            if abs(difference.value) > difference.error:
                chosen = points[[i, j]] if isinstance(points, np.ndarray) else [points[i], points[j]]
                return Witness(chosen, np.array([1.0, -1.0]), difference.value, pair=True)
        return None

    def _certified(self, points: Any, weights: np.ndarray) -> Witness | None:
        """The smallest form of a suspected witness that survives exact recomputation."""
        attempts: list[Callable[[], tuple[Any, np.ndarray]]] = [
            lambda: self._shrunk(points, weights),
            lambda: (points, weights),
        ]
        for attempt in attempts:
            try:
                P, a = attempt()
                if (
                    len(a) > LARGEST_CERTIFIED
                    or len(a) ** 2 * self.nodes > MOST_NODE_VISITS
                    or not self.domain.contains(P)
                ):
                    continue
                value = bounded(quadratic_form(self.node, self.domain, P, a))
            except (Unclear, NotFinite, ValueError, RecursionError, np.linalg.LinAlgError):
                continue
            if value.high < 0:
                return Witness(P, a, value.value)
        return None

    def _shrunk(self, points: Any, weights: np.ndarray) -> tuple[Any, np.ndarray]:
        found = shrink(self.k, points, weights)
        return found.points, np.asarray(found.weights, dtype=float)

    def _minimise(self, size: int) -> Witness | None:
        """Random steps that make the smallest eigenvalue of the scaled Gram matrix smaller."""
        for scale in (0.3, 1.0, 4.0):
            points = self.domain.nearest(scale * self.rng.standard_normal((size, self.domain.dim)))
            best, step = self._smallest(points), 0.5 * scale
            for trial in range(50):
                self.moves -= 1
                if self.moves < 0 or over():
                    return None
                moved = self.domain.nearest(points + step * self.rng.standard_normal(points.shape))
                value = self._smallest(moved)
                if value < best:
                    best, points, step = value, moved, step * 1.3
                    if best < -1e-7:
                        weights = negative_direction(gram(self.node, self.domain, points))
                        found = None if weights is None else self._certified(points, weights)
                        if found is not None:
                            return found
                elif trial % 3 == 2:
                    step *= 0.8
        return None

    def _smallest(self, points: np.ndarray) -> float:
        """λ_min of K scaled to a unit diagonal; +∞ where K is not finite."""
        K = gram(self.node, self.domain, points)
        diagonal = np.abs(np.diagonal(K))
        if not np.isfinite(K).all() or not diagonal.min() > 1e-12 * np.abs(K).max():
            return np.inf
        scale = 1 / np.sqrt(diagonal)
        return float(np.linalg.eigvalsh(scale[:, None] * (K + K.T) * (scale / 2))[0])
