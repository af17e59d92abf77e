"""A tree as MathML, which every current browser draws without help: what the checker understood, as a formula."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from html import escape
from typing import TypeGuard

from .functions import facts
from .letters import HAT, letter
from .printed import limits, place
from .tree import Binary, Call, Index, Name, Node, Number, Sum, Transpose, Unary, transform, walk
from .writing import number_text

_RAISED, _ATOM = 4, 5  # fractions and powers need brackets before they are raised: (a/b)², (A⁻¹)ᵀ


def mathml(node: Node) -> str:
    """<math>…</math> for one expression."""
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML"><mrow>{_write(node)}</mrow></math>'


def mathml_relation(sign: str, left: Node, right: Node) -> str:
    """<math>left sign right</math>."""
    sign = {"==": "=", "<=": "≤", ">=": "≥"}.get(sign, sign)
    inside = f"{_write(left)}<mo>{escape(sign)}</mo>{_write(right)}"
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML"><mrow>{inside}</mrow></math>'


def _write(node: Node, least: int = 0) -> str:
    text, rank = _parts(node)
    return f"<mrow><mo>(</mo>{text}<mo>)</mo></mrow>" if rank < least else text


def _row(*parts: str) -> str:
    return f"<mrow>{''.join(parts)}</mrow>"


def _drawn(name: str) -> str:
    """φ is drawn as the book's formulas draw it."""
    return letter(name).replace("φ", "ϕ")


def _name(name: str) -> str:
    stem, _, below = _drawn(name).partition("_")
    if not below and (bare := name.rstrip("0123456789")) and bare != name:
        stem, below = _drawn(bare), name[len(bare) :]
    elif name in ("Kc", "Xc"):  # centred
        stem, below = name[0], name[1]
    head = f"<mi>{escape(stem.rstrip(HAT))}</mi>"
    if stem.endswith(HAT):
        head = f'<mover accent="true">{head}<mo>^</mo></mover>'
    kind = "mn" if below.isdecimal() else "mi"
    return f"<msub>{head}<{kind}>{escape(below)}</{kind}></msub>" if below else head


def _parts(node: Node) -> tuple[str, int]:
    match node:
        case Number(value=Fraction() as value) if value.denominator == 2:
            return f"<mfrac><mn>{value.numerator}</mn><mn>{value.denominator}</mn></mfrac>", _RAISED
        case Number(value=complex() as value):
            shown = "i" if value == 1j else number_text(value).replace("j", "i")
            return f"<mi>{escape(shown)}</mi>", _ATOM
        case Number():
            return f"<mn>{escape(number_text(node.value))}</mn>", _ATOM
        case Name(id="inf"):
            return "<mi>∞</mi>", _ATOM
        case Name():
            return _name(node.id), _ATOM
        case Unary():
            return _row(f"<mo>{'−' if node.op == '-' else '+'}</mo>", _write(node.operand, 2)), 1
        case Binary(op="/"):
            quotient = f"<mfrac>{_row(_write(node.left))}{_row(_write(node.right))}</mfrac>"
            if (
                sum(isinstance(part, Binary) for part in walk(node.right)) > 3
            ):  # or a telephone's line is too short
                return quotient, _RAISED
            return f'<mstyle displaystyle="true">{quotient}</mstyle>', _RAISED  # no smaller than its line
        case Binary(op="∕"):
            rank = 1 if isinstance(node.left, Unary) else 2
            return _row(_write(node.left, rank), "<mo>/</mo>", _write(node.right, 3)), rank
        case Binary(op="**"):
            return f"<msup>{_row(_write(node.left, _ATOM))}{_row(_write(_flat(node.right)))}</msup>", _RAISED
        case Binary(op="*" | "@"):
            sign = "<mo>⁢</mo>" if node.op == "@" else "<mo>·</mo>"
            return _row(_write(node.left, 2), sign, _write(node.right, 3)), 2
        case Binary(op="∘"):
            return _row(_write(node.left, 2), "<mo>∘</mo>", _write(node.right, 2)), 1
        case Binary():
            sign = "−" if node.op == "-" else "+"
            return _row(_write(node.left, 1), f"<mo>{sign}</mo>", _write(node.right, 2)), 1
        case Transpose():
            return f"<msup>{_row(_write(node.operand, _ATOM))}<mo>⊤</mo></msup>", _RAISED
        case Index():
            inside = "<mo>,</mo>".join(
                "<mo>:</mo>" if index is None else _write(place(index)) for index in node.indices
            )
            held = _write(node.operand, _ATOM)
            if held.startswith("<msub>"):  # (K₁)ᵢⱼ: the second index is not one of the name
                held = f"<mo>(</mo>{held}<mo>)</mo>"
            return f"<msub>{_row(held)}{_row(inside)}</msub>", _ATOM
        case Sum():
            return _sum(node), 2
        case Call(function="kron", arguments=(A, B)):
            return _row(_write(A, 2), "<mo>⊗</mo>", _write(B, 2)), 1
        case Call(function="sum", arguments=(A, Number(value=0 | 1 as axis))):  # as a matrix times (1, …, 1)
            return _parts(Binary("@", A if axis else Transpose(A), Call("ones", ())))
        case Call():
            shown = _call(node)
            return shown, _RAISED if shown.startswith("<msup>") else _ATOM
    raise TypeError(f"not a node: {node!r}")


def _flat(node: Node) -> Node:
    """What stands in an exponent: quotients on one line, or their parts could not be read."""
    return transform(
        node, lambda part: replace(part, op="∕") if isinstance(part, Binary) and part.op == "/" else part
    )


def _sum(node: Sum) -> str:
    printed = limits(node)
    signs = "".join(
        f"<munderover><mo>∑</mo>{_row(_name(one.name), '<mo>=</mo>', _write(one.lower))}"
        f"{_row(_write(one.upper))}</munderover>"
        for one in printed.limits
    )
    return _row(signs, _write(printed.body, 2))


def _grid(node: Call) -> list[list[str]]:
    """The entries of block([[A, B], [C, D]]), row by row."""
    if node.function != "block" or not _is_list(grid := node.arguments[0]):
        return []
    return [[_write(entry) for entry in row.arguments] for row in grid.arguments if _is_list(row)]


def _is_list(node: Node) -> TypeGuard[Call]:
    return isinstance(node, Call) and node.function == "vector"


def _call(node: Call) -> str:
    if not node.arguments and node.function in ("I", "ones"):  # of a size that is not told
        return "<mi>I</mi>" if node.function == "I" else '<mn style="font-weight:bold">1</mn>'
    arguments = map(_flat, node.arguments) if node.function == "exp" else node.arguments
    pieces = [_parts(argument) for argument in arguments]  # once each: nesting must not double the work
    inside = [text for text, _ in pieces]
    listed = "<mo>,</mo>".join(inside)
    rows = _grid(node) or [[text] for text in inside]
    function = facts(node.function)
    every = ("{list}", "{times}", "{stack}")
    if function.mathml and (
        len(inside) == function.arity[0] or any(form in function.mathml for form in every)
    ):
        bracketed = [
            text if rank >= 3 else f"<mrow><mo>(</mo>{text}<mo>)</mo></mrow>" for text, rank in pieces
        ]
        atom, last = (
            text if rank >= _ATOM else f"<mo>(</mo>{text}<mo>)</mo>" for text, rank in (pieces[0], pieces[-1])
        )
        return function.mathml.format(
            *inside,
            atom=atom,
            last=last,
            first=bracketed[0],
            second=bracketed[-1],
            list=listed,
            times="<mo>×</mo>".join(inside),
            stack="".join(f"<mtr>{''.join(f'<mtd>{text}</mtd>' for text in row)}</mtr>" for row in rows),
        )
    return _row(f"<mi>{escape(_drawn(node.function))}</mi>", "<mo>(</mo>", listed, "<mo>)</mo>")
