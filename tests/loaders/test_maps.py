"""Argument maps: each is taken in whole or not at all, and none of another format."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import foam_graph as fg
from foam_graph.loaders import aifdb, argdown
from tests.support.shared_data import SHARED, needs

ARAUCARIA = SHARED / "data" / "aif" / "araucaria"


def node_set(text: str) -> str:
    """Two statements and an inference between them, as AIFdb writes it."""
    nodes = [
        {"nodeID": "1", "text": f"It rains in {text}.", "type": "I"},
        {"nodeID": "2", "text": "The street is wet.", "type": "I"},
        {"nodeID": "3", "text": "Default Inference", "type": "RA"},
    ]
    edges = [{"edgeID": "1", "fromID": "1", "toID": "3"}, {"edgeID": "2", "fromID": "3", "toID": "2"}]
    return json.dumps({"nodes": nodes, "edges": edges, "locutions": []})


def test_node_sets_are_taken_in_once(foam: fg.Foam, corpus: str, tmp_path: Path) -> None:
    (tmp_path / "nodeset1.json").write_text(node_set(corpus), encoding="utf-8")
    report = aifdb.load(foam, tmp_path)
    (new,) = report.added
    assert (report.ok, report.unchanged, new.format, new.edges) == (True, (), "aif", 2)
    assert dict(new.nodes) == {"I": 2, "RA": 1}
    assert foam.verify(new.chain).ok
    again = aifdb.load(foam, tmp_path)
    assert (again.added, len(again.unchanged)) == ((), 1)


def test_what_is_no_map_of_that_format_is_refused_and_stops_no_other(
    foam: fg.Foam, corpus: str, tmp_path: Path
) -> None:
    bad = {
        "binary.json": (b"\x89PNG\0", ""),
        "dangling.json": (
            node_set(corpus).replace('"toID": "2"', '"toID": "9"').encode(),
            "line 1: edge '2' has the end '9'",
        ),
        "empty.json": (b"", ""),
        "list.json": (b"[1, 2]", "no argument map"),
        "map.svg": (b"<svg/>", "not one of .json"),
        "export.json": (b'{"arguments": {}, "statements": {}, "relations": []}', "holds no argument"),
    }
    for name, (content, _) in bad.items():
        (tmp_path / name).write_bytes(content)
    with pytest.raises(fg.CorpusError, match=r"no map in .* could be read: binary.json: "):
        aifdb.load(foam, tmp_path)
    (tmp_path / "good.json").write_text(node_set(corpus), encoding="utf-8")
    report = aifdb.load(foam, tmp_path)
    assert [Path(one.path).name for one in report.added] == ["good.json"]
    reasons = {one.path: one.reason for one in report.rejected}
    assert reasons.keys() == bad.keys()
    for name, (_, reason) in bad.items():
        assert reason in reasons[name]
        assert str(tmp_path) not in reasons[name]
    assert "load again" in report.hint
    assert report.as_json()["ok"] is False


def test_argdown_is_read_as_text_and_as_its_export(foam: fg.Foam, corpus: str, tmp_path: Path) -> None:
    (tmp_path / "a.argdown").write_text(f"[A]: It rains in {corpus}.\n  + <B>: The street is wet.\n", encoding="utf-8")
    (tmp_path / "b.ad").write_text(f"[B]: {corpus} is dry.\n  - <C>: It rains.\n", encoding="utf-8")
    (tmp_path / "nodeset.json").write_text(node_set(corpus), encoding="utf-8")
    (tmp_path / "readme.md").write_text("# A\n", encoding="utf-8")
    report = argdown.load(foam, tmp_path)
    assert [one.format for one in report.added] == ["argdown", "argdown"]
    assert {one.path: one.reason for one in report.rejected} == {
        "nodeset.json": "is aif, not argdown or argdown-json",
        "readme.md": "not one of .argdown, .ad, .json",
    }


def test_there_must_be_a_map(foam: fg.Foam, tmp_path: Path) -> None:
    with pytest.raises(fg.CorpusError, match="there is no file"):
        argdown.load(foam, tmp_path)


@needs(ARAUCARIA)
def test_maps_of_aifdb_itself_are_read(foam: fg.Foam, tmp_path: Path) -> None:
    for file in sorted(ARAUCARIA.glob("*.json"))[:6]:
        (tmp_path / file.name).write_bytes(file.read_bytes())
    report = aifdb.load(foam, tmp_path)
    assert len(report.added) + len(report.unchanged) == 6
    assert report.rejected == ()
