"""Two distances between words: how many letters differ, and how many edits lead from one to the other."""

from __future__ import annotations

from functools import lru_cache


def hamming_distance(first: str, second: str) -> int:
    """The number of places where the words differ; a missing letter differs from every letter."""
    return sum(a != b for a, b in zip(first, second)) + abs(len(first) - len(second))


@lru_cache(maxsize=20000)
def edit_distance(first: str, second: str) -> int:
    """The least number of insertions, deletions and substitutions (Levenshtein)."""
    row = list(range(len(second) + 1))
    for i, letter in enumerate(first, 1):
        previous, row[0] = row[0], i
        for j, other in enumerate(second, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (letter != other))
    return row[-1]
