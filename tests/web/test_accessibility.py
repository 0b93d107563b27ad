"""Every sort of page in a real browser, held against axe-core's rules, in light on a desk and in dark on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from tests.support.every_page import every_page, pages_of_doing
from tests.support.web_site import UNENCRYPTED, Site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.whole]
PATIENCE = 120_000
"""Milliseconds that a page may take on a busy machine."""
GRAVE = {"serious", "critical"}
FORMS: tuple[tuple[int, Literal["light", "dark"]], ...] = ((1200, "light"), (360, "dark"))
"""Width in pixels and colour scheme."""
DRAWN = ".graph"
LEAST = 40
"""Sorts of pages that the world of these tests has, at least."""


@pytest.fixture(scope="module")
def pages(site: Site) -> dict[str, str]:
    """Name to address of one page of each sort."""
    with httpx.Client(base_url=site.address, timeout=300, verify=UNENCRYPTED) as client:
        done = pages_of_doing(client)
        found = {**every_page(client), **done}
    assert len(found) >= LEAST, sorted(found)
    return found


@pytest.mark.timeout(900)
def test_no_page_has_a_serious_finding_or_is_wider_than_the_screen(
    chromium: Browser, site: Site, pages: dict[str, str]
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed").Axe()
    context = chromium.new_context(base_url=site.address)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    refused: list[str] = []
    page.on("console", lambda message: refused.append(f"{page.url}: {message.text}"))
    page.on("pageerror", lambda fault: refused.append(f"{page.url}: {fault}"))
    found: dict[str, list[str]] = {}
    for name, path in pages.items():
        there = False
        for width, scheme in FORMS:
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)
            # What draws measures the screen when it begins; every other page is style alone, in whatever form it came.
            if not there or page.locator(DRAWN).count():
                answer = page.goto(path)
                assert answer is not None
                assert answer.status == (404 if name == "fault" else 200), path
                page.evaluate(axe.axe_script)
                there = True
            told = [*findings(page)]
            if told:
                found[f"{name}, {width} px, {scheme}"] = told
    assert found == {}
    # Chromium says by itself that the page of a fault came with its status.
    assert [one for one in refused if "status of 404" not in one] == []
    context.close()


def findings(page: Page) -> Iterator[str]:
    """What is gravely wrong with a page as it is shown now."""
    for one in page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]:
        if one["impact"] in GRAVE:
            yield from (f"{one['id']}: {node['target']} {node['html'][:120]}" for node in one["nodes"][:3])
    over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    if over > 0:
        yield f"{over} px wider than the screen"


def test_the_graph_is_drawn_and_grows_where_a_part_is_chosen(chromium: Browser, site: Site) -> None:
    context = chromium.new_context(base_url=site.address, viewport={"width": 1200, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"/runs/{site.run.id}/graph?focus={site.claim}")
    shown = page.locator("li[data-id]").count()
    assert shown > 1
    page.locator(f'.graph[data-drawn="{shown}"]').wait_for()
    more = page.evaluate("(FOAM.graph.cy.nodes().filter((n) => n.data('more') > 0)[0] || { id: () => '' }).id()")
    assert more
    page.evaluate("(id) => FOAM.graph.chosen(FOAM.graph.cy.getElementById(id))", more)
    assert int(page.locator(".graph").get_attribute("data-drawn") or 0) > shown
    assert page.locator(".graph p a").get_attribute("href") == f"/nodes/{more}"
    # Each has its words beside its colour and shape.
    assert page.evaluate("FOAM.graph.cy.nodes().every((n) => n.data('label').length > 3)")
    context.close()


def test_the_number_of_an_event_is_a_slider(chromium: Browser, site: Site) -> None:
    context = chromium.new_context(base_url=site.address)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"/nodes/{site.claim}")
    field = page.locator("form.past input")
    assert field.get_attribute("type") == "range"
    field.focus()
    page.keyboard.press("Home")
    assert page.locator("form.past output").inner_text() == field.get_attribute("min")
    page.locator("form.past button").click()
    assert "As it was then" in page.locator("main").inner_text()
    context.close()
