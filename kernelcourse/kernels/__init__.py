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
from kernelcourse.kernels.circle import FourierSeries, Poisson
from kernelcourse.kernels.coordinates import Cosine, Laplace, Minimum, Periodic
from kernelcourse.kernels.euclidean import (
    Bilinear,
    CosineSimilarity,
    Gaussian,
    Linear,
    MahalanobisGaussian,
    Matern,
    Polynomial,
    RationalQuadratic,
    median_sigma,
)
from kernelcourse.kernels.given import Claimed, Precomputed
from kernelcourse.kernels.kernel import Constant, Kernel
from kernelcourse.kernels.structured import ExponentiatedHamming, RandomWalk, Spectrum
from kernelcourse.kernels.transforms import Centered, Normalised, PullBack, Weighted

__all__ = [
    "Bilinear",
    "Centered",
    "Claimed",
    "Constant",
    "Cosine",
    "CosineSimilarity",
    "Difference",
    "Exponential",
    "ExponentiatedHamming",
    "FourierSeries",
    "Gaussian",
    "Kernel",
    "Laplace",
    "Linear",
    "MahalanobisGaussian",
    "Matern",
    "Minimum",
    "Multiple",
    "Normalised",
    "Periodic",
    "Poisson",
    "Polynomial",
    "PolynomialOf",
    "Power",
    "Precomputed",
    "Product",
    "PullBack",
    "RandomWalk",
    "RationalQuadratic",
    "Spectrum",
    "Sum",
    "Weighted",
    "exp",
    "median_sigma",
    "polynomial",
]
