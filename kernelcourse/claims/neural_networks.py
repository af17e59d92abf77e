"""Claims of the page on wide networks and their kernels."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import erf

import numpy as np

from kernelcourse.claims.check import equals, same
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.kernels import NeuralTangent, WideNetwork
from kernelcourse.learn.wide_network import gradient_descent, random_network
from kernelcourse.points import Array

POINTS = np.array([[1.0, 0.0], [1.0, 1.0], [-1.0, 0.5]])
ANGLES = [float(angle) for angle in np.linspace(0, np.pi, 7)]


@dataclass(frozen=True)
class Mean:
    """A formula for a mean over random weights w in the plane, and how w is drawn."""

    of: Callable[[float], float]
    normal: bool = True
    lengths: Callable[[float, float], float] = lambda p, q: p * q  # ‖x‖, ‖z‖ ↦ the factor in front


def mean_over_weights(angle: float, normal: bool, power: int) -> float:
    """E[(w·x)₊ᵖ (w·z)₊ᵖ] for unit vectors at this angle, p = 0 or 1, by a sum over directions."""
    x, z = np.array([1.0, 0.0]), np.array([np.cos(angle), np.sin(angle)])
    if normal:  # direction and length are independent, and E‖w‖² = 2
        turn = (np.arange(200_000) + 0.5) * 2 * np.pi / 200_000
        w, square = np.column_stack([np.cos(turn), np.sin(turn)]), 2.0 if power else 1.0
    else:
        w, square = np.array(list(product([-1.0, 1.0], repeat=2))), 1.0
    u, v = w @ x, w @ z
    both = (u > 0) & (v > 0)
    return float(square * np.mean(np.where(both, (u * v) ** power, 0)))


def product_of_rectifiers(candidate: Mean) -> bool:
    """agrees with the mean over 200,000 directions of w to 10⁻⁴, at seven angles from 0 to π, lengths 1 and 2, ½"""
    told = {a: mean_over_weights(a, candidate.normal, 1) for a in ANGLES}
    sizes = ((1.0, 1.0), (2.0, 0.5), (2.0, 3.0))
    return all(
        same(candidate.lengths(p, q) * candidate.of(a), p * q * told[a], 1e-4) for a in told for p, q in sizes
    )


def both_positive(candidate: Mean) -> bool:
    """agrees with the share of 200,000 directions on which both are positive to 10⁻⁴, at seven angles"""
    return all(same(candidate.of(a), mean_over_weights(a, candidate.normal, 0), 1e-4) for a in ANGLES)


def arc(theta: float) -> float:
    return float((np.sin(theta) + (np.pi - theta) * np.cos(theta)) / (2 * np.pi))


@dataclass(frozen=True, eq=False)
class Recursion:
    """A Gram matrix that is said to be the limit, and the networks it is compared with."""

    limit: Callable[[int], Array]  # depth ↦ Gram matrix of POINTS
    width: int = 400
    gain: float = 2.0


@cache
def mean_gradient_gram(depth: int, width: int, gain: float) -> Array:
    """The Gram matrix of the gradients, a mean over networks with about 16,000 units together."""
    rng = np.random.default_rng(depth)
    total = np.zeros((3, 3))
    count = max(16_000 // width // depth, 1)
    for _ in range(count):
        G = random_network(2, width, rng, depth, gain).gradients(POINTS)
        total += G @ G.T / count
    return total


def near_random_networks(candidate: Recursion) -> bool:
    """within 6 per cent of the mean Gram matrix of gradients of random networks, one and two hidden layers"""
    for depth in (1, 2):
        told = mean_gradient_gram(depth, candidate.width, candidate.gain)
        if np.abs(candidate.limit(depth) - told).max() > 0.06 * np.abs(told).max():
            return False
    return True


@dataclass(frozen=True, eq=False)
class Descent:
    """A kernel matrix and a rate, for which what is missing is said to vanish."""

    Theta: Array
    rate: float


def tends_to_zero(candidate: Descent) -> bool:
    """r ← r − ηΘr from r = (1, 1, 1) ends below 10⁻⁸ after 20,000 steps, and follows (I − ηΘ)ᵗ on the way"""
    r, start = np.ones(3), np.ones(3)
    values, vectors = np.linalg.eigh(candidate.Theta)
    for step in range(1, 20_001):
        r = r - candidate.rate * candidate.Theta @ r
        if np.abs(r).max() > 1e6:
            return False
        if step == 5 and not same(r, vectors @ ((1 - candidate.rate * values) ** 5 * (vectors.T @ start))):
            return False
    return bool(np.abs(r).max() < 1e-8)


GRAM = NeuralTangent(1)(POINTS)
LARGEST = float(np.linalg.eigvalsh(GRAM)[-1])


@dataclass(frozen=True)
class Process:
    """A Gram matrix that is said to be the covariance of the output, and the width and gain of the networks."""

    limit: Callable[[int], Array]
    width: int = 100
    gain: float = 2.0


def is_gaussian_process(candidate: Process) -> bool:
    """2000 networks, one and two hidden layers: covariances to 5 standard errors, 68 per cent within one deviation"""
    for depth in (1, 2):
        rng = np.random.default_rng(10 + depth)
        networks = (random_network(2, candidate.width, rng, depth, candidate.gain) for _ in range(2000))
        outputs = np.array([network(POINTS) for network in networks])
        told = candidate.limit(depth)
        variances = told.diagonal()
        standard_errors = np.sqrt((np.outer(variances, variances) + told**2) / 2000)
        if (np.abs(outputs.T @ outputs / 2000 - told) > 5 * standard_errors).any():
            return False
        within = (np.abs(outputs) < outputs.std(axis=0)).mean(axis=0)
        if np.abs(within - erf(1 / np.sqrt(2))).max() > 0.05:  # a share of 2000 errs by 0.01
            return False
    return True


@dataclass(frozen=True, eq=False)
class Trained:
    """How the learned function is predicted from Θ(x, X) and Θ; what is trained, and from which function it starts."""

    prediction: Callable[[Array, Array, Array], Array]
    width: int = 0  # of a real network; 0: a model that is linear in its weights
    zero: bool = True


SEEN, ASKED, LEARNED = POINTS, np.array([[0.5, 1.0], [-1.0, -1.0], [2.0, 0.3]]), np.array([1.0, -0.5, 0.3])


def predicts_descent(candidate: Trained) -> bool:
    """descent until nothing is missing at three points: the predicted values at three others to 10⁻⁴, two drawings"""
    for seed in range(2):
        network = random_network(
            2, candidate.width or 50, np.random.default_rng(seed), centred=candidate.zero
        )
        rows, asked = network.gradients(SEEN), network.gradients(ASKED)
        Theta, across = rows @ rows.T, asked @ rows.T
        rate = 1 / float(np.linalg.eigvalsh(Theta)[-1])
        if candidate.width:
            *_, last = gradient_descent(network, SEEN, LEARNED, rate, 3000)
            learned = last.network(ASKED)
        else:
            step = np.zeros(rows.shape[1])
            for _ in range(3000):
                step -= rate * rows.T @ (network(SEEN) + rows @ step - LEARNED)
            learned = network(ASKED) + asked @ step
        if not same(candidate.prediction(across, Theta, LEARNED), learned, 1e-4):
            return False
    return True


def _interpolation(across: Array, Theta: Array, y: Array) -> Array:
    return np.asarray(across @ np.linalg.solve(Theta, y))


def _smoothed(across: Array, Theta: Array, y: Array) -> Array:
    return _interpolation(across, Theta + 0.1 * np.eye(len(y)), y)


CLAIMS = (
    Claim(
        name="neural_networks.rectifiers",
        label=("thm-nn-arc", "eq-nn-arc"),
        says="E[(w·x)₊(w·z)₊] = ‖x‖‖z‖(sin θ + (π − θ) cos θ)/2π for normal w",
        check=product_of_rectifiers,
        right=Mean(arc),
        hypotheses=("w is standard normal",),
        twins={
            "θ for π − θ": Mean(lambda t: float((np.sin(t) + t * np.cos(t)) / (2 * np.pi))),
            "the sine is dropped": Mean(lambda t: float((np.pi - t) * np.cos(t) / (2 * np.pi))),
            "the lengths forgotten": Mean(arc, lengths=lambda p, q: 1.0),
            "the lengths squared": Mean(arc, lengths=lambda p, q: (p * q) ** 2),
            "half of x·z": Mean(lambda t: float(np.cos(t) / 2)),
            "w of random signs": Twin(Mean(arc, normal=False), drops="w is standard normal"),
        },
    ),
    Claim(
        name="neural_networks.both_on",
        label="eq-nn-both",
        says="P(w·x > 0 and w·z > 0) = (π − θ)/2π",
        check=both_positive,
        right=Mean(lambda t: float((np.pi - t) / (2 * np.pi))),
        twins={
            "twice that": Mean(lambda t: float((np.pi - t) / np.pi)),
            "a quarter, as if independent": Mean(lambda t: 0.25),
        },
    ),
    Claim(
        name="neural_networks.recursion",
        label=("thm-nn-recursion", "eq-nn-recursion"),
        says="Θ_{l+1} = Σ_{l+1} + g P(both on) Θ_l is the limit of the Gram matrix of gradients",
        check=near_random_networks,
        right=Recursion(lambda depth: NeuralTangent(depth)(POINTS)),
        hypotheses=("the width tends to infinity", "weights are scaled by the gain over the width"),
        twins={
            "the last layer only": Recursion(lambda depth: WideNetwork(depth)(POINTS)),
            "one layer more": Recursion(lambda depth: NeuralTangent(depth + 1)(POINTS)),
            "width 1": Twin(
                Recursion(lambda depth: NeuralTangent(depth)(POINTS), width=1),
                drops="the width tends to infinity",
            ),
            "another gain": Twin(
                Recursion(lambda depth: NeuralTangent(depth)(POINTS), gain=1.0),
                drops="weights are scaled by the gain over the width",
            ),
        },
    ),
    Claim(
        name="neural_networks.process",
        label="thm-nn-recursion",
        says="the output of a wide random network is a Gaussian process with covariance Σ_L",
        check=is_gaussian_process,
        right=Process(lambda depth: WideNetwork(depth)(POINTS)),
        hypotheses=("the width tends to infinity", "weights are scaled by the gain over the width"),
        twins={
            "the tangent kernel": Process(lambda depth: NeuralTangent(depth)(POINTS)),
            "one layer more": Process(lambda depth: WideNetwork(depth + 1)(POINTS)),
            "width 2": Twin(
                Process(lambda depth: WideNetwork(depth)(POINTS), width=2),
                drops="the width tends to infinity",
            ),
            "another gain": Twin(
                Process(lambda depth: WideNetwork(depth)(POINTS), gain=1.0),
                drops="weights are scaled by the gain over the width",
            ),
        },
    ),
    Claim(
        name="neural_networks.value",
        label="ex-nn-value",
        says="one hidden layer, gain 1: Θ((1, 0), (1, 1)) = 0.9091549, and Θ(x, x) = ‖x‖²",
        check=equals(np.array([1, 0.9091549, 2]), 5e-8),
        right=NeuralTangent(1, 1.0)(POINTS[:2])[[0, 0, 1], [0, 1, 1]],
        twins={
            "gain 2": NeuralTangent(1)(POINTS[:2])[[0, 0, 1], [0, 1, 1]],
            "the network's own kernel": WideNetwork(1, 1.0)(POINTS[:2])[[0, 0, 1], [0, 1, 1]],
        },
    ),
    Claim(
        name="neural_networks.descent",
        label=("thm-nn-descent", "eq-nn-descent"),
        says="what is missing is multiplied by I − ηΘ in every step, and vanishes for 0 < η < 2/λ_max",
        check=tends_to_zero,
        right=Descent(GRAM, 1 / LARGEST),
        hypotheses=("η < 2/λ_max", "Θ is positive definite"),
        twins={
            "the rate is too large": Twin(Descent(GRAM, 2.1 / LARGEST), drops="η < 2/λ_max"),
            "a point that occurs twice": Twin(
                Descent(GRAM[np.ix_([0, 1, 1], [0, 1, 1])] * np.outer([1, 1, -1], [1, 1, -1]), 0.1),
                drops="Θ is positive definite",
            ),
        },
    ),
    Claim(
        name="neural_networks.interpolates",
        label="thm-nn-descent",
        says="from f₀ = 0 descent learns f(x) = Θ(x, X)Θ⁻¹y",
        check=predicts_descent,
        right=Trained(_interpolation),
        hypotheses=("gradients do not change", "f₀ = 0"),
        twins={
            "ridge regression": Trained(_smoothed),
            "Θ is not inverted": Trained(lambda across, Theta, y: across @ y),
            "a real network of width 10": Twin(
                Trained(_interpolation, width=10), drops="gradients do not change"
            ),
            "the untrained function is not subtracted": Twin(
                Trained(_interpolation, zero=False), drops="f₀ = 0"
            ),
        },
    ),
)
