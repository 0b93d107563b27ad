"""In a real browser: without scripts from the question to a receipt, by keyboard, and no page wider than a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.web_site import CORPUS, EVIL, Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser
PATIENCE = 120_000
"""Milliseconds that a page may take on a busy machine."""
SENTENCE = 'main a[href*="/documents/"][href*="#s"]'
"""A link that leads to a sentence in its document."""


def _page(chromium: Browser, site: Site, scripts: bool, width: int = 1200, scheme: str = "light") -> Page:
    context = chromium.new_context(
        base_url=site.address, java_script_enabled=scripts, viewport={"width": width, "height": 900},
        color_scheme="dark" if scheme == "dark" else "light",
    )  # fmt: skip
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    return page


def test_from_the_start_to_a_receipt_without_scripts(chromium: Browser, site: Site) -> None:
    page = _page(chromium, site, scripts=False)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/")
    page.get_by_role("link", name="Runs", exact=True).click()
    run = page.locator(f'main a[href="/runs/{site.run.id}"]')
    while not run.count():
        page.locator("a[rel=next]").first.click()
    run.click()
    page.get_by_role("link", name="Each with its evidence in its source").click()
    page.locator(SENTENCE).first.click()
    assert f"/corpora/{CORPUS}/documents/" in page.url
    assert page.locator("li:target").count() == 1
    # Two clicks: the first opens the form, the second sends it.
    page.locator("li:target .contest").first.click()
    assert page.locator("h2").first.inner_text() == "What it would touch"
    page.get_by_label("What is wrong, and why?").fill(f"It was counted on a holiday. {EVIL}")
    page.get_by_role("button", name="Lodge the challenge").click()
    assert "/receipts/" in page.url
    assert page.get_by_role("status").locator("code").inner_text() == page.url.rpartition("/")[2]
    assert EVIL in page.locator("blockquote").inner_text()
    assert [url for url in asked if not url.startswith(site.address)] == []
    page.context.close()


def test_the_keyboard_alone_leads_past_the_menu_and_to_every_link(chromium: Browser, site: Site) -> None:
    page = _page(chromium, site, scripts=True)
    page.goto(f"/nodes/{site.claim}")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none"
    page.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_is_wider_than_a_phone_and_its_text_can_be_read(chromium: Browser, site: Site, scheme: str) -> None:
    page = _page(chromium, site, scripts=True, width=360, scheme=scheme)
    refused: list[str] = []
    page.on("console", lambda message: refused.append(message.text))
    for path in ("/", f"/runs/{site.case}", f"/runs/{site.case}/claims", f"/corpora/{CORPUS}", f"/nodes/{site.claim}",
                 "/contests", "/questions", "/ledger", f"/contests/new?target={site.claim}"):  # fmt: skip
        page.goto(path)
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert over <= 0, (path, over)
        assert page.evaluate(CONTRAST) >= 4.5, path
    # What the policy refuses, it says here; nothing of ours is.
    assert refused == []
    page.context.close()


CONTRAST = """() => {
  const light = c => { const v = c.map(x => x / 255).map(x => x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
    return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2]; };
  const paper = getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number);
  let least = 21;
  for (const e of document.querySelectorAll("main p, main a, main li, main th, main td, main .fine, footer p")) {
    const ink = getComputedStyle(e).color.match(/\\d+/g).slice(0, 3).map(Number);
    const [a, b] = [light(ink), light(paper)].sort((x, y) => y - x);
    least = Math.min(least, (a + 0.05) / (b + 0.05));
  }
  return least;
}"""
"""The least contrast of text with the page, as WCAG 2 computes it."""
