"""Conditions that the kernel_trick sheet states in words, each left out once; and unusual spellings that must pass."""

# %% q2 wrong: a root of the Gram matrix, in which a row depends on the others
def quadratic_features(X):
    ell, V = np.linalg.eigh((1 + X @ X.T) ** 2)
    F = V * np.sqrt(np.clip(ell, 0, None))
    return np.hstack([F, np.zeros((len(X), max(0, 60 - F.shape[1])))])


# %% q2 wrong: the factor of Cholesky
def quadratic_features(X):
    L = np.linalg.cholesky((1 + X @ X.T) ** 2 + 1e-12 * np.eye(len(X)))
    return np.hstack([L, np.zeros((len(X), 60 - len(X)))])


# %% q3 wrong: the caller's X is made orthonormal in its place
def seen_part(X, w):
    part = np.linalg.pinv(X) @ (X @ w)
    X -= X.mean(axis=0)
    return part


# %% q3 wrong: the caller's w becomes the seen part
def seen_part(X, w):
    w[:] = np.linalg.pinv(X) @ (X @ w)
    return w


# %% q1 wrong: integers of a machine word
def count_features(d, p):
    found = np.int64(1)
    with np.errstate(over="ignore"):
        for j in range(1, p + 1):
            found = found * np.int64(d + j) // np.int64(j)
    return int(found)


# %% q1 wrong: floats, rounded at the end
def count_features(d, p):
    found = 1.0
    for j in range(1, p + 1):
        found = found * (d + j) / j
    return round(found)


# %% q1 right: a row of Pascal's triangle
def count_features(d, p):
    row = [1] * (p + 1)
    for _ in range(d):
        for j in range(1, p + 1):
            row[j] += row[j - 1]
    return row[p]


# %% q3 idle: a little ridge in the place of the inverse that may be missing
def seen_part(X, w):
    return X.T @ np.linalg.solve(X @ X.T + 1e-7 * np.eye(len(X)), X @ w)


# %% q3 right: by the Gram matrix
def seen_part(X, w):
    return X.T @ (np.linalg.pinv(X @ X.T, rcond=1e-10, hermitian=True) @ (X @ w))
