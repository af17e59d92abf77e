"""Before anything is called proved, every division, root and logarithm in it must be shown to be defined everywhere.

There is one way only: a formula that is undefined at a point of its domain is no kernel there, and is refuted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction

from kernelcourse.language.functions import Defined, facts, of_one_number
from kernelcourse.language.reading import (
    Binary,
    Call,
    Index,
    LanguageError,
    Name,
    Node,
    Number,
    Sum,
    Transpose,
    Unary,
)
from kernelcourse.language.tree import substitute, walk
from kernelcourse.validity import Certificate

from .algebra.algebras import Condition, normal_form
from .algebra.factoring import product_of_sides
from .algebra.identities import NotReal
from .algebra.normal_form import ONE, Atom, Polynomial, TooLarge
from .algebra.substitution import swapped
from .domains import Domain
from .exactly.algebra import Algebra
from .exactly.reading import TOO_LONG, UNFIT, Rejected
from .exactly.reading import Reader as ExactReader
from .exactly.signs import never_zero
from .prover import Prover
from .verifier.axioms import ELSEWHERE

HALF = Fraction(1, 2)
ALWAYS_DEFINED = frozenset(
    "norm sum mean prod min max dot vector I ones zeros e diag outer trace hamming edit len delta real conj".split()
)


def defined(prover: Prover, conditions: tuple[Condition, ...]) -> tuple[Certificate, ...] | None:
    """A proof for every condition, or None if one is not known to hold."""
    found: dict[str, Certificate] = {}
    for condition in conditions:
        proofs = _proofs(prover, condition)
        if proofs is None:
            return None
        for proof in proofs:
            found.setdefault(proof.statement, proof)
    return tuple(found.values())


def defined_throughout(prover: Prover, certificate: Certificate) -> tuple[Certificate, ...]:
    """The same for every formula in a proof; what cannot be shown is left for the second instance to object to."""
    found: dict[str, Certificate] = {}
    for step in _steps(certificate):
        for tree in (step.formula, *(value for value in step.data.values() if isinstance(value, Node))):
            if always_defined(tree):
                continue
            with suppress(TooLarge, NotReal, LanguageError, RecursionError):
                for condition in normal_form(tree, prover.domain).conditions:
                    for proof in _proofs(prover, condition) or ():
                        found.setdefault(proof.statement, proof)
    return tuple(found.values())


def always_defined(tree: Node) -> bool:
    """Whether nothing in it is a division, a root or a logarithm, whatever the numbers."""
    for node in walk(tree):
        match node:
            case Call() if not _total(node.function):
                return False
            case Binary(op="/") if not isinstance(node.right, Number) or node.right.value == 0:
                return False
            case Binary(op="**") if not (
                isinstance(node.right, Number) and isinstance(node.right.value, int) and node.right.value >= 0
            ):
                return False
            case Number() | Name() | Unary() | Binary() | Transpose() | Index() | Sum() | Call():
                continue
    return True


def _total(name: str) -> bool:
    return name in ALWAYS_DEFINED or (of_one_number(name) and facts(name).domain is Defined.EVERYWHERE)


def _steps(step: Certificate) -> Iterator[Certificate]:
    """The steps on this domain: what a pullback rests on lives elsewhere, and was heard there."""
    yield step
    for premise in () if step.rule in ELSEWHERE else step.premises:
        yield from _steps(premise)


def _proofs(prover: Prover, condition: Condition) -> list[Certificate] | None:
    q, sign = condition.form, prover.signs.proof
    try:
        if condition.needs == "nonzero":
            if _plainly_nonzero(prover, q):
                return []
            either = sign(q, True) or sign(-q, True)
            return None if either is None else [either]
        if condition.needs == "within":
            below, above = sign(ONE - q, False), sign(ONE + q, False)
            if below is None or above is None:
                return None
            square = ONE - prover.forms.multiply(q, q)  # cos(arcsin q) is √(1 − q²)
            return [below, above, prover.signs.product(square, False, "(1 − q)(1 + q)", below, above)]
        m, c = q.single or ((), Fraction(0))
        if c > 0 and condition.needs == "nonnegative" and m and all(_is_root(a, e) for a, e in m):
            return _under_roots(prover, q)  # a root is ≥ 0
        found = sign(q, condition.needs == "positive")
        if found is not None:
            return [*_under_roots(prover, q), found]
        bases = [(a.argument, e) for a, e in m if a.kind == "base" and a.argument is not None]
        if c <= 0 or len(bases) < len(m):
            return None  # c·Π qᵉ > 0 if every q is
        parts = [sign(b, condition.needs == "positive" or e < 0) for b, e in bases]
        return [proof for proof in parts if proof] if all(parts) else None
    except (TooLarge, NotReal):
        return None


def _is_root(a: Atom, e: Fraction) -> bool:
    return a.kind == "base" and e.denominator > 1 and a.argument is not None


def _under_roots(prover: Prover, q: Polynomial) -> list[Certificate]:
    """The signs of what stands under the roots in q: a norm in coordinates is one."""
    under = {a.argument for m in q.terms for a, e in m if _is_root(a, e) and a.argument is not None}
    found = (prover.signs.proof(b, strict=False) for b in sorted(under, key=lambda b: b.key) if b.sides)
    return [proof for proof in found if proof is not None]


def _plainly_nonzero(prover: Prover, q: Polynomial) -> bool:
    """What the second instance sees for itself needs no proof."""
    algebra = Algebra(prover.domain.name, prover.domain.dim)
    try:
        return never_zero(algebra, ExactReader(algebra, prover.domain.dim)(prover.tree(q)))
    except (Rejected, *TOO_LONG, *UNFIT):
        return False


def square_of_sides(prover: Prover, q: Polynomial) -> Polynomial | None:
    """h if q = h(x)·h(z)."""
    if q.single is not None and q.single[1] > 0:
        constant, left, right, joint = prover.forms.separate(q.single[0])
        scale = constant.scaled(q.single[1])
        if joint == ONE and swapped(prover.forms, left) == right and prover.constant_sign(scale) == 1:
            return prover.forms.multiply(prover.forms.power(scale, HALF), left)
        return None
    sides = product_of_sides(q)
    if sides is None:
        return None
    g, h = swapped(prover.forms, sides[0]), sides[1]
    ratio = h.leading()[1] / g.leading()[1]
    if ratio <= 0 or g.scaled(ratio) != h:
        return None
    return prover.forms.multiply(prover.forms.power(ONE.scaled(ratio), HALF), sides[0])


def proper(f: Node) -> Node:
    """f(t) with its fractions divided out: t/(1 + t) is 1 − 1/(1 + t), which plainly rises."""
    line = Prover(Domain("positive", 1))
    try:
        P = normal_form(substitute(f, {"t": Name("x")}), line.domain).form
    except (TooLarge, NotReal, LanguageError):
        return f
    return substitute(line.tree(line.without_improper_fractions(P)), {"x": Name("t")})
