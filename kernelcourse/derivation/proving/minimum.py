"""A minimum by proof: the point is allowed, the gradient vanishes there, and the line is convex in the letter."""

from __future__ import annotations

from dataclasses import replace

from kernelcourse.language.tree import Binary, Name, Node, Number, substitute

from ..instances.quantities import Quantity
from ..ranges.numbers import Nonnegative, Positive
from ..reading.symbols import Setting, plain
from .curvature import Curvature, Curve
from .defined import unproved
from .derivative import Derivative, along_which
from .identity import TROUBLE, Identity, IdentityTest, identity
from .patterns import freer
from .products import nothing
from .reverse import gradient
from .signs import Sign, Signs


def certain_minimum(objective: Quantity, name: str, value: Quantity, sign: float) -> bool:
    """Allowed, stationary, convex: each by proof."""
    setting = objective.setting
    wanted = Curve.CONVEX if sign > 0 else Curve.CONCAVE
    if Curvature(name, setting).of(plain(objective.node)) != wanted or unproved(value.node, setting):
        return False
    range_, found = setting.given[name], Signs(setting).of(value.node)
    least = Sign.POSITIVE if isinstance(range_, Positive) else Sign.NONNEGATIVE
    if not (found >= least if isinstance(range_, Nonnegative) else range_.whole_space):
        return False
    for relation, left, right in setting.where:
        if name not in setting.depends(left, right):
            continue
        apart = left if right == Number(0) else Binary("-", left, right)
        there = Quantity(substitute(apart, {name: value.node}), replace(setting, where=()))
        if (
            relation != "=="
            or not identity(Quantity(Binary("*", Number(0), there.node), there.setting), there).proved
        ):
            return False
    return stationary(objective, name, value).proved


def stationary(objective: Quantity, name: str, value: Quantity) -> Identity:
    """Does the gradient of the objective in a letter vanish where the letter has this value, for all sizes?"""
    for setting in (*freer(objective.setting), replace(objective.setting, where=())):
        found = _by_rules(objective, name, value, setting)
        if found.equal is None:  # no rule, or too much to compute
            found = _stationary(objective, name, value, setting)
        if found.proved:
            break
    return found


def _by_rules(objective: Quantity, name: str, value: Quantity, setting: Setting) -> Identity:
    """The gradient by the rules of differentiation, and the value put in, is 0."""
    try:
        direction, wider = along_which(name, setting)
        node = plain(_expanded(objective.node, name, setting))
        change = Derivative(name, Name(direction), wider).of(node) or Number(0)
        there = substitute(gradient(change, direction, wider), {name: plain(value.node)})
        return identity(Quantity(nothing(setting.shape(there)), setting), Quantity(there, setting))
    except TROUBLE:
        return Identity(None)


def _stationary(objective: Quantity, name: str, value: Quantity, setting: Setting) -> Identity:
    try:
        there = Quantity(substitute(_expanded(objective.node, name, setting), {name: value.node}), setting)
        test = IdentityTest(there, Quantity(Binary("*", Number(0), there.node), setting))
        test.point = (plain(objective.node), name, value.node)
        test.setting = setting
        return test.run()
    except TROUBLE:
        return Identity(None)


def _expanded(node: Node, name: str, setting: Setting) -> Node:
    """Abbreviations that hold the letter written out."""
    held = [key for key in setting.define if name in setting.depends(setting.define[key])]
    for key in reversed(held):
        node = substitute(node, {key: setting.define[key]})
    return node
