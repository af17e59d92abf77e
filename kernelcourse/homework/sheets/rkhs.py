"""Public checks of the sheet rkhs, made by `kernelcourse homework release`."""

import numpy as np

from kernelcourse.homework.judging.checks import examines
from kernelcourse.homework.judging.expect import array, close, holds, infinite, number

LINEAR = "lambda A, B: A @ B.T"
CORNERS = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])


def variant(rng):
    """Seven readings on a line, about one σ apart, and a place in the middle of a gap."""
    x = np.round(np.cumsum(rng.uniform(0.9, 1.5, 7)) - 4.5, 2)
    y = np.round(rng.normal(0, 1, 7), 2)
    gap = rng.integers(1, 5)
    return x[:, None], y, float(np.round((x[gap] + x[gap + 1]) / 2, 2))


@examines("q1", "with k(x, z) = x·z the function is a vector w = Σ αᵢxᵢ: ⟨f, g⟩ and ‖f‖ are those of vectors")
def functions_are_vectors(ask):
    alpha, Z, beta = np.array([1.0, 2.0, -1.0]), np.array([[2.0, 3.0], [1.0, -1.0]]), np.array([1.0, 4.0])
    v, w = CORNERS.T @ alpha, Z.T @ beta
    value = ask(f"expansion_inner({LINEAR}, X, alpha, Z, beta)", X=CORNERS, alpha=alpha, Z=Z, beta=beta)
    close(number(value, "⟨f, g⟩"), v @ w, "⟨f, g⟩ is not the inner product of Σ αᵢxᵢ and Σ βⱼzⱼ")
    length = number(ask(f"expansion_norm({LINEAR}, X, beta)", X=Z, beta=beta), "‖f‖")
    turns = {"the root left out": w @ w, "the length of the weights": np.linalg.norm(beta)}
    close(length, np.linalg.norm(w), "‖f‖ is not the length of the vector Σ βⱼzⱼ", turns=turns)


@examines("q1", "the weights (1, 1, −1) at (1, 0), (0, 1), (1, 1) give the function zero when k(x, z) = x·z")
def zero_has_no_length(ask):
    length = ask(f"expansion_norm({LINEAR}, X, alpha)", X=CORNERS, alpha=np.array([1.0, 1.0, -1.0]))
    close(number(length, "‖f‖"), 0.0, "the function is zero everywhere, but its length is not 0")


@examines("q1", "forty weights of twelve points that give the function zero when k(x, z) = x·z, but for round-off")
def zero_but_for_round_off(ask):
    numbers = np.random.default_rng(1)
    X = numbers.normal(size=(12, 2))
    many = numbers.normal(size=(40, 10)) @ np.linalg.svd(X.T)[2][2:]  # each with Σ αᵢxᵢ = 0
    lengths = ask(f"[expansion_norm({LINEAR}, X, alpha) for alpha in many]", X=X, many=many)
    close(lengths, np.zeros(40), "functions that are zero everywhere have other lengths than 0",
          atol=1e-5, what="a list of lengths that should all be 0")


@examines("q2", "one point: K = [[4]], y = [2]")
def one_reading(ask):
    alpha, square = ask.shortest_through(np.array([[4.0]]), np.array([2.0]))
    close(array(alpha, (1,), "α") * 4, [2.0], "4α is not 2")
    close(number(square, "‖f‖²"), 1.0, "the squared length is not αᵀKα")


@examines("q2", "three points in the plane with k = x·z: K is singular, y = (1, 2, 3) is met, y = (1, 2, 4) cannot be")
def singular_table(ask):
    K = CORNERS @ CORNERS.T
    y = np.array([1.0, 2.0, 3.0])
    found = ask.shortest_through(K, y)
    holds(found is not None, "y = (1, 2, 3) can be met, by f(x) = (1, 2)·x")
    alpha, square = found
    close(K @ array(alpha, (3,), "α"), y, "Kα is not y")
    close(number(square, "‖f‖²"), 5.0, "f(x) = (1, 2)·x has another squared length")
    holds(ask.shortest_through(K, np.array([1.0, 2.0, 4.0])) is None,
          "no linear function has the values 1, 2, 4 at (1, 0), (0, 1), (1, 1), but an answer was given")


@examines("q3", "f = 2 costs 4/k̂₀, also when another price is infinite: f̂ = (0, 2, 0), k̂ = (1, 4, 0)")
def constant_costs(ask):
    value = ask.fourier_squared_norm(np.array([0.0, 2.0, 0.0]), np.array([1.0, 4.0, 0.0]))
    turns = {"times k̂ instead of over k̂": 16.0, "|f̂| not squared": 0.5}
    close(number(value, "‖f‖²"), 1.0, "f = 2 with k̂₀ = 4: the squared norm is not |f̂₀|²/k̂₀", turns=turns)


@examines("q3", "a factor i changes no length: f̂ = (1, 1 + i, 2) and i·f̂, k̂ = (1, 2, 1)")
def turned_costs_the_same(ask):
    f_hat, k_hat = np.array([1.0, 1.0 + 1.0j, 2.0]), np.array([1.0, 2.0, 1.0])
    once = number(ask.fourier_squared_norm(f_hat, k_hat), "‖f‖²")
    turned = number(ask.fourier_squared_norm(1j * f_hat, k_hat), "‖i f‖²")
    holds(once > 0, "the squared norm of a function that is not zero is not positive")
    close(turned, once, "‖i f‖² is not ‖f‖²: has |f̂|² become f̂²?")


@examines("q3", "a function that uses a frequency with k̂ = 0 is outside the space: f̂ = (1, 0, 1), k̂ = (0, 1, 0)")
def outside_the_space(ask):
    f_hat, k_hat = np.array([1.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0])
    holds(infinite(ask.fourier_squared_norm(f_hat, k_hat)), "f̂ = (1, 0, 1) with k̂ = (0, 1, 0) has a finite norm")


@examines("q5", "a squared length is positive, the bound is a bound, and a detour costs something")
def possible_curve(ask):
    holds(number(ask("through_square"), "through_square") > 0, "through_square is not positive")
    value, bound = number(ask("through_value"), "through_value"), number(ask("through_bound"), "through_bound")
    holds(abs(value) <= bound, "|through_value| is larger than through_bound")
    holds(number(ask("detour_cost"), "detour_cost") > 0, "a condition more cannot make the shortest function shorter")
