"""What the tests do with a page: operate an explorer, and compare it with the package."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from kernelcourse import explore
from kernelcourse.explore.explorer import Explorer
from kernelcourse.scene.in_print import readouts_in_print

DERIVATION = "kernel-distance"  # a short one, for the demonstration page
DEMO: list[Any] = [
    explore.gaussian_width(),
    explore.perceptron(),
    explore.lifted_rings(),
    explore.court(),
    explore.derivation(DERIVATION),
]


def press(target: Locator, key: str) -> None:
    """A key on an element that has the focus: what is hidden, asleep or behind a dialog does not take it, and the key
    would go elsewhere."""
    expect(target).to_be_visible()
    expect(target).to_be_enabled()
    target.focus()
    expect(target).to_be_focused()
    target.page.keyboard.press(key)


# Frames in which styles, observers and timers have their say; fonts and pictures that only now came into sight.
STILL = """async () => {
  const frame = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
  const fetched = picture => picture.complete || picture.loading === 'lazy' || picture.decode().catch(() => {});
  for (let turn = 0; turn < 2; turn += 1) {
    await frame();
    await frame();
    await document.fonts.ready;
    await Promise.all([...document.images].map(fetched));
  }
}"""


def alive(page: Page) -> None:
    """Wait until every explorer of the page answers, and nothing is on its way to another place."""
    expect(page.locator(".kc-explorer:not([data-kc-ready])")).to_have_count(0)
    page.evaluate(STILL)


def scroll_until(target: Locator, noticed: str) -> None:
    """Scroll to an element until `noticed` (a function of it) holds: sections on the way get their true heights, and
    where it stood a moment ago something else may stand now."""
    target.page.wait_for_function(
        f"element => {{ element.scrollIntoView({{block: 'center'}}); return ({noticed})(element); }}",
        arg=target.element_handle(),
    )


def expect_frame(root: Locator, explorer: Explorer, positions: list[int]) -> None:
    """The page shows the picture's sentence and readouts for these positions, word for word."""
    root.page.wait_for_function(
        "([element, key]) => element.dataset.kcPainted === key",
        arg=[root.element_handle(), ".".join(map(str, positions))],
    )
    values = {c.name: c.values[i] for c, i in zip(explorer.controls, positions, strict=True)}
    picture = explorer.frame(**values)
    shown = zip(root.locator("dt").all_text_contents(), root.locator("dd").all_text_contents(), strict=True)
    assert list(shown) == readouts_in_print(picture.readouts)
    panels = root.locator(".kc-panels")
    expect(panels).to_have_attribute("aria-label", picture.alt)  # when the points have arrived
    for control, position in zip(explorer.controls, positions, strict=True):
        if control.kind in {"slider", "steps"}:
            words = control.texts[position]
            assert root.locator(".kc-value", has_text=words).count() >= 1


def clamped(explorer: Explorer, positions: list[int]) -> list[int]:
    """The positions after a slider of steps has drawn back to the end of its run."""
    values = {c.name: c.values[i] for c, i in zip(explorer.controls, positions, strict=True)}
    return [min(i, explorer.last(c, values)) for c, i in zip(explorer.controls, positions, strict=True)]


def operate_by_keyboard(root: Locator, explorer: Explorer) -> int:
    """Every control from the keyboard alone; returns how many settings were compared."""
    positions = [control.start for control in explorer.controls]
    inputs = root.locator("[data-kc]")
    compared = 0
    for index, control in enumerate(explorer.controls):
        entry = inputs.nth(index)
        values = {c.name: c.values[i] for c, i in zip(explorer.controls, positions, strict=True)}
        last = explorer.last(control, values)
        if control.kind == "toggle":
            moves = [("Space", 1 - positions[index])]
        elif control.kind == "choice":
            moves = (
                [("ArrowDown", positions[index] + 1)] if positions[index] < last else [("ArrowUp", last - 1)]
            )
        else:
            moves = [("Home", 0), ("ArrowRight", min(1, last)), ("End", last)]
        for key, position in moves:
            if position == positions[index]:
                continue
            press(entry, key)
            positions[index] = position
            positions = clamped(explorer, positions)
            expect_frame(root, explorer, positions)
            compared += 1
    return compared


def operate_by_pointer(root: Locator, explorer: Explorer) -> int:
    """Every control by clicks and taps; returns how many settings were compared."""
    inputs = root.locator("[data-kc]")
    compared = 0
    for index, control in enumerate(explorer.controls):
        entry = inputs.nth(index)
        last = len(control.values) - 1
        if control.kind == "toggle":
            entry.click()
        elif control.kind == "choice":
            entry.select_option(str(last - 1))
        else:
            box = entry.bounding_box()
            assert box is not None
            before = positions_of(root)
            entry.click(position={"x": box["width"] * 0.3, "y": box["height"] / 2})
            if positions_of(root) == before:  # it stood there already
                entry.click(position={"x": box["width"] * 0.95, "y": box["height"] / 2})
        expect_frame(root, explorer, clamped(explorer, positions_of(root)))
        compared += 1
        if control.kind == "steps":
            before = positions_of(root)[index]
            root.get_by_role("button", name="Next").click()
            now = positions_of(root)
            values = {c.name: c.values[i] for c, i in zip(explorer.controls, now, strict=True)}
            assert now[index] == min(before + 1, explorer.last(control, values))
            expect_frame(root, explorer, now)
            compared += 1
    return compared


def positions_of(root: Locator) -> list[int]:
    """Where the page's controls stand."""
    return root.locator("[data-kc]").evaluate_all(
        "inputs => inputs.map(i => i.type === 'checkbox' ? Number(i.checked) : Number(i.value))"
    )


# Contrast is a matter of a text's colour, what lies under it, its size and weight. A chapter has thousands of texts
# and some thirty such combinations: three texts of each are marked, and axe looks at those (all take a minute a page).
MARK_TEXTS = """() => {
  const kinds = new Map();
  for (const element of document.querySelectorAll('body *')) {
    const says = [...element.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim());
    if (!says || !element.checkVisibility({visibilityProperty: true})) continue;
    const style = getComputedStyle(element), under = [];
    for (let e = element; e; e = e.parentElement) {
      const {backgroundColor, backgroundImage, opacity} = getComputedStyle(e);
      if (opacity !== '1') under.push(opacity);
      if (backgroundImage !== 'none') under.push(backgroundImage);
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') under.push(backgroundColor);
      if (backgroundColor.startsWith('rgb(')) break;
    }
    const kind = [style.color, style.fontSize, style.fontWeight, ...under].join(' ');
    kinds.set(kind, [...(kinds.get(kind) ?? []), element]);
  }
  for (const old of document.querySelectorAll('[data-text]')) old.removeAttribute('data-text');
  for (const alike of kinds.values()) {
    for (const i of [0, alike.length >> 1, alike.length - 1]) alike[i].dataset.text = '';
  }
  return kinds.size;
}"""


# The reference pages are long lists of parts that are all alike: axe sees the first of them.
THIN = """() => {
  document.querySelectorAll('mjx-math[aria-hidden=true]').forEach(drawn => drawn.remove());
  for (const list of document.querySelectorAll('article :is(dl, ul, ol, tbody, section)')) {
    [...list.children].filter(part => part.matches('dl, dt, dd, li, tr')).slice(8).forEach(part => part.remove());
    [...list.children].filter(part => part.matches('section')).slice(20).forEach(part => part.remove());
  }
}"""
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
COLOURS = ["color-contrast", "link-in-text-block"]  # what can differ between light and dark


def violations(page: Page) -> list[str]:
    """What axe-core finds against WCAG 2.2 A and AA and good practice, colours apart. What MathJax drew is taken off
    the page first: it is hidden from everybody who does not see it, and axe would spend its time on it to say so.
    Of a long list the first parts stay."""
    page.evaluate(THIN)
    rules = {name: {"enabled": False} for name in COLOURS}
    return _found(page, None, {"runOnly": RULES, "rules": rules})


def serious_violations(page: Page) -> list[str]:
    """What axe-core calls serious or critical by default: for widgets alone, without the book's page around them."""
    page.evaluate(THIN)
    off = {name: {"enabled": False} for name in COLOURS[:1]}
    return _found(page, None, {"rules": off}, ("serious", "critical")) + contrast_violations(page)


def contrast_violations(page: Page) -> list[str]:
    """Colours that are too close to each other."""
    page.evaluate(MARK_TEXTS)
    return _found(page, "[data-text]", {"runOnly": COLOURS})


def _found(
    page: Page, where: str | None, options: dict[str, Any], impacts: tuple[str, ...] = ()
) -> list[str]:
    # preload off: axe would fetch the style sheets again, which file:// pages may not
    found = Axe().run(page, where, {"preload": False, "resultTypes": ["violations"]} | options)
    return [
        f"{item['id']}: {item['help']} at {[node['target'] for node in item['nodes']][:4]}"
        for item in found.response["violations"]
        if not impacts or item["impact"] in impacts
    ]


def sideways(page: Page) -> list[str]:
    """By how many pixels the page is wider than its window, if it is."""
    excess = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return [f"{excess} px too wide"] if excess > 0 else []
