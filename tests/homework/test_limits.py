"""The clock is patient with a busy machine; the work that is allowed stays the same."""

from __future__ import annotations

import math
import os

import pytest

from kernelcourse.homework.sandbox import limits, waiting
from kernelcourse.homework.sandbox.limits import MOST_PATIENCE, STARVED, Limits, patience
from kernelcourse.homework.sandbox.waiting import Deadline, OwnTime


@pytest.mark.parametrize(
    ("load", "cores", "factor"), [(0.1, 4, 1.0), (6.0, 2, 3.0), (99.0, 2, MOST_PATIENCE)]
)
def test_patience_grows_with_the_queue_and_has_an_end(monkeypatch, load, cores, factor):
    monkeypatch.setattr(os, "getloadavg", lambda: (load, 0.0, 0.0), raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    monkeypatch.setattr(limits, "slowness", lambda: 1.0)
    assert patience() == factor


@pytest.mark.parametrize(
    ("load", "slow", "factor"),
    [(99.0, 1.5, MOST_PATIENCE), (99.0, 9.0, 9.0), (99.0, 150.0, STARVED), (1.0, 9.0, 9.0), (0.0, 1.0, 1.0)],
)
def test_on_a_machine_where_others_come_first_work_itself_is_the_measure(monkeypatch, load, slow, factor):
    """Two processes that come first fill two cores without a queue."""
    monkeypatch.setattr(os, "getloadavg", lambda: (load, 0.0, 0.0), raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(limits, "slowness", lambda: slow)
    assert patience() == factor


def test_a_little_work_takes_at_least_its_time():
    assert limits.slowness() > 0.5


def test_without_a_load_to_read_work_is_the_only_measure(monkeypatch):
    def unknown():
        raise OSError

    monkeypatch.setattr(os, "getloadavg", unknown, raising=False)
    for slow in (1.0, 3.0):
        monkeypatch.setattr(limits, "slowness", lambda slow=slow: slow)
        assert patience() == slow


class Sun:
    """A clock that a test sets."""

    def __init__(self, monkeypatch):
        self.now = self.line = 0.0
        monkeypatch.setattr(waiting.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(waiting, "waited", lambda pid: self.line)


def test_a_deadline_waits_for_a_process_that_stands_in_line(monkeypatch):
    sun = Sun(monkeypatch)
    deadline = Deadline(1, 10.0)
    sun.now, sun.line = 30.0, 25.0
    assert deadline.left() == 5.0
    sun.now = 36.0  # six seconds of its own
    assert deadline.left() <= 0.0


def test_a_deadline_does_not_wait_for_ever(monkeypatch):
    sun = Sun(monkeypatch)
    deadline = Deadline(1, 10.0)
    sun.now = sun.line = 10.0 * STARVED + 1
    assert deadline.left() <= 0.0


def test_what_was_not_its_own_time_puts_a_deadline_off(monkeypatch):
    sun = Sun(monkeypatch)
    deadline = Deadline(1, 10.0)
    sun.now = 12.0
    deadline.put_off(7.0)
    assert deadline.left() == 5.0


def test_where_the_system_does_not_tell_nobody_stands_in_line():
    assert waiting.waited(-1) == 0.0 <= waiting.waited(os.getpid())


def test_who_sleeps_gains_nothing_by_a_busy_machine(monkeypatch):
    sun = Sun(monkeypatch)
    monkeypatch.setattr(waiting, "stood_in_line", lambda pid: sun.line)
    own = OwnTime(1, 10.0)
    sun.now = 11.0
    assert own.over()
    sun.line = 5.0  # of these eleven seconds it had six
    assert not own.over()
    sun.line = math.inf  # the system does not tell
    assert not own.over()


def test_what_stood_in_line_is_known_of_everything_below(monkeypatch):
    assert 0.0 <= waiting.stood_in_line(os.getpid()) < math.inf
    monkeypatch.setattr(waiting, "descendants", lambda root: [])
    assert waiting.stood_in_line(-1) == math.inf


def test_only_the_clock_is_stretched():
    before, after = Limits(), Limits().on_this_machine(3.0)
    assert (after.wall, after.load_seconds, after.total_seconds) == (6.0, 90.0, 180.0)
    assert (after.cell_seconds, after.call_seconds, after.cpu_seconds) == (6.0, 5.0, 60)
    assert (after.memory, after.resident) == (before.memory, before.resident)
