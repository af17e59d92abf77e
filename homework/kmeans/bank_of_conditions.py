"""Conditions that the kmeans sheet states in words, each left out once; and unusual spellings that must pass."""

# %% q2 wrong: of equally far points the last
def cluster_means(X, labels, q):
    d = ((X - X.mean(axis=0)) ** 2).sum(axis=1)
    far = len(X) - 1 - int(np.argmax(d[::-1]))
    return np.array([X[labels == j].mean(axis=0) if np.any(labels == j) else X[far] for j in range(q)])


# %% q2 wrong: the point farthest from the origin
def cluster_means(X, labels, q):
    far = X[(X**2).sum(axis=1).argmax()]
    return np.array([X[labels == j].mean(axis=0) if np.any(labels == j) else far for j in range(q)])


# %% q2 wrong: the farthest along the streets
def cluster_means(X, labels, q):
    far = X[np.abs(X - X.mean(axis=0)).sum(axis=1).argmax()]
    return np.array([X[labels == j].mean(axis=0) if np.any(labels == j) else far for j in range(q)])


# %% q2 wrong: the farthest in one coordinate
def cluster_means(X, labels, q):
    far = X[np.abs(X - X.mean(axis=0)).max(axis=1).argmax()]
    return np.array([X[labels == j].mean(axis=0) if np.any(labels == j) else far for j in range(q)])


# %% q4 wrong: the last line stands for the one before it too
kmeans_lines = [
    "sum(c[i] * norm(X[i] - mu)**2 for i in range(n))",
    "gradient mu: 2 * (sum(c) * mu - X.T @ c)",
    "mu == X.T @ c / sum(c)",
]

# %% q4 wrong: the last line twice
kmeans_lines = [
    "sum(c[i] * norm(X[i] - mu)**2 for i in range(n))",
    "gradient mu: 2 * (sum(c) * mu - X.T @ c)",
    "mu == X.T @ c / sum(c)",
    "mu == X.T @ c / sum(c)",
]

# %% q4 wrong: the last line in two spellings
kmeans_lines = [
    "sum(c[i] * norm(X[i] - mu)**2 for i in range(n))",
    "gradient mu: 2 * (sum(c) * mu - X.T @ c)",
    "mu == X.T @ c / (c @ ones(n))",
    "mu == X.T @ c / sum(c)",
]

# %% q4 wrong: the number 2 as n/n + n/n
kmeans_lines = [
    "sum(c[i] * norm(X[i] - mu)**2 for i in range(n))",
    "gradient mu: 2 * (sum(c) * mu - X.T @ c)",
    "(n/n + n/n) * sum(c) * mu == (n/n + n/n) * X.T @ c",
    "mu == X.T @ c / sum(c)",
]

# %% q4 wrong: the number 2 as everything twice
kmeans_lines = [
    "sum(c[i] * norm(X[i] - mu)**2 for i in range(n))",
    "gradient mu: 2 * (sum(c) * mu - X.T @ c)",
    "sum(c) * mu + sum(c) * mu == X.T @ c + X.T @ c",
    "mu == X.T @ c / sum(c)",
]

# %% q4 wrong: the number 2 as a matrix
kmeans_lines = [
    "sum(c[i] * norm(X[i] - mu)**2 for i in range(n))",
    "gradient mu: 2 * (sum(c) * mu - X.T @ c)",
    "(I(d) + I(d)) @ (sum(c) * mu) == (I(d) + I(d)) @ X.T @ c",
    "mu == X.T @ c / sum(c)",
]

# %% q4 wrong: the number 1 in every term of a sum
kmeans_lines = [
    "sum(c[i] * norm(X[i] - mu)**2 for i in range(n))",
    "gradient mu: 2 * (sum(c) * mu - X.T @ c)",
    "sum(c[i] / c[i] * c[i] * mu for i in range(n)) == X.T @ c",
    "mu == X.T @ c / sum(c)",
]

# %% q4 wrong: the centre on both sides, once under another name
kmeans_lines = [
    "sum(c[i] * norm(X[i] - mu)**2 for i in range(n))",
    "gradient mu: 2 * (sum(c) * mu - X.T @ c)",
    "let h = mu",
    "sum(c) * mu - h == X.T @ c - mu",
    "mu == X.T @ c / sum(c)",
]

# %% q4 right: the sum of the weights as a product with ones
kmeans_lines = [
    "sum(c[i] * norm(X[i] - mu)**2 for i in range(n))",
    "gradient mu: 2 * (sum(c) * mu - X.T @ c)",
    "(ones(n) @ c) * mu == X.T @ c",
    "mu == X.T @ c / sum(c)",
]

# %% q4 right: sums over the points
kmeans_lines = [
    "sum(c[i] * norm(X[i] - mu)**2 for i in range(n))",
    "gradient mu: 2 * (sum(c) * mu - X.T @ c)",
    "sum(c[i] * mu for i in range(n)) == sum(c[i] * X[i] for i in range(n))",
    "mu == X.T @ c / sum(c)",
]


# %% q1 idle: the nearest along the streets
def nearest_centers(X, centers):
    return np.argmin(np.abs(X[:, None, :] - centers[None, :, :]).sum(axis=2), axis=1)
