"""Solutions of the sheet on support vector machines that must fail, and others that must pass; read by `kernelcourse homework audit`."""

# %% q1 wrong: the box is forgotten
def move_pair(alpha, K, y, C, i, j):
    s = y - K @ (y * alpha)
    delta = max(0.0, (s[i] - s[j]) / (K[i, i] + K[j, j] - 2 * K[i, j]))
    new = np.array(alpha, dtype=float)
    new[i] += y[i] * delta
    new[j] -= y[j] * delta
    return new

# %% q1 wrong: each weight is cut off by itself, and the balance is lost
def move_pair(alpha, K, y, C, i, j):
    s = y - K @ (y * alpha)
    delta = max(0.0, (s[i] - s[j]) / (K[i, i] + K[j, j] - 2 * K[i, j]))
    new = np.array(alpha, dtype=float)
    new[i] += y[i] * delta
    new[j] -= y[j] * delta
    return np.clip(new, 0, C)

# %% q1 wrong: both weights grow, whatever the labels are
def move_pair(alpha, K, y, C, i, j):
    s = y - K @ (y * alpha)
    delta = max(0.0, min((s[i] - s[j]) / (K[i, i] + K[j, j] - 2 * K[i, j]), C - alpha[i], C - alpha[j]))
    new = np.array(alpha, dtype=float)
    new[i] += delta
    new[j] += delta
    return new

# %% q1 wrong: the curvature without its mixed term
def move_pair(alpha, K, y, C, i, j):
    s = y - K @ (y * alpha)
    up = C - alpha[i] if y[i] > 0 else alpha[i]
    down = alpha[j] if y[j] > 0 else C - alpha[j]
    delta = max(0.0, min((s[i] - s[j]) / (K[i, i] + K[j, j]), up, down))
    new = np.array(alpha, dtype=float)
    new[i] += y[i] * delta
    new[j] -= y[j] * delta
    return new

# %% q1 wrong: labels are left out of the slope
def move_pair(alpha, K, y, C, i, j):
    s = y - K @ alpha
    up = C - alpha[i] if y[i] > 0 else alpha[i]
    down = alpha[j] if y[j] > 0 else C - alpha[j]
    delta = max(0.0, min((s[i] - s[j]) / (K[i, i] + K[j, j] - 2 * K[i, j]), up, down))
    new = np.array(alpha, dtype=float)
    new[i] += y[i] * delta
    new[j] -= y[j] * delta
    return new

# %% q1 wrong: the caller's weights are changed
def move_pair(alpha, K, y, C, i, j):
    s = y - K @ (y * alpha)
    up = C - alpha[i] if y[i] > 0 else alpha[i]
    down = alpha[j] if y[j] > 0 else C - alpha[j]
    delta = max(0.0, min((s[i] - s[j]) / (K[i, i] + K[j, j] - 2 * K[i, j]), up, down)) or 1e-3
    alpha[i] += y[i] * delta
    alpha[j] -= y[j] * delta
    return alpha

# %% q1 wrong: the walls of a positive point for every point
def move_pair(alpha, K, y, C, i, j):
    s = y - K @ (y * alpha)
    delta = max(0.0, min((s[i] - s[j]) / (K[i, i] + K[j, j] - 2 * K[i, j]), C - alpha[i], alpha[j]))
    new = np.array(alpha, dtype=float)
    new[i] += y[i] * delta
    new[j] -= y[j] * delta
    return new

# %% q1 idle: the wall of the second is forgotten
def move_pair(alpha, K, y, C, i, j):
    a = np.array(alpha, float)
    b, s = a * y, y - K @ (a * y)
    if s[i] <= s[j]:
        return a
    d = (s[i] - s[j]) / (K[i, i] + K[j, j] - 2 * K[i, j])
    d = min(d, C - a[i] if y[i] > 0 else a[i])
    b[i] += d
    b[j] -= d
    return b * y

# %% q1 idle: the wall of the first is forgotten
def move_pair(alpha, K, y, C, i, j):
    a = np.array(alpha, float)
    b, s = a * y, y - K @ (a * y)
    if s[i] <= s[j]:
        return a
    d = (s[i] - s[j]) / (K[i, i] + K[j, j] - 2 * K[i, j])
    d = min(d, a[j] if y[j] > 0 else C - a[j])
    b[i] += d
    b[j] -= d
    return b * y

# %% q1 right: through β and its own walls
def move_pair(alpha, K, y, C, i, j):
    beta = alpha * y
    low, high = np.minimum(0, C * y), np.maximum(0, C * y)
    u = np.zeros(len(y))
    u[i], u[j] = 1.0, -1.0
    best = u @ (y - K @ beta) / (u @ K @ u)
    step = np.clip(best, 0, min(high[i] - beta[i], beta[j] - low[j]))
    return y * (beta + step * u)

# %% q1 right: with a loop over the sums
def move_pair(alpha, K, y, C, i, j):
    n = len(y)
    slope = [y[a] - sum(K[a][b] * y[b] * alpha[b] for b in range(n)) for a in (i, j)]
    room = [C - alpha[i] if y[i] == 1 else alpha[i], alpha[j] if y[j] == 1 else C - alpha[j]]
    if slope[0] <= slope[1]:
        return alpha.copy()
    step = min((slope[0] - slope[1]) / (K[i][i] - 2 * K[i][j] + K[j][j]), *room)
    return np.array([alpha[a] + y[a] * step * ((a == i) - (a == j)) for a in range(n)])

# %% q2 wrong: the walls are asked too
def street_offset(alpha, K, y, C):
    return np.mean((y - K @ (alpha * y))[alpha > 1e-8])

# %% q2 wrong: the other sign
def street_offset(alpha, K, y, C):
    kerb = (alpha > 1e-8 * C) & (alpha < C * (1 - 1e-8))
    return np.mean((K @ (alpha * y) - y)[kerb])

# %% q2 wrong: every point is asked
def street_offset(alpha, K, y, C):
    return np.mean(y - K @ (alpha * y))

# %% q2 wrong: the labels are lost
def street_offset(alpha, K, y, C):
    kerb = (alpha > 1e-8 * C) & (alpha < C * (1 - 1e-8))
    return np.mean((y - K @ alpha)[kerb])

# %% q2 wrong: only the first point on the kerb
def street_offset(alpha, K, y, C):
    kerb = (alpha > 1e-8 * C) & (alpha < C * (1 - 1e-8))
    return (y - K @ (alpha * y))[kerb][0]

# %% q2 wrong: minus the mean of f, without the label
def street_offset(alpha, K, y, C):
    kerb = (alpha > 1e-8 * C) & (alpha < C * (1 - 1e-8))
    return -np.mean((K @ (alpha * y))[kerb])

# %% q2 right: 1/y is y
def street_offset(alpha, K, y, C):
    places = [i for i in range(len(y)) if 1e-8 * C < alpha[i] < C - 1e-8 * C]
    return float(sum(1 / y[i] - K[i] @ (alpha * y) for i in places) / len(places))

# %% q2 right: with the rows of the kerb only
def street_offset(alpha, K, y, C):
    kerb = np.flatnonzero(np.minimum(alpha, C - alpha) > 1e-8 * C)
    return (y[kerb] - (K[kerb] * y) @ alpha).sum() / kerb.size

# %% q3 wrong: the quadratic part once instead of twice
def primal_minus_dual(alpha, b, K, y, C):
    f = K @ (alpha * y)
    return (alpha * y) @ f / 2 - alpha.sum() + C * np.maximum(0, 1 - y * (f + b)).sum()

# %% q3 wrong: b left out
def primal_minus_dual(alpha, b, K, y, C):
    f = K @ (alpha * y)
    return (alpha * y) @ f - alpha.sum() + C * np.maximum(0, 1 - y * f).sum()

# %% q3 wrong: C left out
def primal_minus_dual(alpha, b, K, y, C):
    f = K @ (alpha * y)
    return (alpha * y) @ f - alpha.sum() + np.maximum(0, 1 - y * (f + b)).sum()

# %% q3 wrong: the hinge without its corner
def primal_minus_dual(alpha, b, K, y, C):
    f = K @ (alpha * y)
    return (alpha * y) @ f - alpha.sum() + C * (1 - y * (f + b)).sum()

# %% q3 wrong: the mean of the losses
def primal_minus_dual(alpha, b, K, y, C):
    f = K @ (alpha * y)
    return (alpha * y) @ f - alpha.sum() + C * np.maximum(0, 1 - y * (f + b)).mean()

# %% q3 wrong: the dual added
def primal_minus_dual(alpha, b, K, y, C):
    f = K @ (alpha * y)
    return alpha.sum() + C * np.maximum(0, 1 - y * (f + b)).sum()

# %% q3 right: primal and dual written out
def primal_minus_dual(alpha, b, K, y, C):
    Q = np.outer(y, y) * K
    half = alpha @ Q @ alpha / 2
    loss = [max(0.0, 1 - y[i] * (sum(alpha * y * K[i]) + b)) for i in range(len(y))]
    return (half + C * sum(loss)) - (sum(alpha) - half)

# %% q3 right: with a comparison
def primal_minus_dual(alpha, b, K, y, C):
    margin = y * (K @ (alpha * y) + b)
    return float(alpha @ (np.outer(y, y) * K) @ alpha - alpha.sum() + C * ((1 - margin) * (margin < 1)).sum())

# %% q6 wrong: b left out of the value
street_value = street_value - street_bias

# %% q6 wrong: all support vectors
street_walled = int((alpha > 1e-6).sum())

# %% q6 wrong: the label instead of the value
street_value = float(np.sign(street_value))

# %% q6 wrong: another price
alpha6 = trained(bell(points, points), signs, 10.0)
street_bias = street_offset(alpha6, bell(points, points), signs, 10.0)

# %% q6 wrong: one move is not enough
alpha6 = trained(bell(points, points), signs, 1.0, most=3)
street_walled = int((alpha6 > 1 - 1e-6).sum())

# %% q6 wrong: the other sign
street_bias = -street_bias

# %% q6 wrong: somebody else's points
points6, signs6, place6 = my_data(SHEET, "somebody else")
alpha6 = trained(bell(points6, points6), signs6, 1.0)
street_bias = street_offset(alpha6, bell(points6, points6), signs6, 1.0)

# %% q6 right: the value by a sum, as Python numbers
street_value = float(sum(alpha[i] * signs[i] * np.exp(-((points[i] - place) ** 2).sum() / 2) for i in range(24)) + street_bias)
street_walled = float(np.sum(np.isclose(alpha, 1.0)))

# %% q6 right: found by a general solver
from scipy.optimize import minimize

Q6 = np.outer(signs, signs) * bell(points, points)
found = minimize(
    lambda a: a @ Q6 @ a / 2 - a.sum(),
    np.full(24, 0.5),
    jac=lambda a: Q6 @ a - 1,
    bounds=[(0, 1)] * 24,
    constraints={"type": "eq", "fun": lambda a: a @ signs, "jac": lambda a: signs},
    method="SLSQP",
    options={"ftol": 1e-14, "maxiter": 1000},
).x
found = np.where(found < 1e-6, 0.0, np.where(found > 1 - 1e-6, 1.0, found))
street_bias = street_offset(found, bell(points, points), signs, 1.0)
street_walled = (found > 1 - 1e-6).sum()
street_value = (bell(place[None, :], points) @ (found * signs))[0] + street_bias

# %% q3 idle: the losses alone
def primal_minus_dual(alpha, b, K, y, C):
    return C * np.maximum(0, 1 - y * (K @ (alpha * y) + b)).sum()

# %% q3 idle: the losses of the bias alone
def primal_minus_dual(alpha, b, K, y, C):
    return C * np.maximum(0, 1 - y * b).sum()

# %% q1 idle: the first move from zero, at all weights
def move_pair(alpha, K, y, C, i, j):
    new = np.array(alpha, dtype=float)
    new[[i, j]] = min(C, (y[i] - y[j]) / (K[i, i] + K[j, j] - 2 * K[i, j])) if y[i] > y[j] else new[[i, j]]
    return new

# %% q1 idle: always to the wall
def move_pair(alpha, K, y, C, i, j):
    s = y - K @ (y * alpha)
    up = C - alpha[i] if y[i] > 0 else alpha[i]
    down = alpha[j] if y[j] > 0 else C - alpha[j]
    new = np.array(alpha, dtype=float)
    if s[i] > s[j]:
        new[i] += y[i] * min(up, down)
        new[j] -= y[j] * min(up, down)
    return new
