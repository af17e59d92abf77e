"""Explorers whose points can be moved, in a notebook: what a hand does arrives as a trait, the scene follows."""

import pytest

from kernelcourse import explore
from kernelcourse.explore.stage import module, page_script

pytestmark = pytest.mark.slow


def test_a_moved_point_changes_the_scene_and_the_readouts() -> None:
    live = explore.ridge().live()
    before, hand = live.readouts.value, live.stage.scene["hand"]
    points = [[x, y, "a"] for x, y in hand["points"]]
    points[4][1] += 2.0
    live.stage.touched = {"points": points, "moving": False}
    assert live.readouts.value != before and live.message.value == ""
    assert live.stage.scene["hand"]["points"][4][1] == pytest.approx(points[4][1], abs=1e-4)
    live.inputs["lam"].value = 1.0  # the points stay where the hand put them
    assert live.stage.scene["hand"]["points"][4][1] == pytest.approx(points[4][1], abs=1e-4)
    live.stage.touched = {"points": None, "moving": False}
    live.inputs["lam"].value = 0.1
    assert live.readouts.value == before


def test_other_data_put_the_points_back() -> None:
    live = explore.ridge().live()
    points = [[x, y, "a"] for x, y in live.stage.scene["hand"]["points"]][:10]
    live.stage.touched = {"points": points, "moving": False}
    live.inputs["outlier"].value = True
    assert len(live.stage.scene["hand"]["points"]) == 20 and live.points is None


def test_too_few_points_are_refused_in_words() -> None:
    live = explore.ridge().live()
    shown = live.stage.scene
    live.stage.touched = {"points": [[0.0, 0.0, "a"]], "moving": False}
    assert "there must be 3 to 60" in live.message.value and live.stage.scene == shown


def test_numbers_that_take_long_wait_until_the_hand_rests() -> None:
    live = explore.kmeans().live()
    points = [[x, y, "a"] for x, y in live.stage.scene["hand"]["points"]]
    live.stage.touched = {"points": points, "moving": True}
    assert "when the hand rests" in live.readouts.value
    live.stage.touched = {"points": points, "moving": False}
    assert "when the hand rests" not in live.readouts.value


def test_one_script_for_pages_and_notebooks() -> None:
    assert module().count("export default") == 1 and "export" not in page_script()
    assert "kernelcourse" not in module().replace("kernelcourse/scene", "")
