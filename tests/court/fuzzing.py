"""Random formulas of the kinds that once escaped: mixed coordinates, irrational constants, huge and tiny numbers.

`python -m tests.court.fuzzing 5000` (make fuzz): PROVED is compared with eigenvalues in 50 digits, REFUTED is
recomputed in 50 digits, by mpmath and not by the court.
"""

from __future__ import annotations

import sys
from collections import Counter

import mpmath
import numpy as np

from kernelcourse.court import LanguageError, court, domain_of
from kernelcourse.court.formula.reading import read
from kernelcourse.court.refuting.spectrum import ByTheorem
from kernelcourse.language.reading import Node
from kernelcourse.validity import Witness
from tests.court.formulas import random_formula
from tests.court.long_numbers import (
    DIGITS,
    NoNumber,
    long_count,
    long_form,
    long_golubov,
    long_gram,
    long_projection,
    long_transform,
    long_value,
)

MOST_RECOMPUTED = 12  # points of a witness
MOST_COUNTED = 3000
DOMAINS = ["real", "real", "positive", "ball", "integer", "binary", "interval", "nonzero", "sphere"]
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


def negative_eigenvalue(text: str, domain, rng: np.random.Generator) -> mpmath.mpf | None:
    """λ_min < 0 of a random Gram matrix, else 0; None if k overflows or is not defined there.

    Rounding shrinks with more digits, an eigenvalue does not: what looks negative is computed once more.
    """
    points = domain.nearest(np.round(rng.standard_normal((5, domain.dim)) * 2, 2))
    try:
        lowest, size = _eigenvalues(text, domain, points, DIGITS)
        if lowest >= -1e-40 * size:
            return mpmath.mpf(0)
        again, _ = _eigenvalues(text, domain, points, 2 * DIGITS)
        return again if again < lowest / 2 else mpmath.mpf(0)
    except (NoNumber, OverflowError):
        return None


def _eigenvalues(text: str, domain, points: np.ndarray, digits: int) -> tuple[mpmath.mpf, mpmath.mpf]:
    """(λ_min, max abs λ) in so many digits."""
    with mpmath.workdps(digits):
        K = long_gram(read(text), domain, points, digits)
        values = mpmath.eigsy((K + K.T) / 2, eigvals_only=True)
        return min(values), max(abs(v) for v in values)


def recomputed(text: str, domain, witness: Witness) -> str | None:
    """What is wrong with a witness in 50 digits; None if nothing is."""
    node = read(text)
    if isinstance(witness, ByTheorem):
        return by_theorem(node, domain, witness)
    if getattr(witness, "ends", ()):
        below, above = (long_value(witness.divisor, domain, *end) for end in witness.ends)
        return None if below < 0 < above else "the divisor does not change sign"
    try:
        if witness.pair:
            x, z = witness.points
            there, back = long_value(node, domain, x, z), long_value(node, domain, z, x)
            return None if there != back else "k(x, z) = k(z, x)"
        value = long_form(node, domain, witness.points, witness.weights)
    except NoNumber:
        return None if hasattr(witness, "why") else "k is not a number there"
    if hasattr(witness, "why"):
        return f"k is a number there: {mpmath.nstr(value, 5)}"
    return None if value < 0 else f"aᵀKa is {mpmath.nstr(value, 5)}"


def by_theorem(node: Node, domain, witness: ByTheorem) -> str | None:
    """The transform, the coefficient or the sum again, by quadrature or in 50 digits."""
    if witness.spaced is not None:
        count, apart, axes = witness.spaced
        value, error = long_count(node, domain, min(count, MOST_COUNTED), apart, axes), mpmath.mpf(0)
        if count > MOST_COUNTED:  # too many to add up: one of the values between two of them
            away = float(apart) * (np.arange(domain.dim) < axes)
            value = long_value(node, domain, np.zeros(domain.dim), away)
    elif witness.degree is not None:
        value, error = long_projection(node, domain, witness.degree)
    elif witness.frequency is not None:
        value, error = long_transform(node, domain, witness)
    elif witness.exponent is not None:
        value, error = long_golubov(witness.exponent)
    else:
        return "no theorem is named"
    return (
        None
        if value < -error
        else f"the number of the theorem is {mpmath.nstr(value, 5)} ± {mpmath.nstr(error, 2)}"
    )


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
            found = negative_eigenvalue(text, domain, rng)
            counts["compared with eigenvalues"] += found is not None
            if found:
                wrong.append(f"proved, eigenvalue {mpmath.nstr(found, 3)}: {said}")
        elif verdict.refuted and len(verdict.witness.points) <= MOST_RECOMPUTED:
            theorem = isinstance(verdict.witness, ByTheorem)
            counts["recomputed by quadrature" if theorem else "recomputed in 50 digits"] += 1
            objection = recomputed(text, domain, verdict.witness)
            if objection is not None:
                wrong.append(f"refuted, but {objection}: {said}")
    return counts, wrong


if __name__ == "__main__":
    total, bad = run(
        int(sys.argv[1]) if len(sys.argv) > 1 else 5000, seed=int(sys.argv[2]) if len(sys.argv) > 2 else 1
    )
    print(dict(total))
    print(f"{len(bad)} wrong")
    print("\n".join(bad))
    sys.exit(bool(bad))
