"""What a line may refer to: letters with their ranges, definitions, side conditions.

A `Setting` is everything a line may refer to. It is immutable: `let` returns a new one in which a letter has become
an abbreviation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import takewhile

from kernelcourse.language.dimensions import Dimension, Shape
from kernelcourse.language.handwriting import Formula, Scope, read_formula
from kernelcourse.language.letters import letter
from kernelcourse.language.reading import CONSTANTS, LanguageError, parse, parse_relation
from kernelcourse.language.shapes import ShapeError, infer
from kernelcourse.language.tree import (
    Binary,
    Call,
    Name,
    Node,
    Number,
    free_names,
    substitute,
    transform,
    walk,
)

from ..ranges.numbers import IndexLetter, Integer
from ..ranges.range import Range, sizes_of

_BY_HAND = frozenset("²³ᵀ⊤·⋅×")  # signs that numpy does not have: K² is KK, x·z an inner product


@dataclass(frozen=True)
class Setting:
    """The letters (`given`), the abbreviations (`define`, functions included) and the side conditions (`where`)."""

    given: Mapping[str, Range]
    define: Mapping[str, Node] = field(default_factory=dict)
    functions: Mapping[str, tuple[tuple[str, ...], Node]] = field(default_factory=dict)
    where: tuple[tuple[str, Node, Node], ...] = ()

    @cached_property
    def sizes(self) -> tuple[str, ...]:
        """The names of dimensions, in order of appearance."""
        names: dict[str, None] = {}
        for range_ in self.given.values():
            for size in range_.sizes:
                for name in sorted(size.names):
                    names[name] = None
        return tuple(names)

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(self.given) | frozenset(self.sizes) | frozenset(self.define)

    def fresh(self, stem: str, taken: Iterable[str] = ()) -> str:
        """A name that nothing has: x0, x1, …"""
        return next(name for count in range(99) if (name := f"{stem}{count}") not in self.names.union(taken))

    @cached_property
    def shapes(self) -> Mapping[str, Shape]:
        shapes: dict[str, Shape] = {name: range_.shape for name, range_ in self.given.items()}
        whole = frozenset(self.sizes) | {name for name, r in self.given.items() if isinstance(r, Integer)}
        for name, node in self.define.items():
            shapes[name] = infer(node, shapes, whole)
        return shapes

    @cached_property
    def scope(self) -> Scope:
        """What a formula written by hand may refer to."""
        counted = {name for name, range_ in self.given.items() if isinstance(range_, IndexLetter)}
        only = Dimension.name(self.sizes[0]) if len(self.sizes) == 1 else None
        parts = [part for one in self.define.values() for part in walk(one)]
        kron = any(isinstance(part, Call) and part.function == "kron" for part in parts)
        return Scope(
            self.names, self.functions, lambda node: self.shape(self.expand(node)), counted, only, kron
        )

    def formula(self, text: str, size: Dimension | None = None) -> Formula:
        """A line's tree as typed, in numpy's spelling or by hand; `size` is that of an I which does not tell it."""
        plain, by_hand = None, isinstance(text, str) and bool(_BY_HAND & set(text))
        try:
            plain = parse(text, self.names, self.functions)
            self.shape(self.expand(plain))
            if not by_hand:
                return Formula(plain)
        except LanguageError:
            pass
        try:
            return read_formula(text, self.scope if size is None else replace(self.scope, size=size))
        except LanguageError:
            if plain is None:
                raise
            return Formula(plain)  # numpy's spelling; if its shapes do not fit, that is the verdict

    def read(self, text: str) -> Node:
        """A line's tree, with the functions of the setting written out."""
        return self.expand(self.formula(text).node)

    def read_relation(self, text: str) -> tuple[str, Node, Node] | Node:
        found = parse_relation(text, self.names, self.functions)
        if isinstance(found, tuple):
            return found[0], self.expand(found[1]), self.expand(found[2])
        return self.expand(found)

    def expand(self, node: Node, depth: int = 0) -> Node:
        """Functions of the setting replaced by their definitions."""

        def change(part: Node) -> Node:
            if not isinstance(part, Call) or part.function not in self.functions:
                return part
            letters, body = self.functions[part.function]
            if len(letters) != len(part.arguments):
                raise LanguageError(f"{letter(part.function)} takes {len(letters)} arguments")
            return substitute(body, dict(zip(letters, part.arguments, strict=True)))

        return transform(node, change) if self.functions else node

    def shape(self, node: Node, text: str = "") -> Shape:
        whole = frozenset(self.sizes) | {name for name, r in self.given.items() if isinstance(r, Integer)}
        return infer(node, self.shapes, whole, text)

    def let(self, name: str, node: Node) -> Setting:
        """From here on `name` abbreviates `node`."""
        if name in self.sizes or name in CONSTANTS:
            raise LanguageError(f"{letter(name)} is a size, it cannot be given another meaning")
        if name in self.depends(node):
            raise LanguageError(f"{letter(name)} appears on both sides: use a new letter")
        shape = self.shape(node)
        if name in self.shapes and self.shapes[name] != shape:
            from kernelcourse.language.dimensions import shape_text

            raise ShapeError(
                f"{letter(name)} is {shape_text(self.shapes[name])}; what you put for it is {shape_text(shape)}"
            )
        earlier = set(takewhile(lambda key: key != name, self.define))
        if self.depends(node) & self.define.keys() <= earlier:  # in its old place: later ones may mention it
            return replace(self, define={**self.define, name: node})
        return replace(
            self, define={key: value for key, value in self.define.items() if key != name} | {name: node}
        )

    def only(self, names: frozenset[str]) -> Setting:
        """Without the letters that neither these names nor the side conditions depend on; every size in use stays."""
        kept = names | self.depends(*(side for _, *both in self.where for side in both))
        given = {name: range_ for name, range_ in self.given.items() if name in kept}
        for size in self.sizes:
            if size in kept and size not in sizes_of(given.values()):
                along = [name for name, range_ in self.given.items() if size in sizes_of([range_])]
                plainest = min(along, key=lambda name: len(self.given[name].shape))
                given[plainest] = self.given[plainest]
        for name, range_ in self.given.items():
            if range_.ties_sizes and len(sizes_of([range_]) & sizes_of(given.values())) > 1:
                given[name] = range_
        define = {name: node for name, node in self.define.items() if name in kept}
        return replace(self, given=given, define=define)

    def possible(self, sizes: Mapping[str, int]) -> bool:
        """Whether every letter whose sizes these are has a value."""
        concerned = (range_ for range_ in self.given.values() if sizes_of([range_]) <= sizes.keys())
        return self.within_bounds(sizes) and all(range_.possible(sizes) for range_ in concerned)

    def within_bounds(self, sizes: Mapping[str, int]) -> bool:
        """Whether sizes that are whole numbers from here to there are."""
        ends = ((size, self.given[name].bounds) for name, size in sizes.items() if name in self.given)
        return all(bounds is None or bounds[0] <= size <= bounds[1] for size, bounds in ends)

    def sizes_of(self, names: Iterable[str]) -> frozenset[str]:
        """The sizes in the shapes of these letters."""
        return sizes_of(self.given[name] for name in names if name in self.given)

    def depends(self, *nodes: Node) -> frozenset[str]:
        """All letters an expression depends on, those of its abbreviations included."""
        found: set[str] = set()
        open_ = [name for node in nodes for name in free_names(node)]
        while open_:
            name = open_.pop()
            if name not in found:
                found.add(name)
                open_.extend(free_names(self.define[name]) if name in self.define else ())
        return frozenset(found)


@lru_cache(maxsize=4096)
def plain(node: Node) -> Node:
    """‖v‖² written as v·v and |z|² as z̄ z, which are rational and differentiable at 0."""

    def change(part: Node) -> Node:
        match part:
            case Binary(op="**", left=Call(function="norm", arguments=(inside,)), right=Number(value=2)):
                return Call("dot", (Call("conj", (inside,)), inside), span=part.span)
            case Binary(op="**", left=Call(function="abs", arguments=(inside,)), right=Number(value=2)):
                return Binary("*", Call("conj", (inside,)), inside, span=part.span)
            case Binary(op="**", left=Call(function="norm", arguments=(inside,)), right=Number(value=4)):
                square = Call("dot", (Call("conj", (inside,)), inside), span=part.span)
                return Binary("**", square, Number(2), span=part.span)
        return part

    return transform(node, change)


__all__ = ["Name", "Setting", "plain"]
