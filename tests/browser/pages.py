"""What the tests do with a page: operate an explorer, and compare it with the package."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page

from kernelcourse import explore
from kernelcourse.explore.explorer import Explorer

COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}  # what dark mode can break
DERIVATION = "kernel-distance"  # a short one, for the demonstration page
DEMO: list[Any] = [
    explore.gaussian_width(),
    explore.perceptron(),
    explore.lifted_rings(),
    explore.court(),
    explore.derivation(DERIVATION),
]


def expect_frame(root: Locator, explorer: Explorer, positions: list[int]) -> None:
    """The page shows the picture's sentence and readouts for these positions, word for word."""
    root.page.wait_for_function(
        "([element, key]) => element.dataset.kcPainted === key",
        arg=[root.element_handle(), ".".join(map(str, positions))],
    )
    values = {c.name: c.values[i] for c, i in zip(explorer.controls, positions, strict=True)}
    picture = explorer.frame(**values)
    assert root.locator("dd").all_inner_texts() == list(picture.readouts.values())
    assert root.locator("dt").all_inner_texts() == list(picture.readouts)
    assert root.locator(".kc-panels").get_attribute("aria-label") == picture.alt
    for control, position in zip(explorer.controls, positions, strict=True):
        if control.kind in {"slider", "steps"}:
            words = control.texts[position]
            assert root.locator(".kc-value", has_text=words).count() >= 1


def operate_by_keyboard(root: Locator, explorer: Explorer) -> int:
    """Every control from the keyboard alone; returns how many settings were compared."""
    positions = [control.start for control in explorer.controls]
    inputs = root.locator("[data-kc]")
    compared = 0
    for index, control in enumerate(explorer.controls):
        entry = inputs.nth(index)
        entry.focus()
        last = len(control.values) - 1
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
            entry.press(key)
            positions[index] = position
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
        expect_frame(root, explorer, positions_of(root))
        compared += 1
        if control.kind == "steps":
            before = positions_of(root)[index]
            root.get_by_role("button", name="Next").click()
            now = positions_of(root)
            assert now[index] == min(before + 1, last)
            expect_frame(root, explorer, now)
            compared += 1
    return compared


def positions_of(root: Locator) -> list[int]:
    """Where the page's controls stand."""
    return root.locator("[data-kc]").evaluate_all(
        "inputs => inputs.map(i => i.type === 'checkbox' ? Number(i.checked) : Number(i.value))"
    )


def violations(page: Page, rules: dict[str, Any] | None = None) -> list[str]:
    """What axe-core calls serious or critical on this page, by these rules or by all."""
    # preload off: axe would fetch the style sheets again, which file:// pages may not
    options = {"preload": False, "resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
    found = Axe().run(page, options=options).response["violations"]
    return [
        f"{item['id']}: {item['help']} at {[node['target'] for node in item['nodes']][:4]}"
        for item in found
        if item["impact"] in {"serious", "critical"}
    ]


def sideways(page: Page) -> list[str]:
    """By how many pixels the page is wider than its window, if it is."""
    excess = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return [f"{excess} px too wide"] if excess > 0 else []
