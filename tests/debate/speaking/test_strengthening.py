"""A speech that may be spoken is strengthened where who chose it found something left: modified once, and held against what it was."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from foam_graph.agents.rules.debate.speeches import RULES
from foam_graph.agents.tasks.debate_speaking import StrandShown
from foam_graph.agents.tasks.table import Passage
from foam_graph.app.debating import Motion
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.debate.speaking import holding
from foam_graph.exchange.dossier.debate_page import render_debate
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating.floor import comparison_of, judgement_of, sentences_of, spoken_nodes
from foam_graph.reasoning.evidence import Evidence
from foam_graph.store.server.control import Endpoint
from tests.support.endpoints.model_server import Asked, Rewrite
from tests.support.worlds.debated_world import MOTION, write_debate
from tests.support.worlds.drafted_debate import ENDS, drafts_of, held, killed_at_every_commit, preferring

CORPUS = "night-bus-strengthened"
LLM = Motion(MOTION, CORPUS, format="short", agents="llm")
WOULD = "Say that their own words grant it."
ANSWER = "Why does that not decide?"
MENDED = "So we ask again."
SHORT = (2, 3, 4)
"""Turns before which the other side has spoken."""


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


def last_of(asked: Asked) -> str:
    """The first sentence of the other side's last speech; empty where it has not spoken."""
    theirs = [one for one in asked.input.history if one.side != asked.input.side]
    return theirs[-1].sentences[0].name if theirs else ""


def strengthening(
    *, later_first: bool = True, refused: str = "", answer: str = ANSWER, fault: bool = False, named: Sequence[str] = ()
) -> Rewrite:
    """The second draft is chosen, and something is left in it; its last sentence gives way to the answer.

    Args:
        later_first: Whether the later version is put first.
        refused: Words with which its judge sends a version back, which nobody can mend.
        answer: What is said instead of the last sentence.
        fault: Whether who chose names a fault as well.
        named: What is left, in place of the first sentence of the last speech.
    """
    drafts = preferring(2, 1, 3, fault=fault)

    def rewrite(asked: Asked, made: dict[str, Any]) -> dict[str, Any]:
        if asked.task == "choose_speech" and len(asked.input.drafts) == 2:
            place = next(n for n, text in enumerate(asked.input.drafts, 1) if (answer in text) == later_first)
            return made | {"ranking": [place], "why": "One of them answers."}
        if asked.task == "speak":  # so that there is room for a word more
            return drafts(asked, made | {"speech": made["speech"].removeprefix(RULES).strip()})
        if asked.task == "choose_speech":
            names = [*named] or [name for name in [last_of(asked)] if name]
            return drafts(asked, made) | {"left": [{"sentence": name, "answer": WOULD} for name in names]}
        if asked.task == "modify_utterance" and asked.input.left:
            return {"speech": "", "mends": [{"number": len(asked.input.draft), "text": answer}]}
        if asked.task == "modify_utterance" and refused:
            return {"speech": "", "mends": []}
        if asked.task == "judge_utterance" and refused and any(refused in one.text for one in asked.input.utterance):
            number = len(asked.input.utterance)
            return made | {"verdict": "revise", "amend": [number], "feedback": f"Mend sentence {number}."}
        return drafts(asked, made)

    return rewrite


def choices(graph: Subgraph, turn: int) -> tuple[Node, Node | None]:
    """The choice between the drafts of a turn, and how its two versions were held against each other."""
    (node,) = (one for one in spoken_nodes(graph) if one["turn"] == turn)
    compared = comparison_of(graph, node)
    about = [one for one in graph.of("DraftChoice") if graph.out(one.id, "CHOSE")[0]["turn"] == turn]
    (choice,) = (one for one in about if compared is None or one.id != compared.id)
    return choice, compared


def asked_at(graph: Subgraph, turn: int) -> int:
    steps = [(a["step"].split(":"), len(a.get("prompt_hashes", ()))) for a in graph.of("Activity")]
    return sum(n for step, n in steps if len(step) > 1 and step[1] == str(turn))


def steps_of(graph: Subgraph, name: str) -> list[str]:
    return sorted(a["step"] for a in graph.of("AgentTurn") if a["step"].startswith(f"{name}:"))


def test_what_is_left_is_answered_where_the_later_version_is_put_first(
    loaded: Session, passages: list[Passage]
) -> None:
    graph, asked = held(loaded, passages, strengthening(), LLM)
    spoken = spoken_nodes(graph)
    assert [ANSWER in one["text"] for one in spoken] == [False, True, True, True], "nobody spoke before the first"
    assert all(one["accepted"] for one in spoken)
    firsts = set()
    for turn in SHORT:
        choice, compared = choices(graph, turn)
        assert compared is not None
        assert choice["left"] == [f"{turn - 1}.1"]
        assert choice["would_answer"] == [WOULD]
        before, after = graph.out(compared.id, "ABOUT")
        assert (before["round"], after["round"]) == (0, 1)
        assert graph.out(compared.id, "CHOSE") == [after]
        assert graph.out(after.id, "SUPERSEDES") == [before]
        assert sentences_of(after) == (*sentences_of(before)[:-1], ANSWER), "all else stays to the letter"
        ((shown, ranked),) = json.loads(compared["hearings"])
        assert ranked == [1, 0]
        firsts.add(shown[0])
        assert asked_at(graph, turn) <= 12
    assert firsts == {0, 1}, "which stands first changes from turn to turn"
    mends = [one.input for one in asked if one.task == "modify_utterance"]
    assert len(mends) == len(SHORT)
    for one in mends:
        said = one.speaking.history[-1].sentences[0]
        assert one.left == [StrandShown(name=said.name, text=said.text, answer=WOULD)]
        assert [next(n for n, end in ENDS.items() if end in text) for text in one.others] == [1, 3]
        assert not one.alter
        assert one.counted == len(" ".join(said.text for said in one.draft).split())
    judged = [one.input for one in asked if one.task == "judge_utterance"]
    assert len(judged) == 4 + len(SHORT), "the later version is judged like any other"
    rows = loaded.store.ask("strands_left", run=graph.of("Run")[0].id)
    assert [(row["turn"], row["sentence"], row["modified"], row["put_first"]) for row in rows] == [
        (turn, f"{turn - 1}.1", True, True) for turn in SHORT
    ]
    assert [row["spoken"] for row in rows] == [one.id for one in spoken[1:]]
    page = render_debate(graph, graph.of("Run")[0].id)
    assert page.count("1 thing left in the chosen draft. Modified for that, it was put before what it was") == 3
    assert page.count(WOULD) == 3
    assert page.count("after 1 modification:") == 3


def test_an_answer_for_which_there_is_no_room_is_left_out_and_nothing_else_changes(
    loaded: Session, passages: list[Passage]
) -> None:
    graph, asked = held(loaded, passages, strengthening(answer="Why does that not decide? " * 40), LLM)
    assert all(ANSWER not in one["text"] and one["accepted"] for one in spoken_nodes(graph))
    assert not steps_of(graph, "compare")
    assert len([one for one in asked if one.task == "choose_speech"]) == 4
    notes = [a.get("note", "") for a in graph.of("AgentTurn") if a["step"].startswith("modify:")]
    assert len(notes) == len(SHORT)
    assert all("it would be longer than it may be" in note for note in notes)
    assert "It was not modified for that." in render_debate(graph, graph.of("Run")[0].id)


def test_a_later_version_that_is_not_put_first_is_not_spoken(loaded: Session, passages: list[Passage]) -> None:
    graph, asked = held(loaded, passages, strengthening(later_first=False), LLM)
    spoken = spoken_nodes(graph)
    assert all(ANSWER not in one["text"] and one["accepted"] and one["round"] == 0 for one in spoken)
    for turn, node in zip(SHORT, spoken[1:], strict=True):
        _, compared = choices(graph, turn)
        assert compared is not None
        before, after = graph.out(compared.id, "ABOUT")
        assert graph.out(compared.id, "CHOSE") == [before]
        assert {one.id for one in graph.out(node.id, "SUPERSEDES")} == {before.id, after.id}
        assert graph.newest(before.id).id == node.id
        assert judgement_of(graph, after) is None, "nobody has to judge what is not spoken"
    assert len([one for one in asked if one.task == "judge_utterance"]) == 4
    run = graph.of("Run")[0].id
    rows = loaded.store.ask("strands_left", run=run)
    assert [(row["modified"], row["put_first"]) for row in rows] == [(False, False)] * 3
    lost = [row for row in loaded.store.ask("drafts_not_spoken", run=run) if ANSWER in row["text"]]
    assert [row["turn"] for row in lost] == list(SHORT)
    assert render_debate(graph, run).count("it was not put before what it was: One of them answers.") == 3


def test_where_its_judge_refuses_the_later_version_the_accepted_one_is_spoken(
    loaded: Session, passages: list[Passage]
) -> None:
    graph, asked = held(loaded, passages, strengthening(refused=ANSWER), LLM)
    spoken = spoken_nodes(graph)
    assert all(ANSWER not in one["text"] and one["accepted"] and one["round"] == 0 for one in spoken)
    for node in spoken[1:]:
        before, after = sorted(graph.out(node.id, "SUPERSEDES"), key=lambda one: one["round"])
        refused, accepted = judgement_of(graph, after), judgement_of(graph, node)
        assert refused is not None
        assert not refused["accepted"]
        assert accepted == judgement_of(graph, before)
        assert comparison_of(graph, node) is not None
        assert asked_at(graph, node["turn"]) <= 12
    run = graph.of("Run")[0].id
    assert not [
        row
        for row in loaded.store.ask("drafts_not_spoken", run=run)
        if row["draft"] in {one.id for node in spoken for one in graph.out(node.id, "SUPERSEDES") if not one["round"]}
    ], "what was spoken is no draft that was not"
    assert render_debate(graph, run).count("and its judge refused it: One of them answers.") == 3
    second = [one.input for one in asked if one.task == "modify_utterance" and not one.input.left]
    assert all(one.feedback and one.alter for one in second)


def test_a_later_version_that_its_judge_refuses_is_mended_where_a_request_is_left(
    loaded: Session, passages: list[Passage]
) -> None:
    first = strengthening(refused=ANSWER)

    def rewrite(asked: Asked, made: dict[str, Any]) -> dict[str, Any]:
        if asked.task == "modify_utterance" and not asked.input.left:
            return {"speech": "", "mends": [{"number": len(asked.input.draft), "text": MENDED}]}
        return first(asked, made)

    graph, _ = held(loaded, passages, rewrite, LLM)
    for node in spoken_nodes(graph)[1:]:
        mended = f"modify:{node['turn']}:2" in steps_of(graph, "modify")
        assert mended is (node["round"] == 2) is (MENDED in node["text"])
        assert node["accepted"]
        assert asked_at(graph, node["turn"]) <= 12
    assert any(node["round"] == 2 for node in spoken_nodes(graph))


def test_what_is_at_fault_and_what_is_left_are_one_modification(loaded: Session, passages: list[Passage]) -> None:
    graph, asked = held(loaded, passages, strengthening(fault=True), LLM)
    assert not steps_of(graph, "compare"), "what may not be spoken is not held against anything"
    mends = [one.input for one in asked if one.task == "modify_utterance" and one.input.left]
    assert len(mends) == len(SHORT)
    for one in mends:
        assert any("who chose this draft" in fault for fault in one.faults)
        assert not one.alter, "room may come from any sentence"
    for node in spoken_nodes(graph)[1:]:
        assert ANSWER in node["text"]
        assert node["accepted"]
        assert node["round"] == 1


@pytest.mark.parametrize("room", [2, 3])
def test_no_step_begins_that_would_end_beyond_the_most_requests(
    room: int, loaded: Session, passages: list[Passage], monkeypatch: pytest.MonkeyPatch
) -> None:
    plain, _ = held(loaded, passages, strengthening(named=("9.9",)), LLM)
    spent = asked_at(plain, 2)
    monkeypatch.setattr(holding, "MOST_REQUESTS", spent + room)
    graph, _ = held(loaded, passages, strengthening(refused=ANSWER), LLM)
    assert asked_at(graph, 2) == spent + (room if room == 3 else 0)
    assert all(asked_at(graph, turn) <= spent + room for turn in range(1, 5))
    assert all(one["accepted"] for one in spoken_nodes(graph))


@pytest.mark.parametrize("refused", ["", ANSWER])
def test_a_debate_killed_at_every_commit_is_strengthened_the_same(
    refused: str, loaded: Session, passages: list[Passage], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, _ = held(loaded, passages, strengthening(refused=refused), LLM)
    graph = killed_at_every_commit(loaded, passages, strengthening(refused=refused), LLM, monkeypatch)
    assert [one["text"] for one in spoken_nodes(graph)] == [one["text"] for one in spoken_nodes(whole)]
    for name in ("modify", "compare", "judge"):
        assert steps_of(graph, name) == steps_of(whole, name)


def test_where_nobody_compares_the_accepted_draft_stays(loaded: Session, passages: list[Passage]) -> None:
    strong = strengthening()

    def mute(asked: Asked, made: dict[str, Any]) -> Any:
        return "Both." if asked.task == "choose_speech" and len(asked.input.drafts) == 2 else strong(asked, made)

    graph, _ = held(loaded, passages, mute, LLM)
    assert all(ANSWER not in one["text"] and one["accepted"] for one in spoken_nodes(graph))
    compared = [a for a in graph.of("AgentTurn") if a["step"].startswith("compare:")]
    assert len(compared) == len(SHORT)
    assert all("nobody compared; the earlier version stays" in a["note"] for a in compared)


def test_what_nobody_said_is_not_left_and_that_is_noted(loaded: Session, passages: list[Passage]) -> None:
    graph, asked = held(loaded, passages, strengthening(named=("9.9", "K1", "so")), LLM)
    assert all(one.get("left") is None and one.get("would_answer") is None for one in graph.of("DraftChoice"))
    assert not [one for one in asked if one.task == "modify_utterance"]
    notes = [a["note"] for a in graph.of("AgentTurn") if a["step"].startswith("choose:")]
    assert all(f"what is left names {name}" in note for name in ("9.9", "K1", "so") for note in notes)
    assert not loaded.store.ask("strands_left", run=graph.of("Run")[0].id)


def test_who_does_without_modification_strengthens_nothing(loaded: Session, passages: list[Passage]) -> None:
    graph, asked = held(loaded, passages, strengthening(), replace(LLM, without=("modification",)))
    assert not {"modify_utterance"} & {one.task for one in asked}
    assert choices(graph, 2)[0]["left"] == ["1.1"]
    assert not any(ANSWER in one["text"] for one in spoken_nodes(graph))
    assert drafts_of(graph, 2)
