"""Arrays whose entries are alike: two numbers compute what the whole array would, at sizes that no array has."""

from decimal import Decimal

import numpy as np
import pytest

from kernelcourse.derivation import Derivation, check
from kernelcourse.derivation.reading.settings import read_setting
from kernelcourse.language.alike import Alike, AlikeDecimals
from kernelcourse.language.errors import NO_VALUE, Undefined, Unsupported
from kernelcourse.language.evaluate import Evaluator
from kernelcourse.language.exact import precision
from kernelcourse.language.floats import Floats

GIVEN = {
    "x": "vector(n)",
    "w": "vector(d)",
    "X": "matrix(n, d)",
    "A": "matrix(n, n)",
    "B": "matrix(n, n)",
    "u": "unit(n)",
    "K": "psd(n)",
    "P": "pd(n)",
    "Q": "orthogonal(n)",
    "y": "labels(n)",
    "p": "positive_vector(n)",
    "lam": "positive",
    "a": "scalar",
}
EXPRESSIONS = [
    "x @ x + a * sum(x)", "norm(x, 1) - norm(x)", "norm(x, 3)", "max(abs(x)) + min(x)", "X @ w - x", "x @ X @ w",
    "X.T @ X", "X @ X.T", "A @ B", "A @ B @ x", "(A + 3*I(n)) @ (B - 2*I(n))", "A @ X", "X.T @ A", "trace(A @ B)",
    "norm(A - 5*I(n))", "norm(A, 1)", "sum(A, 0)", "sum(X, 1)", "mean(X, 0)", "mean(A)", "max(A - 2*I(n))",
    "min(A + I(n))", "diag(A)", "diag(x) @ A", "outer(x, u)", "outer(x, w)", "center(A + 2*I(n))", "center(x)",
    "center(X)", "dot(A, B - I(n))", "dot(x, y)", "det(A + 7*I(n))", "inv(P)", "inv(K + lam*I(n)) @ x",
    "solve(P, x)", "trace(K @ inv(K + lam*I(n)))", "exp(-A)", "log(p) @ p", "sum(p * log(p))", "max(0, 1 - y * x)",
    "abs(A - B)", "(A + I(n))**2", "A * B / 2", "-A.T", "Q @ x - Q.T @ y", "ones(n) @ A @ ones(n)",
    "ones(n, d) @ w", "zeros(n, n) + A", "sqrt(n) * norm(u - x)",
]  # fmt: skip


def full(value):
    if not isinstance(value, Alike):
        return float(value)
    array = np.full(value.shape, float(value.off))
    if value.ndim == 1:
        array[0] = float(value.on)
        return array
    np.fill_diagonal(array, float(value.on))
    return array


def choices(setting, sizes, rng):
    """One value of each letter."""
    for name, range_ in setting.given.items():
        found = list(range_.alike(range_.at(sizes)))
        yield name, found[int(rng.integers(len(found)))]


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_two_numbers_stand_for_the_array(text):
    setting, rng = read_setting(GIVEN, {}), np.random.default_rng(0)
    node, compared = setting.read(text), 0
    with precision():
        for _ in range(24):
            sizes = {"n": int(rng.integers(2, 7)), "d": int(rng.integers(2, 7))}
            values = dict(choices(setting, sizes, rng)) | {
                name: Decimal(size) for name, size in sizes.items()
            }
            try:
                expected = Evaluator({name: full(one) for name, one in values.items()}, {}, Floats())(node)
            except Undefined:
                with pytest.raises(Undefined):
                    Evaluator(values, {}, AlikeDecimals())(node)
                continue
            try:
                found = Evaluator(values, {}, AlikeDecimals())(node)
            except Unsupported:  # the first row of x yᵀ is unlike the others
                assert text.startswith(("outer", "diag(x)"))
                continue
            np.testing.assert_allclose(full(found), expected, atol=1e-9)
            compared += 1
    assert compared > 3


@pytest.mark.parametrize("name", GIVEN)
@pytest.mark.parametrize("size", [2, 5, 40])
def test_what_is_alike_is_a_value_of_the_letter(name, size):
    range_ = read_setting(GIVEN, {}).given[name]
    with precision():
        found = list(range_.alike(range_.at({"n": size, "d": size + 1})))
    assert found and all(range_.fault(full(value)) == "" for value in found)


def test_what_two_numbers_cannot_say_is_refused():
    values = {"A": Alike((4, 4), Decimal(1), Decimal(0)), "n": Decimal(4)}
    setting = read_setting({"A": "matrix(n, n)"}, {})
    for text in ("A[0, 1]", "pinv(A)", "rank(A)", "kron(A, A)"):
        with pytest.raises(Unsupported):
            Evaluator(values, {}, AlikeDecimals())(setting.read(text))
    with pytest.raises(NO_VALUE):
        Evaluator(values, {}, AlikeDecimals())(setting.read("inv(A - I(n))"))


WRONG = [  # with the first size where each is so
    ("sum(x)", "<=", "3e3*norm(x)", 9_000_001),
    ("sum(x)", ">=", "-1e5*norm(x)", 10**10 + 1),
    ("norm(x, 1)", "<=", "40000*norm(x)", 1_600_000_001),
    ("sum(K)", "<=", "5000*trace(K)", 5001),
    ("x @ K @ x", "<=", "1e7*(x @ x)*max(diag(K))", 10**7 + 1),
    ("trace(A)", "<=", "2e4*norm(A)", 4 * 10**8 + 1),
    ("sum(u)", "<", "20000", 4 * 10**8 + 1),
    ("n", "<=", "10**7*(1 + norm(x)**2)", 10**7 + 1),
    ("n", "<=", "10**7*(1 + trace(K))", 10**7 + 1),
]
RIGHT = [
    ("sum(x)", "<=", "sqrt(n)*norm(x)"),
    ("norm(x, 1)", "<=", "sqrt(n)*norm(x)"),
    ("sum(K)", "<=", "n*trace(K)"),
    ("x @ K @ x", "<=", "n*(x @ x)*max(diag(K))"),
    ("trace(A)", "<=", "sqrt(n)*norm(A)"),
    ("sum(u)", "<=", "sqrt(n)"),
    ("n", "<=", "n*(1 + norm(x)**2)"),
    ("n", "<=", "n*(1 + trace(K))"),
]


def judged(left, sign, right):
    used = {name: text for name, text in GIVEN.items() if name in "xuKA"}
    return check(Derivation(used, start=left).then(right, relation=sign), hints=False).lines[-1].outcome


@pytest.mark.parametrize(("left", "sign", "right", "size"), WRONG)
def test_what_breaks_at_a_size_beyond_all_arrays_is_refuted(left, sign, right, size):
    found = judged(left, sign, right)
    assert found.verdict == "refuted"
    assert int(found.witness.values["n"]) == size
    assert "in every entry" in str(found.witness) or "on the diagonal" in str(found.witness)
    assert found.witness.to_dict()["values"]["n"] == size


@pytest.mark.parametrize(("left", "sign", "right"), RIGHT)
def test_what_is_true_at_every_size_is_accepted(left, sign, right):
    assert judged(left, sign, right).accepted
