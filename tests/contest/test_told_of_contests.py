"""What is told of a contest: what stands otherwise while it waits, since it was lodged, and if it were upheld."""

from __future__ import annotations

import uuid
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foam_graph.app.asking import Ask, ask
from foam_graph.app.compared import PositionsDiff
from foam_graph.app.comparing import diff
from foam_graph.app.contest_forms import Challenge, Contest
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contest_status import challenge_status
from foam_graph.app.contesting import challenge
from foam_graph.app.loading import load
from foam_graph.app.result import Listing
from foam_graph.app.session import Session
from foam_graph.app.showing import show
from foam_graph.cli.answers import answer_lines
from foam_graph.cli.contesting import _outcome
from foam_graph.cli.demo import SAMPLES
from foam_graph.mcp_server.following import _contest as tool_lines
from foam_graph.model.edges import CHALLENGEABLE
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.attacked import claims_behind
from foam_graph.reasoning.challenge_targets import kinds_that_speak
from foam_graph.resources import package_folder
from tests.support.endpoints.case_model import CaseAsked
from tests.support.worlds.contested_office import argued_office, asked_for, resting

JUDGE, APPEAL = "Judge Roe", "Judge Poe"
_NO_MORE = {
    "Claim": "the claim is no longer asserted",
    "Calculation": "the calculation is no longer relied on",
    "EvidenceSentence": "the sentence is no longer relied on",
    "Finding": "the finding is no longer asserted",
}


@pytest.fixture(scope="module")
def benefits(tarn: Session) -> str:
    """Name of the corpus of the benefits appeal."""
    corpus = f"benefits-{uuid.uuid4().hex[:8]}"
    load(tarn, [package_folder(SAMPLES, "benefits") / "documents"], corpus)
    return corpus


@pytest.fixture
def appeal(tarn: Session, benefits: str) -> tuple[Session, str]:
    """A session and a finished run argued by rules."""
    return tarn, ask(tarn, Ask("Should the denial be upheld?", benefits, dated="2026-05-15"))


def carried(graph: Subgraph) -> Node:
    """A finding on which a claim rests."""
    return next(one for one in graph.live("Finding") if claims_behind(graph, one))


def rows(found: Any) -> set[tuple[str, str, str, str]]:
    return {(one.sort, one.id, one.before, one.after) for one in found or ()}


def told(contest: Contest) -> list[str]:
    return [line.strip() for line in _outcome(contest)]


def test_what_a_challenge_changed_while_it_waited_is_told_at_lodging_and_again_after_the_ruling(
    appeal: tuple[Session, str],
) -> None:
    session, run = appeal
    finding = carried(session.store.subgraph(run))
    lodged = challenge(session, Challenge(finding.id, "adequacy", "The rent was raised.", by="Jo Doe"))
    claim = claims_behind(session.store.subgraph(run), finding)[0].id
    assert "until a person rules on it, this stands otherwise:" in told(lodged)
    assert f"{claim} stands otherwise: core -> dissent" in told(lodged)
    upheld = rule(session, str(lodged.challenge), True, "It was.", JUDGE)
    assert rows(upheld.changed) == set()
    assert rows(upheld.since) == rows(lodged.changed) != set()
    assert "by this ruling nothing stands otherwise than before it" in told(upheld)
    assert f"{claim} stands otherwise since the challenge was lodged: core -> dissent" in told(upheld)
    status = challenge_status(session, str(lodged.challenge))
    assert rows(status.since) == rows(lodged.changed)
    asked = session.store.traffic.snapshot()
    alone = challenge_status(session, str(lodged.challenge), compared=False)
    assert alone == replace(status, since=Listing(()))
    once = session.store.traffic.since(asked).statements
    challenge_status(session, str(lodged.challenge))
    assert session.store.traffic.since(asked).statements == 2 * once, "the run is read once, compared or not"
    assert [
        line for line in map(str, tool_lines(status)) if f"claim {claim} stands otherwise: dissent, was core" in line
    ]
    rejected = rule(session, str(lodged.challenge), False, "It was not.", APPEAL, appeal=True)
    assert rows(rejected.changed)
    assert rows(challenge_status(session, str(lodged.challenge)).since) == set()
    assert rows(rejected.since) == set()
    assert "claims, issues and options stand as they stood before the challenge was lodged" in told(rejected)


def test_a_challenge_that_changes_nothing_is_told_so_before_and_after_it_is_ruled_on(
    appeal: tuple[Session, str],
) -> None:
    session, run = appeal
    graph = session.store.subgraph(run)
    loose = next(one for one in graph.live("Finding") if not claims_behind(graph, one))
    lodged = challenge(session, Challenge(loose.id, "adequacy", "It was not so.", by="Jo Doe"))
    assert "by the kernel, nothing stands otherwise" in told(lodged)
    upheld = rule(session, str(lodged.challenge), True, "It was not.", JUDGE)
    assert "by the kernel, nothing stands otherwise" in told(upheld)
    assert not [line for line in told(upheld) if "since the challenge" in line]


def test_a_dry_run_foresees_what_stands_otherwise_where_a_challenge_is_upheld_and_nobody_writes_anew(
    office: tuple[Session, str], tmp_path: Path
) -> None:
    def silent(asked: CaseAsked, answer: dict[str, Any]) -> Any:
        return {"answers": [], "revisions": []} if asked.name == "RespondOut" else resting(asked, answer)

    with argued_office(office, tmp_path, silent) as (session, run, finding, _):
        graph = session.store.subgraph(run)
        claim = claims_behind(graph, finding)[0]
        warrant = graph.into(claim.id, "WARRANTS")[0]
        record = graph.out(warrant.id, "USES")[0]
        sentence = graph.out(record.id, "QUOTES")[0]
        kinds = set[str]()
        for target in (finding, claim, warrant, record, sentence, *graph.live("Weighing")[:1]):
            kind = kinds_that_speak(graph, target)[0]
            foreseen = challenge(session, Challenge(target.id, kind, "It is wrong.", dry_run=True))
            lodged = challenge(session, Challenge(target.id, kind, "It is wrong.", by="Jo Doe"))
            upheld = rule(session, str(lodged.challenge), True, "So it is.", JUDGE)
            assert rows(foreseen.changed) == rows(upheld.since), target.kind
            assert "unsupported" not in {one.after for one in foreseen.changed or ()}
            kinds |= {target.kind} if rows(foreseen.changed) else set()
            rule(session, str(lodged.challenge), False, "It is not.", APPEAL, appeal=True)
        assert {"Finding", "Claim", "Warrant", "EvidenceRecord", "EvidenceSentence"} <= kinds <= set(CHALLENGEABLE)


def test_a_dry_run_by_rules_foresees_dissent(appeal: tuple[Session, str]) -> None:
    session, run = appeal
    graph = session.store.subgraph(run)
    for target in (carried(graph), next(iter(graph.live("Calculation")))):
        foreseen = challenge(session, Challenge(target.id, "inferential", "It is wrong.", dry_run=True))
        lodged = challenge(session, Challenge(target.id, "inferential", "It is wrong.", by="Jo Doe"))
        upheld = rule(session, str(lodged.challenge), True, "So it is.", JUDGE)
        assert {row for row in rows(foreseen.changed) if row[0] == "claim"}
        assert rows(foreseen.changed) == rows(upheld.since)
        rule(session, str(lodged.challenge), False, "It is not.", APPEAL, appeal=True)


@pytest.mark.parametrize(
    ("kind", "place"), [("Finding", 0), ("Calculation", 0), ("Calculation", 1), ("EvidenceSentence", 0)]
)
def test_the_other_side_argues_from_nothing_that_a_ruling_took_back(
    appeal: tuple[Session, str], kind: str, place: int
) -> None:
    session, run = appeal
    graph = session.store.subgraph(run)
    target = [one for one in graph.live(kind) if claims_behind(graph, one)][place]
    parts = [one for claim in claims_behind(graph, target) for one in (claim, *graph.into(claim.id, "RESTS_ON"))]
    resting = {str(one["text"]).rstrip(".") for one in parts if one.kind == "Claim"}
    before = position_of(session, run)
    lodged = challenge(session, Challenge(target.id, "adequacy", "It is not so.", by="Jo Doe"))
    rule(session, str(lodged.challenge), True, "It is not.", JUDGE)
    after = position_of(session, run)
    assert any(said in before for said in resting)
    assert not [said for said in resting if said in after]
    assert session.store.subgraph(run).live("Position")[-1]["certified"]
    rule(session, str(lodged.challenge), False, "It is.", APPEAL, appeal=True)
    assert {said for said in resting if said in position_of(session, run)} == {one for one in resting if one in before}


def test_an_author_is_given_nothing_that_a_ruling_took_back(office: tuple[Session, str], tmp_path: Path) -> None:
    def silent(asked: CaseAsked, answer: dict[str, Any]) -> Any:
        return {"answers": [], "revisions": []} if asked.name == "RespondOut" else resting(asked, answer)

    with argued_office(office, tmp_path, silent) as (session, run, finding, model):
        graph = session.store.subgraph(run)
        claims = {str(one["text"]) for one in claims_behind(graph, finding)}

        def given(asked: CaseAsked) -> set[str]:
            arguments = [
                *asked.data.get("advocates", ()),
                *(one for each in asked.data["issues"] for one in each.get("standing", ())),
            ]
            return claims & {part["text"] for one in arguments for part in one["parts"]}

        assert given(asked_for(model, "SupportOut", 0)[-1])
        lodged = challenge(session, Challenge(finding.id, "adequacy", "It is not so.", by="Jo Doe"))
        rule(session, str(lodged.challenge), True, "It is not.", JUDGE)
        last = asked_for(model, "SupportOut", 0)[-1]
        assert not given(last)
        assert finding["number"] not in last.data.get("fell", ())
        assert session.store.subgraph(run).live("Position")[-1]["certified"]


def position_of(session: Session, run: str) -> str:
    """A run's position as the command line shows it, without what was found beside it."""
    shown = show(session, run)
    assert shown.answer is not None
    return "\n".join(answer_lines(shown.answer, shown.parts)).partition("ALSO FOUND")[0]


@pytest.mark.parametrize("kind", ["Claim", "Calculation", "EvidenceSentence", "Finding"])
def test_whatever_was_taken_back_between_two_positions_is_named_where_they_are_compared(
    appeal: tuple[Session, str], kind: str
) -> None:
    session, run = appeal
    graph = session.store.subgraph(run)
    target = next(one for one in graph.live(kind) if claims_behind(graph, one))
    position = graph.live("Position")[-1].id
    lodged = challenge(session, Challenge(target.id, kinds_that_speak(graph, target)[0], "No.", by="Jo Doe"))
    why = f"It is not so; challenge {lodged.challenge} says why"
    rule(session, str(lodged.challenge), True, f"{why}.", JUDGE)
    fell = session.store.subgraph(run).live("Position")[-1].id
    found = diff(session, position, fell)
    assert isinstance(found, PositionsDiff)
    assert [(one.kind, one.id) for one in found.taken_back] == [(kind, target.id)]
    words = challenge_status(session, str(lodged.challenge)).outcomes[-1].words
    assert words == f"upheld: {_NO_MORE[kind]}"
    assert "taken back: ruling of" in found.taken_back[0].linked
    assert found.taken_back[0].linked.endswith(f", {why})"), "a page links the challenge, and leaves the reason whole"
    assert found.taken_back[0].text.endswith(f", {why}; challenge {lodged.challenge})")
    if kind != "Claim":
        assert show(session, target.id).standing == "taken back"
    rule(session, str(lodged.challenge), False, "It is.", APPEAL, appeal=True)
    now = session.store.subgraph(run).live("Position")[-1].id
    for first in (position, fell):
        found = diff(session, first, now)
        assert isinstance(found, PositionsDiff)
        assert not found.taken_back
    if kind != "Claim":
        assert show(session, target.id).standing == "current"
