"""A network of rectifiers: its gradients, its limits, its descent."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from kernelcourse.kernels import NeuralTangent, WideNetwork
from kernelcourse.learn import gradient_descent, random_network

X = np.array([[1.0, 0.0], [1.0, 1.0], [-1.0, 0.5]])


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_gradients_are_differences(depth):
    network = random_network(2, 5, np.random.default_rng(0), depth)
    G = network.gradients(X)
    steps = 1e-6 * np.eye(G.shape[1])
    slopes = [(network.moved(s)(X) - network.moved(-s)(X)) / 2e-6 for s in steps]
    assert_allclose(np.transpose(slopes), G, atol=1e-7)


@pytest.mark.parametrize("depth", [1, 2])
def test_random_outputs_have_the_covariance_of_the_limit(depth):
    rng = np.random.default_rng(1)
    outputs = np.array([random_network(2, 60, rng, depth)(X) for _ in range(3000)])
    assert_allclose(outputs.T @ outputs / len(outputs), WideNetwork(depth)(X), atol=0.15)


def test_the_limit_is_that_of_the_recursion_written_with_arccos():
    lengths = np.linalg.norm(X, axis=1)
    sigma = X @ X.T
    tangent = sigma.copy()
    for layer in range(1, 4):
        cosine = np.clip(sigma / np.outer(lengths, lengths), -1, 1)
        theta = np.arccos(cosine)
        sigma = np.outer(lengths, lengths) * (np.sin(theta) + (np.pi - theta) * cosine) / np.pi
        tangent = sigma + (np.pi - theta) / np.pi * tangent
        assert_allclose(WideNetwork(layer)(X), sigma, atol=1e-7)
        assert_allclose(NeuralTangent(layer)(X), tangent, atol=1e-7)


def test_a_wide_network_follows_its_kernel_and_a_centred_one_starts_at_zero():
    y, k = np.array([1.0, -1.0, 0.5]), NeuralTangent(1)
    start = random_network(2, 20_000, np.random.default_rng(2), centred=True)
    assert_allclose(start(X), 0, atol=1e-12)
    states = list(gradient_descent(start, X, y, rate=0.1, steps=20))
    assert [state.step for state in states] == list(range(21))
    missing = np.linalg.matrix_power(np.eye(3) - 0.1 * k(X), 20) @ -y
    assert_allclose(states[-1].network(X) - y, missing, atol=0.03)
    assert states[-1].moved < 0.02 and states[-1].loss < states[0].loss


@pytest.mark.parametrize(
    ("call", "complaint"),
    [
        (lambda rng: random_network(2, 0, rng), "width"),
        (lambda rng: random_network(2, 3, rng, depth=0), "depth"),
        (lambda rng: random_network(2, 3, rng, gain=0), "gain"),
        (lambda rng: random_network(3, 3, rng)(X), "features"),
        (lambda rng: gradient_descent(random_network(2, 3, rng), X, [1, 2], 0.1), "y"),
        (lambda rng: gradient_descent(random_network(2, 3, rng), X, np.eye(3), 0.1), "one number"),
        (lambda rng: gradient_descent(random_network(2, 3, rng), X, [1, 2, 3], 0), "rate"),
        (lambda rng: list(gradient_descent(random_network(2, 9, rng), X, [1, 2, 3], 1e200)), "too large"),
        (lambda rng: NeuralTangent(0), "depth"),
        (lambda rng: WideNetwork(1, -1), "gain"),
    ],
)
def test_bad_input_is_named(call, complaint):
    with pytest.raises(ValueError, match=complaint):
        call(np.random.default_rng(0))
