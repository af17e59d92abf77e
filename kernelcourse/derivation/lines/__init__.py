"""The kinds of lines: each is a class that prints and judges itself."""
