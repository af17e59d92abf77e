"""Products and sums minus a constant, other origins, intervals and whole numbers; each beside a false neighbour."""

from fractions import Fraction

import mpmath
import numpy as np
import pytest

from kernelcourse.court import court
from kernelcourse.court.exactly.algebra import Algebra
from kernelcourse.court.exactly.convex import end_of_convex
from kernelcourse.court.exactly.reading import Reader
from kernelcourse.court.exactly.shifted import at_difference
from kernelcourse.court.exactly.signs import bounds
from kernelcourse.court.exactly.written import formula
from kernelcourse.court.formula.reading import read
from kernelcourse.court.refuting.spectrum import ByTheorem


@pytest.mark.parametrize(
    ("k", "dim", "domain", "is_kernel"),
    [
        ("prod(1-abs(x-z))-0.25", 2, "interval", True),
        ("prod(1-abs(x-z))-0.26", 2, "interval", False),
        ("prod(2+min(x,z))-4", 2, "positive", True),
        ("prod(2+min(x,z))-4.01", 2, "positive", False),
        ("(1+cos(x[0]-z[0]))*(2+cos(x[1]-z[1]))-2", 2, "real", True),
        ("(1+cos(x[0]-z[0]))*(2+cos(x[1]-z[1]))-2.01", 2, "real", False),
        ("sum(exp(-abs(x-z)))-1.8", 3, "interval", True),
        ("sum(exp(-abs(x-z)))-2.3", 3, "interval", False),
        ("exp(-abs(x-z))**3-0.2", 1, "interval", True),
        ("1/(1+abs(x-z))-0.69", 1, "interval", True),  # the mean up to 1 is log 2 = 0.693
        ("1/(1+abs(x-z))-0.76", 1, "interval", False),
        ("exp(-sqrt(abs(x-z)))-0.52", 1, "interval", True),  # 2 − 4/e = 0.528
        ("exp(-sqrt(abs(x-z)))-0.7", 1, "interval", False),
        ("1/(1+abs(x-z))-0.01", 1, "real", False),
        ("abs(x-1)+abs(z-1)-abs(x-z)", 1, "real", True),
        ("abs(x-1)+abs(z-1)-1.01*abs(x-z)", 1, "real", False),
        ("abs(x-1)+abs(z-2)-abs(x-z)", 1, "real", False),
        ("abs(x-0.5)+abs(z-0.5)-abs(x-z)", 1, "interval", True),
        ("1/(1+(x-z)**4)", 1, "integer", True),
        ("1/(1+(x-z)**4)", 1, "real", False),
        ("1/(1+(x-z)**4/100)", 1, "integer", False),
        ("1/(1+abs(x-z)**3)", 1, "integer", True),
    ],
)
def test_the_verdict(k, dim, domain, is_kernel):
    verdict = court(k, dim=dim, domain=domain)
    assert verdict.proved if is_kernel else verdict.refuted


@pytest.mark.parametrize("f", ["exp(-2*t)", "1/(1 + t)", "exp(-t**(1/2))", "1 - t", "log(3) - log(1 + t)"])
def test_the_mean_of_a_convex_function_is_bounded_from_below(f):
    algebra = Algebra("real", 1)
    found = bounds(algebra, Reader(algebra, 1)(end_of_convex(formula(f), far=Fraction(1))))
    exact = mpmath.quad(lambda t: eval(f, {"exp": mpmath.exp, "log": mpmath.log, "t": t}), [0, 1])
    assert float(exact) - 0.002 < found.low and found.high <= float(exact) + 1e-12


def test_a_falling_convex_function_less_its_mean_has_no_negative_eigenvalue():
    points = np.linspace(0, 1, 60)
    K = np.exp(-3 * np.abs(points[:, None] - points)) - (1 - np.exp(-3)) / 3
    assert np.linalg.eigvalsh(K)[0] > -1e-12


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("1 + (x - z)**4", "1 + x**4"),
        ("2 + abs(x - z)**3", "2 + abs(x)**3"),
        ("1 + (x - z)**2 + x", None),
        ("(x + z)**2", None),
        ("x*z", None),
    ],
)
def test_a_form_in_the_difference_is_one_in_one_letter(text, same):
    algebra = Algebra("real", 1)
    read_ = Reader(algebra, 1)
    found = at_difference(algebra, read_(read(text)))
    assert (found is None) if same is None else found.key == read_(read(same)).key


def test_the_lowest_frequency_is_looked_for():
    verdict = court("exp(-abs(x-z))*(1+0.89*(x-z)**2)", dim=1)  # a kernel up to 8/9
    assert isinstance(verdict.witness, ByTheorem) and verdict.witness.value < 0
    assert court("exp(-abs(x-z))*(1+0.888*(x-z)**2)", dim=1).proved


def test_a_plane_of_points_refutes_unlike_widths():
    k = "exp(-(x[0]-z[0])**2-4*(x[1]-z[1])**2)-{c}*exp(-(x[0]-z[0])**2/2-(x[1]-z[1])**2)"
    assert court(k.format(c=0.4), dim=2).refuted and court(k.format(c=0.35), dim=2).proved  # up to 8^(−1/2)
