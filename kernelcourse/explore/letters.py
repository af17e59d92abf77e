"""What the letters of a derivation stand for, in words and formulas."""

from html import escape

from kernelcourse.derivation import Derivation
from kernelcourse.language.mathml import mathml, mathml_relation
from kernelcourse.language.tree import Call, Name, Node
from kernelcourse.language.upright import upright

KINDS = {
    "scalar": "a number",
    "positive": "a positive number",
    "nonnegative": "a number ≥ 0",
    "interval": "a number between {} and {}",
    "integer": "a whole number from {} to {}",
    "vector": "a vector of {} numbers",
    "positive_vector": "a vector of {} positive numbers",
    "complex_vector": "a vector of {} complex numbers",
    "labels": "{} labels, each −1 or 1",
    "matrix": "a matrix, {} × {}",
    "symmetric": "a symmetric matrix, {0} × {0}",
    "psd": "a positive semidefinite matrix, {0} × {0}",
    "pd": "a positive definite matrix, {0} × {0}",
    "orthogonal": "an orthogonal matrix, {0} × {0}",
    "partition": "a matrix of zeros and ones, {} × {}, one 1 in each row",
}


def kind_in_words(kind: str) -> str:
    """vector(n) ↦ a vector of n numbers; a kind without words is shown as it is."""
    name, _, sizes = kind.partition("(")
    return KINDS.get(name, kind).format(*(size.strip() for size in sizes.rstrip(")").split(",")))


def letters_html(source: Derivation) -> str:
    """What every letter stands for, the abbreviations, and the side conditions."""
    setting = source.setting()

    def relation(sign: str, left: Node, right: Node) -> str:
        return mathml_relation(sign, *(upright(node, setting.shape) for node in (left, right)))

    said = [f"{mathml(Name(name))}, {escape(kind_in_words(kind))}" for name, kind in source.given.items()]
    said += [relation("=", Name(name), node) for name, node in setting.define.items()]
    said += [
        relation("=", Call(name, tuple(Name(word) for word in arguments)), body)
        for name, (arguments, body) in setting.functions.items()
    ]
    said += [relation({"!=": "≠"}.get(sign, sign), left, right) for sign, left, right in setting.where]
    return f'<p class="kc-letters">Letters: {"; ".join(said)}.</p>'
