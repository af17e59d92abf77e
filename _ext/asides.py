"""What stands on a page beside its sections' text, and is a question's own answer: its summary, beliefs, questions."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markup import end_of

SUMMARY = re.compile(r'<(div) class="in-short admonition">\s*<p class="admonition-title">.*?</p>')
QUESTIONS = re.compile(r'<(div) class="self-test admonition">')
QUESTION = re.compile(r"<(li)><p>(.*?)</p>\s*<ul\b", re.DOTALL)  # what an answer is, has a class
RIGHT = re.compile(r'<span class="kc-tick" data-kc-tick="right">[^<]*</span>(.*?)</p>', re.DOTALL)
BELIEF = re.compile(r"<p><strong>(“.*?)</strong>(.*?)</p>", re.DOTALL)


def summary(article: str) -> tuple[int, int]:
    """Where the page says in short what it says: from, to; the same place twice if it does not."""
    box = SUMMARY.search(article)
    return (box.end(), end_of(article, box)) if box else (0, 0)


def without_questions(article: str) -> str:
    """The text, and the questions about it as blanks: every place stays where it was."""
    for box in QUESTIONS.finditer(article):
        stop = end_of(article, box)
        article = article[: box.start()] + " " * (stop - box.start()) + article[stop:]
    return article


def questions(article: str) -> Iterator[tuple[int, str, str]]:
    """Each question that a page asks its reader: its place, itself, and the right answers with their reasons."""
    for box in QUESTIONS.finditer(article):
        inner, start = article[: end_of(article, box)], box.end()
        for question in QUESTION.finditer(inner, start):
            answers = RIGHT.findall(inner[question.start() : end_of(inner, question)])
            yield question.start(), question[2], " ".join(answers)


def beliefs(article: str) -> Iterator[tuple[int, str, str]]:
    """Each false belief that a page takes up: its place, itself in quotation marks, and what is said to it."""
    for belief in BELIEF.finditer(article):
        yield belief.start(), belief[1], belief[2]
