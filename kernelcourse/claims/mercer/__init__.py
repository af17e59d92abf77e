"""Claims of the chapter on Mercer validity."""

from kernelcourse.claims.mercer import (
    closure,
    distances,
    expansion,
    foundations,
    gallery,
    gaussian,
    limits,
    refutations,
    shapes,
)

CLAIMS = (
    foundations.CLAIMS
    + refutations.CLAIMS
    + closure.CLAIMS
    + limits.CLAIMS
    + gallery.CLAIMS
    + shapes.CLAIMS
    + distances.CLAIMS
    + gaussian.CLAIMS
    + expansion.CLAIMS
)
