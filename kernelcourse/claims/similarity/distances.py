"""Claims on inner products, cosines and the distances of Rᵈ."""

from __future__ import annotations

import numpy as np

from kernelcourse.claims.check import agrees_with
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.similarity import checks as c
from kernelcourse.distances import cosine_similarity, euclidean, manhattan, minkowski
from kernelcourse.points import inner_products, squared_distances

_PAIRS = [(c.X, c.Z), (c.Z, c.X), (c.X, c.X), (np.array([1.0, -2, 2]), np.array([2.0, 1, 0]))]


def _plain_sum(x: np.ndarray, z: np.ndarray) -> float:
    """the sum of products, feature by feature"""
    return float(sum(a * b for a, b in zip(x, z, strict=True)))


_MEASURES = {
    "inner": inner_products,
    "cosine": cosine_similarity,
    "p = 2": euclidean,
    "p = 1": manhattan,
    "p = 3": lambda A, B: minkowski(A, B, p=3),
    "p = ∞": lambda A, B: minkowski(A, B, p=np.inf),
}

CLAIMS = (
    Claim(
        name="similarity.inner_product",
        label="eq-sim-inner",
        says="⟨x, z⟩ = Σ xⱼzⱼ",
        check=agrees_with(_plain_sum, _PAIRS, 0.0),
        right=lambda x, z: float(x @ z),
        twins={
            "absolute values": lambda x, z: float(np.abs(x * z).sum()),
            "the mean instead of the sum": lambda x, z: float((x * z).mean()),
        },
    ),
    Claim(
        name="similarity.cosine",
        label="eq-sim-cosine",
        says="cos(x, z) = ⟨x, z⟩ / (‖x‖ ‖z‖)",
        check=c.is_a_cosine,
        right=lambda x, z: float(x @ z / (np.linalg.norm(x) * np.linalg.norm(z))),
        twins={
            "a root over the lengths": lambda x, z: float(
                x @ z / np.sqrt(np.linalg.norm(x) * np.linalg.norm(z))
            ),
            "divided by one length only": lambda x, z: float(x @ z / np.linalg.norm(x)),
        },
    ),
    Claim(
        name="similarity.two_points",
        label="ex-sim-two-points",
        says="(1, 2) and (3, −1): inner product 1, cosine 0.1414, distances √13, 5, ∛35 and 3",
        check=c.six_measures,
        right=_MEASURES,
        twins={
            "squared Euclidean distance": {**_MEASURES, "p = 2": squared_distances},
            "no root for p = 3": {**_MEASURES, "p = 3": lambda A, B: minkowski(A, B, p=3) ** 3},
            "the angle instead of its cosine": {
                **_MEASURES,
                "cosine": lambda A, B: np.arccos(cosine_similarity(A, B)),
            },
        },
    ),
    Claim(
        name="similarity.unit_vectors",
        label="prop-sim-unit-vectors",
        says="‖x − z‖² = 2 − 2cos(x, z) for vectors of length one",
        check=c.near_means_similar,
        right=(lambda cosine: 2 - 2 * cosine, 1.0),
        hypotheses=("both have length one",),
        twins={
            "1 − cos": (lambda cosine: 1 - cosine, 1.0),
            "2 + 2cos": (lambda cosine: 2 + 2 * cosine, 1.0),
            "vectors of length two": Twin((lambda cosine: 2 - 2 * cosine, 2.0), drops="both have length one"),
        },
    ),
    Claim(
        name="similarity.correlation",
        label="prop-sim-correlation",
        says="a correlation is the cosine of the centred points",
        check=c.is_a_correlation,
        right=lambda x, z: float(
            (x - x.mean()) @ (z - z.mean()) / np.linalg.norm(x - x.mean()) / np.linalg.norm(z - z.mean())
        ),
        hypotheses=("neither list is constant",),
        undropped={
            "neither list is constant": "for a constant list both sides are 0/0 and nothing is claimed"
        },
        twins={
            "the inner product": lambda x, z: float(x @ z),
            "the cosine, not centred": lambda x, z: float(x @ z / np.linalg.norm(x) / np.linalg.norm(z)),
        },
    ),
    Claim(
        name="similarity.euclidean",
        label="eq-sim-euclidean",
        says="‖x − z‖ = √Σ(xⱼ − zⱼ)²",
        check=c.is_a_distance(float(np.sqrt(13))),
        right=lambda x, z: float(np.sqrt(((x - z) ** 2).sum())),
        twins={
            "the root is missing": lambda x, z: float(((x - z) ** 2).sum()),
            "the mean under the root": lambda x, z: float(np.sqrt(((x - z) ** 2).mean())),
        },
    ),
    Claim(
        name="similarity.manhattan",
        label="eq-sim-manhattan",
        says="‖x − z‖₁ = Σ|xⱼ − zⱼ|",
        check=c.is_a_distance(5.0),
        right=c.minkowski_power(1),
        twins={
            "signs are kept": lambda x, z: float((x - z).sum()),
            "the largest only": c.minkowski_power(60),
        },
    ),
    Claim(
        name="similarity.minkowski",
        label="eq-sim-minkowski",
        says="‖x − z‖ₚ = (Σ|xⱼ − zⱼ|ᵖ)^(1/p)",
        check=c.is_a_distance(float(35 ** (1 / 3))),
        right=c.minkowski_power(3),
        twins={"the root is missing": c.minkowski_power(3, root=False), "p = 2": c.minkowski_power(2)},
    ),
    Claim(
        name="similarity.triangle",
        label="thm-sim-minkowski",
        says="‖x − z‖ₚ obeys the triangle inequality exactly for p ≥ 1, ∞ included (with one feature: for every p)",
        check=c.obeys_triangle,
        right=(lambda p, d: p >= 1 or d == 1, True),
        hypotheses=("p ≥ 1", "at least two features, for the failure"),
        twins={
            "for every p > 0": Twin((lambda p, d: True, True), drops="p ≥ 1"),
            "for p ≥ 0.995": Twin((lambda p, d: p >= 0.995 or d == 1, True), drops="p ≥ 1"),
            "for p ≥ 2 only": (lambda p, d: p >= 2 or d == 1, True),
            "not for p = ∞": (lambda p, d: (p >= 1 and p < np.inf) or d == 1, True),
            "it fails below 1 on the line as well": Twin(
                (lambda p, d: p >= 1, True), drops="at least two features, for the failure"
            ),
        },
    ),
    Claim(
        name="similarity.without_the_root",
        label="thm-sim-minkowski",
        says="Σ|xⱼ − zⱼ|ᵖ without the root obeys the triangle inequality exactly for 0 < p ≤ 1",
        check=c.obeys_triangle,
        right=(lambda p, d: p <= 1, False),
        hypotheses=("p ≤ 1, without the root",),
        twins={
            "for every p > 0": Twin((lambda p, d: True, False), drops="p ≤ 1, without the root"),
            "for p ≤ 1.005": Twin((lambda p, d: p <= 1.005, False), drops="p ≤ 1, without the root"),
            "for p < 1 only": (lambda p, d: p < 1, False),
            "for no p": (lambda p, d: False, False),
            "for p ≥ 1, as with the root": (lambda p, d: p >= 1, False),
        },
    ),
    Claim(
        name="similarity.mahalanobis",
        label=("eq-sim-mahalanobis", "prop-sim-whitening"),
        says="ρ_Σ(x, z) = √((x − z)ᵀΣ⁻¹(x − z))",
        check=c.is_mahalanobis,
        right=c.Whitened(c.mahalanobis_formula),
        hypotheses=(
            "Σ and the points are mapped together",
            "A is invertible",
            "Σ has positive eigenvalues",
        ),
        twins={
            "Σ kept while the points are mapped": Twin(
                c.Whitened(lambda x, z, S: c.mahalanobis_formula(x, z, c.SIGMA)),
                drops="Σ and the points are mapped together",
            ),
            "A of rank 1, with the pseudo-inverse": Twin(
                c.Whitened(c.pseudo_mahalanobis, A=np.array([[1.0, 2], [2, 4]])), drops="A is invertible"
            ),
            "Σ = [[1, 2], [2, 1]]": Twin(
                c.Whitened(c.mahalanobis_formula, spread=np.array([[1.0, 2], [2, 1]])),
                drops="Σ has positive eigenvalues",
            ),
            "Σ instead of its inverse": c.Whitened(lambda x, z, S: float(np.sqrt((x - z) @ S @ (x - z)))),
            "the root is missing": c.Whitened(lambda x, z, S: c.mahalanobis_formula(x, z, S) ** 2),
        },
    ),
    Claim(
        name="similarity.standardised",
        label="eq-sim-standardised",
        says="for diagonal Σ: √Σ(xⱼ − zⱼ)²/σⱼ², every feature in units of its own spread",
        check=c.is_standardised,
        right=c.standardised,
        twins={
            "the root is missing": lambda x, z, v: c.standardised(x, z, v) ** 2,
            "divided by σ⁴": lambda x, z, v: c.standardised(x, z, v**2),
        },
    ),
    Claim(
        name="similarity.whitening",
        label="prop-sim-whitening",
        says="with Σ = LLᵀ, Mahalanobis distance is Euclidean distance of L⁻¹x",
        check=c.whitens,
        right=np.linalg.cholesky,
        hypotheses=("Σ = LLᵀ",),
        twins={
            "Lᵀ for L": lambda S: np.linalg.cholesky(S).T,
            "Σ itself": Twin(lambda S: S, drops="Σ = LLᵀ"),
            "spreads only, no covariances": Twin(lambda S: np.diag(np.sqrt(np.diagonal(S))), drops="Σ = LLᵀ"),
        },
    ),
)
