"""Numbers as readers see them: rounded, whole where they can be, with a true minus sign."""

import math
import re

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()


def spelled(count: int) -> str:
    """25 ↦ twenty-five, 120 ↦ one hundred and twenty; from a thousand on as digits."""
    if count < 20:
        return _ONES[count]
    if count < 100:
        ten, one = divmod(count, 10)
        return _TENS[ten - 2] + (f"-{_ONES[one]}" if one else "")
    if count < 1000:
        hundred, rest = divmod(count, 100)
        return f"{_ONES[hundred]} hundred" + (f" and {spelled(rest)}" if rest else "")
    return str(count)


def begun(text: str) -> str:
    """The text as a sentence begins: "perceptron: …" → "Perceptron: …", "6 points" → "Six points".

    A letter such as h or λ, and a number that is not a count, stays as it is.
    """
    count = re.match(r"(\d+)(?= [a-z])", text)
    if count:
        text = spelled(int(count[1])) + text[count.end() :]
    return text[:1].upper() + text[1:] if re.match(r"[a-z]{3}", text) else text


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
