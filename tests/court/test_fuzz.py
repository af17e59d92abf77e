"""300 random formulas: what is proved has no negative eigenvalue in 50 digits, what is refuted recomputes exactly."""

import pytest

from tests.court.fuzzing import run

pytestmark = [pytest.mark.slow, pytest.mark.no_cover]


def test_no_verdict_on_300_formulas_is_wrong():
    counts, wrong = run(300, seed=7)
    assert not wrong
    assert counts["compared with eigenvalues"] >= 10 and counts["recomputed exactly"] >= 40
