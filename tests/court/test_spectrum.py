"""What is refuted by a theorem is refuted by a quadrature in 30 digits too, and what lies beside it is no victim."""

from fractions import Fraction

import pytest

from kernelcourse.court import court, domain_of
from kernelcourse.court.domains import Domain
from kernelcourse.court.formula.reading import read
from kernelcourse.court.refuting.spectrum import ByTheorem, negative_far_away, negative_transform
from tests.court.long_numbers import long_golubov, long_transform


@pytest.mark.slow
@pytest.mark.parametrize(
    "k, dim",
    [
        ("exp(-norm(x-z))*cos(0.578*norm(x-z))", 3),
        ("(1-1.0001*abs(x[1]-z[1]))*exp(-abs(x[1]-z[1]))", 2),
        ("exp(-abs(x-z))*(cos(x-z)-sin(abs(x-z))-0.01)", 1),
        ("max(0,1-norm(x-z))**1.5*(1-3*norm(x-z))", 3),
        ("max(0,1-norm(x-z)/3)**0.75*(1-0.7*norm(x-z)/3)", 3),
        ("max(0,1-4*abs(x[1]-z[1]))**0.3*(1-2.8*abs(x[1]-z[1]))", 2),
    ],
)
def test_the_transform_is_negative_by_quadrature_too(k, dim):
    tree = read(k)
    witness = negative_transform(tree, domain_of(tree, dim))
    value, error = long_transform(tree, domain_of(tree, dim), witness)
    assert value < -error and "Bochner" in str(witness) and witness.to_dict()["theorem"]


@pytest.mark.parametrize(
    "k, dim",
    [
        ("exp(-2*norm(x-z)**2)-0.3535*exp(-norm(x-z)**2)", 3),
        ("exp(-norm(x-z))*cos(0.577*norm(x-z))", 3),
        ("(1-abs(x-z))*exp(-abs(x-z))", 1),
        ("max(0,1-norm(x-z))**2.5", 4),
        ("exp(-abs(x-z))+0.001", 1),
        ("cos(x-z)", 1),
    ],
)
def test_a_kernel_has_no_such_frequency(k, dim):
    tree = read(k)
    domain = domain_of(tree, dim)
    assert negative_transform(tree, domain) is None and negative_far_away(tree, domain) is None
    assert court(k, dim=dim).proved


def test_askeys_exponent_is_sharp():
    verdict = court("max(0,1-norm(x-z))**2.49", dim=4)
    assert "Golubov" in str(verdict) and long_golubov(verdict.witness.exponent)[0] < 0
    assert long_golubov((Fraction(3), 4))[0] > 0


def test_a_constant_below_zero_far_away_is_counted():
    verdict = court("exp(-(x-z)**2)-0.001")
    assert isinstance(verdict.witness, ByTheorem) and "points" in str(verdict)


def test_nothing_is_said_on_domains_that_cannot_be_shifted():
    tree = read("(1-1.0001*abs(x-z))*exp(-abs(x-z))")
    assert all(negative_transform(tree, Domain(name, 1)) is None for name in ("ball", "interval", "integer"))
    assert negative_far_away(read("1-abs(x-z)/2"), Domain("interval", 1)) is None
