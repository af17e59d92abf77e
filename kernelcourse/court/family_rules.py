"""The rules for families: each returns the conditions on the parameters under which its conclusion holds."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.language.reading import Binary, Call, Name, Node, Number, Unary
from kernelcourse.language.tree import children, substitute, walk

from .algebras import normal_form
from .closure import chain
from .families import Condition
from .hearing import prove
from .identities import NotReal
from .normal_form import TooLarge
from .prover import Prover

if TYPE_CHECKING:
    from .families import Family

Conditions = tuple[Condition, ...] | None
ZERO, ONE, TWO, MINUS = Number(0), Number(1), Number(2), Number(-1)
SERIES = ("exp", "cosh", "sinh")


def joined(*parts: Conditions) -> Conditions:
    """All conditions together; None if one part has no answer."""
    if any(part is None for part in parts):
        return None
    return tuple(condition for part in parts for condition in part or ())


class Rules:
    """The rules on one family."""

    def __init__(self, family: Family):
        self.family = family

    def kernel(self, node: Node) -> Conditions:
        """Conditions under which the node is a kernel."""
        family = self.family
        if not family.points(node):
            negated = isinstance(node, Unary) and node.op == "-"
            return (Condition(ZERO, ">=", children(node)[0]) if negated else Condition(node, ">=", ZERO),)
        if not family.parameters(node):
            return () if self._proved(node) else None
        match node:
            case Unary(op="+"):
                return self.kernel(node.operand)
            case Binary(op="+"):
                return joined(self.kernel(node.left), self.kernel(node.right))
            case Unary(op="-"):
                return self._product([MINUS, *chain(node.operand, "*")])
            case Binary(op="-"):
                return joined(self.kernel(node.left), self.kernel(Unary("-", node.right)))
            case Binary(op="*"):
                return self._product(chain(node, "*"))
            case Binary(op="/"):
                if not family.points(node.right):
                    return joined(self.kernel(node.left), (Condition(node.right, ">", ZERO),))
                return joined(self.kernel(node.left), self._reciprocal(node.right, ONE))
            case Binary(op="**"):
                return self._power(node)
            case Call(function="exp", arguments=(inside,)):
                found = self.kernel(inside)
                found = self._falling(inside) if found is None else found
                if found is None and isinstance(inside, Binary) and inside.op in "+-":
                    right = inside.right if inside.op == "+" else Unary("-", inside.right)
                    found = joined(*(self.kernel(Call("exp", (part,))) for part in (inside.left, right)))
                return found
            case Call(arguments=(inside,)) if node.function in SERIES:
                return self.kernel(inside)
            case Call(function="cos", arguments=(inside,)) if self._odd_difference(inside):
                return ()
            case Call(function="sinc", arguments=(inside,)) if self._odd_difference(inside):
                return ()
        return self._compact(node)

    def defined(self) -> Conditions:
        """Every division, root, power and logarithm of parameters is defined."""
        found: list[Condition] = []
        for node in walk(self.family.tree):
            match node:
                case Binary(op="/" | "**", right=right) if self.family.points(right):
                    continue
                case Binary(op="/", right=right) if not self.family.implied(Condition(ZERO, ">", right)):
                    found.append(Condition(right, ">", ZERO))
                case Binary(op="**", left=left, right=right) if not self.family.points(left):
                    n = right.value if isinstance(right, Number) else None
                    if not (isinstance(n, int) and n > 0):
                        found.append(Condition(left, ">", ZERO))
                case Call(arguments=(inside,)) if not self.family.points(inside):
                    if node.function in ("log", "sqrt"):
                        found.append(Condition(inside, ">" if node.function == "log" else ">=", ZERO))
                    elif node.function in ("tan", "arcsin", "arccos", "arctanh"):
                        return None
        return tuple(found)

    def _product(self, parts: list[Node]) -> Conditions:
        """Constants, whose product must be ≥ 0, times kernels; what has no parameter stays together."""
        constants: list[Node] = []
        plain: list[Node] = []
        others: list[Node] = []
        for part in parts:
            place = others if self.family.parameters(part) else plain
            (place if self.family.points(part) else constants).append(part)
        found = [self.kernel(part) for part in others]
        if plain:
            found.append(self.kernel(_times(plain)))
        if MINUS in constants and len(constants) > 1:
            constants.remove(MINUS)
            found.append((Condition(ZERO, ">=", _times(constants)),))
        elif constants:
            found.append((Condition(_times(constants), ">=", ZERO),))
        return joined(*found)

    def _proved(self, node: Node) -> bool:
        try:
            return prove(node, self.family.domain)[0] is not None
        except (ValueError, NotReal, TooLarge):
            return False

    def _odd_difference(self, node: Node) -> bool:
        """c·(x − z) in one dimension, for any c."""
        if self.family.domain.dim != 1:
            return False
        match node:
            case Binary(op="-", left=Name(id="x"), right=Name(id="z")):
                return True
            case Binary(op="*"):
                sides = (node.left, node.right)
                return any(
                    not self.family.points(a) and self._odd_difference(b) for a, b in (sides, sides[::-1])
                )
            case Binary(op="/"):
                return not self.family.points(node.right) and self._odd_difference(node.left)
        return False

    def _falling(self, inside: Node) -> Conditions:
        """exp(−ψ)."""
        match inside:
            case Unary(op="-"):
                return self.conditional(inside.operand)
            case Binary(op="*", left=Unary(op="-") as left):
                return self.conditional(Binary("*", left.operand, inside.right))
            case Binary(op="/", left=Unary(op="-") as left):
                return self.conditional(Binary("/", left.operand, inside.right))
            case Binary(op="/", left=Binary(op="*", left=Unary(op="-") as left) as above):
                return self.conditional(Binary("/", Binary("*", left.operand, above.right), inside.right))
            case Binary(op="+"):
                return joined(self._falling(inside.left), self._falling(inside.right))
            case Binary(op="-"):
                return joined(self._falling(inside.left), self.conditional(inside.right))
        if isinstance(inside, Binary) and inside.op == "*" and not self.family.points(inside.left):
            if (
                isinstance(inside.left, Binary)
                and isinstance(inside.left.left, Unary)
                and inside.left.op == "*"
            ):
                plain = Binary("*", inside.left.left.operand, inside.left.right)  # −2a·ψ is −(2a·ψ)
                return self.conditional(Binary("*", plain, inside.right))
            return joined((Condition(ZERO, ">=", inside.left),), self.conditional(inside.right))
        return None

    def conditional(self, node: Node) -> Conditions:
        """Conditions under which the node is conditionally negative definite."""
        family = self.family
        if not family.points(node):
            return ()
        if not family.parameters(node):
            return () if self._negative_definite(node) else None
        match node:
            case Binary(op="+"):
                return joined(self.conditional(node.left), self.conditional(node.right))
            case Binary(op="*"):
                for c, psi in ((node.left, node.right), (node.right, node.left)):
                    if not family.points(c):
                        return joined((Condition(c, ">=", ZERO),), self.conditional(psi))
            case Binary(op="/") if not family.points(node.right):
                return joined((Condition(node.right, ">", ZERO),), self.conditional(node.left))
            case Binary(op="**") if self._size(node.left) and not family.points(node.right):
                return (Condition(node.right, ">=", ZERO), Condition(TWO, ">=", node.right))
            case Binary(op="**") if not family.points(node.right):
                inner = joined(self.conditional(node.left), self._nonnegative(node.left))
                return joined(inner, (Condition(node.right, ">=", ZERO), Condition(ONE, ">=", node.right)))
            case Call(function="log" | "sqrt", arguments=(inside,)):
                strict = node.function == "log"
                return joined(self.conditional(inside), self._nonnegative(inside, strict))
        return None

    def _negative_definite(self, node: Node) -> bool:
        try:
            reading = normal_form(node, self.family.domain)
            return Prover(self.family.domain).conditionally_negative(reading.form) is not None
        except (ValueError, NotReal, TooLarge):
            return False

    def _size(self, node: Node) -> bool:
        """A distance whose square is conditionally negative definite."""
        difference = Binary("-", Name("x"), Name("z"))
        if node in (Call("norm", (difference,)), Call("abs", (difference,))):
            return True
        return isinstance(node, Call) and node.function == "abs" and self._odd_difference(node.arguments[0])

    def _nonnegative(self, node: Node, strict: bool = False) -> Conditions:
        """The value on the diagonal is ≥ 0 (> 0); ψ is nowhere smaller."""
        diagonal = substitute(node, {"z": Name("x")})
        value = _at_distance_zero(diagonal)
        if value is None or self.family.points(value):
            return None
        return (Condition(value, ">" if strict else ">=", ZERO),)

    def _reciprocal(self, psi: Node, r: Node) -> Conditions:
        """ψ^(−r)."""
        inner = joined(self.conditional(psi), self._nonnegative(psi, strict=True))
        if inner is None:
            return None
        return joined(inner, (Condition(r, ">=", ZERO),))

    def _power(self, node: Binary) -> Conditions:
        family = self.family
        if family.points(node.right):
            return None
        down = isinstance(node.right, Unary) and node.right.op == "-"
        r = node.right.operand if isinstance(node.right, Unary) else node.right
        if not family.parameters(node.left):  # k^r = exp(r·log k), if log k is a kernel
            log = Call("log", (node.left,))
            if self._proved(Unary("-", log) if down else log):
                return (Condition(r, ">=", ZERO),)
        if down:
            return self._reciprocal(node.left, r)
        if isinstance(node.right, Number) and isinstance(node.right.value, int) and node.right.value >= 1:
            return self.kernel(node.left)
        return self._compact(node)

    def _compact(self, node: Node) -> Conditions:
        """max(0, 1 − r/c)^k for k ≥ (d + 1)/2 and c > 0."""
        base, k = (node.left, node.right) if isinstance(node, Binary) and node.op == "**" else (node, ONE)
        if not isinstance(base, Call) or base.function != "max" or ZERO not in base.arguments:
            return None
        hat = base.arguments[0] if base.arguments[1] == ZERO else base.arguments[1]
        if not isinstance(hat, Binary) or hat.op != "-" or self.family.points(hat.left):
            return None
        scale = self._multiple_of_size(hat.right)
        if scale is None:
            return None
        half = Fraction(self.family.domain.dim + 1, 2)
        least = Number(int(half) if half.denominator == 1 else half)
        return (Condition(hat.left, ">=", ZERO), *scale, Condition(k, ">=", least))

    def _multiple_of_size(self, node: Node) -> Conditions:
        if self._size(node):
            return ()
        match node:
            case Binary(op="/") if self._size(node.left) and not self.family.points(node.right):
                return (Condition(node.right, ">", ZERO),)
            case Binary(op="*") if self._size(node.right) and not self.family.points(node.left):
                return (Condition(node.left, ">", ZERO),)
        return None


def _times(parts: list[Node]) -> Node:
    result = parts[0]
    for part in parts[1:]:
        result = Binary("*", result, part)
    return result


def _at_distance_zero(node: Node) -> Node | None:
    """The value at x = z: norm(x − x) and abs(x − x) are 0."""
    match node:
        case Number() | Name():
            return node
        case Binary(op="-") if node.left == node.right:
            return ZERO
        case Call(function="norm" | "abs" | "sqrt", arguments=(inside,)):
            return ZERO if _at_distance_zero(inside) == ZERO else None
        case Call(function="cos" | "exp" | "cosh", arguments=(inside,)):
            return ONE if _at_distance_zero(inside) == ZERO else None
        case Unary():
            inner = _at_distance_zero(node.operand)
            return None if inner is None else inner if inner == ZERO else Unary(node.op, inner)
        case Binary():
            left, right = _at_distance_zero(node.left), _at_distance_zero(node.right)
            if left is None or right is None:
                return None
            if node.op == "*" and ZERO in (left, right):
                return ZERO
            if node.op in ("**", "/") and left == ZERO:
                return ZERO
            if node.op == "+" and ZERO in (left, right):
                return left if right == ZERO else right
            return Binary(node.op, left, right)
    return None
