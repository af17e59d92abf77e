"""A search is limited by what it computed, not by how fast the machine is."""

import time
from fractions import Fraction

import pytest

from kernelcourse.court import Domain, LanguageError, court
from kernelcourse.court.algebra.exact import value_at
from kernelcourse.court.exactly.primes import prime_powers
from kernelcourse.court.formula.reading import read
from kernelcourse.court.formula.unrolling import visits
from kernelcourse.derivation import check, load
from kernelcourse.language import effort

GUARD = effort.GUARD  # as everybody has it: while tests run, conftest.py makes it more patient


@pytest.fixture
def slow_machine(monkeypatch) -> None:
    """Each unit of work takes three times as long, whatever this machine is doing."""
    monkeypatch.setattr(effort, "GUARD", GUARD)
    monkeypatch.setattr(time, "process_time", lambda: 3e-6 * effort.spent())


def test_a_limit_is_over_when_the_work_is_done() -> None:
    limit = effort.Limit(0.5)
    effort.spend(400_000)
    assert not limit.over()
    effort.spend(200_000)
    assert limit.over()


def test_a_clock_ends_what_the_units_do_not_describe(monkeypatch) -> None:
    limit = effort.Limit(0.5)
    later = time.process_time() + effort.GUARD * 0.5 + 1
    monkeypatch.setattr(time, "process_time", lambda: later)
    assert limit.over()


def test_a_slow_machine_says_the_same(request) -> None:
    """ridge-complete-square has a line whose instances are expensive: on a clock, their number would vary."""
    said = str(check(load("ridge-complete-square")))
    request.getfixturevalue("slow_machine")
    assert str(check(load("ridge-complete-square"))) == said


def test_every_arithmetic_says_what_it_spends() -> None:
    before = effort.spent()
    check(load("ridge-dual"))
    assert effort.spent() > before + 10_000


def test_the_court_of_a_slow_machine_says_the_same(slow_machine) -> None:
    formulas = [("min(x[0], z[0], x[1], z[1])", 2, "positive"), ("exp(-norm(x-z,1)/12)", 12, "real")]
    assert all(court(k, dim=dim, domain=domain).proved for k, dim, domain in formulas)


def test_a_sum_costs_as_much_as_its_terms() -> None:
    few, many = (read(f"sum((x @ z)**i/(i + 1) for i in range({n}))", 3) for n in (2, 200))
    assert visits(many, 3) > 90 * visits(few, 3)
    assert visits(read("norm(x - z)", 50), 50) > 5 * visits(read("norm(x - z)", 3), 3)


def test_a_sum_of_sums_is_refused_before_it_is_added_up() -> None:
    with pytest.raises(LanguageError, match="in all"):
        court("sum(sum(sum(x*z for i in range(300)) for j in range(300)) for m in range(300))")
    assert visits(read("sum(exp(-edit(x, z)/i) for i in range(1, 100))"), 1) > 900


def test_exact_values_and_primes_are_paid_for() -> None:
    before = effort.spent()
    value_at(read("exp(-x*z)", 1), Domain("real", 1), [1.0], [2.0])
    paid = effort.spent()
    prime_powers(Fraction(2**61 - 1), Fraction(1, 2))
    assert before < paid < effort.spent()


def test_a_long_sum_is_heard_no_longer_than_others() -> None:
    """200 terms, exactly and in floats: before their number was counted, this hearing took twice what is allowed."""
    before = effort.spent()
    assert not court("sum((x @ z)**i/(i + 1) for i in range(200))", dim=3).refuted
    assert effort.spent() - before > 300_000
