"""Claims of the chapter on similarity and distance."""

from kernelcourse.claims.similarity import distances, similarities

CLAIMS = distances.CLAIMS + similarities.CLAIMS
