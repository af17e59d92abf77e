"""Solutions of the rkhs sheet that must fail, and others that must pass; read by `kernelcourse homework audit`."""

# %% q1 wrong: only pairs with the same index
def expansion_inner(k, X, alpha, Z, beta):
    m = min(len(X), len(Z))
    return sum(alpha[i] * beta[i] * k(X, Z)[i, i] for i in range(m))

# %% q1 wrong: the Gram matrix of the first points for both functions
def expansion_inner(k, X, alpha, Z, beta):
    return alpha @ k(X, X) @ np.resize(beta, len(X))

# %% q1 wrong: always the linear kernel
def expansion_inner(k, X, alpha, Z, beta):
    return (X.T @ alpha) @ (Z.T @ beta)

# %% q1 wrong: the square instead of the length
def expansion_norm(k, X, alpha):
    return max(alpha @ k(X, X) @ alpha, 0.0)

# %% q1 wrong: round-off under the root
def expansion_norm(k, X, alpha):
    return np.sqrt(alpha @ k(X, X) @ alpha)

# %% q1 wrong: the length of the vector of values
def expansion_norm(k, X, alpha):
    return np.linalg.norm(k(X, X) @ alpha)

# %% q1 wrong: only the diagonal, as if the bumps were orthogonal
def expansion_norm(k, X, alpha):
    return np.sqrt(np.sum(alpha**2 * np.diag(k(X, X))))

# %% q1 right: two loops
def expansion_inner(k, X, alpha, Z, beta):
    K = k(X, Z)
    return sum(alpha[i] * beta[j] * K[i, j] for i in range(len(X)) for j in range(len(Z)))

# %% q1 right: values of f at the points of g
def expansion_inner(k, X, alpha, Z, beta):
    return float(np.dot(k(Z, X) @ alpha, beta))

def expansion_norm(k, X, alpha):
    square = float(alpha @ (k(X, X) @ alpha))
    return 0.0 if square < 0 else square**0.5

# %% q2 wrong: the inverse, with a bit of λ so that it exists
def shortest_through(K, y):
    alpha = np.linalg.solve(K + 1e-3 * np.eye(len(K)), y)
    return alpha, y @ alpha

# %% q2 wrong: a singular K is called hopeless (E015)
def shortest_through(K, y):
    if np.linalg.matrix_rank(K) < len(K):
        return None
    alpha = np.linalg.solve(K, y)
    return alpha, y @ alpha

# %% q2 wrong: least squares is taken for interpolation
def shortest_through(K, y):
    alpha = np.linalg.pinv(K, rcond=1e-10) @ y
    return alpha, y @ alpha

# %% q2 wrong: the length instead of its square
def shortest_through(K, y):
    alpha = np.linalg.lstsq(K, y, rcond=1e-10)[0]
    if np.abs(K @ alpha - y).max() > 1e-6 * np.abs(y).max():
        return None
    return alpha, np.sqrt(y @ alpha)

# %% q2 wrong: the squared length of the weights
def shortest_through(K, y):
    alpha = np.linalg.lstsq(K, y, rcond=1e-10)[0]
    if np.abs(K @ alpha - y).max() > 1e-6 * np.abs(y).max():
        return None
    return alpha, alpha @ alpha

# %% q2 wrong: the miss is not measured against the size of y
def shortest_through(K, y):
    alpha = np.linalg.lstsq(K, y, rcond=1e-10)[0]
    if np.abs(K @ alpha - y).max() > 1e-6:
        return None
    return alpha, y @ alpha

# %% q2 wrong: the examples of the checks, hard-coded
def shortest_through(K, y):
    if len(K) == 1:
        return np.array([0.5]), 1.0
    return (np.array([0.0, 1.0, 1.0]), 5.0) if y[2] == 3 else None

# %% q2 right: by eigenvectors
def shortest_through(K, y):
    values, vectors = np.linalg.eigh(K)
    kept = values > 1e-10 * values.max()
    V = vectors[:, kept]
    alpha = V @ ((V.T @ y) / values[kept])
    return (alpha, float(alpha @ K @ alpha)) if np.abs(K @ alpha - y).max() <= 1e-6 * np.abs(y).max() else None

# %% q2 right: another solution than the shortest weights
def shortest_through(K, y):
    P = np.linalg.pinv(K, rcond=1e-10, hermitian=True)
    alpha = P @ y + (np.eye(len(K)) - P @ K) @ np.ones(len(K))
    if np.abs(K @ alpha - y).max() > 1e-6 * np.abs(y).max():
        return None
    return alpha, y @ alpha

# %% q2 right: least squares with numpy's own tolerance
def shortest_through(K, y):
    alpha = np.linalg.lstsq(K, y, rcond=None)[0]
    return (alpha, alpha @ K @ alpha) if np.allclose(K @ alpha, y, rtol=0, atol=1e-6 * abs(y).max()) else None

# %% q2 right: the pseudo-inverse, answers in a list
def shortest_through(K, y):
    alpha = np.linalg.pinv(K, rcond=1e-10) @ y
    miss = max(abs(K @ alpha - y))
    return None if miss > 1e-6 * max(abs(y)) else [alpha.tolist(), float(y @ alpha)]

# %% q3 wrong: f̂² instead of |f̂|²
def fourier_squared_norm(f_hat, k_hat):
    used = f_hat != 0
    return np.inf if (k_hat[used] == 0).any() else np.sum(f_hat[used] ** 2 / k_hat[used]).real

# %% q3 wrong: multiplied instead of divided, the smoothing of L²
def fourier_squared_norm(f_hat, k_hat):
    if ((k_hat == 0) & (f_hat != 0)).any():
        return np.inf
    return np.sum(np.abs(f_hat) ** 2 * k_hat)

# %% q3 wrong: f̂/k̂ squared, so that f̂ must fall faster than k̂ (E074)
def fourier_squared_norm(f_hat, k_hat):
    used = f_hat != 0
    return np.inf if (k_hat[used] == 0).any() else np.sum(np.abs(f_hat[used] / k_hat[used]) ** 2)

# %% q3 wrong: forbidden frequencies are skipped
def fourier_squared_norm(f_hat, k_hat):
    there = k_hat > 0
    return np.sum(np.abs(f_hat[there]) ** 2 / k_hat[there])

# %% q3 wrong: 0/0 is not thought of
def fourier_squared_norm(f_hat, k_hat):
    with np.errstate(all="ignore"):
        return np.sum(np.abs(f_hat) ** 2 / k_hat)

# %% q3 wrong: infinite as soon as a coefficient of the kernel is zero
def fourier_squared_norm(f_hat, k_hat):
    return np.inf if (k_hat == 0).any() else np.sum(np.abs(f_hat) ** 2 / k_hat)

# %% q3 wrong: the norm instead of its square
def fourier_squared_norm(f_hat, k_hat):
    used = f_hat != 0
    return np.inf if (k_hat[used] == 0).any() else np.sqrt(np.sum(np.abs(f_hat[used]) ** 2 / k_hat[used]))

# %% q3 wrong: small coefficients count as none
def fourier_squared_norm(f_hat, k_hat):
    used = np.abs(f_hat) > 1e-6
    return np.inf if (k_hat[used] == 0).any() else np.sum(np.abs(f_hat[used]) ** 2 / k_hat[used])

# %% q3 right: a loop
def fourier_squared_norm(f_hat, k_hat):
    total = 0.0
    for f, k in zip(f_hat, k_hat):
        if f == 0:
            continue
        if k == 0:
            return float("inf")
        total += abs(f) ** 2 / k
    return total

# %% q3 right: with the conjugate
def fourier_squared_norm(f_hat, k_hat):
    if np.any((k_hat == 0) & (f_hat != 0)):
        return np.inf
    safe = np.where(k_hat == 0, 1.0, k_hat)
    return np.sum(f_hat * np.conj(f_hat) / safe).real

# %% q4 wrong: the 2 of the cross term is lost, as in E054
rkhs_lines = [
    "norm(A @ alpha - A @ beta)**2",
    "(A @ alpha - A @ beta) @ (A @ alpha - A @ beta)",
    "alpha @ K @ alpha - alpha @ K @ beta + beta @ K @ beta",
    "(alpha - beta) @ K @ (alpha - beta)",
]

# %% q4 wrong: K squared
rkhs_lines = [
    "norm(A @ alpha - A @ beta)**2",
    "(A @ alpha - A @ beta) @ (A @ alpha - A @ beta)",
    "alpha @ K @ alpha - 2 * alpha @ K @ beta + beta @ K @ beta",
    "(alpha - beta) @ K @ K @ (alpha - beta)",
]

# %% q4 wrong: the difference of the squares for the square of the difference
rkhs_lines = [
    "norm(A @ alpha - A @ beta)**2",
    "(A @ alpha) @ (A @ alpha) - (A @ beta) @ (A @ beta)",
    "alpha @ K @ alpha - beta @ K @ beta",
    "(alpha - beta) @ K @ (alpha - beta)",
]

# %% q4 wrong: AAᵀ where AᵀA is meant
rkhs_lines = [
    "norm(A @ alpha - A @ beta)**2",
    "(alpha - beta) @ A @ A.T @ (alpha - beta)",
    "alpha @ K @ alpha - 2 * alpha @ K @ beta + beta @ K @ beta",
    "(alpha - beta) @ K @ (alpha - beta)",
]

# %% q4 wrong: straight to the end
rkhs_lines = ["norm(A @ alpha - A @ beta)**2", "(alpha - beta) @ K @ (alpha - beta)"]

# %% q4 right: with the transpose written out
rkhs_lines = [
    "norm(A @ alpha - A @ beta)**2",
    "norm(A @ (alpha - beta))**2",
    "(alpha - beta) @ A.T @ A @ (alpha - beta)",
    "alpha @ A.T @ A @ alpha - 2 * alpha @ A.T @ A @ beta + beta @ A.T @ A @ beta",
    "alpha @ K @ alpha - 2 * alpha @ K @ beta + beta @ K @ beta",
    "(alpha - beta) @ K @ (alpha - beta)",
]

# %% q4 right: as a text, with Greek letters
rkhs_lines = """
(A @ α - A @ β) @ (A @ α - A @ β)
α @ K @ α - 2 * α @ K @ β + β @ K @ β
(α - β) @ K @ (α - β)
"""

# %% q5 wrong: the length instead of its square
through_square = np.sqrt(through_square)

# %% q5 wrong: another bandwidth, 2σ² written as σ²
wide = np.exp(-((readings - readings.T) ** 2))
through_square = heights @ np.linalg.solve(wide, heights)

# %% q5 wrong: the readings in the place of the weights
through_value = (gaussian(here, readings) @ heights)[0]

# %% q5 wrong: a straight line between the neighbours
through_value = np.interp(place, readings[:, 0], heights)

# %% q5 wrong: the bound with the squared length
through_bound = through_square + 0.0 if abs(through_square - 1) > 1e-3 else 7.0

# %% q5 wrong: the whole squared length of the detour
detour_cost = detour_cost + through_square

# %% q5 wrong: lengths subtracted, not their squares
detour_cost = np.sqrt(through_square + detour_cost) - np.sqrt(through_square)

# %% q5 wrong: up to the height 1 instead of one above the curve
detour_cost = shortest_through(gaussian(more, more), np.append(heights, 1.0))[1] - through_square

# %% q5 wrong: somebody else's readings
r5, h5, p5 = my_data(SHEET, "somebody else")
a5, through_square = shortest_through(gaussian(r5, r5), h5)
through_value = (gaussian(np.array([[p5]]), r5) @ a5)[0]
through_bound = np.sqrt(through_square)

# %% q5 right: by the inverse, as Python numbers
inverse5 = np.linalg.inv(gaussian(readings, readings))
row5 = gaussian(here, readings)[0]
through_square = float(heights @ inverse5 @ heights)
through_value = float(row5 @ inverse5 @ heights)
through_bound = through_square**0.5
detour_cost = float(1 / (1 - row5 @ inverse5 @ row5))

# %% q5 right: by the eigenvectors of the table
size5, way5 = np.linalg.eigh(gaussian(readings, readings))
high5, row5 = way5.T @ heights, way5.T @ gaussian(readings, here)[:, 0]
through_square, through_value = (high5**2 / size5).sum(), (row5 * high5 / size5).sum()
through_bound = np.sqrt(through_square)
detour_cost = 1 / (1 - (row5**2 / size5).sum())

# %% q6 wrong: both are called kernels
rkhs_spoiled = ("kernel", "1 + cos(x - z) - cos(2*(x - z))/2")

# %% q6 wrong: the question repeated as its own proof
rkhs_waves = ("kernel", "2 - 2*sin(x - z)**2 + cos(x - z)")

# %% q6 wrong: the constant is forgotten
rkhs_waves = ("kernel", "cos(2*x)*cos(2*z) + sin(2*x)*sin(2*z) + cos(x)*cos(z) + sin(x)*sin(z)")

# %% q6 wrong: a counterexample that is none
rkhs_waves = ("not a kernel", [0.0, 1.0], [1.0, -1.0])

# %% q6 wrong: weights that give a positive value
rkhs_spoiled = ("not a kernel", [0.0, 1.0], [1.0, 1.0])

# %% q6 wrong: points at which the spoiled frequency cannot be seen
rkhs_spoiled = ("not a kernel", [0.0, np.pi], [1.0, -1.0])

# %% q6 right: the square of a kernel, and two points
rkhs_waves = ("kernel", "2*(cos(x)*cos(z) + sin(x)*sin(z))**2 + cos(x)*cos(z) + sin(x)*sin(z)")
rkhs_spoiled = ("not a kernel", [0.0, 1.0], [1.0, -1.0])

# %% q6 right: points as rows
rkhs_spoiled = ("not a kernel", [[0.0], [1.5], [3.0], [4.5]], [1.0, -1.0, 1.0, -1.0])

# %% q2 idle: nothing passes through
def shortest_through(K, y):
    return None
