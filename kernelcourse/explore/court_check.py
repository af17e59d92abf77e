"""The kernel court as a widget: type k(x, z), see a proof, a counterexample, or an honest "open"."""

from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from kernelcourse.bridge import answer
from kernelcourse.court.domains import NAMES
from kernelcourse.explore.explorer import bundle
from kernelcourse.figures.style import CSS

# Formulas worth a guess before the verdict: (formula, dimension, domain).
EXAMPLES: tuple[tuple[str, int, str], ...] = (
    ("(1 + x @ z)**3", 2, "real"),
    ("exp(-norm(x - z)**2 / 2)", 2, "real"),
    ("norm(x + z)**2", 2, "real"),
    ("min(x, z)", 1, "positive"),
    ("min(x, z)", 1, "real"),
    ("cos(x - z)", 1, "real"),
    ("x @ z - 1", 2, "real"),
    ("exp(-norm(x - z)**3)", 1, "real"),
    ("1 / (1 - x @ z)", 1, "ball"),
    ("x[0] * z[1]", 2, "real"),
)
CAPTION = (
    "A formula is a kernel if it is symmetric and Σ aᵢaⱼ k(xᵢ, xⱼ) ≥ 0 for all points and weights. "
    "A proof covers them all; one set of points refutes; anything else is open."
)


@dataclass(frozen=True)
class KernelCourt:
    """Judges typed kernels; `expression` is what it starts with."""

    expression: str = "(1 + x @ z)**2"
    dim: int = 2
    domain: str = "real"
    examples: tuple[tuple[str, int, str], ...] = EXAMPLES

    def ask(self, expression: str, dim: int, domain: str) -> dict[str, Any]:
        """The court's answer, with its HTML."""
        return answer({"tool": "court", "expression": expression, "dim": dim, "domain": domain})

    @cached_property
    def stored(self) -> list[dict[str, Any]]:
        """The answers to the examples."""
        return [self.ask(*example) for example in self.examples]

    def live(self) -> Any:
        """The ipywidgets form, for a running kernel."""
        from kernelcourse.explore.live_checks import LiveCourt

        return LiveCourt(self)

    def __str__(self) -> str:
        found = self.ask(self.expression, self.dim, self.domain)
        return f"Is k(x, z) = {self.expression} a kernel?\n{found.get('text', found.get('error'))}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        items = "".join(
            f"<li><details><summary><code>{escape(formula)}</code> {_where(dim, domain)}</summary>"
            f'<div class="kc-answer">{found["html"]}</div></details></li>'
            for (formula, dim, domain), found in zip(self.examples, self.stored, strict=True)
        )
        return "\n".join(
            [
                '<figure class="kc kc-check" data-kc-check="court">',
                f"<style>{CSS}</style>",
                '<p class="kc-title">The kernel court</p>',
                typing_html(self.expression, self.dim, self.domain),
                "<p>Try these: guess first, then open the verdict.</p>",
                f'<ul class="kc-list" data-kc-keep="court">{items}</ul>',
                f"<figcaption>{CAPTION}</figcaption>",
                "</figure>",
            ]
        )

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return bundle(self)


def typing_html(expression: str, dim: int, domain: str) -> str:
    """A box to type in; it wakes when the page runs Python, and says until then how to get a live one."""
    choices = "".join(f"<option{' selected' if n == domain else ''}>{n}</option>" for n in NAMES)
    box = f'<input type="text" name="expression" value="{escape(expression)}" spellcheck="false">'
    size = f'<input type="number" name="dim" min="1" max="50" value="{dim}">'
    return (
        f'<form class="kc-typing" data-kc-tool="court" hidden><label>k(x, z) = {box}</label> '
        f"<label>Dimension {size}</label> "
        f'<label>Domain <select name="domain">{choices}</select></label> '
        '<button type="submit">Judge</button></form><div class="kc-answer kc-typed" role="status"></div>'
        '<p class="kc-asleep">To type a formula of your own, open this chapter as a notebook and run it.</p>'
    )


def _where(dim: int, domain: str) -> str:
    place = {"real": "on R", "positive": "on numbers ≥ 0", "ball": "for ‖x‖ < 1"}.get(domain, f"on {domain}")
    return escape(f"{place}{'²' if dim == 2 and domain == 'real' else ''}")


def court(expression: str = "(1 + x @ z)**2", dim: int = 2, domain: str = "real") -> KernelCourt:
    """A widget that judges typed kernels."""
    return KernelCourt(expression, dim, domain)
