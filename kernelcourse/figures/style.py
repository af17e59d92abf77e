"""One look for the whole book: every colour has one meaning, and never carries it alone.

The palette is Okabe and Ito's, which colour-blind readers can tell apart. A *meaning* is a colour together
with a marker and a line style, so that a figure printed in black still says the same:

    meaning   colour            marker   line      used for
    a         blue              circle   solid     class A, first group
    b         vermillion        square   dashed    class B, second group
    fit       bluish green      up       solid     what was learned
    truth     grey              none     dotted    what is true, the reference
    support   reddish purple    diamond  dash-dot  points that carry weight, centres
    mistake   orange            cross    dashed    errors, violations, refutations

The colours written into a matplotlib artist are *names in disguise*: when the picture becomes SVG each is
replaced by a CSS variable, so that the page decides the exact shade for light and dark mode. `INK` follows
the page's text colour.
"""

from dataclasses import dataclass
from typing import Any

INK = "#010203"  # text, axes: becomes currentColor
SOFT = "#6a6b6c"  # secondary lines and ticks
FAINT = "#d8d9da"  # grid lines
PAPER = "#fdfefe"  # the page's background: halos, gaps


@dataclass(frozen=True)
class Meaning:
    """A colour, a marker and a line style that always appear together."""

    color: str
    marker: str
    line: Any  # a matplotlib line style: a word, or (offset, dashes)


MEANINGS: dict[str, Meaning] = {
    "a": Meaning("#0072b2", "o", "-"),
    "b": Meaning("#d55e00", "s", (0, (5, 2))),
    "fit": Meaning("#009e73", "^", "-"),
    "truth": Meaning("#767778", ".", (0, (1, 1.5))),
    "support": Meaning("#cc79a7", "D", (0, (5, 1.5, 1, 1.5))),
    "mistake": Meaning("#e69f00", "X", (0, (3, 1.5))),
    "ink": Meaning(INK, ".", "-"),
    "soft": Meaning(SOFT, ".", "-"),
}

# The order in which groups (classes, clusters) take their meaning.
GROUPS: tuple[str, ...] = ("a", "b", "fit", "support", "mistake", "truth")

# colour in the artist → (CSS variable, light, dark, light text, dark text); texts need more contrast.
SHADES: dict[str, tuple[str, str, str, str, str]] = {
    SOFT: ("soft", "#6a6b6c", "#a5a7aa", "#595a5b", "#b6b8bb"),
    FAINT: ("faint", "#d8d9da", "#3d4045", "#595a5b", "#b6b8bb"),
    PAPER: ("paper", "#ffffff", "#14181e", "#ffffff", "#14181e"),
    MEANINGS["a"].color: ("a", "#0072b2", "#56b4e9", "#00609a", "#6cc0f0"),
    MEANINGS["b"].color: ("b", "#d55e00", "#f07f32", "#a84800", "#f79655"),
    MEANINGS["fit"].color: ("fit", "#009e73", "#1fbf90", "#00704f", "#3fd3a6"),
    MEANINGS["truth"].color: ("truth", "#767778", "#9da0a4", "#595a5b", "#b6b8bb"),
    MEANINGS["support"].color: ("support", "#c2689a", "#dd93bf", "#96396c", "#e6a9cd"),
    MEANINGS["mistake"].color: ("mistake", "#d48f00", "#f0b232", "#7a5200", "#f4c25c"),
}

FONT_SIZE = 10.5  # points; 14 px at full size; where a drawing is shown smaller its letters keep LEAST px
LEAST = 11.0
SLIM = 190.0  # points: four drawings up to this width stand side by side on a desk
SMALL = 205.0  # points: drawings up to this width are legible two by two on a telephone
SMALLEST = 10 / FONT_SIZE  # the smallest letters of a figure, as a share of FONT_SIZE

RC: Any = {
    "svg.fonttype": "none",  # text stays text: it can be read aloud, searched and translated
    "svg.hashsalt": "kernelcourse",  # the same figure gives the same bytes
    "svg.image_inline": True,
    "path.simplify": True,
    "path.simplify_threshold": 0.2,
    "font.family": "DejaVu Sans",
    "font.size": FONT_SIZE,
    "axes.titlesize": FONT_SIZE,
    "axes.labelsize": FONT_SIZE,
    "xtick.labelsize": FONT_SIZE * SMALLEST,
    "ytick.labelsize": FONT_SIZE * SMALLEST,
    "xtick.minor.pad": 5,  # names of short ticks stand in line with those of long ones
    "ytick.minor.pad": 5,
    "axes.titlelocation": "left",
    "axes.titley": 1.0,  # else matplotlib lays out every axis once more to see whether a title must move
    "axes.titlepad": 6,
    "axes.labelpad": 3,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.facecolor": "none",
    "figure.facecolor": "none",
    "savefig.facecolor": "none",
    "text.color": INK,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.edgecolor": SOFT,
    "xtick.color": SOFT,
    "ytick.color": SOFT,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "grid.color": FAINT,
    "grid.linewidth": 0.6,
    "axes.linewidth": 0.8,
    "lines.linewidth": 1.8,
    "lines.markersize": 5.5,
    "axes.unicode_minus": True,
    "axes3d.xaxis.panecolor": (0.5, 0.5, 0.5, 0.08),  # faint on light and on dark paper
    "axes3d.yaxis.panecolor": (0.5, 0.5, 0.5, 0.05),
    "axes3d.zaxis.panecolor": (0.5, 0.5, 0.5, 0.05),
    "text.usetex": False,
    "text.parse_math": False,  # write Unicode (σ, λ, ‖f‖²): mathtext would leave the page's font
}


def _shades(column: int, text_column: int) -> str:
    return "".join(
        f"--kc-{row[0]}:{row[column]};--kc-{row[0]}-text:{row[text_column]};" for row in SHADES.values()
    )


def _columns() -> str:
    """Panels stand in one row, in two equal rows, or one below the other: as wide as the figure allows."""
    rules = {
        2: (2, 34),
        3: (3, 40),
        4: (2, 34),
        5: (3, 40),
        6: (3, 40),
    }  # panels ↦ columns, from this width on (rem)
    pairs = (  # small panels stand two by two on a telephone
        ".kc-panels:has(>.kc-cell:nth-child(3)>.kc-small),.kc-panels:has(>.kc-cell:nth-child(2):last-child>.kc-small)"
        "{grid-template-columns:repeat(2,minmax(0,1fr))}"
    )
    slim = (  # four slim drawings stand in one row
        "@container (min-width:44rem){.kc-panels:has(>.kc-cell:nth-child(4):last-child>.kc-slim)"
        "{grid-template-columns:repeat(4,minmax(0,1fr))}}"
    )
    rows = "".join(
        f"@container (min-width:{width}rem){{.kc-panels:has(>.kc-cell:nth-child({count}):last-child)"
        f"{{grid-template-columns:repeat({columns},minmax(0,1fr))}}}}"
        for count, (columns, width) in rules.items()
    )
    return pairs + rows + slim


def _letters() -> str:
    """In a cell of w px a drawing of --kc-w points is shown at the scale w / --kc-w; its letters grow by as much."""
    widths = range(120, 640, 20)
    return "".join(
        f"@container (max-width:{width + 19.99:g}px){{.kc-cell svg{{font-size:max({FONT_SIZE}px,"
        f"calc(var(--kc-w)*{LEAST / SMALLEST / width:.4f}px))}}}}"
        for width in reversed(widths)
    )


def grown(width: float) -> float:
    """How many times as large, compared with the drawing, a telephone shows its letters (`_letters`)."""
    cell = 140 if width <= SMALL else 320  # px: half of the screen and all of it, rounded down as there
    return max(1.0, width * LEAST / SMALLEST / cell / FONT_SIZE)


def _css() -> str:
    light, dark = _shades(1, 3), _shades(2, 4)
    return (
        f".kc{{{light}color:#1b1c1d;color-scheme:light}}"
        f"@media (prefers-color-scheme:dark){{.kc{{{dark}color:#e8e9ea;color-scheme:dark}}}}"
        # a page that states its theme wins over the operating system's
        f"html[data-theme=light] .kc,body[data-jp-theme-light=true] .kc,body.vscode-light .kc{{{light}"
        "color:#1b1c1d;color-scheme:light}"
        f"html[data-theme=dark] .kc,body[data-jp-theme-light=false] .kc,body.vscode-dark .kc{{{dark}"
        "color:#e8e9ea;color-scheme:dark}"
        f"@media print{{.kc.kc{{{light}color:#000;color-scheme:light}}}}"
        "figure.kc{margin:1em 0;padding:0}"
        "figure.kc{container-type:inline-size}"
        ".kc-panels{display:grid;grid-template-columns:minmax(0,1fr);gap:.5rem 1rem;counter-reset:kc-cell}"
        + _columns()
        + ".kc-cell{container-type:inline-size;counter-increment:kc-cell;min-width:0}"
        ".kc-cell:not(:only-child)::before{content:counter(kc-cell,lower-alpha);font-weight:700;display:block}"
        ".kc-cell svg{display:block;height:auto;overflow:visible;margin-inline:auto}"
        + _letters()
        + "figure.kc>figcaption{font-size:.95em;line-height:1.5;margin:.5rem 0 0;text-align:left}"
        ".kc svg text{paint-order:stroke;stroke:var(--kc-paper,#fff);stroke-width:2.5px}"
        ".kc svg image{image-rendering:pixelated}"
    )


CSS = _css()
