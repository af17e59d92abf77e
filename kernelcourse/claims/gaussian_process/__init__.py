"""Claims of the chapter on Gaussian processes."""

from __future__ import annotations

import numpy as np

from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.gaussian_process import checks as c
from kernelcourse.learn import gaussian_process


def _draw(mean, A, rng):
    return mean + np.linalg.cholesky(A) @ rng.standard_normal(len(mean))


def _conditional(A, B, R, b):
    return R @ np.linalg.solve(B, b), A - R @ np.linalg.solve(B, R.T)


def _bent_pairs(rng, n):
    """a = b² − 1 and b: no covariance, and yet b knows a."""
    b = rng.standard_normal(n)
    return b**2 - 1, b


def _law(k, X, y, s, Z, added=None):
    A = k(X) + (s if added is None else added) * np.eye(len(X))
    return k(Z, X) @ np.linalg.solve(A, y), k(Z) - k(Z, X) @ np.linalg.solve(A, k(X, Z))


def _variance(X, y, s, Z):
    return gaussian_process(c.K_OF, X, y, s).variance(Z)


def _log_evidence(A, y, fit=0.5, volume=0.5, constant=0.5):
    log_det = np.linalg.slogdet(A)[1]
    return float(-fit * y @ np.linalg.solve(A, y) - volume * log_det - constant * len(y) * np.log(2 * np.pi))


def _log_normal(y, mean, v):
    return float(-((y - mean) ** 2) / v / 2 - np.log(2 * np.pi * v) / 2)


def _slope(A, alpha, derivative, inverse=1.0, half=0.5):
    return float(half * np.trace((np.outer(alpha, alpha) - inverse * np.linalg.inv(A)) @ derivative))


def _left_out(A, y):
    inverse = np.linalg.inv(A)
    return y - inverse @ y / np.diag(inverse), 1 / np.diag(inverse)


NORMAL, PROCESS = "a and b are jointly normal", "f is a Gaussian process with covariance k"
RIGHT_PRIOR, RIGHT_NOISE = "f is drawn from the process", "the noise is normal with variance s"

CLAIMS = (
    Claim(
        name="gaussian_process.draw",
        label=("alg-gp-draw", "eq-gp-prior"),
        says="μ + Lε with LLᵀ = A has mean μ and covariance A",
        check=c.has_covariance,
        right=_draw,
        twins={
            "A instead of its root": lambda mean, A, rng: mean + A @ rng.standard_normal(len(mean)),
            "the root transposed": lambda mean, A, rng: (
                mean + np.linalg.cholesky(A).T @ rng.standard_normal(len(mean))
            ),
            "entries drawn one by one": lambda mean, A, rng: (
                mean + np.sqrt(np.diag(A)) * rng.standard_normal(len(mean))
            ),
        },
    ),
    Claim(
        name="gaussian_process.conditioning",
        label=("thm-gp-conditioning", "eq-gp-conditional"),
        says="given b, a is normal with mean RB⁻¹b and covariance A − RB⁻¹Rᵀ",
        check=c.conditions,
        right=c.Conditional(_conditional),
        hypotheses=(NORMAL, "B is invertible"),
        undropped={"B is invertible": "without it the formula has no value; a pseudo-inverse would do"},
        twins={
            "the covariance of a is kept": c.Conditional(lambda A, B, R, b: (_conditional(A, B, R, b)[0], A)),
            "added instead of subtracted": c.Conditional(
                lambda A, B, R, b: (_conditional(A, B, R, b)[0], A + R @ np.linalg.solve(B, R.T))
            ),
            "b is not divided by its covariance": c.Conditional(
                lambda A, B, R, b: (R @ b, _conditional(A, B, R, b)[1])
            ),
            "a = b² − 1": Twin(c.Conditional(_conditional, _bent_pairs), drops=NORMAL),
        },
    ),
    Claim(
        name="gaussian_process.posterior",
        label=("thm-gp-posterior", "eq-gp-posterior"),
        says="mean k_zᵀ(K + sI)⁻¹y, which is ridge with λ = s; covariance k(z, z′) − k_zᵀ(K + sI)⁻¹k_z′",
        check=c.is_posterior,
        right=c.Posterior(c.by_package),
        hypotheses=(PROCESS, "the noise is independent with one variance s > 0"),
        undropped={
            PROCESS: "another law of f has another conditional law; the twin a = b² − 1 of conditioning shows it"
        },
        twins={
            "no noise in the matrix": c.Posterior(lambda k, X, y, s, Z: _law(k, X, y, s, Z, added=1e-9)),
            "√s in the place of s": c.Posterior(lambda k, X, y, s, Z: _law(k, X, y, s, Z, added=np.sqrt(s))),
            "the noise is added to the covariance of f": c.Posterior(
                lambda k, X, y, s, Z: (
                    _law(k, X, y, s, Z)[0],
                    _law(k, X, y, s, Z)[1] + s * np.eye(len(Z)),
                )
            ),
            "nothing is subtracted": c.Posterior(lambda k, X, y, s, Z: (_law(k, X, y, s, Z)[0], k(Z))),
            "neighbours share their noise": Twin(
                c.Posterior(c.by_package, noise=c.shared_noise),
                drops="the noise is independent with one variance s > 0",
            ),
        },
    ),
    Claim(
        name="gaussian_process.variance",
        label="prop-gp-variance",
        says="the variance does not depend on y, never grows with a point, and is k(z, z) far from all",
        check=c.knows_places_only,
        right=_variance,
        hypotheses=("s > 0",),
        undropped={"s > 0": "without noise a repeated point makes K singular, and the formula has no value"},
        twins={
            "scaled by the size of the data": lambda X, y, s, Z: _variance(X, y, s, Z) * (y @ y) / len(y),
            "the share that is explained": lambda X, y, s, Z: 1 - _variance(X, y, s, Z),
            "divided by the number of points": lambda X, y, s, Z: _variance(X, y, s, Z) / len(X),
        },
    ),
    Claim(
        name="gaussian_process.coverage",
        label="prop-gp-coverage",
        says="m ± q√v holds f(z), and m ± q√(v + s) a new measurement, as often as promised",
        check=c.keeps_promise,
        right=c.Bars(),
        clauses=("the interval for f(z)", "the interval for a measurement"),
        hypotheses=(RIGHT_PRIOR, RIGHT_NOISE, "v(z) > 0"),
        undropped={"v(z) > 0": "where v is zero the interval is a point, and holds f(z) always"},
        twins={
            "noise in the interval for f": Twin(
                c.Bars(function=lambda v, s: v + s), breaks="the interval for f(z)"
            ),
            "no noise in the interval for a measurement": Twin(
                c.Bars(measurement=lambda v, s: v), breaks="the interval for a measurement"
            ),
            "a tenth more variance": Twin(
                c.Bars(function=lambda v, s: 1.1 * v), breaks="the interval for f(z)"
            ),
            "a kernel three times as wide": Twin(c.Bars(width=3.0), drops=RIGHT_PRIOR),
            "mostly no noise, sometimes a huge one": Twin(c.Bars(spiky=True), drops=RIGHT_NOISE),
        },
    ),
    Claim(
        name="gaussian_process.evidence",
        label="eq-gp-evidence",
        says="log p(y) = −½yᵀA⁻¹y − ½ log det A − n/2 log 2π",
        check=c.is_log_density,
        right=_log_evidence,
        twins={
            "without the determinant": lambda A, y: _log_evidence(A, y, volume=0.0),
            "log det without its half": lambda A, y: _log_evidence(A, y, volume=1.0),
            "the determinant is added": lambda A, y: _log_evidence(A, y, volume=-0.5),
            "yᵀA⁻¹y without its half": lambda A, y: _log_evidence(A, y, fit=1.0),
        },
    ),
    Claim(
        name="gaussian_process.chain",
        label=("prop-gp-chain", "eq-gp-chain"),
        says="log p(y) = Σ log p(yᵢ | y₁, …, yᵢ₋₁), in every order",
        check=c.sums_to_evidence,
        right=lambda y, mean, v, s: _log_normal(y, mean, v + s),
        hypotheses=(),
        twins={
            "the noise is left out of each prediction": lambda y, mean, v, s: _log_normal(y, mean, v),
            "the variance is left out": lambda y, mean, v, s: _log_normal(y, mean, s),
            "each point alone": lambda y, mean, v, s: _log_normal(y, 0.0, 1 + s),
        },
    ),
    Claim(
        name="gaussian_process.gradient",
        label=("prop-gp-gradient", "eq-gp-gradient"),
        says="∂ log p(y) = ½ tr((ααᵀ − A⁻¹)∂A), α = A⁻¹y",
        check=c.is_slope,
        right=c.Slope(_slope),
        hypotheses=("A is positive definite and depends smoothly on θ",),
        twins={
            "without the half": c.Slope(lambda A, a, d: _slope(A, a, d, half=1.0)),
            "without A⁻¹": c.Slope(lambda A, a, d: _slope(A, a, d, inverse=0.0)),
            "A⁻¹ is added": c.Slope(lambda A, a, d: _slope(A, a, d, inverse=-1.0)),
            "a jump in θ": Twin(
                c.Slope(_slope, (lambda theta, X: c.K_OF(X) + (0.2 + (theta > 0)) * np.eye(len(X)),)),
                drops="A is positive definite and depends smoothly on θ",
            ),
        },
    ),
    Claim(
        name="gaussian_process.left_out",
        label=("prop-gp-loo", "eq-gp-loo"),
        says="without point i: mean yᵢ − αᵢ/(A⁻¹)ᵢᵢ, variance 1/(A⁻¹)ᵢᵢ",
        check=c.predicts_without,
        right=_left_out,
        hypotheses=(),
        twins={
            "the residual, not enlarged": lambda A, y: (y - np.linalg.solve(A, y), _left_out(A, y)[1]),
            "the noise taken off the variance": lambda A, y: (_left_out(A, y)[0], _left_out(A, y)[1] - 0.2),
            "divided by Aᵢᵢ": lambda A, y: (y - np.linalg.solve(A, y) / np.diag(A), 1 / np.diag(A)),
        },
    ),
)
