"""Claims of the chapter on k-means."""

from kernelcourse.claims.kmeans.gram import GRAM
from kernelcourse.claims.kmeans.plane import PLANE
from kernelcourse.claims.kmeans.starts import STARTS
from kernelcourse.claims.kmeans.stopping import STOPPING
from kernelcourse.claims.kmeans.weights import WEIGHTS

CLAIMS = PLANE + STOPPING + STARTS + GRAM + WEIGHTS
