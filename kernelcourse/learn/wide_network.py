"""A network of rectifiers, its gradients, and gradient descent as a generator of states."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from kernelcourse.datasets import as_rng
from kernelcourse.points import Array, as_count, as_outputs, as_points, as_positive, same_features


@dataclass(frozen=True, eq=False)
class Network:
    """f(x) = √(g/m_L) a·h_L, h_l = max(0, s_l W_l h_{l−1}), h₀ = x, s₁ = 1, s_l = √(g/m_{l−1}), minus a frozen copy.

    g is the gain, m_l the width of layer l. The copy makes f = 0 before
    training, so that what is learned is not mixed with what was drawn.
    """

    weights: tuple[Array, ...]  # W₁ (m₁, d), …, W_L (m_L, m_{L−1}), a (1, m_L)
    gain: float = 2.0
    frozen: tuple[Array, ...] = ()  # the weights at the start; empty: nothing is subtracted

    def __call__(self, X: ArrayLike) -> Array:
        points = as_points(X)
        same_features(self.weights[0], points)
        value = self._layers(points, self.weights)[-1][:, 0]
        return value - self._layers(points, self.frozen)[-1][:, 0] if self.frozen else value

    def gradients(self, X: ArrayLike) -> Array:
        """∂f(xᵢ)/∂ every weight, row by row: (n, number of weights)."""
        points = as_points(X)
        layers, parts = self._layers(points, self.weights), []
        back = np.ones((len(points), 1))  # ∂f/∂ what comes out of the present layer
        for depth in range(len(self.weights) - 1, -1, -1):
            scaled = self._scale(depth) * layers[depth]
            parts.append(np.einsum("ij,ik->ijk", back, scaled).reshape(len(points), -1))
            back = self._scale(depth) * back @ self.weights[depth] * (layers[depth] > 0)
        return np.hstack(parts[::-1])

    def moved(self, step: Array) -> Network:
        """The network with step added to the weights, in the order of ``gradients``."""
        ends = np.cumsum([W.size for W in self.weights])[:-1]
        changed = tuple(
            W + part.reshape(W.shape) for W, part in zip(self.weights, np.split(step, ends), strict=True)
        )
        return Network(changed, self.gain, self.frozen)

    def _scale(self, depth: int) -> float:
        return 1.0 if depth == 0 else float(np.sqrt(self.gain / self.weights[depth].shape[1]))

    def _layers(self, points: Array, weights: tuple[Array, ...]) -> list[Array]:
        layers = [points]
        for depth, W in enumerate(weights):
            layers.append(self._scale(depth) * layers[-1] @ W.T)
            if depth < len(weights) - 1:
                np.maximum(layers[-1], 0, out=layers[-1])
        return layers


def random_network(
    features: int,
    width: int,
    rng: np.random.Generator,
    depth: int = 1,
    gain: float = 2.0,
    centred: bool = False,
) -> Network:
    """Standard normal weights, ``depth`` hidden layers of ``width`` units; ``centred``: f = 0 at the start."""
    for count, name in ((features, "features"), (width, "width"), (depth, "depth")):
        as_count(count, name)
    sizes = [features, *[width] * depth, 1]
    weights = tuple(as_rng(rng).standard_normal((out, into)) for into, out in pairwise(sizes))
    return Network(weights, as_positive(gain, "gain"), weights if centred else ())


@dataclass(frozen=True, eq=False)
class DescentState:
    """After how many steps, the network then, the loss ½Σ(f(xᵢ) − yᵢ)², and how far the weights have moved."""

    step: int
    network: Network
    loss: float
    moved: float  # ‖w − w₀‖ / ‖w₀‖


def gradient_descent(
    network: Network, X: ArrayLike, y: ArrayLike, rate: float, steps: int = 1000
) -> Iterator[DescentState]:
    """w ← w − rate · Σ (f(xᵢ) − yᵢ) ∂f(xᵢ)/∂w, all weights at once; yields the start and every state after it."""
    points = as_points(X)
    outputs = as_outputs(y, len(points))
    if outputs.ndim != 1:
        raise ValueError(
            f"y has shape {outputs.shape}: a network with one output learns one number for each point, (n,)."
        )
    return _descend(network, points, outputs, as_positive(rate, "rate"), as_count(steps, "steps"))


def _descend(network: Network, X: Array, y: Array, rate: float, steps: int) -> Iterator[DescentState]:
    start = np.concatenate([W.ravel() for W in network.weights])
    for step in range(steps + 1):
        with np.errstate(
            over="ignore", invalid="ignore"
        ):  # noticed below, where it can be said what to change
            missing = network(X) - y
            loss = float(missing @ missing) / 2
            slope = missing @ network.gradients(X)
        if not (np.isfinite(loss) and np.isfinite(slope).all()):
            raise ValueError(
                f"rate = {rate:g} is too large: after {step} steps the loss is no finite number."
            )
        now = np.concatenate([W.ravel() for W in network.weights])
        away = float(np.linalg.norm(now - start) / np.linalg.norm(start))
        yield DescentState(step, network, loss, away)
        network = network.moved(-rate * slope)
