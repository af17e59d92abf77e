"""A kernel as the book writes it, for its proof: x·z + exp(−‖x − z‖²/0.5), not Linear() + Gaussian(0.5)."""

from kernelcourse.kernels.algebra import Difference, Exponential, Multiple, Power, Product, Sum
from kernelcourse.kernels.euclidean import Gaussian, Linear, Polynomial
from kernelcourse.kernels.kernel import Kernel
from kernelcourse.kernels.transforms import Normalised

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def in_notation(k: Kernel) -> str:
    """The formula of k(x, z); a kernel without one is written as Python writes it."""
    match k:
        case Linear():
            return "x·z"
        case Polynomial():
            return _raised(f"(x·z + {k.c:g})" if k.c else "(x·z)", k.degree)
        case Gaussian():
            return f"exp(−‖x − z‖²/{2 * k.sigma**2:.4g})"
        case Sum() | Difference():
            right = in_notation(k.right)
            loose = isinstance(k.right, Sum | Difference)
            return f"{in_notation(k.left)} {'+' if isinstance(k, Sum) else '−'} {f'({right})' if loose else right}"
        case Product():
            return f"{_factor(k.left)} · {_factor(k.right)}"
        case Multiple():
            return f"{k.c:g} · {_factor(k.kernel)}".replace("-", "−")
        case Power():
            inside = in_notation(k.kernel)
            return _raised(
                inside if isinstance(k.kernel, Exponential) else f"({inside})", len(k.coefficients) - 1
            )
        case Exponential():
            return f"exp({in_notation(k.kernel)})"
        case Normalised():
            return f"{in_notation(k.kernel)}, normalised"
    return str(k)


def _raised(base: str, power: int) -> str:
    return base if power == 1 else base + str(power).translate(_RAISED)


def _factor(k: Kernel) -> str:
    loose = isinstance(k, Sum | Difference | Normalised) or str(k) == in_notation(k)
    return f"({in_notation(k)})" if loose and not isinstance(k, Linear) else in_notation(k)
