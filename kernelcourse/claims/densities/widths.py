"""The claims on windows and widths: what an estimate smooths, which width is best, which windows are kernels."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import ndtri

from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.points import Array

Function = Callable[[Any], Any]


def normal(z: Any, variance: float = 1.0) -> Any:
    return np.exp(-(z**2) / (2 * variance)) / np.sqrt(2 * np.pi * variance)


U = np.linspace(-12, 12, 4801)  # where windows and laws are added up
DU = U[1] - U[0]
SHAPES: Mapping[str, Function] = {
    "Gaussian": lambda t: np.exp(-(t**2) / 2),
    "triangle": lambda t: np.maximum(0, 1 - np.abs(t)),
    "double exponential": lambda t: np.exp(-np.abs(t)),
    "logistic": lambda t: 1 / np.cosh(t) ** 2,
    "box": lambda t: (np.abs(t) <= 1) * 1.0,
    "Epanechnikov": lambda t: np.maximum(0, 1 - t**2),
    "biweight": lambda t: np.maximum(0, 1 - t**2) ** 2,
    "tricube": lambda t: np.maximum(0, 1 - np.abs(t) ** 3) ** 3,
}


def scaled(name: str, variance: float = 1.0) -> Function:
    """The window of this shape with integral 1 and this variance."""
    shape = SHAPES[name]
    mass = shape(U).sum() * DU
    wide = np.sqrt((U**2 * shape(U)).sum() * DU / mass / variance)
    return lambda t: shape(t * wide) * wide / mass


@dataclass(frozen=True)
class Smoothing:
    """(p, w, h) ↦ the mean of p̂ over all samples, a function of z; and the law that samples come from."""

    mean: Callable[[Function, Function, float], Function]
    quantile: Function = ndtri


def smoothed(p: Function, w: Function, h: float) -> Function:
    """∫ p(x) h⁻¹ w((z − x)/h) dx, by a sum over u = (z − x)/h."""
    return lambda z: (w(U) * p(z[:, None] - h * U)).sum(axis=1) * DU


def is_smoothed(smoothing: Smoothing) -> bool:
    """p̂ from 20,000 evenly spaced quantiles of N(0, 1): area 1, and the stated mean to 0.002; 3 windows, 2 widths"""
    points, z = smoothing.quantile((np.arange(20_000) + 0.5) / 20_000), np.linspace(-4, 4, 33)
    for name in ("Gaussian", "triangle", "Epanechnikov"):
        for h in (0.4, 1.0):
            w = scaled(name)
            estimate = np.array([w((at - points) / h).mean() / h for at in z])
            if np.abs(estimate - smoothing.mean(normal, w, h)(z)).max() > 0.002:
                return False
            if abs(w((U - 0.3) / h).sum() * DU / h - 1) > 1e-3:  # every bell, so their mean
                return False
    return True


@dataclass(frozen=True)
class Best:
    """(a, b, n) ↦ the best width, and the error there; the law and the window that it is tried with."""

    width: Callable[[float, float, float], float] = lambda a, b, n: (b / (a * n)) ** 0.2
    least: Callable[[float, float, float], float] = lambda a, b, n: 1.25 * a**0.2 * (b / n) ** 0.8
    law: Function = normal
    curvature: float = 3 / (8 * np.sqrt(np.pi))  # ∫ p″²
    windows: tuple[Function, ...] = (scaled("Gaussian"), scaled("triangle"), scaled("Epanechnikov"))
    copies: int = 1  # how often each draw stands in the sample of n


FINE = np.linspace(-9, 9, 9001)


def expected_error(p: Function, w: Function, h: float, n: float) -> float:
    """E∫(p̂ − p)² = ∫ bias² + (∫w²/h − ∫ E[p̂]²)/n, by sums."""
    step, places = FINE[1] - FINE[0], np.linspace(-6, 6, 401)
    weights = w(places) / w(places).sum()
    mean = np.zeros(len(FINE))
    for u, share in zip(places, weights, strict=True):
        mean += share * p(FINE - h * u)
    energy = float((w(U) ** 2).sum() * DU)
    return float(((mean - p(FINE)) ** 2).sum() * step + (energy / h - (mean**2).sum() * step) / n)


def is_the_best_width(best: Best) -> bool:
    """at n = 10¹⁰ the exact error is the stated one to 3 per cent, and a quarter more or less width is worse"""
    n = 1e10
    drawn = n / best.copies
    for w in best.windows:
        energy = float((w(U) ** 2).sum() * DU)
        h = best.width(best.curvature, energy, n)
        here = expected_error(best.law, w, h, drawn)
        if abs(here / best.least(best.curvature, energy, n) - 1) > 0.03:
            return False
        if min(expected_error(best.law, w, factor * h, drawn) for factor in (0.8, 1.25)) <= here:
            return False
    return True


def names_the_kernels(kernels: frozenset[str]) -> bool:
    """24 points on five grids have a negative eigenvalue, and the transform a negative value, for exactly the others"""
    places = np.arange(24)
    refuted, negative = set(), set()
    for name, window in SHAPES.items():
        for spacing in (0.2, 0.3, 0.5, 0.8, 1.0):
            apart = spacing * np.subtract.outer(places, places)
            if np.linalg.eigvalsh(window(apart))[0] < -1e-9:
                refuted.add(name)
        transform = [(window(U) * np.cos(frequency * U)).sum() * DU for frequency in np.arange(0, 9, 0.2)]
        if min(transform) < -1e-3:
            negative.add(name)
    return refuted == negative and kernels == frozenset(SHAPES) - refuted


def _twice(window: Function) -> Function:
    """w ∗ w on a grid, as a function of places on it."""
    values = np.convolve(window(U), window(U), mode="same") * DU
    return lambda t: np.interp(t, U, values)


def refute_nothing(windows: tuple[Function, ...]) -> bool:
    """w(x − z) has no eigenvalue below −10⁻⁶ on 24 points, five grids"""
    places = np.arange(24)
    grids = [s * np.subtract.outer(places, places) for s in (0.2, 0.3, 0.45, 0.5, 0.8)]
    return all(np.linalg.eigvalsh(w(apart))[0] > -1e-6 for w in windows for apart in grids)


def _lopsided(t: Array) -> Array:
    return np.asarray((t >= 0) * (t <= 1) * 1.0)


WIDTHS = (
    Claim(
        name="densities.smooths",
        label="prop-kde-smooths",
        says="p̂ has integral 1, and its mean is p smoothed by the window: N(0, 1) becomes N(0, 1 + h²)",
        check=is_smoothed,
        right=Smoothing(smoothed),
        hypotheses=("the points are drawn from p",),
        twins={
            "no bias": Smoothing(lambda p, w, h: p),
            "nine tenths of the width": Smoothing(lambda p, w, h: smoothed(p, w, 0.9 * h)),
            "the width forgotten": Smoothing(lambda p, w, h: smoothed(p, w, 1.0)),
            "not divided by h": Smoothing(lambda p, w, h: lambda z: h * smoothed(p, w, h)(z)),
            "drawn from another law": Twin(
                Smoothing(smoothed, lambda share: 6 * share - 3), drops="the points are drawn from p"
            ),
        },
    ),
    Claim(
        name="densities.width",
        label=("prop-kde-width", "eq-kde-error", "eq-kde-best"),
        says="E∫(p̂ − p)² ≈ ah⁴/4 + b/nh, least at h = (b/an)^⅕, where it is 5/4 a^⅕ (b/n)^⅘",
        check=is_the_best_width,
        right=Best(),
        hypotheses=(
            "the draws are independent",
            "p is twice continuously differentiable",
            "the window's mean is 0",
            "its variance is 1",
        ),
        twins={
            "n to the power −1/3": Best(width=lambda a, b, n: (b / (a * n)) ** (1 / 3)),
            "the 4 of h⁴/4 forgotten": Best(width=lambda a, b, n: (b / (4 * a * n)) ** 0.2),
            "the error without 5/4": Best(least=lambda a, b, n: a**0.2 * (b / n) ** 0.8),
            "every draw written down twice": Twin(Best(copies=2), drops="the draws are independent"),
            "a law with a corner, e^{−|x|}/2": Twin(
                Best(law=lambda x: np.exp(-np.abs(x)) / 2, curvature=0.25),
                drops="p is twice continuously differentiable",
            ),
            "a window beside its point": Twin(
                Best(windows=(lambda t: normal(t - 0.5),)), drops="the window's mean is 0"
            ),
            "a window of variance 2": Twin(
                Best(windows=(scaled("Gaussian", 2.0),)), drops="its variance is 1"
            ),
        },
    ),
    Claim(
        name="densities.windows",
        label="prop-kde-windows",
        says="kernels are the windows whose transform is never negative: not box, Epanechnikov, biweight, tricube",
        check=names_the_kernels,
        right=frozenset({"Gaussian", "triangle", "double exponential", "logistic"}),
        hypotheses=(),
        twins={
            "all windows are": frozenset(SHAPES),
            "the smooth ones are": frozenset({"Gaussian", "logistic", "biweight", "tricube"}),
            "only the Gaussian is": frozenset({"Gaussian"}),
            "those without bounds": frozenset({"Gaussian", "double exponential", "logistic"}),
        },
    ),
    Claim(
        name="densities.self_convolved",
        label="prop-kde-windows",
        says="a symmetric window convolved with itself is a kernel",
        check=refute_nothing,
        right=tuple(_twice(SHAPES[name]) for name in ("box", "Epanechnikov", "biweight", "tricube")),
        hypotheses=("the window is symmetric", "it is convolved with itself"),
        twins={
            "a box beside its point": Twin((_twice(_lopsided),), drops="the window is symmetric"),
            "the window itself": Twin((SHAPES["biweight"],), drops="it is convolved with itself"),
        },
    ),
    Claim(
        name="densities.window_witnesses",
        label="prop-kde-windows",
        says="box at 0, 1, 2: −1; Epanechnikov at 0, ½, 1: −1; biweight at 0, ¼, ¾, 1: −5/8",
        check=lambda told: same(
            told,
            [
                _value("box", (0, 1, 2), (1, -1, 1)),
                _value("Epanechnikov", (0, 0.5, 1), (2, -3, 2)),
                _value("biweight", (0, 0.25, 0.75, 1), (2, -3, 3, -2)),
            ],
        ),
        how="aᵀKa at these points with the weights (1, −1, 1), (2, −3, 2), (2, −3, 3, −2)",
        right=(-1, -1, -5 / 8),
        hypotheses=(),
        twins={"the signs forgotten": (7, 11, 8), "twice as much": (-2, -2, -5 / 4)},
    ),
)


def _value(name: str, points: tuple[float, ...], weights: tuple[int, ...]) -> float:
    a = np.array(weights, dtype=float)
    return float(a @ SHAPES[name](np.subtract.outer(points, points)) @ a)
