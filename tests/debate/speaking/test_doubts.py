"""What a speech concedes, calls unknown or lays on a place is held against the whole file before it is accepted."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from foam_graph.agents.tasks.table import Passage
from foam_graph.app.debating import Debate, Motion, debate
from foam_graph.app.loading import load
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.debate.speaking import offering
from foam_graph.debate.speaking.holding import MOST_REQUESTS
from foam_graph.exchange.dossier.debate_page import render_debate
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.debating import doubts, shelf
from foam_graph.reasoning.debating.floor import judgement_of, purpose, said_of, spoken_nodes
from foam_graph.reasoning.evidence import Evidence, offered_for
from foam_graph.store.ledger.verification import verify
from foam_graph.store.server.control import Endpoint
from tests.support.endpoints.model_server import Asked, Model, Rewrite, Server, careful, read
from tests.support.worlds.drafted_debate import session_of

CORPUS = "two-quays"
MOTION = "The county should build a second ferry ramp."
DOCUMENTS = {
    "timings": (
        "Boarding times",
        "The ferry of Corwen was examined in May by the harbour office of the county. Boarding the ferry takes 40 minutes on a market day. "
        "At Lune Quay boarding the ferry takes 15 minutes on a market day. A second ferry ramp would reduce the boarding time.",
    ),
    "pilots": (
        "Letter of the pilots",
        "The pilots of Corwen support a second ferry ramp. Twelve of 90 crossings from Lune Quay were late in 2024. "
        "The second ferry ramp would improve safety at the quay.",
    ),
    "costs": (
        "Costs of a ramp",
        "A second ferry ramp would cost the county $300,000. The second ferry ramp would be a burden for the road fund.",
    ),
}
LLM = Motion(MOTION, CORPUS, format="short", agents="llm")
UNKNOWN = "Nobody has counted the late crossings."
MENDED = "The pilots counted them."
TOLD = "Twelve of 90 crossings from Lune Quay were late in 2024."


@pytest.fixture(scope="module")
def quays(settings: Settings, endpoint: Endpoint, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A session with documents on two quays."""
    folder = tmp_path_factory.mktemp("documents")
    for name, (title, text) in DOCUMENTS.items():
        (folder / f"{name}.md").write_text(f"---\ntitle: {title}\n---\n\n{text}\n", encoding="utf-8")
    with Session(settings) as session:
        load(session, [folder], CORPUS)
        yield session


@pytest.fixture(scope="module")
def sentences(quays: Session) -> list[Passage]:
    """Every sentence of the corpus."""
    return Evidence(quays.corpora.documents(CORPUS)).everything()


def place_of(asked: Asked, text: str) -> str:
    """The id of a sentence of the file, or of the evidence."""
    if asked.input.file is not None:
        lines = [line for one in asked.input.file.documents for line in one.sentences]
        return next(line.split(" ")[0] for line in lines if line.endswith(text))
    return next((one.id for one in asked.input.evidence if one.text == text), "")


def words_in(file: Any) -> dict[str, str]:
    """The sentences of a file by their ids."""
    lines = (line.partition(" ") for one in file.documents for line in one.sentences)
    return {name: text for name, _, text in lines}


def asserting(claim: str, shown: str, *, mends: bool, verdict: str = "unknown_claimed_but_told") -> Rewrite:
    """Who speaks ends with a claim, its judge finds it told otherwise, and who mends says what is told, or nothing else.

    Args:
        claim: What is said.
        shown: The sentence that the judge names; empty: it names none.
        mends: Whether it is mended.
        verdict: The judge's.
    """

    def rewrite(asked: Asked, made: dict[str, Any]) -> dict[str, Any]:
        if asked.task == "speak":
            return {"speech": f"{made['speech']} {claim}"}
        if asked.task == "judge_utterance":
            wrong = [one.number for one in asked.input.utterance if one.text == claim]
            tests = [
                {
                    "number": n,
                    "verdict": verdict,
                    "shown_by": [place_of(asked, shown)] if shown else [],
                    "holds": "12 of 90",
                }
                for n in wrong
            ]
            # Only what the test finds is to send it back: a factual sentence without a source would be as well.
            argued = {one.number for one in asked.input.utterance if one.text in (claim, MENDED)}
            types = [one | {"type": "reasoning"} if one["number"] in argued else one for one in made["types"]]
            plain = {"verdict": "revise" if wrong and shown else "accept", "amend": [], "feedback": ""}
            return made | plain | {"tests": tests, "types": types}
        if asked.task == "modify_utterance":
            numbers = [one.number for one in asked.input.draft if one.text == claim]
            return {"speech": "", "mends": [{"number": n, "text": MENDED} for n in numbers if mends]}
        return made

    return rewrite


def held(quays: Session, sentences: list[Passage], rewrite: Rewrite) -> tuple[Debate, Subgraph, list[Asked]]:
    with Server(then=Model(careful(sentences), rewrite)) as server, session_of(server, quays) as session:
        found = debate(session, LLM)
        assert verify(session.store, found.run).faults == []
        return found, session.store.subgraph(found.run), [read(body) for body in server.requests]


def judged(graph: Subgraph, turn: int) -> Node:
    node = next(one for one in spoken_nodes(graph) if one["turn"] == turn)
    found = judgement_of(graph, node)
    assert found is not None
    return found


def test_the_judge_reads_the_whole_file_and_what_has_to_be_tested(quays: Session, sentences: list[Passage]) -> None:
    _, _, asked = held(quays, sentences, asserting(UNKNOWN, TOLD, mends=True))
    first = next(one.input for one in asked if one.task == "judge_utterance")
    lines = [line.partition(" ")[2] for one in first.file.documents for line in one.sentences]
    assert sorted(lines) == sorted(one.text for one in sentences)
    why = {one.number: one.why for one in first.testing}
    assert why[next(one.number for one in first.utterance if one.text == UNKNOWN)] == "unknown"
    places = {line.partition(" ")[0] for one in first.file.documents for line in one.sentences}
    assert first.evidence
    assert all(one.at in places and not one.text for one in first.evidence), "nothing is sent twice"
    assert {one.source_class for one in first.file.documents} == {"unknown"}
    most = max(
        sum(1 for one in asked if one.task == "judge_utterance" and len(one.input.history) == turn) for turn in range(4)
    )
    assert most <= 2, "the test is part of the judgement, and asks nothing by itself"


def test_what_the_file_tells_goes_to_who_mends_and_may_be_cited_there(quays: Session, sentences: list[Passage]) -> None:
    found, graph, asked = held(quays, sentences, asserting(UNKNOWN, TOLD, mends=True))
    assert [one.accepted for one in found.utterances] == [True] * 4
    assert all(UNKNOWN not in one.text and MENDED in one.text for one in found.utterances)
    mended = [one.input for one in asked if one.task == "modify_utterance"]
    assert mended
    for one in mended:
        (fault,) = (text for text in one.faults if TOLD in text)
        assert "says that nobody knows or told what is told" in fault
        assert "What holds: 12 of 90" in fault
        assert TOLD in [words_in(one.speaking.file)[each.at] for each in one.speaking.evidence]
    refused = next(one for one in graph.of("Judgement") if not one["accepted"])
    ((_, verdict, shown, holds),) = json.loads(refused["tests"])
    assert (verdict, holds, refused["read_whole"]) == ("unknown_claimed_but_told", "12 of 90", True)
    assert [one.text for one in sentences if one.id in shown] == [TOLD]
    for turn in range(1, 5):
        assert (
            sum(len(a.get("prompt_hashes", ())) for a in graph.of("Activity") if f":{turn}" in a["step"])
            <= MOST_REQUESTS
        )


def test_a_failure_that_stays_is_shown_and_never_passed_off(quays: Session, sentences: list[Passage]) -> None:
    found, graph, _ = held(quays, sentences, asserting(UNKNOWN, TOLD, mends=False))
    for one in found.utterances:
        assert one.accepted is False
        assert any(TOLD in fault for fault in one.faults)
        assert [each.text for each in one.sentences if each.supported is False] == [UNKNOWN]
    page = render_debate(graph, found.run)
    assert "The file or the debate says otherwise" in page
    assert "its judge did not accept it" in page


def test_a_failure_that_names_nothing_does_not_count(quays: Session, sentences: list[Passage]) -> None:
    found, graph, _ = held(quays, sentences, asserting(UNKNOWN, "", mends=True))
    assert [one.accepted for one in found.utterances] == [True] * 4
    assert all(UNKNOWN in one.text for one in found.utterances)
    assert judged(graph, 1).get("tests") is None
    notes = [note for a in graph.of("AgentTurn") if a["step"].startswith("judge") for note in [str(a.get("note", ""))]]
    assert any("names nothing that shows it" in note for note in notes)


def limiting(claim: str, shown: str) -> Rewrite:
    """A judge who finds that a sentence leaves out what limits it, and accepts it."""
    failing = asserting(claim, shown, verdict="limited", mends=False)

    def rewrite(asked: Asked, made: dict[str, Any]) -> dict[str, Any]:
        answer = failing(asked, made)
        return answer | {"verdict": "accept"} if asked.task == "judge_utterance" else answer

    return rewrite


def test_what_limits_a_sentence_and_is_left_out_is_shown_and_offered_to_the_other_side(
    quays: Session, sentences: list[Passage]
) -> None:
    claim = "The pilots live in Corwen."
    found, graph, asked = held(quays, sentences, limiting(claim, TOLD))
    assert [one.accepted for one in found.utterances] == [True] * 4
    assert all(claim in one.text for one in found.utterances), "it stands"
    assert not [one for one in asked if one.task == "modify_utterance"]
    (limit,) = (one.id for one in sentences if one.text == TOLD)
    ((_, verdict, shown, _),) = json.loads(judged(graph, 1)["tests"])
    assert (verdict, shown) == ("limited", [limit])
    cited = {i for one in said_of(graph, spoken_nodes(graph)[0]) for i in one.cites}
    assert next(one for one in offered_for(graph, purpose(2)) if one not in cited) == limit
    # A person reads it beside the sentence; that it is false nobody says.
    page = render_debate(graph, found.run)
    assert page.count("Left out, and it limits this: 12 of 90.") == 4
    assert "The file or the debate says otherwise" not in page


def test_a_limit_that_names_nothing_does_not_count(quays: Session, sentences: list[Passage]) -> None:
    found, graph, _ = held(quays, sentences, limiting("The pilots live in Corwen.", ""))
    assert judged(graph, 1).get("tests") is None
    assert "Left out, and it limits this" not in render_debate(graph, found.run)
    notes = [str(a.get("note", "")) for a in graph.of("AgentTurn") if a["step"].startswith("judge")]
    assert any("leaves out what limits it names nothing that shows it" in note for note in notes)


@pytest.mark.parametrize("way", ["ties", "tests"])
def test_what_the_file_shows_is_a_source_also_where_its_writer_was_not_offered_it(
    quays: Session, sentences: list[Passage], monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    monkeypatch.setattr("foam_graph.app.debating.OFFERED", {"llm": 2, "offline": 2})
    claim = "Twelve of 90 crossings were late."

    def rewrite(asked: Asked, made: dict[str, Any]) -> dict[str, Any]:
        if asked.task == "speak":
            return {"speech": f"{made['speech']} {claim}"}
        if asked.task != "judge_utterance":
            return made
        (n,) = (one.number for one in asked.input.utterance if one.text == claim)
        place = place_of(asked, TOLD)
        tie = {"number": n, "cites": [place], "answers": [], "scheme": ""}
        test = {"number": n, "verdict": "supported", "shown_by": [place], "holds": ""}
        ties = [one for one in made["ties"] if one["number"] != n]
        types = [one | {"type": "factual" if one["number"] == n else "reasoning"} for one in made["types"]]
        plain = {"verdict": "accept", "amend": [], "feedback": "", "overclaims": [], "types": types}
        plain |= {"own_side": True, "other_side": False, "relevant": True, "complies": True}
        both = {"ties": [*ties, tie], "tests": []} if way == "ties" else {"ties": ties, "tests": [test]}
        return made | plain | both

    found, graph, _ = held(quays, sentences, rewrite)
    told = next(one.id for one in sentences if one.text == TOLD)
    offered = [set(offered_for(graph, purpose(turn))) for turn in range(1, 5)]
    assert all(told in one for one in offered), "what is cited was offered"
    steps = [str(a["step"]) for a in graph.of("Retrieval")]
    assert any(step.startswith("found:") for step in steps)
    for one in found.utterances:
        (said,) = (each for each in one.sentences if each.text == claim)
        assert (list(said.cites), said.supported) == ([told], True)
        assert not one.faults


def test_a_failure_is_told_by_its_row_and_not_by_words_that_another_fault_begins_with() -> None:
    head = "sentence 2 says what is told otherwise: "
    rows = [[2, "contradicted", ["s1"], ""], [3, "supported", [], ""], [4, "other_subject", ["s2"], "9 of 90"]]
    last = "sentence 4 lays on one what is told of another: “B: C” (Letter). What holds: 9 of 90"
    fields = {"tests": json.dumps(rows), "faults": [f"{head}by who chose", f"{head}“A” (Letter)", last]}
    assert doubts.failures_of(Node("j", "Judgement", fields)) == [
        (2, "contradicted", "“A” (Letter)"),
        (4, "other_subject", "“B: C” (Letter). What holds: 9 of 90"),
    ]
    assert doubts.failures_of(Node("j", "Judgement", {"faults": ["sentence 1 says 7"]})) == []
    assert doubts.failures_of(None) == []


def test_a_file_that_is_too_long_is_searched_for_the_sentences_own_words(
    quays: Session, sentences: list[Passage], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "READ_WHOLE", 10)
    monkeypatch.setattr(offering, "_DEEP", 1)
    monkeypatch.setattr("foam_graph.app.debating.OFFERED", {"llm": 2, "offline": 2})
    found, graph, asked = held(quays, sentences, asserting(UNKNOWN, TOLD, mends=True))
    assert all(one.input.file is None for one in asked if one.task == "judge_utterance")
    searches = [a for a in graph.of("Retrieval") if a["step"].startswith("search:")]
    assert searches
    assert any(UNKNOWN in str(a["parameters"]) for a in searches)
    told = next(one.id for one in sentences if one.text == TOLD)
    assert told in offered_for(graph, purpose(1))
    assert judged(graph, 1)["read_whole"] is False
    assert all(UNKNOWN not in one.text for one in found.utterances)


def test_rules_find_a_figure_of_another_place_and_what_is_told_and_never_say_so_themselves(
    quays: Session, tmp_path: Path
) -> None:
    file = tmp_path / "turns.txt"
    other = "At Lune Quay boarding the ferry takes 40 minutes on a market day."
    file.write_text(
        f"The ramp is a burden. {other} {UNKNOWN}\n---\nThe ramp is a burden. That is all.\n", encoding="utf-8"
    )
    found = debate(quays, replace(LLM, agents="offline", side="pro", opponent=str(file)))
    second = found.utterances[1]
    assert [one.text for one in second.sentences if one.supported is False][-2:] == [other, UNKNOWN]
    assert len([fault for fault in second.faults if "lays on one what is told of another" in fault]) == 1
    for one in found.utterances[::2]:
        assert one.accepted
        assert not [fault for fault in one.faults if "told" in fault]


def test_that_nobody_answered_is_held_against_what_was_answered(quays: Session, tmp_path: Path) -> None:
    file = tmp_path / "turns.txt"
    own = "The second ferry ramp would be a burden for the road fund of the county."
    never = "My opponent never answered that the ramp is a burden for the road fund."
    file.write_text(f"{own}\n---\n{never}\n", encoding="utf-8")

    def answering(asked: Asked, made: dict[str, Any]) -> dict[str, Any]:
        if asked.task == "judge_utterance" and len(asked.input.history) == 2:
            ties = [one for one in made["ties"] if one["number"] != 1]
            return made | {"ties": [*ties, {"number": 1, "cites": [], "answers": ["2.1"], "scheme": ""}]}
        return made | {"tests": []} if asked.task == "judge_utterance" else made

    sentences = Evidence(quays.corpora.documents(CORPUS)).everything()
    with Server(then=Model(careful(sentences), answering)) as server, session_of(server, quays) as session:
        found = debate(session, replace(LLM, side="pro", opponent=str(file)))
        asked = [read(body) for body in server.requests]
    (last,) = (one.input for one in asked if one.task == "judge_utterance" and len(one.input.history) == 3)
    assert [(one.why, one.answered) for one in last.testing] == [("unanswered", ["3.1"])]
    fault = next(one for one in found.utterances[3].faults if "told otherwise" in one)
    assert "said in this debate, 3.1" in fault


def test_figures_of_exactly_whom_it_is_about_come_first_and_others_say_of_whom_they_are(
    quays: Session, sentences: list[Passage], tmp_path: Path
) -> None:
    file = tmp_path / "turns.txt"
    file.write_text("We speak of Lune Quay, where people wait.\n---\nThat is all.\n", encoding="utf-8")
    with Server(then=Model(careful(sentences))) as server, session_of(server, quays) as session:
        run = debate(session, replace(LLM, side="con", opponent=str(file))).run
        graph = session.store.subgraph(run)
        asked = [read(body) for body in server.requests]
    texts = {one.id: one.text for one in sentences}
    first = [texts[one] for one in offered_for(graph, purpose(2))[:2]]
    assert sorted(first) == sorted([TOLD, "At Lune Quay boarding the ferry takes 15 minutes on a market day."])
    spoke, *_ = (one.input for one in asked if one.task == "speak" and len(one.input.history) == 1)
    of = {words_in(spoke.file)[one.at]: one.of for one in spoke.evidence}
    assert of["Boarding the ferry takes 40 minutes on a market day."] == "Corwen"
    assert of[TOLD] == ""
    assert of["A second ferry ramp would reduce the boarding time."] == "", "it has no figure"
