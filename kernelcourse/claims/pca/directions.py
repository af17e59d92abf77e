"""Claims on principal components of points, before any kernel."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from kernelcourse.claims.check import equals, same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.pca.data import M, covariance, features, leading, middle
from kernelcourse.claims.pca.linear import (
    Directions,
    by_svd,
    gives_every_variance,
    gram_direction,
    is_the_gradient,
    is_the_kept_share,
    is_the_nearest_plane,
    is_the_spread_of_the_shadows,
    is_the_top,
    links_both_matrices,
    points_along_the_data,
    six_points,
)

_MEAN = [Fraction(23, 6), Fraction(17, 6)]
_C = [[Fraction(65, 36), Fraction(59, 36)], [Fraction(59, 36), Fraction(65, 36)]]
_PLUS = leading(M)[0][0]

CLAIMS = (
    Claim(
        name="pca.variance",
        label="eq-pca-variance",
        says="Var(w) = 1/n Σ ⟨w, xᵢ − x̄⟩²",
        check=is_the_spread_of_the_shadows,
        right=lambda w, P: float(np.mean((middle(P) @ w) ** 2)),
        twins={
            "the mean is not subtracted": lambda w, P: float(np.mean((P @ w) ** 2)),
            "the square of the mean instead of the mean of squares": lambda w, P: float(np.mean(P @ w) ** 2),
            "a sum instead of a mean": lambda w, P: float(((middle(P) @ w) ** 2).sum()),
        },
    ),
    Claim(
        name="pca.covariance",
        label="eq-pca-covariance",
        says="Var(w) = wᵀCw with C = 1/n Σ (xᵢ − x̄)(xᵢ − x̄)ᵀ",
        check=gives_every_variance,
        right=covariance,
        twins={
            "not centred": lambda P: P.T @ P / len(P),
            "the Gram matrix, n × n, instead": lambda P: middle(P) @ middle(P).T / len(P),
            "divided by n − 1": lambda P: covariance(P) * len(P) / (len(P) - 1),
        },
    ),
    Claim(
        name="pca.six_points",
        label="ex-pca-toy",
        says="six points: mean (23/6, 17/6), C = (65, 59; 59, 65)/36, eigenvalues 31/9 along (1, 1) and 1/6",
        check=six_points,
        right=(_MEAN, _C, [Fraction(31, 9), Fraction(1, 6)]),
        twins={
            "eigenvalues in ascending order": (_MEAN, _C, [Fraction(1, 6), Fraction(31, 9)]),
            "divided by 5 instead of 6": (
                _MEAN,
                [[entry * 6 / 5 for entry in row] for row in _C],
                [Fraction(62, 15), Fraction(1, 5)],
            ),
        },
    ),
    Claim(
        name="pca.gradient",
        label="eq-pca-lagrangian",
        says="∂/∂w [wᵀCw − λ(wᵀw − 1)] = 2Cw − 2λw, zero exactly at eigenvectors",
        check=is_the_gradient,
        right=lambda C, w, lam: 2 * C @ w - 2 * lam * w,
        twins={
            "plus λ: its zeros have Cw = −λw": lambda C, w, lam: 2 * C @ w + 2 * lam * w,
            "differentiated by λ": lambda C, w, lam: np.full(2, 1 - w @ w),
            "the factor 2 is dropped": lambda C, w, lam: C @ w - lam * w,
            "the constraint is forgotten": lambda C, w, lam: 2 * C @ w,
        },
    ),
    Claim(
        name="pca.plus_sign",
        label="eq-pca-lagrangian",
        says="for ((3, 1), (1, 2)) and λ = 3.618 the Lagrangian with + has the gradient (12.31, 7.61)",
        check=equals(np.array([12.31, 7.61]), 5e-4),
        right=4 * _PLUS * np.abs(leading(M)[1][:, 0]),
        twins={"the sign makes no difference": np.zeros(2)},
    ),
    Claim(
        name="pca.directions",
        label="thm-pca-directions",
        says="stationary on the sphere are the eigenvectors only; the largest value is λ₁ at v₁, then λ₂ at v₂",
        check=is_the_top,
        right=Directions(),
        clauses=("stationary exactly at eigenvectors", "the largest value, and the next ones"),
        hypotheses=("C is symmetric", "w has length one"),
        undropped={
            "w has length one": "on the whole space wᵀCw has no largest value, unless it is nowhere positive"
        },
        twins={
            "the first columns that eigh returns": Twin(
                Directions(lambda C: np.linalg.eigh(C)[1]), breaks="the largest value, and the next ones"
            ),
            "second and first exchanged": Twin(
                Directions(lambda C: leading(C, len(C))[1][:, [1, 0, *range(2, len(C))][: len(C)]]),
                breaks="the largest value, and the next ones",
            ),
            "the coordinate axes, largest variance first": Twin(
                Directions(lambda C: np.eye(len(C))[:, np.argsort(-np.diag(C))]),
                breaks="the largest value, and the next ones",
            ),
            "only v₁, …, v_d and their negatives": Twin(
                Directions(
                    stationary=lambda C, w: bool(
                        (np.abs(np.abs(leading(C, len(C))[1].T @ w) - 1) < 1e-9).any()
                    )
                ),
                breaks="stationary exactly at eigenvectors",
            ),
            "only where the value is largest": Twin(
                Directions(stationary=lambda C, w: same(w @ C @ w, leading(C)[0][0])),
                breaks="stationary exactly at eigenvectors",
            ),
            "C = (1, 4; 0, 1)": Twin(
                Directions(
                    lambda C: np.eye(2),  # its only eigenvector, (1, 0), and what is orthogonal to it
                    matrices=(np.array([[1.0, 4], [0, 1]]),),
                ),
                drops="C is symmetric",
            ),
        },
    ),
    Claim(
        name="pca.nearest_plane",
        label="thm-pca-plane",
        says="the plane through x̄ along v₁ … v_q is nearest; it misses λ_{q+1} + … + λ_d",
        check=is_the_nearest_plane,
        right=lambda P, q: (P.mean(axis=0), leading(covariance(P), q)[1]),
        hypotheses=(),
        twins={
            "through the origin": lambda P, q: (np.zeros(3), leading(covariance(P), q)[1]),
            "not centred": lambda P, q: (P.mean(axis=0), leading(P.T @ P, q)[1]),
            "the last directions": lambda P, q: (P.mean(axis=0), np.linalg.eigh(covariance(P))[1][:, :q]),
        },
    ),
    Claim(
        name="pca.explained",
        label="eq-pca-explained",
        says="explained = (λ₁ + … + λ_q)/(λ₁ + … + λ_d)",
        check=is_the_kept_share,
        right=lambda values, q: float(values[:q].sum() / values.sum()),
        twins={
            "singular values instead of variances": lambda values, q: float(
                np.sqrt(values[:q]).sum() / np.sqrt(values).sum()
            ),
            "the missed share": lambda values, q: float(values[q:].sum() / values.sum()),
        },
    ),
    Claim(
        name="pca.svd",
        label="eq-pca-svd",
        says="X_c = USVᵀ: variances s²/n, eigenvalues of X_cX_cᵀ s², scores US",
        check=links_both_matrices,
        right=by_svd,
        twins={
            "s² for s²/n": lambda P: by_svd(P, divide=False),
            "US² for US": lambda P: by_svd(P, root=False),
            "not centred": lambda P: by_svd(P, centre=False),
        },
    ),
    Claim(
        name="pca.polynomial_features",
        label="ex-pca-polynomial",
        says="six points, features of (1 + x·z)²: variances 372.1598, 6.7216, 0.2010",
        check=equals(np.array([372.1598, 6.7216, 0.2010]), 5e-5),
        right=leading(covariance(features()), 3)[0],
        twins={
            "not centred": leading(features().T @ features() / 6, 3)[0],
            "√2 left out of the features": leading(
                covariance(features() / np.array([1, 2**0.5, 2**0.5, 1, 2**0.5, 1])), 3
            )[0],
        },
    ),
    Claim(
        name="pca.mean",
        label="ex-pca-mean",
        says="(10, 10) + t(1, −1): without centring the first direction is (1, 1)/√2, with it (1, −1)/√2",
        check=points_along_the_data,
        right=lambda P: gram_direction(middle(P)),
        twins={
            "not centred": gram_direction,
            "divided by the standard deviation instead": lambda P: gram_direction(P / P.std(axis=0)),
        },
    ),
)
