"""Debates over a real store, held by rules and by models to their end, or cut short anywhere."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from foam_graph.agents.tasks.table import Passage
from foam_graph.app.debated import Debate, debate_of
from foam_graph.app.debating import begin, debate, finish
from foam_graph.app.session import Session
from foam_graph.model.delta import ActivityDraft, Committed, Delta
from foam_graph.reasoning.debating.floor import assertions_of, judgement_of, sentences_of, spoken_nodes
from foam_graph.reasoning.evidence import Evidence
from foam_graph.store.store import Store
from tests.support.endpoints.model_server import Asked, Model, Server, asked_twice, careful, read
from tests.support.worlds.night_bus import CORPUS, LLM, OFFLINE, ONE, session_of, sound, texts


@pytest.fixture(scope="module")
def held(loaded: Session) -> Debate:
    """A debate held by rules to its end."""
    return debate(loaded, OFFLINE)


def test_rules_debate_both_sides_from_the_corpus_and_say_what_they_are(loaded: Session, held: Debate) -> None:
    graph = sound(loaded, held.run)
    assert [one.side for one in held.utterances] == ["pro", "con", "pro", "con"]
    assert [one.stage for one in held.utterances] == ["opening", "opening", "summary", "summary"]
    assert held.finished
    for one in held.utterances[:2]:
        assert "set of rules" in one.text
    for node in spoken_nodes(graph):
        assert node["accepted"], held
        judged = judgement_of(graph, node)
        assert judged is not None
        assert (judged["own_side"], judged["other_side"]) == (True, False)
        types = assertions_of(graph, node)
        assert len(types) == len(sentences_of(node))
        assert all(one["supported"] for one in types.values())
    evidence = Evidence(loaded.corpora.documents(CORPUS))
    for one in held.utterances:
        for sentence in one.sentences:
            quoted = sentence.text.rpartition("“")[2].partition("”")[0]
            if sentence.cites and "one ground" not in sentence.text:
                assert quoted in {evidence.sentences[i].text for i in sentence.cites}
    assert held.ballot is not None
    assert "Counted by rules" in held.ballot.reasons


def test_the_other_sides_figure_is_answered_with_the_figure_that_differs(held: Debate) -> None:
    answers = [s for one in held.utterances for s in one.sentences if s.answers]
    assert any("by 12 percent" in s.text and "by 2 percent" in s.text for s in answers), [s.text for s in answers]


def test_the_same_seed_says_the_same(loaded: Session, held: Debate) -> None:
    again = debate(loaded, OFFLINE)
    assert [one.text for one in again.utterances] == [one.text for one in held.utterances]
    assert again.run != held.run


class _Dies(Exception):
    """Stands for the end of the process."""


def test_a_debate_killed_after_every_commit_ends_as_an_unbroken_one(
    loaded: Session, held: Debate, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = Store.commit
    done: list[str] = []

    def dies_after_one(store: Store, draft: ActivityDraft, delta: Delta) -> Committed:
        if done:
            raise _Dies
        done.append(draft.step)
        return honest(store, draft, delta)

    run = begin(loaded, OFFLINE)
    steps: list[str] = []
    for _ in range(80):
        done.clear()
        with monkeypatch.context() as patch:
            patch.setattr(Store, "commit", dies_after_one)
            with suppress(_Dies):
                finish(loaded, run)
        if not done:
            break
        steps += done
    graph = sound(loaded, run)
    assert len(steps) == len(set(steps)) == len(graph.of("Activity")) - 1, "every commit boundary was a killing"
    assert texts(graph) == [one.text for one in held.utterances]
    assert debate_of(graph, run).finished


def test_a_model_debates_and_no_utterance_asks_more_than_twelve_times(loaded: Session, passages: list[Passage]) -> None:
    with Server(then=Model(careful(passages))) as server, session_of(server, loaded) as session:
        found = debate(session, LLM)
        graph = sound(session, found.run)
    assert found.ballot is not None
    assert all(one.accepted for one in found.utterances), found
    assert asked_twice(server) == []
    calls = graph.of("ModelCall")
    assert len(calls) == len(server.requests) <= 12 * len(found.utterances) + 1
    assert {"speak", "summarise_debate", "judge_utterance", "ballot"} <= {call["task"] for call in calls}


def numbers_lost(asked: Asked, answer: dict[str, Any]) -> dict[str, Any]:
    """Speakers whose draft has a figure from nowhere at its end, which a modification mends."""
    if asked.task != "speak":
        return answer
    return {"speech": f"{answer['speech']} That is 4,711 times as much."}


def file_of(asked: Asked) -> dict[str, str]:
    """The sentences of the file that is read whole, by their ids."""
    file = getattr(getattr(asked.data, "speaking", asked.data), "file", None)
    lines = (line.partition(" ") for one in (file.documents if file else ()) for line in one.sentences)
    return {name: text for name, _, text in lines}


def test_evidence_keeps_its_ids_and_a_modification_is_shown_less_of_it(
    loaded: Session, passages: list[Passage]
) -> None:
    with Server(then=Model(careful(passages), numbers_lost)) as server, session_of(server, loaded) as session:
        assert all(one.accepted for one in debate(session, ONE).utterances)
        asked = [read(body) for body in server.requests]
    texts: dict[str, set[str]] = {}
    for one in asked:
        file = file_of(one)
        for shown in getattr(getattr(one.data, "speaking", one.data), "evidence", ()):
            texts.setdefault(shown.id, set()).add(file[shown.at] if shown.at else shown.text)
    assert len(texts) > 5
    assert {len(one) for one in texts.values()} == {1}
    drafted = {one.input.turn: one.input for one in asked if one.task == "speak"}
    mended = [one.input for one in asked if one.task == "modify_utterance"]
    assert mended
    for one in mended:
        whole = drafted[one.speaking.turn]
        assert {i for said in one.draft for i in said.cites} <= {each.id for each in one.speaking.evidence}
        assert {each.id for each in one.speaking.evidence} <= {each.id for each in whole.evidence}


def test_a_speech_is_written_whole_and_tied_by_its_judge(
    loaded: Session, passages: list[Passage], held: Debate
) -> None:
    with Server(then=Model(careful(passages))) as server, session_of(server, loaded) as session:
        found = debate(session, LLM)
        graph = sound(session, found.run)
        asked = [read(body) for body in server.requests]
    assert {tuple(one.schema["properties"]) for one in asked if one.task == "speak"} == {("speech",)}
    for node in spoken_nodes(graph):
        (draft,) = graph.out(node.id, "SUPERSEDES")
        judged = judgement_of(graph, node)
        assert judged is not None
        drafted = [edge for edge in graph.out_edges(draft.id, "RESTS_ON", "ANSWERS") if "sentences" in edge.fields]
        assert drafted == [], "its writer tied nothing"
        spoken = {
            (n, graph[edge.end].kind)
            for edge in graph.out_edges(node.id, "RESTS_ON")
            for n in edge.fields.get("sentences", ())
            if not edge.fields.get("derived")
        }
        assert spoken == {(n, "EvidenceRecord") for n, cites, *_ in json.loads(judged["ties"]) if cites}
    # What its judge ties is what the rules, which know it, would have told.
    cited = [[sorted(s.cites) for s in one.sentences if s.cites] for one in found.utterances[:1]]
    assert cited == [[sorted(s.cites) for s in one.sentences if s.cites] for one in held.utterances[:1]]


def alters_all(asked: Asked, answer: dict[str, Any]) -> dict[str, Any]:
    """Who mends one sentence and says the others otherwise as well, one of them twice, and one that there is not."""
    if asked.task != "modify_utterance":
        return numbers_lost(asked, answer)
    last = len(asked.input.draft)
    texts = dict.fromkeys(range(1, last), "I say this otherwise.") | {
        last: "That is much. And it stays.",
        last + 9: "More.",
    }
    mends = [{"number": n, "text": text} for n, text in texts.items()]
    return {"speech": "I would rather say something else.", "mends": [*mends, {"number": last, "text": "Twice."}]}


def test_a_modification_alters_what_cannot_stand_and_nothing_else(loaded: Session, passages: list[Passage]) -> None:
    with Server(then=Model(careful(passages), alters_all)) as server, session_of(server, loaded) as session:
        graph = sound(session, debate(session, ONE).run)
        asked = [one.input for one in map(read, server.requests) if one.task == "modify_utterance"]
    turns = sorted((one for one in graph.of("AgentTurn") if one["step"].startswith("modify:")), key=lambda one: one.seq)
    assert turns
    named: list[int] = []
    stayed: list[int] = []
    for turn, data in zip(turns, asked, strict=True):
        if data.anew:
            said = [one["text"] for one in graph.of("Utterance") if one.activity == turn.id]
            assert said in (["I would rather say something else."], []), (
                "what was written anew, and nothing where it is the same"
            )
            continue
        (after,) = [one for one in graph.of("Utterance") if one.activity == turn.id]
        (before,) = graph.out(after.id, "SUPERSEDES")
        was = sentences_of(before)
        if any("words; 200 are the most" in fault for fault in data.faults):
            assert data.alter == [], "too long is a fault of the whole"
            continue
        named += data.alter
        # What was named, and the one before and after it, whose link may have to change.
        touched = {n + step for n in data.alter for step in (-1, 0, 1)}
        stayed += [n for n in range(1, len(was) + 1) if n not in touched]
        wanted = [text if n not in touched else "I say this otherwise." for n, text in enumerate(was, 1)]
        end = ["That is much.", "And it stays."] if len(was) in touched else []
        assert list(sentences_of(after)) == [*wanted[: len(was) - bool(end)], *end]
        assert f"sentence {len(was) + 9} was not to be altered, and stays" in turn["note"]
    assert named
    assert stayed


def mends_nothing(asked: Asked, answer: dict[str, Any]) -> dict[str, Any]:
    """Who is asked to mend and changes nothing."""
    return {"speech": "", "mends": []} if asked.task == "modify_utterance" else numbers_lost(asked, answer)


def test_who_mends_nothing_is_not_asked_again_and_not_accepted(loaded: Session, passages: list[Passage]) -> None:
    with Server(then=Model(careful(passages), mends_nothing)) as server, session_of(server, loaded) as session:
        found = debate(session, ONE)
        graph = sound(session, found.run)
    assert [(one.accepted, one.round) for one in found.utterances] == [(False, 0)] * 4
    assert sorted(a["step"] for a in graph.of("AgentTurn") if a["step"].startswith("modify:")) == [
        f"modify:{turn}:1" for turn in range(1, 5)
    ]


def test_a_judge_is_told_the_job_no_flaw_without_its_words_and_no_sentence_twice(
    loaded: Session, passages: list[Passage]
) -> None:
    with Server(then=Model(careful(passages))) as server, session_of(server, loaded) as session:
        debate(session, ONE)
        asked = [read(body) for body in server.requests]
    judged = [one.input for one in asked if one.task == "judge_utterance"]
    assert [one.job for one in judged] == ["opening"] * 2 + ["summary"] * 2
    spoke = [one.input for one in asked if one.task == "speak"]
    for one, speaking in zip(judged, spoke, strict=True):
        assert not [said for said in one.utterance if said.cites or said.answers], "its writer marks nothing"
        assert one.flaws == speaking.flaws
        assert one.file == speaking.file
        assert one.evidence == speaking.evidence
        assert not any(shown.text for shown in one.evidence)
    for one in (one.input for one in asked if hasattr(one.data, "history")):
        assert not [n for heard in one.history for said in heard.sentences for n in said.answers if "." not in n]


def overclaiming(asked: Asked, answer: dict[str, Any]) -> dict[str, Any]:
    """A judge who finds that each first sentence with a source says more than that."""
    if asked.task == "judge_utterance":
        cited = [one["number"] for one in answer["ties"] if one["cites"]]
        return answer | {"overclaims": cited[:1]}
    return answer


def test_what_says_more_than_its_source_is_not_accepted_and_not_supported(
    loaded: Session, passages: list[Passage]
) -> None:
    with Server(then=Model(careful(passages), overclaiming)) as server, session_of(server, loaded) as session:
        found = debate(session, replace(LLM, without=("modification",)))
        sound(session, found.run)
    first = found.utterances[0]
    assert not first.accepted
    (number,) = [int(one.split()[1]) for one in first.faults if "more than what it cites" in one]
    assert [n for n, one in enumerate(first.sentences, 1) if one.supported is False] == [number]


def test_the_last_turn_is_read_before_the_ballot_and_a_single_speech_is_not_summed_up(
    loaded: Session, held: Debate
) -> None:
    graph = sound(loaded, held.run)
    steps = [activity["step"] for activity in sorted(graph.of("Activity"), key=lambda node: node.seq)]
    assert steps[-2:] == ["logic:5:pro:read", "ballot"]
    assert [one for one in steps if one.startswith("summarise")] == ["summarise:3", "summarise:4"]
    read_turns = {
        node["turn"]
        for one in graph.of("Predicate")
        for node in graph.out(one.id, "RESTS_ON")
        if node.kind == "Utterance"
    }
    assert read_turns == {1, 2, 3, 4}


def test_no_id_reaches_the_reader_of_a_ballot(loaded: Session, passages: list[Passage]) -> None:
    def told(asked: Asked, answer: dict[str, Any]) -> dict[str, Any]:
        return answer | {"reasons": "Con met it in 2.3 (see 1.2, K1)."} if asked.task == "ballot" else answer

    with Server(then=Model(careful(passages), told)) as server, session_of(server, loaded) as session:
        ballot = debate(session, LLM).ballot
    assert ballot is not None
    assert ballot.reasons == "Con met it in turn 2."
