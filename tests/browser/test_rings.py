"""The rings of the landing page: they rise, turn under the hand, and say what is to be seen."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.pages import press

pytestmark = [pytest.mark.browser, pytest.mark.book, pytest.mark.slow]


def test_the_rings_turn(watch, book: Path) -> None:
    watched = watch()
    watched.page.goto((book / "chapters" / "index.html").as_uri())
    plane = watched.page.locator(".kc-turning .plane")
    before = plane.get_attribute("points")
    assert before
    press(watched.page.get_by_label("Turn"), "ArrowRight")
    expect(plane).not_to_have_attribute("points", before)


def test_the_rings_rise_once_and_stand_for_a_reader_who_wants_no_motion(watch, book: Path) -> None:
    still = watch(reduced_motion="reduce")
    still.page.goto((book / "chapters" / "index.html").as_uri())
    expect(still.page.locator(".kc-rings-said")).to_contain_text("Lifted")
    moving = watch()
    moving.page.clock.install()
    moving.page.goto((book / "chapters" / "index.html").as_uri())
    said = moving.page.locator(".kc-rings-said")
    expect(said).to_contain_text("Flat")
    moving.page.clock.run_for(4000)
    expect(said).to_contain_text("Lifted")
    expect(moving.page.get_by_role("slider", name="Lift")).to_have_value("100")


def test_a_plane_is_spoken_of_where_one_is_drawn(watch, book: Path) -> None:
    watched = watch(reduced_motion="reduce")
    watched.page.goto((book / "chapters" / "index.html").as_uri())
    lift = watched.page.get_by_role("slider", name="Lift")
    for height in ("0", "4", "6", "20", "35", "100"):
        lift.fill(height)
        said = watched.page.locator(".kc-rings-said").inner_text()
        assert ("plane" in said) == (watched.page.locator(".kc-turning .plane").count() == 1), height


def test_the_plane_is_seen_from_its_edge_without_dragging(watch, book: Path) -> None:
    watched = watch(width=390)
    watched.page.goto((book / "chapters" / "index.html").as_uri())
    said = watched.page.locator(".kc-rings-said")
    expect(said).to_contain_text("Lifted")
    press(watched.page.get_by_role("slider", name="Tilt"), "Home")
    expect(said).to_contain_text("edge-on, the plane is a line")
    press(watched.page.get_by_role("slider", name="Lift"), "Home")
    expect(said).to_contain_text("Flat")


def test_what_is_said_moves_no_slider_and_the_drawing_stays_on_its_stage(watch, book: Path) -> None:
    watched = watch(width=390, reduced_motion="reduce")
    watched.page.goto((book / "chapters" / "index.html").as_uri())
    slider = {name: watched.page.get_by_role("slider", name=name) for name in ("Lift", "Tilt", "Turn")}
    stage, places = watched.page.locator(".kc-turning"), set()
    room = stage.evaluate(
        "s => { const v = s.viewBox.baseVal; return [v.x, v.y, v.x + v.width, v.y + v.height]; }"
    )
    for lift, tilt, turn in (("0", "24", "30"), ("100", "0", "30"), ("100", "43", "45"), ("100", "43", "0")):
        for name, value in (("Lift", lift), ("Tilt", tilt), ("Turn", turn)):
            slider[name].fill(value)
        places.add(slider["Lift"].bounding_box()["y"])
        drawn = stage.evaluate(
            "s => { const b = s.getBBox(); return [b.x, b.y, b.x + b.width, b.y + b.height]; }"
        )
        assert room[0] <= drawn[0] and room[1] <= drawn[1] and drawn[2] <= room[2] and drawn[3] <= room[3]
    assert len(places) == 1
