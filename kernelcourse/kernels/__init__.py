"""Kernels as values: each is one formula, carries its proof, and combines with others into new kernels."""

from kernelcourse.kernels.algebra import (
    Difference,
    Exponential,
    Multiple,
    PolynomialOf,
    Power,
    Product,
    Sum,
    exp,
    polynomial,
)
from kernelcourse.kernels.euclidean import Gaussian, Linear, Polynomial, RationalQuadratic
from kernelcourse.kernels.given import Claimed, Precomputed
from kernelcourse.kernels.kernel import Constant, Kernel
from kernelcourse.kernels.transforms import Centered, Normalised, PullBack, Weighted

__all__ = [
    "Centered",
    "Claimed",
    "Constant",
    "Difference",
    "Exponential",
    "Gaussian",
    "Kernel",
    "Linear",
    "Multiple",
    "Normalised",
    "Polynomial",
    "PolynomialOf",
    "Power",
    "Precomputed",
    "Product",
    "PullBack",
    "RationalQuadratic",
    "Sum",
    "Weighted",
    "exp",
    "polynomial",
]
