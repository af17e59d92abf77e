"""What names the unknown, and where a line tends: read where the place leaves no doubt."""

import pytest

from kernelcourse.derivation import respond
from kernelcourse.derivation.lines.reading import read_line

GIVEN = {"X": "matrix(n, d)", "y": "vector(n)", "K": "pd(n)", "alpha": "vector(n)", "w": "vector(d)", "w1": "scalar",
         "lam": "positive", "z": "complex"}  # fmt: skip
SMALLEST = ["lam*w@w", {"minimiser": "w", "is": "zeros(d)"}]
SOLVED = [{"equation": ["K@alpha + lam*alpha", "y"], "unknown": "alpha"}]
ASKED = [*SOLVED, {"equation": ["alpha", "inv(K + lam*I(n))@y"]}]
TENDS = ["1/(1 + lam)", {"limit": "lam", "to": "inf", "is": "0"}]


def answer(lines: list, text: str, at: int) -> dict:
    table = {"given": GIVEN, "line": [{"is": one} if isinstance(one, str) else one for one in lines]}
    return respond({"derivation": table, "line": at, "text": text})


@pytest.mark.parametrize(
    "text", ["w* = 0", "ŵ = 0", "w₀ = 0", "w_0 = 0", "w = 0", r"w^{\star} = 0", "w_opt = 0"]
)
def test_a_minimiser_is_named_in_many_ways(text):
    assert answer(SMALLEST, text, 1)["accepted"]


@pytest.mark.parametrize("text", ["y = 0", "w1 = 0", "w_1 = 0", "X* = 0", "w₀ = 1"])
def test_another_letter_is_no_minimiser(text):
    assert not answer(SMALLEST, text, 1)["accepted"]


@pytest.mark.parametrize("text", [
    "α* = (K + λI)⁻¹y", r"\hat\alpha = (K + λI)⁻¹y", r"\hat{\alpha} = (K + λI)⁻¹y", "⇔ α^* = (K + λI)⁻¹y",
    "α_* = (K+λI)⁻¹ y", "(K + λI)α̂ = y", "(K + λI)α^* = y", r"\iff \alpha^{\star} = (K + \lambda I)^{-1} y",
])  # fmt: skip
def test_an_unknown_keeps_its_name_with_star_and_hat(text):
    for lines in (SOLVED, ASKED):
        found = answer(lines, text, 1)
        assert found["accepted"], found["why"]
        assert any("α is the unknown" in note for note in found["notes"])


def test_a_star_on_a_complex_number_is_no_name():
    lines = [{"equation": ["conj(z)", "2 + 0*z"], "unknown": "z"}, {"equation": ["z", "2"]}]
    assert not answer(lines, "z* = 2", 1)["accepted"]


def test_a_hat_over_another_letter_is_asked_about():
    assert "without the hat" in answer(SOLVED, "Kα + λα = ŷ", 1)["why"]


@pytest.mark.parametrize("text", ["→ 0", r"\to 0", "-> 0", "→ 0 as λ → ∞"])
def test_an_arrow_in_front_is_the_limit_that_is_asked_for(text):
    assert answer(TENDS, text, 1)["accepted"]


def test_an_arrow_says_neither_which_letter_nor_where():
    assert "limit N: …" in answer(TENDS[:1], "→ 0", 1)["why"]
    with pytest.raises(ValueError, match="limit N: …"):
        read_line("→ 0", "line 1")
