"""Claims on Mercer's expansion, and on feature maps that differ and give one kernel."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.mercer.trials import inner
from kernelcourse.kernels import Gaussian, Minimum

_U = (np.arange(400) + 0.5) / 400


def _sine(j: int, x: Any) -> Any:
    return sqrt(2) * np.sin((2 * j - 1) * np.pi * x / 2)


def _eigenvalue(j: int) -> float:
    return float(4 / ((2 * j - 1) ** 2 * np.pi**2))


def _expands_minimum(candidate: tuple[Any, Any, Any]) -> bool:
    """100 terms λⱼeⱼ(x)eⱼ(z) are within 0.0021 of k, the minimum, everywhere on [0, 1], 10 within 0.021"""
    function, value, kernel = candidate
    x = np.linspace(0, 1, 101)
    for terms, error in ((10, 0.021), (100, 0.0021)):
        total = sum(value(j) * np.outer(function(j, x), function(j, x)) for j in range(1, terms + 1))
        if np.abs(total - kernel(x[:, None], x)).max() > error:
            return False
    return True


def _on_half(j: int, x: Any) -> Any:
    """The eigenfunctions that a measure on [0, ½] knows."""
    return np.where(x <= 0.5, 2 * np.sin((2 * j - 1) * np.pi * x), 0.0)


def _half_value(j: int) -> float:
    return float(1 / ((2 * j - 1) ** 2 * np.pi**2))


def _extended(k: Any, points: Any, count: int) -> tuple[Any, Any]:
    """λⱼ and eⱼ at new points, from 400 middle points of [0, 1]: eⱼ(x) = ∫ k(x, z) eⱼ(z) dz / λⱼ."""
    values, vectors = np.linalg.eigh(k(_U[:, None]) / 400)
    values, vectors = values[::-1][:count], vectors[:, ::-1][:, :count] * 20.0
    return values, k(points, _U[:, None]) @ vectors / 400 / values


def _puts_together(combine: Any) -> bool:
    """from λⱼ and eⱼ, found at 400 points, it makes k at 30 other points: Gaussian to 10⁻⁶, minimum to 0.005"""
    P = np.random.default_rng(5).uniform(0, 1, (30, 1))
    trials = ((Gaussian(0.3), 20, 1e-6), (Minimum(), 200, 5e-3))
    return all(
        bool(np.abs(combine(*_extended(k, P, count)) - k(P)).max() < error) for k, count, error in trials
    )


def _matches_spectrum(value: Any) -> bool:
    """the first four eigenvalues of min at 400 midpoints, divided by 400, agree to one in a thousand"""
    found = np.linalg.eigvalsh(np.minimum.outer(_U, _U))[::-1][:4] / 400
    return bool(max(abs(found[j - 1] / value(j) - 1) for j in (1, 2, 3, 4)) < 1e-3)


def _is_eigenfunction(function: Any) -> bool:
    """∫ min(x, z) e(z) dz = λe(x), and ∫ eᵢeⱼ = 1 or 0, by midpoints, for the first four"""
    E = np.column_stack([function(j, _U) for j in (1, 2, 3, 4)])
    applied = np.minimum.outer(_U, _U) @ E / 400
    values = np.array([_eigenvalue(j) for j in (1, 2, 3, 4)])
    return same(applied, E * values, 1e-4) and same(E.T @ E / 400, np.eye(4), 1e-4)


_TOY = datasets.toy_b()


def _four(X: Any) -> Any:
    return np.einsum("ij,ik->ijk", X, X).reshape(len(X), 4)


def _three(X: Any) -> Any:
    return np.column_stack([X[:, 0] ** 2, sqrt(2) * X[:, 0] * X[:, 1], X[:, 1] ** 2])


def _leaves_gram(change: Any) -> bool:
    """the features of (x·z)² changed so have the same inner products, those of three numbers and of four"""
    return all(same(inner(change(F)), inner(_TOY) ** 2) for F in (_three(_TOY), _four(_TOY)))


def _turned(F: Any) -> Any:
    u = np.arange(1.0, F.shape[1] + 1)
    return F @ (np.eye(len(u)) - 2 * np.outer(u, u) / (u @ u))  # a reflection: RᵀR = I


CLAIMS = (
    Claim(
        name="mercer.expansion",
        label="thm-mercer-expansion",
        says="a continuous kernel on [0, 1] is Σ λⱼeⱼ(x)eⱼ(z), uniformly: the minimum, with 10 and 100 terms",
        check=_expands_minimum,
        right=(_sine, _eigenvalue, np.minimum),
        hypotheses=("the measure has full support", "k is continuous", "the set is compact"),
        undropped={
            "the set is compact": "on the whole line the operator of a Gaussian has no eigenvalues to sum",
        },
        twins={
            "cosines": (lambda j, x: sqrt(2) * np.cos((2 * j - 1) * np.pi * x / 2), _eigenvalue, np.minimum),
            "whole waves": (lambda j, x: sqrt(2) * np.sin(j * np.pi * x), _eigenvalue, np.minimum),
            "√2 is missing": (lambda j, x: np.sin((2 * j - 1) * np.pi * x / 2), _eigenvalue, np.minimum),
            "1[x = z], whose integral operator is zero": Twin(
                (_sine, lambda j: 0.0, lambda x, z: 1.0 * (x == z)), drops="k is continuous"
            ),
            "a measure on the left half only": Twin(
                (_on_half, _half_value, np.minimum), drops="the measure has full support"
            ),
        },
    ),
    Claim(
        name="mercer.expansion_matrix",
        label="eq-mercer-expansion",
        says="k(x, z) = Σ λⱼeⱼ(x)eⱼ(z), also between points that the λⱼ and eⱼ were not computed from",
        check=_puts_together,
        right=lambda values, E: (E * values) @ E.T,
        twins={
            "roots of the eigenvalues": lambda values, E: (E * np.sqrt(np.abs(values))) @ E.T,
            "squares of the eigenvalues": lambda values, E: (E * values**2) @ E.T,
            "the first term only": lambda values, E: (E[:, :1] * values[:1]) @ E[:, :1].T,
        },
    ),
    Claim(
        name="mercer.minimum_eigenvalues",
        label="ex-mercer-minimum",
        says="the eigenvalues of min on [0, 1] are 4/((2j − 1)²π²), those of K/n come near them",
        check=_matches_spectrum,
        right=_eigenvalue,
        twins={
            "1/(j²π²)": lambda j: 1 / (j**2 * np.pi**2),
            "2j + 1": lambda j: 4 / ((2 * j + 1) ** 2 * np.pi**2),
            "the square is missing": lambda j: 4 / ((2 * j - 1) * np.pi**2),
        },
    ),
    Claim(
        name="mercer.minimum_eigenfunctions",
        label="eq-mercer-minimum-eigen",
        says="the eigenfunctions of min on [0, 1] are √2 sin((2j − 1)πx/2)",
        check=_is_eigenfunction,
        right=_sine,
        twins={
            "cosines": lambda j, x: sqrt(2) * np.cos((2 * j - 1) * np.pi * x / 2),
            "√2 is missing": lambda j, x: np.sin((2 * j - 1) * np.pi * x / 2),
            "whole waves": lambda j, x: sqrt(2) * np.sin(j * np.pi * x),
        },
    ),
    Claim(
        name="mercer.many_maps",
        label="prop-mercer-many-maps",
        says="features of different numbers, or turned by R with RᵀR = I, give one kernel",
        check=_leaves_gram,
        right=_turned,
        hypotheses=("RᵀR = I",),
        twins={
            "shifted": Twin(lambda F: F + 1, drops="RᵀR = I"),
            "doubled": Twin(lambda F: 2 * F, drops="RᵀR = I"),
            "the last feature dropped": lambda F: F[:, :-1],
        },
    ),
)
