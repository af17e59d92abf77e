"""The library of derivations: right lines and routes hold, wrong lines are rejected at their place and named."""

import ast
import re
from pathlib import Path

import pytest

from kernelcourse.derivation import MISCONCEPTIONS, check, library, load, self_test
from kernelcourse.derivation.audit import audit, rewritten_lines
from kernelcourse.derivation.instances.samples import Samples
from kernelcourse.derivation.ranges.reading import RANGES
from kernelcourse.language.reading import parse

pytestmark = pytest.mark.slow  # seconds, not milliseconds: run by `make test`

NAMES = library()
FEW = ("ridge-push-through", "product-of-kernels", "kmeans-trace", "pca-centring")
# The others run the same lines of the checker again: measuring them for coverage doubles the time and finds nothing.
MANY = [name if name in FEW else pytest.param(name, marks=pytest.mark.no_cover) for name in NAMES]

EVERY = 8  # of the mutants and rewritings; `python -m kernelcourse.derivation.audit` takes all


@pytest.mark.parametrize("name", MANY)
def test_lines_routes_and_wrong_lines(name):
    derivation = load(name)
    found = self_test(derivation)
    assert found.faults == ()
    assert derivation.title and derivation.sources
    assert found.routes >= 2 and found.wrong >= 4


@pytest.mark.parametrize("name", NAMES)
def test_hints_do_not_give_the_line_away(name):
    derivation = load(name)
    for wrong in derivation.wrong:
        right = derivation.lines[wrong.after + 1] if wrong.after + 1 < len(derivation.lines) else None
        hint = (wrong.hint or derivation.misconception(wrong.misconception).hint).replace(" ", "")
        if right is not None and len(right.text) > 8:
            assert right.text.replace(" ", "") not in hint


@pytest.mark.parametrize("name", MANY)
def test_every_eighth_mutant_is_rejected_and_no_rewritten_line(name):
    count = audit(name, load(name), EVERY)
    assert (count.survivors, count.alarms) == ([], [])


def test_there_are_enough_rewritten_lines():
    kinds = []
    for name in NAMES:
        derivation = load(name)
        kinds += [line.kind for line in rewritten_lines(derivation, Samples(derivation.setting()), EVERY)]
    assert len(kinds) >= 300
    assert {"associate", "expand", "scalar", "trace", "push-through", "commute", "transpose"} <= set(kinds)


def test_another_seed_gives_the_same_verdicts():
    for name in ("ridge-dual", "kmeans-trace", "mds-double-centring"):
        assert check(load(name), seed=11).exit_code == 0


def test_misconceptions_have_words():
    for misconception in MISCONCEPTIONS.values():
        assert misconception.title and misconception.hint.endswith((".", "?"))
    own = [one.title for name in library() for one in load(name).misconceptions.values()]
    assert [title for title in own if re.match(r"(A|[A-Z][a-z]+) [a-z]", title)] == []  # "The likely slip: …"


def test_unknown_names_list_the_library():
    with pytest.raises(ValueError, match="ridge-dual"):
        load("no such derivation")


def test_the_package_never_runs_text():
    """No call of eval, exec, compile or __import__ anywhere in the sources, and no symbolic library to do it for us."""
    for path in Path(parse.__code__.co_filename).parent.glob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        called = {
            node.func.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not called & {"eval", "exec", "compile", "__import__", "sympify", "lambdify", "parse_expr"}, (
            path.name
        )


def test_the_description_of_the_format_lists_every_misconception_and_range():
    readme = Path(parse.__code__.co_filename).parent.parent / "derivations" / "README.md"
    text = readme.read_text(encoding="utf-8")
    assert not [name for name in MISCONCEPTIONS if f"`{name}`" not in text]
    assert not [kind for kind in RANGES if kind not in text]
