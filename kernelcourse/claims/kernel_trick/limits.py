"""Claims on what a fixed basis can approximate, on convexity, and on how many features there are."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import comb
from typing import Any

import numpy as np
from numpy.polynomial.legendre import legval

from kernelcourse.claims.check import equals, same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.features import count_of_degree, count_up_to
from kernelcourse.points import Array

Approximation = Callable[[Callable[[Array], Array], int, Array], Array]


def kink(t: Array) -> Array:
    return np.abs(t - 0.5)


def jump_at_half(t: Array) -> Array:
    return np.sign(t - 0.4999)


def comes_close(candidate: tuple[Approximation, Callable[[Array], Array]]) -> bool:
    """within 1/(2√m) of the target, |x − ½|, at 201 points of [0, 1], for degrees m = 16, 36, 64"""
    approximate, target = candidate
    x = np.linspace(0, 1, 201)
    return all(
        bool(np.abs(approximate(target, m, x) - target(x)).max() <= 0.5 / np.sqrt(m)) for m in (16, 36, 64)
    )


def bernstein(f: Callable[[Array], Array], m: int, x: Array) -> Array:
    j = np.arange(m + 1)
    chances = np.array([comb(m, int(i)) for i in j], float) * x[:, None] ** j * (1 - x[:, None]) ** (m - j)
    return np.asarray(chances @ f(j / m))


def interpolate(f: Callable[[Array], Array], m: int, x: Array) -> Array:
    """The polynomial through m + 1 equally spaced points of the graph."""
    j = np.arange(m + 1)
    signs = np.array([(-1.0) ** int(i) * comb(m, int(i)) for i in j])
    with np.errstate(divide="ignore", invalid="ignore"):
        parts = signs / (x[:, None] - j / m)
        values = (parts @ f(j / m)) / parts.sum(axis=1)
    return np.where(np.isfinite(values), values, f(x))


def sign_fit(degree: int) -> Array:
    """Legendre coefficients of the best mean-square fit to sign(x) on [−1, 1]."""
    at_zero, c = np.asarray(legval(0.0, np.eye(degree + 3))), np.zeros(degree + 1)
    for m in range(1, degree + 1, 2):
        c[m] = at_zero[m - 1] - at_zero[m + 1]
    return c


def root_mean_square(c: Array) -> float:
    """By quadrature, in halves so that the jump lies at an end."""
    x, weight = np.polynomial.legendre.leggauss(120)
    values = legval((x + 1) / 2, c)
    return float(np.sqrt(((1 - values) ** 2 * weight).sum() / 2))


def bounds_the_largest_error(bound: float) -> bool:
    """neither polynomials of degree 3, 21, 101 nor tanh(100x) come nearer to sign(x); the zero function is as near"""
    x = np.array([1e-9, 1e-5, 0.5, 1.0])
    steep = [float(np.abs(1 - np.tanh(slope * x)).max()) for slope in (1.0, 10.0, 100.0)]
    largest = [float(np.abs(1 - legval(x, sign_fit(p))).max()) for p in (3, 21, 101)]
    zero = 1.0  # |sign(x) − 0|
    return all(bound - 1e-6 <= error for error in (*largest, *steep, zero)) and bound >= zero - 1e-6


def is_hessian(loss: Callable[[Array, Array, Array], float]) -> Callable[[Any], bool]:
    def check(hessian: Callable[[Array, Array, Array], Array]) -> bool:
        rng = np.random.default_rng(1)
        Phi, y, w = rng.standard_normal((12, 3)), np.sign(rng.standard_normal(12)), rng.standard_normal(3)
        H, step, steps = hessian(Phi, y, w), 1e-4, np.eye(3) * 1e-4
        second = [
            [
                (loss(Phi, y, w + a + b) - loss(Phi, y, w + a) - loss(Phi, y, w + b) + loss(Phi, y, w))
                / step**2
                for b in steps
            ]
            for a in steps
        ]
        return same(H, second, 5e-4) and bool(np.linalg.eigvalsh(H)[0] >= 0)

    check.__doc__ = "agrees with differences of the loss at random data; no eigenvalue is negative"
    return check


def square_loss(Phi: Array, y: Array, w: Array) -> float:
    return float(((Phi @ w - y) ** 2).sum())


def logistic_loss(Phi: Array, y: Array, w: Array) -> float:
    return float(np.logaddexp(0, -y * (Phi @ w)).sum())


def logistic_hessian(Phi: Array, w: Array, spread: Callable[[Array], Array]) -> Array:
    p = 1 / (1 + np.exp(-Phi @ w))
    return np.asarray(Phi.T @ (spread(p)[:, None] * Phi))


def falls_for_ever(lam: float) -> bool:
    """2 log(1 + e⁻ʷ) + λw² is smaller at w = 30 than at 10, and there than at 1; 0.63, 9.1·10⁻⁵, 1.9·10⁻¹³ at λ = 0"""
    values = [float(2 * np.log1p(np.exp(-w)) + lam * w**2) for w in (1.0, 10.0, 30.0)]
    return values[0] > values[1] > values[2] and same(values, [0.626523, 9.0796e-5, 1.8715e-13], 1e-5)


def leaves_both_losses(direction: Array) -> bool:
    """w and w + v have the same squared and the same logistic loss, at ten random w; Φ has a repeated column"""
    rng = np.random.default_rng(5)
    Phi, y = rng.standard_normal((8, 3))[:, [0, 1, 2, 2]], np.sign(rng.standard_normal(8))
    return all(
        same(loss(Phi, y, w + direction), loss(Phi, y, w))
        for w in rng.standard_normal((10, 4))
        for loss in (square_loss, logistic_loss)
    )


def middle_of_networks(exchange: Callable[[Array], Array]) -> bool:
    """both networks fit nine points exactly, and half way between their weights the loss is 0.18694"""
    theta, x = np.array([[1.0, 2.0], [-1.0, 0.5]]), np.linspace(-2, 2, 9)

    def output(t: Array) -> Array:
        return np.asarray(t[1] @ np.tanh(np.outer(t[0], x)))

    def loss(t: Array) -> float:
        return float(((output(t) - output(theta)) ** 2).sum())

    return same(loss(exchange(theta)), 0.0) and same(loss((theta + exchange(theta)) / 2), 0.18694, 1e-4)


def counts(exactly: bool) -> Callable[[Callable[[int, int], int]], bool]:
    def check(count: Callable[[int, int], int]) -> bool:
        def listed(d: int, p: int) -> int:
            sums = [sum(j) for j in product(range(p + 1), repeat=d)]
            return sum(total == p if exactly else total <= p for total in sums)

        small = all(count(d, p) == listed(d, p) for d in range(1, 5) for p in range(6))
        return small and (exactly or count(25, 25) == 126_410_606_437_752)

    check.__doc__ = "equals a count of all exponents, d ≤ 4, p ≤ 5" + (
        "" if exactly else "; 126 410 606 437 752 at 25, 25"
    )
    return check


CLAIMS = (
    Claim(
        name="kernel_trick.approximation",
        label="thm-trick-approximation",
        says="Bernstein polynomials come close to every continuous function on an interval, everywhere",
        check=comes_close,
        right=(bernstein, kink),
        hypotheses=("f is continuous, for the uniform error", "the interval is bounded"),
        undropped={
            "the interval is bounded": "every polynomial but a constant leaves all bounds on the line"
        },
        twins={
            "through equally spaced points": (interpolate, kink),
            "the binomial coefficients left out": (
                lambda f, m, x: (
                    (x[:, None] ** np.arange(m + 1) * (1 - x[:, None]) ** np.arange(m, -1, -1))
                    @ f(np.arange(m + 1) / m)
                ),
                kink,
            ),
            "a function that jumps": Twin(
                (bernstein, jump_at_half), drops="f is continuous, for the uniform error"
            ),
        },
    ),
    Claim(
        name="kernel_trick.in_the_mean",
        label="thm-trick-approximation",
        says="the mean error of the best polynomials for sign(x) falls: 0.375, 0.246, 0.168, 0.110, 0.079",
        check=equals((0.375, 0.246, 0.168, 0.110, 0.079), 6e-4),
        hypotheses=("f is square-integrable, for the mean error",),
        undropped={
            "f is square-integrable, for the mean error": "otherwise each polynomial has an infinite mean error"
        },
        right=tuple(root_mean_square(sign_fit(p)) for p in (3, 9, 21, 51, 101)),
        twins={
            "every second coefficient with the wrong sign": tuple(
                root_mean_square(sign_fit(p) * (-1.0) ** (np.arange(p + 1) // 2)) for p in (3, 9, 21, 51, 101)
            ),
            "the square of it": tuple(root_mean_square(sign_fit(p)) ** 2 for p in (3, 9, 21, 51, 101)),
        },
    ),
    Claim(
        name="kernel_trick.jump",
        label="thm-trick-approximation",
        says="the largest error of a continuous function to sign(x) is at least 1",
        check=bounds_the_largest_error,
        right=1.0,
        twins={
            "it falls like the mean error": 0.079,
            "a half: the polynomial meets the jump half way": 0.5,
            "0.96": 0.96,
            "1.1": 1.1,
        },
    ),
    Claim(
        name="kernel_trick.convex_squares",
        label="prop-trick-convex",
        says="the second derivatives of ‖Φw − y‖² are 2ΦᵀΦ, positive semidefinite",
        check=is_hessian(square_loss),
        right=lambda Phi, y, w: 2 * Phi.T @ Phi,
        hypotheses=("the basis is fixed",),
        undropped={
            "the basis is fixed": "the twin of the example of two networks drops it: there the loss is not convex"
        },
        twins={
            "the 2 is missing": lambda Phi, y, w: Phi.T @ Phi,
            "the sign is wrong": lambda Phi, y, w: -2 * Phi.T @ Phi,
        },
    ),
    Claim(
        name="kernel_trick.convex_logistic",
        label="prop-trick-convex",
        says="the second derivatives of the logistic loss are ΦᵀSΦ with S = diag(p(1 − p))",
        check=is_hessian(logistic_loss),
        right=lambda Phi, y, w: logistic_hessian(Phi, w, lambda p: p * (1 - p)),
        twins={
            "S = p": lambda Phi, y, w: logistic_hessian(Phi, w, lambda p: p),
            "S = √(p(1 − p))": lambda Phi, y, w: logistic_hessian(Phi, w, lambda p: np.sqrt(p * (1 - p))),
            "S = 1": lambda Phi, y, w: Phi.T @ Phi,
        },
    ),
    Claim(
        name="kernel_trick.no_minimum",
        label="prop-trick-convex",
        says="convex is not enough: without a penalty the logistic loss of separable points has no minimum",
        check=falls_for_ever,
        right=0.0,
        hypotheses=("there is no penalty",),
        twins={
            "with a small penalty": Twin(1e-4, drops="there is no penalty"),
            "with a penalty": Twin(1.0, drops="there is no penalty"),
        },
    ),
    Claim(
        name="kernel_trick.not_unique",
        label="prop-trick-convex",
        says="if Φv = 0, then w and w + v have the same loss: with dependent features the minimum is not unique",
        check=leaves_both_losses,
        right=np.array([0.0, 0.0, 1.0, -1.0]),
        hypotheses=("Φv = 0",),
        twins={
            "the same sign for both copies": np.array([0.0, 0.0, 1.0, 1.0]),
            "along another feature": Twin(np.array([1.0, 0.0, 0.0, 0.0]), drops="Φv = 0"),
        },
    ),
    Claim(
        name="kernel_trick.network",
        label="ex-trick-network",
        says="two equal networks with units exchanged: loss 0 at both, 0.187 half way",
        check=middle_of_networks,
        right=lambda theta: theta[:, ::-1],
        twins={
            "only the inner weights exchanged": lambda theta: np.stack([theta[0, ::-1], theta[1]]),
            "nothing exchanged": lambda theta: theta.copy(),
            "all signs flipped": lambda theta: -theta,
        },
    ),
    Claim(
        name="kernel_trick.count_exactly",
        label="prop-trick-count",
        says="there are (d + p − 1 choose p) monomials of degree exactly p in d variables",
        check=counts(exactly=True),
        right=count_of_degree,
        hypotheses=(),
        twins={"all degrees up to p": count_up_to, "(d choose p): no powers": comb, "dᵖ: in order": pow},
    ),
    Claim(
        name="kernel_trick.count_up_to",
        label="prop-trick-count",
        says="there are (d + p choose p) monomials of degree at most p in d variables",
        check=counts(exactly=False),
        right=count_up_to,
        twins={
            "degree exactly p": count_of_degree,
            "(d + p choose p + 1)": lambda d, p: comb(d + p, p + 1),
            "d + p": lambda d, p: d + p,
        },
    ),
)
