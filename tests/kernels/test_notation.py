"""Proofs state kernels in the book's notation."""

import pytest

from kernelcourse import Gaussian, Linear, Polynomial, Spectrum, exp, judge
from kernelcourse.kernels.notation import in_notation


@pytest.mark.parametrize(
    ("kernel", "text"),
    [
        (Linear() + Gaussian(0.5), "x·z + exp(−‖x − z‖²/0.5)"),
        (Linear() - (Linear() - 0.5 * Polynomial(2)), "x·z − (x·z − 0.5 · (x·z + 1)²)"),
        ((Linear() + 1) * exp(Linear()) ** 2, "(x·z + 1) · exp(x·z)²"),
        (exp(Polynomial(3, 0.0)).normalised(), "exp((x·z)³), normalised"),
        (Spectrum(q=2), str(Spectrum(q=2))),
    ],
)
def test_a_kernel_is_written_as_in_the_book(kernel, text):
    assert in_notation(kernel) == text


def test_a_proof_holds_no_python():
    proof = judge(exp(Linear()).normalised()).certificate
    assert [step.statement for step in proof.nodes()] == ["exp(x·z), normalised", "exp(x·z)", "x·z"]
