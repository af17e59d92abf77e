"""Whole numbers: delta of shifted points is read, and what is 0 from some difference on is decided."""

from dataclasses import replace

import pytest

from kernelcourse.court import court, gram_matrix
from kernelcourse.court.exactly.reading import Rejected
from kernelcourse.court.formula.reading import read
from kernelcourse.court.verifier import verify


def test_delta_of_shifted_points_is_read():
    assert gram_matrix("delta(x, z+1)", [[0.0], [1.0], [3.0]], domain="integer").tolist() == [
        [0, 0, 0],
        [1, 0, 0],
        [0, 0, 0],
    ]
    assert court("delta(x, z+1)", domain="integer").witness.pair


@pytest.mark.parametrize("b, kernel", [("1/2", True), ("0.499", True), ("0.501", False), ("-0.501", False)])
def test_neighbours_may_share_a_half(b, kernel):
    for typed in (f"delta(x,z)+({b})*delta(abs(x-z),1)", f"delta(x,z)+({b})*(delta(x,z+1)+delta(x+1,z))"):
        verdict = court(typed, domain="integer")
        assert verdict.proved if kernel else verdict.refuted


def test_the_second_instance_wants_the_whole_support():
    """φ(2) left out, another domain, or a function that is not of x − z."""
    proof = court("max(0,1-(x-z)**2/5)+2*max(0,1-(x-z)**2)", domain="integer").certificate
    whole = next(step for step in proof.nodes() if step.rule == "whole numbers")
    verify(whole, whole.formula, "integer", 1)
    for wrong, domain in (
        (replace(whole, data={"N": 1}), "integer"),
        (replace(whole, data={"N": 0}), "integer"),
        (replace(whole, data={}), "integer"),
        (whole, "real"),
        (replace(whole, formula=read("x*max(0,1-(x-z)**2)*z*z")), "integer"),
        (replace(whole, formula=read("max(0,1-(x-z)**2/5)")), "integer"),
        (replace(whole, formula=read("max(0,1-(x-z-1)**2)+2*max(0,1-(x-z)**2)")), "integer"),
    ):
        with pytest.raises(Rejected):
            verify(wrong, wrong.formula, domain, 1)


@pytest.mark.parametrize(
    ("k", "is_kernel"),
    [
        ("(-0.3)**abs(x-z)", True),
        ("(-1/2)**abs(x-z)", True),
        ("(-2)**abs(x-z)", False),
        ("(-0.3)**abs(x-z)-0.6", False),
    ],
)
def test_a_negative_number_raised_to_a_distance(k, is_kernel):
    found = court(k, dim=1, domain="integer")
    assert found.proved if is_kernel else found.refuted
