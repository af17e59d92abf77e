"""The kernel of common subsequences: letters in the same order, gaps allowed but paid for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.kernels.kernel import Kernel, store
from kernelcourse.kernels.strings import Words, as_words, random_words
from kernelcourse.points import Array, as_count, as_positive
from kernelcourse.validity import Certificate

MOST_FEATURES = 30_000  # letters^q; beyond that pairs are compared one by one


@dataclass(frozen=True)
class Subsequences(Kernel):
    """Σ over all words w of q letters: φ_w(x) φ_w(z), φ_w(x) = Σ decay^(i_q − i₁ + 1) over i₁ < … < i_q that spell w.

    Two routes give the same number. Few letters: all features, letter by letter. Many letters: for each pair
    a table A[i, j] of the common subsequences that end at xᵢ and zⱼ.
    """

    q: int = 2
    decay: float = 0.5

    def __post_init__(self) -> None:
        store(self, q=as_count(self.q, "q"), decay=as_positive(self.decay, "decay"))
        if self.decay > 1:
            raise ValueError(
                f"decay = {self.decay:g} must be at most 1: it is what a letter of length costs."
            )

    def read(self, X: Any, name: str = "X") -> Any:
        return as_words(X, name)

    def gram(self, X: Any, Z: Any) -> Array:
        alphabet = sorted(
            set("".join(X)) & set("".join(Z))
        )  # a letter that one side lacks is in no common word
        if len(alphabet) ** self.q <= MOST_FEATURES:
            left = subsequence_features(X, self.q, self.decay, alphabet)
            right = left if X is Z else subsequence_features(Z, self.q, self.decay, alphabet)
            return np.asarray(left @ right.T)
        if X is not Z:
            return np.array([[common_subsequences(x, z, self.q, self.decay) for z in Z] for x in X])
        K = np.zeros((len(X), len(X)))
        for i, x in enumerate(X):
            for j in range(i + 1):
                K[i, j] = K[j, i] = common_subsequences(x, X[j], self.q, self.decay)
        return K

    def self_similarity(self, X: Any) -> Array:
        return np.array([common_subsequences(x, x, self.q, self.decay) for x in X])

    def because(self) -> Certificate:
        return Certificate(
            "explicit feature",
            str(self),
            "φ_w(x) adds decay^length over the places where x spells w, gaps included",
        )

    def trial_sets(self, rng: np.random.Generator) -> Words:
        yield "30 random words of the letters a, b", random_words(rng, "ab")


def common_subsequences(x: str, z: str, q: int, decay: float) -> float:
    """1ᵀA_q1, A₁ = decay² E, A_{r+1} = E ∘ (L A_r Rᵀ), E[i, j] = 1[xᵢ = zⱼ], L[i, i′] = decay^(i − i′) for i′ < i.

    A_r[i, j] adds up the common subsequences of r letters that end at xᵢ and zⱼ.
    """
    if min(len(x), len(z)) < q:
        return 0.0
    E = np.equal.outer(list(x), list(z)).astype(float)
    L, R = _steps(len(x), decay), _steps(len(z), decay)
    A = decay**2 * E
    for _ in range(q - 1):
        A = E * (L @ A @ R.T)
    return float(A.sum())


def _steps(n: int, decay: float) -> Array:
    """decay^(i − i′) for i′ < i, 0 elsewhere: what it costs to come to i from an earlier place."""
    apart = np.subtract.outer(np.arange(n), np.arange(n))
    return np.where(apart > 0, decay ** np.maximum(apart, 0), 0.0)


def subsequence_features(words: Sequence[str], q: int, decay: float, alphabet: Sequence[str]) -> Array:
    """φ_w(x) for every word x and every w of q letters of the alphabet, (n, letters^q), all words at once.

    open[r] holds, for every beginning of r letters, what its occurrences have paid up to the present place. A letter
    a lengthens each beginning by itself, then everything pays for one more place.
    """
    size, longest = len(alphabet), max(map(len, words))
    number = {letter: i for i, letter in enumerate(alphabet)}
    text = np.full((len(words), longest), -1)
    for row, word in zip(text, words):
        row[: len(word)] = [number.get(letter, -1) for letter in word]
    opened = [np.zeros((len(words), size**r)) for r in range(q)]
    opened[0][:] = decay  # nothing has been read: the first letter pays for its own place
    found = np.zeros((len(words), size**q))
    for place in range(longest):
        for r in range(1, q):
            opened[r] *= decay
        for letter in range(size):
            rows = np.flatnonzero(text[:, place] == letter)
            for r in range(q, 0, -1):  # long ones first: a letter is used once
                longer = found if r == q else opened[r]
                block = slice(
                    letter * size ** (r - 1), (letter + 1) * size ** (r - 1)
                )  # the last letter leads
                longer[rows, block] += opened[r - 1][rows]
    return found
