"""Hypothesis draws the same examples on every machine, and a slow machine is no failure."""

import time
from collections.abc import Iterator

import pytest
from hypothesis import settings

from kernelcourse.language import effort

PATIENCE = 4  # seconds of a busy machine, or of one that measures coverage, that count as one

settings.register_profile("kernelcourse", deadline=None, derandomize=True)
settings.load_profile("kernelcourse")


@pytest.fixture(scope="session", autouse=True)
def patient_guard() -> Iterator[None]:
    """A search ends by what it computed; the clock behind it is for what would never end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(effort, "GUARD", PATIENCE * effort.GUARD)
        yield


@pytest.fixture
def patient_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A court that is not in a hurry: what is decided must not depend on how busy the machine is."""
    monkeypatch.setattr("kernelcourse.court.exactly.clock.now", lambda: time.thread_time() / PATIENCE)
