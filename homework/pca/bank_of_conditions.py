"""Conditions that the pca sheet states in words, each left out once; and unusual spellings that must pass."""

# %% q1 wrong: the caller's matrix is centred
def centred_gram(K):
    r, m = K.mean(axis=0).copy(), K.mean()
    K -= r
    K -= r[:, None]
    K += m
    return K


# %% q4 right: the matrix of ones as an outer product
pca_lines = [
    "K - outer(ones(n), ones(n)) @ K / n - K @ outer(ones(n), ones(n)) / n + ones(n, n) @ K @ ones(n, n) / n**2",
    "K - outer(ones(n), mean(K, 0)) - outer(mean(K, 1), ones(n)) + mean(K) * outer(ones(n), ones(n))",
]

# %% q4 right: the matrix of ones as a column times a row
pca_lines = [
    "K - ones(n, 1) @ ones(1, n) @ K / n - K @ outer(ones(n) / n, ones(n)) + ones(n, n) @ K @ ones(n, n) / n**2",
    "K - outer(ones(n), mean(K, 0)) - outer(mean(K, 1), ones(n)) + mean(K) * ones(n, n)",
]

# %% q4 wrong: no outer product but that of ones
pca_lines = [
    "K - ones(n, n) @ K / n - K @ ones(n, n) / n + ones(n, n) @ K @ ones(n, n) / n**2",
    "K - ones(n, n) * mean(K, 0) - (ones(n, n) * mean(K, 1)).T + mean(K) * outer(ones(n), ones(n))",
]
