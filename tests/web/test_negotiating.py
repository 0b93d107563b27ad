"""The IRI of an entity answers with the page for people and with PROV for programs, in the form that they like best."""

from __future__ import annotations

from urllib.parse import quote

import httpx
import pytest
from rdflib import Dataset, URIRef

from foam_graph.exchange.prov_export.terms import ID, local_name, name_of
from foam_graph.prov.read.files import read_bytes
from foam_graph.web.negotiating import PROV, accepted
from tests.support.web_site import Site

ENDINGS = {"turtle": "ttl", "jsonld": "jsonld", "trig": "trig", "nquads": "nq", "json": "json", "provn": "provn"}


@pytest.mark.parametrize("type_", PROV)
def test_each_form_of_prov_is_what_it_says_and_tells_of_the_node(site: Site, web: httpx.Client, type_: str) -> None:
    answer = web.get(f"/nodes/{site.claim}", headers={"Accept": f"{type_};q=0.9, text/html;q=0.3"})
    assert answer.status_code == 200, answer.text
    told = answer.headers["content-type"].partition(";")[0]
    assert told in (type_, "application/json")
    assert answer.headers["vary"] == "Accept"
    read_bytes(answer.content, f"x.{ENDINGS[PROV[type_]]}")
    assert site.claim.encode() in answer.content


def test_a_person_sees_the_page(site: Site, web: httpx.Client) -> None:
    for accept in ("text/html,application/xhtml+xml,*/*;q=0.8", "*/*", "image/png", "text/*", "text/html;q=0,nonsense"):
        page = web.get(f"/nodes/{site.claim}", headers={"Accept": accept})
        assert page.headers["content-type"].startswith("text/html"), accept
        assert page.headers["vary"] == "Accept"


def test_an_iri_of_an_export_leads_to_what_it_names(site: Site, web: httpx.Client) -> None:
    for item in (site.claim, site.case, "corpus.hostile-web"):
        place = "/id/" + name_of(item).removeprefix(ID)
        turtle = web.get(place, headers={"Accept": "text/turtle"}, follow_redirects=True)
        assert turtle.status_code == 200, item
        graph = Dataset()
        graph.parse(data=turtle.content, format="turtle")
        assert URIRef(name_of(item)) in set(graph.subjects()), item
    assert web.get("/id/nothing", follow_redirects=True).status_code == 404
    assert web.get("/id/" + quote(local_name("\\\\evil.example"))).headers["location"].startswith("/nodes/%5C")


def test_runs_and_debates_answer_with_their_whole_chain(site: Site, web: httpx.Client) -> None:
    for path in (f"/runs/{site.case}", f"/debates/{site.debate}", f"/api/v1/nodes/{site.case}/prov"):
        assert b"prov:Activity" in web.get(path, headers={"Accept": "text/turtle"}).content
    assert web.get("/runs/nothing", headers={"Accept": "text/turtle"}).status_code == 404
    wanted = web.get(f"/api/v1/nodes/{site.case}/prov", params={"format": "provn"}, headers={"Accept": "text/turtle"})
    assert wanted.headers["content-type"].startswith("text/provenance-notation")


@pytest.mark.parametrize(
    ("header", "best"),
    [
        ("", "a/x"), ("a/y", "a/y"), ("a/y;q=0.2, a/x;q=0.1", "a/y"), ("a/*;q=0.5, a/x;q=0", "a/y"), ("b/*", "b/z"),
        ("*/*, a/x;q=0.1", "a/y"), ("a/y;q=x", "a/x"), (",,;q=1,", "a/x"), ("A/Y", "a/y"), ("a/y;level=1;q=0.9", "a/y"),
    ],
)  # fmt: skip
def test_what_is_liked_best_is_given(header: str, best: str) -> None:
    assert accepted(header, ("a/x", "a/y", "b/z")) == best
