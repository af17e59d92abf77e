"""Claims of the chapter on the space a kernel makes."""

from kernelcourse.claims.rkhs import fourier, laplace, norms, space

CLAIMS = space.CLAIMS + fourier.CLAIMS + norms.CLAIMS + laplace.CLAIMS
