"""The numbers beside a published explorer."""

import re
import xml.etree.ElementTree as ET

from kernelcourse.explore.twin import readouts_html


def test_a_proof_has_a_box_for_each_line_that_hangs_as_deep_as_its_branch() -> None:
    proof = "sum\n└─ x·z: inner product\n   └─ 1: constant"
    made = readouts_html({"proof": proof})
    assert "".join(ET.fromstring(made).find("div/dd").itertext()) == proof  # type: ignore[union-attr]
    assert re.findall(r'class="kc-branch" style="--kc-in: (\d+)"', made) == ["0", "3", "6"]


def test_a_share_stays_in_one_piece() -> None:
    assert "<dd>62.1\xa0%</dd>" in readouts_html({"right": "62.1 %"})
