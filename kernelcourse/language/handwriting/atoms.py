"""What a factor begins with: a number, a letter, several letters in one word, bars, brackets, √, Σ."""

from __future__ import annotations

import re
from fractions import Fraction

from ..errors import LanguageError
from ..letters import canonical, letter
from ..tree import Binary, Call, Name, Number
from .marks import MARKS, Marks
from .products import Part, multiply
from .said import said
from .tokens import Token
from .words import cut, function_name, is_letter

_CLOSING = {"(": ")", "‖": "‖", "|": "|", "⟨": "⟩", "[": "]"}


class Atoms(Marks):
    """The part of the reader that reads the beginning of a factor."""

    def atom(self) -> Part:
        token = self.now
        match token.kind:
            case "number":
                return self.number()
            case "fraction":
                over, under = self.next().text.split("/")
                return Part(Binary("/", Number(int(over)), Number(int(under))))
            case "word":
                return self.word()
            case "raised" if self.ahead(1).text == "√":  # ⁵√t
                return self.root(self.next().text)
            case "end":
                raise self.fail("the line ends where an expression was expected", token)
        if token.kind == "sign":
            match token.text:
                case "(" | "⟨" | "‖" | "|" | "[":
                    return self.fenced()
                case "√":
                    self.next()
                    return self.called("sqrt", [self.factor()])
                case "∑":
                    self.next()
                    return self.sum() if self.now.kind == "lowered" or self.is_sign("_") else self.bare_sum()
                case "∞":
                    self.next()
                    return Part(Name("inf"))
                case "∏":
                    raise self.fail("products over an index are not read: write the factors out", token)
        raise self.fail(f"{token.text} is not expected here", token)

    def number(self) -> Part:
        token = self.next()
        text = token.text
        if len(text) > 30:
            raise self.fail("a number may have 30 digits at most", token)
        lowered = self.now.kind == "lowered" or self.is_sign("_")
        if text in ("0", "1") and lowered and self.now.tight:
            size = self.lower_nodes(Part(Number(0)))
            return self.called("ones" if text == "1" else "zeros", [Part(node) for node in size])
        if text.endswith("j"):
            return Part(Number(complex(text)))
        if "." in text or "e" in text.lower():
            value = float(text)
            if value and not 1e-25 < value < 1e25:
                raise self.fail("this number is too large or too small", token)
            return Part(Number(Fraction(text)))
        return Part(Number(int(text)))

    def fenced(self) -> Part:
        """( ), ‖ ‖, | |, ⟨ , ⟩ and the list [ , ]."""
        opening = self.next()
        closing = _CLOSING[opening.text]
        parts = self.inside(opening, closing)
        if opening.text == "⟨":
            if len(parts) != 2:
                raise self.fail("an inner product reads ⟨x, z⟩", opening)
            if self.is_sign("_") and self.ahead(1).text == "F":
                self.next()
                self.next()
            return self.inner(*parts)
        powered = self.now.kind == "raised" or self.is_sign("^")  # [a + b]² is no list
        if opening.text == "[" and (len(parts) > 1 or not (parts[0].rank or self.is_sign("_") or powered)):
            return self.called("vector", parts)
        if len(parts) > 1:
            raise self.fail("a list is written with square brackets: [a, b]", opening)
        if opening.text in "([":
            return parts[0]
        return self.norm(parts[0]) if opening.text == "‖" else self.bar(parts[0])

    def inner(self, left: Part, right: Part) -> Part:
        if left.rank == right.rank == 2:
            return self.called("dot", [left, right])
        return multiply(left, right, "dot")[0]

    def bar(self, inside: Part) -> Part:
        """|a| of a number, the length of a vector, the determinant of a matrix."""
        if inside.rank == 2:
            self.notes.append(f"|{inside}| is read as the determinant")
            return self.called("det", [inside])
        return self.norm(inside) if inside.rank else self.called("abs", [inside])

    def norm(self, inside: Part) -> Part:
        if self.is_sign("∞") and self.now.tight:
            self.next()
            return Part(Call("norm", (inside.node, Name("inf"))))
        if self.now.kind == "lowered" or self.is_sign("_"):
            (order,) = self.lower_nodes(Part(Number(0)), words=("F", "H", "K", "inf"))[:1] or (Number(2),)
            if order in (Name("H"), Name("K")) or order not in (Number(1), Number(2), Name("F"), Name("inf")):
                raise LanguageError(
                    "the norms here are ‖x‖, ‖x‖_1 and ‖x‖_∞; write ‖f‖² of a function with K"
                )
            if order == Number(2) and inside.rank == 2:
                raise LanguageError(
                    f"‖{inside}‖_2 of a matrix is its largest singular value, which is not read here; "
                    f"‖{inside}‖ and ‖{inside}‖_F are the root of the sum of all squares"
                )
            if order in (Number(1), Name("inf")):
                return Part(Call("norm", (inside.node, order)))
        return self.called("norm", [inside])

    def word(self) -> Part:
        token = self.now
        name = canonical(token.text)
        below = self.lower_text()
        if name == "𝟏":
            self.next()
            return self.sized("ones", (None,))
        if below and name in ("sum", "Sigma"):
            self.next()
            return self.sum()
        for joined in (f"{name}{below}", f"{name}_{below}") if below else ():
            if joined in self.scope.names or joined in self.scope.functions:
                self.next()
                self.lower_skip()
                return self.named(joined)
        if self.ahead(1).text == "¯" and f"{name}bar" in self.scope.names:
            self.next()
            self.next()
            return self.named(f"{name}bar")
        if self.ahead(1).text in MARKS:
            return self.marked(token, name)
        if below == "bar" and name in self.scope.names:
            self.next()
            self.lower_skip()
            return self.barred(self.lettered(name))
        if name in self.scope.functions or is_letter(name, self.scope):
            self.next()
            return self.named(name)
        return self.unscoped(token, name, below)

    def unscoped(self, token: Token, name: str, below: str) -> Part:
        """A word that is no letter here: I, e^…, a function of the language, several letters, a point x_i."""
        if sentence := said(token.text, self.scope.names, self.ahead(1).text == "("):
            raise self.fail(sentence, token)
        if name in ("I", "Id", "eye"):
            self.next()
            if self.is_sign("("):
                return self.called("I", self.arguments())
            return self.sized("I", (None, None))
        if name == "e" and (self.ahead(1).kind == "raised" or self.ahead(1).text in ("^", "**")):
            self.next()
            return self.exponential()
        if name == "e" and below:
            raise self.fail("of which size is the unit vector? write e(i, n), i counted from 0", token)
        if name == "e" and self.ahead(1).text != "(":
            self.next()
            return self.called("exp", [Part(Number(1))])
        if name == "Sigma":
            self.next()
            return self.bare_sum()
        if name == "i":
            self.next()
            self.notes.append("i is read as the imaginary unit")
            return Part(Number(1j))
        if name == "ones" and self.ahead(1).text != "(":
            self.next()
            return self.sized("ones", (None,))
        if name.endswith("bar") and name[:-3] in self.scope.names:
            self.next()
            return self.barred(self.lettered(name[:-3]))
        function = function_name(name, self.scope)
        if function:
            self.next()
            return self.function(function, token)
        capital = name.upper()
        if below and len(name) == 1 and capital != name and self.scope.is_matrix(capital):
            self.next()
            self.notes.append(f"{name}_{below} is read as the row {capital}_{below} of {capital}")
            return self.lettered(capital)
        if self.ahead(1).text == "¯" and len(name) == 1 and capital != name and self.scope.is_matrix(capital):
            self.next()
            self.notes.append(f"{name} is read as a row of {capital}")
            return self.lettered(capital)
        numbered = re.fullmatch(r"([A-Za-z]+)(\d)", name)
        if numbered and numbered[1] in self.scope.names and len(self.scope.shape(Name(numbered[1]))) == 1:
            entry = [Token("word", numbered[1], token.place), Token("lowered", numbered[2], token.place)]
            if numbered[2] == "1" and self.turned_after() and not self.numbered_too(numbered[1]):
                self.undecided = self.crooked = True
                if self.as_ones:
                    entry[1] = Token("word", "𝟏", token.place)
            self.tokens[self.place : self.place + 1] = entry
            return self.word()
        if numbered and numbered[2] == "1" and self.scope.is_matrix(numbered[1]):
            sums = [Token("word", numbered[1], token.place), Token("word", "𝟏", token.place)]
            self.tokens[self.place : self.place + 1] = sums
            return self.word()
        try:
            pieces = self.pieces(token.text)
        except LanguageError as error:
            raise self.fail(error.message, token) from None
        cuts = [
            Token(
                "raised" if self.is_turn(piece) else "word",
                "T" if self.is_turn(piece) else piece,
                token.place,
            )
            for piece in pieces
        ]
        self.tokens[self.place : self.place + 1] = cuts
        return self.word()

    def pieces(self, word: str) -> list[str]:
        """The letters that a word is made of; J1rᵀ and Jr1ᵀ hold the vector of ones."""
        try:
            return cut(word, self.scope, self.ahead(1).text == "(")
        except LanguageError:
            parts = re.fullmatch(r"([A-Za-z]+)1([A-Za-z]*)", word)
            if not parts or not self.turned_after():
                raise
            around = [cut(one, self.scope) if one else [] for one in parts.groups()]
            return [*around[0], "𝟏", *around[1]]

    def numbered_too(self, name: str) -> bool:
        """Has the letter other numbers: x1ᵀx2?"""
        return any(
            token.kind == "word" and re.fullmatch(rf"{name}[02-9]", token.text) for token in self.tokens
        )

    def is_turn(self, piece: str) -> bool:
        return piece in ("T", "t") and piece not in self.scope.names

    def named(self, name: str) -> Part:
        """A letter, or a function of the setting with its arguments."""
        if name in self.scope.functions:
            if not self.is_sign("("):
                raise LanguageError(f"{letter(name)} is a function and needs brackets")
            return self.called(name, self.arguments())
        return self.lettered(name)

    def lettered(self, name: str) -> Part:
        if name in self.counters:
            return Part(self.counters[name].value)
        if self.is_sign("(") and self.now.tight and self.comma_inside():
            said_here = f"{letter(name)} is a letter here, not a function: it takes no arguments"
            entry = f"; an entry is written {letter(name)}_ij, or {letter(name)}[i, j] counted from 0"
            raise LanguageError(said_here + entry * self.scope.is_matrix(name))
        shape = self.scope.shape(Name(name))
        if (
            shape
            and self.is_sign("(")
            and self.now.tight
            and self.ahead(1).kind == "number"
            and self.ahead(2).text == ")"
        ):
            raise LanguageError(f"an entry is written {letter(name)}_1, counted from 1, or {letter(name)}[0]")
        return Part(Name(name), shape)

    def comma_inside(self) -> bool:
        """Does the bracket that opens here hold a comma of its own?"""
        depth = 0
        for token in self.tokens[self.place :]:
            if token.kind == "sign":
                depth += (token.text in "([⟨") - (token.text in ")]⟩")
                if depth == 0:
                    return False
                if depth == 1 and token.text == ",":
                    return True
        return False

    def sized(self, function: str, shape: tuple[None, ...]) -> Part:
        """I, I_n, 𝟏, 𝟏_n."""
        if self.now.kind == "lowered" or self.is_sign("_"):
            size, *more = self.lower_nodes(Part(Number(0)))
            for factor in more if function == "I" and size not in more else ():  # I_{nm} has nm rows
                size = Binary("*", size, factor)
            return self.called(function, [Part(size)])
        return Part(Call(function, ()), shape)
