"""How far the answer of each learner is from that of an independent program, on the same small problem."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.cluster import KMeans
from sklearn.cross_decomposition import CCA
from sklearn.decomposition import PCA, KernelPCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.exceptions import ConvergenceWarning
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LogisticRegression
from sklearn.manifold import ClassicalMDS
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.mixture import GaussianMixture
from sklearn.neighbors import KernelDensity, KNeighborsRegressor
from sklearn.svm import SVC

import kernelcourse as kc
from kernelcourse.learn import kernel_cca, kernel_fisher, mmd_squared

N, SIGMA = 80, 1.5
GAMMA = 1 / (2 * SIGMA**2)
RNG = np.random.default_rng(0)
X = RNG.standard_normal((N, 3))
Z = RNG.standard_normal((40, 3))
Y = np.sin(X[:, 0]) + 0.2 * RNG.standard_normal(N)
SIGNS = np.where(Y > 0, 1.0, -1.0)
K = kc.Gaussian(SIGMA)


@dataclass(frozen=True)
class Distance:
    """The largest difference, and the largest that is allowed."""

    learner: str
    oracle: str
    found: float
    allowed: float

    @property
    def verdict(self) -> str:
        return "agrees" if self.found <= self.allowed else "DIFFERS"


def apart(ours: Any, theirs: Any) -> float:
    return float(np.max(np.abs(np.asarray(ours) - np.asarray(theirs))))


def up_to_sign(ours: Any, theirs: Any) -> float:
    return apart(np.abs(ours), np.abs(theirs))


def unit(w: Any) -> Any:
    return np.asarray(w) / np.linalg.norm(w, axis=0)


def process() -> float:
    peer = GaussianProcessRegressor(RBF(SIGMA), optimizer=None, alpha=0.1).fit(X, Y)
    mean, spread = peer.predict(Z, return_std=True)
    ours = kc.gaussian_process(K, X, Y, 0.1)
    return max(apart(ours.mean(Z), mean), apart(np.sqrt(ours.variance(Z)), spread))


def clusters() -> float:
    *_, end = kc.lloyd(X, X[:4])
    return apart(end.labels, KMeans(4, init=X[:4], n_init=1, tol=0).fit(X).labels_)


def fisher() -> float:
    classes = np.digitize(X[:, 1], [-0.5, 0.5])
    ours = kernel_fisher(kc.Linear(), X, classes, 1e-6)
    peer = LinearDiscriminantAnalysis(solver="eigen").fit(X, classes)
    return up_to_sign(unit(X.T @ ours.directions.weights), unit(peer.scalings_[:, :2]))


def correlation() -> float:
    other = np.column_stack([X[:, 0] + 0.5 * Y, X[:, 1] ** 2])
    f, g = kernel_cca(kc.Linear(), X, kc.Linear(), other, 1e-9, 1).scores(X, other)
    u, v = CCA(1, scale=False, tol=1e-12, max_iter=100_000).fit(X, other).transform(X, other)
    return max(up_to_sign(unit(f), unit(u)), up_to_sign(unit(g), unit(v)))


def mixture() -> float:
    """Both start from the same Gaussians, take the same number of steps and have no prior."""
    first, *_, end = kc.expectation_maximisation(X, np.arange(N) % 2, 2, steps=40, prior=0)
    peer = GaussianMixture(
        2,
        weights_init=first.shares,
        means_init=first.means,
        precisions_init=np.linalg.inv(first.covariances),
        reg_covar=0,
        tol=0,
        max_iter=39,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # it was asked for 39 steps, not for convergence
        return apart(end.responsibilities(Z), peer.fit(X).predict_proba(Z))


def mmd() -> float:
    means = [rbf_kernel(A, B, gamma=GAMMA).mean() for A, B in ((X, X), (Z, Z), (X, Z))]
    return apart(mmd_squared(K, X, Z), means[0] + means[1] - 2 * means[2])


COMPARED: tuple[tuple[str, str, Callable[[], float], float], ...] = (
    (
        "ridge",
        "sklearn KernelRidge",
        lambda: apart(
            kc.ridge(K, X, Y, 0.1)(Z), KernelRidge(alpha=0.1, kernel="rbf", gamma=GAMMA).fit(X, Y).predict(Z)
        ),
        1e-10,
    ),
    ("pca", "sklearn PCA", lambda: up_to_sign(kc.pca(X, 2).scores(Z), PCA(2).fit(X).transform(Z)), 1e-10),
    (
        "kernel_pca",
        "sklearn KernelPCA",
        lambda: up_to_sign(
            kc.kernel_pca(K, X, 3).scores(Z), KernelPCA(3, kernel="rbf", gamma=GAMMA).fit(X).transform(Z)
        ),
        1e-9,
    ),
    (
        "classical_mds",
        "sklearn ClassicalMDS",
        lambda: up_to_sign(kc.classical_mds(kc.euclidean(X), 2).points, ClassicalMDS(2).fit(X).embedding_),
        1e-8,
    ),
    ("lloyd", "sklearn KMeans, same start", clusters, 0.0),
    (
        "knn_regress",
        "sklearn KNeighborsRegressor",
        lambda: apart(kc.knn_regress(kc.Linear(), X, Y, 3)(Z), KNeighborsRegressor(3).fit(X, Y).predict(Z)),
        1e-12,
    ),
    (
        "svm",
        "sklearn SVC, both to 1e-8",
        lambda: apart(
            kc.svm(K, X, SIGNS, 2.0, 1e-8)(Z),
            SVC(C=2.0, gamma=GAMMA, tol=1e-8).fit(X, SIGNS).decision_function(Z),
        ),
        1e-6,
    ),
    (
        "kernel_logistic_with_offset",
        "sklearn LogisticRegression, C = 1/2λ",
        lambda: apart(
            kc.kernel_logistic_with_offset(kc.Linear(), X, SIGNS, 0.5)(Z),
            LogisticRegression(C=1.0, tol=1e-12, max_iter=10_000).fit(X, SIGNS).decision_function(Z),
        ),
        1e-5,
    ),
    ("gaussian_process", "sklearn GaussianProcessRegressor", process, 1e-8),
    (
        "kernel_density",
        "sklearn KernelDensity",
        lambda: apart(
            kc.kernel_density(X, 0.4)(Z), np.exp(KernelDensity(bandwidth=0.4).fit(X).score_samples(Z))
        ),
        1e-12,
    ),
    ("expectation_maximisation", "sklearn GaussianMixture, 39 steps", mixture, 1e-8),
    ("mmd_squared", "means of sklearn rbf_kernel", mmd, 1e-12),
    ("kernel_fisher", "sklearn LinearDiscriminantAnalysis, λ = 1e-6", fisher, 1e-6),
    ("kernel_cca", "sklearn CCA, λ = 1e-9", correlation, 1e-6),
)


def distances() -> Iterator[Distance]:
    """One line for each learner with an oracle."""
    for learner, oracle, measure, allowed in COMPARED:
        yield Distance(learner, oracle, measure(), allowed)
