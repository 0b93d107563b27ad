"""A case argued by rules from its documents to its position, contested with a document that the file lacked."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from foam_graph.app.asking import Ask, ask
from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contesting import challenge
from foam_graph.app.loading import load
from foam_graph.app.position import Position, read_position
from foam_graph.app.session import Session
from foam_graph.app.verifying import verify_run
from foam_graph.config import Settings
from foam_graph.reasoning.turns import Limits
from foam_graph.store.server.control import Endpoint
from tests.support.case_texts import Text
from tests.support.worlds.workshop_world import CERTIFICATE, DECISION, DOCUMENTS, NOISE, OIL, QUESTION, RULES, write

HINT = ("Post book", "official_record", "2026-01-22", "A paper on the oil tank was received from the fire service.")
LATE = "2026-06-01"


@pytest.fixture(scope="module")
def session(settings: Settings, endpoint: Endpoint) -> Iterator[Session]:
    assert endpoint
    with Session(settings) as opened:
        yield opened


def argued(session: Session, folder: Path, *texts: Text, depth: str = "quick") -> tuple[str, Position]:
    corpus = f"workshop-{uuid.uuid4().hex[:8]}"
    load(session, [write(folder, *texts)], corpus)
    run = ask(
        session,
        Ask(QUESTION, corpus, "benefits-appeal", ("applicant", "caseworker"), dated=LATE, limits=Limits(depth=depth)),
    )
    return run, read_position(session.store.subgraph(run), run)


def issues(position: Position) -> dict[str, str]:
    assert position.parts is not None
    return {one.issue: one.end for one in position.parts.issues}


@pytest.mark.parametrize("depth", ["quick", "standard", "full"])
def test_rules_alone_answer_where_every_ground_was_tested(session: Session, tmp_path: Path, depth: str) -> None:
    run, position = argued(session, tmp_path, *DOCUMENTS, depth=depth)
    assert position.answer is not None
    assert (position.answer.status, position.answer.option) == ("core", "reversed")
    assert position.certified, [check for check in position.checks if not check.ok]
    assert issues(position) == {"noise": "answered", "waste": "answered"}
    assert verify_run(session, run).ok


def test_the_answer_stands_in_the_data_as_in_the_words(session: Session, tmp_path: Path) -> None:
    _, position = argued(session, tmp_path, *DOCUMENTS)
    told = position.as_json()["answer"]
    assert isinstance(told, dict)
    assert set(told) == {"status", "option", "for", "text"}
    assert told["for"] == [{"option": "reversed", "perspectives": ["applicant", "caseworker"], "condition": ""}]


def test_an_exception_that_nothing_but_the_decision_denies_leaves_the_ground_standing(
    session: Session, tmp_path: Path
) -> None:
    _, position = argued(session, tmp_path, RULES, DECISION, NOISE, OIL)
    assert position.answer is not None
    assert position.answer.option == "upheld"


def test_what_was_given_with_a_contest_is_tested_and_turns_the_answer(session: Session, tmp_path: Path) -> None:
    run, before = argued(session, tmp_path / "case", RULES, DECISION, NOISE, OIL, HINT)
    assert before.answer is not None
    assert (before.answer.status, issues(before)["waste"]) == ("open", "open")
    graph = session.store.subgraph(run)
    issue = next(node.id for node in graph.live("Issue") if node["name"] == "waste")
    [given] = write(tmp_path / "given", CERTIFICATE).iterdir()
    grounds = "The certificate of the oil tank is missing from the file."
    done = challenge(session, Challenge(issue, "adequacy", grounds, evidence=str(given), by="Orla Finch"))
    after = read_position(session.store.subgraph(run), run)
    assert done.outcome == "regenerated"
    assert after.answer is not None
    assert (after.answer.status, after.answer.option) == ("core", "reversed")
    assert after.certified, [check for check in after.checks if not check.ok]
    assert {one.id for one in before.core} <= {one.id for one in after.core}
    assert verify_run(session, run).ok


def test_a_contest_that_gives_nothing_changes_nothing(session: Session, tmp_path: Path) -> None:
    run, before = argued(session, tmp_path, RULES, DECISION, NOISE, OIL, HINT)
    graph = session.store.subgraph(run)
    issue = next(node.id for node in graph.live("Issue") if node["name"] == "waste")
    done = challenge(session, Challenge(issue, "adequacy", "Something must be missing.", by="Orla Finch"))
    after = read_position(session.store.subgraph(run), run)
    assert done.outcome == "rejected"
    assert before.answer is not None
    assert after.answer is not None
    assert after.answer.status == before.answer.status


def test_the_same_documents_give_the_same_words(session: Session, tmp_path: Path) -> None:
    _, one = argued(session, tmp_path / "one", *DOCUMENTS)
    _, other = argued(session, tmp_path / "other", *DOCUMENTS)
    assert one.parts is not None
    assert other.parts is not None
    assert one.parts.as_markdown() == other.parts.as_markdown()
