"""A third process for judging: it knows the hidden inputs, asks through the grader, and can be thrown away.

Whatever a student's answer does to a checker, a court or a parser, it does here: by the grader's clock (which
stands still while the examiner waits for a core), in a memory of its own, without network and without files to write.
It is a fork of the grader, so it starts in milliseconds.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import signal
import socket
import struct
import time
import traceback
import warnings
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from kernelcourse.homework.judging.asking import Ask, NoAnswer, NotAttempted, Stopped
from kernelcourse.homework.judging.checks import Outcome
from kernelcourse.homework.sandbox.limits import Limits
from kernelcourse.homework.sandbox.namespace import Names
from kernelcourse.homework.sandbox.requests import Question, to_bytes
from kernelcourse.homework.sandbox.values import NotPlain, clean, unpack
from kernelcourse.homework.sandbox.waiting import Deadline

MAX_REPLY = 4_000_000
ASK, RESTART, DONE = b"A", b"R", b"D"
REPLY, STOPPED, GONE = b"r", b"s", b"g"
NO_ANSWER = "wrote something on the answer channel that is not an answer"

Work = Callable[[Ask, Callable[[], None]], list[Outcome]]


class Overrun(Exception):
    """The examiner was thrown away: the answer took more time or memory than judging one may take."""


class Line:
    """The grader's offices for the examiner: hand a question to the student's process, or start a new one."""

    def __init__(self, relay: Callable[[bytes], bytes], restart: Callable[[], None]) -> None:
        self.relay, self.restart = relay, restart


def judge_apart(work: Work, line: Line, limits: Limits) -> list[Outcome]:
    """The outcomes of `work`, computed in a process of its own; Overrun if it had to be ended."""
    if not hasattr(os, "fork"):  # no such thing on this system: judged here, as in a student's own notebook
        return work(
            Ask(asking_through(lambda request: REPLY + line.relay(request), limits.call_seconds)),
            line.restart,
        )
    mine, theirs = socket.socketpair()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the threads of this process only read pipes
        pid = os.fork()
    if pid == 0:
        mine.close()
        _be_examiner(work, theirs, limits)
    theirs.close()
    try:
        return _serve(mine, line, Deadline(pid, limits.judge_seconds))
    finally:
        mine.close()
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            os.waitpid(pid, 0)


def _serve(pipe: socket.socket, line: Line, deadline: Deadline) -> list[Outcome]:
    """Answer the examiner until it is done. The student's time does not count as the examiner's."""
    while True:
        kind, payload = _receive(pipe, deadline)
        if kind == DONE:
            tree = json.loads(payload)
            if "trouble" in tree:
                raise Overrun(tree["trouble"])
            return [Outcome(**one) for one in tree["outcomes"]]
        started = time.monotonic()
        answer = _office(line, kind, payload)
        deadline.put_off(time.monotonic() - started)
        pipe.settimeout(max(0.1, deadline.left()))
        try:
            pipe.sendall(struct.pack(">I", len(answer)) + answer)
        except OSError as error:
            raise Overrun("judging this answer ended before it was done") from error


def _office(line: Line, kind: bytes, payload: bytes) -> bytes:
    if kind == RESTART:
        line.restart()
        return REPLY
    try:
        return REPLY + line.relay(payload)
    except Stopped as stopped:
        return STOPPED + str(stopped).encode()
    except NoAnswer as gone:
        return GONE + str(gone).encode()


def _receive(pipe: socket.socket, deadline: Deadline | None) -> tuple[bytes, bytes]:
    """(kind, payload) of the next message."""
    head = _exactly(pipe, 4, deadline)
    body = _exactly(pipe, struct.unpack(">I", head)[0], deadline)
    return body[:1], body[1:]


def _exactly(pipe: socket.socket, count: int, deadline: Deadline | None) -> bytes:
    parts: list[bytes] = []
    while count:
        if deadline is not None:
            pipe.settimeout(max(0.001, deadline.left()))
        try:
            part = pipe.recv(min(count, 1 << 20))
        except TimeoutError as error:
            if deadline is not None and deadline.left() > 0:
                continue
            raise Overrun("judging this answer took longer than judging an answer may take") from error
        except OSError as error:
            raise Overrun("judging this answer ended before it was done") from error
        if not part:
            raise Overrun("judging this answer took more memory than judging an answer may take")
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def asking_through(exchange: Callable[[bytes], bytes], seconds: float) -> Callable[[str, Names], Any]:
    """Evaluate an expression in the student's names; the reply is read here, and nothing in it is believed."""

    def evaluate(expression: str, values: Names) -> Any:
        number = secrets.randbits(52)
        answer = exchange(to_bytes(Question(number, expression, values, seconds)))
        kind, payload = answer[:1], answer[1:]
        if kind == STOPPED:
            raise Stopped(payload.decode(errors="replace"))
        if kind == GONE:
            raise NoAnswer(payload.decode(errors="replace"))
        try:
            reply = unpack(payload)
        except NotPlain as error:
            raise Stopped(f"answered with {error}") from None
        if not isinstance(reply, dict) or type(reply.get("id")) is not int or reply["id"] != number:
            raise Stopped(NO_ANSWER)
        if "missing" in reply:
            raise NotAttempted(clean(reply["missing"], 60))
        if "late" in reply:
            raise NoAnswer(f"ran longer than {seconds:g} seconds")
        if "error" in reply:
            raise NoAnswer(clean(reply["error"]))
        if "ok" not in reply:
            raise Stopped(NO_ANSWER)
        return reply["ok"]

    return evaluate


def _be_examiner(work: Work, pipe: socket.socket, limits: Limits) -> None:
    """The child's life: no way back into the grader's code."""

    def exchange(request: bytes, kind: bytes = ASK) -> bytes:
        pipe.sendall(struct.pack(">I", len(request) + 1) + kind + request)
        first, rest = _receive(pipe, None)
        return first + rest

    def restart() -> None:
        exchange(b"", RESTART)

    try:
        _give_up_rights(limits)
        outcomes = work(Ask(asking_through(exchange, limits.call_seconds)), restart)
        result = json.dumps({"outcomes": [asdict(outcome) for outcome in outcomes]})
        if len(result) > MAX_REPLY:
            result = json.dumps({"trouble": "the outcomes of this question are too long to be kept"})
    except BaseException:
        result = json.dumps({"trouble": traceback.format_exc(limit=-3)[-4000:]})
    with contextlib.suppress(BaseException):
        body = DONE + result.encode()
        pipe.sendall(struct.pack(">I", len(body)) + body)
    os._exit(0)


def _give_up_rights(limits: Limits) -> None:
    """No more memory than allowed, no new files, no sockets; reading the course's own code is all that is left."""
    from kernelcourse.homework.sandbox import landlock, seccomp
    from kernelcourse.homework.sandbox.container import isolation, visible

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        with open("/proc/self/statm", encoding="ascii") as file:
            now = int(file.read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + limits.judge_memory, now + limits.judge_memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if isolation().walls or (isolation().full and landlock.version()):
        landlock.restrict(visible(), [os.devnull])
    seccomp.forbid(sockets=False)
