"""Σ_i, Σ_{i=1}^{n}, Σ_{i,j}, sum(… for i in range(n)): one node, its index running from 0."""

from __future__ import annotations

from collections.abc import Callable

from ..errors import LanguageError
from ..letters import canonical
from ..tree import Binary, Name, Node, Number, Sum
from .cursor import Cursor
from .indices import COUNTED, counter
from .products import Part
from .tokens import Token

MOST = 4  # indices of one sum


class Sums(Cursor):
    """The part of the reader that reads sums."""

    def sum(self) -> Part:
        """After Σ: indices below, perhaps a limit above, then the term that is summed."""
        names, lower = self.sum_indices()
        upper = self.sum_upper()
        if not names:
            raise LanguageError("over what does the sum run? write Σ_i … or Σ_{i=1}^{n} …")
        start: Node = lower if lower is not None else Number(1)
        if lower is not None and upper is None:
            raise LanguageError(
                f"the sum over {names[0]} has a first index but no last one: write Σ_{{i=1}}^{{n}}"
            )
        return self.summed([(name, start, upper) for name in names], self.term)

    def bare_sum(self) -> Part:
        """Σ x_i z_i, the index left out below the sign: the one letter that stands below and means nothing yet."""
        name = self.free_index()
        if not name:
            inside = self.term() if self.starts_factor() else Part(Number(0))
            if not inside.rank:
                raise LanguageError("over what does the sum run? write Σ_i … or Σ_{i=1}^{n} …")
            return self.called("sum", [inside])
        self.notes.append(f"the sum is read as running over {name}")
        return self.summed([(name, Number(1), None)], self.term)

    def free_index(self) -> str:
        """The one letter below a sign in the term that follows which is neither a letter here nor summed over."""
        found, depth = set(), 0
        for place in range(self.place, len(self.tokens)):
            token, before = self.tokens[place], self.tokens[place - 1]
            if token.kind == "sign":
                depth += (token.text in "([⟨") - (token.text in ")]⟩")
                if depth < 0 or (depth == 0 and token.text in "+-,)"):
                    break
            if token.kind == "lowered" or (
                token.kind == "word" and before.text == "_" and before.kind == "sign"
            ):
                found |= {one for one in token.text if one.isalpha() and one not in self.counters}
            if token.text in ("∑", "Sigma"):
                return ""
        free = {one for one in found if one not in self.scope.names}
        return free.pop() if len(free) == 1 and len(found) == 1 else ""

    def summed(self, ranges: list[tuple[str, Node, Node | None]], body: Callable[[], Part]) -> Part:
        """The sum of what `body` reads, with these indices in force; without an upper limit the body tells it."""
        if len(ranges) > MOST or self.nested > MOST:
            raise LanguageError(f"a sum has at most {MOST} indices, those of the sums around it included")
        before = dict(self.counters)
        mine = [counter(name, start) for name, start, _ in ranges]
        self.counters |= {one.name: one for one in mine}
        kept = self.scope
        self.scope = type(kept)({*kept.names, *self.counters}, kept.functions, kept.shape, kept.indices)
        self.nested += len(ranges)
        opened = self.place
        inside = body()
        if any(one.from_one() for one in mine):  # no x_0 was met: read once more
            self.place = opened
            mine = [one.from_one() or one for one in mine]
            self.counters |= {one.name: one for one in mine}
            self.notes.append(COUNTED)
            inside = body()
        self.nested -= len(ranges)
        self.counters, self.scope = before, kept
        stops = []
        for one, (name, start, upper) in zip(mine, ranges, strict=True):
            stops.append((name, one.stop() if upper is None else _count(start, upper)))
        return Part(Sum(inside.node, tuple(stops)), inside.shape, inside.row)

    def sum_indices(self) -> tuple[list[str], Node | None]:
        """i · ij · i,j · i=1 · i,j=1: the letters, and where they start."""
        sign = self.next()
        if sign.kind == "lowered":
            below, _, start = sign.text.partition("=")
            return [one for one in below if one.isalpha()], Number(int(start)) if start.isdigit() else None
        if not (sign.kind == "sign" and sign.text == "_"):
            raise self.fail("over what does the sum run? write Σ_i … or Σ_{i=1}^{n} …", sign)
        token = self.next()
        if token.kind == "word":
            return _letters(token), self.sum_start()
        if token.text != "(":
            raise self.fail("the index of a sum is a letter: Σ_i, Σ_{i=1}^{n}", token)
        names: list[str] = []
        while self.now.kind == "word":
            names += _letters(self.next())
            if self.is_sign(","):
                self.next()
        lower = self.sum_start()
        if not self.is_sign(")"):
            raise self.fail("below Σ stands i, or i=1, or i,j: write other conditions out", self.now)
        self.next()
        return names, lower

    def sum_start(self) -> Node | None:
        if not self.is_sign("≔"):
            return None
        self.next()
        return self.expression().node

    def sum_upper(self) -> Node | None:
        if self.now.kind == "raised":
            text = self.next().text
            return Number(int(text)) if text.isdigit() else Name(canonical(text))
        if not self.is_sign("^"):
            return None
        self.next()
        return self.exponent().node

    def generator_inside(self) -> bool:
        depth = 0
        for token in self.tokens[self.place :]:
            if token.kind == "sign":
                depth += (token.text in "([") - (token.text in ")]")
            if depth == 1 and token.kind == "word" and token.text == "for":
                return True
            if depth == 0:
                return False
        return False

    def generator(self) -> Part:
        """sum(x_i^2 for i in range(n)): the clauses are read first, then the body in their scope."""
        start = self.place + 1
        depth, place = 0, self.place
        while not (depth == 1 and self.tokens[place].text == "for"):
            token = self.tokens[place]
            depth += (token.kind == "sign" and token.text in "([") - (
                token.kind == "sign" and token.text in ")]"
            )
            place += 1
        self.place = place
        ranges: list[tuple[str, Node, Node | None]] = []
        while self.now.kind == "word" and self.now.text == "for":
            self.next()
            name, inside, word = self.next(), self.next(), self.next()
            if name.kind != "word" or inside.text != "in" or word.text != "range" or not self.is_sign("("):
                raise self.fail("a sum reads: sum(… for i in range(n))", name)
            bounds = [part.node for part in self.inside(self.next(), ")")]
            low: Node = Number(0) if len(bounds) == 1 else bounds[0]
            ranges.append((canonical(name.text), low, Binary("-", bounds[-1], Number(1))))
        left = len(self.tokens) - self.place  # the body may cut a word into several tokens
        if not self.is_sign(")"):
            raise self.fail("a sum reads: sum(… for i in range(n))", self.now)
        self.place = start
        found = self.summed(ranges, self.expression)
        if not (self.now.kind == "word" and self.now.text == "for"):
            raise self.fail("a sum reads: sum(… for i in range(n))", self.now)
        self.place = len(self.tokens) - left + 1
        return found


def _letters(token: Token) -> list[str]:
    """ij → i, j; a Greek name is one letter."""
    name = canonical(token.text)
    return [name] if len(token.text) == 1 or name != token.text or len(name) > 3 else list(token.text)


def _count(lower: Node, upper: Node) -> Node:
    """How many terms: upper − lower + 1, written as shortly as it can be."""
    match lower, upper:
        case Number(value=1), _:
            return upper
        case Number(value=0), Binary(op="-", left=inside, right=Number(value=1)):
            return inside
        case Number(value=0), Binary(op="-", left=inside, right=Number(value=int() as less)) if less > 1:
            return Binary("-", inside, Number(less - 1))
        case Number(value=int() as first), Number(value=int() as last):
            return Number(last - first + 1)
        case _, Binary(op="-", left=inside, right=Number(value=1)):
            return Binary("-", inside, lower)
    return Binary("-", Binary("+", upper, Number(1)), lower)
