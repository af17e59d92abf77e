"""k(g(x), g(z)) is a kernel if k is: x and z occur only inside g₁, …, gₘ, so the theorems for numbers apply."""

from __future__ import annotations

from collections.abc import Callable

from kernelcourse.language.kernel_formulas import kernel_text
from kernelcourse.language.reading import Binary, Call, Index, Name, Node, Number, Unary, show
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
    counts = ["integer"] if maps == (Call("len", (Name("x"),)),) else []
    for into in counts + (["positive"] if all(signs) else []) + ["real"]:
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


def mirrored(prover: Prover, node: Node, hear: Hearing) -> Certificate | None:
    """On numbers ≥ 0, x + z is |x + z|: what is then a kernel on all numbers is one there."""
    if prover.domain.dim > 1 or not prover.domain.nonnegative:
        return None
    inner = _with_sizes(node)
    proof = None if inner == node else hear(inner, Domain("real", 1))
    if proof is None:
        return None
    data = {"maps": (Name("x"),), "into": "real"}
    made = Certificate("pullback", show(node), "x + z = |x + z| here", (proof,), node, "kernel", data)
    return made if prover.stands(made) else None


def _with_sizes(node: Node) -> Node:
    """|x + z| for every x + z in a sum."""
    terms = _terms(node, 1)
    letters = [(Name("x"), Name("z"), sign) for sign in (1, -1)]
    sign = next((s for x, z, s in letters if (s, x) in terms and (s, z) in terms), 0)
    if len(terms) < 2 or not sign:
        return rebuild(node, tuple(_with_sizes(below) for below in children(node)))
    rest = [term for term in terms if term not in ((sign, Name("x")), (sign, Name("z")))]
    size: Node = Call("abs", (Binary("+", Name("x"), Name("z")),))
    total = size if sign > 0 else Unary("-", size)
    for s, part in rest:
        total = Binary("+" if s > 0 else "-", total, part)
    return total


def _terms(node: Node, sign: int) -> list[tuple[int, Node]]:
    """The summands of a sum, with their signs."""
    match node:
        case Unary():
            return _terms(node.operand, -sign if node.op == "-" else sign)
        case Binary(op="+" | "-"):
            return _terms(node.left, sign) + _terms(node.right, -sign if node.op == "-" else sign)
    return [(sign, node)]
