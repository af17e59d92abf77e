"""Without bubblewrap: what Landlock still contains, what limits alone still contain, and that every report says so."""

from __future__ import annotations

import os
import sys

import pytest

from kernelcourse.homework.attacks import SIGNALS_TOO, run, run_all
from kernelcourse.homework.attacks.read import read_attacks
from kernelcourse.homework.classes.classroom import grade_class
from kernelcourse.homework.sandbox import container as sandbox
from kernelcourse.homework.sandbox import landlock

from .conftest import write_class

pytestmark = pytest.mark.slow  # seconds, not milliseconds: run by `make test`


@pytest.fixture
def without_bubblewrap(monkeypatch):
    """Limits and Landlock; a test may switch Landlock off too."""
    monkeypatch.setenv("KERNELCOURSE_NO_BUBBLEWRAP", "1")
    monkeypatch.setenv("KERNELCOURSE_TRUST_STUDENTS", "1")  # for tests that run as root
    sandbox.isolation.cache_clear()
    yield monkeypatch
    sandbox.isolation.cache_clear()


def attacks_of(*groups):
    """Every third of those whose success shows in the points; `kernelcourse homework attack` tries all of them."""
    chosen = [attack for attack in read_attacks() if attack.group in groups]
    assert len(chosen) >= 20
    return chosen[::3]


def test_landlock_contains_attacks_on_files_memory_and_the_protocol(without_bubblewrap):
    found = landlock.version()  # an older kernel keeps less apart, and then promises less
    chosen = attacks_of(*(["looking"] if found else []), "patching", "forging")
    chosen = [attack for attack in chosen if found >= SIGNALS_TOO or not attack.harmful]
    results = list(run_all([attack for attack in chosen if found >= 4 or attack.name != "ask the network"]))
    assert not {result.attack: result.complaints for result in results if result.complaints}


def test_limits_alone_still_pay_nothing_for_patching_and_forging(without_bubblewrap):
    without_bubblewrap.setenv("KERNELCOURSE_NO_LANDLOCK", "1")
    results = list(run_all(attacks_of("patching", "forging")))
    assert not {result.attack: result.complaints for result in results if result.complaints}


def test_with_limits_alone_no_attack_is_tried_that_could_harm_the_machine(without_bubblewrap, capsys):
    without_bubblewrap.setenv("KERNELCOURSE_NO_LANDLOCK", "1")
    assert run(["kill the parent and everybody", "NaN answers"]) == 0
    text = capsys.readouterr().out
    assert "everybody                 not tried: without bubblewrap it could harm this machine" in text
    assert "1 of 1 attacks contained · REDUCED isolation" in text


def test_every_report_says_that_isolation_was_reduced(without_bubblewrap, arena, tmp_path):
    materials, sheets = arena
    paths = write_class(tmp_path / "class", 1)
    options = {"materials": materials, "sheet": "arena", "secret": "s", "quiet": True, "sheets": sheets}
    summary = str(grade_class(paths, tmp_path / "out", **options))
    names = ["report.txt", "report.html", "results.json", "feedback/student00.txt", "feedback/student00.html"]
    for text in [summary, *((tmp_path / "out" / name).read_text() for name in names)]:
        assert "REDUCED isolation" in text


def test_the_words_follow_from_what_the_kernel_can_do():
    assert "only limits apply" in str(sandbox.Isolation(False, "no bwrap"))
    assert "Landlock keeps files apart" in str(sandbox.Isolation(False, "no bwrap", 1))
    assert "files, TCP connections and signals apart" in str(sandbox.Isolation(False, "no bwrap", 6))
    assert str(sandbox.Isolation(True, "")) == "full isolation (bubblewrap)"


def test_landlock_needs_a_kernel_that_has_it(monkeypatch):
    monkeypatch.setattr(landlock, "version", lambda: 0)
    with pytest.raises(OSError, match="no Landlock"):
        landlock.restrict([], [])


@pytest.mark.parametrize(
    ("found", "length", "rights"), [(1, 8, 13), (2, 8, 14), (3, 8, 15), (4, 16, 15), (6, 24, 15)]
)
def test_the_rules_fit_the_kernels_version(monkeypatch, tmp_path, found, length, rights):
    """What each version knows is asked of it and no more; a file gets no right that only a folder can have."""
    file, asked, rules = tmp_path / "file", [], []
    file.touch()

    def kernel(number, *words):
        if number == landlock.CREATE_RULESET:
            asked.append(words[0])
            return os.open(os.devnull, os.O_RDONLY)
        rules.append(words)
        return 0

    monkeypatch.setattr(landlock, "version", lambda: found)
    monkeypatch.setattr(landlock, "_call", kernel)
    monkeypatch.setattr(landlock, "_no_new_privileges", lambda: None)
    landlock.restrict([str(tmp_path), str(file), str(tmp_path / "missing")], [str(tmp_path)])
    assert len(asked[0]) == length and int.from_bytes(asked[0][:8], sys.byteorder) == 2**rights - 1
    granted = [int.from_bytes(rule[2][:8], sys.byteorder) for rule in rules[:-1]]
    assert granted == [landlock.READING, landlock.READING & landlock.FILE_RIGHTS, 2**rights - 1]


@pytest.mark.parametrize("refused", [landlock.CREATE_RULESET, landlock.ADD_RULE, landlock.RESTRICT_SELF])
def test_a_kernel_that_refuses_is_an_error_and_never_an_open_door(monkeypatch, tmp_path, refused):
    def kernel(number, *words):
        if number == refused:
            return -1
        return os.open(os.devnull, os.O_RDONLY) if number == landlock.CREATE_RULESET else 0

    monkeypatch.setattr(landlock, "version", lambda: 6)
    monkeypatch.setattr(landlock, "_call", kernel)
    monkeypatch.setattr(landlock, "_no_new_privileges", lambda: None)
    with pytest.raises(OSError, match="Landlock"):
        landlock.restrict([str(tmp_path)], [])


def test_a_restricted_process_reads_its_list_and_nothing_else(tmp_path):
    if not landlock.version():
        return  # the test above says what happens then
    (tmp_path / "seen").mkdir()
    (tmp_path / "seen" / "a").write_text("a")
    (tmp_path / "secret").write_text("b")
    (tmp_path / "own").mkdir()
    child = os.fork()
    if child == 0:  # what is given up cannot be had back, so it is given up in a child
        try:
            landlock.restrict([str(tmp_path / "seen"), str(tmp_path / "missing")], [str(tmp_path / "own")])
            read = (tmp_path / "seen" / "a").read_text() == "a"
            (tmp_path / "own" / "b").write_text("c")
            for forbidden in (tmp_path / "secret", tmp_path / "seen" / "new"):
                try:
                    forbidden.open("r" if forbidden.exists() else "w")
                    read = False
                except PermissionError:
                    pass
            os._exit(0 if read else 1)
        except BaseException:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
