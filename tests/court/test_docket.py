"""Every formula whose answer is known gets that answer, with a proof or a witness that stands on its own."""

import json
from functools import cache

import numpy as np
import pytest

from kernelcourse.court import domain_of, gram_matrix
from kernelcourse.court.audit import MOST_OPEN, docket, hear
from kernelcourse.court.formula.reading import read
from kernelcourse.court.refuting.point_sets import point_sets

pytestmark = pytest.mark.slow

verdict_on = cache(hear)


def named(cases):
    return [pytest.param(case, id=f"{case.k} {case.dim or ''} {case.domain or ''}") for case in cases]


def test_docket_is_large_and_names_its_reasons():
    assert len(docket()) >= 200
    assert len({(case.k, case.dim, case.domain) for case in docket()}) == len(docket())
    assert all(case.because for case in docket())


def test_few_cases_stay_open():
    assert sum(verdict_on(case).open for case in docket()) <= MOST_OPEN * len(docket())


@pytest.mark.parametrize("case", named(docket()))
def test_no_verdict_is_wrong(case):
    assert verdict_on(case).status.value in (case.answer, "open")


@pytest.mark.parametrize("case", named(case for case in docket() if case.answer == "proved"))
def test_proved_kernels_have_semidefinite_gram_matrices(case):
    """Points at which k is 0/0 are left out; all other Gram matrices are symmetric and PSD up to round-off."""
    tree = read(case.k)
    domain = domain_of(tree, case.dim, case.domain)
    for _, points in point_sets(domain, np.random.default_rng(1)):
        K = gram_matrix(case.k, points, case.dim, case.domain)
        kept = np.isfinite(np.diagonal(K))
        K = K[np.ix_(kept, kept)]
        if not np.isfinite(K).all() or not K.size:  # overflow: exp(10⁴) is no float
            continue
        np.testing.assert_allclose(K, K.T, rtol=1e-9, atol=1e-9 * np.abs(K).max())
        assert np.diagonal(K).min() >= -1e-12 * np.abs(K).max()
        # the others are zero features, or lost to round-off: cosh(t) − 1 of a tiny t
        positive = np.diagonal(K) > 1e-9 * max(np.abs(K).max(), 1.0)
        K = K[np.ix_(positive, positive)]
        if K.size:
            scale = np.sqrt(np.diagonal(K))
            assert np.linalg.eigvalsh(K / scale / scale[:, None])[0] > -1e-6


@pytest.mark.parametrize("case", named(case for case in docket() if case.answer == "refuted"))
def test_witnesses_refute_when_recomputed(case):
    if verdict_on(case).open:
        return
    witness = verdict_on(case).witness.to_dict()
    assert not witness.get("theorem"), "points refute every case here"
    points = witness["points"]
    assert domain_of(read(case.k), case.dim, case.domain).contains(points)
    K = gram_matrix(case.k, points, case.dim, case.domain)
    if witness.get("why"):
        assert not np.isfinite(K).all()
    elif witness.get("pair"):
        assert K[0, 1] - K[1, 0] == pytest.approx(witness["value"], rel=1e-9)
        assert witness["value"] != 0
    else:
        a = np.array(witness["weights"])
        assert a @ K @ a == pytest.approx(witness["value"], rel=1e-6, abs=1e-12)
        assert witness["value"] < 0


@pytest.mark.parametrize("case", named(docket()))
def test_verdicts_are_json(case):
    verdict = verdict_on(case)
    data = [part.to_dict() for part in (verdict.certificate, verdict.witness) if part is not None]
    text = json.dumps(data, allow_nan=False)
    assert json.dumps(json.loads(text)) == text


def test_refutations_use_few_points():
    sizes = [len(v.witness.weights) for v in map(verdict_on, docket()) if v.refuted]
    assert np.median(sizes) <= 2
    assert max(sizes) <= 40
