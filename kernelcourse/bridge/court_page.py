"""What the court answers, as HTML: the formula as read, the verdict, its proof, numbers or attempts."""

from __future__ import annotations

from html import escape
from typing import Any

from kernelcourse.bridge.markup import plain_number, problem, scroll, verdict, weights_drawing, why
from kernelcourse.court import respond


def court_answer(request: dict[str, Any]) -> dict[str, Any]:
    """The court's answer with its HTML."""
    found = respond(request)
    return found | {"html": court_html(found)}


def court_html(found: dict[str, Any]) -> str:
    """A proof tree, or points and weights, or what was tried."""
    if "error" in found:
        return problem(found["error"])
    head = f"<p>Read as k(x, z) = {scroll(found['read_as'])} {verdict(found['verdict'])}</p>"
    if found["proof"]:
        return f"{head}{found['proof']['html']}"
    if found["witness"]:
        other = found.get("elsewhere")
        return head + _witness(found["witness"]) + (why(other) if other else "")
    tried = "".join(f"<li>{escape(what)}</li>" for what in found["tried"])
    return f"{head}{why('Neither a proof nor a counterexample was found. Tried:')}<ul>{tried}</ul>"


def _witness(witness: dict[str, Any]) -> str:
    points, weights, value = witness["points"], witness["weights"], witness["value"]
    if value is None:
        return why(f"At {', '.join(map(_place, points))} k has no finite real value: {witness['why']}.")
    if witness.get("theorem"):
        return why(f"By {witness['theorem']}.")
    if witness.get("pair"):
        x, z = map(_place, points)
        return why(f"Not symmetric: at x = {x} and z = {z}, k(x, z) − k(z, x) = {plain_number(value)}.")
    listed = ", ".join(map(_place, points))
    numbers = ", ".join(plain_number(w) for w in weights)
    many = "s" if len(points) > 1 else ""
    said = why(
        f"At the point{many} {listed} with the weight{many} {numbers}: "
        f"Σ aᵢaⱼ k(xᵢ, xⱼ) = {plain_number(value)} < 0."
    )
    if all(isinstance(point, list) for point in points):
        said += f'<div class="kc-drawing">{weights_drawing(points, weights)}</div>'
    return said


def _place(point: Any) -> str:
    if isinstance(point, list):
        inside = ", ".join(plain_number(x) for x in point)
        return inside if len(point) == 1 else f"({inside})"
    return repr(point) if isinstance(point, str) else plain_number(point)
