"""Fifty coordinates, and powers that nobody multiplies out: what a student proves in a line is proved, in bounds."""

import pytest

from kernelcourse.court import court
from kernelcourse.court.exactly.clock import SECONDS
from kernelcourse.language.effort import spent

ROOM = 1.1  # the last question to the clock comes after the last piece of work


@pytest.mark.parametrize(
    ("k", "dim"),
    [
        ("exp(-norm(x-z,1))", 50),
        ("prod(exp(-abs(x-z)))", 50),
        ("sum(exp(-abs(x-z)))", 50),
        ("mean(x*z)", 50),
        ("prod(cos(x-z))**8", 4),
    ],
)
def test_a_kernel_is_proved(k, dim):
    assert court(k, dim=dim).proved


@pytest.mark.parametrize(
    ("k", "dim"),
    [("-norm(x-z,1)", 50), ("exp(norm(x-z,1))", 50), ("sum(exp(abs(x-z)))", 50), ("prod(sin(x-z))**8", 4)],
)
def test_its_wrong_version_is_refuted(k, dim):
    assert court(k, dim=dim).refuted


@pytest.mark.parametrize(
    ("k", "dim"),
    [
        ("exp(-norm(x-z,1)) + prod(1+x*z)", 50),
        ("prod(1+x*z)**12 + prod(cos(x-z))**8", 4),
        ("prod(cos(x-z))", 20),
    ],
)
def test_what_is_too_long_ends_within_the_budget_and_is_never_refuted(k, dim):
    before = spent()
    assert not court(k, dim=dim).refuted
    assert spent() - before <= ROOM * SECONDS * 1e6
