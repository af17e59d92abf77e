"""3,578 formulas of the kinds the court was ever wrong about, and their relatives: none is wrong, few are open."""

import pytest

from kernelcourse.court import Contradiction, LanguageError, court, heard
from kernelcourse.court import hearing as hearing_room
from kernelcourse.court.verifier import verify
from tests.court.corpus import corpus

pytestmark = pytest.mark.slow

MOST_OPEN = 0.08


PARTS = 12  # of the corpus, each held to the bars by itself: they run side by side


def verdict_on(case):
    try:
        return court(case.k, dim=case.dim, domain=case.domain)
    except LanguageError:
        return None


def test_the_corpus_is_large():
    assert len(corpus()) > 800 and len(set(corpus())) == len(corpus())


@pytest.mark.parametrize("part", range(PARTS))
def test_no_verdict_is_wrong_few_are_open_and_the_second_instance_accepts(part):
    cases = corpus()[part::PARTS]
    verdicts = [(case, verdict_on(case)) for case in cases]
    assert not [case for case, v in verdicts if v is not None and (v.refuted if case.kernel else v.proved)]
    left = [case.k for case, v in verdicts if v is None or v.open]
    assert len(left) <= MOST_OPEN * len(cases), left
    for case, verdict in verdicts[::3]:
        if verdict is not None and verdict.proved:
            tree, where = heard(case.k, case.dim, case.domain)
            verify(verdict.certificate, tree, where.name, where.dim)


def test_a_contradiction_is_an_error(monkeypatch):
    """A prover that calls everything proved meets the refuter, and no verdict comes out."""
    import kernelcourse.court as court_room

    proof = court("x*z").certificate
    monkeypatch.setattr(court_room, "prove", lambda tree, domain: (proof, ()))
    with pytest.raises(Contradiction, match="proved and refuted"):
        court("-x*z")
    assert hearing_room.prove is not court_room.prove
