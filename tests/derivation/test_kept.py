"""A question has the same answer the second time: what an instance costs is paid by whoever looks at it."""

import pytest

from kernelcourse.derivation import respond
from kernelcourse.derivation.instances.samples import Samples
from kernelcourse.derivation.reading.settings import read_setting
from kernelcourse.language.effort import METER, spent


@pytest.fixture
def samples(monkeypatch):
    monkeypatch.setattr(METER, "spent", 0.0)  # a little added to much is rounded
    return Samples(read_setting({"p": "positive_vector(n)", "a": "scalar"}, {}, ["sum(p) == 1"]))


def cost(work):
    before = spent()
    work()
    return spent() - before


@pytest.mark.parametrize(
    "look",
    [
        lambda samples: list(samples.standard),
        lambda samples: samples.standard[:3],
        lambda samples: samples.standard[2],
        lambda samples: list(samples.corners(frozenset("pa"))),
        lambda samples: list(samples.small(2)),
    ],
)
def test_who_looks_again_pays_again(samples, look):
    first = cost(lambda: look(samples))
    assert first > 0 and cost(lambda: look(samples)) == first


def test_what_is_kept_is_a_sequence(samples):
    kept = samples.standard
    assert len(kept) == len(list(kept)) and kept[1] is list(kept)[1] and kept[1:3] == list(kept)[1:3]
    with pytest.raises(IndexError):
        kept[len(kept)]


@pytest.mark.parametrize("text", ["<= n*norm(α)**2*trace(K)**2*9 + y@y*9", ">= y@y - 9*norm(K@α)*norm(y)"])
def test_the_same_question_has_the_same_words(text):
    first, second = (respond({"derivation": "ridge-dual", "line": 2, "text": text}) for _ in range(2))
    assert first["why"] == second["why"] and first["verdict"] == second["verdict"]
