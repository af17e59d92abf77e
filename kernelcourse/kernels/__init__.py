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
from kernelcourse.kernels.diffusion import Diffusion
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
from kernelcourse.kernels.hamming import ExponentiatedHamming
from kernelcourse.kernels.kernel import Constant, Kernel
from kernelcourse.kernels.networks import NeuralTangent, WideNetwork
from kernelcourse.kernels.random_walk import RandomWalk
from kernelcourse.kernels.sets import AllPairs, Intersection, Jaccard
from kernelcourse.kernels.strings import Mismatch, Spectrum
from kernelcourse.kernels.subsequences import Subsequences
from kernelcourse.kernels.transforms import Centered, Normalised, PullBack, Weighted
from kernelcourse.kernels.trees import CommonFragments
from kernelcourse.kernels.weisfeiler_lehman import WeisfeilerLehman

__all__ = [
    "AllPairs",
    "Bilinear",
    "Centered",
    "Claimed",
    "CommonFragments",
    "Constant",
    "Cosine",
    "CosineSimilarity",
    "Difference",
    "Diffusion",
    "Exponential",
    "ExponentiatedHamming",
    "FourierSeries",
    "Gaussian",
    "Intersection",
    "Jaccard",
    "Kernel",
    "Laplace",
    "Linear",
    "MahalanobisGaussian",
    "Matern",
    "Minimum",
    "Mismatch",
    "Multiple",
    "NeuralTangent",
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
    "Subsequences",
    "Sum",
    "Weighted",
    "WideNetwork",
    "WeisfeilerLehman",
    "exp",
    "median_sigma",
    "polynomial",
]
