"""What a formula says, as a form; on the way it notes what must hold for the formula to be defined."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from typing import Any

from kernelcourse.language.reading import Binary, Call, Index, Name, Node, Number, Sum, Transpose, Unary

from .algebra import Algebra
from .forms import Form, TooLong, constant, letter, sides
from .logarithms import log_of_quotient
from .signs import bounds, never_zero
from .unmultiplied import is_long, is_long_power, unmultiplied
from .written import joined

MOST_SUMMANDS = 400
TOO_LONG = (TooLong, ZeroDivisionError, RecursionError, OverflowError)
UNFIT = (KeyError, TypeError, ValueError, IndexError, AttributeError)


class Rejected(Exception):
    """Why a certificate does not stand."""


@dataclass
class Reader:
    """Reads trees with x and z as lists of letters; `d` is the true dimension, the algebra may use fewer."""

    algebra: Algebra
    d: int
    needs: list[tuple[str, Form]] = field(default_factory=list)
    parameters: frozenset[str] = frozenset()  # letters that stand for the same number everywhere
    factors: dict[str, tuple[Form, ...]] = field(default_factory=dict)

    def __call__(self, node: Node, x: Any = None, z: Any = None, **others: Form) -> Form:
        if self.algebra.domain == "string":
            self.points: dict[str, Any] = {"x": "x", "z": "z"}
        else:
            self.points = {
                "x": [letter(f"x{i}") for i in range(self.algebra.dim)] if x is None else x,
                "z": [letter(f"z{i}") for i in range(self.algebra.dim)] if z is None else z,
            }
        self.points |= others
        value = self.read(node, {})
        return value[0] if isinstance(value, list) and len(value) == 1 else self._scalar(value)

    def _scalar(self, value: Any) -> Form:
        if not isinstance(value, Form):
            raise Rejected("a number was expected")
        return value

    def read(self, node: Node, known: dict[str, int]) -> Any:
        match node:
            case Number():
                return constant(Fraction(node.value))  # type: ignore[arg-type]
            case Name() if node.id in known:
                return constant(known[node.id])
            case Name() if node.id in self.parameters:
                return letter(f"parameter {node.id}")
            case Name(id="pi"):
                return letter("pi")
            case Name(id="d"):
                return constant(self.d)
            case Name():
                point = self.points[node.id]
                return point[0] if isinstance(point, list) and self.d == 1 else point
            case Unary():
                value = self.read(node.operand, known)
                return value if node.op == "+" else self._each(lambda v: v.scaled(-1), value)
            case Transpose():
                value = self.read(node.operand, known)
                matrix = isinstance(value, list) and isinstance(value[0], list)
                return [list(column) for column in zip(*value)] if matrix else value
            case Binary(op="/", right=Binary(op="**", left=q, right=Number(value=Fraction() as r))) if r > 0:
                return self.read(Binary("*", node.left, Binary("**", q, Number(-r))), known)
            case Binary():
                return self._binary(node, self.read(node.left, known), self.read(node.right, known))
            case Index():
                value = self.read(node.operand, known)
                for index in node.indices:
                    place = None if index is None else self._scalar(self.read(index, known)).number
                    if place is None or place.denominator != 1:
                        raise Rejected("an index is no whole number")
                    value = (value if isinstance(value, list) else [value])[int(place)]
                return value
            case Sum():
                total = constant(0)
                for env in self._ranges(node, known):
                    total = total + self._scalar(self.read(node.body, env))
                return total
            case Call():
                if node.function in ("hamming", "edit", "delta", "len"):
                    return self._compare(node, known)
                parts = [None if a == Name("inf") else self.read(a, known) for a in joined(node)]
                return self._call(node, parts)
        raise Rejected("this cannot be read")

    def _ranges(self, node: Sum, known: dict[str, int]) -> list[dict[str, int]]:
        found = [dict(known)]
        for name, stop in node.ranges:
            sizes = [(env, self._scalar(self.read(stop, env)).number) for env in found]
            if any(size is None or size.denominator != 1 or size > MOST_SUMMANDS for _, size in sizes):
                raise Rejected("a sum is too long, or not over a range of whole numbers")
            found = [env | {name: i} for env, size in sizes for i in range(int(size or 0))]
        return found

    def _each(self, function: Any, value: Any) -> Any:
        return [self._each(function, v) for v in value] if isinstance(value, list) else function(value)

    def _both(self, function: Any, a: Any, b: Any) -> Any:
        if isinstance(a, list) and isinstance(b, list):
            return [self._both(function, p, q) for p, q in zip(a, b, strict=True)]
        if isinstance(a, list):
            return [self._both(function, p, b) for p in a]
        return [self._both(function, a, q) for q in b] if isinstance(b, list) else function(a, b)

    def _binary(self, node: Binary, a: Any, b: Any) -> Any:
        match node.op:
            case "+":
                return self._both(lambda p, q: p + q, a, b)
            case "-":
                return self._both(lambda p, q: p - q, a, b)
            case "*":
                return self._both(self._times, a, b)
            case "/":
                return self._both(self._over, a, b)
            case "@":
                return self._dot(a, b)
        return self._each(lambda p: self._power(p, self._scalar(b)), a)

    def _over(self, a: Form, b: Form) -> Form:
        self._nonzero(b)
        return self.algebra.times(a, self.algebra.power(b, Fraction(-1)))

    def _nonzero(self, b: Form) -> None:
        """A product is not 0 if no factor is."""
        if b.key in self.factors:
            for factor in self.factors[b.key]:
                self._nonzero(factor)
        elif b.number is None:
            self.needs.append(("nonzero", b))

    def _times(self, a: Form, b: Form) -> Form:
        made = self.algebra.times(a, b)
        if a.number is None and b.number is None:
            self.factors[made.key] = (a, b)
        return made

    def _power(self, a: Form, b: Form) -> Form:
        r = b.number
        whole = all(c.denominator == 1 for c in b.terms.values())
        if r is None and a.number and a.number < 0 and whole:  # a^(c + nδ) = a^c·(1 + (aⁿ − 1)δ), δ = 0 or 1
            made = constant(1)
            for m, c in b.terms.items():
                if m and (len(m) > 1 or m[0][1] != 1 or not m[0][0].kind.startswith("delta")):
                    raise Rejected("a power of a negative number")
                delta = Form({m: Fraction(1)})
                made = self.algebra.times(made, constant(1) + delta.scaled(a.number ** int(c) - 1))
            return made
        if r is None:
            fixed = not any(map(sides, b.terms))
            at_zero = fixed and bounds(self.algebra, b).positive(False)  # 0^b is 0, or 1
            self.needs.append(("nonnegative" if at_zero else "positive", a))
            return self.algebra.raised(a, b, at_zero)
        if r.denominator != 1 or r < 0:
            if r.denominator == 1:
                self._nonzero(a)
            else:
                self.needs.append(("positive" if r < 0 else "nonnegative", a))
        if r.denominator == 1 and is_long_power(a, int(r)):
            return self._letter([a] * int(r))
        made = self.algebra.power(a, r)
        if (r > 1 or (r > 0 and r.denominator > 1)) and a.number is None:  # aʳ is not 0 if a is not
            self.factors[made.key] = (a,)
        return made

    def _dot(self, a: Any, b: Any) -> Any:
        if not isinstance(a, list) or not isinstance(b, list):
            return self._both(self.algebra.times, a, b)
        if isinstance(a[0], list):
            return [self._dot(row, b) for row in a]
        if isinstance(b[0], list):
            return [self._dot(a, list(column)) for column in zip(*b)]
        return self._add([self.algebra.times(p, q) for p, q in zip(a, b, strict=True)])

    def _add(self, values: list[Any]) -> Form:
        return sum(map(self._scalar, values), constant(0))

    def _call(self, node: Call, values: list[Any]) -> Any:
        name, algebra = node.function, self.algebra
        first: Any = values[0] if values else None
        entries: list[Any] = first if isinstance(first, list) else [first]
        match name:
            case "sum":
                return self._add(entries)
            case "mean":
                return self._add(entries).scaled(Fraction(1, len(entries)))
            case "dot":
                return self._dot(*values)
            case "vector":
                return values
            case "diag" if not isinstance(entries[0], list):
                places = range(len(entries))
                return [[entries[i] if i == j else constant(0) for j in places] for i in places]
            case "outer":
                return [[algebra.times(a, b) for b in values[1]] for a in first]
            case "I" | "ones" | "zeros":
                counts = [int(self._scalar(value).number or 0) for value in values]
                if name == "I":
                    return [[constant(i == j) for j in range(counts[0])] for i in range(counts[0])]
                row = [constant(name == "ones")] * counts[-1]
                return row if len(counts) == 1 else [row] * counts[0]
            case "prod" if len(values) == 1 and is_long(entries):
                return self._letter(entries)
            case "prod" | "min" | "max":
                parts = entries if len(values) == 1 else values
                join = {"prod": self._times, "min": self._min, "max": algebra.maximum}[name]
                joined = parts[0]
                for part in parts[1:]:
                    joined = self._both(join, joined, part)
                return joined
            case "norm":
                sizes = [algebra.absolute(v) for v in entries]
                if len(values) == 2 and values[1] is None:
                    result = sizes[0]
                    for size in sizes[1:]:
                        result = algebra.maximum(result, size)
                    return result
                p = Fraction(2) if len(values) == 1 else values[1].number
                if p is None or p <= 0:
                    raise Rejected("a norm has a number p > 0")
                if len(sizes) == 1:
                    return sizes[0]
                powers = [
                    algebra.times(v, v) if p == 2 else algebra.power(s, p) for v, s in zip(entries, sizes)
                ]
                return algebra.power(self._add(powers), 1 / p)
        if len(values) != 1:
            raise Rejected(f"{name} is not read here")
        return self._each(lambda v: self._function(name, v), first)

    def _letter(self, entries: list[Form]) -> Form:
        whole = unmultiplied(entries)
        self.factors[whole.key] = tuple(entries)
        return whole

    def _min(self, a: Form, b: Form) -> Form:
        return a + b - self.algebra.maximum(a, b)

    def _function(self, name: str, value: Form) -> Form:
        if name == "log":
            return log_of_quotient(self.algebra, value, self.needs)
        need = {"sqrt": "nonnegative", "arcsin": "within", "arccos": "within"}.get(name)
        if need:
            self.needs.append((need, value))
        if name == "arctanh":
            self.needs.append(("positive", constant(1) - self.algebra.times(value, value)))
        if name == "tan":
            self.needs.append(("within", value.scaled(Fraction(2, 3))))  # |t| ≤ 3/2 < π/2
        made = self.algebra.function(name, value)
        if name == "sqrt" and value.number is None:
            self.factors[made.key] = (value,)  # √a is not 0 if a is not
        return made

    def _compare(self, node: Call, known: dict[str, int]) -> Form:
        names = [a.id if isinstance(a, Name) else "" for a in node.arguments]
        first = node.arguments[0]
        base = first.operand if isinstance(first, Index) else first
        if len(names) == 2 and first == node.arguments[1] and base in (Name("x"), Name("z")):
            return constant(node.function == "delta")
        if self.algebra.domain == "string" and set(names) <= {"x", "z"}:
            return letter(f"len{names[0]}" if node.function == "len" else node.function)
        if node.function == "len" and names[0] in ("x", "z"):
            return constant(self.d)
        places = [self._equal(i, a, b) for i, (a, b) in enumerate(zip(self.points["x"], self.points["z"]))]
        match node.arguments:
            case (Index(operand=Name(), indices=(Number() | Name() as i,)) as a, Index(operand=Name()) as b):
                pair, at = [a.operand, b.operand], self._scalar(self.read(i, known)).number
                both = a.indices == b.indices and Name("x") in pair and Name("z") in pair
                if both and at is not None and node.function == "delta":
                    return places[int(at)]
        if set(names) != {"x", "z"}:
            raise Rejected("only x and z are compared, or one coordinate of both")
        if node.function == "hamming":
            return constant(self.d) - self._add(places)
        return reduce(self.algebra.times, places, constant(1))

    def _equal(self, i: int, a: Form, b: Form) -> Form:
        """[a = b]: known for numbers, a letter if a − b is ±(xᵢ − zᵢ), 0 if it is never 0; else it is not read."""
        if a.number is not None and b.number is not None:
            return constant(a.number == b.number)
        gap, own = a - b, letter(f"x{i}") - letter(f"z{i}")
        if gap.key in (own.key, own.scaled(-1).key):
            return letter(f"delta{i}")
        if never_zero(self.algebra, gap):
            return constant(0)
        raise Rejected("x and z are compared where they stand for something else")
