"""What a page asks while a hand moves, and scenes as plain data, on paper and on a shelf."""

import json

import numpy as np
import pytest

from kernelcourse.bridge import respond
from kernelcourse.explore.shelf import Scenes
from kernelcourse.explore.touched import touchable
from kernelcourse.scene import NAMES, exhibit
from kernelcourse.scene.controls import slider
from kernelcourse.scene.marks import ticks
from kernelcourse.scene.plain import plain


def ask(**request: object) -> dict:
    return json.loads(respond(json.dumps({"tool": "scene", **request})))


@pytest.mark.parametrize("name", NAMES)
def test_the_answer_is_the_scene_its_words_and_its_last_step(name: str) -> None:
    shown = exhibit(name)
    start = [control.start for control in shown.controls]
    answer = ask(name=name, positions=start)
    assert answer["scene"] == json.loads(json.dumps(plain(shown.scene(start))))
    assert answer["texts"] == [control.texts[control.start] for control in shown.controls]
    assert (answer["last"] is None) == (shown.ends is None)
    hand = answer["scene"]["hand"]
    points = [[*place, group] for place, group in zip(hand["points"], hand["groups"], strict=True)]
    points[0][0] += 0.5
    moved = ask(name=name, positions=start, points=points, brief=True)
    assert moved["scene"]["readouts"] != answer["scene"]["readouts"]
    assert moved["scene"]["hand"]["points"][0] == [pytest.approx(points[0][0]), points[0][1]]


@pytest.mark.parametrize(
    ("request_", "words"),
    [
        ({"name": "nobody", "positions": []}, "the exhibits are ridge"),
        ({"name": "ridge"}, "positions should be a list"),
        ({"name": "ridge", "positions": [0, 0, 0.5, 0]}, "kernel has whole positions only"),
        ({"name": "ridge", "positions": [0, 0, 0, 0], "points": [[1, 2]]}, "points should be a list of"),
        ({"name": "perceptron", "positions": [0, 0, 0], "points": [[1, 2, "c"]] * 3}, "one of a, b"),
        ({"name": "ridge", "positions": [0, 0, 0, 0], "points": [[1e308, 1, "a"]] * 2}, "3 to 60"),
    ],
)
def test_a_bad_question_is_answered_by_a_sentence(request_: dict, words: str) -> None:
    assert words in ask(**request_)["error"]


def test_paper_shows_the_same_marks() -> None:
    """matplotlib's artists hold the scene's own coordinates."""
    explorer = touchable("perceptron")
    scene, picture = explorer.scene(**explorer.defaults), explorer.frame()
    left = picture.figure.axes[0]
    places = [np.asarray(c.get_offsets()) for c in left.collections]
    for x, y in scene.hand.points:
        assert any(np.isclose(found, (x, y)).all(axis=1).any() for found in places)
    assert (picture.alt, picture.readouts) == (scene.alt, scene.readouts)
    own = explorer.frame(points=[(0.0, 1.0, "a"), (0.0, -1.0, "b")])
    assert own.alt.startswith("Two points of two classes")


def test_no_point_is_painted_over_a_centre() -> None:
    explorer = touchable("kmeans")
    (centres,) = (m for m in explorer.scene(**explorer.defaults).panels[0].marks if m.meaning == "ink")
    last = explorer.frame().figure.axes[0].collections[-1]
    np.testing.assert_allclose(np.ravel(last.get_offsets()), centres.at)


def test_a_shelf_keeps_each_thing_once_and_gives_scenes_back() -> None:
    shelf, explorer = Scenes(), touchable("kernel_pca")
    shown = [explorer.scene(**{**explorer.defaults, "component": which}) for which in (1, 2, 1)]
    packed, scenes = [shelf.put(scene) for scene in shown], [plain(scene) for scene in shown]
    things = shelf.shared()["shelf"]
    assert packed[0] == packed[2] and len(things) == len({json.dumps(thing) for thing in things})
    for scene, (size, points, hand, *panels) in zip(scenes, packed, strict=True):
        assert things[size] == scene["size"]
        assert {"points": things[points], **things[hand]} == json.loads(json.dumps(scene["hand"]))
        for panel, (axes, title, *marks) in zip(scene["panels"], panels, strict=True):
            assert {**things[axes], "title": title, "marks": [things[m] for m in marks]} == json.loads(
                json.dumps(panel)
            )


def test_a_slider_may_stand_between_its_stops() -> None:
    control = slider("lam", "λ", (0.01, 1.0, 100.0), 1.0, lambda v: f"{v:.2g}", between="geometric")
    assert control.at(1) == 1.0 and control.at(0.5) == pytest.approx(0.1) and control.text(0.5) == "0.1"
    with pytest.raises(ValueError, match="positions 0 to 2"):
        control.at(2.5)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(-3.4, 3.4, ["−2", "0", "2"]), (0, 0.23, ["0.00", "0.05"]), (0, 21, ["0", "5"])],
)
def test_ticks_are_round_numbers(low: float, high: float, expected: list[str]) -> None:
    texts = [text for _, text in ticks(low, high)]
    assert set(expected) <= set(texts) and len(texts) <= 7
