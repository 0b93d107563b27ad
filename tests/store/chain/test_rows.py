from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from foam_graph.errors import ModelViolation
from foam_graph.model.canonical import GENESIS
from foam_graph.model.delta import ActivityDraft, Delta
from foam_graph.model.kinds import Role
from foam_graph.model.nodes import ACTIVITY_FIELDS
from foam_graph.model.row_commitment import ROW_FORM, commitment_of, leaf_of, opened
from foam_graph.store.chain.sealing import Prepared, Sealed, header_form, personal_fields, prepare, seal
from tests.support.chains.deltas import candidate, claim, claims, draft, rebuts

AT = "2026-01-01T00:00:00.000000Z"


def sealed(prepared: Prepared, seq: int = 1, at: str = AT, prev: str = GENESIS) -> Sealed:
    return seal(prepared, seq, at, prev)


def opens(row: dict[str, Any]) -> bool:
    leaves = {name: leaf_of(key, row[name]) for name, key in opened(row).keys.items()}
    return commitment_of(leaves) == row["commitment"]


def test_every_row_with_personal_texts_gets_one_salt_of_its_own_and_one_commitment() -> None:
    prepared = prepare(draft("r", note="said"), claims(2))
    stored = [prepared.activity, *prepared.nodes]
    # The activity with its note, two claims, two warrants.
    assert len({row["salt"] for row in stored}) == 5
    assert {len(bytes.fromhex(row["salt"])) for row in stored} == {16}
    assert all(opens(row) for row in stored)
    assert [row["commitment"].partition(":")[0] for row in stored] == ["note", *["form,text,values", "text"] * 2]
    assert prepared.activity["row_form"] == ROW_FORM


def test_a_row_without_personal_texts_has_neither() -> None:
    prepared = prepare(draft("r"), claims(1))
    assert not prepared.activity.keys() & {"salt", "commitment"}
    assert [edge.keys() & {"salt", "commitment"} for edge in prepared.edges] == [set(), set()]


def test_which_form_rows_have_is_for_the_store_to_say() -> None:
    with pytest.raises(ModelViolation, match="row_form"):
        prepare(draft("r", row_form=3), claims(1))


def test_an_edge_has_them_too() -> None:
    prepared = prepare(*rebuts("r", "r-1-1", "r-1-2"))
    (edge,) = prepared.edges
    assert opens(edge)
    assert prepared.outside == {"r-1-1": "Claim", "r-1-2": "Claim"}


def test_the_same_delta_twice_has_other_salts_and_another_hash() -> None:
    first, second = (sealed(prepare(draft("r"), claims(1))) for _ in range(2))
    assert first.done.hash != second.done.hash
    assert sealed(first.prepared) == first


def test_the_hash_depends_on_every_part() -> None:
    prepared = prepare(draft("r", note="said", latency_ms=3), claims(2))
    base = sealed(prepared).done.hash
    claim_row, warrant, *others = prepared.nodes
    variants = {
        "seq": sealed(prepared, seq=2),
        "at": sealed(prepared, at=AT.replace("0Z", "1Z")),
        "prev": sealed(prepared, prev="1" * 64),
        "run": sealed(replace(prepared, draft=replace(prepared.draft, run="q"))),
        "field": sealed(replace(prepared, nodes=[{**claim_row, "leaf": "l2"}, warrant, *others])),
        "commitment": sealed(
            replace(prepared, nodes=[{**claim_row, "commitment": "form,text,values:" + "0" * 64}, warrant, *others])
        ),
        "activity": sealed(replace(prepared, activity={**prepared.activity, "latency_ms": 4})),
        "row form": sealed(replace(prepared, activity={**prepared.activity, "row_form": 3})),
    }
    turned = Delta(prepared.delta.nodes, prepared.delta.edges[::-1])
    variants["order of edges"] = sealed(replace(prepared, delta=turned))
    hashes = {name: row.done.hash for name, row in variants.items()}
    assert len({base, *hashes.values()}) == len(variants) + 1, hashes


def test_the_hash_does_not_depend_on_what_may_be_erased() -> None:
    prepared = prepare(draft("r"), claims(1))
    bare = [{k: v for k, v in row.items() if k not in ("text", "form", "values", "salt")} for row in prepared.nodes]
    assert sealed(replace(prepared, nodes=bare)).done.hash == sealed(prepared).done.hash


def test_a_number_without_canonical_form_is_refused_before_it_is_written() -> None:
    delta = Delta()
    candidate(delta, score=float(2**60))
    assert sealed(prepare(draft("r"), delta)).done.seq == 1
    worse = Delta()
    claim(worse, rollout=2**53)
    with pytest.raises(ModelViolation, match="2\\*\\*53"):
        prepare(draft("r"), worse)


def test_an_activity_without_rows_has_a_hash() -> None:
    row = sealed(prepare(ActivityDraft("r", "HumanAct", Role.AUDITOR, "look", "person"), Delta()))
    assert (row.activity["nodes"], row.activity["edges"], row.activity["hash"]) == (0, 0, row.done.hash)


def test_the_header_names_all_that_the_activity_says_of_itself() -> None:
    row = sealed(prepare(draft("r", note="said", latency_ms=3), claims(1)))
    form = header_form(row.activity, row.prepared.activity, 2, 2)
    assert form.keys() == {
        "kind", "role", "step", "agent", "latency_ms", "commitment", "row_form", "at", "edges", "id", "nodes", "run", "seq",
    }  # fmt: skip


def test_personal_fields_come_from_the_tables() -> None:
    assert (
        personal_fields("Activity") == {f.name for f in ACTIVITY_FIELDS if f.personal} == {"by", "note", "parameters"}
    )
    assert personal_fields("REBUTS") == {"why"}
    # A challenge is also a critique and a person's: all of its texts.
    assert personal_fields("Challenge") == {
        "grounds", "quoted", "by", "hook", "remedy", "value_critic", "value_target"
    }  # fmt: skip
