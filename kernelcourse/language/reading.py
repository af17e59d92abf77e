"""A line is text with Python's operators; parsing it never runs anything.

`parse("α @ K @ α + λ*norm(w)**2")` gives a tree (tree.py). Python's own parser reads the text into its syntax tree;
only the node kinds listed here are then accepted, everything else is an error that names the place. Length, nesting
and size are checked before and while reading, so hostile text costs milliseconds.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Collection
from fractions import Fraction

from .errors import LanguageError
from .functions import CONSTANTS, FUNCTIONS, proper_name
from .letters import Refused, canonical, letter, translate
from .mathml import mathml
from .tree import Binary, Call, Index, Name, Node, Number, Sum, Transpose, Unary, substitute
from .writing import show

__all__ = [
    "CONSTANTS", "FUNCTIONS", "Binary", "Call", "Index", "LanguageError", "Name", "Node", "Number", "Sum", "Transpose",
    "Unary", "mathml", "parse", "parse_relation", "show",
]  # fmt: skip

LONGEST = 2000  # characters in a line
DEEPEST = 100  # levels of nesting
LARGEST = 800  # nodes in a tree
LONGEST_NUMBER = 30  # digits of a literal
LARGEST_EXPONENT = 100  # a literal power

_OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.MatMult: "@", ast.Pow: "**"}
_RELATION = re.compile(r"==|<=|>=|=|<|>")


def parse(text: str, names: Collection[str] | None = None, functions: Collection[str] = ()) -> Node:
    """The tree of one expression; `names` (if given) are the letters allowed, `functions` are extra functions."""
    plain, positions = _prepare(text)
    source = plain.strip(" ")
    before = len(plain) - len(plain.lstrip(" "))
    tree = _python_tree(source, text, positions, before)
    return _Reader(text, plain, positions, before, names, frozenset(functions)).read(tree)


def parse_relation(
    text: str, names: Collection[str] | None = None, functions: Collection[str] = ()
) -> tuple[str, Node, Node] | Node:
    """An expression, or (op, left, right) with op one of == <= >= < >; a single = is read as ==."""
    plain, positions = _prepare(text)
    found = list(_RELATION.finditer(plain))
    if not found:
        return parse(text, names, functions)
    if len(found) > 1:
        raise LanguageError("one relation a line, please", text, positions[found[1].start()])
    sign = found[0]
    start, end = positions[sign.start()], positions[sign.end() - 1] + 1
    if not text[:start].strip() or not text[end:].strip():
        raise LanguageError(f"there is nothing on one side of {sign.group()}", text, start)
    left = parse(text[:start], names, functions)
    try:
        right = parse(text[end:], names, functions)
    except LanguageError as error:
        place = None if error.position is None else error.position + end
        raise LanguageError(error.message, text, place) from None
    return ("==" if sign.group() == "=" else sign.group(), left, right)


def _beyond(power: int | Fraction | float | complex) -> bool:
    """Is it too large a power? 10⁴⁰⁰ is no float: a fraction is asked as one."""
    return (abs(power) if isinstance(power, Fraction) else abs(complex(power))) > LARGEST_EXPONENT


def _prepare(text: object) -> tuple[str, list[int]]:
    """The plain text and its positions, after the checks that must come before any parsing."""
    if not isinstance(text, str):
        raise LanguageError(f"a line is text, not {type(text).__name__}")
    if len(text) > LONGEST:
        raise LanguageError(f"this line has {len(text)} characters; the longest a line may be is {LONGEST}")
    if not text.strip():
        raise LanguageError("the line is empty")
    try:
        plain, positions = translate(text)
    except Refused as refused:
        raise LanguageError(str(refused), text, refused.position) from None
    depth = 0
    for place, character in enumerate(plain):
        depth += (character in "([") - (character in ")]")
        if depth > DEEPEST:
            raise LanguageError(f"brackets are nested more than {DEEPEST} deep", text, positions[place])
    run = re.search(r"(?:[-+]\s*){20}", plain)
    if run:
        raise LanguageError("too many signs in a row", text, positions[run.start()])
    keyword = re.search(r"(?<![\w.])lambda(?!\w)", plain)
    if keyword:
        raise LanguageError("`lambda` is a reserved word: write lam or λ", text, positions[keyword.start()])
    return plain, positions


def _python_tree(source: str, text: str, positions: list[int], before: int) -> ast.expr:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(source, mode="eval").body
    except SyntaxError as error:
        place = min(max((error.offset or 1) - 1, 0) + before, len(positions) - 1)
        raise LanguageError(_syntax_hint(source, error), text, positions[place]) from None
    except (RecursionError, MemoryError, ValueError, OverflowError):
        raise LanguageError(
            "this line is nested too deeply, or holds a number with too many digits"
        ) from None


def _syntax_hint(source: str, error: SyntaxError) -> str:
    if re.search(r"(?<![=<>!])=(?!=)", source):
        return "an expression was expected here, not an equation"
    if re.search(r"[\w)\]]\s+[\w(]|\d[A-Za-z_(]|\)[\w(]", source) and " for " not in source:
        return "this cannot be read: is a * or @ missing between two factors?"
    reason = error.msg or "invalid syntax"
    return f"this cannot be read ({reason.split('. Perhaps')[0]})"


class _Reader:
    """Turns the accepted part of Python's syntax tree into ours."""

    def __init__(
        self,
        text: str,
        plain: str,
        positions: list[int],
        before: int,
        names: Collection[str] | None,
        extra: frozenset[str],
    ):
        self.text, self.plain, self.positions, self.before = text, plain, positions, before
        self.names = None if names is None else {canonical(name) for name in names}
        self.functions = {*FUNCTIONS, *map(canonical, extra)}
        self.bound: list[str] = []
        self.count = 0

    def place(self, node: ast.expr) -> tuple[int, int]:
        last = len(self.positions) - 1
        start = min(node.col_offset + self.before, last)
        end = min((node.end_col_offset or node.col_offset) + self.before, last)
        return self.positions[start], max(self.positions[end - 1] + 1 if end else 0, self.positions[start])

    def fail(self, message: str, node: ast.expr) -> LanguageError:
        return LanguageError(message, self.text, self.place(node)[0])

    def read(self, node: ast.expr, depth: int = 0) -> Node:
        self.count += 1
        if depth > DEEPEST:
            raise self.fail(f"the expression is nested more than {DEEPEST} deep", node)
        if self.count > LARGEST:
            raise self.fail(f"the expression has more than {LARGEST} parts", node)
        span = self.place(node)
        match node:
            case ast.Constant():
                return Number(self.number(node), span=span)
            case ast.Name():
                return Name(self.known(canonical(node.id), node), span=span)
            case ast.UnaryOp(op=ast.USub() | ast.UAdd()):
                op = "-" if isinstance(node.op, ast.USub) else "+"
                return Unary(op, self.read(node.operand, depth + 1), span=span)
            case ast.BinOp():
                return self.binary(node, depth)
            case ast.Attribute(attr="T"):
                return Transpose(self.read(node.value, depth + 1), span=span)
            case ast.Attribute():
                raise self.fail(
                    f".{node.attr[:20]} is not part of the language; the only attribute is .T", node
                )
            case ast.Subscript():
                return self.index(node, depth)
            case ast.List():
                if not node.elts:
                    raise self.fail("a list needs at least one entry", node)
                return Call("vector", tuple(self.read(entry, depth + 1) for entry in node.elts), span=span)
            case ast.Call():
                return self.call(node, depth)
            case ast.GeneratorExp():
                raise self.fail("`… for i in range(n)` belongs inside sum(…)", node)
            case ast.Compare():
                raise self.fail("an expression was expected here, not a comparison", node)
            case ast.Tuple():
                raise self.fail("write a vector with square brackets: [a, b]", node)
        raise self.fail(f"{type(node).__name__} is not part of the language", node)

    def number(self, node: ast.Constant) -> int | Fraction | float | complex:
        value = node.value
        if isinstance(value, bool) or not isinstance(value, (int, float, complex)):
            raise self.fail(f"{value!r:.20} is not a number", node)
        written = self.plain[node.col_offset + self.before : (node.end_col_offset or 0) + self.before]
        if isinstance(value, int):
            if abs(value) >= 10**LONGEST_NUMBER:
                raise self.fail(f"a number may have {LONGEST_NUMBER} digits at most", node)
            return value
        if isinstance(value, complex):
            return value
        exponent = re.search(r"[eE]([-+]?\d+)$", written)
        if exponent and len(exponent.group(1)) > 4:
            raise self.fail("this number is too large or too small: the exponent may have 3 digits", node)
        if len(written) > LONGEST_NUMBER + 10:
            raise self.fail(f"a number may have {LONGEST_NUMBER} digits at most", node)
        return Fraction(written.replace("_", ""))

    def known(self, name: str, node: ast.expr) -> str:
        if name.startswith("_") or name.endswith("__"):
            raise self.fail("names do not begin with an underscore here", node)
        if name in self.bound or name in CONSTANTS or self.names is None or name in self.names:
            return name
        shown = ", ".join(sorted((letter(known) for known in self.names), key=str.lower)) or "none"
        what = (
            "is a function and needs brackets" if name in self.functions else "is not one of the letters here"
        )
        raise self.fail(f"{letter(name)[:40]} {what}; the letters are {shown}", node)

    def binary(self, node: ast.BinOp, depth: int) -> Node:
        op = _OPERATORS.get(type(node.op))
        if op is None:
            hint = (
                "write ** for a power"
                if isinstance(node.op, ast.BitXor)
                else "the operators are + - * / @ **"
            )
            raise self.fail(f"this operator is not part of the language: {hint}", node)
        left, right = self.read(node.left, depth + 1), self.read(node.right, depth + 1)
        power = right.operand if isinstance(right, Unary) else right
        if op == "**" and isinstance(power, Number) and _beyond(power.value):
            raise self.fail(f"a power may be {LARGEST_EXPONENT} at most", node.right)
        return Binary(op, left, right, span=self.place(node))

    def index(self, node: ast.Subscript, depth: int) -> Node:
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if not 1 <= len(parts) <= 2:
            raise self.fail("one or two indices, please: x[i] or K[i, j]", node)
        indices: list[Node | None] = []
        for part in parts:
            if isinstance(part, ast.Slice):
                if part.lower or part.upper or part.step:
                    raise self.fail("only the bare colon is allowed as a slice: K[:, j]", node)
                indices.append(None)
            else:
                indices.append(self.read(part, depth + 1))
        return Index(self.read(node.value, depth + 1), tuple(indices), span=self.place(node))

    def call(self, node: ast.Call, depth: int) -> Node:
        if not isinstance(node.func, ast.Name):
            raise self.fail("only functions of the language can be called, as in inv(K)", node)
        name = canonical(node.func.id)
        name = name if name in self.functions else "T" if name == "transpose" else proper_name(name)
        if node.keywords:
            raise self.fail("functions take no named arguments here", node)
        if name == "sum" and len(node.args) == 1 and isinstance(node.args[0], ast.GeneratorExp):
            return self.sum(node.args[0], node, depth)
        if name == "T" and len(node.args) == 1:
            return Transpose(self.read(node.args[0], depth + 1), span=self.place(node))
        if name not in self.functions:
            if self.names is not None and name in self.names:
                raise self.fail(f"{letter(name)} is not a function: is a * or @ missing?", node)
            listed = ", ".join(sorted(self.functions, key=str.lower))
            raise self.fail(f"{letter(name)[:40]} is not one of the functions here; they are {listed}", node)
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            raise self.fail("a star is not part of the language here", node)
        arguments = tuple(self.read(argument, depth + 1) for argument in node.args)
        return Call(name, arguments, span=self.place(node))

    def sum(self, generator: ast.GeneratorExp, node: ast.Call, depth: int) -> Node:
        ranges: list[tuple[str, Node]] = []
        shifts: dict[str, Node] = {}
        for clause in generator.generators:
            counter = clause.iter
            good = (
                isinstance(clause.target, ast.Name)
                and isinstance(counter, ast.Call)
                and isinstance(counter.func, ast.Name)
                and counter.func.id == "range"
                and 1 <= len(counter.args) <= 2
                and not counter.keywords
            )
            if not good or clause.is_async or clause.ifs or len(ranges) == 4:
                raise self.fail(
                    "a sum reads: sum(… for i in range(n) for j in range(m)), at most four indices", node
                )
            assert isinstance(clause.target, ast.Name) and isinstance(counter, ast.Call)
            bounds = [substitute(self.read(bound, depth + 1), shifts) for bound in counter.args]
            name = canonical(clause.target.id)
            if name.startswith("_") or name in (name for name, _ in ranges):
                raise self.fail("each index of a sum needs its own letter", clause.target)
            shifts.pop(name, None)
            if len(bounds) == 2:  # range(a, b): the index runs from 0 and the body says i + a
                shifts[name] = Binary("+", Name(name), bounds[0], span=bounds[0].span)
            ranges.append((name, bounds[-1] if len(bounds) == 1 else Binary("-", bounds[1], bounds[0])))
            self.bound.append(name)
        body = substitute(self.read(generator.elt, depth + 1), shifts)
        del self.bound[len(self.bound) - len(ranges) :]
        return Sum(body, tuple(ranges), span=self.place(node))
