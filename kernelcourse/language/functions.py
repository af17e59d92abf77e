"""Every function of the language is one value, and what is known about it stands here only.

A function of one number (sin, log, …) is complete: how it is spelled, written, computed in each arithmetic and
differentiated, where it is defined, where its values lie. A function of matrices (inv, trace, …) has its spelling, its
writing and its facts here; each arithmetic computes it by a method `call_<name>`, because elimination is its business.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any

import numpy as np

from . import elementary as by_digits
from .tree import Call, Node, walk

Number = Fraction | int | float
_TWO, _HALF, _ONE = Fraction(2), Fraction(1, 2), Fraction(1)


class Kind(Enum):
    """What a function takes."""

    NUMBER = "a real number, entry by entry"
    WHOLE = "a whole number, entry by entry"
    PART = "a complex number, entry by entry"
    MATRIX = "matrices, vectors or several numbers"


class Defined(Enum):
    """For which numbers t a function is defined."""

    EVERYWHERE = "every t"
    POSITIVE = "t > 0"
    NONNEGATIVE = "t ≥ 0"
    WITHIN = "−1 ≤ t ≤ 1"
    INSIDE = "−1 < t < 1"
    TURNS = "cos t ≠ 0"


@dataclass(frozen=True)
class Function:
    """name(t), and all that is known about it."""

    name: str
    kind: Kind = Kind.MATRIX
    arity: tuple[int, int] = (1, 1)
    also: tuple[str, ...] = ()  # other names for it
    by_hand: tuple[str, ...] = ()  # names that only handwriting has
    # {0}, {1}: its arguments; {atom}, {last}, {first}, {second}: bracketed; {list}, {times}, {stack}: all of them
    mathml: str = ""
    floats: Callable[[Any], Any] | None = None
    exact: Callable[[Any, Any], Any] | None = None  # in fractions and 60-digit decimals (exact.py)
    constant: Callable[..., Any] | None = None  # of fractions, whatever the arithmetic
    power: Callable[[Any, Any, Any], Any] | None = (
        None  # from eᵗ and e⁻ᵗ in a field (tower.py); e^{±it} if it turns
    )
    turns: bool = False  # has the period 2π
    imaginary: bool = False  # its rule in a field needs i
    slope: Callable[[Any, Any], Any] | None = None  # f′ from the argument and the value
    change: str = ""  # f′(t), where it has one for every t of its domain
    back: tuple[str, ...] = ()  # what its argument may be where its value is t
    steepest: Callable[[float, float], float] = lambda low, high: 1.0  # a bound of |f′| between two numbers
    domain: Defined = Defined.EVERYWHERE
    refusal: str = ""  # what is said outside of it
    low: Number = -math.inf  # its values lie between low and high
    high: Number = math.inf
    attained: bool = True  # whether the ends can be values
    rises: bool = False
    parity: int = 0  # 1: even, −1: odd
    curve: int = 0  # 1: convex, −1: concave
    rational: bool = False  # a rational value from rational numbers
    signed: bool = False  # the sign of a root is in play
    compares: bool = False  # the sign of a difference of its arguments is in play

    @property
    def positive(self) -> bool:
        """No value is zero or negative."""
        return self.low > 0 or (self.low == 0 and not self.attained)

    @property
    def exponential(self) -> bool:
        """Made of eᵗ, or growing faster."""
        return (self.power is not None and not self.turns) or self.kind is Kind.WHOLE

    @property
    def bounded(self) -> bool:
        return math.isfinite(self.low) and math.isfinite(self.high)

    @property
    def keeps_sign(self) -> bool:
        """f(t) has the sign of t."""
        return self.rises and (self.parity == -1 or self.domain is Defined.NONNEGATIVE)

    @property
    def known_to_fields(self) -> bool:
        """All relations between its values are relations in a prime field."""
        return self.rational or self.power is not None or self.kind is Kind.PART


def _of_numbers() -> Iterator[Function]:
    def number(name: str, **facts: Any) -> Function:
        return Function(name, Kind.NUMBER, **facts)

    def steep_arc(low: float, high: float) -> float:
        return 0.0 if low == high else 1 / math.sqrt(1 - max(-low, high) ** 2)

    yield number("exp", change="exp(t)", back=("log(t)",),
                 by_hand=("Exp",), mathml="<msup><mi>e</mi><mrow>{0}</mrow></msup>", floats=np.exp,
                 exact=by_digits.exponential, power=lambda f, up, down: up, slope=lambda x, f: f,
                 steepest=lambda low, high: math.exp(high), low=0, attained=False, rises=True, curve=1)  # fmt: skip
    yield number("log", change="1/t", back=("exp(t)",),
                 also=("ln",), by_hand=("Log", "Ln"), floats=np.log, exact=by_digits.logarithm,
                 slope=lambda x, f: 1 / x, steepest=lambda low, high: 1 / low, domain=Defined.POSITIVE, rises=True,
                 curve=-1, refusal=by_digits.NOT_POSITIVE)  # fmt: skip
    yield number("sqrt", back=("t**2",),
                 by_hand=("root",), mathml="<msqrt>{0}</msqrt>", floats=np.sqrt, exact=by_digits.root,
                 slope=lambda x, f: 0.5 / f, steepest=lambda low, high: 0.5 / math.sqrt(low),
                 domain=Defined.NONNEGATIVE, low=0, rises=True, curve=-1, signed=True,
                 refusal=by_digits.NEGATIVE)  # fmt: skip
    yield number("abs", back=("t", "-t"),
                 mathml="<mrow><mo>|</mo>{0}<mo>|</mo></mrow>", floats=np.abs, exact=lambda e, t: abs(t),
                 constant=abs, slope=lambda x, f: np.sign(x), low=0, parity=1, curve=1, signed=True)  # fmt: skip
    yield number("sign", back=("0",), by_hand=("sgn",), floats=np.sign, exact=by_digits.sign,
                 constant=lambda t: Fraction((t > 0) - (t < 0)), slope=lambda x, f: 0 * f, low=-1, high=1, rises=True,
                 parity=-1, signed=True)  # fmt: skip
    yield number("cos", change="-sin(t)", back=("arccos(t)", "-arccos(t)"),
                 floats=np.cos, exact=by_digits.cosine, turns=True, slope=lambda x, f: -np.sin(x), low=-1,
                 power=lambda f, up, down: f.times(f.plus(up, down), _HALF), high=1, parity=1)  # fmt: skip
    yield number("sin", change="cos(t)", back=("arcsin(t)", "pi - arcsin(t)"),
                 floats=np.sin, exact=by_digits.sine, turns=True, slope=lambda x, f: np.cos(x), low=-1, high=1,
                 power=lambda f, up, down: f.over(f.minus(up, down), f.times(f.root_of_minus_one, _TWO)),
                 imaginary=True, parity=-1)  # fmt: skip
    yield number("tan", change="1 + tan(t)**2", back=("arctan(t)",),
                 floats=np.tan, exact=lambda e, t: by_digits.sine(e, t) / by_digits.cosine(e, t), turns=True,
                 power=lambda f, up, down: f.over(f.minus(up, down), f.times(f.plus(up, down), f.root_of_minus_one)),
                 imaginary=True, slope=lambda x, f: 1 + f * f, domain=Defined.TURNS, parity=-1,
                 steepest=lambda low, high: 4 * (1 + math.tan((low + high) / 2) ** 2))  # fmt: skip
    yield number("cosh", change="sinh(t)", back=("log(t + sqrt(t**2 - 1))", "-log(t + sqrt(t**2 - 1))"),
                 floats=np.cosh, exact=lambda e, t: by_digits.hyperbolic(e, t, 1), low=1, parity=1, curve=1,
                 power=lambda f, up, down: f.times(f.plus(up, down), _HALF), slope=lambda x, f: np.sinh(x),
                 steepest=lambda low, high: math.cosh(max(-low, high)))  # fmt: skip
    yield number("sinh", change="cosh(t)", back=("log(t + sqrt(t**2 + 1))",),
                 floats=np.sinh, exact=lambda e, t: by_digits.hyperbolic(e, t, -1), rises=True, parity=-1,
                 power=lambda f, up, down: f.times(f.minus(up, down), _HALF), slope=lambda x, f: np.cosh(x),
                 steepest=lambda low, high: math.cosh(max(-low, high)))  # fmt: skip
    yield number("tanh", change="1 - tanh(t)**2",
                 back=("arctanh(t)",), floats=np.tanh, rises=True, parity=-1, low=-1, high=1, attained=False,
                 exact=lambda e, t: by_digits.hyperbolic(e, t, -1) / by_digits.hyperbolic(e, t, 1),
                 power=lambda f, up, down: f.over(f.minus(up, down), f.plus(up, down)),
                 slope=lambda x, f: 1 - f * f)  # fmt: skip
    yield number("sigmoid", change="sigmoid(t)*(1 - sigmoid(t))", back=("log(t/(1 - t))",),
                 also=("logistic",), by_hand=("expit", "sigma"),
                 mathml="<mrow><mi>σ</mi><mo>(</mo>{list}<mo>)</mo></mrow>", floats=lambda t: 1.0 / (1.0 + np.exp(-t)),
                 exact=lambda e, t: 1 / (1 + by_digits.exponential(e, -t)), slope=lambda x, f: f * (1 - f), low=0,
                 power=lambda f, up, down: f.over(up, f.plus(up, _ONE)), high=1, attained=False,
                 rises=True)  # fmt: skip
    yield number("sinc", floats=lambda t: np.where(t == 0, 1.0, np.sin(t) / np.where(t == 0, 1.0, t))[()],
                 exact=by_digits.cardinal_sine, low=-1, high=1, parity=1,
                 slope=lambda x, f: np.where(x == 0, 0.0, (np.cos(x) - f) / np.where(x == 0, 1.0, x))[()])  # fmt: skip
    yield number("arcsin", back=("sin(t)",),
                 also=("asin",), floats=np.arcsin, exact=by_digits.arcsine, domain=Defined.WITHIN, rises=True,
                 slope=lambda x, f: 1 / np.sqrt(1 - x * x), low=Fraction(-8, 5), high=Fraction(8, 5), parity=-1,
                 steepest=steep_arc)  # fmt: skip
    yield number("arccos", back=("cos(t)",),
                 also=("acos",), floats=np.arccos, exact=by_digits.arccosine, domain=Defined.WITHIN,
                 slope=lambda x, f: -1 / np.sqrt(1 - x * x), low=0, high=Fraction(16, 5),
                 steepest=steep_arc)  # fmt: skip
    yield number("arctan", change="1/(1 + t**2)",
                 back=("tan(t)",), also=("atan",), floats=np.arctan, exact=by_digits.arctangent, rises=True,
                 slope=lambda x, f: 1 / (1 + x * x), low=Fraction(-8, 5), high=Fraction(8, 5), parity=-1)  # fmt: skip
    yield number("arctanh", change="1/(1 - t**2)", back=("tanh(t)",),
                 also=("atanh",), floats=np.arctanh, exact=by_digits.area_tangent, domain=Defined.INSIDE,
                 slope=lambda x, f: 1 / (1 - x * x), rises=True, parity=-1,
                 steepest=lambda low, high: 1 / (1 - max(-low, high) ** 2))  # fmt: skip


def _of_parts() -> Iterator[Function]:
    same = lambda value: value  # noqa: E731
    overlined = (
        '<mrow style="border-top:.06em solid;padding-top:.1em">{0}</mrow>'  # an accent would not stretch
    )
    yield Function("conj", Kind.PART, also=("conjugate",), mathml=overlined, floats=lambda value: np.conj(value) + 0,
                   exact=lambda e, t: t, constant=same, rational=True)  # fmt: skip
    yield Function("real", Kind.PART, by_hand=("Re",), floats=np.real, exact=lambda e, t: t, constant=same)
    yield Function(
        "imag", Kind.PART, by_hand=("Im",), floats=np.imag, exact=lambda e, t: t * 0, imaginary=True
    )
    yield Function("factorial", Kind.WHOLE, by_hand=("fact",), mathml="<mrow>{atom}<mo>!</mo></mrow>",
                   floats=by_digits.float_factorial,
                   exact=by_digits.exact_factorial, constant=by_digits.factorial, low=1,
                   rational=True)  # fmt: skip


def _of_matrices() -> Iterator[Function]:
    inverse = "<msup><mrow>{atom}</mrow><mrow><mo>−</mo><mn>1</mn></mrow></msup>"
    choose = (
        '<mrow><mo>(</mo><mfrac linethickness="0"><mrow>{0}</mrow><mrow>{1}</mrow></mfrac><mo>)</mo></mrow>'
    )
    filled = "<msub>{digit}<mrow>{{times}}</mrow></msub>"

    def rational(name: str, *arity: int, **facts: Any) -> Function:
        return Function(name, arity=(arity[0], arity[-1]), rational=True, **facts)

    yield rational("inv", 1, by_hand=("inverse", "Inv"), mathml=inverse)
    yield rational("solve", 2, mathml=f"<mrow>{inverse}{{second}}</mrow>")
    yield rational("trace", 1, also=("tr",), by_hand=("Tr", "Trace", "Spur"),
                   mathml="<mrow><mi>tr</mi><mo>(</mo>{list}<mo>)</mo></mrow>")  # fmt: skip
    yield rational("det", 1, by_hand=("Det",))
    yield rational("diag", 1, by_hand=("Diag", "diagonal"))
    yield rational("sum", 1, 2)
    yield rational("mean", 1, 2, by_hand=("average",))
    yield rational(
        "outer", 2, mathml="<mrow>{first}<mo>⁢</mo><msup><mrow>{last}</mrow><mo>⊤</mo></msup></mrow>"
    )
    yield rational("kron", 2)
    yield rational("vec", 1)
    yield rational("block", 1, 9, mathml="<mrow><mo>(</mo><mtable>{stack}</mtable><mo>)</mo></mrow>")
    yield rational(
        "I", 1, also=("eye",), by_hand=("identity", "Id"), mathml="<msub><mi>I</mi><mrow>{0}</mrow></msub>"
    )
    yield rational("ones", 1, 2, mathml=filled.format(digit='<mn style="font-weight:bold">1</mn>'))
    yield rational("zeros", 1, 2, mathml=filled.format(digit="<mn>0</mn>"))
    yield rational("e", 2)
    yield rational("center", 1, also=("centre",))
    yield rational(
        "binom", 2, also=("comb",), by_hand=("choose",), mathml=choose, constant=by_digits.binomial
    )
    yield rational("dot", 2, also=("inner",), mathml="<mrow><mo>⟨</mo>{list}<mo>⟩</mo></mrow>")
    yield rational("vector", 1, 99, mathml="<mrow><mo>[</mo>{list}<mo>]</mo></mrow>")
    yield Function("pinv", mathml="<msup><mrow>{atom}</mrow><mo>+</mo></msup>")
    yield Function("rank", by_hand=("Rank", "rk", "matrixrank"))
    yield Function(
        "norm",
        arity=(1, 2),
        mathml='<mrow><mo minsize="1em">‖</mo>{0}<mo minsize="1em">‖</mo></mrow>',
        signed=True,
    )
    yield Function("max", arity=(1, 9), also=("maximum",), constant=max, compares=True)
    yield Function("min", arity=(1, 9), also=("minimum",), constant=min, compares=True)


FUNCTIONS: dict[str, Function] = {one.name: one for one in (*_of_numbers(), *_of_parts(), *_of_matrices())}
CONSTANTS = frozenset({"pi", "inf"})
_UNKNOWN = Function("")


def facts(name: str) -> Function:
    """What is known about a function; of one that is not in the table, nothing."""
    return FUNCTIONS.get(name, _UNKNOWN)


def turns(node: Node) -> bool:
    """Has it a circular function?"""
    return any(isinstance(part, Call) and facts(part.function).turns for part in walk(node))


def of_one_number(name: str) -> bool:
    """A function of a real number, entry by entry."""
    return facts(name).kind is Kind.NUMBER


def proper_name(word: str, by_hand: bool = False) -> str:
    """The function's own name for a word that names it: tr → trace; any other word as it is."""
    if word in FUNCTIONS:
        return word
    for function in FUNCTIONS.values():
        if word in function.also or (by_hand and word in function.by_hand):
            return function.name
    return word
