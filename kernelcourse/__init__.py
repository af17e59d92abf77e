"""kernelcourse: kernel methods in which nothing is taken on trust.

    from kernelcourse import Gaussian, ridge, norm

The names below are imported when they are first used, so that ``import kernelcourse`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOME = {
    "points": "inner_products squared_distances",
    "distances": """Graph cosine_similarity edit_distance edit_distances euclidean geodesic hamming mahalanobis
        manhattan minkowski tolerant_hamming whiten""",
    "validity": "OPEN PROVED REFUTED Certificate Verdict Witness judge",
    "kernels": """AllPairs Bilinear Centered Claimed CommonFragments Constant Cosine CosineSimilarity Diffusion
        ExponentiatedHamming FourierSeries Gaussian Intersection Jaccard Kernel Laplace Linear
        MahalanobisGaussian Matern Minimum Mismatch NeuralTangent Periodic Poisson Polynomial Precomputed
        RandomWalk RationalQuadratic Spectrum Subsequences WeisfeilerLehman WideNetwork exp median_sigma
        polynomial""",
    "laws": "broken_laws",
    "features": "count_of_degree count_up_to gaussian_features gram_features polynomial_features",
    "rkhs": """KernelExpansion evaluation_bound feature feature_distances inner interpolant mean_embedding
        norm""",
    "scale": """Nystroem RandomFourier nystroem random_fourier""",
    "learn": """averaged_perceptron batch_perceptron Belief block_mmd_test classical_mds cross_validate denoise
        elbow evident_process expectation_maximisation folds gaussian_process gradient_descent holdout
        kernel_cca kernel_density kernel_fisher kernel_kmeans kernel_lloyd kernel_logistic kernel_logistic_with_offset
        kernel_mixture kernel_pca kernel_perceptron kmeans knn_classify knn_regress leave_one_out
        left_out_likelihood likeliest_bandwidth linear_mmd_test lloyd margin mmd_squared mmd_test
        most_evident multiclass_perceptron nearest nearest_centroid newton_steps novikoff_bound
        one_against_one online_perceptron pca perceptron preimages primal_ridge procrustes
        random_network ridge ridge_from ridge_path ridge_with_offset scott silverman smo
        streaming_kmeans svm svm_path with_bias""",
}
_MODULE = {name: module for module, names in _HOME.items() for name in names.split()}
__all__ = list(_MODULE)
__version__ = "1.0.0"


def __getattr__(name: str) -> Any:
    if name in _MODULE:
        value = getattr(import_module(f"kernelcourse.{_MODULE[name]}"), name)
        globals()[name] = value
        return value
    try:
        return import_module(f"kernelcourse.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"kernelcourse.{name}":
            raise
    raise AttributeError(f"kernelcourse has no {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
