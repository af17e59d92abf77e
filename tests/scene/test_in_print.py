"""Signs and spaces of captions and readouts."""

from kernelcourse.scene.in_print import in_print, readouts_in_print


def test_no_line_ends_within_an_equation_a_share_a_size_or_a_pair() -> None:
    words = "At λ = 30 the start (5, 1) of a matrix, n × d, wins, in 19 % of runs."
    assert in_print(words).replace("\xa0", "_") == (
        "At λ_=_30 the start (5,_1) of a matrix, n_×_d, wins, in 19_% of runs."
    )


def test_signs_are_those_of_print() -> None:
    assert in_print("Silverman's width, -2 up to x-3") == "Silverman’s width, −2 up to x-3"


def test_a_proof_of_several_lines_stays_as_it_is() -> None:
    assert readouts_in_print({"proof": "σ = 1\n└─ a", "right": "62.1 %"}) == [
        ("proof", "σ = 1\n└─ a"),
        ("right", "62.1\xa0%"),
    ]
