"""The learners: each a plain function whose return value is the minimiser."""

from kernelcourse.learn.bandwidth import left_out_likelihood, likeliest_bandwidth, scott, silverman
from kernelcourse.learn.cca import CanonicalCorrelation, kernel_cca
from kernelcourse.learn.density import Density, kernel_density
from kernelcourse.learn.evidence import Belief, evidence, evident_process, most_evident
from kernelcourse.learn.fisher import FisherDiscriminant, kernel_fisher
from kernelcourse.learn.gaussian_process import GaussianProcess, gaussian_process
from kernelcourse.learn.kernel_kmeans import KernelClusters, KernelLloydState, kernel_kmeans, kernel_lloyd
from kernelcourse.learn.kmeans import Clusters, Elbow, elbow, kmeans
from kernelcourse.learn.lloyd import LloydState, lloyd
from kernelcourse.learn.logistic import (
    NewtonState,
    kernel_logistic,
    kernel_logistic_with_offset,
    newton_steps,
)
from kernelcourse.learn.mds import MDS, classical_mds
from kernelcourse.learn.mixture import KernelMixture, Mixture, expectation_maximisation, kernel_mixture
from kernelcourse.learn.mmd import TwoSampleTest, block_mmd_test, linear_mmd_test, mmd_squared, mmd_test
from kernelcourse.learn.multiclass import MulticlassPerceptron, multiclass_perceptron
from kernelcourse.learn.neighbours import (
    NearestCentroid,
    knn_classify,
    knn_regress,
    nearest_centroid,
)
from kernelcourse.learn.pca import PCA, KernelPCA, kernel_pca, pca
from kernelcourse.learn.perceptron import (
    PerceptronState,
    averaged_perceptron,
    batch_perceptron,
    kernel_perceptron,
    margin,
    novikoff_bound,
    online_perceptron,
    perceptron,
    with_bias,
)
from kernelcourse.learn.preimage import denoise, preimages
from kernelcourse.learn.procrustes import Procrustes, procrustes
from kernelcourse.learn.ranking import Neighbours, nearest
from kernelcourse.learn.ridge import WithOffset, primal_ridge, ridge, ridge_from, ridge_with_offset
from kernelcourse.learn.ridge_path import RidgePath, ridge_path
from kernelcourse.learn.ridge_routes import dual_route, primal_route, svd_route, woodbury_route
from kernelcourse.learn.seeding import (
    choose_farthest,
    choose_plus_plus,
    farthest_points,
    nearest_chosen,
    plus_plus,
    plus_plus_probabilities,
    random_partition,
    random_points,
)
from kernelcourse.learn.streaming_kmeans import StreamState, streaming_kmeans, streaming_kmeans_passes
from kernelcourse.learn.svm import (
    OneAgainstOne,
    SmoState,
    SupportVectorMachine,
    one_against_one,
    smo,
    svm,
    svm_path,
)
from kernelcourse.learn.validation import (
    cross_validate,
    folds,
    holdout,
    leave_one_out,
    misclassified,
    sign_error,
    squared_error,
)
from kernelcourse.learn.wide_network import DescentState, Network, gradient_descent, random_network

__all__ = [
    "Belief",
    "CanonicalCorrelation",
    "DescentState",
    "Network",
    "gradient_descent",
    "random_network",
    "Clusters",
    "Density",
    "Elbow",
    "FisherDiscriminant",
    "GaussianProcess",
    "KernelClusters",
    "KernelLloydState",
    "KernelMixture",
    "KernelPCA",
    "LloydState",
    "MDS",
    "Mixture",
    "NearestCentroid",
    "Neighbours",
    "OneAgainstOne",
    "NewtonState",
    "PCA",
    "PerceptronState",
    "Procrustes",
    "RidgePath",
    "SmoState",
    "StreamState",
    "SupportVectorMachine",
    "TwoSampleTest",
    "WithOffset",
    "averaged_perceptron",
    "batch_perceptron",
    "block_mmd_test",
    "choose_farthest",
    "choose_plus_plus",
    "classical_mds",
    "cross_validate",
    "denoise",
    "dual_route",
    "elbow",
    "evidence",
    "evident_process",
    "expectation_maximisation",
    "farthest_points",
    "folds",
    "gaussian_process",
    "holdout",
    "kernel_cca",
    "kernel_density",
    "kernel_fisher",
    "kernel_kmeans",
    "kernel_lloyd",
    "kernel_logistic",
    "kernel_logistic_with_offset",
    "kernel_mixture",
    "kernel_pca",
    "kernel_perceptron",
    "kmeans",
    "knn_classify",
    "knn_regress",
    "leave_one_out",
    "left_out_likelihood",
    "likeliest_bandwidth",
    "linear_mmd_test",
    "lloyd",
    "margin",
    "misclassified",
    "mmd_squared",
    "mmd_test",
    "most_evident",
    "multiclass_perceptron",
    "MulticlassPerceptron",
    "nearest",
    "nearest_centroid",
    "nearest_chosen",
    "newton_steps",
    "novikoff_bound",
    "one_against_one",
    "online_perceptron",
    "pca",
    "perceptron",
    "plus_plus",
    "plus_plus_probabilities",
    "preimages",
    "primal_ridge",
    "primal_route",
    "procrustes",
    "random_partition",
    "random_points",
    "ridge",
    "ridge_from",
    "ridge_path",
    "ridge_with_offset",
    "scott",
    "sign_error",
    "silverman",
    "smo",
    "squared_error",
    "streaming_kmeans",
    "streaming_kmeans_passes",
    "svd_route",
    "svm",
    "svm_path",
    "with_bias",
    "woodbury_route",
]
