"""`kernelcourse read` hands out copies that say how to run them, and never touches the chapters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kernelcourse.cli import main
from kernelcourse.reading.copies import CHAPTERS, alone, lab_command, pages_of
from kernelcourse.reading.solutions import fold_solutions


def test_a_copy_begins_with_how_to_run_it_and_the_chapter_stays(tmp_path: Path, capsys) -> None:
    source = pages_of("ridge")[0]
    before = source.read_bytes()
    assert main(["read", "ridge", "--into", str(tmp_path), "--no-lab"]) == 0
    copies = [tmp_path / "ridge" / f"reading-{page.name}" for page in pages_of("ridge")]
    assert capsys.readouterr().out.splitlines() == [f"your copy: {copy}" for copy in copies]
    cells = json.loads(copies[0].read_text(encoding="utf-8"))["cells"]
    assert "Run All" in "".join(cells[0]["source"])
    assert len(cells) == len(json.loads(before)["cells"]) + 1 and source.read_bytes() == before


def test_work_is_not_overwritten_unless_asked(tmp_path: Path) -> None:
    arguments = ["read", "ridge", "--into", str(tmp_path), "--no-lab"]
    main(arguments)
    copy = next(tmp_path.rglob("reading-*.ipynb"))
    copy.write_text("mine", encoding="utf-8")
    main(arguments)
    assert copy.read_text(encoding="utf-8") == "mine"
    main([*arguments, "--force"])
    assert copy.read_text(encoding="utf-8") != "mine"


def test_an_unknown_topic_is_told_which_exist(capsys) -> None:
    assert main(["read", "rigde", "--no-lab"]) == 64
    assert "ridge" in capsys.readouterr().err
    with pytest.raises(ValueError, match="topic must be one of"):
        pages_of("", CHAPTERS)


def test_a_topic_is_read_in_the_order_of_the_book() -> None:
    names = [path.stem for path in pages_of("ridge")]
    assert names == ["straight_lines", "kernel_ridge", "in_practice"]
    for folder in (path for path in CHAPTERS.iterdir() if path.is_dir() and list(path.glob("*.ipynb"))):
        assert sorted(pages_of(folder.name)) == sorted(folder.glob("*.ipynb"))


def test_the_lab_starts_where_the_reader_stands_and_can_always_show_the_page(tmp_path: Path) -> None:
    inside, outside = tmp_path / "here" / "reading" / "page.ipynb", tmp_path / "there" / "page.ipynb"
    here = tmp_path / "here"
    assert lab_command("lab", inside, here) == ["lab", f"--notebook-dir={here}", str(inside)]
    assert lab_command("lab", outside, here) == ["lab", f"--notebook-dir={outside.parent}", str(outside)]


def test_references_that_lead_out_of_a_copy_become_words() -> None:
    lines = "*Straight lines: ridge regression, primal and dual*"
    for written, read in {
        "See {prf:ref}`thm-ridge-dual`": f"See the theorem “Dual ridge regression” of {lines}",
        "Done. {prf:ref}`thm-ridge-dual` ends": f"Done. The theorem “Dual ridge regression” of {lines} ends",
        "by {eq}`eq-ridge-predict`": f"by an equation of {lines}",
        "{doc}`next page <in_practice>`": "next page",
        "{doc}`../mds`": "*Multidimensional scaling: a map from distances*",
        "{doc}`/chapters/mds`": "*Multidimensional scaling: a map from distances*",
        "{cite:t}`hoerl1970`": "Hoerl and Kennard (1970)",
        "{prf:ref}`thm-kernel-ridge`": "{prf:ref}`thm-kernel-ridge`",  # on the page itself
    }.items():
        assert alone(written, "ridge/kernel_ridge") == read


def test_solutions_of_a_copy_are_folded_with_their_code() -> None:
    start, end = ":::{solution-start} exr-a\n:class: dropdown\n:::", ":::{solution-end}\n:::"
    cells = [
        {"cell_type": "markdown", "source": f"Before.\n\n{start}\n\nTwo."},
        {"cell_type": "code", "source": "2", "metadata": {}},
        {"cell_type": "markdown", "source": f"And so on.\n\n{end}\n\nAfter.\n\n{start}\n"},
        {"cell_type": "code", "source": "3", "metadata": {}},
        {"cell_type": "markdown", "source": f"{end}\n\n## Next"},
        {"cell_type": "code", "source": "4", "metadata": {}},
    ]
    fold_solutions(cells)
    box = "::::::{admonition} Solution\n:class: dropdown\n\n%s\n::::::"
    assert [
        cell["source"].replace("\n\n\n", "\n\n") for cell in cells if cell["cell_type"] == "markdown"
    ] == [
        f"Before.\n\n{box % 'Two.'}",
        f"{box % 'And so on.'}\n\nAfter.\n\n*Solution: open the folded cell below.*",
        "## Next",
    ]
    assert ["jupyter" in cell["metadata"] for cell in cells if cell["cell_type"] == "code"] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("topic", ["ridge", "kmeans", "kernelising"])
def test_no_solution_stands_open_in_a_copy(tmp_path: Path, topic: str) -> None:
    main(["read", topic, "--into", str(tmp_path), "--no-lab"])
    for copy in tmp_path.rglob("*.ipynb"):
        text = copy.read_text(encoding="utf-8")
        assert "{solution-" not in text and "{admonition} Solution" in text and "/chapters/" not in text
