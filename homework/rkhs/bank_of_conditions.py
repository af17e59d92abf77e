"""Conditions that the rkhs sheet states in words, each left out once; and unusual spellings that must pass."""

# %% q2 wrong: for K with an inverse only
def shortest_through(K, y):
    alpha = np.linalg.solve(K, y)
    return (alpha, y @ alpha) if np.abs(K @ alpha - y).max() <= 1e-6 * np.abs(y).max() else None


# %% q2 wrong: no miss is forgiven
def shortest_through(K, y):
    alpha = np.linalg.lstsq(K, y, rcond=1e-10)[0]
    return (alpha, y @ alpha) if np.abs(K @ alpha - y).max() <= 1e-10 * np.abs(y).max() else None


# %% q2 wrong: a miss is not measured by the largest value
def shortest_through(K, y):
    alpha = np.linalg.lstsq(K, y, rcond=1e-10)[0]
    return (alpha, y @ alpha) if np.abs(K @ alpha - y).max() <= 1e-6 else None


# %% q3 wrong: a very small k̂ is taken for 0
def fourier_squared_norm(f_hat, k_hat, whole=fourier_squared_norm):
    return whole(f_hat, np.where(k_hat < 1e-10, 0.0, k_hat))
