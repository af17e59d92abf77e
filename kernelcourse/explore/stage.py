"""The one script that draws scenes, for a page and for a notebook, and all scripts of a page."""

from kernelcourse.explore.assets import asset

PARTS = ("drawing.js", "hand.js")


def _joined() -> str:
    return "\n".join(asset(part) for part in PARTS)


def page_script() -> str:
    """A classic script, which a page may load even from `file://`: it defines kernelcourse.stage."""
    return (
        '(function () {\n"use strict";\n'
        + _joined()
        + "\n(window.kernelcourse = window.kernelcourse || {}).stage = stage;\n})();\n"
    )


def module() -> str:
    """An ES module with `render`, as anywidget wants it."""
    return _joined() + "\nexport default { render };\n"


def page_scripts() -> dict[str, str]:
    """Name ↦ text of the scripts that bring explorers and checks to life, in the order in which a page runs them."""
    return {"stage.js": page_script()} | {
        name: asset(name) for name in ("touch.js", "twin.js", "checks.js", "derive.js")
    }
