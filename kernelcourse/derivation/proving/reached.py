"""Are all values that meet a side condition limits of those that solving it for one letter gives?

Xw = 0 can be solved for X wherever w ≠ 0, and nearly the same X wherever w changes a little: all such values are
reached. Those with w = 0 are a case of their own, in which the line must hold too. XᵀXw = Xᵀy cannot be solved for any
letter next to an X of low rank, and y need not be Xw there: then nothing is proved, however many X of full rank agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from kernelcourse.language.errors import Unsupported
from kernelcourse.language.handwriting.scope import size_node
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import Binary, Call, Name, Node, Number, Transpose, Unary, substitute

from ..instances.quantities import Quantity
from ..reading.symbols import Setting
from .coefficient import coefficient
from .derivative import Derivative, along_which
from .obligation import Obligation
from .points import Plan, unit_letter
from .products import nothing
from .rewritten import written_out
from .sign import Sign
from .signs import Signs

Case = Mapping[str, Node]  # what the letters are that cannot be chosen freely
Prove = Callable[[Quantity, Quantity], bool]
_ALWAYS = Number(1)


def all_reached(
    left: Quantity, right: Quantity, setting: Setting, tried: Sequence[Plan], prove: Prove | None
) -> bool:
    """One condition, on a number or a vector, solved for a letter; `prove` is asked about the cases that are left."""
    nodes = [node for node, _ in tried[0].solve]
    if not nodes:
        return True
    if len(nodes) > 1 or len(setting.shape(nodes[0])) > 1:
        return False
    plainer = replace(setting, define={})
    node = written_out(nodes[0], setting)
    found = cases(node, {name for plan in tried for _, name in plan.solve}, plainer)
    if not found:
        return found is not None
    if prove is None or type(left) is not Quantity:
        return False
    sides = [written_out(one.node, setting) for one in (left, right)]
    units = tuple(one for one in setting.where if one[0] == "==" and unit_letter(one[1], one[2]))
    return all(_holds(case, node, sides, replace(plainer, where=units), prove) for case in found)


def _holds(case: Case, node: Node, sides: list[Node], setting: Setting, prove: Prove) -> bool:
    """The line in this case, in which the condition says nothing, or something else."""
    rest = substitute(node, case)
    if not prove(Quantity(nothing(setting.shape(rest)), setting), Quantity(rest, setting)):
        setting = replace(setting, where=(*setting.where, ("==", rest, nothing(setting.shape(rest)))))
    first, second = (Quantity(substitute(side, case), setting) for side in sides)
    return prove(first, second)


def cases(node: Node, solved: set[str], setting: Setting) -> list[Case] | None:
    """Where `node` = 0 cannot be solved for that of these letters which serves best; None if that cannot be told."""
    best: list[Case] | None = None
    for name in sorted(solved & setting.given.keys()):
        if setting.given[name].is_complex:
            continue
        try:
            found = list(_zeros(_factor(node, name, setting), setting))
        except (Unsupported, ShapeError):
            continue
        if best is None or len(found) < len(best):
            best = found
    return best


def _factor(node: Node, name: str, setting: Setting) -> Node:
    """What must not be 0 for `node` to take any value when this letter moves; Unsupported if nothing of the kind."""
    shape = setting.shapes[name]
    if len(shape) == len(setting.shape(node)) < 2:
        matrix = coefficient(node, name, setting)
        match matrix:
            case None:
                raise Unsupported("no factor")
            case Call(function="I"):
                return _ALWAYS
            case Binary(op="*", left=factor, right=Call(function="I")):
                return factor
        if not shape:
            return matrix
        if setting.shape(node) == shape and Signs(setting).form(matrix) in (Sign.NONZERO, Sign.POSITIVE):
            return _ALWAYS
        raise Unsupported("a matrix that may be singular")
    along, wider = along_which(name, setting)
    change = Derivative(name, Name(along), wider).of(node)
    if change is None or name in wider.depends(change):
        raise Unsupported("not linear")
    return _partner(change, along, wider)[1]


def _partner(node: Node, along: str, setting: Setting) -> tuple[bool, Node]:
    """The vector c of D c, cᵀD or c·D, and whether D is turned."""
    moves = lambda one: along in setting.depends(one)  # noqa: E731
    match node:
        case Unary(op=op):
            turned, partner = _partner(node.operand, along, setting)
            return turned, Unary(op, partner)
        case Binary(op="+" | "-" as op, left=left, right=right) if moves(left) and moves(right):
            (first, one), (second, other) = (_partner(side, along, setting) for side in (left, right))
            if first == second:
                return first, Binary(op, one, other)
        case Binary(op="*", left=left, right=right):
            inside, factor = (left, right) if moves(left) else (right, left)
            if not setting.shape(factor) and not moves(factor):
                turned, partner = _partner(inside, along, setting)
                return turned, Binary("*", factor, partner)
        case Binary(op="/", left=left, right=right) if not moves(right) and not setting.shape(right):
            turned, partner = _partner(left, along, setting)
            return turned, Binary("/", partner, right)
        case Call(function="sum", arguments=(Name(id=name),)) if name == along:
            (size,) = setting.shapes[along]
            return False, Call("ones", (size_node(size),))
        case Binary(op="@", left=left, right=right):
            return _beside(left, right, along, setting)
    raise Unsupported("no partner")


def _beside(left: Node, right: Node, along: str, setting: Setting) -> tuple[bool, Node]:
    """D c and (D M) c = D (M c); c D and c (M D) = (c M) D."""
    first = along in setting.depends(left)
    moving, other = (left, right) if first else (right, left)
    if len(setting.shape(other)) != 1 or along in setting.depends(other):
        raise Unsupported("not a vector")
    vector = len(setting.shapes[along]) == 1
    match moving:
        case Name():
            return not (first or vector), other
        case Transpose(operand=Name()):
            return first and not vector, other
        case Binary(op="+" | "-" as op, left=one, right=two):
            parts = [Binary("@", side, other) if first else Binary("@", other, side) for side in (one, two)]
            return _partner(Binary(op, parts[0], parts[1]), along, setting)
        case Binary(op="@", left=one, right=two) if first and along in setting.depends(one):
            return _beside(one, Binary("@", two, other), along, setting)
        case Binary(op="@", left=one, right=two) if not first and along in setting.depends(two):
            return _beside(Binary("@", other, one), two, along, setting)
    raise Unsupported("no partner")


def _zeros(node: Node, setting: Setting) -> Iterator[Case]:
    """Every case in which a number or a vector is 0."""
    if _never_zero(node, setting):
        return
    match node:
        case Name(id=name) if name in setting.given and setting.given[name].dense:
            yield {name: nothing(setting.shape(node))}
        case Unary(operand=inside) | Transpose(operand=inside) | Call(function="norm", arguments=(inside,)):
            yield from _zeros(inside, setting)
        case Binary(op="*", left=left, right=right) if not (setting.shape(left) and setting.shape(right)):
            yield from _zeros(left, setting)
            yield from _zeros(right, setting)
        case Binary(op="/", left=left):
            yield from _zeros(left, setting)
        case Binary(op="**", left=left, right=Number(value=int() as power)) if power > 0:
            yield from _zeros(left, setting)
        case Binary(op="@", left=left, right=right) if left == right and Signs(setting).real(left):
            yield from _zeros(left, setting)
        case Binary(op="+" | "-" as op, left=left, right=right):
            yield _equal(left, right if op == "-" else Unary("-", right), setting)
        case _:
            raise Unsupported("zero in ways that are not known")


def _equal(left: Node, right: Node, setting: Setting) -> Case:
    """left = right, for one of them is a letter."""
    for one, other in ((left, right), (right, left)):
        value: Node = other
        if isinstance(one, Unary) and one.op == "-":
            one, value = one.operand, Unary("-", other)
        if (
            isinstance(one, Name)
            and one.id in setting.given
            and setting.given[one.id].dense
            and one.id not in setting.depends(other)
            and setting.shape(one) == setting.shape(other)
        ):
            return {one.id: value}
    raise Unsupported("equal in ways that are not known")


def _never_zero(node: Node, setting: Setting) -> bool:
    """By its range, by a side condition, or by its sign."""
    match node:
        case Name(id=name) if name in setting.given and setting.given[name].never_zero:
            return True
        case Call(function="ones" | "e"):
            return True
    for sign, left, right in setting.where:
        if sign == "!=" and right == Number(0) and left in (node, Call("dot", (node, node))):
            return True
        if sign == "==" and isinstance(node, Name) and unit_letter(left, right) == node.id:
            return True
    return not setting.shape(node) and Obligation("nonzero", node).follows(Signs(setting))
