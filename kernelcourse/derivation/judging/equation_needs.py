"""What an equation needs beyond the one before it: that this has no value somewhere is said as a condition."""

from __future__ import annotations

from dataclasses import replace

from kernelcourse.language.tree import Node

from ..instances.instance import Instance
from ..instances.samples import Samples
from ..outcome import Outcome, conditions_of, needs_more, witness
from ..proving.obligation import Obligation
from .sign_changes import SOMEWHERE, changes_sign
from .solutions import Equation


def with_needs(
    found: Outcome, asked: tuple[Obligation, ...], missing: tuple[Instance, str] | None, this: Equation,
    nodes: tuple[Node, ...], samples: Samples,
) -> Outcome:  # fmt: skip
    """The outcome with its conditions: seen where this line has no value, or what is divided by changes its sign."""
    if not found.accepted:
        return found
    turns = [] if missing is not None else _turning(asked, this, samples)
    if missing is None and not turns:
        return found
    needed = conditions_of(asked, missing[1]) if missing is not None else conditions_of(turns, SOMEWHERE)
    shown = None if missing is None else witness(this.setting, missing[0], nodes, {"this line": None})
    said = f"{needs_more(needed)} where the previous line has a value"
    return replace(found, why=said, witness=shown, conditions=needed, kind="undefined")


def _turning(asked: tuple[Obligation, ...], this: Equation, samples: Samples) -> list[Obligation]:
    """What is divided by, where it has both signs whatever the unknown is: cos a − a."""
    given = [one for one in asked if not this.setting.depends(one.node) & {*this.unknown}]
    return [one for one in given if changes_sign(one, samples)]
