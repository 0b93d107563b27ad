"""An imported map as a network to walk in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from foam_graph.app.argument_graph import Arguments, arguments_of
from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contesting import challenge
from foam_graph.app.importing import import_files
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import UnknownId
from foam_graph.exchange.walking import MOST
from foam_graph.store.server.control import Endpoint

STATED = {"1": "The ferry should run.", "2": "People ask for it.", "3": "Some of them do not.", "4": "It rains."}
STEPS = {"5": ("RA", "Argument From Need"), "6": ("CA", "Default Conflict"), "7": ("PA", "Default Preference")}
EDGES = ["2>5", "5>1", "3>6", "6>5", "2>7", "7>3"]


def written(folder: Path, stated: dict[str, str], edges: list[str], mark: str) -> Path:
    nodes = [{"nodeID": own, "text": text, "type": "I"} for own, text in stated.items()]
    nodes += [{"nodeID": own, "text": name, "type": kind} for own, (kind, name) in STEPS.items()]
    joined = [
        {"edgeID": f"e{n}", "fromID": a, "toID": b} for n, (a, _, b) in enumerate(e.partition(">") for e in edges)
    ]
    path = folder / f"{mark}.json"
    path.write_text(json.dumps({"nodes": nodes, "edges": joined, "locutions": [], "mark": mark}), encoding="utf-8")
    return path


@pytest.fixture
def session(settings: Settings, endpoint: Endpoint) -> Session:
    del endpoint
    return Session(settings)


def drawn(
    session: Session, folder: Path, mark: str, stated: dict[str, str] = STATED, edges: list[str] = EDGES
) -> Arguments:
    chain = import_files(session, [written(folder, stated, edges, mark)])[0].chain
    return arguments_of(session, chain)


def test_a_walk_begins_at_what_is_argued_for_and_goes_one_step(session: Session, tmp_path: Path) -> None:
    with session:
        found = drawn(session, tmp_path, "walk").around()
        assert [(one.kind, one.text, one.more) for one in found.nodes] == [
            ("claim", STATED["1"], 0), ("inference", "Argument From Need", 2),
        ]  # fmt: skip
        assert [(one.kind, one.words) for one in found.edges] == [("supports", "supports")]
        assert [one.text for one in found.claims] == list(STATED.values())


def test_a_step_that_another_attacks_is_drawn_attacked(session: Session, tmp_path: Path) -> None:
    with session:
        found = drawn(session, tmp_path, "undercut").around(depth=3)
        texts = {one.id: one.text for one in found.nodes}
        lines = {(texts[one.source], one.words, texts[one.target]) for one in found.edges}
        assert lines == {
            (STATED["2"], "goes into", "Argument From Need"), ("Argument From Need", "supports", STATED["1"]),
            (STATED["3"], "goes into", "Default Conflict"), ("Default Conflict", "attacks", "Argument From Need"),
            (STATED["2"], "goes into", "Default Preference"), ("Default Preference", "sets below", STATED["3"]),
        }  # fmt: skip
        assert {one.text: one.state for one in found.nodes}[STATED["1"]] == "not accepted"
        assert STATED["4"] not in texts.values()


def test_an_upheld_challenge_is_a_line_to_what_it_attacks(session: Session, tmp_path: Path) -> None:
    with session:
        arguments = drawn(session, tmp_path, "upheld")
        target = arguments.around().claims[3].id
        lodged = challenge(session, Challenge(target, "adequacy", "It was dry all week."))
        assert arguments_of(session, arguments.run.id).around(target).edges == ()
        rule(session, str(lodged.challenge), True, "The log says so.", "Bo")
        found = arguments_of(session, arguments.run.id).around(target)
        assert [(one.kind, one.text) for one in found.nodes][1:] == [("objection", "It was dry all week.")]
        assert [(one.source, one.kind, one.target) for one in found.edges] == [(lodged.challenge, "attacks", target)]
        assert found.nodes[0].fallen


def test_no_more_than_the_most_are_told(session: Session, tmp_path: Path) -> None:
    many = {f"s{n}": f"Reason {n}." for n in range(MOST + 20)}
    with session:
        edges = ["5>s0", *(f"s{n}>5" for n in range(1, len(many)))]
        arguments = drawn(session, tmp_path, "many", many, edges)
        found = arguments.around(depth=2)
        assert (len(found.nodes), found.cut) == (MOST, True)
        with pytest.raises(UnknownId):
            arguments.around("elsewhere")


def test_a_map_that_states_nothing_has_nowhere_to_begin(session: Session, tmp_path: Path) -> None:
    with session:
        chain = import_files(session, [written(tmp_path, {}, [], "empty")])[0].chain
        assert arguments_of(session, chain).around().nodes == ()
