"""Numbers as readers see them: rounded, whole where they can be, with a true minus sign."""

import math

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def raised(power: int) -> str:
    """−3 ↦ ⁻³."""
    return str(power).translate(_RAISED)


def number(value: float, digits: int = 3) -> str:
    """A number for readers: `digits` significant digits, whole above that, 1.2·10⁶ beyond.

    Anything below 1e-12 is round-off and reads 0; the minus sign is a true one.
    """
    value = float(value)
    if math.isnan(value):
        return "undefined"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if abs(value) < 1e-12:
        return "0"
    mantissa, exponent = f"{value:.{digits - 1}e}".split("e")
    power = int(exponent)
    if -4 <= power < 6:
        text = f"{value:.{max(0, digits - 1 - power)}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
    else:
        mantissa = mantissa.rstrip("0").rstrip(".") if "." in mantissa else mantissa
        text = f"{mantissa}·10{raised(power)}"
    return text.replace("-", "−")
