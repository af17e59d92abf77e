"""One step: a line is judged against the line before it, and becomes the line before the next one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial

from kernelcourse.language.dimensions import shape_text
from kernelcourse.language.letters import letter
from kernelcourse.language.reading import LanguageError
from kernelcourse.language.shapes import ShapeError
from kernelcourse.language.tree import Name, Node, Number, free_names

from .equality import judge_equality
from .equations import judge_equation
from .inequalities import judge_inequality
from .limits import judge_limit
from .lines import Line
from .minimise import judge_minimiser
from .outcome import PREVIOUS, THIS, Outcome, Verdict, Warrant
from .quantities import Gradient, Quantity
from .samples import Samples
from .smooth import judge_corners
from .solutions import Equation
from .symbols import Setting

_GIVEN = Warrant("given, nothing is claimed")


@dataclass(frozen=True)
class State:
    """What has been reached: the letters as they now stand, the current expression or equation, the unknown."""

    setting: Setting
    expression: Quantity | None = None
    equation: Equation | None = None
    objective: Quantity | None = None
    unknown: tuple[str, ...] = ()


@dataclass(frozen=True)
class Step:
    """The state after a line, the two quantities it compared (for the diagnosis), and its verdict, once asked for."""

    judged: Outcome | Callable[[], Outcome]
    state: State
    left: Quantity | None = None
    right: Quantity | None = None
    nodes: tuple[Node, ...] = ()
    claim: str = ""

    @cached_property
    def outcome(self) -> Outcome:
        if isinstance(self.judged, Outcome):
            return self.judged
        try:
            return self.judged()
        except OverflowError:
            return Outcome(Verdict.OPEN, "could not decide: the numbers become too large to compute with")
        except ShapeError as error:
            return Outcome(Verdict.REFUTED, str(error), kind="shape")


def take(line: Line, state: State, samples: Samples) -> Step:
    """Read one line. Text that cannot be read raises LanguageError; shapes that do not fit are a verdict."""
    try:
        for name, text in line.let.items():
            if name in state.setting.define:
                outcome = _same_meaning(name, text, state.setting, samples)
                if not outcome.accepted:
                    return Step(outcome, state)
        setting = _lets(line.let, state.setting)
        return _Taker(line, replace(state, setting=setting), samples).take()
    except ShapeError as error:
        return Step(Outcome(Verdict.REFUTED, str(error), kind="shape"), state)


def _same_meaning(name: str, text: str, setting: Setting, samples: Samples) -> Outcome:
    """A letter that already abbreviates something can only be given an equal expression."""
    old, new = Quantity(setting.define[name], setting), Quantity(setting.read(text), setting)
    return judge_equality(old, new, samples, (f"{letter(name)} so far", f"{letter(name)} now"))


def _lets(lets: Mapping[str, str], setting: Setting) -> Setting:
    for name, text in lets.items():
        if name in setting.functions:
            raise LanguageError(f"{letter(name)} is already a function here")
        setting = setting.let(name, setting.read(text))
    return setting


class _Taker:
    def __init__(self, line: Line, state: State, samples: Samples):
        self.line, self.state, self.samples = line, state, samples
        self.setting = state.setting
        if state.expression is not None:  # the letters may have a new meaning since that line
            self.state = replace(state, expression=Quantity(state.expression.node, self.setting))
        if state.objective is not None:
            self.state = replace(self.state, objective=Quantity(state.objective.node, self.setting))
        if state.equation is not None:
            self.state = replace(self.state, equation=replace(state.equation, setting=self.setting))

    def take(self) -> Step:
        return getattr(self, f"take_{self.line.kind}")()

    def read(self, text: str) -> Quantity:
        node = self.setting.read(text)
        self.setting.shape(node, text)
        return Quantity(node, self.setting)

    def known(self, name: str) -> str:
        """A letter that may be differentiated, solved for or minimised over."""
        if name not in self.setting.given:
            listed = ", ".join(letter(one) for one in self.setting.given)
            raise LanguageError(f"{letter(name)[:40]} is not one of the given letters; they are {listed}")
        if name in self.setting.define:
            raise LanguageError(
                f"{letter(name)} now abbreviates another expression: name the letter it depends on"
            )
        return name

    def take_start(self) -> Step:
        this = self.read(self.line.text)
        state = State(self.setting, this, None, this, self.state.unknown)
        return Step(
            Outcome(Verdict.PROVED, "the starting point", "", warrant=_GIVEN), state, nodes=(this.node,)
        )

    def take_let(self) -> Step:
        names = ", ".join(letter(name) for name in self.line.let)
        nodes = tuple(self.setting.define[name] for name in self.line.let)
        return Step(
            Outcome(Verdict.PROVED, f"{names} stands for this from here on", "let", warrant=_GIVEN),
            self.state,
            nodes=nodes,
        )

    def take_equality(self) -> Step:
        if self.state.equation is not None and self.line.relation in (
            "",
            "=",
            "iff",
            "implies",
            "implied by",
        ):
            return self.take_solution()
        this = self.read(self.line.text)
        previous = self.state.expression
        state = State(self.setting, this, None, this, self.state.unknown)
        if previous is None:
            return Step(
                Outcome(Verdict.PROVED, "the starting point", "", warrant=_GIVEN), state, nodes=(this.node,)
            )
        sign = self.line.relation if self.line.relation in ("<=", ">=", "<", ">") else "="
        if sign == "=":
            judged = partial(judge_equality, previous, this, self.samples, (PREVIOUS, THIS))
        else:
            judged = partial(judge_inequality, previous, sign, this, self.samples, (PREVIOUS, THIS))
        return Step(judged, state, previous, this, (this.node,), sign)

    def take_solution(self) -> Step:
        """After an equation, `is` reads unknown = expression."""
        assert self.state.equation is not None
        unknown = self.line.letters or self.state.equation.unknown
        if len(unknown) != 1:
            raise LanguageError("after an equation in several unknowns, write the next equation out in full")
        line = replace(self.line, kind="equation", sides=(unknown[0], self.line.text), letters=unknown)
        return _Taker(line, self.state, self.samples).take_equation()

    def take_gradient(self) -> Step:
        this = self.read(self.line.text)
        name = self.known(self.line.letters[0])
        source = self.read(self.line.of) if self.line.of else self.state.expression
        state = State(self.setting, this, None, source, (name,))
        if source is None:
            return Step(
                Outcome(Verdict.OPEN, "could not decide: there is no expression to differentiate"), state
            )
        if source.shape:
            why = f"only a number has a gradient here; the previous line is {shape_text(source.shape)}"
            return Step(Outcome(Verdict.REFUTED, why, "gradient", kind="shape"), state)
        gradient = Gradient(source.node, self.setting, wrt=name)
        if gradient.shape != this.shape:
            shapes = shape_text(gradient.shape), shape_text(this.shape)
            why = f"the gradient in {letter(name)} is {shapes[0]}; this line is {shapes[1]}"
            return Step(
                Outcome(Verdict.REFUTED, why, "gradient", kind="shape"), state, gradient, this, (this.node,)
            )

        def judged() -> Outcome:
            found = judge_equality(gradient, this, self.samples, ("the gradient", THIS))
            return judge_corners(replace(found, relation="gradient"), source, name, self.samples)

        return Step(judged, state, gradient, this, (this.node,), "gradient")

    def take_equation(self) -> Step:
        left, right = (self.read(side) for side in self.line.sides)
        if left.shape != right.shape and right.node != Number(0) and left.node != Number(0):
            why = f"{left} is {shape_text(left.shape)}; {right} is {shape_text(right.shape)}: they cannot be equal"
            return Step(Outcome(Verdict.REFUTED, why, kind="shape"), self.state)
        if left.node == Number(0):
            left, right = right, left
        previous = self.state.equation
        unknown = tuple(self.known(name) for name in self.line.letters)
        unknown = unknown or (previous.unknown if previous else ()) or self.state.unknown
        unknown = unknown or self._guess(left.node, right.node)
        this = Equation(left.node, right.node, self.setting, unknown)
        state = State(self.setting, None, this, self.state.objective, unknown)
        nodes = (left.node, right.node)
        if previous is None and self.state.expression is None:
            return Step(Outcome(Verdict.PROVED, "the starting point", "", warrant=_GIVEN), state, nodes=nodes)
        if previous is None:
            assert self.state.expression is not None
            previous = Equation(self.state.expression.node, Number(0), self.setting, unknown)
        else:
            previous = replace(previous, unknown=unknown)
        claim = self.line.relation if self.line.relation in ("iff", "implies", "implied by") else "iff"
        before = self.state.expression  # an objective, where its gradient was meant? say how it was read
        mixed = before is not None and before.shape == () != left.shape

        def judged() -> Outcome:
            found = judge_equation(previous, this, claim, self.samples)
            if found.verdict == Verdict.REFUTED and mixed:
                return replace(found, why=f"{found.why} (the line before is no equation: read as … = 0)")
            return found

        first = Quantity(previous.residual, self.setting)
        second = Quantity(this.residual, self.setting)
        return Step(judged, state, first, second, nodes, claim)

    def _guess(self, *nodes: Node) -> tuple[str, ...]:
        """Without a stated unknown: the left side, if it is a letter."""
        if isinstance(nodes[0], Name) and nodes[0].id in self.setting.given:
            return (self.known(nodes[0].id),)
        raise LanguageError('say which letter is unknown: unknown = "…"')

    def take_inequality(self) -> Step:
        left, right = (self.read(side) for side in self.line.sides)
        sign = self.line.relation if self.line.relation in ("<=", ">=", "<", ">") else "<="
        judged = partial(judge_inequality, left, sign, right, self.samples, ("left", "right"))
        return Step(judged, self.state, left, right, (left.node, right.node), sign)

    def take_minimiser(self, sign: float = 1.0) -> Step:
        name = self.known(self.line.letters[0])
        value = self.read(self.line.text)
        objective = self.read(self.line.of) if self.line.of else self.state.expression or self.state.objective
        if self.state.equation is not None and not self.line.of:
            objective = self.state.objective
        if value.shape != self.setting.shapes[name]:
            why = f"{letter(name)} is {shape_text(self.setting.shapes[name])}; this is {shape_text(value.shape)}"
            return Step(Outcome(Verdict.REFUTED, why, kind="shape"), self.state)
        if objective is None or objective.shape:
            return Step(Outcome(Verdict.OPEN, "could not decide: there is no number to minimise"), self.state)
        if name in self.setting.depends(value.node):
            raise LanguageError(f"{letter(name)} appears in its own minimiser")
        judged = partial(judge_minimiser, objective, name, value, self.samples, sign)
        after = self.setting.let(name, value.node)
        state = State(after, Quantity(objective.node, after), None, Quantity(objective.node, after))
        return Step(judged, state, None, value, (value.node,), "minimiser")

    def take_maximiser(self) -> Step:
        return self.take_minimiser(-1.0)

    def take_limit(self) -> Step:
        name = self.line.letters[0]
        if name not in self.setting.names:
            raise LanguageError(f"{letter(name)[:40]} is not one of the letters here")
        this = self.read(self.line.text)
        previous = self.state.expression
        state = State(self.setting, this, None, this, self.state.unknown)
        if previous is None:
            return Step(
                Outcome(Verdict.OPEN, "could not decide: there is no expression before this limit"), state
            )
        if previous.shape != this.shape:
            why = f"the previous line is {shape_text(previous.shape)}; this line is {shape_text(this.shape)}"
            return Step(
                Outcome(Verdict.REFUTED, why, "limit", kind="shape"), state, previous, this, (this.node,)
            )
        moves = name in self.setting.depends(previous.node)
        if not moves and name not in self.setting.depends(this.node):
            raise LanguageError(
                f"{letter(name)} appears in neither line: there is nothing to take a limit of"
            )
        if self.line.to not in ("", "inf", "∞"):
            try:
                float(self.line.to)
            except ValueError:
                raise LanguageError(f"to = {self.line.to!r} must be a number or inf") from None
        pair = (previous, this) if moves else (this, previous)
        judged = partial(judge_limit, *pair, name, self.line.to, self.samples, moves)
        return Step(judged, state, previous, this, (this.node,), "limit")


__all__ = ["State", "Step", "free_names", "take"]
