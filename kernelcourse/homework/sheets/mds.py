"""Public checks of the sheet mds, made by `kernelcourse homework release`."""

import numpy as np

from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import array, close, holds, number, untouched

ROAD = np.array([[0.0, 3.0, 4.0], [3.0, 0.0, 1.0], [4.0, 1.0, 0.0]])  # towns at kilometres 0, 3 and 4
BOX = np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 1.0], [3.0, 1.0], [1.0, 2.0]])


def distances(points):
    return np.sqrt(((points[:, None, :] - points[None, :, :]) ** 2).sum(axis=2))


def variant(rng):
    """A table of distances between nine places: three dimensions, and small errors of measurement."""
    points = rng.normal(size=(9, 3)) * np.array([5.0, 3.0, rng.uniform(0.5, 1.5)])
    noise = np.triu(rng.normal(0, 0.02, (9, 9)), 1)
    return np.round(np.abs(distances(points) + noise + noise.T) * (1 - np.eye(9)), 3)


@examines("q1", "two points at distance 2: ±1 around their middle")
def two_points(ask):
    B = array(ask.gram_from_distances(np.array([[0.0, 2.0], [2.0, 0.0]])), (2, 2), "B")
    want = np.array([[1.0, -1.0], [-1.0, 1.0]])
    turns = {"distances not squared": want / 2, "½ left out": 2 * want, "the sign, or D @ D for the squares of the entries": -want}
    close(B, want, "D = [[0, 2], [2, 0]]: B is not [[1, −1], [−1, 1]]", turns=turns)


@examines("q1", "the rows of B add up to 0, and Bᵢᵢ + Bⱼⱼ − 2Bᵢⱼ is Dᵢⱼ² (three towns on a road)")
def gives_back_distances(ask):
    B = array(ask.gram_from_distances(ROAD), (3, 3), "B")
    close(B.sum(axis=1), np.zeros(3), "a row of B does not add up to 0: are rows and columns both centred?", atol=1e-5)
    diagonal = np.diag(B)
    close(diagonal[:, None] + diagonal - 2 * B, ROAD**2, "Bᵢᵢ + Bⱼⱼ − 2Bᵢⱼ is not the squared distance", atol=1e-5)


@examines("q1", "B is symmetric (three towns on a road), and the table of the caller stays as it was")
def table_unchanged(ask):
    B = array(untouched(ask, "gram_from_distances(D)", D=ROAD), (3, 3), "B")
    close(B, B.T, "B is not symmetric")


@examines("q2", "towns on a road: one dimension gives back all distances")
def road_map(ask):
    Y = array(ask.draw_map(ROAD, 1), (3, 1), "the map")
    slip = "√Λ left out"
    holds(not np.isclose((Y**2).sum(), 1), f"the distances on the map of the road are not 3, 4 and 1 (looks like: {slip})", slip)
    close(np.abs(Y - Y.T), ROAD, "the distances on the map of the road are not 3, 4 and 1")


@examines("q2", "five points of the plane: two dimensions give back all distances, the longer axis comes first")
def plane_map(ask):
    Y = array(ask.draw_map(distances(BOX), 2), (5, 2), "the map")
    close(distances(Y), distances(BOX), "the distances on the map are not those of the table")
    holds((Y[:, 0] ** 2).sum() > (Y[:, 1] ** 2).sum(), "the first axis is shorter than the second: which eigenvalues come first?")


@examines("q3", "a town at kilometre 2 of the road 0, 3, 4: it is 2, 1 and 2 away")
def on_the_road(ask):
    delta = np.array([2.0, 1.0, 2.0])
    turns = {"½ left out": [5 / 3, 4 / 3, 7 / 3]}
    says = "kilometre 2 is not put 2, 1 and 2 away from the towns"
    close(ask.newcomer_distances(ROAD, 1, delta), delta, says, turns=turns)


@examines("q3", "a newcomer that is already on the map is put where it is (five points of the plane)")
def old_acquaintance(ask):
    D = distances(BOX)
    got = array(ask.newcomer_distances(D, 2, D[3]), (5,), "the distances")
    close(got[3], 0.0, "the fourth point is not put onto itself", atol=1e-6)
    close(got, D[3], "the fourth point is not put onto itself", atol=1e-6)


@examines("q6", "the three answers are numbers of a possible size")
def possible_answers(ask):
    count = number(ask("negative_eigenvalues"), "negative_eigenvalues")
    holds(count == round(count) and 0 <= count < 9, "negative_eigenvalues is not a whole number between 0 and 8")
    holds(0 <= number(ask("flat_stress"), "flat_stress") < 1, "flat_stress is not between 0 and 1")
    needed = number(ask("dimensions_needed"), "dimensions_needed")
    holds(needed == round(needed) and 1 <= needed <= 9, "dimensions_needed is not a whole number between 1 and 9")
