"""What stands over a letter: x̄ is a mean or a conjugate, f̂ and K̃ are letters of their own."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace

from ..letters import canonical, letter
from ..tree import Number
from .below import Below
from .calls import Calls
from .products import Part
from .tokens import Token
from .words import unknown


@dataclass(frozen=True)
class Mark:
    """Its word, the character, and the endings of names that mean it."""

    word: str
    written: str
    endings: tuple[str, ...]


MARKS = {
    "ˆ": Mark("hat", "\u0302", ("h", "hat", "_hat")),
    "˜": Mark("tilde", "\u0303", ("tilde", "_tilde", "c")),  # K̃ is centred, and Kc its name in the library
}


class Marks(Below, Calls):
    """The part of the reader that reads bars, hats and tildes."""

    @abstractmethod
    def word(self) -> Part:
        """A word: a letter, a function, several letters."""

    @abstractmethod
    def named(self, name: str) -> Part:
        """A letter, or a function of the setting with its arguments."""

    def barred(self, part: Part) -> Part:
        """x̄: the mean of a vector, the mean row of a matrix, the conjugate of a number."""
        what = ("the complex conjugate of", "the mean of", "the mean row of")[part.rank]
        self.notes.append(f"the bar is read as {what} {part}")
        if not part.rank:
            return self.called("conj", [part])
        return self.called("mean", [part, Part(Number(0))][: part.rank])

    def marked(self, token: Token, name: str) -> Part:
        """f̂ is fh, K̃ is Ktilde or Kc, if there are such letters."""
        mark = MARKS[self.ahead(1).text]
        shown = f"{letter(name)}{mark.written}"
        for known in (f"{name}{end}" for end in mark.endings):
            if known in self.scope.names or known in self.scope.functions:
                self.next()
                self.next()
                if letter(known) != shown:
                    self.notes.append(f"{shown} is read as {letter(known)}")
                return self.named(known)
        first, last = token.text[:-1], token.text[-1:]
        if first and len(letter(name)) > 1 and name not in self.scope.names:  # Xŵ
            self.tokens[self.place : self.place + 1] = [replace(token, text=first), replace(token, text=last)]
            return self.word()
        leave = f"type {letter(name)} without the {mark.word} if it is meant, or " * (
            name in self.scope.names
        )
        name_it = f"{leave}give it a name: let {canonical(name)}{mark.endings[0]} = …"
        raise self.fail(f"{unknown(name, self.scope, mark.written).message}; {name_it}", token)
