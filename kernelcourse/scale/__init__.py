"""Kernels at scale: approximations that are kernels themselves, one pass over blocks, many machines."""

from kernelcourse.scale.blocks import Block, Blocks, blocks_of_npy, blocks_of_parquet, in_blocks
from kernelcourse.scale.cost import Bill, Rates, bill, measure_rates
from kernelcourse.scale.errors import Bound, TraceError, error_of, largest_gap, trace_error
from kernelcourse.scale.fourier_features import RandomFourier, random_fourier
from kernelcourse.scale.gradients import GradientState, landmark_ridge_steps, ridge_steps
from kernelcourse.scale.landmark_kernel import Nystroem, nystroem
from kernelcourse.scale.landmarks import (
    PivotedCholesky,
    by_leverage,
    by_pivots,
    leverage_scores,
    pivoted_cholesky,
    uniformly,
)
from kernelcourse.scale.on_dask import collect_on_dask, is_dask, moments_on_dask
from kernelcourse.scale.one_pass import Moments, collect, moments

__all__ = [
    "Bill",
    "Block",
    "Blocks",
    "Bound",
    "GradientState",
    "Moments",
    "Nystroem",
    "PivotedCholesky",
    "RandomFourier",
    "Rates",
    "TraceError",
    "bill",
    "blocks_of_npy",
    "blocks_of_parquet",
    "by_leverage",
    "by_pivots",
    "collect",
    "collect_on_dask",
    "error_of",
    "in_blocks",
    "is_dask",
    "landmark_ridge_steps",
    "largest_gap",
    "leverage_scores",
    "measure_rates",
    "moments",
    "moments_on_dask",
    "nystroem",
    "pivoted_cholesky",
    "random_fourier",
    "ridge_steps",
    "trace_error",
    "uniformly",
]
