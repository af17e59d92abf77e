"""marking.html: every free text without its author, with the question, the rubric, and fields for points and a comment.

Enter goes on to the next text that has no points. What is typed stays in the browser; what the page was made with stays
as it is, so that two people can mark one class.
"""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from kernelcourse.homework.classes.feedback import STYLE
from kernelcourse.homework.sheet import Question
from kernelcourse.homework.tasks import Essay

LOOK = """
section { border-top: 1px solid #8886; } .text { white-space: pre-wrap; overflow-wrap: anywhere; }
label { display: block; margin: .4rem 0; }
textarea { display: block; width: 100%; box-sizing: border-box; font: inherit; }
input, button { font: inherit; } .bar { position: sticky; top: 0; background: Canvas; padding: .5rem 0; z-index: 1; }
section.marked h3::after { content: " ✓"; } :invalid { outline: 2px solid #b34700; } .prompt { white-space: pre-wrap; }
"""
SCRIPT = """
const key = "marks " + document.title;
const fields = [...document.querySelectorAll("[data-code]")];
const points = fields.filter(f => f.name === "points");
const name = f => f.dataset.code + " " + f.name;
try { const kept = JSON.parse(localStorage.getItem(key) || "{}");
  for (const f of fields) if (kept[name(f)] !== undefined) f.value = kept[name(f)];
} catch (e) {}
function keep() {
  const all = {}; for (const f of fields) if (f.value !== f.defaultValue) all[name(f)] = f.value;
  try { localStorage.setItem(key, JSON.stringify(all)); } catch (e) {}
  for (const p of points) p.closest("section").classList.toggle("marked", p.value !== "" && p.checkValidity());
  const done = points.filter(p => p.value !== "" && p.checkValidity()).length;
  document.getElementById("done").textContent = done + " of " + points.length + " marked"; }
document.addEventListener("input", keep); keep();
function onward(from) {
  const place = points.findIndex(p => p.dataset.code === from);
  const next = [...points.slice(place + 1), ...points.slice(0, place + 1)].find(p => p.value === "");
  if (next) { next.focus(); next.closest("section").scrollIntoView({block: "center"}); }
  else document.getElementById("save").focus(); }
document.getElementById("next").addEventListener("click", () => onward(""));
document.addEventListener("keydown", e => {
  if (e.key === "Enter" && !e.shiftKey && e.target.dataset && e.target.dataset.code) {
    e.preventDefault(); onward(e.target.dataset.code); } });
document.getElementById("save").addEventListener("click", () => {
  const wrong = points.find(p => !p.checkValidity());
  if (wrong) { wrong.focus(); wrong.reportValidity(); return; }
  const quote = text => '"' + text.replace(/"/g, '""') + '"';
  const rows = [["student", "question", "points", "comment", "text"]];
  for (const p of points) {
    const c = fields.find(f => f.name === "comment" && f.dataset.code === p.dataset.code);
    rows.push([p.dataset.code, p.dataset.question, p.value, c.value, p.dataset.text]); }
  const link = document.createElement("a");
  const text = rows.map(r => r.map(quote).join(",")).join("\\n") + "\\n";
  link.href = URL.createObjectURL(new Blob([text], {type: "text/csv"}));
  link.download = "marks.csv"; link.click(); });
"""


@dataclass(frozen=True)
class Text:
    """One text to mark: its code instead of a name, what was written, and what it has been given so far."""

    code: str
    answer: str
    digest: str
    possible: float
    points: str = ""
    comment: str = ""
    changed: bool = False  # since it was marked


def marking_page(title: str, parts: Sequence[tuple[Question, str, Sequence[Text]]]) -> str:
    """Only our own script runs on this page, whatever a text says; it asks no host for anything."""
    digest = b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"
    intro = (
        "<p>Names are hidden. What you type stays in this browser until you save it; give the saved file back with "
        "<code>--manual marks.csv</code>. Enter goes on to the next text without "
        'points.</p><p class="bar"><strong id="done" role="status"></strong> '
        '<button id="next">Next to mark</button> <button id="save">Save marks.csv</button></p>'
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy, quote=True)}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}{LOOK}</style></head>\n<body>\n<h1>{escape(title)}</h1>\n"
        f"{intro}\n{''.join(_question(*part) for part in parts)}\n<script>{SCRIPT}</script>\n</body></html>\n"
    )


def _question(question: Question, prompt: str, texts: Sequence[Text]) -> str:
    lines = question.task.rubric if isinstance(question.task, Essay) else ()
    rubric = "".join(f"<li>{escape(line)}</li>" for line in lines)
    head = f"<h2>{escape(question.id)} · {escape(question.title)} ({question.points:g} points)</h2>"
    asked = f'<details><summary>The question</summary><p class="prompt">{escape(prompt)}</p></details>'
    told = (f"<h3>Rubric</h3><ol>{rubric}</ol>" if rubric else "") + (asked if prompt else "")
    return head + told + "".join(_text(question, text) for text in texts)


def _text(question: Question, text: Text) -> str:
    common = f'data-code="{text.code}" data-question="{escape(question.id)}"'
    note = "<p><strong>This text has changed since it was marked.</strong></p>" if text.changed else ""
    return (
        f'<section><h3>{text.code}</h3>{note}<p class="text">{escape(text.answer)}</p>'
        f'<label>points of {text.possible:g} <input name="points" type="number" min="0" step="0.5" '
        f'max="{text.possible:g}" value="{text.points}" data-text="{text.digest}" {common}></label>'
        f'<label>comment <textarea name="comment" rows="2" {common}>{escape(text.comment)}</textarea></label>'
        "</section>\n"
    )
