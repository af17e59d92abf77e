"""What a proof by Bochner's theorem prints: the polynomial that decides, and why it is never negative."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING

from kernelcourse.language.kernel_formulas import polynomial_text
from kernelcourse.validity import Certificate

from ..exactly.profiles import falling
from ..exactly.transforms import exponential_transform, gaussian_transform
from ..verifier import Verifier

if TYPE_CHECKING:
    from ..prover import Prover


def transform(prover: Prover, step: Certificate) -> str:
    """The polynomial that decides, in whole numbers, and why it is never negative."""
    instance = Verifier(step, prover.domain.name, prover.domain.dim)
    _, terms, d = falling(instance, step)
    if step.data["kind"] == "heights":
        return "never negative: the widest bells outweigh what is taken away (Abel's summation)"
    transform = gaussian_transform if step.data["kind"] == "gaussian" else exponential_transform
    heights = [h.number for h in transform(instance.algebra, terms, d) or []]
    if not heights or None in heights:
        return "never negative"
    while len(heights) > 1 and not heights[-1]:
        heights.pop()
    unit = lcm(*(c.denominator for c in heights))  # type: ignore[union-attr]
    whole = [c * unit for c in heights]  # type: ignore[operator]
    common = gcd(*(int(c) for c in whole)) or 1
    reduced = [Fraction(c, common) for c in whole]
    if len(reduced) == 1:
        return "a positive function"
    why = (
        "no coefficient is negative" if min(reduced) >= 0 else "never negative for s ≥ 0, by Sturm's theorem"
    )
    return f"a positive function times {polynomial_text(reduced, 's')} with s = ‖ω‖²: {why}"


def in_rho(coefficients: tuple[Fraction, ...]) -> str:
    """·(1 + 3ρ), and nothing for 1."""
    if len(coefficients) == 1:
        return ""
    return f"·({polynomial_text(coefficients, 'rho')})"
