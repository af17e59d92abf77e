"""Every numbered statement of the book, the check that backs it, and the wrong twins that the check rejects.

One module for each chapter (``claims/ridge.py``; a package ``claims/ridge/`` once it outgrows 300 lines), each with
``CLAIMS: tuple[Claim, ...]``. A claim for the equation that the MDS chapter labels ``eq-double-centring``:

    def _gram_of_centred_points(double_centre) -> bool:
        \"\"\"applied to squared distances of integer points it gives ⟨xᵢ − x̄, xⱼ − x̄⟩, exactly\"\"\"
        points = [[2, 1], [3, 2], [4, 2], [5, 4], [6, 5], [3, 3]]
        …
        return double_centre(squared_distances) == gram_of_centred_points

    CLAIMS = (
        Claim(
            name="mds.double_centring",
            label="eq-double-centring",
            says="B = −½ J D⁽²⁾ J has entries ⟨xᵢ − x̄, xⱼ − x̄⟩",
            check=_gram_of_centred_points,
            right=double_centre,
            twins={"factor ½ dropped": …, "columns not centred": …, "sign flipped": …},
        ),
    )

A claim may back several labels (``label=("thm-a", "eq-a")``), name its ``clauses`` and ``hypotheses``, and mark the
twins that break or drop one (``Twin``); ``python -m kernelcourse.claims.audit`` shows what is covered.

A remark in which there is nothing to compute has no number: it is a paragraph.

``python -m kernelcourse.claims`` runs all of them, ``python -m kernelcourse.claims mds`` those of a chapter.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from kernelcourse.claims.check import agrees_with, equals, same
from kernelcourse.claims.claim import Claim, Outcome, Twin, run

CHAPTERS = (
    "similarity",
    "kernel_trick",
    "mercer",
    "rkhs",
    "ridge",
    "pca",
    "mds",
    "kmeans",
    "perceptron",
    "svm",
    "logistic",
    "gaussian_process",
    "densities",
    "scale",
    "soft_clusters",
    "structured",
    "neural_networks",
    "kernelising",
)

__all__ = [
    "CHAPTERS",
    "Claim",
    "Outcome",
    "Twin",
    "agrees_with",
    "all_claims",
    "claims_of",
    "equals",
    "run",
    "same",
]


def claims_of(chapter: str) -> tuple[Claim, ...]:
    """The claims of one chapter, in its order."""
    if chapter not in CHAPTERS:
        raise ValueError(f"chapter {chapter!r} is not one of {', '.join(CHAPTERS)}")
    claims: tuple[Claim, ...] = getattr(_module(chapter), "CLAIMS", ())
    for claim in claims:
        if claim.chapter != chapter:
            raise ValueError(
                f"{claim.name} is among the claims of {chapter}: its name must begin with {chapter}."
            )
    return claims


def all_claims() -> tuple[Claim, ...]:
    """The claims of all chapters, in the order of the book; no two have the same name."""
    claims = tuple(claim for chapter in CHAPTERS for claim in claims_of(chapter))
    names = [claim.name for claim in claims]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(f"these claims exist twice: {', '.join(twice)}")
    return claims


def _module(chapter: str) -> ModuleType | None:
    """The chapter's claims; None while the chapter has none."""
    name = f"kernelcourse.claims.{chapter}"
    return import_module(name) if find_spec(name) else None
