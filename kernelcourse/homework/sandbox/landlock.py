"""Landlock: a process gives up, for good and for all its children, files, TCP and signals that are not on its list.

The Linux kernel has it since 5.13, for any user, without a program to install. It is what keeps hidden checks and other
submissions out of reach where bubblewrap is missing. See the kernel's documentation, userspace-api/landlock.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import struct
import sys
from collections.abc import Iterable

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same numbers on every architecture
VERSION_FLAG, PATH_BENEATH = 1, 1
PR_SET_NO_NEW_PRIVS = 38
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, TRUNCATE = 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 14
READING = EXECUTE | READ_FILE | READ_DIR
FILE_RIGHTS = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE  # what can be granted on a file that is no folder
BIND_AND_CONNECT, SIGNALS_AND_SOCKETS = 0b11, 0b11


def version() -> int:
    """The kernel's Landlock version; 0 if it has none, or if a container's filter forbids asking."""
    if sys.platform != "linux" or platform.machine() not in ("x86_64", "aarch64", "arm64", "riscv64"):
        return 0
    return max(0, _call(CREATE_RULESET, None, 0, VERSION_FLAG))


def covers(found: int) -> str:
    """What this version keeps apart, in words; empty for version 0."""
    if not found:
        return ""
    return "files" + (", TCP connections" if found >= 4 else "") + (" and signals" if found >= 6 else "")


def restrict(readable: Iterable[str], writable: Iterable[str]) -> None:
    """From here on, this process may read below `readable`, do anything below `writable`, and nothing elsewhere."""
    found = version()
    if not found:
        raise OSError("this kernel has no Landlock")
    rights = (1 << (13 + (found >= 2) + (found >= 3))) - 1  # 13 rights at first; then moving, then truncating
    attributes = struct.pack("=Q", rights)
    if found >= 4:
        attributes += struct.pack("=Q", BIND_AND_CONNECT)
    if found >= 6:
        attributes += struct.pack("=Q", SIGNALS_AND_SOCKETS)
    ruleset = _call(CREATE_RULESET, attributes, len(attributes), 0)
    if ruleset < 0:
        raise OSError(ctypes.get_errno(), "Landlock made no set of rules")
    try:
        for paths, allowed in ((readable, READING), (writable, rights)):
            for path in paths:
                _allow(ruleset, path, allowed & rights)
        _no_new_privileges()
        if _call(RESTRICT_SELF, ruleset, 0) != 0:
            raise OSError(ctypes.get_errno(), "Landlock could not be switched on")
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, allowed: int) -> None:
    """One rule; a path that is not there needs none."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError):
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            if not os.path.isdir(path):
                allowed &= FILE_RIGHTS
            rule = struct.pack("=Qi", allowed, handle)
            if _call(ADD_RULE, ruleset, PATH_BENEATH, rule, 0) != 0:
                raise OSError(ctypes.get_errno(), f"Landlock refused a rule for {path}")
        finally:
            os.close(handle)


def _no_new_privileges() -> None:
    """No program that this process starts gains rights by it: the kernel asks for this promise first."""
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def _call(number: int, *arguments: int | bytes | None) -> int:
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    words = [ctypes.c_long(word) if isinstance(word, int) else ctypes.c_char_p(word) for word in arguments]
    return int(library.syscall(ctypes.c_long(number), *words))
