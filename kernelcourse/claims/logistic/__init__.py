"""Claims of the chapter on kernel logistic regression."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.logistic.data import groups
from kernelcourse.claims.logistic.limits import LIMITS
from kernelcourse.kernels import Gaussian
from kernelcourse.learn import kernel_logistic, kernel_logistic_with_offset
from kernelcourse.points import Array

K_OF = Gaussian(1.0)


def _objective(K: Array, t: Array, lam: float, alpha: Any) -> float:
    return float(np.logaddexp(0, -t * (K @ alpha)).sum() + lam * alpha @ K @ alpha)


def _is_log_odds(probability: Callable[[Any, Any], Any]) -> bool:
    """y, f ↦ P(y): for both labels together 1, log-odds f, minus its logarithm log(1 + e^(−yf)), f from −30 to 30"""
    f = np.linspace(-30, 30, 121)
    up, down = probability(1.0, f), probability(-1.0, f)
    with np.errstate(divide="ignore", invalid="ignore"):
        odds = np.log(up / down)
    return bool(
        np.allclose(up + down, 1) and np.allclose(odds, f) and np.allclose(-np.log(up), np.logaddexp(0, -f))
    )


def _has_these_weights(weights: Callable[[Array, Array, float], Array]) -> bool:
    """y, f, λ ↦ α at the minimum, found by quasi-Newton steps on the objective alone: three problems, three λ"""
    for seed in range(3):
        P, t = groups(seed)
        K = K_OF(P)
        for lam in (0.05, 0.5, 3.0):
            found = minimize(
                lambda a: _objective(K, t, lam, a),  # noqa: B023
                np.zeros(len(t)),
                jac=lambda a: K @ (2 * lam * a - t * expit(-t * (K @ a))),  # noqa: B023
                method="BFGS",
                options={"gtol": 1e-9},
            )
            f = K @ found.x
            if not np.allclose(K @ weights(t, f, lam), f, atol=1e-4):
                return False
    return True


@dataclass(frozen=True)
class Minimum:
    """The candidate's weights, tried with this penalty and this Gram matrix."""

    lam: float = 0.5
    gram: Callable[[Array], Array] = K_OF


def _is_only_minimum(case: Minimum) -> bool:
    """from five random starts the objective ends at the same values f, and never below them, on two problems"""
    for seed in range(2):
        P, t = groups(seed, gap=1.5)
        K, rng = case.gram(P), np.random.default_rng(seed)
        ends = []
        for _ in range(5):
            found = minimize(
                lambda a: _objective(K, t, case.lam, a),  # noqa: B023
                rng.standard_normal(len(t)),
                jac=lambda a: K @ (2 * case.lam * a - t * expit(-t * (K @ a))),  # noqa: B023
                method="L-BFGS-B",
                bounds=[(-200, 200)] * len(t),
            )
            ends.append(K @ found.x)
        if np.ptp(np.array(ends), axis=0).max() > 1e-2 or np.abs(ends).max() > 100:
            return False
    return True


def _is_newton_step(step: Callable[[Array, Array, Array, float], Array]) -> bool:
    """K, y, f, λ ↦ α: the minimiser in g of the second-order expansion of J at f, solved in the values g(xᵢ)"""
    rng = np.random.default_rng(3)
    for seed in range(5):
        P, t = groups(seed)
        K = K_OF(P) + 0.01 * np.eye(len(t))
        f, lam = K @ rng.standard_normal(len(t)), 0.3
        p = expit(-t * f)
        inverse = np.linalg.inv(K)  # ‖g‖² = gᵀK⁻¹g
        slope = -t * p + 2 * lam * inverse @ f
        values = f - np.linalg.solve(np.diag(p * (1 - p)) + 2 * lam * inverse, slope)
        if not np.allclose(K @ step(K, t, f, lam), values, atol=1e-7):
            return False
    return True


def _step(
    K: Array, t: Array, f: Array, lam: float, two: float = 2.0, sign: float = 1.0, flat: bool = False
) -> Array:
    p = expit(-t * f)
    W = np.full(len(t), 0.25) if flat else p * (1 - p)
    return np.linalg.solve(K + two * lam * np.diag(1 / W), f + sign * t * p / W)


def _rounds(step: Callable[..., Array], rounds: int = 12) -> Callable[[Array, Array, float], Array]:
    def run(K: Array, t: Array, lam: float) -> Array:
        alpha = np.zeros(len(t))
        for _ in range(rounds):
            trial, part = step(K, t, K @ alpha, lam), 1.0
            while part > 1e-6 and _objective(K, t, lam, alpha + part * (trial - alpha)) > _objective(
                K, t, lam, alpha
            ):
                part /= 2
            alpha = alpha + part * (trial - alpha)
        return alpha

    return run


def _reaches_minimum(algorithm: Callable[[Array, Array, float], Array]) -> bool:
    """K, y, λ ↦ α with 2λα = y σ(−yf) to 10⁻⁸, for six problems"""
    for seed in range(3):
        P, t = groups(seed)
        K = K_OF(P)
        for lam in (0.01, 1.0):
            alpha = algorithm(K, t, lam)
            if np.abs(2 * lam * alpha - t * expit(-t * (K @ alpha))).max() > 1e-8:
                return False
    return True


def _balances(fit: Callable[[Array, Array, float], Any]) -> bool:
    """P, y, λ ↦ (values f + b, weights): probabilities add up to the positives, weights to zero; 4 of 12 positive"""
    for seed in range(4):
        P, t = groups(seed)
        P, t = P[4:], t[4:]
        for lam in (0.1, 2.0):
            values, weights = fit(P, t, lam)
            if abs(expit(values).sum() - (t > 0).sum()) > 1e-6 or abs(weights.sum()) > 1e-6:
                return False
    return True


def _with_offset(P, t, lam):
    f = kernel_logistic_with_offset(K_OF, P, t, lam)
    return f(P), f.expansion.weights


def _without_offset(P, t, lam):
    f = kernel_logistic(K_OF, P, t, lam)
    return f(P), f.weights


def _charged_offset(P, t, lam):
    f = kernel_logistic(K_OF + 1, P, t, lam)
    return f(P), f.weights


CLAIMS = (
    Claim(
        name="logistic.sigmoid",
        label=("eq-log-sigmoid", "eq-log-objective"),
        says="P(y | x) = σ(y f(x)): f is the log-odds, and minus the log-probability is log(1 + e^(−yf))",
        check=_is_log_odds,
        right=lambda y, f: expit(y * f),
        twins={
            "σ(f) for both labels": lambda y, f: expit(f),
            "σ(2yf)": lambda y, f: expit(2 * y * f),
        },
    ),
    Claim(
        name="logistic.weights",
        label=("thm-log-weights", "eq-log-weights"),
        says="αᵢ = yᵢ σ(−yᵢf(xᵢ))/2λ at the minimum",
        check=_has_these_weights,
        right=lambda t, f, lam: t * expit(-t * f) / (2 * lam),
        twins={
            "divided by λ": lambda t, f, lam: t * expit(-t * f) / lam,
            "σ(yf)": lambda t, f, lam: t * expit(t * f) / (2 * lam),
            "labels are left out": lambda t, f, lam: expit(-t * f) / (2 * lam),
            "only the mistaken points": lambda t, f, lam: t * expit(-t * f) * (t * f <= 0) / (2 * lam),
        },
    ),
    Claim(
        name="logistic.minimum",
        label="thm-log-weights",
        says="there is exactly one minimiser",
        check=_is_only_minimum,
        right=Minimum(),
        hypotheses=("k is a kernel", "λ > 0"),
        twins={
            "minus a Gaussian": Twin(Minimum(gram=lambda P: -K_OF(P)), drops="k is a kernel"),
            "λ = −0.1": Twin(Minimum(lam=-0.1), drops="λ > 0"),
        },
    ),
    Claim(
        name="logistic.newton",
        label=("prop-log-newton", "eq-log-quadratic"),
        says="a Newton step solves (K + 2λW⁻¹)α = t, t = f + yp/W: ridge with weights W",
        check=_is_newton_step,
        right=_step,
        hypotheses=(),
        twins={
            "λ without its 2": lambda K, t, f, lam: _step(K, t, f, lam, two=1.0),
            "targets f − yp/W": lambda K, t, f, lam: _step(K, t, f, lam, sign=-1.0),
            "all weights ¼": lambda K, t, f, lam: _step(K, t, f, lam, flat=True),
        },
    ),
    Claim(
        name="logistic.algorithm",
        label="alg-log-newton",
        says="Newton steps, halved while the objective would not fall, reach 2λα = y σ(−yf)",
        check=_reaches_minimum,
        right=_rounds(_step),
        twins={
            "one step": _rounds(_step, rounds=1),
            "λ without its 2": _rounds(lambda K, t, f, lam: _step(K, t, f, lam, two=1.0)),
            "targets f − yp/W": _rounds(lambda K, t, f, lam: _step(K, t, f, lam, sign=-1.0)),
        },
    ),
    Claim(
        name="logistic.balance",
        label=("prop-log-balance", "eq-log-balance"),
        says="with a free offset Σσ(f + b) is the number of positives, and Σα = 0",
        check=_balances,
        right=_with_offset,
        hypotheses=("b is free", "both labels occur"),
        undropped={"both labels occur": "with one label alone b grows for ever, and there is no minimum"},
        twins={
            "no offset": Twin(_without_offset, drops="b is free"),
            "the offset is a feature and pays": _charged_offset,
            "half the probabilities": lambda P, t, lam: (
                _with_offset(P, t, lam)[0] - 1,
                _with_offset(P, t, lam)[1],
            ),
        },
    ),
    *LIMITS,
)
