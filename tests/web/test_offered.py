"""What pages offer is what their reader may do: no link and no form of a page leads to a refusal."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import pytest
from lxml import html

from foam_graph.web.access.matching import need_of
from foam_graph.web.access.person import LOCAL, STRANGER, Grants, Person
from foam_graph.web.access.reaching import may_open
from foam_graph.web.access.roles import ROLE_NAMES, RoleName, roles
from tests.support.every_page import every_page
from tests.support.ways_in import FENCED, Way
from tests.support.web_site import Site

WHOLE = ("/", "/questions", "/ledger", "/contests", "/maps", "/-/permissions")
"""Pages that lead to what is about everything there is."""


@pytest.fixture(scope="module")
def pages(way: Way) -> dict[str, str]:
    """One page of each sort."""
    with way.program("admin") as client:
        return every_page(client)


def offers(page: str) -> Iterator[tuple[str, str]]:
    """Method and path of each link and form of a page that stays on the server."""
    root = html.fromstring(page)
    for one in root.xpath("//a[@href]"):
        yield "GET", one.get("href")
    for one in root.xpath("//form[@action]"):
        yield one.get("method", "get").upper(), one.get("action")


def needs(page: str) -> Iterator[tuple[str, object, bool]]:
    """What each of them needs: the address, the permission, and whether it is about everything."""
    for method, address in offers(page):
        if not address.startswith("/"):
            continue
        found = need_of(method, urlsplit(address).path)
        assert found is not None, f"nothing answers {method} {address}"
        yield address, found[1].needs, found[1].whole


@pytest.mark.parametrize("role", ROLE_NAMES)
def test_no_page_offers_a_role_what_it_may_not(way: Way, pages: dict[str, str], role: RoleName) -> None:
    may, read, refused = roles()[role].may, 0, []
    with way.program(role) as client:
        for path in pages.values():
            answer = client.get(path)
            if answer.status_code in (200, 404):
                read += 1
                found = needs(answer.text)
                refused += [f"{path}: {to}" for to, needed, _ in found if needed is not None and needed not in may]
    assert read >= 20
    assert refused == []


def test_who_was_granted_a_part_is_offered_nothing_about_everything(way: Way) -> None:
    with way.program(FENCED) as client:
        for path in WHOLE:
            answer = client.get(path)
            assert answer.status_code == 200, answer.text
            assert [to for to, _, whole in needs(answer.text) if whole] == [], path


def test_who_may_not_challenge_reads_without_flags_and_is_led_on(way: Way, site: Site) -> None:
    run = f"/runs/{site.run.id}"
    with way.program("reader") as reader, way.program("contester") as contester:
        plain, flagged = reader.get(run).text, contester.get(run).text
        refused = reader.get(f"/contests/new?target={site.claim}")
    assert "⚑" in flagged
    assert "⚑" not in plain
    assert refused.status_code == 403
    main = html.fromstring(refused.text).xpath("//main")[0]
    assert main.xpath(".//a/@href") == ["/-/permissions", "/"]
    assert "file of this machine" not in main.text_content()


def test_what_may_be_opened_is_what_the_gate_lets_through() -> None:
    part = Person("ada", ROLE_NAMES, Grants(everything=False, corpora=frozenset({"case"})))
    reader = Person("rita", ("reader",))
    assert may_open(LOCAL, "/ask")
    assert may_open(STRANGER, "/ask?corpus=case"), "who has not signed in is asked to"
    assert may_open(reader, "/runs/r1#claims")
    assert not may_open(reader, "/ask?corpus=case")
    assert not may_open(part, "/memories")
    assert not may_open(LOCAL, "/nowhere/at/all")


def test_who_has_a_receipt_and_no_account_is_led_to_appeal(way: Way, site: Site) -> None:
    challenge = {"target": site.claim, "kind": "scope", "grounds": "It was counted on a holiday.", "by": ""}
    with way.program("contester") as contester:
        lodged = contester.post("/api/v1/challenges", json=challenge)
    assert lodged.status_code == 201, lodged.text
    with way.program("operator") as operator:
        verdict = {"uphold": False, "reason": "The holiday was left out."}
        ruled = operator.post(f"/api/v1/challenges/{lodged.json()['challenge']['id']}/rulings", json=verdict)
    assert ruled.status_code == 201, ruled.text
    with httpx.Client(base_url=way.address, timeout=300) as stranger:
        page = html.fromstring(stranger.get(f"/receipts/{lodged.json()['receipt']}").text)
    assert page.xpath("//main//a[starts-with(@href, '/contests/new')]")
