"""Solutions of the pca sheet that must fail, and others that must pass; read by `kernelcourse homework audit`."""

# %% q1 wrong: not centred at all (E020)
def centred_gram(K):
    return K.copy()

# %% q1 wrong: only the rows
def centred_gram(K):
    return K - K.mean(axis=1, keepdims=True)

# %% q1 wrong: the grand mean is forgotten
def centred_gram(K):
    return K - K.mean(axis=1, keepdims=True) - K.mean(axis=0)

# %% q1 wrong: only the grand mean
def centred_gram(K):
    return K - K.mean()

# %% q1 wrong: divided by n − 1
def centred_gram(K):
    n = len(K)
    J = np.eye(n) - np.ones((n, n)) / (n - 1 if n > 2 else 2.5)
    return J @ K @ J

# %% q1 wrong: in place, so the caller's matrix is changed
def centred_gram(K):
    K -= K.mean(axis=1, keepdims=True)
    K -= K.mean(axis=0)
    return 2 * K

# %% q1 right: with J
def centred_gram(K):
    J = np.eye(len(K)) - 1 / len(K)
    return J @ K @ J

# %% q1 right: in two steps
def centred_gram(K):
    A = K - K.mean(axis=0)
    return A - A.mean(axis=1, keepdims=True)

# %% q2 wrong: unit eigenvectors, not scaled (E021)
def training_scores(K, p):
    return np.linalg.eigh(centred_gram(K))[1][:, ::-1][:, :p]

# %% q2 wrong: scaled by ℓ instead of its root
def training_scores(K, p):
    values, vectors = np.linalg.eigh(centred_gram(K))
    return vectors[:, ::-1][:, :p] * values[::-1][:p]

# %% q2 wrong: not centred (E020)
def training_scores(K, p):
    values, vectors = np.linalg.eigh(K)
    return vectors[:, ::-1][:, :p] * np.sqrt(np.abs(values[::-1][:p]))

# %% q2 wrong: the first eigenvectors of eigh, which are the last (E023)
def training_scores(K, p):
    values, vectors = np.linalg.eigh(centred_gram(K))
    return vectors[:, :p] * np.sqrt(np.abs(values[:p]))

# %% q2 wrong: divided by the root instead of multiplied
def training_scores(K, p):
    values, vectors = np.linalg.eigh(centred_gram(K))
    return vectors[:, ::-1][:, :p] / np.sqrt(values[::-1][:p])

# %% q2 wrong: the root of ℓ/n
def training_scores(K, p):
    values, vectors = np.linalg.eigh(centred_gram(K))
    return vectors[:, ::-1][:, :p] * np.sqrt(values[::-1][:p] / len(K))

# %% q2 right: as JKJ times α
def training_scores(K, p):
    C = centred_gram(K)
    values, vectors = np.linalg.eigh(C)
    order = np.argsort(-values)[:p]
    return C @ (vectors[:, order] / np.sqrt(values[order]))

# %% q2 right: by the singular value decomposition, other signs
def training_scores(K, p):
    U, s, _ = np.linalg.svd(centred_gram(K))
    return -U[:, :p] * np.sqrt(s[:p])

# %% q3 wrong: the new rows are not centred
def new_scores(K, Kz, p):
    values, vectors = np.linalg.eigh(centred_gram(K))
    return Kz @ (vectors[:, ::-1][:, :p] / np.sqrt(values[::-1][:p])) + 1.0

# %% q3 wrong: centred with the means of the new points
def new_scores(K, Kz, p):
    values, vectors = np.linalg.eigh(centred_gram(K))
    C = Kz - Kz.mean(axis=0) - Kz.mean(axis=1, keepdims=True) + Kz.mean()
    return C @ (vectors[:, ::-1][:, :p] / np.sqrt(values[::-1][:p]))

# %% q3 wrong: unit eigenvectors (E021)
def new_scores(K, Kz, p):
    values, vectors = np.linalg.eigh(centred_gram(K))
    C = Kz - Kz.mean(axis=1, keepdims=True) - K.mean(axis=0) + K.mean()
    return C @ vectors[:, ::-1][:, :p]

# %% q3 wrong: multiplied by the root
def new_scores(K, Kz, p):
    values, vectors = np.linalg.eigh(centred_gram(K))
    C = Kz - Kz.mean(axis=1, keepdims=True) - K.mean(axis=0) + K.mean()
    return C @ (vectors[:, ::-1][:, :p] * np.sqrt(values[::-1][:p]))

# %% q3 wrong: the smallest eigenvalues
def new_scores(K, Kz, p):
    values, vectors = np.linalg.eigh(centred_gram(K))
    C = Kz - Kz.mean(axis=1, keepdims=True) - K.mean(axis=0) + K.mean()
    return C @ (vectors[:, :p] / np.sqrt(np.abs(values[:p]) + 1e-12))

# %% q3 wrong: the column means of K are left out
def new_scores(K, Kz, p):
    values, vectors = np.linalg.eigh(centred_gram(K))
    C = Kz - Kz.mean(axis=1, keepdims=True)
    return C @ (vectors[:, ::-1][:, :p] / np.sqrt(values[::-1][:p]))

# %% q3 right: with J
def new_scores(K, Kz, p):
    n = len(K)
    J = np.eye(n) - np.ones((n, n)) / n
    values, vectors = np.linalg.eigh(J @ K @ J)
    return (Kz - K.mean(axis=0)) @ J @ (vectors[:, ::-1][:, :p] / np.sqrt(values[::-1][:p]))

# %% q3 right: row by row
def new_scores(K, Kz, p):
    values, vectors = np.linalg.eigh(centred_gram(K))
    out = []
    for row in Kz:
        c = row - row.mean() - K.mean(axis=1) + K.mean()
        out.append([c @ vectors[:, -1 - j] / values[-1 - j] ** 0.5 for j in range(p)])
    return np.array(out)

# %% q4 wrong: the sign of the last term
pca_lines = ["(I(n) - ones(n, n) / n) @ K @ (I(n) - ones(n, n) / n)", "K - ones(n, n) @ K / n - K @ ones(n, n) / n - ones(n, n) @ K @ ones(n, n) / n**2"]

# %% q4 wrong: n instead of n squared
pca_lines = ["(I(n) - ones(n, n) / n) @ K @ (I(n) - ones(n, n) / n)", "K - ones(n, n) @ K / n - K @ ones(n, n) / n + ones(n, n) @ K @ ones(n, n) / n"]

# %% q4 wrong: the last term is lost
pca_lines = ["(I(n) - ones(n, n) / n) @ K @ (I(n) - ones(n, n) / n)", "K - ones(n, n) @ K / n - K @ ones(n, n) / n"]

# %% q4 wrong: one side only
pca_lines = ["(I(n) - ones(n, n) / n) @ K @ (I(n) - ones(n, n) / n)", "K - ones(n, n) @ K / n"]

# %% q4 wrong: means along the wrong axis twice
pca_lines = ["(I(n) - ones(n, n) / n) @ K @ (I(n) - ones(n, n) / n)", "K - ones(n, n) @ K / n - K @ ones(n, n) / n + ones(n, n) @ K @ ones(n, n) / n**2", "K - outer(ones(n), mean(K, 0)) - outer(ones(n), mean(K, 1)) + mean(K) * ones(n, n)"]

# %% q4 wrong: the grand mean twice
pca_lines = ["(I(n) - ones(n, n) / n) @ K @ (I(n) - ones(n, n) / n)", "K - ones(n, n) @ K / n - K @ ones(n, n) / n + ones(n, n) @ K @ ones(n, n) / n**2", "K - outer(ones(n), mean(K, 0)) - outer(mean(K, 1), ones(n)) + 2 * mean(K) * ones(n, n)"]

# %% q4 right: one more step
pca_lines = ["(I(n) - ones(n, n) / n) @ K @ (I(n) - ones(n, n) / n)", "(K - ones(n, n) @ K / n) @ (I(n) - ones(n, n) / n)", "K - ones(n, n) @ K / n - K @ ones(n, n) / n + ones(n, n) @ K @ ones(n, n) / n**2", "K - outer(ones(n), mean(K, 0)) - outer(mean(K, 1), ones(n)) + mean(K) * ones(n, n)"]

# %% q4 right: with center in between
pca_lines = ["(I(n) - ones(n, n) / n) @ K @ (I(n) - ones(n, n) / n)", "center(K)", "K - ones(n, n) @ K / n - K @ ones(n, n) / n + ones(n, n) @ K @ ones(n, n) / n**2", "K - outer(ones(n), mean(K, 0)) - outer(mean(K, 1), ones(n)) + mean(K) * ones(n, n)"]

# %% q5 wrong: both are called kernels
pca_minus_linear = ("kernel", "(x @ z)**2 - x @ z")

# %% q5 wrong: both are called none
pca_minus_one = ("not a kernel", [[1.0, 0.0]], [1.0])

# %% q5 wrong: a point that refutes nothing
pca_minus_linear = ("not a kernel", [[2.0, 0.0]], [1.0])

# %% q5 wrong: the question repeated
pca_minus_one = ("kernel", "(x @ z + 1)**2 - 1")

# %% q5 wrong: a factor 2 is lost
pca_minus_one = ("kernel", "(x @ z)**2 + x @ z")

# %% q5 wrong: no reason given
pca_minus_linear = "not a kernel"

# %% q5 right: other points
pca_minus_linear = ("not a kernel", [[0.3, 0.4], [0.0, 0.0]], [2.0, 1.0])

# %% q5 right: another form
pca_minus_one = ("kernel", "x @ z * (x @ z + 2)")

# %% q6 wrong: not centred
ell6 = np.linalg.eigvalsh((points @ points.T + 1) ** 2)[::-1]
first_share = ell6[0] / ell6.sum()

# %% q6 wrong: per cent
first_share = 100 * first_share

# %% q6 wrong: counted from zero
components_needed = components_needed - 1 if components_needed > 1 else 7

# %% q6 wrong: roots of the eigenvalues
first_share = np.sqrt(ell[0]) / np.sqrt(np.abs(ell)).sum()

# %% q6 wrong: the linear kernel
ell6 = np.linalg.eigvalsh(centred_gram(points @ points.T))[::-1]
first_share = ell6[0] / ell6.sum()

# %% q6 wrong: somebody else's curve
points2 = my_data(SHEET, "somebody else")
ell6 = np.linalg.eigvalsh(centred_gram((points2 @ points2.T + 1) ** 2))[::-1]
first_share = ell6[0] / ell6.sum()

# %% q6 right: from the trace
first_share = float(max(ell) / centred_gram((points @ points.T + 1) ** 2).trace())

# %% q6 right: by a loop
total, p6 = 0.0, 0
while total < 0.99 * ell.sum():
    total, p6 = total + ell[p6], p6 + 1
components_needed = p6

# %% q1 idle: the mean of all is subtracted
def centred_gram(K):
    return K - K.mean()
