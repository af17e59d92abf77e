"""An examiner can be thrown away: whatever judging does, the grader goes on, in time and with its memory."""

from __future__ import annotations

import errno
import os
import signal
import socket
import time
from dataclasses import replace
from pathlib import Path

import pytest

from kernelcourse.homework.judging.asking import NoAnswer
from kernelcourse.homework.judging.checks import Outcome
from kernelcourse.homework.judging.examiner import Line, Overrun, judge_apart
from kernelcourse.homework.sandbox import seccomp, waiting
from kernelcourse.homework.sandbox.limits import Limits
from kernelcourse.homework.sandbox.values import pack, unpack

LIMITS = replace(Limits(), judge_seconds=120.0, judge_memory=200_000_000)  # a busy machine is no failure


def replying(**reply):
    """A student's process that says this to every question."""
    return Line(lambda request: pack({"id": unpack(request)["id"], **reply}), lambda: None)


def asked(ask, _):
    return [Outcome("x", "", "passed", answer=str(ask("f(1)")))]


def test_an_answer_goes_through():
    assert judge_apart(asked, replying(ok=[1, 2]), LIMITS)[0].answer == "[1, 2]"


@pytest.mark.parametrize(
    "work",
    [
        lambda ask, _: [bytearray(10**7) for _ in range(10**4)],
        lambda ask, _: os.kill(os.getpid(), signal.SIGKILL),
        lambda ask, _: os._exit(3),
        lambda ask, _: [Outcome("x", "", "passed", text="y" * 10**7)],
        lambda ask, _: 1 / 0,
        lambda ask, _: socket.socket(),
        lambda ask, _: Path("/etc/hostname").write_text("x"),
    ],
)
def test_whatever_judging_does_it_ends_in_a_word(work):
    with pytest.raises(Overrun) as ended:
        judge_apart(work, replying(ok=1), LIMITS)
    assert "longer" not in str(ended.value)


def test_judging_that_does_not_end_is_ended():
    with pytest.raises(Overrun, match="longer than judging an answer may take"):
        judge_apart(lambda ask, _: time.sleep(10_000), replying(ok=1), replace(LIMITS, judge_seconds=2.0))


def test_an_examiner_that_stands_in_line_for_a_core_is_not_late(monkeypatch):
    """As on a machine on which others come first: the clock goes on, and the examiner cannot work."""

    def late(ask, _):
        time.sleep(0.6)
        return asked(ask, _)

    limits = replace(LIMITS, judge_seconds=0.2)
    with pytest.raises(Overrun, match="longer than judging an answer may take"):
        judge_apart(late, replying(ok=1), limits)
    monkeypatch.setattr(waiting, "waited", lambda pid: time.monotonic())
    assert judge_apart(late, replying(ok=1), limits)[0].answer == "1"


def test_an_answer_to_another_question_is_none():
    def work(ask, restart):
        try:
            ask("f(1)")
        except NoAnswer as error:
            restart()
            return [Outcome("x", "", "failed", text=str(error))]
        return []

    restarted = []
    line = Line(lambda request: pack({"id": 1, "ok": 2}), lambda: restarted.append(1))
    assert "not an answer" in judge_apart(work, line, LIMITS)[0].text and restarted == [1]


def test_system_calls_that_are_given_up_are_refused():
    if not seccomp.available():
        return
    child = os.fork()
    if child == 0:
        try:
            seccomp.forbid(sockets=False)
            refused = 0
            for attempt in (
                lambda: os.memfd_create("x"),
                lambda: socket.socket(),
                lambda: os.unshare(0x10000000),
            ):
                try:
                    attempt()
                except OSError as error:
                    refused += error.errno == errno.EPERM
                except AttributeError:  # os.unshare came with Python 3.12
                    refused += 1
            os._exit(0 if refused == 3 and os.fork() >= 0 else 1)
        except BaseException:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
