"""`kernelcourse read` hands out copies that say how to run them, and never touches the chapters."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kernelcourse.cli import main
from kernelcourse.reading import CHAPTERS, pages_of


def test_a_copy_begins_with_how_to_run_it_and_the_chapter_stays(tmp_path: Path, capsys) -> None:
    source = pages_of("ridge")[0]
    before = source.read_bytes()
    assert main(["read", "ridge", "--into", str(tmp_path), "--no-lab"]) == 0
    copies = sorted(tmp_path.rglob("reading-*.ipynb"))
    assert len(copies) == len(pages_of("ridge")) and str(copies[0]) in capsys.readouterr().out
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
