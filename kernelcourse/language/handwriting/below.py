"""What stands below a sign: x_i, K_{ij}, (Kα)_i, X_{:,j}, and the numpy index K[i, j]."""

from __future__ import annotations

from ..errors import LanguageError
from ..tree import Index, Name, Node, Number
from .cursor import Cursor
from .indices import cut_indices, place_of
from .products import Part
from .scope import Scope
from .tokens import Token


class Below(Cursor):
    """The part of the reader that reads indices."""

    def bracket_index(self, part: Part) -> Part:
        """K[i, j], counted from 0 as in numpy."""
        opening = self.next()
        places: list[Node | None] = []
        self.bars.append("]")
        while not places or self.is_sign(","):
            if places:
                self.next()
            if self.is_sign(":"):
                self.next()
                places.append(None)
            else:
                inside = self.expression().node
                match inside:
                    case Name() | Number():
                        places.append(inside)
                    case _:
                        places.append(self.unshifted(inside))
        self.bars.pop()
        if not self.is_sign("]"):
            raise self.fail("[ is not closed", opening)
        self.next()
        return self.entry(part, places)

    def unshifted(self, node: Node) -> Node:
        """An index of Σ_{i=1}^{n} inside square brackets is meant as a place."""
        for counter in self.counters.values():
            if node == counter.value:
                return counter.place
        return node

    def below(self, part: Part) -> Part:
        """x_i, K_ij, (Kα)_i, counted from 1."""
        places: list[Node | None] = []
        for node in self.lower_nodes(part):
            if node == Name(":"):
                places.append(None)
                continue
            place, note = place_of(node, self.counters, self.scope)
            places.append(place)
            if note:
                self.notes.append(note)
        return self.entry(part, places)

    def entry(self, part: Part, places: list[Node | None]) -> Part:
        if not part.rank:
            raise LanguageError(f"{part} is a number: it has no entries")
        if len(places) > part.rank:
            raise LanguageError(
                f"{part} has {part.rank} ind{'ex' if part.rank == 1 else 'ices'}, not {len(places)}"
            )
        for size, place in zip(part.shape, places, strict=False):
            for counter in self.counters.values():
                if place == counter.place and size is not None:
                    counter.sizes.append(size)
        node = Index(part.node, tuple(places))
        return Part(node, self.scope.shape(node))

    def lower_text(self) -> str:
        """The plain text below the word that stands here, if there is one: i, ij, 0, n."""
        one, two = self.ahead(1), self.ahead(2)
        if one.kind == "lowered":
            return one.text
        if one.kind == "sign" and one.text == "_":
            if two.kind in ("word", "number"):
                return two.text
            return self.ahead(3).text or "(" if two.text == "(" else two.text
        return ""

    def lower_skip(self) -> None:
        if self.next().kind != "lowered" and self.next().text == "(":
            while self.next().text != ")" and self.now.kind != "end":
                pass

    def lower_nodes(self, part: Part, words: tuple[str, ...] = ()) -> list[Node]:
        """The nodes below a sign, as written: i and j of _ij, of _{i,j}, of ᵢⱼ."""
        sign = self.next()
        if sign.kind == "lowered":
            return cut_indices(sign.text, part, self.counters, self.scope)
        token = self.next()
        if token.kind in ("word", "number"):
            return self.lower_word(token, part, words)
        if token.text == "∞":
            return [Name("inf")]
        if token.text != "(":
            raise self.fail("an index, such as x_i or K_{ij}, was expected below", token)
        if self.now.kind in ("word", "number") and self.ahead(1).text == ")":
            found = self.lower_word(self.next(), part, words)
            self.next()
            return found
        nodes = [self.lower_one()]
        while self.is_sign(","):
            self.next()
            nodes.append(self.lower_one())
        if not self.is_sign(")"):
            raise self.fail("what stands below is not closed", token)
        self.next()
        return nodes

    def lower_word(self, token: Token, part: Part, words: tuple[str, ...]) -> list[Node]:
        if token.text in words:
            return [Name(token.text)]
        first, rest = token.text[:1], token.text[1:]
        if (
            part.rank == 1
            and first in self.counters
            and rest in self.scope.names
            and rest not in self.counters
        ):
            self.tokens.insert(self.place, Token("word", rest, token.place + 1))  # α_iK_ij, as LaTeX reads it
            return cut_indices(first, part, self.counters, self.scope)
        return cut_indices(token.text, part, self.counters, self.scope)

    def lower_one(self) -> Node:
        """One index of a group; summation indices by name."""
        if self.is_sign(":", "·"):
            self.next()
            return Name(":")
        kept, self.counters = self.counters, {}
        shadow = self.scope
        names = {*shadow.names, *kept}
        self.scope = Scope(names, shadow.functions, lambda node: (), shadow.indices)
        try:
            return self.expression().node
        finally:
            self.counters, self.scope = kept, shadow
