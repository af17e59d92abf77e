"""The clock is patient with a busy machine; the work that is allowed stays the same."""

from __future__ import annotations

import os

import pytest

from kernelcourse.homework import limits
from kernelcourse.homework.limits import MOST_PATIENCE, STARVED, Limits, patience


@pytest.mark.parametrize(
    ("load", "cores", "factor"), [(0.1, 4, 1.0), (6.0, 2, 3.0), (99.0, 2, MOST_PATIENCE)]
)
def test_patience_grows_with_the_queue_and_has_an_end(monkeypatch, load, cores, factor):
    monkeypatch.setattr(os, "getloadavg", lambda: (load, 0.0, 0.0), raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    monkeypatch.setattr(limits, "slowness", lambda: 1.0)
    assert patience() == factor


@pytest.mark.parametrize(("slow", "factor"), [(1.5, MOST_PATIENCE), (9.0, 9.0), (150.0, STARVED)])
def test_on_a_machine_where_others_come_first_work_itself_is_the_measure(monkeypatch, slow, factor):
    monkeypatch.setattr(os, "getloadavg", lambda: (99.0, 0.0, 0.0), raising=False)
    monkeypatch.setattr(limits, "slowness", lambda: slow)
    assert patience() == factor


def test_a_little_work_takes_at_least_its_time():
    assert limits.slowness() > 0.5


def test_without_a_load_to_read_there_is_none(monkeypatch):
    def unknown():
        raise OSError

    monkeypatch.setattr(os, "getloadavg", unknown, raising=False)
    assert patience() == 1.0


def test_only_the_clock_is_stretched():
    before, after = Limits(), Limits().on_this_machine(3.0)
    assert (after.wall, after.load_seconds, after.total_seconds) == (6.0, 90.0, 180.0)
    assert (after.cell_seconds, after.call_seconds, after.cpu_seconds) == (6.0, 5.0, 60)
    assert (after.memory, after.resident) == (before.memory, before.resident)
