"""Solutions of the mds sheet that must fail, and others that must pass; read by `kernelcourse homework audit`."""

# %% q1 wrong: distances are not squared (E035)
def gram_from_distances(D):
    J = np.eye(len(D)) - np.ones((len(D), len(D))) / len(D)
    return -J @ D @ J / 2

# %% q1 wrong: the half is missing
def gram_from_distances(D):
    J = np.eye(len(D)) - np.ones((len(D), len(D))) / len(D)
    return -J @ D**2 @ J

# %% q1 wrong: the minus sign is missing
def gram_from_distances(D):
    J = np.eye(len(D)) - np.ones((len(D), len(D))) / len(D)
    return J @ D**2 @ J / 2

# %% q1 wrong: only the rows are centred
def gram_from_distances(D):
    S = D**2
    return -(S - S.mean(axis=1, keepdims=True)) / 2

# %% q1 wrong: the grand mean is forgotten
def gram_from_distances(D):
    S = D**2
    return -(S - S.mean(axis=1, keepdims=True) - S.mean(axis=0)) / 2

# %% q1 wrong: D @ D instead of the squares of its entries
def gram_from_distances(D):
    J = np.eye(len(D)) - np.ones((len(D), len(D))) / len(D)
    return -J @ (D @ D) @ J / 2

# %% q1 wrong: the table itself is called a Gram matrix (E037)
def gram_from_distances(D):
    return D

# %% q1 wrong: squares in place, so the caller's table is changed
def gram_from_distances(D):
    D **= 2
    J = np.eye(len(D)) - np.ones((len(D), len(D))) / len(D)
    B = -J @ D @ J / 2
    return B + D * 0.001

# %% q1 right: with the centring matrix
def gram_from_distances(D):
    n = len(D)
    J = np.eye(n) - np.ones((n, n)) / n
    return -0.5 * J @ D**2 @ J

# %% q1 right: in two steps
def gram_from_distances(D):
    S = np.square(D)
    S = S - S.mean(axis=0)
    return -(S - S.mean(axis=1, keepdims=True)) / 2

# %% q2 wrong: the eigenvectors alone (E036)
def draw_map(D, p):
    values, vectors = np.linalg.eigh(gram_from_distances(D))
    return vectors[:, ::-1][:, :p]

# %% q2 wrong: the eigenvalues instead of their roots
def draw_map(D, p):
    values, vectors = np.linalg.eigh(gram_from_distances(D))
    return vectors[:, ::-1][:, :p] * values[::-1][:p]

# %% q2 wrong: the smallest eigenvalues, eigh being ascending
def draw_map(D, p):
    values, vectors = np.linalg.eigh(gram_from_distances(D))
    return vectors[:, :p] * np.sqrt(np.abs(values[:p]))

# %% q2 wrong: the rows of the eigenvector matrix
def draw_map(D, p):
    values, vectors = np.linalg.eigh(gram_from_distances(D))
    return (vectors[::-1][:p] * np.sqrt(np.maximum(values[::-1], 0))).T

# %% q2 wrong: decomposes the table of distances (E035)
def draw_map(D, p):
    U, S, _ = np.linalg.svd(D)
    return U[:, :p] * np.sqrt(S[:p])

# %% q2 wrong: eigenvalues and eigenvectors in different orders
def draw_map(D, p):
    values, vectors = np.linalg.eigh(gram_from_distances(D))
    return vectors[:, ::-1][:, :p] * np.sqrt(np.abs(values[:p]))

# %% q2 right: from the singular values, which are the largest eigenvalues here
def draw_map(D, p):
    values, vectors = np.linalg.eigh(gram_from_distances(D))
    order = np.argsort(values)[::-1][:p]
    return vectors[:, order] @ np.diag(np.sqrt(values[order]))

# %% q2 right: mirrored
def draw_map(D, p):
    values, vectors = np.linalg.eigh(gram_from_distances(D))
    return -(vectors * np.sqrt(np.maximum(values, 0)))[:, -1 : -p - 1 : -1]

# %% q3 wrong: distances are not squared
def newcomer_distances(D, p, delta):
    Y = draw_map(D, p)
    y = Y.T @ (D.mean(axis=1) - delta) / (2 * (Y**2).sum(axis=0))
    return np.sqrt(((Y - y) ** 2).sum(axis=1))

# %% q3 wrong: the half is missing
def newcomer_distances(D, p, delta):
    Y = draw_map(D, p)
    y = Y.T @ ((D**2).mean(axis=1) - delta**2) / (Y**2).sum(axis=0)
    return np.sqrt(((Y - y) ** 2).sum(axis=1))

# %% q3 wrong: the sign is flipped
def newcomer_distances(D, p, delta):
    Y = draw_map(D, p)
    y = -Y.T @ ((D**2).mean(axis=1) - delta**2) / (2 * (Y**2).sum(axis=0))
    return np.sqrt(((Y - y) ** 2).sum(axis=1))

# %% q3 wrong: not divided by the eigenvalues
def newcomer_distances(D, p, delta):
    Y = draw_map(D, p)
    y = Y.T @ ((D**2).mean(axis=1) - delta**2) / 2
    return np.sqrt(((Y - y) ** 2).sum(axis=1))

# %% q3 wrong: repeats what the newcomer reported
def newcomer_distances(D, p, delta):
    return delta

# %% q3 wrong: the row means are left out
def newcomer_distances(D, p, delta):
    Y = draw_map(D, p)
    y = -Y.T @ delta**2 / (2 * (Y**2).sum(axis=0))
    return np.sqrt(((Y - y) ** 2).sum(axis=1))

# %% q3 wrong: squared distances on the map
def newcomer_distances(D, p, delta):
    Y = draw_map(D, p)
    y = Y.T @ ((D**2).mean(axis=1) - delta**2) / (2 * (Y**2).sum(axis=0))
    return ((Y - y) ** 2).sum(axis=1)

# %% q3 right: with the pseudo-inverse of the map
def newcomer_distances(D, p, delta):
    Y = draw_map(D, p)
    y = np.linalg.pinv(Y) @ ((D**2).mean(axis=1) - delta**2) / 2
    return np.linalg.norm(Y - y, axis=1)

# %% q3 right: with the eigenvalues computed again
def newcomer_distances(D, p, delta):
    Y = draw_map(D, p)
    lam = np.linalg.eigvalsh(gram_from_distances(D))[::-1][:p]
    b = ((D**2).mean(axis=0) - np.asarray(delta) ** 2) / 2
    y = (Y / lam).T @ b
    return np.sqrt(np.square(Y - y).sum(axis=1))

# %% q4 wrong: the half is lost on the way
mds_lines = [
    "-J @ (outer(g, ones(n)) + outer(ones(n), g) - 2 * X @ X.T) @ J / 2",
    "2 * J @ X @ X.T @ J - J @ outer(g, ones(n)) @ J - J @ outer(ones(n), g) @ J",
    "2 * J @ X @ X.T @ J",
    "2 * (J @ X) @ (J @ X).T",
]

# %% q4 wrong: centring is forgotten at the end
mds_lines = [
    "-J @ (outer(g, ones(n)) + outer(ones(n), g) - 2 * X @ X.T) @ J / 2",
    "J @ X @ X.T @ J - J @ outer(g, ones(n)) @ J / 2 - J @ outer(ones(n), g) @ J / 2",
    "X @ X.T",
]

# %% q4 wrong: only one outer product vanishes
mds_lines = [
    "-J @ (outer(g, ones(n)) + outer(ones(n), g) - 2 * X @ X.T) @ J / 2",
    "J @ X @ X.T @ J - J @ outer(g, ones(n)) @ J / 2 - J @ outer(ones(n), g) @ J / 2",
    "J @ X @ X.T @ J - outer(ones(n), g) / 2",
    "(J @ X) @ (J @ X).T",
    "C @ C.T",
]

# %% q4 wrong: the sign of the Gram matrix
mds_lines = [
    "-J @ (outer(g, ones(n)) + outer(ones(n), g) - 2 * X @ X.T) @ J / 2",
    "-J @ X @ X.T @ J - J @ outer(g, ones(n)) @ J / 2 - J @ outer(ones(n), g) @ J / 2",
    "-J @ X @ X.T @ J",
]

# %% q4 wrong: the first line, and the last one with X transposed
mds_lines = [
    "-J @ (outer(g, ones(n)) + outer(ones(n), g) - 2 * X @ X.T) @ J / 2",
    "(J @ X).T @ (J @ X)",
]

# %% q4 wrong: the first line alone
mds_lines = [
    "-J @ (outer(g, ones(n)) + outer(ones(n), g) - 2 * X @ X.T) @ J / 2",
]

# %% q4 right: with more steps
mds_lines = [
    "-J @ (outer(g, ones(n)) + outer(ones(n), g) - 2 * X @ X.T) @ J / 2",
    "J @ X @ X.T @ J - J @ outer(g, ones(n)) @ J / 2 - J @ outer(ones(n), g) @ J / 2",
    "J @ X @ X.T @ J - outer(J @ g, J @ ones(n)) / 2 - outer(J @ ones(n), J @ g) / 2",
    "J @ X @ X.T @ J",
    "(J @ X) @ (X.T @ J.T)",
    "(J @ X) @ (J @ X).T",
    "C @ C.T",
]

# %% q4 right: with center
mds_lines = [
    "-J @ (outer(g, ones(n)) + outer(ones(n), g) - 2 * X @ X.T) @ J / 2",
    "J @ X @ X.T @ J - J @ outer(g, ones(n)) @ J / 2 - J @ outer(ones(n), g) @ J / 2",
    "center(X @ X.T)",
    "(J @ X) @ (J @ X).T",
    "C @ C.T",
]

# %% q5 wrong: both are called kernels
mds_negative = ("kernel", "1 - norm(x - z)**2")

# %% q5 wrong: weights that give a positive value
mds_negative = ("not a kernel", [[0.0, 0.0], [2.0, 0.0]], [1.0, -1.0])

# %% q5 wrong: points too near to each other
mds_negative = ("not a kernel", [[0.0, 0.0], [0.5, 0.0]], [1.0, 1.0])

# %% q5 wrong: the kernel is called none
mds_half_sum = ("not a kernel", [[0.0, 0.0], [1.0, 0.0]], [1.0, 1.0])

# %% q5 wrong: the question repeated as its own proof
mds_half_sum = ("kernel", "(norm(x)**2 + norm(z)**2 - norm(x - z)**2) / 2")

# %% q5 wrong: twice the inner product
mds_half_sum = ("kernel", "2 * (x @ z)")

# %% q5 right: feature by feature
mds_half_sum = ("kernel", "x[0]*z[0] + x[1]*z[1]")
mds_negative = ("not a kernel", [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]], [1.0, 0.0, 1.0])

# %% q5 right: other points
mds_negative = ("not a kernel", [[-1.0, -1.0], [1.0, 1.0]], [2.0, 2.0])

# %% q6 wrong: the eigenvalues of the table itself
negative_eigenvalues = int((np.linalg.eigvalsh(table) < -1e-6).sum())

# %% q6 wrong: the root is missing
flat_stress = ((table - shown) ** 2).sum() / (table**2).sum()

# %% q6 wrong: not divided by the size of the table
flat_stress = np.sqrt(((table - shown) ** 2).sum())

# %% q6 wrong: counted from zero
dimensions_needed = dimensions_needed - 1

# %% q6 wrong: singular values, so that no sign is left (E036)
negative_eigenvalues = int((np.linalg.svd(gram_from_distances(table))[1] < -1e-6).sum())

# %% q6 wrong: somebody else's table
table2 = my_data(SHEET, "somebody else")
flat2 = draw_map(table2, 2)
shown2 = np.sqrt(((flat2[:, None, :] - flat2[None, :, :]) ** 2).sum(axis=2))
flat_stress = np.sqrt(((table2 - shown2) ** 2).sum() / (table2**2).sum())

# %% q6 right: by loops
total = 0.0
below = 0.0
for i in range(9):
    for j in range(i):
        total += (table[i, j] - np.linalg.norm(flat[i] - flat[j])) ** 2
        below += table[i, j] ** 2
flat_stress = float((total / below) ** 0.5)

# %% q6 right: numpy numbers
negative_eigenvalues = np.sum(eigenvalues < -1e-6)
dimensions_needed = np.int64(dimensions_needed)

# %% q3 idle: the reported distances
def newcomer_distances(D, p, delta):
    return np.array(delta, dtype=float)
