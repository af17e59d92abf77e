"""What was checked for every claim, as values: run once for each state of the package, then read from a file."""

from __future__ import annotations

import ast
import inspect
import json
import textwrap
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from html import escape
from pathlib import Path
from types import FunctionType

from fresh_execution import ROOT, fingerprint
from small_letters import with_small_letters

from kernelcourse.claims import CHAPTERS, Claim, claims_of, run
from kernelcourse.claims.rejection import rejection
from kernelcourse.ledger import ledger


@dataclass(frozen=True)
class Evidence:
    """A claim, what happened when it was run, and the code that ran."""

    name: str
    labels: tuple[str, ...]
    says: str
    how: str
    status: str  # "passed" | "failed"
    messages: tuple[str, ...]
    twins: tuple[tuple[str, str], ...]  # (what is wrong with it, the numbers that show it)
    code: str

    @property
    def passed(self) -> bool:
        return self.status == "passed"


def all_evidence(folder: Path) -> tuple[Evidence, ...]:
    """The evidence for every claim, from `folder` if the package has not changed since."""
    return _all_evidence(folder, fingerprint(ROOT / "kernelcourse"))


@cache
def _all_evidence(folder: Path, package: str) -> tuple[Evidence, ...]:
    store = folder / f"{package}.json"
    if store.exists():
        return tuple(_read(entry) for entry in json.loads(store.read_text(encoding="utf-8")))
    with ProcessPoolExecutor(2) as pool:
        found = [entry for part in pool.map(_of_chapter, CHAPTERS) for entry in part]
    folder.mkdir(parents=True, exist_ok=True)
    for stale in folder.glob("*.json"):
        stale.unlink()
    store.write_text(json.dumps([asdict(entry) for entry in found], ensure_ascii=False), encoding="utf-8")
    return tuple(found)


def _read(entry: dict) -> Evidence:
    entry["twins"] = tuple(map(tuple, entry["twins"]))
    return Evidence(
        **{key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}
    )


def _of_chapter(chapter: str) -> list[Evidence]:
    return [examined(claim) for claim in claims_of(chapter)]


def examined(claim: Claim) -> Evidence:
    outcome = run(claim)
    twins = tuple((fault, numbers(claim, fault)) for fault in outcome.rejected)
    return Evidence(
        claim.name, claim.labels, claim.says, claim.how, outcome.status, outcome.messages, twins, code(claim)
    )  # fmt: skip


def numbers(claim: Claim, fault: str) -> str:
    """The numbers that reject a twin, in a few words; the hypothesis that it drops, if it says so."""
    found = rejection(claim, fault)
    shown = str(found.difference) if found.difference else found.message.partition("\n")[0][:120]
    mark = claim.marks.get(fault)
    dropped = f"without “{mark.drops}”: " if mark and mark.drops else ""
    return dropped + (shown or "the check answers no")


def code(claim: Claim) -> str:
    """The claim as it is written in the package, after the function that checks it."""
    parts = []
    if isinstance(claim.check, FunctionType) and "<locals>" not in claim.check.__qualname__:
        parts.append(textwrap.dedent(inspect.getsource(claim.check)).strip())
    parts += [_written().get(claim.name, "")]
    return "\n\n".join(filter(None, parts))


@cache
def _written() -> dict[str, str]:
    """claim ↦ the expression that makes it, found in the files of the claims."""
    found: dict[str, str] = {}
    for path in sorted((ROOT / "kernelcourse" / "claims").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Claim":
                for keyword in node.keywords:
                    if keyword.arg == "name" and isinstance(keyword.value, ast.Constant):
                        lines = text.splitlines()[node.lineno - 1 : node.end_lineno]
                        found[keyword.value.value] = textwrap.dedent("\n".join(lines)).rstrip(",")
    return found


def by_label(folder: Path) -> dict[str, list[Evidence]]:
    """label ↦ the evidence that backs it."""
    found: dict[str, list[Evidence]] = {}
    for entry in all_evidence(folder):
        for label in entry.labels:
            found.setdefault(label, []).append(entry)
    return found


def counts(folder: Path) -> dict[str, int]:
    """How many claims passed of how many, about how many statements, and the twins rejected."""
    entries = all_evidence(folder)
    return {
        "passed": sum(entry.passed for entry in entries),
        "claims": len(entries),
        "statements": len({label for entry in entries for label in entry.labels}),
        "twins": sum(len(entry.twins) for entry in entries),
    }


def shown(entry: Evidence, errata: str = "errata.html") -> str:
    """The evidence for one claim as HTML; nothing in it needs a script."""
    rejected = "1 wrong twin" if len(entry.twins) == 1 else f"{len(entry.twins)} wrong twins"
    rows = "".join(
        f'<tr><th scope="row">{with_small_letters(fault)}</th><td>{escape(number)}</td></tr>'
        for fault, number in entry.twins
    )
    items = [item for item in ledger().items if entry.name in item.claims]
    corrected = [erratum for erratum in ledger().errata if entry.name in erratum.claims]
    sources = "".join(f"<li>{item.id}: {with_small_letters(item.says)}</li>" for item in items)
    sources += "".join(
        f'<li><a href="{errata}#{found.id.lower()}">{found.id}</a>: printed “{with_small_letters(found.printed)}”</li>'
        for found in corrected
    )
    state = "kc-" + entry.status.replace(" ", "-")
    return (
        f'<div class="kc-evidence"><p>{with_small_letters(entry.says)} <span class="{state}">{entry.status}</span></p>'
        f"<p><strong>Check:</strong> {with_small_letters(entry.how)}</p>"
        f"<table><caption>{rejected} rejected</caption><tbody>{rows}</tbody></table>"
        + (f"<p><strong>In the sources:</strong></p><ul>{sources}</ul>" if sources else "")
        + '<details class="kc-folded"><summary>The code of the check</summary>'
        + f"<pre>{escape(entry.code)}</pre></details></div>"
    )
