"""Σ c (ψ + a)^(−r) and Σ c log(ψ + a), for ψ conditionally negative definite and > 0: mixtures of the kernels exp(−tψ).

(ψ + a)^(−r) = ∫ t^(r−1) exp(−at) exp(−tψ) dt/Γ(r), so the sum is a kernel if Σ c exp(−at) ≥ 0 for all t > 0. The same
holds for −log(ψ + a), with r = 0, if Σ c = 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..algebra.normal_form import Polynomial, number
from .groups import groups

if TYPE_CHECKING:
    from ..prover import Prover

Term = tuple[Polynomial, Polynomial]  # (c, q) of c·q^(−r), or of −c·log q


def mixtures(prover: Prover, P: Polynomial) -> Certificate | None:
    """P = one of them + another kernel."""
    found: dict[Fraction, list[Term]] = {}
    for group in groups(prover, P):
        m = group.joint.single[0] if group.joint.single else ()
        if len(m) != 1 or group.constant is None:
            continue
        (atom, e), c = m[0], group.constant
        q = atom.argument
        if q is not None and atom.kind == "log" and e == 1:
            found.setdefault(Fraction(0), []).append((-c, q))
        if q is not None and atom.kind == "base" and e < 0:
            found.setdefault(-e, []).append((c, q))
    for r, terms in found.items():
        for psi, shifts in _by_distance(prover, r, terms):
            proof = _mixture(prover, P, r, psi, shifts)
            if proof is not None:
                return proof
    return None


def _by_distance(
    prover: Prover, r: Fraction, terms: list[Term]
) -> Iterator[tuple[Polynomial, tuple[tuple[Fraction, Fraction], ...]]]:
    """(ψ, the pairs (c, a)): all terms that are ψ + a up to a factor, with the least a = 0."""
    left = list(terms)
    while left:
        first = left[0][1]
        head = first.leading()[0]
        first = first.scaled(1 / first.terms[head])
        near: list[tuple[Fraction, Fraction]] = []
        for term in list(left):
            c, q = term
            ratio = 1 / q.terms[head] if q.terms.get(head) else Fraction(0)
            gap = q.scaled(ratio) - first
            if not ratio or not gap.is_number:
                continue
            left.remove(term)
            weight = prover.forms.multiply(c, prover.forms.power(number(ratio), r)) if r else c
            if weight.is_number:
                near.append((weight.number, gap.number))
        if len(near) > 1:
            least = min(a for _, a in near)
            yield first + number(least), tuple((c, a - least) for c, a in near)


def _mixture(
    prover: Prover, P: Polynomial, r: Fraction, psi: Polynomial, shifts: tuple[tuple[Fraction, Fraction], ...]
) -> Certificate | None:
    room = prover.signs.proof(prover.diagonal(psi), strict=True)
    proof = None if room is None else prover.conditionally_negative(psi)
    if room is None or proof is None:
        return None
    made, forms = number(0), prover.forms
    for c, a in shifts:
        q = psi + number(a)
        made = made + (forms.power(q, -r).scaled(c) if r else forms.log(q).scaled(-c))
    weight = _exponentials(shifts, "t")
    reason = f"a mixture of the kernels exp(−tψ) with the weight {weight} ≥ 0 for t > 0, up to a power of t"
    step = prover.certificate("mixture", made, reason, (proof, room), r=r, terms=shifts)
    return _with_rest(prover, P, made, step)


def _with_rest(prover: Prover, P: Polynomial, made: Polynomial, step: Certificate) -> Certificate | None:
    if not prover.stands(step):
        return None
    rest = P - made
    if not rest.sides and prover.constant_sign(rest) == 0:
        return step
    other = prover.kernel(rest)
    if other is None:
        return None
    return prover.sum(P, [step, other])


def _exponentials(terms: tuple[tuple[Fraction, Fraction], ...], letter: str) -> str:
    """Σ c exp(−a·letter), written out."""
    said = ""
    for c, a in terms:
        rate = "" if a == 1 else f"{a}·"
        size = [] if abs(c) == 1 and a else [str(abs(c))]
        part = "·".join([*size, *([f"exp(−{rate}{letter})"] if a else [])])
        sign = ("−" if c < 0 else "") if not said else (" − " if c < 0 else " + ")
        said += sign + part
    return said
