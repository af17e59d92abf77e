"""The kinds of claims, each judged: equality, equations, inequalities, minimisers, gradients, limits."""
