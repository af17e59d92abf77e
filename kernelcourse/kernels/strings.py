"""Kernels that count pieces of words: all pieces of q letters, and pieces with a few letters wrong."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np

from kernelcourse.kernels.counts import (
    columns,
    inner_products_of_counts,
    inner_products_of_rows,
    squared_lengths_of_counts,
    table,
)
from kernelcourse.kernels.kernel import Kernel, store
from kernelcourse.points import Array, as_collection, as_count
from kernelcourse.validity import Certificate

Words = Iterable[tuple[str, Any]]
MOST_NEIGHBOURS = 100_000  # of one piece; a machine with more of them should not be asked to list them


class OfWords(Kernel):
    """A kernel of words whose features are numbers attached to pieces: a subclass says ``counts``."""

    def read(self, X: Any, name: str = "X") -> Any:
        return as_words(X, name)

    @abstractmethod
    def counts(self, word: str) -> Counter[str]:
        """The features of one word that are not 0."""

    def gram(self, X: Any, Z: Any) -> Array:
        left = [self.counts(x) for x in X]
        return inner_products_of_counts(left, left if X is Z else [self.counts(z) for z in Z])

    def self_similarity(self, X: Any) -> Array:
        return squared_lengths_of_counts([self.counts(x) for x in X])


@dataclass(frozen=True)
class Spectrum(OfWords):
    """Σ over all words w of q letters: (how often w occurs in x) · (how often w occurs in z)."""

    q: int = 2

    def __post_init__(self) -> None:
        store(self, q=as_count(self.q, "q"))

    def counts(self, word: str) -> Counter[str]:
        """How often each piece of q letters occurs in the word: the feature map."""
        return pieces(word, self.q)

    def because(self) -> Certificate:
        return Certificate("explicit feature", str(self), "φ(x) counts the pieces of q letters in x")

    def trial_sets(self, rng: np.random.Generator) -> Words:
        yield "30 random words of the letters a, b", random_words(rng, "ab")


@dataclass(frozen=True)
class Mismatch(OfWords):
    """Σ over all words w of q letters: φ_w(x) φ_w(z), φ_w(x) = how many pieces of x differ from w in ≤ m places.

    The words w are made of the letters of ``alphabet``, and so are the points.
    """

    q: int = 3
    m: int = 1
    alphabet: str = "ACGT"

    def __post_init__(self) -> None:
        store(self, q=as_count(self.q, "q"))
        store(self, m=as_count(self.m, "m", least=0, most=self.q))
        if (
            not isinstance(self.alphabet, str)
            or len(set(self.alphabet)) != len(self.alphabet)
            or not self.alphabet
        ):
            raise ValueError(
                f"alphabet = {self.alphabet!r} must be a string of different letters, such as 'ACGT'."
            )
        count = sum(
            _binomial(self.q, wrong) * (len(self.alphabet) - 1) ** wrong for wrong in range(self.m + 1)
        )
        if count > MOST_NEIGHBOURS:
            raise ValueError(
                f"a piece of q = {self.q} letters has {count:,} words within m = {self.m} mismatches: "
                f"choose q and m with at most {MOST_NEIGHBOURS:,}."
            )

    def read(self, X: Any, name: str = "X") -> Any:
        words, known = as_words(X, name), set(self.alphabet)
        for i, word in enumerate(words):
            if strange := set(word) - known:
                raise ValueError(
                    f"{name}[{i}] has the letter {min(strange)!r}, which is not in alphabet = {self.alphabet!r}."
                )
        return words

    def gram(self, X: Any, Z: Any) -> Array:
        # Words repeat pieces, so each piece's neighbourhood is listed once: (words × pieces) (pieces × neighbours).
        left = [pieces(x, self.q) for x in X]
        right = left if X is Z else [pieces(z, self.q) for z in Z]
        piece = columns([*left, *right])
        near = [dict.fromkeys(neighbourhood(u, self.m, self.alphabet), 1.0) for u in piece] or [{}]
        N = table(near, columns(near))
        L = table(left, piece) @ N
        return inner_products_of_rows(L, L if X is Z else table(right, piece) @ N)

    def counts(self, word: str) -> Counter[str]:
        """How many pieces of the word lie within m mismatches of each w: the feature map."""
        found: Counter[str] = Counter()
        for piece, times in pieces(word, self.q).items():
            for w in neighbourhood(piece, self.m, self.alphabet):
                found[w] += times
        return found

    def because(self) -> Certificate:
        return Certificate(
            "explicit feature", str(self), "φ(x) counts, for every w of q letters, the pieces of x near w"
        )

    def trial_sets(self, rng: np.random.Generator) -> Words:
        yield "30 random words of the first letters", random_words(rng, self.alphabet[:2])


@cache
def neighbourhood(piece: str, m: int, alphabet: str) -> tuple[str, ...]:
    """Every word that differs from the piece in at most m places."""
    found = []
    for wrong in range(m + 1):
        for places in combinations(range(len(piece)), wrong):
            others = [[letter for letter in alphabet if letter != piece[place]] for place in places]
            for letters in product(*others):
                word = list(piece)
                for place, letter in zip(places, letters):
                    word[place] = letter
                found.append("".join(word))
    return tuple(found)


def pieces(word: str, q: int) -> Counter[str]:
    """The pieces of q consecutive letters, and how often each occurs."""
    return Counter(word[i : i + q] for i in range(len(word) - q + 1))


def as_words(X: Any, name: str = "X") -> Any:
    """X as a collection of strings."""
    words = as_collection(X, name)
    for i, word in enumerate(words):
        if not isinstance(word, str):
            raise ValueError(f"{name}[{i}] must be a string; it is {word!r}.")
    return words


def random_words(rng: np.random.Generator, letters: str) -> list[str]:
    """Different words of up to six letters."""
    drawn = ["".join(rng.choice(list(letters), size=n)) for n in rng.integers(1, 7, size=30)]
    return sorted(set(drawn))


def _binomial(n: int, k: int) -> int:
    return 1 if k == 0 else _binomial(n - 1, k - 1) * n // k
