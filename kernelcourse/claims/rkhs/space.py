"""Claims on sums of bumps, the reproducing property, and the shortest function."""

from __future__ import annotations

import numpy as np

from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.rkhs import checks as c
from kernelcourse.rkhs import inner

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
        label=("thm-reproducing", "eq-reproducing"),
        says="⟨f, k(·, x)⟩ = f(x)",
        check=c.reproduces,
        right=c.Probe(),
        hypotheses=("k is symmetric",),
        twins={
            "the bump at −x": c.Probe(place=lambda x: -x),
            "a bump of weight two": c.Probe(weight=2.0),
            "sin x cos z": Twin(c.Probe(kernels=(c.skewed,)), drops="k is symmetric"),
        },
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
        right=(lambda length, diagonal: length * float(np.sqrt(diagonal)), c.KERNELS),
        hypotheses=("k is positive semidefinite",),
        twins={
            "k(x, x) without the root": (lambda length, diagonal: length * float(diagonal), c.KERNELS),
            "‖f‖ alone": (lambda length, diagonal: length, c.KERNELS),
            "‖f‖²": (lambda length, diagonal: length**2, c.KERNELS),
            "(x + z)²": Twin(
                (lambda length, diagonal: length * float(np.sqrt(diagonal)), (c.squared_sum,)),
                drops="k is positive semidefinite",
            ),
        },
    ),
    Claim(
        name="rkhs.uniqueness",
        label="thm-moore-aronszajn",
        says="a kernel has one space: every feature map gives each function the same norm",
        check=c.only_one_space,
        right=c.Spaces(lambda values, F: float(((np.linalg.pinv(F) @ values) ** 2).sum())),
        hypotheses=("k is a kernel",),
        twins={
            "any weights, not the shortest": c.Spaces(
                lambda values, F: float(((np.linalg.pinv(F) @ values + c.unseen(F)) ** 2).sum())
            ),
            "divided by the number of features": c.Spaces(
                lambda values, F: float(((np.linalg.pinv(F) @ values) ** 2).mean())
            ),
            "features of different kernels": Twin(
                c.Spaces(
                    lambda values, F: float(((np.linalg.pinv(F) @ values) ** 2).sum()), c.OTHER_FEATURES
                ),
                drops="k is a kernel",
            ),
        },
    ),
    Claim(
        name="rkhs.any_features",
        label="prop-rkhs-any-features",
        says="‖f‖² = fᵀK⁺f on finitely many points, whatever the features",
        check=c.only_one_space,
        right=c.Spaces(lambda values, F: float(values @ np.linalg.pinv(F @ F.T) @ values)),
        hypotheses=("the values are in the range of K", "the feature space is complete"),
        undropped={
            "the feature space is complete": "no computation with finitely many numbers sees a missing limit"
        },
        twins={
            "K instead of its pseudo-inverse": c.Spaces(lambda values, F: float(values @ F @ F.T @ values)),
            "the length of the values": c.Spaces(lambda values, F: float(values @ values)),
            "values that no function has": Twin(
                c.Spaces(lambda values, F: float(values @ np.linalg.pinv(F @ F.T) @ values), outside=0.5),
                drops="the values are in the range of K",
            ),
        },
    ),
    Claim(
        name="rkhs.minimum_norm",
        label=("thm-minimum-norm", "alg-interpolation"),
        says="the shortest f through the data is Σ αᵢk(·, xᵢ) with Kα = y, and ‖f‖² = yᵀα",
        check=c.is_shortest,
        right=(np.linalg.solve, c.SMOOTH),
        hypotheses=("y is in the range of K",),
        twins={
            "α = y": (lambda K, y: y, c.SMOOTH),
            "(K + I)α = y": (lambda K, y: np.linalg.solve(K + np.eye(len(K)), y), c.SMOOTH),
            "values that no straight line has": Twin(
                (lambda K, y: np.linalg.pinv(K) @ y, c.BENT), drops="y is in the range of K"
            ),
        },
    ),
    Claim(
        name="rkhs.no_function_fits",
        label=("thm-minimum-norm", "alg-interpolation"),
        says="some function of the space has the values y exactly when y is in the range of K",
        check=c.knows_what_fits,
        right=c.in_range,
        hypotheses=(),
        twins={
            "always": lambda K, y: True,
            "exactly if K is invertible": lambda K, y: np.linalg.matrix_rank(K) == len(K),
            "also if y is orthogonal to the range": lambda K, y: (
                c.in_range(K, y) or bool(np.abs(K @ y).max() < 1e-9)
            ),
        },
    ),
    Claim(
        name="rkhs.one_shortest",
        label="thm-minimum-norm",
        says="if Kα = y has several solutions, they all give the same function",
        check=c.gives_one_function,
        right=lambda K: np.linalg.eigh(K)[1][:, 0],
        hypotheses=("both weights solve Kα = y",),
        twins={
            "weights that do not solve it": Twin(
                lambda K: np.linalg.eigh(K)[1][:, -1], drops="both weights solve Kα = y"
            ),
            "no other weights": lambda K: np.zeros(len(K)),
        },
    ),
)
