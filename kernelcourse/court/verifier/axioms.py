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
    "coordinates": ("products, sums and means of kernels, each of one coordinate", "aronszajn1950"),
    "weighting": ("g(x) k(x, z) g(z) is a kernel if k is", "aronszajn1950"),
    "indicator": ("[x = z] has one feature for every value", "aronszajn1950"),
    "series": ("a power series without negative coefficients of a kernel inside its radius", "schoelkopf2002"),
    "power": ("products of kernels are kernels (Schur)", "aronszajn1950"),
    "spline": ("∫ (x − t)₊(z − t)₊ dt, one feature for every t", "wahba1990"),
    "minimum": ("min(g(x), g(z)) = ∫ [t ≤ g(x)]·[t ≤ g(z)] dt for g ≥ 0", "berg1984"),
    "Schoenberg": ("exp(−ψ) is a kernel for ψ conditionally negative definite", "schoenberg1938"),
    "mixture": ("(ψ + a)^(−r) = ∫ t^(r−1) exp(−at) exp(−tψ) dt/Γ(r) for such a ψ > 0; −log for r = 0", "berg1984"),
    "pinned": ("ψ(x, 0) + ψ(0, z) − ψ(x, z) − ψ(0, 0) for such a ψ", "berg1984"),
    "reflected": ("ψ(x, −z) + ψ(−x, z) − ψ(x, z) − ψ(−x, −z), halved, for such a ψ; all + for a kernel", "berg1984"),
    "Bochner": ("a continuous φ(x − z) is a kernel exactly if its Fourier transform is ≥ 0", "bochner1959"),
    "damped": ("exp(−ar) cos br in R^d: the transform is Re (a + ib)/(s + (a + ib)²)^((d+1)/2)", "bochner1959"),
    "compact": ("Pólya's, Askey's, Wendland's and the spherical functions; one period", "wendland1995"),
    "Cauchy": ("(a + r²)^(−p) → (s/b)^ν K_ν(bs), b = √a, s = |ω|, ν = p − d/2, up to > 0; yᵛK_ν falls", "bochner1959"),
    "mean": ("k − c for k a kernel, or −ψ, on the sphere or circle that turns with it: c ≤ its mean", "schoenberg1942"),
    "Legendre": ("(1 − 2tr + r²)^(−p) = Σ rⁿ Cₙ(t), Gegenbauer's polynomials for p ≥ d/2 − 1", "schoenberg1942"),
    "interval": ("exp(−a|u|) on an interval of length L: the squared norm of 1 is 1 + aL/2", "aronszajn1950"),
    "difference": ("exp(−tB) − exp(−tA) = exp(−tA)(exp(tk) − 1) for A = B + k, mixed as in ψ^p and log ψ", "berg1984"),
    "convex": ("f(‖x − z‖) for f convex and falling to a limit ≥ 0 (Pólya, in R^d Askey); on Z too", "polya1949"),
    "wave": ("sin(r)/r is the transform of an interval, and of a sphere in R³", "bochner1959"),
    "arc": ("|sin θ| = 2/π − (4/π) Σ cos(2nθ)/(4n² − 1)", "bochner1959"),
    "sphere": ("Gegenbauer polynomials of x·z, with coefficients ≥ 0, on the sphere", "schoenberg1942"),
    "whole numbers": ("φ(x − z) on Z is a kernel if Σ φ(n) cos nω ≥ 0 (Herglotz)", "bochner1959"),
    "all points": ("a finite domain has one Gram matrix", "aronszajn1950"),
    "conditional sum": ("sums of such ψ, minus kernels, plus f(x) + f(z)", "berg1984"),
    "conditional power": ("ψ^p for 0 ≤ p ≤ 1 and such a ψ ≥ 0; −(g(x) + g(z))^p for 1 < p ≤ 2", "schoenberg1938"),
    "conditional cosh": ("log(cosh u + cos θ) = c + 2∫ (1 − cos uω) cosh(θω)/(ω sinh πω) dω over ω > 0", "berg1984"),
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
    "root": ("1-(1-k)**r", ONE, True, lambda j, r: prod(((n - r) / (n + 1) for n in range(j)), start=-ONE) + (not j)),
    "tan": ("tan(k)", END, True, lambda j, r: ZERO),
    "secant": ("1/cos(k)", END, True, lambda j, r: ZERO),
    "arc-cosine": ("sqrt(1 - k*k) + k*(pi - arccos(k))", ONE, True, lambda j, r: ZERO),
}  # fmt: skip
# cos and sin beside exp: signs of kⁿ/n!, n = 0, 1, 2, 3, 0, …
TURNS = {"exp": (1, 1, 1, 1), "cos": (1, 0, -1, 0), "sin": (0, 1, 0, -1)}
SPLINE = "g*h*min(g, h)/2 - min(g, h)**3/6"  # ∫ (g(x) − t)₊(g(z) − t)₊ dt
ELSEWHERE = ("pullback", "coordinates")  # rules whose premise is about other points
BOXES = ("real", "positive", "interval", "integer", "binary")  # a coordinate of a point is a point
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
