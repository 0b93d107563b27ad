"""Argument maps taken in and read in a browser; everything that leaves as a file, with a button each."""

from __future__ import annotations

import json
from io import BytesIO
from zipfile import ZipFile

import httpx
import pytest
from lxml import html

from tests.support.web_site import CORPUS, EVIL, Site, filled

ARGDOWN = f"""
[Close it]: The town should close Mill Road to cars. {EVIL}
  + <Injuries>: Cars on Mill Road injure people.
  - [Trade]: The shops of Mill Road would lose trade.
    - [Bicycles]: Those who come by bicycle buy more often.
"""


def imported(web: httpx.Client, name: str, content: bytes) -> httpx.Response:
    return web.post("/maps/new", data=filled(web, "/maps/new"), files={"map": (name, content)})


@pytest.fixture(scope="module")
def map_page(site: Site) -> str:
    """The address of an imported map."""
    with site.browser() as web:
        answer = imported(web, "../../mill road.argdown", ARGDOWN.encode())
        assert answer.status_code == 303, answer.text
        assert imported(web, "again.argdown", ARGDOWN.encode()).headers["location"] == answer.headers["location"]
        return str(answer.headers["location"])


def test_a_map_says_what_stands_and_why(web: httpx.Client, map_page: str) -> None:
    told = web.get(f"{map_page}.json").json()
    labels = {one["text"].partition(" ")[0] + one["text"][-6:]: one["label"] for one in told["statements"]}
    assert sorted(labels.values()) == ["in", "in", "in", "out"], told
    page = html.fromstring(web.get(map_page).text)
    assert len(page.xpath("//article")) == len(told["statements"])
    assert EVIL not in web.get(map_page).text
    assert map_page in web.get("/maps").text


def test_what_hangs_on_a_statement_is_told_and_nothing_is_written(web: httpx.Client, map_page: str) -> None:
    told = web.get(f"{map_page}.json").json()
    answer = next(one for one in told["statements"] if "bicycle" in one["text"])
    asked = web.get(f"{map_page}.json", params={"without": answer["place"]}).json()
    otherwise = {one["text"][:9]: one["otherwise"] for one in asked["statements"] if one["otherwise"]}
    assert otherwise == {answer["text"][:9]: "out", "The shops": "in", "The town ": "out"}, asked
    page = html.fromstring(web.get(f"{map_page}?without={answer['place']}").text)
    assert "2 other statements would stand otherwise" in page.text_content()
    assert web.get(f"{map_page}.json").json() == told
    for wrong, status in (("99", 404), ("-1", 422), ("x", 422)):
        assert web.get(map_page, params={"without": wrong}).status_code == status


@pytest.mark.parametrize(
    ("name", "content"),
    [("map.json", b"{"), ("map.json", b"[]"), ("map.exe", b"MZ"), ("map.argdown", b"\xff\xfe\x00"), ("map.json", b"")],
)
def test_what_is_no_map_is_refused_with_a_reason(web: httpx.Client, name: str, content: bytes) -> None:
    before = len(web.get("/maps.json").json()["maps"])
    answer = imported(web, name, content)
    assert answer.status_code == 400, answer.text
    alert = html.fromstring(answer.text).xpath("string(//*[@role='alert'])")
    assert alert
    assert "/uploads/" not in alert
    assert "of this machine" not in alert, "it is told by the name that it was sent under"
    assert "command" not in alert, "who sent it has no terminal"
    assert len(web.get("/maps.json").json()["maps"]) == before


def test_what_is_no_map_has_no_map_page(site: Site, web: httpx.Client) -> None:
    for chain in (site.run.id, "nothing", f"corpus.{CORPUS}"):
        assert web.get(f"/maps/{chain}").status_code == 404, chain
    two = [("map", ("a.argdown", ARGDOWN.encode())), ("map", ("b.argdown", ARGDOWN.encode()))]
    assert web.post("/maps/new", data=filled(web, "/maps/new"), files=two).status_code == 400
    assert web.post("/maps/new", files={"map": ("a.argdown", ARGDOWN.encode())}).status_code == 403


def test_every_button_of_every_kind_of_chain_gives_its_file(site: Site, web: httpx.Client, map_page: str) -> None:
    chains = (site.case, site.debate, f"corpus.{CORPUS}", map_page.rpartition("/")[2])
    files: dict[str, httpx.Response] = {}
    for chain in chains:
        page = html.fromstring(web.get(f"/exports/{chain}").text)
        links = page.xpath("//a[@download]/@href")
        assert len(links) > 5, chain
        files |= {link: web.get(link) for link in links}
    assert {link: one.status_code for link, one in files.items() if one.status_code != 200} == {}
    for link, one in files.items():
        assert one.headers["content-disposition"].startswith("attachment; filename="), link
        assert one.content, link
        assert b"/uploads/" not in one.content or b"PK" in one.content[:2], link
    packed = files[f"/exports/{site.case}/pack?format=zip"].content
    assert any(name.endswith("verify.py") for name in ZipFile(BytesIO(packed)).namelist())
    assert json.loads(files[f"/exports/{site.case}/aif?format=json"].text)["nodes"]
    assert list((site.settings.home / "uploads").iterdir()) == []


def test_an_export_that_there_is_not_is_refused(site: Site, web: httpx.Client) -> None:
    for path, status in (
        (f"/exports/{site.case}/flow", 400),
        (f"/exports/{site.case}/secrets", 400),
        (f"/exports/{site.case}/prov?format=html", 400),
        (f"/dossiers/{site.case}?format=docx", 400),
        (f"/dossiers/corpus.{CORPUS}", 400),
        ("/exports/nothing/prov", 404),
        ("/exports/nothing", 404),
    ):
        answer = web.get(path)
        assert answer.status_code == status, (path, answer.text)
    assert list((site.settings.home / "uploads").iterdir()) == []
