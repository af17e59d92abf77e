"""Which fits need no matrix of all pairs: those with few features, and those whose points come in blocks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kernelcourse.kernels.featured import feature_kernel
from kernelcourse.kernels.kernel import Kernel
from kernelcourse.points import as_outputs
from kernelcourse.scale.blocks import Blocks, in_blocks
from kernelcourse.scale.on_dask import is_dask, moments_on_dask
from kernelcourse.scale.one_pass import Moments, moments


def moments_for(k: Kernel, X: Any, y: Any = None) -> Moments | None:
    """The moments of X under k's features where they are all that is needed; None where K is."""
    if isinstance(X, Moments):
        return X
    if is_dask(X):
        return moments_on_dask(k, X, y)
    if isinstance(X, Blocks | Iterator):
        return moments(k, X, y)
    points = k.read(X, "X")
    if feature_kernel(k, len(points)) is None:
        return None
    return moments(k, in_blocks(points, None if y is None else as_outputs(y, len(points))))
