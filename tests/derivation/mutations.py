"""One-symbol mutations of every line of the library: the counting is in kernelcourse.derivation.audit."""

from functools import cache

from kernelcourse.derivation import load
from kernelcourse.derivation.audit import Count, audit

# Mutants that are neither rejected nor identities, each with the reason. Empty: all are killed.
EXPLAINED: dict[str, str] = {}


@cache
def counted(name: str, every: int) -> Count:
    """The audit of one derivation with every N-th mutant."""
    return audit(name, load(name), every)


def unexplained(count: Count) -> list[str]:
    return [survivor for survivor in count.survivors if survivor not in EXPLAINED]
