"""The rules of the court, in the order they are tried on a formula in normal form."""

from __future__ import annotations

from .arcs import arc_cosine
from .cauchy import cauchy
from .coordinates import by_coordinates
from .differences import difference
from .exponentials import exponentials
from .finite import bits, whole_domain, whole_numbers
from .generating import above_constant, legendre
from .groups import common_factor, constant, feature_matrix, sum_of_products
from .mixtures import mixtures
from .paths import hat, paths
from .pinned import doubled, pinned, reflected
from .quotients import over_one_denominator
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
    by_coordinates,
    pinned,
    reflected,
    doubled,
    paths,
    hat,
    trimmed,
    over_one_denominator,
    mixtures,
    cauchy,
    difference,
    exponentials,
    bochner,
    arc_cosine,
    damped_waves,
    legendre,
    above_constant,
    gegenbauer,
    distance,
    simplex,
    bits,
    whole_numbers,
    whole_domain,
)
