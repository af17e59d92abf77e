"""A search is limited by what it computed, not by how fast the machine is."""

import time

from kernelcourse.derivation import check, load
from kernelcourse.language import effort


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


def test_a_slow_machine_says_the_same(monkeypatch) -> None:
    """ridge-complete-square has a line whose instances are expensive: on a clock, their number would vary."""
    said = str(check(load("ridge-complete-square")))
    fast = time.process_time
    monkeypatch.setattr(time, "process_time", lambda: 2 * fast())
    assert str(check(load("ridge-complete-square"))) == said


def test_every_arithmetic_says_what_it_spends() -> None:
    before = effort.spent()
    check(load("ridge-dual"))
    assert effort.spent() > before + 10_000
