"""Claims of the page on words: pieces, mismatches, gaps, and similarities that are no kernels."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import numpy as np

from kernelcourse.claims.check import agrees_with
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.distances import edit_distances
from kernelcourse.kernels import Mismatch, Spectrum, Subsequences
from kernelcourse.kernels.pretenders import WORD_WEIGHTS, WORDS
from kernelcourse.points import Array

PAIRS = [("abab", "baba"), ("banana", "ananas"), ("distance", "instance"), ("cat", "cat"), ("a", "abc")]
SHORT = ["".join(w) for n in (1, 2, 3, 4) for w in product("ab", repeat=n)]


def pieces(x: str, q: int) -> list[str]:
    return [x[i : i + q] for i in range(len(x) - q + 1)]


def counted(x: str, z: str, q: int = 2) -> float:
    """The inner product of the counts, written out."""
    left, right = Counter(pieces(x, q)), Counter(pieces(z, q))
    return float(sum(left[w] * right[w] for w in left))


def gappy(x: str, z: str, q: int, lam: float) -> float:
    """Every choice of q places, one by one."""

    def features(word: str) -> Counter[str]:
        found: Counter[str] = Counter()
        for places in combinations(range(len(word)), q):
            found["".join(word[i] for i in places)] += lam ** (places[-1] - places[0] + 1)  # type: ignore[assignment]
        return found

    left, right = features(x), features(z)
    return float(sum(left[w] * right[w] for w in left))


def by_ends(
    x: str, z: str, q: int, lam: float, first: int = 2, diagonal: bool = False, masked: bool = True
) -> float:
    """1ᵀA_q1 by the recursion, or by a faulty version of it."""

    def steps(n: int) -> Array:
        apart = np.subtract.outer(np.arange(n), np.arange(n))
        return np.where(apart >= (0 if diagonal else 1), lam ** np.maximum(apart, 0), 0.0)

    E = np.equal.outer(list(x), list(z)).astype(float)
    A = lam**first * E
    for _ in range(q - 1):
        A = steps(len(x)) @ A @ steps(len(z)).T
        A = E * A if masked else A
    return float(A.sum())


@dataclass(frozen=True)
class Overlap:
    """N(d) for q letters, and the setting it is used in."""

    count: Callable[[int, int, int], int]
    m: int = 1
    seen_only: bool = False


def overlap(d: int, q: int, s: int) -> int:
    return {0: 1 + q * (s - 1), 1: s, 2: 2}.get(d, 0)


def gives_mismatches(candidate: Overlap) -> bool:
    """Σ N(H(u, v)) over all pairs of pieces is the inner product of the mismatch features, four pairs of words"""
    for x, z in [("GATTACA", "GATCATA"), ("ACGT", "ACGT"), ("AAAA", "CCCC"), ("ACCA", "AGGA")]:
        left, right = pieces(x, 3), pieces(z, 3)
        every = ["".join(w) for w in product("ACGT", repeat=3)]
        words = sorted({*left, *right}) if candidate.seen_only else every
        features = [
            np.array([sum(_hamming(u, w) <= candidate.m for u in side) for w in words])
            for side in (left, right)
        ]
        total = sum(candidate.count(_hamming(u, v), 3, 4) for u in left for v in right)
        if total != features[0] @ features[1]:
            return False
    return True


def _hamming(u: str, v: str) -> int:
    return sum(a != b for a, b in zip(u, v, strict=True))


def near_pairs(x: str, z: str, m: int) -> int:
    """Σ over all w of two letters a, b: (pieces of x within m places of w) · (those of z)."""
    words = map("".join, product("ab", repeat=2))
    return sum(
        sum(_hamming(u, w) <= m for u in pieces(x, 2)) * sum(_hamming(v, w) <= m for v in pieces(z, 2))
        for w in words
    )


@dataclass(frozen=True, eq=False)
class Refutation:
    """A similarity, words and weights that are said to give aᵀKa < 0."""

    table: Array
    weights: Any


def is_negative(candidate: Refutation) -> bool:
    """aᵀKa < −10⁻⁶, the table symmetric"""
    a, K = np.array(candidate.weights, dtype=float), candidate.table
    return bool(np.array_equal(K, K.T) and a @ K @ a < -1e-6)


@dataclass(frozen=True, eq=False)
class Safe:
    """Distances of n words, and the γ that is said to be large enough."""

    distances: tuple[Array, ...]
    gamma: Callable[[int], float]


def is_safe(candidate: Safe) -> bool:
    """e^{−γd} has no eigenvalue below −10⁻¹², for every table of distances"""
    return all(
        np.linalg.eigvalsh(np.exp(-candidate.gamma(len(D)) * D))[0] >= -1e-12 for D in candidate.distances
    )


def longest_common(x: str, z: str) -> int:
    """The longest word that is a subsequence of both, found among all subsequences."""
    subs = [
        {
            "".join(w[i] for i in places)
            for n in range(len(w) + 1)
            for places in combinations(range(len(w)), n)
        }
        for w in (x, z)
    ]
    return max(map(len, subs[0] & subs[1]))


FOUR = ["baba", "bb", "aabb", "aa"]
LONGEST = np.array([[longest_common(x, z) for z in FOUR] for x in FOUR])
EDIT = np.exp(-edit_distances(WORDS))
STAR = np.array([[0.0, 1, 1, 1], [1, 0, 2, 2], [1, 2, 0, 2], [1, 2, 2, 0]])
SIDES = np.repeat([0, 1], 15)
PARTED = np.where(SIDES[:, None] == SIDES, 50.0, 1.0) - 50 * np.eye(30)  # 1 across, 50 on the same side
NEAR = np.array([[0.0, 0.01, 1], [0.01, 0, 0.01], [1, 0.01, 0]])

STRINGS = (
    Claim(
        name="structured.spectrum",
        label=("eq-str-spectrum", "prop-str-pairs"),
        says="the q-gram kernel counts the pairs of positions at which the same q letters begin; k(abab, baba) = 4",
        check=agrees_with(counted, PAIRS, how="the counts of all pieces, multiplied and added"),
        right=lambda x, z: float(sum(u == v for u in pieces(x, 2) for v in pieces(z, 2))),
        hypotheses=(),
        twins={
            "each shared piece counts once": lambda x, z: float(len({*pieces(x, 2)} & {*pieces(z, 2)})),
            "only equal positions": lambda x, z: float(
                sum(u == v for u, v in zip(pieces(x, 2), pieces(z, 2), strict=False))
            ),
            "the last piece is forgotten": lambda x, z: float(
                sum(u == v for u in pieces(x, 2)[:-1] for v in pieces(z, 2))
            ),
        },
    ),
    Claim(
        name="structured.spectrum_package",
        label="eq-str-spectrum",
        says="Spectrum(q) is that kernel, and its Gram matrix has no negative eigenvalue",
        check=agrees_with(
            lambda q: np.array([[counted(x, z, q) for z in SHORT] for x in SHORT]),
            [(1,), (2,), (3,)],
            how="the counts written out, on 30 words",
        ),
        right=lambda q: Spectrum(q)(SHORT),
        twins={
            "normalised": lambda q: (Spectrum(q) + 1).normalised()(SHORT),
            "one letter more": lambda q: Spectrum(q + 1)(SHORT),
        },
    ),
    Claim(
        name="structured.mismatch",
        label=("prop-str-mismatch", "eq-str-overlap"),
        says="with one mismatch two pieces at Hamming distance 0, 1, 2 share 1 + q(s − 1), s, 2 words, none beyond",
        check=gives_mismatches,
        right=Overlap(overlap),
        hypotheses=("m = 1", "w runs over all words of the alphabet"),
        twins={
            "the piece itself is forgotten": Overlap(lambda d, q, s: overlap(d, q, s) - (d == 0)),
            "s − 1 for s": Overlap(lambda d, q, s: overlap(d, q, s) - (d == 1)),
            "only pieces within one place": Overlap(lambda d, q, s: int(d <= 1)),
            "two mismatches": Twin(Overlap(overlap, m=2), drops="m = 1"),
            "only words that were seen": Twin(
                Overlap(overlap, seen_only=True), drops="w runs over all words of the alphabet"
            ),
        },
    ),
    Claim(
        name="structured.mismatch_package",
        label="eq-str-mismatch",
        says="Mismatch(q, m) is the inner product of those features",
        check=agrees_with(
            lambda m: np.array([[near_pairs(x, z, m) for z in SHORT] for x in SHORT], dtype=float),
            [(0,), (1,), (2,)],
            how="all words w of two letters, one by one",
        ),
        right=lambda m: Mismatch(2, m, "ab")(SHORT),
        twins={
            "one mismatch more": lambda m: Mismatch(3, m + 1, "ab")(SHORT),
            "no mismatch": lambda m: Spectrum(2)(SHORT),
        },
    ),
    Claim(
        name="structured.subsequences",
        label=("thm-str-recursion", "eq-str-recursion", "eq-str-gappy"),
        says="A₁ = λ²E, A_{r+1} = E ∘ (L A_r Rᵀ): 𝟏ᵀA_q𝟏 adds up all common subsequences of q letters",
        check=agrees_with(
            gappy,
            [(x, z, q, lam) for x, z in PAIRS for q in (1, 2, 3) for lam in (0.5, 1.0)],
            how="every choice of q places in both words",
        ),
        right=by_ends,
        hypotheses=("L and R are 0 on the diagonal",),
        twins={
            "λ once in A₁": lambda x, z, q, lam: by_ends(x, z, q, lam, first=1),
            "the last letters need not agree": lambda x, z, q, lam: by_ends(x, z, q, lam, masked=False),
            "a letter may be used twice": Twin(
                lambda x, z, q, lam: by_ends(x, z, q, lam, diagonal=True),
                drops="L and R are 0 on the diagonal",
            ),
        },
    ),
    Claim(
        name="structured.subsequences_package",
        label="thm-str-recursion",
        says="letter by letter for all features, and pair by pair with the table: the same Gram matrix",
        check=agrees_with(
            lambda q: np.array([[gappy(x, z, q, 0.7) for z in SHORT] for x in SHORT]),
            [(1,), (2,), (3,)],
            how="every choice of q places, on 30 words",
        ),
        right=lambda q: Subsequences(q, 0.7)(SHORT),
        hypotheses=(),
        twins={
            "another decay": lambda q: Subsequences(q, 0.6)(SHORT),
            "no gaps": lambda q: 0.7 ** (2 * q) * Spectrum(q)(SHORT),
        },
    ),
    Claim(
        name="structured.edit",
        label="prop-str-edit",
        says="22 words of at most four letters refute e^{−edit}: aᵀKa < 0",
        check=is_negative,
        right=Refutation(EDIT, WORD_WEIGHTS),
        hypotheses=("γ = 1",),
        twins={
            "all weights equal": Refutation(EDIT, np.ones(len(WORDS))),
            "γ = 2": Twin(Refutation(EDIT**2, WORD_WEIGHTS), drops="γ = 1"),
            "the Hamming distance, padded": Refutation(
                np.exp(-np.array([[_hamming(x.ljust(4), z.ljust(4)) for z in WORDS] for x in WORDS])),
                WORD_WEIGHTS,
            ),
        },
    ),
    Claim(
        name="structured.large_gamma",
        label="prop-str-large-gamma",
        says="γ ≥ ln(n − 1) makes e^{−γd} positive semidefinite on n words whose distances are at least 1",
        check=is_safe,
        right=Safe((edit_distances(SHORT), edit_distances(WORDS), STAR, PARTED), lambda n: np.log(n - 1)),
        hypotheses=("γ ≥ ln(n − 1)", "different words are at distance at least 1"),
        twins={
            "half of it": Twin(Safe((PARTED,), lambda n: np.log(n - 1) / 2), drops="γ ≥ ln(n − 1)"),
            "less by one": Safe((PARTED,), lambda n: np.log(n - 1) - 1),
            "distances of a hundredth": Twin(
                Safe((NEAR,), lambda n: np.log(n - 1)), drops="different words are at distance at least 1"
            ),
        },
    ),
    Claim(
        name="structured.longest",
        label="prop-str-lcs",
        says="baba, bb, aabb, aa with the weights (−1, 2, −1, 2) give −4: the longest common subsequence is no kernel",
        check=lambda a: bool(np.array(a) @ LONGEST @ np.array(a) == -4),
        how="the longest common subsequences, found among all, and aᵀKa = −4 exactly",
        right=(-1, 2, -1, 2),
        hypotheses=(),
        twins={"signs removed": (1, 2, 1, 2), "two words only": (-1, 2, 0, 0)},
    ),
)
