"""The Weisfeiler–Lehman kernel: count the neighbourhoods that two labelled graphs have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from kernelcourse.distances import Graph, as_graph
from kernelcourse.kernels.counts import inner_products_of_counts, squared_lengths_of_counts
from kernelcourse.kernels.kernel import Kernel, store
from kernelcourse.points import Array, as_collection, as_count
from kernelcourse.validity import Certificate


@dataclass(frozen=True)
class WeisfeilerLehman(Kernel):
    """Σ over rounds 0 … h and colours c: (nodes of colour c in G) · (nodes of colour c in G′).

    In round 0 a node's colour is its label; in each later round it is the colour before together with the colours
    of the neighbours, each with the weight of its edge, in no order.
    """

    rounds: int = 2

    def __post_init__(self) -> None:
        store(self, rounds=as_count(self.rounds, "rounds", least=0))

    def read(self, X: Any, name: str = "X") -> list[Graph]:
        return [as_graph(G, f"{name}[{i}]") for i, G in enumerate(as_collection(X, name))]

    def gram(self, X: Any, Z: Any) -> Array:
        if X is Z:
            features = colours(X, self.rounds)
            return inner_products_of_counts(features, features)
        both = colours([*X, *Z], self.rounds)  # together: equal neighbourhoods must get equal names
        return inner_products_of_counts(both[: len(X)], both[len(X) :])

    def self_similarity(self, X: Any) -> Array:
        return squared_lengths_of_counts(colours(X, self.rounds))

    def because(self) -> Certificate:
        return Certificate(
            "explicit feature", str(self), "φ(G) counts the nodes of every colour, in every round"
        )

    def trial_sets(self, rng: np.random.Generator) -> Iterable[tuple[str, Any]]:
        graphs = []
        for nodes in (1, 2, 3, 3, 4, 4):
            upper = np.triu(rng.random((nodes, nodes)) < 0.6, 1)
            graphs.append(Graph((upper | upper.T).astype(float), tuple(rng.choice(["C", "O"], nodes))))
        yield "six random graphs of up to four nodes", graphs


def colours(graphs: Sequence[Graph], rounds: int) -> list[Counter[Hashable]]:
    """How many nodes of each graph have each colour, counted over all rounds: (round, number of the colour) ↦ count."""
    now: list[list[Hashable]] = [list(G.labels) for G in graphs]
    found: list[Counter[Hashable]] = [Counter((0, colour) for colour in nodes) for nodes in now]
    for turn in range(1, rounds + 1):
        names: dict[Hashable, int] = {}  # a neighbourhood ↦ its short name, the same for all graphs
        later: list[list[Hashable]] = []
        for G, nodes in zip(graphs, now):
            seen = [_neighbourhood(G, nodes, i) for i in range(len(nodes))]
            later.append([names.setdefault(around, len(names)) for around in seen])
        now = later
        for counter, nodes in zip(found, now):
            counter.update((turn, colour) for colour in nodes)
    return found


def _neighbourhood(G: Graph, colour: Sequence[Hashable], i: int) -> Hashable:
    row = G.adjacency[i]
    around = Counter((float(row[j]), colour[j]) for j in np.flatnonzero(row).tolist())
    return colour[i], frozenset(around.items())
