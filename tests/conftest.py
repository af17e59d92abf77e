"""Hypothesis draws the same examples on every machine, and a slow machine is no failure."""

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
