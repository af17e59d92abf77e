"""One question, one answer, both plain JSON: what a browser page or a widget asks about a line someone typed.

{"derivation": "ridge-dual", "line": 5, "text": "∇_α: 2K(Kα − y) + 2λKα"}
→ {"verdict": "proved", "why": "…", "relation": "gradient", "read_as": "<math>…</math>", "witness": null, "hint": ""}
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from kernelcourse.language.reading import LanguageError

from .derivation import Derivation, check, judge_line, state_after
from .files import from_dict, load
from .instances.samples import Samples
from .readers.at_one_lambda import picked, read_lambda, shown
from .readers.own_lines import after, limits_of, unknown_of
from .readers.says_again import says_again
from .readers.says_less import claims_less
from .reading.typed import Place, read_typed


def respond(request: Mapping[str, Any]) -> dict[str, Any]:
    """Judge one typed line ("line" and "text"), or a whole derivation (neither); never raises on bad input.

    "derivation" is a library name or the tables of a .toml file; "line" is the index the text stands at, after the
    author's lines before it, and "lines" (optional) are the reader's own earlier lines instead. "relation", "seed",
    sizes ("n", "d", or {"sizes": {"n": 2}}) and "hints": false (verdict and witness only) are optional.

    "lam": 0.5 picks λ: the verdict is then on that λ only, the answer says so ("at"), and "always" is the verdict
    on a line that holds there when λ is left free again: a line may be true at λ = 1 and be no identity.
    """
    try:
        return _respond(dict(request))
    except LanguageError as error:
        return _unreadable(error.message, error.position)
    except (ValueError, TypeError, KeyError) as error:
        return _unreadable(str(error), None)
    except RecursionError:
        return _unreadable("this is nested too deeply", None)


def _unreadable(why: str, position: int | None) -> dict[str, Any]:
    answer = {"verdict": "unreadable", "why": why, "relation": "", "read_as": "", "witness": None, "hint": ""}
    return {
        **answer,
        "kind": "unreadable",
        "position": position,
        "notes": [],
        "accepted": False,
        "conditions": [],
    }


def _respond(request: dict[str, Any]) -> dict[str, Any]:
    source = request.get("derivation")
    if isinstance(source, Derivation):
        derivation = source
    elif isinstance(source, str) and not source.endswith(".toml"):
        derivation = load(source)
    else:
        derivation = from_dict(source)
    if request.get("lam") is not None:
        return _at_lambda(derivation, request)
    seed = read_whole(request.get("seed", 0), "seed")
    sizes = read_sizes(request)
    if "text" not in request:
        return check(derivation, seed, sizes).to_dict()
    place = read_whole(request.get("line", len(derivation.lines)), "line")
    if not 0 <= place <= len(derivation.lines):
        raise ValueError(f"line must be 0 … {len(derivation.lines)}")
    text = request["text"]
    if not isinstance(text, (str, Mapping)):
        raise ValueError(f"text must be text, not {type(text).__name__}")
    own = request.get("lines")
    kept = isinstance(source, str) and not sizes
    samples = prepared(source, seed) if kept else Samples(derivation.setting(), seed, sizes)
    state = state_after(derivation, place if own is None else 0, samples)
    for entry in _entries(own):
        state = after(derivation, entry, state, samples)
    asked = derivation.lines[place] if place < len(derivation.lines) else None
    typed = read_typed(
        text,
        Place(state, asked, unknown_of(derivation.lines), limits_of(derivation.lines)),
        request.get("relation", ""),
    )
    found = judge_line(derivation, place, typed.line, state, samples, hints=bool(request.get("hints", True)))
    if found.outcome.accepted and asked is not None:
        less = claims_less(typed.line, asked, state, samples) or says_again(typed.line, asked, state)
        if less:
            return _unreadable(less, None)
    answer = {
        "hint": "",
        "conditions": [],
        **found.outcome.to_dict(),
        "read_as": found.claim(),
        "line": str(typed.line),
    }
    answer |= {"read_as": found.claim(), "notes": list(typed.notes), "accepted": found.outcome.accepted}
    if sizes:
        answer["sizes"] = dict(samples.standard[0].sizes) if samples.standard else {}
    return answer


def _at_lambda(derivation: Derivation, request: dict[str, Any]) -> dict[str, Any]:
    lam = read_lambda(request["lam"])
    free = {key: value for key, value in request.items() if key != "lam"}
    answer = _respond({**free, "derivation": picked(derivation, lam)})
    answer["at"] = {"lam": shown(lam)}
    if "text" in request and answer["accepted"]:
        answer["always"] = _respond({**free, "hints": False})["verdict"]
    return answer


@lru_cache(maxsize=32)
def prepared(name: str, seed: int) -> Samples:
    """The instances of a derivation of the library, so that the next question about it is quick."""
    return Samples(load(name).setting(), seed)


def read_whole(value: object, name: str) -> int:
    """A whole number that is not negative; ValueError otherwise."""
    if (
        isinstance(value, bool)
        or not isinstance(value, (int, float))
        or value != int(value)
        or not 0 <= value < 2**31
    ):
        raise ValueError(f"{name} must be a whole number that is not negative")
    return int(value)


def read_sizes(request: Mapping[str, Any]) -> dict[str, int]:
    """The sizes a reader picked, each 1 … 8."""
    sizes = dict(request.get("sizes") or {})
    sizes |= {key: request[key] for key in ("n", "d", "k", "m", "q", "p") if key in request}
    for name, size in sizes.items():
        if not 1 <= read_whole(size, name) <= 8:
            raise ValueError(f"{name} must be 1 … 8")
    return {name: int(size) for name, size in sizes.items()}


def _entries(lines: object) -> list[Any]:
    if lines is None:
        return []
    if not isinstance(lines, list):
        raise ValueError("lines must be a list")
    return lines
