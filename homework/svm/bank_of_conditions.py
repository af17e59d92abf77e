"""Conditions that the svm sheet states in words, each left out once; and unusual spellings that must pass."""

# %% q1 wrong: the caller's own weights are moved
def move_pair(alpha, K, y, C, i, j):
    s = y - K @ (alpha * y)
    if s[i] <= s[j]:
        return alpha
    walls = C - alpha[i] if y[i] > 0 else alpha[i], alpha[j] if y[j] > 0 else C - alpha[j]
    d = min((s[i] - s[j]) / (K[i, i] + K[j, j] - 2 * K[i, j]), *walls)
    alpha[i] += y[i] * d
    alpha[j] -= y[j] * d
    return alpha


# %% q2 wrong: no tolerance at the walls
def street_offset(alpha, K, y, C):
    return np.mean((y - K @ (alpha * y))[(alpha > 0) & (alpha < C)])


# %% q2 wrong: the tolerance is not in units of C
def street_offset(alpha, K, y, C):
    return np.mean((y - K @ (alpha * y))[(alpha > 1e-5) & (alpha < C - 1e-5)])


# %% q2 wrong: a tolerance at the lower wall only
def street_offset(alpha, K, y, C):
    return np.mean((y - K @ (alpha * y))[(alpha > 1e-8 * C) & (alpha < C)])


# %% q3 wrong: the bias is forgotten
def primal_minus_dual(alpha, b, K, y, C):
    f = K @ (alpha * y)
    return (alpha * y) @ f - alpha.sum() + C * np.maximum(0, 1 - y * f).sum()


# %% q3 wrong: a price of a thousand at most
def primal_minus_dual(alpha, b, K, y, C, whole=primal_minus_dual):
    return whole(alpha, b, K, y, min(C, 1000.0))
