"""A formula as one writes it by hand, xᵀx, ‖x‖², 2K(Kα − y), \\frac{1}{n}, becomes the tree of its numpy spelling.

    from kernelcourse.language.handwriting import Scope, read_formula

The letters in scope and their shapes decide what a product means and where one letter ends and the next begins. What
a teacher would have to ask about is asked about: LanguageError with a sentence that says what to type.
"""

from .reader import read_formula, tidied
from .scope import Formula, Scope

__all__ = ["Formula", "Scope", "read_formula", "tidied"]
