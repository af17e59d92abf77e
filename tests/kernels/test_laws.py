"""One law after another over every kernel of the package and a sample of composites."""

from __future__ import annotations

import inspect

import pytest

from kernelcourse import kernels
from tests.laws import COMPOSITES, KERNELS, LAWS


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("example", KERNELS + COMPOSITES, ids=lambda example: str(example[0]))
def test_law(law, example):
    law(*example)


def test_every_kernel_of_the_package_is_held_to_the_laws():
    held = {type(k).__name__ for k, _ in KERNELS + COMPOSITES}
    for k, _ in COMPOSITES:
        while hasattr(k, "left") or hasattr(k, "kernel"):
            k = getattr(k, "left", None) or k.kernel
            held.add(type(k).__name__)
    classes = {
        name
        for name in kernels.__all__
        if inspect.isclass(getattr(kernels, name)) and issubclass(getattr(kernels, name), kernels.Kernel)
    }
    assert classes - held == {"Kernel", "Difference"}  # a difference is never proved
