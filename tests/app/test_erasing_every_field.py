"""Words planted in every personal field of the model: erased, they are nowhere, and everything else holds."""

from __future__ import annotations

import io
import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as tuned
from hypothesis import strategies as st

from foam_graph.app.asking import parameters_of
from foam_graph.app.erasing import erase_node
from foam_graph.app.prov_exporting import Wanted, print_prov
from foam_graph.app.run_pages import run_page
from foam_graph.app.run_parameters import read_run
from foam_graph.app.session import Session
from foam_graph.app.verifying import verify_run
from foam_graph.config import Settings
from foam_graph.errors import ReasoningError, UsageError
from foam_graph.exchange.journal.journal import journal_lines, verify_journal
from foam_graph.exchange.packs.pack_verifier import event_faults, parse
from foam_graph.model.delta import SELF, ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Field, Role
from foam_graph.model.nodes import ACTIVITIES, ACTIVITY_FIELDS, NODES, fields_of
from foam_graph.store.chain.sealing import personal_fields
from foam_graph.store.erasure import edge_id, erase, of_chain
from foam_graph.store.reading import kind_of
from foam_graph.store.server.control import Endpoint
from tests.support.chains.removing import OF_CHAIN, REMOVE_CHAIN

KINDS = sorted(NODES.keys() - {"Document", "Checkpoint"})
"""Documents are of a corpus: ``test_erasing``. A checkpoint has no personal field."""
NOISE = st.text(max_size=12)


@dataclass
class Planted:
    """A chain and the words that each row of it says, by the row's id."""

    run: str
    noise: str
    words: dict[str, list[str]] = field(default_factory=dict)

    def new(self, at: list[str]) -> str:
        at.append(f"zq{uuid.uuid4().hex}")
        return f'{self.noise} {at[-1]} "{self.noise}\\'

    def value(self, one: Field, at: list[str], ref: str) -> Any:
        if not one.personal:
            plain = {"str": ref, "json": "{}", "int": 1, "float": 1.0, "bool": True}
            return one.values[0] if one.values else [] if one.type.endswith("[]") else plain[one.type]
        if one.type == "json":
            return json.dumps({"said": [self.new(at)]})
        return [self.new(at), self.new(at)] if one.type == "str[]" else self.new(at)

    def fields(self, fields: tuple[Field, ...], at: list[str]) -> dict[str, Any]:
        return {one.name: self.value(one, at, "x") for one in fields if one.required or one.personal}


@pytest.fixture(scope="module")
def session(settings: Settings, endpoint: Endpoint) -> Iterator[Session]:
    with Session(settings) as opened:
        yield opened


def plant(session: Session, noise: str) -> Planted:
    """One activity a role, with a node of every kind that the role may write; every personal field says something."""
    made = Planted(f"run-{uuid.uuid4().hex[:12]}", noise)
    own: list[str] = []
    opening = Delta()
    opening.node("Run", id=made.run, **{**made.fields(fields_of("Run"), own), "kind": "run"})
    session.store.commit(ActivityDraft(made.run, "Opening", Role.OPERATOR, "open"), opening)
    made.words[made.run] = own
    left = set(KINDS) - {"Run"}
    for role in Role:
        mine = sorted(kind for kind in left if role in NODES[kind].writers)
        if mine:
            left -= set(mine)
            _turn(session, made, role, mine)
    assert left == set()
    return made


def _turn(session: Session, made: Planted, role: Role, kinds: list[str]) -> None:
    delta, said = Delta(), {}
    for kind in kinds:
        said[kind] = list[str]()
        id_ = f"{made.run}:{kind}" if NODES[kind].named else ""
        delta.node(kind, id=id_, **made.fields(fields_of(kind), said[kind]))
    act: list[str] = []
    mine = made.fields(tuple(one for one in ACTIVITY_FIELDS if one.personal), act)
    kind = next(kind for kind, row in ACTIVITIES.items() if role in row.writers)
    done = session.store.commit(ActivityDraft(made.run, kind, role, "plant", "person", mine), delta)
    made.words[done.activity] = act
    made.words |= dict(zip(done.ids, said.values(), strict=True))


def repeat(session: Session, made: Planted, text: str) -> list[str]:
    """Takes a text up elsewhere: in a longer text, in a list, in JSON, and on an edge; ids of the rows."""
    delta = Delta()
    claims = [
        delta.node(
            "Claim", text=f"As was said: {text}!", leaf="l", component="c", syllogism_type="s", stance_id="s",
            evidence="none", values=["order", f"not {text}"], form="chain", words=1,
        )
        for _ in range(2)
    ]  # fmt: skip
    delta.node(
        "Candidate", text="A draft.", leaf="l", component="c", stance_id="s", score=1.0, rollout=0, sentence_ids=[],
        draft=json.dumps({"text": text}),
    )  # fmt: skip
    delta.edge("REBUTS", *claims, why=f"It clashes with: {text}")
    delta.edge("PROPOSES", Ref(SELF, "AgentTurn"), claims[0])
    done = session.store.commit(ActivityDraft(made.run, "AgentTurn", Role.PROPOSER, "repeat"), delta)
    return [*done.ids, edge_id(done.activity, 1)]


def told(session: Session, run: str) -> str:
    """Everything that the chain says, here and in what is exported of it."""
    rows = session.store.read(f"{OF_CHAIN} RETURN properties(n) AS p", run=run)
    rows += session.store.read(f"{OF_CHAIN} MATCH (n)-[e]-() WHERE e.run = $run RETURN properties(e) AS p", run=run)
    written = io.BytesIO()
    print_prov(session, Wanted([run], "json"), written)
    held = json.dumps([row["p"] for row in rows], ensure_ascii=False) + written.getvalue().decode()
    return held + "\n".join(journal_lines(session.store, run))


def holds(session: Session, run: str) -> None:
    assert verify_run(session, run).as_json()["faults"] == []
    lines = list(journal_lines(session.store, run))
    assert verify_journal(lines).faults == []
    assert [fault for line in lines for fault in event_faults(parse(line))] == []


@tuned(max_examples=4)
@given(NOISE, st.data())
def test_what_a_row_says_goes_and_nothing_else_does(session: Session, noise: str, data: st.DataObject) -> None:
    made = plant(session, noise)
    before = told(session, made.run)
    assert all(word in before for said in made.words.values() for word in said), "nothing was planted"
    speaking = sorted(row for row, said in made.words.items() if said)
    targets = data.draw(st.lists(st.sampled_from(speaking), min_size=1, max_size=3, unique=True))
    for target in targets:
        erase_node(session, target, "A request.", "Officer")
    after = told(session, made.run)
    for row, said in made.words.items():
        assert [word in after for word in said] == [row not in targets] * len(said), row
    holds(session, made.run)


def test_every_kind_gives_all_of_its_personal_fields(session: Session) -> None:
    made = plant(session, "")
    for row, props in _props(session, made.run).items():
        personal = personal_fields(kind_of(props["labels"]))
        if personal:
            (found,) = erase_node(session, row, dry_run=True).erased
            assert (found.id, set(found.fields)) == (row, personal)
            continue
        with pytest.raises(UsageError, match="no text that can be erased"):
            erase_node(session, row, dry_run=True)


@tuned(max_examples=4)
@given(NOISE)
def test_copies_go_from_texts_lists_json_and_edges(session: Session, noise: str) -> None:
    made = plant(session, noise)
    warrant = next(id_ for id_, row in _props(session, made.run).items() if "Warrant" in row["labels"])
    text = _props(session, made.run)[warrant]["props"]["text"]
    copies = repeat(session, made, text)
    found = erase_node(session, warrant, "A request.", "Officer")
    assert {row.id for row in found.erased} == {warrant, *copies}
    assert found.remains == ()
    assert made.words[warrant][0] not in told(session, made.run)
    holds(session, made.run)
    # Without the order that names it, a missing text of an edge is a fault.
    session.store.read("MATCH (a:Activity {run: $run, step: 'erase'}) SET a.used = [i IN a.used WHERE NOT i CONTAINS '-e']", run=made.run)  # fmt: skip
    assert "erased" in {fault["kind"] for fault in verify_run(session, made.run).as_json()["faults"]}
    session.store.read(REMOVE_CHAIN, run=made.run)


def _props(session: Session, run: str) -> dict[str, Any]:
    rows = session.store.read(
        "MATCH (n:Artifact {run: $run}) RETURN labels(n) AS labels, properties(n) AS props", run=run
    )
    return {row["props"]["id"]: row for row in rows}


def test_an_edge_goes_with_the_node_that_it_is_about(session: Session) -> None:
    run = f"run-{uuid.uuid4().hex[:12]}"
    session.store.ensure_chain(run, "run", "A title")
    delta = Delta()
    told_by = {"leaf": "l", "component": "c", "syllogism_type": "s", "stance_id": "s", "evidence": "none", "words": 1}
    claims = [
        delta.node("Claim", text=text, values=["order"], form="chain", **told_by)
        for text in ("The gate was open all night.", "The guard slept in the tower.")
    ]
    delta.edge("REBUTS", *claims, why="Somebody must have seen it.")
    done = session.store.commit(ActivityDraft(run, "AgentTurn", Role.PROPOSER, "clash"), delta)
    found = erase_node(session, done.ids[0], "A request.", "Officer")
    assert {row.id for row in found.erased} == {done.ids[0], edge_id(done.activity, 1)}
    assert "Somebody must" not in told(session, run)
    # The values and the form of a claim are those of many: the other one keeps them.
    assert session.store.subgraph(run)[done.ids[1]]["values"] == ["order"]
    holds(session, run)


def test_all_of_a_chain_goes_at_once(session: Session) -> None:
    made = plant(session, "é")
    repeat(session, made, "The gate was open all night.")
    before = told(session, made.run)
    assert all(word in before for said in made.words.values() for word in said)
    erase(session.store, of_chain(session.store, made.run), "Kept long enough.", "Office")
    after = told(session, made.run)
    assert [word for said in made.words.values() for word in said if word in after] == []
    assert "gate was open" not in after
    holds(session, made.run)


def test_a_run_whose_parameters_say_something_else_has_its_page_and_is_not_argued_further(session: Session) -> None:
    made = plant(session, "")
    for _ in range(2):
        assert run_page(session, made.run).corpus == ""
        with pytest.raises(ReasoningError, match="were erased or cannot be read"):
            parameters_of(read_run(session, made.run), made.run)
        erase(session.store, of_chain(session.store, made.run), "Kept long enough.", "Office")
