"""Conditions that the mercer sheet states in words, each left out once; and unusual spellings that must pass."""

# %% q3 wrong: the caller's matrix is divided
def unit_diagonal(K):
    d = np.sqrt(np.diag(K)).copy()
    K /= d
    K /= d[:, None]
    return K


# %% q1 wrong: no tolerance is so small that it could be 0
def passes_psd_test(K, tol):
    s = max(tol, 1e-5) * np.abs(K).max()
    return bool(np.abs(K - K.T).max() <= s and np.linalg.eigvalsh((K + K.T) / 2)[0] >= -s)


# %% q1 wrong: no tolerance is larger than a hundredth
def passes_psd_test(K, tol):
    s = min(tol, 0.01) * np.abs(K).max()
    return bool(np.abs(K - K.T).max() <= s and np.linalg.eigvalsh((K + K.T) / 2)[0] >= -s)


# %% q2 wrong: thirty powers at most
def gaussian_partial(X, Z, N, whole=gaussian_partial):
    return whole(X, Z, min(N, 30))


# %% q2 wrong: from thirty powers on the Gaussian itself
def gaussian_partial(X, Z, N, whole=gaussian_partial):
    gaussian = np.exp(-((X[:, None, :] - Z[None, :, :]) ** 2).sum(axis=2) / 2)
    return gaussian if N >= 30 else whole(X, Z, N)


# %% q2 wrong: factorials as integers of a machine word
def gaussian_partial(X, Z, N):
    factorials = np.cumprod(np.append(1, np.arange(1, N + 1)))
    total = sum((X @ Z.T) ** j / factorials[j] for j in range(N + 1) if factorials[j])
    return np.exp(-(X**2).sum(axis=1) / 2)[:, None] * total * np.exp(-(Z**2).sum(axis=1) / 2)


# %% q2 right: each power over its factorial
def gaussian_partial(X, Z, N):
    from math import factorial

    total = sum((X @ Z.T) ** j / factorial(j) for j in range(N + 1))
    return total * np.exp(-((X**2).sum(axis=1)[:, None] + (Z**2).sum(axis=1)) / 2)
