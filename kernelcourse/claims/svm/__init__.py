"""Claims of the chapter on support vector machines."""

from __future__ import annotations

import numpy as np

from kernelcourse.claims.claim import Claim, Twin
from kernelcourse.claims.svm import checks as c
from kernelcourse.claims.svm.climbing import CLIMBING
from kernelcourse.claims.svm.data import overlapping
from kernelcourse.claims.svm.ending import ENDING
from kernelcourse.claims.svm.gap import GAP
from kernelcourse.kernels import Gaussian, Linear, Polynomial
from kernelcourse.learn import perceptron, with_bias

OPTIMUM = "α is optimal"


def _value(alpha, Q):
    return float(alpha.sum() - alpha @ Q @ alpha / 2)


def _first_plane(P, t):
    u = perceptron(with_bias(P), t).function
    return u[:2], float(u[2])


def _between_means(P, t):
    a, b = P[t > 0].mean(axis=0), P[t < 0].mean(axis=0)
    w = 2 * (a - b) / ((a - b) @ (a - b))
    return w, float(-w @ (a + b) / 2)


def _half_as_long(P, t):
    w, b = c.plane(P, t)
    return w / 2, b / 2


def _lagrangian(w, b, alpha, P, t):
    return float(w @ w / 2 + alpha @ (1 - t * (P @ w + b)))


def _free(alpha, C):
    return (alpha > 0) & (alpha < C)


CLAIMS = (
    Claim(
        name="svm.margin",
        label="eq-svm-margin",
        says="γ(w, b) = min yᵢ(w·xᵢ + b)/‖w‖, the distance of the nearest point",
        check=c.measures_distance,
        right=lambda w, b, P, t: float((t * (P @ w + b)).min() / np.linalg.norm(w)),
        twins={
            "not divided by ‖w‖": lambda w, b, P, t: float((t * (P @ w + b)).min()),
            "the bias counts in the length": lambda w, b, P, t: float(
                (t * (P @ w + b)).min() / np.linalg.norm([*w, b])
            ),
            "labels are left out": lambda w, b, P, t: float((P @ w + b).min() / np.linalg.norm(w)),
        },
    ),
    Claim(
        name="svm.shortest",
        label=("prop-svm-shortest", "eq-svm-primal"),
        says="the shortest w with yᵢ(w·xᵢ + b) ≥ 1 has the largest margin, 1/‖w‖",
        check=c.is_widest,
        right=c.Street(c.plane),
        hypotheses=("some plane separates the classes", "both labels occur"),
        undropped={"both labels occur": "with one label alone w = 0 is allowed, and there is no plane"},
        twins={
            "the perceptron's plane": c.Street(_first_plane),
            "midway between the means": c.Street(_between_means),
            "half as long": c.Street(_half_as_long),
            "groups that overlap": Twin(
                c.Street(lambda P, t: c.plane(P, t, 100.0), (overlapping(0),)),
                drops="some plane separates the classes",
            ),
        },
    ),
    Claim(
        name="svm.lagrangian",
        label="eq-svm-lagrangian",
        says="½‖w‖² + Σ αᵢ(1 − yᵢ(w·xᵢ + b)) is a lower bound wherever the conditions hold",
        check=c.is_lower_bound,
        right=_lagrangian,
        twins={
            "the bracket's sign is flipped": lambda w, b, a, P, t: float(
                w @ w / 2 - a @ (1 - t * (P @ w + b))
            ),
            "without the 1": lambda w, b, a, P, t: float(w @ w / 2 - a @ (t * (P @ w + b))),
            "without the half": lambda w, b, a, P, t: float(w @ w + a @ (1 - t * (P @ w + b))),
            "labels are left out": lambda w, b, a, P, t: float(w @ w / 2 + a @ (1 - (P @ w + b))),
        },
    ),
    Claim(
        name="svm.dual",
        label=("thm-svm-dual", "eq-svm-dual", "eq-svm-soft"),
        says="max Σα − ½αᵀQα over 0 ≤ α ≤ C, yᵀα = 0 is the least ½‖f‖² + C Σ max(0, 1 − yᵢ(f(xᵢ) + b))",
        check=c.has_the_primal_value,
        right=c.Dual(_value),
        hypotheses=("k is a kernel", "C > 0"),
        undropped={"C > 0": "a price below zero pays for mistakes, and the primal has no minimum"},
        twins={
            "without the half": c.Dual(lambda a, Q: float(a.sum() - a @ Q @ a)),
            "the quadratic part is added": c.Dual(lambda a, Q: float(a.sum() + a @ Q @ a / 2)),
            "yᵀα = 0 is forgotten": c.Dual(_value, balanced=False),
            "only the diagonal of Q": c.Dual(lambda a, Q: float(a.sum() - a**2 @ np.diag(Q) / 2)),
            "minus a Gaussian, which is no kernel": Twin(
                c.Dual(_value, gram=lambda P: -Gaussian(1.0)(P)), drops="k is a kernel"
            ),
        },
    ),
    Claim(
        name="svm.unique",
        label="thm-svm-dual",
        says="all optimal α give the same f = Σ αᵢyᵢk(·, xᵢ), though they may differ",
        check=c.is_the_same_for_all_optima,
        right=c.Unique(lambda alpha, t, K: K @ (alpha * t)),
        hypotheses=("α is optimal",),
        twins={
            "α itself is the only one": c.Unique(lambda alpha, t, K: alpha),
            "the function without labels": c.Unique(lambda alpha, t, K: K @ alpha**2),
            "half of an optimal α": Twin(
                c.Unique(lambda alpha, t, K: K @ (alpha * t), shrunk=0.5), drops="α is optimal"
            ),
        },
    ),
    Claim(
        name="svm.kinds",
        label="thm-svm-kkt",
        says="αᵢ = 0: m ≥ 1;  0 < αᵢ < C: m = 1;  αᵢ = C: m ≤ 1",
        check=c.kinds_hold,
        right=c.Kinds(c.three_kinds),
        hypotheses=(OPTIMUM,),
        twins={
            "α = 0 means on the kerb": c.Kinds(lambda a, C: (1.0, 1.0) if a == 0 else c.three_kinds(a, C)),
            "all support vectors are on the kerb": c.Kinds(
                lambda a, C: (1.0, np.inf) if a == 0 else (1.0, 1.0)
            ),
            "α = 0 means off the kerb": c.Kinds(
                lambda a, C: (1.001, np.inf) if a == 0 else c.three_kinds(a, C)
            ),
            "those at the bound pay": c.Kinds(
                lambda a, C: (-np.inf, 0.999) if a == C else c.three_kinds(a, C)
            ),
            "those at the bound stand beyond": c.Kinds(
                lambda a, C: (1.0, np.inf) if a == C else c.three_kinds(a, C)
            ),
            "after eight moves": Twin(c.Kinds(c.three_kinds, stopped=8), drops=OPTIMUM),
        },
    ),
    Claim(
        name="svm.bias",
        label="eq-svm-bias",
        says="b = yᵢ − f(xᵢ) for every i with 0 < αᵢ < C",
        check=c.is_offset,
        right=lambda t, f, a, C: (t - f)[_free(a, C)],
        twins={
            "from the points at the bound": lambda t, f, a, C: (t - f)[a == C],
            "1 − f(xᵢ)": lambda t, f, a, C: (1 - f)[_free(a, C)],
            "the sign is flipped": lambda t, f, a, C: (f - t)[_free(a, C)],
            "no offset": lambda t, f, a, C: np.zeros(1),
        },
    ),
    Claim(
        name="svm.xor",
        label="ex-svm-xor",
        says="XOR with (1 + x·z)²: α = 1/8 each, value 1/4, f(x) = x₁x₂",
        check=c.solves_xor,
        right=c.xor_machine(),
        hypotheses=("the cap is at least 1/8",),
        twins={
            "(x·z)²": c.xor_machine(Polynomial(2, 0.0) + 1),
            "(1 + x·z)³": c.xor_machine(Polynomial(3)),
            "a cap below 1/8": Twin(c.xor_machine(C=0.1), drops="the cap is at least 1/8"),
            "a linear kernel": c.xor_machine(Linear()),
        },
    ),
    Claim(
        name="svm.price",
        label=("prop-svm-lambda", "eq-svm-hinge"),
        says="with C = 1/2λ the soft margin is (Σ hinge + λ‖f‖²)/2λ",
        check=c.is_same_problem,
        right=lambda lam: 1 / (2 * lam),
        hypotheses=(),
        twins={
            "C = 1/λ": lambda lam: 1 / lam,
            "C = 2λ": lambda lam: 2 * lam,
            "C = λ": lambda lam: lam,
        },
    ),
    Claim(
        name="svm.support",
        label=("prop-svm-support", "eq-svm-loo"),
        says="points with α = 0 can go; leave-one-out errors ≤ number of support vectors",
        check=c.changes_nothing,
        right=c.Pruning(lambda a, C: a == 0, lambda a, C: int((a > 0).sum())),
        clauses=("points with α = 0 can go", "at most as many left-out errors as support vectors"),
        hypotheses=(OPTIMUM, "the same b is taken where several are admissible"),
        undropped={
            "the same b is taken where several are admissible": "which b is taken is a choice, no consequence"
        },
        twins={
            "points on the kerb can go too": Twin(
                c.Pruning(lambda a, C: a < C, lambda a, C: int((a > 0).sum())),
                breaks="points with α = 0 can go",
            ),
            "points at the bound can go": Twin(
                c.Pruning(lambda a, C: a == C, lambda a, C: int((a > 0).sum())),
                breaks="points with α = 0 can go",
            ),
            "only those at the bound count": Twin(
                c.Pruning(lambda a, C: a == 0, lambda a, C: int((a == C).sum())),
                breaks="at most as many left-out errors as support vectors",
            ),
            "only those on the kerb count": Twin(
                c.Pruning(lambda a, C: a == 0, lambda a, C: int(_free(a, C).sum())),
                breaks="at most as many left-out errors as support vectors",
            ),
            "after eight moves": Twin(
                c.Pruning(lambda a, C: a == 0, lambda a, C: int((a > 0).sum()), stopped=8), drops=OPTIMUM
            ),
        },
    ),
    Claim(
        name="svm.share",
        label="prop-svm-nu",
        says="share inside the street ≤ ν = Σα/nC ≤ share of support vectors",
        check=c.lies_between,
        right=c.Share(lambda a, C: float(a.sum() / (len(a) * C))),
        hypotheses=(OPTIMUM,),
        twins={
            "not divided by n": c.Share(lambda a, C: float(a.sum() / C)),
            "not divided by C": c.Share(lambda a, C: float(a.mean())),
            "the share at the bound, halved": c.Share(lambda a, C: float((a == C).mean() / 2)),
            "after eight moves": Twin(
                c.Share(lambda a, C: float(a.sum() / (len(a) * C)), stopped=8), drops=OPTIMUM
            ),
        },
    ),
    *CLIMBING,
    *ENDING,
    *GAP,
)
