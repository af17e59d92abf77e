"""Claims on the gallery: polynomials, bilinear forms, minimum, Laplace, Hamming, and Bochner's theorem."""

from __future__ import annotations

from math import comb, exp

import numpy as np

from kernelcourse.claims.check import agrees_with
from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.mercer.gallery_checks import (
    CUBE,
    FINE,
    FINE_CUBE,
    LAPLACE,
    NUMBERS,
    OMEGA,
    STEP,
    WAVES,
    T,
    chain,
    count,
    decides_bilinear,
    factor_of_form,
    hamming,
    is_continuous,
    is_even,
    known_transforms,
    knows_rates,
    ranks,
    smooths_only,
    steps,
    tells_bumps_apart,
    transform_of,
)
from kernelcourse.claims.mercer.trials import PLANES, lowest, valid_at
from kernelcourse.kernels import Bilinear

CLAIMS = (
    Claim(
        name="mercer.polynomial",
        label="thm-mercer-polynomial",
        says="(x·z + 1)ᵖ on Rᵈ is a kernel with (d + p choose p) features: degree and dimension are independent",
        check=ranks,
        right=lambda d, p: comb(d + p, p),
        hypotheses=("c > 0, for the count", "c ≥ 0 and p whole"),
        undropped={
            "c ≥ 0 and p whole": "twins of the theorem on polynomial kernels in the topic before drop both"
        },
        twins={
            "degree p exactly": Twin(lambda d, p: comb(d + p - 1, p), drops="c > 0, for the count"),
            "one letter for both": lambda d, p: comb(2 * d, d),
            "(d + 1)ᵖ": lambda d, p: (d + 1) ** p,
        },
    ),
    Claim(
        name="mercer.bilinear",
        label="thm-mercer-bilinear",
        says="xᵀMz is a kernel exactly for symmetric positive semidefinite M; M = −1 is not",
        check=decides_bilinear,
        right=lambda M: Bilinear(M).certificate is not None,
        hypotheses=("M is symmetric", "M is positive semidefinite"),
        twins={
            "aᵀMa ≥ 0 is enough": Twin(lambda M: lowest((M + M.T) / 2) >= -1e-9, drops="M is symmetric"),
            "symmetric is enough": Twin(lambda M: np.array_equal(M, M.T), drops="M is positive semidefinite"),
            "positive definite only": lambda M: np.array_equal(M, M.T) and lowest(M) > 1e-9,
        },
    ),
    Claim(
        name="mercer.bilinear_features",
        label="eq-mercer-bilinear",
        says="M = UQUᵀ = HᵀH with H = Q^½Uᵀ, and φ(x) = Hx",
        check=factor_of_form,
        right=lambda q, U: np.sqrt(q)[:, None] * U.T,
        twins={
            "UQ^½ instead of its transpose": lambda q, U: U * np.sqrt(q),
            "Q instead of its root": lambda q, U: q[:, None] * U.T,
            "Uᵀ alone": lambda q, U: U.T,
        },
    ),
    Claim(
        name="mercer.minimum",
        label="prop-mercer-minimum",
        says="min(x, z) is a kernel for x, z ≥ 0; at 1, 2, 3 its Cholesky factor has ones on and below the diagonal",
        check=steps,
        right=np.minimum,
        hypotheses=("x, z ≥ 0",),
        twins={
            "numbers moved below zero": Twin(lambda x, z: np.minimum(x - 2, z - 2), drops="x, z ≥ 0"),
            "max": np.maximum,
            "the product": np.multiply,
            "the mean": lambda x, z: (x + z) / 2,
        },
    ),
    Claim(
        name="mercer.minimum_integral",
        label="eq-mercer-minimum",
        says="min(x, z) = ∫ 1[t ≤ x] 1[t ≤ z] dt",
        check=agrees_with(min, NUMBERS, 0.0, how="the smaller number, for tenths, in fractions"),
        right=lambda x, z: count(lambda a, b: a and b, x, z),
        twins={
            "either step": lambda x, z: count(lambda a, b: a or b, x, z),
            "exactly one step": lambda x, z: count(lambda a, b: a != b, x, z),
        },
    ),
    Claim(
        name="mercer.laplace",
        label="prop-mercer-laplace",
        says="exp(−γ|x − z|) is a kernel for γ ≥ 0; for γ > 0 and sorted points K⁻¹ is tridiagonal",
        check=chain,
        right=lambda r: np.exp(-r),
        hypotheses=("γ ≥ 0", "γ > 0, for the inverse"),
        twins={
            "γ = 0": Twin(lambda r: np.ones_like(r), drops="γ > 0, for the inverse"),
            "γ < 0": Twin(np.exp, drops="γ ≥ 0"),
            "the Gaussian": lambda r: np.exp(-(r**2) / 2),
            "1/(1 + |x − z|), another kernel": lambda r: 1 / (1 + r),
        },
    ),
    Claim(
        name="mercer.laplace_rates",
        label="prop-mercer-laplace",
        says="exp(−γ|x − z|) is a kernel for every γ ≥ 0, zero included, and for no γ < 0",
        check=knows_rates,
        right=lambda gamma: gamma >= 0,
        hypotheses=("γ ≥ 0",),
        twins={
            "γ > 0 only": lambda gamma: gamma > 0,
            "every γ": Twin(lambda gamma: True, drops="γ ≥ 0"),
            "γ ≥ −0.1": Twin(lambda gamma: gamma >= -0.1, drops="γ ≥ 0"),
        },
    ),
    Claim(
        name="mercer.laplace_manhattan",
        label="prop-mercer-laplace",
        says="exp(−γ‖x − z‖₁), γ ≥ 0, is a kernel on every Rᵈ",
        check=valid_at((*PLANES, CUBE, FINE_CUBE, FINE)),
        right=lambda X: np.exp(-np.abs(X[:, None] - X[None]).sum(-1)),
        hypotheses=("the distance is the Manhattan distance", "γ ≥ 0"),
        twins={
            "the largest difference": Twin(
                lambda X: np.exp(-np.abs(X[:, None] - X[None]).max(-1)),
                drops="the distance is the Manhattan distance",
            ),
            "the cube root of the sum of cubes": Twin(
                lambda X: np.exp(-np.cbrt((np.abs(X[:, None] - X[None]) ** 3).sum(-1))),
                drops="the distance is the Manhattan distance",
            ),
            "the power 1.2": Twin(
                lambda X: np.exp(-(np.abs(X[:, None] - X[None]).sum(-1) ** 1.2)),
                drops="the distance is the Manhattan distance",
            ),
            "the Manhattan distance squared": Twin(
                lambda X: np.exp(-(np.abs(X[:, None] - X[None]).sum(-1) ** 2)),
                drops="the distance is the Manhattan distance",
            ),
            "γ < 0": Twin(lambda X: np.exp(np.abs(X[:, None] - X[None]).sum(-1)), drops="γ ≥ 0"),
            "the largest difference, squared": lambda X: np.exp(-(np.abs(X[:, None] - X[None]).max(-1) ** 2)),
        },
    ),
    Claim(
        name="mercer.laplace_minimum",
        label="eq-mercer-laplace",
        says="exp(−γ|x − z|) = exp(−γx) min(exp(2γx), exp(2γz)) exp(−γz)",
        check=agrees_with(lambda g, x, z: exp(-g * abs(x - z)), LAPLACE, how="exp(−γ|x − z|)"),
        right=lambda g, x, z: exp(-g * x) * min(exp(2 * g * x), exp(2 * g * z)) * exp(-g * z),
        twins={
            "γ instead of 2γ inside": lambda g, x, z: exp(-g * x) * min(exp(g * x), exp(g * z)) * exp(-g * z),
            "the maximum": lambda g, x, z: exp(-g * x) * max(exp(2 * g * x), exp(2 * g * z)) * exp(-g * z),
            "weighted on one side": lambda g, x, z: exp(-g * x) * min(exp(2 * g * x), exp(2 * g * z)),
        },
    ),
    Claim(
        name="mercer.hamming",
        label="prop-mercer-hamming",
        says="exp(−γH(x, z)) is the product of exp(−γ) + (1 − exp(−γ)) 1[xⱼ = zⱼ], a kernel",
        check=hamming,
        right=lambda g, equal: exp(-g) + (1 - exp(-g)) * equal,
        hypotheses=("γ ≥ 0", "words of one length"),
        undropped={
            "words of one length": "for words of different lengths the Hamming distance does not exist"
        },
        twins={
            "γ < 0": Twin(lambda g, equal: exp(g) + (1 - exp(g)) * equal, drops="γ ≥ 0"),
            "1 + … instead of exp(−γ) + …": lambda g, equal: 1 + (1 - exp(-g)) * equal,
            "the letters that agree count": lambda g, equal: exp(-g * equal),
            "nothing where the letters differ": lambda g, equal: 1.0 * equal,
        },
    ),
    Claim(
        name="mercer.bochner",
        label="thm-mercer-bochner",
        says="κ(x − z) is a kernel exactly when the Fourier transform of κ is nowhere negative",
        check=tells_bumps_apart,
        right=lambda profile: (
            is_even(profile) and is_continuous(profile) and transform_of(profile).min() > -1e-6
        ),
        hypotheses=("κ is even", "κ is continuous", "κ is integrable"),
        undropped={
            "κ is integrable": "without it there is no transform to look at, as for cos(x − z)",
        },
        twins={
            "evenness is not asked for": Twin(
                lambda profile: is_continuous(profile) and transform_of(profile).min() > -1e-6,
                drops="κ is even",
            ),
            "a triangle lowered at one point": Twin(
                lambda profile: is_even(profile) and transform_of(profile).min() > -1e-6,
                drops="κ is continuous",
            ),
            "the transform is above −0.05": lambda profile: (
                is_even(profile) and is_continuous(profile) and transform_of(profile).min() > -0.05
            ),
            "κ itself is nowhere negative": lambda profile: profile(T).min() >= 0,
            "κ is largest at zero": lambda profile: profile(T).max() <= profile(np.zeros(1))[0] + 1e-12,
            "κ is convex to the right of zero": lambda profile: (
                np.diff(profile(np.arange(0, 5, 0.1)), 2).min() > -1e-9
            ),
        },
    ),
    Claim(
        name="mercer.fourier",
        label="eq-mercer-fourier",
        says="κ̂(ω) = ∫ κ(t) cos(ωt) dt",
        check=known_transforms,
        right=lambda values: WAVES @ values * STEP,
        twins={
            "divided by 2π": lambda values: WAVES @ values * STEP / (2 * np.pi),
            "half of the line": lambda values: WAVES @ (values * (T >= 0)) * STEP,
            "sine for cosine": lambda values: np.sin(np.outer(OMEGA, T)) @ values * STEP,
        },
    ),
    Claim(
        name="mercer.smoothing",
        label="thm-mercer-bochner",
        says="the box ½·1[|t| ≤ 1] has area 1, as a smoothing kernel must, and is not a kernel in our sense",
        check=smooths_only,
        right=lambda t: 0.5 * (np.abs(t) <= 1),
        twins={
            "the triangle": lambda t: np.maximum(0, 1 - np.abs(t)),
            "area 2": lambda t: 1.0 * (np.abs(t) <= 1),
            "the Gaussian density": lambda t: np.exp(-(t**2) / 2) / np.sqrt(2 * np.pi),
        },
    ),
)
