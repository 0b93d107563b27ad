"""Several challenges to one debate: each ruling is carried out on what stands, and none undoes what another mended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from foam_graph.agents.protocol import Request
from foam_graph.agents.rules.agent import OfflineAgent
from foam_graph.agents.tasks.debate_speaking import SpeakIn
from foam_graph.app.contest_forms import Challenge, Contest
from foam_graph.app.contest_rulings import rule, take_up
from foam_graph.app.contesting import challenge
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.floor import spoken_nodes
from foam_graph.reasoning.debating.versions import said_anew_for, to_be_asked
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from tests.support.chains.eight_turns import EightTurns
from tests.support.worlds.debated_world import write_debate

CORPUS = "twice-bus"
FIRST, SECOND = "The first sentence does not follow.", "The second sentence goes too far."


@pytest.fixture(scope="module")
def loaded(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A session with the documents loaded."""
    with Session(settings) as session:
        load(session, [write_debate(tmp_path_factory.mktemp("documents"))], CORPUS)
        yield session


def lodged(session: Session, target: str, kind: str, grounds: str) -> str:
    found = challenge(session, Challenge(target, kind, grounds, by="A. Person")).challenge
    assert found is not None
    return found


def upheld(session: Session, one: str) -> Contest:
    return rule(session, one, uphold=True, reason="So it is.", by="B. Reviewer")


def overturned(session: Session, one: str) -> Contest:
    return rule(session, one, uphold=False, reason="It holds.", by="C. Appeal", appeal=True)


def standing(session: Session, run: str) -> dict[int, Node]:
    return {node["turn"]: node for node in spoken_nodes(session.store.subgraph(run))}


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> dict[int, list[str]]:
    """By turn, the words that its speaker was last told not to say again."""
    heard: dict[int, list[str]] = {}
    honest = OfflineAgent.answer

    def listening(agent: OfflineAgent, request: Request[Any]) -> Any:
        if isinstance(request.input, SpeakIn):
            heard[request.input.turn] = [words for one in request.input.upheld for words in one.words]
        return honest(agent, request)

    monkeypatch.setattr(OfflineAgent, "answer", listening)
    return heard


def test_two_challenges_to_one_turn_are_both_carried_out(loaded: Session) -> None:
    planted = EightTurns(loaded, CORPUS).plant()
    one = lodged(loaded, planted.said[5].id, "inferential", FIRST)
    two = lodged(loaded, planted.said[5].id, "scope", SECOND)
    upheld(loaded, one)
    middle = standing(loaded, planted.run)
    assert middle[5]["text"] == "So it works."
    # The words of the second challenge stand at another place by now.
    found = upheld(loaded, two)
    now, graph = standing(loaded, planted.run), loaded.store.subgraph(planted.run)
    assert found.outcome == "regenerated"
    assert found.revised == {middle[turn].id: now[turn].id for turn in (5, 6)}
    assert "So it works." not in now[5]["text"]
    assert set(said_anew_for(graph, now[5])) == {one, two}
    assert take_up(loaded, planted.run) == ()
    assert verify(loaded.store, planted.run).ok


def test_what_a_ruling_had_mended_does_not_come_back_when_an_ancestor_falls(
    loaded: Session, told: dict[int, list[str]]
) -> None:
    planted = EightTurns(loaded, CORPUS).plant()
    late = lodged(loaded, planted.said[3].id, "scope", SECOND)
    early = lodged(loaded, planted.said[2].id, "inferential", SECOND)
    upheld(loaded, late)
    told.clear()
    found = upheld(loaded, early)
    now = standing(loaded, planted.run)
    assert {now[turn].id for turn in (2, 3)} <= set((found.revised or {}).values())
    # Turn 3 is drafted from nothing; what a ruling said of it is told to no other turn.
    assert {turn: words for turn, words in told.items() if words} == {3: ["A price is not a burden."]}
    assert "A price is not a burden." not in now[3]["text"]


def test_a_challenge_is_carried_out_on_what_was_said_anew_for_an_ancestor(loaded: Session) -> None:
    planted = EightTurns(loaded, CORPUS).plant()
    late = lodged(loaded, planted.said[5].id, "scope", SECOND)
    upheld(loaded, lodged(loaded, planted.said[1].id, "inferential", SECOND))
    middle = standing(loaded, planted.run)
    found = upheld(loaded, late)
    now = standing(loaded, planted.run)
    assert found.outcome == "regenerated"
    assert found.revised == {middle[turn].id: now[turn].id for turn in (5, 6)}
    assert late in said_anew_for(loaded.store.subgraph(planted.run), now[5])


@pytest.mark.parametrize(("first", "text"), [(True, "As I said, injuries fell."), (False, "So it works.")])
def test_overturning_one_of_two_rulings_keeps_what_the_other_mended(loaded: Session, first: bool, text: str) -> None:
    planted = EightTurns(loaded, CORPUS).plant()
    both = [
        lodged(loaded, planted.said[5].id, "inferential", FIRST),
        lodged(loaded, planted.said[5].id, "scope", SECOND),
    ]
    for one in both:
        upheld(loaded, one)
    back = overturned(loaded, both[0] if first else both[1])
    assert back.outcome == "rejected"
    assert standing(loaded, planted.run)[5]["text"] == text
    assert verify(loaded.store, planted.run).ok
    # With the other one overturned as well, the turn says what it said at first.
    overturned(loaded, both[1] if first else both[0])
    assert standing(loaded, planted.run)[5]["text"] == "As I said, injuries fell. So it works."


def test_a_person_is_asked_for_each_ruling_against_any_version_of_a_turn(loaded: Session) -> None:
    planted = EightTurns(loaded, CORPUS, people=(7,)).plant()
    one = lodged(loaded, planted.said[7].id, "relevance", "The first sentence is beside the point.")
    two = lodged(loaded, planted.said[7].id, "scope", "The first sentence goes too far.")
    upheld(loaded, one)
    assert _asked(loaded.store.subgraph(planted.run)) == {7: "beside the point"}
    upheld(loaded, two)
    assert _asked(loaded.store.subgraph(planted.run)) == {7: "goes too far"}


def _asked(graph: Subgraph) -> dict[int, str]:
    return {
        one.node["turn"]: one.why.rpartition(" is ")[2].rpartition("sentence ")[2].rstrip(".")
        for one in to_be_asked(graph)
    }


def test_what_a_flaw_was_found_in_may_have_been_said_anew(loaded: Session) -> None:
    planted = EightTurns(loaded, CORPUS).plant()
    assert planted.flaw is not None
    late = lodged(loaded, planted.flaw.id, "inferential", "It follows all the same.")
    upheld(loaded, lodged(loaded, planted.said[1].id, "inferential", SECOND))
    before = standing(loaded, planted.run)
    found = upheld(loaded, late)
    assert (found.outcome, found.withdrawn) == ("retracted", (planted.flaw.id,))
    assert standing(loaded, planted.run) == before
