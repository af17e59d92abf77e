"""The audit sees what each twin drops, and what no twin drops."""

from __future__ import annotations

import pytest

from kernelcourse.claims import Claim, Twin, equals
from kernelcourse.claims.audit import audit, entry, main, totals
from kernelcourse.claims.labels import Statement

AUDITED = (
    "similarity",
    "kernel_trick",
    "mercer",
    "rkhs",
    "ridge",
    "pca",
    "mds",
    "kmeans",
    "perceptron",
    "soft_clusters",
    "structured",
    "svm",
    "logistic",
    "gaussian_process",
    "neural_networks",
    "scale",
    "densities",
    "kernelising",
)  # only grows
THEOREM = Statement("thm-two", "theorem", "Two", "mds")
WRONG = {"doubled": 4, "n = 0": Twin(0, drops="n > 0")}


def claim(**more) -> Claim:
    plain = {
        "name": "mds.two",
        "label": "thm-two",
        "says": "two",
        "check": equals(2),
        "right": 2,
        "twins": WRONG,
    }
    return Claim(**{**plain, "hypotheses": ("n > 0",), **more})


@pytest.mark.parametrize("chapter", AUDITED)
def test_no_hypothesis_without_a_twin_or_a_reason(chapter):
    gaps = [f"{found.statement.label}: {gap}" for found in audit([chapter]) for gap in found.gaps]
    assert not gaps, "\n".join(gaps)


def test_the_entry_names_the_twin_that_drops_a_hypothesis_and_those_that_break_the_clause():
    found = entry(THEOREM, [claim()])
    assert [(part.kind, part.says, part.twins) for part in found.parts] == [
        ("clause", "two", ("doubled",)),
        ("hypothesis", "n > 0", ("n = 0",)),
    ]
    assert found.gaps == ()


def test_a_hypothesis_that_nobody_drops_is_a_gap_unless_a_reason_is_given():
    needs = ("n > 0", "n is even")
    assert entry(THEOREM, [claim(hypotheses=needs)]).gaps == ("hypothesis 'n is even' has no twin",)
    excused = claim(hypotheses=needs, undropped={"n is even": "the proof would need more words"})
    assert entry(THEOREM, [excused]).gaps == ()
    assert "because the proof would need more words" in str(entry(THEOREM, [excused]))


def test_a_clause_that_nobody_breaks_is_a_gap():
    twins = {"doubled": Twin(4, breaks="it is prime")}
    found = entry(THEOREM, [claim(twins=twins, hypotheses=(), clauses=("it is prime", "it is even"))])
    assert found.gaps == ("clause 'it is even' has no twin",)


def test_a_theorem_must_say_what_it_needs_and_an_equation_need_not():
    silent = claim(hypotheses=None, twins={"doubled": 4})
    assert "no claim says what it needs" in entry(THEOREM, [silent]).gaps[0]
    assert entry(Statement("thm-two", "equation", "", "mds"), [silent]).gaps == ()
    assert entry(THEOREM, [claim(hypotheses=(), twins={"doubled": 4})]).gaps == ()


def test_claims_of_one_label_help_each_other():
    first = claim(hypotheses=("n > 0", "n is even"))
    second = claim(name="mds.other", hypotheses=("n is even",), twins={"odd": Twin(3, drops="n is even")})
    assert entry(THEOREM, [first]).gaps
    assert entry(THEOREM, [first, second]).gaps == ()


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        ({"twins": {"x": Twin(1, drops="n is odd")}}, "not in hypotheses"),
        ({"twins": {"x": Twin(1, breaks="it is odd")}}, "not in clauses"),
        ({"undropped": {"n > 0": "the proof would need more words"}}, "drops it already"),
        ({"hypotheses": ("n > 0", "m"), "undropped": {"m": "no"}}, "say why"),
        ({"label": ()}, "must look like"),
    ],
)
def test_a_mark_that_names_nothing_is_refused(more, complaint):
    with pytest.raises(ValueError, match=complaint):
        claim(**more)


def test_a_twin_names_one_thing():
    with pytest.raises(ValueError, match="one of them"):
        Twin(1)
    with pytest.raises(ValueError, match="one of them"):
        Twin(1, drops="a", breaks="b")


def test_a_claim_may_back_several_labels():
    assert claim(label=("thm-two", "eq-two")).labels == ("thm-two", "eq-two")
    assert claim().labels == ("thm-two",)
    assert claim().twins == {"doubled": 4, "n = 0": 0}


def test_the_command_prints_the_totals_and_fails_on_a_gap(capsys, monkeypatch):
    assert main(["similarity"]) == 0
    assert totals(audit(["similarity"])) in capsys.readouterr().out
    bad = claim(
        name="mds.double_centring", label="thm-mds-best", hypotheses=("nobody drops this",), twins={"x": 1}
    )
    monkeypatch.setattr("kernelcourse.claims.mds.CLAIMS", (bad,))
    assert main(["mds", "--gaps"]) == 1
    assert "GAP hypothesis 'nobody drops this' has no twin" in capsys.readouterr().out


def test_the_command_names_a_chapter_that_does_not_exist(capsys):
    with pytest.raises(SystemExit):
        main(["nonsense"])
    assert "'nonsense' is not one of similarity" in capsys.readouterr().err
