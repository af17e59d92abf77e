"""A student's own line is judged against the line before it: holds, fails with numbers, or could not decide.

    from kernelcourse.derivation import Derivation, check

    d = (Derivation(given={"X": "matrix(n, d)", "y": "vector(n)", "α": "vector(n)", "λ": "positive"},
                    define={"K": "X @ X.T"},
                    start="norm(K @ α - y)**2 + λ * α @ K @ α")
         .gradient("2 * K @ (K @ α - y) + 2 * λ * K @ α", wrt="α")
         .equation("(K + λ * I(n)) @ α", "y", unknown="α", relation="implied by"))
    print(check(d))

The format of derivation files, with every key, is described in kernelcourse/derivations/README.md. Only numpy is
needed, so the same code runs in a notebook, in the grader and in a browser.
"""

from kernelcourse.language.reading import LanguageError, mathml, parse, show
from kernelcourse.language.shapes import ShapeError

from .derivation import Derivation, Route, WrongLine, check
from .diagnosis.misconceptions import MISCONCEPTIONS
from .files import from_dict, library, load, read, self_test
from .readers.kernelised import kernelised
from .report import Report
from .respond import respond

__all__ = [
    "MISCONCEPTIONS", "Derivation", "LanguageError", "Report", "Route", "ShapeError", "WrongLine", "check", "from_dict",
    "kernelised", "library", "load", "mathml", "parse", "read", "respond", "self_test", "show",
]  # fmt: skip
