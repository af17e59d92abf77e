"""python -m benchmarks.live_page: how long Python in the page takes, in Chromium, from a local static server.

First verdict: from pressing Wake on a cold cache, and again on the next page. Next line: later verdicts. Drag: from the
move of a hand to the scene that follows from it.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

from kernelcourse.derivation import library, load
from kernelcourse.explore.touched import touchable
from kernelcourse.scene import NAMES
from tools.live_site import PATIENCE, opened

LINES, MOVES = 40, 60


def verdict(page: Any, name: str, place: int) -> float:
    """Seconds that a derivation line takes to be judged, waking included if Python sleeps."""
    asked = {"tool": "derivation", "derivation": name, "line": place, "text": load(name).lines[place].text}
    begin = time.perf_counter()
    page.evaluate(
        f"async (asked) => {{ await kernelcourse.live.ask(JSON.stringify(asked), [], {PATIENCE}); }}", asked
    )
    return time.perf_counter() - begin


def lines(count: int) -> list[tuple[str, int]]:
    """Lines from all over the library."""
    found = [(name, i) for name in library() for i, line in enumerate(load(name).lines) if line.text]
    return found[:: max(1, len(found) // count)][:count]


def drag(page: Any, name: str) -> list[float]:
    """Milliseconds of each frame while a point goes round."""
    root = page.locator(f"[data-kc-frames={name}]")
    root.locator(".kc-hands").scroll_into_view_if_needed()
    box = root.locator(".kc-grip").nth(3).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.evaluate("() => { kernelcourse.frameTimes.length = 0; }")
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(MOVES):
        page.mouse.move(x + step % 20, y - step % 15)
        page.wait_for_timeout(30)
    page.mouse.up()
    page.wait_for_timeout(1000)
    return sorted(page.evaluate("kernelcourse.frameTimes"))


def main() -> None:
    body = "".join(touchable(name)._repr_html_() for name in NAMES)
    some = lines(LINES)
    with opened(body) as page:
        print(f"first verdict, cold cache: {verdict(page, *some[0]):.1f} s")
        times = sorted(verdict(page, *one) for one in some[1:])
        print(f"next line: median {statistics.median(times):.2f} s, worst {times[-1]:.2f} s of {len(times)}")
        page.reload()
        print(f"first verdict, next page: {verdict(page, *some[0]):.1f} s")
        for name in NAMES:
            page.locator(f"[data-kc-frames={name}]").scroll_into_view_if_needed()  # far ones sleep
            page.wait_for_selector(f"[data-kc-frames={name}][data-kc-computed]")
            frames = drag(page, name)
            late = frames[min(len(frames) - 1, int(0.95 * len(frames)))]
            print(
                f"drag {name}: median {statistics.median(frames):.0f} ms, 95 % {late:.0f} ms of {len(frames)}"
            )


if __name__ == "__main__":
    main()
