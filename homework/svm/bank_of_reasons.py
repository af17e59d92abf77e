"""Derivations and verdicts of the sheet on support vector machines that must fail, and others that must pass; read by `kernelcourse homework audit`."""

# %% q4 wrong: the mixed term is lost
svm_lines = [
    "sum(alpha + t * e(i, n)) - 3 * ((alpha + t * e(i, n)) * y) @ K @ ((alpha + t * e(i, n)) * y) / 2",
    "sum(alpha) + t - 3 * (alpha * y) @ K @ (alpha * y) / 2 - 3 * t**2 * K[i, i] / 2",
    "gradient t: 1 - 3 * t * K[i, i]",
    "t == 1 / (3 * K[i, i])",
]

# %% q4 wrong: half of the mixed term
svm_lines = [
    "sum(alpha + t * e(i, n)) - 3 * ((alpha + t * e(i, n)) * y) @ K @ ((alpha + t * e(i, n)) * y) / 2",
    "sum(alpha) + t - 3 * (alpha * y) @ K @ (alpha * y) / 2 - 3 * t * y[i] * (K @ (alpha * y))[i] / 2 - 3 * t**2 * K[i, i] / 2",
    "gradient t: 1 - 3 * y[i] * (K @ (alpha * y))[i] / 2 - 3 * t * K[i, i]",
    "t == (1 - 3 * y[i] * (K @ (alpha * y))[i] / 2) / (3 * K[i, i])",
]

# %% q4 wrong: the label is lost in the slope
svm_lines = [
    "sum(alpha + t * e(i, n)) - 3 * ((alpha + t * e(i, n)) * y) @ K @ ((alpha + t * e(i, n)) * y) / 2",
    "sum(alpha) + t - 3 * (alpha * y) @ K @ (alpha * y) / 2 - 3 * t * y[i] * (K @ (alpha * y))[i] - 3 * t**2 * K[i, i] / 2",
    "gradient t: 1 - 3 * (K @ (alpha * y))[i] - 3 * t * K[i, i]",
    "t == (1 - 3 * (K @ (alpha * y))[i]) / (3 * K[i, i])",
]

# %% q4 wrong: straight to the end
svm_lines = [
    "sum(alpha + t * e(i, n)) - 3 * ((alpha + t * e(i, n)) * y) @ K @ ((alpha + t * e(i, n)) * y) / 2",
    "gradient t: 1 - 3 * y[i] * (K @ (alpha * y))[i] - 3 * t * K[i, i]",
    "t == (1 - 3 * y[i] * (K @ (alpha * y))[i]) / (3 * K[i, i])",
]

# %% q4 wrong: set to zero and left there
svm_lines = [
    "sum(alpha + t * e(i, n)) - 3 * ((alpha + t * e(i, n)) * y) @ K @ ((alpha + t * e(i, n)) * y) / 2",
    "sum(alpha) + t - 3 * (alpha * y) @ K @ (alpha * y) / 2 - 3 * t * y[i] * (K @ (alpha * y))[i] - 3 * t**2 * K[i, i] / 2",
    "gradient t: 1 - 3 * y[i] * (K @ (alpha * y))[i] - 3 * t * K[i, i]",
    "1 - 3 * y[i] * (K @ (alpha * y))[i] - 3 * t * K[i, i] == 0",
]

# %% q4 wrong: the step is on both sides
svm_lines = [
    "sum(alpha + t * e(i, n)) - 3 * ((alpha + t * e(i, n)) * y) @ K @ ((alpha + t * e(i, n)) * y) / 2",
    "sum(alpha) + t - 3 * (alpha * y) @ K @ (alpha * y) / 2 - 3 * t * y[i] * (K @ (alpha * y))[i] - 3 * t**2 * K[i, i] / 2",
    "gradient t: 1 - 3 * y[i] * (K @ (alpha * y))[i] - 3 * t * K[i, i]",
    "t == t + 1 - 3 * y[i] * (K @ (alpha * y))[i] - 3 * t * K[i, i]",
]

# %% q4 wrong: the price is forgotten at the end
svm_lines = [
    "sum(alpha + t * e(i, n)) - 3 * ((alpha + t * e(i, n)) * y) @ K @ ((alpha + t * e(i, n)) * y) / 2",
    "sum(alpha) + t - 3 * (alpha * y) @ K @ (alpha * y) / 2 - 3 * t * y[i] * (K @ (alpha * y))[i] - 3 * t**2 * K[i, i] / 2",
    "gradient t: 1 - 3 * y[i] * (K @ (alpha * y))[i] - 3 * t * K[i, i]",
    "t == (1 - y[i] * (K @ (alpha * y))[i]) / K[i, i]",
]

# %% q4 right: with the equation between, and the step on the right
svm_lines = [
    "sum(alpha + t * e(i, n)) - 3 * ((alpha + t * e(i, n)) * y) @ K @ ((alpha + t * e(i, n)) * y) / 2",
    "sum(alpha) + t - 1.5 * (alpha * y) @ K @ (alpha * y) - 3 * t * y[i] * (K @ (alpha * y))[i] - 1.5 * t**2 * K[i, i]",
    "gradient t: 1 - 3 * y[i] * (K @ (alpha * y))[i] - 3 * t * K[i, i]",
    "3 * t * K[i, i] == 1 - 3 * y[i] * (K @ (alpha * y))[i]",
    "(1 / 3 - y[i] * (K @ (alpha * y))[i]) / K[i, i] == t",
]

# %% q4 right: as a text, with Greek letters and sums
svm_lines = """
sum(α) + t - 3 * (α * y) @ K @ (α * y) / 2 - 3 * t * y[i] * sum(K[i, j] * α[j] * y[j] for j in range(n)) - 3 * t**2 * K[i, i] / 2
gradient t: 1 - 3 * y[i] * sum(K[i, j] * α[j] * y[j] for j in range(n)) - 3 * t * K[i, i]
t == (1 - 3 * y[i] * sum(K[i, j] * α[j] * y[j] for j in range(n))) / (3 * K[i, i])
"""

# %% q5 wrong: tanh is called a kernel
svm_tanh = ("kernel", "tanh(x @ z)")

# %% q5 wrong: weights that give a positive value
svm_tanh = ("not a kernel", [[1.0, 0.0], [2.0, 0.0]], [1.0, 1.0])

# %% q5 wrong: the question repeated as its own proof
svm_cube = ("kernel", "(1 + x @ z)**3 - 1")

# %% q5 wrong: without the factors 3
svm_cube = ("kernel", "x @ z + (x @ z)**2 + (x @ z)**3")

# %% q5 wrong: a negative value off the diagonal refutes nothing
svm_tanh = ("not a kernel", [[1.0, 0.0], [-1.0, 0.0]], [1.0, 1.0])

# %% q5 wrong: points of the wrong dimension
svm_tanh = ("not a kernel", [1.0, 2.0], [1.0, -1.0])

# %% q5 right: other points, the smallest eigenvector rounded
svm_tanh = ("not a kernel", [[0.5, 0.5], [3.0, 3.0]], [2.0, -1.0])

# %% q5 right: by Horner
svm_cube = ("kernel", "(x @ z) * (3 + (x @ z) * (3 + x @ z))")

# %% q4 wrong: the slope as a central difference
svm_lines = [
    "sum(alpha + t * e(i, n)) - 3 * ((alpha + t * e(i, n)) * y) @ K @ ((alpha + t * e(i, n)) * y) / 2",
    "sum(alpha) + t - 3 * (alpha * y) @ K @ (alpha * y) / 2 - 3 * t * y[i] * (K @ (alpha * y))[i] - 3 * t**2 * K[i, i] / 2",
    "gradient t: ((t + 1) - 3 * (t + 1) * y[i] * (K @ (alpha * y))[i] - 3 * (t + 1)**2 * K[i, i] / 2 - (t - 1) + 3 * (t - 1) * y[i] * (K @ (alpha * y))[i] + 3 * (t - 1)**2 * K[i, i] / 2) / 2",
    "t == (1 - 3 * y[i] * (K @ (alpha * y))[i]) / (3 * K[i, i])",
]

# %% q4 wrong: the slope as a central difference with unit vectors
svm_lines = [
    "sum(alpha + t * e(i, n)) - 3 * ((alpha + t * e(i, n)) * y) @ K @ ((alpha + t * e(i, n)) * y) / 2",
    "sum(alpha) + t - 3 * (alpha * y) @ K @ (alpha * y) / 2 - 3 * t * y[i] * (K @ (alpha * y))[i] - 3 * t**2 * K[i, i] / 2",
    "gradient t: 1 - 3 * ((alpha + (t + 1) * e(i, n)) * y) @ K @ ((alpha + (t + 1) * e(i, n)) * y) / 4 + 3 * ((alpha + (t - 1) * e(i, n)) * y) @ K @ ((alpha + (t - 1) * e(i, n)) * y) / 4",
    "t == (1 - 3 * y[i] * (K @ (alpha * y))[i]) / (3 * K[i, i])",
]

# %% q4 right: the slope by the chain rule, then with entries of K, then with the step in a bracket
svm_lines = [
    "sum(alpha + t * e(i, n)) - 3 * ((alpha + t * e(i, n)) * y) @ K @ ((alpha + t * e(i, n)) * y) / 2",
    "sum(alpha) + t - 3 * (alpha * y) @ K @ (alpha * y) / 2 - 3 * t * y[i] * (K @ (alpha * y))[i] - 3 * t**2 * K[i, i] / 2",
    "d/dt: 1 - 3 * (e(i, n) * y) @ K @ ((alpha + t * e(i, n)) * y)",
    "= 1 - 3 * (y[i] * (K @ (alpha * y))[i] + t * K[i, i])",
    "t == (1 - 3 * y[i] * (K @ (alpha * y))[i]) / (3 * K[i, i])",
]
