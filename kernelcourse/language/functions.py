"""The functions and constants of the language, by name."""

from __future__ import annotations

FUNCTIONS = frozenset(
    "inv solve pinv norm trace det diag exp log sqrt abs sum mean min max outer kron vec block I ones zeros e "
    "center sign conj real imag cos sin tan cosh sinh tanh arcsin arccos arctan sigmoid factorial binom rank dot "
    "vector".split()
)
ALIASES = {"eye": "I", "tr": "trace", "inner": "dot", "maximum": "max", "minimum": "min", "comb": "binom", "ln": "log",
            "transpose": "T", "centre": "center", "conjugate": "conj", "logistic": "sigmoid", "asin": "arcsin",
            "acos": "arccos", "atan": "arctan"}  # fmt: skip
CONSTANTS = frozenset({"pi", "inf"})
