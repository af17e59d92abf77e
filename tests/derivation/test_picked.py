"""λ picked by the reader: the verdict is on that λ, its numbers use it, and it never claims more."""

from fractions import Fraction

import pytest

from kernelcourse.derivation import library, load, respond
from kernelcourse.derivation.instances.samples import Samples
from kernelcourse.derivation.readers.at_one_lambda import LARGEST, can_pick, picked, read_lambda, shown

SQUARED = "∇_α: 2*K@(K@α - y) + 2*λ**2*K@α"  # the gradient at λ = 1, and nowhere else


def ask(text, **more):
    return respond({"derivation": "ridge-dual", "line": 5, "text": text, **more})


def test_a_line_that_is_true_at_one_lambda_holds_there_and_is_no_identity():
    found = ask(SQUARED, lam=1)
    assert (found["accepted"], found["always"], found["at"]) == (True, "refuted", {"lam": "1"})
    assert ask(SQUARED)["verdict"] == "refuted"


def test_the_counterexample_uses_the_picked_lambda():
    found = ask(SQUARED, lam="1/4")
    assert found["verdict"] == "refuted" and found["witness"]["values"]["lam"] == 0.25
    assert found["at"] == {"lam": "0.25"} and "always" not in found


def test_an_identity_holds_at_the_picked_lambda_and_always():
    found = ask("∇_α: 2*K@(K@α - y) + 2*λ*K@α", lam=0.5)
    assert found["accepted"] and found["always"] in ("proved", "tested")


@pytest.mark.parametrize("lam", [0, -1, "abc", ".", "1e99999", "1/0", float("nan"), True, [1], 2 * LARGEST])
def test_a_bad_lambda_is_told(lam):
    found = ask(SQUARED, lam=lam)
    assert found["kind"] == "unreadable" and "λ must be a positive number" in found["why"]


@pytest.mark.parametrize(
    ("text", "value"), [("0.5", "0.5"), (" 1/3 ", "1/3"), (2.0, "2"), (1e-05, "1/100000")]
)
def test_lambda_is_read_exactly_and_shown_briefly(text, value):
    assert shown(read_lambda(text)) == value
    assert isinstance(read_lambda(text), Fraction)


@pytest.mark.parametrize("name", ["kernel-pca-normalisation", "pca-lagrangian", "kernel-distance"])
def test_an_eigenvalue_or_no_lambda_cannot_be_picked(name):
    assert not can_pick(load(name))
    found = respond({"derivation": name, "lam": 1})
    assert found["kind"] == "unreadable" and "no λ that could be picked" in found["why"]


def test_every_instance_has_the_picked_lambda():
    samples = Samples(picked(load("ridge-dual"), Fraction(3, 8)).setting())
    assert len(samples.standard) >= 8
    drawn = [*samples.standard, *samples.small()]
    assert {at.exact["lam"] for at in drawn if at.exact} == {Fraction(3, 8)}
    assert {at.values["lam"] for at in drawn} == {0.375}


@pytest.mark.slow
@pytest.mark.parametrize("lam", ["0.001", "1", "1000"])
@pytest.mark.parametrize("name", [name for name in library() if can_pick(load(name))])
def test_every_derivation_holds_at_every_lambda(name, lam):
    """Near-singular matrices with a tiny λ must not make a right line look wrong."""
    found = respond({"derivation": name, "lam": lam})
    assert found["accepted"] and found["at"] == {"lam": lam}
