"""Where the reader stands: the tokens, the summation indices in force, the bars that are open, the notes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace

from ..errors import LanguageError
from ..letters import canonical
from ..tree import Node
from .indices import Counter
from .products import Part, multiply
from .scope import Scope
from .tokens import Token
from .words import function_name

DEEPEST = 60


class Cursor(ABC):
    """Moves over the tokens; the grammar above it says what `expression`, `term`, `factor` and `exponent` are."""

    def __init__(self, text: str, found: list[Token], scope: Scope):
        self.text, self.tokens, self.scope = text, found, scope
        self.place, self.depth, self.nested = 0, 0, 0
        self.counters: dict[str, Counter] = {}
        self.bars: list[str] = []
        self.notes: list[str] = []

    as_ones = False  # a 1 in front of a row is the vector of ones, and r1ᵀ is r𝟏ᵀ
    undecided = False  # there is such a 1
    crooked = False  # what no shapes allow was read: a row after a matrix, an entry that is transposed

    @abstractmethod
    def expression(self) -> Part:
        """A sum of terms."""

    @abstractmethod
    def term(self) -> Part:
        """A product of factors."""

    @abstractmethod
    def signed(self) -> Part:
        """A term with the signs before it."""

    @abstractmethod
    def atom(self) -> Part:
        """The beginning of a factor."""

    @abstractmethod
    def factor(self) -> Part:
        """A letter, number or bracket with its powers."""

    @abstractmethod
    def exponent(self) -> Part:
        """What stands raised."""

    @abstractmethod
    def root(self, degree: str) -> Part:
        """What stands below a root with its degree."""

    @abstractmethod
    def called(self, function: str, arguments: list[Part]) -> Part:
        """A function of arguments."""

    @abstractmethod
    def lower_nodes(self, part: Part, words: tuple[str, ...] = ()) -> list[Node]:
        """What stands below."""

    @property
    def now(self) -> Token:
        return self.tokens[self.place]

    def ahead(self, count: int) -> Token:
        return self.tokens[min(self.place + count, len(self.tokens) - 1)]

    def next(self) -> Token:
        token = self.now
        self.place = min(self.place + 1, len(self.tokens) - 1)
        return token

    def fail(self, message: str, token: Token) -> LanguageError:
        return LanguageError(message, self.text, token.place)

    def deeper(self) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise LanguageError(f"brackets are nested more than {DEEPEST} deep")

    def is_sign(self, *signs: str) -> bool:
        return self.now.kind == "sign" and self.now.text in signs

    def is_function(self, token: Token) -> bool:
        return token.kind == "word" and bool(function_name(canonical(token.text), self.scope))

    def turned_after(self) -> bool:
        """Does a transpose sign follow the token?"""
        one, two, three = (self.ahead(count) for count in (1, 2, 3))
        if one.text == "^" and one.kind == "sign":
            return two.text == "T" or (two.text == "(" and three.text == "T")
        return (one.kind in ("raised", "method") and one.text == "T") or (one.kind, one.text) == ("sign", "'")

    def starts_factor(self) -> bool:
        """Can the next token begin a factor, that is: is it a product without a sign?"""
        token = self.now
        if token.kind == "word":
            return token.text not in ("for", "in")
        if token.kind in ("number", "fraction"):
            return True
        if token.kind == "raised":
            return self.opens_root()
        if token.kind != "sign":
            return False
        if token.text == "‖" and self.bars[-1:] == ["|"] and self.text.startswith("||", token.place):
            single = Token("sign", "|", token.place)  # |A||B|: two bars, not one norm
            self.tokens[self.place : self.place + 1] = [single, single]
            return False
        if token.text in ("‖", "|"):
            return not (self.bars and self.bars[-1] == token.text)
        return token.text in ("(", "⟨", "√", "∑", "∏", "∞", "[")

    def opens_root(self) -> bool:
        """2 ⁵√t is a root, x²√t a square."""
        return not self.now.tight and self.ahead(1).text == "√"

    def times(self, left: Part, right: Part, how: str) -> Part:
        found, note = multiply(left, right, how)
        if note:
            self.notes.append(note)
        return found

    def inside(self, opening: Token, closing: str) -> list[Part]:
        """The expressions up to a closing sign, separated by commas."""
        self.bars.append(closing)
        parts = [self.expression()]
        while self.is_sign(","):
            self.next()
            parts.append(self.expression())
        self.bars.pop()
        if not self.is_sign(closing):
            raise self.fail(f"{opening.text} is not closed: what it opens must end", opening)
        self.next()
        return parts

    def special_exponent(self) -> str:
        """T, -T, H, +, * or † after ^, with or without brackets; nothing otherwise."""
        word = self.now.text
        if self.now.kind == "word" and word[0] in "Tt" and len(word) > 1 and word not in self.scope.names:
            self.tokens[self.place : self.place + 1] = [
                replace(self.now, text=word[0]),
                replace(self.now, text=word[1:]),
            ]
        inside = [self.now.text]
        ahead = 1
        if self.now.text == "(" and self.now.kind == "sign":
            inside = []
            while self.ahead(ahead).text != ")" and self.ahead(ahead).kind != "end" and ahead < 4:
                inside.append(self.ahead(ahead).text)
                ahead += 1
            ahead += 1
        elif self.now.text in ("-", "+") and self.ahead(1).text == "T":
            inside, ahead = [self.now.text, self.ahead(1).text], 2
        word = "".join(inside)
        word = {"†": "+", "'": "T"}.get(word, word)
        known = word in ("T", "t", "top", "-T", "H", "*", "+")
        if word == "t" and "t" in self.scope.names:
            known = False
        if word in ("*", "+") and self.now.text in "*+" and self.ahead(1).kind in ("word", "number"):
            known = word == "+" and self.ahead(1).kind == "word" and not self.ahead(1).tight
        if known:
            for _ in range(ahead):
                self.next()
            return word
        return ""
