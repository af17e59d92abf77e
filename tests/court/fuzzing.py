"""Random formulas of the kinds that once escaped: mixed coordinates, irrational constants, huge and tiny numbers.

`python -m tests.court.fuzzing 5000` (make fuzz): PROVED is compared with eigenvalues in 50 digits, REFUTED is
recomputed with rational intervals.
"""

from __future__ import annotations

import sys
from collections import Counter
from fractions import Fraction

import mpmath
import numpy as np

from kernelcourse.court import LanguageError, court, domain_of
from kernelcourse.court.beyond import enclosed
from kernelcourse.court.exactly.algebra import Algebra
from kernelcourse.court.exactly.forms import TooLong, constant
from kernelcourse.court.exactly.reading import Reader, Rejected
from kernelcourse.court.exactly.signs import bounds
from kernelcourse.court.reading import read
from tests.court.formulas import random_formula

DOMAINS = ["real", "real", "positive", "ball", "integer", "binary", "interval", "nonzero"]
CONSTANTS = ["pi", "sqrt(2)", "exp(1)", "1e-18", "1e12", "0.3333333333333333", "(sqrt(2)-1)", "1e-40", "3"]
MIXED = [
    "exp(-{c}*abs(x[0]-z[0]))", "exp({c}*(x[0]-z[0])**2-(x[{j}]-z[{j}])**2)", "{c}*x[0]*z[{j}]", "{c}*x[{j}]*z[{j}]",
    "cos({c}*(x[{j}]-z[{j}]))", "max(0,1-{c}*abs(x[{j}]-z[{j}]))", "exp(-{c}*norm(x-z)**1.5)", "{c}*min(x[0],z[0])",
    "1/(1+{c}*(x[{j}]-z[{j}])**2)", "(1-{c}*abs(x[0]-z[0]))*exp(-abs(x[0]-z[0]))", "{c}*x@z", "log(1+{c}*(x@z)**2)",
]  # fmt: skip


def formula(rng: np.random.Generator, dim: int) -> str:
    """A sum, difference or product of mixed parts, or one of the older kind."""
    if rng.random() < 0.3:
        return random_formula(rng, dim, int(rng.integers(1, 4)))

    def part() -> str:
        pattern = MIXED[int(rng.integers(len(MIXED)))]
        c = CONSTANTS[int(rng.integers(len(CONSTANTS)))]
        return pattern.format(c=c, j=int(rng.integers(dim)))

    return f"{part()} {rng.choice(['+', '-', '*', '+'])} {part()}"


def smallest_eigenvalue(text: str, domain, rng: np.random.Generator) -> tuple[float, float] | None:
    """(λ_min, size) of a random Gram matrix whose entries are known to 40 digits."""
    points = domain.nearest(np.round(rng.standard_normal((5, domain.dim)) * 2, 2))
    node, algebra = read(text), Algebra(domain.name, domain.dim)
    reader = Reader(algebra, domain.dim)
    mpmath.mp.dps = 50
    K = mpmath.zeros(len(points))
    places = [[constant(Fraction(float(c))) for c in point] for point in points]
    try:
        for i, x in enumerate(places):
            for j, z in enumerate(places):
                reach = bounds(algebra, reader(node, x, z))
                if (
                    isinstance(reach.low, float)
                    or isinstance(reach.high, float)
                    or reach.high - reach.low > Fraction(1, 10**25)
                ):
                    return None
                K[i, j] = mpmath.mpf(reach.low.numerator) / reach.low.denominator
    except (TooLong, Rejected, ZeroDivisionError):
        return None
    values = mpmath.eigsy((K + K.T) / 2, eigvals_only=True)
    return float(min(values)), float(max(abs(v) for v in values))


def run(count: int, seed: int) -> tuple[Counter[str], list[str]]:
    """The verdicts, and the formulas on which the court is wrong."""
    rng = np.random.default_rng(seed)
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for _ in range(count):
        dim, name = int(rng.integers(1, 4)), DOMAINS[int(rng.integers(len(DOMAINS)))]
        text = formula(rng, dim)
        try:
            domain = domain_of(read(text), dim, name)
            verdict = court(text, dim=dim, domain=name)
        except LanguageError:
            counts["unread"] += 1
            continue
        counts[verdict.status.value] += 1
        said = f"{text} (dim {dim}, {name})"
        if verdict.proved:
            found = smallest_eigenvalue(text, domain, rng)
            counts["compared with eigenvalues"] += found is not None
            if found is not None and found[0] < -1e-20 * max(found[1], 1e-300):
                wrong.append(f"proved, eigenvalue {found[0]:.3g}: {said}")
        elif verdict.refuted and not verdict.witness.pair and not hasattr(verdict.witness, "why"):
            weights = [Fraction(float(a)) for a in verdict.witness.weights]
            reach = (
                enclosed(read(text), domain, verdict.witness.points, weights) if len(weights) <= 8 else None
            )
            counts["recomputed exactly"] += reach is not None
            if reach is not None and reach[1] >= 0:
                wrong.append(f"refuted, but aᵀKa may be {float(reach[1]):.3g}: {said}")
    return counts, wrong


if __name__ == "__main__":
    total, bad = run(
        int(sys.argv[1]) if len(sys.argv) > 1 else 5000, seed=int(sys.argv[2]) if len(sys.argv) > 2 else 1
    )
    print(dict(total))
    print(f"{len(bad)} wrong")
    print("\n".join(bad))
    sys.exit(bool(bad))
