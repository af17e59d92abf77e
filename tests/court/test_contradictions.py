"""Prover and refuter never both win; a normal form has the same values as the formula it came from."""

import numpy as np
import pytest

from kernelcourse.court import LanguageError, domain_of
from kernelcourse.court.algebra.algebras import gram, normal_form
from kernelcourse.court.algebra.display import tree
from kernelcourse.court.algebra.identities import NotReal
from kernelcourse.court.algebra.normal_form import TooLarge
from kernelcourse.court.exactly.clock import TimeIsUp, time_limit
from kernelcourse.court.formula.reading import read
from kernelcourse.court.hearing import prove
from kernelcourse.court.refuting.refuter import Refuter
from tests.court.formulas import DOMAINS, random_formula

pytestmark = pytest.mark.slow  # seconds, not milliseconds: run by `make test`


def random_cases(seed, count):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        dim, domain = int(rng.integers(1, 4)), DOMAINS[int(rng.integers(len(DOMAINS)))]
        text = random_formula(rng, dim, int(rng.integers(1, 4)))
        node = read(text)
        yield text, node, domain_of(node, dim, domain)


def contradictions(seed, count):
    found, proved, refuted = [], 0, 0
    for text, node, domain in random_cases(seed, count):
        try:
            with time_limit(1.0):
                proof, _ = prove(node, domain)
            with time_limit(0.5):
                witness = Refuter(node, domain).search(deep=proof is not None)
        except (LanguageError, TimeIsUp):
            continue
        proved += proof is not None
        refuted += witness is not None
        if proof is not None and witness is not None:
            found.append((text, domain, proof, witness))
    return found, proved, refuted


def test_no_contradiction_in_150_formulas():
    found, proved, refuted = contradictions(seed=11, count=150)
    assert not found
    assert proved >= 6 and refuted >= 60  # both sides did real work


@pytest.mark.no_cover  # many runs of the same lines: coverage learns nothing and doubles the time
@pytest.mark.parametrize("seed", range(2))
def test_no_contradiction_in_more_formulas(seed):
    found, _, _ = contradictions(seed=100 + seed, count=60)
    assert not found


def test_normal_forms_have_the_same_values():
    checked = 0
    for text, node, domain in random_cases(seed=5, count=400):
        try:
            form = normal_form(node, domain).form
        except (TooLarge, NotReal, LanguageError):
            continue
        points = domain.nearest(np.random.default_rng(3).standard_normal((6, domain.dim)))
        given, rewritten = gram(node, domain, points), gram(tree(form, domain), domain, points)
        both = np.isfinite(given) & np.isfinite(rewritten)
        size = np.abs(given[both]).max() if both.any() else 0.0
        np.testing.assert_allclose(rewritten[both], given[both], rtol=1e-6, atol=1e-6 * size, err_msg=text)
        checked += int(both.sum())
    assert checked > 5000
