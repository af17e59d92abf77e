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
from .exponents import Exponents
from .latex import LEFT_DIVISION, without_latex
from .ones import Ones, either
from .products import Part, add, divide
from .scope import Formula, Scope
from .tokens import tokens

LONGEST = 2000  # characters
LARGEST = 800  # nodes
MOST_FACTORS = 100  # of one product
_PRODUCTS = {"*": "star", "@": "at", "·": "dot", "×": "cross"}
_ANGLES = re.compile(r"<([^<>=]*,[^<>=]*)>")
_STYLED = re.compile("[\U0001d400-\U0001d7cb]")  # mathematical letters; 𝟏 and other digits stay
_BRACELESS = re.compile(r"((?:[Ss]um|prod|[Σ∑∏])\s*)_\s*([A-Za-z])\s*=\s*([-+]?\w+)\s*(?=\^)")
_TURNED = r"(?=\s*(?:[ᵀ⊤⊺'′]|\.T\b|\^\s*[({]?\s*[T⊤ᵀ](?![A-Za-z])))"
_ONES = re.compile(rf"(?:(?<![\d.])11|(?<![\w.])1\s+1){_TURNED}")  # 𝟏𝟏ᵀ, not eleven
_A_ROW = re.compile(rf"((?:\^|\*\*)\s*[-+]?\s*)?(?<![\w.])1{_TURNED}")  # q 1ᵀ, q 1^T; not A^-1ᵀ
_BRACKET = re.compile(r"[⟨<]([^⟨⟩<>=|,]*)\|([^⟨⟩<>=|,]*)[⟩>]")  # ⟨x|z⟩
_WIDE = str.maketrans(
    {chr(0xFEE0 + code): chr(code) for code in range(0x21, 0x7F)}
)  # （ ＋ ＝ as an Asian keyboard has
_WIDE |= str.maketrans({"\u3000": " ", "∛": " ³√", "∜": " ⁴√"})
_MARKED = re.compile("[À-\u1fff]")  # a letter and its bar, hat or tilde in one character
_MARKS = ("\u0304", "\u0302", "\u0303")
_AXIS = re.compile(r"\b(?:axis|ord)\s*=\s*")


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


def _apart(found: re.Match[str]) -> str:
    """ȳ is y and a bar, ŵ is w and a hat."""
    apart = unicodedata.normalize("NFD", found[0])
    return apart if len(apart) == 2 and apart[1] in _MARKS else found[0]


def _ones_turned(found: re.Match[str]) -> str:
    return found[0] if found[1] else " 𝟏"


def tidied(text: str) -> str:
    """LaTeX as plain characters, <x, z> as ⟨x, z⟩, `sum_i=1^n` with its braces."""
    apart = _MARKED.sub(_apart, _STYLED.sub(_upright, text.translate(_WIDE)))
    plain = _ANGLES.sub(r"⟨\1⟩", _BRACKET.sub(r"⟨\1,\2⟩", without_latex(apart)))
    return _AXIS.sub("", _A_ROW.sub(_ones_turned, _ONES.sub(" 𝟏𝟏", _BRACELESS.sub(r"\1_{\2=\3}", plain))))


class _Reader(Exponents, Ones):
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
        start = self.place
        part = self.atom()
        while True:
            sign = self.now
            if sign.kind == "word" and sign.text == "choose" and sign.text not in self.scope.names:
                return self.chosen(part, start)
            if sign.kind == "raised" and not self.opens_root():
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
                part = self.factorial(part)
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


__all__ = ["Formula", "Scope", "read_formula"]
