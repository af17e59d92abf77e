"""Plain data: the only thing that crosses between a student's process and the grader.

A value is None, a bool, a number, a string, a list, a tuple, a dict with string keys, or an array of numbers. It
travels as one JSON text (arrays replaced by their dtype and shape) followed by the arrays' raw bytes. Nothing is
pickled and nothing is unpickled. `pack` runs on the side that has the value; `unpack` assumes that the bytes were
written by an adversary: every length, dtype, shape and depth is checked before memory is spent on it.
"""

from __future__ import annotations

import json
import math
import struct
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np

DTYPES = {"?": "|b1", "i": "<i8", "f": "<f8", "c": "<c16"}
MAX_BYTES = 16_000_000
MAX_JSON = 4_000_000  # the text before the arrays: Python objects take many times their bytes
MAX_DEPTH = 16
MAX_NODES = 200_000
MAX_TEXT = 1_000_000
MAX_DIMENSIONS = 6


class NotPlain(ValueError):
    """The value is not plain data; the message says what it was instead."""


def pack(value: Any) -> bytes:
    """Bytes of a plain value: 4-byte length, JSON text, then the arrays one after another."""
    arrays: list[np.ndarray] = []
    budget = [MAX_NODES]
    text = json.dumps(_to_json(value, arrays, 0, budget), ensure_ascii=True).encode()
    blocks = [array.tobytes() for array in arrays]
    total = 4 + len(text) + sum(map(len, blocks))
    if len(text) > MAX_JSON:
        raise NotPlain(f"the value takes {len(text)} bytes as text; at most {MAX_JSON} can be handed over")
    if total > MAX_BYTES:
        raise NotPlain(f"the value takes {total} bytes; at most {MAX_BYTES} can be handed over")
    return struct.pack(">I", len(text)) + text + b"".join(blocks)


def _to_json(value: Any, arrays: list[np.ndarray], depth: int, budget: list[int]) -> Any:
    budget[0] -= 1
    if depth > MAX_DEPTH or budget[0] < 0:
        raise NotPlain("the value is nested too deeply or has too many parts")
    if value is None or isinstance(value, (bool, np.bool_)):
        return None if value is None else bool(value)
    if isinstance(value, (int, np.integer)):
        number = int(value)
        if number.bit_length() > 1024:
            raise NotPlain("the value is an integer of more than 300 digits")
        return number
    if isinstance(value, (float, np.floating)):
        return float(value)
    if isinstance(value, (Fraction, Decimal)):
        return float(value)
    if isinstance(value, (complex, np.complexfloating)):
        return {"$": "complex", "re": float(value.real), "im": float(value.imag)}
    if isinstance(value, str):
        return str(value)[:MAX_TEXT]
    if isinstance(value, np.ndarray):
        return _array_to_json(value, arrays, depth, budget)
    if value is Ellipsis:
        return {"$": "ellipsis"}
    if isinstance(value, (list, tuple)):
        if len(value) > MAX_NODES:
            raise NotPlain("the value has too many parts")
        parts = [_to_json(part, arrays, depth + 1, budget) for part in value]
        return {"$": "tuple", "of": parts} if isinstance(value, tuple) else parts
    if isinstance(value, dict):
        if not all(isinstance(key, (str, int)) for key in value):
            raise NotPlain("the value is a dict whose keys are not strings")
        pairs = [[str(key), _to_json(part, arrays, depth + 1, budget)] for key, part in value.items()]
        return {"$": "dict", "of": pairs}
    if hasattr(type(value), "__array__"):  # a table of pandas, a tensor
        return _array_to_json(np.asarray(value), arrays, depth + 1, budget)
    if hasattr(type(value), "__float__"):  # a number of sympy or mpmath
        return float(value)
    raise NotPlain(f"the value is a {type(value).__name__}, not a number, text, list, dict or array")


def _array_to_json(value: np.ndarray, arrays: list[np.ndarray], depth: int, budget: list[int]) -> Any:
    kind = {"b": "?", "i": "i", "u": "i", "f": "f", "c": "c"}.get(value.dtype.kind)
    if kind is None:
        return _to_json(value.tolist(), arrays, depth + 1, budget)
    if value.nbytes > MAX_BYTES or value.ndim > MAX_DIMENSIONS:
        raise NotPlain(f"the value is an array of shape {value.shape}: too large to hand over")
    # np.array of a subclass gives a base array: no overridden comparison can travel with it.
    array = np.array(value, dtype=DTYPES[kind], order="C", subok=False)
    arrays.append(array)
    return {"$": "array", "kind": kind, "shape": list(array.shape)}


def unpack(data: bytes) -> Any:
    """The value in bytes that anyone may have written; ValueError (NotPlain) if they are not a plain value."""
    if len(data) < 4 or len(data) > MAX_BYTES:
        raise NotPlain("a message of the wrong length")
    (length,) = struct.unpack_from(">I", data)
    if 4 + length > len(data):
        raise NotPlain("a message shorter than it says")
    if length > MAX_JSON:
        raise NotPlain("a message with too long a text")
    try:
        tree = json.loads(data[4 : 4 + length].decode("ascii"))
    except (ValueError, RecursionError) as error:
        raise NotPlain("a message that is not JSON") from error
    reader = _Reader(data, 4 + length)
    value = reader.value(tree, 0)
    if reader.position != len(data):
        raise NotPlain("a message longer than its arrays")
    return value


class _Reader:
    """Walks the JSON tree and takes the arrays from the bytes behind it, in order."""

    def __init__(self, data: bytes, position: int) -> None:
        self.data, self.position, self.nodes = data, position, 0

    def value(self, tree: Any, depth: int) -> Any:
        self.nodes += 1
        if depth > MAX_DEPTH or self.nodes > MAX_NODES:
            raise NotPlain("a value nested too deeply or with too many parts")
        if isinstance(tree, list):
            return [self.value(part, depth + 1) for part in tree]
        if isinstance(tree, str):
            return tree[:MAX_TEXT]
        if not isinstance(tree, dict):
            return tree
        kind = tree.get("$")
        if kind == "array":
            return self.array(tree)
        if kind == "tuple" and isinstance(tree.get("of"), list):
            return tuple(self.value(part, depth + 1) for part in tree["of"])
        if kind == "dict" and isinstance(tree.get("of"), list):
            return dict(self.pair(part, depth + 1) for part in tree["of"])
        if kind == "complex" and _number(tree.get("re")) and _number(tree.get("im")):
            return complex(tree["re"], tree["im"])
        if kind == "ellipsis":
            return Ellipsis
        raise NotPlain("a value of an unknown kind")

    def pair(self, part: Any, depth: int) -> tuple[str, Any]:
        if not (isinstance(part, list) and len(part) == 2 and isinstance(part[0], str)):
            raise NotPlain("a dict that is not made of pairs")
        return part[0], self.value(part[1], depth)

    def array(self, tree: dict) -> np.ndarray:
        shape, kind = tree.get("shape"), tree.get("kind")
        if kind not in DTYPES or not isinstance(shape, list) or len(shape) > MAX_DIMENSIONS:
            raise NotPlain("an array of an unknown kind")
        if not all(type(size) is int and 0 <= size <= MAX_BYTES for size in shape):
            raise NotPlain("an array of an impossible shape")
        dtype = np.dtype(DTYPES[kind])
        end = self.position + math.prod(shape) * dtype.itemsize  # Python integers: no overflow
        if end > len(self.data):
            raise NotPlain("an array longer than its message")
        block = self.data[self.position : end]
        if kind == "?":
            block = (np.frombuffer(block, np.uint8) != 0).tobytes()  # a bool byte may only be 0 or 1
        self.position = end
        return np.frombuffer(block, dtype).reshape(shape).copy()


def _number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= 1e308


def clean(text: Any, limit: int = 400) -> str:
    """Text of a student made fit for a terminal and a report: printable characters only, cut at the limit.

    Escape sequences, other control characters and the invisible characters that reorder text are dropped.
    """
    text = str(text)[: 4 * limit]
    kept = "".join(c if c.isprintable() else " " if c.isspace() else "" for c in text)
    kept = " ".join(kept.split())
    return kept if len(kept) <= limit else kept[: limit - 1] + "…"
