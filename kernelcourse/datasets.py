"""The data of the course: small fixtures known by heart, and random sets that take the rng they come from.

Points are rows, (n, d). Labels are 0, 1, … except where a classifier wants signs: ``xor`` gives −1 and +1.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from kernelcourse.distances import Graph
from kernelcourse.points import Array, as_count, as_number, as_points, as_positive

Labels = NDArray[np.int64]


def toy_a() -> tuple[Array, Array]:
    """Five points in the plane with outputs: ridge at λ = 1 gives w = (58, 84)/47."""
    return np.array([[1.0, 0], [0, 1], [1, 1], [2, 1], [0, 2]]), np.array([1.0, 2, 3, 5, 4])


def toy_b() -> Array:
    """Six points in the plane, stretched along a diagonal: for PCA and MDS."""
    return np.array([[2.0, 1], [3, 2], [4, 2], [5, 4], [6, 5], [3, 3]])


def toy_c() -> Array:
    """Six points in two plain clusters: Lloyd's algorithm ends at cost 8/3."""
    return np.array([[0.0, 0], [0, 1], [1, 0], [5, 5], [5, 6], [6, 5]])


def xor() -> tuple[Array, Array]:
    """Four corners of a square, +1 where the signs agree: no line separates them, x₁x₂ does."""
    return np.array([[1.0, 1], [-1, -1], [1, -1], [-1, 1]]), np.array([1.0, 1, -1, -1])


def rings(
    n: int = 40,
    radii: Sequence[float] = (1.0, 4.0),
    spread: float = 0.0,
    rng: np.random.Generator | None = None,
) -> tuple[Array, Labels]:
    """n points on each of several circles about 0; ``spread`` > 0 scatters the radii and needs an rng."""
    n = as_count(n, "n")
    sizes = np.array([as_positive(radius, "radii") for radius in radii])
    if not sizes.size:
        raise ValueError("radii is empty: give at least one radius.")
    angles = 2 * np.pi * np.arange(n) / n
    circle = np.stack([np.cos(angles), np.sin(angles)], axis=1)  # (n, 2)
    lengths = np.repeat(sizes, n)
    if as_spread(spread) > 0:
        lengths = lengths + spread * as_rng(rng).standard_normal(lengths.size)
    labels = np.repeat(np.arange(sizes.size), n)
    return lengths[:, None] * np.tile(circle, (sizes.size, 1)), labels


CITIES: tuple[str, ...] = ("Atlanta", "Chicago", "Denver", "Houston", "Los Angeles")
CITIES += ("Miami", "New York", "San Francisco", "Seattle", "Washington DC")
_MILES = """
     0
   587    0
  1212  920    0
   701  940  879    0
  1936 1745  831 1374    0
   604 1188 1726  968 2339    0
   748  713 1631 1420 2451 1092    0
  2139 1858  949 1645  347 2594 2571    0
  2182 1737 1021 1891  959 2734 2406  678    0
   543  597 1494 1220 2300  923  205 2442 2329    0
"""


def cities(new_york_to_seattle: float = 2406.0) -> tuple[tuple[str, ...], Array]:
    """The names of ten cities and their distances in miles, (10, 10).

    One entry differs between copies of this table: from New York to Seattle the course's source prints 2406,
    the standard table 2408. The course keeps 2406, so that its numbers can be compared with the source; pass
    2408 to see how little changes (the map's largest eigenvalue moves from 9,580,699 to 9,582,144).
    """
    lower = np.zeros((10, 10))
    lower[np.tril_indices(10)] = [float(word) for word in _MILES.split()]
    lower[CITIES.index("Seattle"), CITIES.index("New York")] = as_positive(
        new_york_to_seattle, "new_york_to_seattle"
    )
    return CITIES, lower + lower.T


def moons(n: int, rng: np.random.Generator, spread: float = 0.1) -> tuple[Array, Labels]:
    """n points on each of two half circles that reach into one another, scattered by ``spread``."""
    angles = np.linspace(0, np.pi, as_count(n, "n"))
    upper = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    lower = np.stack([1 - np.cos(angles), 0.5 - np.sin(angles)], axis=1)
    X = np.concatenate([upper, lower])
    return X + as_spread(spread) * as_rng(rng).standard_normal(X.shape), np.repeat([0, 1], n)


def blobs(n: int, centers: ArrayLike, rng: np.random.Generator, spread: float = 1.0) -> tuple[Array, Labels]:
    """n points around each center, normally distributed with standard deviation ``spread``."""
    middles = as_points(centers, "centers")
    n = as_count(n, "n")
    X = np.repeat(middles, n, axis=0)
    return X + as_spread(spread) * as_rng(rng).standard_normal(X.shape), np.repeat(np.arange(len(middles)), n)


def two_views(n: int, rng: np.random.Generator, common: bool = True) -> tuple[Array, Array]:
    """n angles seen twice with noise, on a circle and on a figure of eight; not common: each by an angle of its own."""
    angles = as_rng(rng).uniform(-np.pi, np.pi, as_count(n, "n"))
    others = angles if common else rng.uniform(-np.pi, np.pi, n)
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    first = circle * (1 + 0.2 * rng.standard_normal(n))[:, None]
    return first, np.column_stack([others / 2, np.sin(2 * others)]) + 0.2 * rng.standard_normal((n, 2))


def noisy_sine(n: int, rng: np.random.Generator, spread: float = 0.1) -> tuple[Array, Array]:
    """y = sin(x) + noise at n points drawn from [−π, π], in ascending order."""
    x = np.sort(as_rng(rng).uniform(-np.pi, np.pi, as_count(n, "n")))
    return x[:, None], np.sin(x) + as_spread(spread) * rng.standard_normal(n)


PATIENT_FEATURES = ("age", "blood pressure", "heart rate", "symptoms")


def patients(n: int, rng: np.random.Generator) -> tuple[Array, Array]:
    """n invented patients, each with the `PATIENT_FEATURES`, and a risk score for each.

    In years, mmHg, beats a minute and a count. The units differ widely: standardise before comparing
    patients by distance.
    """
    n = as_count(n, "n")
    age = as_rng(rng).uniform(20, 90, n)
    pressure = 100 + 0.5 * age + 12 * rng.standard_normal(n)
    rate = 72 + 9 * rng.standard_normal(n)
    symptoms = rng.poisson(0.5 + (pressure > 140) + (age > 65)).astype(float)
    score = 0.03 * (age - 55) + 0.04 * (pressure - 127) + 0.01 * (rate - 72) + 0.6 * symptoms
    X = np.stack([age, pressure, rate, symptoms], axis=1)
    return np.round(X, 1), np.round(score + 0.2 * rng.standard_normal(n), 2)


# Each digit as a pen stroke: corners of a line drawn in the square [0, 1]², y upwards.
_STROKES: tuple[tuple[tuple[float, float], ...], ...] = (
    ((0.5, 0.9), (0.25, 0.75), (0.2, 0.4), (0.4, 0.1), (0.7, 0.2), (0.8, 0.6), (0.65, 0.85), (0.5, 0.9)),
    ((0.35, 0.7), (0.55, 0.9), (0.55, 0.1)),
    ((0.2, 0.7), (0.4, 0.9), (0.7, 0.8), (0.7, 0.55), (0.2, 0.1), (0.8, 0.1)),
    ((0.25, 0.85), (0.6, 0.9), (0.7, 0.7), (0.45, 0.52), (0.75, 0.35), (0.6, 0.12), (0.2, 0.15)),
    ((0.6, 0.1), (0.6, 0.9), (0.2, 0.4), (0.8, 0.4)),
    ((0.75, 0.9), (0.3, 0.9), (0.28, 0.55), (0.6, 0.58), (0.75, 0.35), (0.55, 0.1), (0.2, 0.15)),
    ((0.65, 0.9), (0.35, 0.6), (0.25, 0.3), (0.45, 0.1), (0.7, 0.2), (0.68, 0.42), (0.3, 0.42)),
    ((0.2, 0.88), (0.8, 0.88), (0.4, 0.1)),
    ((0.5, 0.52), (0.3, 0.7), (0.5, 0.9), (0.7, 0.7), (0.28, 0.3), (0.5, 0.1), (0.74, 0.3), (0.5, 0.52)),
    ((0.72, 0.6), (0.45, 0.5), (0.3, 0.7), (0.5, 0.9), (0.72, 0.8), (0.72, 0.6), (0.6, 0.1)),
)


def digits(
    n: int, rng: np.random.Generator, side: int = 12, kinds: Sequence[int] = range(10)
) -> tuple[Array, Labels]:
    """n images of each digit in ``kinds``, side² grey values in [0, 1] a row: pen strokes, shaken by rng.

    Show one with ``X[i].reshape(side, side)``.
    """
    n, side = as_count(n, "n"), as_count(side, "side", least=4)
    if not len(kinds):
        raise ValueError("kinds is empty: give at least one digit.")
    labels = np.repeat([as_count(kind, "kinds", least=0, most=9) for kind in kinds], n)
    ticks = (np.arange(side) + 0.5) / side
    pixels = np.stack(np.meshgrid(ticks, ticks[::-1]), axis=-1).reshape(-1, 2)  # first row is the top
    return np.stack([_draw(np.array(_STROKES[label]), pixels, as_rng(rng)) for label in labels]), labels


def _draw(stroke: Array, pixels: Array, rng: np.random.Generator) -> Array:
    """Ink that fades with the distance to the stroke, which is first turned, stretched, moved and shaken."""
    turn = np.eye(2) + rng.uniform(-0.15, 0.15, (2, 2))
    corners = (
        (stroke - 0.5) @ turn + 0.5 + rng.uniform(-0.05, 0.05, 2) + 0.015 * rng.standard_normal(stroke.shape)
    )
    starts, steps = corners[:-1], np.diff(corners, axis=0)
    along = np.einsum("psj,sj->ps", pixels[:, None] - starts, steps) / np.einsum("sj,sj->s", steps, steps)
    nearest = starts + np.clip(along, 0, 1)[..., None] * steps  # (pixels, segments, 2)
    distance = np.linalg.norm(pixels[:, None] - nearest, axis=2).min(axis=1)
    return np.exp(-((distance / rng.uniform(0.05, 0.07)) ** 2))


def sunset(height: int = 24, width: int = 32) -> Array:
    """A small picture, (height, width, 3) in [0, 1]: a sun over the sea, in more colours than it needs."""
    height, width = as_count(height, "height", least=4), as_count(width, "width", least=4)
    y, x = np.meshgrid(np.linspace(0, 1, height), np.linspace(0, 1, width), indexing="ij")
    sky = np.stack([0.95 - 0.35 * (1 - y), 0.45 + 0.25 * y, 0.35 + 0.45 * (1 - y)], axis=-1)
    sea = np.stack([0.10 + 0.1 * y, 0.25 + 0.1 * (1 - y), 0.45 - 0.1 * y], axis=-1)
    glow = 0.15 * np.exp(-((x - 0.6) ** 2 + (y - 0.45) ** 2) / 0.1)[..., None]
    picture = np.where((y < 0.6)[..., None], np.minimum(sky + glow, 1), sea + glow / 2)
    sun = ((x - 0.6) ** 2 * (width / height) ** 2 + (y - 0.45) ** 2 < 0.02)[..., None]
    picture = np.where(sun, np.array([1.0, 0.85, 0.4]), picture)
    glitter = (y >= 0.6) & (np.abs(x - 0.6) < 0.08) & (np.sin(60 * y) > 0)
    return np.where(glitter[..., None], 0.5 * picture + 0.5 * np.array([1.0, 0.8, 0.5]), picture)


def words() -> tuple[str, ...]:
    """Twelve words in four families, alike inside a family in their letters."""
    families = "kernel kernels colonel distance instance stance matrix matrices tricks banana bandana cabana"
    return tuple(families.split())


def italian_and_finnish() -> tuple[tuple[str, ...], Labels]:
    """Forty-eight Italian words (+1) and as many Finnish ones (−1), without accents; nearly all end in a vowel."""
    italian = """acqua amico albero bambino bianco bocca buono camera campo cane carta casa cavallo chiesa cielo
        citta cuore dente dolce donna erba estate faccia fiore foglia fratello fuoco gatto giorno grande inverno
        latte legno libro luce luna mano mare mattina mondo montagna notte nuvola occhio pane pesce pietra
        zucchero"""
    finnish = """aamu aurinko avain elokuva hammas hevonen huone ikkuna ilta isoaiti jalka joki joulu juusto kaunis
        kala katu kesa kettu kirja kissa koira koulu kuningas kuu kyna lapsi lehti leipa lintu lumi maa maito meri
        metsa mies musta nainen omena ovi poika puu saari sieni silta talo vesi ystava"""
    words = tuple(italian.split() + finnish.split())
    return words, np.repeat([1, -1], 48)


def molecules(n: int, rng: np.random.Generator, carbons: int = 6) -> tuple[tuple[Graph, ...], Labels]:
    """n times an acid (+1) and n of its doubles (−1): a chain of carbons with one =O and one –O.

    In the acid both are at one end of the chain, in a double they are on any two carbons; no carbon has more than four
    bonds. Both kinds have the same atoms and the same bonds; only who sits next to whom differs. Nodes are numbered at
    random.
    """
    n, carbons = as_count(n, "n"), as_count(carbons, "carbons", least=3)
    made, kinds = [], np.repeat([1, -1], n)
    for kind in kinds:
        double = int(rng.integers(carbons)) if kind < 0 else 0
        single = double if kind > 0 else int(rng.choice([c for c in range(carbons) if c != double]))
        A = np.diag(np.ones(carbons - 1), 1)
        A = np.pad(A, (0, 2))
        A[double, carbons], A[single, carbons + 1] = 2.0, 1.0
        order = rng.permutation(carbons + 2)
        atoms = "C" * carbons + "OO"
        made.append(Graph((A + A.T)[np.ix_(order, order)], tuple(atoms[i] for i in order)))
    return tuple(made), kinds


def graphs() -> dict[str, Array]:
    """Small graphs by name, each its adjacency matrix: triangle, paths, cycle, star, complete graph."""
    edges = {
        "K3": (3, [(0, 1), (0, 2), (1, 2)]),
        "P3": (3, [(0, 1), (1, 2)]),
        "P4": (4, [(0, 1), (1, 2), (2, 3)]),
        "C4": (4, [(0, 1), (1, 2), (2, 3), (3, 0)]),
        "S4": (4, [(0, 1), (0, 2), (0, 3)]),
        "K4": (4, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]),
    }
    return {name: _adjacency(nodes, pairs) for name, (nodes, pairs) in edges.items()}


def _adjacency(nodes: int, pairs: Sequence[tuple[int, int]]) -> Array:
    A = np.zeros((nodes, nodes))
    for i, j in pairs:
        A[i, j] = A[j, i] = 1
    return A


def as_rng(rng: np.random.Generator | None) -> np.random.Generator:
    """rng, refused unless it is a numpy Generator: the same seed then draws the same data everywhere."""
    if not isinstance(rng, np.random.Generator):
        raise ValueError(f"rng must be a numpy Generator, e.g. np.random.default_rng(0); it is {rng!r}.")
    return rng


def as_spread(spread: float) -> float:
    """spread as a number ≥ 0."""
    number = as_number(spread, "spread")
    if number < 0:
        raise ValueError(f"spread = {number:g} must be at least 0: it is a standard deviation.")
    return number
