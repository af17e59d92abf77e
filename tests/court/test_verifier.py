"""The second instance accepts what is right and rejects certificates in which a number or a premise was changed."""

from fractions import Fraction
from pathlib import Path

import pytest

import kernelcourse.court.verifier as second
from kernelcourse.court import court
from kernelcourse.court.formula.reading import read
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
    data = {"maps": (over,), "c": Fraction(0)}
    cosh = Certificate("conditional cosh", "", "", (), read("log(cosh(1/x - 1/z) + 0)"), "conditional", data)
    for rule, formula, data, premises in (
        ("weighting", "1/x*(1/z)*(x*z)", {"g": over}, (inner,)),
        ("Schoenberg", "1/cosh(1/x - 1/z)", {}, (cosh,)),
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


@pytest.mark.parametrize(
    "rule, formula, data",
    [
        ("compact", "max(0, 1 - norm(x - z))", {"k": Fraction(1), "coefficients": (Fraction(1),)}),
        ("wave", "sinc(norm(x - z))", {}),
        (
            "Bochner",
            "(1 - norm(x - z))*exp(-norm(x - z))",
            {"kind": "exponential", "terms": ((Number(1), 0, Number(1)), (Number(-1), 1, Number(1)))},
        ),
        (
            "damped",
            "exp(-norm(x - z))*cos(norm(x - z))",
            {"terms": ((Number(1), Number(0), Number(1), Number(1)),)},
        ),
    ],
)
def test_one_map_is_one_number(rule, formula, data):
    """x is five numbers in R⁵: a theorem for the line says nothing about ‖x − z‖ there."""
    proof = Certificate(rule, "", "", (), read(formula), "kernel", {**data, "maps": (read("x"),)})
    verify(proof, proof.formula, "real", 1)
    with pytest.raises(Rejected):
        verify(proof, proof.formula, "real", 5)


def test_a_kernel_of_the_line_is_not_pulled_back_to_space_by_x_itself():
    inner = court("max(0, 1 - norm(x - z))").certificate
    proof = Certificate(
        "pullback", "", "", (inner,), inner.formula, "kernel", {"maps": (read("x"),), "into": "real"}
    )
    with pytest.raises(Rejected):
        verify(proof, proof.formula, "real", 3)


@pytest.mark.parametrize("g", ["1/x", "log(x)", "sqrt(x)"])
def test_a_kernel_is_pulled_back_only_where_the_map_is_defined(g):
    inner = court("exp(-(x - z)**2)").certificate
    written = f"exp(-({g} - {g.replace('x', 'z')})**2)"
    proof = Certificate(
        "pullback", "", "", (inner,), read(written), "kernel", {"maps": (read(g),), "into": "real"}
    )
    with pytest.raises(Rejected, match="defined"):
        verify(proof, proof.formula, "real", 1)


@pytest.mark.parametrize("text", ["delta(1/x, 1/x)", "norm(vector(x, x), -1)*norm(vector(z, z), -1)"])
def test_what_the_language_refuses_is_not_accepted_as_a_tree(text):
    tree = parse(text, names={"x", "z"}, functions=("delta", "vector", "norm"))
    one = parse("norm(vector(x, x), -1)", names={"x"}, functions=("vector", "norm"))
    for rule, data in (("constant", {}), ("features", {"features": ((Number(1), one),)})):
        with pytest.raises(Rejected):
            verify(Certificate(rule, "", "", (), tree, "kernel", data), tree, "real", 1)


def test_a_coordinate_is_compared_with_itself_on_the_diagonal():
    assert court("1/(2+hamming(x,z))-0.2", dim=3, domain="binary").proved


def test_strings_have_no_inner_product():
    proof = Certificate("inner product", "", "", (), read("x @ z"), "kernel")
    with pytest.raises(Rejected):
        verify(proof, proof.formula, "string", 1)


def test_points_are_no_parameters():
    tree = read("x*z")
    with pytest.raises(Rejected, match="parameters"):
        verify(Certificate("constant", "", "", (), tree), tree, "real", 1, given=((read("x"), "positive"),))


@pytest.mark.slow
def test_changed_certificates_are_rejected():
    cases = [case for case in corpus() if case.kernel and "prod" not in case.k and "*0" not in case.k][::16]
    rejected, total, survivors = mutation_counts(cases)
    print(f"{rejected} of {total} changed certificates rejected ({rejected / total:.2%})")
    assert total > 200
    assert rejected >= 0.99 * total, [f"{k}: {c}" for k, c in survivors[:5]]


def test_a_kernel_may_be_doubled_only_where_every_point_has_its_opposite():
    """k(x, z) + k(x, −z): −x is no point of the numbers ≥ 0, and the whole is not twice k(x, −z)."""
    proof = court("exp(-abs(x - z)) + exp(-abs(x + z))").certificate
    verify(proof, proof.formula, "real", 1)
    assert "reflected" in [step.rule for step in proof.nodes()]
    (inner,) = next(step for step in proof.nodes() if step.rule == "reflected").premises
    for text, domain in (
        ("exp(-abs(x - z)) + exp(-abs(x + z))", "positive"),
        ("2*exp(-abs(x + z))", "real"),
        ("exp(-abs(x + z)) - exp(-abs(x - z))", "real"),
    ):
        step = Certificate("reflected", "", "", (inner,), read(text), "kernel")
        with pytest.raises(Rejected):
            verify(step, step.formula, domain, 1)
