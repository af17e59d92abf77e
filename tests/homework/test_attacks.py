"""Every attack of the shipped suite scores nothing, or only what was honestly earned, and leaves nothing behind."""

from __future__ import annotations

import os

import pytest

from kernelcourse.homework.attacks import run_all, try_attack
from kernelcourse.homework.attacks.arena import CANARY, Attack
from kernelcourse.homework.attacks.read import read_attacks
from kernelcourse.homework.sandbox import container as sandbox
from kernelcourse.homework.sandbox.container import isolation

pytestmark = pytest.mark.slow  # seconds, not milliseconds: run by `make test`

ATTACKS = read_attacks()

HONEST_ALL = (
    "def double(v):\n    return 2 * v",
    "def weights(K, y, lam):\n    return np.linalg.solve(K + lam * np.eye(len(K)), y)",
    "total = my_data(SHEET, STUDENT).sum()",
    'verdict = ("not a kernel", [[1.0], [0.0]], [1.0, -3.0])',
    'square_lines = ["a @ a - 2 * a @ b + b @ b", "gradient a: 2 * a - 2 * b"]',
)


def test_there_are_enough_attacks_with_names_of_their_own():
    assert len(ATTACKS) >= 170 and len({attack.name for attack in ATTACKS}) == len(ATTACKS)
    assert {"time", "memory", "disk", "points", "leaks", "honest", "reports", "files"} == {
        one.kind for one in ATTACKS
    }


def test_isolation_is_full_where_it_must_be():
    if os.environ.get("CI"):
        assert isolation().full, isolation().reason


def test_the_arena_gives_its_points_to_honest_work(arena):
    result = try_attack(Attack("honest work", HONEST_ALL, 20), *arena)
    assert result.points == 20 and not result.complaints


def test_the_suite_notices_what_it_is_meant_to_notice(arena):
    """Points beyond the honest ones, and hidden text in the record, are reported: the suite can fail."""
    paid = try_attack(Attack("paid too much", HONEST_ALL[:1], 0), *arena)
    assert paid.complaints == ("earned 4 points, 0 were honest",)
    told = try_attack(Attack("told", (f"def double(v):\n    raise ValueError('{CANARY}')",)), *arena)
    assert told.complaints == ("hidden text reached the record",)


@pytest.mark.parametrize(
    "name", ["read hidden files", "read hidden files by guessing", "read the other submissions"]
)
def test_a_container_with_a_hole_is_noticed(arena, monkeypatch, name):
    """The negative control: with the instructor's folder visible inside, these attacks do get through."""
    if not isolation().full:
        pytest.fail(f"the suite needs bubblewrap: {isolation().reason}")
    tight, folder = sandbox.container, str(arena[0])

    def leaky(*arguments):
        return [*tight(*arguments), *sandbox._open_parents(folder), "--ro-bind", folder, folder]

    attack = next(one for one in ATTACKS if one.name == name)
    assert not try_attack(attack, *arena).complaints
    monkeypatch.setattr(sandbox, "container", leaky)
    assert try_attack(attack, *arena).complaints


def test_cells_that_end_the_process_cost_themselves_alone(arena):
    attack = next(one for one in ATTACKS if one.name == "a hundred cells that end the process")
    assert not try_attack(attack, *arena).complaints


def test_every_fourth_attack_is_contained():
    """`make attacks` tries all of them."""
    if not isolation().full:
        pytest.fail(f"the suite needs bubblewrap: {isolation().reason}")
    escaped = {
        result.attack: result.complaints for result in run_all(list(ATTACKS[::4])) if result.complaints
    }
    assert not escaped
