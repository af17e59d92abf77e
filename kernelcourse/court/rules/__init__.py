"""The rules of the court, in the order they are tried on a formula in normal form."""

from __future__ import annotations

from .arcs import arc_cosine
from .exponentials import exponentials
from .finite import bits, whole_domain, whole_numbers
from .groups import common_factor, constant, feature_matrix, sum_of_products
from .logarithms import log_mixture
from .paths import hat, paths
from .pinned import pinned, reflected
from .simplex import simplex
from .single import single_factor
from .sphere import distance, gegenbauer
from .stationary import bochner
from .trimmed import trimmed
from .waves import damped_waves

RULES = (
    constant,
    common_factor,
    single_factor,
    feature_matrix,
    sum_of_products,
    pinned,
    reflected,
    paths,
    hat,
    trimmed,
    log_mixture,
    exponentials,
    bochner,
    arc_cosine,
    damped_waves,
    gegenbauer,
    distance,
    simplex,
    bits,
    whole_numbers,
    whole_domain,
)
