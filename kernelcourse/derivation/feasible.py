"""Is a point a value of its letter? And the nearest point that is one: for moves that must stay in the range."""

from __future__ import annotations

from typing import Any

import numpy as np

from .ranges import Range

_NEAR = 1e-9
_INSET = 1e-6  # of an interval: its ends do not belong to it


def fault(range_: Range, point: Any) -> str:
    """Why the point is no value of the letter, or nothing."""
    low, high = float(np.min(point)), float(np.max(point))
    scale = max(1.0, abs(low), abs(high))
    first, last = (float(bound) for bound in range_.bounds or (0, 0))
    match range_.kind:
        case "positive" | "positive_vector" if low <= 0:
            return "it must be positive"
        case "nonnegative" | "nonnegative_vector" if low < -1e-12:
            return "it must not be negative"
        case "interval" if not first < low <= high < last:
            return f"it must lie between {range_.bounds[0]} and {range_.bounds[1]}"  # type: ignore[index]
        case "integer" if not first <= low <= high <= last:
            return f"it must lie between {range_.bounds[0]} and {range_.bounds[1]}"  # type: ignore[index]
        case "integer" | "index" if low != round(low):
            return "it must be a whole number"
        case "unit" if abs(float(np.linalg.norm(point)) - 1) > _NEAR:
            return "it must have length 1"
        case "labels" if np.max(np.abs(np.abs(point) - 1)) > _NEAR:
            return "its entries must be 1 or −1"
        case "orthogonal" if np.max(np.abs(point.T @ point - np.eye(len(point)))) > 1e-7:
            return "it must be orthogonal"
        case "symmetric" | "psd" | "pd" if np.max(np.abs(point - point.T)) > _NEAR * scale:
            return "it must be symmetric"
        case "psd" if np.linalg.eigvalsh(point)[0] < -_NEAR * scale:
            return "it must be positive semidefinite"
        case "pd" if np.linalg.eigvalsh(point)[0] <= 0:
            return "it must be positive definite"
        case "partition" if np.any((point != 0) & (point != 1)) or np.any(np.sum(point, axis=1) != 1):
            return "each of its rows must hold one 1"
    return ""


def nearest(range_: Range, point: Any) -> Any | None:
    """The point moved back into the range, or None where that is not known."""
    match range_.kind:
        case "positive" | "positive_vector":
            point = np.maximum(point, 1e-9)
        case "nonnegative" | "nonnegative_vector":
            point = np.maximum(point, 0.0)
        case "integer" if range_.bounds is not None:
            point = np.clip(np.round(point), float(range_.bounds[0]), float(range_.bounds[1]))
        case "interval" if range_.bounds is not None:
            low, high = (float(bound) for bound in range_.bounds)
            point = np.clip(point, low + _INSET * (high - low), high - _INSET * (high - low))
        case "unit":
            point = point / (np.linalg.norm(point) or 1.0)
        case "labels":
            point = np.where(point < 0, -1.0, 1.0)
        case "orthogonal":
            left, _, right = np.linalg.svd(point)
            point = left @ right
        case "symmetric":
            point = (point + point.T) / 2
        case "psd" | "pd":
            values, vectors = np.linalg.eigh((point + point.T) / 2)
            point = (vectors * np.maximum(values, 0.0 if range_.kind == "psd" else 1e-9)) @ vectors.T
        case "partition" | "index" | "value":
            return None
    return point if np.ndim(point) else float(point)
