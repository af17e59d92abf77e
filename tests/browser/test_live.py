"""Python in the published page: asleep until it is asked for, then the same verdicts, word for word."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from kernelcourse.derivation import library, load
from tools.live_site import PATIENT

pytestmark = pytest.mark.browser

HERE = f"""{PATIENT}
import json, sys
from kernelcourse.bridge import respond
json.dump([json.loads(respond(json.dumps(one))) for one in json.load(sys.stdin)], sys.stdout)
"""
AWAKE = 300_000  # milliseconds; a loaded machine takes its time


def page_with(book: Path, mark: str) -> str:
    """The address of a page whose HTML holds this mark."""
    for page in sorted(book.rglob("*.html")):
        if mark in page.read_text(encoding="utf-8"):
            return page.relative_to(book).as_posix()
    raise AssertionError(f"no page holds {mark}")


@pytest.fixture
def derivation_page(book: Path) -> str:
    return page_with(book, 'data-kc-tool="derivation"')


def wake(watched: Any) -> None:
    watched.page.locator(".kc-wake-start").first.click()
    watched.page.wait_for_selector(".kc-wake[data-state=awake]", timeout=AWAKE)


def fetched(watched: Any) -> list[str]:
    """The files of Python that the page asked for."""
    return [url for url in watched.asked if re.search(r"/_static/live/[0-9a-f]{16}/", url)]


def to_nine_digits(value: Any) -> Any:
    """Words as they are; the last digits of a float belong to the machine that computed it."""
    if isinstance(value, float):
        return float(f"{value:.9g}")
    if isinstance(value, dict):
        return {key: to_nine_digits(entry) for key, entry in value.items()}
    return [to_nine_digits(entry) for entry in value] if isinstance(value, list) else value


def questions() -> list[dict[str, Any]]:
    """A line of every derivation as it stands and with a wrong sign, and kernels of each verdict."""
    found: list[dict[str, Any]] = []
    for name in library()[::4]:
        lines = load(name).lines
        place = max(i for i, line in enumerate(lines) if line.text) if any(line.text for line in lines) else 0
        for text in (lines[place].text, f"-({lines[place].text})", f"{lines[place].text} +"):
            found.append({"tool": "derivation", "derivation": name, "line": place, "text": text})
    for kernel in ("(1 + x @ z)**3", "1 - abs(x - z)", "exp(-abs(x - z)**3)", "min(x, z", "exp(x*z) - 1"):
        found.append({"tool": "court", "expression": kernel, "dim": 1})
    return found


def test_python_sleeps_until_it_is_asked_for_and_then_says_what_it_says_elsewhere(
    watch, served, derivation_page
):
    watched = watch()
    watched.page.goto(f"{served}/{derivation_page}")
    watched.page.wait_for_selector(".kc-wake-start")
    assert not fetched(watched)
    expect(watched.page.locator(".kc-typing").first).to_be_hidden()
    wake(watched)
    assert fetched(watched)
    expect(watched.page.locator(".kc-typing").first).to_be_visible()
    watched.page.evaluate("limit => kernelcourse.live.limit(limit)", AWAKE)
    assert not watched.page.evaluate("code => kernelcourse.ask({tool: 'cell', code})", PATIENT).get("error")
    asked = questions()
    answers = watched.page.evaluate(
        "async (asked) => { const found = [];"
        " for (const one of asked) found.push(await kernelcourse.ask(one)); return found; }",
        asked,
    )
    command = [
        sys.executable,
        "-c",
        HERE,
    ]  # a Python that has not been asked before, like the one in the page
    fresh = subprocess.run(command, input=json.dumps(asked), capture_output=True, text=True, check=True)
    for question, answer, here in zip(asked, answers, json.loads(fresh.stdout), strict=True):
        assert to_nine_digits(answer) == to_nine_digits(here), question
    assert not watched.strangers(served)
    assert not watched.complaints
    the_modules_came_compiled(watched)
    a_question_that_takes_too_long_is_stopped(watched)
    the_next_page_takes_python_from_the_cache(watched)


COMPILED_HERE = """
import sys
def shipped(module):
    if module.__file__.endswith(".pyc"):
        return True
    with open(module.__cached__, "rb") as bytecode:
        return bytecode.read(8)[4] == 1  # one that is not compared with its source
found = {name: shipped(module) for name, module in list(sys.modules.items()) if getattr(module, "__file__", None)
         and module.__file__.endswith((".py", ".pyc")) and name.startswith(("numpy", "kernelcourse"))}
print(len(found), *(name for name, ready in found.items() if not ready))
"""


def the_modules_came_compiled(watched: Any) -> None:
    """Those that waking and the usual questions import (tools/bytecode): a browser takes seconds to compile them."""
    answer = watched.page.evaluate("code => kernelcourse.ask({tool: 'cell', code: code})", COMPILED_HERE)
    assert not answer["error"]
    count, *compiled_here = answer["printed"].split()
    assert int(count) > 150
    assert len(compiled_here) < 0.1 * int(count), compiled_here


def a_question_that_takes_too_long_is_stopped(watched: Any) -> None:
    """Python wakes again by itself, and what was typed is still there."""
    form = watched.page.locator("form.kc-typing[data-kc-tool=derivation]").first
    form.locator("[name=text]").fill("my own line")
    sleep = {"tool": "cell", "code": "import time; time.sleep(30)"}
    watched.page.evaluate("sleep => { kernelcourse.ask(sleep).catch(() => {}); }", sleep)
    watched.page.evaluate("kernelcourse.live.limit(1)")
    form.locator("button[type=submit]").click()
    watched.page.locator(".kc-typed", has_text="was stopped").first.wait_for(timeout=AWAKE)
    watched.page.evaluate("limit => kernelcourse.live.limit(limit)", AWAKE)
    watched.page.wait_for_selector(".kc-wake[data-state=awake]", timeout=AWAKE)
    expect(form.locator("[name=text]")).to_have_value("my own line")
    answer = watched.page.evaluate("kernelcourse.ask({tool: 'court', expression: 'x @ z', dim: 2})")
    assert answer["verdict"] == "proved"


def the_next_page_takes_python_from_the_cache(watched: Any) -> None:
    watched.asked.clear()
    watched.page.reload()
    wake(watched)
    again = {url.rsplit("/", 1)[1] for url in fetched(watched)}
    assert not again & {"pyodide.asm.wasm", "python_stdlib.zip"}, "fetched although kept"


def test_waking_can_be_cancelled(watch, served, derivation_page):
    watched = watch()
    watched.page.route("**/manifest.json", lambda route: None)  # never answered: Python is still on its way
    watched.page.goto(f"{served}/{derivation_page}")
    watched.page.locator(".kc-wake-start").first.click()
    watched.page.locator(".kc-wake-stop").first.click()
    watched.page.get_by_text("Cancelled.").first.wait_for()
    expect(watched.page.locator(".kc-wake-start").first).to_be_visible()


def test_a_page_opened_from_a_file_says_why_python_stays_asleep(watch, book, derivation_page):
    watched = watch()
    watched.page.goto((book / derivation_page).as_uri())
    watched.page.locator(".kc-wake-start").first.click()
    watched.page.get_by_text("cannot run Python").first.wait_for()


def test_missing_files_are_said_in_the_page(watch, served, derivation_page):
    watched = watch()
    watched.page.route("**/manifest.json", lambda route: route.fulfill(status=404))
    watched.page.goto(f"{served}/{derivation_page}")
    watched.page.locator(".kc-wake-start").first.click()
    watched.page.get_by_text("could not be woken").first.wait_for(timeout=AWAKE)
    expect(watched.page.locator(".kc-wake-start").first).to_be_visible()


def test_a_code_cell_is_edited_and_run_in_the_page(watch, served, derivation_page):
    watched = watch()
    page = watched.page
    page.goto(f"{served}/{derivation_page}")
    page.locator(".kc-cells-start").click()
    cell = page.locator("div.cell").first
    cell.get_by_role("button", name="Edit this cell").click()
    expect(cell.locator(".cm-content")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("from kernelcourse import Gaussian\nprint(Gaussian(2.0)([[0.0]], [[2.0]]).round(4))")
    page.keyboard.press("Shift+Enter")
    cell.locator(".kc-cell-output pre").wait_for(timeout=AWAKE)
    expect(cell.locator(".kc-cell-output")).to_have_text("[[0.6065]]")
    sleeping = page.locator(".kc-asleep:not([hidden])")
    expect(sleeping, "a cell woke Python, and a box still sleeps").to_have_count(0)
    expect(page.locator(".kc-wake").first).to_have_attribute("data-state", "awake")
    cell.get_by_role("button", name="Reset this cell").click()
    expect(cell.locator(".kc-cell-output")).to_be_hidden()
    expect(cell.locator(".cell_input .highlight")).to_be_visible()
    assert not watched.strangers(served)
    assert not watched.complaints
