"""What one student reads: per question the points and what each check found. Everything is escaped."""

from __future__ import annotations

from html import escape

from kernelcourse.homework.classes.record import QuestionRecord, Record

STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; padding: .3rem .6rem; vertical-align: top; }
tr { border-top: 1px solid #8886; } .passed { color: #00805a; } .failed { color: #b34700; } .hint { opacity: .85; }
@media (prefers-color-scheme: dark) { .passed { color: #5fd7ae; } .failed { color: #ff9d66; } }
td:first-child { width: 7rem; } td:nth-child(2):not(:last-child) { width: 7.5rem; }
body:has(.facts) { max-width: 64rem; } .facts td:first-child, .facts td:nth-child(2) { width: auto; }
.facts td:last-child { width: 50%; font-size: .9em; }
@media (max-width: 34rem) {
  tr, td:last-child { display: block; }
  td:not(:last-child) { display: inline-block; width: auto; padding: .2rem .6rem 0 0; }
  td:last-child { padding: 0 0 .2rem; }
}
svg { max-width: 100%; height: auto; }
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def page(title: str, body: str, style: str = "") -> str:
    """An HTML page that can load and run nothing, whatever got into it."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY, quote=True)}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}{style}</style></head>\n<body>\n<h1>{escape(title)}</h1>\n{body}\n</body></html>\n"
    )


def _points(question: QuestionRecord) -> str:
    return f"{'—' if question.waiting else format(question.points, 'g')} of {question.possible:g}"


def _summary(record: Record) -> str:
    text = f"{record.points:g} of {record.possible:g} points"
    return text + (f" so far; {', '.join(record.waiting)} will be read by a person" if record.waiting else "")


def feedback_text(record: Record, late: str = "") -> str:
    """The feedback for a terminal or an e-mail."""
    lines = [f"{record.sheet} · {record.shown} · {_summary(record)}"]
    lines += [f"PROBLEM: {record.problem}"] if record.problem else []
    lines += [late] if late else []
    for question in record.questions:
        lines.append(f"{question.id}  {question.status}  {question.title} ({_points(question)})")
        for outcome in question.outcomes:
            hidden = "hidden " if outcome.hidden else ""
            lines.append(f"    {hidden}{outcome.status}: {outcome.says}")
            if outcome.text:
                lines.append(f"        {outcome.text}")
        if question.comment:
            lines.append(f"    comment: {question.comment}")
    lines += [f"note: {note}" for note in record.notes]
    return "\n".join([*lines, f"graded with {record.isolation}"])


def feedback_html(record: Record, late: str = "") -> str:
    """The feedback as a page."""
    parts = [f"<p><strong>{escape(_summary(record))}</strong></p>"]
    parts += [f'<p class="failed">{escape(text)}</p>' for text in (record.problem, late) if text]
    for question in record.questions:
        parts.append(f"<h2>{escape(question.id)} · {escape(question.title)} ({_points(question)})</h2>")
        rows = []
        for outcome in question.outcomes:
            hint = f'<br><span class="hint">{escape(outcome.text)}</span>' if outcome.text else ""
            kind = "hidden check" if outcome.hidden else "check"
            mark = "passed" if outcome.status == "passed" else "failed"
            rows.append(
                f'<tr><td class="{mark}">{escape(outcome.status)}</td><td>{kind}</td>'
                f"<td>{escape(outcome.says)}{hint}</td></tr>"
            )
        parts.append(f"<table>{''.join(rows)}</table>")
        if question.comment:
            parts.append(f"<p>{escape(question.comment)}</p>")
    if record.notes:
        parts.append(f"<h2>Notes</h2><ul>{''.join(f'<li>{escape(note)}</li>' for note in record.notes)}</ul>")
    parts.append(f"<p>Graded with {escape(record.isolation)}.</p>")
    return page(f"{record.sheet} · {record.shown}", "\n".join(parts))
