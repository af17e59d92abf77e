"""Claims of the chapter on Mercer validity."""

from kernelcourse.claims.mercer import closure, expansion, foundations, gallery, gaussian, limits, refutations

CLAIMS = (
    foundations.CLAIMS
    + refutations.CLAIMS
    + closure.CLAIMS
    + limits.CLAIMS
    + gallery.CLAIMS
    + gaussian.CLAIMS
    + expansion.CLAIMS
)
