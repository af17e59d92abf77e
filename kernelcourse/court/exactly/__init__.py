"""Exact algebra for the second instance: forms that are equal only if the formulas are, and rational intervals."""
