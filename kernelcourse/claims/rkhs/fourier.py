"""Claims on Fourier series, on L², and on the spaces of periodic kernels."""

from __future__ import annotations

import numpy as np

from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.rkhs import fourier_checks as c

CLAIMS = (
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
    Claim(
        name="rkhs.parseval",
        label=("prop-parseval", "eq-parseval"),
        says="(1/2π)∫ f ḡ = Σ f̂ₗ ĝₗ*, where * takes the conjugate",
        check=c.is_parseval,
        right=lambda f, g: complex(np.sum(f * np.conj(g))),
        hypotheses=("f and g are in L²",),
        undropped={"f and g are in L²": "outside L² neither side is a number that could be compared"},
        twins={
            "no conjugate": lambda f, g: complex(np.sum(f * g)),
            "∫ without 1/2π": lambda f, g: complex(2 * np.pi * np.sum(f * np.conj(g))),
        },
    ),
    Claim(
        name="rkhs.l2_evaluation",
        label="thm-l2-not-rkhs",
        says="in L² evaluation has norm √(2L + 1) on frequencies up to L: no bound",
        check=c.evaluation_grows,
        right=lambda order: float(np.sqrt(2 * order + 1)),
        hypotheses=("all frequencies occur",),
        twins={
            "bounded by 1": lambda order: 1.0,
            "√(L + 1)": lambda order: float(np.sqrt(order + 1)),
            "frequencies stop at 3": Twin(
                lambda order: float(np.sqrt(2 * min(order, 3) + 1)), drops="all frequencies occur"
            ),
        },
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
            "the constant term may be negative": lambda k_hat: bool((k_hat[1:] >= 0).all()),
            "all must be positive": lambda k_hat: bool((k_hat > 0).all()),
        },
    ),
    Claim(
        name="rkhs.poisson",
        label=("ex-poisson-kernel", "eq-poisson"),
        says="Σ ρ^|l| exp(ilt) = (1 − ρ²)/(1 − 2ρ cos t + ρ²)",
        check=c.is_poisson,
        right=lambda rho, t: (1 - rho**2) / (1 - 2 * rho * np.cos(t) + rho**2),
        twins={
            "plus for minus": lambda rho, t: (1 - rho**2) / (1 + 2 * rho * np.cos(t) + rho**2),
            "1 in the numerator": lambda rho, t: 1 / (1 - 2 * rho * np.cos(t) + rho**2),
        },
    ),
    Claim(
        name="rkhs.fourier_inner",
        label="eq-fourier-inner",
        says="⟨f, g⟩ = Σ f̂ₗ ĝₗ*/k̂ₗ over k̂ₗ > 0 (* conjugates); a frequency with k̂ₗ = 0 is not in the space",
        check=c.fourier_product,
        right=c.divided,
        hypotheses=("f̂ₗ = 0 where k̂ₗ = 0",),
        twins={
            "not divided": lambda f, g, k_hat: complex(np.sum(f * np.conj(g))),
            "multiplied": lambda f, g, k_hat: complex(np.sum(f * np.conj(g) * k_hat)),
            "frequencies with k̂ = 0 are free": Twin(
                lambda f, g, k_hat: complex(np.sum((f * np.conj(g))[k_hat > 0] / k_hat[k_hat > 0])),
                drops="f̂ₗ = 0 where k̂ₗ = 0",
            ),
        },
    ),
    Claim(
        name="rkhs.fourier_space",
        label=("thm-fourier-rkhs", "eq-fourier-reproducing"),
        says="with the coefficients k̂ₗ exp(−ilx): ⟨f, k(·, x)⟩ = f(x) and ⟨k(·, x), k(·, z)⟩ = k(z, x)",
        check=c.reproduces_fourier,
        right=c.Waves(c.bump),
        hypotheses=(
            "k̂ₗ ≥ 0",
            "Σ k̂ₗ is finite",
            "f̂ₗ = 0 where k̂ₗ = 0",
            "f equals its series at every point",
        ),
        twins={
            "the sign of x is flipped": c.Waves(lambda k_hat, x: k_hat * np.exp(1j * c.FREQUENCIES * x)),
            "the coefficients of the Dirichlet kernel": c.Waves(
                lambda k_hat, x: np.exp(-1j * c.FREQUENCIES * x)
            ),
            "k̂₂ = −0.4": Twin(
                c.Waves(c.bump, lambda l: 0.5 ** np.abs(l) - 0.65 * (np.abs(l) == 2)), drops="k̂ₗ ≥ 0"
            ),
            "k̂ = 1/(|l| + 1)": Twin(c.Waves(c.bump, lambda l: 1 / (np.abs(l) + 1.0)), drops="Σ k̂ₗ is finite"),
            "f changed at the point x alone": Twin(
                c.Waves(c.bump, off_the_series=1.0), drops="f equals its series at every point"
            ),
            "k̂₃ = 0 and f̂₃ ≠ 0": Twin(
                c.Waves(c.bump, lambda l: 0.5 ** np.abs(l) * (np.abs(l) != 3)), drops="f̂ₗ = 0 where k̂ₗ = 0"
            ),
        },
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
            "a small harmonic series": lambda l: 1e-4 / l,
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
)
