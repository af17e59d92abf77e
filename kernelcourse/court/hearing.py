"""One hearing of the prover: read the formula, follow its shape, and check that it is defined everywhere it must be."""

from __future__ import annotations

from dataclasses import replace

from kernelcourse.language.reading import Node
from kernelcourse.validity import Certificate

from .algebra.algebras import Reading, normal_form
from .algebra.identities import NotReal
from .algebra.normal_form import TooLarge
from .closure import Closure
from .convexity import convex
from .definedness import defined, defined_throughout
from .domains import Domain
from .exactly.clock import SECONDS, TimeIsUp, check, time_limit
from .formula.meaning import Reader
from .formula.unrolling import visits
from .minima import minimum
from .moved import moved
from .prover import Prover
from .pullback import mirrored, pulled_back
from .verifier import LARGER, Rejected, verify
from .verifier.axioms import REFERENCES

LONGEST_HEARING = 0.4  # seconds on a domain, if there are larger ones
LONG = 200  # nodes: what is longer is heard only once on each domain, and searched for a shorter time
LONGEST_READING = 0.5  # seconds for multiplying a formula out
TRIED = "closure rules, Schoenberg's and Bochner's theorems, on the formula and on its normal form"


def prove(tree: Node, domain: Domain) -> tuple[Certificate | None, tuple[str, ...]]:
    """A proof that the second instance has accepted, or None; and what was tried."""
    tried: list[str] = []
    names = [domain.name, *reversed(LARGER.get(domain.name, ()))]  # R^d has the shortest proofs
    for turn, name in enumerate(names):
        where = Domain(name, domain.dim)
        try:
            with time_limit(SECONDS if turn == len(names) - 1 else LONGEST_HEARING):
                proof, why = _prove_on(tree, where)
                if proof is None and (name, domain.dim) == ("real", 1):
                    proof = _moved(tree)
        except TimeIsUp:
            check()
            if turn == 0 < len(names) - 1 and visits(tree, domain.dim) < LONG:
                names.append(name)  # the larger domains first, then all the time that is left
            proof, why = None, ("the prover, until its time was up",)
        if proof is not None:
            place = f"for x, z in {where.title}" if name != "string" else "for strings x, z"
            if name != domain.name:
                place += f", hence for x, z in {domain.title}"
            proof = replace(proof, reason=f"{proof.reason}; {place}", data={**proof.data, "domain": name})
            if name != domain.name:  # on its own domain it was verified where it was found
                verify(proof, tree, domain.name, domain.dim)
            return cited(proof), ()
        tried += [note for note in why if note not in tried]
    return None, tuple(tried)


def cited(step: Certificate) -> Certificate:
    """The same proof, each step with the reference of its theorem."""
    premises = tuple(cited(premise) for premise in step.premises)
    return replace(step, premises=premises, reference=REFERENCES.get(step.rule, ("", ""))[1])


def _prove_on(tree: Node, domain: Domain) -> tuple[Certificate | None, tuple[str, ...]]:
    reading: Reading | None
    try:
        with time_limit(LONGEST_READING):
            reading = normal_form(tree, domain)
    except NotReal:
        return None, ("the formula is not a real number",)
    except (TooLarge, TimeIsUp):
        check()
        check_shape(tree, domain)
        reading = None
    prover = Prover(domain)
    shown = () if reading is None else defined(prover, reading.conditions)
    closure = Closure(prover, _proof_on)
    closure.readings[id(tree)] = (tree, reading)
    if (
        shown is None
    ):  # f(min(g(x), g(z))) is defined where f(g) is, and 0**pi is 0: the second instance looks there
        proof = minimum(closure, tree) or convex(closure, tree) or closure.prove(tree)
        if proof is not None and _stands(proof, tree, domain):
            return proof, ()
        return None, ("closure rules (a division, root or logarithm could not be shown to be defined)",)
    tried: tuple[str, ...] = (TRIED,)
    for attempt in (
        lambda: closure.prove(tree),
        lambda: pulled_back(prover, tree, closure.differences(tree), closure.is_nonnegative, _proof_on),
        lambda: mirrored(prover, tree, _proof_on),
    ):
        proof = attempt()
        if proof is None:
            continue
        proof = replace(proof, defined=shown)
        needed = {sign.statement: sign for sign in (*shown, *defined_throughout(prover, proof))}
        proof = replace(proof, defined=tuple(needed.values()))
        try:
            verify(replace(proof, data={**proof.data, "domain": domain.name}), tree, domain.name, domain.dim)
        except Rejected as rejected:
            tried = (f"a proof that the second instance did not accept ({rejected})",)
        else:
            return proof, ()
    return None, tried


def _moved(tree: Node) -> Certificate | None:
    proof = moved(tree, _proof_on)
    return proof if proof is not None and _stands(proof, tree, Domain("real", 1)) else None


def _stands(proof: Certificate, tree: Node, domain: Domain) -> bool:
    try:
        verify(replace(proof, data={**proof.data, "domain": domain.name}), tree, domain.name, domain.dim)
    except Rejected:
        return False
    return True


def _proof_on(tree: Node, domain: Domain) -> Certificate | None:
    return _prove_on(tree, domain)[0]


def check_shape(tree: Node, domain: Domain) -> None:
    """Complain about vectors and matrices even if the normal form is too large to tell."""
    import numpy as np

    from .algebra.algebras import FloatAlgebra

    point = np.zeros((1, 1))
    x = point if domain.dim == 1 else [point] * domain.dim
    with np.errstate(all="ignore"):
        Reader(FloatAlgebra(), domain, x, x).scalar(tree)
