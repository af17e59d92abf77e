"""Explorers in general: live widgets driven through their traits, twins and packed frames that agree."""

import asyncio
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from kernelcourse import explore
from kernelcourse.explore.explorer import VIEW, Explorer
from kernelcourse.explore.twin import pack, prefix, script
from kernelcourse.figures import Picture, canvas, number, points
from kernelcourse.scene.controls import Control, Field, choice, slider, steps, toggle
from kernelcourse.scene.in_print import readouts_in_print

pytestmark = pytest.mark.slow  # seconds, not milliseconds: run by `make test`

NAMES = sorted(explore.EXPLORERS)


def draw(height: float, sign: int, doubled: bool, step: int, shift: float = 0.0) -> Picture:
    """One point whose height is the product of the controls."""
    if shift < 0:
        raise ValueError("shift must be at least 0")
    value = height * sign * (2 if doubled else 1) + step + shift
    figure, (axes,) = canvas()
    points(axes, [[0.0, value]])
    return Picture(figure, f"One point at height {number(value)}.", {"height": number(value)})


SMALL = Explorer(
    name="small",
    title="A <small> explorer",
    caption="Move it & see.",
    controls=(
        slider("height", "Height", (0.5, 1.0, 1.5), 1.0),
        choice("sign", "Sign", {"plus": 1, "minus": -1}),
        toggle("doubled", "Doubled"),
        steps("step", "Step", 2),
    ),
    draw=draw,
    fields=(Field("shift", "Shift", "0", float),),
)


def test_frame_takes_what_the_controls_offer_and_refuses_the_rest() -> None:
    assert SMALL.frame().readouts == {"height": "1"}
    assert SMALL.frame(sign=-1, doubled=True, step=2).readouts == {"height": "0"}
    with pytest.raises(ValueError, match=r"height must be one of 0\.5, 1\.0, 1\.5, got 7"):
        SMALL.frame(height=7)
    with pytest.raises(ValueError, match="colour is not a control of small"):
        SMALL.frame(colour=1)


def test_settings_are_the_whole_grid() -> None:
    settings = [values for _, values in SMALL.settings()]
    assert len(settings) == 3 * 2 * 2 * 3
    assert len({tuple(values.values()) for values in settings}) == len(settings)


def test_a_control_must_name_every_value() -> None:
    with pytest.raises(ValueError, match="as many texts as values"):
        Control("a", "A", "slider", (1, 2), ("1",))
    with pytest.raises(ValueError, match="start must be a position"):
        Control("a", "A", "slider", (1,), ("1",), 3)


def test_live_widget_follows_its_traits() -> None:
    live = SMALL.live()
    live.inputs["height"].value = 1.5
    live.inputs["doubled"].value = True
    assert ">3</td>" in live.readouts.value
    live.inputs["sign"].value = -1
    assert ">−3</td>" in live.readouts.value and "One point at height −3." in live.stage.value
    live.boxes["shift"].value = "10"
    assert ">7</td>" in live.readouts.value


def test_live_numbers_are_said_once_the_reader_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slider that is dragged over three values says one sentence, the last."""
    live = SMALL.live()
    assert 'role="status"' in live.said.value and "height: 1</p>" in live.said.value
    waiting: list[dict] = []

    class Loop:
        def call_later(self, delay: float, say: Callable[[str], None], words: str) -> Any:
            waiting.append({"words": words, "delay": delay, "cancelled": False})
            entry = waiting[-1]
            return SimpleNamespace(cancel=lambda: entry.update(cancelled=True), say=lambda: say(words))

    monkeypatch.setattr(asyncio, "get_running_loop", Loop)
    for height in (0.5, 1.0, 1.5):
        live.inputs["height"].value = height
    assert [entry["words"] for entry in waiting if not entry["cancelled"]] == ["height: 1.5"]
    assert "height: 1</p>" in live.said.value  # nothing said yet
    live.resting.say()
    assert "height: 1.5</p>" in live.said.value and live.resting is None
    assert "aria-live" not in live.readouts.value


def test_live_steps_stop_at_both_ends() -> None:
    live = SMALL.live()
    row = next(child for child in live.children if len(getattr(child, "children", ())) == 3)
    back, forth = row.children[1:]
    for _ in range(5):
        forth.click()
    assert live.inputs["step"].value == 2
    for _ in range(5):
        back.click()
    assert live.inputs["step"].value == 0


@pytest.mark.parametrize(
    ("typed", "said"), [("-1", "shift must be at least 0"), ("abc", "could not convert")]
)
def test_a_bad_input_shows_a_message_and_keeps_the_last_picture(typed: str, said: str) -> None:
    live = SMALL.live()
    before = live.stage.value
    live.boxes["shift"].value = typed
    assert said in live.message.value and 'role="alert"' in live.message.value
    assert live.stage.value == before
    live.boxes["shift"].value = "1"
    assert live.message.value == "" and live.stage.value != before


def test_a_bug_in_a_drawing_is_shown_and_raised() -> None:
    def broken(**_: object) -> Picture:
        raise KeyError("oops")

    with pytest.raises(KeyError, match="oops"):
        Explorer("bad", "Bad", "Bad.", (toggle("a", "A"),), broken).live()


def test_the_bundle_serves_jupyter_the_book_and_the_tests() -> None:
    bundle = SMALL._repr_mimebundle_()
    assert set(bundle) == {"text/plain", "text/html", VIEW}
    first = "A <small> explorer (Height = 1.0, Sign = plus, Doubled = off, Step = 0)"
    assert bundle["text/plain"] == f"{first}\nOne point at height 1.\n  height: 1"


def test_twin_is_well_formed_labelled_and_stands_without_a_script() -> None:
    root = ET.fromstring(_xml(SMALL._repr_html_()))
    labels = ["".join(label.itertext()).split() for label in root.iter("label")]
    assert [words[0] for words in labels] == ["Height", "Sign", "Doubled", "Step"]
    assert root.find(".//div[@class='kc-controls']").attrib["hidden"] == ""  # type: ignore[union-attr]
    rows = [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]
    assert rows == [["Height", "height"], ["0.5", "0.5"], ["1.0", "1"], ["1.5", "1.5"]]
    assert "Move it & see." in "".join(root.find("figcaption").itertext())  # type: ignore[union-attr]


def test_packed_frames_unpack_to_the_same_pictures() -> None:
    data = pack(SMALL)
    for positions, values in SMALL.settings():
        alt, readouts, runs = data["frames"][".".join(map(str, positions))]
        pairs = zip(runs[::2], runs[1::2], strict=True)
        unpacked = "\n".join(line for first, count in pairs for line in data["lines"][first : first + count])
        picture = SMALL.frame(**values)
        assert unpacked == "\n".join(picture.panels(prefix(SMALL)))
        assert (alt, list(map(tuple, readouts))) == (picture.alt, readouts_in_print(picture.readouts))


def test_frames_are_a_classic_script_that_cannot_close_its_own_tag() -> None:
    text = script(SMALL)
    assert text.startswith('kernelcourse.frames("small",{') and "</" not in text
    assert json.loads(text[len('kernelcourse.frames("small",') : -3]) == pack(SMALL)


@pytest.mark.parametrize("name", NAMES)
def test_every_explorer_moves_when_a_control_moves(name: str) -> None:
    """From the start, each control changes the picture somewhere along its values: no dead knobs."""
    explorer = explore.EXPLORERS[name]()
    start = "".join(explorer.frame().panels("p"))
    for control in explorer.controls:
        others = [value for i, value in enumerate(control.values) if i != control.start]
        assert any(
            "".join(explorer.frame(**{control.name: value}).panels("p")) != start for value in others
        ), control


@pytest.mark.parametrize("name", NAMES)
def test_every_live_explorer_says_what_its_frame_says(name: str) -> None:
    explorer = explore.EXPLORERS[name]()
    live = explorer.live()
    control = explorer.controls[0]
    live.inputs[control.name].value = control.values[-1]
    shown = re.findall(r"<td>(.*?)</td>", live.readouts.value, re.DOTALL)
    expected = explorer.frame(**{control.name: control.values[-1]}).readouts
    assert [_plain(text) for text in shown] == [value for _, value in readouts_in_print(expected)]


@pytest.mark.parametrize("name", NAMES)
def test_every_twin_is_well_formed_and_carries_its_facts(name: str) -> None:
    explorer = explore.EXPLORERS[name]()
    root = ET.fromstring(_xml(explorer._repr_html_()))
    shown = ["".join(cell.itertext()) for cell in root.iter("dd")]
    assert shown == [value for _, value in readouts_in_print(explorer.frame().readouts)]
    assert len(list(root.iter("tr"))) >= 3
    assert root.attrib["data-kc-frames"] == name


def _plain(text: str) -> str:
    return ET.fromstring(f"<a>{text}</a>").text or ""


@pytest.mark.parametrize("name", NAMES)
def test_the_picture_counts_as_the_slider_does(name: str) -> None:
    """Step 5 beside "After 6 steps" would be two numbers for one thing."""
    explorer = explore.EXPLORERS[name]()
    for control in explorer.controls:
        for value in (1, control.values[control.start]) if control.kind == "steps" else ():
            said = explorer.frame(**{control.name: value}).alt
            assert re.search(rf"(?:after|step) {value}\b", said), said


def _xml(html: str) -> str:
    """The twin's HTML as XML: bare attributes and void elements spelled out, the style left away."""
    html = re.sub(r"<style>.*?</style>|<script.*?</script>", "", html, flags=re.S)
    html = re.sub(r" (hidden|checked|selected|data-kc-play|data-kc-between)(?=[ >])", r' \1=""', html)
    return re.sub(r"<input([^>]*)>", r"<input\1/>", html)
