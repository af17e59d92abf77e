"""log(cosh(g(x) − g(z)) + c) for −1 < c ≤ 1 is conditionally negative definite, so (cosh(u) + c)^(−p) is a kernel."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate

from ..algebra.normal_form import ONE, ZERO, Polynomial, by_sides, number
from ..algebra.substitution import swapped

if TYPE_CHECKING:
    from ..prover import Prover


def as_difference(prover: Prover, q: Polynomial) -> Polynomial | None:
    """g if q = g(x) − g(z) (or its size)."""
    if q.single and len(q.single[0]) == 1 and q.single[0][0][0].kind == "abs" and q.single[0][0][1] == 1:
        inner = q.single[0][0][0].argument
        q = (inner or ZERO).scaled(q.single[1])
    constant, left, right, joint = by_sides(q)
    if constant or joint or not left or swapped(prover.forms, left) != -right:
        return None
    return left


def log_cosh(prover: Prover, q: Polynomial) -> tuple[Fraction, Polynomial, Certificate] | None:
    """(b, ψ, a proof for ψ = log(cosh u + c)) if q = b·(cosh u + c)."""
    waves = {m: b for m, b in q.terms.items() if m}
    if len(waves) != 2 or any(len(m) != 1 or m[0][0].kind != "exp" or m[0][1] != 1 for m in waves):
        return None
    (m, half), (n, other) = waves.items()
    u = m[0][0].argument or ZERO
    g = as_difference(prover, u)
    if g is None or half != other or half <= 0 or n[0][0].argument != -u:
        return None
    b = 2 * half
    c = q.terms.get((), Fraction(0)) / b
    if not -1 < c <= 1:
        return None
    psi = prover.forms.log(q.scaled(1 / b))
    reason = f"log(cosh(u) + {c}) is an integral of 1 − cos(uω)"
    made = prover.certificate("conditional cosh", psi, reason, (), "conditional", maps=(prover.tree(g),), c=c)
    return b, psi, made


def hyperbolic(prover: Prover, P: Polynomial, q: Polynomial, p: Fraction) -> Certificate | None:
    """q = b·(cosh(g(x) − g(z)) + c), to the power −p."""
    found = log_cosh(prover, q)
    if found is None:
        return None
    b, psi, step = found
    if p != 1:
        data = {"weights": (prover.tree(number(p)),), "apart": prover.tree(ZERO)}
        scaled = psi.scaled(p)
        step = prover.certificate(
            "conditional sum", scaled, "a multiple of it", (step,), "conditional", **data
        )
    made = prover.forms.multiply(P, prover.forms.power(number(b), p))
    reason = "exp(−ψ) is a kernel for ψ conditionally negative definite"
    proof = prover.certificate("Schoenberg", made, reason, (step,))
    return prover.multiple(P, prover.forms.power(number(b), -p), proof) if prover.stands(proof) else None


def conditional_log_cosh(prover: Prover, P: Polynomial, q: Polynomial) -> Certificate | None:
    """ψ = log q = log b + log(cosh u + c)."""
    found = log_cosh(prover, q)
    if found is None:
        return None
    b, _, step = found
    if b == 1:
        return step
    data = {"weights": (prover.tree(ONE),), "apart": prover.tree(prover.forms.log(number(b)))}
    return prover.certificate("conditional sum", P, "a constant more", (step,), "conditional", **data)
