"""Conditions that the ridge sheet states in words, each left out once; and unusual spellings that must pass."""

# %% q1 wrong: λ is written into the caller's K
def dual_weights(K, y, lam):
    K[np.diag_indices(len(K))] += lam
    return np.linalg.solve(K, y)


# %% q1 wrong: the answer is written into the caller's y
def dual_weights(K, y, lam):
    y[:] = np.linalg.solve(K + lam * np.eye(len(K)), y)
    return y


# %% q1 right: a copy is changed
def dual_weights(K, y, lam):
    K = np.array(K)
    K[np.diag_indices(len(K))] += lam
    return np.linalg.solve(K, y)


# %% q4 wrong: the norm of Kα is left
q4_lines = [
    "norm(y)**2 - 2 * y @ K @ alpha + norm(K @ alpha)**2 + lam * alpha @ K @ alpha",
    "gradient alpha: 2 * K @ (K @ alpha - y) + 2 * lam * K @ alpha",
    "K @ K @ alpha + lam * K @ alpha == K @ y",
    "implied by: (K + lam * I(n)) @ alpha == y",
]

# %% q4 wrong: a false line behind the last
q4_lines = [
    "y @ y - 2 * y @ K @ alpha + alpha @ K @ K @ alpha + lam * alpha @ K @ alpha",
    "gradient alpha: 2 * K @ (K @ alpha - y) + 2 * lam * K @ alpha",
    "K @ K @ alpha + lam * K @ alpha == K @ y",
    "implied by: (K + lam * I(n)) @ alpha == y",
    "alpha == y / lam",
]

# %% q4 right: the square of y as a norm
q4_lines = [
    "norm(y)**2 - 2 * y @ K @ alpha + alpha @ K @ K @ alpha + lam * alpha @ K @ alpha",
    "gradient alpha: 2 * K @ (K @ alpha - y) + 2 * lam * K @ alpha",
    "K @ K @ alpha + lam * K @ alpha == K @ y",
    "implied by: (K + lam * I(n)) @ alpha == y",
]

# %% q4 right: by hand, with bars
q4_lines = [
    "‖y‖² - 2 αᵀKy + αᵀKKα + λαᵀKα",
    "∇_α: 2K(Kα − y) + 2λKα",
    "⇔ K(K + λI)α = Ky",
    "⇐ (K + λI)α = y",
]


# %% q1 wrong: λ is a thousandth at least
def dual_weights(K, y, lam):
    return np.linalg.solve(K + max(lam, 1e-3) * np.eye(len(K)), y)


# %% q1 wrong: λ is a thousand at most
def dual_weights(K, y, lam):
    return np.linalg.solve(K + min(lam, 1e3) * np.eye(len(K)), y)


# %% q2 wrong: some jitter is added to λ
def ridge_predict(k, X, y, lam, Z):
    return k(Z, X) @ np.linalg.solve(k(X, X) + (lam + 1e-4 * (lam < 0.01)) * np.eye(len(X)), y)


# %% q3 wrong: the denominator is a thousandth at least
def leave_one_out(K, y, lam):
    H = np.linalg.solve(K + lam * np.eye(len(K)), K)
    return (y - H @ y) / np.maximum(1 - np.diag(H), 1e-3)


# %% q3 right: from the inverse alone
def leave_one_out(K, y, lam):
    B = np.linalg.inv(K + lam * np.eye(len(K)))
    return (B @ y) / np.diag(B)

# %% q2 idle: a weighted mean of the heights
def ridge_predict(k, X, y, lam, Z):
    return k(Z, X) @ y / k(Z, X).sum(axis=1)

# %% q3 idle: the heights
def leave_one_out(K, y, lam):
    return np.array(y, dtype=float)


# %% q1 idle: five steps of conjugate gradients, exact where K + λI has five eigenvalues
def dual_weights(K, y, lam):
    alpha, rest = np.zeros(len(y)), y.copy()
    way = rest.copy()
    for _ in range(5):
        if rest @ rest < 1e-28:
            break
        pushed = K @ way + lam * way
        step = rest @ rest / (way @ pushed)
        alpha, new = alpha + step * way, rest - step * pushed
        way, rest = new + new @ new / (rest @ rest) * way, new
    return alpha
