"""What is said in words and written in signs: "a squared" is not a·square(d), and the answer says what to type."""

from __future__ import annotations

from collections.abc import Collection

_SAID = {
    "squared": "a power is written x^2, or x**2",
    "cubed": "a power is written x^3, or x**3",
    "square": "a power is written x^2, a root sqrt(x)",
    "cube": "a power is written x^3",
    "power": "a power is written x^3, or x**3",
    "inverse": "an inverse is written A⁻¹, A^-1 or inv(A)",
    "inverted": "an inverse is written A⁻¹, A^-1 or inv(A)",
    "transpose": "a transpose is written Aᵀ, A^T or A.T",
    "transposed": "a transpose is written Aᵀ, A^T or A.T",
    "plus": "write the sign: a + b",
    "minus": "write the sign: a - b",
    "times": "write the sign: a * b, or a @ b",
    "over": "write the sign: a/b",
    "divided": "write the sign: a/b",
    "equals": "write the sign: =",
    "of": "a function is followed by a bracket: sqrt(a), trace(A), norm(x)",
    "the": "leave the words out and write signs: sqrt(a), norm(x)^2",
}
_CALLED = {
    "lg": "log is the natural logarithm: write log(a)/log(10)",
    "lb": "log is the natural logarithm: write log(a)/log(2)",
    "log2": "log is the natural logarithm: write log(a)/log(2)",
    "log10": "log is the natural logarithm: write log(a)/log(10)",
    "einsum": "write the sum: sum(a[i]*K[i, j] for i in range(n) for j in range(n))",
    "prod": "products over an index are not read: write the factors out",
    "product": "products over an index are not read: write the factors out",
}


def said(word: str, names: Collection[str], calls: bool) -> str:
    """What to type instead of this word; nothing if it is none, is spelled by letters in scope, or takes a bracket."""
    sentence = _CALLED.get(word) or ("" if calls else _SAID.get(word.lower(), ""))
    return (
        ""
        if not sentence or set(word) <= set(names)
        else f"{word} is not one of the letters here: {sentence}"
    )
