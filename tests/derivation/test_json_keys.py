"""Every key of `derive --json` is described in the format's README, and every key described there can occur."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kernelcourse.derivation.command import main

README = Path(__file__).resolve().parents[2] / "kernelcourse" / "derivations" / "README.md"
WRONG = """
[given]
K = "symmetric(n)"
a = "vector(n)"
y = "vector(n)"
[[line]]
equation = "K @ K @ a == K @ y"
unknown = "a"
[[line]]
equation = "K @ a == y"
"""


def described() -> set[str]:
    section = README.read_text(encoding="utf-8").partition("## As JSON")[2].partition("\n## ")[0]
    tables = [row for row in section.splitlines() if row.startswith("| `")]
    last = section.partition("A typed line has besides")[2]
    heads = [row.split("|")[1] for row in tables]
    return {name for text in (*heads, last) for name in re.findall(r"`(\w+)`", text)}


def test_all_keys_are_described_and_occur(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong, unread = tmp_path / "wrong.toml", tmp_path / "unread.toml"
    wrong.write_text(WRONG, encoding="utf-8")
    unread.write_text(WRONG.replace("K @ a == y", "K @ a =="), encoding="utf-8")
    seen: set[str] = set()
    for arguments in (
        [str(wrong)],
        [str(unread)],
        ["ridge-dual-check", "--step", "1", "XᵀXXᵀα + λXᵀα"],
        ["ridge-dual-check", "--step", "1", "XᵀXXᵀα + 2λXᵀα"],
        ["ridge-dual-check", "--step", "1", "Q + 1"],
    ):
        main([*arguments, "--json"])
        found = json.loads(capsys.readouterr().out)
        seen |= set(found)
        for line in found.get("lines", []):
            seen |= set(line)
    assert seen == described()
