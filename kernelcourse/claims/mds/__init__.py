"""Claims of the chapter on multidimensional scaling."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from kernelcourse import datasets
from kernelcourse.claims.check import agrees_with, equals
from kernelcourse.claims.claim import Claim
from kernelcourse.claims.mds.best import BEST
from kernelcourse.claims.mds.checks import (
    CITY,
    centring,
    changed,
    city_stress,
    coordinates,
    double,
    double_centre,
    draws_the_map,
    fit,
    gap,
    gives_gram_of_centred_points,
    is_kernel_pca,
    is_pca,
    is_the_table,
    kernel_squares,
    place,
    puts_cities_back,
    scaled,
    stress,
    top,
)
from kernelcourse.claims.mds.maps import MAPS
from kernelcourse.claims.pca.repeated import HYPOTHESES, TWINS, Agreement, agree, inside_groups, scores
from kernelcourse.learn.mds import classical_mds

_PAIRS = [(i, j) for i in range(6) for j in range(6)]
_EXACT: dict[str, Any] = {"the factor ½ is dropped": lambda squares: double_centre(squares, Fraction(-1))}

CLAIMS = (
    Claim(
        name="mds.city_table",
        label="ex-mds-cities",
        says="the ten-city table is a metric whose 45 distances add up to 63,769 miles",
        check=is_the_table,
        right=CITY,
        twins={
            "the standard 2408 in place of the printed 2406": changed("New York", "Seattle", 2408),
            "Atlanta–Chicago and Atlanta–Denver exchanged": changed("Atlanta", "Chicago", 1212)
            + changed("Atlanta", "Denver", 587)
            - CITY,
            "only the lower triangle filled": np.tril(CITY),
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
        right=gap,
        twins={
            "the cross term once instead of twice": lambda i, j: gap(i, j, -1),
            "plus for minus": lambda i, j: gap(i, j, 2),
        },
    ),
    Claim(
        name="mds.centring_matrix",
        label="eq-mds-centring",
        says="J = I − 𝟏𝟏ᵀ/n subtracts the mean: J𝟏 = 0, JJ = J, JX = X − x̄",
        check=centring,
        right=lambda n: np.eye(n) - np.ones((n, n)) / n,
        twins={
            "not divided by n": lambda n: np.eye(n) - np.ones((n, n)),
            "divided by n − 1": lambda n: np.eye(n) - np.ones((n, n)) / (n - 1),
            "no centring": np.eye,
        },
    ),
    Claim(
        name="mds.double_centring",
        label=("thm-double-centring", "eq-double-centring"),
        says="B = −½ J D⁽²⁾ J has the entries ⟨xᵢ − x̄, xⱼ − x̄⟩",
        check=gives_gram_of_centred_points,
        right=double_centre,
        hypotheses=("the table holds squared distances of points",),
        undropped={
            "the table holds squared distances of points": "mds.euclidean shows tables without points, "
            "and what becomes of them"
        },
        twins=_EXACT
        | {
            "the minus sign is dropped": lambda squares: double_centre(squares, Fraction(1, 2)),
            "columns are not centred": lambda squares: double_centre(squares, columns=False),
            "distances are not squared": lambda squares: double_centre(
                [[Fraction(float(entry) ** 0.5) for entry in row] for row in squares]
            ),
        },
    ),
    Claim(
        name="mds.coordinates",
        label="eq-mds-coordinates",
        says="Y = U_p Λ_p^½ reproduces the distances",
        check=draws_the_map,
        right=coordinates,
        twins={
            "the eigenvectors without √Λ": lambda D, p: coordinates(D, p, power=0.0),
            "Λ instead of √Λ": lambda D, p: coordinates(D, p, power=1.0),
        },
    ),
    Claim(
        name="mds.algorithm",
        label="alg-classical-mds",
        says="classical MDS draws the map of the ten cities to 5.43 miles rms, and flat maps exactly",
        check=draws_the_map,
        right=lambda D, p: classical_mds(D, p).points,
        twins={
            "distances are not squared": lambda D, p: coordinates(D, p, squared=False),
            "the factor ½ is forgotten": lambda D, p: coordinates(D, p, factor=2.0),
            "the table itself is decomposed": lambda D, p: top(D, p)[1] * np.sqrt(np.abs(top(D, p)[0])),
        },
    ),
    Claim(
        name="mds.goodness_of_fit",
        label="eq-mds-fit",
        says="GOF = Σ_{j≤p} λⱼ / Σ|λⱼ|: 0.99521 for the map of the ten cities",
        check=agrees_with(
            lambda values, p: round(classical_mds(CITY, p).goodness_of_fit, 12),
            [(classical_mds(CITY, 2).eigenvalues, 2), (classical_mds(CITY, 1).eigenvalues, 1)],
            how="the package's goodness of fit in one and two dimensions",
        ),
        right=fit,
        twins={
            "signs are not removed": lambda values, p: float(values[:p].sum() / values.sum()),
            "only the used eigenvalues below": lambda values, p: float(values[:p].sum() / values[:3].sum()),
        },
    ),
    Claim(
        name="mds.goodness_of_fit_value",
        label="eq-mds-fit",
        says="the map of the ten cities has GOF 0.99521",
        check=equals(0.99521, 5e-6),
        right=fit(classical_mds(CITY, 2).eigenvalues, 2),
        twins={"the distances are not squared": fit(np.linalg.eigvalsh(double(np.sqrt(CITY)))[::-1], 2)},
    ),
    Claim(
        name="mds.stress",
        label="eq-mds-stress",
        says="stress = √(Σ(D − D̂)² / ΣD²): 0.003439 for the map of the ten cities",
        check=city_stress,
        right=stress,
        twins={
            "the root is forgotten": lambda told, shown: stress(told, shown) ** 2,
            "not divided by ΣD²": lambda told, shown: float(np.sqrt(((told - shown) ** 2).sum())),
        },
    ),
    Claim(
        name="mds.is_pca",
        label="thm-mds-is-pca",
        says="scaling of Euclidean distances gives the principal component scores",
        check=is_pca,
        right=scaled,
        hypotheses=("distances are Euclidean",),
        undropped={
            "distances are Euclidean": "a table without points has no principal components to compare with"
        },
        twins={
            "distances are not squared": lambda X: scaled(X, squared=False),
            "points are not centred": lambda X: top(X @ X.T, 2)[1] * np.sqrt(top(X @ X.T, 2)[0]),
        },
    ),
    Claim(
        name="mds.kernel_scaling",
        label=("thm-kernel-mds", "eq-kernel-mds"),
        says="−½JD⁽²⁾J = JKJ for kernel distances, so scaling them is kernel PCA",
        check=is_kernel_pca,
        right=kernel_squares,
        hypotheses=(),
        twins={
            "the factor 2 of the cross term is dropped": lambda K: kernel_squares(K) + K,
            "the kernel is taken as the distance": lambda K: K**2,
        },
    ),
    Claim(
        name="mds.place",
        label="eq-mds-place",
        says="y = ½ Λ⁻¹Yᵀ(r − δ²) puts an old point with distances δ back, a new one at its projection",
        check=puts_cities_back,
        right=place,
        twins={
            "the factor ½ is dropped": lambda Y, lam, r, delta: place(Y, lam, r, delta, 1.0),
            "the sign is flipped": lambda Y, lam, r, delta: place(Y, lam, r, delta, -0.5),
            "distances are not squared": lambda Y, lam, r, delta: place(Y, lam, r, np.sqrt(delta)),
            "not divided by the eigenvalues": lambda Y, lam, r, delta: place(Y, 1 + 0 * lam, r, delta),
            "at the nearest old point": lambda Y, lam, r, delta: Y[delta.argmin()],
        },
    ),
    *MAPS,
    *BEST,
    Claim(
        name="mds.repeated",
        label=("thm-mds-is-pca", "thm-kernel-mds"),
        says="maps agree with scores up to an orthogonal matrix in each group of equal eigenvalues, not up to signs",
        check=agree(scores()[2], scores()[0]),
        right=Agreement(inside_groups),
        hypotheses=HYPOTHESES,
        twins=TWINS,
    ),
)
