"""An equation and its solution: (K + λI)⁻¹y solves (K + λI)α = y, and nothing else does, as K + λI is invertible."""

from __future__ import annotations

from kernelcourse.language.in_text import brief
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import Binary, Name, Node, substitute

from ..instances.quantities import Quantity
from ..reading.symbols import Setting
from .coefficient import coefficient
from .identity import identity
from .multiples import by_multiplier, invertible
from .products import nothing
from .vanishing import by_vanishing


def related(
    before: Node, after: Node, unknown: tuple[str, ...], claim: str, setting: Setting
) -> tuple[str, str]:
    """(sentence, relation) by the first rule that proves the claim; else nothing."""
    for rule in (by_multiplier, by_vanishing):
        found = rule(before, after, claim, setting)
        if found[0]:
            return found
    return by_solution(unknown[0], before, after, claim, setting) if len(unknown) == 1 else ("", "")


def by_solution(unknown: str, before: Node, after: Node, claim: str, setting: Setting) -> tuple[str, str]:
    """(sentence, relation) if one of the equations says what the unknown is, and that solves the other."""
    range_ = setting.given.get(unknown)
    held = setting.depends(*(side for _, *both in setting.where for side in both))
    if (
        range_ is None
        or not range_.whole_space
        or range_.is_complex
        or unknown in setting.define
        or unknown in held
    ):
        return "", ""
    for solved, other, which, one_way in ((after, before, "the previous equation", "implied by"),
                                          (before, after, "this equation", "implies")):  # fmt: skip
        value = _value(solved, unknown, setting)
        if value is None or not _vanishes(substitute(other, {unknown: value}), setting):
            continue
        if claim == one_way:
            return f"put into {which}, the value solves it", claim
        matrix = coefficient(other, unknown, setting)
        if matrix is not None and invertible(matrix, setting):
            shown = brief(matrix, setting.shape)
            return f"the value solves {which}, which has one solution, as {shown} is invertible", "iff"
    return "", ""


def _value(residual: Node, unknown: str, setting: Setting) -> Node | None:
    """The right side of unknown = value."""
    match residual:
        case (
            Binary(op="-", left=Name(id=name), right=value) | Binary(op="-", left=value, right=Name(id=name))
        ):
            if name == unknown and unknown not in setting.depends(value):
                return value
    return None


def _vanishes(node: Node, setting: Setting) -> bool:
    try:
        zero = Quantity(nothing(setting.shape(node)), setting)
        return identity(zero, Quantity(node, setting)).proved
    except ShapeError:
        return False
