"""Polynomials in several letters, and the cells on which their signs are constant."""
