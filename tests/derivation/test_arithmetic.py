"""One expression, four arithmetics: floats, fractions, decimals and duals agree with each other and with numpy."""

from fractions import Fraction

import numpy as np
import pytest

from kernelcourse.derivation.instances.comparison import compare
from kernelcourse.derivation.instances.conditions import instance
from kernelcourse.derivation.instances.instance import STANDARD, Profile
from kernelcourse.derivation.instances.quantities import Gradient, Quantity
from kernelcourse.derivation.instances.samples import Samples
from kernelcourse.derivation.reading.settings import read_setting
from kernelcourse.language.elimination import determinant, inverse, pseudo_inverse, rank, solutions
from kernelcourse.language.errors import TooMuch, Undefined, Unsupported
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.floats import Floats, to_float

SETTING = read_setting(
    {"X": "matrix(n, d)", "A": "pd(n)", "y": "vector(n)", "a": "vector(n)", "w": "vector(d)", "s": "positive",
     "i": "index(n)", "Z": "partition(n, k)"}
)  # fmt: skip
SAMPLES = Samples(SETTING)
EXPRESSIONS = [
    "a @ A @ a", "norm(X @ w - y)**2 + s * norm(w)**2", "y @ inv(A) @ y", "log(det(A))", "trace(inv(A) @ X @ X.T)",
    "exp(-norm(a - y)**2 / (2*s))", "sum(a[i] * A[i, j] * a[j] for i in range(n) for j in range(n))",
    "norm(a)", "norm(a, 1)", "mean(a)**2", "a @ center(A) @ a", "solve(A, a) @ y", "sum(sigmoid(a * y))",
    "sum(log(1 + exp(-y * a)))", "dot(X, outer(a, w))", "vec(X) @ vec(outer(a, w))", "kron(a, w) @ kron(y, w)",
    "sqrt(1 + a @ a)", "cos(a @ y) + sin(s)", "tanh(a[0])", "cosh(a @ y / 10) - sinh(s)", "a[i]**3",
    "[a[0], 2, s] @ [1, a[1], a[0]]",
    "block(a, w) @ block(y, w)", "sum(diag(A) * a)", "sum(max(0, 1 - y * a))", "pinv(X) @ a @ w",
    "sum(Z, 0) @ sum(Z, 0) * s",
    "e(i, n) @ a", "s**0.5 * a[0]", "(a @ y)**4", "a @ diag(y) @ a", "sum(abs(a))", "max(s, 2) + min(s, 1)",
    "factorial(3) * s",
    "binom(4, 2) * a[0]", "sum(mean(A, 0) * a)", "trace(outer(a, y))", "arctan(s)", "max(a)", "rank(A) * s",
]  # fmt: skip


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_exact_and_float_values_agree(text):
    quantity = Quantity(SETTING.read(text), SETTING)
    compared = 0
    for at in SAMPLES.standard[:5]:
        try:
            exact = quantity.exactly(at)
        except Unsupported:
            continue
        compared += 1
        assert float(exact) == pytest.approx(quantity.measure(at).value, rel=1e-9, abs=1e-9)
    assert compared or "arctan" in text


@pytest.mark.parametrize("wrt", ["a", "w", "s", "A", "X", "y"])
@pytest.mark.parametrize("text", EXPRESSIONS)
def test_gradients_agree_with_differences(text, wrt):
    node = SETTING.read(text)
    if wrt not in SETTING.depends(node) or "rank" in text or (wrt == "X" and "pinv" in text):
        return
    for at in (SAMPLES.standard[3], SAMPLES.standard[4]):
        gradient = Gradient(node, SETTING, wrt=wrt).measure(at).value
        numeric = _differences(Quantity(node, SETTING), at, wrt)
        scale = max(1.0, float(np.max(np.abs(numeric))))
        assert np.max(np.abs(gradient - numeric)) < 2e-4 * scale


def _differences(quantity, at, name):
    value = np.asarray(at.values[name], dtype=float)
    result = np.zeros(value.shape)
    for place in np.ndindex(value.shape):
        sides = []
        for step in (1e-5, -1e-5):
            moved = value.copy()
            moved[place] += step
            values = {**at.values, name: moved if moved.ndim else float(moved)}
            sides.append(quantity.measure(type(at)(at.sizes, values, None, at.profile)).value)
        result[place] = (sides[0] - sides[1]) / 2e-5
    return result


def test_values_are_numpys():
    at = SAMPLES.standard[3]
    value = Evaluator(at.values, {}, Floats())(SETTING.read("X.T @ solve(A, y)"))
    np.testing.assert_allclose(value, at.values["X"].T @ np.linalg.solve(at.values["A"], at.values["y"]))


def fractions(rows):
    return np.array([[Fraction(entry) for entry in row] for row in rows], dtype=object)


def test_elimination():
    full, lame = fractions([[2, 1], [1, 3]]), fractions([[1, 2, 3], [2, 4, 6]])
    assert not (full @ inverse(full) - fractions([[1, 0], [0, 1]])).any()
    assert determinant(full) == 5 and rank(lame) == 1 and inverse(fractions([[1, 2], [2, 4]])) is None
    plus = pseudo_inverse(lame)
    assert (lame @ plus @ lame == lame).all() and (plus @ lame @ plus == plus).all()
    assert (lame @ plus == (lame @ plus).T).all() and (plus @ lame == (plus @ lame).T).all()
    point, basis = solutions(lame, np.array([Fraction(1), Fraction(2)], dtype=object))
    assert (lame @ point == [1, 2]).all() and basis.shape == (3, 2) and not (lame @ basis).any()
    assert solutions(lame, np.array([Fraction(1), Fraction(0)], dtype=object))[0] is None


def test_a_singular_inverse_has_no_value():
    setting = read_setting({"K": "psd(n)", "y": "vector(n)"})
    at = instance(setting, Profile("small", "deficient", order="down"), np.random.default_rng(0))
    for text in ("inv(K) @ y", "solve(K, y)"):
        with pytest.raises(Undefined, match="no inverse"):
            Quantity(setting.read(text), setting).exactly(at)
        with pytest.raises(Undefined, match="no inverse"):
            Quantity(setting.read(text), setting).measure(at)


@pytest.mark.parametrize(
    "text", ["1/(s - s)", "log(-s)", "sqrt(-s)", "(-s)**0.5", "y[n]", "y[s/3]", "e(n, n)", "factorial(-1)"]
)
def test_undefined_says_so(text):
    at = SAMPLES.standard[0]
    with pytest.raises(Undefined):
        Quantity(SETTING.read(text), SETTING).measure(at)


def test_too_long_a_sum_is_refused():
    loops = "sum(1 for i in range(200) for j in range(200) for r in range(200))"
    with pytest.raises(TooMuch):
        Quantity(SETTING.read(loops), SETTING).measure(SAMPLES.standard[0])


def test_round_off_is_told_apart_from_algebra():
    setting = read_setting({"x": "positive"})
    samples = Samples(setting)
    pair = [Quantity(setting.read(text), setting) for text in ("(1e12 + x) - 1e12", "x", "x + 1e-9 * x")]
    for at in samples.standard:
        assert compare(pair[0], pair[1], at).outcome == "equal"
        assert compare(pair[0], pair[2], at, thorough=True).outcome == "different"


def test_instances_differ_in_size_and_follow_from_the_seed():
    first, again, other = Samples(SETTING, 3), Samples(SETTING, 3), Samples(SETTING, 4)
    for one, two in zip(first.standard, again.standard, strict=True):
        special = one.profile.order in ("one", "random")
        assert special or len(set(one.sizes.values())) == len(one.sizes)
        assert all(np.array_equal(one.values[name], two.values[name]) for name in one.values)
    assert any(
        not np.array_equal(a.values["s"], b.values["s"])
        for a, b in zip(first.standard, other.standard, strict=True)
    )
    assert {1, 6} <= {min(at.sizes.values()) for at in first.standard}
    assert {at.sizes["n"] < at.sizes["d"] for at in first.standard} == {True, False}


RANGES = {
    "matrix(n, d)": lambda v: v.ndim == 2,
    "symmetric(n)": lambda v: np.array_equal(v, v.T),
    "psd(n)": lambda v: np.linalg.eigvalsh(v)[0] > -1e-9 * max(1, abs(v).max()),
    "pd(n)": lambda v: np.linalg.eigvalsh(v)[0] > 0,
    "orthogonal(n)": lambda v: np.allclose(v @ v.T, np.eye(len(v))),
    "labels(n)": lambda v: set(v) <= {-1.0, 1.0},
    "partition(n, k)": lambda v: (v.sum(1) == 1).all() and (v.sum(0) > 0).all() and set(v.flat) <= {0.0, 1.0},
    "unit(n)": lambda v: np.isclose(v @ v, 1),
    "positive": lambda v: v > 0,
    "positive_vector(n)": lambda v: (v > 0).all(),
    "interval(0, 1)": lambda v: 0 < v < 1,
    "integer(2, 5)": lambda v: v in (2, 3, 4, 5),
    "index(n)": lambda v: v == int(v) >= 0,
    "scalar": lambda v: v != 0,
    "complex": lambda v: isinstance(v, complex),
    "complex_vector(n)": lambda v: np.iscomplexobj(v),
}


@pytest.mark.parametrize("kind", RANGES)
def test_a_letter_ranges_over_what_it_says(kind):
    setting = read_setting({"v": kind})
    rng = np.random.default_rng(5)
    for profile in STANDARD * 3:
        at = instance(setting, profile, rng)
        assert RANGES[kind](at.values["v"])
        if at.exact is not None:
            assert np.array_equal(to_float(at.exact["v"]), at.values["v"])


def test_singular_and_regular_matrices_both_occur():
    found = {
        np.linalg.matrix_rank(at.values["K"]) == at.sizes["n"]
        for at in Samples(read_setting({"K": "psd(n)"})).standard
    }
    assert found == {True, False}


@pytest.mark.parametrize(
    ("given", "where"),
    [
        ({"X": "matrix(n, d)", "w0": "vector(d)"}, ["X @ w0 == 0"]),
        ({"K": "psd(n)", "v": "vector(n)", "mu": "scalar"}, ["K @ v == mu * v", "v @ v == 1"]),
        ({"x": "vector(n)", "t": "scalar"}, ["sum(x) == t"]),
        ({"a": "positive", "b": "positive"}, ["a <= b"]),
        ({"M": "matrix(n, d)"}, ["sum(M, 0) == zeros(d)"]),
    ],
)
def test_side_conditions_are_met_and_not_by_zero(given, where):
    setting = read_setting(given, where=where)
    samples = Samples(setting)
    assert len(samples.standard) >= 8
    last = list(given)[-2 if len(given) == 3 else -1]
    assert sum(bool(np.any(np.abs(at.values[last]) > 1e-3)) for at in samples.standard) >= 5
    for at in samples.standard:
        value = Evaluator(at.values, {}, Floats())
        for sign, left, right in setting.where:
            gap = np.max(value(left) - value(right))
            assert abs(gap) < 1e-9 if sign == "==" else gap <= 0


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"X": "matrx(n, d)"}, "the ranges are"), ({"X": "matrix(n)"}, "takes 2 sizes"),
        ({"inv": "scalar"}, "cannot be a letter"),
        ({"X": 3}, "must be text"), ({"x": "vector(0)"}, "not a dimension"), ({"x": "integer(5, 2)"}, "is empty"),
        ({"n": "scalar", "x": "vector(n)"}, "a size must be an integer"),
    ],
)  # fmt: skip
def test_bad_ranges_are_named(given, says):
    with pytest.raises(ValueError, match=says):
        read_setting(given)


def test_nothing_to_the_power_nothing_is_one_in_every_arithmetic():
    """The empty product: x⁰ has the value 1 at x = 0, in decimals as well, so a binomial sum has all its terms."""
    setting = read_setting({"x": "vector(2)", "c": "nonnegative"})
    line = Quantity(setting.read("sum(sqrt(2) * x[0]**i * c**(2 - i) for i in range(3))"), setting)
    at = instance(setting, Profile("small"), np.random.default_rng(0))
    assert at is not None
    for c in (Fraction(0), Fraction(3)):
        there = at.with_value("x", np.array([Fraction(0), Fraction(1)])).with_value("c", c)
        expected = np.sqrt(2) * float(c) ** 2  # only i = 0 is left of the sum
        assert float(line.exactly(there)) == pytest.approx(expected)
        assert line.measure(there).value == pytest.approx(expected)
    zero = Quantity(setting.read("sqrt(2) * x[0]**0"), setting)
    assert float(zero.exactly(at.with_value("x", np.array([Fraction(0), Fraction(1)])))) == pytest.approx(
        2**0.5
    )
