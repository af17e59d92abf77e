"""Shapes are found before any number is drawn, and a mistake is said in words."""

import pytest

from kernelcourse.derivation.reading.settings import read_setting
from kernelcourse.language.dimensions import shape_text
from kernelcourse.language.shapes import ShapeError

SETTING = read_setting(
    {
        "X": "matrix(n, d)",
        "y": "vector(n)",
        "α": "vector(n)",
        "w": "vector(d)",
        "λ": "positive",
        "Z": "partition(n, k)",
    },
    {"K": "X @ X.T"},
)


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("X.T @ y", "d"), ("K", "n×n"), ("α @ K @ α", "a number"), ("α.T @ K @ α", "a number"), ("λ * K", "n×n"),
        ("K + λ", "n×n"), ("inv(K + λ*I(n)) @ y", "n"), ("outer(y, w)", "n×d"), ("kron(X, K)", "n·n×d·n"),
        ("vec(X)", "d·n"), ("block(y, w)", "d + n"), ("block([[K, X], [X.T, I(d)]])", "(d + n)×(d + n)"),
        ("diag(K)", "n"),
        ("diag(y)", "n×n"), ("sum(X, 0)", "d"), ("mean(X, 1)", "n"), ("mean(X)", "a number"), ("X[0]", "d"),
        ("K[:, 0]", "n"), ("K[0, 1]", "a number"), ("[1, 2, 3]", "3"), ("[y, α]", "2×n"), ("e(0, n)", "n"),
        ("ones(n, k)", "n×k"), ("sum(α[i] * X[i] for i in range(n))", "d"), ("center(K)", "n×n"),
        ("max(0, 1 - y)", "n"),
        ("pinv(X)", "d×n"), ("solve(K, X)", "n×d"), ("norm(X)**2", "a number"), ("ones(2*n + 1)", "2·n + 1"),
        ("exp(-K)", "n×n"), ("Z.T @ K @ Z", "k×k"), ("dot(X, X)", "a number"),
    ],
)  # fmt: skip
def test_shape(text, shape):
    assert shape_text(SETTING.shape(SETTING.read(text))) == shape


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("X.T @ y + α", "Xᵀy is d; α is n: you cannot add them"),
        ("X @ y", "X is n×d; y is n: you cannot multiply them"),
        ("X @ X", "X is n×d; X is n×d: you cannot multiply them"),
        ("λ @ y", "λ is a number: multiply by a number with"),
        ("inv(X)", "inv needs a square matrix; X is n×d"),
        ("K + I(d)", "K is n×n; I is d×d: you cannot add them"),
        ("y * w", "cannot multiply them entry by entry"),
        ("2**y", "a power must be a number"),
        ("y[0, 1]", "no such index"),
        ("I(y)", "not a dimension; the dimensions are d, k, n"),
        ("trace(y)", "needs a square matrix"),
        ("outer(X, y)", "outer product"),
        ("inv(K, K)", "takes 1 arguments, not 2"),
        ("[y, w]", "vectors of one length"),
        ("sum(X, 2)", "axis 0 or 1"),
        ("block([[K, X], [X, K]])", "blocks do not fit"),
        ("center(X)", "square matrix"),
    ],
)
def test_mistakes_in_words(text, says):
    with pytest.raises(ShapeError, match=says):
        SETTING.shape(SETTING.read(text), text)


def test_dimensions_are_polynomials():
    setting = read_setting({"c": "vector(2*L + 1)", "A": "matrix(n + 1, n*m)"})
    assert shape_text(setting.shapes["c"]) == "2·L + 1"
    assert setting.shape(setting.read("c + ones(1 + L + L)")) == setting.shapes["c"]
    with pytest.raises(ShapeError):
        setting.shape(setting.read("c + ones(2*L)"))
