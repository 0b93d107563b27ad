"""A blind form served: what it asks is shown without who spoke, what is answered is kept once, and the analysis reads it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from lxml import html

from foam_graph.app.experimenting import preference_analysis
from foam_graph.errors import CorpusError, UsageError
from foam_graph.evaluation.preference.ballot_paper import ContextPaper, Key, Offer, papers
from foam_graph.evaluation.preference.kept_forms import KeptForms, choice_of, field_of, form_name, reader_of
from foam_graph.findings.debate.spoken import Spoken
from tests.support.web_site import EVIL, Site, filled

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NAME = "spring-form"
SPEAKERS = [("direct", "model-a"), ("direct", "model-b"), ("r-debater", "model-a"), ("r-debater", "model-b")]


def made(points: int, word: str = "cars") -> tuple[tuple[ContextPaper, ...], Key]:
    before = (Spoken(1, "One", "pro", "opening", (f"The {word} are too many.", f"They are loud. {EVIL}")),)
    said = {who: (f"Candidate text {n} about {word}.", EVIL) for n, who in enumerate(SPEAKERS)}
    return papers([Offer(f"Motion {n}. {EVIL}", "con", before, said) for n in range(points)], seed=3)


@pytest.fixture(scope="module")
def kept(site: Site) -> KeptForms:
    forms = KeptForms(site.settings.home)
    forms.keep(NAME, *made(3))
    return forms


def answered(web: httpx.Client, **given: str) -> httpx.Response:
    return web.post(f"/preferences/{NAME}", data={**filled(web, f"/preferences/{NAME}"), **given})


def test_the_page_tells_everything_but_who_spoke(web: httpx.Client, kept: KeptForms) -> None:
    page = web.get(f"/preferences/{NAME}")
    shown = html.fromstring(page.text)
    assert len(shown.xpath("//section")) == 3
    assert len(shown.xpath("//article")) == 12
    assert len(shown.xpath("//select")) == 12 * 6
    assert not shown.xpath("//script[not(@src)] | //img[@onerror]")
    twin = web.get(f"/preferences/{NAME}.json")
    for text in (page.text, twin.text, web.get("/preferences").text):
        assert "model-a" not in text
        assert "r-debater" not in text
    assert twin.json()["points"][0]["candidates"][3]["number"] == 4
    assert f"/preferences/{NAME}" in web.get("/preferences").text


def test_what_is_answered_is_kept_once_and_read_by_the_analysis(
    web: httpx.Client, kept: KeptForms, tmp_path: Path
) -> None:
    first, second, _ = kept.papers(NAME)
    given = {
        field_of(first.id, 1, "argument_clarity"): "7", field_of(first.id, 2, "argument_clarity"): "10",
        choice_of(first.id): "2", choice_of(second.id): "4",
    }  # fmt: skip
    answer = answered(web, reader="Ada =1+1", **given)
    assert answer.status_code == 200
    assert "4 answers are kept" in " ".join(html.fromstring(answer.text).text_content().split())
    again = answered(web, reader="ada 11", **given)
    assert again.status_code == 400
    assert "are kept already" in html.fromstring(again.text).xpath("string(//*[@role='alert'])")
    assert html.fromstring(again.text).xpath(f"//option[@selected and ../@name='{first.id}-2-argument_clarity']")
    assert answered(web, reader="Ben", **given).status_code == 200
    table = web.get(f"/preferences/{NAME}.csv")
    assert table.headers["content-disposition"].endswith(f'answers-{NAME}.csv"')
    (tmp_path / "answers.csv").write_bytes(table.content)
    (tmp_path / "key.csv").write_text(kept.key(NAME))
    report = preference_analysis([tmp_path / "answers.csv"], tmp_path / "key.csv")
    assert report.remarks[0].startswith("2 readers, 3 contexts; 24 of 24 rows, 4 of 144 marks and 4 of 6 choices")
    with pytest.raises(UsageError):
        kept.keep(NAME, *made(3, "trams"))
    kept.keep(NAME, *made(3))
    assert kept.readers(NAME) == 2


def test_what_cannot_be_kept_comes_back(web: httpx.Client, kept: KeptForms) -> None:
    first = kept.papers(NAME)[0]
    field = field_of(first.id, 1, "argument_clarity")
    before = kept.readers(NAME)
    for given, status in (
        ({"reader": "Cleo"}, 400),
        ({"reader": "", field: "3"}, 400),
        ({"reader": "=+!", field: "3"}, 400),
        ({"reader": "Cleo", field: "11"}, 400),
        ({"reader": "Cleo", field: "３"}, 400),
        ({"reader": "Cleo", choice_of(first.id): "5"}, 400),
        ({"reader": "Cleo", field: "3", "token": "x"}, 403),
    ):
        answer = answered(web, **given)
        assert answer.status_code == status, given
    assert kept.readers(NAME) == before
    for path in (
        "/preferences/nothing",
        "/preferences/nothing.json",
        "/preferences/..%2Fup",
        "/preferences/nothing.csv",
    ):
        assert web.get(path).status_code == 404, path
    with pytest.raises(UsageError):
        kept.keep("../up", *made(1))
    with pytest.raises(CorpusError):
        kept.papers("../preference")
    for text, name in (("Spring form (2)", "spring-form-2"), ("漢字", "form"), ("x" * 60, "x" * 40), ("-a-", "a")):
        assert form_name(text) == name
    assert reader_of(" -Ada  Lovelace-") == "Ada Lovelace-"


@pytest.mark.browser
def test_it_is_filled_in_in_a_browser(chromium: Browser, site: Site, kept: KeptForms) -> None:
    context = chromium.new_context(
        base_url=site.address, viewport={"width": 360, "height": 800}, java_script_enabled=False
    )
    page = context.new_page()
    page.set_default_timeout(120_000)
    page.goto("/preferences")
    page.locator(f'main a[href="/preferences/{NAME}"]').click()
    first = kept.papers(NAME)[0]
    for number in range(1, 5):
        page.locator(f'[id="{field_of(first.id, number, "topic_relevance")}"]').select_option(str(number + 4))
    page.locator(f'[id="{first.id}-chosen-3"]').check()
    page.get_by_label("Your name or number").fill("Reader on a phone")
    page.get_by_role("button", name="Send my answers").click()
    assert "5 answers are kept" in page.locator("main").inner_text()
    assert kept.answers(NAME).count("Reader on a phone") == 12
    context.close()
