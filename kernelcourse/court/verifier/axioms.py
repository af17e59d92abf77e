"""What the verifier believes without proof: each theorem and transform pair by name, with its reference."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb, factorial, prod

# rule → (the theorem, key in chapters/references.bib)
REFERENCES: dict[str, tuple[str, str]] = {
    "inner product": ("Σ aᵢaⱼ xᵢ·xⱼ = ‖Σ aᵢxᵢ‖² ≥ 0", "aronszajn1950"),
    "constant": ("c = √c·√c for c ≥ 0", "aronszajn1950"),
    "features": ("Σ cₗ fₗ(x) fₗ(z) with cₗ ≥ 0", "aronszajn1950"),
    "sum": ("sums of kernels are kernels", "aronszajn1950"),
    "product": ("products of kernels are kernels (Schur)", "aronszajn1950"),
    "pullback": ("k(g(x), g(z)) is a kernel if k is", "aronszajn1950"),
    "weighting": ("g(x) k(x, z) g(z) is a kernel if k is", "aronszajn1950"),
    "indicator": ("[x = z] has one feature for every value", "aronszajn1950"),
    "series": ("a power series without negative coefficients of a kernel inside its radius", "schoelkopf2002"),
    "power": ("products of kernels are kernels (Schur)", "aronszajn1950"),
    "spline": ("∫ (x − t)₊(z − t)₊ dt, one feature for every t", "wahba1990"),
    "minimum": ("min(g(x), g(z)) = ∫ [t ≤ g(x)]·[t ≤ g(z)] dt for g ≥ 0", "berg1984"),
    "Schoenberg": ("exp(−ψ) is a kernel for ψ conditionally negative definite", "schoenberg1938"),
    "mixture": ("ψ^(−r) = ∫ t^(r−1) exp(−tψ) dt/Γ(r) for such a ψ > 0", "berg1984"),
    "log mixture": ("log(ψ + c) − log ψ = ∫ dt/(ψ + t) over 0 ≤ t ≤ c for such a ψ > 0", "berg1984"),
    "pinned": ("ψ(x, 0) + ψ(0, z) − ψ(x, z) − ψ(0, 0) for such a ψ", "berg1984"),
    "reflected": ("ψ(x, −z) + ψ(−x, z) − ψ(x, z) − ψ(−x, −z), halved, for such a ψ", "berg1984"),
    "Bochner": ("a continuous φ(x − z) is a kernel exactly if its Fourier transform is ≥ 0", "bochner1959"),
    "damped": ("exp(−ar) cos br in R^d: the transform is Re (a + ib)/(s + (a + ib)²)^((d+1)/2)", "bochner1959"),
    "compact": ("Pólya's, Askey's, Wendland's and the spherical functions; one period", "wendland1995"),
    "wave": ("sin(r)/r is the transform of an interval, and of a sphere in R³", "bochner1959"),
    "hyperbolic": ("cosh(u)^(−p) → |Γ((p + iω)/2)|², 1/(cosh u + cos θ) → sinh(θω)/sinh(πω), up to > 0", "bochner1959"),
    "arc": ("|sin θ| = 2/π − (4/π) Σ cos(2nθ)/(4n² − 1)", "bochner1959"),
    "sphere": ("Gegenbauer polynomials of x·z, with coefficients ≥ 0, on the sphere", "schoenberg1942"),
    "sphere distance": ("‖x − z‖ has only one positive Gegenbauer coefficient, its mean", "schoenberg1942"),
    "whole numbers": ("φ(x − z) on Z is a kernel if Σ φ(n) cos nω ≥ 0 (Herglotz)", "bochner1959"),
    "all points": ("a finite domain has one Gram matrix", "aronszajn1950"),
    "conditional sum": ("sums of such ψ, minus kernels, plus f(x) + f(z)", "berg1984"),
    "conditional power": ("ψ^p for 0 ≤ p ≤ 1 and such a ψ ≥ 0", "schoenberg1938"),
    "conditional log": ("log ψ for such a ψ > 0", "berg1984"),
    "conditional norm": ("every norm of the plane: it embeds in L₁", "dor1976"),
    "conditional hamming": ("the number of places that differ is Σ (1 − [xᵢ = zᵢ])", "berg1984"),
}  # fmt: skip
ZERO, ONE, END = Fraction(0), Fraction(1), Fraction(3, 2)

# name → (what it stands for, with k for the kernel under it; radius of convergence, whether its end belongs to it;
# the coefficient of kʲ, and 0 where it is only known to be ≥ 0)
SERIES: dict[str, tuple[str, Fraction | None, bool, Callable[[int, Fraction], Fraction]]] = {
    "exp": ("exp(k)", None, True, lambda j, r: Fraction(1, factorial(j))),
    "cosh": ("cosh(k)", None, True, lambda j, r: Fraction(j % 2 == 0, factorial(j))),
    "sinh": ("sinh(k)", None, True, lambda j, r: Fraction(j % 2, factorial(j))),
    "arcsin": ("arcsin(k)", ONE, True, lambda j, r: Fraction(comb(j - 1, j // 2), 2 ** (j - 1) * j) if j % 2 else ZERO),
    "arctanh": ("arctanh(k)", ONE, False, lambda j, r: Fraction(j % 2, max(j, 1))),
    "log": ("-log(1 - k)", ONE, False, lambda j, r: Fraction(j > 0, max(j, 1))),
    "power": ("(1 - k)**(-r)", ONE, False, lambda j, r: prod(((r + n) / (n + 1) for n in range(j)), start=ONE)),
    "root": ("1 - (1 - k)**r", ONE, True, lambda j, r: ZERO),
    "tan": ("tan(k)", END, True, lambda j, r: ZERO),
    "secant": ("1/cos(k)", END, True, lambda j, r: ZERO),
    "arc-cosine": ("sqrt(1 - k*k) + k*(pi - arccos(k))", ONE, True, lambda j, r: ZERO),
}  # fmt: skip
# cos and sin beside exp: signs of kⁿ/n!, n = 0, 1, 2, 3, 0, …
TURNS = {"exp": (1, 1, 1, 1), "cos": (1, 0, -1, 0), "sin": (0, 1, 0, -1)}
SPLINE = "g*h*min(g, h)/2 - min(g, h)**3/6"  # ∫ (g(x) − t)₊(g(z) − t)₊ dt
WITH_OPPOSITES = ("real", "ball", "sphere", "nonzero", "integer")
# a kernel on a set is one on every subset: the larger sets in which each domain lies
LARGER = {"positive": ("real",), "interval": ("positive", "real"), "ball": ("real",), "sphere": ("real",),
          "nonzero": ("real",), "integer": ("real",), "binary": ("interval", "positive", "real"),
          "histogram": ("interval", "positive", "real")}  # fmt: skip

# (1 − r)₊^k · (c₀ + c₁ r + …) with the highest dimension in which it is a kernel; for k = 0 one period of a function on
# the line whose Fourier coefficients are ≥ 0 (triangles, Bernoulli's polynomials), with the largest r
SUPPORTED: dict[tuple[Fraction, tuple[Fraction, ...]], int] = {
    (Fraction(k), tuple(Fraction(b) for b in c)): d
    for k, c, d in (
        (3, (1, 3), 1), (4, (1, 4), 3), (5, (1, 5), 5), (5, (1, 5, 8), 1), (6, (1, 6, Fraction(35, 3)), 3),
        (8, (1, 8, 25, 32), 3), (2, (1, Fraction(1, 2)), 3),
        (0, (1, -1), 2), (0, (Fraction(1, 6), -1, 1), 1), (0, (Fraction(1, 30), 0, -1, 2, -1), 1),
    )
}  # fmt: skip
