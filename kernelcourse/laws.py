"""|k(x, z)|² ≤ k(x, x) k(z, z), and whatever else holds for every kernel: ``broken_laws(k, X)`` lists what k breaks.

The package holds its own kernels to these laws. A kernel of your own is one class; one call tells whether it behaves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kernelcourse.kernels import Kernel
from kernelcourse.points import Array

Law = Callable[[Kernel, Any], None]


class LawBroken(AssertionError):
    """A kernel does not do what every kernel does."""


def broken_laws(k: Kernel, X: Any) -> list[str]:
    """A sentence for each law that k breaks on the points X, at least two of its domain; none if it keeps them all."""
    if len(X) < 2:
        raise ValueError(f"X has {len(X)} points; the laws compare at least two")
    found = []
    for law in LAWS:
        says = (law.__doc__ or "").partition("\n")[0]
        try:
            law(k, X)
        except LawBroken as broken:
            found.append(f"{says} But {broken}.")
        except Exception as error:  # a kernel of one's own may fail in any way
            found.append(f"{says} But it raises {type(error).__name__}: {error}")
    return found


def chosen(points: Any, indices: list[int]) -> Any:
    """Some of the points, as the same kind of collection."""
    return points[indices] if isinstance(points, np.ndarray) else [points[i] for i in indices]


def shape_law(k: Kernel, X: Any) -> None:
    """k(X, Z) holds a float for every pair, a row for each point of X; k(X) is k(X, X)."""
    few = chosen(X, list(range(min(3, len(X)))))
    for left, right in ((X, few), (few, X)):
        found = k(left, right)
        _holds(
            found.shape == (len(left), len(right)),
            f"{len(left)} and {len(right)} points give the shape {found.shape}",
        )
    _holds(k(X).dtype == float, f"its numbers are {k(X).dtype}")
    _near(k(X), k(X, chosen(X, list(range(len(X))))), "k(X) is not k(X, X)")


def symmetry_law(k: Kernel, X: Any) -> None:
    """k(x, z) = k(z, x), also across two different sets."""
    K, few = k(X), chosen(X, [len(X) - 1, 0])
    _near(K, K.T, "k(x, z) is not k(z, x)")
    _near(k(X, few), k(few, X).T, "k(X, Z) is not the transpose of k(Z, X)")


def diagonal_law(k: Kernel, X: Any) -> None:
    """k.diagonal(X) is the diagonal of k(X), and not negative."""
    diagonal = k.diagonal(X)
    _near(diagonal, np.diagonal(k(X)), "k.diagonal(X) is another")
    _holds(bool((diagonal >= -1e-9 * np.abs(k(X)).max()).all()), f"k(x, x) = {diagonal.min():.6g} for some x")


def permutation_law(k: Kernel, X: Any) -> None:
    """Reordering the points reorders rows and columns; nothing else depends on the order."""
    order = [int(i) for i in np.random.default_rng(1).permutation(len(X))]
    _near(k(chosen(X, order)), k(X)[np.ix_(order, order)], "other numbers come out in another order")


def certificate_law(k: Kernel, X: Any) -> None:
    """What has a proof has no negative eigenvalue, and each step of the proof says its rule, statement and reason."""
    if k.certificate is None:
        return
    values = np.linalg.eigvalsh((k(X) + k(X).T) / 2)
    _holds(
        bool(values[0] >= -1e-10 * max(np.abs(values).max(), 1e-3)),
        f"an eigenvalue of k(X) is {values[0]:.6g}",
    )
    for node in k.certificate.nodes():
        _holds(bool(node.rule and node.statement and node.reason), f"a step says only {node}")
        _holds(node.statement in str(k.certificate), f"{node.statement} is not in the printed proof")
    _holds(k.certificate._repr_html_().startswith("<ul"), "the proof is no list")


def cauchy_schwarz_law(k: Kernel, X: Any) -> None:
    """|k(x, z)|² ≤ k(x, x) k(z, z)."""
    diagonal = k.diagonal(X)
    excess = k(X) ** 2 - np.multiply.outer(diagonal, diagonal) * (1 + 1e-9)
    _holds(bool((excess <= 1e-12).all()), f"the left side is larger by {excess.max():.6g} for some x and z")


def value_law(k: Kernel, X: Any) -> None:
    """A kernel is a value: it prints, equals itself, and computing changes neither k nor X."""
    before = X.copy() if isinstance(X, np.ndarray) else list(X)
    first_time = k(X)
    kept = first_time.copy()
    first_time *= 0  # the caller may overwrite the result
    _near(k(X), kept, "overwriting a result changes the next one")
    same = all(np.array_equal(x, y) if isinstance(x, np.ndarray) else x == y for x, y in zip(X, before))
    _holds(same, "computing changes the points")
    _holds(bool(str(k)) and str(k) == repr(k), "its name is not what it prints")
    _holds(k == k and hash(k) == hash(k) and k != k + 1, "it is not equal to itself alone")
    try:
        k.new_attribute = 1  # type: ignore[attr-defined]
    except AttributeError:
        return
    raise LawBroken(f"{k} can be changed")


def algebra_law(k: Kernel, X: Any) -> None:
    """(2k + k·k)(X) is 2K + K∘K, with a proof if k has one; −k and k − k have none."""
    K, both = k(X), 2 * k + k * k
    _near(both(X), 2 * K + K * K, "the numbers are others")
    _holds((both.certificate is None) == (k.certificate is None), "the proof of k is not a proof of 2k + k·k")
    _holds((k - k).certificate is None and (-k).certificate is None, "a difference is proved")


def pull_back_law(k: Kernel, X: Any) -> None:
    """k.of(φ)(Z) = k(φ(Z)); here φ takes an index to a point."""
    pulled = k.of(lambda indices: chosen(X, [int(i) for i in indices]))
    indices = [len(X) - 1, 0, 1, len(X) - 1]
    _near(pulled(indices), k(chosen(X, indices)), "the numbers are others")
    _holds((pulled.certificate is None) == (k.certificate is None), "the proof of k is not one of k.of(φ)")


LAWS: tuple[Law, ...] = (
    shape_law,
    symmetry_law,
    diagonal_law,
    permutation_law,
    certificate_law,
    cauchy_schwarz_law,
    value_law,
    algebra_law,
    pull_back_law,
)


def _holds(holds: bool, otherwise: str) -> None:
    if not holds:
        raise LawBroken(otherwise)


def _near(left: Array, right: Array, otherwise: str) -> None:
    """Alike up to rounding; the size of what stands beside a small entry counts too."""
    left, right = np.asarray(left), np.asarray(right)
    _holds(left.shape == right.shape, f"{otherwise}: the shapes are {left.shape} and {right.shape}")
    scale = max(float(np.abs(right).max(initial=0)), 1)
    apart = np.abs(left - right)
    # What is no number is far from everything.
    _holds(
        bool((apart <= 1e-12 * scale + 1e-10 * np.abs(right)).all()),
        f"{otherwise}: they are {apart.max():.3g} apart",
    )
