"""2,070 formulas of the kinds the court was ever wrong about, and their relatives: none is wrong, few are open."""

from functools import cache

import pytest

from kernelcourse.court import Contradiction, LanguageError, court, heard
from kernelcourse.court import hearing as hearing_room
from kernelcourse.court.verifier import verify
from tests.court.corpus import corpus

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("patient_clock")]

MOST_OPEN = 0.08


@cache
def verdict_on(case):
    try:
        return court(case.k, dim=case.dim, domain=case.domain)
    except LanguageError:
        return None


def test_the_corpus_is_large():
    assert len(corpus()) > 800 and len(set(corpus())) == len(corpus())


def test_no_verdict_is_wrong():
    wrong = [
        case for case in corpus()
        if (v := verdict_on(case)) is not None and (v.refuted if case.kernel else v.proved)
    ]  # fmt: skip
    assert not wrong


def test_few_are_open():
    left = [case.k for case in corpus() if (v := verdict_on(case)) is None or v.open]
    assert len(left) <= MOST_OPEN * len(corpus()), left


def test_every_certificate_is_accepted_by_the_second_instance():
    for case in corpus()[::3]:
        verdict = verdict_on(case)
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
