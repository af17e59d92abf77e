"""A sign that is drawn at random is drawn often enough: no wrong line is proved by luck."""

import pytest

from kernelcourse.derivation import Derivation, check
from kernelcourse.derivation.proving.sign_draws import BITS, SignDegree, draws_for
from kernelcourse.derivation.reading.settings import read_setting

NUMBERS = "abcdfghk"
GIVEN = {
    **dict.fromkeys(NUMBERS, "scalar"),
    "x": "vector(n)",
    "z": "vector(n)",
    "u": "unit(1)",
    "v": "unit(1)",
}


def verdicts(before, after, times=8):
    derivation = Derivation(GIVEN, start=before).then(after)
    return {str(check(derivation, hints=False).lines[-1].verdict) for _ in range(times)}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("*".join(f"(abs({a}) - {a})" for a in NUMBERS), "0"),
        ("*".join(f"(sqrt({a}**2) - {a})" for a in NUMBERS), "0"),
        ("*".join(f"max(0, -{a})" for a in NUMBERS), "0"),
        ("*".join(f"(abs({a}) - {a})" for a in NUMBERS[:5]), "0"),
        ("(abs(a) - a)*(abs(b) - b)*(abs(a - b) - a + b)*(abs(a + b + 1) + a + b + 1)", "0"),
        ("abs(a)*(n - 2)*(x @ x)", "a*(n - 2)*(x @ x)"),
        ("abs(a)*(n - 2)*(n - 3)*(n - 4)*(x @ x)", "a*(n - 2)*(n - 3)*(n - 4)*(x @ x)"),
        ("a*abs(1 - sqrt(2))", "a - a*sqrt(2)"),
        ("u[0]", "u[0]**2"),
        ("u[0] + v[0]", "1 + u @ v"),
        ("u @ v", "1"),
    ],
)  # fmt: skip
def test_a_wrong_sign_is_never_proved(before, after):
    assert "proved" not in verdicts(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("abs(a)*abs(b)*abs(c)", "abs(a*b*c)"),
        ("abs(a)*norm(x)*norm(z, 1)", "norm(a*x)*norm(z, 1)"),
        ("max(a, b) + max(b, c) + min(a, b) + min(b, c)", "a + 2*b + c"),
        ("norm(x/norm(x) - z/norm(z))**2", "2 - 2*(x @ z)/(norm(x)*norm(z))"),
        ("u[0]**2", "1"),
    ],
)
def test_what_holds_for_every_sign_is_proved(before, after):
    assert verdicts(before, after, 2) == {"proved"}


@pytest.mark.parametrize(
    ("text", "degree"),
    [
        ("a + b", 0), ("abs(a) + abs(b)", 1), ("abs(a)*abs(b)", 2), ("abs(a)**3", 1), ("abs(a)*abs(a)", 1),
        ("norm(x)", 1), ("norm(x, 1)", 1), ("norm(x, 1)*norm(z, 1)", 2), ("1/norm(x, 1)", 5), ("max(a, b, c)", 2),
        ("max(a, max(b, c))", 2), ("sum(max(0, x[i])**2 for i in range(n))", 1), ("exp(abs(a) + abs(b))", 2),
        ("sum(abs(x[i])*abs(z[i]) for i in range(n))", 2), ("sqrt(abs(a) + b**2)", 2), ("abs(a + abs(b))", 2),
        ("sqrt(x**2) @ sqrt(z**2)", 2), ("diag(sqrt(x**2)) @ z", 1),
    ],
)  # fmt: skip
def test_the_signs_of_a_term(text, degree):
    setting = read_setting(GIVEN)
    assert SignDegree(setting, {"n": 5}).of(setting.read(text)) == degree


@pytest.mark.parametrize("degree", range(1, 8))
def test_so_many_draws_leave_no_doubt(degree):
    assert (1 - 0.5**degree) ** draws_for(degree) <= 2.0**-BITS
