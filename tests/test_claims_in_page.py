"""A reader runs a claim: the right version is accepted, twins and wrong candidates are rejected, mistakes are said."""

import json

import numpy as np
import pytest

from kernelcourse.claims import CHAPTERS, all_claims, claims_of
from kernelcourse.claims.in_page import examine, other_random_numbers, own_candidate, respond, source

LABEL = "eq-double-centring"


def ask(**request: object) -> dict:
    return json.loads(respond(json.dumps(request)))


@pytest.mark.parametrize("seed", [0, 1, 7])
def test_the_right_version_is_accepted_and_every_twin_rejected(seed: int) -> None:
    for claim in ask(label=LABEL, seed=seed)["claims"]:
        assert claim["accepted"] and all(rejected for _, rejected in claim["twins"])


@pytest.mark.slow
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_no_check_is_lucky_with_its_seed(chapter: str) -> None:
    """One other seed here; `python -m kernelcourse.claims --seed N` tries any."""
    for claim in claims_of(chapter):
        examined = examine(claim, seed=3)
        assert examined.candidate[0], f"{claim.name} rejects the right version: {examined.candidate[1]}"
        passed = [fault for fault, (accepted, _) in examined.twins if accepted]
        assert not passed, f"{claim.name} accepts {passed}"


def test_a_candidate_of_the_readers_own() -> None:
    (right,) = ask(label=LABEL)["claims"][:1]
    assert right["source"].startswith("def ")
    again = ask(label=LABEL, claim=right["name"], code=right["source"])["claims"][0]
    assert again["accepted"]
    wrong = ask(label=LABEL, claim=right["name"], code="lambda D: [[0 for _ in row] for row in D]")
    assert not wrong["claims"][0]["accepted"] and "✗ rejected" in wrong["html"]


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"label": "thm-nobody"}, "no claim backs"),
        ({"label": LABEL, "seed": -1}, "seed should be a whole number"),
        ({"label": LABEL, "code": "def f(:"}, "line 1"),
        ({"label": LABEL, "code": "for i in []: pass"}, "end with an expression"),
        ({"label": LABEL, "code": "1/0"}, "ZeroDivisionError"),
    ],
)
def test_mistakes_are_said(request_: dict, words: str) -> None:
    assert words in ask(**request_)["error"]


def test_what_a_reader_types_is_escaped() -> None:
    assert "<b>" not in ask(label=LABEL, code="'<b>'.nothing")["html"]


def test_another_seed_is_another_stream_and_only_while_it_runs() -> None:
    usual = np.random.default_rng(3).normal()
    with other_random_numbers(1):
        assert np.random.default_rng(3).normal() != usual
        assert np.random.default_rng(3).normal() == np.random.default_rng(3).normal()
    with other_random_numbers(0):
        assert np.random.default_rng(3).normal() == usual
    assert np.random.default_rng(3).normal() == usual


def test_a_claim_that_needs_nothing_else_is_examined_as_it_stands() -> None:
    found = examine(claims_of("mds")[0])
    assert found.candidate == (True, "") and all(not accepted for _, (accepted, _) in found.twins)


@pytest.mark.parametrize("claim", all_claims(), ids=lambda claim: claim.name)
def test_what_a_reader_may_edit_is_code_that_runs(claim) -> None:
    code = source(claim)
    assert " at 0x" not in code
    if code:
        own_candidate(code, claim)


def test_nearly_every_claim_can_be_edited() -> None:
    assert sum(not source(claim) for claim in all_claims()) <= 5  # made by a function, not written down
