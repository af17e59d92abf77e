"""Solutions of the kernel_trick sheet that must fail, and others that must pass; read by `homework audit`."""

# %% q1 wrong: monomials of degree exactly p (E029)
def count_features(d, p):
    from math import comb
    return comb(d + p - 1, p)

# %% q1 wrong: degree up to p in each variable
def count_features(d, p):
    return (p + 1) ** d if d < 20 else 0

# %% q1 wrong: the constant is not counted
def count_features(d, p):
    from math import comb
    return comb(d + p, p) - 1

# %% q1 wrong: degree and dimension are taken for the same number (E046)
def count_features(d, p):
    from math import comb
    return comb(2 * d, d)

# %% q1 wrong: right in the plane only
def count_features(d, p):
    return (p + 1) * (p + 2) // 2

# %% q1 wrong: factorials in 64 bits, which overflow
def count_features(d, p):
    whole = np.prod(np.arange(1, d + p + 1))
    return int(whole // max(1, np.prod(np.arange(1, d + 1)) * np.prod(np.arange(1, p + 1))))

# %% q1 wrong: ordered products, d choices p times
def count_features(d, p):
    return sum(d**j for j in range(p + 1))

# %% q1 wrong: by logarithms, which keep too few digits
def count_features(d, p):
    from math import exp, lgamma
    return round(exp(lgamma(d + p + 1) - lgamma(d + 1) - lgamma(p + 1)))

# %% q1 right: degree by degree
def count_features(d, p):
    from math import comb
    return sum(comb(d + j - 1, j) for j in range(p + 1))

# %% q1 right: Pascal's rule in a table
def count_features(d, p):
    row = [1] * (p + 1)
    for _ in range(d):
        for j in range(1, p + 1):
            row[j] += row[j - 1]
    return row[p]

# %% q1 right: a product of whole numbers
def count_features(d, p):
    number = 1
    for j in range(1, p + 1):
        number = number * (d + j) // j
    return number

# %% q2 wrong: plain monomials, without √2 (E032)
def quadratic_features(X):
    n, d = X.shape
    mixed = [X[:, i] * X[:, j] for i in range(d) for j in range(i + 1)]
    return np.column_stack([np.ones(n), X, *mixed])

# %% q2 wrong: 2 in the place of its root
def quadratic_features(X):
    n, d = X.shape
    mixed = [2 * X[:, i] * X[:, j] for i in range(d) for j in range(i)]
    return np.column_stack([np.ones(n), 2 * X, X**2, *mixed])

# %% q2 wrong: no constant
def quadratic_features(X):
    d = X.shape[1]
    mixed = [np.sqrt(2) * X[:, i] * X[:, j] for i in range(d) for j in range(i)]
    return np.column_stack([np.sqrt(2) * X, X**2, *mixed])

# %% q2 wrong: the features of (x·z)² alone
def quadratic_features(X):
    return (X[:, :, None] * X[:, None, :]).reshape(len(X), -1)

# %% q2 wrong: written for the plane only
def quadratic_features(X):
    r = np.sqrt(2)
    a, b = X[:, 0], X[:, min(1, X.shape[1] - 1)]
    return np.column_stack([np.ones(len(X)), r * a, r * b, a**2, b**2, r * a * b])

# %% q2 wrong: √2 also in front of the squares
def quadratic_features(X):
    n, d = X.shape
    mixed = [np.sqrt(2) * X[:, i] * X[:, j] for i in range(d) for j in range(i + 1)]
    return np.column_stack([np.ones(n), np.sqrt(2) * X, *mixed])

# %% q2 wrong: a root of the Gram matrix of the batch, so rows depend on the other points
def quadratic_features(X):
    values, vectors = np.linalg.eigh((1 + X @ X.T) ** 2)
    return vectors * np.sqrt(np.maximum(values, 0))

# %% q2 wrong: one column for each point (features transposed)
def quadratic_features(X):
    n, d = X.shape
    mixed = [np.sqrt(2) * X[:, i] * X[:, j] for i in range(d) for j in range(i)]
    return np.column_stack([np.ones(n), np.sqrt(2) * X, X**2, *mixed]).T

# %% q2 wrong: rows that are fitted to the points of all earlier calls
earlier = []
def quadratic_features(X):
    earlier.extend(X)
    S = np.array([point for point in earlier if len(point) == X.shape[1]])
    gram, rows = (1 + S @ S.T) ** 2, np.zeros((len(S), 200))
    for i in range(len(S)):
        for j in range(i):
            if rows[j, j] > 1e-7:
                rows[i, j] = (gram[i, j] - rows[i] @ rows[j]) / rows[j, j]
        rows[i, i] = np.sqrt(max(0.0, gram[i, i] - rows[i] @ rows[i]))
    return rows[-len(X):]

# %% q2 right: all ordered products of (1, x) with itself
def quadratic_features(X):
    one = np.column_stack([np.ones(len(X)), X])
    return np.einsum("ni,nj->nij", one, one).reshape(len(X), -1)

# %% q2 right: side by side, x ⊗ x unscaled
def quadratic_features(X):
    n = len(X)
    pairs = (X[:, :, None] * X[:, None, :]).reshape(n, -1)
    return np.hstack([np.ones((n, 1)), np.sqrt(2) * X, pairs])

# %% q2 right: turned signs and another order
def quadratic_features(X):
    rows = []
    for x in X:
        row = [-np.sqrt(2) * x[i] * x[j] for i in range(len(x)) for j in range(i)]
        rows.append(row + list(x**2) + list(2**0.5 * x) + [-1.0])
    return np.array(rows)

# %% q3 wrong: the unseen part
def seen_part(X, w):
    return w - np.linalg.pinv(X) @ (X @ w)

# %% q3 wrong: w itself, as if every w were a combination of the points
def seen_part(X, w):
    return w.copy()

# %% q3 wrong: no inverse, α = Xw
def seen_part(X, w):
    return X.T @ (X @ w)

# %% q3 wrong: the inverse of a Gram matrix that need not have one (E015)
def seen_part(X, w):
    return X.T @ np.linalg.solve(X @ X.T, X @ w)

# %% q3 wrong: the projections on the single points, added up
def seen_part(X, w):
    return sum((x @ w) / max(x @ x, 1e-12) * x for x in X)

# %% q3 wrong: the inverse of XᵀX, with a little on the diagonal
def seen_part(X, w):
    return np.linalg.solve(X.T @ X + 0.01 * np.eye(X.shape[1]), X.T @ (X @ w))

# %% q3 wrong: returns α
def seen_part(X, w):
    return np.linalg.pinv(X.T) @ w

# %% q3 wrong: right, but takes the unseen part away from the caller's w
def seen_part(X, w):
    w -= w - np.linalg.pinv(X) @ (X @ w)
    return w

# %% q3 right: least squares for α
def seen_part(X, w):
    alpha = np.linalg.lstsq(X.T, w, rcond=None)[0]
    return X.T @ alpha

# %% q3 right: with the Gram matrix and its pseudo-inverse
def seen_part(X, w):
    return X.T @ np.linalg.pinv(X @ X.T, rcond=1e-10, hermitian=True) @ X @ w

# %% q3 right: by an orthonormal basis
def seen_part(X, w):
    _, values, rows = np.linalg.svd(X, full_matrices=False)
    basis = rows[values > 1e-10 * values.max()]
    return basis.T @ (basis @ w)

# %% q6 wrong: λ left out
kernel_prediction = (1 + plane_points @ place) ** 2 @ np.linalg.pinv(plane_gram) @ readings

# %% q6 wrong: λ counted twice (E051)
kernel_prediction = (1 + plane_points @ place) ** 2 @ np.linalg.solve(plane_gram + np.eye(12), readings)

# %% q6 wrong: the linear kernel
kernel_prediction = plane_points @ place @ np.linalg.solve(plane_points @ plane_points.T + 0.5 * np.eye(12), readings)

# %% q6 wrong: the fitted value at the first point (E006)
kernel_prediction = plane_gram[0] @ np.linalg.solve(plane_gram + 0.5 * np.eye(12), readings)

# %% q6 wrong: scaled features are taken for monomials (E032)
monomial_prediction = kernel_prediction

# %% q6 wrong: the mixed term is forgotten
five = np.delete(plain, 4, axis=1)
five_weights = np.linalg.solve(five.T @ five + 0.5 * np.eye(5), five.T @ readings)
monomial_prediction = np.delete(monomials(place[None, :]), 4, axis=1)[0] @ five_weights

# %% q6 wrong: the unseen share
seen_share = 1 - seen_share

# %% q6 wrong: lengths instead of squared lengths
seen_share = np.linalg.norm(seen) / np.linalg.norm(wide_weights)

# %% q6 wrong: somebody else's data
points2, readings2, place2, wide2, weights2 = my_data(SHEET, "somebody else")
gram2 = (1 + points2 @ points2.T) ** 2
kernel_prediction = (1 + points2 @ place2) ** 2 @ np.linalg.solve(gram2 + 0.5 * np.eye(12), readings2)

# %% q6 right: through the features
F6 = quadratic_features(plane_points)
w6 = np.linalg.solve(F6.T @ F6 + 0.5 * np.eye(F6.shape[1]), F6.T @ readings)
kernel_prediction = float(quadratic_features(place[None, :])[0] @ w6)

# %% q6 right: the monomials by their Gram matrix, the share by an inner product
alpha6 = np.linalg.inv(plain @ plain.T + 0.5 * np.eye(12)) @ readings
monomial_prediction = (plain @ monomials(place[None, :])[0]) @ alpha6
seen_share = float(seen @ wide_weights / np.linalg.norm(wide_weights) ** 2)

# %% q3 idle: all of w
def seen_part(X, w):
    return np.array(w, dtype=float)
