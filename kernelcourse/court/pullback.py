"""k(g(x), g(z)) is a kernel if k is: x and z occur only inside g₁, …, gₘ, so the theorems for numbers apply."""

from __future__ import annotations

from collections.abc import Callable

from kernelcourse.language.kernel_formulas import kernel_text
from kernelcourse.language.reading import Index, Name, Node, Number, show
from kernelcourse.language.tree import children, free_names, rebuild, substitute
from kernelcourse.validity import Certificate

from .domains import Domain
from .prover import Prover

MOST_MAPS = 3
Hearing = Callable[[Node, Domain], Certificate | None]


def pulled_back(
    prover: Prover, node: Node, tidy: Node, bounds_of: Callable[[Node], bool | None], hear: Hearing
) -> Certificate | None:
    """A proof for `node`, which is `tidy` with its differences written as g(x) − g(z).

    `bounds_of` says whether g ≥ 0 (None: g is no number), `hear` proves a kernel of numbers.
    """
    tidy = substitute(tidy, {"d": Number(prover.domain.dim)})
    maps = _maps(tidy)
    if maps is None or not _smaller(maps, prover.domain):
        return None
    signs = [bounds_of(g) for g in maps]
    if any(sign is None for sign in signs):
        return None
    inner = _inside(tidy, maps)
    for into in (["positive"] if all(signs) else []) + ["real"]:
        proof = hear(inner, Domain(into, len(maps)))
        if proof is not None:
            named = ", ".join(f"g(x) = {kernel_text(g)}" for g in maps)
            reason = f"k(g(x), g(z)) with {named}"
            data = {"maps": maps, "into": into}
            made = Certificate("pullback", show(node), reason, (proof,), node, "kernel", data)
            return made if prover.stands(made) else None
    return None


def _sides(node: Node) -> frozenset[str]:
    return free_names(node) & {"x", "z"}


def _parts(node: Node, side: str) -> list[Node]:
    """The largest parts in which only this point occurs."""
    if _sides(node) == {side}:
        return [node]
    return [part for below in children(node) for part in _parts(below, side)]


def _maps(node: Node) -> tuple[Node, ...] | None:
    """g₁, …, gₘ, the same for x and for z."""
    if len(_sides(node)) < 2:
        return None
    of_x = list(dict.fromkeys(_parts(node, "x")))
    of_z = {substitute(part, {"z": Name("x")}) for part in _parts(node, "z")}
    return tuple(of_x) if set(of_x) == of_z and len(of_x) <= MOST_MAPS else None


def _smaller(maps: tuple[Node, ...], domain: Domain) -> bool:
    """Whether anything is gained: not the coordinates themselves."""
    if Name("x") in maps:
        return False
    plain = all(isinstance(g, Index) and g.operand == Name("x") for g in maps)
    return not plain or len(maps) < domain.dim


def _inside(node: Node, maps: tuple[Node, ...]) -> Node:
    """k, with x[l] for gₗ(x)."""
    for side in "xz":
        for place, g in enumerate(maps):
            if node == substitute(g, {"x": Name(side)}):
                return Name(side) if len(maps) == 1 else Index(Name(side), (Number(place),))
    return rebuild(node, tuple(_inside(below, maps) for below in children(node)))
