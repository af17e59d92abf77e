"""Fifty coordinates, and powers that nobody multiplies out: what a student proves in a line is proved, in bounds."""

from dataclasses import replace

import pytest

from kernelcourse.court import Domain, court
from kernelcourse.court.exactly.clock import SECONDS
from kernelcourse.court.hearing import prove
from kernelcourse.court.verifier import Rejected, verify
from kernelcourse.language.effort import spent
from kernelcourse.language.reading import Call, parse
from kernelcourse.validity import Certificate

ROOM = 1.1  # the last question to the clock comes after the last piece of work


@pytest.mark.parametrize(
    ("k", "dim"),
    [
        ("exp(-norm(x-z,1))", 50),
        ("prod(exp(-abs(x-z)))", 50),
        ("sum(exp(-abs(x-z)))", 50),
        ("mean(x*z)", 50),
        ("prod(cos(x-z))**8", 4),
        ("exp(-norm(x-z,1)) + prod(1+x*z)", 50),
        ("prod(1+x*z)*prod(cos(x-z))", 20),
        ("exp(prod(cos(x-z)))", 20),
        ("prod(d+x*z)", 20),
    ],
)
def test_a_kernel_is_proved(k, dim):
    assert court(k, dim=dim).proved


@pytest.mark.parametrize(
    ("k", "domain"),
    [("prod(1+x*z+min(x,z))", "positive"), ("prod(1/(1+x+z))", "positive"), ("prod(1+min(x,z))", "interval")],
)
def test_one_proof_for_numbers_stands_for_every_coordinate(k, domain):
    proof = court(k, dim=30, domain=domain).certificate
    assert [step.rule for step in proof.nodes()][:1] == ["coordinates"]


def test_a_proof_for_numbers_is_not_one_for_points_that_hang_together():
    k = parse("prod(1+x*z)", functions=("prod",))
    (entry,) = k.arguments
    inner = prove(entry, Domain("ball", 1))[0]
    made = Certificate("coordinates", "", "", (inner,), k, "kernel", {"of": "prod"})
    verify(made, k, "real", 2)
    with pytest.raises(Rejected):
        verify(replace(made, data={"of": "max"}), k, "real", 2)
    with pytest.raises(Rejected):
        verify(made, parse("prod(2+x*z)", functions=("prod",)), "real", 2)
    length = parse("norm(x)*norm(z)")
    of_vectors = Call("prod", (length,))
    inner = prove(length, Domain("real", 1))[0]
    with pytest.raises(Rejected):
        verify(replace(made, premises=(inner,), formula=of_vectors), of_vectors, "real", 2)
    with pytest.raises(Rejected):
        verify(replace(made, data={"of": "prod", "domain": "sphere"}), k, "sphere", 2)


@pytest.mark.parametrize(
    ("k", "dim"),
    [
        ("-norm(x-z,1)", 50),
        ("exp(norm(x-z,1))", 50),
        ("sum(exp(abs(x-z)))", 50),
        ("prod(sin(x-z))**8", 4),
        ("prod(1-x*z)", 50),
        ("prod(1+x*z)-2*prod(cos(x-z))", 20),
    ],
)
def test_its_wrong_version_is_refuted(k, dim):
    assert court(k, dim=dim).refuted


@pytest.mark.parametrize(
    ("k", "dim"),
    [
        ("exp(-norm(x-z,1)) + prod(1+x*z)", 50),
        ("prod(1+x*z)**12 + prod(cos(x-z))**8", 4),
        ("1/(2-prod(cos(x-z)))", 20),
    ],
)
def test_what_is_too_long_ends_within_the_budget_and_is_never_refuted(k, dim):
    before = spent()
    assert not court(k, dim=dim).refuted
    assert spent() - before <= ROOM * SECONDS * 1e6
