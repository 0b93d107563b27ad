"""Journeys of people through the pages in a real browser: who operates, contests, rules, audits, debates, or comes for the first time.

What the operator makes the others read: one run, argued in this browser from the sample's documents.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pypdfium2
import pytest

from tests.support.web_site import CORPUS, Site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]
PATIENCE = 240_000
"""Milliseconds that a step may take on a busy machine."""
SAMPLE = Path(__file__).parents[2] / "examples" / "benefits" / "documents"
QUESTION = "Should the denial of the benefit be upheld or reversed?"
GROUNDS = "The decision counts a payment that the regulation leaves out, and says so nowhere."
TRANSCRIPTS = {
    "quay.txt": (
        b"Motion: The town should close the quay to lorries.\n"
        b"Ada Berg (Pro): For example, Arden did so in 2019. The noise there was caused by lorries.\n"
        b"Bo Lund (Con): It would harm the shops. According to the traders' office, six of ten would close.\n"
    ),
    "picture.png": b"\x89PNG\r\n\x1a\n" + bytes(99),
}
SPEECH = "Mill Road currently carries 4,200 cars per day. That is too many for a village road."


@contextmanager
def visit(chromium: Browser, site: Site) -> Iterator[Page]:
    """A person's own browser; nothing that its console refuses goes unnoticed."""
    context = chromium.new_context(base_url=site.address, viewport={"width": 1200, "height": 900})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    refused: list[str] = []
    page.on("pageerror", lambda fault: refused.append(str(fault)))
    yield page
    assert refused == []
    context.close()


@pytest.fixture(scope="module")
def asked(chromium: Browser, site: Site) -> str:
    """The address of a run whose documents an operator uploaded, that they asked, watched, stopped and took up."""
    with visit(chromium, site) as page:
        page.goto("/upload")
        page.locator("#corpus").fill("journeys")
        page.locator("#files").set_input_files(sorted(SAMPLE.glob("*.md")))
        page.get_by_role("button", name="Upload and load").click()
        page.get_by_role("link", name="Ask about it").click()
        assert page.locator("#corpus").input_value() == "journeys"
        page.locator("#question").fill(QUESTION)
        page.locator("#t-benefits-appeal").check()
        for one in ("applicant", "caseworker", "budget_officer"):
            page.locator(f"#p-{one}").check()
        page.locator("#d-quick").check()
        page.get_by_role("button", name="Say first what it would take").click()
        assert "costs nothing" in page.locator("#h-takes + p").inner_text()
        page.get_by_role("button", name="Begin").click()
        page.locator("#progress h2").first.wait_for()
        progress = page.url
        page.get_by_role("button", name="Stop").click()
        page.get_by_role("button", name="Take it up where it stands").wait_for()
        assert page.url == progress
        page.get_by_role("button", name="Take it up where it stands").click()
        page.get_by_role("link", name="Read the answer").click()
        page.locator("#answer").wait_for()
        assert page.locator("h1").inner_text() == QUESTION
        return page.url.removeprefix(site.address)


def test_a_newcomer_finds_the_answer_and_its_source_and_takes_it_along(
    chromium: Browser, site: Site, asked: str
) -> None:
    with visit(chromium, site) as page:
        page.goto("/")
        assert page.locator("h1").count() == 1
        page.locator(f'main a[href="{asked}"]').first.click()
        assert page.locator(".answer").inner_text()
        number = page.locator('#why .marks a[href*="/documents/"]').first
        number.click()
        beside = page.locator("aside.beside")
        beside.locator("li.wanted").wait_for()
        assert page.url == f"{site.address}{asked}"
        assert number.get_attribute("aria-current") == "true"
        assert beside.locator("li.wanted a.contest").count() >= 1
        # The keyboard leaves it where it came from.
        page.keyboard.press("Escape")
        assert beside.count() == 0
        assert page.evaluate("document.activeElement.closest('.marks') !== null")
        with page.expect_download() as taken:
            page.get_by_role("link", name="PDF", exact=True).click()
        content = Path(taken.value.path()).read_bytes()
        assert QUESTION[:30] in pypdfium2.PdfDocument(content)[0].get_textpage().get_text_bounded()


def test_somebody_contests_another_rules_and_both_see_what_changed(chromium: Browser, site: Site, asked: str) -> None:
    with visit(chromium, site) as page:
        page.goto(f"{asked}/claims")
        page.locator("article .contest, a.flag, .contest").first.click()
        page.get_by_label("What is wrong, and why?").fill(GROUNDS)
        page.locator("#by").fill("Cora Contester")
        page.get_by_role("button", name="Lodge the challenge").click()
        receipts, found = (
            page.get_by_role("link", name="To the receipt of the challenge"),
            page.locator(".receipt code"),
        )
        receipts.or_(found).first.wait_for()
        if receipts.count():
            receipts.click()
        code = page.locator(".receipt code").inner_text()
        receipt = f"/receipts/{code}"
    with visit(chromium, site) as page:
        page.goto("/contests")
        page.locator('main a[href^="/contests/"]').first.click()
        assert GROUNDS in page.locator("blockquote").inner_text()
        assert "Cora" not in page.locator("main").inner_text()
        page.get_by_role("link", name="Rule on it").click()
        page.locator("#v-uphold").check()
        page.locator("#reason").fill("The regulation says so in its own words.")
        page.locator("#by").fill("Ada Adjudicator")
        page.get_by_role("button", name="Rule").click()
        # Where it takes longer than a page waits, what goes on is followed first.
        came = page.get_by_role("link", name="What came of it")
        changed = page.get_by_role("link", name="What it changed, before and after")
        came.or_(changed).first.wait_for()
        if came.count():
            came.click()
        changed.click()
        assert page.locator("h1").inner_text() == "What differs between two versions of a position"
    with visit(chromium, site) as page:
        page.goto(receipt)
        told = page.locator("main").inner_text()
        assert "by a person" in told
        assert "in its own words" in told
        assert "Ada" not in told


def rule(page: Page, verdict: str, reason: str, by: str) -> None:
    """Fills in the form of a ruling and waits for what came of it."""
    page.locator(f"#v-{verdict}").check()
    page.locator("#reason").fill(reason)
    page.locator("#by").fill(by)
    if page.locator("#appeal").count():
        page.locator("#appeal").check()
    page.get_by_role("button", name="Rule").click()
    came, changed = page.get_by_role("link", name="What came of it"), page.get_by_role("link", name="What it changed")
    came.or_(changed).first.wait_for()
    if came.count():
        came.click()
    changed.first.wait_for()


def test_somebody_asks_for_a_missing_issue_a_person_upholds_it_and_an_appeal_puts_all_back(
    chromium: Browser, site: Site, asked: str
) -> None:
    missing = "Was the notice served on her?"
    with visit(chromium, site) as page:
        page.goto(asked)
        assert missing not in page.locator("#issues").inner_text()
        page.locator('#issues a[aria-label="Challenge what is to be decided"]').click()
        assert page.locator('input[name="kind"]:checked').get_attribute("value") == "structural"
        decided = page.locator('section[aria-labelledby="h-agenda"]').inner_text()
        for name in ("missed_time_limit", "stands | fails", "option reversed", "income=fails and"):
            assert name in decided, "names that own words need"
        page.get_by_label("What is wrong, and why?").fill("Nobody asks whether she was ever told.")
        correction = page.get_by_label("What should it say instead")
        hint = page.locator(f"#{correction.get_attribute('aria-describedby')}").inner_text()
        assert "What is missing: “NAME: QUESTION? = OUTCOME | OUTCOME”" in hint
        correction.fill(f"notice: {missing} = served | not served")
        page.get_by_role("button", name="Lodge the challenge").click()
        receipts, found = (
            page.get_by_role("link", name="To the receipt of the challenge"),
            page.locator(".receipt code"),
        )
        receipts.or_(found).first.wait_for()
        if receipts.count():
            receipts.click()
        assert missing in page.locator("main").inner_text()
        page.goto(asked)
        assert missing not in page.locator("#issues").inner_text(), "a machine's ruling changes nothing of it"
        page.goto("/contests")
        page.locator('main a[href^="/contests/"]').first.click()
        contest = page.url
        page.get_by_role("link", name="Rule on it").click()
        assert missing in page.locator("main").inner_text(), "who rules reads what would be taken over"
        rule(page, "uphold", "She has to have been told.", "Ada Adjudicator")
        page.get_by_role("link", name="What it changed, before and after").click()
        assert missing in page.locator("main").inner_text()
        page.goto(asked)
        assert missing in page.locator("#issues").inner_text()
        page.goto(contest)
        page.get_by_role("link", name="Decide on appeal").click()
        rule(page, "reject", "It was never in dispute.", "Ben Board")
        page.goto(asked)
        assert missing not in page.locator("#issues").inner_text()


def test_an_auditor_asks_a_question_and_verifies_the_chain(chromium: Browser, site: Site, asked: str) -> None:
    run = asked.rpartition("/")[2]
    with visit(chromium, site) as page:
        page.goto("/questions")
        page.locator('main a[href="/questions/perspectives_heard"]').click()
        page.locator("#p-run").fill(run)
        page.get_by_role("button", name="Ask").click()
        assert page.locator("#h-rows + p + div tbody tr").count() > 0
        with page.expect_download() as taken:
            page.get_by_role("link", name="All rows as CSV").click()
        assert b"\n" in Path(taken.value.path()).read_bytes()
        page.goto(asked)
        page.get_by_role("link", name="Verify this run").click()
        assert "Everything holds" in page.locator("main").inner_text()


def test_somebody_builds_a_memory_of_debates_and_reads_what_is_in_it(chromium: Browser, site: Site) -> None:
    with visit(chromium, site) as page:
        page.goto("/memories")
        page.get_by_role("link", name="Build a memory from transcripts").click()
        page.get_by_label("Name of the memory").fill("journeys")
        sent = [{"name": name, "mimeType": "text/plain", "buffer": content} for name, content in TRANSCRIPTS.items()]
        page.locator("#files").set_input_files(sent)  # type: ignore[arg-type]  # a list of payloads, as the library says
        page.get_by_role("button", name="Upload, and say first what it would take").click()
        page.get_by_role("button", name="Begin").click(timeout=PATIENCE)
        assert "/remember/" in page.url
        page.get_by_text("The memory is built.").wait_for()  # the link to it is there from its first debate on
        assert "picture.png" in page.locator("main").inner_text(), "what could not be taken is told"
        page.get_by_role("link", name="To the memory journeys").click()
        page.locator('main a[href*="/debates/"]').first.click()
        assert "Arden did so in 2019" in page.locator("main").inner_text()


def test_a_debater_plays_to_the_ballot_and_prints_the_flow(chromium: Browser, site: Site) -> None:
    with visit(chromium, site) as page:
        page.goto("/debate")
        page.locator("#motion").fill("The town should close Mill Road to cars.")
        page.locator("#corpus").select_option(CORPUS)
        page.locator("#s-pro").check()
        page.locator("#f-short").check()
        page.get_by_role("button", name="Begin").click()
        turns = 0
        said, ended = page.get_by_role("link", name="Say your turn"), page.get_by_role("link", name="Read the debate")
        # The page loads itself again when it waits for somebody: what is there is clicked, not counted, since it may be
        # gone for a moment.
        said.or_(ended).first.click()
        page.locator("#text, #ballot").first.wait_for()
        while page.locator("#text").count():
            page.locator("#text").fill(SPEECH)
            page.get_by_role("button", name="Say it").click()
            said.or_(ended).first.click()
            page.locator("#text, #ballot").first.wait_for()
            turns += 1
            assert turns <= 8
        assert page.locator("#flow table").count() >= 1
        assert page.locator("#ballot").inner_text()
        printed = pypdfium2.PdfDocument(io.BytesIO(page.pdf(format="A4")))
        text = " ".join(one.get_textpage().get_text_bounded() for one in printed)
        assert "Flow" in text
        assert "4,200 cars" in text
        assert "Skip to" not in text


def test_a_link_is_not_shown_while_the_page_is_about_to_be_loaded_again(chromium: Browser, site: Site) -> None:
    told = "<p><a href='/runs'>Say your turn</a></p>"
    with visit(chromium, site) as page:
        page.goto(f"/progress/{site.debate}")
        page.evaluate(
            "told => FOAM.follow.show(document.querySelector('#progress'), told)",
            {"html": told, "running": False, "progress": {}},
        )
        assert page.get_by_role("link", name="Say your turn").count() == 0
        page.evaluate(
            "told => FOAM.follow.show(document.querySelector('#progress'), told)",
            {"html": told, "running": True, "progress": {}},
        )
        assert page.get_by_role("link", name="Say your turn").count() == 1
