"""Claims of the chapter on ridge regression, in the order of the chapter."""

from kernelcourse.claims.ridge import choosing, dual, kernel, primal, routes, validation

CLAIMS = primal.CLAIMS + dual.CLAIMS + routes.CLAIMS + kernel.CLAIMS + choosing.CLAIMS + validation.CLAIMS
