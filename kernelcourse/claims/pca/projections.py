"""Claims on new points, special cases, rings, projections and pre-images."""

from __future__ import annotations

from typing import Any

import numpy as np

from kernelcourse.claims.check import equals
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.pca.data import GAUSS, QUADRATIC, X, Z, centred, leading
from kernelcourse.claims.pca.kernel import (
    FixedPoint,
    are_features_of_the_square,
    centres_new_points,
    cleans,
    finds_the_maximum,
    is_the_distance,
    is_the_projection,
    new_scores,
    projects_like_features,
    ring_scores,
    score_from_value,
)
from kernelcourse.kernels import Laplace, Linear
from kernelcourse.learn.pca import kernel_pca, pca

_RINGS: dict[str, Any] = {
    "eigenvalues": np.array([2570.0, 2570, 2250]),
    "gauss": 0.3747,
    "gauss component": 1,
    "square": 5.3033,
    "square component": 3,
}


def _same_as_pca(variant: Any) -> bool:
    """with the linear kernel: variances and, up to sign, scores of ordinary PCA of the six points"""
    plain = pca(X, 2)
    variances, scores = variant(X)
    return bool(
        np.allclose(variances, plain.variances) and np.allclose(np.abs(scores), np.abs(plain.scores(X)))
    )


def _linear(points: Any, centre: bool = True, root: bool = True) -> tuple[Any, Any]:
    K = centred(Linear()(points)) if centre else Linear()(points)
    values, V = leading(K, 2)
    return values / len(points), V * (np.sqrt(values) if root else values)


def _package(k: Any, points: Any, new: Any) -> Any:
    return kernel_pca(k, points, 2).scores(new)


def _weighted_mean(gamma: Any, k: Any, u: Any) -> Any:
    return (gamma * k) @ X / (gamma * k).sum()


CLAIMS = (
    Claim(
        name="pca.new_point",
        label="eq-kpca-new",
        says="k̃_z = k_z − its mean − row means of K + grand mean, one score αᵀk̃_z a component",
        check=centres_new_points,
        right=lambda column, K: column - column.mean() - K.mean(axis=1) + K.mean(),
        twins={
            "not centred": lambda column, K: column,
            "centred with its own mean only": lambda column, K: column - column.mean(),
            "the grand mean is not added": lambda column, K: column - column.mean() - K.mean(axis=1),
            "the row means are forgotten": lambda column, K: column - column.mean() + K.mean(),
        },
    ),
    Claim(
        name="pca.algorithm",
        label="alg-kernel-pca",
        says="kernel PCA gives the scores of PCA on explicit features, for old points and new ones",
        check=projects_like_features,
        right=_package,
        twins={
            "nothing is centred": lambda k, P, A: new_scores(k, P, A, centre=False),
            "unit eigenvectors as weights": lambda k, P, A: new_scores(k, P, A, root=False),
            "new points not centred with the old means": lambda k, P, A: new_scores(k, P, A, old=False),
        },
    ),
    Claim(
        name="pca.new_point_value",
        label="ex-kpca-new-point",
        says="z = (1, 4), (1 + x·z)² on the six points: scores 14.6999 and 13.2510 up to sign",
        check=equals(np.array([14.6999, 13.2510]), 5e-6),
        right=np.abs(_package(QUADRATIC, X, Z)[0]),
        twins={
            "nothing is centred": np.abs(new_scores(QUADRATIC, X, Z, centre=False)[0]),
            "z not centred with the old means": np.abs(new_scores(QUADRATIC, X, Z, old=False)[0]),
        },
    ),
    Claim(
        name="pca.one_number",
        label="eq-kpca-new",
        says="the score of z = (1, 4) on the first Gaussian component is one number, 0.0968 up to sign",
        check=equals(0.0968, 5e-5),
        right=abs(float(_package(GAUSS, X, Z)[0, 0])),
        twins={
            "one kernel value times all weights": float(GAUSS(X[:1], Z)[0, 0])
            * np.abs(kernel_pca(GAUSS, X, 1).directions.weights[:, 0]),
            "the value f(z), not centred": 0.2282,
        },
    ),
    Claim(
        name="pca.polynomial_basis",
        label="cor-kpca-special",
        says="with (1 + x·z)² it is PCA of the explicit polynomial features",
        check=projects_like_features,
        right=new_scores,
        hypotheses=(),
        twins={
            "(x·z)² without the constant": lambda k, P, A: new_scores(type(k)(degree=2, c=0.0), P, A),
            "degree three": lambda k, P, A: new_scores(type(k)(degree=3), P, A),
        },
    ),
    Claim(
        name="pca.linear_kernel",
        label="cor-kpca-special",
        says="with the linear kernel it is ordinary PCA",
        check=_same_as_pca,
        right=_linear,
        twins={
            "K not centred": lambda P: _linear(P, centre=False),
            "scores nλ v instead of √(nλ) v": lambda P: _linear(P, root=False),
        },
    ),
    Claim(
        name="pca.score_and_value",
        label="prop-kpca-function",
        says="the score of z is f(z) minus the mean of f over the data",
        check=score_from_value,
        right=lambda f, z: float(f(z)[0] - f(X).mean()),
        hypotheses=(),
        twins={
            "the value f(z) itself": lambda f, z: float(f(z)[0]),
            "the mean is added": lambda f, z: float(f(z)[0] + f(X).mean()),
        },
    ),
    Claim(
        name="pca.rings",
        label="ex-kpca-rings",
        says="rings: the first Gaussian score is ±0.3747; of (x·z)², 2570, 2570, 2250, the third is ±5.3033",
        check=ring_scores,
        right=_RINGS,
        twins={
            "the second Gaussian component": _RINGS | {"gauss component": 2},
            "the first component of the square": _RINGS | {"square component": 1},
            "the radius has the largest eigenvalue": _RINGS | {"eigenvalues": np.array([2570.0, 2250, 2250])},
        },
    ),
    Claim(
        name="pca.polar",
        label="eq-kpca-polar",
        says="(r², r²cos 2θ, r²sin 2θ)/√2 are features of (x·z)², uncorrelated on the rings",
        check=are_features_of_the_square,
        right=lambda r, t: np.column_stack([r**2, r**2 * np.cos(2 * t), r**2 * np.sin(2 * t)]) / 2**0.5,
        twins={
            "1/√2 is dropped": lambda r, t: np.column_stack(
                [r**2, r**2 * np.cos(2 * t), r**2 * np.sin(2 * t)]
            ),
            "θ instead of 2θ": lambda r, t: (
                np.column_stack([r**2, r**2 * np.cos(t), r**2 * np.sin(t)]) / 2**0.5
            ),
        },
    ),
    Claim(
        name="pca.projection",
        label="eq-kpca-project",
        says="P(z) = Σ γᵢφ(xᵢ), γᵢ = 1/n + Σⱼ cⱼαᵢⱼ; the weights of a component add up to zero",
        check=is_the_projection,
        right=lambda A, s: 1 / len(A) + A @ s,
        twins={
            "the mean feature is forgotten": lambda A, s: A @ s,
            "1 instead of 1/n": lambda A, s: 1 + A @ s,
            "the scores are forgotten": lambda A, s: 1 / len(A) + A.sum(axis=1),
            "weights that do not add up to zero": lambda A, s: 1 / len(A) + (A + 5) @ s,
        },
    ),
    Claim(
        name="pca.residual",
        label="eq-kpca-residual",
        says="‖φ(z) − P(z)‖² = k̃(z, z) − Σ sⱼ²",
        check=is_the_distance,
        right=lambda own, s: float(own - (s**2).sum()),
        twins={
            "k(z, z) = 1 not centred": lambda own, s: float(1 - (s**2).sum()),
            "plus for minus": lambda own, s: float(own + (s**2).sum()),
            "scores not squared": lambda own, s: float(own - np.abs(s).sum()),
        },
    ),
    Claim(
        name="pca.preimage",
        label=("prop-kpca-preimage", "eq-kpca-fixed"),
        says="the nearest Gaussian feature is at the maximum of h, a fixed point of Σγkx/Σγk",
        check=finds_the_maximum,
        right=FixedPoint(_weighted_mean),
        hypotheses=("k is Gaussian", "h(u) ≠ 0"),
        undropped={"h(u) ≠ 0": "where h(u) = 0 the right side divides by zero"},
        twins={
            "the mean of the points, without the kernel": FixedPoint(
                lambda gamma, k, u: gamma @ X / gamma.sum()
            ),
            "not divided by Σγk": FixedPoint(lambda gamma, k, u: (gamma * k) @ X),
            "the weights are forgotten": FixedPoint(lambda gamma, k, u: k @ X / k.sum()),
            "a Laplace kernel": Twin(FixedPoint(_weighted_mean, Laplace(0.5)), drops="k is Gaussian"),
            "(1 + x·z)²": Twin(FixedPoint(_weighted_mean, QUADRATIC), drops="k is Gaussian"),
        },
    ),
    Claim(
        name="pca.digits",
        one_draw=True,
        label="ex-kpca-digits",
        says="noise 0.3 on digits: PCA leaves 0.169, the nearest image 0.157, kernel PCA 0.135",
        check=cleans,
        right=(0.169, 0.157, 0.135),
        twins={
            "kernel PCA is no better than the nearest image": (0.169, 0.157, 0.157),
            "PCA is as good as kernel PCA": (0.135, 0.157, 0.135),
        },
    ),
)
