"""A form is Σ c·Π atomᵉ with exact coefficients; an atom is a letter, or a function of another form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property

from kernelcourse.language.effort import spend

from .clock import PER_CHARACTER

HALF, ONE = Fraction(1, 2), Fraction(1)
LONGEST_KEY = 100_000  # characters


class TooLong(Exception):
    """The formula has too many terms to be multiplied out."""


class Atom:
    """A letter, or a function of a form; its key is its identity."""

    __slots__ = ("inner", "key", "kind")

    def __init__(self, kind: str, inner: Form | None = None):
        self.kind, self.inner = kind, inner
        self.key = kind if inner is None else f"{kind}({inner.key})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Atom) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


Product = tuple[tuple[Atom, Fraction], ...]


class Form:
    """Σ c·Π atomᵉ."""

    def __init__(self, terms: Mapping[Product, Fraction]):
        self.terms = {m: c for m, c in terms.items() if c}

    @cached_property
    def key(self) -> str:
        parts = sorted(f"{c}·{'·'.join(f'{a.key}^{e}' for a, e in m)}" for m, c in self.terms.items())
        if sum(map(len, parts)) > LONGEST_KEY:  # cos(cos(cos(…))) doubles with every function
            raise TooLong
        whole = " + ".join(parts)
        spend(PER_CHARACTER * len(whole))
        return whole

    def __add__(self, other: Form) -> Form:
        total = dict(self.terms)
        for m, c in other.terms.items():
            total[m] = total.get(m, Fraction(0)) + c
        return Form(total)

    def scaled(self, c: Fraction | int) -> Form:
        return Form({m: c * b for m, b in self.terms.items()})

    def __sub__(self, other: Form) -> Form:
        return self + other.scaled(-1)

    def leading(self) -> tuple[Product, Fraction]:
        """The last term in the order of their letters."""
        return max(self.terms.items(), key=lambda term: [(a.key, e) for a, e in term[0]])

    @property
    def unit(self) -> Form:
        """The same up to a factor > 0: its leading coefficient is ±1."""
        return self.scaled(1 / abs(self.leading()[1])) if self.terms else self

    @property
    def number(self) -> Fraction | None:
        """The rational number that this is, if it is one."""
        return self.terms.get((), Fraction(0)) if not self.terms or set(self.terms) == {()} else None


def constant(c: Fraction | int) -> Form:
    return Form({(): Fraction(c)})


def letter(name: str) -> Form:
    return Form({((Atom(name), ONE),): ONE})


def product(factors: Mapping[Atom, Fraction]) -> Product:
    return tuple(sorted(((a, e) for a, e in factors.items() if e), key=lambda pair: pair[0].key))


def sides_of(P: Form) -> tuple[Form, Form] | None:
    """(g, h) with P = g(x)·h(z) for polynomials in the coordinates: the table of coefficients has rank one."""
    rows: dict[Product, dict[Product, Fraction]] = {}
    for m, c in P.terms.items():
        if any(a.kind[0] not in "xz" for a, _ in m):
            return None
        left, right = (tuple(f for f in m if f[0].kind[0] == side) for side in "xz")
        rows.setdefault(left, {})[right] = c
    first = next(iter(rows.values()))
    if len(rows) < 2 or len(first) < 2:
        return None
    top = next(iter(first))
    ratios = {left: row.get(top, Fraction(0)) / first[top] for left, row in rows.items()}
    g, h = Form(ratios), Form(first)
    whole = {product(dict(m + n)): b * c for m, b in g.terms.items() for n, c in h.terms.items()}
    return (g, h) if Form(whole).key == P.key else None


def is_complex(a: Atom) -> bool:
    return a.inner is not None and "·i^" in a.inner.key


def sides(m: Product) -> set[str]:
    """Which of x and z occur in a product."""
    found: set[str] = set()
    for a, _ in m:
        if a.inner is not None:
            found |= {side for n in a.inner.terms for side in sides(n)}
        elif a.kind[0] in "xz":
            found.add(a.kind[0])
        elif a.kind.startswith("len"):
            found.add(a.kind[3])
        elif not a.kind.startswith(("prime", "pi", "i", "parameter")):
            found |= {"x", "z"}
    return found


def of_single_sides(P: Form) -> bool:
    """c·Π g(x)·Π h(z)."""
    return len(P.terms) == 1 and {len(sides((factor,))) for factor in P.leading()[0]} == {1}


def in_every_term(P: Form, wanted: Callable[[Atom], bool]) -> tuple[dict[Atom, Fraction], Form]:
    """(the powers of wanted letters that are in every term, P without them)."""
    first, *others = map(dict, P.terms)
    found = {a: e for a, e in first.items() if all(a in m for m in others) and wanted(a)}
    shared = {a: min([e, *(m[a] for m in others)]) for a, e in found.items()}
    return shared, Form({product({a: e - shared.get(a, 0) for a, e in m}): c for m, c in P.terms.items()})


def in_one_letter(P: Form) -> tuple[Atom, list[Fraction]]:
    """(t, c₀, c₁, …) of P = Σ cₙ tⁿ; a ValueError if it is no such polynomial."""
    (t,) = {a for m in P.terms for a, _ in m}
    powers = {m[0][1] if m else Fraction(0): c for m, c in P.terms.items()}
    if any(e < 0 or e.denominator != 1 for e in powers):
        raise ValueError("a polynomial was expected")
    return t, [powers.get(Fraction(k), Fraction(0)) for k in range(int(max(powers)) + 1)]
