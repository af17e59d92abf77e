"""Random formulas in x and z for the fuzz tests: sums, products, quotients, powers and functions of simple ones."""

from __future__ import annotations

import numpy as np

LEAVES = [
    "x@z", "1", "2", "0.5", "norm(x-z)", "norm(x-z)**2", "norm(x)", "norm(z)", "norm(x)*norm(z)", "x@x", "z@z",
    "x[0]*z[0]", "cos(x[0]-z[0])", "sin(x[0]-z[0])", "abs(x[0]-z[0])", "min(x[0],z[0])", "max(x[0],z[0])",
    "norm(x-z,1)", "exp(x@z)", "norm(x+z)", "x[0]", "z[0]", "x[0]+z[0]", "sin(x[0])*sin(z[0])", "hamming(x,z)",
    "delta(x,z)",
]  # fmt: skip
IN_THE_PLANE = ["x[0]*z[1]", "x[1]*z[1]", "norm(x-z,inf)"]
FUNCTIONS = "exp exp cos sin cosh sinh log sqrt abs tanh arcsin arctan sinc sigmoid".split()
SYMMETRIC = ["1/(1+{})", "1/(2-{})", "({})/(1+norm(x))/(1+norm(z))", "({})/sqrt((1+x@x)*(1+z@z))"]
DOMAINS = ["real", "real", "positive", "ball", "integer", "binary"]


def random_formula(rng: np.random.Generator, dim: int, depth: int) -> str:
    """A formula with about `depth` levels of operations."""

    def choose(options: list[str]) -> str:
        return options[int(rng.integers(len(options)))]

    if depth <= 0 or rng.random() < 0.12:
        return choose(LEAVES + IN_THE_PLANE * (dim > 1))
    below = random_formula(rng, dim, depth - 1)
    match choose(["join", "join", "join", "over", "power", "minus", "times", "clip", "call", "call", "call"]):
        case "join":
            return f"({below} {choose(['+', '+', '-', '*', '*'])} {random_formula(rng, dim, depth - 1)})"
        case "over":
            other = random_formula(rng, dim, depth - 1)
            return choose([f"({below})/({other})", *(pattern.format(below) for pattern in SYMMETRIC)])
        case "power":
            return f"({below})**{choose(['2', '3', '0.5', '1.5', '-1', '-0.5'])}"
        case "minus":
            return f"-({below})"
        case "times":
            return f"{choose(['2', '0.5', '3', '-1', '-0.25'])}*({below})"
        case "clip":
            return f"{choose(['max(0,1-', 'min(1,', 'max(0,'])}{below})"
    function = choose(FUNCTIONS)
    return f"exp(-({below}))" if function == "exp" and rng.random() < 0.6 else f"{function}({below})"
