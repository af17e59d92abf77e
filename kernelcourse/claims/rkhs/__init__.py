"""Claims of the chapter on the space a kernel makes."""

from kernelcourse.claims.rkhs import fourier, laplace, norms, riesz, space

CLAIMS = space.CLAIMS + fourier.CLAIMS + norms.CLAIMS + riesz.CLAIMS + laplace.CLAIMS
