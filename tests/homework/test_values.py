"""Plain data survive the pipe; anything else is refused, whoever wrote it."""

from __future__ import annotations

import json
import math
import struct
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kernelcourse.homework.sandbox.values import MAX_BYTES, NotPlain, clean, pack, unpack

words = st.text(alphabet='abc äλ\x00"\\\u202e', max_size=8)
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False) | words,
    lambda inner: (
        st.lists(inner, max_size=4) | st.tuples(inner, inner) | st.dictionaries(words, inner, max_size=3)
    ),
    max_leaves=12,
)


@settings(deadline=None)
@given(plain)
def test_plain_values_return_unchanged(value):
    assert unpack(pack(value)) == value


@pytest.mark.parametrize("dtype", [bool, np.int32, np.float32, np.float64, np.complex128])
def test_arrays_keep_shape_and_values(dtype):
    array = np.arange(6).reshape(2, 3).astype(dtype)
    back = unpack(pack({"a": array}))["a"]
    assert type(back) is np.ndarray and back.shape == (2, 3) and np.array_equal(back, array)


def test_a_subclass_arrives_as_a_plain_array():
    class Sly(np.ndarray):
        def __eq__(self, other):
            return True

    assert type(unpack(pack(np.ones(3).view(Sly)))) is np.ndarray


def test_ellipsis_and_complex_have_their_own_form():
    assert (
        unpack(pack(...)) is Ellipsis
        and unpack(pack(1 + 2j)) == 1 + 2j
        and math.isnan(unpack(pack(float("nan"))))
    )


@pytest.mark.parametrize("value", [object(), {1.5: 2}, lambda: 0, {3}, 10**400])
def test_what_is_not_plain_is_refused_in_words(value):
    with pytest.raises(NotPlain, match="the value is"):
        pack(value)


def test_too_large_and_self_containing_values_are_refused():
    loop: list = []
    loop.append(loop)
    for value in (np.zeros(MAX_BYTES), loop):
        with pytest.raises(NotPlain):
            pack(value)


@settings(deadline=None, max_examples=500)
@given(st.binary(max_size=200))
def test_no_bytes_do_more_than_be_refused(data):
    try:
        value = unpack(data)
    except NotPlain:
        return
    assert isinstance(value, bool | int | float | str | list | dict | np.ndarray | None)


@pytest.mark.parametrize(
    "tree",
    [
        {"$": "array", "kind": "f", "shape": [2**31, 2**31, 4]},
        {"$": "array", "kind": "f", "shape": [-1]},
        {"$": "array", "kind": "O", "shape": [1]},
        {"$": "array", "kind": "f", "shape": [True]},
        {"$": "dict", "of": [["a"]]},
        {"$": "complex", "re": "1", "im": 0},
        {"$": "pickle"},
    ],
)
def test_forged_trees_are_refused(tree):
    text = json.dumps(tree).encode()
    with pytest.raises(NotPlain):
        unpack(struct.pack(">I", len(text)) + text)


def test_clean_drops_escapes_and_reordering_marks():
    assert clean("\x1b[31mred\x07\u202e\nnext\x9b") == "[31mred next"
    assert len(clean("x" * 9999)) == 400


def test_fractions_and_decimals_are_numbers():
    assert unpack(pack([Fraction(1, 4), Decimal("0.5")])) == [0.25, 0.5]


def test_a_number_of_another_library_and_a_table_are_numbers():
    class Symbolic:
        def __float__(self) -> float:
            return 0.25

    class Table:
        def __array__(self, dtype=None, copy=None):
            return np.array([[1.0, 2.0]], dtype=dtype)

    value, table = unpack(pack((Symbolic(), Table())))
    assert value == 0.25
    assert table.tolist() == [[1.0, 2.0]]
