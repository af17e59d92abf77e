"""Claims of the chapter on principal components."""

from __future__ import annotations

from kernelcourse.claims.pca.choosing import CLAIMS as _CHOOSING
from kernelcourse.claims.pca.components import CLAIMS as _COMPONENTS
from kernelcourse.claims.pca.directions import CLAIMS as _DIRECTIONS
from kernelcourse.claims.pca.projections import CLAIMS as _PROJECTIONS
from kernelcourse.claims.pca.repeated import CLAIMS as _REPEATED

CLAIMS = _DIRECTIONS + _COMPONENTS + _PROJECTIONS + _REPEATED + _CHOOSING
