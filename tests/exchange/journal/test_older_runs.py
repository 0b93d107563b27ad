"""A run that version 0.1.0 wrote when titles, paths and other texts were still hashed as they are (decision 0014)."""

from __future__ import annotations

import gzip
import json
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from foam_graph.exchange.journal.journal import journal_lines, verify_journal
from foam_graph.exchange.journal.replay import sealed_lines
from foam_graph.exchange.packs.pack_verifier import event_faults, parse
from foam_graph.model.canonical import canonical, commitment
from foam_graph.store.erasure import erase, holders, of_chain
from foam_graph.store.ledger.verification import verify
from foam_graph.store.store import Store
from tests.support.chains.removing import REMOVE_CHAIN

pytestmark = pytest.mark.whole
OLDER = Path(__file__).with_name("older_run.jsonl.gz")
QUESTION = "Should the river office raise the weir because it flooded the cellar in May?"
Line = dict[str, Any]


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return gzip.decompress(OLDER.read_bytes()).decode("utf-8").splitlines()


def run_of(lines: list[str]) -> str:
    return str(next(line["run"] for line in map(json.loads, lines) if line["run"].startswith("r")))


def test_it_verifies_and_replays_line_by_line(lines: list[str]) -> None:
    found = verify_journal(lines)
    assert found.faults == []
    assert found.activities == len(lines) == 44
    assert [one.done.hash for one in sealed_lines(lines)] == [json.loads(line)["hash"] for line in lines]
    assert [fault for line in lines for fault in event_faults(parse(line))] == []
    opening = next(json.loads(line) for line in lines if json.loads(line)["event_id"] == f"{run_of(lines)}-0")
    assert opening["nodes"][0]["fields"].keys() == {"kind", "title", "operator", "software", "parameters"}


def _opened(line: Line) -> dict[str, Any]:
    return line["nodes"][0]["fields"]  # type: ignore[no-any-return]


def _committed(line: Line) -> None:
    fields = _opened(line)
    fields["title_salt"] = "00" * 16
    fields["title_commitment"] = commitment("00" * 16, fields["title"])


TAMPERINGS = {
    "another title": lambda line: _opened(line).update(title="Should the weir stay?"),
    "title taken away": lambda line: _opened(line).pop("title"),
    "title behind a commitment": _committed,
    "title behind a commitment and erased": lambda line: (
        _committed(line), _opened(line).pop("title"), _opened(line).pop("title_salt"),
    ),
    "salt alone": lambda line: _opened(line).update(title_salt="00" * 16),
    "question put in the open": lambda line: [
        line["nodes"][1]["fields"].pop(name) for name in ("text_salt", "text_commitment")
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", TAMPERINGS)
def test_tampering_with_it_is_found(lines: list[str], name: str) -> None:
    own = [line for line in lines if json.loads(line)["run"] == run_of(lines)]
    assert verify_journal(own).ok
    first = json.loads(own[0])
    TAMPERINGS[name](first)
    found = verify_journal([canonical(first).decode(), *own[1:]])
    assert not found.ok
    assert "body_hash" in {fault.kind for fault in found.faults}
    assert list(event_faults(parse(canonical(first).decode())))


@pytest.fixture
def replayed(store: Store, lines: list[str]) -> Iterator[tuple[Store, str]]:
    """Its own chain and its corpus in the session's database, where other tests may have a library already."""
    run = run_of(lines)
    there = {row["id"] for row in store.ask("runs")}
    wanted = [line for line in lines if json.loads(line)["run"] not in there]
    try:
        for chain in dict.fromkeys(json.loads(line)["run"] for line in wanted):
            store.restore(one for one in sealed_lines(wanted) if one.done.run == chain)
        yield store, run
    finally:
        for chain in {run, "corpus.weir-papers", *({"library"} - there)}:
            store.read(REMOVE_CHAIN, run=chain)


def test_in_the_graph_it_verifies_and_what_can_go_goes(replayed: tuple[Store, str]) -> None:
    store, run = replayed
    assert verify(store, run).faults == []
    assert store.subgraph(run)[run]["title"] == QUESTION
    held = holders(store, [QUESTION])
    open_ones = {(one.kind, one.fields) for one in held if one.run == run and not one.personal}
    assert open_ones == {("Run", ("title",)), ("Activity", ("parameters",))}
    assert ("Question", ("text",)) in {(one.kind, one.fields) for one in held if one.personal}
    everything = of_chain(store, run)
    assert len(everything) > 40
    assert run not in {one.id for one in everything}, "the Run node has nothing that could go"
    erase(store, everything, "Kept long enough.", f"Office {uuid.uuid4().hex}")
    assert verify(store, run).faults == []
    assert [one for one in of_chain(store, run) if one.kind != "Activity"] == []
    assert verify_journal(journal_lines(store, run)).faults == []
    graph = store.subgraph(run)
    assert graph[run]["title"] == QUESTION
    assert {node["text"] for node in graph.of("Claim")} == {""}
