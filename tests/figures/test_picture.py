"""A picture is deterministic, says in words what it shows, and leaves its colours to the page."""

import re
import warnings
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from kernelcourse.figures import (
    MEANINGS,
    Picture,
    bars,
    boundary,
    canvas,
    contours,
    frame,
    heat_map,
    label,
    line,
    note,
    number,
    points,
    rings_around,
    scatter_classes,
)
from kernelcourse.figures.style import SHADES, grown


def everything(columns: int = 2) -> Picture:
    """A picture with every stroke of the book."""
    grid = np.linspace(-2, 2, 21)
    values = grid[None] ** 2 + grid[:, None] ** 2 - 1
    X = np.array([[0.0, 0.1], [1.5, 1.0], [-1.0, 1.2], [0.2, -0.3]])
    figure, axes = canvas(300, 220, columns=columns)
    scatter_classes(axes[0], X, np.array([-1, 1, 1, -1]))
    rings_around(axes[0], X[:1])
    boundary(axes[0], (grid, grid, values))
    contours(axes[0], (grid, grid, values), levels=[2, 4])
    frame(axes[0], "x₁", "x₂", "Classes <& more>", equal=True)
    line(axes[-1], grid, np.sin(grid), "fit", name="fit")
    points(axes[-1], X, "support")
    label(axes[-1], 0, 0, "zero", "mistake")
    note(axes[-1], "‖f‖ = 3")
    return Picture(figure, "Two classes and a sine with <special> words.", {"‖f‖": number(3.0)})


@pytest.mark.parametrize(("width", "small"), [(205, True), (206, False)])
def test_small_panels_say_so(width: float, small: bool) -> None:
    figure, _ = canvas(width, 150, columns=4)
    panels = Picture(figure, "Four empty frames, side by side.").panels()
    assert [('class="kc-small"' in panel) for panel in panels] == [small] * 4


def test_the_same_picture_is_the_same_bytes() -> None:
    assert everything()._repr_html_() == everything()._repr_html_()


def test_text_form_is_the_sentence_and_the_readouts() -> None:
    bundle = everything()._repr_mimebundle_()
    assert bundle["text/plain"] == "Two classes and a sine with <special> words.\n  ‖f‖: 3"


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_every_column_is_a_drawing_of_its_own_and_well_formed(columns: int) -> None:
    drawings = everything(columns).panels("p")
    assert len(drawings) == columns
    for column, drawing in enumerate(drawings):
        root = ET.fromstring(drawing)
        left, _, width, height = map(float, root[0].attrib["viewBox"].split())
        assert (left, width, height) == (300 * column, 300, 220)
    texts = [ET.fromstring(drawing).itertext() for drawing in drawings]
    assert "Classes <& more>" in " ".join(texts[0])
    assert "‖f‖ = 3" in " ".join(everything(columns).panels("p")[-1].split("\n"))


def test_every_colour_follows_the_page() -> None:
    """No fixed colour outside a variable's fallback, whatever the stroke: dark paper must be possible."""
    html = everything().drawing()
    outside = re.sub(r"var\(--kc-[a-z-]+,#[0-9a-f]{6}\)", "", html)
    assert re.findall(r"(?:fill|stroke):\s*#[0-9a-fA-F]+", outside) == []
    assert "currentColor" in html


def test_names_inside_two_pictures_differ_but_references_resolve() -> None:
    first, second = everything().panels("one")[0], everything().panels("two")[0]
    ids = set(re.findall(r'id="([^"]+)"', first))
    used = set(re.findall(r'href="#([^"]+)"', first)) | set(re.findall(r"url\(#([^)]+)\)", first))
    assert used and used == ids
    assert ids.isdisjoint(re.findall(r'id="([^"]+)"', second))


def test_one_image_to_a_screen_reader_named_by_its_sentence() -> None:
    root = ET.fromstring(everything().drawing())
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == "Two classes and a sine with <special> words."
    assert all(drawing.attrib["aria-hidden"] == "true" for cell in root for drawing in cell)


def test_a_picture_without_words_or_with_raw_numbers_is_refused() -> None:
    figure, _ = canvas()
    with pytest.raises(ValueError, match="sentence"):
        Picture(figure, "plot")
    with pytest.raises(ValueError, match=r"rounded text.*norm"):
        Picture(figure, "A picture of four words.", {"norm": 3.0})  # type: ignore[dict-item]


def test_heat_map_holds_the_matrix_and_states_its_scale() -> None:
    K = np.array([[1.0, 0.25], [0.25, 1.0]])
    figure, (axes,) = canvas()
    image = heat_map(axes, K, -1, 1)
    np.testing.assert_array_equal(image.get_array(), K)
    assert axes.get_xlabel() == "dark −1 … bright 1"
    assert axes.xaxis.labelpad > 6, "clear of the cells, where no ticks keep it away"
    assert "data:image/png;base64," in Picture(figure, "A two by two matrix.").drawing()


def test_the_scale_of_a_small_heat_map_is_hardly_wider_than_it_and_its_ticks_are_few() -> None:
    _, (axes,) = canvas(156, 180)
    heat_map(axes, np.array([[1.0, -0.99], [-0.99, 1.0]]))
    assert axes.get_xlabel() == "dark −0.99\nbright 1"
    heat_map(axes, np.eye(2))
    assert axes.get_xlabel() == "dark 0 … bright 1"
    _, (small,) = canvas(156, 180)
    small.set_xlim(-2.4, 2.4)
    assert [tick for tick in small.get_xticks() if abs(tick) < 2.4] == [-2, 0, 2]


def test_negative_bars_stand_out_by_more_than_colour() -> None:
    _, (axes,) = canvas()
    drawn = bars(axes, [2.0, -1.0])
    assert [bar.get_height() for bar in drawn] == [2.0, -1.0]
    assert drawn[0].get_edgecolor() != drawn[1].get_edgecolor()


def test_space_is_drawn_in_its_column() -> None:
    figure, (_, space) = canvas(columns=2, space=(1,))
    space.scatter([0, 1], [0, 1], [0, 1], c=MEANINGS["a"].color)
    frame(space, title="Lifted")
    assert space.get_title(loc="left") == "Lifted" and note(space, "a number").get_fontweight() == "bold"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        plane_svg, space_svg = Picture(figure, "A plane and a space.").panels()
    assert space_svg.count("<path") > 5 > plane_svg.count("polygon")


def test_colour_is_never_alone() -> None:
    looks = [
        (meaning.marker, str(meaning.line))
        for name, meaning in MEANINGS.items()
        if name not in {"ink", "soft"}
    ]
    assert len(set(looks)) == len(looks)


def _luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The WCAG contrast ratio of two colours."""
    high, low = sorted([_luminance(one), _luminance(other)], reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("shade", [shade for shade in SHADES.values() if shade[0] not in {"paper", "faint"}])
@pytest.mark.parametrize(("paper", "mark", "text"), [("#ffffff", 1, 3), ("#14181e", 2, 4), ("#222832", 2, 4)])
def test_contrast_is_enough_on_light_and_dark_paper(shade, paper, mark, text) -> None:
    assert contrast(shade[text], paper) >= 4.5, "words need 4.5 : 1"
    # the mistakes' orange is always drawn with an ink edge or a cross; it still must be seen
    assert contrast(shade[mark], paper) >= (2.6 if shade[0] == "mistake" else 3.0), "marks need 3 : 1"


def test_ticks_of_logarithmic_axes_are_plain_text() -> None:
    figure, (axes,) = canvas()
    line(axes, [1, 2, 3], [1e-2, 1.0, 1e12])
    axes.set_yscale("log")
    axes.set_yticks([1e-2, 1e10])  # which ticks there are differs between versions of matplotlib
    text = Picture(figure, alt="A line that climbs fourteen powers of ten.").drawing()
    assert ">10¹⁰<" in text
    assert ">0.01<" in text
    assert "$" not in text


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.1, 3, "0.1"),
        (-0.0012345, 3, "−0.00123"),
        (99.96, 3, "100"),
        (1234.5, 3, "1234"),
        (1234567.0, 3, "1.23·10⁶"),
        (3e-9, 3, "3·10⁻⁹"),
        (1e-17, 3, "0"),
        (-0.0, 3, "0"),
        (float("nan"), 3, "undefined"),
        (float("-inf"), 3, "−∞"),
        (316.4, 4, "316.4"),
    ],
)
def test_numbers_read_well(value: float, digits: int, text: str) -> None:
    assert number(value, digits) == text


def test_a_flat_drawing_is_shown_without_empty_bands_and_a_frame_of_an_explorer_with_them() -> None:
    figure, (flat, tall) = canvas(280, 250, columns=2)
    frame(flat, title="flat", xlim=(-8, 8), ylim=(-2, 2), equal=True)
    frame(tall, title="tall", xlim=(-2, 2), ylim=(-2, 2))
    picture = Picture(figure, "Two panels of different heights.")
    shown, kept = (
        [
            [float(number) for number in re.findall(r'viewBox="([^"]*)"', panel)[0].split()]
            for panel in picture.panels(trimmed=trimmed)
        ]
        for trimmed in (True, False)
    )
    assert kept == [[0, 0, 280, 250], [280, 0, 280, 250]]
    assert shown[1] == kept[1] and shown[0][3] < 160  # of 250
    words = [float(y) for y in re.findall(r'<text[^>]* y="([\d.]+)"', picture.panels(trimmed=True)[0])]
    assert words and shown[0][1] <= min(words) and max(words) <= shown[0][1] + shown[0][3]


def test_four_slim_drawings_stand_in_one_row_and_wider_ones_two_by_two() -> None:
    slim, wide = (
        Picture(canvas(width, 150, columns=4)[0], "Four panels that are empty.") for width in (160, 260)
    )
    assert "kc-slim" in slim.panels()[0] and "kc-slim" not in wide.panels()[0]


def test_the_edge_of_a_slim_bar_does_not_hide_its_colour() -> None:
    _, (axes,) = canvas()
    assert bars(axes, -np.ones(60))[0].get_linewidth() < 0.3 < bars(axes, -np.ones(5))[0].get_linewidth()


@pytest.mark.parametrize("ylim", [(0, 60), (0.4, 1.06), (0, 2000), (-262, -240)])
@pytest.mark.parametrize("width", [170, 200, 330, 400, 420])
def test_on_a_telephone_the_numbers_of_an_axis_keep_off_its_name(width, ylim) -> None:
    """There letters are larger beside the drawing: a number grows to the left, from the axis that it stands at."""
    figure, (axes,) = canvas(width, 240)
    frame(axes, y="share right", ylim=ylim)
    sheet = FigureCanvasAgg(figure)
    sheet.draw()
    numbers = [
        text.get_window_extent(sheet.get_renderer()) for text in axes.get_yticklabels() if text.get_text()
    ]
    reach = min(box.x1 - grown(width) * box.width for box in numbers)
    name = axes.yaxis.label.get_window_extent(sheet.get_renderer())
    assert reach - name.x1 > 1
