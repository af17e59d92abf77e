"""The second instance accepts what is right and rejects certificates in which a number or a premise was changed."""

from fractions import Fraction
from pathlib import Path

import pytest

import kernelcourse.court.verifier as second
from kernelcourse.court import court
from kernelcourse.court.reading import read
from kernelcourse.court.verifier import Rejected, axioms, verify
from kernelcourse.court.verifier.rules import RULES
from kernelcourse.language.reading import Binary, Number, parse
from kernelcourse.validity import Certificate
from tests.court.corpus import corpus
from tests.court.mutations import mutation_counts

FOLDER = Path(second.__file__).parent


def test_the_verifier_is_short_and_uses_no_rule_of_the_prover():
    lines = [line for path in FOLDER.glob("*.py") for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) <= 600
    text = "\n".join(lines)
    for part in ("prover", "closure", "..rules", "..signs", "..normal_form", "..identities", "..definedness"):
        assert f"import {part}" not in text and f"from {part}" not in text and f"from ..{part} " not in text


def test_every_rule_names_its_theorem_and_a_reference():
    keys = (Path(__file__).parents[2] / "chapters" / "references.bib").read_text(encoding="utf-8")
    for rule in (name for claims, name in RULES if claims != "sign"):
        theorem, key = axioms.REFERENCES[rule]
        assert theorem and f"{{{key}," in keys, rule


def test_the_root_must_be_the_formula_as_typed():
    proof = court("x*z + 1").certificate
    verify(proof, read("x*z + 1"), "real", 1)
    with pytest.raises(Rejected, match="as typed"):
        verify(proof, read("x*z - 1"), "real", 1)


def sign(formula, claims, rule, premises=(), **data):
    return Certificate(rule, formula, "", premises, parse(formula, names={"x", "z"}), claims, data)


def test_no_sign_rests_on_itself():
    """√P is defined because P ≥ 0, and P ≥ 0 because it is the square of √P: a circle, for P = −1 − x²."""
    roots = [read(f"sqrt(-1 - {side}**2)") for side in "xz"]
    circles = tuple(
        sign(f"-1 - {side}**2", "nonnegative", "squares", squares=((Number(1), root),))
        for side, root in zip("xz", roots)
    )
    proof = Certificate(
        "features", "", "", (), Binary("*", *roots), "kernel", {"features": ((Number(1), roots[0]),)}, defined=circles
    )  # fmt: skip
    with pytest.raises(Rejected, match="defined"):
        verify(proof, proof.formula, "real", 1)


def test_two_coordinates_do_not_stand_for_five_on_a_cube():
    """x·x reaches 5 on [0, 1]⁵, not 2."""
    room = sign("3 - x @ x", "positive", "bounds")
    proof = Certificate(
        "weighting", "", "", (court("x @ z", dim=5).certificate,), read("x @ z*sqrt(3 - x @ x)*sqrt(3 - z @ z)"),
        "kernel", {"g": read("sqrt(3 - x @ x)")}, defined=(room,),
    )  # fmt: skip
    for domain in ("interval", "binary"):
        with pytest.raises(Rejected):
            verify(proof, proof.formula, domain, 5)


def test_only_whole_powers_of_kernels_are_kernels():
    """(1 + xz)^(3/2) has the coefficient −1/16 at (xz)³."""
    proof = Certificate(
        "power", "", "", (court("1 + x*z", domain="positive").certificate,), read("(1 + x*z)**1.5"), "kernel",
        {"n": Fraction(3, 2)},
    )  # fmt: skip
    with pytest.raises(Rejected):
        verify(proof, proof.formula, "positive", 1)


def test_a_kernel_on_numbers_from_0_is_not_pulled_back_through_a_map_below_0():
    inner = court("min(x, z)", domain="positive").certificate
    proof = Certificate("pullback", "", "", (inner,), read("min(sin(x), sin(z))"), "kernel",
                        {"maps": (read("sin(x)"),), "into": "positive"})  # fmt: skip
    with pytest.raises(Rejected):
        verify(proof, proof.formula, "real", 1)


def test_a_comparison_has_no_origin():
    """ψ(x, 0) + ψ(0, z) − ψ(x, z) for ψ = 1 − [x = z] is not 1 − [x = z]."""
    distance = Certificate("conditional hamming", "", "", (), read("hamming(x, z)"), "conditional")
    proof = Certificate("pinned", "", "", (distance,), read("hamming(x, z)"), "kernel")
    with pytest.raises(Rejected):
        verify(proof, proof.formula, "real", 1)


def test_a_proof_on_a_smaller_domain_does_not_serve_a_larger_one():
    proof = court("min(x, z)", domain="positive").certificate
    with pytest.raises(Rejected, match="another domain"):
        verify(proof, read("min(x, z)"), "real", 1)


def test_what_follows_must_be_defined_even_if_it_is_written_as_the_rule_writes_it():
    """g(x) = 1/x is no function on R: neither as a weight nor under cosh or sin."""
    over, inner = read("1/x"), court("x*z").certificate
    for rule, formula, data, premises in (
        ("weighting", "1/x*(1/z)*(x*z)", {"g": over}, (inner,)),
        (
            "hyperbolic",
            "(cosh(1/x - 1/z) + 0)**(-1)",
            {"maps": (over,), "p": Fraction(1), "c": Fraction(0)},
            (),
        ),
        ("arc", "1 - abs(sin(1/x - 1/z))", {"maps": (over,), "c": Number(1)}, ()),
    ):
        proof = Certificate(rule, "", "", premises, read(formula), "kernel", data)
        with pytest.raises(Rejected, match="defined"):
            verify(proof, proof.formula, "real", 1)


def test_the_exponential_of_a_sine_is_not_bounded_by_one():
    """exp(sin x) is e at π/2: √(1.5 − exp(sin x)) is no function."""
    root = read("sqrt(1.5 - exp(sin(x)))")
    proof = Certificate(
        "features", "", "", (), read("sqrt(1.5 - exp(sin(x)))*sqrt(1.5 - exp(sin(z)))"), "kernel",
        {"features": ((Number(1), root),)},
    )  # fmt: skip
    with pytest.raises(Rejected, match="defined"):
        verify(proof, proof.formula, "real", 1)


def test_the_dimension_is_not_that_of_a_pulled_back_kernel():
    """(2 − d)·x·z is a kernel on R, and (2 − d)·x₀z₀ none on R³."""
    inner = court("(2 - d)*x*z").certificate
    proof = Certificate(
        "pullback", "", "", (inner,), read("(2 - d)*x[0]*z[0]"), "kernel",
        {"maps": (read("x[0]"),), "into": "real"},
    )  # fmt: skip
    with pytest.raises(Rejected):
        verify(proof, proof.formula, "real", 3)


def test_a_long_sum_is_not_cut_short():
    text = "x*z - 2*x*z*sum(max(0, i - 399) for i in range(401))"
    proof = Certificate("features", "", "", (), read(text), "kernel", {"features": ((Number(1), read("x")),)})
    with pytest.raises(Rejected, match="too long"):
        verify(proof, proof.formula, "real", 1)


def test_a_series_with_a_negative_coefficient_is_rejected():
    """2^t − 3^t, and 3^t − 2^t − t/2 with log 3 − log 2 < 1/2."""
    proof = court("3**(x*z) - 2**(x*z)").certificate
    base = proof.premises[0]
    up, down = (1, parse("log(3)"), "exp"), (-1, parse("log(2)"), "exp")
    for formula, rates, added in (
        ("3**(x*z) - 2**(x*z)", (up, down), ()),
        ("2**(x*z) - 3**(x*z)", ((-1, up[1], "exp"), (1, down[1], "exp")), ()),
        ("3**(x*z) - 2**(x*z) - x*z/2", (up, down), (Fraction(0), Fraction(-1, 2))),
        ("3**(x*z) - 2**(x*z)", (down, up), ()),
    ):
        data = {"name": "exp", "rates": rates, "added": added, "from": 60}
        step = Certificate("series", "", "", (base,), read(formula), "kernel", data)
        if rates == (up, down) and not added:
            verify(step, step.formula, "real", 1)
        else:
            with pytest.raises(Rejected):
                verify(step, step.formula, "real", 1)


@pytest.mark.slow
def test_changed_certificates_are_rejected():
    cases = [case for case in corpus() if case.kernel and "prod" not in case.k and "*0" not in case.k][::16]
    rejected, total, survivors = mutation_counts(cases)
    print(f"{rejected} of {total} changed certificates rejected ({rejected / total:.2%})")
    assert total > 200
    assert rejected >= 0.99 * total, [f"{k}: {c}" for k, c in survivors[:5]]
