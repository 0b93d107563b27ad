"""What programs read: every answer fits its schema in the description, lists come in parts, the past is there."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterator
from typing import Any

import httpx
import jsonschema
import networkx
import pytest

from foam_graph.exchange.maps.argdown import argdown_graph
from foam_graph.exchange.maps.argdown_text import read_argdown
from tests.support.web_site import CORPUS, QUESTION, Site

ROOT = "/api/v1"


@pytest.fixture(scope="module")
def client(site: Site) -> Iterator[httpx.Client]:
    with site.browser() as found:
        yield found


@pytest.fixture(scope="module")
def description(client: httpx.Client) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/openapi.json").json()
    return found


def fits(answer: httpx.Response, template: str, description: dict[str, Any]) -> None:
    """Says no where an answer is not what the description of its path says."""
    told = description["paths"][template]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert answer.status_code == 200, answer.text
    jsonschema.validate(answer.json(), {**told, "components": description["components"]})


def test_the_description_is_openapi_3_1_with_a_schema_for_each_answer(description: dict[str, Any]) -> None:
    assert description["openapi"].startswith("3.1")
    operations = [
        (path, one) for path, at in description["paths"].items() for one in at.values() if path.startswith(ROOT)
    ]
    assert len(operations) >= 18
    for path, one in operations:
        assert one["summary"], path
        assert one["responses"]["422"]["content"]["application/problem+json"]["schema"]["$ref"].endswith("/Problem")


def test_every_reading_operation_answers_as_described(
    site: Site, client: httpx.Client, description: dict[str, Any]
) -> None:
    places = {
        "corpus": CORPUS, "document": site.document, "node": site.claim, "chain": site.run.id, "run": site.run.id,
    }  # fmt: skip
    read = 0
    for template in description["paths"]:
        at = description["paths"][template]
        if not template.startswith(ROOT) or "get" not in at or "{challenge}" in template or "{build}" in template:
            continue
        if "application/json" not in at["get"]["responses"]["200"]["content"] or template.endswith(("prov", "{sort}")):
            continue
        fits(client.get(template.format(**places)), template, description)
        read += 1
    assert read >= 11


def test_an_answered_run_a_debate_and_an_activity_fit_as_well(
    site: Site, client: httpx.Client, description: dict[str, Any]
) -> None:
    fits(client.get(f"{ROOT}/runs/{site.case}/position"), f"{ROOT}/runs/{{run}}/position", description)
    activity = client.get(f"{ROOT}/nodes/{site.claim}").json()["written_by"]["activity"]
    for node in (site.case, site.debate, site.run.id, activity, site.record):
        fits(client.get(f"{ROOT}/nodes/{node}"), f"{ROOT}/nodes/{{node}}", description)


def test_a_list_comes_in_parts_that_lead_to_each_other(client: httpx.Client) -> None:
    # One less than there are by now: other tests upload to the same corpus.
    size = client.get(f"{ROOT}/corpora/{CORPUS}/documents").json()["total"] - 1
    assert size >= 2
    first = client.get(f"{ROOT}/corpora/{CORPUS}/documents", params={"size": size})
    assert len(first.json()["items"]) == size
    assert first.json()["pages"] == 2
    assert first.links.keys() == {"next"}
    last = client.get(first.links["next"]["url"])
    assert [len(last.json()["items"]), last.links.keys()] == [1, {"prev"}]
    assert client.get(last.links["prev"]["url"]).json() == first.json()
    for size in ("0", "201", "x"):
        assert client.get(f"{ROOT}/runs", params={"size": size}).status_code == 422


def test_what_holds_is_not_sent_again(site: Site, client: httpx.Client) -> None:
    for path in (f"{ROOT}/runs/{site.case}/position", f"{ROOT}/runs", f"{ROOT}/nodes/{site.case}/prov"):
        mark = client.get(path).headers["etag"]
        again = client.get(path, headers={"If-None-Match": mark})
        assert (again.status_code, again.content) == (304, b"")


def test_a_position_is_read_as_it_was(site: Site, client: httpx.Client) -> None:
    now = client.get(f"{ROOT}/runs/{site.case}/position").json()
    seq = int(now["position"].split("-")[1])
    assert client.get(f"{ROOT}/runs/{site.case}/position", params={"as_of": str(seq)}).json() == now
    before = client.get(f"{ROOT}/runs/{site.case}/position", params={"as_of": "1"})
    assert before.status_code == 404
    assert "no position" in before.json()["detail"]
    assert "later" in before.json()["hint"]
    assert client.get(f"{ROOT}/nodes/{site.claim}", params={"as_of": "yesterday"}).status_code in (400, 404)
    assert client.get(f"{ROOT}/nodes/{site.claim}/why", params={"as_of": "2026-13-01"}).status_code in (400, 404)


@pytest.mark.parametrize(
    "path", ["/nothing", "/runs/nothing", "/nodes/%00", "/corpora/..%2f..", "/runs/x/exports/pack"]
)
def test_what_is_not_there_is_a_problem_for_programs(client: httpx.Client, path: str) -> None:
    answer = client.get(f"{ROOT}{path}", headers={"Accept": "text/html"})
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json().keys() == {"type", "title", "status", "detail", "hint", "actions"}


def test_a_method_that_is_not_taken_is_told_which_are(site: Site, client: httpx.Client) -> None:
    for path, allowed in (
        (f"{ROOT}/runs", "GET, HEAD, POST"),
        (f"{ROOT}/runs/{site.case}/stop", "POST"),
        ("/runs", "GET, HEAD"),
    ):
        answer = client.request("DELETE", path)
        assert (answer.status_code, answer.headers["allow"]) == (405, allowed)


def test_a_run_is_fetched_whole(site: Site, client: httpx.Client) -> None:
    begins = {"pack": b"pk", "dossier": b"<!doctype html>", "journal": b"{", "aif": b"{"}
    for sort, begin in begins.items():
        answer = client.get(f"{ROOT}/runs/{site.case}/exports/{sort}")
        assert answer.status_code == 200, answer.text
        assert answer.content.lower().startswith(begin), sort
        assert str(site.settings.home) not in answer.headers["content-disposition"]
    assert client.get(f"{ROOT}/runs/{site.case}/exports/flow").status_code == 400
    flow = client.get(f"{ROOT}/runs/{site.debate}/exports/flow")
    assert flow.headers["content-type"].startswith("text/csv")
    assert client.get(f"{ROOT}/runs/{site.case}/exports/nothing").status_code == 422
    assert QUESTION.partition("?")[0] in client.get(f"{ROOT}/runs/{site.run.id}/exports/journal").text


def test_a_run_is_a_graph_for_other_tools(site: Site, client: httpx.Client) -> None:
    def fetched(form: str) -> bytes:
        answer = client.get(f"{ROOT}/runs/{site.run.id}/exports/graph", params={"format": form})
        assert answer.status_code == 200, answer.text
        assert site.settings.operator.encode() not in answer.content or form in ("graphml", "csv")
        return answer.content

    whole = networkx.read_graphml(io.BytesIO(fetched("graphml")))
    kinds = {about["kind"] for _, about in whole.nodes(data=True)}
    assert {"Claim", "Critique", "EvidenceRecord", "Position"} <= kinds
    with zipfile.ZipFile(io.BytesIO(fetched("csv"))) as archive:
        nodes, edges = (list(csv.DictReader(io.StringIO(archive.read(name).decode()))) for name in archive.namelist())
    assert {row[":ID"] for row in nodes} == set(whole.nodes)
    assert len(edges) == whole.number_of_edges()
    assert {end for row in edges for end in (row[":START_ID"], row[":END_ID"])} <= set(whole.nodes)
    drawn = fetched("dot").decode()
    assert fetched("mermaid").decode().count(" --> ") == drawn.count(" -> ") > 10
    again = argdown_graph(read_argdown(fetched("argdown").decode(), "again"), "again")
    assert again.counts()["RA"] > 3
    assert client.get(f"{ROOT}/runs/{site.run.id}/exports/graph", params={"format": "png"}).status_code == 400
