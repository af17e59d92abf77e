"""A formula read by hand's rules: products without a sign, bars, raised and lowered signs, Σ with its limits.

    formula := [sign] term {± term}
    term    := factor {· factor | factor}          a factor may follow another without a sign
    factor  := atom {ᵀ, ⁻¹, ², ', .T, [i]}

Every step builds the tree and its shape together, so that shapes decide what a product is.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from ..errors import LanguageError
from ..tree import Binary, Call, Number, Unary, walk
from .atoms import Atoms
from .latex import LEFT_DIVISION, without_latex
from .ones import Ones, either
from .products import Part, add, divide, inverse, power, transposed
from .scope import Formula, Scope
from .tokens import Token, tokens

LONGEST = 2000  # characters
LARGEST = 800  # nodes
MOST_FACTORS = 100  # of one product
_PRODUCTS = {"*": "star", "@": "at", "·": "dot", "×": "cross"}
_ANGLES = re.compile(r"<([^<>=]*,[^<>=]*)>")
_STYLED = re.compile("[\U0001d400-\U0001d7cb]")  # mathematical letters; 𝟏 and other digits stay
_BRACELESS = re.compile(r"((?:[Ss]um|prod|[Σ∑∏])\s*)_\s*([A-Za-z])\s*=\s*([-+]?\w+)\s*(?=\^)")
_TURNED = r"(?=\s*(?:[ᵀ⊤⊺'′]|\.T\b|\^\s*[({]?\s*[T⊤ᵀ](?![A-Za-z])))"
_ONES = re.compile(rf"(?:(?<![\d.])11|(?<![\w.])1\s+1){_TURNED}")  # 𝟏𝟏ᵀ, not eleven
_A_ROW = re.compile(rf"(?<![\w.])1{_TURNED}")  # q 1ᵀ, q 1^T
_BRACKET = re.compile(r"[⟨<]([^⟨⟩<>=|,]*)\|([^⟨⟩<>=|,]*)[⟩>]")  # ⟨x|z⟩
_BARRED = re.compile("[āēīōūȳĀĒĪŌŪȲ]")  # a letter and its bar in one character
_AXIS = re.compile(r"\b(?:axis|ord)\s*=\s*")
_TRANSPOSE = frozenset({"T", "t", "top", "′"})


def read_formula(text: str, scope: Scope) -> Formula:
    """The tree of a formula and what had to be decided to read it; LanguageError says what to type instead."""
    if not isinstance(text, str) or not text.strip():
        raise LanguageError("the line is empty")
    if len(text) > LONGEST:
        raise LanguageError(f"this line has {len(text)} characters; the longest a line may be is {LONGEST}")
    plain = tidied(text)
    return either(lambda: _Reader(plain, tokens(plain), scope))


def _upright(found: re.Match[str]) -> str:
    """𝐗 and 𝑤 are X and w."""
    return unicodedata.normalize("NFKC", found[0])


def tidied(text: str) -> str:
    """LaTeX as plain characters, <x, z> as ⟨x, z⟩, `sum_i=1^n` with its braces."""
    apart = _BARRED.sub(lambda found: unicodedata.normalize("NFD", found[0]), _STYLED.sub(_upright, text))
    plain = _ANGLES.sub(r"⟨\1⟩", _BRACKET.sub(r"⟨\1,\2⟩", without_latex(apart)))
    return _AXIS.sub("", _A_ROW.sub(" 𝟏", _ONES.sub(" 𝟏𝟏", _BRACELESS.sub(r"\1_{\2=\3}", plain))))


class _Reader(Atoms, Ones):
    def formula(self) -> tuple[Part, Formula]:
        part = self.expression().closed(self.scope.size)
        if self.is_sign(",") and self.ahead(-1).kind == self.ahead(1).kind == "number":
            raise self.fail("a number is written with a point: 0.5", self.now)
        if self.now.kind != "end":
            raise self.fail(
                f"{'=' if self.now.text == '≔' else self.now.text} is not expected here", self.now
            )
        if any(isinstance(node, Call) and not node.arguments for node in walk(part.node)):
            raise LanguageError("the size of I (or 𝟏) cannot be told from this line: write I_n")
        if sum(1 for _ in walk(part.node)) > LARGEST:
            raise LanguageError(f"the expression has more than {LARGEST} parts")
        return part, Formula(part.node, tuple(dict.fromkeys(self.notes)), by_hand=True)

    def expression(self) -> Part:
        self.deeper()
        total = self.term()
        while self.now.kind == "sign" and self.now.text in ("+", "-"):
            sign = self.next()
            total = add(sign.text, total, self.term())
        self.depth -= 1
        return total

    def term(self) -> Part:
        product = self.signed()
        before = product if self.is_one(product) else None
        for _ in range(MOST_FACTORS):
            sign = self.now
            if sign.kind == "sign" and sign.text in _PRODUCTS:
                self.next()
                product, before = self.joined(product, self.signed(), _PRODUCTS[sign.text], before)
            elif sign.kind == "sign" and sign.text == "⊙":
                self.next()
                right = self.signed()
                product = replace(add("+", product, right), node=Binary("*", product.node, right.node))
            elif sign.kind == "sign" and sign.text == "⊗":
                self.next()
                right = self.signed()
                outer = product.rank == right.rank == 1 and not self.scope.kronecker
                product = self.called("outer" if outer else "kron", [product, right])
            elif sign.kind == "sign" and sign.text == LEFT_DIVISION:
                self.next()
                product = self.solved(product, self.signed())
            elif sign.kind == "sign" and sign.text == "/":
                self.next()
                product = divide(product, self.denominator(product))
            elif self.starts_factor():
                one = self.now.kind == "number" and self.now.text == "1"
                self.undecided |= one and not product.rank
                if one and (
                    product.rank == 2
                    or product.row
                    or self.turned_after()
                    or (self.as_ones and not product.rank)
                ):
                    self.tokens[self.place] = replace(self.now, kind="word", text="𝟏")  # K1, the sums of rows
                elif self.now.kind == "number":
                    raise self.fail(
                        "a number after a factor: write 2x with the number in front, or x^2", self.now
                    )
                product, before = self.joined(product, self.factor(), "juxtaposed", before)
            else:
                return product
        raise self.fail(f"a product has at most {MOST_FACTORS} factors", self.now)

    def denominator(self, over: Part) -> Part:
        """After a slash: in ‖x − z‖²/2σ² all of 2σ² is below, 1/2x is asked about."""
        simple = self.now.kind in ("number", "word")
        under = self.signed()
        while simple and self.now.kind == "word" and self.now.tight and not self.is_function(self.now):
            if isinstance(over.node, Number):
                raise self.fail("what is below the slash? write 1/(2x), or (1/2)x", self.now)
            under = self.times(under, self.factor(), "juxtaposed")
            self.notes.append(f"everything up to the next sign is read below the slash: /({under})")
        loose = simple and self.now.kind == "word" and not self.is_function(self.now)
        if loose and isinstance(under.node, Number) and not isinstance(over.node, Number):
            raise self.fail(
                f"what is below the slash? write …/({under} {self.now.text}), or (…/{under}) {self.now.text}",
                self.now,
            )
        return under

    def signed(self) -> Part:
        if self.now.kind == "sign" and self.now.text in ("+", "-"):
            self.deeper()
            sign = self.next()
            inside = self.signed()
            self.depth -= 1
            return replace(inside, node=Unary(sign.text, inside.node))
        return self.factor()

    def factor(self) -> Part:
        part = self.atom()
        while True:
            sign = self.now
            if sign.kind == "raised":
                self.next()
                part = self.raised_text(part, sign)
            elif sign.kind == "sign" and sign.text == "^":
                self.next()
                part = self.caret(part)
            elif sign.kind == "sign" and sign.text == "**":
                self.next()
                part = self.starred(part)
            elif sign.kind == "sign" and sign.text in ("'", "†"):
                self.next()
                part = self.turned(part) if sign.text == "'" else self.called("pinv", [part])
            elif sign.kind == "sign" and sign.text == "¯":
                self.next()
                part = self.barred(part)
            elif sign.kind == "sign" and sign.text == "!":
                self.next()
                part = self.called("factorial", [part])
            elif sign.kind == "method":
                self.next()
                part = self.method(part, sign)
            elif sign.kind == "sign" and sign.text == "[" and sign.tight:
                part = self.bracket_index(part)
            elif self.positive_part():
                part = self.called("max", [Part(Number(0)), part])
            elif sign.kind == "lowered" or (sign.kind == "sign" and sign.text == "_"):
                part = self.below(part)
            else:
                return part

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
        inside = _Reader(text, tokens(text), self.scope)
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
        whole = self.now.kind in ("number", "fraction") or (self.is_sign("(") and not signed)
        found = self.atom()
        while not whole and (self.now.kind in ("raised", "lowered") or self.is_sign("_")):  # e^-a², e^-x_1²
            if self.now.text in ("T", "H", "+") or (self.is_sign("_") and self.ahead(1).text == "+"):
                break
            found = self.raised_text(found, self.next()) if self.now.kind == "raised" else self.below(found)
        if self.now.kind == "sign" and self.now.text == "^":
            self.next()
            return self.raise_to(found, self.exponent())
        return found

    def starred(self, part: Part) -> Part:
        """** as in numpy, entry by entry: of a matrix only a power that is no inverse in disguise."""
        exponent = self.exponent()
        if part.rank == 2 and isinstance(exponent.node, Unary):
            raise LanguageError(
                f"** works entry by entry: write inv({part}) or {part}^-1 for the inverse matrix"
            )
        return Part(Binary("**", part.node, exponent.node), part.shape, part.row)


__all__ = ["Formula", "Scope", "read_formula"]
