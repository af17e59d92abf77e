"""Exact algebra of formulas in x and z: normal forms, identities, signs, numbers with error bounds."""
