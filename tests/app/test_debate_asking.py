"""People of a repaired debate are asked for their turns: what they let stand stays, and what they say anew is heard by the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import pytest

from foam_graph.app.at_work.turns import Given, turn_due
from foam_graph.app.contest_forms import Challenge, Contest
from foam_graph.app.contest_rulings import rule
from foam_graph.app.contesting import challenge
from foam_graph.app.debate_asking import ask_again
from foam_graph.app.debated import debate_of
from foam_graph.app.exporting import export
from foam_graph.app.loading import load
from foam_graph.app.resuming import resume_debate
from foam_graph.app.session import Session
from foam_graph.app.turn_files import TurnFile, TurnsGiven
from foam_graph.config import Settings
from foam_graph.errors import UsageError
from foam_graph.model.delta import ActivityDraft, Committed, Delta
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.debating.floor import assertions_of, judgement_of, spoken_nodes
from foam_graph.reasoning.debating.versions import older_versions, said_anew_for, to_be_asked
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from foam_graph.store.store import Store
from tests.support.calling import foam
from tests.support.chains.eight_turns import EightTurns
from tests.support.worlds.debated_world import write_debate

CORPUS = "asked-bus"
ANEW = "The bus costs more than it saves. Nobody counted the nights without passengers."


@pytest.fixture(scope="module")
def loaded(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A session with the documents loaded."""
    assert endpoint
    with Session(settings) as session:
        load(session, [write_debate(tmp_path_factory.mktemp("documents"))], CORPUS)
        yield session


def planted(session: Session, *people: int) -> EightTurns:
    return EightTurns(session, CORPUS, people=people).plant()


def upheld(session: Session, target: str) -> Contest:
    lodged = challenge(
        session, Challenge(target, "inferential", "The second sentence does not follow.", by="A. Person")
    )
    return rule(session, str(lodged.challenge), uphold=True, reason="So it is.", by="B. Reviewer")


def standing(graph: Subgraph) -> dict[int, str]:
    return {node["turn"]: node.id for node in spoken_nodes(graph)}


def asked_turns(graph: Subgraph) -> list[int]:
    return [one.node["turn"] for one in to_be_asked(graph)]


def changed_turns(before: Mapping[int, str], after: Mapping[int, str]) -> set[int]:
    assert set(before) == set(after) == set(range(1, 9))
    return {turn for turn in after if after[turn] != before[turn]}


def test_what_a_person_says_anew_is_heard_and_what_was_said_to_it_is_said_anew(loaded: Session) -> None:
    debate = planted(loaded, 2)
    upheld(loaded, debate.said[2].id)
    middle = loaded.store.subgraph(debate.run)
    assert changed_turns({n: ref.id for n, ref in debate.said.items()}, standing(middle)) == {3, 8}
    assert asked_turns(middle) == [2]
    (found,) = ask_again(loaded, debate.run, TurnsGiven({2: ANEW}))
    graph = loaded.store.subgraph(debate.run)
    # The eighth turn, said anew by rules after the ruling, answers the third no more.
    assert changed_turns(standing(middle), standing(graph)) == {2, 3}
    assert (found.outcome, set(found.revised or ())) == ("regenerated", {standing(middle)[n] for n in (2, 3)})
    said = graph[standing(graph)[2]]
    assert (said["text"], said["origin"]) == (ANEW, "person")
    assert [one.id for one in older_versions(graph, said)] == [debate.said[2].id]
    assert said_anew_for(graph, said) == [graph.of("Challenge")[0].id]
    # It is judged and typed as every other turn is.
    assert judgement_of(graph, said) is not None
    assert len(assertions_of(graph, said)) == 2
    assert asked_turns(graph) == []
    ballots = graph.of("Ballot")
    assert [graph.superseded(one.id) for one in ballots] == [True, True, False]
    ends = [edge.end for one in (3, 8) for edge in graph.out_edges(standing(graph)[one], "ANSWERS")]
    assert debate.said[2].id not in ends, "nobody answers what was taken back"
    assert verify(loaded.store, debate.run).ok
    for node in middle.nodes:
        assert graph[node.id].fields == node.fields, "nothing is overwritten"


def test_a_turn_that_its_speaker_lets_stand_is_asked_for_no_more_until_something_else_changes(loaded: Session) -> None:
    debate = planted(loaded, 4, 6)
    upheld(loaded, debate.said[1].id)
    before = loaded.store.subgraph(debate.run)
    assert asked_turns(before) == [4, 6]
    words = {node["turn"]: node["text"] for node in spoken_nodes(before)}
    found = ask_again(loaded, debate.run, TurnsGiven({4: f" {words[4]}\n", 6: words[6]}))
    assert [one.outcome for one in found] == ["recorded", "recorded"]
    graph = loaded.store.subgraph(debate.run)
    assert standing(graph) == standing(before)
    assert asked_turns(graph) == []
    assert [one.let_stand for one in debate_of(graph, debate.run).utterances] == [n in (4, 6) for n in range(1, 9)]
    assert str(export(loaded, "dossier", debate.run)).count("Its speaker let it stand.") == 2
    upheld(loaded, standing(graph)[5])
    assert asked_turns(loaded.store.subgraph(debate.run)) == [6], "the turn that it answers changed once more"


def test_a_turn_that_nobody_answers_for_is_left_open_and_told(loaded: Session) -> None:
    debate = planted(loaded, 4, 6)
    found = upheld(loaded, debate.said[1].id)
    assert any(f"foam resume {debate.run}" in remark for remark in found.remarks)
    size = len(loaded.store.subgraph(debate.run))
    assert ask_again(loaded, debate.run, None) == ()
    assert ask_again(loaded, debate.run, TurnsGiven({})) == ()
    graph = loaded.store.subgraph(debate.run)
    assert len(graph) == size
    told = {one.turn: one.asked for one in debate_of(graph, debate.run).utterances if one.asked}
    assert told[6] == "turn 5, which it answers, stands no more as it was"
    assert set(told) == {4, 6}
    assert str(export(loaded, "dossier", debate.run)).count("Its speaker has to say whether it stands.") == 2


def test_people_further_down_are_asked_in_turn(loaded: Session) -> None:
    debate = planted(loaded, 5, 6)
    upheld(loaded, debate.said[5].id)
    assert asked_turns(loaded.store.subgraph(debate.run)) == [5]
    ask_again(loaded, debate.run, TurnsGiven({5: ANEW}))
    graph = loaded.store.subgraph(debate.run)
    assert standing(graph)[6] == debate.said[6].id
    assert asked_turns(graph) == [6], "6 answers what was taken back"
    ask_again(loaded, debate.run, TurnsGiven({6: "Then count the nights."}))
    graph = loaded.store.subgraph(debate.run)
    assert asked_turns(graph) == []
    assert [one["kind"] for one in graph.of("Outcome")].count("regenerated") == 2


def test_on_appeal_a_person_is_asked_again_and_agents_say_what_they_said(loaded: Session) -> None:
    debate = planted(loaded, 6)
    words = {node["turn"]: node["text"] for node in spoken_nodes(loaded.store.subgraph(debate.run))}
    upheld(loaded, debate.said[5].id)
    ask_again(loaded, debate.run, TurnsGiven({6: ANEW}))
    graph = loaded.store.subgraph(debate.run)
    rule(loaded, graph.of("Challenge")[0].id, uphold=False, reason="It does.", by="C. Appeal", appeal=True)
    after = loaded.store.subgraph(debate.run)
    assert {node["turn"]: node["text"] for node in spoken_nodes(after)} == {**words, 6: ANEW}
    assert asked_turns(after) == [6]
    ask_again(loaded, debate.run, TurnsGiven({6: words[6]}))
    assert asked_turns(loaded.store.subgraph(debate.run)) == []


def test_a_file_holds_all_turns_of_a_side_and_one_that_ends_early_is_named(loaded: Session, tmp_path: Path) -> None:
    debate = planted(loaded, 2, 4, 6, 8)
    upheld(loaded, debate.said[1].id)
    graph = loaded.store.subgraph(debate.run)
    assert asked_turns(graph) == [2, 4, 6]
    words = {node["turn"]: node["text"] for node in spoken_nodes(graph)}
    file = tmp_path / "turns.txt"
    file.write_text(f"{words[2]}\n---\n{words[4]}\n", encoding="utf-8")
    with pytest.raises(UsageError, match="ends early: it has 2 turns for con, and turn 6") as fault:
        resume_debate(loaded, debate.run, turns=TurnFile(file))
    assert fault.value.hint
    assert asked_turns(loaded.store.subgraph(debate.run)) == [6], "what came before is kept"
    file.write_text("\n---\n".join((words[2], words[4], ANEW, words[8])), encoding="utf-8")
    found = resume_debate(loaded, debate.run, turns=TurnFile(file))
    assert [one.text for one in found.debate.utterances if one.turn == 6] == [ANEW]
    assert not [one for one in found.debate.utterances if one.asked]


@pytest.mark.parametrize("text", ["x" * 20_001, " \n "])
def test_what_cannot_be_taken_down_leaves_the_turn_open(loaded: Session, text: str) -> None:
    debate = planted(loaded, 6)
    upheld(loaded, debate.said[5].id)
    size = len(loaded.store.subgraph(debate.run))
    with pytest.raises(UsageError):
        ask_again(loaded, debate.run, TurnsGiven({6: text}))
    graph = loaded.store.subgraph(debate.run)
    assert (len(graph), asked_turns(graph)) == (size, [6])


def test_a_form_gives_the_words_for_the_turn_that_it_showed(loaded: Session) -> None:
    debate = planted(loaded, 4, 6)
    upheld(loaded, debate.said[1].id)
    due = turn_due(loaded, debate.run)
    assert due is not None
    assert (due.turn, due.said, bool(due.why)) == (4, "A step is missing in that.", True)
    resume_debate(loaded, debate.run, Given(4, due.said))
    due = turn_due(loaded, debate.run)
    assert due is not None
    assert due.turn == 6
    resume_debate(loaded, debate.run, Given(6, ANEW))
    assert turn_due(loaded, debate.run) is None


@pytest.mark.parametrize(
    ("typed", "text", "left"),
    [
        ("stands\n\n", "One town is not all towns.", []),
        (f"{ANEW}\n\n", ANEW, []),
        ("", "One town is not all towns.", [6]),
    ],
)
def test_the_terminal_asks_and_leaves_open_what_nobody_answers(
    loaded: Session, monkeypatch: pytest.MonkeyPatch, typed: str, text: str, left: list[int]
) -> None:
    debate = planted(loaded, 6)
    upheld(loaded, debate.said[5].id)
    monkeypatch.setenv("FOAM_HOME", str(loaded.settings.home))
    found = foam("resume", debate.run, "--json", stdin=typed.encode())
    assert found.code == 0, found.err
    (sixth,) = (one for one in found.value["utterances"] if one["turn"] == 6)
    assert sixth["text"] == text
    assert asked_turns(loaded.store.subgraph(debate.run)) == left


def test_a_file_of_turns_is_refused_for_what_is_no_debate(loaded: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(loaded.settings.home))
    found = foam("resume", f"corpus.{CORPUS}", "--turns", str(Path(__file__)))
    assert (found.code, "no debate" in found.err) == (2, True)


class _Dies(Exception):
    """Stands for the end of the process."""


def test_an_answer_whose_consequences_are_killed_after_every_commit_ends_as_an_unbroken_one(
    loaded: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Store.commit
    unbroken, broken = planted(loaded, 2), planted(loaded, 2)
    for one in (unbroken, broken):
        upheld(loaded, one.said[2].id)
    ask_again(loaded, unbroken.run, TurnsGiven({2: ANEW}))
    done: list[str] = []
    before = len(loaded.store.subgraph(broken.run).of("Activity"))

    def dies_after_one(store: Store, draft: ActivityDraft, delta: Delta) -> Committed:
        if done:
            raise _Dies
        done.append(draft.step)
        return honest(store, draft, delta)

    steps: list[str] = []
    people: TurnsGiven | None = TurnsGiven({2: ANEW})
    for _ in range(60):
        done.clear()
        with monkeypatch.context() as patch:
            patch.setattr(Store, "commit", dies_after_one)
            with suppress(_Dies):
                ask_again(loaded, broken.run, people)
        if not done:
            break
        steps += done
        people = None  # words that were taken down are asked for no more
    one, two = (loaded.store.subgraph(run) for run in (unbroken.run, broken.run))
    assert len(steps) == len(set(steps)) == len(two.of("Activity")) - before > 8
    assert [node["text"] for node in spoken_nodes(one)] == [node["text"] for node in spoken_nodes(two)]
    assert [node["kind"] for node in two.of("Outcome")] == [node["kind"] for node in one.of("Outcome")]
    assert verify(loaded.store, broken.run).ok
