"""Hidden checks of the sheet mds: the student's functions against the instructor's, on inputs from a secret seed."""

import numpy as np

from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import array, beside, close, number, untouched


def distances(points):
    return np.sqrt(((points[:, None, :] - points[None, :, :]) ** 2).sum(axis=2))


def centred(A, both=True):
    J = np.eye(len(A)) - 1 / len(A)
    return J @ A @ J if both else J @ A


@examines("q1", "the Gram matrix of random centred points")
def gram_of_points(ask, rng):
    X = rng.normal(size=(7, 3)) + rng.normal(size=3)
    D, want = distances(X), (X - X.mean(axis=0)) @ (X - X.mean(axis=0)).T
    turns = {
        "distances not squared": -centred(D) / 2,
        "the half is missing": -centred(D**2),
        "the sign is missing": centred(D**2) / 2,
        "centred on one side only": -centred(D**2, both=False) / 2,
        "not centred": -(D**2) / 2,
    }
    close(ask.gram_from_distances(D), want, "differs on the distances of random points", turns=turns)


@examines("q1", "agrees with the instructor's on a table that comes from no map", rests_on=gram_of_points)
def gram_of_any_table(ask, solution, rng):
    D = np.triu(rng.uniform(1, 2, (6, 6)), 1)
    D = D + D.T
    close(ask.gram_from_distances(D), solution.gram_from_distances(D), "differs on a random table")


@examines("q1", "the caller's table stays as it was", rests_on=gram_of_points)
def keeps_table(ask, solution, rng):
    D = distances(rng.normal(size=(5, 2)))
    want = solution.gram_from_distances(D)
    close(untouched(ask, "gram_from_distances(D)", D=D), want, "differs on a random table")


@examines(
    "q2", "the distances on the map are those of the instructor's map, two dimensions of a table with more"
)
def flattened(ask, solution, rng):
    D = distances(rng.normal(size=(8, 4)) * np.array([4.0, 2.0, 1.0, 0.5]))
    Y = array(ask.draw_map(D, 2), (8, 2), "the map")
    B = solution.gram_from_distances(D)
    values, vectors = np.linalg.eigh(B)
    turns = {
        "eigenvectors without the root of the eigenvalue": distances(vectors[:, ::-1][:, :2]),
        "the eigenvalue instead of its root": distances(vectors[:, ::-1][:, :2] * values[::-1][:2]),
        "the smallest eigenvalues": distances(vectors[:, :2] * np.sqrt(np.abs(values[:2]))),
    }
    close(
        distances(Y),
        distances(solution.draw_map(D, 2)),
        "another map of a random table",
        turns=turns,
        atol=1e-5,
    )


@examines("q2", "all distances come back when there are dimensions enough", rests_on=flattened)
def exact_map(ask, rng):
    D = distances(rng.normal(size=(6, 3)))
    close(distances(array(ask.draw_map(D, 3), (6, 3), "the map")), D, "distances are not kept", atol=1e-6)


def beyond_maps(rng):
    """Twelve places that no map has: the eigenvalues of B are 6, 3, 1, …, 1 and −4, which is the second in size."""
    halves = np.where(
        rng.permutation(12) < 6, 1.0, -1.0
    )  # spread over all places: no squared distance is negative
    turn = np.linalg.qr(np.column_stack([np.ones(12), halves, rng.normal(size=(12, 10))]))[0]
    B = turn @ np.diag([0.0, -4.0, 6.0, 3.0, *[1.0] * 8]) @ turn.T
    own = np.diag(B)
    return np.sqrt(np.maximum(own[:, None] + own - B - B.T, 0) * (1 - np.eye(12)))


@examines("q2", "the largest eigenvalues, where a negative one is larger in size", rests_on=flattened)
def largest_not_in_size(ask, solution, rng):
    D = beyond_maps(rng)
    Y = array(ask.draw_map(D, 2), (12, 2), "the map")
    close(
        distances(Y),
        distances(solution.draw_map(D, 2)),
        "another map of a table with negative eigenvalues",
        atol=1e-5,
    )


@examines(
    "q3", "a newcomer in the plane of the others is put at its distances, and one that is farther away is not"
)
def placed_exactly(ask, solution, rng):
    X = rng.normal(size=(7, 2)) * np.array([3.0, 1.0])
    new = rng.normal(size=2)
    delta = np.sqrt(((X - new) ** 2).sum(axis=1))
    close(ask.newcomer_distances(distances(X), 2, delta), delta, "the newcomer is put elsewhere", atol=1e-6)
    far = delta + rng.uniform(1, 2, 7)
    want = solution.newcomer_distances(distances(X), 2, far)
    close(
        ask.newcomer_distances(distances(X), 2, far), want, "the newcomer does not fit and is put elsewhere"
    )


@examines(
    "q3", "agrees with the instructor's where the newcomer does not fit the map", rests_on=placed_exactly
)
def placed_roughly(ask, solution, rng):
    X = rng.normal(size=(7, 4)) * np.array([3.0, 2.0, 1.0, 0.5])
    D, delta = distances(X), rng.uniform(1, 4, 7)
    want = solution.newcomer_distances(D, 2, delta)
    close(ask.newcomer_distances(D, 2, delta), want, "differs for a newcomer that does not fit")


@examines("q6", "negative_eigenvalues is right for this student's table")
def right_count(ask, solution, data):
    values = np.linalg.eigvalsh(solution.gram_from_distances(data))
    turns = {"the eigenvalues of the table itself": int((np.linalg.eigvalsh(data) < -1e-6).sum())}
    close(
        number(ask("negative_eigenvalues")),
        int((values < -1e-6).sum()),
        "not right for your table",
        turns=turns,
    )
    beside(lambda: right_stress(ask, solution, data))


@examines("q6", "flat_stress is right for this student's table")
def right_stress(ask, solution, data):
    shown = distances(solution.draw_map(data, 2))
    want = np.sqrt(((data - shown) ** 2).sum() / (data**2).sum())
    turns = {"the root is missing": want**2, "not divided": np.sqrt(((data - shown) ** 2).sum() / 2)}
    close(number(ask("flat_stress")), want, "not right for your table", turns=turns)


@examines("q6", "dimensions_needed is right for this student's table")
def right_dimensions(ask, solution, data):
    values = np.linalg.eigvalsh(solution.gram_from_distances(data))[::-1]
    share = np.cumsum(values) / np.abs(values).sum()
    want = int(np.argmax(share >= 0.99)) + 1 if (share >= 0.99).any() else 9
    close(number(ask("dimensions_needed")), want, "not right for your table")
    beside(lambda: right_stress(ask, solution, data))
