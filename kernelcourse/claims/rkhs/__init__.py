"""Claims of the chapter on the space a kernel makes."""

from kernelcourse.claims.rkhs import fourier, laplace, norms, riesz, space, universal

CLAIMS = space.CLAIMS + fourier.CLAIMS + norms.CLAIMS + universal.CLAIMS + riesz.CLAIMS + laplace.CLAIMS
