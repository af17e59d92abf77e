"""Proofs as HTML and LaTeX: formulas are mathematics, side conditions and references are there, nothing twice."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from kernelcourse import Gaussian, Linear, judge
from kernelcourse.court import court
from kernelcourse.court.formula.reading import read
from kernelcourse.language.kernel_formulas import kernel_latex, kernel_text, polynomial_text
from kernelcourse.language.tex import sentence
from kernelcourse.proofs_on_paper import author_and_year, formula_html

ROOT = Path(__file__).resolve().parent.parent
PROVED = [
    ("exp(-(x - z)**2/2)", 1, None),
    ("1/(1 + (x - z)**2)", 1, None),
    ("(1 - (x - z)**2/5)*exp(-(x - z)**2)", 1, None),
    ("max(0, 1 - norm(x - z))**4*(1 + 4*norm(x - z))", 3, None),
    ("1/(1 - x @ z)", 2, "ball"),
    ("min(x, z)", 1, "positive"),
    ("exp(-hamming(x, z))", 1, "string"),
    ("2*x[0]*z[0] + x[0]*z[1] + x[1]*z[0] + x[1]*z[1]", 2, None),
]


@pytest.mark.parametrize(("formula", "dim", "domain"), PROVED)
def test_a_proof_in_latex_is_a_balanced_list_of_plain_characters(formula, dim, domain):
    proof = court(formula, dim=dim, domain=domain).certificate
    latex = proof.to_latex()
    assert latex.count("\\begin{itemize}") == latex.count("\\end{itemize}")
    assert latex.count("{") == latex.count("}") and latex.count("$") % 2 == 0
    assert [sign for sign in latex if ord(sign) > 0x17F] == []
    assert "**" not in latex and " @ " not in latex
    assert latex.count("\\item") == len(str(proof).splitlines())


@pytest.mark.parametrize(("formula", "dim", "domain"), PROVED)
def test_a_proof_in_html_has_the_lines_and_references_of_its_text(formula, dim, domain):
    proof = court(formula, dim=dim, domain=domain).certificate
    page = proof._repr_html_()
    assert page.count("<li>") == page.count("</li>") == len(str(proof).splitlines())
    references = {step.reference for step in proof.nodes() if step.reference}
    link = '(<a class="kc-cite" href="chapters/bibliography.html#{}">{}</a>)'
    assert references and all(link.format(key, author_and_year(key)) in page for key in references)
    assert "<code>" not in page and "**" not in page


def test_authors_are_those_of_the_bibliography():
    source = "".join(path.read_text() for path in (ROOT / "kernelcourse" / "court").rglob("*.py"))
    entries = re.findall(
        r"\{(\w+),\s*author = \{(.*?)\}, title", (ROOT / "chapters" / "references.bib").read_text()
    )
    cited = [(key, authors.split(" and ")) for key, authors in entries if key in source]
    assert len(cited) > 8
    for key, authors in cited:
        plain = [one.replace('{\\"o}', "ö").replace("{\\'o}", "ó") for one in authors]
        surnames = [one.partition(",")[0] for one in plain]
        named = f"{surnames[0]} et al." if len(surnames) > 2 else " and ".join(surnames)
        assert author_and_year(key) == f"{named} {key[-4:]}"


def test_a_transform_is_shown_with_the_reason_why_it_is_never_negative():
    assert "18 + s" in str(court("(1 - (x - z)**2/5)*exp(-(x - z)**2)").certificate)
    mixed = str(court("exp(-abs(x - z)) - 1.5*exp(-2*abs(x - z)) + exp(-3*abs(x - z))").certificate)
    assert "21 − 2s + s²" in mixed and "Sturm" in mixed


def test_vectors_have_transposes_and_numbers_do_not():
    assert kernel_text(read("exp(x @ z)")) == "exp(xᵀz)" and kernel_text(read("exp(x*z)")) == "exp(xz)"
    assert kernel_latex(read("1/(1 - x @ z)")) == r"\frac{1}{1-x^{\top} z}"


def test_a_polynomial_is_written_from_its_lowest_power_on():
    assert polynomial_text([Fraction(3), Fraction(-2), Fraction(0), Fraction(1, 4)], "s") == "3 − 2s + s³/4"
    assert polynomial_text([Fraction(0)], "s") == "0"


@pytest.mark.parametrize(
    ("said", "set_"),
    [
        ("Σᵢⱼ aᵢaⱼ ≥ 0", r"$\sum_{ij} a_{i}a_{j} \ge 0$"),
        ("as ψ > 0; for x, z in R³", r"as $\psi > 0$; for $x, z$ in $R^{3}$"),
        ("5% of it, in dimension 1", r"5\% of it, in dimension 1"),
        ("sinc(x₁ − z₁)", r"$\operatorname{sinc}(x_{1} - z_{1})$"),
        ("Schoenberg's kernels", "Schoenberg's kernels"),
    ],
)
def test_sentences_become_latex(said, set_):
    assert sentence(said) == set_


def test_the_proof_of_a_kernel_that_was_built_is_printed_too():
    proof = judge(Gaussian(0.5) + 2 * (Linear() + 1) ** 3).certificate
    assert proof.to_latex().count("\\item") == proof._repr_html_().count("<li>") == 9
    assert formula_html("2.5 sigma·z") == "<math><mn>2.5</mn><mi>sigma</mi><mo>·</mo><mi>z</mi></math>"
