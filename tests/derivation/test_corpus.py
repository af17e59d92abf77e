"""No cunning wrong line is called proved, hardly one tested; right lines are accepted."""

import pytest

from kernelcourse.derivation import Derivation, check
from tests.derivation.corpus import read, read_all

EVERY = 60  # of the corpora, in the quick run
PARTS = 6  # of each corpus, each held to the bar by itself: they run side by side


def verdicts(name, start=0, step=1):
    cases = list(read_all(name))
    return [(case, case.judged()) for case in cases[start::step]]


def few_accepted(wrong):
    accepted = [str(case) for case, outcome in wrong if outcome.accepted]
    proved = [str(case) for case, outcome in wrong if outcome.accepted and outcome.verdict == "proved"]
    assert not proved, proved
    assert len(accepted) <= 0.02 * len(wrong), accepted


def few_rejected(right):
    rejected = [f"{case}: {outcome.why}" for case, outcome in right if not outcome.accepted]
    assert len(rejected) <= 0.03 * len(right), rejected


def test_the_corpora_are_large():
    assert len(list(read("wrong"))) >= 300 and len(list(read("right"))) >= 300


def test_every_sixtieth_line():
    few_accepted(verdicts("wrong", 2, EVERY))
    few_rejected(verdicts("right", 2, EVERY))


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("part", range(PARTS))
def test_all_wrong_lines(part):
    few_accepted(verdicts("wrong", part, PARTS))


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize("part", range(PARTS))
def test_all_right_lines(part):
    few_rejected(verdicts("right", part, PARTS))


@pytest.mark.parametrize(
    ("letter", "before"),
    [
        ("S = partition(n, q)", "S[0, 0] * S[1, 0]"),
        ("S = partition(n, q)", "S[0, 0] * S[1, 0] * S[2, 0]"),
        ("y = labels(n)", "(1 + y[0]) * (1 + y[1]) * (1 + y[2])"),
        ("Q = orthogonal(n)", "det(Q) - 1"),
    ],
)
def test_what_is_rarely_nonzero_is_never_proved_zero(letter, before):
    """Letters with separate values: a proof must have tried them all, whatever was drawn."""
    name, _, range_ = letter.partition(" = ")
    derivation = Derivation(given={name: range_}, start=before).then("0")
    assert all(check(derivation, seed=seed).lines[-1].verdict != "proved" for seed in range(8))
