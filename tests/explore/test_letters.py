"""The letters of a derivation are explained in words, its abbreviations shown as formulas."""

import re

import pytest

from kernelcourse.derivation import load
from kernelcourse.derivation.files import library
from kernelcourse.explore.letters import KINDS, kind_in_words, letters_html


@pytest.mark.parametrize("name", library())
def test_no_code_is_shown(name: str) -> None:
    source = load(name)
    assert {kind.partition("(")[0] for kind in source.given.values()} <= set(KINDS)
    seen = re.sub(r"<[^>]+>", "", letters_html(source))
    assert not re.search(r"@|\*\*|==|\w\[|(vector|matrix|sqrt|outer|ones)\(|\bphi\b|\blam\b", seen)


def test_sizes_stand_in_the_words() -> None:
    assert kind_in_words("vector(2)") == "a vector of 2 numbers"
    assert kind_in_words("matrix(n, d)") == "a matrix, n × d"
    assert kind_in_words("psd(n)") == "a positive semidefinite matrix, n × n"
    assert kind_in_words("interval(1/2, 2)") == "a number between 1/2 and 2"
    assert kind_in_words("positive") == "a positive number"
