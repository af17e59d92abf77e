"""Conditions that the perceptron sheet states in words, each left out once; and unusual spellings that must pass."""

# %% q1 wrong: a count is 1 at most
def train_perceptron(X, y, passes):
    w, counts = np.zeros(X.shape[1]), np.zeros(len(X))
    for _ in range(passes):
        right = True
        for i in range(len(X)):
            if y[i] * (w @ X[i]) <= 0:
                w, counts[i], right = w + y[i] * X[i], 1, False
        if right:
            break
    return w, counts


# %% q1 wrong: zero is a mistake at the start only
def train_perceptron(X, y, passes):
    w, counts = np.zeros(X.shape[1]), np.zeros(len(X))
    for _ in range(passes):
        right = True
        for i in range(len(X)):
            if y[i] * (w @ X[i]) < 0 or not w.any():
                w, right = w + y[i] * X[i], False
                counts[i] += 1
        if right:
            break
    return w, counts


# %% q1 wrong: five hundred passes at most
def train_perceptron(X, y, passes, whole=train_perceptron):
    return whole(X, y, min(passes, 500))


# %% q2 wrong: five hundred passes, however many are given
def train_counts(K, y, passes, whole=train_counts):
    return whole(K, y, 500)


# %% q2 wrong: five hundred passes at most
def train_counts(K, y, passes, whole=train_counts):
    return whole(K, y, min(passes, 500))


# %% q3 wrong: a point on the plane is separated
def mistake_bound(X, y, u):
    margin = (y * (X @ u)).min() / np.linalg.norm(u)
    return (X**2).sum(axis=1).max() / (margin + 1e-300) if margin >= 0 else np.inf


# %% q4 wrong: the labels are multiplied into the points
perceptron_lines = [
    "w @ z",
    "(X.T @ (alpha * y)) @ z",
    "sum(alpha[i] * k(y[i] * X[i], z) for i in range(n))",
]
