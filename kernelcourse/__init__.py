"""kernelcourse: kernel methods in which nothing is taken on trust.

    from kernelcourse import Gaussian, ridge, norm

The names below are imported when they are first used, so that ``import kernelcourse`` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

_HOME = {
    "kernels": (
        "Centered Claimed Constant Gaussian Kernel Linear Polynomial Precomputed RationalQuadratic exp polynomial"
    ),
    "rkhs": "KernelExpansion evaluation_bound feature inner interpolant mean_embedding norm",
    "validity": "OPEN PROVED REFUTED Certificate Verdict Witness judge",
    "points": "inner_products squared_distances",
}
_MODULE = {name: module for module, names in _HOME.items() for name in names.split()}
__all__ = sorted(_MODULE)
__version__ = "1.0.0"


def __getattr__(name: str) -> Any:
    if name in _MODULE:
        value = getattr(import_module(f"kernelcourse.{_MODULE[name]}"), name)
        globals()[name] = value
        return value
    try:
        return import_module(f"kernelcourse.{name}")
    except ModuleNotFoundError as error:
        if error.name != f"kernelcourse.{name}":
            raise
    raise AttributeError(f"kernelcourse has no {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
