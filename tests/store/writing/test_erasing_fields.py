"""Single fields taken out of rows in a real database: what stays is proved, also when several do it at once."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from foam_graph.errors import StoreFault
from foam_graph.exchange.journal.journal import journal_lines, verify_journal
from foam_graph.exchange.packs.pack_verifier import event_faults, parse
from foam_graph.exchange.prov_export.export import Request, write_prov
from foam_graph.exchange.prov_export.replay import hold
from foam_graph.exchange.prov_export.spool import Spool
from foam_graph.prov.read.files import syntax_of
from foam_graph.store.erasure import Holder, edge_id, erase, of_chain
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from foam_graph.store.store import Store
from tests.support.chains.deltas import claims, draft, story
from tests.support.chains.removing import REMOVE_CHAIN


def props(store: Store, node: str) -> dict[str, object]:
    (row,) = store.read("MATCH (n {id: $id}) RETURN properties(n) AS props", id=node)
    return dict(row["props"])


def test_one_field_goes_then_another_then_all(store: Store, chain: str, tmp_path: Path) -> None:
    first, *_ = story(store, chain)
    node = first.ids[0]
    before = props(store, node)
    erase(store, [Holder(node, "Claim", chain, ("values",), True)], "Request.", "Officer")
    one = props(store, node)
    assert "salt" not in one
    assert json.loads(str(one["partly_erased"])).keys() == {"keys", "leaves"}
    assert (one["text"], one["commitment"], one["caption"]) == (before["text"], before["commitment"], before["caption"])
    assert verify(store, chain).faults == []
    erase(store, [Holder(node, "Claim", chain, ("text",), True)], "Request.", "Officer")
    two = props(store, node)
    assert (two.get("text"), two["caption"], two["form"]) == (None, "(erased)", before["form"])
    assert verify(store, chain).faults == []
    lines = list(journal_lines(store, chain))
    assert verify_journal(lines).faults == []
    assert [fault for line in lines for fault in event_faults(parse(line))] == []
    path = tmp_path / "full.nq"
    with path.open("wb") as out:
        write_prov(store, Request([chain], "nquads", full=True), out)
    with Spool(str(path)) as spool:
        assert [found.faults for found in hold(spool, path, syntax_of(path.read_bytes(), str(path)))] == [[]]
    erase(store, of_chain(store, chain), "All of it.", "Officer")
    three = props(store, node)
    assert not {"text", "form", "values", "salt", "partly_erased"} & three.keys()
    assert three["commitment"] == before["commitment"]
    assert verify(store, chain).faults == []


def test_a_field_of_an_edge_and_of_an_activity(store: Store, chain: str) -> None:
    story(store, chain)
    edge = store.read("MATCH (a)-[e:REBUTS {run: $run}]->() RETURN a.id AS start, properties(e) AS e", run=chain)[0]
    act = store.commit(draft(chain, note="Ada said so."), claims(1)).activity
    name = edge_id(edge["e"]["activity"], edge["e"]["ord"])
    held = [
        Holder(name, "REBUTS", chain, ("why",), True, edge["start"]),
        Holder(act, "Activity", chain, ("note",), True),
    ]
    erase(store, held, "Request.", "Officer")
    (found,) = store.read("MATCH ()-[e:REBUTS {run: $run}]->() RETURN properties(e) AS e", run=chain)
    assert not {"why", "salt", "partly_erased", "caption"} & found["e"].keys()
    assert "note" not in props(store, act)
    assert verify(store, chain).faults == []


def test_two_who_erase_the_same_row_at_once_do_not_undo_each_other(
    store: Store, chain: str, endpoint: Endpoint
) -> None:
    nodes = store.commit(draft(chain), claims(12)).ids[::2]

    def gone(field: str) -> None:
        with Store(endpoint, "another") as own:
            erase(own, [Holder(node, "Claim", chain, (field,), True) for node in nodes], "Request.", field)

    with ThreadPoolExecutor(3) as pool:
        list(pool.map(gone, ("text", "form", "values")))
    for node in nodes:
        assert not {"text", "form", "values", "salt", "partly_erased"} & props(store, node).keys()
    assert verify(store, chain).faults == []


def test_what_was_tampered_with_is_not_erased_in_part(store: Store, chain: str) -> None:
    node = store.commit(draft(chain), claims(1)).ids[0]
    store.read("MATCH (n:Artifact {id: $id}) SET n.text = 'Another text.'", id=node)
    with pytest.raises(StoreFault, match="does not fit"):
        erase(store, [Holder(node, "Claim", chain, ("form",), True)], "Request.", "Officer")
    assert props(store, node)["form"] == "chain"
    store.read(REMOVE_CHAIN, run=chain)
