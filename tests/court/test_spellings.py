"""What is written by hand, in LaTeX or with np. is heard as its numpy spelling: one language for the whole course."""

import json

import pytest

from kernelcourse.court import LanguageError, court, heard, main, respond
from kernelcourse.court.families.regions import Family, split
from kernelcourse.court.formula.reading import is_by_hand, read
from kernelcourse.language.reading import show
from tests.court.corpus import corpus

IN_ONE_DIMENSION = {
    "exp(-|x-z|)": "exp(-abs(x-z))",
    "e^(-(x-z)^2)": "exp(-(x-z)**2)",
    "e^{-|x-z|}": "exp(-abs(x-z))",
    "e**(-abs(x-z))": "exp(-abs(x-z))",
    "2xz + 3": "2*x*z + 3",
    "e^{xy}": "exp(x*z)",
    "cos²(x−z)": "cos(x-z)**2",
    r"\min(x,z)": "min(x,z)",
    "min{x,z}": "min(x,z)",
    "np.minimum(x, z)": "min(x,z)",
    "(1-|x-z|)_+": "max(0,1-abs(x-z))",
    "(1−|x−z|)₊": "max(0,1-abs(x-z))",
    "√(1+(x-z)²)": "sqrt(1+(x-z)**2)",
    r"(1+\sqrt{3}|x-z|)\exp(-\sqrt{3}|x-z|)": "(1+sqrt(3)*abs(x-z))*exp(-sqrt(3)*abs(x-z))",
    "|x|+|z|-|x-z|": "abs(x)+abs(z)-abs(x-z)",
    "1_{x=z}": "delta(x,z)",
    r"\mathbb{1}[x=z]": "delta(x,z)",
    "δ(x,z)": "delta(x,z)",
    "⟨x,z⟩": "x*z",
    "0.1(x==z) + xz": "0.1*delta(x,z) + x*z",
    "exp[-(x-z)^2]": "exp(-(x-z)**2)",
    "sech(x-z)": "1/cosh(x-z)",
    "k(x, x') = exp(-|x-x'|)": "exp(-abs(x-z))",
}
IN_THREE_DIMENSIONS = {
    "exp(-||x-z||^2)": "exp(-norm(x-z)**2)",
    "exp(-‖x−z‖²)": "exp(-norm(x-z)**2)",
    "⟨x,z⟩": "x@z",
    "(1+<x, z>)^3": "(1+x@z)**3",
    "<x|z>": "x@z",
    "x·z": "x@z",
    "(x·z + 1)²": "(x@z+1)**2",
    "xᵀz": "x@z",
    "x'z": "x@z",
    "x^T z": "x@z",
    "xᵀ*z": "x@z",
    "x.dot(z)": "x@z",
    "np.dot(x, z)": "x@z",
    "np.exp(-np.linalg.norm(x-z)**2/2)": "exp(-norm(x-z)**2/2)",
    "np.linalg.norm(x-z, ord=1)": "norm(x-z, 1)",
    "np.exp(-np.abs(x-z).sum())": "exp(-sum(abs(x-z)))",
    r"\exp\left(-\|x-z\|^2\right)": "exp(-norm(x-z)**2)",
    r"\frac{1}{1+\lVert x-z\rVert^2}": "1/(1+norm(x-z)**2)",
    r"\langle x, z\rangle^2": "(x@z)**2",
    r"\tanh(x^\top y + 1)": "tanh(x@z+1)",
    "exp(-‖x−z‖₁)": "exp(-norm(x-z,1))",
    "x.z": "x@z",
    "xTy": "x@z",
    "exp(-(x-z)ᵀ(x-z))": "exp(-(x-z)@(x-z))",
    r"$\displaystyle \exp(-\|x-x'\|)$": "exp(-norm(x-z))",
    r"\lVert \mathbf{x}-\mathbf{x}'\rVert": "norm(x-z)",
    r"\|x - x^{\prime}\|": "norm(x-z)",
    "x_1 z_1 + 2x_3z_3": "x[0]*z[0] + 2*x[2]*z[2]",
    "Σ_i min(x_i, z_i)": "sum(min(x[i], z[i]) for i in range(d))",
    r"\sum_{i=1}^{d} x_i y_i": "sum(x[i]*z[i] for i in range(d))",
    "<x,z>/(||x|| ||z||)": "x@z/(norm(x)*norm(z))",
    "K(x, y) = (1 + x·y)^2": "(1+x@z)**2",
    "k(x, x') = exp(-||x-x'||)": "exp(-norm(x-z))",
}
FAMILIES = {
    "exp(-γ‖x−z‖²) for γ > 0": "exp(-gamma*norm(x-z)**2) for gamma > 0",
    "exp(-||x-z||^2/(2σ^2)) for σ > 0": "exp(-norm(x-z)**2/(2*sigma**2)) for sigma > 0",
    r"e^{-\lambda\|x-z\|} for \lambda \geq 0": "exp(-lam*norm(x-z)) for lam >= 0",
    "σ exp(-‖x−z‖²/ℓ) for σ, ℓ > 0": "sigma*exp(-norm(x-z)**2/l) for sigma > 0, l > 0",
    "(xᵀz + c)^2 for c ≥ 0": "(x@z+c)**2 for c >= 0",
    "a x·z + b with a, b > 0": "(a*x)@z+b for a > 0, b > 0",
    "exp(-a||x-z||^p) where a > 0 and 0 < p ≤ 2": "exp(-a*norm(x-z)**p) for a > 0, 0 < p <= 2",
    "a*exp(-b*norm(x-z)) for 0 < a, b": None,
}


@pytest.mark.parametrize(
    "dim, table", [(1, IN_ONE_DIMENSION), (None, IN_ONE_DIMENSION), (3, IN_THREE_DIMENSIONS)]
)
def test_a_spelling_is_heard_as_numpys(dim, table):
    for typed, meant in table.items():
        assert show(heard(typed, dim, None)[0]) == show(read(meant)), typed
        assert is_by_hand(typed) or "δ" in typed or ".T" in typed, typed


@pytest.mark.parametrize("typed, meant", FAMILIES.items())
def test_a_family_is_heard_with_its_letters_and_conditions(typed, meant):
    if meant is None:
        with pytest.raises(LanguageError, match="what is asked of b"):
            Family(typed, 2)
        return
    mine, theirs = Family(typed, 2), Family(meant, 2)
    assert show(mine.tree) == show(theirs.tree) and mine.asked == theirs.asked


def test_each_letter_before_a_relation_is_bound_by_it():
    assert [str(c) for c in split("a*b*x*z for 0 < a < 1, b, c > 0")[1]] == [
        "a > 0",
        "a < 1",
        "b > 0",
        "c > 0",
    ]


@pytest.mark.parametrize(
    "typed, dim, why",
    [
        ("2xz", 3, "both vectors"),
        ("x_0 z_0", 2, "counted from 1"),
        ("1/2x z", 1, "below the slash"),
        ("exp(-γ|x-z|)", 1, "Is γ a parameter"),
        ("exp(-|x-z|", 1, "not closed"),
        (r"\Gamma(x) \wedge z", 1, "wedge"),
    ],
)
def test_what_has_two_meanings_is_asked_about(typed, dim, why):
    with pytest.raises(LanguageError, match=why):
        court(typed, dim=dim)


def test_numpys_spelling_keeps_its_tree():
    """Of 3,578 formulas only those with a sign that numpy does not have are read by hand."""
    signs = ("|", "⟨", "^", "np.", "<")
    assert not [case.k for case in corpus() if is_by_hand(case.k) and not any(s in case.k for s in signs)]


def test_the_verdict_says_how_it_was_heard(capsys):
    assert main(["--dim", "2", r"\langle x, z\rangle"]) == 0
    assert capsys.readouterr().out.startswith("Heard: k(x, z) = x @ z\n")
    assert main(["--dim", "2", "x @ z"]) == 0
    assert "Heard" not in capsys.readouterr().out
    assert main(["--json", "--dim", "2", "exp(-γ‖x−z‖²) for γ > 0"]) == 0
    assert json.loads(capsys.readouterr().out)["heard"] == "exp(-γ * norm(x - z)**2)"
    answer = respond({"expression": "exp(-γ|x-z|) for γ > 0"})
    assert answer["verdict"] == "proved" and "<math" in answer["read_as"] and answer["heard"]
