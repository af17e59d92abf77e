"""Proofs for every size: identities in random prime fields, signs by rule, multipliers between equations."""
