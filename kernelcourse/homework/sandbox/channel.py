"""Frames on a pipe: 4-byte length, then that many bytes. The reader trusts neither."""

from __future__ import annotations

import struct
from typing import BinaryIO

from kernelcourse.homework.sandbox.values import MAX_BYTES


class BadFrame(ValueError):
    """What came through the pipe is not a frame."""


def write_frame(pipe: BinaryIO, payload: bytes) -> None:
    """Send one payload."""
    pipe.write(struct.pack(">I", len(payload)) + payload)
    pipe.flush()


def read_frame(pipe: BinaryIO) -> bytes | None:
    """The next payload; None at the end of the pipe; BadFrame if it is cut short or too long."""
    head = _exactly(pipe, 4)
    if not head:
        return None
    if len(head) < 4:
        raise BadFrame("the message broke off")
    (length,) = struct.unpack(">I", head)
    if length > MAX_BYTES:
        raise BadFrame("the message is longer than allowed")
    payload = _exactly(pipe, length)
    if len(payload) < length:
        raise BadFrame("the message broke off")
    return payload


def _exactly(pipe: BinaryIO, count: int) -> bytes:
    parts, missing = [], count
    while missing:
        part = pipe.read(min(missing, 1 << 20))  # memory is spent only on what has really arrived
        if not part:
            break
        parts.append(part)
        missing -= len(part)
    return b"".join(parts)
