"""Derivations of the sheet on Gaussian processes that must fail, and others that must pass; read by `kernelcourse homework audit`."""

# %% q4 right: the derivative by the product rule, and then without its minus sign
process_lines = [
    "c - k @ inv(K + 3 * s * I(n)) @ k",
    "a @ a - a @ A.T @ inv(A @ A.T + 3 * s * I(n)) @ A @ a",
    "3 * s * a @ inv(A.T @ A + 3 * s * I(d)) @ a",
    "∇_s: 3 * a @ inv(A.T @ A + 3 * s * I(d)) @ a - 9 * s * norm(inv(A.T @ A + 3 * s * I(d)) @ a)**2",
    "= 3 * norm(A @ inv(A.T @ A + 3 * s * I(d)) @ a)**2",
]

# %% q4 right: the derivative repeated on the left side
process_lines = [
    "c - k @ inv(K + 3 * s * I(n)) @ k",
    "a @ a - a @ A.T @ inv(A @ A.T + 3 * s * I(n)) @ A @ a",
    "3 * s * a @ inv(A.T @ A + 3 * s * I(d)) @ a",
    "d/ds: 3 * a @ inv(A.T @ A + 3 * s * I(d)) @ a - 9 * s * norm(inv(A.T @ A + 3 * s * I(d)) @ a)**2",
    "3 * a @ inv(A.T @ A + 3 * s * I(d)) @ a - 9 * s * norm(inv(A.T @ A + 3 * s * I(d)) @ a)**2 == 3 * norm(A @ inv(A.T @ A + 3 * s * I(d)) @ a)**2",
]

# %% q4 wrong: no derivative, only the variance once more
process_lines = [
    "c - k @ inv(K + 3 * s * I(n)) @ k",
    "a @ a - a @ A.T @ inv(A @ A.T + 3 * s * I(n)) @ A @ a",
    "3 * s * a @ inv(A.T @ A + 3 * s * I(d)) @ a",
    "= 3 * s * a @ solve(A.T @ A + 3 * s * I(d), a)",
]


# %% q1 wrong: something is added to the diagonal for safety
def given_part(m, A, seen, values, whole=given_part):
    return whole(m, A + 1e-6 * np.eye(len(A)), seen, values)


# %% q2 wrong: a noise of a thousandth at least
def fit_and_bars(K, y, s, Kz, kzz, whole=fit_and_bars):
    return whole(K, y, max(s, 1e-3), Kz, kzz)


# %% q3 wrong: a noise of a thousandth at least
def log_evidence(K, y, s, whole=log_evidence):
    return whole(K, y, max(s, 1e-3))
