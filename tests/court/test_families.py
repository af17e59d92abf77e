"""Type a family, get its region of validity: 66 families, and the same under other names and scales."""

from pathlib import Path

import pytest

from kernelcourse.court import LanguageError
from kernelcourse.court.families.regions import Family, hear_family
from kernelcourse.court.families.rules import Rules
from kernelcourse.court.families.steps import Condition
from kernelcourse.court.verifier import Rejected, verify
from kernelcourse.language.reading import Binary, Name, Number
from tests.court.mutations import mutants

LINES = (Path(__file__).parent / "corpus" / "families.txt").read_text(encoding="utf-8").splitlines()
FAMILIES = [tuple(part.strip() for part in line.split("|")) for line in LINES if not line.startswith("#")]


def region_of(text, dim):
    return Family(text, int(dim)).region()


def conditions(text, dim):
    region = region_of(text, dim)
    return None if region is None else sorted(map(str, region.conditions))


def test_there_are_forty_families():
    assert len(FAMILIES) >= 40


@pytest.mark.slow
@pytest.mark.parametrize("text, dim, wanted", FAMILIES, ids=[family[0] for family in FAMILIES])
def test_the_region_is_derived(text, dim, wanted):
    region = region_of(text, dim)
    assert sorted(map(str, region.conditions)) == sorted(
        part.strip() for part in wanted.split(",") if part.strip()
    )
    assert region.exact and region.inside_proved > 0
    assert region.everywhere or region.outside_refuted > 0


def test_a_region_survives_renaming_rescaling_sums_and_products():
    for text in (
        "exp(-c*abs(x-z)**q) for c > 0, q > 0",
        "2*exp(-3*c*abs(x-z)**q) for c > 0, q > 0",
        "exp(-c*abs(x-z)**q) + x*z for c > 0, q > 0",
        "x*z*exp(-c*abs(x-z)**q) for c > 0, q > 0",
    ):
        assert conditions(text, 1) == ["q <= 2"]


def proved_family():
    """exp(−a|x − z|^p) with its proof, and the signs that make up its region."""
    family = Family("exp(-a*abs(x-z)**p) for a > 0, p > 0", 1)
    proof = Rules(family).kernel(family.tree)
    signs = tuple((c.gap, c.claim) for c in (*family.asked, Condition(Number(2), ">=", Name("p"))))
    return family.tree, proof, signs


def test_the_second_instance_accepts_a_region_for_all_parameters_and_no_larger_one():
    tree, proof, signs = proved_family()
    verify(proof, tree, "real", 1, signs)
    beyond = (*signs[:-1], (Binary("-", Number(3), Name("p")), "nonnegative"))
    for wrong in (signs[:-1], signs[1:], beyond):
        with pytest.raises(Rejected):
            verify(proof, tree, "real", 1, wrong)


def test_changed_proofs_of_families_are_rejected():
    tree, proof, signs = proved_family()
    changed = [
        other
        for other in mutants(proof)
        if [s.data for s in other.nodes()] != [s.data for s in proof.nodes()]
    ]
    assert len(changed) > 5
    for other in changed:
        with pytest.raises(Rejected):
            verify(other, tree, "real", 1, signs)


def test_a_family_is_proved_by_its_proof():
    verdict, region = hear_family("exp(-a*abs(x-z))/s for a > 0, s > 0")
    assert verdict.proved and verdict.certificate == region.proof
    assert "where: a >= 0" in str(verdict)


def test_a_proof_that_the_second_instance_rejects_is_no_region(monkeypatch):
    monkeypatch.setattr(Family, "_stands", lambda self, proof, needed: False)
    verdict, region = hear_family("a*x*z for a > 0")
    assert verdict.open and region is None


def test_time_that_is_up_is_no_error():
    """The second formula's profile along one axis is that of another one: no region comes from there."""
    five = "+".join(f"{letter}*exp(-{n}*abs(x-z))" for n, letter in enumerate("abcef", 1))
    assert region_of(f"{five} for a > -1, b > -1, c > -1, e > -1, f > -1", 1) is not None
    text = "(a*x@z + b*norm(x-z) + c)**4*exp(-e*norm(x-z)) for a > -1, b > -1, c > -1, e > -1"
    assert region_of(text, 4) is None


@pytest.mark.parametrize("asked", ["a > 0, a < 0", "2 < a < 1", "a >= 1, a < 1", "1 > 2, a > 0"])
def test_an_empty_range_is_said_to_be_empty(asked):
    with pytest.raises(LanguageError, match="the range is empty"):
        Family(f"a*x*z for {asked}")
    assert Family("a*x*z for a >= 1, a <= 1").names == ("a",)


def test_bad_families_are_errors():
    for text in ("x*z for x > 0", "x*z", "a*x*z for a > "):
        with pytest.raises(LanguageError):
            Family(text)


def test_a_region_is_exact_only_if_every_condition_is_necessary():
    """cos(u/v) is a kernel for v < 0 too."""
    assert not region_of("cos((x-z)/v) for v > -1", 1).exact
    assert not region_of("exp(-b*norm(x-z)**2)*exp(c*(x@z)) for b > -1, c > -1", 2).exact
    assert region_of("a - b*x*z for a > -2, b > -2", 1).exact


@pytest.mark.parametrize(
    "text, wanted",
    [
        ("a/b*x*z for a > 0, b >= 0", ["b > 0"]),
        ("exp(-(1/a)*(x-z)**2) for a >= 0", ["a > 0"]),
        ("cos(sqrt(a)*(x-z)) for a > -2", ["a >= 0"]),
        ("a**0.5*x*z for a > -1", ["a > 0"]),
        ("a**(-1)*x*z for a >= 0", ["a > 0"]),
        ("exp(a)*x*z for a > -5", []),
        ("(1/a)*x*z for a > -1", ["a > 0"]),
    ],
)
def test_a_family_is_defined_in_its_region(text, wanted):
    assert conditions(text, 1) == wanted


@pytest.mark.parametrize(
    ("text", "domain", "wanted"),
    [
        ("(x*z)**a for a > 0", "positive", []),
        ("min(x,z)**p for p > 0", "positive", []),
        ("3*min(x,z)**(2*p) + (x*z)**q for p > 0, q > 0", "positive", []),
        ("1/(2-a*x*z) for a > 0", "interval", ["0.5 * a < 1"]),
        ("-log(1-x*z/c) for c > 0", "interval", ["c > 1"]),
        ("1/(1-a*x*z) for a > 0", "ball", ["a <= 1"]),
    ],
)
def test_the_region_on_a_domain(text, domain, wanted):
    region = hear_family(text, 1, domain)[1]
    assert region.exact and [str(condition) for condition in region.conditions] == wanted


def test_a_negative_power_is_left_out():
    region = hear_family("(x*z)**a for a > -9", 1, "positive")[1]
    assert [str(condition) for condition in region.conditions] == ["a >= 0"]


def test_a_proof_for_no_parameter_at_all_is_no_region():
    """The terms one by one ask for −1 ≥ 0; the family is a kernel for b ≤ 1, so "for none" would be wrong."""
    verdict, region = hear_family("(1 - b*x*z)/(1 - x*z) for b > -3", 1, "ball")
    assert verdict.open and (region is None or "none" not in str(region))
