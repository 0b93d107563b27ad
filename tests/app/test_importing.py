"""Argument maps of others in the graph: they come back as they were, and nothing is half-written."""

from __future__ import annotations

import io
import json
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as configured
from hypothesis import strategies as st

from foam_graph.app.erasing import erase_node, retention
from foam_graph.app.exporting import export
from foam_graph.app.importing import import_files
from foam_graph.app.session import Session
from foam_graph.app.showing import show
from foam_graph.app.verifying import verify_run, verify_shapes
from foam_graph.config import Settings
from foam_graph.errors import DataFileError, FoamError, UsageError
from foam_graph.exchange.maps import map_import as aif_import
from foam_graph.exchange.maps.aif import LEGAL, AifEdge, AifGraph, AifNode, Locution, aif_json
from foam_graph.exchange.maps.aif_equality import equal_up_to_ids
from foam_graph.exchange.maps.aif_reading import parsed_aif
from foam_graph.exchange.maps.map_reading import read_map
from foam_graph.exchange.prov_export.export import Request, write_prov
from foam_graph.prov import check, read_bytes
from foam_graph.store.server.control import Endpoint
from tests.support.prov.prov_judge import judge_home, judged
from tests.support.shared_data import SHARED, needs

MAPS = SHARED / "data" / "aif"
PERSON = "Mr Bartholomew Thistlewood"


@pytest.fixture(scope="module")
def session(settings: Settings, endpoint: Endpoint) -> Iterator[Session]:
    with Session(settings) as opened:
        yield opened


def debate(mark: str) -> AifGraph:
    """Every type of node: an argument, its undercut, a preference, who said it, and odd things that AIF allows."""
    nodes = (
        AifNode("1", "I", f"Lamps harm bats {mark}.", "2012-04-12 17:24:14"),
        AifNode("2", "I", "Lamps disturb the pond. \u2028 é 🐘 \x00"),
        AifNode("3", "RA", "ExpertOpinion", "", "Argument From Expert Opinion", "7", {"mood": [1, 1.0, None]}),
        AifNode("4", "CA", "CA", scheme="Default Conflict"),
        AifNode("5", "I", "", scheme="a scheme on an I-node", more={"scheme_of": "x"}),
        AifNode("6", "PA", "PA"),
        AifNode("7", "L", f"{PERSON}: Lamps harm bats."),
        AifNode("8", "YA", "Asserting", scheme="Asserting"),
        AifNode("9", "L", "So they do."),
        AifNode("10", "TA", "TA"),
        AifNode("11", "MA", "MA"),
    )
    pairs = [(2, 3), (3, 1), (5, 4), (4, 3), (1, 6), (6, 5), (7, 8), (8, 1), (7, 10), (10, 9), (1, 11), (11, 2)]
    edges = [AifEdge(f"e{n}", str(a), str(b), "44" if n == 1 else None) for n, (a, b) in enumerate(pairs)]
    twice = AifEdge("twin", "2", "3")
    said = (
        Locution("7", {"personID": PERSON, "timestamp": "2012", "start": None}),
        Locution("7", {"personID": 3}),
        Locution("3", {"source": "x"}),
    )
    return AifGraph(nodes, (*edges, twice), said, {"participants": [{"name": PERSON}], "n": 2**70})


def written(folder: Path, graph: AifGraph, name: str = "") -> Path:
    file = folder / (name or f"{uuid.uuid4().hex}.json")
    file.write_text(aif_json(graph), encoding="utf-8")
    return file


def again(session: Session, chain: str) -> AifGraph:
    return parsed_aif(str(export(session, "aif", chain)))


def test_a_map_comes_back_as_it_was(session: Session, tmp_path: Path) -> None:
    graph = debate(uuid.uuid4().hex)
    (row,) = import_files(session, [written(tmp_path, graph, "debate.json")], by="A. Librarian")
    assert (row.new, row.format, row.edges, row.nodes) == (True, "aif", 13, graph.counts())
    back = again(session, row.chain)
    assert (back.nodes, back.edges, back.more) == (graph.nodes, graph.edges, graph.more)
    assert sorted(map(str, back.locutions)) == sorted(map(str, graph.locutions))
    assert verify_run(session, row.chain).ok
    assert verify_shapes(session, row.chain).ok


def test_the_graph_tells_who_imported_what_and_an_undercut_is_found_by_cypher(session: Session, tmp_path: Path) -> None:
    (row,) = import_files(session, [written(tmp_path, debate(uuid.uuid4().hex), "m.json")], by="A. Librarian")
    graph = session.store.subgraph(row.chain)
    (act,) = graph.of("Load")
    assert (act["agent"], act["by"], act["step"]) == ("person", "A. Librarian", "import")
    assert json.loads(act["parameters"]) == {"file": "m.json", "sha256": row.sha256}
    assert {n.kind for n in graph.nodes} & {"Claim", "Warrant", "Critique"} == set()
    told = session.store.audit(
        "MATCH (w:ImportedInformation {run: $run})-[:LEADS_TO]->(c:ImportedScheme {type: 'CA'})-[:LEADS_TO]->"
        "(u:ImportedScheme {type: 'RA'}) RETURN w.aif_id AS by, u.scheme AS undercut",
        {"run": row.chain},
    )
    assert list(told.rows) == [["5", "Argument From Expert Opinion"]]
    speaker = next(n for n in graph.of("ImportedLocution") if n["aif_id"] == "7")
    assert speaker["speaker"] == PERSON
    assert show(session, speaker.id).as_json()["kind"] == "ImportedLocution"
    listed = {one["id"]: one for one in session.store.ask("runs")}
    assert (listed[row.chain]["kind"], listed[row.chain]["title"]) == ("import", "m.json")


def test_the_same_bytes_are_imported_once(session: Session, tmp_path: Path) -> None:
    graph = debate(uuid.uuid4().hex)
    one, two = written(tmp_path, graph), written(tmp_path, graph)
    first, second = import_files(session, [one, two])
    (third,) = import_files(session, [two])
    assert first.chain == second.chain == third.chain
    assert [row.new for row in (first, second, third)] == [True, False, False]
    assert len(session.store.subgraph(first.chain).of("Load")) == 1


def prov_of(session: Session, chain: str, syntax: str) -> bytes:
    out = io.BytesIO()
    write_prov(session.store, Request([chain], syntax), out)
    return out.getvalue()


def test_its_prov_is_valid_and_says_that_nothing_was_made_here(session: Session, tmp_path: Path) -> None:
    (row,) = import_files(session, [written(tmp_path, debate(uuid.uuid4().hex))], by="A. Librarian")
    for syntax, reader in (("provn", "prov-n"), ("json", "prov-json"), ("turtle", "turtle")):
        content = prov_of(session, row.chain, syntax)
        assert check(read_bytes(content, "x", reader)).valid, syntax
        assert b"A. Librarian" not in content
    text = prov_of(session, row.chain, "turtle").decode()
    assert "Imported: an argument map of others" in text
    assert "AI-assisted" not in text
    assert text.count("foam:TAKEN_FROM") == len(debate("").nodes)


def test_the_judge_accepts_its_prov(session: Session, tmp_path: Path) -> None:
    judge_home()
    (row,) = import_files(session, [written(tmp_path, debate(uuid.uuid4().hex))], by="A. Librarian")
    files = [tmp_path / "map.provn", tmp_path / "map.ttl"]
    for file, syntax in zip(files, ("provn", "turtle"), strict=True):
        file.write_bytes(prov_of(session, row.chain, syntax))
    assert judged(files[:1]) == {files[0]: True}


def test_the_retention_policy_is_about_imported_maps_too(session: Session, tmp_path: Path) -> None:
    (row,) = import_files(session, [written(tmp_path, debate(uuid.uuid4().hex))])
    listed = {one.run: one for one in retention(session).runs}
    assert listed[row.chain].texts > len(debate("").nodes) / 2
    assert not any(run.startswith(("corpus.", "library", "ledger")) for run in listed)


def test_a_text_of_a_map_can_be_erased(session: Session, tmp_path: Path) -> None:
    (row,) = import_files(session, [written(tmp_path, debate(uuid.uuid4().hex))])
    node = next(n for n in session.store.subgraph(row.chain).of("ImportedLocution") if n["aif_id"] == "7")
    erase_node(session, node.id, reason="A request.", by="an officer")
    text = str(export(session, "aif", row.chain))
    assert f"{PERSON}: Lamps" not in text
    assert verify_run(session, row.chain).ok
    assert parsed_aif(text).counts() == debate("").counts()


@st.composite
def maps(draw: st.DrawFn) -> AifGraph:
    """Legal maps with texts of any characters, circles, and edges that are there twice."""
    types = draw(st.lists(st.sampled_from(tuple(LEGAL)), min_size=1, max_size=7))
    texts = st.text(st.characters(exclude_categories=("Cs",)), max_size=6)
    more = st.dictionaries(st.sampled_from(["a", "scheme_of"]), st.none() | st.integers() | texts, max_size=1)
    nodes = tuple(
        AifNode(f"{n}{draw(texts)}", kind, draw(texts), draw(texts), draw(texts), draw(texts), draw(more))
        for n, kind in enumerate(types)
    )
    legal = [(a.id, b.id) for a in nodes for b in nodes if b.type in LEGAL[a.type]]
    chosen = draw(st.lists(st.sampled_from(legal), max_size=8)) if legal else []
    edges = tuple(AifEdge(f"{n}", a, b, draw(st.none() | texts)) for n, (a, b) in enumerate(chosen))
    said = draw(st.lists(st.tuples(st.sampled_from(nodes), st.none() | texts), max_size=3))
    return AifGraph(nodes, edges, tuple(Locution(n.id, {"personID": who}) for n, who in said), draw(more))


@configured(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(graph=maps())
def test_any_map_comes_back_the_same_up_to_ids(session: Session, tmp_path: Path, graph: AifGraph) -> None:
    (row,) = import_files(session, [written(tmp_path, graph)])
    assert equal_up_to_ids(again(session, row.chain), graph)
    assert verify_run(session, row.chain).ok


@needs(MAPS)
def test_all_maps_of_the_test_data_make_the_round_trip(session: Session, tmp_path: Path) -> None:
    files = sorted(file for file in MAPS.rglob("*") if file.is_file())
    assert len(files) == 52
    rows = import_files(session, files)
    for file, row in zip(files, rows, strict=True):
        back = tmp_path / "back.json"
        back.write_text(str(export(session, "aif", row.chain)), encoding="utf-8")
        assert equal_up_to_ids(read_map(back).graph, read_map(file).graph), file
        (once_more,) = import_files(session, [back])
        assert equal_up_to_ids(again(session, once_more.chain), read_map(file).graph), file
    assert all(verify_run(session, row.chain).ok for row in rows)


def changed(change: Callable[[dict[str, Any]], None]) -> str:
    found = json.loads(aif_json(debate("x")))
    change(found)
    return json.dumps(found)


BAD: dict[str, tuple[str, str]] = {
    "an end that is not there": (changed(lambda d: d["edges"][0].update(toID="99")), "edge 'e0' has the end '99'"),
    "an id twice": (changed(lambda d: d["nodes"].append(d["nodes"][0])), "two nodes have the id '1'"),
    "an unknown type": (changed(lambda d: d["nodes"][1].update(type="XX")), "node '2' is of type 'XX'"),
    "half a character": (changed(lambda d: d["nodes"][1].update(text="\ud800")), "lone surrogate"),
    "a number beyond all": (changed(lambda d: d.update(x=0)).replace('"x": 0', '"x": 1e999'), "1e999"),
    "an id too long": (changed(lambda d: d["nodes"].append({**d["nodes"][0], "nodeID": "i" * 401})), "401 iii"),
    "a text too long": (changed(lambda d: d["nodes"][1].update(text="x" * 1_000_001)), "node '2' says more than"),
    "no map": ('{"a": 1}', "is no argument map"),
    "a list": ("[]", "is no argument map"),
    "no JSON": ("{", "not JSON"),
    "an empty file": ("", "not JSON"),
    "Argdown's export, broken": ('{"arguments": {}, "statements": [], "relations": []}', "statements is no object"),
}


@pytest.mark.parametrize("name", BAD)
def test_one_bad_file_refuses_all_and_nothing_is_written(session: Session, tmp_path: Path, name: str) -> None:
    text, told = BAD[name]
    good, bad = written(tmp_path, debate(uuid.uuid4().hex)), tmp_path / "bad.json"
    bad.write_text(text, encoding="utf-8")
    before = session.store.ask("totals")
    with pytest.raises(FoamError) as caught:
        import_files(session, [good, bad])
    assert told.replace("401 iii", "has more than 400") in caught.value.message
    assert "bad.json" in caught.value.message
    assert session.store.ask("totals") == before


def test_files_that_cannot_be_read_and_maps_too_large_are_refused(
    session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UsageError):
        import_files(session, [])
    for path in (tmp_path, tmp_path / "none.json"):
        with pytest.raises(DataFileError):
            import_files(session, [path])
    monkeypatch.setattr(aif_import, "MOST_ROWS", 23)
    with pytest.raises(UsageError, match="24 nodes and edges; 23 is the most"):
        import_files(session, [written(tmp_path, debate("y"))])
