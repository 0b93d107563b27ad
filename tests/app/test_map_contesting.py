"""Challenges to an imported map: people rule, corrections are new versions, labels follow, nothing is half done."""

from __future__ import annotations

import io
import json
import uuid
from collections.abc import Iterator
from dataclasses import replace

import pytest

from foam_graph.app.contest_forms import Challenge, Contest
from foam_graph.app.contest_rulings import rule, take_up, withdraw
from foam_graph.app.contest_status import challenge_status, challenges
from foam_graph.app.contesting import challenge
from foam_graph.app.exporting import export
from foam_graph.app.importing import import_text
from foam_graph.app.labelling import label_map
from foam_graph.app.map_pages import MapPage, MapStatement, map_page
from foam_graph.app.session import Session
from foam_graph.app.verifying import verify_run, verify_shapes
from foam_graph.config import Settings
from foam_graph.errors import ContestError, FoamError, StoreUnreachable, UsageError
from foam_graph.exchange.maps.aif_equality import equal_up_to_ids
from foam_graph.exchange.maps.aif_reading import parsed_aif
from foam_graph.exchange.prov_export.export import Request, write_prov
from foam_graph.model.delta import ActivityDraft, Committed, Delta
from foam_graph.prov import check, read_bytes
from foam_graph.store.server.control import Endpoint
from foam_graph.store.store import Store

ARGUMENT = {
    "nodes": [
        {"nodeID": "1", "text": "The town should close Mill Road.", "type": "I"},
        {"nodeID": "2", "text": "Cars injure people there.", "type": "I"},
        {"nodeID": "3", "text": "Default Inference", "type": "RA"},
        {"nodeID": "4", "text": "The shops would lose trade.", "type": "I"},
        {"nodeID": "5", "text": "Default Inference", "type": "RA"},
        {"nodeID": "6", "text": "Ann: The shops would lose trade.", "type": "L"},
        {"nodeID": "7", "text": "Asserting", "type": "YA"},
        {"nodeID": "8", "text": "Nothing else is affected.", "type": "I"},
    ],
    "edges": [
        {"edgeID": str(n), "fromID": a, "toID": b, "formEdgeID": None}
        for n, (a, b) in enumerate([("2", "3"), ("3", "1"), ("4", "5"), ("5", "1"), ("6", "7"), ("7", "4")])
    ],
    "locutions": [{"nodeID": "6", "personID": "Ann"}],
}
"""A map in which an objection was taken for a reason: its second inference is a conflict."""


@pytest.fixture(scope="module")
def session(settings: Settings, endpoint: Endpoint) -> Iterator[Session]:
    with Session(settings) as opened:
        yield opened


@pytest.fixture
def chain(session: Session) -> str:
    """A map of its own."""
    argument = {**ARGUMENT, "participants": [{"mark": uuid.uuid4().hex}]}
    return import_text(session, json.dumps(argument), "mill road.json").chain


def stated(session: Session, chain: str, text: str) -> MapStatement:
    return next(one for one in map_page(session, chain).statements if one.text.startswith(text))


def labels(page: MapPage) -> dict[str, str]:
    return {one.text: one.label for one in page.statements}


def objected(session: Session, target: str, kind: str = "structural", correction: str = "") -> Contest:
    wanted = Challenge(target, kind, "It was not meant so.", by="Ann", correction=correction)
    return challenge(session, wanted)


def ruled(session: Session, contest: Contest, uphold: bool = True, by: str = "Bo", appeal: bool = False) -> Contest:
    assert contest.challenge
    return rule(session, contest.challenge, uphold, "I read the transcript.", by, appeal)


def test_a_step_that_the_map_has_wrong_becomes_another_and_labels_follow(session: Session, chain: str) -> None:
    before = map_page(session, chain)
    assert set(labels(before).values()) == {"in"}
    step = next(
        one for one in stated(session, chain, "The town").pro if before.statements[one.premises[0] - 1].text[4] == "s"
    )
    wanted = Challenge(step.id, "structural", "Ann spoke against it.", by="Cy", correction="CA", dry_run=True)
    foreseen = challenge(session, wanted)
    assert [(one.before, one.after, one.text) for one in foreseen.changed or ()] == [
        ("in", "out", "The town should close Mill Road.")
    ]
    assert map_page(session, chain) == before, "a dry run writes nothing"
    lodged = challenge(session, replace(wanted, dry_run=False))
    assert lodged.challenge
    assert lodged.ruling is None, "no machine rules on a map"
    assert labels(map_page(session, chain)) == labels(before), "nothing follows before a person has ruled"
    done = ruled(session, lodged)
    assert done.outcome == "corrected"
    assert [(one.before, one.after) for one in done.changed or ()] == [("in", "out")]
    town = stated(session, chain, "The town")
    assert (town.label, len(town.pro), len(town.con)) == ("out", 1, 1)
    assert [one.state for one in town.con[0].contests] == ["upheld"]
    counts = label_map(session, chain).counts
    assert counts == {"in": 5, "out": 1, "undecided": 0}
    assert verify_run(session, chain).ok


def test_a_corrected_statement_says_the_new_words_and_keeps_the_old(session: Session, chain: str) -> None:
    first = stated(session, chain, "Cars")
    came = parsed_aif(str(export(session, "aif", chain)))
    done = ruled(session, objected(session, first.id, "scope", "Cars may injure people there."))
    now = stated(session, chain, "Cars")
    assert (now.text, now.came) == ("Cars may injure people there.", "Cars injure people there.")
    assert done.revised == {first.id: now.id}
    left = parsed_aif(str(export(session, "aif", chain)))
    changed = [(a.text, b.text) for a, b in zip(came.nodes, left.nodes, strict=True) if a != b]
    assert changed == [("Cars injure people there.", "Cars may injure people there.")]
    assert came.edges == left.edges
    with pytest.raises(ContestError, match="corrected since"):
        objected(session, first.id)
    then = session.store.find(first.id)
    assert then["id"] == first.id, "what was imported stays"


def test_grounds_that_ask_for_no_other_words_stand_in_the_map(session: Session, chain: str) -> None:
    cars, shops = stated(session, chain, "Cars"), stated(session, chain, "The shops")
    assert ruled(session, objected(session, cars.id, "adequacy")).outcome == "counter_argument"
    ruled(session, objected(session, shops.id, "adequacy"))
    page = map_page(session, chain)
    assert labels(page)["The town should close Mill Road."] == "out", "both reasons fell"
    assert labels(page)["Nothing else is affected."] == "in"
    raised = [one for one in page.statements if one.raised]
    assert [one.label for one in raised] == ["in", "in"]
    left = parsed_aif(str(export(session, "aif", chain)))
    assert len(left.nodes) == len(ARGUMENT["nodes"]) + 4
    again = import_text(session, str(export(session, "aif", chain)), "again.json").chain
    assert equal_up_to_ids(parsed_aif(str(export(session, "aif", again))), left), "what leaves is a map like any other"
    assert verify_shapes(session, chain).ok


def test_what_an_appeal_overturns_says_again_what_it_said(session: Session, chain: str) -> None:
    cars = stated(session, chain, "Cars")
    lodged = objected(session, cars.id, "scope", "No car injures anybody.")
    ruled(session, lodged)
    assert ruled(session, lodged, uphold=False, by="Di").outcome == "recorded", "two people differ"
    assert stated(session, chain, "No car").contests[0].state == "opposed"
    back = ruled(session, lodged, uphold=False, by="Ed", appeal=True)
    assert back.outcome == "rejected"
    assert stated(session, chain, "Cars").came == ""
    assert ruled(session, lodged, uphold=True, by="Fay", appeal=True).outcome == "corrected"
    assert stated(session, chain, "No car").label == "in"
    assert len(session.store.subgraph(chain).older(stated(session, chain, "No car").id)) == 3
    assert verify_run(session, chain).ok


def test_who_raised_it_takes_it_back_and_nobody_rules_on_their_own_name_unseen(session: Session, chain: str) -> None:
    lodged = objected(session, stated(session, chain, "Cars").id)
    assert lodged.challenge
    withdraw(session, lodged.challenge)
    told = challenge_status(session, lodged.challenge)
    assert told.ruled == "withdrawn"
    assert told.chain_kind == "import"
    assert stated(session, chain, "Cars").contests[0].state == "withdrawn"


@pytest.mark.parametrize(
    ("text", "kind", "correction", "fault"),
    [
        ("Cars", "normative", "", "does not speak to"),
        ("Cars", "relevance", "", "does not speak to"),
        ("Cars", "structural", "Cars injure people there.", "changes nothing"),
        ("step", "inferential", "RA: Default Inference", "changes nothing"),
        ("step", "structural", "YA", "cannot become one of type YA"),
        ("said", "structural", "", "nothing conflicts with a node of type L"),
        ("Cars", "structural", "x" * 3_000_000, "characters"),
    ],
)
def test_what_cannot_be_challenged_so_is_refused_and_nothing_written(
    session: Session, chain: str, text: str, kind: str, correction: str, fault: str
) -> None:
    places = {
        "step": stated(session, chain, "The town").pro[0].id,
        "said": stated(session, chain, "The shops").said[0].id,
    }
    target = places.get(text) or stated(session, chain, text).id
    before = challenges(session).total
    with pytest.raises((ContestError, UsageError), match=fault):
        objected(session, target, kind, correction)
    assert challenges(session).total == before


def test_a_map_has_no_evidence_and_no_perspectives(session: Session, chain: str) -> None:
    cars = stated(session, chain, "Cars").id
    whole = session.store.subgraph(chain).of("ImportedMap")[0].id
    for wanted in (
        Challenge(cars, "structural", "Wrong.", evidence="some:1"),
        Challenge(cars, "structural", "Wrong.", stakeholder="Cyclists: safety"),
        Challenge(whole, "structural", "Wrong."),
    ):
        with pytest.raises(FoamError):
            challenge(session, wanted)


def test_a_correction_that_was_cut_short_is_carried_out_later_and_once(
    session: Session, chain: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lodged = objected(session, stated(session, chain, "Cars").id, "scope", "Cars may injure people there.")
    commit = Store.commit

    def broken_off(store: Store, draft: ActivityDraft, delta: Delta) -> Committed:
        if draft.step.endswith(":correct"):
            raise StoreUnreachable("the server went away", "Start it.")
        return commit(store, draft, delta)

    monkeypatch.setattr(Store, "commit", broken_off)
    with pytest.raises(StoreUnreachable):
        ruled(session, lodged)
    monkeypatch.undo()
    assert stated(session, chain, "Cars").came == ""
    assert [one.outcome for one in take_up(session, chain)] == ["corrected"]
    assert stated(session, chain, "Cars").came == "Cars injure people there."
    assert take_up(session, chain) == ()
    assert verify_run(session, chain).ok


def test_the_provenance_of_a_corrected_map_keeps_the_constraints(session: Session, chain: str) -> None:
    ruled(session, objected(session, stated(session, chain, "Cars").id, "scope", "Cars may injure people there."))
    ruled(session, objected(session, stated(session, chain, "The shops").id))
    out = io.BytesIO()
    write_prov(session.store, Request([chain], "json"), out)
    assert check(read_bytes(out.getvalue(), "x", "prov-json")).valid
    assert b"SUPERSEDES" in out.getvalue()
