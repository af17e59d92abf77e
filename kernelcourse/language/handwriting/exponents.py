"""What is raised: ᵀ, ⁻¹, ², ^{-T}, ^+ and powers; where an exponent without brackets ends is said or asked about."""

from __future__ import annotations

from dataclasses import replace

from ..errors import LanguageError
from ..tree import Binary, Call, Name, Number, Unary
from .atoms import Atoms
from .products import Part, inverse, power, transposed
from .tokens import Token, tokens

_TRANSPOSE = frozenset({"T", "t", "top", "′"})
_BRACKETS = "put brackets around it: a^(b²) or (a^b)², a^(n!) or (a^n)!"


class Exponents(Atoms):
    """The part of the reader that reads what stands raised."""

    def positive_part(self) -> bool:
        """(…)₊ or (…)_+, which is max(0, …)."""
        if self.now.kind == "lowered" and self.now.text == "+":
            self.next()
            return True
        if self.is_sign("_") and self.ahead(1).kind == "sign" and self.ahead(1).text == "+":
            self.next()
            self.next()
            return True
        return False

    def factorial(self, part: Part) -> Part:
        """n!, not aⁿ!"""
        if self.ahead(-1).kind == "raised":
            raise self.fail(f"what is the factorial of? {_BRACKETS}", self.now)
        self.next()
        return self.called("factorial", [part])

    def raised_text(self, part: Part, sign: Token) -> Part:
        """ᵀ, ⁻¹, ², ⁻ᵀ, ᵀ²: the small raised signs."""
        text = sign.text
        if text == "T":
            return self.turned(part)
        if text.startswith("T"):
            return self.raised_text(self.turned(part), replace(sign, text=text[1:]))
        if text.endswith("T") and len(text) > 1:
            return self.turned(self.raised_text(part, replace(sign, text=text[:-1] + "1" * (text == "-T"))))
        if text == "H":
            return transposed(self.called("conj", [part]))
        if text == "+":
            return self.plus(part)
        inside = type(self)(text, tokens(text), self.scope)
        inside.counters, inside.depth = self.counters, self.depth
        exponent = inside.expression()
        if inside.now.kind != "end":
            raise self.fail(f"the raised {text} is not read: write it with ^", sign)
        return self.raise_to(part, exponent)

    def plus(self, part: Part) -> Part:
        """A⁺ of a matrix, (1 − t)⁺ of numbers."""
        return self.called("pinv", [part]) if part.rank == 2 else self.called("max", [Part(Number(0)), part])

    def turned(self, part: Part) -> Part:
        if isinstance(part.node, Number) and part.node.value == 1:
            return Part(Call("ones", ()), (None,), row=True)
        return transposed(part)

    def raise_to(self, part: Part, exponent: Part) -> Part:
        found, note = power(part, exponent)
        if note:
            self.notes.append(note)
        return found

    def caret(self, part: Part) -> Part:
        """^T, ^-1, ^{-T}, ^2, ^{…}."""
        special = self.special_exponent()
        if special in _TRANSPOSE and not (special in self.scope.names and not part.rank):
            return self.turned(part)
        if special == "-T":
            return transposed(self.inverted(part))
        if special == "H" or (special == "*" and not part.rank):
            return transposed(self.called("conj", [part]))
        if special == "+":
            return self.plus(part)
        if special:
            raise LanguageError(f"^{special} is not read: write .T, inv(…) or a number after ^")
        return self.raise_to(part, self.exponent())

    def inverted(self, part: Part) -> Part:
        if part.rank == 2:
            self.notes.append(f"{part.held}⁻¹ is read as the inverse matrix")
        return inverse(part)

    def exponent(self) -> Part:
        """What stands after ^: a bracket, or one signed number or letter."""
        if self.now.kind == "sign" and self.now.text in ("-", "+"):
            sign = self.next()
            inside = self.exponent()
            return replace(inside, node=Unary(sign.text, inside.node))
        signed = self.ahead(-1).text in ("-", "+")
        group = self.is_sign("(")
        whole = self.now.kind in ("number", "fraction") or (group and not signed)
        found = self.atom()
        while not whole and (self.now.kind in ("raised", "lowered") or self.is_sign("_")):  # e^-a², e^-x_1²
            if self.turns() or self.opens_root() or (self.is_sign("_") and self.ahead(1).text == "+"):
                break
            found = self.raised_text(found, self.next()) if self.now.kind == "raised" else self.below(found)
        literal = (
            group and isinstance(found.node, Unary) and isinstance(found.node.operand, Number)
        )  # A^(-1)²
        if whole and self.now.kind == "raised" and self.now.tight and not self.turns() and not literal:
            raise self.fail(f"what does the power belong to? {_BRACKETS}", self.now)
        if self.is_sign("!") and group:
            raise self.fail(f"what is the factorial of? {_BRACKETS}", self.now)
        while self.is_sign("!"):
            self.next()
            found = self.called("factorial", [found])
            self.notes.append(f"the factorial is read inside the exponent: {found}")
        if self.is_sign("^") and not self.turned_next():
            self.next()
            return self.raise_to(found, self.exponent())
        return found

    def root(self, degree: str) -> Part:
        """⁵√t is t^(1/5)."""
        self.next()
        index = Number(int(degree)) if degree.isdigit() else Name(degree)
        if degree == "0" or (isinstance(index, Name) and degree not in self.scope.names):
            raise LanguageError("the degree of a root is a number or a letter: write t^(1/5)")
        return self.raise_to(self.factor(), Part(Binary("/", Number(1), index)))

    def turns(self) -> bool:
        """Does ᵀ, ᴴ or ⁺ stand here? It belongs to what was raised, not to the exponent."""
        return self.now.text in ("T", "H", "+")

    def turned_next(self) -> bool:
        """A^-1^T is (A^-1)^T."""
        inside = 2 if self.ahead(1).text == "(" and self.ahead(3).text == ")" else 1
        return self.ahead(inside).text in {"T", "H"} - {*self.scope.names}

    def starred(self, part: Part) -> Part:
        """** as in numpy, entry by entry: of a matrix only a power that is no inverse in disguise."""
        exponent = self.exponent()
        if part.rank == 2 and isinstance(exponent.node, Unary):
            raise LanguageError(
                f"** works entry by entry: write inv({part}) or {part}^-1 for the inverse matrix"
            )
        return Part(Binary("**", part.node, exponent.node), part.shape, part.row)
