"""What is compared: for each task our call, the peer's, the unavoidable work, and a check that the answers agree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from scipy import linalg
from scipy.linalg import lapack
from scipy.sparse.linalg import eigsh
from sklearn.cluster import KMeans
from sklearn.decomposition import KernelPCA
from sklearn.kernel_ridge import KernelRidge
from sklearn.manifold import ClassicalMDS
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.neighbors import KNeighborsClassifier

from benchmarks.clock import Work
from kernelcourse import (
    Gaussian,
    Linear,
    classical_mds,
    kernel_lloyd,
    kernel_pca,
    knn_classify,
    lloyd,
    ridge,
    ridge_path,
    squared_distances,
)

SIGMA = 4.0
GAMMA = 1 / (2 * SIGMA**2)
K = Gaussian(SIGMA)
LAMS = np.logspace(-4, 2, 20)


@dataclass(frozen=True)
class Task:
    """One line of the table."""

    name: str
    size: str
    ours: Work
    peer: Work
    floor: Work
    target: float  # ours ÷ peer is meant to be at most this
    floor_target: float | None = None  # ours ÷ floor, where that is promised too
    agree: Callable[[], None] | None = (
        None  # AssertionError if the two answers differ; None: the work is compared only
    )


def points(n: int, d: int = 20) -> tuple[Any, Any]:
    rng = np.random.default_rng(n)
    X = rng.normal(size=(n, d))
    return X, np.sin(X[:, 0]) + 0.1 * rng.normal(size=n)


def gram(n: int) -> Task:
    X, _ = points(n)

    return Task(
        "Gaussian Gram matrix",
        f"n={n} d=20",
        lambda: K(X),
        lambda: rbf_kernel(X, gamma=GAMMA),
        lambda: gemm_and_exp(X),
        0.95,
        1.15,
        lambda: np.testing.assert_allclose(K(X), rbf_kernel(X, gamma=GAMMA), atol=1e-12),
    )


def gemm_and_exp(X: Any) -> Any:
    scaled = X / SIGMA
    product = scaled @ scaled.T
    return np.exp(np.negative(product, out=product), out=product)


def ridge_fit(n: int) -> Task:
    X, y = points(n)

    def peer() -> Any:
        return KernelRidge(alpha=0.1, kernel="rbf", gamma=GAMMA).fit(X, y)

    def floor() -> None:
        A = gemm_and_exp(X)
        A.flat[:: n + 1] += n
        lapack.dpotrf(A.T, lower=True, overwrite_a=True, clean=False)

    def agree() -> None:
        np.testing.assert_allclose(ridge(K, X, y, 0.1).weights, peer().dual_coef_, atol=1e-8)

    return Task("ridge fit", f"n={n}", lambda: ridge(K, X, y, 0.1), peer, floor, 0.75, None, agree)


def path(n: int) -> Task:
    X, y = points(n)

    def peer() -> Any:
        return [KernelRidge(alpha=lam, kernel="rbf", gamma=GAMMA).fit(X, y) for lam in LAMS]

    def floor() -> None:
        A = gemm_and_exp(X)
        linalg.eigh(A.T, driver="evd", overwrite_a=True, check_finite=False)

    def agree() -> None:
        for mine, theirs in zip(ridge_path(K, X, y, LAMS).weights, peer()):
            np.testing.assert_allclose(mine, theirs.dual_coef_, rtol=1e-5, atol=1e-6)

    return Task(
        "ridge path, 20 λ + leave-one-out",
        f"n={n}",
        lambda: ridge_path(K, X, y, LAMS),
        peer,
        floor,
        0.25,
        None,
        agree,
    )


def components(n: int) -> Task:
    X, _ = points(n)

    def peer() -> Any:
        return KernelPCA(10, kernel="rbf", gamma=GAMMA).fit(X)

    def floor() -> None:
        eigsh(gemm_and_exp(X), 10, v0=np.cos(np.arange(n)))

    def agree() -> None:
        np.testing.assert_allclose(kernel_pca(K, X, 10).variances * n, peer().eigenvalues_, rtol=1e-9)

    return Task(
        "kernel PCA, 10 components", f"n={n}", lambda: kernel_pca(K, X, 10), peer, floor, 0.6, None, agree
    )


def scaling(n: int) -> Task:
    D = np.sqrt(squared_distances(points(n)[0]))

    def peer() -> Any:
        return ClassicalMDS(2, metric="precomputed").fit(D)

    def agree() -> None:
        ours, theirs = classical_mds(D, 2).points, peer().embedding_
        np.testing.assert_allclose(np.abs(ours), np.abs(theirs), atol=1e-8)

    return Task(
        "classical MDS, 2-D",
        f"n={n}",
        lambda: classical_mds(D, 2),
        peer,
        lambda: eigsh(-np.square(D), 2, which="LA", v0=np.cos(np.arange(n))),
        0.2,
        None,
        agree,
    )


def clusters_in_h(n: int) -> Task | None:
    """tslearn's loop, called below its input checks; it takes ‖μ‖ for 1, so the work is compared, not the labels."""
    try:
        import warnings

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from tslearn.clustering import KernelKMeans
    except ImportError:
        return None
    X, _ = points(n)
    start = np.random.RandomState(0).randint(10, size=n)
    steps = (sum(1 for _ in kernel_lloyd(K, X, start, 10)) - 1) // 2

    def ours() -> Any:
        return list(islice(kernel_lloyd(K, X, start, 10), 1 + 2 * steps))

    def peer() -> Any:
        model = KernelKMeans(10, kernel="rbf", kernel_params={"gamma": GAMMA}, max_iter=steps, tol=-1)
        model.sample_weight_ = np.ones(n)
        return model._fit_one_init(rbf_kernel(X, gamma=GAMMA), np.random.RandomState(0))

    def floor() -> None:
        A, members = gemm_and_exp(X), np.eye(10)[start]
        for _ in range(steps):
            A @ members

    return Task("kernel k-means, 10 clusters", f"n={n} {steps} steps", ours, peer, floor, 0.5)


def clusters(n: int) -> Task:
    X, _ = points(n, 10)
    centers = X[:10].copy()

    def ours() -> Any:
        *_, end = lloyd(X, centers)
        return end

    def peer() -> Any:
        return KMeans(10, init=centers, n_init=1, tol=0, max_iter=10_000).fit(X)

    steps = peer().n_iter_

    def floor() -> None:
        for _ in range(steps):
            np.argmin(X @ centers.T, axis=1)

    def agree() -> None:
        np.testing.assert_array_equal(ours().labels, peer().labels_)

    return Task("k-means, 10 clusters", f"n={n} d=10 {steps} steps", ours, peer, floor, 1.2, None, agree)


def neighbours(n: int) -> Task:
    X, _ = points(n)
    Z, labels = points(2000)[0], np.random.default_rng(1).integers(2, size=n)

    def ours() -> Any:
        return knn_classify(Linear(), X, labels, 5)(Z)

    def peer() -> Any:
        return KNeighborsClassifier(5, algorithm="brute").fit(X, labels).predict(Z)

    def agree() -> None:
        np.testing.assert_array_equal(ours(), peer())

    return Task("5 nearest neighbours", f"n={n}, 2000 queries", ours, peer, lambda: Z @ X.T, 1.0, None, agree)


def prediction(m: int) -> Task:
    X, y = points(2000)
    f, model = ridge(K, X, y, 0.1), KernelRidge(alpha=0.1, kernel="rbf", gamma=GAMMA).fit(X, y)
    Z = np.random.default_rng(2).normal(size=(m, 20))

    def floor() -> None:
        for start in range(0, m, 2000):
            block = Z[start : start + 2000] @ X.T
            np.exp(block, out=block) @ y

    def agree() -> None:
        np.testing.assert_allclose(f(Z[:5000]), model.predict(Z[:5000]), atol=1e-9)

    return Task(
        f"predicting {m} points", "from 2000", lambda: f(Z), lambda: model.predict(Z), floor, 1.0, None, agree
    )


def table_of_tasks() -> Iterator[Task]:
    """All tasks at the sizes of the table."""
    yield gram(4000)
    yield ridge_fit(4000)
    yield path(1500)
    yield components(2000)
    yield scaling(2000)
    in_h = clusters_in_h(2000)
    if in_h is None:
        print("kernel k-means is not compared: tslearn is not installed (pip install tslearn)")
    else:
        yield in_h
    yield clusters(20_000)
    yield neighbours(10_000)
    yield prediction(200_000)


GROWTH = {
    "Gaussian Gram matrix": gram,
    "ridge fit": ridge_fit,
    "ridge path": path,
    "kernel PCA": components,
    "classical MDS": scaling,
    "k-means": clusters,
    "5 nearest neighbours": neighbours,
}
