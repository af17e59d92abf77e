"""Solutions of the perceptron sheet that must fail, and others that must pass; read by `kernelcourse homework audit`."""

# %% q1 wrong: zero is not a mistake, so nothing is learned (E110)
def train_perceptron(X, y, passes):
    w, counts = np.zeros(X.shape[1]), np.zeros(len(X))
    for _ in range(passes):
        for i in range(len(X)):
            if y[i] * (w @ X[i]) < 0:
                w, counts[i] = w + y[i] * X[i], counts[i] + 1
    return w, counts

# %% q1 wrong: labels are left out of the update
def train_perceptron(X, y, passes):
    w, counts = np.zeros(X.shape[1]), np.zeros(len(X))
    for _ in range(passes):
        for i in range(len(X)):
            if y[i] * (w @ X[i]) <= 0:
                w, counts[i] = w + X[i], counts[i] + 1
    return w, counts

# %% q1 wrong: batch instead of online
def train_perceptron(X, y, passes):
    w, counts = np.zeros(X.shape[1]), np.zeros(len(X))
    for _ in range(passes):
        wrong = y * (X @ w) <= 0
        w, counts = w + X[wrong].T @ y[wrong], counts + wrong
        if not wrong.any():
            break
    return w, counts

# %% q1 wrong: only one pass
def train_perceptron(X, y, passes):
    w, counts = np.zeros(X.shape[1]), np.zeros(len(X))
    for i in range(len(X)):
        if y[i] * (w @ X[i]) <= 0:
            w, counts[i] = w + y[i] * X[i], counts[i] + 1
    return w, counts

# %% q1 wrong: stops at the first point that is right
def train_perceptron(X, y, passes):
    w, counts = np.zeros(X.shape[1]), np.zeros(len(X))
    for _ in range(passes):
        for i in range(len(X)):
            if y[i] * (w @ X[i]) > 0:
                return w, counts
            w, counts[i] = w + y[i] * X[i], counts[i] + 1
    return w, counts

# %% q1 wrong: counts only whether, not how often
def train_perceptron(X, y, passes):
    w, counts = np.zeros(X.shape[1]), np.zeros(len(X))
    for _ in range(passes):
        for i in range(len(X)):
            if y[i] * (w @ X[i]) <= 0:
                w, counts[i] = w + y[i] * X[i], 1
    return w, counts

# %% q1 right: on folded points
def train_perceptron(X, y, passes):
    folded = X * y[:, None]
    counts = np.zeros(len(X))
    for _ in range(passes):
        clean = True
        for i, x in enumerate(folded):
            if x @ (folded.T @ counts) <= 0:
                counts[i] += 1
                clean = False
        if clean:
            break
    return folded.T @ counts, counts

# %% q1 right: with a while loop and whole counts
def train_perceptron(X, y, passes):
    w = np.zeros(X.shape[1])
    counts = [0] * len(X)
    done, used = False, 0
    while not done and used < passes:
        done, used = True, used + 1
        for i in range(len(X)):
            if y[i] * np.dot(X[i], w) <= 0:
                w += y[i] * X[i]
                counts[i] += 1
                done = False
    return w, np.array(counts)

# %% q2 wrong: zero is not a mistake (E110)
def train_counts(K, y, passes):
    counts = np.zeros(len(K))
    for _ in range(passes):
        for i in range(len(K)):
            if y[i] * (K[i] @ (counts * y)) < 0:
                counts[i] += 1
    return counts

# %% q2 wrong: labels are left out of the sum
def train_counts(K, y, passes):
    counts = np.zeros(len(K))
    for _ in range(passes):
        for i in range(len(K)):
            if y[i] * (K[i] @ counts) <= 0:
                counts[i] += 1
    return counts

# %% q2 wrong: signed counts
def train_counts(K, y, passes):
    counts = np.zeros(len(K))
    for _ in range(passes):
        for i in range(len(K)):
            if y[i] * (K[i] @ counts) <= 0:
                counts[i] += y[i]
    return counts

# %% q2 wrong: all mistakes of a pass at once
def train_counts(K, y, passes):
    counts = np.zeros(len(K))
    for _ in range(passes):
        wrong = y * (K @ (counts * y)) <= 0
        counts += wrong
        if not wrong.any():
            break
    return counts

# %% q2 wrong: one pass only
def train_counts(K, y, passes):
    counts = np.zeros(len(K))
    for i in range(len(K)):
        if y[i] * (K[i] @ (counts * y)) <= 0:
            counts[i] += 1
    return counts

# %% q2 wrong: the own similarity only
def train_counts(K, y, passes):
    return np.ones(len(K))

# %% q2 right: keeps the values up to date
def train_counts(K, y, passes):
    counts, f = np.zeros(len(K)), np.zeros(len(K))
    for _ in range(passes):
        clean = True
        for i in range(len(K)):
            if y[i] * f[i] <= 0:
                counts[i] += 1
                f = f + y[i] * K[:, i]
                clean = False
        if clean:
            break
    return counts

# %% q2 right: with the signed matrix
def train_counts(K, y, passes):
    Q = np.outer(y, y) * K
    counts = np.zeros(len(K))
    for _ in range(passes):
        before = counts.copy()
        for i in range(len(K)):
            counts[i] += float(Q[i] @ counts <= 0)
        if (counts == before).all():
            break
    return counts

# %% q3 wrong: not squared
def mistake_bound(X, y, u):
    margin = (y * (X @ u)).min() / np.linalg.norm(u)
    return np.linalg.norm(X, axis=1).max() / margin if margin > 0 else np.inf

# %% q3 wrong: u is not made a unit vector (E112)
def mistake_bound(X, y, u):
    margin = (y * (X @ u)).min()
    return (X**2).sum(axis=1).max() / margin**2 if margin > 0 else np.inf

# %% q3 wrong: the labels are left out
def mistake_bound(X, y, u):
    margin = np.abs(X @ u).min() / np.linalg.norm(u)
    return (X**2).sum(axis=1).max() / margin**2

# %% q3 wrong: the shortest point instead of the longest
def mistake_bound(X, y, u):
    margin = (y * (X @ u)).min() / np.linalg.norm(u)
    return (X**2).sum(axis=1).min() / margin**2 if margin > 0 else np.inf

# %% q3 wrong: the largest margin instead of the smallest
def mistake_bound(X, y, u):
    margin = (y * (X @ u)).max() / np.linalg.norm(u)
    return (X**2).sum(axis=1).max() / margin**2 if margin > 0 else np.inf

# %% q3 wrong: the largest coordinate instead of the length
def mistake_bound(X, y, u):
    margin = (y * (X @ u)).min() / np.linalg.norm(u)
    return np.abs(X).max() ** 2 / margin**2 if margin > 0 else np.inf

# %% q3 right: with norms
def mistake_bound(X, y, u):
    values = y * (X @ (u / np.linalg.norm(u)))
    return float((np.linalg.norm(X, axis=1).max() / values.min()) ** 2) if (values > 0).all() else float("inf")

# %% q3 right: in one quotient
def mistake_bound(X, y, u):
    m = min(y[i] * np.dot(X[i], u) for i in range(len(X)))
    if m <= 0:
        return np.inf
    return max(np.dot(x, x) for x in X) * np.dot(u, u) / m**2

# %% q4 wrong: the labels are lost (E111)
perceptron_lines = [
    "w @ z",
    "(X.T @ alpha) @ z",
    "sum(alpha[i] * k(X[i], z) for i in range(n))",
]

# %% q4 wrong: X for its transpose
perceptron_lines = ["w @ z", "(X @ (alpha * y)) @ z", "sum(alpha[i] * y[i] * k(X[i], z) for i in range(n))"]

# %% q4 wrong: the new point disappears (E108)
perceptron_lines = [
    "w @ z",
    "(X.T @ (alpha * y)) @ z",
    "sum(alpha[i] * y[i] * k(X[i], X[i]) for i in range(n))",
]

# %% q4 wrong: a square has slipped in
perceptron_lines = [
    "w @ z",
    "(X.T @ (alpha * y)) @ z",
    "sum(alpha[i] * y[i] * k(X[i], z)**2 for i in range(n))",
]

# %% q4 wrong: the mean instead of the sum
perceptron_lines = [
    "w @ z",
    "(X.T @ (alpha * y)) @ z",
    "sum(alpha[i] * y[i] * k(X[i], z) for i in range(n)) / n",
]

# %% q4 wrong: the first line alone
perceptron_lines = ["w @ z"]

# %% q4 right: without the middle line
perceptron_lines = [
    "w @ z",
    "(X.T @ (alpha * y)) @ z",
    "sum(alpha[i] * y[i] * k(X[i], z) for i in range(n))",
]

# %% q4 right: more steps
perceptron_lines = [
    "w @ z",
    "z @ w",
    "(X.T @ (alpha * y)) @ z",
    "(alpha * y) @ (X @ z)",
    "sum((alpha * y)[i] * (X @ z)[i] for i in range(n))",
    "sum(alpha[i] * y[i] * k(X[i], z) for i in range(n))",
]

# %% q5 wrong: the number of points that were ever mistaken
ring_updates = (quadratic > 0).sum() + 0.0 if (quadratic > 1).any() else -1.0

# %% q5 wrong: another kernel
ring_updates = train_counts((points @ points.T) ** 3 + 5, signs, 3).sum() + 1000

# %% q5 wrong: one pass too many
line_updates = train_counts(points @ points.T, signs, 21).sum()

# %% q5 wrong: the quadratic kernel for the line
line_updates = ring_updates

# %% q5 wrong: the value instead of the label
ring_answer = (points @ inside + 1) ** 2 @ (quadratic * signs)

# %% q5 wrong: the label of the outer ring
ring_answer = -ring_answer

# %% q5 right: as Python numbers
ring_updates, line_updates, ring_answer = int(ring_updates), int(line_updates), int(ring_answer)

# %% q5 right: through explicit features
F5 = np.column_stack([np.ones(24), np.sqrt(2) * points, points**2, np.sqrt(2) * points[:, 0] * points[:, 1]])
w5, counts5 = train_perceptron(F5, signs, 1000)
ring_updates = counts5.sum()
f5 = np.array([1, np.sqrt(2) * 0.2, -np.sqrt(2) * 0.1, 0.04, 0.01, -np.sqrt(2) * 0.02])
ring_answer = np.sign(w5 @ f5)

# %% q2 idle: each point is mistaken once
def train_counts(K, y, passes):
    return np.ones(len(y))
