"""Public checks of the sheet pca, made by `kernelcourse homework release`."""

import numpy as np

from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import array, close, holds, number, untouched, up_to_sign

SIX = np.array([[2.0, 1.0], [3.0, 2.0], [4.0, 2.0], [5.0, 4.0], [6.0, 5.0], [3.0, 3.0]])


def variant(rng):
    """Twenty points on a noisy curve in the plane."""
    t = np.sort(rng.uniform(-2, 2, 20))
    return np.round(np.column_stack([t, rng.uniform(0.4, 0.9) * t**2 + rng.normal(0, 0.1, 20)]), 3)


@examines("q1", "two points: K = [[2, 0], [0, 0]]")
def two_by_two(ask):
    turns = {
        "only the columns centred": [[1.0, 0.0], [-1.0, 0.0]],
        "only the rows centred": [[1.0, -1.0], [0.0, 0.0]],
        "the mean of all not added again": [[0.0, -1.0], [-1.0, 0.0]],
    }
    got = ask.centred_gram(np.array([[2.0, 0.0], [0.0, 0.0]]))
    close(got, [[0.5, -0.5], [-0.5, 0.5]], "K = [[2, 0], [0, 0]] is centred wrongly", turns=turns)


@examines("q1", "rows and columns add up to 0, and centring twice changes nothing (six points, K = XXᵀ)")
def means_vanish(ask):
    C = array(ask.centred_gram(SIX @ SIX.T), (6, 6), "the centred matrix")
    close(C.sum(axis=1), np.zeros(6), "rows do not add up to 0")
    close(C.sum(axis=0), np.zeros(6), "columns do not add up to 0")
    close(ask.centred_gram(C), C, "centring twice is not centring once")


@examines("q1", "the centred matrix is symmetric (six points, K = XXᵀ), and the matrix of the caller stays as it was")
def gram_unchanged(ask):
    C = array(untouched(ask, "centred_gram(K)", K=SIX @ SIX.T), (6, 6), "the centred matrix")
    close(C, C.T, "the centred matrix is not symmetric")


@examines("q2", "with K = XXᵀ two components keep all distances of six points of the plane")
def keeps_distances(ask):
    S = array(ask.training_scores(SIX @ SIX.T, 2), (6, 2), "the scores")
    sizes = np.sort(np.linalg.eigvalsh((SIX - SIX.mean(axis=0)).T @ (SIX - SIX.mean(axis=0))))[::-1]
    turns = {"√ℓ left out": np.ones(2), "ℓ in the place of √ℓ": sizes**2, "the smallest eigenvalues": np.zeros(2)}
    for name, wrong in turns.items():
        says = f"the scores of six points of the plane do not keep their distances (looks like: {name})"
        holds(not np.allclose((S**2).sum(axis=0), wrong, atol=1e-6), says, name)
    gaps = ((S[:, None] - S) ** 2).sum(axis=2)
    close(gaps, ((SIX[:, None] - SIX) ** 2).sum(axis=2), "the scores of six points of the plane do not keep their distances")


@examines("q2", "the scores have mean 0, and the first component varies most")
def ordered(ask):
    S = array(ask.training_scores((SIX @ SIX.T + 1) ** 2, 3), (6, 3), "the scores")
    close(S.mean(axis=0), np.zeros(3), "the mean of a component is not 0: is K centred?", atol=1e-6)
    holds(np.diff((S**2).sum(axis=0)) <= 1e-9, "a later component varies more than an earlier one")


@examines("q3", "the data themselves, taken as new points, get scores with mean 0 and the lengths √ℓ")
def data_as_new(ask):
    K = (SIX @ SIX.T + 1) ** 2
    S = array(ask.new_scores(K, K, 2), (6, 2), "the scores")
    close(S.mean(axis=0), np.zeros(2), "the scores of the data do not have mean 0", atol=1e-6)
    J = np.eye(6) - 1 / 6
    close((S**2).sum(axis=0), np.sort(np.linalg.eigvalsh(J @ K @ J))[::-1][:2], "the scores of the data do not have squared length ℓ")


@examines("q3", "the score of a new point does not depend on the other new points")
def new_point_alone(ask):
    K = (SIX @ SIX.T + 1) ** 2
    all_of_them = array(ask.new_scores(K, K[[3, 0, 5]], 2), (3, 2), "the scores")
    alone = array(ask.new_scores(K, K[[3]], 2), (1, 2), "the scores")
    close(alone[0], all_of_them[0], "the first of three new points has another score alone: whose means are taken away?")


@examines("q6", "a share and a number of components that are possible")
def possible_share(ask):
    holds(0 < number(ask("first_share"), "first_share") <= 1, "first_share is not a share")
    needed = number(ask("components_needed"), "components_needed")
    holds(needed == round(needed) and 1 <= needed <= 20, "components_needed is not a whole number between 1 and 20")
