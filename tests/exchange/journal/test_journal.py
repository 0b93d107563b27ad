from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from typing import Any

import neo4j
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.errors import StoreFault, UnknownId
from foam_graph.exchange.journal.journal import journal_lines, parsed, verify_chains, verify_journal
from foam_graph.model.canonical import canonical
from foam_graph.model.delta import SELF, ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.model.row_commitment import BESIDE, commitment_of, committed, leaf_of, opened
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from foam_graph.store.store import Store
from tests.support.chains.removing import REMOVE_CHAIN


def fill(store: Store, run: str) -> None:
    delta = Delta()
    made = [
        delta.node(
            "Claim", text=f"The ferry runs late. é\u2028 {n}", leaf="l1", component="rule", syllogism_type="advantage",
            stance_id="s1", evidence="none", values=["safety"], form="chain", words=4,
        )
        for n in range(2)
    ]  # fmt: skip
    delta.edge("PROPOSES", Ref(SELF, "AgentTurn"), made[0])
    delta.edge("REBUTS", made[0], made[1], why="They cannot both be.")
    turn = ActivityDraft(run, "AgentTurn", Role.PROPOSER, "propose", "offline-rules", {"stance_id": "s1", "note": "n"})
    first = store.commit(turn, delta)
    more = Delta()
    for score in (1.0, 0.25, 1e22):
        more.node(
            "Candidate", text="d", leaf="l", component="c", stance_id="s1", score=score, rollout=0, sentence_ids=[], draft="{}"
        )  # fmt: skip
    store.commit(ActivityDraft(run, "AgentTurn", Role.PROPOSER, "draft", used=first.ids), more)


@pytest.fixture(scope="module")
def lines(endpoint: Endpoint) -> list[str]:
    run = f"run-{uuid.uuid4().hex[:12]}"
    with Store(endpoint, "a test") as store:
        store.ensure_chain(run, "run", "a journal")
        fill(store, run)
        found = list(journal_lines(store, run))
        ledger = verify(store, run)
        journal = verify_journal(found)
        assert (journal.faults, ledger.faults) == ([], [])
        # The journal of a chain says what the graph says.
        assert journal == ledger
        assert list(journal_lines(store, run)) == found
    return found


def test_a_line_is_one_activity_as_the_paper_logs_it(lines: list[str]) -> None:
    assert len(lines) == 3
    data = [json.loads(line) for line in lines]
    run = data[0]["run"]
    assert [d["event_id"] for d in data] == [f"{run}-{n}" for n in range(3)]
    assert [d["event_type"] for d in data] == ["Opening", "AgentTurn", "AgentTurn"]
    assert data[2]["parent_ids"] == data[1]["artifact_ids"] == [f"{run}-1-1", f"{run}-1-2"]
    assert [d["stance_id"] for d in data] == ["", "s1", ""]
    assert [d["prev_hash"] for d in data] == ["0" * 64, data[0]["hash"], data[1]["hash"]]
    assert [e["type"] for e in data[1]["edges"]] == ["PROPOSES", "REBUTS"]
    node = data[1]["nodes"][0]["fields"]
    keys = opened(node).keys
    assert commitment_of({name: leaf_of(key, node[name]) for name, key in keys.items()}) == node["commitment"]
    assert {"form", "text", "values"} == keys.keys()
    assert not any("caption" in row["fields"] for row in data[1]["nodes"])
    assert all(canonical(d).decode() == line for d, line in zip(data, lines, strict=True))
    assert not any("\n" in line for line in lines)


def test_line_ends_do_not_matter_and_a_tail_is_a_chain(lines: list[str]) -> None:
    assert verify_journal(line + "\n" for line in lines).ok
    assert verify_journal(lines[:2]).head == json.loads(lines[1])["hash"]


def change(line: str, edit: Callable[[dict[str, Any]], None]) -> str:
    data = json.loads(line)
    edit(data)
    return canonical(data).decode()


def forged(fields: dict[str, Any], **changed: str) -> dict[str, Any]:
    """A row's fields with another text, committed to as they ought to be."""
    own = {name: value for name, value in fields.items() if name not in BESIDE}
    return committed({**own, **changed}, frozenset({"text", "form", "values"}), iter(["00" * 16]))


EDITS: dict[str, tuple[Callable[[dict[str, Any]], Any], str]] = {
    "text": (lambda d: d["nodes"][0]["fields"].update(text="The ferry runs early."), "commitment"),
    "salt": (lambda d: d["nodes"][0]["fields"].update(salt="00" * 16), "commitment"),
    "commitment and salt": (
        lambda d: d["nodes"][0]["fields"].update(forged(d["nodes"][0]["fields"], text="x")),
        "body_hash",
    ),
    "text taken away": (lambda d: d["nodes"][0]["fields"].pop("text"), "commitment"),
    "texts and salt taken away": (
        lambda d: [d["nodes"][0]["fields"].pop(k) for k in ("text", "form", "values", "salt")], "erased",
    ),
    "row form taken away": (lambda d: d["activity"].pop("row_form"), "hash"),
    "row form of a newer version": (lambda d: d["activity"].update(row_form=3), "unknown_form"),
    "row form that is a text": (lambda d: d["activity"].update(row_form="2"), "field"),
    "row form that is the first": (lambda d: d["activity"].update(row_form=1), "field"),
    "caption": (lambda d: d["nodes"][0]["fields"].update(caption="x"), "form"),
    "field": (lambda d: d["nodes"][0]["fields"].update(leaf="l2"), "body_hash"),
    "type": (lambda d: d["nodes"][0]["fields"].update(words=4.5), "field"),
    "undeclared": (lambda d: d["nodes"][0]["fields"].update(hidden=1), "key"),
    "stamp smuggled in": (lambda d: d["nodes"][0]["fields"].update(run="r2"), "form"),
    "kind": (lambda d: d["nodes"][0].update(kind="Plan"), "field"),
    "unknown kind": (lambda d: d["nodes"][0].update(kind="Miracle"), "labels"),
    "id": (lambda d: (d["nodes"][0].update(id="x"), d["artifact_ids"].__setitem__(0, "x")), "id"),
    "ord": (lambda d: d["nodes"][0].update(ord=7), "order"),
    "node taken away": (lambda d: (d["nodes"].pop(), d["artifact_ids"].pop()), "hash"),
    "node twice": (
        lambda d: (d["nodes"].append(d["nodes"][0]), d["artifact_ids"].append(d["artifact_ids"][0])), "stray",
    ),
    "edge taken away": (lambda d: d["edges"].pop(), "hash"),
    "edge rewired": (lambda d: d["edges"][0].update(end="elsewhere"), "body_hash"),
    "edge of an unknown type": (lambda d: d["edges"][0].update(type="TRUMPS"), "labels"),
    "edge text": (lambda d: d["edges"][1]["fields"].update(why="Nothing."), "commitment"),
    "role": (lambda d: d["activity"].update(role="Auditor"), "hash"),
    "at": (lambda d: d.update(at="2020-01-01T00:00:00.000000Z"), "order"),
    "at that is none": (lambda d: d.update(at="yesterday"), "order"),
    "run": (lambda d: d.update(run="another"), "stamp"),
    "seq": (lambda d: d.update(seq=5), "missing"),
    "hash": (lambda d: d.update(hash="0" * 64), "hash"),
    "prev_hash": (lambda d: d.update(prev_hash="0" * 64), "prev_hash"),
    "body_hash": (lambda d: d.update(body_hash="0" * 64), "body_hash"),
    "parent_ids": (lambda d: d.update(parent_ids=["x"]), "form"),
    "artifact_ids": (lambda d: d.update(artifact_ids=[]), "form"),
    "stance_id": (lambda d: d.update(stance_id="s9"), "form"),
    "event_type": (lambda d: d.update(event_type="HumanAct"), "form"),
    "further column": (lambda d: d.update(more=1), "form"),
    "column taken away": (lambda d: d.pop("seq"), "form"),
    "nodes are none": (lambda d: d.update(nodes=None), "form"),
    "nodes are an object": (lambda d: d.update(nodes={}, artifact_ids=[]), "form"),
    "edges are a text": (lambda d: d.update(edges=""), "form"),
    "kind is a number": (lambda d: d["nodes"][0].update(kind=7), "form"),
    "ord is a list": (lambda d: d["nodes"][0].update(ord=[1]), "order"),
    "edge's ord is an object": (lambda d: d["edges"][0].update(ord={}), "order"),
    "activity is a list": (lambda d: d.update(activity=[]), "form"),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_line_is_found(lines: list[str], name: str) -> None:
    edit, kind = EDITS[name]
    found = verify_journal([lines[0], change(lines[1], edit), lines[2]])
    assert not found.ok
    assert kind in {fault.kind for fault in found.faults}, found.faults
    assert found.faults[0].seq in (1, 5), found.faults


@pytest.mark.parametrize(
    ("order", "kind"),
    [((0, 2), "missing"), ((0, 2, 1), "missing"), ((1, 2), "missing"), ((0, 1, 1, 2), "order"), ((0, 0), "order")],
)
def test_lines_taken_away_doubled_or_exchanged(lines: list[str], order: tuple[int, ...], kind: str) -> None:
    found = verify_journal([lines[n] for n in order])
    assert kind in {fault.kind for fault in found.faults}, found.faults


@pytest.mark.parametrize(
    "line",
    [
        "",
        " ",
        "{",
        "null",
        "[]",
        "{}",
        "7",
        '"x"',
        "[" * 100_000,
        '{"a":NaN}',
        "\ud800",
        "\x00",
        '{"a":1e999}',
        "9" * 400,
    ],
)
def test_what_is_no_journal(line: str) -> None:
    found = verify_journal([line])
    assert ([fault.kind for fault in found.faults], found.ok) == (["form"], False)
    assert found.faults[0].row == "line 1"


def test_an_empty_journal_does_not_hold() -> None:
    assert [fault.detail for fault in verify_journal([]).faults] == ["the journal is empty"]


def test_only_the_canonical_form_is_read(lines: list[str]) -> None:
    spaced = json.dumps(json.loads(lines[1]), ensure_ascii=False)
    doubled = lines[1][:-1] + ',"hash":"x"}'
    for line in (spaced, doubled, " " + lines[1]):
        assert [f.kind for f in verify_journal([lines[0], line]).faults] == ["form"]


@given(st.data())
def test_any_single_changed_character_is_found(lines: list[str], data: st.DataObject) -> None:
    n = data.draw(st.integers(0, len(lines) - 1))
    place = data.draw(st.integers(0, len(lines[n]) - 1))
    new = data.draw(st.characters(exclude_categories=["Cs"]).filter(lambda c: c != lines[n][place]))
    edited = [*lines[:n], lines[n][:place] + new + lines[n][place + 1 :], *lines[n + 1 :]]
    assert not verify_journal(edited).ok


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_any_number_comes_back_as_it_was(lines: list[str], score: float) -> None:
    data = json.loads(lines[2])
    for node in data["nodes"]:
        node["fields"]["score"] = score
    event = parsed(canonical(data).decode())
    assert not isinstance(event, str), event
    found = event.nodes[0][1]["score"]
    assert (type(found), found) == (float, score)


def test_several_chains_in_one_journal(lines: list[str], store: Store) -> None:
    run = f"run-{uuid.uuid4().hex[:12]}"
    store.ensure_chain(run, "run", "another")
    fill(store, run)
    other = list(journal_lines(store, run))
    whole = verify_journal([*lines, *other])
    assert (whole.ok, whole.run, whole.activities) == (True, "", len(lines) + len(other))
    assert [chain.run for chain in verify_chains([*lines, *other])] == [json.loads(lines[0])["run"], run]
    for mixed in ([lines[0], *other, *lines[1:]], [*lines, *other[1:]], [*lines, *other, *lines]):
        assert not verify_journal(mixed).ok


def test_no_such_run(store: Store) -> None:
    with pytest.raises(UnknownId, match="never-opened"):
        list(journal_lines(store, "never-opened"))


@pytest.mark.parametrize(
    "tampering",
    ["MATCH (a:Activity {run: $run, seq: 1}) DETACH DELETE a", "MATCH (n:Artifact {id: $run + '-1-1'}) SET n:Approved"],
)
def test_rows_that_no_line_can_hold_are_not_left_out_silently(
    store: Store, endpoint: Endpoint, chain: str, tampering: str
) -> None:
    fill(store, chain)
    with neo4j.GraphDatabase.driver(endpoint.uri, auth=(endpoint.user, endpoint.password)) as raw:
        raw.execute_query(tampering, run=chain)
        with pytest.raises(StoreFault) as caught:
            list(journal_lines(store, chain))
        assert "foam verify" in caught.value.hint
        raw.execute_query(REMOVE_CHAIN, run=chain)
