"""Claims of the chapter on the kernel trick."""

from kernelcourse.claims.kernel_trick import bases, features, limits, methods, sizes, weights

CLAIMS = bases.CLAIMS + limits.CLAIMS + features.CLAIMS + weights.CLAIMS + methods.CLAIMS + sizes.CLAIMS
