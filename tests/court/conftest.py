"""A court that is not in a hurry: what is decided must not depend on how busy the machine is."""

import time

import pytest

PATIENCE = 4  # seconds of a busy machine that count as one


@pytest.fixture
def patient_clock(monkeypatch):
    monkeypatch.setattr("kernelcourse.court.exactly.clock.now", lambda: time.thread_time() / PATIENCE)
