"""Words as a printer sets them: a true minus sign, a curly apostrophe, and no line that ends within λ = 30 or 6 %."""

import re
from collections.abc import Mapping

_HYPHEN = r"(?<![\w.,)\]’'])-(?=\d)"  # before a number it is a minus sign
_TOGETHER = r" (?=[=%×])|(?<=[=×]) |(?<=\d,) (?=[\d½−.]+\))"  # λ = 30, 6 %, n × d, (5, 1): no line ends here


def in_print(words: str) -> str:
    """The words of a caption, of a readout or of its name; of several lines, a proof, as they are."""
    if "\n" in words:
        return words
    words = re.sub(_TOGETHER, "\N{NO-BREAK SPACE}", re.sub(_HYPHEN, "−", words))
    return re.sub(r"(?<=[a-z])'(?=s\b)", "’", words)


def readouts_in_print(readouts: Mapping[str, str]) -> list[tuple[str, str]]:
    """[(name, value), …], as a page shows them."""
    return [(in_print(name), in_print(value)) for name, value in readouts.items()]
