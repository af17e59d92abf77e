"""What a kernel is: a value that compares all pairs of points, carries its proof and combines with others."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import cached_property
from typing import Any

import numpy as np

from kernelcourse.points import Array, as_collection, as_number, as_points, as_reals, same_features
from kernelcourse.validity import Certificate, trial_sets


class Kernel(ABC):
    """k(x, z) for all pairs: k(X, Z) is the Gram block (n, m), and k(X) is k(X, X).

    A kernel defines ``gram`` and ``self_similarity`` for points that ``read`` has accepted, and ``because``,
    its proof. ``gram`` returns an array of its own, which the caller may overwrite.
    """

    __array_ufunc__ = None  # numpy must not spread 2 * k over an array's elements

    @abstractmethod
    def gram(self, X: Any, Z: Any) -> Array:
        """K[i, j] = k(xᵢ, zⱼ) of points already read; X is Z says that all pairs of one set are meant."""

    @abstractmethod
    def self_similarity(self, X: Any) -> Array:
        """k(xᵢ, xᵢ) of points already read: (n,)."""

    @abstractmethod
    def because(self) -> Certificate | None:
        """The proof that this is a kernel, or None if there is none."""

    def read(self, X: Any, name: str = "X") -> Any:
        """X as points of this kernel's domain (rows of numbers unless it says otherwise), or ValueError."""
        return as_points(X, name)

    def compare(self, X: Any, Z: Any) -> None:
        """Refuse two sets of points that this kernel cannot compare with each other."""
        if isinstance(X, np.ndarray) and isinstance(Z, np.ndarray) and X.ndim == Z.ndim == 2:
            same_features(X, Z)

    def __call__(self, X: Any, Z: Any = None) -> Array:
        points = self.read(X, "X")
        if Z is None or Z is X:
            return self.finite_gram(points, points)
        others = self.read(Z, "Z")
        self.compare(points, others)
        return self.finite_gram(points, others)

    def finite_gram(self, X: Any, Z: Any) -> Array:
        """``gram`` of points already read, or ValueError where a value is no finite number: never a silent NaN."""
        with np.errstate(over="ignore", invalid="ignore"):
            return self.finite(self.gram(X, Z))

    def diagonal(self, X: Any) -> Array:
        """k(xᵢ, xᵢ) for every point, without the rest of the Gram matrix: (n,)."""
        with np.errstate(over="ignore", invalid="ignore"):
            squares = self.self_similarity(self.read(X, "X"))
        if not np.isfinite(squares).all():
            i = np.flatnonzero(~np.isfinite(squares))[0]
            raise ValueError(f"{self} is too large for a float at X[{i}], X[{i}]: scale the points down.")
        return squares

    def finite(self, K: Array) -> Array:
        """K, a Gram block of this kernel, or ValueError if one of its values is no finite number."""
        if not np.isfinite(K.sum()) and not np.isfinite(K).all():
            i, j = np.argwhere(~np.isfinite(K))[0]
            raise ValueError(f"{self} is too large for a float at X[{i}], Z[{j}]: scale the points down.")
        return K

    @cached_property
    def certificate(self) -> Certificate | None:
        """The proof that this is a kernel, as a tree; None if nothing here proves it."""
        return self.because()

    def magnitude(self, X: Any) -> Array:
        """How large the terms are that k(xᵢ, xⱼ) is a sum of: rounding errors are small parts of this."""
        return np.abs(self.gram(X, X))

    def parts(self) -> Iterator[Kernel]:
        """This kernel and those it is made of, all at the same points."""
        yield self
        names: list[str] = [one.name for one in fields(self)] if is_dataclass(self) else []
        inside: list[Any] = [getattr(self, name) for name in names]
        for part in inside:
            if isinstance(part, Kernel):
                yield from part.parts()

    def trial_sets(self, rng: np.random.Generator) -> Iterable[tuple[str, Any]]:
        """Named sets of points of this domain, on which a false kernel may give itself away."""
        return trial_sets(rng)

    def __add__(self, other: Kernel | float) -> Kernel:
        return _composites().add(self, other)

    def __radd__(self, other: float) -> Kernel:
        return _composites().add(other, self)

    def __sub__(self, other: Kernel | float) -> Kernel:
        return _composites().subtract(self, other)

    def __rsub__(self, other: float) -> Kernel:
        return _composites().subtract(other, self)

    def __mul__(self, other: Kernel | float) -> Kernel:
        return _composites().multiply(self, other)

    __rmul__ = __mul__

    def __neg__(self) -> Kernel:
        return _composites().multiply(self, -1)

    def __pow__(self, exponent: int) -> Kernel:
        return _composites().Power(self, exponent)

    def of(self, phi: Callable[[Any], Any]) -> Kernel:
        """k(φ(x), φ(z)): the pull-back, φ taking points (n, ·) to points (n, ·)."""
        return _transforms().PullBack(self, phi)

    def weighted(self, g: Callable[[Any], Any]) -> Kernel:
        """g(x) k(x, z) g(z), g taking n points to n numbers."""
        return _transforms().Weighted(self, g)

    def normalised(self) -> Kernel:
        """k(x, z) / √(k(x, x) k(z, z)): every point at distance 1 from the origin of H."""
        return _transforms().Normalised(self)


def _composites() -> Any:
    # Imported here, not above: composites are Kernels, and Kernels make composites.
    from kernelcourse.kernels import algebra

    return algebra


def _transforms() -> Any:
    from kernelcourse.kernels import transforms

    return transforms


@dataclass(frozen=True, repr=False)
class Constant(Kernel):
    """c, for every pair of points of any kind (c ≥ 0)."""

    c: float

    def __post_init__(self) -> None:
        store(self, c=as_number(self.c, "c"))
        if self.c < 0:
            raise ValueError(
                f"c = {self.c:g} must be at least 0: k(x, x) is a squared length. Subtract with k - c."
            )

    def read(self, X: Any, name: str = "X") -> Any:
        return as_collection(X, name)

    def gram(self, X: Any, Z: Any) -> Array:
        return np.full((len(X), len(Z)), float(self.c))

    def self_similarity(self, X: Any) -> Array:
        return np.full(len(X), float(self.c))

    def because(self) -> Certificate:
        return Certificate("explicit feature", str(self), "φ(x) = √c, one number, the same for every x")

    def __repr__(self) -> str:
        return f"{self.c:.15g}"


class FromOne(Kernel):
    """A kernel made from one other kernel, on the same points."""

    kernel: Kernel

    def read(self, X: Any, name: str = "X") -> Any:
        return self.kernel.read(X, name)

    def compare(self, X: Any, Z: Any) -> None:
        self.kernel.compare(X, Z)

    def trial_sets(self, rng: np.random.Generator) -> Iterable[tuple[str, Any]]:
        return self.kernel.trial_sets(rng)


class HoldsArrays(Kernel):
    """A kernel with arrays inside: two of them are equal when the arrays are."""

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return all(same(getattr(self, f.name), getattr(other, f.name)) for f in fields(self) if f.compare)  # type: ignore[arg-type]

    def __hash__(self) -> int:
        return hash((type(self), *(np.shape(getattr(self, f.name)) for f in fields(self))))  # type: ignore[arg-type]


def same(left: Any, right: Any) -> bool:
    """Whether two values are equal, arrays and lists of arrays included."""
    if isinstance(left, np.ndarray) or isinstance(right, np.ndarray):
        return bool(np.array_equal(left, right))
    if isinstance(left, list | tuple) and isinstance(right, list | tuple):
        return len(left) == len(right) and all(map(same, left, right))
    return bool(left == right)


def store(kernel: Kernel, **checked: Any) -> None:
    """Keep the checked values in a frozen kernel; a Python number stays as it was typed, for printing."""
    for name, value in checked.items():
        if type(getattr(kernel, name, None)) not in (int, float):
            object.__setattr__(kernel, name, value)


def frozen(values: Any) -> Array:
    """A copy of the values that nobody can write to."""
    array = as_reals(values).copy()
    array.setflags(write=False)
    return array


def stated(k: Kernel) -> str:
    """What a proof says of k: its formula."""
    from kernelcourse.kernels.notation import in_notation

    return in_notation(k)


def inherit(rule: str, composite: Kernel, reason: str, *parts: Kernel) -> Certificate | None:
    """The composite's certificate, if every part has one."""
    proofs = tuple(part.certificate for part in parts)
    if any(proof is None for proof in proofs):
        return None
    return Certificate(rule, stated(composite), reason, tuple(proof for proof in proofs if proof is not None))
