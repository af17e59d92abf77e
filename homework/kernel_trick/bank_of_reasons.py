"""Derivations and verdicts of the kernel_trick sheet that must fail, and others that must pass; read by `homework audit`."""

# %% q4 wrong: w₀ is dropped from the penalty as if nothing were lost (E002)
trick_lines = [
    "norm(X @ (X.T @ alpha + w0) - y)**2 + lam * norm(X.T @ alpha + w0)**2",
    "norm(K @ alpha - y)**2 + lam * norm(X.T @ alpha + w0)**2",
    "norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha",
]

# %% q4 wrong: the penalty measures α instead of w
trick_lines = [
    "norm(X @ (X.T @ alpha + w0) - y)**2 + lam * norm(X.T @ alpha + w0)**2",
    "norm(K @ alpha - y)**2 + lam * norm(X.T @ alpha + w0)**2",
    "norm(K @ alpha - y)**2 + lam * alpha @ alpha + lam * norm(w0)**2",
    "norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha + lam * norm(w0)**2 >= norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha",
]

# %% q4 wrong: the inequality points the other way
trick_lines = [
    "norm(X @ (X.T @ alpha + w0) - y)**2 + lam * norm(X.T @ alpha + w0)**2",
    "norm(K @ alpha - y)**2 + lam * norm(X.T @ alpha + w0)**2",
    "norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha + lam * norm(w0)**2",
    "norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha + lam * norm(w0)**2 <= norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha",
]

# %% q4 wrong: K squared in the penalty
trick_lines = [
    "norm(X @ (X.T @ alpha + w0) - y)**2 + lam * norm(X.T @ alpha + w0)**2",
    "norm(K @ alpha - y)**2 + lam * norm(X.T @ alpha + w0)**2",
    "norm(K @ alpha - y)**2 + lam * alpha @ K @ K @ alpha + lam * norm(w0)**2",
]

# %% q4 wrong: XᵀX where XXᵀ is meant
trick_lines = [
    "norm(X @ (X.T @ alpha + w0) - y)**2 + lam * norm(X.T @ alpha + w0)**2",
    "norm(X.T @ X @ alpha - y)**2 + lam * norm(X.T @ alpha + w0)**2",
    "norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha + lam * norm(w0)**2",
]

# %% q4 wrong: an inequality that is true and says nothing
trick_lines = [
    "norm(X @ (X.T @ alpha + w0) - y)**2 + lam * norm(X.T @ alpha + w0)**2",
    "norm(K @ alpha - y)**2 + lam * norm(X.T @ alpha + w0)**2",
    "norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha + lam * norm(w0)**2",
    "lam * norm(w0)**2 >= 0",
]

# %% q4 wrong: stops before the inequality
trick_lines = [
    "norm(X @ (X.T @ alpha + w0) - y)**2 + lam * norm(X.T @ alpha + w0)**2",
    "norm(K @ alpha - y)**2 + lam * norm(X.T @ alpha + w0)**2",
    "norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha + lam * norm(w0)**2",
]

# %% q4 right: with more steps
trick_lines = [
    "norm(X @ (X.T @ alpha + w0) - y)**2 + lam * norm(X.T @ alpha + w0)**2",
    "norm(X @ X.T @ alpha + X @ w0 - y)**2 + lam * norm(X.T @ alpha + w0)**2",
    "norm(K @ alpha - y)**2 + lam * norm(X.T @ alpha + w0)**2",
    "norm(K @ alpha - y)**2 + lam * (norm(X.T @ alpha)**2 + 2 * w0 @ X.T @ alpha + norm(w0)**2)",
    "norm(K @ alpha - y)**2 + lam * (norm(X.T @ alpha)**2 + norm(w0)**2)",
    "norm(K @ alpha - y)**2 + lam * (alpha @ K @ alpha + w0 @ w0)",
    "norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha + lam * norm(w0)**2 >= norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha",
]

# %% q4 right: as a text, without the first line
trick_lines = """
norm(K @ alpha - y)**2 + lam * norm(X.T @ alpha + w0)**2
norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha + lam * norm(w0)**2
norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha + lam * norm(w0)**2 >= norm(K @ alpha - y)**2 + lam * alpha @ K @ alpha
"""

# %% q5 wrong: both are called kernels, squares being kernels
trick_minus_inside = ("kernel", "(x @ z - 1)**2")

# %% q5 wrong: weights that give a positive value
trick_minus_inside = ("not a kernel", [[0.0, 0.0], [1.0, 0.0]], [1.0, 1.0])

# %% q5 wrong: one point cannot show it here
trick_minus_inside = ("not a kernel", [[1.0, 0.0]], [1.0])

# %% q5 wrong: the question repeated as its own proof
trick_without_one = ("kernel", "(1 + x @ z)**2 - 1")

# %% q5 wrong: the linear term is lost
trick_without_one = ("kernel", "(x @ z)**2")

# %% q5 wrong: the factor 2 is lost
trick_without_one = ("kernel", "(x @ z)**2 + x @ z")

# %% q5 wrong: the kernel is called none, because of the minus
trick_without_one = ("not a kernel", [[0.0, 0.0], [1.0, 0.0]], [1.0, -2.0])

# %% q5 right: factored, and other points
trick_without_one = ("kernel", "(x @ z) * (2 + x @ z)")
trick_minus_inside = ("not a kernel", [[0.0, 0.0], [0.0, -1.0]], [1.0, -1.5])

# %% q5 right: feature by feature
trick_without_one = (
    "kernel",
    "2*x[0]*z[0] + 2*x[1]*z[1] + x[0]**2*z[0]**2 + 2*x[0]*x[1]*z[0]*z[1] + x[1]**2*z[1]**2",
)
