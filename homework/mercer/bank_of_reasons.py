"""Derivations and verdicts of the mercer sheet that must fail, and others that must pass; read by `kernelcourse homework audit`."""

# %% q4 wrong: the mixed term only once
mercer_lines = [
    "exp(-norm(x - z)**2 / 2)",
    "exp(-(x @ x - x @ z + z @ z) / 2)",
    "exp(-norm(x)**2 / 2) * exp(x @ z) * exp(-norm(z)**2 / 2)",
    "g(x) * exp(x @ z) * g(z)",
]

# %% q4 wrong: a product that became a difference (E060)
mercer_lines = [
    "exp(-norm(x - z)**2 / 2)",
    "exp(-(x @ x - 2 * x @ z + z @ z) / 2)",
    "exp(-norm(x)**2 / 2) * exp(-1/2 - 2 * x @ z) * exp(-norm(z)**2 / 2)",
    "g(x) * exp(x @ z) * g(z)",
]

# %% q4 wrong: the sign of the mixed term
mercer_lines = [
    "exp(-norm(x - z)**2 / 2)",
    "exp(-(x @ x + 2 * x @ z + z @ z) / 2)",
    "exp(-norm(x)**2 / 2) * exp(-x @ z) * exp(-norm(z)**2 / 2)",
]

# %% q4 wrong: the exponential of a sum as a sum
mercer_lines = [
    "exp(-norm(x - z)**2 / 2)",
    "exp(-(x @ x - 2 * x @ z + z @ z) / 2)",
    "exp(-norm(x)**2 / 2) + exp(x @ z) + exp(-norm(z)**2 / 2)",
]

# %% q4 wrong: straight to the end
mercer_lines = [
    "exp(-norm(x - z)**2 / 2)",
    "g(x) * exp(x @ z) * g(z)",
]

# %% q4 wrong: one g for both (E061)
mercer_lines = [
    "exp(-norm(x - z)**2 / 2)",
    "exp(-(x @ x - 2 * x @ z + z @ z) / 2)",
    "exp(-norm(x)**2 / 2) * exp(x @ z) * exp(-norm(z)**2 / 2)",
    "g(x) * exp(x @ z)",
]

# %% q4 wrong: the first line alone
mercer_lines = ["exp(-norm(x - z)**2 / 2)"]

# %% q4 right: with more steps
mercer_lines = [
    "exp(-norm(x - z)**2 / 2)",
    "exp(-(x - z) @ (x - z) / 2)",
    "exp(-(x @ x - x @ z - z @ x + z @ z) / 2)",
    "exp(-(x @ x) / 2 + x @ z - (z @ z) / 2)",
    "exp(-(x @ x) / 2) * exp(x @ z) * exp(-(z @ z) / 2)",
    "exp(-norm(x)**2 / 2) * exp(x @ z) * exp(-norm(z)**2 / 2)",
    "g(x) * exp(x @ z) * g(z)",
]

# %% q4 right: as a text, without the first line
mercer_lines = """
exp(-(x @ x + z @ z - 2 * (x @ z)) / 2)
exp(-(norm(x)**2) / 2) * exp(x @ z) * exp(-(norm(z)**2) / 2)
g(x) * exp(x @ z) * g(z)
"""

# %% q5 wrong: a square is taken for a kernel (E042)
case_sum = ("kernel", "norm(x + z)**2")

# %% q5 wrong: one point cannot show it
case_sum = ("not a kernel", [[1.0, 0.0]], [1.0])

# %% q5 wrong: weights that give a positive value
case_sum = ("not a kernel", [[0.0, 0.0], [1.0, 0.0]], [1.0, 1.0])

# %% q5 wrong: a difference is called no kernel
case_polar = ("not a kernel", [[0.0, 0.0], [1.0, 0.0]], [1.0, -1.0])

# %% q5 wrong: twice instead of four times
case_polar = ("kernel", "2 * (x @ z)")

# %% q5 wrong: the question repeated as its own proof
case_wave = ("kernel", "cos(x[0] - z[0]) * exp(-norm(x - z)**2 / 2)")

# %% q5 wrong: g is forgotten (E061)
case_wave = ("kernel", "cos(x[0] - z[0]) * exp(x @ z)")

# %% q5 wrong: the addition theorem with the wrong sign
case_wave = (
    "kernel",
    "(cos(x[0])*cos(z[0]) - sin(x[0])*sin(z[0])) * exp(-(x @ x)/2) * exp(x @ z) * exp(-(z @ z)/2)",
)

# %% q5 wrong: symmetric, hence a kernel (E048)
case_sine = ("kernel", "sin(x[0])*cos(z[0]) + cos(x[0])*sin(z[0])")

# %% q5 wrong: a pair, though the function is symmetric (E048)
case_sine = ("not a kernel", [0.0, 0.0], [1.0, 0.0], "pair")

# %% q5 right: other points and other forms
case_polar = ("kernel", "4*x[0]*z[0] + 4*x[1]*z[1]")
case_sum = ("not a kernel", [[0.0, 0.0], [1.0, 2.0]], [4.0, -1.0])
case_sine = ("not a kernel", [[2.0, 0.0]], [1.0])

# %% q5 right: the cosine as it stands, a product of kernels
case_wave = ("kernel", "cos(x[0] - z[0]) * (exp(-(x @ x)/2) * exp(x @ z) * exp(-(z @ z)/2))")

# %% q5 right: everything in one exponent
case_wave = ("kernel", "cos(x[0] - z[0]) * exp(x @ z - (x @ x)/2 - (z @ z)/2)")
