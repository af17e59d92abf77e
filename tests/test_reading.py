"""`kernelcourse read` hands out copies that say how to run them, and never touches the chapters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kernelcourse.cli import main
from kernelcourse.reading import CHAPTERS, alone, lab_command, pages_of


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
        "{prf:ref}`thm-ridge-dual`": f"the theorem “Dual ridge regression” of {lines}",
        "{eq}`eq-ridge-predict`": f"an equation of {lines}",
        "{doc}`next page <in_practice>`": "next page",
        "{doc}`../mds`": "*Multidimensional scaling: a map from distances*",
        "{prf:ref}`thm-kernel-ridge`": "{prf:ref}`thm-kernel-ridge`",  # on the page itself
    }.items():
        assert alone(written, "ridge/kernel_ridge") == read
