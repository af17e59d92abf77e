"""Kernels of twelve words: which pieces count, how long they are, and what a gap costs."""

from functools import cache

import numpy as np

from kernelcourse.datasets import words
from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import Picture, bars, canvas, frame, heat_map, note, number
from kernelcourse.kernels import Kernel, Mismatch, Spectrum, Subsequences
from kernelcourse.scene.controls import choice, slider

KINDS = {"pieces of q letters": "spectrum", "one letter wrong": "mismatch", "gaps allowed": "gappy"}
LETTERS = "".join(sorted(set("".join(words()))))


def kernel(kind: str, q: int, decay: float) -> Kernel:
    """The kernel that the knobs stand for; only gaps have a decay."""
    made: dict[str, Kernel] = {
        "spectrum": Spectrum(q),
        "mismatch": Mismatch(q, min(1, q), LETTERS),
        "gappy": Subsequences(q, decay),
    }
    return made[kind].normalised()


def draw(kind: str, q: int, decay: float) -> Picture:
    """The Gram matrix of twelve words and its eigenvalues."""
    return _drawn(kind, q, decay if kind == "gappy" else 0.5)


@cache
def _drawn(kind: str, q: int, decay: float) -> Picture:
    names = [word for word in words() if len(word) >= 4]
    K = kernel(kind, q, decay)(names)
    values = np.maximum(np.linalg.eigvalsh(K)[::-1], 0)
    apart = K - 2 * np.eye(len(K))
    i, j = divmod(int(apart.argmax()), len(K))
    figure, (left, right) = canvas(300, 280, columns=2)
    heat_map(left, K, 0, 1, "Similarity, word by word")
    left.set_yticks(range(len(names)), names)
    left.set_xticks([])
    bars(right, values)
    frame(right, "number of the eigenvalue", "", "Eigenvalues", (0, len(K) + 1), (0, 1.08 * values.max()))
    note(right, f"sum {number(values.sum())}", "upper right")
    shared = float((K[np.triu_indices(len(K), 1)] > 0).mean())
    return Picture(
        figure,
        alt=f"Similarities of {len(names)} words; {number(100 * shared)} % of the pairs share something.",
        readouts={
            "most similar": f"{names[min(i, j)]} and {names[max(i, j)]}, {number(K[i, j])}",
            "pairs with something in common": f"{number(100 * shared)} %",
            "largest eigenvalue": number(values[0]),
            "smallest eigenvalue": number(values[-1]),
        },
    )


def word_kernels() -> Explorer:
    """From all words alike to every word alone."""
    return Explorer(
        name="word_kernels",
        title="What twelve words have in common",
        caption="Longer pieces make words strangers: the matrix turns into the identity. One wrong letter, or gaps, "
        "bring relatives together again. The decay says what one more place costs, and matters for gaps only.",
        controls=(
            choice("kind", "What counts", KINDS, "gaps allowed"),
            slider("q", "Letters q", (1, 2, 3, 4), 2),
            slider("decay", "Decay λ", (0.2, 0.5, 0.8, 1.0), 0.5),
        ),
        draw=draw,
        table="q",
    )
