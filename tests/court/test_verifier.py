"""The second instance accepts what is right and rejects certificates in which a number or a premise was changed."""

from pathlib import Path

import pytest

import kernelcourse.court.verifier as second
from kernelcourse.court import court
from kernelcourse.court.reading import read
from kernelcourse.court.verifier import Rejected, axioms, rules, verify
from tests.court.corpus import corpus
from tests.court.mutations import mutants

FOLDER = Path(second.__file__).parent


def test_the_verifier_is_short_and_uses_no_rule_of_the_prover():
    lines = [line for path in FOLDER.glob("*.py") for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(lines) <= 760
    text = "\n".join(lines)
    for part in ("prover", "closure", "..rules", "..signs", "..normal_form", "..identities", "..definedness"):
        assert f"import {part}" not in text and f"from {part}" not in text and f"from ..{part} " not in text


def test_every_rule_names_its_theorem_and_a_reference():
    keys = (Path(__file__).parents[2] / "chapters" / "references.bib").read_text(encoding="utf-8")
    for rule in (*rules.KERNEL, *rules.CONDITIONAL):
        theorem, key = axioms.REFERENCES[rule]
        assert theorem and f"{{{key}," in keys, rule


def test_the_root_must_be_the_formula_as_typed():
    proof = court("x*z + 1").certificate
    verify(proof, read("x*z + 1"), "real", 1)
    with pytest.raises(Rejected, match="as typed"):
        verify(proof, read("x*z - 1"), "real", 1)


def test_a_proof_on_a_smaller_domain_does_not_serve_a_larger_one():
    proof = court("min(x, z)", domain="positive").certificate
    with pytest.raises(Rejected, match="another domain"):
        verify(proof, read("min(x, z)"), "real", 1)


def mutation_counts(cases):
    """(rejected, all) over the certificates of these formulas."""
    rejected, total, survivors = 0, 0, []
    for case in cases:
        verdict = court(case.k, dim=case.dim, domain=case.domain)
        if not verdict.proved:
            continue
        tree = read(case.k)
        for changed in mutants(verdict.certificate):
            total += 1
            try:
                verify(changed, tree, case.domain, case.dim)
                survivors.append((case.k, changed))
            except Rejected:
                rejected += 1
    return rejected, total, survivors


@pytest.mark.slow
def test_changed_certificates_are_rejected():
    cases = [case for case in corpus() if case.kernel and "prod" not in case.k and "*0" not in case.k][::16]
    rejected, total, survivors = mutation_counts(cases)
    assert total > 200
    assert rejected >= 0.99 * total, [f"{k}: {c}" for k, c in survivors[:5]]
