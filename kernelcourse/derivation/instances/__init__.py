"""Numbers for the letters: drawn, special, large, satisfying side conditions; and what an expression is worth there."""
