"""The HTML twin of an explorer: a picture with its facts, and controls that a script brings to life.

Without a script (or on paper) the picture, its caption and a table of facts remain. With it, the controls
choose among frames drawn beforehand: `pack` draws them all, and stores each line of SVG once.
"""

import json
from collections.abc import Mapping
from html import escape
from typing import Any

from kernelcourse.explore.explorer import Explorer
from kernelcourse.explore.shelf import Drawings, Scenes
from kernelcourse.figures import Picture
from kernelcourse.figures.style import CSS
from kernelcourse.scene.controls import Control
from kernelcourse.scene.in_print import in_print, readouts_in_print
from kernelcourse.scene.marks import Scene
from kernelcourse.scene.plain import plain

_INVITE = "Python runs in this page once you wake it: then take hold of the points."


def explorer_html(explorer: Explorer) -> str:
    """A `<figure>` that stands alone; `data-kc-frames` names the frames it can load."""
    picture = explorer.frame()
    return "\n".join(
        [
            f'<figure class="kc kc-explorer" data-kc-frames="{explorer.name}">',
            f"<style>{CSS}</style>",
            f'<p class="kc-title">{escape(explorer.title)}</p>',
            f'<div class="kc-controls" role="group" aria-label="Controls: {escape(explorer.title)}" hidden>',
            *(_control(control, explorer.last(control, explorer.defaults)) for control in explorer.controls),
            "</div>",
            f'<div class="kc-stage">{picture.drawing(prefix(explorer))}</div>',
            *_touch(explorer),
            readouts_html(picture.readouts),
            '<p class="kc-said" role="status"></p>',
            f"<figcaption>{escape(in_print(explorer.caption))}</figcaption>",
            _facts(explorer),
            "</figure>",
        ]
    )


def _touch(explorer: Explorer) -> list[str]:
    """The first scene as data, for a script that lets its points be moved, and a line that says what that takes."""
    if explorer.exhibit is None:
        return []
    first = plain(explorer.scene(**explorer.defaults))
    data = json.dumps(first, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    chosen = [i for i, c in enumerate(explorer.controls) if c.name in explorer.exhibit.chosen]
    return [
        f'<script type="application/json" class="kc-scene" data-kc-chosen="{json.dumps(chosen)}">{data}</script>',
        f'<p class="kc-asleep" data-kc-needs="scipy" data-kc-invite="{_INVITE}">To move the points, open this chapter '
        "as a notebook and run it.</p>",
    ]


def prefix(explorer: Explorer) -> str:
    """The same names inside every frame of one explorer, so that frames share their lines."""
    return f"k{explorer.name}-"


def readouts_html(readouts: Mapping[str, str]) -> str:
    """The numbers beside the picture."""
    pairs = "".join(
        f"<div><dt>{escape(name)}</dt>{_value(value)}</div>" for name, value in readouts_in_print(readouts)
    )
    return f'<dl class="kc-readouts">{pairs}</dl>'


def _value(value: str) -> str:
    """A number; or a proof of several lines, each in a box of its own: what does not fit hangs below its branch."""
    if "\n" not in value:
        return f"<dd>{escape(value)}</dd>"
    lines = [line.rpartition("└─ ") for line in value.split("\n")]
    branches = [
        f'<span class="kc-branch" style="--kc-in: {len(deep + sign)}"><span>{deep}{sign}</span>{escape(said)}</span>'
        for deep, sign, said in lines
    ]
    return f'<dd class="kc-tree">{chr(10).join(branches)}</dd>'


def _control(control: Control, last: int) -> str:
    label, start = escape(control.label), control.start
    if control.kind == "toggle":
        checked = " checked" if start else ""
        box = f'<input type="checkbox"{checked} data-kc="toggle">'
        return f'<label class="kc-toggle">{box} <span>{label}</span></label>'
    texts = escape(json.dumps(control.texts, ensure_ascii=False))
    if control.kind == "choice":
        options = "".join(
            f'<option value="{i}"{" selected" if i == start else ""}>{escape(text)}</option>'
            for i, text in enumerate(control.texts)
        )
        select = f'<select data-kc="choice">{options}</select>'
        return f'<label class="kc-choice"><span>{label}</span> {select}</label>'
    shown = escape(control.texts[start])
    row = (
        f'<label class="kc-slider"><span>{label}</span> <input type="range" min="0" step="1" '
        f'max="{last}" value="{start}" data-kc="slider" data-kc-texts="{texts}" '
        f"{'data-kc-between ' if control.between else ''}"
        f'aria-valuetext="{shown}"> <span class="kc-value" aria-hidden="true">{shown}</span></label>'
    )
    if control.kind == "steps":
        row += (
            '<span class="kc-steps"><button type="button" data-kc-step="-1">Back</button>'
            '<button type="button" data-kc-step="1">Next</button>'
            '<button type="button" data-kc-play aria-pressed="false">Play</button></span>'
        )
    return f'<div class="kc-row">{row}</div>'


def _facts(explorer: Explorer) -> str:
    head, rows = explorer.facts()
    others = [c for c in explorer.controls if c.name != (explorer.table or explorer.controls[0].name)]
    where = "; ".join(f"{c.label}: {c.texts[c.start]}" for c in others)
    caption = "In numbers" + (f" ({where})" if where else "")
    cells = "".join(f'<th scope="col">{escape(in_print(name))}</th>' for name in head)
    body = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(in_print(v))}</td>" for v in row[1:])
        + "</tr>"
        for row in rows
    )
    return (
        '<div class="kc-facts" tabindex="0" role="region" aria-label="Table of facts"><table>'
        f"<caption>{escape(caption)}</caption><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def pack(explorer: Explorer) -> dict[str, Any]:
    """All frames: {"frames": {"0.3": [alt, [[name, value], …], …]}, "table": […]} and what the frames share.

    A setting beyond the last step of its run has no frame; the page's slider ends there. `table` names the control
    along which the table of facts runs, by its place, and the texts of its values.
    """
    kept: Any = Scenes() if explorer.exhibit else Drawings(prefix(explorer))
    frames: dict[str, Any] = {}
    for positions, values in explorer.settings():
        shown: Scene | Picture = explorer.scene(**values) if explorer.exhibit else explorer.frame(**values)
        packed = kept.put(shown)
        readouts = [list(pair) for pair in readouts_in_print(shown.readouts)]
        frames[".".join(map(str, positions))] = [shown.alt, readouts, packed]
    table = explorer.tabulated
    return {**kept.shared(), "frames": frames, "table": [explorer.controls.index(table), list(table.texts)]}


def script(explorer: Explorer) -> str:
    """The frames as a classic script, which a page may load from its own folder, even from `file://`."""
    data = json.dumps(pack(explorer), ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return f"kernelcourse.frames({json.dumps(explorer.name)},{data});\n"
