"""Closure algebra: build a kernel from two parts and watch its proof and its spectrum."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numpy as np

from kernelcourse.explore.explorer import Explorer
from kernelcourse.figures import Picture, bars, canvas, frame, heat_map, note, number
from kernelcourse.kernels import Gaussian, Kernel, Linear, Polynomial, exp
from kernelcourse.kernels.notation import in_notation
from kernelcourse.scene.controls import choice
from kernelcourse.validity import Certificate, Verdict, judge

POINTS = np.linspace(-1.6, 1.6, 12)[:, None]
PARTS: dict[str, Kernel] = {
    "x·z": Linear(),
    "(x·z + 1)²": Polynomial(2, 1.0),
    "Gaussian, σ = 0.5": Gaussian(0.5),
    "Gaussian, σ = 2": Gaussian(2.0),
}
RULES: dict[str, Callable[[Kernel, Kernel], Kernel]] = {
    "k₁ + k₂": lambda a, b: a + b,
    "k₁ · k₂": lambda a, b: a * b,
    "exp(k₁) · k₂": lambda a, b: exp(a) * b,
    "k₁² + 2 k₂": lambda a, b: a**2 + 2 * b,
    "k₁ − k₂": lambda a, b: a - b,
    "k₁ − ½ k₂": lambda a, b: a - 0.5 * b,
}


@cache
def built(first: str, second: str, rule: str) -> tuple[Kernel, Verdict]:
    """The composite and what the judge knows of it."""
    kernel = RULES[rule](PARTS[first], PARTS[second])
    return kernel, judge(kernel, POINTS)


def draw(first: str, second: str, rule: str) -> Picture:
    """The Gram matrix of the composite, its eigenvalues and its verdict."""
    kernel, verdict = built(first, second, rule)
    K = kernel(POINTS)
    eigenvalues = np.linalg.eigvalsh(K)[::-1]
    eigenvalues[np.abs(eigenvalues) < 1e-9 * np.abs(eigenvalues).max(initial=1e-300)] = 0.0
    word = verdict.status.value.upper()
    figure, (left, right) = canvas(270, 260, columns=2)
    heat_map(left, K, title=rule)
    # signed logarithm: a small negative eigenvalue must stay visible beside a large positive one
    bars(right, np.sign(eigenvalues) * np.log10(1 + 1000 * np.abs(eigenvalues)))
    frame(
        right,
        x="number of the eigenvalue",
        title="Eigenvalues (signed log scale)",
        xlim=(0, 13),
        ylim=(-6, 9),
    )
    right.set_yticks([-6, -3, 0, 3, 6, 9], ["−1000", "−1", "0", "1", "1000", "10⁶"])
    note(right, word, "upper right", kind={"PROVED": "fit", "REFUTED": "mistake"}.get(word, "ink"))
    readouts = {
        "verdict": word,
        "smallest eigenvalue": number(eigenvalues[-1]),
        "largest eigenvalue": number(eigenvalues[0]),
        **_reasons(verdict),
    }
    return Picture(
        figure,
        alt=f"Gram matrix on twelve points of {in_notation(kernel)}, and its eigenvalues: {word.lower()}; "
        f"the smallest eigenvalue is {number(eigenvalues[-1])}.",
        readouts=readouts,
    )


def _reasons(verdict: Verdict) -> dict[str, str]:
    out: dict[str, Any] = {}
    if verdict.certificate is not None:
        out["proof"] = "\n".join(_tree(verdict.certificate))
    if verdict.witness is not None:
        points = ", ".join(number(float(x)) for x in np.ravel(verdict.witness.points))
        weights = ", ".join(number(float(a)) for a in np.ravel(verdict.witness.weights))
        out["refuted at"] = f"points {points} with weights {weights}"
        out["Σ aᵢaⱼ k(xᵢ, xⱼ)"] = number(verdict.witness.value)
    return out


def _tree(proof: Certificate, depth: int = 0) -> Iterator[str]:
    """A line for each step, what it rests on further in."""
    yield f"{'   ' * (depth - 1)}{'└─ ' if depth else ''}{proof.statement}: {proof.rule}"
    for _, part in proof.below():
        yield from _tree(part, depth + 1)


def closure() -> Explorer:
    """Which combinations of kernels are kernels, and why."""
    names = {name: name for name in PARTS}
    return Explorer(
        name="closure",
        title="Building kernels from kernels",
        caption="Sums, products, powers and exponentials of kernels are kernels, and the proof is a tree of "
        "these rules. A difference has no rule: it may have a negative eigenvalue, and then points and "
        "weights refute it.",
        controls=(
            choice("first", "k₁", names),
            choice("second", "k₂", names, "Gaussian, σ = 0.5"),
            choice("rule", "Build", {name: name for name in RULES}),
        ),
        draw=draw,
        table="rule",
    )
