"""Known wrong turns, by name: what each is, and a hint that helps without giving the line away."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Misconception:
    """A wrong turn that has a name."""

    name: str
    title: str
    hint: str


_TABLE = {
    "lambda-scale": (
        "λ, 2λ and nλ are mistaken for each other",
        "Follow the penalty term alone through this step: which number stands in front of λ in the objective?",
    ),
    "missing-centring": (
        "the data, or the kernel, were not centred",
        "Add the same vector to every point. Should the result change? Does yours?",
    ),
    "one-sided-centring": (
        "the kernel was centred on one side only",
        "Row means and column means both have to go; check that rows and columns of the result sum to zero.",
    ),
    "gram-vs-covariance": (
        "X Xᵀ (n×n) and Xᵀ X (d×d) are mistaken for each other",
        "Write the size of every factor under it. A row of X is a point.",
    ),
    "gram-squared": (
        "K and K² are mistaken for each other",
        "Count how many times X Xᵀ really appears in this term.",
    ),
    "cluster-size": (
        "divided by the number of all points instead of the points in the cluster (or the other way round)",
        "Put one point in one cluster and all the others elsewhere: what must its mean be?",
    ),
    "factor-two": (
        "a factor 2 was lost or gained",
        "Expand the square of a sum, or differentiate x², and count the equal terms.",
    ),
    "missing-half": (
        "a factor ½ was lost or gained",
        "Try the smallest case, one number, and compare the two lines.",
    ),
    "sign": ("a sign is wrong", "Set all letters but one term's to zero and look at its sign."),
    "unnormalised": (
        "a vector of unit length in Rⁿ is not a function of unit length in ℋ",
        "The length that must be one is that of f = Σ αᵢφ(xᵢ): write ‖f‖² with K.",
    ),
    "kernel-at-mean": (
        "the kernel at the mean of the inputs is not the mean of the features",
        "The centre lives in the feature space. Write it as a sum of φ(xᵢ) before you take inner products.",
    ),
    "distance-as-inner-product": (
        "a distance was used as if it were an inner product",
        "What is the distance of a point from itself, and what is its inner product with itself?",
    ),
    "transpose": (
        "a transpose is missing, or there is one too many",
        "Write the size of every factor under it.",
    ),
    "assumed-symmetric": (
        "a matrix was treated as symmetric that need not be",
        "Try a 2×2 matrix whose two off-diagonal entries differ.",
    ),
    "order": (
        "the factors of a matrix product were exchanged",
        "Matrix products do not commute: keep left factors on the left.",
    ),
    "cancelled-singular": (
        "a matrix that may be singular was cancelled or inverted",
        "Try K = 0, or two equal points. Which solutions appear or disappear?",
    ),
    "wrong-direction": (
        "the implication runs the other way only",
        "Start from the other line: does this one follow? Then look for a solution of one that the other lacks.",
    ),
    "dropped-term": (
        "a term was lost",
        "Count the terms of the line before, and find where each of them went.",
    ),
    "extra-term": (
        "a term too many",
        "Count the terms of the line before, and find where each of yours comes from.",
    ),
    "dropped-factor": (
        "a factor was lost, such as the inner derivative of the chain rule",
        "Write the size and the degree of every term: does each letter occur as often as it should?",
    ),
    "cross-term": (
        "the cross term of a square is missing or wrong",
        "(a + b)² has a middle term, unless something makes it vanish: what?",
    ),
    "elementwise-power": (
        "** and * work entry by entry; a product of matrices is @",
        "Compare K**2 and K @ K for a 2×2 matrix.",
    ),
    "square-root": (
        "a norm and its square are mistaken for each other",
        "Double the vector: should this expression double, or grow fourfold?",
    ),
    "power": ("a power is wrong", "Double the letter: by how much should this expression grow?"),
    "index": ("an index is wrong", "Which index is summed over, and which is free?"),
    "inverse": (
        "an inverse was taken wrongly: of a sum, of a product, or twice",
        "(AB)⁻¹ reverses the order, and (A + B)⁻¹ is no sum. Multiply back and see.",
    ),
    "missing-sum": (
        "a sum over clusters, points or coordinates is missing",
        "Which letters are left without a sum?",
    ),
    "constant-not-constant": (
        "something that depends on the points was treated as a constant",
        "Change one point only. Does your constant change?",
    ),
    "missing-constant": (
        "a constant or bias term is missing",
        "Put all points at zero: what is left of each line?",
    ),
    "feature-weight": (
        "the features are not weighted as the kernel weights them",
        "Expand the kernel for numbers and read off the coefficient of each monomial.",
    ),
    "conjugate": (
        "a complex conjugate is missing or misplaced",
        "Put i in front of one function and compare.",
    ),
    "linearity": (
        "a function was taken term by term that is not linear",
        "√, log, det, 1/x and ‖·‖ of a sum are not sums. Put in two numbers and compare.",
    ),
    "not-multiplicative": (
        "a function was taken factor by factor",
        "Try 2×2 matrices, or two numbers: is it really the product of the parts?",
    ),
    "fraction": (
        "a fraction was added or cancelled term by term",
        "1/2 + 1/2 is not 2/4, and only a factor of the whole numerator cancels: put in numbers.",
    ),
    "scaled-determinant": (
        "a factor was taken out of a determinant once only",
        "Every one of the n rows carries the factor: try c·I for n = 2.",
    ),
    "sign-of-root": (
        "√(a²) is |a|: the sign was lost",
        "Try a negative number.",
    ),
    "forgotten-identity": (
        "a number was added to a matrix where a multiple of the identity belongs",
        "λ alone is added to every entry. Which entries should grow?",
    ),
    "transpose-of-product": (
        "the transpose of a product reverses the order of its factors",
        "Write the sizes under (AB)ᵀ for a 2×3 and a 3×4 matrix.",
    ),
    "reversed-inequality": (
        "the inequality runs the other way",
        "Put in the numbers below: which side is larger?",
    ),
    "strictness": ("≤ and < are mistaken for each other", "Look for a case of equality."),
    "wrong-convention": (
        "two conventions are mixed",
        "Which objective is being minimised: sum or mean of squares, with or without ½?",
    ),
    "scale": (
        "the whole line is off by a constant factor",
        "Put in small numbers, for two points if there is a sum: what is the one line divided by the other?",
    ),
    "shape": ("the shapes do not fit", "Write the size of every factor under it."),
    "not-a-minimiser": (
        "a stationary point is not yet a minimum",
        "Move a little in every direction and compare.",
    ),
    "missing-hypothesis": (
        "true only under a hypothesis that is not given",
        "Look at the numbers below: which property of the data would have to hold?",
    ),
}

MISCONCEPTIONS: dict[str, Misconception] = {
    name: Misconception(name, title, hint) for name, (title, hint) in _TABLE.items()
}
