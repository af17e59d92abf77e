"""Claims on the two forms of a linear predictor, the split of a weight vector and the representer theorem."""

from __future__ import annotations

import numpy as np

from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.kernel_trick.weights_checks import (
    all_fit_without_penalty,
    gives_ridge_weights,
    is_the_dual_objective,
    is_the_l1_minimum,
    makes_w0_cost,
    projection_never_hurts,
    projects,
    scores_patients,
    sees_a_new_point,
    sees_predictions,
    split,
    splits,
    two_forms_agree,
)

CLAIMS = (
    Claim(
        name="kernel_trick.two_forms",
        label="eq-trick-two-forms",
        says="w·x = Σ αᵢ⟨xᵢ, x⟩ for w = Xᵀα: a weight for every feature or for every point",
        check=two_forms_agree,
        right=lambda X, alpha, x: float(alpha @ (X @ x)),
        twins={
            "the weights left out": lambda X, alpha, x: float((X @ x).sum()),
            "a mean instead of a sum": lambda X, alpha, x: float(np.mean(alpha * (X @ x))),
            "distances for inner products": lambda X, alpha, x: float(alpha @ np.linalg.norm(X - x, axis=1)),
        },
    ),
    Claim(
        name="kernel_trick.ridge_weights",
        label="eq-trick-ridge",
        says="w = Xᵀα minimises ‖Xw − y‖² + λ‖w‖² if (K + λI)α = y",
        check=gives_ridge_weights,
        right=lambda K, y, lam: np.linalg.solve(K + lam * np.eye(len(K)), y),
        twins={
            "λ forgotten": lambda K, y, lam: np.linalg.pinv(K) @ y,
            "2λ": lambda K, y, lam: np.linalg.solve(K + 2 * lam * np.eye(len(K)), y),
            "nλ": lambda K, y, lam: np.linalg.solve(K + len(K) * lam * np.eye(len(K)), y),
        },
    ),
    Claim(
        name="kernel_trick.patients",
        label="ex-trick-patients",
        says="a patient's score by features is the score by resemblance to earlier patients",
        check=scores_patients,
        right=lambda known, weights, x: float(sum(a * (p @ x) for a, p in zip(weights, known, strict=True))),
        twins={
            "only the most similar patient": lambda known, weights, x: float(
                weights[(known @ x).argmax()] * (known @ x).max()
            ),
            "all patients count the same": lambda known, weights, x: float(
                weights.mean() * (known @ x).sum()
            ),
        },
    ),
    Claim(
        name="kernel_trick.split",
        label="eq-trick-split",
        says="every w is Xᵀα + w₀ with Xw₀ = 0",
        check=splits,
        right=split,
        twins={
            "w₀ = 0": lambda X, w: (split(X, w)[0], np.zeros_like(w)),
            "α = Xw, unsolved": lambda X, w: (X @ w, w - X.T @ (X @ w)),
            "w₀ with the wrong sign": lambda X, w: (split(X, w)[0], -split(X, w)[1]),
        },
    ),
    Claim(
        name="kernel_trick.projection",
        label="thm-trick-split",
        says="X⁺X projects on the row space: Rᵈ is the orthogonal sum of row space and null space",
        check=projects,
        right=lambda X: np.linalg.pinv(X) @ X,
        hypotheses=(),
        twins={
            "XX⁺": lambda X: X @ np.linalg.pinv(X),
            "XᵀX": lambda X: X.T @ X,
            "the identity": lambda X: np.eye(X.shape[1]),
            "I − X⁺X": lambda X: np.eye(X.shape[1]) - np.linalg.pinv(X) @ X,
        },
    ),
    Claim(
        name="kernel_trick.representer",
        label="thm-trick-representer",
        says="if the loss sees only Xw and the penalty grows with ‖w‖, dropping w₀ never raises the objective",
        check=projection_never_hurts,
        right=(lambda w: 0.3 * float(w @ w), sees_predictions),
        hypotheses=(
            "the penalty is a function of the Euclidean length",
            "the penalty does not fall with the length",
            "the loss sees Xw only",
        ),
        twins={
            "an ℓ₁ penalty": Twin(
                (lambda w: 3.0 * float(np.abs(w).sum()), sees_predictions),
                drops="the penalty is a function of the Euclidean length",
            ),
            "an ℓ₂.₅ penalty": Twin(
                (lambda w: 3.0 * float((np.abs(w) ** 2.5).sum()), sees_predictions),
                drops="the penalty is a function of the Euclidean length",
            ),
            "the largest entry": Twin(
                (lambda w: 3.0 * float(np.abs(w).max()), sees_predictions),
                drops="the penalty is a function of the Euclidean length",
            ),
            "a penalty that falls with the length": Twin(
                (lambda w: -0.3 * float(w @ w), sees_predictions),
                drops="the penalty does not fall with the length",
            ),
            "a penalty that falls beyond length 50": Twin(
                (lambda w: float(-abs(np.linalg.norm(w) - 50)), sees_predictions),
                drops="the penalty does not fall with the length",
            ),
            "a loss at a new point": Twin(
                (lambda w: 0.3 * float(w @ w), sees_a_new_point), drops="the loss sees Xw only"
            ),
        },
    ),
    Claim(
        name="kernel_trick.every_minimiser",
        label="thm-trick-representer",
        says="if Ω is strictly increasing, w₀ ≠ 0 always costs: every minimiser is a combination of the points",
        check=makes_w0_cost,
        right=lambda length: length**2,
        hypotheses=("Ω is strictly increasing, for every minimiser",),
        twins={
            "flat for short w": Twin(
                lambda length: max(0.0, length - 1), drops="Ω is strictly increasing, for every minimiser"
            ),
            "flat for long w": Twin(
                lambda length: min(1.0, length), drops="Ω is strictly increasing, for every minimiser"
            ),
            "no penalty": Twin(lambda length: 0.0, drops="Ω is strictly increasing, for every minimiser"),
        },
    ),
    Claim(
        name="kernel_trick.dual_objective",
        label="eq-trick-dual-objective",
        says="J(Xᵀα) = L(Kα) + Ω(√(αᵀKα)): the points occur in K only",
        check=is_the_dual_objective,
        right=lambda K, alpha: float(np.sqrt(alpha @ K @ alpha)),
        twins={
            "‖α‖": lambda K, alpha: float(np.linalg.norm(alpha)),
            "‖Kα‖": lambda K, alpha: float(np.linalg.norm(K @ alpha)),
            "the root forgotten": lambda K, alpha: float(alpha @ K @ alpha),
        },
    ),
    Claim(
        name="kernel_trick.l1_leaves_the_row_space",
        label="ex-trick-l1",
        says="with an ℓ₁ penalty the best w is (0, 0.4375), no multiple of the training point (1, 2)",
        check=is_the_l1_minimum,
        right=(0.0, 0.4375),
        twins={
            "the best multiple of (1, 2)": (0.17, 0.34),
            "the fit without penalty": (0.2, 0.4),
            "the other axis": (0.75, 0.0),
        },
    ),
    Claim(
        name="kernel_trick.free_without_penalty",
        label="thm-trick-representer",
        says="without a penalty w₀ is free: (0.2, 0.4) and (10.2, −4.6) both fit (1, 2) ↦ 1",
        check=all_fit_without_penalty,
        right=((0.2, 0.4), (10.2, -4.6)),
        twins={
            "moved along the point": ((0.2, 0.4), (1.2, 2.4)),
            "moved anywhere": ((0.2, 0.4), (10.2, 0.4)),
        },
    ),
)
