"""Claims of the chapter on multidimensional scaling."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import agrees_with, equals, same
from kernelcourse.claims.claim import Claim
from kernelcourse.kernels import Polynomial
from kernelcourse.learn.mds import classical_mds
from kernelcourse.learn.pca import kernel_pca, pca
from kernelcourse.learn.procrustes import procrustes
from kernelcourse.points import Array, squared_distances

Matrix = list[list[Fraction]]

POINTS = [[2, 1], [3, 2], [4, 2], [5, 4], [6, 5], [3, 3]]
CITY_NAMES, CITY = datasets.cities()
AROUND = np.array([[0.0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0]])  # a walk around a square


def _squared_distances() -> Matrix:
    return [[Fraction(sum((a - b) ** 2 for a, b in zip(x, z, strict=True))) for z in POINTS] for x in POINTS]


def _double_centre(squares: Matrix, factor: Fraction = Fraction(-1, 2), columns: bool = True) -> Matrix:
    """factor · J D⁽²⁾ J: subtract each row's mean, then each column's."""
    rows = [[entry - sum(row) / len(row) for entry in row] for row in squares]
    means = [
        sum(column, Fraction(0)) / len(rows) if columns else Fraction(0) for column in zip(*rows, strict=True)
    ]
    return [[factor * (entry - mean) for entry, mean in zip(row, means, strict=True)] for row in rows]


def _gives_gram_of_centred_points(double_centre: Callable[[Matrix], Matrix]) -> bool:
    """applied to the squared distances of six integer points it gives ⟨xᵢ − x̄, xⱼ − x̄⟩, in exact fractions"""
    middle = [Fraction(sum(axis), len(POINTS)) for axis in zip(*POINTS, strict=True)]
    centred = [[value - mean for value, mean in zip(x, middle, strict=True)] for x in POINTS]
    gram = [[sum(a * b for a, b in zip(x, z, strict=True)) for z in centred] for x in centred]
    return double_centre(_squared_distances()) == gram


def _is_the_table(D: Array) -> bool:
    """symmetric, zero diagonal, lower triangle 63769, and no detour over a third city is shorter"""
    n = len(D)
    detours = all(D[i, j] <= D[i, k] + D[k, j] for i in range(n) for j in range(n) for k in range(n))
    return bool(np.array_equal(D, D.T) and not np.diagonal(D).any() and np.tril(D).sum() == 63769 and detours)


def _changed(i: str, j: str, miles: float) -> Array:
    D = CITY.copy()
    a, b = CITY_NAMES.index(i), CITY_NAMES.index(j)
    D[a, b] = D[b, a] = miles
    return D


def _centring(shift: Callable[[int], Array]) -> bool:
    """J1 = 0, JJ = J, J = Jᵀ and JX = X − x̄ for six points"""
    J, X = shift(6), datasets.toy_b()
    ones = np.ones(6)
    return same(J @ ones, 0 * ones) and same(J @ J, J) and same(J, J.T) and same(J @ X, X - X.mean(axis=0))


def _double(D: Array) -> Array:
    J = np.eye(len(D)) - 1 / len(D)
    return -J @ D**2 @ J / 2


def _draws_the_map(algorithm: Callable[[Array, int], Array]) -> bool:
    """distances of six points of the plane come back to 1e-9, and those of the ten cities to 5.44 miles rms"""
    flat = np.sqrt(squared_distances(datasets.toy_b()))
    gap = np.sqrt(squared_distances(algorithm(CITY, 2))) - CITY
    rms = np.sqrt((gap[np.tril_indices(10, -1)] ** 2).mean())
    return same(np.sqrt(squared_distances(algorithm(flat, 2))), flat) and bool(5.43 < rms < 5.44)


def _top(B: Array, p: int) -> tuple[Array, Array]:
    values, vectors = np.linalg.eigh(B)
    return values[::-1][:p], vectors[:, ::-1][:, :p]


def _coordinates(D: Array, p: int, power: float = 0.5, squared: bool = True, factor: float = 1.0) -> Array:
    values, vectors = _top(factor * _double(D if squared else np.sqrt(D)), p)
    return vectors * np.abs(values) ** power


def _same_shape_of_map(motion: Callable[[Array], Array]) -> bool:
    """the ten cities keep their 45 distances, to 1e-9, and the coordinates change"""
    Y = classical_mds(CITY, 2).points
    moved = motion(Y)
    return same(np.sqrt(squared_distances(moved)), np.sqrt(squared_distances(Y))) and not same(moved, Y)


def _lays_one_over_the_other(rotation: Callable[[Array, Array], Array]) -> bool:
    """six centred points are laid on their turned copy, to 1e-9"""
    X = datasets.toy_b() - datasets.toy_b().mean(axis=0)
    Y = X @ np.array([[0.6, 0.8], [-0.8, 0.6]])  # a reflection would be its own transpose, and tell less
    return same(X @ rotation(X, Y), Y) and same(procrustes(X, Y).aligned, Y)


def _rotation(X: Array, Y: Array) -> Array:
    P, _, Qt = np.linalg.svd(X.T @ Y)
    return P @ Qt


def _euclidean(test: Callable[[Array], bool]) -> bool:
    """says yes to six points of the plane and to a simplex, no to the walk around a square and to the cities"""
    simplex = np.sqrt(2) * (1 - np.eye(5))
    flat = np.sqrt(squared_distances(datasets.toy_b()))
    return [test(D) for D in (flat, simplex, AROUND, CITY)] == [True, True, False, False]


def _no_negative_eigenvalue(D: Array) -> bool:
    values = np.linalg.eigvalsh(_double(D))
    return bool(values[0] > -1e-9 * values[-1])


def _triangles(D: Array) -> bool:
    n = range(len(D))
    return all(D[i, j] <= D[i, k] + D[k, j] + 1e-9 for i in n for j in n for k in n)


def _nearest_gram(approximation: Callable[[Array], Array]) -> bool:
    """of rank ≤ 2, PSD, and no nearer to B than 2000 random PSD matrices of rank 2 around it are"""
    B = _double(CITY) / 1e6
    best = approximation(B)
    values = np.linalg.eigvalsh(best)
    if (values > 1e-9).sum() > 2 or values[0] < -1e-9:
        return False
    distance, rng = np.linalg.norm(B - best), np.random.default_rng(0)
    lam, U = _top(B, 2)
    for size in (1e-3, 1e-2, 1e-1, 1.0):
        for _ in range(500):
            Y = U * np.sqrt(lam) + size * rng.standard_normal((10, 2))
            if np.linalg.norm(B - Y @ Y.T) < distance - 1e-12:
                return False
    return True


def _is_pca(scaling: Callable[[Array], Array]) -> bool:
    """equals the principal component scores of six points, up to the sign of each column"""
    X = datasets.toy_b()
    return same(np.abs(scaling(X)), np.abs(pca(X, 2).scores(X)))


def _is_kernel_pca(squares: Callable[[Array], Array]) -> bool:
    """−½JD⁽²⁾J = JKJ for the quadratic kernel on six points, and the map equals the kernel PCA scores"""
    X, k = datasets.toy_b(), Polynomial(degree=2)
    K = k(X)
    J = np.eye(6) - 1 / 6
    D2 = squares(K)
    if not same(-J @ D2 @ J / 2, J @ K @ J):
        return False
    mapped = classical_mds(np.sqrt(np.maximum(D2, 0)), 2).points
    return same(np.abs(mapped), np.abs(kernel_pca(k, X, 2).scores(X)))


def _kernel_squares(K: Array) -> Array:
    return np.diagonal(K)[:, None] + np.diagonal(K) - 2 * K


def _puts_cities_back(place: Callable[..., Array]) -> bool:
    """each of the ten cities, given its distances to all ten, is put back at its own place"""
    found = classical_mds(CITY, 2)
    lam = found.eigenvalues[:2]
    r = (CITY**2).mean(axis=1)
    return all(same(place(found.points, lam, r, CITY[i]), found.points[i], 1e-8) for i in range(10))


def _gap(i: int, j: int, sign: int = -2) -> float:
    X = datasets.toy_b()
    return float(X[i] @ X[i] + sign * (X[i] @ X[j]) + X[j] @ X[j])


def _fit(values: Array, p: int) -> float:
    return float(values[:p].sum() / np.abs(values).sum())


def _stress(told: Array, shown: Array) -> float:
    return float(np.sqrt(((told - shown) ** 2).sum() / (told**2).sum()))


def _city_stress(formula: Callable[[Array, Array], float]) -> bool:
    """.003439 for the map of the ten cities, and unchanged when miles become kilometres"""
    lower = np.tril_indices(10, -1)
    told = CITY[lower]
    shown = np.sqrt(squared_distances(classical_mds(CITY, 2).points))[lower]
    return same(formula(told, shown), 0.003439, 5e-7) and same(
        formula(1.6 * told, 1.6 * shown), formula(told, shown)
    )


def _zero_diagonal(smallest: Callable[[float], float]) -> bool:
    """is the smallest eigenvalue of [[0, t], [t, 0]] for t = −3, −1, ½, 2"""
    return all(
        same(smallest(t), np.linalg.eigvalsh(np.array([[0, t], [t, 0]]))[0]) for t in (-3.0, -1.0, 0.5, 2.0)
    )


def _turn(angle: float) -> Array:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def _place(Y: Array, lam: Array, r: Array, delta: Array, factor: float = 0.5) -> Array:
    return factor * (Y.T @ (r - delta**2)) / lam


def _eigenvalue_twin(p: int = 2) -> Callable[[Array], Array]:
    def approximation(B: Array) -> Array:
        values, vectors = np.linalg.eigh(B)
        chosen = np.argsort(-np.abs(values))[-p:]
        return (vectors[:, chosen] * np.maximum(values[chosen], 0)) @ vectors[:, chosen].T

    return approximation


def _best(B: Array) -> Array:
    values, vectors = _top(B, 2)
    return (vectors * np.maximum(values, 0)) @ vectors.T


def _scaled(X: Array, squared: bool = True) -> Array:
    D = np.sqrt(squared_distances(X))
    return classical_mds(D if squared else np.sqrt(D), 2).points


_PAIRS = [(i, j) for i in range(6) for j in range(6)]
_EXACT: dict[str, Any] = {"the factor ½ is dropped": lambda squares: _double_centre(squares, Fraction(-1))}

CLAIMS = (
    Claim(
        name="mds.city_table",
        label="ex-mds-cities",
        says="the ten-city table is a metric whose 45 distances add up to 63,769 miles",
        check=_is_the_table,
        right=CITY,
        twins={
            "the standard 2408 in place of the printed 2406": _changed("New York", "Seattle", 2408),
            "Atlanta–Chicago and Atlanta–Denver exchanged": _changed("Atlanta", "Chicago", 1212)
            + _changed("Atlanta", "Denver", 587)
            - CITY,
            "only the lower triangle filled": np.tril(CITY),
        },
    ),
    Claim(
        name="mds.zero_diagonal",
        label="prop-mds-zero-diagonal",
        says="a matrix with zero diagonal and an entry t ≠ 0 has an eigenvalue ≤ −|t| and is no Gram matrix",
        check=_zero_diagonal,
        right=lambda t: -abs(t),
        twins={
            "the sign of t is kept": lambda t: -t,
            "the smallest eigenvalue is the diagonal": lambda t: 0.0,
        },
    ),
    Claim(
        name="mds.expand",
        label="eq-mds-expand",
        says="‖x − z‖² = ⟨x, x⟩ − 2⟨x, z⟩ + ⟨z, z⟩",
        check=agrees_with(
            lambda i, j: float(((datasets.toy_b()[i] - datasets.toy_b()[j]) ** 2).sum()),
            _PAIRS,
            tolerance=0.0,
            how="the sum of squared differences, for all pairs of six integer points",
        ),
        right=_gap,
        twins={
            "the cross term once instead of twice": lambda i, j: _gap(i, j, -1),
            "plus for minus": lambda i, j: _gap(i, j, 2),
        },
    ),
    Claim(
        name="mds.centring_matrix",
        label="eq-mds-centring",
        says="J = I − 11ᵀ/n subtracts the mean: J1 = 0, JJ = J, JX = X − x̄",
        check=_centring,
        right=lambda n: np.eye(n) - np.ones((n, n)) / n,
        twins={
            "not divided by n": lambda n: np.eye(n) - np.ones((n, n)),
            "divided by n − 1": lambda n: np.eye(n) - np.ones((n, n)) / (n - 1),
            "no centring": np.eye,
        },
    ),
    Claim(
        name="mds.double_centring",
        label="eq-double-centring",
        says="B = −½ J D⁽²⁾ J has the entries ⟨xᵢ − x̄, xⱼ − x̄⟩",
        check=_gives_gram_of_centred_points,
        right=_double_centre,
        twins=_EXACT
        | {
            "the minus sign is dropped": lambda squares: _double_centre(squares, Fraction(1, 2)),
            "columns are not centred": lambda squares: _double_centre(squares, columns=False),
        },
    ),
    Claim(
        name="mds.double_centring_theorem",
        label="thm-double-centring",
        says="double centring of squared distances gives the Gram matrix of the centred points",
        check=_gives_gram_of_centred_points,
        right=_double_centre,
        twins=_EXACT
        | {
            "distances are not squared": lambda squares: _double_centre(
                [[Fraction(float(entry) ** 0.5) for entry in row] for row in squares]
            ),
        },
    ),
    Claim(
        name="mds.coordinates",
        label="eq-mds-coordinates",
        says="Y = U_p Λ_p^½ reproduces the distances",
        check=_draws_the_map,
        right=_coordinates,
        twins={
            "the eigenvectors without √Λ": lambda D, p: _coordinates(D, p, power=0.0),
            "Λ instead of √Λ": lambda D, p: _coordinates(D, p, power=1.0),
        },
    ),
    Claim(
        name="mds.algorithm",
        label="alg-classical-mds",
        says="classical MDS draws the map of the ten cities to 5.43 miles rms, and flat maps exactly",
        check=_draws_the_map,
        right=lambda D, p: classical_mds(D, p).points,
        twins={
            "distances are not squared": lambda D, p: _coordinates(D, p, squared=False),
            "the factor ½ is forgotten": lambda D, p: _coordinates(D, p, factor=2.0),
            "the table itself is decomposed": lambda D, p: _top(D, p)[1] * np.sqrt(np.abs(_top(D, p)[0])),
        },
    ),
    Claim(
        name="mds.rigid_motion",
        label="prop-mds-rigid",
        says="a map may be turned, mirrored and shifted; its distances do not change",
        check=_same_shape_of_map,
        right=lambda Y: Y @ _turn(0.7) * np.array([1, -1]) + np.array([300, -80]),
        twins={
            "one axis is stretched": lambda Y: Y * np.array([1, 1.01]),
            "a shear instead of a rotation": lambda Y: Y @ np.array([[1, 0.1], [0, 1]]),
        },
    ),
    Claim(
        name="mds.procrustes",
        label="eq-mds-procrustes",
        says="with XᵀY = PΣQᵀ, R = PQᵀ lays X on Y",
        check=_lays_one_over_the_other,
        right=_rotation,
        twins={
            "QPᵀ instead of PQᵀ": lambda X, Y: _rotation(X, Y).T,
            "XᵀY itself, not made orthogonal": lambda X, Y: X.T @ Y,
        },
    ),
    Claim(
        name="mds.euclidean",
        label="thm-mds-euclidean",
        says="a table comes from points exactly when −½JD⁽²⁾J has no negative eigenvalue",
        check=_euclidean,
        right=_no_negative_eigenvalue,
        twins={
            "the triangle inequality is enough": _triangles,
            "D itself has no negative eigenvalue": lambda D: bool(np.linalg.eigvalsh(D)[0] > -1e-9),
        },
    ),
    Claim(
        name="mds.goodness_of_fit",
        label="eq-mds-fit",
        says="GOF = Σ_{j≤p} λⱼ / Σ|λⱼ|: .99521 for the map of the ten cities",
        check=agrees_with(
            lambda values, p: round(classical_mds(CITY, p).goodness_of_fit, 12),
            [(classical_mds(CITY, 2).eigenvalues, 2), (classical_mds(CITY, 1).eigenvalues, 1)],
            how="the package's goodness of fit in one and two dimensions",
        ),
        right=_fit,
        twins={
            "signs are not removed": lambda values, p: float(values[:p].sum() / values.sum()),
            "only the used eigenvalues below": lambda values, p: float(values[:p].sum() / values[:3].sum()),
        },
    ),
    Claim(
        name="mds.goodness_of_fit_value",
        label="eq-mds-fit",
        says="the map of the ten cities has GOF .99521",
        check=equals(0.99521, 5e-6),
        right=_fit(classical_mds(CITY, 2).eigenvalues, 2),
        twins={"the distances are not squared": _fit(np.linalg.eigvalsh(_double(np.sqrt(CITY)))[::-1], 2)},
    ),
    Claim(
        name="mds.stress",
        label="eq-mds-stress",
        says="stress = √(Σ(D − D̂)² / ΣD²): .003439 for the map of the ten cities",
        check=_city_stress,
        right=_stress,
        twins={
            "the root is forgotten": lambda told, shown: _stress(told, shown) ** 2,
            "not divided by ΣD²": lambda told, shown: float(np.sqrt(((told - shown) ** 2).sum())),
        },
    ),
    Claim(
        name="mds.best_approximation",
        label="thm-mds-best",
        says="U_pΛ_pU_pᵀ is the PSD matrix of rank p nearest to B",
        check=_nearest_gram,
        right=_best,
        twins={
            "the smallest eigenvalues are kept": _eigenvalue_twin(),
            "everything is kept": lambda B: B,
            "the eigenvalues are halved": lambda B: _best(B) / 2,
        },
    ),
    Claim(
        name="mds.is_pca",
        label="thm-mds-is-pca",
        says="scaling of Euclidean distances gives the principal component scores",
        check=_is_pca,
        right=_scaled,
        twins={
            "distances are not squared": lambda X: _scaled(X, squared=False),
            "points are not centred": lambda X: _top(X @ X.T, 2)[1] * np.sqrt(_top(X @ X.T, 2)[0]),
        },
    ),
    *(
        Claim(
            name=f"mds.{name}",
            label=label,
            says="−½JD⁽²⁾J = JKJ for kernel distances, so scaling them is kernel PCA",
            check=_is_kernel_pca,
            right=_kernel_squares,
            twins={
                "the factor 2 of the cross term is dropped": lambda K: _kernel_squares(K) + K,
                "the kernel is taken as the distance": lambda K: K**2,
            },
        )
        for name, label in (("kernel_scaling", "thm-kernel-mds"), ("kernel_centring", "eq-kernel-mds"))
    ),
    Claim(
        name="mds.place",
        label="eq-mds-place",
        says="y = ½ Λ⁻¹Yᵀ(r − δ²) puts a point with distances δ on the map",
        check=_puts_cities_back,
        right=_place,
        twins={
            "the factor ½ is dropped": lambda Y, lam, r, delta: _place(Y, lam, r, delta, 1.0),
            "the sign is flipped": lambda Y, lam, r, delta: _place(Y, lam, r, delta, -0.5),
            "distances are not squared": lambda Y, lam, r, delta: _place(Y, lam, r, np.sqrt(delta)),
            "not divided by the eigenvalues": lambda Y, lam, r, delta: _place(Y, 1 + 0 * lam, r, delta),
        },
    ),
)
