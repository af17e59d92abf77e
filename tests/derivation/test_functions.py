"""A function is one value: added in one place it is read, written, computed, differentiated and asked about."""

import ast
import math
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import mpmath
import numpy as np
import pytest

import kernelcourse
from kernelcourse.court import court
from kernelcourse.derivation import Derivation, check
from kernelcourse.derivation.instances.quantities import Gradient, Quantity
from kernelcourse.derivation.instances.samples import Samples
from kernelcourse.derivation.reading.settings import read_setting
from kernelcourse.language.elementary import cosine, exponential, logarithm, sine
from kernelcourse.language.errors import Undefined
from kernelcourse.language.exact import Exact, precision
from kernelcourse.language.functions import FUNCTIONS, Defined, Function, Kind, of_one_number
from kernelcourse.language.mathml import mathml

from .one_line import judged

SOFTPLUS = Function(
    "softplus", Kind.NUMBER, also=("log1pexp",), floats=lambda t: np.logaddexp(0.0, t),
    exact=lambda e, t: logarithm(e, 1 + exponential(e, t)), slope=lambda x, f: 1 / (1 + np.exp(-x)), low=0,
    attained=False, rises=True, curve=1, mathml="<mrow><mi>s</mi>{atom}</mrow>",
)  # fmt: skip
SECH = Function(
    "sech", Kind.NUMBER, floats=lambda t: 1 / np.cosh(t),
    exact=lambda e, t: 2 / (exponential(e, t) + exponential(e, -t)),
    power=lambda f, up, down: f.over(Fraction(2), f.plus(up, down)), slope=lambda x, f: -f * np.tanh(x), low=0, high=1,
    attained=False, parity=1,
)  # fmt: skip
LOG2 = Function(
    "log2", Kind.NUMBER, floats=np.log2, exact=lambda e, t: logarithm(e, t) / logarithm(e, e.number(2)),
    slope=lambda x, f: 1 / (x * math.log(2)), domain=Defined.POSITIVE, rises=True, refusal="no such logarithm",
)  # fmt: skip


@pytest.fixture(autouse=True)
def three_more(monkeypatch):
    for function in (SOFTPLUS, SECH, LOG2):
        monkeypatch.setitem(FUNCTIONS, function.name, function)


def verdict(given, before, after):
    return check(Derivation(given, start=before).then(after), hints=False).lines[-1].outcome


def test_it_is_read_and_written():
    setting = read_setting({"a": "scalar", "x": "vector(n)"})
    assert setting.read("log1pexp(a)") == setting.read("softplus(a)")
    assert len(setting.shape(setting.read("softplus(x)"))) == 1
    assert "<mi>s</mi><mi>a</mi>" in mathml(setting.read("softplus(a)"))


def test_it_has_a_value_in_every_arithmetic():
    setting = read_setting({"a": "scalar"})
    at = Samples(setting).standard[0].with_value("a", Fraction(3, 2))
    quantity = Quantity(setting.read("softplus(a)"), setting)
    assert (
        float(quantity.exactly(at)) == pytest.approx(quantity.measure(at).value) == math.log1p(math.exp(1.5))
    )
    assert Gradient(setting.read("softplus(a)"), setting, wrt="a").measure(at).value == pytest.approx(
        1 / (1 + math.exp(-1.5))
    )
    assert verdict({"a": "scalar"}, "sech(a)*cosh(a)", "1").verdict == "proved"  # in prime fields
    assert verdict({"a": "scalar"}, "sech(a)", "1 - a**2/2").verdict == "refuted"


def test_it_is_asked_where_it_is_defined():
    asked = verdict({"a": "scalar"}, "a", "a + log2(a) - log2(a)")
    assert asked.conditions and not asked.accepted
    assert not verdict({"a": "positive"}, "a", "a + log2(a) - log2(a)").conditions
    setting = read_setting({"a": "scalar"})
    with pytest.raises(Undefined, match="no such"):
        Quantity(setting.read("log2(a)"), setting).measure(
            Samples(setting).standard[0].with_value("a", Fraction(-1))
        )


def test_its_sign_is_known():
    assert not verdict({"a": "scalar"}, "a", "a*softplus(a)/softplus(a)").conditions
    assert verdict({"a": "scalar"}, "a", "a*sin(a)/sin(a)").conditions


def test_the_court_knows_it_too():
    assert court("softplus(x)*softplus(z)").proved
    assert court("-sech(x)*sech(z)").refuted


# ---- nothing else lists the functions ------------------------------------------------------------------------

OWN_RULES = {  # files where several functions are named because each has a rule of its own
    "court/exactly", "court/verifier",  # the second instance shares nothing with the first, facts included
    "court/rules",  # power series and spectra are theorems about one function each
    "court/algebra/identities.py",  # addition theorems
    "court/families",  # conditions on parameters, function by function
}  # fmt: skip


def listed(path):
    """The largest number of functions of one number that one literal (or one pattern) names."""
    most, names = 0, {name for name in FUNCTIONS if of_one_number(name)}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        words: set[str] = set()
        if isinstance(node, (ast.Set, ast.Tuple, ast.List, ast.Dict, ast.MatchOr)):
            words = {
                part.value
                for part in ast.walk(node)
                if isinstance(part, ast.Constant) and isinstance(part.value, str)
            }
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 400:
            words = set(node.value.split())
        most = max(most, len(words & names))
    return most


def test_no_other_file_lists_the_functions():
    root = Path(kernelcourse.__file__).parent
    rooms = ("language", "derivation", "court")
    paths = [path.relative_to(root).as_posix() for room in rooms for path in (root / room).rglob("*.py")]
    lists = {path for path in paths if listed(root / path) > 3}
    assert not {path for path in lists if not path.startswith(tuple(OWN_RULES))}


@pytest.mark.parametrize("value", ["2", "10", "0.9", "1.1", "1.0000001", "7e-5000", "3.25e9000"])
def test_a_logarithm_of_thousands_of_digits_is_right_in_all_of_them(value):
    with precision(2000), mpmath.workdps(2020):
        found = logarithm(Exact(decimals=True), Decimal(value))
        wanted = mpmath.log(mpmath.mpf(value))
        assert abs(mpmath.mpf(str(found)) - wanted) < abs(wanted) * mpmath.mpf(10) ** -1999


@pytest.mark.parametrize("digits", [60, 101, 300, 700])
@pytest.mark.parametrize("text", ["3e-80", "-0.001", "0.7", "-1.3", "2.5", "29.9", "40", "-7000", "1e5"])
def test_functions_of_many_digits_are_right_in_nearly_all_of_them(text, digits):
    """Beyond a hundred digits they are computed another way than by Decimal itself."""
    value, exact = Decimal(text), Exact(decimals=True)
    with precision(digits):
        nearly = Decimal(10) ** (2 - digits)
        found = exponential(exact, value)
        assert abs(found - value.exp()) <= found * nearly
        found = logarithm(exact, abs(value))
        assert abs(found - abs(value).ln()) <= abs(found * nearly)
        if digits == 60 or abs(value) > (40 if digits > 400 else 30):
            return
        with mpmath.workdps(digits + 20):
            angle = mpmath.mpf(text)
            wanted = [Decimal(mpmath.nstr(one(angle), digits + 10)) for one in (mpmath.sin, mpmath.cos)]
        for one, other in zip((sine(exact, value), cosine(exact, value)), wanted, strict=True):
            assert abs(one - other) <= nearly * (abs(other) if abs(value) <= 30 else 1)


def test_what_is_too_large_to_compute_has_a_value() -> None:
    given = {"x": "vector(n)", "N": "integer(1, 2000)"}
    assert judged({"is": "n*(n - 1)/2"}, {"is": "binom(n, 2)"}, given).accepted
    assert judged({"is": "x @ x"}, {"is": "x @ x + 0*factorial(10**6)"}, given).verdict == "open"
    wrong = "N*(N - 1)/2 + sign(max(0, N - 1999))"
    assert judged({"is": "binom(N, 2)"}, {"is": wrong}, given).verdict == "refuted"


@pytest.mark.parametrize("text", ["factorial(z)", "real(factorial(z*conj(z)))", "factorial(1/z)"])
def test_a_factorial_of_what_is_no_whole_number_has_no_value(text):
    found = judged({"is": "z*conj(z)"}, {"is": text}, {"z": "complex"})
    assert not found.accepted
