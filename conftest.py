"""For every test and every notebook: nothing is skipped in silence, and nbval compares text.

A notebook stores text/plain and streams. What Jupyter adds beside them (HTML, SVG, widgets) is not compared:
each of these has a text/plain form with its numbers, and that one is.
"""

from __future__ import annotations

import os

import pytest

from tools.strict_kernel import environment

NOT_COMPARED = (
    "text/html",
    "text/latex",
    "text/markdown",
    "image/svg+xml",
    "image/png",
    "application/javascript",
    "application/json",
    "application/vnd.jupyter.widget-view+json",
)
NOTHING_SKIPPED = os.environ.get("CI", "").lower() in ("true", "1")


def pytest_configure(config) -> None:
    """Kernels that nbval starts treat warnings as errors."""
    if config.getoption("--nbval", default=False):
        os.environ.update(environment())


def pytest_collectstart(collector) -> None:
    """Tell nbval which representations of an output to leave out of the comparison."""
    if hasattr(collector, "skip_compare"):
        collector.skip_compare = (*collector.skip_compare, *NOT_COMPARED)


def fail_instead_of_skip(report) -> None:
    """Where everything has to run (CI=true, `make test`), a skipped test is a failed one."""
    if NOTHING_SKIPPED and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        report.outcome = "failed"
        report.longrepr = f"Skipped, but with CI=true everything must run: {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    fail_instead_of_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    report = yield
    fail_instead_of_skip(report)
    return report
