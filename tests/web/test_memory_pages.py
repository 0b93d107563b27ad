"""Pages of a memory: what it holds, its debates, its schemes; hostile words in it are read and never run."""

from __future__ import annotations

import re
import uuid
from importlib.resources import files
from pathlib import Path

import httpx
import pytest
from lxml import html

from foam_graph.app.remembering import Plan, build
from foam_graph.app.session import Session
from tests.support.web_site import EVIL, Site

COMMAND = re.compile(r"\bfoam [a-z]")
HELD = f"""Motion: The town should close the quay to lorries. {EVIL}
Ada Berg (Pro): For example, Arden closed its quay in 2019. The noise there was caused by lorries. {EVIL}
Bo Lund (Con): It would harm the shops. According to the traders' office, six of ten would close.
"""


@pytest.fixture(scope="module")
def memory(site: Site, tmp_path_factory: pytest.TempPathFactory) -> str:
    name = f"web{uuid.uuid4().hex[:8]}"
    path: Path = tmp_path_factory.mktemp("memory") / "quay.txt"
    path.write_text(HELD, encoding="utf-8")
    with Session(site.settings) as session:
        build(session, [path], Plan(name))
    return name


def test_a_memory_is_browsed_to_its_utterances_and_schemes(web: httpx.Client, memory: str) -> None:
    assert memory in [one["name"] for one in web.get("/memories.json").json()]
    twin = web.get(f"/memories/{memory}.json").json()
    assert twin["holds"]["debates"] == len(twin["debates"]) == 1
    page = html.fromstring(web.get(f"/memories/{memory}").text)
    (debate,) = page.xpath("//a[contains(@href, '/debates/')]/@href")
    said = html.fromstring(web.get(debate).text)
    assert len(said.xpath("//article")) == twin["holds"]["utterances"]
    assert EVIL in said.xpath("string(//main)")
    assert said.xpath("//script[not(@src)] | //img") == []
    schemes = page.xpath("//a[contains(@href, '/schemes/')]/@href")
    assert schemes
    for href in schemes:
        found = web.get(f"{href}.json").json()
        assert found
        assert all(href.rpartition("/")[2] in one["labels"] for one in found)
        assert len(html.fromstring(web.get(href).text).xpath("//article")) == len(found)


def test_what_is_not_there_is_said(web: httpx.Client, memory: str) -> None:
    for path in ("/memories/nothing", f"/memories/{memory}/debates/nothing", "/memories/..%2f..%2fetc"):
        assert web.get(path).status_code == 404, path
    assert web.get(f"/memories/{memory}/schemes/nothing").status_code == 400
    assert web.get(f"/memories/{memory}?page=2").status_code == 404


def test_who_reads_a_page_is_sent_to_pages_and_who_reads_json_is_told_the_action_too(
    web: httpx.Client, memory: str
) -> None:
    for path, words, action in (
        ("/memories/nothing", "Build it from transcripts.", "build_memory"),
        (f"/memories/{memory}/debates/nothing", "See the page of the memory.", "show_memory"),
        ("/preferences/nothing", "See the list of forms about debates.", "make_form"),
    ):
        shown = html.fromstring(web.get(path).text).xpath("string(//main)")
        assert words in shown, path
        assert COMMAND.search(shown) is None, path
        problem = web.get(f"{path}.json").json()
        assert COMMAND.search(problem["hint"]) is None, path
        assert [step["action"] for step in problem["actions"]] == [action], path


def test_pages_name_no_command_but_those_of_who_runs_the_server() -> None:
    templates = files("foam_graph.web").joinpath("templates")
    naming = {one.name for one in templates.iterdir() if COMMAND.search(one.read_text(encoding="utf-8"))}
    assert naming == {"health.html", "webhooks.html"}
