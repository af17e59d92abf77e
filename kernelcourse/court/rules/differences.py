"""A^p − B^p, log A − log B and B^(−r) − A^(−r) for A = B + k with a kernel k and ψ = A conditionally negative definite.

Each is a mixture of exp(−tB) − exp(−tA) = exp(−tA)·(exp(tk) − 1), a product of kernels.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..algebra.normal_form import Atom, Polynomial, from_atom
from .groups import groups

if TYPE_CHECKING:
    from ..prover import Prover

Term = tuple[Fraction, Polynomial, Polynomial]  # (p, q, c) of c·q^p, or c·log q for p = 0


def difference(prover: Prover, P: Polynomial) -> Certificate | None:
    """c·(such a difference) + another kernel."""
    if len(P.terms) < 2:
        return None
    found = [
        term
        for group in groups(prover, P)
        if group.constant is not None and group.joint.single and len(group.joint.single[0]) == 1
        for term in [_power(*group.joint.single[0][0], group.constant)]
        if term is not None
    ]
    found = [(p, _multiplied_out(prover, q), c) for p, q, c in found]
    for (p, A, c), (r, B, b) in permutations(found, 2):
        if p != r or c + b or prover.constant_sign(c if p >= 0 else b) != 1 or A.single or not A - B:
            continue
        made = _difference(prover, P, p, A, B, c if p >= 0 else b)
        if made is not None:
            return made
    return None


def _power(a: Atom, e: Fraction, c: Polynomial) -> Term | None:
    if a.argument is None:
        return None
    if a.kind == "log" and e == 1:
        return Fraction(0), a.argument, c
    if a.kind == "abs" and 0 < e <= 2:
        return e / 2, from_atom(a, 2), c  # a square: see `difference`
    return (e, a.argument, c) if a.kind == "base" and e <= 1 else None


def _multiplied_out(prover: Prover, q: Polynomial) -> Polynomial:
    """|u|² as u·u."""
    a = q.single[0][0][0] if q.single and len(q.single[0]) == 1 else None
    square = a is not None and a.kind == "abs" and a.argument is not None
    return prover.forms.multiply(a.argument, a.argument) if square else q  # type: ignore[union-attr, arg-type]


def _difference(
    prover: Prover, P: Polynomial, p: Fraction, A: Polynomial, B: Polynomial, c: Polynomial
) -> Certificate | None:
    k = A - B
    room = prover.signs.proof(prover.diagonal(B), strict=p <= 0)
    psi = None if room is None else prover.conditionally_negative(A)
    proof = None if psi is None else prover.kernel(k)
    if room is None or psi is None or proof is None:
        return None
    forms = prover.forms
    high, low = (forms.power(Q, p) if p else forms.log(Q) for Q in (A, B))
    made = high - low if p >= 0 else low - high
    reason = "a mixture of exp(−tB) − exp(−tA) = exp(−tA)·(exp(tk) − 1) for A = B + k"
    step = prover.certificate("difference", made, reason, (psi, proof, room), p=p)
    if not prover.stands(step):
        return None
    whole = forms.multiply(made, c)
    part, rest = prover.multiple(whole, c, step), P - whole
    if not rest:
        return part
    other = prover.kernel(rest)
    return None if other is None else prover.sum(P, [part, other])
