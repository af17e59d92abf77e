"""One joint factor: x·z, exp(k), a power series of k, exp(−ψ), 1/(c + ψ)^r, or a product of such."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from kernelcourse.language.kernel_formulas import polynomial_text
from kernelcourse.validity import Certificate

from ..algebra.normal_form import ONE, Atom, Polynomial, from_atom, number, sides_of
from ..algebra.substitution import swapped
from ..weights import by_origin

if TYPE_CHECKING:
    from ..prover import Prover

ONE_, END = Fraction(1), Fraction(3, 2)
SERIES: dict[str, tuple[str, tuple[Fraction, bool] | None]] = {
    "exp": ("exp t = 1 + t + t²/2! + …", None),
    "cosh": ("cosh t = 1 + t²/2! + t⁴/4! + …", None),
    "sinh": ("sinh t = t + t³/3! + t⁵/5! + …", None),
    "arcsin": ("arcsin t = t + t³/6 + 3t⁵/40 + … for |t| ≤ 1", (ONE_, True)),
    "arctanh": ("arctanh t = t + t³/3 + t⁵/5 + … for |t| < 1", (ONE_, False)),
    "tan": ("tan t = t + t³/3 + 2t⁵/15 + … for |t| < π/2", (END, True)),
    "secant": ("1/cos t = 1 + t²/2 + 5t⁴/24 + … for |t| < π/2", (END, True)),
    "log": ("−log(1 − t) = t + t²/2 + t³/3 + … for |t| < 1", (ONE_, False)),
    "power": ("(1 − t)^(−r) = 1 + rt + … for |t| < 1", (ONE_, False)),
    "root": ("1 − (1 − t)^r = rt + … for 0 < r < 1, |t| ≤ 1", (ONE_, True)),
    "arc-cosine": ("√(1 − t²) + (π − arccos t)·t = 1 + πt/2 + t²/2 + … for |t| ≤ 1", (ONE_, True)),
}


def single_factor(prover: Prover, P: Polynomial) -> Certificate | None:
    """A product of joint atoms, each of which is a kernel."""
    if P.single is None:
        return None
    m, c = P.single
    if c < 0 and len(m) == 1 and m[0][0].kind == "base" and m[0][1] < 0 and m[0][1] % 2 == 1:
        q = m[0][0].argument or ONE  # −q^(−r) is (−q)^(−r)
        proof = reciprocal(prover, -q, -m[0][1])
        return None if proof is None else prover.multiple(P, number(-c), proof)
    if c != 1 or any(len(a.sides) != 2 for a, _ in m) or not m:
        return None
    if len(m) == 1:
        return _power_of_atom(prover, *m[0])
    premises = []
    for a, e in m:
        proof = prover.kernel(from_atom(a, e))
        if proof is None:
            return None
        premises.append(proof)
    return prover.certificate("product", P, "a product of kernels: all products of features", tuple(premises))


def _power_of_atom(prover: Prover, a: Atom, e: Fraction) -> Certificate | None:
    P = from_atom(a, e)
    if e.denominator == 1 and e > 1:
        proof = prover.kernel(from_atom(a))
        if proof is None:
            return None
        return prover.certificate("power", P, f"a product of {e} kernels", (proof,), n=int(e))
    if e == 1:
        return _atom(prover, a)
    if e < 0 and a.kind == "base" and a.argument is not None:
        return reciprocal(prover, a.argument, -e)
    return None


def _atom(prover: Prover, a: Atom) -> Certificate | None:
    P, q = from_atom(a), a.argument
    if a.kind == "xz":
        return prover.certificate("inner product", P, "Σᵢⱼ aᵢaⱼ xᵢ·xⱼ = ‖Σ aᵢxᵢ‖² ≥ 0")
    if a.kind == "delta":
        return prover.certificate("indicator", P, "1 if equal, else 0: one feature for every value")
    if q is None:
        return None
    if a.kind == "exp":
        return _exponential(prover, q)
    if a.kind in SERIES:
        return series(prover, P, a.kind, q)
    return None


def _exponential(prover: Prover, q: Polynomial) -> Certificate | None:
    P = prover.forms.exp(q)
    proof = prover.kernel(q)
    if proof is not None:
        reason = "exp(k) = 1 + k + k²/2! + …, a limit of sums of products"
        return prover.certificate("series", P, reason, (proof,), name="exp")
    proof = prover.conditionally_negative(-q)
    if proof is None:
        return None
    return prover.certificate(
        "Schoenberg", P, "exp(−ψ) is a kernel for ψ conditionally negative definite", (proof,)
    )


def series(
    prover: Prover,
    P: Polynomial,
    name: str,
    q: Polynomial,
    r: Fraction = Fraction(1),
    added: tuple[Fraction, ...] = (),
) -> Certificate | None:
    """f(k) + Σ bⱼkʲ for a kernel k = q whose values stay inside the radius of convergence of f."""
    formula, radius = SERIES[name]
    proof = prover.kernel(q)
    if proof is None:
        return None
    premises = [proof]
    reason = f"{formula}: no negative coefficient"
    if radius is not None:
        room = prover.signs.proof(number(radius[0]) - prover.diagonal(q), strict=not radius[1])
        if room is None:
            return None
        premises.append(room)
        reason += ", and |k(x, z)| ≤ √(k(x, x) k(z, z)) stays inside"
    if any(added):
        reason += f", and none after adding {polynomial_text(added, 'k')}"
    while added and not added[-1]:
        added = added[:-1]
    data: dict[str, Any] = {"added": added} if added else {}
    if name in ("power", "root"):
        data["r"] = r
    return prover.certificate("series", P, reason, tuple(premises), name=name, **data)


def reciprocal(prover: Prover, q: Polynomial, r: Fraction) -> Certificate | None:
    """1/ψ^r = ∫ t^(r−1) exp(−tψ) dt / Γ(r), for ψ conditionally negative definite and positive."""
    P = prover.forms.power(q, -r)
    for h, inside in _weights(prover, q):
        room = prover.signs.proof(prover.diagonal(inside), strict=True)
        proof = prover.conditionally_negative(inside) if room is not None else None
        if room is None or proof is None:
            continue
        reason = "1/ψ^{r} = ∫ t^{r−1} exp(−tψ) dt / Γ(r): a mixture of Schoenberg's kernels, as ψ > 0"
        made = P if h == ONE else prover.forms.power(inside, -r)
        inner = prover.certificate("mixture", made, reason, (proof, room), r=r)
        if h == ONE:
            return inner
        weight = prover.forms.power(h, -r)
        reason = f"g(x) = {prover.show(weight)} multiplies every feature"
        whole = prover.certificate("weighting", P, reason, (inner,), g=prover.tree(weight))
        if prover.stands(whole):
            return whole
    return None


def _weights(prover: Prover, q: Polynomial) -> Iterator[tuple[Polynomial, Polynomial]]:
    """(h, q/(h(x)·h(z))), from the simplest on."""
    yield ONE, q
    for g in _exponents(q):
        factor = prover.forms.exp(-(g + swapped(prover.forms, g)))
        yield prover.forms.exp(g), prover.forms.multiply(q, factor)
    found = by_origin(prover, q)
    if found is not None:
        yield found


def _exponents(q: Polynomial) -> list[Polynomial]:
    """The arguments of the exponentials in x alone: candidates for a common factor."""
    found = []
    for m in q.terms:
        for a, e in m:
            if a.kind == "exp" and a.argument is not None:
                own = Polynomial({n: c for n, c in a.argument.terms.items() if sides_of(n) == {"x"}})
                if own:
                    found.append(own.scaled(e))
    return found[:4]
