"""Debates over a real store: held by rules and by models, good and bad, cut short anywhere, and by people."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest

from foam_graph.agents.tasks.table import Passage
from foam_graph.app.debated import Debate, debate_of
from foam_graph.app.debating import Motion, begin, debate, finish
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.corpus.quotations.assembling import JOIN
from foam_graph.debate.speaking.others import AskedAgain
from foam_graph.debate.transcripts.transcript import MOST_MOTION
from foam_graph.errors import BudgetSpent, CorpusError, FoamError, LlmError, ReasoningError, Refused, UsageError
from foam_graph.findings.debate.spoken import Spoken
from foam_graph.model.delta import ActivityDraft, Committed, Delta
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.debating.checking import word_total
from foam_graph.reasoning.debating.floor import assertions_of, judgement_of, sentences_of, spoken_nodes
from foam_graph.reasoning.debating.speech import Speech
from foam_graph.reasoning.evidence import Evidence
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from foam_graph.store.store import Store
from tests.support.chains.soundness import KEY, MODEL
from tests.support.endpoints.model_server import After, Asked, Model, Rewrite, Server, asked_twice, careful, fails, read
from tests.support.worlds.debated_world import MOTION, write_debate

CORPUS = "night-bus"
OFFLINE = Motion(MOTION, CORPUS, format="short")
LLM = replace(OFFLINE, agents="llm")
ONE = replace(LLM, without=("drafts",))
"""Each speech is drafted once."""


@pytest.fixture(scope="module")
def loaded(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A session with the documents loaded."""
    with Session(settings) as session:
        load(session, [write_debate(tmp_path_factory.mktemp("documents"))], CORPUS)
        yield session


@pytest.fixture(scope="module")
def passages(loaded: Session) -> list[Passage]:
    """Every sentence of the corpus."""
    return Evidence(loaded.corpora.documents(CORPUS)).everything()


def session_of(server: Server, loaded: Session, **changes: Any) -> Session:
    values = {"openai_base_url": server.url, "openai_api_key": KEY, "model": MODEL, "llm_timeout": 60.0}
    return Session(replace(loaded.settings, **(values | changes)))


def sound(session: Session, run: str) -> Subgraph:
    """What holds of every debate, whatever was answered: its chain, its quotations, its verdicts."""
    assert verify(session.store, run).faults == []
    graph = session.store.subgraph(run)
    evidence = Evidence(session.corpora.documents(CORPUS))
    offered = {graph[e.end]["sentence_id"] for a in graph.of("Retrieval") for e in graph.out_edges(a.id, "OFFERED")}
    for record in graph.of("EvidenceRecord"):
        assert set(record["sentence_ids"]) <= offered
        assert record["quotation"].split(JOIN) == [evidence.sentences[i].text for i in record["sentence_ids"]]
    spoken = spoken_nodes(graph)
    assert [node["turn"] for node in spoken] == list(range(1, len(spoken) + 1))
    for node in spoken:
        assert " ".join(sentences_of(node)) == node["text"]
        judged = judgement_of(graph, node)
        if node["origin"] == "agent":
            # What is spoken is what was judged, and it says of itself what its judge said.
            (draft,) = graph.out(node.id, "SUPERSEDES")
            assert draft["text"] == node["text"]
            assert node["accepted"] is (judged is not None and judged["accepted"])
        if judged is not None and judged["accepted"]:
            assert judged["own_side"]
            assert not judged["other_side"]
            assert not judged["faults"]
    for node in graph.nodes:
        assert KEY not in json.dumps(dict(node.fields), default=str, ensure_ascii=False)
    return graph


def texts(graph: Subgraph) -> list[str]:
    return [node["text"] for node in spoken_nodes(graph)]


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


def test_evidence_keeps_its_ids_and_a_modification_is_shown_less_of_it(
    loaded: Session, passages: list[Passage]
) -> None:
    with Server(then=Model(careful(passages), numbers_lost)) as server, session_of(server, loaded) as session:
        assert all(one.accepted for one in debate(session, ONE).utterances)
        asked = [read(body) for body in server.requests]
    texts: dict[str, set[str]] = {}
    for one in asked:
        for shown in getattr(getattr(one.data, "speaking", one.data), "evidence", ()):
            texts.setdefault(shown.id, set()).add(shown.text)
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


def test_a_judge_is_told_the_job_and_the_length_and_no_flaw_without_its_words(
    loaded: Session, passages: list[Passage]
) -> None:
    with Server(then=Model(careful(passages))) as server, session_of(server, loaded) as session:
        debate(session, ONE)
        asked = [read(body) for body in server.requests]
    judged = [one.input for one in asked if one.task == "judge_utterance"]
    assert [(one.job, one.words) for one in judged] == [("opening", 200)] * 2 + [("summary", 150)] * 2
    spoke = [one.input for one in asked if one.task == "speak"]
    for one, speaking in zip(judged, spoke, strict=True):
        assert one.counted == sum(word_total(said.text) for said in one.utterance)
        assert not [said for said in one.utterance if said.cites or said.answers], "its writer marks nothing"
        assert (one.flaws, one.evidence) == (speaking.flaws, speaking.evidence)
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


def test_a_debate_broken_off_again_and_again_pays_for_no_answer_twice(loaded: Session, passages: list[Passage]) -> None:
    good = Model(careful(passages))
    with Server(then=good) as server, session_of(server, loaded) as session:
        run = begin(session, LLM)
    answered: list[dict[str, Any]] = []
    legs = 0
    while not debate_of(loaded.store.subgraph(run), run).finished:
        leg = After(2, good, fails(401))
        with Server(then=leg) as server, session_of(server, loaded) as session:
            with suppress(Refused):
                finish(session, run)
            answered += leg.answered
        legs += 1
        assert legs < 20
    sound(loaded, run)
    keys = [json.dumps(body, sort_keys=True) for body in answered]
    assert len(keys) == len(set(keys))
    assert legs > 3


def test_a_spent_budget_leaves_a_readable_part_and_a_raised_one_ends_the_debate(
    loaded: Session, passages: list[Passage]
) -> None:
    with Server(then=Model(careful(passages))) as server:
        with session_of(server, loaded, max_tokens_per_run=30_000) as session:
            run = begin(session, LLM)
            with pytest.raises(BudgetSpent) as spent:
                finish(session, run)
            assert spent.value.hint.endswith(f"foam resume {run}")
            part = debate_of(sound(session, run), run)
            assert 1 <= len(part.utterances) < part.turns
            assert not part.finished
            asked = len(server.requests)
            with pytest.raises(BudgetSpent):
                finish(session, run)
            assert len(server.requests) == asked
        with session_of(server, loaded) as session:
            assert finish(session, run).finished
    assert asked_twice(server) == []


def saying(text: str) -> Rewrite:
    """Speakers who always say this, and nothing else."""
    return lambda _asked, answer: {**answer, "speech": text, "mends": []} if "mends" in answer else (
        {"speech": text} if "speech" in answer else answer
    )  # fmt: skip


def con_argues_for(asked: Asked, answer: dict[str, Any]) -> dict[str, Any]:
    """The speaker against the motion speaks for it, however often it is told."""
    speaking = getattr(asked.data, "speaking", asked.data)
    if "speech" in answer and speaking.side == "con":
        drafts = asked.input.draft if asked.task == "modify_utterance" else ()
        text = "The night bus improved access to the hospital for people without a car."
        said = " ".join(["Hear this once more."] * (len(drafts) + 1))
        return answer | {"speech": f"{said} {text}"}
    if asked.task == "judge_utterance":
        ours = [one.id for one in asked.input.evidence if "improved access" in one.text]
        ties = [
            {"number": one.number, "cites": ours, "answers": [], "scheme": ""}
            for one in asked.input.utterance
            if "improved access" in one.text and asked.input.side == "con"
        ]
        wrong = {"other_side": True, "own_side": False, "verdict": "revise"}
        told = f"sentence {ties[0]['number']} speaks for the other side" if ties else answer["feedback"]
        return answer | {"ties": ties or answer["ties"], "feedback": told} | (wrong if ties else {})
    return answer


def test_a_model_that_argues_the_other_side_is_found_and_never_passed_off(
    loaded: Session, passages: list[Passage]
) -> None:
    with Server(then=Model(careful(passages), con_argues_for)) as server, session_of(server, loaded) as session:
        found = debate(session, ONE)
        graph = sound(session, found.run)
    assert [one.accepted for one in found.utterances] == [True, False, True, False]
    for one in found.utterances[1::2]:
        assert one.round == 3
        assert "speaks for the other side" in one.feedback
        steps = {a["step"] for a in graph.of("Activity")}
        assert {f"judge:{one.turn}:{n}" for n in range(4)} <= steps
    requests = [a["step"].split(":")[1] for a in graph.of("Activity") for _ in a.get("prompt_hashes", ())
                if ":" in a["step"]]  # fmt: skip
    assert max(map(requests.count, requests)) <= 12


FREE_TEXT: dict[str, Rewrite] = {
    "a judge of free text": lambda a, x: "I like it very much!" if a.task == "judge_utterance" else x,
    "a judge of nothing": lambda a, x: "" if a.task == "judge_utterance" else x,
}


@pytest.mark.parametrize("name", FREE_TEXT)
def test_a_judge_that_answers_no_form_accepts_nothing(name: str, loaded: Session, passages: list[Passage]) -> None:
    with Server(then=Model(careful(passages), FREE_TEXT[name])) as server, session_of(server, loaded) as session:
        found = debate(session, LLM)
        graph = sound(session, found.run)
    assert found.finished
    assert [one.accepted for one in found.utterances] == [False] * 4
    failed = [a for a in graph.of("AgentTurn") if a["step"].startswith("judge:")]
    assert {a["outcome"] for a in failed} == {"failed"}
    assert not graph.of("Judgement")


def tied_to_nothing(asked: Asked, answer: dict[str, Any]) -> dict[str, Any]:
    """A fact that its judge ties to what was never offered."""
    if asked.task == "judge_utterance":
        nothing = {"number": 1, "cites": ["E999"], "answers": ["9.9"], "scheme": ""}
        types = [{"number": 1, "type": "factual"}]
        return answer | {"ties": [nothing, nothing | {"number": 40}], "types": types, "verdict": "accept"}
    return saying("The night bus reduced injuries.")(asked, answer)


BAD_SPEECHES: dict[str, tuple[Rewrite, str]] = {
    "a figure from nowhere": (saying("The night bus costs the town 4,711 dollars."), "says 4711"),
    "a name from nowhere": (saying("We heard that Ottokar opposes the bus."), "names Ottokar"),
    "a quotation from nowhere": (saying("The motion is “the best of all motions” by far."), "quotes “the best"),
    "a date from nowhere": (saying("On 3 March 2020 the bus was stopped."), "says 2020"),
    "a tie to nothing": (tied_to_nothing, "cites nothing"),
    "a speech without an end": (saying("We ask for more. " * 70), "words"),
}


@pytest.mark.parametrize("name", BAD_SPEECHES)
def test_what_has_no_source_is_never_accepted(name: str, loaded: Session, passages: list[Passage]) -> None:
    rewrite, fault = BAD_SPEECHES[name]
    with Server(then=Model(careful(passages), rewrite)) as server, session_of(server, loaded) as session:
        found = debate(session, LLM)
        sound(session, found.run)
    assert not any(one.accepted for one in found.utterances)
    assert any(fault in one for one in found.utterances[0].faults), found.utterances[0].faults


MUTE: dict[str, Rewrite] = {
    "nothing": lambda _, x: "" if "speech" in x else x,
    "a blank speech": saying("   "),
    "another language": lambda _, x: "Tut mir leid." if "speech" in x else x,
}


@pytest.mark.parametrize("name", MUTE)
def test_a_speaker_without_words_stops_the_debate_which_can_be_resumed(
    name: str, loaded: Session, passages: list[Passage]
) -> None:
    good = careful(passages)
    with Server(then=Model(good, MUTE[name])) as server, session_of(server, loaded) as session:
        run = begin(session, LLM)
        with pytest.raises(ReasoningError, match="no utterance came for turn 1") as stopped:
            finish(session, run)
        assert f"foam resume {run}" in stopped.value.hint
        assert not sound(session, run).of("Utterance")
    with Server(then=Model(good)) as server, session_of(server, loaded) as session:
        assert finish(session, run).finished


class Voice:
    """A person with prepared words."""

    origin: Literal["person", "transcript"] = "person"

    def __init__(self, *words: str) -> None:
        self._words = words

    def words(self, speech: Speech, place: int, history: Sequence[Spoken]) -> str:
        assert len(history) == speech.turn - 1
        if place > len(self._words):
            raise UsageError("no more words", "Say more.")
        return self._words[place - 1]

    def again(self, asked: AskedAgain) -> str | None:
        raise AssertionError(f"turn {asked.speech.turn} was not to be asked for again")


def test_a_person_speaks_and_is_kept_as_said_and_judged(loaded: Session) -> None:
    wanted = replace(OFFLINE, side="pro", opponent="human")
    run = begin(loaded, wanted)
    told: list[int] = []
    voice = Voice("The night bus is a burden. It costs 5,000,000 dollars!", "My opponent has shown nothing.")
    found = finish(loaded, run, lambda one: told.append(one.turn), voice)
    graph = sound(loaded, run)
    assert told == [1, 2, 3, 4]
    second = found.utterances[1]
    assert (second.origin, second.accepted, second.text) == (
        "person",
        None,
        "The night bus is a burden. It costs 5,000,000 dollars!",
    )
    assert [one.supported for one in second.sentences][1] is False
    assert [a["step"] for a in graph.of("HumanAct")] == ["hear:2", "hear:4"]


def test_a_person_who_stops_early_is_told_and_goes_on_later(loaded: Session) -> None:
    run = begin(loaded, replace(OFFLINE, side="con", opponent="human"))
    with pytest.raises(UsageError) as stopped:
        finish(loaded, run, None, Voice("The night bus improved access."))
    assert f"foam resume {run}" in stopped.value.hint
    assert len(debate_of(sound(loaded, run), run).utterances) == 2
    assert finish(loaded, run, None, Voice("Never asked again.", "It did.")).finished


def test_a_file_that_ends_early_is_named_and_the_debate_goes_on_when_it_is_longer(
    loaded: Session, tmp_path: Path
) -> None:
    file = tmp_path / "turns.txt"
    file.write_text("The night bus is a burden.\n", encoding="utf-8")
    run = begin(loaded, replace(OFFLINE, side="pro", opponent=str(file)))
    with pytest.raises(UsageError, match="ends early"):
        finish(loaded, run)
    file.write_text("Changed later, which counts for nothing.\n---\nThat is all.\n", encoding="utf-8")
    found = finish(loaded, run)
    assert [one.text for one in found.utterances[1::2]] == ["The night bus is a burden.", "That is all."]


def test_a_transcript_speaks_for_its_side(loaded: Session, tmp_path: Path) -> None:
    file = tmp_path / "held.jsonl"
    rows = [{"side": s, "text": f"Speech {n} of {s} on the night bus."} for n, s in enumerate(("pro", "con") * 2, 1)]
    file.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    found = debate(loaded, replace(OFFLINE, side="pro", opponent=str(file)))
    assert [one.text for one in found.utterances[1::2]] == [f"Speech {n} of con on the night bus." for n in (2, 4)]
    assert found.utterances[1].origin == "transcript"


def test_a_simulation_starts_from_the_openings_given(loaded: Session, tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("We want the night bus.\n---\nWe do not.", encoding="utf-8")
    found = debate(loaded, replace(OFFLINE, openings=file))
    assert [one.origin for one in found.utterances] == ["transcript", "transcript", "agent", "agent"]
    assert [one.text for one in found.utterances[:2]] == ["We want the night bus.", "We do not."]


def test_a_baseline_has_no_loop(loaded: Session) -> None:
    found = debate(loaded, replace(OFFLINE, side="pro", opponent="baseline"))
    graph = sound(loaded, found.run)
    steps = [a["step"] for a in graph.of("Activity")]
    assert not [s for s in steps if s.startswith(("modify:2", "modify:4", "recall:", "logic:2", "logic:4"))]


def test_without_modification_nothing_is_modified(loaded: Session, passages: list[Passage]) -> None:
    model = Model(careful(passages), con_argues_for)
    with Server(then=model) as server, session_of(server, loaded) as session:
        found = debate(session, replace(LLM, without=("modification", "drafts")))
        graph = sound(session, found.run)
    assert [one.accepted for one in found.utterances] == [True, False, True, False]
    assert not [a for a in graph.of("Activity") if a["step"].startswith("modify")]


def test_without_a_corpus_rules_say_that_they_have_nothing(loaded: Session) -> None:
    found = debate(loaded, replace(OFFLINE, corpus=""))
    assert all("I find nothing" in one.text for one in found.utterances)
    assert not any(one.accepted for one in found.utterances), "saying nothing supports no side"
    assert not any(s.cites for one in found.utterances for s in one.sentences)


REFUSED: dict[str, tuple[Callable[[Path], dict[str, Any]], type[FoamError], str]] = {
    "a motion of 100 kB": (lambda _: {"text": "bus " * 25_000}, UsageError, f"{MOST_MOTION:,} are the most"),
    "no motion": (lambda _: {"text": " \n"}, UsageError, "empty"),
    "no such format": (lambda _: {"format": "duel"}, UsageError, "no format"),
    "rounds that the format has not": (lambda _: {"format": "policy", "rounds": 3}, UsageError, "no debate of 3"),
    "too many rounds": (lambda _: {"rounds": 99}, UsageError, "no debate of 99"),
    "no such side": (lambda _: {"side": "left"}, UsageError, "no side"),
    "no such opponent": (lambda _: {"side": "pro", "opponent": "nobody"}, UsageError, "no opponent"),
    "an opponent of both sides": (lambda _: {"opponent": "baseline"}, UsageError, "both sides"),
    "no such memory": (lambda _: {"memory": "old"}, UsageError, "no memory"),
    "no such corpus": (lambda _: {"corpus": "nowhere"}, CorpusError, "nowhere"),
    "no such agents": (lambda _: {"agents": "angels"}, UsageError, "no agents"),
    "nothing to leave out": (lambda _: {"without": ("words",)}, UsageError, "words"),
    "a binary file": (lambda p: {"side": "pro", "opponent": str(_written(p, b"\x00\x01\xff"))}, UsageError, "not UTF-8"),
    "bytes of value 0": (lambda p: {"side": "pro", "opponent": str(_written(p, b"a\x00b"))}, UsageError, "no text"),
    "an empty file": (lambda p: {"side": "pro", "opponent": str(_written(p, b" \n---\n"))}, UsageError, "no turn"),
    "too many openings": (lambda p: {"openings": _written(p, b"a.\n---\n" * 5)}, UsageError, "turns"),
}  # fmt: skip


def _written(folder: Path, content: bytes) -> Path:
    path = folder / "given.txt"
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_debated_is_refused_before_anything_is_written(
    name: str, loaded: Session, tmp_path: Path
) -> None:
    changes, kind, told = REFUSED[name]
    before = len(loaded.store.ask("runs"))
    with pytest.raises(kind, match=told) as refused:
        begin(loaded, replace(OFFLINE, **changes(tmp_path)))
    assert refused.value.hint
    assert len(loaded.store.ask("runs")) == before


def test_a_dead_endpoint_ends_in_an_error_that_can_be_resumed(loaded: Session, passages: list[Passage]) -> None:
    with Server(then=After(3, Model(careful(passages)), fails(401))) as server, session_of(server, loaded) as session:
        run = begin(session, LLM)
        with pytest.raises(LlmError) as stopped:
            finish(session, run)
    assert f"foam resume {run}" in stopped.value.hint
    sound(loaded, run)
