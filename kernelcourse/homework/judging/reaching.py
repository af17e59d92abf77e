"""What must be true of a line for a milestone: its kind, its words, and what its formula does, whatever its spelling.

A milestone is a line in the language of its question: it calls plain functions, those of the question and of this
milestone, and no others. What the line does is looked at in the formula multiplied out (expanding.py), and with other
meanings for its abbreviations where the sheet says what it would be then (`taken`, `gives`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kernelcourse.homework.judging.disguise import disguised
from kernelcourse.homework.judging.expanding import factors, nothing_cancels
from kernelcourse.homework.judging.forms import (
    NUMBER,
    functions,
    has_difference,
    has_number,
    inside,
    inverted,
    multiplied_out,
    one_product,
    speaks_of,
    straight,
    together,
)
from kernelcourse.homework.judging.milestones import ELSEWHERE, Held, canonical
from kernelcourse.homework.judging.numbers import has_hidden_number
from kernelcourse.homework.judging.padding import padded, words, words_of
from kernelcourse.homework.judging.systems import is_system
from kernelcourse.homework.judging.terms import apart, gives, stirs
from kernelcourse.homework.tasks import Lines, Milestone
from kernelcourse.language.dimensions import Dimension
from kernelcourse.language.letters import canonical as plain
from kernelcourse.language.tree import Binary, Name, Node, free_names
from kernelcourse.language.writing import show

if TYPE_CHECKING:
    from kernelcourse.derivation.reading.symbols import Setting

PLAIN = frozenset(  # products, lengths, sizes: what any line may be written with
    (
        "I",
        "diag",
        "dot",
        "e",
        "mean",
        "norm",
        "ones",
        "outer",
        "sum",
        "trace",
        "vector",
        "zeros",
    )
)
SOLVING = frozenset(("inv", "solve"))  # in equations, and where the question has one: solve(K, K[i]) hides eᵢ


def reaches(held: Held, milestone: Milestone, task: Lines) -> bool:
    """The line is of the milestone's kind and form: forbidden words, wanted words, solved for a letter, exactly so."""
    if not held.is_a(milestone.kind) or not held.formulas or held.about == ELSEWHERE:
        return False
    if held.kind != "inequality" and held.standing not in ("iff", milestone.relation):
        return False  # equivalent, unless the sheet asks for less
    return _in_its_words(held, milestone, task) and _in_its_form(held, milestone, task)


def _in_its_words(held: Held, milestone: Milestone, task: Lines) -> bool:
    """No word that is barred, every word that is wanted, and no function from elsewhere."""
    text = _text(held)
    uses, there = set(milestone.uses), words(text) | ({NUMBER} if has_number(held.formulas) else set())
    if there & set(milestone.without):
        return False
    if not uses <= there | ({"+"} if has_difference(held.formulas) else set()):
        return False
    if not functions(held.formulas) <= _language(milestone, task):
        return False
    return not milestone.exactly or canonical(text) == canonical(milestone.exactly)


def _language(milestone: Milestone, task: Lines) -> set[str]:
    """The functions that a line may call: those that the sheet lists, or the plain ones and the question's own."""
    if milestone.functions is not None:
        return set(milestone.functions)
    own = (
        task.start,
        *task.define,
        *task.define.values(),
        milestone.gives,
        milestone.exactly,
        milestone.against,
    )
    there = {*PLAIN, *milestone.uses, *milestone.taken}.union(*map(words, own))
    return there | SOLVING if milestone.kind == "equation" or there & SOLVING else there


def _in_its_form(held: Held, milestone: Milestone, task: Lines) -> bool:
    """What the sheet says about the formula is true of it."""
    line, setting = held.formulas, held.setting
    first = line[0]
    return not (
        (milestone.kind in ("equation", "expression") and not nothing_cancels(line, setting))
        or (milestone.solved and not _solved(held, milestone.solved))
        or (NUMBER in milestone.without and has_hidden_number(line, setting))
        or (milestone.multiplied_out and not multiplied_out(first, milestone.multiplied_out, setting))
        or (milestone.kind == "gradient" and not straight(first, task.unknowns, setting))
        or (milestone.apart and not apart(line, plain(milestone.apart), held.kind == "equation"))
        or (milestone.product and not one_product(first))
        or not {Name(plain(one)) for one in milestone.factors} <= set(factors(first, setting))
        or (milestone.inverse and inverted(line, setting) != {Dimension.name(milestone.inverse)})
        or (milestone.together and not together(line, milestone.together, setting))
        or any(inside(line, one) & set(barred) for one, barred in milestone.inside.items())
        or not all(speaks_of(line, one, sets) for one, sets in milestone.about.items())
        or disguised(line, milestone.without, setting)
        or (milestone.gives and not gives(first, milestone.taken, milestone.gives, setting))
        or any(_moves(first, letter, part, setting) for letter, part in milestone.still.items())
        or (milestone.system and not is_system(line, plain(milestone.system), setting))
        or any(_idle(held, word) for word in set(milestone.uses) - words(task.start))
        or any(not _stirs(held, word) for word in set(milestone.uses) & milestone.taken.keys())
        or (milestone.against and not one_equals(_sides(held), milestone.against, task, {}))
    )


def _sides(held: Held) -> list[str]:
    return [show(one, ascii_only=True) for one in held.formulas]


def _text(held: Held) -> str:
    """The line in ASCII, a <= b as b >= a."""
    turned = {"<=": ">=", "<": ">"}
    return f" {turned.get(held.sign, held.sign)} ".join(_sides(held)[:: -1 if held.sign in turned else 1])


def one_equals(sides: Iterable[str], text: str, task: Lines, let: dict[str, str]) -> bool:
    """One of the sides equals that formula."""
    from kernelcourse.derivation import Derivation
    from kernelcourse.derivation.readers.own_lines import judge_own

    problem = Derivation(task.given, {**task.define, **let}, text, task.where)
    return any(judge_own(problem, [f"= {side}"])[0].accepted for side in sides)


def _idle(held: Held, word: str) -> bool:
    """The word does nothing on the line: nothing on either side changes without it."""
    sides = [side for side in held.formulas if word in words_of(side)]
    return bool(sides) and all(padded(side, word, held.setting) for side in sides)


def _stirs(held: Held, word: str) -> bool:
    """A word of the first line may come to nothing there, as 1 between J and J; `0 * J` does whatever J is."""
    letter = plain(word)
    return any(letter in free_names(side) and stirs(letter, side, held.setting) for side in held.formulas)


def _moves(line: Node, letter: str, part: str, setting: Setting) -> bool:
    """Something else than this part of the line depends on the letter, wherever it hides: K @ X @ w does too."""
    return stirs(plain(letter), Binary("-", line, setting.formula(part).node), setting)


def _solved(held: Held, letter: str) -> bool:
    """The letter stands alone on one side of the equation and does not occur on the other."""
    alone, sides = Name(plain(letter)), held.formulas
    return len(sides) == 2 and any(
        side == alone and alone.id not in free_names(rest) for side, rest in (sides, sides[::-1])
    )
