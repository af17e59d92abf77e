"""A tree as MathML, which every current browser draws without help: what the checker understood, as a formula."""

from __future__ import annotations

from fractions import Fraction
from html import escape

from .letters import letter
from .printed import limits, place
from .tree import Binary, Call, Index, Name, Node, Number, Sum, Transpose, Unary
from .writing import number_text

_RANK = {"+": 1, "-": 1, "*": 2, "/": 5, "@": 2, "**": 4}
_ATOM = 5
_FENCES = {"norm": ("‖", "‖"), "abs": ("|", "|")}
_SPELLED = {"trace": "tr", "conj": "conj", "pinv": "pinv", "center": "center"}


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


def _name(name: str) -> str:
    shown = letter(name)
    stem, _, below = shown.partition("_")
    digits = len(stem) - len(stem.rstrip("0123456789"))
    if not below and digits and digits < len(stem):
        stem, below = stem[:-digits], stem[-digits:]
    head = f"<mi>{escape(stem)}</mi>"
    return f"<msub>{head}<mi>{escape(below)}</mi></msub>" if below else head


def _parts(node: Node) -> tuple[str, int]:
    match node:
        case Number(value=Fraction() as value) if value.denominator == 2:
            return f"<mfrac><mn>{value.numerator}</mn><mn>{value.denominator}</mn></mfrac>", _ATOM
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
            return f"<mfrac>{_row(_write(node.left))}{_row(_write(node.right))}</mfrac>", _ATOM
        case Binary(op="**"):
            return f"<msup>{_row(_write(node.left, _ATOM))}{_row(_write(node.right))}</msup>", 4
        case Binary(op="*" | "@"):
            sign = "<mo>⁢</mo>" if node.op == "@" else "<mo>·</mo>"
            return _row(_write(node.left, 2), sign, _write(node.right, 3)), 2
        case Binary():
            sign = "−" if node.op == "-" else "+"
            return _row(_write(node.left, 1), f"<mo>{sign}</mo>", _write(node.right, 2)), 1
        case Transpose():
            return f"<msup>{_row(_write(node.operand, _ATOM))}<mo>⊤</mo></msup>", 4
        case Index():
            inside = "<mo>,</mo>".join(
                "<mo>:</mo>" if index is None else _write(place(index)) for index in node.indices
            )
            return f"<msub>{_row(_write(node.operand, _ATOM))}{_row(inside)}</msub>", _ATOM
        case Sum():
            return _sum(node), 2
        case Call():
            return _call(node), _ATOM
    raise TypeError(f"not a node: {node!r}")


def _sum(node: Sum) -> str:
    printed = limits(node)
    signs = "".join(
        f"<munderover><mo>∑</mo>{_row(_name(one.name), '<mo>=</mo>', _write(one.lower))}"
        f"{_row(_write(one.upper))}</munderover>"
        for one in printed.limits
    )
    return _row(signs, _write(printed.body, 2))


def _call(node: Call) -> str:
    pieces = [_parts(argument) for argument in node.arguments]  # once each: nesting must not double the work
    inside = [text for text, _ in pieces]
    name = node.function
    if name in _FENCES and len(inside) == 1:
        left, right = _FENCES[name]
        return _row(f"<mo>{left}</mo>", inside[0], f"<mo>{right}</mo>")
    if name == "inv" and len(inside) == 1:
        base = inside[0] if pieces[0][1] >= _ATOM else f"<mo>(</mo>{inside[0]}<mo>)</mo>"
        return f"<msup>{_row(base)}{_row('<mo>−</mo><mn>1</mn>')}</msup>"
    if name == "sqrt" and len(inside) == 1:
        return f"<msqrt>{inside[0]}</msqrt>"
    if name == "exp" and len(inside) == 1:
        return f"<msup><mi>e</mi>{_row(inside[0])}</msup>"
    if name == "factorial" and len(inside) == 1:
        base = inside[0] if pieces[0][1] >= _ATOM else f"<mo>(</mo>{inside[0]}<mo>)</mo>"
        return _row(base, "<mo>!</mo>")
    if name == "binom" and len(inside) == 2:
        return _row(
            "<mo>(</mo>", f'<mfrac linethickness="0">{_row(inside[0])}{_row(inside[1])}</mfrac>', "<mo>)</mo>"
        )
    if name == "outer" and len(inside) == 2:  # g1ᵀ
        left, right = (_write(argument, 3) for argument in node.arguments)
        return _row(left, "<mo>⁢</mo>", f"<msup>{_row(right)}<mo>⊤</mo></msup>")
    if name == "I" and len(inside) == 1:
        return f"<msub><mi>I</mi>{_row(inside[0])}</msub>"
    if name in ("ones", "zeros"):
        digit = "1" if name == "ones" else "0"
        return f"<msub><mn>{digit}</mn>{_row('<mo>×</mo>'.join(inside))}</msub>"
    if name == "vector":
        return _row("<mo>[</mo>", "<mo>,</mo>".join(inside), "<mo>]</mo>")
    head = f"<mi>{escape(_SPELLED.get(name, letter(name)))}</mi>"
    return _row(head, "<mo>(</mo>", "<mo>,</mo>".join(inside), "<mo>)</mo>")
