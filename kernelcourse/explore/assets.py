"""Scripts and style sheets that ship with the package."""

from functools import cache
from importlib.resources import files


@cache
def asset(name: str) -> str:
    """The text of one of them: "twin.js", "hand.js", "twin.css"."""
    return files("kernelcourse.explore").joinpath(name).read_text(encoding="utf-8")
