"""Solutions of the ridge sheet that must fail, and others that must pass; read by `kernelcourse homework audit`."""

# %% q1 wrong: λ counted twice, from a half-loss with a whole penalty (E051)
def dual_weights(K, y, lam):
    return np.linalg.solve(K + 2 * lam * np.eye(len(K)), y)

# %% q1 wrong: λ times n, from the mean of the squared errors
def dual_weights(K, y, lam):
    return np.linalg.solve(K + len(K) * lam * np.eye(len(K)), y)

# %% q1 wrong: λ left out, least squares through the pseudo-inverse (E106)
def dual_weights(K, y, lam):
    return np.linalg.pinv(K) @ y

# %% q1 wrong: λ added to every entry instead of the diagonal
def dual_weights(K, y, lam):
    return np.linalg.solve(K + lam + 1e-9 * np.eye(len(K)), y)

# %% q1 wrong: multiplied by K once too often
def dual_weights(K, y, lam):
    return np.linalg.solve(K + lam * np.eye(len(K)), K @ y)

# %% q1 wrong: remembers λ from call to call
seen = []
def dual_weights(K, y, lam):
    seen.append(lam)
    return np.linalg.solve(K + sum(seen) * np.eye(len(K)), y)

# %% q1 wrong: the examples of the checks, hard-coded
def dual_weights(K, y, lam):
    if len(K) == 1:
        return np.array([1.0])
    if len(K) == 4:
        X = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])
        return np.linalg.solve(X @ X.T + 0.5 * np.eye(4), np.array([1.0, 2.0, 3.0, 5.0]))
    return np.zeros(len(K))

# %% q1 wrong: a column instead of a vector
def dual_weights(K, y, lam):
    return np.linalg.solve(K + lam * np.eye(len(K)), y)[:, None]

# %% q1 right: the inverse after all
def dual_weights(K, y, lam):
    return np.linalg.inv(K + lam * np.eye(K.shape[0])) @ y

# %% q1 right: by the eigen-decomposition
def dual_weights(K, y, lam):
    values, vectors = np.linalg.eigh(K)
    return vectors @ ((vectors.T @ y) / (values + lam))

# %% q1 right: by Cholesky, on a copy
def dual_weights(K, y, lam):
    A = K.copy()
    A[np.diag_indices_from(A)] += lam
    L = np.linalg.cholesky(A)
    return np.linalg.solve(L.T, np.linalg.solve(L, y))

# %% q2 wrong: the Gram matrix of the new points among themselves
def ridge_predict(k, X, y, lam, Z):
    alpha = np.linalg.solve(k(X, X) + lam * np.eye(len(X)), y)
    return (k(Z, Z) @ np.resize(alpha, len(Z)))

# %% q2 wrong: λ left out of the fit
def ridge_predict(k, X, y, lam, Z):
    return k(Z, X) @ (np.linalg.pinv(k(X, X)) @ y)

# %% q2 wrong: k(X, Z) where k(Z, X) is meant, with the sum over the wrong index
def ridge_predict(k, X, y, lam, Z):
    alpha = np.linalg.solve(k(X, X) + lam * np.eye(len(X)), y)
    return np.array([k(X, Z)[i % len(X)] @ np.resize(alpha, len(Z)) for i in range(len(Z))])

# %% q2 wrong: λ in the Gram block of the new points too
def ridge_predict(k, X, y, lam, Z):
    alpha = np.linalg.solve(k(X, X) + lam * np.eye(len(X)), y)
    return (k(Z, X) + lam) @ alpha

# %% q2 wrong: always the linear kernel
def ridge_predict(k, X, y, lam, Z):
    alpha = np.linalg.solve(X @ X.T + lam * np.eye(len(X)), y)
    return Z @ X.T @ alpha

# %% q2 wrong: the last training point is forgotten
def ridge_predict(k, X, y, lam, Z):
    X, y = X[:-1], y[:-1]
    return k(Z, X) @ np.linalg.solve(k(X, X) + lam * np.eye(len(X)), y)

# %% q2 wrong: the fitted values at the training points, whatever Z is (E006)
def ridge_predict(k, X, y, lam, Z):
    K = k(X, X)
    return np.resize(K @ np.linalg.solve(K + lam * np.eye(len(X)), y), len(Z))

# %% q2 right: a loop over the formula
def ridge_predict(k, X, y, lam, Z):
    alpha = np.linalg.solve(k(X, X) + lam * np.eye(len(X)), y)
    return np.array([sum(alpha[i] * k(z[None, :], X)[0, i] for i in range(len(X))) for z in Z])

# %% q2 right: y multiplied from the left
def ridge_predict(k, X, y, lam, Z):
    return y @ np.linalg.solve(k(X, X) + lam * np.eye(len(X)), k(X, Z))

# %% q3 wrong: the ordinary residuals
def leave_one_out(K, y, lam):
    return y - K @ np.linalg.solve(K + lam * np.eye(len(K)), y)

# %% q3 wrong: divided by Hᵢᵢ
def leave_one_out(K, y, lam):
    H = np.linalg.solve(K + lam * np.eye(len(K)), K)
    return (y - H @ y) / np.diag(H)

# %% q3 wrong: multiplied instead of divided
def leave_one_out(K, y, lam):
    H = np.linalg.solve(K + lam * np.eye(len(K)), K)
    return (y - H @ y) * (1 - np.diag(H))

# %% q3 wrong: prediction minus truth, the other sign
def leave_one_out(K, y, lam):
    H = np.linalg.solve(K + lam * np.eye(len(K)), K)
    return (H @ y - y) / (1 - np.diag(H))

# %% q3 wrong: the trace for every point (generalised cross-validation)
def leave_one_out(K, y, lam):
    H = np.linalg.solve(K + lam * np.eye(len(K)), K)
    return (y - H @ y) / (1 - np.trace(H) / len(K))

# %% q3 wrong: squared
def leave_one_out(K, y, lam):
    H = np.linalg.solve(K + lam * np.eye(len(K)), K)
    return ((y - H @ y) / (1 - np.diag(H))) ** 2

# %% q3 wrong: n fits, but the left-out point stays in the Gram matrix
def leave_one_out(K, y, lam):
    errors = []
    for i in range(len(y)):
        rest = y.copy()
        rest[i] = 0
        errors.append(y[i] - K[i] @ np.linalg.solve(K + lam * np.eye(len(K)), rest))
    return np.array(errors)

# %% q3 right: n fits, each without one point
def leave_one_out(K, y, lam):
    errors = np.empty(len(y))
    for i in range(len(y)):
        rest = [j for j in range(len(y)) if j != i]
        alpha = np.linalg.solve(K[np.ix_(rest, rest)] + lam * np.eye(len(rest)), y[rest])
        errors[i] = y[i] - K[i, rest] @ alpha
    return errors

# %% q3 right: α over the diagonal of the inverse
def leave_one_out(K, y, lam):
    inverse = np.linalg.inv(K + lam * np.eye(len(K)))
    return (inverse @ y) / np.diag(inverse)

# %% q4 wrong: the factor 2 of the cross term is lost (E054)
q4_lines = [
    "norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha",
    "y @ y - y @ K @ alpha + alpha @ K @ K @ alpha + lam * alpha @ K @ alpha",
    "gradient alpha: 2 * K @ (K @ alpha - y) + 2 * lam * K @ alpha",
    "K @ (K + lam*I(n)) @ alpha == K @ y",
    "implied by: (K + lam*I(n)) @ alpha == y",
]

# %% q4 wrong: K squared becomes K
q4_lines = [
    "norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha",
    "y @ y - 2 * y @ K @ alpha + alpha @ K @ alpha + lam * alpha @ K @ alpha",
    "gradient alpha: 2 * K @ alpha - 2 * K @ y + 2 * lam * K @ alpha",
    "K @ alpha + lam * K @ alpha == K @ y",
    "implied by: (K + lam*I(n)) @ alpha == y",
]

# %% q4 wrong: a singular K is cancelled as if the arrow went both ways (E004)
q4_lines = [
    "norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha",
    "y @ y - 2 * y @ K @ alpha + alpha @ K @ K @ alpha + lam * alpha @ K @ alpha",
    "gradient alpha: 2 * K @ (K @ alpha - y) + 2 * lam * K @ alpha",
    "K @ (K + lam*I(n)) @ alpha == K @ y",
    "(K + lam*I(n)) @ alpha == y",
]

# %% q4 wrong: λ without its factor in the gradient (E051)
q4_lines = [
    "norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha",
    "y @ y - 2 * y @ K @ alpha + alpha @ K @ K @ alpha + lam * alpha @ K @ alpha",
    "gradient alpha: 2 * K @ (K @ alpha - y) + lam * K @ alpha",
    "K @ (K + lam*I(n)) @ alpha == K @ y",
    "implied by: (K + lam*I(n)) @ alpha == y",
]

# %% q4 wrong: straight to the end
q4_lines = [
    "norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha",
    "implied by: (K + lam*I(n)) @ alpha == y",
]

# %% q4 wrong: through a statement that says nothing (A implies 0 = 0, implied by anything)
q4_lines = [
    "norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha",
    "y @ y - 2 * y @ K @ alpha + alpha @ K @ K @ alpha + lam * alpha @ K @ alpha",
    "gradient alpha: 2 * K @ (K @ alpha - y) + 2 * lam * K @ alpha",
    "implies: 0 * alpha == zeros(n)",
    "implied by: (K + lam*I(n)) @ alpha == y",
]

# %% q4 wrong: XᵀX where XXᵀ is meant
q4_lines = [
    "norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha",
    "y @ y - 2 * y @ K @ alpha + alpha @ K @ X.T @ X @ alpha + lam * alpha @ K @ alpha",
    "gradient alpha: 2 * K @ (K @ alpha - y) + 2 * lam * K @ alpha",
    "K @ (K + lam*I(n)) @ alpha == K @ y",
    "implied by: (K + lam*I(n)) @ alpha == y",
]

# %% q4 right: with X in the place of K, and more steps
q4_lines = [
    "norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha",
    "(K @ alpha - y) @ (K @ alpha - y) + lam * alpha @ K @ alpha",
    "alpha @ K @ K @ alpha - 2 * alpha @ K @ y + y @ y + lam * alpha @ K @ alpha",
    "gradient alpha: 2 * K @ K @ alpha - 2 * K @ y + 2 * lam * K @ alpha",
    "K @ K @ alpha + lam * K @ alpha == K @ y",
    "K @ (K + lam*I(n)) @ alpha == K @ y",
    "implied by: (K + lam*I(n)) @ alpha == y",
]

# %% q4 right: as a text, with Greek letters
q4_lines = """
y @ y - 2 * y @ K @ α + α @ K @ K @ α + λ * α @ K @ α
gradient alpha: 2 * K @ (K @ α - y) + 2 * λ * K @ α
K @ (K @ α - y) + λ * K @ α == zeros(n)
implied by: (K + λ*I(n)) @ α == y
"""

# %% q5 wrong: both are called kernels
q5_b = ("kernel", "1 + x @ z - norm(x - z)**2")

# %% q5 wrong: weights that give a positive value
q5_b = ("not a kernel", [[1.0, 0.0], [0.0, 1.0]], [1.0, -1.0])

# %% q5 wrong: the question repeated as its own proof
q5_a = ("kernel", "(x @ z)**2 + 2*(x @ z) + norm(x)**2 * norm(z)**2")

# %% q5 wrong: another function is proved
q5_a = ("kernel", "(x @ z)**2 + 2*(x @ z) + 1")

# %% q5 wrong: one verdict without a reason
q5_b = "not a kernel"

# %% q5 wrong: points of the wrong dimension
q5_b = ("not a kernel", [2.0, -2.0], [1.0, 1.0])

# %% q5 wrong: weights all zero
q5_b = ("not a kernel", [[2.0, 0.0], [0.0, 2.0]], [0.0, 0.0])

# %% q5 right: the square completed, coordinates written out
q5_a = ("kernel", "(1 + x @ z)**2 - 1 + (x[0]**2 + x[1]**2) * (z[0]**2 + z[1]**2)")

# %% q5 right: three points
q5_a = ("kernel", "2*(x @ z) + (x @ z)**2 + (z @ z) * (x @ x)")
q5_b = ("not a kernel", [[-2.0, 0.0], [0.0, 0.0], [2.0, 0.0]], [1.0, 0.0, 1.0])

# %% q6 wrong: chosen by the training error
best_lambda = lambdas[int(np.argmin([np.mean((y - ridge_predict(gaussian, x, y, lam, x)) ** 2) for lam in lambdas]))]

# %% q6 wrong: the root of the mean square
best_error = np.sqrt(min(errors))

# %% q6 wrong: the sum instead of the mean
best_error = min(errors) * len(y)

# %% q6 wrong: the index instead of the value
best_lambda = int(np.argmin(errors))

# %% q6 wrong: predicted with another λ
prediction = ridge_predict(gaussian, x, y, 1.0, np.array([[place]]))[0]

# %% q6 wrong: the nearest reading instead of the fit
prediction = y[np.argmin(np.abs(x[:, 0] - place))]

# %% q6 wrong: somebody else's data
x2, y2, place2 = my_data(SHEET, "somebody else")
errors2 = [np.mean(leave_one_out(gaussian(x2, x2), y2, lam) ** 2) for lam in lambdas]
best_lambda, best_error = lambdas[int(np.argmin(errors2))], min(errors2)
prediction = ridge_predict(gaussian, x2, y2, best_lambda, np.array([[place2]]))[0]

# %% q6 right: by brute force, as numpy scalars
K6 = gaussian(x, x)
def brute(lam):
    total = 0.0
    for i in range(24):
        rest = [j for j in range(24) if j != i]
        total += (y[i] - K6[i, rest] @ np.linalg.solve(K6[np.ix_(rest, rest)] + lam * np.eye(23), y[rest])) ** 2
    return total / 24
best_lambda = np.float64(min(lambdas, key=brute))
best_error = brute(best_lambda)

# %% q6 right: the prediction as a Python number, from α
alpha6 = np.linalg.inv(gaussian(x, x) + best_lambda * np.eye(24)) @ y
prediction = float(sum(alpha6[i] * np.exp(-((place - x[i, 0]) ** 2) / 1.28) for i in range(24)))
