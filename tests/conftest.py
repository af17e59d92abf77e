"""Hypothesis draws the same examples on every machine, and a slow machine is no failure."""

from hypothesis import settings

settings.register_profile("kernelcourse", deadline=None, derandomize=True)
settings.load_profile("kernelcourse")
