"""Proofs, witnesses and verdicts."""

from __future__ import annotations

import json

import numpy as np
import pytest

from kernelcourse import Claimed, Gaussian, Laplace, Linear, Minimum, Polynomial, Precomputed, Spectrum, judge
from kernelcourse.validity import (
    AUTHORS_WORD,
    OPEN,
    PROVED,
    REFUTED,
    Certificate,
    Verdict,
    Witness,
    find_witness,
    negative_direction,
    shrink,
    trial_sets,
)
from kernelcourse.witnesses import asymmetric_pair, is_negative, is_numeric

X = np.random.default_rng(0).standard_normal((12, 2))


def indicator(x, z):
    return float(np.abs(x - z).max() <= 1)


def triangle(x, z):
    return max(0.0, 1 - abs(float(x[0] - z[0])))


def test_a_proof_is_a_tree_down_to_the_inner_product():
    k = Gaussian(0.5) + 2 * (Linear() + 1) ** 3
    proof = judge(k).certificate
    assert judge(k).status is PROVED and [node.rule for node in proof.nodes()].count("inner product") == 2
    lines = str(proof).splitlines()
    assert lines[0].startswith("exp(−‖x − z‖²/0.5) + 2 · (x·z + 1)³   [sum")
    assert lines[1].startswith("   └─ exp(−‖x − z‖²/2σ²), σ = 0.5   [weighting")
    assert len(lines) == len(list(proof.nodes())) == 9
    assert json.loads(json.dumps(proof.to_dict()))["premises"][0]["rule"] == "weighting"
    assert proof._repr_html_().count("<li>") == 9


def test_a_difference_is_refuted_with_few_points_and_round_numbers():
    k = Gaussian(1.0) - 0.75 * Gaussian(2.0)
    verdict = judge(k)
    witness = verdict.witness
    assert verdict.status is REFUTED and verdict.refuted and not (verdict.proved or verdict.open)
    assert len(witness.weights) == 2
    assert witness.weights @ k(witness.points) @ witness.weights == pytest.approx(witness.value)
    assert witness.value < 0 and np.array_equal(witness.points, np.round(witness.points))
    assert str(verdict).startswith("REFUTED at points (") and "aᵀKa = -0.1391 < 0" in str(verdict)


def test_sampling_never_proves():
    verdict = judge(Claimed(triangle), np.linspace(0, 3, 20)[:, None])
    assert verdict.status is OPEN and verdict.open
    assert verdict.tried == ("the 20 points given",)
    assert str(verdict) == repr(verdict) and str(verdict).startswith("OPEN: no proof found")
    assert len(judge(Claimed(triangle)).tried) == len(list(trial_sets(np.random.default_rng(0))))


def test_the_search_goes_beyond_the_points_given_when_it_has_an_rng():
    far = np.array([[0.0], [5.0]])
    assert judge(Claimed(indicator), far).open
    assert judge(Claimed(indicator), far, np.random.default_rng(0)).refuted


def test_numbers_beat_the_authors_word():
    believed = Claimed(indicator, because="it looks like a similarity")
    assert believed.certificate.rule == AUTHORS_WORD
    assert judge(believed).refuted
    assert judge(believed + Linear()).refuted  # also inside a larger proof
    honest = judge(Claimed(triangle, because="the convolution of a box with itself"))
    assert honest.proved and honest.tried and str(honest).startswith("PROVED on its author's word")
    assert not Gaussian().certificate.on_trust


def test_asymmetry_is_shown_by_a_pair():
    verdict = judge(Claimed(lambda x, z: float(x[0] - z[0])))
    assert verdict.witness.pair and "not symmetric at the pair" in str(verdict)
    assert verdict.witness.to_dict()["pair"] is True
    assert asymmetric_pair(np.array([[1.0, 1], [-1, 1]])) in {(0, 1), (1, 0)}
    assert asymmetric_pair(np.eye(2)) is None


def test_a_positive_form_without_symmetry_is_refuted():
    """[[1, 1], [−1, 1]] has aᵀMa = ‖a‖², and still is no Gram matrix."""
    assert judge(Precomputed([[1, 1], [-1, 1]])).witness.pair


def test_one_psd_gram_matrix_proves_nothing():
    square_of_sum = Claimed(lambda x, z: float((x[0] + z[0]) ** 2))
    assert judge(square_of_sum, np.array([[1.0]])).open
    witness = judge(square_of_sum, np.array([[0.0], [1.0]])).witness
    assert np.linalg.eigvalsh(square_of_sum(witness.points))[0] == pytest.approx(-0.2361, abs=1e-4)


def test_strings_are_searched_on_words():
    verdict = judge(Spectrum(2) - 2 * Spectrum(1))
    assert verdict.refuted and all(isinstance(word, str) for word in verdict.witness.points)
    assert json.dumps(verdict.witness.to_dict()) and "'" in str(verdict.witness)


def test_points_outside_the_domain_are_said_to_be():
    verdict = judge(Claimed(lambda x, z: float(np.sqrt(x[1] * z[1]))))
    assert any("outside its domain" in name for name in verdict.tried)


def test_the_zero_kernel_is_not_refuted_by_rounding():
    assert negative_direction(np.zeros((3, 3))) is None
    assert negative_direction(1e-17 * np.array([[1, 2], [2, 1.0]])) is None
    noisy = X @ X.T
    assert negative_direction(noisy - noisy.T) is None
    assert judge(Polynomial(2) - Polynomial(2)).open
    assert judge(Claimed(lambda x, z: float((x @ z + 1) ** 2 - (x @ z) ** 2 - 2 * (x @ z) - 1))).open


def test_negative_direction_finds_the_negative_eigenvalue_whatever_the_scale():
    for scale in ([1, 1, 1], [1e-5, 1, 1e5]):
        K = np.diag(scale) @ np.array([[1.0, 0, 0.9], [0, 1, 0.9], [0.9, 0.9, 1]]) @ np.diag(scale)
        weights = negative_direction(K)
        assert weights @ K @ weights < 0 and is_negative(K, weights)
    assert negative_direction(np.eye(3)) is None
    assert negative_direction(np.full((2, 2), np.nan)) is None


def test_a_witness_is_shrunk():
    grid = np.linspace(-6, 6, 25)[:, None]
    k = Claimed(indicator)
    raw = negative_direction(k(grid))
    small = shrink(k, grid, raw)
    assert len(small.weights) == 3 < len(raw)
    assert np.array_equal(small.weights, np.round(small.weights))
    assert small.recompute(k) == small.value < 0


def test_certificates_and_verdicts_render_as_html():
    proof = Certificate("rule", "x < z", "1 < 2", (Certificate("inner product", "x·z", "φ(x) = x"),))
    assert "1\xa0&lt;\xa02" in proof._repr_html_() and "<mo>&lt;</mo>" in proof._repr_html_()
    assert 'class="kc-verdict kc-proved"' in Verdict(PROVED, certificate=proof)._repr_html_()
    refuted = judge(Laplace() - Gaussian())._repr_html_()
    assert "kc-refuted" in refuted and "a<b" not in refuted


def test_a_witness_prints_numbers_words_and_indices():
    assert "at points (0.5, 1), (2, 0)" in str(Witness(np.array([[0.5, 1], [2, 0]]), np.ones(2), -1.0))
    assert "at points 'ab' with" in str(Witness(["ab"], np.ones(1), -1.0))
    assert "at points 0, 3 with" in str(Witness(np.array([0, 3]), np.ones(2), -1.0))
    assert is_numeric([[1, 2]]) and not is_numeric(["a"]) and not is_numeric([[1], [1, 2]])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: judge(lambda X, Z=None: 1.0, X), r"Claimed\(k\)"),
        (
            lambda: judge(lambda X, Z=None: np.full((len(X), len(X)), np.nan), X),
            "not finite at points 0 and 0",
        ),
        (lambda: judge(Claimed(indicator), []), "empty"),
        (lambda: find_witness(Claimed(lambda x, z: 1 / 0), X), "gives no number at x ="),
        (lambda: negative_direction(np.ones((2, 3))), r"shape \(2, 3\)"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_function_that_looks_at_the_whole_batch_is_not_proved():
    assert judge(Linear().of(lambda Z: Z - Z.mean(axis=0))).open
    assert judge(Linear().weighted(lambda Z: Z[:, 0] - Z[:, 0].mean())).open
    honest = judge(Linear().of(lambda Z: Z**2))
    assert honest.proved and "given that φ maps points one by one" in str(honest)
    assert judge(Linear().weighted(lambda Z: Z[:, 0])).proved


def test_a_function_without_a_value_anywhere_is_not_proved():
    def raises(Z):
        raise TypeError("only words")

    for nothing in (Linear().of(raises), Linear().weighted(raises), Linear().of(lambda Z: Z[:1])):
        verdict = judge(nothing)
        assert verdict.open and "none of the points tried" in verdict.tried[0]
    with pytest.raises(TypeError, match="only words"):
        judge(Linear().of(raises), X)
    lengths = Linear().of(lambda words: np.array([[len(word)] for word in words]))
    assert judge(lengths, ["a", "bb", "ccc"]).proved
    assert judge(Minimum().of(lambda Z: 1 / Z)).proved  # at positive numbers it has values
