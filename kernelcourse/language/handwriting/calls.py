"""Functions and their arguments: tr(AB), cos²(t), log x, X.dot(w), and names that other languages use."""

from __future__ import annotations

from ..errors import LanguageError
from ..tree import Binary, Call, Node, Number
from .products import Part, add, divide, power, transposed
from .sums import Sums
from .tokens import Token, tokens

_METHODS = {"inverse": "inv", "diagonal": "diag", "diag": "diag"} | {
    name: name for name in ("inv", "sum", "mean", "trace", "det", "norm", "conj", "max", "min", "var", "std")
}


class Calls(Sums):
    """The part of the reader that reads calls."""

    def called(self, function: str, arguments: list[Part]) -> Part:
        """function(arguments) with its shape; names that other languages use are translated."""
        if any(part.open for part in arguments):
            raise LanguageError("the size of I (or 𝟏) cannot be told from this line: write I_n")
        first, *rest = arguments
        match function, len(arguments):
            case "logdet", 1:
                return self.called("log", [self.called("det", [first])])
            case "dot", 2 if first.rank == 2 and rest[0].rank == 1:  # numpy's dot
                return self.times(first, rest[0], "at")
            case "sum" | "mean", 2 if first.rank == 1 and rest[0].node == Number(0):
                return self.called(function, [first])  # a vector has one axis
            case "matmul", 2:
                how = "at" if first.rank and rest[0].rank else "star"
                return self.times(first, rest[0], how)
            case "multiply" | "power", 2:
                entries = Binary("*" if function == "multiply" else "**", first.node, rest[0].node)
                return Part(entries, self.scope.shape(entries))
            case "matrixpower", 2:
                return power(first, rest[0])[0]
            case "square", 1:
                return Part(Binary("**", first.node, Number(2)), first.shape)
            case "T", 1:
                return transposed(first)
            case (
                "softmax" | "logsumexp" | "softplus" | "relu" | "log1p" | "expm1" | "sech" | "var" | "std",
                1,
            ):
                return self.composed(function, first)
            case "var" | "std", _:
                raise LanguageError(
                    f"{function} is read of all entries: write {function}(x), or mean((x - mean(x))**2)"
                )
        node: Node = Call(function, tuple(part.node for part in arguments))
        return Part(node, self.scope.shape(node))

    def composed(self, function: str, part: Part) -> Part:
        """What has no name here, made of what has: softmax(x) = exp(x)/Σ exp(x)."""
        one, grown = Part(Number(1)), self.called("exp", [part])
        match function:
            case "softmax":
                return divide(grown, self.called("sum", [grown]))
            case "logsumexp":
                return self.called("log", [self.called("sum", [grown])])
            case "softplus":
                return self.called("log", [add("+", one, grown)])
            case "log1p":
                return self.called("log", [add("+", one, part)])
            case "expm1":
                return add("-", grown, one)
            case "sech":
                return divide(one, self.called("cosh", [part]))
            case "var":
                self.notes.append("a variance is read with 1/n, as numpy computes it")
                return self.called(
                    "mean", [self.called("square", [add("-", part, self.called("mean", [part]))])]
                )
            case "std":
                return self.called("sqrt", [self.called("var", [part])])
        return self.called("max", [Part(Number(0)), part])

    def arguments(self) -> list[Part]:
        return self.inside(self.next(), ")")

    def function(self, name: str, token: Token) -> Part:
        """tr(AB), cos²(t), log x, tr AB: without brackets a function takes the factors that follow."""
        raised: Part | None = None
        if self.now.kind == "raised" and self.now.text.isdigit():
            raised = Part(Number(int(self.next().text)))
        elif self.is_sign("^") and self.ahead(1).kind == "number" and self.ahead(1).text.isdigit():
            self.next()
            raised = Part(Number(int(self.next().text)))
        if name == "sum" and self.is_sign("(") and self.generator_inside():
            found = self.generator()
        elif name == "sum" and self.free_index():
            found = self.bare_sum()
        elif self.is_sign("("):
            found = self.called(name, self.arguments())
        elif self.is_sign("["):  # exp[−t²]; of several numbers it is a list
            parts = self.inside(self.next(), "]")
            found = self.called(name, parts if len(parts) == 1 else [self.called("vector", parts)])
        elif self.starts_factor() or self.is_sign("-"):
            found = self.called(name, [self.bare_argument()])
        elif name in ("max", "min") and (self.now.kind == "lowered" or self.is_sign("_")):
            which = "largest" if name == "max" else "smallest"
            raise self.fail(
                f"for the {which} entry of a vector write {name}(x), for |x_i| write {name}(abs(x))", token
            )
        else:
            raise self.fail(
                _bare(name, self.now.kind in ("raised", "lowered") or self.is_sign("^", "_")), token
            )
        return found if raised is None else power(found, raised)[0]

    def bare_argument(self) -> Part:
        argument = self.signed()
        while self.starts_factor() and self.now.kind != "number" and not self.is_function(self.now):
            argument = self.times(argument, self.factor(), "juxtaposed")
        return argument

    def method(self, part: Part, token: Token) -> Part:
        """.T, .transpose(), .dot(B), .sum(), …"""
        if token.text in ("T", "H"):
            return transposed(part if token.text == "T" else self.called("conj", [part]))
        if not self.is_sign("("):
            raise self.fail(f".{token.text} needs brackets: .{token.text}()", token)
        if self.ahead(1).kind == "sign" and self.ahead(1).text == ")":
            self.next()
            self.next()
            return (
                transposed(part) if token.text == "transpose" else self.called(_METHODS[token.text], [part])
            )
        arguments = self.arguments()
        if token.text in ("dot", "matmul") and len(arguments) == 1:
            return self.called("matmul", [part, arguments[0]])
        if token.text in ("sum", "mean") and len(arguments) == 1:
            return self.called(token.text, [part, arguments[0]])
        raise self.fail(f".{token.text}(…) is not read: the methods are .T, .dot(B) and .sum()", token)

    def chosen(self, part: Part, start: int) -> Part:
        """n choose k, the one next to the other: of what is chosen from 2n choose k, and is k² one of them?"""
        before, word = self.tokens[start - 1] if start else None, self.next()
        beside = before is not None and (before.kind != "sign" or before.text in ")]|‖⟩'*/@·×")
        under = self.atom() if self.starts_factor() else None
        more = self.now.kind == "raised" or self.is_sign("^", "!", "**") or self.starts_factor()
        more = more or (self.is_sign("+", "-") and self.now.tight)
        if under is None or beside or more:
            raise self.fail("what is chosen from what? write binom(n, k)", word)
        self.notes.append(f"{part} choose {under} is read as binom({part}, {under})")
        return self.called("binom", [part, under])

    def solved(self, matrix: Part, right: Part) -> Part:
        """A\\b as other languages write A⁻¹b."""
        self.notes.append(f"{matrix}\\{right} is read as the solution of a system: {matrix.held}⁻¹{right}")
        return self.called("solve", [matrix, right])

    def exponential(self) -> Part:
        sign = self.next()
        if sign.kind == "raised":
            transposed = "t" not in self.scope.names  # else the t of eᵗ is a letter
            text = sign.text if transposed else sign.text.replace("T", "t")
            inside = type(self)(text, tokens(text), self.scope)
            inside.counters = self.counters
            return self.grown(inside.expression())
        open_ended = not self.is_sign("(")
        found = self.exponent()
        turned = found.rank and (self.now.text == "T" or self.is_sign("'", "·"))  # e^xᵀz, e^x·z
        more = not self.is_sign("(", "[") and self.starts_factor()
        if open_ended and self.now.tight and (turned or more):
            said = "what belongs to the exponent? write e^(…) with brackets, or a space behind it"
            raise self.fail(said, self.now)  # e^-λt, e^-½‖x−z‖²
        return self.grown(found)

    def grown(self, part: Part) -> Part:
        if part.rank == 2:
            self.notes.append(f"e to the matrix {part} is read entry by entry")
        return self.called("exp", [part])


def _bare(name: str, decorated: bool) -> str:
    """What is said of a function without its bracket: sin⁻¹ is a quotient to some and arcsin to others."""
    if not decorated:
        return f"{name} is a function and needs brackets: {name}(…)"
    if name == "log":
        return "log is the natural logarithm, and is followed by a bracket: write log(a)/log(2), log(a)^(1/2)"
    inverse = f"arc{name}" if name in ("sin", "cos", "tan") else f"the inverse of {name}"
    return f"behind {name} stands a bracket: for a power write {name}(…)^(…); {name}⁻¹ may be {inverse} or 1/{name}"
