"""Inequalities between polynomials, exponentials and logarithms of one letter, decided exactly by derivatives."""
