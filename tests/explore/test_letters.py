"""The letters of a derivation are explained in words, its abbreviations shown as formulas."""

import re

import pytest

from kernelcourse.derivation import load
from kernelcourse.derivation.files import library
from kernelcourse.derivation.ranges.reading import RANGES, in_words
from kernelcourse.explore.letters import letters_html


@pytest.mark.parametrize("name", library())
def test_no_code_is_shown(name: str) -> None:
    source = load(name)
    assert all(RANGES[kind.partition("(")[0]].words for kind in source.given.values())
    seen = re.sub(r"<[^>]+>", "", letters_html(source))
    assert not re.search(r"@|\*\*|==|\w\[|(vector|matrix|sqrt|outer|ones)\(|\bphi\b|\blam\b", seen)


def test_sizes_stand_in_the_words() -> None:
    assert in_words("vector(2)") == "a vector of 2 numbers"
    assert in_words("matrix(n, d)") == "a matrix, n × d"
    assert in_words("psd(n)") == "a positive semidefinite matrix, n × n"
    assert in_words("interval(1/2, 2)") == "a number strictly between 1/2 and 2"
    assert in_words("positive") == "a positive number"


def test_a_number_that_goes_to_infinity_has_no_upper_end() -> None:
    assert "a whole number;" in letters_html(load("gaussian-series")).replace(".", ";")
    assert "from 1 to 8" not in letters_html(load("fourier-kernel"))


def test_no_line_ends_within_a_size() -> None:
    assert "n\xa0×\xa0d" in letters_html(load("ridge-dual"))
    assert "(r\xa0+\xa0p)\xa0×\xa0(r\xa0+\xa0p)" in letters_html(load("ridge-svd"))


def test_a_size_that_is_a_sum_stands_in_brackets_between_factors() -> None:
    assert in_words("orthogonal(r + p)") == "an orthogonal matrix, (r + p) × (r + p)"
    assert in_words("vector(r + p)") == "a vector of r + p numbers" and in_words("matrix(n, d)").endswith(
        "n × d"
    )
