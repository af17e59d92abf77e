"""The functions of the language, each said once for all algebras: norm, min, sum, hamming …"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from kernelcourse.language.functions import of_one_number
from kernelcourse.language.reading import Call, Index, LanguageError, Name, Number, show

from .meaning import Direction, NeedCoordinates, Reader
from .shapes import in_words, shape

LARGEST_MATRIX = 20


def call(reader: Reader, node: Call, values: list[Any]) -> Any:
    """The value of function(arguments)."""
    name, algebra = node.function, reader.algebra
    if of_one_number(name):
        _expect(node, values, 1)
        return reader._each(lambda value: algebra.function(name, value), values[0])
    if name in ("hamming", "edit", "len", "delta"):
        return _of_points(reader, node, values)
    if name in ("min", "max"):
        return _extremes(reader, node, values)
    if name == "norm":
        return _norm(reader, node, values)
    if name in ("sum", "mean", "prod"):
        _expect(node, values, 1)
        return _total(reader, name, values[0])
    if name == "dot":
        _expect(node, values, 2)
        return reader._product(values[0], values[1], node)
    if name == "vector":
        if len({shape(value) for value in values}) > 1 or any(
            isinstance(value, Direction) for value in values
        ):
            raise LanguageError(f"the entries of {show(node)} should be numbers, or rows of one length")
        return values
    if name in ("I", "ones", "zeros", "e", "diag", "outer", "trace"):
        return _matrix(reader, node, values)
    if name in ("real", "conj"):
        _expect(node, values, 1)
        return values[0]
    raise LanguageError(
        f"{name}(…) is not used in kernels; try norm, exp, cos, min, abs, sqrt, log, sum, hamming …"
    )


def _expect(node: Call, values: list[Any], count: int) -> None:
    if len(values) != count:
        raise LanguageError(f"{node.function} takes {count} argument{'s' * (count != 1)}, not {len(values)}")


def _of_points(reader: Reader, node: Call, values: list[Any]) -> Any:
    """Functions of the points themselves: hamming(x, z), edit(x, z), delta(x, z), len(x)."""
    letters = [argument.id if isinstance(argument, Name) else "?" for argument in node.arguments]
    if node.function == "len":
        if letters not in (["x"], ["z"]):
            raise LanguageError("len takes one string: len(x) or len(z)")
        if reader.domain.name != "string":
            return reader.algebra.number(Fraction(reader.domain.dim))
        return reader.algebra.length(letters[0], values[0])
    if node.function == "delta" and len(values) == 2 and "?" in letters:
        return _same_coordinate(reader, node, values)
    if sorted(letters) not in (["x", "z"], ["x", "x"], ["z", "z"]):
        raise LanguageError(f"{node.function} compares the two points: {node.function}(x, z)")
    if letters[0] == letters[1]:
        return reader.algebra.number(Fraction(node.function == "delta"))
    if reader.domain.name == "string":
        return reader.algebra.string_function(node.function, reader.values["x"], reader.values["z"])
    if node.function == "edit":
        raise LanguageError("edit(x, z) compares strings: use the domain string")
    first, second = reader.values["x"], reader.values["z"]
    if isinstance(first, Direction):
        raise NeedCoordinates
    pairs = list(zip(first, second)) if isinstance(first, list) else [(first, second)]
    same = [reader.algebra.same(a, b, i) for i, (a, b) in enumerate(pairs)]
    if node.function == "delta":
        result = reader.algebra.number(Fraction(1))
        for value in same:
            result = reader.algebra.multiply(result, value)
        return result
    return reader.algebra.subtract(reader.algebra.number(Fraction(len(same))), reader._add_up(same))


def _same_coordinate(reader: Reader, node: Call, values: list[Any]) -> Any:
    """delta(x[i], z[i]): whether one coordinate is the same."""
    first, second = node.arguments
    if not (isinstance(first, Index) and isinstance(second, Index) and first.indices == second.indices):
        raise LanguageError(
            "delta compares the two points, or one coordinate of them: delta(x, z), delta(x[0], z[0])"
        )
    letters = {place.operand.id for place in (first, second) if isinstance(place.operand, Name)}
    index = first.indices[0]
    place = reader.algebra.whole_number(reader.read(index, {})) if isinstance(index, Number) else None
    if letters != {"x", "z"} or place is None:
        raise LanguageError("delta compares one coordinate of the two points: delta(x[0], z[0])")
    return reader.algebra.same(values[0], values[1], place)


def _extremes(reader: Reader, node: Call, values: list[Any]) -> Any:
    """min and max of several numbers, of two vectors entry by entry, or over one vector."""
    if any(isinstance(value, Direction) for value in values):
        raise NeedCoordinates
    if any(isinstance(value, str) for value in values):
        raise LanguageError("strings have no min or max here")
    operation = reader.algebra.minimum if node.function == "min" else reader.algebra.maximum
    if len(values) == 1:
        values = values[0] if isinstance(values[0], list) else values
    if not values or len({shape(value) for value in values if shape(value)}) > 1:
        raise LanguageError(f"{show(node)}: {' and '.join(in_words(value) for value in values)} do not match")
    result = values[0]
    for value in values[1:]:
        result = _pairwise(operation, result, value)
    return result


def _pairwise(operation: Any, left: Any, right: Any) -> Any:
    if isinstance(left, list) and isinstance(right, list):
        return [_pairwise(operation, a, b) for a, b in zip(left, right)]
    if isinstance(left, list):
        return [_pairwise(operation, a, right) for a in left]
    if isinstance(right, list):
        return [_pairwise(operation, left, b) for b in right]
    return operation(left, right)


def _norm(reader: Reader, node: Call, values: list[Any]) -> Any:
    """norm(v) = √(v·v); norm(v, p) = (Σ|vᵢ|^p)^(1/p); norm(v, inf) = max |vᵢ|."""
    if not 1 <= len(values) <= 2:
        raise LanguageError("norm takes a vector, and perhaps which norm: norm(v), norm(v, 1), norm(v, inf)")
    vector, algebra = values[0], reader.algebra
    if isinstance(vector, str) or len(shape(vector)) == 2:
        raise LanguageError("norm is for vectors here")
    infinite = (
        len(node.arguments) == 2 and isinstance(node.arguments[1], Name) and node.arguments[1].id == "inf"
    )
    p = Fraction(2) if len(values) == 1 else None if infinite else algebra.rational(values[1])
    if not infinite and (p is None or p <= 0):
        raise LanguageError(
            "which norm? norm(v), norm(v, 1), norm(v, p) with a number p > 0, or norm(v, inf)"
        )
    if not isinstance(vector, (list, Direction)):
        return algebra.function("abs", vector)
    if p == 2:
        return algebra.length_of(reader.inner(vector, vector), Fraction(1, 2))
    if isinstance(vector, Direction):
        raise NeedCoordinates
    sizes = [algebra.function("abs", entry) for entry in vector]
    if infinite:
        result = sizes[0]
        for size in sizes[1:]:
            result = algebra.maximum(result, size)
        return result
    if p == 1:
        return reader._add_up(sizes)
    assert p is not None
    powers = [algebra.power(size, algebra.number(p)) for size in sizes]
    return algebra.length_of(reader._add_up(powers), 1 / p)


def _total(reader: Reader, name: str, value: Any) -> Any:
    if isinstance(value, Direction):
        raise NeedCoordinates
    entries = _flat(value)
    if name == "prod":
        result = reader.algebra.number(Fraction(1))
        for entry in entries:
            result = reader.algebra.multiply(result, entry)
        return result
    added = reader._add_up(entries)
    if name == "sum":
        return added
    return reader.algebra.divide(added, reader.algebra.number(Fraction(len(entries))))


def _flat(value: Any) -> list[Any]:
    return [entry for part in value for entry in _flat(part)] if isinstance(value, list) else [value]


def _matrix(reader: Reader, node: Call, values: list[Any]) -> Any:
    """I(n), ones(n, m), zeros(n, m), e(i, n), diag(v), outer(u, v), trace(M)."""
    name, number = node.function, reader.algebra.number
    if any(isinstance(value, Direction) for value in values):
        raise NeedCoordinates
    if name == "trace":
        _expect(node, values, 1)
        if len(shape(values[0])) != 2 or shape(values[0])[0] != shape(values[0])[1]:
            raise LanguageError("trace takes a square matrix")
        return reader._add_up([row[i] for i, row in enumerate(values[0])])
    if name == "outer":
        _expect(node, values, 2)
        left, right = (value if isinstance(value, list) else [value] for value in values)
        return [[reader.algebra.multiply(a, b) for b in right] for a in left]
    if name == "diag":
        _expect(node, values, 1)
        entries = values[0] if isinstance(values[0], list) else [values[0]]
        if isinstance(entries[0], list):
            return [row[i] for i, row in enumerate(entries) if i < len(row)]
        return [
            [entry if i == j else number(Fraction(0)) for j in range(len(entries))]
            for i, entry in enumerate(entries)
        ]
    found = [reader.algebra.whole_number(value) if not isinstance(value, list) else None for value in values]
    sizes = [int(size) for size in found if size is not None and 0 <= size <= LARGEST_MATRIX]
    if not sizes or len(sizes) < len(found):
        raise LanguageError(f"{name} takes whole numbers up to {LARGEST_MATRIX}")
    if name == "e":
        _expect(node, values, 2)
        return [number(Fraction(i == sizes[0])) for i in range(sizes[1])]
    if name == "I":
        return [[number(Fraction(i == j)) for j in range(sizes[0])] for i in range(sizes[0])]
    entry = number(Fraction(name == "ones"))
    return [entry] * sizes[0] if len(sizes) == 1 else [[entry] * sizes[1] for _ in range(sizes[0])]
