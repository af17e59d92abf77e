"""Rules of harmonic analysis: Bochner, compact support, waves, the sphere, and the finite domain {0,1}^d."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from kernelcourse.validity import Certificate as Step

from ..exactly import profiles
from ..exactly.convex import end_of_convex, sequence_is_convex
from ..exactly.finite import all_points_agree
from ..exactly.forms import Form, constant, letter
from ..exactly.profiles import both, distance
from ..exactly.whole import symbol_is_nonnegative
from ..exactly.written import formula, whole
from ..exactly.zonal import gegenbauer_sum, mean_reaches
from .axioms import SUPPORTED
from .rules import Conclusion, only, rule

if TYPE_CHECKING:
    from . import Verifier


@rule("Bochner")
def _bochner(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """k = Σ c ρⁿ exp(−aρ) or Σ c ρ²ⁿ exp(−aρ²), and the transform, a polynomial in |ω|², is ≥ 0."""
    total, terms, d = profiles.falling(v, s)
    return only(profiles.falling_is_above(v, s.data["kind"], terms, d), total)


@rule("damped")
def _damped(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """Σ exp(−aρ)(p cos bρ + q sin bρ), a > 0, with a transform ≥ 0 on the line; one cos if d·arg(a + ib) ≤ π/2."""
    total, terms, d = profiles.waves(v, s)
    return only(profiles.waves_are_above(v, terms, d), total)


@rule("conditional norm", "", "conditional")
def _norm(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """(|g₁(x) − g₁(z)|^p + |g₂(x) − g₂(z)|^p)^(1/p), p ≥ 1: every norm of the plane."""
    p, sizes = s.data["p"], [v.form(formula("abs(g - h)", **both(g))) for g in s.data["maps"]]
    first, second = (v.algebra.power(size, p) for size in sizes)
    return only(p >= 1, v.algebra.power(first + second, 1 / p))


@rule("compact")
def _compact(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """(h − ρ^p)₊^k (c₀ + c₁ρ + …), h ≥ 0; for k = 0 one period on the line."""
    (total, rho, d), height = profiles.supported(v, s), v.form(formula("h", h=s.data.get("height", 1)))
    k, shape, p = s.data["k"], s.data["coefficients"], s.data.get("p", Fraction(1))
    if k == 0:
        return only(d == 1 and v.bounds(rho).high <= SUPPORTED[k, shape], total)
    enough = v.constant_sign(formula("2*k - d", k=k, d=d + 1), 0) and v.constant_sign(height, 0)
    known = enough if shape == (1,) else height.number == 1 and d <= SUPPORTED.get((k, shape), 0)
    return only(known and (p == 1 or (0 < p < 1 and d == 1 and shape == (1,))), total)  # Pólya: convex


@rule("Cauchy")
def _cauchy(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """Σ c (a + ρ²)^(−p): the widest transforms outweigh what is taken away (Abel), or Σ h exp(−b|ω|) ≥ 0 (Sturm)."""
    total, terms, d = profiles.quotients(v, s)
    return only(profiles.quotients_are_above(v, terms, s.data["p"], d), total)


@rule("mean", "[kc]")
def _mean(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """k − c for k = f(x·z) on the sphere, f(cos b(x − z)) or f(sin …) on the line, a kernel or −ψ, c ≤ its mean."""
    f, c, maps, turn = s.data["f"], v.form(s.data["c"]), s.data.get("maps", ()), s.data.get("wave", "cos")
    letters = {"t": f"{turn}(g - h)"} if maps else {"t": "x @ z", "r": "norm(x - z)"}
    values = {name: v.form(formula(text, **(both(*maps) if maps else {}))) for name, text in letters.items()}
    ((m, _),) = (v.form(*maps) if maps else letter("x0")).terms.items()  # one coordinate, and nothing else
    onto = v.domain in ("real", "positive") if maps else v.domain == "sphere" and v.dim > 1
    alone = len(m) == 1 and m[0][0].kind[0] == "x" and m[0][1] == 1 and turn in ("cos", "sin")
    k = K[0].scaled(1 if s.premises[0].claims == "kernel" else -1)
    known = onto and alone and v.same(k, v.read(f, **values))
    return only(known and mean_reaches(v, f, c, 2 if maps else v.dim), k - c)


@rule("Legendre")
def _legendre(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """(1 − 2c x·z + c²‖x‖²‖z‖²)^(−p) in the unit ball, 0 ≤ c ≤ 1, and on the sphere, c < 1; p ≥ 0 and p ≥ d/2 − 1."""
    c, p, d, ball = s.data["c"], s.data["p"], v.dim, v.domain == "ball"
    known = (ball or v.domain == "sphere") and (0 <= c < 1 or (c == 1 and ball)) and p >= max(0, d / 2 - 1)
    return only(known, v.form(formula("(1 - 2*c*(x @ z) + c*c*(x @ x)*(z @ z))**(-p)", c=c, p=p)))


@rule("interval")
def _interval(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """exp(−a|g(x) − g(z)|) − c, where g lies in an interval of length L, for c ≤ 2/(2 + aL)."""
    a, c, (g,) = s.data["a"], s.data["c"], s.data["maps"]
    reach, made = v.bounds(v.form(g)), v.form(formula("exp(-a*abs(g - h)) - c", a=a, c=c, **both(g)))
    room = formula("2 - c*(2 + a*L)", a=a, c=c, L=Fraction(reach.high - reach.low))
    return only(v.constant_sign(a, 1) and v.constant_sign(room, 0), made)


@rule("convex")
def _convex(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """f(ρ), f convex and never rising for t ≥ 0, f ≥ 0 at the end; in R^d d//2 more derivatives alternate; or on Z."""
    f, (rho, d) = s.data["f"], distance(v, s)
    on_z, far = (v.domain, v.dim, s.data.get("maps")) == ("integer", 1, (formula("x"),)), v.bounds(rho).high
    signs = (sequence_is_convex(f) or (None,)) if on_z else (end_of_convex(f, far=far, order=2 + d // 2),)
    known = all(sign is not None and v.constant_sign(sign, 0) for sign in signs)
    return only(known, v.read(f, t=rho))


rule("wave")(lambda v, s, K: only(distance(v, s)[1] <= 3, v.algebra.function("sinc", distance(v, s)[0])))


@rule("arc")
@rule("conditional cosh", "", "conditional")
def _of_difference(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """c − |sin u|, c ≥ 2/π; log(cosh u + c), −1 < c ≤ 1."""
    c, text = s.data["c"], "c - abs(sin(g - h))" if s.rule == "arc" else "log(cosh(g - h) + c)"
    known = v.constant_sign(formula("c - 2/pi", c=c), 0) if s.rule == "arc" else -1 < c <= 1
    return only(known, v.form(formula(text, c=c, **both(*s.data["maps"]))))


@rule("sphere")
def _sphere(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """k = Σ aₙ Cₙ(x·z) on the sphere, with Gegenbauer's polynomials."""
    t, powers = v.form(formula("x @ z")), gegenbauer_sum(s.data["coefficients"], v.dim)
    total = sum((v.algebra.power(t, Fraction(k)).scaled(c) for k, c in enumerate(powers)), constant(0))
    return only(v.domain == "sphere" and v.dim > 1 and min(s.data["coefficients"]) >= 0, total)


rule("all points")(lambda v, s, K: only(all_points_agree(v, s.formula), s.formula))


@rule("whole numbers")
def _whole_numbers(v: Verifier, s: Step, K: list[Form]) -> Conclusion:
    """φ(x − z) on Z with Σ φ(n) cos nω ≥ 0: beyond N it is Σ c nᵏ qⁿ, up to a tail that is bounded."""
    shift = letter("shift0")
    moved = v.read(s.formula, x=[letter("x0") + shift], z=[letter("z0") + shift])
    here = v.domain == "integer" and v.dim == 1 and v.same(moved, v.form(s.formula))
    N, rates = whole(s.data["N"]), s.data.get("rates", ())
    return only(here and symbol_is_nonnegative(s.formula, N, rates), s.formula)
