"""Solutions of the kmeans sheet that must fail, and others that must pass; read by `kernelcourse homework audit`."""

# %% q1 wrong: the farthest centre
def nearest_centers(X, centers):
    return ((X[:, None] - centers) ** 2).sum(axis=2).argmax(axis=1)

# %% q1 wrong: the smallest distance instead of its place (E016)
def nearest_centers(X, centers):
    return ((X[:, None] - centers) ** 2).sum(axis=2).min(axis=1)

# %% q1 wrong: the wrong axis, one label for each centre
def nearest_centers(X, centers):
    return ((X[:, None] - centers) ** 2).sum(axis=2).argmin(axis=0)

# %% q1 wrong: only the first feature
def nearest_centers(X, centers):
    return ((X[:, None, :1] - centers[:, :1]) ** 2).sum(axis=2).argmin(axis=1)

# %% q1 wrong: ties take the higher label
def nearest_centers(X, centers):
    D = ((X[:, None] - centers) ** 2).sum(axis=2)
    return len(centers) - 1 - D[:, ::-1].argmin(axis=1)

# %% q1 idle: the largest inner product
def nearest_centers(X, centers):
    return (X @ centers.T).argmax(axis=1)

# %% q1 right: through inner products, with half the squared length
def nearest_centers(X, centers):
    return ((centers**2).sum(axis=1) - 2 * X @ centers.T).argmin(axis=1)

# %% q1 right: by loops
def nearest_centers(X, centers):
    labels = []
    for x in X:
        best, label = None, 0
        for j, m in enumerate(centers):
            d = sum((a - b) ** 2 for a, b in zip(x, m))
            if best is None or d < best:
                best, label = d, j
        labels.append(label)
    return np.array(labels)

# %% q2 wrong: divided by the number of all points (E057)
def cluster_means(X, labels, q):
    return np.array([X[labels == j].sum(axis=0) / len(X) for j in range(q)])

# %% q2 wrong: an empty cluster gives 0/0 (E019)
def cluster_means(X, labels, q):
    A = (labels[:, None] == np.arange(q)).astype(float)
    with np.errstate(all="ignore"):
        return (A.T @ X) / A.sum(axis=0)[:, None]

# %% q2 wrong: an empty cluster stays at the origin
def cluster_means(X, labels, q):
    return np.array([X[labels == j].mean(axis=0) if (labels == j).any() else 0 * X[0] for j in range(q)])

# %% q2 wrong: the median
def cluster_means(X, labels, q):
    far = X[((X - X.mean(axis=0)) ** 2).sum(axis=1).argmax()]
    return np.array([np.median(X[labels == j], axis=0) if (labels == j).any() else far for j in range(q)])

# %% q2 wrong: the mean over the wrong axis
def cluster_means(X, labels, q):
    far = X[((X - X.mean(axis=0)) ** 2).sum(axis=1).argmax()]
    return np.array([np.full(X.shape[1], X[labels == j].mean()) if (labels == j).any() else far for j in range(q)])

# %% q2 wrong: an empty cluster takes the first point
def cluster_means(X, labels, q):
    return np.array([X[labels == j].mean(axis=0) if (labels == j).any() else X[0] for j in range(q)])

# %% q2 right: with a one-hot matrix
def cluster_means(X, labels, q):
    A = (labels[:, None] == np.arange(q)).astype(float)
    size = A.sum(axis=0)
    means = (A.T @ X) / np.maximum(size, 1)[:, None]
    far = np.linalg.norm(X - X.mean(axis=0), axis=1).argmax()
    means[size == 0] = X[far]
    return means

# %% q2 right: by loops
def cluster_means(X, labels, q):
    out = np.zeros((q, X.shape[1]))
    middle = sum(X) / len(X)
    far = max(range(len(X)), key=lambda i: np.sum((X[i] - middle) ** 2))
    for j in range(q):
        members = [x for x, label in zip(X, labels) if label == j]
        out[j] = sum(members) / len(members) if members else X[far]
    return out

# %% q3 wrong: the kernel at the mean of the inputs is approximated by the mean row (E012)
def feature_means_distances(K, labels, q):
    return np.array([[K[i, i] + K[labels == j].mean() - 2 * K[i].mean() for j in range(q)] for i in range(len(K))])

# %% q3 wrong: the cross term once instead of twice (E010)
def feature_means_distances(K, labels, q):
    return np.array([[K[i, i] - K[i, labels == j].mean() + K[np.ix_(labels == j, labels == j)].mean() for j in range(q)] for i in range(len(K))])

# %% q3 wrong: 1/n_C instead of its square (E011)
def feature_means_distances(K, labels, q):
    return np.array([[K[i, i] - 2 * K[i, labels == j].mean() + K[np.ix_(labels == j, labels == j)].sum() / (labels == j).sum() for j in range(q)] for i in range(len(K))])

# %% q3 wrong: the last term is left out
def feature_means_distances(K, labels, q):
    return np.array([[K[i, i] - 2 * K[i, labels == j].mean() for j in range(q)] for i in range(len(K))])

# %% q3 wrong: sums instead of means
def feature_means_distances(K, labels, q):
    return np.array([[K[i, i] - 2 * K[i, labels == j].sum() + K[np.ix_(labels == j, labels == j)].sum() for j in range(q)] for i in range(len(K))])

# %% q3 wrong: the own similarity is left out
def feature_means_distances(K, labels, q):
    return np.array([[-2 * K[i, labels == j].mean() + K[np.ix_(labels == j, labels == j)].mean() for j in range(q)] for i in range(len(K))])

# %% q3 right: by loops
def feature_means_distances(K, labels, q):
    out = np.zeros((len(K), q))
    for j in range(q):
        C = np.flatnonzero(labels == j)
        inner = K[np.ix_(C, C)].sum() / len(C) ** 2
        for i in range(len(K)):
            out[i, j] = K[i, i] - 2 * K[i, C].sum() / len(C) + inner
    return out

# %% q3 right: with means of blocks
def feature_means_distances(K, labels, q):
    columns = []
    for j in range(q):
        m = labels == j
        columns.append(K.diagonal() - 2 * K[:, m].mean(axis=1) + K[m][:, m].mean())
    return np.column_stack(columns)

# %% q4 wrong: the factor 2 is dropped in the gradient
kmeans_lines = ["sum(c[i] * norm(X[i] - mu)**2 for i in range(n))", "gradient mu: sum(c[i] * (mu - X[i]) for i in range(n))", "sum(c) * mu == X.T @ c", "mu == X.T @ c / sum(c)"]

# %% q4 wrong: the sign of the gradient
kmeans_lines = ["sum(c[i] * norm(X[i] - mu)**2 for i in range(n))", "gradient mu: 2 * sum(c[i] * (X[i] - mu) for i in range(n))", "sum(c) * mu == X.T @ c", "mu == X.T @ c / sum(c)"]

# %% q4 wrong: divided by n instead of the weights (E057)
kmeans_lines = ["sum(c[i] * norm(X[i] - mu)**2 for i in range(n))", "gradient mu: 2 * sum(c[i] * (mu - X[i]) for i in range(n))", "sum(c) * mu == X.T @ c", "mu == X.T @ c / n"]

# %% q4 wrong: the weights are lost
kmeans_lines = ["sum(c[i] * norm(X[i] - mu)**2 for i in range(n))", "gradient mu: 2 * sum(mu - X[i] for i in range(n))", "n * mu == X.T @ ones(n)", "mu == X.T @ ones(n) / n"]

# %% q4 wrong: n instead of the sum of the weights
kmeans_lines = ["sum(c[i] * norm(X[i] - mu)**2 for i in range(n))", "gradient mu: 2 * sum(c[i] * (mu - X[i]) for i in range(n))", "n * mu == X.T @ c", "mu == X.T @ c / n"]

# %% q4 wrong: straight to the end
kmeans_lines = ["sum(c[i] * norm(X[i] - mu)**2 for i in range(n))", "mu == X.T @ c / sum(c)"]

# %% q4 right: with matrices
kmeans_lines = ["sum(c[i] * norm(X[i] - mu)**2 for i in range(n))", "gradient mu: 2 * sum(c) * mu - 2 * X.T @ c", "2 * sum(c) * mu == 2 * X.T @ c", "sum(c) * mu == X.T @ c", "mu == X.T @ c / sum(c)"]

# %% q4 right: expanded first
kmeans_lines = ["sum(c[i] * norm(X[i] - mu)**2 for i in range(n))", "sum(c[i] * (X[i] @ X[i]) for i in range(n)) - 2 * (X.T @ c) @ mu + sum(c) * (mu @ mu)", "gradient mu: -2 * X.T @ c + 2 * sum(c) * mu", "sum(c) * mu == X.T @ c", "mu == X.T @ c / sum(c)"]

# %% q5 wrong: the mean instead of the sum
final_spread, first_spread = final_spread / 30, first_spread / 30

# %% q5 wrong: distances instead of their squares
final_spread = np.sqrt(((points - cluster_means(points, labels, 3)[labels]) ** 2).sum(axis=1)).sum()

# %% q5 wrong: one step only
one_step = nearest_centers(points, cluster_means(points, start, 3))
final_spread = spread(one_step) + 1e-3

# %% q5 wrong: the smallest cluster
largest_cluster = np.bincount(labels).min() - 1

# %% q5 wrong: the spread around the mean of all
first_spread = ((points - points.mean(axis=0)) ** 2).sum()

# %% q5 wrong: somebody else's points
points2, start2 = my_data(SHEET, "somebody else")
first_spread = ((points2 - cluster_means(points2, start2, 3)[start2]) ** 2).sum()

# %% q5 right: by the trace form
def trace_form(labels):
    K = points @ points.T
    return K.trace() - sum(K[np.ix_(labels == j, labels == j)].sum() / (labels == j).sum() for j in range(3))
final_spread, first_spread = trace_form(labels), trace_form(start)

# %% q5 right: as Python numbers
final_spread, first_spread, largest_cluster = float(final_spread), float(first_spread), int(largest_cluster)

# %% q3 idle: the similarity to the members alone
def feature_means_distances(K, labels, q):
    return np.array([[-K[i, labels == j].mean() for j in range(q)] for i in range(len(K))])
