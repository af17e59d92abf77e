"""System calls that a process gives up for good: new namespaces, memory outside its own, keyrings, kernel doors.

A filter of the Linux kernel (seccomp), written as the few instructions of its own small machine; no privilege needed.
See the kernel's documentation, userspace-api/seccomp_filter.
"""

from __future__ import annotations

import ctypes
import errno
import platform
import struct
import sys
from dataclasses import dataclass

PR_SET_NO_NEW_PRIVS, PR_SET_SECCOMP, FILTER_MODE = 38, 22, 2
LOAD, EQUALS, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050000, 0x80000000
NEW_NAMESPACES = 0x7E020000  # the flags of clone that make a namespace of any kind
X32 = 0x40000000  # a second set of numbers for the same calls on x86-64


@dataclass(frozen=True)
class Machine:
    """The numbers of one processor's system calls."""

    audit: int
    clone: int
    clone3: int
    refused: tuple[int, ...]
    sockets: tuple[int, ...]


# In the order: memory files, System V memory, semaphores and messages, message queues, namespaces, mounts, keyrings,
# bpf, perf, userfaultfd, ptrace and other processes' memory, rings, modules, swap, reboot, handles, fanotify, vmsplice.
_COMMON = (447, 425, 426, 427, 428, 429, 430, 431, 432, 433, 442)
MACHINES = {
    "x86_64": Machine(
        0xC000003E, 56, 435,
        (319, 29, 30, 31, 64, 65, 66, 68, 69, 240, 272, 308, 165, 166, 155, 161, 248, 249, 250, 321, 298, 323, 101,
         310, 311, 135, 246, 320, 175, 313, 176, 167, 168, 169, 163, 179, 303, 304, 300, 278, 154, 172, 173, 216,
         *_COMMON),
        (41, 53),
    ),
    "aarch64": Machine(
        0xC00000B7, 220, 435,
        (279, 194, 196, 195, 190, 193, 191, 186, 189, 180, 97, 268, 40, 39, 41, 51, 217, 218, 219, 280, 241, 282, 117,
         270, 271, 92, 104, 294, 105, 273, 106, 224, 225, 142, 89, 60, 264, 265, 262, 75, 234, *_COMMON),
        (198, 199),
    ),
}  # fmt: skip


def machine() -> Machine | None:
    """The numbers for this processor; None where the filter is not written."""
    name = {"arm64": "aarch64"}.get(platform.machine(), platform.machine())
    return MACHINES.get(name) if sys.platform == "linux" and sys.maxsize > 2**32 else None


def available() -> bool:
    """The kernel takes filters: asked for one at address 0 it complains about the address, not about the question."""
    if machine() is None:
        return False
    library = ctypes.CDLL(None, use_errno=True)
    return library.prctl(PR_SET_SECCOMP, FILTER_MODE, 0, 0, 0) != 0 and ctypes.get_errno() == errno.EFAULT


def program(where: Machine, sockets: bool = True) -> bytes:
    """The filter's instructions: (code, steps if true, steps if false, number) each."""
    steps = [(LOAD, 0, 0, 4), (EQUALS, 1, 0, where.audit), (RETURN, 0, 0, KILL), (LOAD, 0, 0, 0)]
    if where.audit == MACHINES["x86_64"].audit:
        steps += [(AT_LEAST, 0, 1, X32), (RETURN, 0, 0, REFUSE | errno.ENOSYS)]
    for number in (*where.refused, *(() if sockets else where.sockets)):
        steps += [(EQUALS, 0, 1, number), (RETURN, 0, 0, REFUSE | errno.EPERM)]
    steps += [
        (EQUALS, 0, 1, where.clone3),
        (RETURN, 0, 0, REFUSE | errno.ENOSYS),
    ]  # then libc falls back to clone
    steps += [(EQUALS, 0, 3, where.clone), (LOAD, 0, 0, 16), (ANY_BIT, 0, 1, NEW_NAMESPACES)]
    steps += [(RETURN, 0, 0, REFUSE | errno.EPERM), (RETURN, 0, 0, ALLOW)]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


def forbid(sockets: bool = True) -> bool:
    """Switch the filter on for this process and all that it starts; False where there is none."""
    where = machine()
    if where is None:
        return False
    code = program(where, sockets)
    held = ctypes.create_string_buffer(code, len(code))
    count, address = len(code) // 8, ctypes.addressof(held)
    described = ctypes.create_string_buffer(struct.pack("@HP", count, address))
    library = ctypes.CDLL(None, use_errno=True)
    library.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    return bool(library.prctl(PR_SET_SECCOMP, FILTER_MODE, ctypes.byref(described), 0, 0) == 0)
