"""Sentences of a position lead to the documents that they tell or rest on, numbered as they are first named."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.app.answering import parts_of
from foam_graph.model.delta import Delta
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.answer import sources
from foam_graph.reasoning.answer.sources import documents_of, numbered, sentences_behind, written
from foam_graph.reasoning.answer.stored import stored_lines, synthesis_of
from foam_graph.reasoning.document_numbers import document_numbers
from tests.support.worlds.answer_room import AnswerRoom
from tests.support.worlds.wordings import GOOD, READ, saying, words_it


def answered(wording: dict[str, object] = GOOD) -> AnswerRoom:
    room = AnswerRoom()
    words_it(room.agent, wording)
    room.agent.says("second_reading", READ)
    room.answer()
    return room


def titles(room: AnswerRoom, text: str) -> list[str]:
    synthesis = synthesis_of(room.graph)
    assert synthesis is not None
    (line,) = (one for one in stored_lines(synthesis) if one.text == text)
    return [str(node["title"]) for node in documents_of(room.graph, sentences_behind(room.graph, line))]


def test_a_told_sentence_leads_to_its_document_and_not_to_all_that_its_part_cites() -> None:
    text = "A neighbour says that nobody here can sleep."
    assert titles(answered(saying("why", text, "5.1", "A4.facts")), text) == ["Letter of a neighbour"]


def test_a_part_leads_to_what_it_cites_and_a_conclusion_to_what_its_premises_cite() -> None:
    facts = "The register shows the stamp."
    assert titles(answered(saying("why", facts, "A1.facts")), facts) == ["Register of the office"]
    concluding = "The form arrived in time."
    found = titles(answered(saying("why", concluding, "A1.conclusion")), concluding)
    assert sorted(found) == ["Market charter", "Register of the office"]


def test_what_tells_nothing_of_its_sources_leads_to_a_few_of_them() -> None:
    text = "So be it."
    named = ["1.1", "1.2", "1.3", "2.1", "3.1", "3.2"]
    room = answered(saying("why", text, *named, "A1.rule"))
    synthesis = synthesis_of(room.graph)
    assert synthesis is not None
    (line,) = (one for one in stored_lines(synthesis) if one.text == text)
    # Of each document that was named something stays, and of none more than three sentences.
    found = [str(one["doc_id"]) for one in sentences_behind(room.graph, line)]
    assert len(set(found)) == 3
    assert max(found.count(one) for one in found) <= 3


def test_of_many_documents_behind_what_would_turn_those_stay_that_hold_what_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sources, "_DOCUMENTS", 2)
    text = "The meter showed 57 decibels at midnight, where the limit at night is 60."
    room = answered()
    synthesis = synthesis_of(room.graph)
    assert synthesis is not None
    line = stored_lines(synthesis)[1]
    every = tuple(node.id for node in room.graph.live("EvidenceSentence"))

    def found(text: str, told: tuple[str, ...]) -> list[str]:
        one = replace(line, text=text, claims=(), findings=(), others=every, told=told)
        return [str(node["title"]) for node in documents_of(room.graph, sentences_behind(room.graph, one))]

    assert len(found(text, every)) == 6
    assert found(text, ()) == ["Amendment of the charter", "Report on the meter"]
    # Where none holds anything of it, a few stay.
    assert len(found("So be it.", ())) <= 2


def test_what_the_file_lacks_leads_nowhere() -> None:
    room = answered()
    parts = parts_of(room.graph)
    assert parts is not None
    assert parts.lacks
    assert not [one for one in parts.lacks if one.documents]


def test_what_leans_on_one_document_leads_to_it() -> None:
    room = answered()
    synthesis = synthesis_of(room.graph)
    assert synthesis is not None
    sentence = next(one for one in room.graph.of("EvidenceSentence") if "sleep" in str(one["text"]))
    delta = Delta()
    made = delta.node(
        "Finding", number="F9", kind="leaning", basis="read", text=f"One document alone says: {sentence['text']}", rule="r 1", inputs="{}"
    )  # fmt: skip
    delta.edge("RESTS_ON", made, sentence.ref)
    room.write("Validation", Role.VALIDATOR, delta)
    found = next(one for one in room.graph.live("Finding") if one["number"] == "F9")
    shown = {str(one["title"]) for one in documents_of(room.graph, [sentence])}
    line = replace(
        stored_lines(synthesis)[0], text=str(found["text"]), claims=(), findings=(), others=(found.id,), told=()
    )

    def led_to(part: str) -> set[str]:
        one = replace(line, part=part, form="paragraph")
        return {str(node["title"]) for node in documents_of(room.graph, sentences_behind(room.graph, one))}

    assert led_to("leaning") == shown != set()
    assert led_to("lacks") == set()


@pytest.mark.parametrize("mark", ["Proposal: {}", "{} (proposed)."])
def test_a_proposal_leads_nowhere_since_no_document_makes_it_and_rests_on_what_shows_why(mark: str) -> None:
    told = "Renew the permit under the Market charter."
    assert titles(answered(saying("order", told, "1.1")), told) == ["Market charter"]
    proposed = mark.format(told if mark.startswith("Proposal") else told.rstrip("."))
    room = answered(saying("order", proposed, "1.1"))
    assert titles(room, proposed) == []
    synthesis = synthesis_of(room.graph)
    assert synthesis is not None
    assert all(line.others for line in stored_lines(synthesis) if line.text == proposed)


def test_numbers_begin_at_one_in_the_order_of_the_position_and_are_those_of_the_parts() -> None:
    room = answered()
    synthesis = synthesis_of(room.graph)
    assert synthesis is not None
    lines = stored_lines(synthesis)
    numbers = numbered(room.graph, [documents_of(room.graph, sentences_behind(room.graph, line)) for line in lines])
    assert list(numbers.values()) == list(range(1, len(numbers) + 1))
    parts = parts_of(room.graph)
    assert parts is not None
    assert [(one.number, one.id) for one in parts.documents] == [(n, one) for one, n in numbers.items()]
    used = {n for issue in parts.issues for one in issue.sentences for n in one.documents}
    assert used
    assert used <= set(numbers.values())
    first = parts.issues[0].sentences[0]
    assert first.sources
    assert {int(place.partition(".")[0]) for place in first.sources} == set(first.documents)
    assert first.with_sources == f"{first.text} [{', '.join(map(str, first.documents))}]"
    assert "## Documents" in parts.as_markdown()


def test_reasons_stand_under_their_authors_heading_and_with_their_issue() -> None:
    parts = parts_of(answered(saying("why", "The charter: the form must arrive by 31 March.", "A1.rule")).graph)
    assert parts is not None
    text = parts.as_markdown()
    for section in parts.sections:
        assert text.count(f"## {section.heading}\n\n") == 1
    assert [one.deals_with for one in parts.sections[:3]] == [("form", "why"), ("noise", "why"), ("hours", "why")]
    assert parts.issues[1].sentences == parts.sections[1].sentences
    assert "- **The charter:** the form must arrive by 31 March. " in text


def test_sentences_in_a_row_are_one_place() -> None:
    assert written([(1, 4), (2, 2), (1, 3), (1, 9), (1, 5)]) == ["1.3-5", "1.9", "2.2"]
    assert written([]) == []


@given(st.sets(st.integers(1, 40), min_size=1))
def test_places_name_every_sentence_once(positions: set[int]) -> None:
    named: list[int] = []
    for place in written((7, one) for one in positions):
        first, _, last = place.removeprefix("7.").partition("-")
        named += range(int(first), int(last or first) + 1)
    assert named == sorted(positions)


def test_documents_have_the_numbers_of_their_run_and_else_count_from_one() -> None:
    room = answered()
    documents = [room.graph[node.id] for node in room.graph.live("Document")]
    backwards = documents[::-1]
    # The room holds no run that says which documents there are.
    assert document_numbers(room.graph) == {}
    assert list(numbered(room.graph, [backwards]).items()) == [(one.id, n) for n, one in enumerate(backwards, 1)]
    known = [str(one["doc_id"]) for one in documents]

    def of_run(**parameters: object) -> Subgraph:
        graph = answered().graph
        graph.add(Node("run-x", "Run", {"parameters": json.dumps(parameters), "kind": "run"}))
        return graph

    whole = of_run(documents=known)
    own = document_numbers(whole)
    by_path = sorted(documents, key=lambda one: (str(one.get("path") or ""), str(one["doc_id"])))
    assert own == {one.id: n for n, one in enumerate(by_path, 1)}
    assert numbered(whole, [backwards[:2]]) == {one.id: own[one.id] for one in backwards[:2]}
    assert document_numbers(of_run(documents=[*known, "gone"])) == {}, "one is not in the graph"
    assert document_numbers(of_run()) == {}, "what the run began with was erased"
