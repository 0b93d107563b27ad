"""Two challenges to one target: how everything stands depends on which are upheld at the end, not on the order of rulings and appeals."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from foam_graph.app.contest_forms import Challenge
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contest_status import challenge_status
from foam_graph.app.contesting import challenge
from foam_graph.app.exporting import export
from foam_graph.app.session import Session
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.attacked import claims_behind
from tests.support.chains.soundness import assert_sound
from tests.support.endpoints.case_model import CaseAsked
from tests.support.worlds.contested_office import argued_office, classes, leaving

WORDS = ("First", "Second")
KINDS = {
    "Claim": ("scope", "scope"),
    "Finding": ("adequacy", "inferential"),
    "EvidenceSentence": ("relevance", "adequacy"),
    "EvidenceRecord": ("relevance", "adequacy"),
}


def target_of(graph: Subgraph, finding: Node, kind: str) -> Node:
    if kind == "Finding":
        return finding
    sentence = next(one for one in graph.out(finding.id, "RESTS_ON") if one.is_a("EvidenceSentence"))
    claim = next(one for one in claims_behind(graph, finding))
    records = [r for w in graph.into(claim.id, "WARRANTS") for r in graph.out(w.id, "USES")]
    return {"EvidenceSentence": sentence, "Claim": claim, "EvidenceRecord": records[0]}[kind]


def standing(graph: Subgraph) -> dict[str, str]:
    return {str(graph[claim]["leaf"]): kind for claim, kind in classes(graph).items()}


def said(graph: Subgraph) -> dict[str, str]:
    return {str(one["leaf"]): str(one["text"]) for one in graph.live("Claim")}


def assert_read_as_it_was(session: Session, run: str) -> None:
    """What a run was after each of its activities is the same, taken from what was read or read anew."""
    whole = session.store.subgraph(run)
    for seq in range(0, 1 + max(one.seq for one in whole.of("Activity")), 5):
        read, taken = session.store.subgraph(run, seq), whole.until(run, seq)
        assert (list(taken.nodes), list(taken.edges)) == (list(read.nodes), list(read.edges))


@pytest.mark.parametrize("late", [False, True], ids=["raised at once", "raised against the new version"])
@pytest.mark.parametrize("kind", KINDS)
def test_what_stands_depends_on_which_challenges_are_upheld_at_the_end_alone(
    office: tuple[Session, str], tmp_path: Path, kind: str, late: bool
) -> None:
    with argued_office(office, tmp_path, leaving) as (session, run, finding, _):
        before = session.store.subgraph(run)
        target = target_of(before, finding, kind)

        def raised(number: int) -> str:
            newest = session.store.subgraph(run).newest(target.id).id
            wanted = Challenge(newest, KINDS[kind][number], f"{WORDS[number]}. It proves nothing.", by="Jo Doe")
            return str(challenge(session, wanted).challenge)

        lodged = [raised(0)] if late else [raised(0), raised(1)]
        stood: dict[tuple[bool, bool], dict[str, str]] = {(False, False): standing(before)}
        upheld, ruled = [False, False], set[int]()
        # Each step goes from one state to the next by one ruling; every way from each state to each other occurs.
        for step, number in enumerate((0, 1, 1, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0)):
            if number == len(lodged):
                lodged.append(raised(number))
            upheld[number] = not upheld[number]
            rule(session, lodged[number], upheld[number], f"Step {step}.", f"Judge {step}", appeal=number in ruled)
            ruled.add(number)
            now = session.store.subgraph(run)
            assert stood.setdefault((upheld[0], upheld[1]), standing(now)) == standing(now), (step, upheld)
            if not any(upheld):
                assert said(now) == said(before), step
        # Nothing is taken back from a chain: what was not sound after a step is there at the end.
        assert_sound(session, run)


@pytest.mark.parametrize("kind", ["Claim", "Finding"])
def test_it_is_told_for_which_challenge_an_overturned_answer_stays(
    office: tuple[Session, str], tmp_path: Path, kind: str
) -> None:
    with argued_office(office, tmp_path, leaving) as (session, run, finding, _):
        target = target_of(session.store.subgraph(run), finding, kind)
        lodged = list[str]()
        for number in (0, 1):
            newest = session.store.subgraph(run).newest(target.id).id
            wanted = Challenge(newest, KINDS[kind][number], f"{WORDS[number]}. It proves nothing.", by="Jo Doe")
            lodged.append(str(challenge(session, wanted).challenge))
            rule(session, lodged[-1], True, "So it is.", "Judge Roe")
        first = rule(session, lodged[0], False, "It is not.", "Judge Poe", appeal=True)
        statuses = [challenge_status(session, one) for one in lodged]
        page = str(export(session, "dossier", run))
        second = rule(session, lodged[1], False, "It is not.", "Judge Poe", appeal=True)
        assert_read_as_it_was(session, run)
    assert [one for one in first.remarks if f"stays as long as {lodged[1]} stands upheld" in one]
    assert not [one for one in second.remarks if "stays as long as" in one]
    assert [one.stays_for for one in statuses] == [(lodged[1],), ()]
    assert [one for one in statuses[0].remarks if f"the challenge “{WORDS[1]}" in one and lodged[1] not in one]
    assert page.count("stays as long as objection") == 1


@pytest.mark.parametrize("kind", ["Claim", "EvidenceRecord"])
def test_an_answer_that_was_overturned_meets_nothing_where_the_challenge_is_upheld_once_more(
    office: tuple[Session, str], tmp_path: Path, kind: str
) -> None:
    silent = list[bool]()

    def once(asked: CaseAsked, answer: dict[str, Any]) -> Any:
        if asked.name == "RespondOut" and silent:
            return {"answers": [], "revisions": []}
        return leaving(asked, answer)

    with argued_office(office, tmp_path, once) as (session, run, finding, _):
        before = session.store.subgraph(run)
        target = target_of(before, finding, kind)
        leaf = str(claims_behind(before, target)[0]["leaf"])
        lodged = str(challenge(session, Challenge(target.id, KINDS[kind][0], "First. No.", by="Jo Doe")).challenge)
        rule(session, lodged, True, "So it is.", "Judge Roe")
        assert standing(session.store.subgraph(run))[leaf] == standing(before)[leaf]
        rule(session, lodged, False, "It is not.", "Judge Poe", appeal=True)
        assert said(session.store.subgraph(run)) == said(before)
        silent.append(True)
        ruled = rule(session, lodged, True, "So it is.", "Judge Doe", appeal=True)
        after = assert_sound(session, run)
        assert (said(after), standing(after)[leaf], ruled.outcome) == (said(before), "dissent", "retracted")
