"""Docstrings are formulas in Unicode: no character of one is read as markup."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import yaml
from docutils import nodes
from docutils.core import publish_doctree
from sphinx.util.inspect import getdoc, safe_getattr, signature
from sphinx.util.typing import stringify_annotation

sys.path.append(str(Path(__file__).resolve().parent.parent / "_ext"))
from api_reference import as_written, borrowed, sign_as_written

from kernelcourse.kernels import Diffusion, Kernel
from kernelcourse.language.functions import Function
from kernelcourse.learn import kmeans
from kernelcourse.new_course import make_course
from kernelcourse.validity import Certificate, Status
from kernelcourse.witnesses import Candidate


def test_stars_bars_and_names_with_underscores_stay_characters() -> None:
    for text in ("|x| *y* `code` and __dict__, a_", "kernel_cca of `x_d`", "f: X → Y :math:`x`"):
        assert publish_doctree(as_written(text)).astext().replace("\N{NO-BREAK SPACE}", " ") == text.replace(
            "`", ""
        )


def test_quotation_marks_and_apostrophes_are_those_of_print() -> None:
    tree = publish_doctree(as_written('The library\'s "near", as in `name="a"`.'))
    assert tree.astext() == 'The library’s “near”, as in name="a".'


def test_indices_and_exponents_are_set_as_on_the_pages() -> None:
    tree = publish_doctree(as_written("h_l = W_l h_{l−1}, (Σ |x_d|ᵖ)^(1/p) e^{−‖x‖²}."))
    assert [node.astext() for node in tree.findall(nodes.subscript)] == ["l", "l", "l−1", "d"]
    assert [node.astext() for node in tree.findall(nodes.superscript)] == ["1/p", "−‖x‖²"]
    assert tree.astext().split() == "hl = Wl hl−1, (Σ |xd|ᵖ)1/p e−‖x‖².".split()


def test_a_class_that_nobody_calls_has_no_signature() -> None:
    """Enumerations and protocols: Python's own arguments would stand there."""
    for value in (Status, Candidate):
        assert sign_as_written(None, "class", value.__name__, value, None, "", "") == ("", "")
    signature, _ = sign_as_written(None, "class", "Certificate", Certificate, None, "", "") or ("", "")
    assert signature.startswith("(rule: str, statement: str")


@pytest.mark.parametrize(
    ("what", "value", "shown"),
    [
        ("function", kmeans, "seeding: Seeding = plus_plus, restarts: int = 10"),
        ("class", Certificate, "data: Mapping[str, Any] = ..., defined"),
        ("class", Function, "kind: Kind = Kind.MATRIX, "),
        ("function", make_course, "repository: Path = ...)"),
    ],
)
def test_a_default_is_named_as_its_author_named_it(what, value, shown) -> None:
    """Not by an address in memory, nor by a folder of the machine that built the book."""
    signature, _ = sign_as_written(None, what, value.__name__, value, None, "", "") or ("", "")
    assert shown in signature and " at 0x" not in signature


def test_a_class_of_pythons_is_no_member_of_ours() -> None:
    assert borrowed(None, "class", "show", str, False, None) and not borrowed(
        None, "class", "Status", Status, False, None
    )


def test_a_method_stands_where_it_is_described() -> None:
    """Not once more under every kernel that has it."""
    text = (Path(__file__).resolve().parent.parent / "_config.yml").read_text(encoding="utf-8")
    inherits = yaml.safe_load(text)["sphinx"]["config"]["autodoc_inherit_docstrings"]
    for kernel, described in ((Kernel, True), (Diffusion, False)):
        assert bool(getdoc(kernel.gram, safe_getattr, inherits, kernel, "gram")) is described


def test_the_type_of_a_property_is_the_one_that_was_written() -> None:
    text = (Path(__file__).resolve().parent.parent / "_config.yml").read_text(encoding="utf-8")
    aliases = yaml.safe_load(text)["sphinx"]["config"]["autodoc_type_aliases"]
    heat = vars(Diffusion)["heat"].func
    assert stringify_annotation(signature(heat, type_aliases=aliases).return_annotation) == "Array"
