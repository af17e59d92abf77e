"""Solutions of the sheet on Gaussian processes that must fail, and others that must pass; read by `kernelcourse homework audit`."""

# %% q1 wrong: the mean of what was seen is not subtracted
def given_part(m, A, seen, values):
    rest = [i for i in range(len(m)) if i not in seen]
    gain = A[np.ix_(rest, seen)] @ np.linalg.inv(A[np.ix_(seen, seen)])
    return m[rest] + gain @ values, A[np.ix_(rest, rest)] - gain @ A[np.ix_(seen, rest)]

# %% q1 wrong: the covariance stays as it was
def given_part(m, A, seen, values):
    rest = [i for i in range(len(m)) if i not in seen]
    gain = A[np.ix_(rest, seen)] @ np.linalg.inv(A[np.ix_(seen, seen)])
    return m[rest] + gain @ (values - m[seen]), A[np.ix_(rest, rest)]

# %% q1 wrong: what was seen is taken as independent
def given_part(m, A, seen, values):
    rest = [i for i in range(len(m)) if i not in seen]
    gain = A[np.ix_(rest, seen)] / np.diag(A)[seen]
    return m[rest] + gain @ (values - m[seen]), A[np.ix_(rest, rest)] - gain @ A[np.ix_(seen, rest)]

# %% q1 wrong: added instead of taken away
def given_part(m, A, seen, values):
    rest = [i for i in range(len(m)) if i not in seen]
    gain = A[np.ix_(rest, seen)] @ np.linalg.inv(A[np.ix_(seen, seen)])
    return m[rest] + gain @ (values - m[seen]), A[np.ix_(rest, rest)] + gain @ A[np.ix_(seen, rest)]

# %% q1 wrong: the places are sorted, the values are not
def given_part(m, A, seen, values):
    seen = sorted(seen)
    rest = [i for i in range(len(m)) if i not in seen]
    gain = A[np.ix_(rest, seen)] @ np.linalg.inv(A[np.ix_(seen, seen)])
    return m[rest] + gain @ (np.sort(values) - m[seen]), A[np.ix_(rest, rest)] - gain @ A[np.ix_(seen, rest)]

# %% q1 wrong: variances only
def given_part(m, A, seen, values):
    rest = [i for i in range(len(m)) if i not in seen]
    gain = A[np.ix_(rest, seen)] @ np.linalg.inv(A[np.ix_(seen, seen)])
    return m[rest] + gain @ (values - m[seen]), np.diag(np.diag(A[np.ix_(rest, rest)] - gain @ A[np.ix_(seen, rest)]))

# %% q1 right: with the inverse of the whole
def given_part(m, A, seen, values):
    rest = np.setdiff1d(np.arange(len(m)), seen)
    precision = np.linalg.inv(A)
    cover = np.linalg.inv(precision[np.ix_(rest, rest)])
    return m[rest] - cover @ precision[np.ix_(rest, seen)] @ (np.asarray(values) - m[list(seen)]), cover

# %% q1 right: one entry after the other
def given_part(m, A, seen, values):
    m, A = np.array(m, float), np.array(A, float)
    for place, value in zip(seen, values):
        column = A[:, place] / A[place, place]
        m = m + column * (value - m[place])
        A = A - np.outer(column, A[place])
    rest = [i for i in range(len(m)) if i not in list(seen)]
    return m[rest], A[np.ix_(rest, rest)]

# %% q2 wrong: standard deviations
def fit_and_bars(K, y, s, Kz, kzz):
    A = K + s * np.eye(len(K))
    return Kz @ np.linalg.solve(A, y), np.sqrt(kzz - np.sum(Kz * np.linalg.solve(A, Kz.T).T, axis=1))

# %% q2 wrong: the noise squared
def fit_and_bars(K, y, s, Kz, kzz):
    A = K + s**2 * np.eye(len(K))
    return Kz @ np.linalg.solve(A, y), kzz - np.sum(Kz * np.linalg.solve(A, Kz.T).T, axis=1)

# %% q2 wrong: the variance of a new reading
def fit_and_bars(K, y, s, Kz, kzz):
    A = K + s * np.eye(len(K))
    return Kz @ np.linalg.solve(A, y), kzz + s - np.sum(Kz * np.linalg.solve(A, Kz.T).T, axis=1)

# %% q2 wrong: the noise left out
def fit_and_bars(K, y, s, Kz, kzz):
    A = np.linalg.pinv(K)
    return Kz @ A @ y, kzz - np.sum((Kz @ A) * Kz, axis=1)

# %% q2 wrong: the whole covariance
def fit_and_bars(K, y, s, Kz, kzz):
    A = K + s * np.eye(len(K))
    return Kz @ np.linalg.solve(A, y), np.diag(kzz) - Kz @ np.linalg.solve(A, Kz.T)

# %% q2 wrong: the residuals make the bars
def fit_and_bars(K, y, s, Kz, kzz):
    A = K + s * np.eye(len(K))
    residual = y - K @ np.linalg.solve(A, y)
    return Kz @ np.linalg.solve(A, y), np.full(len(kzz), np.mean(residual**2))

# %% q2 right: by Cholesky
def fit_and_bars(K, y, s, Kz, kzz):
    L = np.linalg.cholesky(K + s * np.eye(len(K)))
    V = np.linalg.solve(L, Kz.T)
    return V.T @ np.linalg.solve(L, y), kzz - (V**2).sum(axis=0)

# %% q2 right: a loop over the new points
def fit_and_bars(K, y, s, Kz, kzz):
    inverse = np.linalg.inv(K + s * np.eye(len(K)))
    return [float(k @ inverse @ y) for k in Kz], [float(c - k @ inverse @ k) for k, c in zip(Kz, kzz)]

# %% q3 wrong: the constant left out
def log_evidence(K, y, s):
    A = K + s * np.eye(len(K))
    return -0.5 * y @ np.linalg.solve(A, y) - 0.5 * np.linalg.slogdet(A)[1]

# %% q3 wrong: the determinant itself
def log_evidence(K, y, s):
    A = K + s * np.eye(len(K))
    return -0.5 * y @ np.linalg.solve(A, y) - 0.5 * np.log(np.linalg.det(A)) - len(y) / 2 * np.log(2 * np.pi)

# %% q3 wrong: log det without its half
def log_evidence(K, y, s):
    A = K + s * np.eye(len(K))
    return -0.5 * y @ np.linalg.solve(A, y) - np.linalg.slogdet(A)[1] - len(y) / 2 * np.log(2 * np.pi)

# %% q3 wrong: the sign of log det
def log_evidence(K, y, s):
    A = K + s * np.eye(len(K))
    return -0.5 * y @ np.linalg.solve(A, y) + 0.5 * np.linalg.slogdet(A)[1] - len(y) / 2 * np.log(2 * np.pi)

# %% q3 wrong: s as a standard deviation
def log_evidence(K, y, s):
    A = K + s**2 * np.eye(len(K))
    return -0.5 * y @ np.linalg.solve(A, y) - 0.5 * np.linalg.slogdet(A)[1] - len(y) / 2 * np.log(2 * np.pi)

# %% q3 wrong: logarithm to the base 10
def log_evidence(K, y, s):
    A = K + s * np.eye(len(K))
    return (-0.5 * y @ np.linalg.solve(A, y) - 0.5 * np.linalg.slogdet(A)[1] - len(y) / 2 * np.log(2 * np.pi)) / np.log(10)

# %% q3 right: by eigenvalues
def log_evidence(K, y, s):
    values, vectors = np.linalg.eigh(K)
    values = np.maximum(values, 0) + s
    return float(-0.5 * np.sum((vectors.T @ y) ** 2 / values) - 0.5 * np.sum(np.log(2 * np.pi * values)))

# %% q3 right: with slogdet
def log_evidence(K, y, s):
    A = K + s * np.eye(len(K))
    return -0.5 * (y @ np.linalg.solve(A, y) + np.linalg.slogdet(A)[1] + len(y) * np.log(2 * np.pi))

# %% q4 wrong: the noise is lost in the last line
process_lines = [
    "c - k @ inv(K + 3 * s * I(n)) @ k",
    "a @ a - a @ A.T @ inv(A @ A.T + 3 * s * I(n)) @ A @ a",
    "a @ inv(A.T @ A + 3 * s * I(d)) @ a",
    "gradient s: 3 * norm(A @ inv(A.T @ A + 3 * s * I(d)) @ a)**2",
]

# %% q4 wrong: AᵀA and AAᵀ confused
process_lines = [
    "c - k @ inv(K + 3 * s * I(n)) @ k",
    "a @ a - a @ A.T @ inv(A @ A.T + 3 * s * I(n)) @ A @ a",
    "3 * s * a @ inv(A @ A.T + 3 * s * I(d)) @ a",
    "gradient s: 3 * norm(A @ inv(A.T @ A + 3 * s * I(d)) @ a)**2",
]

# %% q4 wrong: straight to the end
process_lines = [
    "c - k @ inv(K + 3 * s * I(n)) @ k",
    "gradient s: 3 * norm(inv(K + 3 * s * I(n)) @ k)**2",
]

# %% q4 wrong: a minus sign is left in the derivative
process_lines = [
    "c - k @ inv(K + 3 * s * I(n)) @ k",
    "a @ a - a @ A.T @ inv(A @ A.T + 3 * s * I(n)) @ A @ a",
    "3 * s * a @ inv(A.T @ A + 3 * s * I(d)) @ a",
    "gradient s: 3 * a @ inv(A.T @ A + 3 * s * I(d)) @ a - 9 * s * norm(inv(A.T @ A + 3 * s * I(d)) @ a)**2",
]

# %% q4 wrong: the derivative without its factor
process_lines = [
    "c - k @ inv(K + 3 * s * I(n)) @ k",
    "a @ a - a @ A.T @ inv(A @ A.T + 3 * s * I(n)) @ A @ a",
    "3 * s * a @ inv(A.T @ A + 3 * s * I(d)) @ a",
    "gradient s: norm(A @ inv(A.T @ A + 3 * s * I(d)) @ a)**2",
]

# %% q4 wrong: stops before the derivative
process_lines = [
    "c - k @ inv(K + 3 * s * I(n)) @ k",
    "a @ a - a @ A.T @ inv(A @ A.T + 3 * s * I(n)) @ A @ a",
    "3 * s * a @ inv(A.T @ A + 3 * s * I(d)) @ a",
]

# %% q4 right: with more steps, and solve
process_lines = [
    "c - k @ inv(K + 3 * s * I(n)) @ k",
    "a @ a - (A @ a) @ inv(A @ A.T + 3 * s * I(n)) @ (A @ a)",
    "a @ (I(d) - A.T @ inv(A @ A.T + 3 * s * I(n)) @ A) @ a",
    "a @ (I(d) - inv(A.T @ A + 3 * s * I(d)) @ A.T @ A) @ a",
    "a @ inv(A.T @ A + 3 * s * I(d)) @ (3 * s * a)",
    "3 * s * a @ solve(A.T @ A + 3 * s * I(d), I(d) @ a)",
    "gradient s: 3 * (A @ solve(A.T @ A + 3 * s * I(d), a)) @ (A @ solve(A.T @ A + 3 * s * I(d), a))",
]

# %% q4 right: as a text, by hand
process_lines = """
a @ a - a @ A.T @ inv(A @ A.T + 3 * s * I(n)) @ A @ a
3 * s * a @ inv(3 * s * I(d) + A.T @ A) @ a
gradient s: 3 * a @ inv(3 * s * I(d) + A.T @ A) @ A.T @ A @ inv(3 * s * I(d) + A.T @ A) @ a
"""

# %% q5 wrong: both are covariances
process_cubic = ("kernel", "exp(-abs(x - z)**3)")

# %% q5 wrong: the question repeated
process_ends = ("kernel", "1 - max(x, z)")

# %% q5 wrong: Brownian motion itself
process_ends = ("kernel", "min(x, z)")

# %% q5 wrong: alternating weights at points that are too far apart
process_cubic = ("not a kernel", [-4.0, -2.0, 0.0, 2.0, 4.0], [1.0, -2.0, 2.0, -2.0, 1.0])

# %% q5 wrong: refuted outside its domain
process_ends = ("not a kernel", [2.0, 3.0], [1.0, 1.0])

# %% q5 wrong: a verdict without a reason
process_cubic = ("not a kernel",)

# %% q5 wrong: the larger one written with the smaller one, and still nobody sees it
process_ends = ("kernel", "1 - x - z + min(x, z)")

# %% q5 right: other words for the same
process_ends = ("kernel", "min(1 - z, (1 - x) * 1)")

# %% q5 right: the points shifted, as columns, other weights
process_cubic = ("not a kernel", [[0.0], [0.8], [1.6], [2.4], [3.2]], [3.0, -6.0, 7.0, -6.0, 3.0])

# %% q6 wrong: the smallest evidence
believed_noise = noises[int(np.argmin(beliefs))]

# %% q6 wrong: the variance instead of its root
believed_bar = believed_bar**2

# %% q6 wrong: the bar of a new reading
believed_bar = np.sqrt(believed_bar**2 + believed_noise)

# %% q6 wrong: by the training error
believed_noise = noises[0] if believed_noise != noises[0] else noises[1]

# %% q6 wrong: the nearest reading
believed_mean = y[np.argmin(np.abs(x[:, 0] - place))]

# %% q6 wrong: somebody else's readings
x6, y6, place6 = my_data(SHEET, "somebody else")
believed_mean = fit_and_bars(bell(x6, x6), y6, believed_noise, bell(np.array([[place6]]), x6), np.ones(1))[0][0]

# %% q6 right: as Python numbers, without the functions
A6 = np.linalg.inv(bell(x, x) + believed_noise * np.eye(20))
k6 = np.exp(-((x[:, 0] - place) ** 2) / 2)
believed_mean, believed_bar = float(k6 @ A6 @ y), float((1 - k6 @ A6 @ k6) ** 0.5)

# %% q6 right: by conditioning the whole vector
whole = np.vstack([x, [[place]]])
cover6 = bell(whole, whole) + believed_noise * np.diag([1.0] * 20 + [0.0])
mean6, left6 = given_part(np.zeros(21), cover6, list(range(20)), y)
believed_mean, believed_bar = mean6[0], np.sqrt(left6[0, 0])

# %% q1 idle: nothing is learned from what was seen
def given_part(m, A, seen, values):
    rest = [i for i in range(len(m)) if i not in seen]
    return m[rest], A[np.ix_(rest, rest)]

# %% q2 idle: the prior
def fit_and_bars(K, y, s, Kz, kzz):
    return Kz @ y * 0, kzz * 1.0
