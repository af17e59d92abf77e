"""Every numbered statement has a claim; every claim passes its check, and its wrong twins do not."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from kernelcourse.claims import (
    CHAPTERS,
    Claim,
    agrees_with,
    all_claims,
    claims_of,
    equals,
    run,
    same,
)
from kernelcourse.claims.__main__ import main
from kernelcourse.claims.labels import labelled, statements, statements_of
from kernelcourse.claims.rejection import rejection

FOLDER = Path(__file__).resolve().parent.parent / "chapters"


@pytest.mark.parametrize("claim", all_claims(), ids=lambda claim: claim.name)
def test_the_claim_passes_and_its_wrong_twins_do_not(claim):
    outcome = run(claim)
    assert outcome.passed, str(outcome)
    assert outcome.rejected == tuple(claim.twins)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_every_chapter_has_claims(chapter):
    assert claims_of(chapter)


def test_every_statement_of_the_book_has_a_claim():
    backed = {label for claim in all_claims() for label in claim.labels}
    bare = sorted(set(labelled(statements(FOLDER))) - backed)
    assert not bare, f"{len(bare)} labels have no claim: {', '.join(bare)}"


def test_every_claim_belongs_to_a_statement_of_its_own_chapter():
    book = labelled(statements(FOLDER))
    backed = [(claim, label) for claim in all_claims() for label in claim.labels]
    lost = [f"{claim.name} → {label}" for claim, label in backed if label not in book]
    assert not lost, f"no page has these labels: {', '.join(lost)}"
    elsewhere = [claim.name for claim, label in backed if book[label].topic != claim.chapter]
    assert not elsewhere, f"these labels stand in another chapter: {', '.join(elsewhere)}"


def test_no_twin_is_the_right_version_itself():
    for claim in all_claims():
        assert all(twin is not claim.right for twin in claim.twins.values()), claim.name


# How a claim itself behaves.


def claim_of(check, right, **twins) -> Claim:
    return Claim("mds.trial", "eq-trial", "two is two", check, right, twins, how="by comparing")


def test_a_twin_that_passes_is_a_failure():
    outcome = run(claim_of(lambda value: value > 0, 2, doubled=4))
    assert outcome.status == "failed"
    assert outcome.rejected == ()
    assert "'doubled' was accepted" in str(outcome)


def test_a_right_version_that_does_not_pass_is_a_failure():
    outcome = run(claim_of(lambda value: value > 3, 2, halved=1))
    assert not outcome.passed
    assert "the right version was rejected" in str(outcome)


@pytest.mark.parametrize("error", [ValueError, AssertionError, np.linalg.LinAlgError])
def test_a_check_may_reject_by_raising(error):
    def check(value):
        if value != 2:
            raise error("no")
        return True

    assert run(claim_of(check, 2, wrong=3)).passed


def test_a_twin_that_breaks_the_check_is_not_a_rejection():
    outcome = run(claim_of(lambda value: value + 1 == 3, 2, text="2"))
    assert not outcome.passed
    assert "broke the check: TypeError" in str(outcome)


@dataclass(frozen=True)
class Record:
    formula: Callable[[int], int]


@pytest.mark.parametrize(
    ("put", "take"),
    [
        (lambda f: f, lambda candidate: candidate),
        (lambda f: (f, 3), lambda candidate: candidate[0]),
        (lambda f: {"formula": f}, lambda candidate: candidate["formula"]),
        (Record, lambda candidate: candidate.formula),
    ],
)
def test_the_number_that_gives_a_twin_away_is_found_inside_tuples_and_records(put, take):
    claim = claim_of(
        lambda candidate: take(candidate)(3) == 9, put(lambda x: x * x), doubled=put(lambda x: 2 * x)
    )
    found = rejection(claim, "doubled")
    assert found.rejected
    assert str(found.difference) == "6 where 9 is right"


def test_a_check_that_breaks_on_the_right_version_is_a_failure():
    outcome = run(claim_of(lambda value: value["a"] == 1, {"b": 1}, wrong={"a": 2}))
    assert not outcome.passed
    assert "KeyError" in str(outcome)


def test_a_check_must_answer_with_a_truth_value():
    outcome = run(claim_of(lambda value: np.array([True, True]), 2, wrong=3))
    assert not outcome.passed
    assert "did you forget .all()" in str(outcome)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"name": "Trial"}, "chapter.words"),
        ({"label": "trial"}, "must look like"),
        ({"says": "two\nlines"}, "one line"),
        ({"twins": {}}, "at least one plausible wrong version"),
        ({"check": lambda value: True}, "docstring"),
    ],
)
def test_an_incomplete_claim_is_refused(change, complaint):
    good = {"name": "mds.trial", "label": "eq-trial", "says": "x", "check": equals(2), "right": 2}
    with pytest.raises(ValueError, match=complaint):
        Claim(**{**good, "twins": {"wrong": 3}, **change})


def test_an_unknown_chapter_is_refused():
    with pytest.raises(ValueError, match="nonsense"):
        claims_of("nonsense")


def test_two_claims_with_one_name_are_refused(monkeypatch):
    monkeypatch.setattr("kernelcourse.claims.claims_of", lambda chapter: (claim_of(equals(2), 2, wrong=3),))
    with pytest.raises(ValueError, match=r"exist twice: mds\.trial"):
        all_claims()


def test_a_claim_in_the_wrong_file_is_refused(monkeypatch):
    stray = Claim("ridge.trial", "eq-trial", "x", equals(2), 2, {"wrong": 3})
    monkeypatch.setattr("kernelcourse.claims.mds.CLAIMS", (stray,))
    with pytest.raises(ValueError, match="must begin with mds"):
        claims_of("mds")


def test_the_command_counts_what_passed(capsys, monkeypatch):
    assert main(["mds"]) == 0
    assert f"{len(claims_of('mds'))} of {len(claims_of('mds'))} claims passed" in capsys.readouterr().out
    monkeypatch.setattr("kernelcourse.claims.mds.CLAIMS", (claim_of(equals(2), 3, wrong=4),))
    assert main(["mds"]) == 1
    assert "FAILED mds.trial" in capsys.readouterr().out


def test_the_command_shows_a_check_that_was_lucky(capsys, monkeypatch):
    usual = np.random.default_rng(0).normal()

    def lucky(value):
        """three, and the random number of one seed"""
        return value == 3 and np.random.default_rng(0).normal() == usual

    monkeypatch.setattr("kernelcourse.claims.mds.CLAIMS", (claim_of(lucky, 3, wrong=4),))
    assert main(["mds"]) == 0
    assert main(["mds", "--seed", "1"]) == 1
    assert "FAILED mds.trial" in capsys.readouterr().out


def test_same_compares_shape_and_every_entry():
    assert same([1, 2], np.array([1, 2 + 1e-12]))
    assert not same([1, 2], [1, 2, 3])
    assert not same([1, 2], [1, 2.001])
    assert not same([1, 2], [1, 2 + 1e-12], tolerance=0)
    assert not same(float("nan"), 1.0)


def test_ready_made_checks_say_how_they_check():
    assert equals((1, 2)).__doc__ == "equals (1, 2), exactly"
    assert equals(np.eye(4), 1e-9).__doc__ == "equals the known 4 × 4 matrix"
    assert equals(np.arange(9)).__doc__ == "equals the known 9 values, exactly"
    check = agrees_with(np.square, [(1.0,), (-2.0,)], how="x²")
    assert check.__doc__ == "agrees with: x² (2 trials)"
    assert check(lambda x: x * x)
    assert not check(np.abs)
    with pytest.raises(ValueError, match="trials is empty"):
        agrees_with(np.square, [])


# How labels are found.

PAGE = """
# A page

```{prf:theorem} Representer
:label: thm-representer
:nonumber:
Text with $x$.

$$
w = X^T \\alpha
$$ (eq-row-space)
```

::::{prf:definition} Kernel
---
label: def-kernel
---
Text.
::::

```{math}
:label: eq-ridge
\\alpha
```

```{math}
x + y
```

```{prf:proof}
Because.
```
"""


def test_labels_are_found_in_directives_and_behind_dollars():
    found = list(statements_of(PAGE, "page"))
    assert [(statement.kind, statement.label) for statement in found] == [
        ("theorem", "thm-representer"),
        ("equation", "eq-row-space"),
        ("definition", "def-kernel"),
        ("equation", "eq-ridge"),
    ]
    assert [statement.role for statement in found] == ["prf:ref", "eq", "prf:ref", "eq"]
    assert found[0].title == "Representer"


def test_labels_are_found_in_the_text_cells_of_a_notebook(tmp_path):
    text = {"cell_type": "markdown", "source": ["$$x$$ (eq-one)"]}
    code = {"cell_type": "code", "source": ["$$x$$ (eq-two)"]}
    (tmp_path / "a.ipynb").write_text(json.dumps({"cells": [text, code]}))
    (tmp_path / "b.md").write_text("```{prf:lemma}\n:label: lem-b\n```")
    (tmp_path / "c.txt").write_text("$$ (eq-three)")
    assert list(labelled(statements(tmp_path))) == ["eq-one", "lem-b"]


def test_a_statement_without_a_label_is_refused():
    with pytest.raises(ValueError, match="'Schur' on the page page has no label"):
        labelled(statements_of("```{prf:lemma} Schur\nText\n```", "page"))


def test_a_label_that_stands_twice_is_refused():
    with pytest.raises(ValueError, match="eq-ridge, which stands already on page"):
        labelled(statements_of(PAGE + "\n\n$$x$$ (eq-ridge)", "page"))
