"""Claims of the pages on kernels for words, sets, trees and graphs."""

from kernelcourse.claims.structured.graphs import GRAPHS
from kernelcourse.claims.structured.strings import STRINGS

CLAIMS = (*STRINGS, *GRAPHS)
