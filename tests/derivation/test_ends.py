"""Between which ends a letter lies: said in full where it matters, and in few digits."""

import pytest

from kernelcourse.derivation import respond
from kernelcourse.derivation.command import main
from kernelcourse.derivation.ranges.reading import read_range


def answer(kind: str, line: str, text: str) -> dict:
    return respond({"derivation": {"given": {"t": kind}, "line": [{"is": line}]}, "line": 1, "text": text})


@pytest.mark.parametrize(
    "kind", ["interval(1e400, 2)", "interval(1e9999, 2)", "interval(1/3e300, 0)", "value(1e400/0)"]
)
def test_no_message_holds_all_digits_of_a_long_number(kind):
    with pytest.raises(ValueError) as caught:
        read_range("t", kind)
    assert len(str(caught.value)) < 70 and "digits" not in str(caught.value)


def test_an_end_that_no_float_holds_is_an_end():
    why = answer("interval(2, 1e400)", "t**2", "minimiser t: 1")["why"]
    assert "between 2 and about 10^400" in why and len(why) < 120
    assert "between 1 and about 10^400" in answer("integer(1, 1e400)", "t", "minimiser t: 0")["why"]
    assert answer("integer(1, 1e400)", "t**2", ">= t")["accepted"]


@pytest.mark.parametrize("end", ["0", "1"])
def test_the_ends_of_an_interval_do_not_belong_to_it(end):
    assert "the ends do not belong to it" in answer("interval(0, 1)", "t**2", f"minimiser t: {end}")["why"]
    assert answer("interval(0, 1)", "t", "< 1")["verdict"] == "proved"


def test_the_ends_of_a_range_of_whole_numbers_belong_to_it():
    assert answer("integer(0, 1)", "t**2", "minimiser t: 0")["accepted"]
    assert "belong" not in answer("integer(0, 1)", "t**2", "minimiser t: -1")["why"]


def test_the_help_says_that_an_interval_is_open(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "interval(a, b)          a number strictly between a and b" in capsys.readouterr().out
