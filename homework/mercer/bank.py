"""Solutions of the mercer sheet that must fail, and others that must pass; read by `kernelcourse homework audit`."""

# %% q1 wrong: only the terms with i = j
def form_value(k, X, a):
    return sum(a[i] ** 2 * k(X[i], X[i]) for i in range(len(X)))

# %% q1 wrong: every pair once instead of twice
def form_value(k, X, a):
    return sum(a[i] * a[j] * k(X[i], X[j]) for i in range(len(X)) for j in range(i + 1))

# %% q1 wrong: the last point is forgotten
def form_value(k, X, a):
    return sum(a[i] * a[j] * k(X[i], X[j]) for i in range(len(X) - 1) for j in range(len(X) - 1))

# %% q1 wrong: always the inner product, whatever k is
def form_value(k, X, a):
    return np.sum((a @ X) ** 2)

# %% q1 wrong: no tolerance, so that rounding refutes
def passes_psd_test(K, tol):
    return bool(np.allclose(K, K.T) and np.linalg.eigvalsh(K)[0] >= 0)

# %% q1 wrong: an absolute tolerance
def passes_psd_test(K, tol):
    return bool(np.abs(K - K.T).max() <= tol and np.linalg.eigvalsh(K)[0] >= -tol)

# %% q1 wrong: symmetry is not asked for (E041)
def passes_psd_test(K, tol):
    return bool(np.linalg.eigvalsh((K + K.T) / 2)[0] >= -tol * np.abs(K).max())

# %% q1 wrong: entries instead of eigenvalues
def passes_psd_test(K, tol):
    return bool(np.abs(K - K.T).max() <= tol * np.abs(K).max() and K.min() >= -tol)

# %% q1 wrong: the determinant alone
def passes_psd_test(K, tol):
    s = np.abs(K).max()
    return bool(np.abs(K - K.T).max() <= tol * s and np.linalg.det(K / s) >= -tol)

# %% q1 wrong: singular values, which are never negative
def passes_psd_test(K, tol):
    s = np.abs(K).max()
    return bool(np.abs(K - K.T).max() <= tol * s and np.linalg.svd(K)[1].min() >= -tol * s)

# %% q1 wrong: strictly positive definite is asked for (E066)
def passes_psd_test(K, tol):
    s = np.abs(K).max()
    return bool(np.abs(K - K.T).max() <= tol * s and np.linalg.eigvalsh(K)[0] > tol * s)

# %% q1 wrong: a few random weights instead of all
def passes_psd_test(K, tol):
    s = np.abs(K).max()
    draws = np.random.default_rng(0).normal(size=(3, len(K)))
    return bool(np.abs(K - K.T).max() <= tol * s and all(a @ K @ a >= -tol * s for a in draws))

# %% q1 wrong: the largest eigenvalue, eigvalsh being ascending
def passes_psd_test(K, tol):
    s = np.abs(K).max()
    return bool(np.abs(K - K.T).max() <= tol * s and np.linalg.eigvalsh(K)[-1] >= -tol * s)

# %% q1 right: loops, and a numpy bool
def form_value(k, X, a):
    total = 0.0
    for i, x in enumerate(X):
        for j, z in enumerate(X):
            total += a[i] * a[j] * k(x, z)
    return total
def passes_psd_test(K, tol):
    s = np.max(np.abs(K))
    return np.all(np.abs(K - K.T) <= tol * s) and np.all(np.linalg.eigvalsh(K) >= -tol * s)

# %% q1 right: a Cholesky factor of the matrix, raised by the tolerance
def passes_psd_test(K, tol):
    s = np.abs(K).max()
    if np.abs(K - K.T).max() > tol * s:
        return False
    try:
        np.linalg.cholesky(K / s + tol * np.eye(len(K)))
    except np.linalg.LinAlgError:
        return False
    return True

# %% q2 wrong: stops one power short
def gaussian_partial(X, Z, N):
    from math import factorial
    total = sum(((X @ Z.T) ** j / factorial(j) for j in range(N)), np.zeros((len(X), len(Z))))
    return np.exp(-(X**2).sum(axis=1) / 2)[:, None] * total * np.exp(-(Z**2).sum(axis=1) / 2)

# %% q2 wrong: the factorials are missing
def gaussian_partial(X, Z, N):
    total = sum((X @ Z.T) ** j for j in range(N + 1))
    return np.exp(-(X**2).sum(axis=1) / 2)[:, None] * total * np.exp(-(Z**2).sum(axis=1) / 2)

# %% q2 wrong: g is called a constant and left out (E061)
def gaussian_partial(X, Z, N):
    from math import factorial
    return sum((X @ Z.T) ** j / factorial(j) for j in range(N + 1))

# %% q2 wrong: powers of 1 + x·z (E062)
def gaussian_partial(X, Z, N):
    from math import factorial
    total = sum((1 + X @ Z.T) ** j / factorial(j) for j in range(N + 1))
    return np.exp(-(X**2).sum(axis=1) / 2)[:, None] * total * np.exp(-(Z**2).sum(axis=1) / 2)

# %% q2 wrong: the exponent −½ − 2x·z (E060)
def gaussian_partial(X, Z, N):
    from math import factorial
    total = sum((-0.5 - 2 * X @ Z.T) ** j / factorial(j) for j in range(N + 1))
    return np.exp(-(X**2).sum(axis=1) / 2)[:, None] * total * np.exp(-(Z**2).sum(axis=1) / 2)

# %% q2 wrong: the half in g is missing
def gaussian_partial(X, Z, N):
    from math import factorial
    total = sum((X @ Z.T) ** j / factorial(j) for j in range(N + 1))
    return np.exp(-(X**2).sum(axis=1))[:, None] * total * np.exp(-(Z**2).sum(axis=1))

# %% q2 wrong: the Gaussian itself, whatever N is
def gaussian_partial(X, Z, N):
    return np.exp(-((X[:, None, :] - Z[None, :, :]) ** 2).sum(axis=2) / 2)

# %% q2 wrong: rows and columns exchanged
def gaussian_partial(X, Z, N):
    from math import factorial
    total = sum((Z @ X.T) ** j / factorial(j) for j in range(N + 1))
    return np.exp(-(Z**2).sum(axis=1) / 2)[:, None] * total * np.exp(-(X**2).sum(axis=1) / 2)

# %% q2 right: with factorials
def gaussian_partial(X, Z, N):
    from math import factorial
    total = sum((X @ Z.T) ** j / factorial(j) for j in range(N + 1))
    return np.exp(-(X**2).sum(axis=1) / 2)[:, None] * total * np.exp(-(Z**2).sum(axis=1) / 2)[None, :]

# %% q2 right: one pair at a time, by Horner's rule
def gaussian_partial(X, Z, N):
    answer = np.zeros((len(X), len(Z)))
    for i, x in enumerate(X):
        for m, z in enumerate(Z):
            value = 1.0
            for j in range(N, 0, -1):
                value = 1.0 + value * (x @ z) / j
            answer[i, m] = value * np.exp(-(x @ x + z @ z) / 2)
    return answer

# %% q3 wrong: the root is missing
def unit_diagonal(K):
    return K / np.outer(np.diag(K), np.diag(K))

# %% q3 wrong: rows only
def unit_diagonal(K):
    return K / np.diag(K)[:, None]

# %% q3 wrong: columns only
def unit_diagonal(K):
    return K / np.diag(K)

# %% q3 wrong: the diagonal overwritten with ones, the rest kept
def unit_diagonal(K):
    C = K.copy()
    np.fill_diagonal(C, 1.0)
    return C

# %% q3 wrong: divided by the lengths of the rows of K
def unit_diagonal(K):
    lengths = np.linalg.norm(K, axis=1)
    return K / np.outer(lengths, lengths)

# %% q3 wrong: absolute values
def unit_diagonal(K):
    return np.sqrt(K**2 / np.outer(np.diag(K), np.diag(K)))

# %% q3 wrong: divided by the largest entry
def unit_diagonal(K):
    return K / K.max()

# %% q3 wrong: right, but in the caller's matrix
def unit_diagonal(K):
    lengths = np.sqrt(np.diag(K)).copy()
    K /= np.outer(lengths, lengths)
    return K

# %% q3 right: a diagonal matrix on both sides
def unit_diagonal(K):
    D = np.diag(1 / np.sqrt(np.diag(K)))
    return D @ K @ D

# %% q3 right: entry by entry
def unit_diagonal(K):
    n = len(K)
    return np.array([[K[i, j] / (K[i, i] * K[j, j]) ** 0.5 for j in range(n)] for i in range(n)])

# %% q6 wrong: one term too many, counted from one
terms_needed = terms_needed + 1

# %% q6 wrong: the mean error instead of the largest
gauss6 = np.exp(-gaps / 2)
terms_needed = min(N for N in range(60) if np.abs(gaussian_partial(own_points, own_points, N) - gauss6).mean() <= 1e-3)

# %% q6 wrong: the diagonal is not left out
largest_cosine = cosines.max()

# %% q6 wrong: not normalised
largest_cosine = ((1 + own_points @ own_points.T) ** 2)[~np.eye(8, dtype=bool)].max()

# %% q6 wrong: the kernel is not squared
largest_cosine = unit_diagonal(1 + own_points @ own_points.T)[~np.eye(8, dtype=bool)].max()

# %% q6 wrong: the road is taken for a straight line
road_lowest = np.linalg.eigvalsh(np.exp(-((places[:, None] - places) ** 2) / 32))[0]

# %% q6 wrong: the 2 of 2σ² is missing
road_lowest = np.linalg.eigvalsh(np.exp(-(way**2) / 16))[0]

# %% q6 wrong: the distance is not squared
road_lowest = np.linalg.eigvalsh(np.exp(-way / 4))[0]

# %% q6 wrong: the singular value of least size
road_lowest = np.linalg.svd(np.exp(-(way**2) / 32))[1].min()

# %% q6 wrong: somebody else's places
_, places2 = my_data(SHEET, "somebody else")
way2 = np.abs(places2[:, None] - places2)
road_lowest = np.linalg.eigvalsh(np.exp(-(np.minimum(way2, 12 - way2) ** 2) / 32))[0]

# %% q6 right: by loops, as Python numbers
K6 = (1 + own_points @ own_points.T) ** 2
largest_cosine = float(max(K6[i, j] / (K6[i, i] * K6[j, j]) ** 0.5 for i in range(8) for j in range(i)))
road_lowest = float(min(np.linalg.eigh(np.exp(-(way**2) / 32))[0]))

# %% q6 right: the way round by the remainder
around = (places[:, None] - places + 6) % 12 - 6
road_lowest = np.linalg.eigvalsh(np.exp(-0.5 * (around / 4) ** 2)).min()
terms_needed = np.int64(terms_needed)

# %% q2 idle: the Gaussian, whatever N is
def gaussian_partial(X, Z, N):
    return np.exp(-((X[:, None] - Z[None]) ** 2).sum(axis=2) / 2)

# %% q2 idle: nearly the Gaussian, whatever N is
def gaussian_partial(X, Z, N):
    g, h, inner = np.exp(-(X**2).sum(axis=1) / 2), np.exp(-(Z**2).sum(axis=1) / 2), X @ Z.T
    term, total = np.ones_like(inner), np.ones_like(inner)
    for j in range(1, 100):
        term = term * inner / j
        total = total + term
    return np.outer(g, h) * total
