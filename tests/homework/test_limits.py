"""The clock is patient with a busy machine; the work that is allowed stays the same."""

from __future__ import annotations

import os

import pytest

from kernelcourse.homework.limits import MOST_PATIENCE, Limits, patience


@pytest.mark.parametrize(
    ("load", "cores", "factor"), [(0.1, 4, 1.0), (6.0, 2, 3.0), (99.0, 2, MOST_PATIENCE)]
)
def test_patience_grows_with_the_queue_and_has_an_end(monkeypatch, load, cores, factor):
    monkeypatch.setattr(os, "getloadavg", lambda: (load, 0.0, 0.0), raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert patience() == factor


def test_without_a_load_to_read_there_is_none(monkeypatch):
    def unknown():
        raise OSError

    monkeypatch.setattr(os, "getloadavg", unknown, raising=False)
    assert patience() == 1.0


def test_only_the_clock_is_stretched():
    before, after = Limits(), Limits().on_this_machine(3.0)
    assert (after.wall, after.load_seconds, after.total_seconds) == (6.0, 90.0, 180.0)
    assert (after.cell_seconds, after.call_seconds, after.cpu_seconds) == (10.0, 5.0, 60)
    assert (after.memory, after.resident) == (before.memory, before.resident)
