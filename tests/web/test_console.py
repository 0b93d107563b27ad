"""The Cypher console: it only reads, within its bounds, and what it gives is told and never run."""

from __future__ import annotations

from dataclasses import replace

import httpx
import pytest
from lxml import html

from foam_graph.app.console import BOUNDS, ask_console
from foam_graph.app.session import Session
from foam_graph.errors import EnvironmentFault
from tests.support.web_site import EVIL, Site

CLAIMS = "MATCH (c:Claim {run: $run}) RETURN c, c.id AS id, c.text AS text ORDER BY id"


def test_rows_are_a_table_and_nodes_a_graph(web: httpx.Client, site: Site) -> None:
    asked = {"q": CLAIMS, "p": f"run={site.run.id}"}
    twin = web.get("/cypher.json", params=asked).json()
    assert twin["rows"]["columns"] == ["c", "id", "text"]
    ids = [row[1] for row in twin["rows"]["rows"]]
    assert site.claim in ids
    # A node and its id are one node of the drawing.
    assert sorted(one["id"] for one in twin["graph"]["nodes"]) == ids
    page = html.fromstring(web.get("/cypher", params=asked).text)
    assert len(page.xpath("//table/tbody/tr")) == len(ids)
    assert page.xpath("//*[@data-graph]/@data-graph")[0].startswith("/cypher.json?q=MATCH")
    assert EVIL in page.xpath("string(//table)") or EVIL not in str(twin["rows"])
    assert page.xpath("//script[not(@src)] | //img") == []


def test_nodes_of_every_kind_can_be_told(web: httpx.Client) -> None:
    q = "MATCH (n:Artifact) WITH labels(n)[-1] AS kind, collect(n)[0] AS n RETURN kind, n"
    page = web.get("/cypher", params={"q": q})
    assert page.status_code == 200
    assert len(html.fromstring(page.text).xpath("(//table)[1]/tbody/tr")) > 15


def test_edges_among_the_nodes_are_drawn(web: httpx.Client, site: Site) -> None:
    q = "MATCH (w:Warrant)-[:WARRANTS]->(c:Claim {id: $id}) RETURN w, c"
    graph = web.get("/cypher.json", params={"q": q, "p": f"id={site.claim}"}).json()["graph"]
    assert {edge["words"] for edge in graph["edges"]} >= {"warrants"}
    assert {edge["target"] for edge in graph["edges"] if edge["words"] == "warrants"} == {site.claim}


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE (n:Claim) RETURN n", "MATCH (n) DETACH DELETE n", "MATCH (n) SET n.x = 1", "CALL dbms.components()",
        "LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row", "SHOW USERS", "MATCH (n", "PROFILE MATCH (n) RETURN n",
        "RETURN 1; RETURN 2", "MATCH (n) RETURN apoc.text.upper('x')", EVIL, "RETURN $missing",
    ],
)  # fmt: skip
def test_what_does_not_only_read_is_refused(web: httpx.Client, statement: str) -> None:
    before = web.get("/cypher.json", params={"q": "MATCH (n) RETURN count(n) AS n"}).json()["rows"]["rows"]
    page = web.get("/cypher", params={"q": statement})
    assert page.status_code == 200
    shown = html.fromstring(page.text)
    assert shown.xpath("//*[@role='alert']")
    assert shown.xpath("//textarea[@id='q']")[0].text == statement
    refused = web.get("/cypher.json", params={"q": statement})
    assert (refused.status_code, refused.headers["content-type"]) == (400, "application/problem+json")
    assert web.get("/cypher.json", params={"q": "MATCH (n) RETURN count(n) AS n"}).json()["rows"]["rows"] == before


def test_rows_and_time_are_bounded(web: httpx.Client, site: Site) -> None:
    many = web.get("/cypher.json", params={"q": "UNWIND range(1, 5000) AS n RETURN n"}).json()
    assert len(many["rows"]["rows"]) == many["most_rows"] == 500
    assert many["rows"]["more"]
    slow = "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH a, b WHERE a * b < 0 RETURN count(*) AS n"
    with Session(site.settings) as session, pytest.raises(EnvironmentFault, match="stopped"):
        ask_console(session, slow, bounds=replace(BOUNDS, seconds=1.0))
    assert web.get("/cypher", params={"q": "x" * 7_000}).status_code == 422


def test_a_parameter_is_never_part_of_the_statement(web: httpx.Client) -> None:
    found = web.get(
        "/cypher.json", params={"q": "RETURN $a AS a, $b AS b", "p": "a=1) MATCH (n) RETURN n //\nb=[1, 2]"}
    )
    assert found.json()["rows"]["rows"] == [["1) MATCH (n) RETURN n //", [1, 2]]]
    assert web.get("/cypher.json", params={"q": "RETURN 1 AS a", "p": "nothing"}).status_code == 400
