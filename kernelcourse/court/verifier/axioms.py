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
    "exponentials": ("Σ a·exp(c·k): the coefficient of kⁿ is Σ a·cⁿ/n!", "schoelkopf2002"),
    "power": ("products of kernels are kernels (Schur)", "aronszajn1950"),
    "spline": ("∫ (x − t)₊(z − t)₊ dt, one feature for every t", "wahba1990"),
    "minimum": ("min(g(x), g(z)) = ∫ [t ≤ g(x)]·[t ≤ g(z)] dt for g ≥ 0", "berg1984"),
    "Schoenberg": ("exp(−ψ) is a kernel for ψ conditionally negative definite", "schoenberg1938"),
    "mixture": ("ψ^(−r) = ∫ t^(r−1) exp(−tψ) dt/Γ(r) for such a ψ > 0", "berg1984"),
    "pinned": ("ψ(x, 0) + ψ(0, z) − ψ(x, z) − ψ(0, 0) for such a ψ", "berg1984"),
    "reflected": ("ψ(x, −z) + ψ(−x, z) − ψ(x, z) − ψ(−x, −z), halved, for such a ψ", "berg1984"),
    "Bochner": ("a continuous φ(x − z) is a kernel exactly if its Fourier transform is ≥ 0", "bochner1959"),
    "damped": ("the transform of exp(−a|u|)(p cos bu + q sin b|u|) is a quotient of polynomials", "bochner1959"),
    "compact": ("Pólya's, Askey's, Wendland's and the spherical functions, up to their dimension", "wendland1995"),
    "wave": ("sin(r)/r is the transform of an interval, and of a sphere in R³", "bochner1959"),
    "hyperbolic": ("the transforms of cosh(u)^(−p) and 1/(cosh u + cos θ), |Γ((p + iω)/2)|² and "
                   "sinh(θω)/sinh(πω) up to factors > 0", "bochner1959"),
    "arc": ("|sin θ| = 2/π − (4/π) Σ cos(2nθ)/(4n² − 1)", "bochner1959"),
    "sphere": ("Gegenbauer polynomials of x·z, with coefficients ≥ 0, on the sphere", "schoenberg1942"),
    "all points": ("a finite domain has one Gram matrix", "aronszajn1950"),
    "conditional sum": ("sums of such ψ, minus kernels, plus f(x) + f(z)", "berg1984"),
    "conditional power": ("ψ^p for 0 < p ≤ 1 and log ψ, for such a ψ ≥ 0 (> 0)", "schoenberg1938"),
    "conditional hamming": ("the number of places that differ is Σ (1 − [xᵢ = zᵢ])", "berg1984"),
}  # fmt: skip
TAYLOR: dict[str, Callable[[int, Fraction], Fraction]] = {
    "exp": lambda j, r: Fraction(1, factorial(j)),
    "cosh": lambda j, r: Fraction(j % 2 == 0, factorial(j)),
    "sinh": lambda j, r: Fraction(j % 2, factorial(j)),
    "arcsin": lambda j, r: Fraction(comb(j - 1, j // 2), 2 ** (j - 1) * j) if j % 2 else Fraction(0),
    "arctanh": lambda j, r: Fraction(j % 2, max(j, 1)),
    "log": lambda j, r: Fraction(j > 0, max(j, 1)),
    "power": lambda j, r: prod(((r + k) / (k + 1) for k in range(j)), start=Fraction(1)),
}  # fmt: skip


def taylor(name: str, j: int, r: Fraction = Fraction(1)) -> Fraction:
    """The coefficient of tʲ in the named series; 0 where nothing may be taken off."""
    return TAYLOR[name](j, r) if name in TAYLOR else Fraction(0)


# what the names stand for, with k for the kernel under them
SERIES: dict[str, str] = {name: f"{name}(k)" for name in ("exp", "cosh", "sinh", "arcsin", "arctanh", "tan")} | {
    "log": "-log(1 - k)", "power": "(1 - k)**(-r)", "secant": "1/cos(k)", "root": "1 - (1 - k)**r",
    "arc-cosine": "sqrt(1 - k*k) + k*(pi - arccos(k))",
}  # fmt: skip

# signs of tⁿ/n!, n = 0, 1, 2, 3, 0, …
TURNS = {"exp": (1, 1, 1, 1), "cos": (1, 0, -1, 0), "sin": (0, 1, 0, -1)}

# name → (radius of convergence, whether its end belongs to it)
RADIUS: dict[str, tuple[Fraction, bool] | None] = {
    "exp": None, "cosh": None, "sinh": None, "arcsin": (Fraction(1), True), "arctanh": (Fraction(1), False),
    "log": (Fraction(1), False), "power": (Fraction(1), False), "tan": (Fraction(3, 2), True),
    "secant": (Fraction(3, 2), True), "arc-cosine": (Fraction(1), True), "root": (Fraction(1), True),
}  # fmt: skip

# a kernel on a set is one on every subset: the larger sets in which each domain lies
LARGER = {"positive": ("real",), "interval": ("positive", "real"), "ball": ("real",), "sphere": ("real",),
          "nonzero": ("real",), "integer": ("real",), "binary": ("interval", "positive", "real"),
          "histogram": ("interval", "positive", "real")}  # fmt: skip

# (1 − r)₊^k · (c₀ + c₁ r + …) with the highest dimension in which it is a kernel
SUPPORTED: dict[tuple[Fraction, tuple[Fraction, ...]], int] = {
    (Fraction(k), tuple(Fraction(b) for b in c)): d
    for k, c, d in (
        (3, (1, 3), 1), (4, (1, 4), 3), (5, (1, 5), 5), (5, (1, 5, 8), 1), (6, (1, 6, Fraction(35, 3)), 3),
        (8, (1, 8, 25, 32), 3), (2, (1, Fraction(1, 2)), 3),
    )
}  # fmt: skip
