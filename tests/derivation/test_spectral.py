"""What holds for each eigenvalue holds for the form and for the trace; sizes and vectors must be the same."""

import pytest

from kernelcourse.derivation.proving.spectral import surely_spectral
from kernelcourse.derivation.reading.settings import read_setting

GIVEN = {
    "K": "psd(n)", "L": "psd(n)", "P": "pd(n)", "S": "symmetric(n)", "A": "matrix(n, d)", "B": "matrix(n, n)",
    "x": "vector(n)", "z": "vector(n)", "w": "vector(d)", "lam": "positive",
}  # fmt: skip

TRUE = (
    "x @ inv(K + lam*I(n)) @ x <= x @ x/lam", "x @ K @ inv(K + lam*I(n)) @ x <= norm(x)**2",
    "trace(K @ inv(K + lam*I(n))) <= n", "trace(inv(K + lam*I(n))) <= n/lam", "trace(P) + trace(inv(P)) >= 2*n",
    "lam*w @ inv(A.T @ A + lam*I(d)) @ w <= w @ w", "2*x @ S @ x <= x @ S @ S @ x + x @ x",
)  # fmt: skip
FALSE = (
    "x @ inv(K + lam*I(n)) @ x <= 0.99*x @ x/lam", "x @ S @ x >= 0", "x @ K @ L @ x >= 0", "x @ K @ z >= 0",
    "x @ B @ B @ x >= 0", "x @ P @ x > 0", "x @ K @ x <= x @ x", "d <= n + trace(K)", "trace(S) <= trace(S @ S)",
    "trace(I(d)) <= trace(I(n)) + trace(K)", "trace(K) <= d", "x @ x + x @ K @ x >= z @ z",
)  # fmt: skip


def proved(text):
    setting = read_setting(GIVEN)
    sign, left, right = setting.read_relation(text)
    low, high = (left, right) if sign[0] == "<" else (right, left)
    return surely_spectral(low, high, len(sign) == 1, setting)


@pytest.mark.parametrize("text", TRUE)
def test_true_ones_are_proved(text):
    assert proved(text)


@pytest.mark.parametrize("text", FALSE)
def test_false_ones_are_not(text):
    assert not proved(text)
