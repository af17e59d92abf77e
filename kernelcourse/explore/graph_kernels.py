"""Kernels of small graphs: walks of all lengths, and neighbourhoods after some rounds."""

from functools import cache

import numpy as np

from kernelcourse.datasets import graphs
from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import Picture, bars, canvas, frame, heat_map, note, number
from kernelcourse.kernels import Kernel, RandomWalk, WeisfeilerLehman
from kernelcourse.scene.controls import choice, slider

KINDS = {"walks": "walks", "neighbourhoods": "colours"}
LEVELS = (0, 1, 2, 3)
LAMBDAS = (0.01, 0.04, 0.07, 0.1)  # K4 has the largest eigenvalue, 3: λ must stay below 1/9


def kernel(kind: str, level: int) -> Kernel:
    """Walks with a λ that grows with the level, or colours after as many rounds."""
    made = RandomWalk(LAMBDAS[level]) if kind == "walks" else WeisfeilerLehman(level)
    return made.normalised()


@cache
def draw(kind: str, level: int) -> Picture:
    """The Gram matrix of six graphs and its eigenvalues."""
    names, matrices = list(graphs()), list(graphs().values())
    K = kernel(kind, level)(matrices)
    values = np.linalg.eigvalsh(K)[::-1]
    values = np.where(np.abs(values) < 1e-12, 0, values)
    figure, (left, right) = canvas(280, 260, columns=2)
    heat_map(left, K, 0, 1, "Similarity, graph by graph")
    left.set_xticks(range(len(names)), names)
    left.set_yticks(range(len(names)), names)
    bars(right, values)
    frame(right, "number of the eigenvalue", "", "Eigenvalues", (0.4, len(K) + 0.6), (0, 6.3))
    rank = int((values > 1e-9 * values[0]).sum())
    note(right, f"rank {rank} of {len(K)}", "upper right")
    same = int((K[np.triu_indices(len(K), 1)] > 1 - 1e-12).sum())
    what = f"λ = {LAMBDAS[level]}" if kind == "walks" else f"{level} round{'s' * (level != 1)}"
    return Picture(
        figure,
        alt=f"Similarities of six small graphs, {what}; pairs of different graphs that cannot be told apart: {same}.",
        readouts={
            "setting": what,
            "pairs not told apart": str(same),
            "rank": str(rank),
            "similarity of triangle and square": number(K[names.index("K3"), names.index("C4")]),
        },
    )


def graph_kernels() -> Explorer:
    """What walks and neighbourhoods can tell apart."""
    return Explorer(
        name="graph_kernels",
        title="Six graphs, two ways to compare them",
        caption="A triangle K3 and a square C4 are one direction for walks at every λ, because every node has two "
        "neighbours. Neighbourhoods do not tell them apart either, in any round: rings look alike from inside.",
        controls=(
            choice("kind", "Compare by", KINDS, "neighbourhoods"),
            slider("level", "Level (λ, or rounds)", LEVELS, 2),
        ),
        draw=draw,
        table="level",
    )
