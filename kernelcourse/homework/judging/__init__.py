"""An answer is judged: checks, derivations, verdicts on kernels."""
