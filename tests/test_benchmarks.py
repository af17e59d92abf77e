"""The benchmarks compare like with like: at small sizes, ours and the peers' answers agree."""

from __future__ import annotations

import csv

import numpy as np
import pytest

from benchmarks import method_tasks, oracles, report, scale_tasks, tasks
from benchmarks.clock import best_times, exponent, peak_bytes
from kernelcourse import Gaussian, random_fourier
from kernelcourse.scale import measure_rates

pytestmark = pytest.mark.slow  # seconds, not milliseconds: run by `make test`


@pytest.mark.parametrize("make", tasks.GROWTH.values(), ids=list(tasks.GROWTH))
def test_answers_agree(make):
    task = make(600)
    assert task.agree is not None
    task.agree()
    task.floor()


def test_prediction_agrees():
    task = tasks.prediction(3000)
    assert task.agree is not None
    task.agree()


@pytest.mark.parametrize(
    "make",
    [
        lambda: method_tasks.machine(300, 10.0),
        lambda: method_tasks.process(60),
        lambda: method_tasks.density(500),
        lambda: method_tasks.samples(60, "exact"),
    ],
    ids=["support vectors", "evidence", "density", "two samples"],
)
def test_later_answers_agree(make):
    make().agree()


def test_every_learner_agrees_with_its_oracle():
    assert not [found for found in oracles.distances() if found.verdict != "agrees"]


def test_an_answer_that_is_too_far_away_is_said_to_differ():
    assert oracles.Distance("ridge", "a peer", 2e-6, 1e-6).verdict == "DIFFERS"


def test_clock():
    calls = []
    times = best_times([lambda: calls.append("a"), lambda: calls.append("b")], seconds=0, turns=5)
    assert calls == ["a", "b", "a", "b"]  # in turns, twice at least
    assert len(times) == 2 and min(times) >= 0


def test_peak_memory_counts_arrays():
    assert 8_000_000 <= peak_bytes(lambda: np.ones(1_000_000)) < 9_000_000


def test_exponent_of_a_cube():
    assert exponent([1, 2, 4], [5.0, 40.0, 320.0]) == pytest.approx(3)


def test_report_is_saved(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(tasks, "table_of_tasks", lambda: iter([tasks.gram(50)]))
    monkeypatch.setattr(tasks, "GROWTH", {"Gaussian Gram matrix": tasks.gram})
    monkeypatch.setattr(report, "SIZES", (20, 40))
    monkeypatch.setattr(report, "memory", list)
    report.run(1, 0.0, "cpu", "", tmp_path)
    assert "Gaussian Gram matrix" in capsys.readouterr().out
    with (tmp_path / "table.csv").open(encoding="utf-8") as file:
        assert next(csv.reader(file))[:5] == ["task", "size", "ours", "peer", "ratio"]
    assert (tmp_path / "benchmarks.svg").stat().st_size > 1000


def test_scale_says_what_it_measured():
    found = scale_tasks.one_fit("fourier", 3000, 40)
    assert found["n"] == 3000 and found["megabytes"] > 10 and 0 < found["error"] < 1
    said: list[str] = []
    for seconds, error_ratio in ((0.6, 1.0), (0.6, 1.2), (0.9, 1.0)):
        scale_tasks.line(said.append, "task", seconds, 1.0, "note", error_ratio)
    assert "ratio  0.60  met" in said[0]
    assert all("missed" in slower_or_worse for slower_or_worse in said[1:])


def test_rates_are_positive():
    k = random_fourier(Gaussian(4.0), 10, 50, np.random.default_rng(0))
    assert measure_rates(k, 10, np.random.default_rng(0), rows=500).point > 0


@pytest.mark.parametrize("name", method_tasks.STRINGS)
def test_the_strings_that_are_timed_can_be_read(name):
    words = method_tasks.words(3)
    assert method_tasks.STRINGS[name](words).shape == (3, 3)
