"""Two forms of rows beside each other: what may stand together, and what somebody tries who can hash everything anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from foam_graph.exchange.journal.journal import journal_line
from foam_graph.exchange.packs.pack_verifier import event_faults, parse
from foam_graph.model.canonical import GENESIS, canonical, commitment
from foam_graph.model.delta import ActivityDraft, Delta
from foam_graph.model.kinds import Role
from foam_graph.model.nodes import labels_of
from foam_graph.model.row_commitment import BESIDE, committed, erasure_of
from foam_graph.store.chain.chain_check import ChainCheck, Event
from foam_graph.store.chain.sealing import Prepared, Sealed, personal_fields, prepare, seal
from tests.support.chains.deltas import claims, draft, rebuts

AT = "2026-01-01T00:00:00.000000Z"
RUN = "r"


def first_form(kind: str, stored: dict[str, Any]) -> dict[str, Any]:
    """A row as version 0.1.0 wrote it."""
    own = {name: value for name, value in stored.items() if name not in {*BESIDE, "row_form"}}
    for n, name in enumerate(sorted(personal_fields(kind) & own.keys())):
        own[f"{name}_salt"] = f"{n:032x}"
        own[f"{name}_commitment"] = commitment(own[f"{name}_salt"], own[name])
    return own


def in_first_form(prepared: Prepared) -> Prepared:
    """An activity with all it wrote as version 0.1.0 wrote it."""
    delta = prepared.delta
    return replace(
        prepared,
        activity=first_form("Activity", prepared.activity),
        nodes=[first_form(node.kind, row) for node, row in zip(delta.nodes, prepared.nodes, strict=True)],
        edges=[first_form(edge.type, row) for edge, row in zip(delta.edges, prepared.edges, strict=True)],
    )


def event_of(sealed: Sealed) -> Event:
    """What reading an activity back gives."""
    done, prepared = sealed.done, sealed.prepared
    stamps = {"run": done.run, "activity": done.activity, "seq": done.seq, "at": done.at}
    nodes = [
        (list(labels_of(node.kind)), {**row, **stamps, "id": done.ids[n], "ord": n + 1})
        for n, (node, row) in enumerate(zip(prepared.delta.nodes, prepared.nodes, strict=True))
    ]
    edges = [
        (edge.type, done.id_of(edge.start), done.id_of(edge.end), {**row, **stamps, "ord": n + 1})
        for n, (edge, row) in enumerate(zip(prepared.delta.edges, prepared.edges, strict=True))
    ]
    return Event(done.seq, ["Activity", prepared.draft.kind], dict(sealed.activity), nodes, edges)


def sealed_chain(*prepared: Prepared) -> list[Event]:
    """Activities chained with hashes that fit what they hold, whatever that is."""
    events, head = [], GENESIS
    for seq, one in enumerate(prepared):
        sealed = seal(one, seq, AT, head)
        head = sealed.done.hash
        events.append(event_of(sealed))
    return events


def faults(*events: Event) -> list[tuple[str, str]]:
    check = ChainCheck(RUN, automatic=False)
    for event in events:
        check.event(event)
    return [(fault.kind, fault.detail) for fault in check.result().faults]


def told(*events: Event) -> list[str]:
    """What the pack's verifier finds."""
    lines = [canonical(journal_line(RUN, event)).decode() for event in events]
    return [detail for line in lines for _, detail in event_faults(parse(line))]


def turn(count: int = 2) -> Prepared:
    return prepare(draft(RUN, note="said"), claims(count))


def linked() -> Prepared:
    return prepare(*rebuts(RUN, f"{RUN}-0-1", f"{RUN}-0-3"))


def test_a_chain_of_the_first_form_goes_on_in_the_second_and_both_hold() -> None:
    events = sealed_chain(in_first_form(turn()), in_first_form(linked()), turn(), linked())
    assert faults(*events) == []
    assert told(*events) == []
    assert ["row_form" in (event.props or {}) for event in events] == [False, False, True, True]


Change = Callable[[Prepared], Prepared]


def _node(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Change:
    return lambda one: replace(one, nodes=[change(one.nodes[0]), *one.nodes[1:]])


def _activity(**changed: Any) -> Change:
    return lambda one: replace(one, activity={k: v for k, v in {**one.activity, **changed}.items() if v is not None})


def _first_salt_moved(row: dict[str, Any]) -> dict[str, Any]:
    # The salt swallows the first word: the bytes that are hashed are the same.
    return {**row, "text": row["text"][4:], "text_salt": row["text_salt"] + row["text"][:4].encode().hex()}


def _without(*names: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda row: {name: value for name, value in row.items() if name not in names}


OLD: dict[str, tuple[Change, str]] = {
    "one row in the new form": (
        _node(lambda row: committed(_without(*[n for n in row if n.endswith(("_salt", "_commitment"))])(row), personal_fields("Claim"), iter(["ab" * 16]))), "key",
    ),
    "relabelled as new": (_activity(row_form=2), "key"),
    "salt longer by the beginning of the text": (_node(_first_salt_moved), "commitment"),
    "relabelled as the first form by number": (_activity(row_form=1), "field"),
}  # fmt: skip
NEW: dict[str, tuple[Change, str]] = {
    "one row in the old form": (_node(lambda row: first_form("Claim", row)), "key"),
    "relabelled as old": (_activity(row_form=None), "key"),
    "salt and commitment of one field beside": (
        _node(lambda row: {**row, "text_salt": "00" * 16, "text_commitment": commitment("00" * 16, row["text"])}), "key",
    ),
    "a text in the open": (_node(_without("salt", "commitment")), "commitment"),
    "a second personal text in the open": (_node(lambda row: {**row, "condition": "if it rains"}), "commitment"),
    "a commitment over what is not personal": (
        _node(lambda row: committed(_without("salt", "commitment")(row), personal_fields("Claim") | {"leaf"}, iter(["ab" * 16]))), "commitment",
    ),
    "one salt for two rows": (
        lambda one: replace(one, nodes=[
            committed(_without("salt", "commitment")(row), personal_fields(node.kind), iter(["ab" * 16]))
            for node, row in zip(one.delta.nodes, one.nodes, strict=True)
        ]), "commitment",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", [*OLD, *NEW])
def test_hashed_anew_it_is_refused_all_the_same(name: str) -> None:
    change, kind = {**OLD, **NEW}[name]
    whole = in_first_form(turn()) if name in OLD else turn()
    assert faults(*sealed_chain(whole)) == []
    found = faults(*sealed_chain(change(whole)))
    assert kind in {one for one, _ in found}, found


@pytest.mark.parametrize("form", [3, 99])
def test_a_newer_form_is_told_as_one_and_not_as_tampering(form: int) -> None:
    events = sealed_chain(turn(), replace(turn(), activity={**turn().activity, "row_form": form}), turn())
    found = faults(*events)
    assert [kind for kind, _ in found] == ["unknown_form"]
    assert "newer version of foam-graph; update it" in found[0][1]
    (detail,) = told(*events)
    assert f"row form {form}, written by a newer version" in detail


def test_what_follows_a_newer_form_is_still_checked() -> None:
    events = sealed_chain(turn(), replace(turn(), activity={**turn().activity, "row_form": 3}), turn())
    events[2].nodes[0][1]["text"] = "Another text."
    assert [kind for kind, _ in faults(*events)] == ["unknown_form", "commitment"]


def erase_act(*rows: str) -> Prepared:
    act = ActivityDraft(RUN, "HumanAct", Role.OPERATOR, "erase", "person", {"by": "Officer"}, rows)
    return prepare(act, Delta())


@pytest.mark.parametrize("fields", [("text",), ("form", "values"), ("text", "form", "values")])
def test_what_is_gone_must_be_explained(fields: tuple[str, ...]) -> None:
    events = sealed_chain(turn(), erase_act(f"{RUN}-0-1"))
    row = events[0].nodes[0][1]
    row.update(erasure_of(row, fields))
    for name in [name for name, value in row.items() if value is None]:
        del row[name]
    assert faults(events[0]) == [("erased", f"{name} is gone") for name in sorted(fields)]
    assert faults(*events) == []
    assert told(*events) == []
    other = sealed_chain(turn(), erase_act(f"{RUN}-0-2"))
    other[0] = events[0]
    assert "erased" in {kind for kind, _ in faults(*other)}


SWAPS: dict[str, Callable[[dict[str, Any], dict[str, Any]], None]] = {
    "values of two rows": lambda one, two: _swap(one, two, "text"),
    "salts of two rows": lambda one, two: _swap(one, two, "salt"),
    "what opens two rows": lambda one, two: [_swap(one, two, name) for name in ("salt", "text")] and None,
    "commitments of two rows": lambda one, two: _swap(one, two, "commitment"),
    "value to another field": lambda one, _: one.update(condition=one.pop("text")),
    "list dressed as a text": lambda one, _: one.update(form='["safety"]', values=["chain"]),
}


def _swap(one: dict[str, Any], two: dict[str, Any], name: str) -> None:
    one[name], two[name] = two[name], one[name]


@pytest.mark.parametrize("name", SWAPS)
def test_nothing_can_be_moved_from_one_place_to_another(name: str) -> None:
    events = sealed_chain(turn())
    SWAPS[name](events[0].nodes[0][1], events[0].nodes[2][1])
    assert {"commitment", "body_hash"} & {kind for kind, _ in faults(*events)}
    assert told(*events)
