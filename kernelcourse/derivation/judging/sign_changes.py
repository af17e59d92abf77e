"""det(I + KLM) is positive here and negative there: on the way from one to the other it is zero."""

from __future__ import annotations

import numpy as np

from kernelcourse.language.errors import NO_VALUE
from kernelcourse.language.tree import Call, Node, walk

from ..instances.conditions import instance
from ..instances.quantities import Quantity
from ..instances.samples import Samples
from ..proving.obligation import Obligation
from ..ranges.entries import Profile
from .sweeps import zeros

SOMEWHERE = "it is positive for some values of the letters and negative for others"
_JUMPS = frozenset({"sign", "rank", "pinv"})
_DRAWN = 12  # instances of each kind
_SIZES = (2, 3)
_PROFILES = (Profile("small", "deficient"), Profile("generic"), Profile("generic", "low"))
_CLEAR = 1e-9


def changes_sign(asked: Obligation, samples: Samples) -> bool:
    """What must not be zero has both signs, and every letter can be moved straight from any value to any other."""
    if asked.need not in ("nonzero", "invertible") or samples.setting.where:
        return False
    setting = samples.setting.only(samples.setting.depends(asked.node))
    node = Call("det", (asked.node,)) if asked.need == "invertible" else asked.node
    free = all((range_.cone or range_.solid) and not range_.is_complex for range_ in setting.given.values())
    if not free or setting.shape(node) or _jumps(node, samples):
        return False
    rng = np.random.default_rng([samples.seed, 13])
    for size in _SIZES if setting.sizes else _SIZES[:1]:
        seen = set[float]()
        for profile in _PROFILES * _DRAWN:
            at = instance(setting, profile, rng, dict.fromkeys(setting.sizes, size))
            try:
                found = Quantity(node, setting).measure(at) if at is not None else None
            except NO_VALUE:
                continue
            if found is None or np.iscomplexobj(found.value):
                continue
            if abs(found.value) > _CLEAR * max(found.peak, 1e-300):
                seen.add(float(np.sign(found.value)))
            if len(seen) > 1:
                return True
    return any(True for at in samples.standard[:1] for name in sorted(setting.given.keys() - set(at.sizes))
               for _ in zeros(node, setting, at, name))  # fmt: skip


def _jumps(node: Node, samples: Samples) -> bool:
    defined = [
        samples.setting.define[name] for name in samples.setting.depends(node) & samples.setting.define.keys()
    ]
    parts = (part for one in (node, *defined) for part in walk(one))
    return any(isinstance(part, Call) and part.function in _JUMPS for part in parts)
