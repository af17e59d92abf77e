"""Claims on functions of the difference: flat tops, Pólya's criterion, the Matérn ladder."""

from __future__ import annotations

from fractions import Fraction
from math import factorial
from typing import Any

import numpy as np

from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.mercer.trials import LINES, column, gaps, minus, no_negative

_KERNELS: tuple[Any, ...] = (
    lambda t: np.exp(-(t**2)),
    lambda t: np.exp(-np.abs(t)),
    lambda t: np.maximum(0, 1 - np.abs(t)),
)
_FLAT: tuple[Any, ...] = (lambda t: np.exp(-(t**4)), lambda t: 1 / (1 + t**4))
_WEIGHTS = np.array([1.0, -2.0, 1.0])


def _three_points(value: Any, bumps: Any = _KERNELS) -> tuple[Any, Any]:
    return value, bumps


def _is_the_form(candidate: tuple[Any, Any]) -> bool:
    """is aᵀKa at 0, t, 2t with the weights 1, −2, 1, never negative for the bumps; −0.78 and −0.53 for the flat two"""
    value, bumps = candidate
    steps = np.arange(1, 40) / 10
    form = all(
        same(value(kappa, t), _WEIGHTS @ kappa(minus(column(0, t, 2 * t))) @ _WEIGHTS)
        for kappa in (*bumps, *_FLAT)
        for t in steps
    )
    never = all(value(kappa, t) >= -1e-12 for kappa in bumps for t in steps)
    return form and never and same([value(kappa, 0.5) for kappa in _FLAT], [-0.77955, -0.52941], 1e-4)


def _refutes_the_parabola(weights: tuple[int, int, int]) -> bool:
    """max(0, 1 − t²) passes 6κ(0) − 8κ(t) + 2κ(2t) ≥ 0 at 300 t, and in fractions these weights at 0, ½, 1 give −1"""
    t = np.arange(300) / 100

    def bump(u: Any) -> Any:
        return np.maximum(0, 1 - u**2)

    passes = (6 - 8 * bump(t) + 2 * bump(2 * t) >= -1e-12).all()
    spots = [Fraction(i, 2) for i in range(3)]
    total = sum(
        a * b * max(Fraction(0), 1 - (x - z) ** 2)
        for a, x in zip(weights, spots, strict=True)
        for b, z in zip(weights, spots, strict=True)
    )
    return bool(passes and total == -1)


def _knows_flat_tops(allowed: Any) -> bool:
    """says yes exactly to those q for which exp(−|t|^q) has no negative eigenvalue on grids of step 0.01 … 1"""
    for q in (0.3, 1.0, 1.5, 1.99, 2.0, 2.01, 2.2, 3.0, 4.0, 8.0):
        grids = [np.arange(9.0)[:, None] * step for step in (0.01, 0.1, 0.3, 1.0)]
        valid = all(no_negative(np.exp(-(np.abs(minus(P)) ** q))) for P in grids)
        if bool(allowed(q)) != valid:
            return False
    return True


def _on_lines(kappa: Any) -> tuple[Any, ...]:
    grids = (np.arange(15.0) * 0.4, np.arange(40.0) * 5.0)  # near by, and far apart
    return tuple(kappa(minus(P)) for P in (*LINES, *(grid[:, None] for grid in grids)))


_CONVEX: tuple[Any, ...] = (
    *_KERNELS[1:],
    lambda t: 1 / (1 + np.abs(t)),
    lambda t: np.exp(-np.sqrt(np.abs(t))),
    lambda t: 0.3 + np.maximum(0, 1 - np.abs(t)) + np.maximum(0, 2 - np.abs(t)),
)
_CONVEX_GRAMS = tuple(K for kappa in _CONVEX for K in _on_lines(kappa))
_PLANE = np.array([[i, j] for i in range(7) for j in range(7)]) * 0.45


def _all_valid(grams: tuple[Any, ...]) -> bool:
    """no Gram matrix of seven sets of points of the line, for each bump, has a negative eigenvalue"""
    return all(no_negative(K) for K in grams)


def _mixes_triangles(weight: Any) -> bool:
    """no weight is negative, and Σ wⱼ max(0, 1 − t/jh) is κ(t) at t = 0, h, 2h, … for exp(−t) and 1/(1 + t)²"""
    h, j = 0.1, np.arange(1, 4001)
    for kappa in (lambda t: np.exp(-t), lambda t: (1 + t) ** -2.0):
        w = weight(kappa, h, j)
        places = h * np.array([0, 1, 3, 10])
        mixed = [(w * np.maximum(0, 1 - t / (j * h))).sum() for t in places]
        if w.min() < -1e-12 or not same(mixed, kappa(places), 1e-3):
            return False
    return True


_STEP = 0.005
_T = np.arange(-40, 40 + _STEP / 2, _STEP)
_OMEGA = np.linspace(0, 8, 41)
_LADDER = {
    1: np.exp(-np.abs(_T)),
    2: (1 + np.abs(_T)) * np.exp(-np.abs(_T)),
    3: (1 + np.abs(_T) + _T**2 / 3) * np.exp(-np.abs(_T)),
}


def _transforms(formula: Any) -> bool:
    """is ∫ κ(t) cos(ωt) dt for the three functions at 41 frequencies, and positive there"""
    waves = np.cos(np.outer(_OMEGA, _T))
    found = {rung: waves @ values * _STEP for rung, values in _LADDER.items()}
    return all(
        same(formula(rung, _OMEGA), values, 1e-4) and formula(rung, _OMEGA).min() > 0
        for rung, values in found.items()
    )


def _coefficients(rung: int) -> list[Fraction]:
    """The power series of the rung for t > 0, up to t⁶, in fractions."""
    polynomial = [Fraction(1), Fraction(1), Fraction(1, 3)][:rung]
    series = [Fraction((-1) ** m, factorial(m)) for m in range(7)]
    return [
        sum((polynomial[i] * series[m - i] for i in range(len(polynomial)) if i <= m), Fraction(0))
        for m in range(7)
    ]


def _where_smoothness_ends(first_odd: Any) -> bool:
    """rung ↦ the first odd power of |t| in its series and the coefficient, in fractions"""
    for rung in (1, 2, 3):
        terms = _coefficients(rung)
        power = next(m for m in (1, 3, 5) if terms[m])
        if first_odd(rung) != (power, terms[power]):
            return False
    return True


CLAIMS = (
    Claim(
        name="mercer.flat_top",
        label=("prop-mercer-flat-top", "eq-mercer-flat-top"),
        says="a kernel κ(x − z) has 6κ(0) − 8κ(t) + 2κ(2t) ≥ 0",
        check=_is_the_form,
        right=_three_points(lambda kappa, t: 6 * kappa(0) - 8 * kappa(t) + 2 * kappa(2 * t)),
        hypotheses=("κ(x − z) is a kernel",),
        twins={
            "the middle counted once": _three_points(
                lambda kappa, t: 6 * kappa(0) - 4 * kappa(t) + 2 * kappa(2 * t)
            ),
            "weights 1, −1, 1": _three_points(
                lambda kappa, t: 3 * kappa(0) - 4 * kappa(t) + 2 * kappa(2 * t)
            ),
            "for every bump": Twin(
                _three_points(
                    lambda kappa, t: 6 * kappa(0) - 8 * kappa(t) + 2 * kappa(2 * t), (*_KERNELS, *_FLAT)
                ),
                drops="κ(x − z) is a kernel",
            ),
        },
    ),
    Claim(
        name="mercer.test_not_enough",
        label="prop-mercer-flat-top",
        says="passing the test is not enough: max(0, 1 − t²) does for every t, and 2, −3, 2 at 0, ½, 1 give −1",
        check=_refutes_the_parabola,
        right=(2, -3, 2),
        hypotheses=(),
        twins={
            "the weights of the test": (1, -2, 1),
            "doubled": (2, -4, 2),
            "the middle too light": (1, -1, 1),
        },
    ),
    Claim(
        name="mercer.flat_is_constant",
        label="prop-mercer-flat-top",
        says="a top flatter than a parabola leaves only constants: exp(−|t|^q) is a kernel exactly for q ≤ 2",
        check=_knows_flat_tops,
        right=lambda q: q <= 2,
        hypotheses=("(κ(0) − κ(t))/t² → 0",),
        twins={
            "q ≤ 4": lambda q: q <= 4,
            "q ≤ 2.1": lambda q: q <= 2.1,
            "q ≤ 1, where Pólya ends": lambda q: q <= 1,
            "a parabola is too flat already": Twin(lambda q: q < 2, drops="(κ(0) − κ(t))/t² → 0"),
        },
    ),
    Claim(
        name="mercer.polya",
        label="thm-mercer-polya",
        says="even, convex and non-increasing on t ≥ 0 and never negative: κ(x − z) is a kernel on the line",
        check=_all_valid,
        right=_CONVEX_GRAMS,
        hypotheses=(
            "κ is even",
            "convex on t ≥ 0",
            "non-increasing on t ≥ 0",
            "never negative",
            "on the line",
        ),
        twins={
            "falls faster to the left": Twin(
                _on_lines(lambda t: np.where(t >= 0, np.exp(-t), np.exp(2 * t))), drops="κ is even"
            ),
            "exp(−t⁴)": Twin(_on_lines(lambda t: np.exp(-(t**4))), drops="convex on t ≥ 0"),
            "max(0, 1 − t²)": Twin(_on_lines(lambda t: np.maximum(0, 1 - t**2)), drops="convex on t ≥ 0"),
            "1 + t², which rises": Twin(_on_lines(lambda t: 1 + t**2), drops="non-increasing on t ≥ 0"),
            "exp(−|t|) + |t|/100, which rises far away": Twin(
                _on_lines(lambda t: np.exp(-np.abs(t)) + 0.01 * np.abs(t)), drops="non-increasing on t ≥ 0"
            ),
            "exp(−|t|) − 0.05": Twin(_on_lines(lambda t: np.exp(-np.abs(t)) - 0.05), drops="never negative"),
            "exp(−|t|) − ½": Twin(_on_lines(lambda t: np.exp(-np.abs(t)) - 0.5), drops="never negative"),
            "the cone in the plane": Twin((np.maximum(0, 1 - np.sqrt(gaps(_PLANE))),), drops="on the line"),
        },
    ),
    Claim(
        name="mercer.polya_weights",
        label="eq-mercer-polya",
        says="wⱼ = j(κ((j+1)h) − 2κ(jh) + κ((j−1)h)) mixes triangles to κ",
        check=_mixes_triangles,
        right=lambda kappa, h, j: j * (kappa((j + 1) * h) - 2 * kappa(j * h) + kappa((j - 1) * h)),
        twins={
            "the factor j is missing": lambda kappa, h, j: (
                kappa((j + 1) * h) - 2 * kappa(j * h) + kappa((j - 1) * h)
            ),
            "first differences": lambda kappa, h, j: j * (kappa(j * h) - kappa((j + 1) * h)),
        },
    ),
    Claim(
        name="mercer.matern",
        label=("prop-mercer-matern", "eq-mercer-matern"),
        says="the transforms are 2/(1 + ω²), 4/(1 + ω²)² and 16/(3(1 + ω²)³): positive, so all three are kernels",
        check=_transforms,
        right=lambda rung, omega: (2, 4, 16 / 3)[rung - 1] / (1 + omega**2) ** rung,
        hypotheses=(),
        twins={
            "16 without the third": lambda rung, omega: (2, 4, 16)[rung - 1] / (1 + omega**2) ** rung,
            "the same power for all": lambda rung, omega: 2 / (1 + omega**2) + 0 * rung,
            "2π on the other side": lambda rung, omega: (
                (2, 4, 16 / 3)[rung - 1] / (1 + omega**2) ** rung / 2 / np.pi
            ),
        },
    ),
    Claim(
        name="mercer.matern_smoothness",
        label="prop-mercer-matern",
        says="smoothness at 0 ends with −|t|, with |t|³/3 and with −|t|⁵/45: none, two and four derivatives",
        check=_where_smoothness_ends,
        right=lambda rung: ((1, Fraction(-1)), (3, Fraction(1, 3)), (5, Fraction(-1, 45)))[rung - 1],
        hypotheses=(),
        twins={
            "one power too early": lambda rung: (
                (1, Fraction(-1)),
                (1, Fraction(1, 3)),
                (3, Fraction(-1, 45)),
            )[rung - 1],
            "signs lost": lambda rung: ((1, Fraction(1)), (3, Fraction(1, 3)), (5, Fraction(1, 45)))[
                rung - 1
            ],
        },
    ),
)
