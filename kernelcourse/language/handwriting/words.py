"""Where one letter ends and the next begins: `Xw` is X·w and `alpha` one letter, if those are the letters in scope."""

from __future__ import annotations

from ..errors import LanguageError
from ..functions import CONSTANTS, FUNCTIONS, proper_name
from ..letters import canonical, letter
from .scope import Scope

_OTHER_NAMES = {
    "mm": "matmul", "sqr": "square", "slogdet": "logdet", "transpose": "T", "vdot": "dot", "logistic": "sigmoid",
    "expit": "sigmoid", "ReLU": "relu", "pow": "power", "avg": "mean", "variance": "var", "Var": "var",
}  # fmt: skip
_COMPOSED = frozenset(
    "matmul multiply power matrixpower square logdet T softmax logsumexp softplus relu log1p expm1 sech var std".split()
)  # what other languages have
_MOST = 40  # characters of a word that is cut


def function_name(word: str, scope: Scope) -> str:
    """The function that a word names here, or nothing."""
    if word in scope.functions:
        return word
    if word in scope.names:
        return ""
    name = proper_name(_OTHER_NAMES.get(word, word), by_hand=True)
    return name if (name in FUNCTIONS or name in _COMPOSED) and name != "vector" else ""


def _names_alone(head: str, scope: Scope) -> bool:
    """May letters follow it without a bracket: trAB? Not so after an English word: squared is no square(d)."""
    return function_name(head, scope) not in ("", *_COMPOSED - {"logdet"})


def is_letter(word: str, scope: Scope) -> bool:
    return word in scope.names or word in CONSTANTS


def cut(word: str, scope: Scope, before_bracket: bool = False) -> list[str]:
    """The letters a word is made of; T and t between letters is a transpose. LanguageError if there are two ways.

    Before a bracket the last of them may be a function: Kdiag(α).
    """
    if len(word) > _MOST:
        raise unknown(word, scope)
    ways = [
        way
        for way in _ways(word, scope, {}, before_bracket)
        if way[0] in scope.names or way[0] not in ("T", "t")
    ]
    if not ways and word[0] == "i" and word[1:] and "i" not in scope.names:
        return ["i", *cut(word[1:], scope, before_bracket)]  # the imaginary unit stands in front: e^{ia}
    if not ways:
        raise unknown(word, scope)
    fewest = min(map(len, ways))
    best = [way for way in ways if len(way) == fewest]
    if len(best) > 1:
        shown = " or ".join("·".join(map(letter, way)) for way in best[:2])
        raise LanguageError(f"{word} can be read as {shown}: put a space or a sign between the letters")
    return best[0]


def _ways(word: str, scope: Scope, done: dict[str, list[list[str]]], bracket: bool) -> list[list[str]]:
    if not word:
        return [[]]
    if word not in done:
        found = []
        for end in range(1, len(word) + 1):
            head = canonical(word[:end])
            letters = is_letter(head, scope) or (head == "I" and "I" not in scope.names)
            opens = (
                end > 1
                and head != "e"
                and bool(function_name(head, scope))
                and (bracket if end == len(word) else _names_alone(head, scope))
            )
            turn = head in ("T", "t") and head not in scope.names
            if letters or opens or turn:
                found += [[head, *rest] for rest in _ways(word[end:], scope, done, bracket)]
        done[word] = found[:20]
    return done[word]


def unknown(word: str, scope: Scope, mark: str = "") -> LanguageError:
    name = canonical(word)
    shown = (
        ", ".join(sorted((letter(known) for known in scope.names), key=lambda one: (one.lower(), one)))
        or "none"
    )
    return LanguageError(f"{letter(name)[:40]}{mark} is not one of the letters here; the letters are {shown}")
