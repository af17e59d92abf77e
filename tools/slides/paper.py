"""Lectures on paper: Chromium prints each deck, one slide on a sheet."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from tools.browser import launch


def print_decks(decks: list[Path]) -> None:
    """TOPIC.html becomes TOPIC.pdf beside it."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        tab = browser.new_page(color_scheme="light", reduced_motion="reduce")
        for deck in decks:
            tab.goto(deck.as_uri() + "?print-pdf")
            tab.wait_for_selector("body[data-printed=ready]", state="attached")
            tab.pdf(path=str(deck.with_suffix(".pdf")), prefer_css_page_size=True, print_background=True)
        browser.close()
