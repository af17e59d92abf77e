"""Whether a page shows everything that stands in it: what is cut, what must be scrolled, and what is too small."""

from typing import Any

from playwright.sync_api import Page

from tests.browser.pages import alive

# Everything in the article that is cut off or needs scrolling sideways, and labels that are too small to read.
LOST = """() => {
  const article = document.querySelector('.bd-article') || document.body;
  const edge = article.getBoundingClientRect().right + 1.5;
  const lost = [], seen = element => element.checkVisibility({visibilityProperty: true});
  const name = element => element.tagName.toLowerCase() + (element.className && element.className.baseVal === undefined
    ? '.' + String(element.className).trim().split(/\\s+/).join('.') : '');
  const says = element => (element.dataset && element.dataset.tex || element.textContent || '').trim()
    .replace(/\\s+/g, ' ').slice(0, 50);
  for (const element of article.querySelectorAll('*')) {
    if (element.closest('mjx-assistive-mml, .kc-said, mjx-math, svg') || !element.clientWidth) continue;
    const style = getComputedStyle(element);
    if (style.display === 'inline' || element.matches('input, select, textarea, button')) continue;
    const beside = element.scrollWidth - element.clientWidth, below = element.scrollHeight - element.clientHeight;
    if (style.overflowX !== 'visible' && beside > 1) lost.push(`${name(element)} ${beside} px wider: ${says(element)}`);
    if (/hidden|clip/.test(style.overflowY) && below > 1) {
      lost.push(`${name(element)} ${below} px higher: ${says(element)}`);
    }
  }
  for (const formula of article.querySelectorAll('mjx-container')) {
    if (!seen(formula)) continue;
    const box = formula.closest('.kc-formula, td, th') || article, frame = box.getBoundingClientRect();
    let right = 0, top = Infinity, bottom = -Infinity;
    for (const glyph of formula.querySelectorAll('mjx-c')) {
      const ink = glyph.getBoundingClientRect();
      if (!ink.height) continue; // the shaft of a stretched bar: drawn by a scale, measured as nothing
      right = Math.max(right, ink.right); top = Math.min(top, ink.top); bottom = Math.max(bottom, ink.bottom);
    }
    const outside = Math.round(right - Math.max(frame.right, box === article ? edge : 0));
    if (outside > 1) lost.push(`formula ${outside} px outside: ${says(formula)}`);
    const cut = top < frame.top - 0.5 || bottom > frame.bottom + 0.5;
    if (box.matches('.kc-formula') && cut) lost.push(`formula cut above or below: ${says(formula)}`);
    if (formula.querySelector('.mjx-c2016.TEX-S1')) lost.push(`low bars of a norm: ${says(formula)}`);
    for (const bar of formula.querySelectorAll('mjx-frac[type=d]')) { // what stands under it keeps off the next line
      if (bar.parentElement.closest('mjx-frac')) continue;
      const own = [...bar.querySelectorAll('mjx-den mjx-c')].map(glyph => glyph.getBoundingClientRect());
      const others = [...formula.querySelectorAll('mjx-c')].filter(glyph => !bar.contains(glyph))
        .map(glyph => glyph.getBoundingClientRect());
      const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
        && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > -2;
      if (own.some(a => others.some(b => meet(a, b)))) lost.push(`lines of a formula collide: ${says(formula)}`);
    }
  }
  for (const text of article.querySelectorAll('svg text')) {
    if (!seen(text)) continue;
    const drawing = text.ownerSVGElement, scale = drawing.getScreenCTM().a;
    const size = parseFloat(getComputedStyle(text).fontSize) * scale;
    if (size < 10.99) lost.push(`label of ${size.toFixed(1)} px: ${says(text)}`);
    const ink = text.getBoundingClientRect();
    if (ink.right > edge + 6 || ink.left < -6) lost.push(`label outside the page: ${says(text)}`);
    for (let box = drawing; box !== article; box = box.parentElement) { // what holds the drawing must not cut it
      const room = box.getBoundingClientRect();
      const whole = ink.right < room.right + 1 && ink.left > room.left - 1;
      if (whole || getComputedStyle(box).overflowX === 'visible') continue;
      lost.push(`label cut at the edge: ${says(text)}`);
      break;
    }
  }
  return lost;
}"""

COME_NEAR = "* { content-visibility: visible !important }"  # as if the reader stood at every section at once
OPEN_FOLDS = "document.querySelectorAll('details').forEach(fold => { fold.open = true; })"

# What the Tab key stops at between the start of the article and its first explorer (or its end).
STOPS = """() => {
  const article = document.querySelector('.bd-article'), first = article.querySelector('.kc-explorer');
  const stops = 'a[href], button, input, select, textarea, summary, [tabindex]';
  return [...article.querySelectorAll(stops)].filter(element =>
    element.tabIndex >= 0 && !element.disabled && element.checkVisibility({visibilityProperty: true})
    && !(first && (first.contains(element) || first.compareDocumentPosition(element) & 4))).length;
}"""


def lost(page: Page) -> list[str]:
    """What the page does not show whole at its present width, folds opened."""
    page.add_style_tag(content=COME_NEAR)
    page.evaluate(OPEN_FOLDS)
    alive(page)
    found: list[Any] = page.evaluate(LOST)
    return [str(entry) for entry in found]


def stops(page: Page) -> int:
    """Tab stops before the first explorer, folds as they are."""
    return int(page.evaluate(STOPS))
