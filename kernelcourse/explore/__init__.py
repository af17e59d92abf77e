"""Explorers: pictures with knobs, and checks with text boxes.

    from kernelcourse import explore
    explore.gaussian_width()

| call | shows |
|---|---|
| `unit_balls()` | Minkowski and Mahalanobis distances by their unit balls |
| `neighbours()` | nearest neighbours and their vote under several kernels and distances |
| `gaussian_width()` | σ from the identity to all ones: Gram matrix and eigenvalues |
| `polynomial_features()` | how many features (x·z + 1)ᵖ stands for |
| `lifted_rings()` | rings in polar, squared and quadratic features |
| `closure()` | kernels built from kernels: proof, spectrum, refutation |
| `court(formula)` | a typed k(x, z): proved, refuted or open |
| `reproducing()`, `fourier_space()` | f(x) as an inner product; what each frequency costs |
| `ridge()`, `kernel_pca()`, `city_map()` | ridge regression, kernel PCA, classical MDS |
| `kmeans()`, `perceptron()` | step by step through the learner's own states |
| `gaussian_process()` | functions drawn from prior and posterior as points are added |
| `logistic()` | probabilities against λ and σ |
| `canonical()` | what two descriptions agree on, on old pairs and on new ones |
| `density()` | the window and its width against the estimate |
| `two_samples()` | where two samples differ, and whether chance would do |
| `svm()` | margin and support vectors against C and σ |
| `approximation()`, `cost_of_scale()` | a fit with few features; the bill for n points |
| `word_kernels()`, `graph_kernels()` | what words, and small graphs, have in common |
| `soft_clusters()` | EM for two Gaussians, in the plane and through a kernel |
| `wide_network()` | a network trained beside its kernel |
| `derivation(name)` | a derivation of the library, line by line, with wrong lines to try |

An author writes one line in a notebook. Jupyter shows live widgets; the published page shows the same
pictures, drawn beforehand, behind ordinary controls; the stored output is text that the tests compare.
"""

from collections.abc import Callable

from kernelcourse.explore.approximation import approximation
from kernelcourse.explore.canonical import canonical
from kernelcourse.explore.city_map import city_map
from kernelcourse.explore.closure import closure
from kernelcourse.explore.cost_of_scale import cost_of_scale
from kernelcourse.explore.court_check import KernelCourt, court
from kernelcourse.explore.density import density
from kernelcourse.explore.derivation_check import DerivationCheck, derivation
from kernelcourse.explore.explorer import Explorer
from kernelcourse.explore.fourier_space import fourier_space
from kernelcourse.explore.gaussian_process import gaussian_process
from kernelcourse.explore.gaussian_width import gaussian_width
from kernelcourse.explore.graph_kernels import graph_kernels
from kernelcourse.explore.lifted_rings import lifted_rings
from kernelcourse.explore.logistic import logistic
from kernelcourse.explore.neighbours import neighbours
from kernelcourse.explore.polynomial_features import polynomial_features
from kernelcourse.explore.reproducing import reproducing
from kernelcourse.explore.soft_clusters import soft_clusters
from kernelcourse.explore.svm import svm
from kernelcourse.explore.touched import kernel_pca, kmeans, perceptron, ridge
from kernelcourse.explore.two_samples import two_samples
from kernelcourse.explore.unit_balls import unit_balls
from kernelcourse.explore.wide_network import wide_network
from kernelcourse.explore.word_kernels import word_kernels

EXPLORERS: dict[str, Callable[[], Explorer]] = {
    "polynomial_features": polynomial_features,
    "lifted_rings": lifted_rings,
    "gaussian_width": gaussian_width,
    "closure": closure,
    "reproducing": reproducing,
    "fourier_space": fourier_space,
    "ridge": ridge,
    "kernel_pca": kernel_pca,
    "city_map": city_map,
    "kmeans": kmeans,
    "perceptron": perceptron,
    "unit_balls": unit_balls,
    "neighbours": neighbours,
    "approximation": approximation,
    "cost_of_scale": cost_of_scale,
    "soft_clusters": soft_clusters,
    "word_kernels": word_kernels,
    "graph_kernels": graph_kernels,
    "svm": svm,
    "gaussian_process": gaussian_process,
    "logistic": logistic,
    "wide_network": wide_network,
    "density": density,
    "two_samples": two_samples,
    "canonical": canonical,
}

__all__ = [
    "DerivationCheck",
    "EXPLORERS",
    "Explorer",
    "KernelCourt",
    "approximation",
    "canonical",
    "city_map",
    "closure",
    "cost_of_scale",
    "court",
    "density",
    "derivation",
    "fourier_space",
    "gaussian_process",
    "gaussian_width",
    "graph_kernels",
    "kernel_pca",
    "kmeans",
    "lifted_rings",
    "logistic",
    "neighbours",
    "perceptron",
    "polynomial_features",
    "reproducing",
    "ridge",
    "svm",
    "soft_clusters",
    "two_samples",
    "unit_balls",
    "wide_network",
    "word_kernels",
]
