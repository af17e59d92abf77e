"""Conditions that the mds sheet states in words, each left out once; and unusual spellings that must pass."""

# %% q1 wrong: the caller's table is squared and centred
def gram_from_distances(D):
    D **= 2
    D -= D.mean(axis=0)
    D -= D.mean(axis=1)[:, None].copy()
    D *= -0.5
    return D


# %% q2 wrong: the largest in size
def draw_map(D, p):
    values, vectors = np.linalg.eigh(gram_from_distances(D))
    first = np.argsort(-np.abs(values))[:p]
    return vectors[:, first] * np.sqrt(np.abs(values[first]))


# %% q2 wrong: singular vectors
def draw_map(D, p):
    U, s, _ = np.linalg.svd(gram_from_distances(D))
    return U[:, :p] * np.sqrt(s[:p])


# %% q4 wrong: other factors before the terms that vanish
mds_lines = [
    "-J @ (outer(g, ones(n)) + outer(ones(n), g) - 2 * X @ X.T) @ J / 2",
    "J @ X @ X.T @ J - J @ outer(g, ones(n)) @ J - 5 * J @ outer(ones(n), g) @ J",
    "J @ X @ X.T @ J",
    "C @ C.T",
]

# %% q4 wrong: one of the terms that vanish twice
mds_lines = [
    "-J @ (outer(g, ones(n)) + outer(ones(n), g) - 2 * X @ X.T) @ J / 2",
    "J @ X @ X.T @ J - J @ outer(g, ones(n)) @ J / 2 - J @ outer(g, ones(n)) @ J / 2",
    "J @ X @ X.T @ J",
    "C @ C.T",
]

# %% q4 right: the halves in front, the centred points at once
mds_lines = [
    "-J @ (outer(g, ones(n)) + outer(ones(n), g) - 2 * X @ X.T) @ J / 2",
    "C @ C.T - 0.5 * J @ outer(g, ones(n)) @ J - 0.5 * J @ outer(ones(n), g) @ J",
    "J @ X @ X.T @ J",
    "C @ C.T",
]

# %% q4 right: one term by center
mds_lines = [
    "-J @ (outer(g, ones(n)) + outer(ones(n), g) - 2 * X @ X.T) @ J / 2",
    "center(X @ X.T) - J @ outer(g, ones(n)) @ J / 2 - J @ outer(ones(n), g) @ J / 2",
    "J @ X @ X.T @ J",
    "C @ C.T",
]
