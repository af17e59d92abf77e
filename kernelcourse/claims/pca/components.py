"""Claims on the derivation in H: the operator, the span, centring, the eigenproblem, the length."""

from __future__ import annotations

import numpy as np

from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.pca.data import N, centred, centring, covariance, leading
from kernelcourse.claims.pca.kernel import (
    are_the_scores,
    expands,
    holds_in_h,
    implies_the_other,
    is_always_null,
    is_an_eigenelement,
    is_gram_of_centred_features,
    is_the_variance_in_h,
    largest_variance,
    same_spectrum,
    splits_off,
    stays_in_the_span,
    unit_and_orthogonal,
    wrong_by,
)
from kernelcourse.points import Array


def _top(points: Array, centre: bool = True, last: int = 0) -> tuple[float, Array]:
    C = covariance(points) if centre else points.T @ points / len(points)
    values, V = leading(C, 6)
    return float(values[last]), V[:, last]


_CENTRING = {
    "not centred at all": lambda K: K,
    "one side only": lambda K: centring(len(K)) @ K,
    "the grand mean is not added back": lambda K: K - K.mean(0) - K.mean(1)[:, None],
    "only the grand mean is subtracted": lambda K: K - K.mean(),
}
_LENGTH = {
    "a unit eigenvector as it is": lambda v, mu: v,
    "divided by nλ instead of its root": lambda v, mu: v / mu,
    "divided by √λ": lambda v, mu: v / np.sqrt(mu / N),
}

CLAIMS = (
    Claim(
        name="pca.first_component",
        label="def-kpca",
        says="the largest 1/n Σ ⟨f, φ̃(xᵢ)⟩² over ‖f‖ = 1 is 0.273167 for the six points and σ = 2",
        check=largest_variance,
        right=0.273167,
        twins={"the eigenvalue of K̃, not divided by n": 1.639003, "the second component": 0.098509},
    ),
    Claim(
        name="pca.operator",
        label="eq-kpca-operator",
        says="the variance is ⟨f, Cf⟩ with C = 1/n Σ φ̃(xᵢ) ⊗ φ̃(xᵢ)",
        check=is_the_variance_in_h,
        right=covariance,
        twins={
            "features not centred": lambda F: F.T @ F / len(F),
            "the mean feature ⊗ itself": lambda F: np.outer(F.mean(axis=0), F.mean(axis=0)),
            "1/n is dropped": lambda F: len(F) * covariance(F),
        },
    ),
    Claim(
        name="pca.eigenelement",
        label="eq-kpca-eigen",
        says="the first component satisfies Cf = λf with the largest λ",
        check=is_an_eigenelement,
        right=_top,
        twins={
            "C not centred": lambda F: _top(F, centre=False),
            "the second eigenvalue": lambda F: _top(F, last=1),
            "−λ, from a Lagrangian with plus": lambda F: (-_top(F)[0], _top(F)[1]),
        },
    ),
    Claim(
        name="pca.span",
        label="thm-kpca-span",
        says="what is orthogonal to the centred features changes no score and adds ‖g‖² to ‖f‖²",
        check=splits_off,
        right=lambda K, alpha: (K @ alpha, float(alpha @ K @ alpha)),
        hypotheses=("g is orthogonal to the centred features",),
        undropped={"g is orthogonal to the centred features": "the split defines g so, for every f"},
        twins={
            "scores α instead of K̃α": lambda K, alpha: (alpha, float(alpha @ K @ alpha)),
            "the length of α in Rⁿ": lambda K, alpha: (K @ alpha, float(alpha @ alpha)),
            "K̃ twice in the length": lambda K, alpha: (K @ alpha, float(alpha @ K @ K @ alpha)),
        },
    ),
    Claim(
        name="pca.in_the_span",
        label="thm-kpca-span",
        says="a component with positive variance is a combination of the centred features",
        check=stays_in_the_span,
        right=lambda values: values > 1e-9 * values.max(),
        hypotheses=("the variance is positive",),
        twins={
            "components without variance too": Twin(
                lambda values: values > -1.0, drops="the variance is positive"
            ),
        },
    ),
    Claim(
        name="pca.expansion",
        label="eq-kpca-expansion",
        says="a component is Σ αᵢφ̃(xᵢ), with weights αᵢ = ⟨f, φ̃(xᵢ)⟩/(nλ)",
        check=expands,
        right=lambda away, f, lam: away @ f / (len(away) * lam),
        twins={
            "not divided by nλ": lambda away, f, lam: away @ f,
            "divided by λ only": lambda away, f, lam: away @ f / lam,
        },
    ),
    *(
        Claim(
            name=f"pca.{name}",
            label=label,
            says="K̃ = JKJ is the Gram matrix of the centred features; its rows add up to zero",
            check=is_gram_of_centred_features,
            right=right,
            hypotheses=(),
            twins=_CENTRING,
        )
        for name, label, right in (
            ("centring", "thm-kpca-centring", centred),
            ("centring_entries", "eq-kpca-centring", lambda K: K - K.mean(0) - K.mean(1)[:, None] + K.mean()),
        )
    ),
    Claim(
        name="pca.null_vector",
        label="prop-kpca-null",
        says="K̃1 = 0 for every kernel: the centred Gram matrix is never invertible",
        check=is_always_null,
        right=centred,
        hypotheses=(),
        twins={
            "so is K itself": lambda K: K,
            "centring the columns is enough: JK": lambda K: centring(len(K)) @ K,
            "only the grand mean is subtracted": lambda K: K - K.mean(),
        },
    ),
    Claim(
        name="pca.twice",
        label="eq-kpca-twice",
        says="Cf = λf, seen by the centred features, is K̃K̃α/n = λK̃α",
        check=holds_in_h,
        right=lambda K, alpha, lam: K @ K @ alpha / N - lam * K @ alpha,
        twins={
            "one factor K̃ lost on the left": lambda K, alpha, lam: K @ alpha / N - lam * K @ alpha,
            "one K̃ cancelled on both sides": lambda K, alpha, lam: K @ alpha / N - lam * alpha,
            "1/n is dropped": lambda K, alpha, lam: K @ K @ alpha - lam * K @ alpha,
        },
    ),
    Claim(
        name="pca.once",
        label="eq-kpca-once",
        says="K̃α = nλα implies K̃K̃α/n = λK̃α, and its solutions give Cf = λf",
        check=implies_the_other,
        right=lambda K, lam: centred(K) - N * lam * np.eye(N),
        twins={
            "K not centred": lambda K, lam: K - N * lam * np.eye(N),
            "n is dropped: K̃α = λα": lambda K, lam: centred(K) - lam * np.eye(N),
            "K̃K̃α/n = λK̃α says the same": lambda K, lam: centred(K) @ centred(K) / N - lam * centred(K),
        },
    ),
    Claim(
        name="pca.too_many_solutions",
        label="ex-kpca-shift",
        says="α = v + 5·1 solves K̃K̃α/n = λK̃α and misses K̃α = nλα by 8.195",
        check=wrong_by,
        right=8.195,
        twins={"K̃ may be cancelled: no error": 0.0, "five times λ instead of nλ": 1.3658},
    ),
    Claim(
        name="pca.kernel_pca",
        label="thm-kpca",
        says="C and K̃/n have the same positive eigenvalues; an n × n matrix is enough",
        check=same_spectrum,
        right=lambda K: leading(centred(K), 5)[0] / len(K),
        hypotheses=("features are centred",),
        twins={
            "K not centred": Twin(lambda K: leading(K, 5)[0] / len(K), drops="features are centred"),
            "not divided by n": lambda K: leading(centred(K), 5)[0],
        },
    ),
    Claim(
        name="pca.weights",
        label="eq-kpca-weights",
        says="α = v/√(nλ) gives ‖f‖² = αᵀK̃α = 1, and different components are orthogonal",
        check=unit_and_orthogonal,
        right=lambda v, mu: v / np.sqrt(mu),
        twins=_LENGTH,
    ),
    Claim(
        name="pca.scores",
        label="eq-kpca-scores",
        says="the scores of the training points are √(nλ) v, with mean square λ",
        check=are_the_scores,
        right=lambda v, mu: np.sqrt(mu) * v,
        twins={
            "nλ v: the weights were not normalised": lambda v, mu: mu * v,
            "v itself": lambda v, mu: v,
            "√λ v": lambda v, mu: np.sqrt(mu / N) * v,
        },
    ),
)
