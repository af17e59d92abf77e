"""The kernel of common tree fragments: two sentences are alike when their grammar is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.kernels.kernel import Kernel, store
from kernelcourse.points import Array, as_collection, as_positive
from kernelcourse.validity import Certificate

Tree = Any  # a leaf is a string; a node is a tuple (label, child, child, …)


@dataclass(frozen=True)
class Fragment:
    """A node: its label with the labels of its children, and the numbers of the children (−1: a leaf)."""

    production: tuple[Any, ...]  # a leaf is its string, a child with children (its label,)
    children: tuple[int, ...]


@dataclass(frozen=True)
class CommonFragments(Kernel):
    """Σ over all fragments f: decay^|f| · (how often f occurs in T) · (how often f occurs in T′).

    |f| is the number of nodes of f that have children. A fragment is a node with all its children,
    each of them left as it is or replaced by a fragment of its own.
    """

    decay: float = 1.0

    def __post_init__(self) -> None:
        store(self, decay=as_positive(self.decay, "decay"))

    def read(self, X: Any, name: str = "X") -> Any:
        trees = as_collection(X, name)
        for i, T in enumerate(trees):
            fragments(T, f"{name}[{i}]")
        return trees

    def gram(self, X: Any, Z: Any) -> Array:
        left = [fragments(T) for T in X]
        if X is not Z:
            right = [fragments(U) for U in Z]
            return np.array([[self._common(T, U) for U in right] for T in left])
        K = np.zeros((len(X), len(X)))
        for i, T in enumerate(left):
            for j in range(i + 1):
                K[i, j] = K[j, i] = self._common(T, left[j])
        return K

    def _common(self, T: tuple[Fragment, ...], U: tuple[Fragment, ...]) -> float:
        # C[n, m] counts the common fragments with roots n and m: 0 if what stands there differs, else
        # decay · Π over the children of (1 + C of the two children). Children come before their parents.
        C = np.zeros((len(T) + 1, len(U) + 1))  # the last row and column are the leaves: nothing below them
        for n, node in enumerate(T):
            for m, other in enumerate(U):
                if node.production == other.production:
                    below = C[list(node.children), list(other.children)]
                    C[n, m] = self.decay * np.prod(1 + below)
        return float(C.sum())

    def self_similarity(self, X: Any) -> Array:
        return np.array([self._common(T, T) for T in map(fragments, X)])

    def because(self) -> Certificate:
        return Certificate(
            "explicit feature", str(self), "φ_f(T) = decay^{|f|/2} · how often the fragment f occurs in T"
        )

    def trial_sets(self, rng: np.random.Generator) -> Iterable[tuple[str, Any]]:
        yield (
            "five small trees",
            [
                ("S", "a", "b"),
                ("S", ("S", "a", "b"), "b"),
                ("S", "a", ("S", "a", "b")),
                ("S", ("S", "a", "b"), ("S", "a", "b")),
                ("S", "b"),
            ],
        )


def fragments(tree: Tree, name: str = "tree") -> tuple[Fragment, ...]:
    """The nodes of a tree, children before parents; read without recursion, so that a deep tree is no trouble."""
    found: list[Fragment] = []
    numbers: list[
        int
    ] = []  # of the subtrees that are read and still wait for their parent, the last one on top
    waiting: list[tuple[Tree, bool]] = [(tree, False)]
    while waiting:
        node, children_read = waiting.pop()
        if isinstance(node, str):
            numbers.append(-1)
        elif not children_read:
            _refuse_what_is_no_tree(node, name)
            waiting.append((node, True))
            waiting += [(child, False) for child in reversed(node[1:])]
        else:
            cut = len(numbers) - (len(node) - 1)
            below = tuple(numbers[cut:])
            labels = (child if isinstance(child, str) else (child[0],) for child in node[1:])
            numbers[cut:] = [len(found)]
            found.append(Fragment((node[0], *labels), below))
    return tuple(found)


def _refuse_what_is_no_tree(node: Tree, name: str) -> None:
    if not isinstance(node, tuple) or len(node) < 2 or not isinstance(node[0], str):
        raise ValueError(
            f"{name} must be a string (a leaf) or a tuple (label, child, …) with a child; it has {node!r}."
        )
