"""A side condition as a rewriting rule: its longer side replaced by the shorter one, within products too.

vᵀKv is read as the factors v, K, v, in which Kv = μv is found, and so is vᵀK where K is symmetric.
"""

from __future__ import annotations

from functools import partial

from kernelcourse.language.tree import Binary, Node, Transpose, substitute, transform, walk

from ..reading.symbols import Setting
from .points import unit_letter
from .products import factors, product_of, transposed


def written_out(node: Node, setting: Setting) -> Node:
    """Without abbreviations."""
    for name in reversed(list(setting.define)):
        node = substitute(node, {name: setting.define[name]})
    return node


def by_conditions(node: Node, setting: Setting, product_first: bool = False) -> Node:
    """The longer side of each condition replaced by the shorter one; or the product Kv by μv, though that is longer."""
    for sign, *both in setting.where:
        if sign == "==" and unit_letter(*both) is None:
            short, long = sorted((written_out(side, setting) for side in both), key=_length)
            if product_first and _is_product(short) and not _is_product(long):
                short, long = long, short
            node = transform(node, partial(_replaced, long, short, setting))
    return node


def _length(node: Node) -> int:
    return len(list(walk(node)))


def _is_product(node: Node) -> bool:
    return isinstance(node, Binary) and node.op == "@"


def _replaced(long: Node, short: Node, setting: Setting, node: Node) -> Node:
    if node == long:
        return short
    if not (isinstance(node, Binary) and node.op == "@" and isinstance(long, Binary) and long.op == "@"):
        return node
    parts, sought = factors(node, setting), factors(long, setting)
    turned = Transpose(short) if len(setting.shape(long)) == 2 else short
    mirrored = [*reversed(sought)]
    for start in range(len(parts) - len(sought) + 1):
        found = parts[start : start + len(sought)]
        if start and len(setting.shape(found[0])) == 1:  # M @ v @ w is (Mv)·w
            break
        around = parts[:start], parts[start + len(sought) :]
        if found == sought:
            return product_of([*around[0], short, *around[1]])
        if len(setting.shape(long)) and all(
            _mirror(one, other, setting) for one, other in zip(found, mirrored, strict=True)
        ):
            return product_of([*around[0], turned, *around[1]])
    return node


def _mirror(one: Node, other: Node, setting: Setting) -> bool:
    """Is the one the transpose of the other? A vector is its own."""
    return one == other if len(setting.shape(one)) == 1 else transposed(one, other, setting)
