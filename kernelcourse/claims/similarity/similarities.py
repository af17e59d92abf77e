"""Claims on the Gaussian, on words, on neighbours, and on which similarities are kernels."""

from __future__ import annotations

from itertools import product

import numpy as np

from kernelcourse.claims.check import agrees_with, equals
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.similarity import checks as c
from kernelcourse.claims.similarity.neighbour_checks import averages, settles_the_classes, votes
from kernelcourse.distances import edit_distances, hamming, tolerant_hamming
from kernelcourse.kernels import Gaussian
from kernelcourse.learn.neighbours import knn_classify, knn_regress
from kernelcourse.points import squared_distances

_WORDS = ["".join(w) for n in range(5) for w in product("ab", repeat=n)]
_THREE = np.array([[0.0], [0.6], [1.2]])


def _nearest_decides(P: np.ndarray, y: np.ndarray, Q: np.ndarray, m: int) -> np.ndarray:
    """The vote, except that a tie goes to the nearest point of all."""
    order = np.argsort(squared_distances(Q, P), axis=1, kind="stable")[:, :m]
    answers = []
    for row in order:
        labels, counts = np.unique(y[row], return_counts=True)
        best = labels[counts == counts.max()]
        answers.append(best[0] if len(best) == 1 else y[row[0]])
    return np.array(answers)


def _even(P: np.ndarray) -> np.ndarray:
    """The Gram matrix of (x·z)²."""
    return np.asarray((P @ P.T) ** 2)


CLAIMS = (
    Claim(
        name="similarity.gaussian",
        label="eq-sim-gaussian",
        says="k(x, z) = exp(−‖x − z‖²/2σ²)",
        check=c.is_gaussian,
        right=c.gaussian,
        twins={
            "the 2 is missing": lambda x, z, s: c.gaussian(x, z, s / np.sqrt(2)),
            "σ instead of σ²": lambda x, z, s: float(np.exp(-((x - z) ** 2).sum() / (2 * s))),
            "the square is missing": lambda x, z, s: float(np.exp(-np.linalg.norm(x - z) / (2 * s**2))),
        },
    ),
    Claim(
        name="similarity.bandwidth",
        label="prop-sim-bandwidth",
        says="γ = 1/(2σ²) and β = 2σ² name the same width",
        check=c.converts,
        right=lambda s: (1 / (2 * s * s), 2 * s * s),
        hypotheses=(),
        twins={"γ = 1/σ²": lambda s: (1 / s**2, s**2), "γ = 1/(2σ)": lambda s: (1 / (2 * s), 2 * s)},
    ),
    Claim(
        name="similarity.rescaling",
        label="prop-sim-bandwidth",
        says="k_σ(x, z) = k₁(x/σ, z/σ)",
        check=agrees_with(
            lambda s: Gaussian(s)(c.SIGMA), [(0.5,), (2.0,)], how="the Gaussian of width σ on two points"
        ),
        right=lambda s: Gaussian(1.0)(c.SIGMA / s),
        twins={"x·σ": lambda s: Gaussian(1.0)(c.SIGMA * s), "x/σ²": lambda s: Gaussian(1.0)(c.SIGMA / s**2)},
    ),
    Claim(
        name="similarity.gaussian_limits",
        label="prop-sim-gaussian-limits",
        says="the Gram matrix tends to I as σ → 0 and to the matrix of ones as σ → ∞ (different points)",
        check=c.has_limits,
        right=(np.eye(3), np.ones((3, 3)), (0.0, 1.0, 3.0)),
        hypotheses=("the points are different",),
        twins={
            "zero and ones": (np.zeros((3, 3)), np.ones((3, 3)), (0.0, 1.0, 3.0)),
            "identity and a uniform 1/n": (np.eye(3), np.full((3, 3), 1 / 3), (0.0, 1.0, 3.0)),
            "two equal points": Twin(
                (np.eye(3), np.ones((3, 3)), (0.0, 0.0, 3.0)), drops="the points are different"
            ),
        },
    ),
    Claim(
        name="similarity.duplicates",
        label="prop-sim-gaussian-limits",
        says="two points that coincide have similarity 1 at every width",
        check=equals(1.0),
        right=float(Gaussian(1e-3)(np.array([[2.0], [2.0]]))[0, 1]),
        twins={"the limit I would say 0": 0.0},
    ),
    Claim(
        name="similarity.hamming",
        label="eq-sim-hamming",
        says="H(x, z) counts the positions in which two words of one length differ",
        check=c.counts_differences,
        right=lambda x, z: sum(a != b for a, b in zip(x, z, strict=True)),
        twins={
            "positions that agree": lambda x, z: sum(a == b for a, b in zip(x, z, strict=True)),
            "edit distance": lambda x, z: c.edit_table(x, z),
        },
    ),
    Claim(
        name="similarity.tolerant",
        label="ex-sim-tolerant",
        says="counting only differences of ε or more breaks the triangle inequality",
        check=c.breaks_triangle,
        right=lambda epsilon: tolerant_hamming(_THREE, epsilon=epsilon),
        twins={
            "no tolerance": lambda epsilon: (_THREE != _THREE.T).astype(float),
            "a tolerance of ε/2": lambda epsilon: tolerant_hamming(_THREE, epsilon=epsilon / 2),
        },
    ),
    Claim(
        name="similarity.edit_distance",
        label="alg-sim-edit",
        says="the recursion over beginnings gives the least number of edits",
        check=c.edits,
        right=c.edit_table,
        twins={
            "a replacement costs 2": lambda x, z: c.edit_table(x, z, replace=2),
            "empty beginnings are free": lambda x, z: c.edit_table(x, z, start=0),
        },
    ),
    Claim(
        name="similarity.ideal",
        label="ex-sim-ideal",
        says="the similarity yyᵀ settles the classes",
        check=settles_the_classes,
        right=lambda y: np.outer(y, y),
        twins={"all alike": lambda y: np.ones((4, 4)), "all different": lambda y: np.eye(4)},
    ),
    Claim(
        name="similarity.neighbours",
        label="alg-sim-neighbours",
        says="the vote of the m nearest points; one neighbour repeats the training labels",
        check=votes,
        right=lambda P, y, Q, m: knn_classify(lambda A, B: np.sqrt(squared_distances(A, B)), P, y, m)(Q),
        twins={
            "one neighbour too many": lambda P, y, Q, m: knn_classify(squared_distances, P, y, m + 1)(Q),
            "the farthest points vote": lambda P, y, Q, m: knn_classify(
                lambda A, B: 100 - squared_distances(A, B), P, y, m
            )(Q),
            "in a tie the nearest point decides, whatever its label": _nearest_decides,
            "of equally far points the last": lambda P, y, Q, m: knn_classify(
                squared_distances, P[::-1], y[::-1], m
            )(Q),
        },
    ),
    Claim(
        name="similarity.neighbour_mean",
        label="alg-sim-neighbours",
        says="for numbers, the mean of the m nearest outputs",
        check=averages,
        right=lambda P, y, Q, m: knn_regress(squared_distances, P, y, m)(Q),
        twins={
            "their sum": lambda P, y, Q, m: m * knn_regress(squared_distances, P, y, m)(Q),
            "the nearest one's": lambda P, y, Q, m: knn_regress(squared_distances, P, y, 1)(Q),
            "the mean of all": lambda P, y, Q, m: np.full(len(Q), y.mean()),
        },
    ),
    Claim(
        name="similarity.feature_distance",
        label=("thm-sim-feature-distance", "eq-sim-feature-distance"),
        says="‖φ(x) − φ(z)‖² = k(x, x) + k(z, z) − 2k(x, z): symmetric, no detour shorter, 0 where φ(x) = φ(z)",
        check=c.is_feature_distance,
        right=(lambda a, b, cross: a + b - 2 * cross, _even),
        hypotheses=("k is an inner product of features",),
        twins={
            "the factor 2 is dropped": (lambda a, b, cross: a + b - cross, _even),
            "the kernel itself": (lambda a, b, cross: cross, _even),
            "−(x·z)², no inner product": Twin(
                (lambda a, b, cross: a + b - 2 * cross, lambda P: -_even(P)),
                drops="k is an inner product of features",
            ),
        },
    ),
    Claim(
        name="similarity.psd",
        label="eq-sim-psd",
        says="Σ aᵢaⱼ k(xᵢ, xⱼ) = ‖Σ aᵢφ(xᵢ)‖² ≥ 0",
        check=c.is_squared_length,
        right=lambda a, K: float(a @ K @ a),
        twins={
            "only the diagonal": lambda a, K: float((a * a) @ np.diagonal(K)),
            "absolute weights": lambda a, K: float(np.abs(a) @ K @ np.abs(a)),
        },
    ),
    Claim(
        name="similarity.edits",
        label="prop-sim-not-kernel",
        says="exp(−edit distance) is not an inner product of features, for words of two letters or more",
        check=c.is_not_psd,
        right=np.exp(-edit_distances(_WORDS)),
        hypotheses=("an alphabet of two letters or more",),
        twins={
            "words of one letter": Twin(
                np.exp(-edit_distances(["a" * length for length in range(31)])),
                drops="an alphabet of two letters or more",
            ),
            "a kernel on the words of length four": np.exp(-hamming([w for w in _WORDS if len(w) == 4]) / 2),
        },
    ),
    *(
        Claim(
            name=f"similarity.{name}",
            label="prop-sim-not-kernel",
            hypotheses=(),
            says=f"{what} is not an inner product of features",
            check=c.is_not_psd,
            right=K,
            twins={"a kernel on the same points": valid},
        )
        for name, what, K, valid in (
            ("negative_distance", "−|x − z|", -c.GAPS, np.exp(-c.GAPS)),
            ("indicator", "1[|x − z| ≤ 1]", (c.GAPS <= 1) * 1.0, np.exp(-c.GAPS)),
            (
                "cycle",
                "the Gaussian of the distance around a cycle",
                np.exp(-(c.CYCLE**2) / 2),
                np.exp(-c.CYCLE),
            ),
        )
    ),
)
