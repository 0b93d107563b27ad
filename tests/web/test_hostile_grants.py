"""Somebody who was granted one case asks for another: by every name a thing has, in paths, queries and forms."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest
from fastapi.routing import APIRoute, iter_route_contexts

from foam_graph.app.importing import import_files
from foam_graph.app.map_pages import MapPage, map_page
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.web.access import account_file
from foam_graph.web.access.accounts import Account
from foam_graph.web.access.entry import Access
from foam_graph.web.application import inside
from foam_graph.web.seeing import NAMES
from tests.support.ways_in import FENCED, ONE_RUN, OTHER_CORPUS, Other, Way
from tests.support.web_site import CORPUS, EVIL, UNENCRYPTED, Site

ONE_MAP = "one map"
"""Somebody who was granted one argument map alone."""
NAMES_NOTHING = frozenset({"name", "page", "kind", "sentence", "as_of", "code", "document", "next", "state", "error",
                           "person", "about", "mine", "depth", "it", "what", "size", "sort", "format", "without", "q", "p", "memory", "debate", "scheme", "build", "act"})  # fmt: skip
"""Parameters of paths and queries that name no node, chain or corpus, stand beside the corpus they belong to, or belong to
pages that are closed to who was granted a part."""


@pytest.fixture(scope="module")
def fenced(way: Way) -> Iterator[httpx.Client]:
    """A program of somebody with every role who was granted the other corpus alone."""
    with way.program(FENCED) as client:
        yield client


def test_every_parameter_is_known_to_name_something_or_nothing(settings: Settings) -> None:
    app = inside(settings, frozenset(), Access())
    found = set()
    for context in iter_route_contexts(app.routes):
        route = context.original_route
        assert isinstance(route, APIRoute)
        flat = route.dependant
        found |= {one.alias for one in (*flat.path_params, *flat.query_params)}
    assert found - NAMES.keys() - NAMES_NOTHING == set(), (
        "say in seeing.NAMES what it names, or here that it names nothing"
    )


PATHS = [
    "/runs/{run}", "/runs/{run}.json", "/runs/{run}/claims", "/runs/{run}/claims.json", "/runs/{run}/objections", "/runs/{run}/graph.json", "/runs/{mine}/graph.json?focus={claim}",
    "/runs/{run}/process.json", "/runs/{run}/outline.json", "/progress/{run}.json", "/progress/{run}/events", "/jobs/{run}.json",
    "/debates/{debate}", "/debates/{debate}.json", "/chains/{run}", "/ledger/{run}", "/ledger/{run}.json",
    "/nodes/{claim}", "/nodes/{claim}.json", "/nodes/{record}.json", "/nodes/{run}.json", "/nodes/{claim}.json?as_of=2030-01-01",
    "/corpora/{corpus}", "/corpora/{corpus}.json", "/corpora/{corpus}/sheet.json",
    "/corpora/{corpus}/documents/{document}", "/corpora/{corpus}/documents/{document}.json",
    "/nodes/{document}.json", "/diff.json?a={run}&b={case}", "/diff.json?a={mine}&b={run}", "/diff.json?a={run}&b={mine}",
    "/contests/new?target={claim}", "/contests/new?target={mine_claim}&target={claim}", "/nodes/{prefix}.json",
    "/positions/{run}?format=pdf", "/speeches/{run}", "/dossiers/{run}", "/exports/{run}", "/exports/{run}/journal",
    "/api/v1/runs/{run}", "/api/v1/runs/{run}/progress", "/api/v1/runs/{run}/position", "/api/v1/runs/{run}/exports/pack",
    "/api/v1/runs/{run}/exports/position?format=pdf", "/api/v1/runs/{prefix}", "/api/v1/nodes/{claim}", "/api/v1/nodes/{record}",
    "/api/v1/nodes/{claim}/why", "/api/v1/nodes/{claim}/evidence", "/api/v1/nodes/{claim}/prov", "/api/v1/nodes/{run}/prov",
    "/api/v1/chains/{run}/verification", "/api/v1/corpora/{corpus}/documents",
    "/api/v1/corpora/{corpus}/documents/{document}", "/api/v1/challenges/{claim}",
    "/corpora/{corpus}/../{corpus}", "/nodes/{claim}%20.json", "/nodes/%20{claim}.json", "/runs/{prefix}",
]  # fmt: skip


def filled(path: str, site: Site, other: Other) -> str:
    return path.format(
        run=site.run.id, debate=site.debate, claim=site.claim, record=site.record, corpus=CORPUS, document=site.document,
        case=site.case, mine=other.run, mine_claim=other.claim, prefix=site.run.id[:-1],
    )  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_what_was_not_granted_is_as_if_it_were_not_there(
    fenced: httpx.Client, site: Site, other: Other, path: str
) -> None:
    answer = fenced.get(filled(path, site, other), headers={"Accept": "application/json"})
    assert answer.status_code == 404, answer.text[:500]
    assert answer.json()["title"] == "There is no such page"
    for text in ("Mill Road", "Harrowby", "close"):
        assert text not in answer.text


def test_what_is_not_there_is_told_in_the_same_words(fenced: httpx.Client, site: Site) -> None:
    there = fenced.get(f"/nodes/{site.claim}.json").json()
    nowhere = fenced.get("/nodes/rzzzzzzzzzz-1-1.json").json()
    assert there | {"detail": ""} == nowhere | {"detail": ""}
    assert there["detail"].replace(site.claim, "") == nowhere["detail"].replace("rzzzzzzzzzz-1-1", "")


@pytest.mark.parametrize(
    "path", ["/", "/runs", "/contests", "/ledger", "/index.json", "/runs.json", "/contests.json", "/ledger.json"]
)
def test_lists_hold_what_was_granted_alone(fenced: httpx.Client, site: Site, other: Other, path: str) -> None:
    answer = fenced.get(path)
    assert answer.status_code == 200
    for text in (site.run.id, site.case, site.debate, CORPUS):
        assert text not in answer.text, text
    assert (other.run in answer.text) or (other.contest in answer.text)


@pytest.mark.parametrize(
    "path",
    ["/ledger/verification", "/questions/agents_at_work?run={run}", "/questions/who_said.csv?id={claim}", "/readings"],
)
def test_what_tells_of_everything_is_not_for_who_was_granted_a_part(
    fenced: httpx.Client, site: Site, other: Other, path: str
) -> None:
    answer = fenced.get(filled(path, site, other))
    assert answer.status_code == 403
    assert "granted a part" in answer.text


def test_lists_of_the_api_hold_what_was_granted_alone(fenced: httpx.Client, site: Site, other: Other) -> None:
    for path in ("/api/v1/runs?size=200", "/api/v1/corpora", "/api/v1/challenges?size=200"):
        answer = fenced.get(path)
        assert answer.status_code == 200
        for text in (site.run.id, site.case, site.debate, CORPUS):
            assert text not in answer.text, (path, text)
    assert fenced.get(f"/api/v1/runs/{other.run}").status_code == 200


def test_a_program_writes_to_nothing_that_was_not_granted(
    fenced: httpx.Client, way: Way, site: Site, other: Other
) -> None:
    asked = {"question": "Should it be closed?", "template": "policy-memo", "perspectives": ["liberty", "order"]}
    document = {"name": "a.txt", "content": "VGhlIHJvYWQgaXMgbG91ZC4="}
    lodged = {"target": site.claim, "kind": "scope", "grounds": "It goes too far."}
    writes: list[tuple[str, dict[str, object]]] = [
        ("challenges", lodged), ("challenges/preview", lodged),
        ("challenges", {**lodged, "target": other.claim, "run": site.run.id}),
        (f"challenges/{site.claim}/rulings", {"uphold": True, "reason": "So it is.", "by": "X"}),
        ("runs", {**asked, "corpus": CORPUS}), (f"runs/{site.run.id}/stop", {}), (f"runs/{site.run.id}/resume", {}),
        (f"corpora/{CORPUS}/documents", {"documents": [document]}),
    ]  # fmt: skip
    with way.program("admin") as admin:
        before = [admin.get(f"/api/v1/{one}").json()["total"] for one in ("runs", "challenges")]
        for path, body in writes:
            answer = fenced.post(f"/api/v1/{path}", json=body)
            assert answer.status_code == 404, (path, answer.text[:300])
            assert "Mill Road" not in answer.text
        assert [admin.get(f"/api/v1/{one}").json()["total"] for one in ("runs", "challenges")] == before


@pytest.mark.parametrize("field", ["target", "run", "node", "corpus"])
def test_a_form_names_nothing_that_was_not_granted(fenced: httpx.Client, site: Site, other: Other, field: str) -> None:
    hidden = CORPUS if field == "corpus" else site.claim
    sent = {"target": other.claim, "kind": "scope", "grounds": "It goes too far.", "token": "x"} | {field: hidden}
    for given in (sent, [*((k, v) for k, v in sent.items() if k != field), (field, other.claim), (field, hidden)]):
        answer = fenced.post("/contests", data=dict(given) if isinstance(given, dict) else _many(given))
        assert answer.status_code == 404, answer.text


def _many(pairs: list[tuple[str, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        found.setdefault(name, []).append(value)
    return found


def test_what_was_granted_is_read(fenced: httpx.Client, other: Other) -> None:
    for path in (f"/runs/{other.run}", f"/nodes/{other.claim}", f"/corpora/{OTHER_CORPUS}", f"/contests/{other.contest}",
                 f"/corpora/{OTHER_CORPUS}/documents/{other.document}", f"/ledger/{other.run}",
                 f"/contests/new?target={other.claim}"):  # fmt: skip
        assert fenced.get(path).status_code == 200, path


def test_one_run_is_all_that_was_granted(way: Way, site: Site, other: Other) -> None:
    with way.program(ONE_RUN) as client:
        assert client.get(f"/runs/{site.run.id}").status_code == 200
        assert client.get(f"/nodes/{site.claim}").status_code == 200
        for path in (f"/runs/{site.case}", f"/corpora/{CORPUS}", f"/debates/{site.debate}", f"/runs/{other.run}"):
            assert client.get(path).status_code == 404, path
        listed = [one["id"] for one in client.get("/runs.json").json()["runs"]]
        assert listed == [site.run.id]
        assert site.case not in client.get(f"/runs/{site.run.id}").text


def test_a_perspective_that_others_argue_from_leads_nowhere(fenced: httpx.Client, way: Way, site: Site) -> None:
    with way.program("admin") as admin:
        heard = admin.get(f"/questions/perspectives_heard.json?run={site.run.id}").json()["rows"]
        assert heard["rows"]
        for row in heard["rows"]:
            name = row[heard["columns"].index("stance_id")]
            # Other tests may argue from another perspective of that name in the same graph: then its whole id leads there.
            told = admin.get(f"/nodes/{name}.json")
            names = [name] if told.status_code == 200 else re.findall(rf"{name}@\w+", told.text)
            own = [one for one in names if site.run.id in admin.get(f"/nodes/{one}.json").text]
            assert own, told.text
            for one in (name, *own):
                assert fenced.get(f"/nodes/{one}.json").status_code == 404


@pytest.fixture(scope="module")
def argued(site: Site, way: Way, tmp_path_factory: pytest.TempPathFactory) -> MapPage:
    """An argument map, of which somebody was granted nothing else."""
    path = tmp_path_factory.mktemp("grants") / "ferry.argdown"
    path.write_text(
        f"[Run]: The ferry should run on Sundays. {EVIL}\n  - [Cost]: It costs too much.\n", encoding="utf-8"
    )
    with Session(site.settings) as session:
        chain = import_files(session, [path])[0].chain
        return map_page(session, chain)


@pytest.mark.parametrize(
    "path",
    ["/maps/{map}", "/maps/{map}.json", "/maps/{map}?without=1", "/maps/{map}/graph", "/maps/{map}/graph.json?focus={stated}",
     "/maps/{prefix}/graph.json", "/nodes/{stated}", "/nodes/{stated}.json", "/nodes/{step}.json", "/chains/{map}",
     "/ledger/{map}.json", "/exports/{map}", "/exports/{map}/aif", "/contests/new?target={stated}",
     "/runs/{map}/graph.json", "/nodes/{stated}/supposed.json", "/api/v1/nodes/{stated}", "/api/v1/nodes/{stated}/prov",
     "/api/v1/nodes/{step}/why", "/api/v1/nodes/{stated}/evidence", "/api/v1/chains/{map}/verification"],
)  # fmt: skip
def test_a_map_is_not_there_for_who_was_not_granted_it(fenced: httpx.Client, argued: MapPage, path: str) -> None:
    home, first = argued.map.id, argued.statements[0]
    there = path.format(map=home, prefix=home[:-1], stated=first.id, step=first.con[0].id)
    answer = fenced.get(there, headers={"Accept": "application/json"})
    assert answer.status_code == 404, answer.text[:300]
    assert "ferry" not in answer.text


def test_nobody_writes_to_a_map_that_was_not_granted(fenced: httpx.Client, argued: MapPage, other: Other) -> None:
    body = {"target": argued.statements[0].id, "kind": "scope", "grounds": "Too far.", "correction": "On Mondays."}
    for path in ("challenges", "challenges/preview"):
        assert fenced.post(f"/api/v1/{path}", json=body).status_code == 404
    sent = {**body, "token": "x"}
    assert fenced.post("/contests", data=sent).status_code == 404
    for answer in (fenced.get("/maps/new"), fenced.post("/maps/new", files={"map": ("a.argdown", b"[A]: B.")})):
        assert answer.status_code == 403
        assert "granted a part" in answer.text
    assert argued.map.id not in fenced.get("/maps.json").text
    assert "Import a map" not in fenced.get("/maps").text


def test_a_map_that_was_granted_is_read_drawn_and_challenged(way: Way, site: Site, argued: MapPage) -> None:
    home, first = argued.map.id, argued.statements[0]
    way_in = account_file.add(way.file, Account(name=ONE_MAP, roles=("contester",), runs=(home,)))
    with httpx.Client(
        base_url=way.address, timeout=300, verify=UNENCRYPTED, headers={"Authorization": f"Bearer {way_in}"}
    ) as client:
        for path in (f"/maps/{home}", f"/maps/{home}/graph", f"/nodes/{first.id}", f"/contests/new?target={first.id}"):
            assert client.get(path).status_code == 200, path
        assert [one["id"] for one in client.get("/maps.json").json()["maps"]] == [home]
        drawn = client.get(f"/maps/{home}/graph.json").json()
        assert {one["id"] for one in drawn["nodes"]} == {first.id, argued.statements[1].id, first.con[0].id}
        body = {"target": first.id, "kind": "scope", "grounds": "Not on every Sunday."}
        lodged = client.post("/api/v1/challenges", json=body)
        assert lodged.status_code == 201, lodged.text
        ruling = {"uphold": True, "reason": "So it is.", "by": "X"}
        refused = client.post(f"/api/v1/challenges/{lodged.json()['challenge']['id']}/rulings", json=ruling)
        assert refused.status_code == 403, "who contests does not rule"
        for path in (f"/runs/{site.run.id}", f"/nodes/{site.claim}", f"/maps/{home}/graph?focus={site.claim}"):
            assert client.get(path).status_code == 404, path
