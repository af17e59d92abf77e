"""The line before, typed again where a step is asked for, is true and no step."""

import pytest

from kernelcourse.derivation.files import library, load
from kernelcourse.derivation.lines.expressions import StartLine
from kernelcourse.derivation.respond import respond

AGAIN = [
    ("ridge-dual", 1, "= norm(X @ w - y)**2 + lam * norm(w)**2"),
    ("ridge-dual", 2, "= lam * norm(X.T @ alpha + w0)**2 + norm(X @ X.T @ alpha - y)**2"),
    ("ridge-dual", 6, "⇔ 0 = 2 * K @ (K @ alpha - y) + 2 * lam * K @ alpha"),
    ("ridge-dual", 7, "⇐ (K + lam * I(n)) @ K @ alpha = K @ y"),
    ("ridge-dual", 7, "⇔ K @ y = (K + lam * I(n)) @ K @ alpha"),
    ("pca-lagrangian", 4, "= v @ C @ v"),
    (
        "kmeans-assignment",
        3,
        ">= sum(S[i, c] * (mu[c] @ mu[c] - 2 * mu[c] @ X[i]) for i in range(n) for c in range(q)) + trace(X @ X.T)",
    ),
    ("pca-lagrangian", 5, "= lam * v @ v"),
]


@pytest.mark.parametrize(("name", "place", "text"), AGAIN)
def test_the_line_before_is_no_step(name, place, text):
    found = respond({"derivation": name, "line": place, "text": text})
    assert not found["accepted"] and found["verdict"] == "unreadable" and "no step" in found["why"]


@pytest.mark.parametrize("name", library())
def test_no_step_of_the_library_is_the_line_before(name):
    for place, line in enumerate(load(name).lines):
        found = respond({"derivation": name, "line": place, "text": str(line)})
        assert "no step" not in found["why"] and (found["accepted"] or isinstance(line, StartLine)), (
            place,
            found,
        )


def test_a_small_step_is_a_step():
    ask = {"derivation": "ridge-dual", "line": 6}
    assert respond({**ask, "text": "⇔ K @ (K @ alpha - y) = -lam * K @ alpha"})["accepted"]
    assert respond({"derivation": "pca-lagrangian", "line": 5, "text": "= lam * norm(v)**2"})["accepted"]
