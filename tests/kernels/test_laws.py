"""One law after another over every kernel of the package and a sample of composites."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest

from kernelcourse import broken_laws, kernels
from kernelcourse.laws import LAWS
from tests.laws import COMPOSITES, KERNELS, PLANE


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("example", KERNELS + COMPOSITES, ids=lambda example: str(example[0]))
def test_law(law, example):
    law(*example)


@pytest.mark.parametrize("example", KERNELS + COMPOSITES, ids=lambda example: str(example[0]))
def test_each_has_a_proof_and_so_has_what_is_made_of_it(example):
    k, _ = example
    assert k.certificate is not None and (2 * k + k * k).certificate is not None


@dataclass(frozen=True)
class Mine(kernels.Kernel):
    """1 + x·z, as a reader writes it."""

    tilt: float = 0.0

    def gram(self, X, Z):
        return 1 + X @ Z.T + self.tilt * X[:, :1]

    def self_similarity(self, X):
        return 1 + (X**2).sum(axis=1) + self.tilt * X[:, 0]

    def because(self):
        return None


class Remembering(Mine):
    """It gives the same array again, whatever the caller has done to it."""

    known: ClassVar[dict[tuple[int, int], np.ndarray]] = {}

    def gram(self, X, Z):
        return self.known.setdefault((len(X), len(Z)), super().gram(X, Z))


def test_a_readers_kernel_is_held_to_the_laws():
    assert broken_laws(Mine(), PLANE) == []
    assert broken_laws(Mine(), PLANE[:2]) == []
    (first, *_) = broken_laws(Mine(tilt=0.5), PLANE)
    assert first.startswith("k(x, z) = k(z, x), also across two different sets. But k(x, z) is not k(z, x):")
    assert any("A kernel is a value" in broken for broken in broken_laws(Remembering(), PLANE))
    assert any("ZeroDivisionError" in broken for broken in broken_laws(Mine(tilt=Broken()), PLANE))
    with pytest.raises(ValueError, match="at least two"):
        broken_laws(Mine(), PLANE[:1])


class Broken(float):
    """A number that cannot be computed with."""

    def __mul__(self, other):
        raise ZeroDivisionError("no product")


def test_a_value_that_is_no_kernel_breaks_the_law_that_it_breaks():
    shifted = kernels.Gaussian() - 2 * kernels.Gaussian(3.0)
    broken = broken_laws(shifted, PLANE)
    assert any(law.startswith("k.diagonal(X)") for law in broken)
    assert not any(law.startswith("k(x, z) = k(z, x)") for law in broken)
    assert np.isfinite(shifted(PLANE)).all()


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
