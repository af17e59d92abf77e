"""The rules of the court, in the order they are tried on a formula in normal form."""

from __future__ import annotations

from .exponentials import exponentials
from .finite import whole_domain
from .groups import common_factor, constant, feature_matrix, sum_of_products
from .paths import paths
from .pinned import pinned, reflected
from .simplex import simplex
from .single import single_factor
from .sphere import gegenbauer
from .stationary import bochner
from .trimmed import trimmed

RULES = (
    constant,
    common_factor,
    single_factor,
    feature_matrix,
    sum_of_products,
    pinned,
    reflected,
    paths,
    trimmed,
    exponentials,
    bochner,
    gegenbauer,
    simplex,
    whole_domain,
)
