"""A caption is a sentence that begins with a word, says nothing twice, and keeps together what belongs together."""

import pytest

from kernelcourse.figures import Picture, canvas


def test_a_caption_says_no_number_twice() -> None:
    figure = canvas()[0]
    told = Picture(
        figure,
        "The error is 0.25 with 3 points.",
        {"error": "0.25", "points": "3", "norm": "2.5", "of": "0.2"},
    )
    assert told.caption() == "<figcaption>The error is 0.25 with 3 points. (norm: 2.5; of: 0.2)</figcaption>"


@pytest.mark.parametrize(
    ("alt", "begins"),
    [
        ("6 bumps that look alike.", "Six bumps"),
        ("25 noisy readings of a sine.", "Twenty-five noisy"),
        ("120 points of three classes.", "One hundred and twenty points"),
        ("0.5 is the largest of all.", "0.5 is"),
    ],
)
def test_a_caption_begins_with_a_word(alt: str, begins: str) -> None:
    told = Picture(canvas()[0], alt, {"count": alt.split()[0]})
    assert told.alt.startswith(begins) and "count" not in told.caption()


def test_a_caption_has_true_minus_signs() -> None:
    told = Picture(canvas()[0], "Bars from -2 up to x-3.", {"least": "-0.5"})
    assert told.caption() == "<figcaption>Bars from −2 up to x-3. (least: −0.5)</figcaption>"


def test_no_line_of_a_caption_ends_within_an_equation_a_share_or_a_pair() -> None:
    told = Picture(canvas()[0], "At λ = 30 the start (5, 1) wins, in 19 % of runs.")
    assert told.caption().replace("\xa0", "_") == (
        "<figcaption>At λ_=_30 the start (5,_1) wins, in 19_% of runs.</figcaption>"
    )


def test_a_caption_says_no_word_twice() -> None:
    told = Picture(canvas()[0], "The first is proved, by A.", {"first": "proved", "by": "A", "whole": "yes"})
    assert told.caption() == "<figcaption>The first is proved, by A. (by: A; whole: yes)</figcaption>"


def test_a_caption_is_no_list_of_numbers() -> None:
    """What is longer than a line is folded under it; a screen reader's words stay the sentence."""
    figure, _ = canvas()
    few = Picture(figure, alt="Four errors that fall.", readouts={"a": "0.5", "b": "0.25"})
    assert few.caption() == "<figcaption>Four errors that fall. (a: 0.5; b: 0.25)</figcaption>"
    many = {f"error after {n} steps": str(1 / n) for n in (2, 4, 8, 16, 32)}
    told = Picture(figure, alt="Four errors that fall.", readouts=many).caption()
    assert told.startswith('<figcaption>Four errors that fall.<details class="kc-folded"><summary>')
    assert told.count("<li>") == 5 and "<li>error after 2 steps: 0.5</li>" in told
