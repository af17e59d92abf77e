"""A matplotlib figure as small inline SVG: one `<svg>` a column, colours as CSS variables, short numbers.

matplotlib writes SVG for a file of its own: fixed colours, long groups, six decimals. A page of the book
holds hundreds of such drawings, on light or dark paper, wide or narrow; so it is all rewritten:

* every colour of `style.SHADES` becomes `var(--kc-…)`, the ink becomes `currentColor`;
* coordinates are rounded to 0.1 pt, empty groups and metadata go;
* names (`id`) are short, deterministic and carry a prefix, so that two pictures never share one by accident;
* columns become separate drawings, which a narrow screen stacks.
"""

import hashlib
import io
import re
import xml.etree.ElementTree as ET
from html import escape
from typing import Any

from matplotlib import rc_context
from matplotlib.figure import Figure

from kernelcourse.figures.style import FONT_SIZE, INK, RC, SHADES, SLIM, SMALL

_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"
_NUMBER = re.compile(r"-?\d*\.\d+(?:e-?\d+)?|-?\d+(?:e-?\d+)?")
GAP, MUCH = (
    8.0,
    24.0,
)  # points of empty paper over and under a drawing: what is left of a band, and what is too much
_KEPT_STYLE = {
    "fill",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-dashoffset",
    "opacity",
    "fill-opacity",
    "stroke-opacity",
    "text-anchor",
    "font",
    "font-size",
    "font-weight",
    "stroke-linejoin",
    "stroke-linecap",
}


def panels(figure: Figure, prefix: str, trimmed: bool = False) -> list[str]:
    """The figure's columns, left to right, each an `<svg>` in a cell; element after element on its own line.

    `trimmed`: a column without the empty bands that axes of equal units leave; frames of an explorer keep theirs,
    since they must not jump.
    """
    root = _written(figure)
    width, height = figure.get_size_inches() * 72
    columns: int = getattr(figure, "kernelcourse_columns", 1)
    defs = {element.get("id"): element for element in root.iter() if element.get("id")}
    bands = _bands(figure, columns) if trimmed else [(0.0, height)] * columns
    return [
        _panel(group, defs, prefix, (column * width / columns, top, width / columns, bottom - top))
        for column, (group, (top, bottom)) in enumerate(
            zip(_by_column(figure, root, columns), bands, strict=True)
        )
    ]


def _bands(figure: Figure, columns: int) -> list[tuple[float, float]]:
    """Each column from its first to its last line of ink, in points from the top, where much paper would be empty."""
    height = figure.get_size_inches()[1] * 72
    with rc_context(RC):
        boxes = [
            (_column(axes, columns), box.transformed(figure.dpi_scale_trans.inverted()))
            for axes in figure.axes
            if (box := axes.get_tightbbox()) is not None
        ]
    bands = []
    for column in range(columns):
        inked = [box for place, box in boxes if place == column]
        top = min((height - 72 * box.y1 for box in inked), default=0.0)
        bottom = max((height - 72 * box.y0 for box in inked), default=height)
        bands.append((top - GAP if top > MUCH else 0.0, bottom + GAP if height - bottom > MUCH else height))
    return bands


def _column(axes: Any, columns: int) -> int:
    """The column that holds the centre of the axes."""
    box = axes.get_position()
    return min(columns - 1, int((box.x0 + box.x1) / 2 * columns))


def _written(figure: Figure) -> ET.Element:
    stream = io.BytesIO()
    with rc_context(RC):
        figure.savefig(
            stream, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None}
        )
    return ET.fromstring(stream.getvalue())


def _by_column(figure: Figure, root: ET.Element, columns: int) -> list[list[ET.Element]]:
    """Each axes goes to the column that holds its centre, with what was drawn just before it (3-D panes)."""
    groups: list[list[ET.Element]] = [[] for _ in range(columns)]
    drawn = iter(sorted(figure.axes, key=lambda axes: axes.get_zorder()))  # matplotlib's own order
    waiting: list[ET.Element] = []
    column = 0
    for element in next(child for child in root if child.get("id") == "figure_1"):
        waiting.append(element)
        if element.get("id", "").startswith("axes_"):
            column = _column(next(drawn), columns)
            groups[column] += waiting
            waiting = []
    groups[column] += waiting
    return groups


def _panel(
    group: list[ET.Element],
    defs: dict[Any, ET.Element],
    prefix: str,
    place: tuple[float, float, float, float],
) -> str:
    left, top, width, height = place
    lines: list[str] = []
    names: dict[str, str] = {}
    for element in group:
        _write(element, lines, names, prefix)
    needed = [name for name in names if name in defs]
    definitions: list[str] = []
    for name in needed:
        _write_definition(defs[name], definitions, names, prefix)
    box = f"{_round(left)} {_round(top)} {_round(width)} {_round(height)}"
    across, down = round(width * 4 / 3), round(height * 4 / 3)  # points as pixels
    sizes = [name for name, most in (("kc-small", SMALL), ("kc-slim", SLIM)) if width <= most]
    size = f'class="{" ".join(sizes)}" ' if sizes else ""
    head = (
        '<div class="kc-cell">\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}viewBox="{box}" width="{across}" height="{down}" '
        f'style="max-width:min(100%,{across}px);--kc-w:{_round(width)}" '
        'aria-hidden="true" focusable="false" fill="currentColor" '
        f'font-size="{FONT_SIZE}" font-family="system-ui,Helvetica,Arial,sans-serif" '
        'stroke-linejoin="round" stroke-linecap="butt">'
    )
    middle = ["<defs>", *definitions, "</defs>"] if definitions else []
    return "\n".join([head, *middle, *lines, "</svg>", "</div>"])


def _write(element: ET.Element, lines: list[str], names: dict[str, str], prefix: str) -> None:
    tag = element.tag.removeprefix(_SVG)
    if tag in {"defs", "metadata", "title"}:
        return
    attributes = _attributes(element, tag, names, prefix)
    children = [child for child in element if child.tag.removeprefix(_SVG) not in {"defs", "metadata"}]
    if tag == "g":
        wrap = bool(attributes)
        if wrap:
            lines.append(f"<g{attributes}>")
        for child in children:
            _write(child, lines, names, prefix)
        if wrap:
            lines.append("</g>")
    elif tag == "text":
        words = "".join(element.itertext()).strip()
        if words:
            lines.append(f"<text{attributes}>{escape(words, quote=False)}</text>")
    elif not (tag == "path" and not element.get("d", "").strip()):
        lines.append(f"<{tag}{attributes}/>")


def _write_definition(element: ET.Element, lines: list[str], names: dict[str, str], prefix: str) -> None:
    tag = element.tag.removeprefix(_SVG)
    attributes = _attributes(element, tag, names, prefix)
    name = names[element.get("id", "")]
    if tag == "clipPath":
        inner = "".join(
            f"<{child.tag.removeprefix(_SVG)}{_attributes(child, '', names, prefix)}/>" for child in element
        )
        lines.append(f'<clipPath id="{name}">{inner}</clipPath>')
    else:
        lines.append(f'<{tag} id="{name}"{attributes}/>')


def _name(old: str, names: dict[str, str], prefix: str) -> str:
    names.setdefault(old, prefix + hashlib.sha256(old.encode()).hexdigest()[:6])
    return names[old]


def _attributes(element: ET.Element, tag: str, names: dict[str, str], prefix: str) -> str:
    parts: list[str] = []
    for key, value in element.attrib.items():
        if key in {"id", "version", "width", "height"} and tag in {"g", "path", "text", "use", "clipPath"}:
            continue
        if key == "style":
            parts.append(_style(value, tag))
        elif key == _HREF or key == "href":
            target = value if value.startswith("data:") else "#" + _name(value[1:], names, prefix)
            parts.append(f' href="{"".join(target.split())}"')
        elif key == "clip-path":
            parts.append(f' clip-path="url(#{_name(value[5:-1], names, prefix)})"')
        elif key == "transform" and re.fullmatch(r"rotate\(-?0 .*\)", value):
            continue  # matplotlib turns level text by −0 degrees
        elif key == "id":
            continue
        elif tag == "image" and key == "transform":
            parts.append(f' {key}="{" ".join(value.split())}"')
        else:
            parts.append(f' {key}="{_numbers(value)}"')
    return "".join(parts)


def _style(value: str, tag: str) -> str:
    out: list[str] = []
    for declaration in value.split(";"):
        name, _, content = (part.strip() for part in declaration.partition(":"))
        if name not in _KEPT_STYLE:
            continue
        if name in {"font", "font-size"}:  # matplotlib 3.8 writes one, 3.10 the other
            size = re.search(r"([\d.]+)px", content)
            if size and abs(float(size.group(1)) - FONT_SIZE) > 0.05:
                out.append(f"font-size:{float(size.group(1)) / FONT_SIZE:.3g}em")  # grows with the drawing's
        if name in {"font", "font-weight"} and ("bold" in content or "700" in content):
            out.append("font-weight:700")
        if name in {"fill", "stroke"}:
            out.append(f"{name}:{_color(content, tag)}")
        elif name in {"stroke-linejoin", "stroke-linecap"}:
            if content not in {"miter", "round"} or name == "stroke-linecap":
                out.append(f"{name}:{content}")
        elif not name.startswith("font"):
            out.append(f"{name}:{_numbers(content, places=2)}")
    return f' style="{";".join(out)}"' if out else ""


def _color(content: str, tag: str) -> str:
    color = content.lower()
    if color == INK:
        return "currentColor"
    if color in SHADES:
        name, light, _, light_text, _ = SHADES[color]
        return f"var(--kc-{name}-text,{light_text})" if tag == "text" else f"var(--kc-{name},{light})"
    return color


def _round(value: float, places: int = 1) -> str:
    text = f"{value:.{places}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text


def _numbers(value: str, places: int = 1) -> str:
    """Numbers rounded, blanks squeezed: `M 10.04 20 \\n L 3 4` → `M10 20L3 4`."""
    rounded = _NUMBER.sub(lambda match: _round(float(match.group()), places), value)
    return re.sub(r"\s*([MLCQZz])\s*", r"\1", " ".join(rounded.split()))
