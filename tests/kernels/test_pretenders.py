"""Every pretender is refuted by its own numbers, recomputed here from the formula alone."""

from __future__ import annotations

import numpy as np
import pytest

from kernelcourse.distances import edit_distance
from kernelcourse.kernels.pretenders import PRETENDERS
from kernelcourse.validity import judge


@pytest.mark.parametrize("pretender", PRETENDERS.values(), ids=lambda pretender: pretender.name)
def test_its_witness_recomputes(pretender):
    verdict = judge(pretender)
    witness = verdict.witness
    assert pretender.certificate is None and verdict.refuted
    K = pretender(witness.points)
    if witness.pair:
        assert K[0, 1] != K[1, 0] and witness.value == K[0, 1] - K[1, 0]
    else:
        assert witness.weights @ K @ witness.weights == pytest.approx(witness.value) and witness.value < -0.01
        assert np.array_equal(witness.weights, np.round(witness.weights))
    np.testing.assert_allclose(pretender.diagonal(witness.points), np.diagonal(K))
    assert str(pretender) == pretender.formula and pretender == PRETENDERS[pretender.name]


@pytest.mark.parametrize("name", [name for name in PRETENDERS if not PRETENDERS[name].pair])
def test_no_proof_can_be_built_on_it(name):
    assert (PRETENDERS[name] + PRETENDERS[name] * 2).certificate is None
    assert judge(3 * PRETENDERS[name]).refuted  # found again by search


ORACLES = {  # the formula once more, of two single points
    "tanh": lambda x, z: np.tanh(x @ z),
    "minus distance": lambda x, z: -np.linalg.norm(x - z),
    "squared sum": lambda x, z: np.linalg.norm(x + z) ** 2,
    "indicator": lambda x, z: float(np.linalg.norm(x - z) <= 1),
    "exp of edit": lambda x, z: np.exp(-edit_distance(x, z)),
    "Gaussian on a cycle": lambda x, z: np.exp(-(min((x - z) % 4, (z - x) % 4)[0] ** 2) / 2),
    "ℓ₁ Matérn 3/2": lambda x, z: (1 + (r := np.sqrt(3) * np.abs(x - z).sum())) * np.exp(-r),
    "ℓ₁ Matérn 5/2": lambda x, z: (1 + (r := np.sqrt(5) * np.abs(x - z).sum()) + r * r / 3) * np.exp(-r),
    "ℓ₁ Gaussian": lambda x, z: np.exp(-(np.abs(x - z).sum() ** 2)),
    "fourth power": lambda x, z: np.exp(-(np.linalg.norm(x - z) ** 4)),
    "degree 1/2": lambda x, z: (1 + x @ z) ** 0.5,
    "degree 3/2": lambda x, z: (1 + x @ z) ** 1.5,
    "shifted square": lambda x, z: (x @ z - 1) ** 2,
    "minimum": lambda x, z: min(x[0], z[0]),
    "maximum": lambda x, z: max(x[0], z[0]),
    "sine times cosine": lambda x, z: np.sin(x[0]) * np.cos(z[0]),
    "sine of the sum": lambda x, z: np.sin(x[0] + z[0]),
    "box": lambda x, z: 0.5 * (np.linalg.norm(x - z) <= 1),
    "Epanechnikov": lambda x, z: 0.75 * max(0, 1 - np.linalg.norm(x - z) ** 2),
}


def test_each_function_is_its_formula():
    assert ORACLES.keys() == PRETENDERS.keys()
    for name, pretender in PRETENDERS.items():
        points = pretender.points
        K = [[ORACLES[name](x, z) for z in points] for x in points]
        np.testing.assert_allclose(pretender(points), K, atol=1e-12, err_msg=name)


@pytest.mark.parametrize(
    ("name", "points", "smallest"),
    [
        ("minus distance", [[0.0], [1], [2]], -2.73),
        ("indicator", [[0.0], [1], [2]], -0.414),
        ("Gaussian on a cycle", [[0.0], [1], [2], [3]], -0.0777),
        ("squared sum", [[0.0], [1]], -0.2361),
        ("shifted square", [[0.0], [1]], -0.618),
        ("degree 1/2", [[0.0], [1], [2]], -0.0128),
        ("degree 3/2", [[0.0], [1], [2], [3]], -0.0020),
        ("minimum", [[-1.0], [1]], -1.414),
        ("sine of the sum", [[0.0], [np.pi / 2]], -1.0),
        ("box", [[0.0], [0.9], [1.8]], -0.2071),
        ("Epanechnikov", np.linspace(0, 3, 31)[:, None].tolist(), -0.616),
    ],
)
def test_smallest_eigenvalues_of_the_course(name, points, smallest):
    assert np.linalg.eigvalsh(PRETENDERS[name](points))[0] == pytest.approx(
        smallest, abs=6e-3 * abs(smallest) + 5e-5
    )


def test_a_pretender_refuses_points_outside_its_domain():
    with pytest.raises(ValueError, match="no real number"):
        PRETENDERS["degree 1/2"]([[1.0], [-2.0]])
    with pytest.raises(ValueError, match="empty"):
        PRETENDERS["exp of edit"]([])
