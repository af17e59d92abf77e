"""What a student types leads to the right place: the first hit of the book's own search, asked in Node."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.append(str(ROOT / "_ext"))
from search_index import Entry, named  # noqa: E402
from typeset import node  # noqa: E402

HERE = Path(__file__).resolve().parent
QUERIES: dict[str, list[str]] = tomllib.loads((HERE / "search_queries.toml").read_text(encoding="utf-8"))
SCRIPTS = [
    ROOT / "_ext" / "scripts" / "4-formulas.js",
    ROOT / "_ext" / "scripts" / "4-synonyms.js",
    ROOT / "_ext" / "scripts" / "4-weighing.js",
    ROOT / "_ext" / "scripts" / "4-ranking.js",
    ROOT / "_build" / "html" / "_static" / "kernelcourse" / "search.js",
]
AT_LEAST = 0.9
pytestmark = pytest.mark.book


def first_hits(queries: list[str]) -> list[list[list[str]]]:
    """For each query up to three hits: (page, anchor, title)."""
    request = {"scripts": [str(path) for path in SCRIPTS], "queries": queries}
    done = subprocess.run(
        [node(), str(HERE / "search_in_node.js")], input=json.dumps(request), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    found: list[list[list[str]]] = json.loads(done.stdout)
    return found


def leads_to(page: str, anchor: str, place: str) -> bool:
    """place is "topic", "page" or "page#anchor"."""
    name = page.removeprefix("chapters/").removesuffix(".html")
    return place in (name, name.partition("/")[0], f"{name}#{anchor}")


def test_the_first_hit_is_right() -> None:
    wrong = [
        f"{query}: {[title for _, _, title in hits]}"
        for (query, places), hits in zip(QUERIES.items(), first_hits(list(QUERIES)), strict=True)
        if not hits or not any(leads_to(*hits[0][:2], place) for place in places)
    ]
    assert len(wrong) <= (1 - AT_LEAST) * len(QUERIES), "\n".join(wrong)


@pytest.mark.parametrize("query", ["(5.2)", "theorem 4.2", "Thm 4.2", "eq 15.3"])
def test_a_number_is_found(query: str) -> None:
    number = query.strip("()").split()[-1]
    assert number in first_hits([query])[0][0][2]


@pytest.mark.parametrize(
    ("query", "place"),
    [("Figure 16.1", "ridge/kernel_ridge#figure-16-1"), ("fig. 3.2", "kernel_trick/trick#figure-3-2")]
    + [(query, "errata#e082") for query in ("E082", "e082", "erratum E082")],
)
def test_figures_and_errata_are_found_by_their_number(query: str, place: str) -> None:
    assert leads_to(*first_hits([query])[0][0][:2], place)


@pytest.mark.parametrize(
    ("typed", "printed"),
    [("(x.z + 1)^2", "(x⊤z + 1)²"), ("exp(-gamma |x-y|)", "e^{-γ|x-z|}"), ("-1/2 J D J", "− 1 2 J D J")],
)
def test_a_formula_is_found_however_it_is_written(typed: str, printed: str) -> None:
    one, other = first_hits([typed, printed])
    assert one[0] == other[0] and one[0][0] != "chapters/notation.html"


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("what does K bold mean", "notation"),
        ("what is the meaning of J", "notation"),
        ("k means plus plus", "kmeans/plane"),  # no question about the letter k
        ("k-means++ squared distances", "kmeans/plane"),  # nor a formula
        ("difference of two kernels", "mercer/building"),  # "kernel" alone is no name
        ("clusters shaped like rings", "kmeans/kernel"),  # rings are not the letter r
        (
            "proof that the sum of two kernels is a kernel",
            "mercer/building",
        ),  # all words weigh, not the best met
        ("newton iterations logistic", "logistic"),
        ("ovo multiclass", "svm/two_at_a_time"),
        ("multi-class perceptron", "perceptron/learning_from_mistakes"),
        ("is tanh a valid kernel", "scikit_learn"),  # the only place that goes by this name
    ],
)
def test_what_a_question_is_about(query: str, page: str) -> None:
    assert first_hits([query])[0][0][0] == f"chapters/{page}.html"


def test_nonsense_finds_nothing() -> None:
    assert first_hits(["qqqzzz"]) == [[]]


def test_a_slip_of_the_finger_and_a_missing_space_are_forgiven() -> None:
    right, wrong = ["gaussian process", "mahalanobis distance", "cross validation"], [
        "guassian proces", "mahalonobis distance", "crossvalidation",
    ]  # fmt: skip
    assert [hits[0] for hits in first_hits(wrong)] == [hits[0] for hits in first_hits(right)]


def test_a_chapter_is_found_by_its_number() -> None:
    assert first_hits(["chapter 16"])[0][0][0] == "chapters/ridge/kernel_ridge.html"


def test_other_names_belong_to_places_of_the_book() -> None:
    entries = [Entry(0, "", "page", "", "Mercer", ""), Entry(0, "waves", "section", "", "Waves", "")]
    pages = ["chapters/mercer.html"]
    told = named(entries, pages, {"mercer": "psd", "mercer#waves": "bochner", "svm": "not in this course"})
    assert [entry.also for entry in told] == ["psd", "bochner"]
    with pytest.raises(ValueError, match="mercer#sand"):
        named(entries, pages, {"mercer#sand": "dune"})


def test_an_abbreviation_is_known_by_its_initials() -> None:
    assert first_hits(["GCV"])[0][0][1] == "exr-ridge-gcv"


@pytest.mark.parametrize(
    ("asked", "meant"),
    [  # what the book never says tells no place from another
        ("how to understand lloyd's algorithm", "lloyd's algorithm"),  # not "under stand"
        ("why doesn't lloyd's algorithm stop", "why does lloyd's algorithm not stop"),
        ("lloyd's algorithm qqqzzz", "lloyd's algorithm"),
    ],
)
def test_words_that_say_nothing_change_nothing(asked: str, meant: str) -> None:
    one, other = first_hits([asked, meant])
    assert one[0] == other[0]


def test_a_place_is_listed_once() -> None:
    for hits in first_hits(
        ["ridge sets unimportant weights to zero", "infinitely many features must overfit"]
    ):
        places = [(page, anchor) for page, anchor, _ in hits]
        assert len(set(places)) == len(places)
        assert "“" in hits[0][2]


def test_an_inner_product_is_no_product() -> None:
    assert first_hits(["the product of two kernels is a kernel"])[0][0][0] == "chapters/mercer/building.html"
