"""What a profile φ(t), t ≥ 0, is made of, with exact coefficients: waves, decaying exponentials, damped waves."""

from __future__ import annotations

from fractions import Fraction

from ..exactly.algebra import Algebra
from ..exactly.forms import Atom, Form, Product, constant, letter
from ..exactly.reading import Rejected
from ..exactly.signs import bounds
from ..exactly.transforms import Term, Wave

T, I = Atom("x0"), Atom("i")


def least(A: Algebra, P: Form) -> Fraction:
    return Fraction(bounds(A, P).low)


def with_first_rate(terms: list[Term]) -> list[Term]:
    return [term for term in terms if term[2].key == terms[0][2].key]


def before(h: Form, y: Atom, keep: bool = False) -> Form:
    """What stands before a letter, perhaps with it."""
    return Form({tuple(f for f in m if keep or f[0] != y): c for m, c in h.terms.items() if y in dict(m)})


def moves(a: Atom) -> bool:
    """Whether t is in it."""
    return (
        a == T
        or a.kind.startswith("delta")
        or (a.inner is not None and any(moves(b) for m in a.inner.terms for b, _ in m))
    )


def split(m: Product, c: Fraction) -> tuple[Form, list[tuple[Atom, Fraction]]]:
    return Form({tuple(f for f in m if not moves(f[0])): c}), [f for f in m if moves(f[0])]


def wave_heights(P: Form) -> dict[str, Form]:
    """w ↦ the coefficient of exp(iwt); everything else must tend to 0."""
    found: dict[str, Form] = {}
    for m, c in P.terms.items():
        still, moving = split(m, c)
        wave = not moving or (len(moving) == 1 and moving[0][0].kind == "exp" and turns(moving[0][0].inner))
        if wave:
            key = moving[0][0].key if moving else ""
            found[key] = found.get(key, constant(0)) + still
        elif not falls(moving):
            raise Rejected("it neither turns nor decays")
    return found


def only_waves(P: Form) -> bool:
    moving = [split(m, c)[1] for m, c in P.terms.items()]
    return all(not part or (len(part) == 1 and turns(part[0][0].inner)) for part in moving)


def turns(inner: Form | None) -> bool:
    """iwt."""
    return inner is not None and all(dict(m) == {I: 1, T: 1} for m in inner.terms)


def falls(moving: list[tuple[Atom, Fraction]]) -> bool:
    """exp(−at^p) or a hat that ends, times anything of powers; or 1/(c + t^p)."""
    for a, e in moving:
        inner = a.inner
        if a.kind.startswith("delta"):
            return True
        if inner is None:
            continue
        real = {
            m: c for m, c in inner.terms.items() if any(b == T for b, _ in m) and all(b != I for b, _ in m)
        }
        plain = all({b for b, _ in m} == {T} and m[0][1] > 0 for m in real)
        if a.kind == "exp" and real and plain and all(c < 0 for c in real.values()):
            return all(b == T or b.kind == "exp" for b, _ in moving)
        if a.kind == "pos" and plain and real and all(c < 0 for c in real.values()):
            return True
        if a.kind == "base" and e < 0 and plain and real and all(c > 0 for c in inner.terms.values()):
            return len(moving) == 1
    return False


def decaying_terms(P: Form, power: int) -> list[Term]:
    """(c, n, a) for every c·tⁿ exp(−at), or c·t²ⁿ exp(−at²); constants and waves are left out."""
    found: list[Term] = []
    for m, c in P.terms.items():
        still, moving = split(m, c)
        if not moving or (len(moving) == 1 and turns(moving[0][0].inner)):
            continue
        factors = dict(moving)
        n = factors.pop(T, Fraction(0)) / power
        ((a, e),) = factors.items()
        if a.kind != "exp" or e != 1 or a.inner is None or n.denominator != 1 or n < 0:
            raise Rejected("no sum of powers times exponentials")
        if any(dict(k).get(T) != power or I in dict(k) for k in a.inner.terms):
            raise Rejected("another exponent")
        rate = Form({tuple(f for f in k if f[0] != T): -b for k, b in a.inner.terms.items()})
        found.append((still, int(n), rate))
    return found


def damped_terms(A: Algebra, P: Form) -> list[Wave]:
    """(p, q, a, b) for Σ exp(−at)(p cos bt + q sin bt), where c·exp((−a + ib)t) + c′·exp((−a − ib)t) come in pairs."""
    found: dict[tuple[str, str], list[Form]] = {}
    for m, c in P.terms.items():
        still, moving = split(m, c)
        if not moving:
            continue
        ((atom, e),) = moving
        if (
            atom.kind != "exp"
            or e != 1
            or atom.inner is None
            or any(dict(k).get(T) != 1 for k in atom.inner.terms)
        ):
            raise Rejected("no damped wave")
        rate = Form(
            {tuple(f for f in k if f[0] != T): -v for k, v in atom.inner.terms.items() if I not in dict(k)}
        )
        turn = Form(
            {
                tuple(f for f in k if f[0] not in (T, I)): v
                for k, v in atom.inner.terms.items()
                if I in dict(k)
            }
        )
        if not rate.terms:
            continue  # a wave that does not fade
        sign = -1 if turn.terms and turn.leading()[1] < 0 else 1
        turn = turn.scaled(sign)
        entry = found.setdefault((rate.key, turn.key), [constant(0), constant(0), rate, turn])
        entry[0] = entry[0] + still
        if turn.terms:
            entry[1] = entry[1] + A.times(letter("i"), still).scaled(sign)
    return [tuple(entry) for entry in found.values()]
