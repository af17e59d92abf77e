"""Claims of the chapter on the space a kernel makes."""

from __future__ import annotations

import numpy as np

from kernelcourse.claims.claim import Claim
from kernelcourse.claims.rkhs import checks as c
from kernelcourse.rkhs import feature, inner

_TWO_BUMPS = {
    "the bump at −x": lambda k, x: feature(k, -x),
    "a bump of weight two": lambda k, x: 2 * feature(k, x),
}
_BUMP_TWINS = {
    "the sign of x is flipped": lambda k_hat, x: k_hat * np.exp(1j * c.FREQUENCIES * x),
    "the coefficients of the Dirichlet kernel": lambda k_hat, x: np.exp(-1j * c.FREQUENCIES * x),
}


def _bump(k_hat: np.ndarray, x: float) -> np.ndarray:
    return np.asarray(k_hat * np.exp(-1j * c.FREQUENCIES * x))


CLAIMS = (
    Claim(
        name="rkhs.inner_product",
        label="eq-rkhs-inner-product",
        says="an inner product is linear, (conjugate) symmetric and positive",
        check=c.is_inner_product,
        right=lambda f, g: complex(np.sum(f * np.conj(g))),
        twins={
            "no conjugate": lambda f, g: complex(np.sum(f * g)),
            "the other factor is conjugated": lambda f, g: complex(np.sum(np.conj(f) * g)),
        },
    ),
    Claim(
        name="rkhs.completeness",
        label="def-hilbert-space",
        says="an inner product is not enough: continuous ramps tend, in the L² norm, to a function that jumps",
        check=c.limit_of_ramps,
        right=np.sign,
        twins={
            "a steep continuous function": lambda x: np.tanh(50 * x),
            "one of the ramps themselves": lambda x: np.clip(1000 * x, -1, 1),
        },
    ),
    Claim(
        name="rkhs.expansion",
        label="eq-rkhs-expansion",
        says="f(x) = Σ αᵢ k(x, xᵢ)",
        check=c.evaluates,
        right=lambda alpha, column, x: float(alpha @ column),
        twins={
            "the mean of the bumps": lambda alpha, column, x: float(alpha @ column) / len(alpha),
            "weights without bumps": lambda alpha, column, x: float(alpha.sum()),
        },
    ),
    Claim(
        name="rkhs.inner",
        label="eq-rkhs-inner",
        says="⟨Σ αᵢk(·, xᵢ), Σ βⱼk(·, zⱼ)⟩ = Σ αᵢβⱼ k(xᵢ, zⱼ)",
        check=c.is_rkhs_product,
        right=lambda alpha, K, beta: float(alpha @ K @ beta),
        twins={
            "the kernel squared": lambda alpha, K, beta: float(alpha @ K**2 @ beta),
            "K is left out": lambda alpha, K, beta: float(np.outer(alpha, beta).sum()),
        },
    ),
    Claim(
        name="rkhs.norm",
        label="eq-rkhs-norm",
        says="‖f‖² = αᵀKα",
        check=c.is_norm,
        right=lambda alpha, K: float(alpha @ K @ alpha),
        twins={
            "‖α‖²": lambda alpha, K: float(alpha @ alpha),
            "αᵀK²α": lambda alpha, K: float(alpha @ K @ K @ alpha),
        },
    ),
    Claim(
        name="rkhs.reproducing",
        label="thm-reproducing",
        says="⟨f, k(·, x)⟩ = f(x)",
        check=c.reproduces,
        right=feature,
        twins=_TWO_BUMPS,
    ),
    Claim(
        name="rkhs.reproducing_formula",
        label="eq-reproducing",
        says="⟨f, k(·, x)⟩ = f(x)",
        check=c.reproduces,
        right=feature,
        twins=_TWO_BUMPS,
    ),
    Claim(
        name="rkhs.canonical",
        label="eq-rkhs-canonical",
        says="⟨k(·, x), k(·, z)⟩ = k(x, z): x ↦ k(·, x) is a feature map",
        check=c.is_canonical,
        right=inner,
        twins={
            "the squared distance of the bumps": lambda f, g: inner(f - g, f - g),
            "the product of the lengths": lambda f, g: float(np.sqrt(inner(f, f) * inner(g, g))),
        },
    ),
    Claim(
        name="rkhs.bound",
        label="prop-rkhs-bound",
        says="|f(x)| ≤ ‖f‖ √k(x, x), with equality for f = k(·, x)",
        check=c.bounds_values,
        right=lambda length, diagonal: length * float(np.sqrt(diagonal)),
        twins={
            "k(x, x) without the root": lambda length, diagonal: length * float(diagonal),
            "‖f‖ alone": lambda length, diagonal: length,
            "‖f‖²": lambda length, diagonal: length**2,
        },
    ),
    Claim(
        name="rkhs.uniqueness",
        label="thm-moore-aronszajn",
        says="a kernel has one space: every feature map gives each function the same norm",
        check=c.only_one_space,
        right=lambda values, F: float(((np.linalg.pinv(F) @ values) ** 2).sum()),
        twins={
            "any weights, not the shortest": lambda values, F: float(
                ((np.linalg.pinv(F) @ values + np.array([0, 0, 1, -1])[-F.shape[1] :]) ** 2).sum()
            ),
            "divided by the number of features": lambda values, F: float(
                ((np.linalg.pinv(F) @ values) ** 2).mean()
            ),
        },
    ),
    Claim(
        name="rkhs.any_features",
        label="prop-rkhs-any-features",
        says="‖f‖² = fᵀK⁺f on finitely many points, whatever the features",
        check=c.only_one_space,
        right=lambda values, F: float(values @ np.linalg.pinv(F @ F.T) @ values),
        twins={
            "K instead of its pseudo-inverse": lambda values, F: float(values @ F @ F.T @ values),
            "the length of the values": lambda values, F: float(values @ values),
        },
    ),
    Claim(
        name="rkhs.fourier_coefficients",
        label="eq-fourier-series",
        says="f̂ₗ = (1/2π) ∫ f(x) exp(−ilx) dx",
        check=c.recovers,
        right=lambda x, f, l: complex(np.mean(f * np.exp(-1j * l * x))),
        twins={
            "the sign of the exponent": lambda x, f, l: complex(np.mean(f * np.exp(1j * l * x))),
            "the factor 1/2π is missing": lambda x, f, l: complex(
                2 * np.pi * np.mean(f * np.exp(-1j * l * x))
            ),
        },
    ),
    *(
        Claim(
            name=f"rkhs.{name}",
            label=label,
            says="(1/2π)∫ f ḡ = Σ f̂ₗ conj(ĝₗ)",
            check=c.is_parseval,
            right=lambda f, g: complex(np.sum(f * np.conj(g))),
            twins={
                "no conjugate": lambda f, g: complex(np.sum(f * g)),
                "∫ without 1/2π": lambda f, g: complex(2 * np.pi * np.sum(f * np.conj(g))),
            },
        )
        for name, label in (("parseval", "prop-parseval"), ("parseval_formula", "eq-parseval"))
    ),
    Claim(
        name="rkhs.l2_evaluation",
        label="thm-l2-not-rkhs",
        says="in L² evaluation has norm √(2L + 1) on frequencies up to L: no bound",
        check=c.evaluation_grows,
        right=lambda order: float(np.sqrt(2 * order + 1)),
        twins={"bounded by 1": lambda order: 1.0, "√(L + 1)": lambda order: float(np.sqrt(order + 1))},
    ),
    Claim(
        name="rkhs.fourier_kernel",
        label="eq-fourier-kernel",
        says="Σ k̂ₗ exp(il(x − z)) is a kernel exactly when no k̂ₗ is negative",
        check=c.gives_kernels,
        right=lambda k_hat: bool((k_hat >= 0).all()),
        twins={
            "any coefficients": lambda k_hat: True,
            "a positive sum is enough": lambda k_hat: bool(k_hat.sum() > 0),
            "all must be positive": lambda k_hat: bool((k_hat > 0).all()),
        },
    ),
    *(
        Claim(
            name=f"rkhs.{name}",
            label=label,
            says="Σ ρ^|l| exp(ilt) = (1 − ρ²)/(1 − 2ρ cos t + ρ²)",
            check=c.is_poisson,
            right=lambda rho, t: (1 - rho**2) / (1 - 2 * rho * np.cos(t) + rho**2),
            twins={
                "plus for minus": lambda rho, t: (1 - rho**2) / (1 + 2 * rho * np.cos(t) + rho**2),
                "1 in the numerator": lambda rho, t: 1 / (1 - 2 * rho * np.cos(t) + rho**2),
            },
        )
        for name, label in (("poisson", "ex-poisson-kernel"), ("poisson_formula", "eq-poisson"))
    ),
    Claim(
        name="rkhs.fourier_inner",
        label="eq-fourier-inner",
        says="⟨f, g⟩ = Σ f̂ₗ conj(ĝₗ)/k̂ₗ",
        check=c.fourier_product,
        right=lambda f, g, k_hat: complex(np.sum(f * np.conj(g) / k_hat)),
        twins={
            "not divided": lambda f, g, k_hat: complex(np.sum(f * np.conj(g))),
            "multiplied": lambda f, g, k_hat: complex(np.sum(f * np.conj(g) * k_hat)),
        },
    ),
    Claim(
        name="rkhs.fourier_space",
        label="thm-fourier-rkhs",
        says="with the coefficients k̂ₗ exp(−ilx), k(·, x) reproduces in the Fourier space",
        check=c.reproduces_fourier,
        right=_bump,
        twins=_BUMP_TWINS,
    ),
    Claim(
        name="rkhs.fourier_features",
        label="eq-fourier-reproducing",
        says="⟨f, k(·, x)⟩ = f(x) and ⟨k(·, x), k(·, z)⟩ = k(z, x)",
        check=c.reproduces_fourier,
        right=_bump,
        twins=_BUMP_TWINS,
    ),
    Claim(
        name="rkhs.rougher",
        label="ex-rougher-than-kernel",
        says="f̂ = l⁻³ is in the space of k̂ = l⁻⁴, though f̂/k̂ grows",
        check=c.converges,
        right=lambda l: (l**-3) ** 2 / l**-4,
        twins={
            "the price of f̂ = l^(−3/2)": lambda l: (l**-1.5) ** 2 / l**-4,
            "Σ f̂/k̂": lambda l: l**-3 / l**-4,
        },
    ),
    Claim(
        name="rkhs.rougher_second_derivative",
        label="ex-rougher-than-kernel",
        says="Σ l² k̂ converges for k̂ = l⁻⁴: the kernel has a second derivative, f need not",
        check=c.converges,
        right=lambda l: l**2 * l**-4,
        twins={"the same for f̂ = l⁻³": lambda l: l**2 * l**-3},
    ),
    *(
        Claim(
            name=f"rkhs.{name}",
            label=label,
            says="the shortest f through the data is Σ αᵢk(·, xᵢ) with Kα = y, and ‖f‖² = yᵀα",
            check=c.is_shortest,
            right=np.linalg.solve,
            twins={
                "α = y": lambda K, y: y,
                "(K + I)α = y": lambda K, y: np.linalg.solve(K + np.eye(len(K)), y),
            },
        )
        for name, label in (("minimum_norm", "thm-minimum-norm"), ("interpolation", "alg-interpolation"))
    ),
)
