"""Inequalities between algebraic expressions, decided exactly: quotients, roots, absolute values, norms."""
