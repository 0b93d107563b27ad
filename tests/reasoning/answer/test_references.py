"""Numbers of documents that an author sets within a sentence: kept beside its text, borne out, and printed where they were set."""

from __future__ import annotations

import json
import re
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.agents.tasks.position import PositionSection, ReconsiderOut
from foam_graph.app.answering import AnswerSentence, parts_of
from foam_graph.exchange.dossier.page import render_dossier
from foam_graph.exchange.dossier.position_parts import Part, position_parts
from foam_graph.exchange.dossier.view import dossier_view
from foam_graph.model.kinds import Role
from foam_graph.reasoning.answer.grounding import Ground
from foam_graph.reasoning.answer.layout import Form, cells, sentences_of, taken_apart
from foam_graph.reasoning.answer.lines import HEAD, Line, lines_of
from foam_graph.reasoning.answer.references import Reference, bare, references_of, with_references
from foam_graph.reasoning.answer.sources import referring, sentences_behind
from foam_graph.reasoning.answer.stored import StoredLine, earlier_text, stored_lines, synthesis_of
from foam_graph.reasoning.answer.supporting import with_referred
from tests.support.worlds.answer_room import AnswerRoom
from tests.support.worlds.wordings import GOOD, READ, saying, support_of, supports, text_of, writes


@pytest.mark.parametrize(
    ("text", "said", "references"),
    [
        (
            "Due by 31 March[1], stamped 2 April[2,16].",
            "Due by 31 March, stamped 2 April.",
            [(15, (1,)), (32, (2, 16))],
        ),
        ("Set apart [3] or behind the stop.[4]", "Set apart or behind the stop.", [(9, (3,)), (29, (4,))]),
        ("Two [1; 2] and [sic] and [e]arlier and [7.12].", "Two and [sic] and [e]arlier and [7.12].", [(3, (1, 2))]),
        ("None.", "None.", []),
        ("Smith [2003] UKHL 3 ([1998] AC 1).", "Smith [2003] UKHL 3 ([1998] AC 1).", []),
        ("So it is[85000], “[2019] was dry”.", "So it is, “[2019] was dry”.", [(8, (85000,))]),
    ],
)
def test_numbers_are_no_part_of_what_is_said(
    text: str, said: str, references: list[tuple[int, tuple[int, ...]]]
) -> None:
    assert bare(text) == said
    assert references_of(text) == [Reference(*one) for one in references]
    assert Line("why", text).said == said
    assert Line("why", text).words == len(said.split())


@given(st.lists(st.tuples(st.text("ab .“”", max_size=12), st.lists(st.integers(1, 999), min_size=1, max_size=3))))
def test_what_is_taken_out_is_put_in_again(pieces: list[tuple[str, list[int]]]) -> None:
    told = "".join(f"{text.rstrip()}[{','.join(map(str, numbers))}]" for text, numbers in pieces)
    found = [(one.place, one.documents) for one in references_of(told)]
    assert with_references(bare(told), found) == told
    assert [list(documents) for _, documents in found] == [numbers for _, numbers in pieces]


def test_a_sentence_ends_behind_its_number_and_a_cell_of_numbers_alone_says_a_dash() -> None:
    assert sentences_of("It was “so.”[2] The rest is told.[1,3] And on [4]. End.") == [
        "It was “so.”[2]", "The rest is told.[1,3]", "And on [4].", "End.",
    ]  # fmt: skip
    ((_, row),) = taken_apart("| 57 | [2] |")
    assert cells(bare(row)) == ["57", "–"]


def room_saying(text: str, *rests_on: str) -> AnswerRoom:
    """A position whose first reason is this sentence, worded so by its author and resting on what is named."""
    return noted(text, *rests_on)[0]


def noted(text: str, *rests_on: str) -> tuple[AnswerRoom, list[str]]:
    """The same with what was noted on the turn that worded it."""
    room, wording = AnswerRoom(), saying("why", text, *rests_on)
    writes(room.agent, text_of(wording))
    supports(room.agent, wording)
    room.agent.says("second_reading", READ)
    turn = room.answer()
    return room, turn.notes


def line_of(room: AnswerRoom, text: str) -> StoredLine:
    synthesis = synthesis_of(room.graph)
    assert synthesis is not None
    (found,) = (one for one in stored_lines(synthesis) if one.text == text)
    return found


def sentence_of(room: AnswerRoom, text: str) -> AnswerSentence:
    parts = parts_of(room.graph)
    assert parts is not None
    (found,) = (one for section in parts.sections for one in section.sentences if one.text == text)
    return found


CHARTER = "Under the Market charter the form must arrive by 31 March"


def test_a_number_stands_where_its_author_set_it_and_none_behind() -> None:
    room = room_saying(f"{CHARTER}[1], the last day.", "A1.rule")
    told = sentence_of(room, f"{CHARTER}, the last day.")
    assert told.with_sources == f"{CHARTER}[{told.documents[0]}], the last day."
    assert len(told.documents) == 1
    line = line_of(room, told.text)
    assert [place for place, _ in line.references] == [len(CHARTER)]
    parts = parts_of(room.graph)
    assert parts is not None
    assert f"31 March\\[{told.documents[0]}\\], the last day." in parts.as_markdown()
    checks = {one["name"]: one["ok"] for one in room.checks.values()}
    assert checks["figures and names"]
    assert checks["plain words"]


def test_a_document_that_holds_what_is_told_is_rested_on_and_a_number_that_nothing_bears_out_goes() -> None:
    told = "The form must arrive by 31 March, and a neighbour cannot sleep."
    # What it rests on is said to be the letter; the charter holds it too, the meter's report nothing of it.
    room, notes = noted("The form must arrive by 31 March[1], and a neighbour[4] cannot sleep[5].", "5.2")
    line = line_of(room, told)
    assert [place for place, _ in line.references] == [len("The form must arrive by 31 March"), len(told) - 1]
    by_place = [{str(room.graph[one]["doc_id"]) for one in line.told or ()} & set(some) for _, some in line.references]
    assert all(by_place)
    assert any("the numbers 4 within" in note for note in notes)


def test_where_an_author_sets_numbers_nothing_stands_behind_a_sentence() -> None:
    room = room_saying("The limit is 60 decibels[2] at night, and the meter showed 57.", "A3.rule", "A3.facts")
    told = sentence_of(room, "The limit is 60 decibels at night, and the meter showed 57.")
    [(_, within)] = told.references
    assert told.documents == within
    assert told.behind == ()
    assert told.with_sources == f"The limit is 60 decibels[{within[0]}] at night, and the meter showed 57."


def test_whoever_reconsiders_and_mends_sees_the_numbers_of_the_case_file() -> None:
    text = f"{CHARTER}[1]."
    room = room_saying(text, "A1.rule")
    again = earlier_text(room.graph, room.desk.file)
    assert again is not None
    assert text in again.sections[0].text
    asked = [one.input for one in room.agent.asked if one.task == "support"]
    assert any(text in one for one in asked[0].position)


def pieces_of(room: AnswerRoom) -> list[Part]:
    return position_parts(dossier_view(room.graph, "run-1", room.evidence))


def test_pages_and_documents_to_hand_on_show_the_place_where_the_number_was_set() -> None:
    room = room_saying(f"{CHARTER}[1], the last day.", "A1.rule")
    page = render_dossier(room.graph, "run-1", room.evidence)
    told = page[page.index(CHARTER) :]
    assert re.match(rf"{CHARTER} <span class=\"fine\">\[<span title=\"[^\"]+\">\d+\.\d+</span>", told)
    assert ", the last day." in told[: told.index("</li>")]
    (item,) = (one for one in pieces_of(room) if CHARTER in one.text)
    assert re.search(rf"{CHARTER} \[\d+\.\d+\](?: \[\d+\.\d+\])*, the last day\.$", item.text)


def test_a_row_of_a_table_shows_them_in_their_cells() -> None:
    wording: Any = deepcopy(GOOD)
    wording["why"][1]["sentences"] = [
        {"text": "Test | Figure", "rests_on": []},
        {"text": "Limit | 60 decibels[2]", "rests_on": ["A3.rule"]},
        {"text": "Measured | 57", "rests_on": ["A3.facts"]},
    ]
    text = text_of(wording)
    text["sections"][1]["text"] = "| Test | Figure |\n|---|---|\n| Limit | 60 decibels[2] |\n| Measured | 57 |"
    room = AnswerRoom()
    writes(room.agent, text)
    supports(room.agent, wording)
    room.agent.says("second_reading", READ)
    room.answer()
    row = line_of(room, "Limit | 60 decibels")
    assert json.dumps(row.references) == json.dumps([[len(row.text), list(row.references[0][1])]])
    page = render_dossier(room.graph, "run-1", room.evidence)
    assert re.search(r"<td>60 decibels <span class=\"fine\">\[", page)
    assert support_of(wording, [])


def test_of_a_named_document_what_tells_nothing_of_the_sentence_is_not_shown() -> None:
    room = room_saying(f"{CHARTER}[1].", "A1.rule")
    shown, mean = (
        one for one in room.graph.live("EvidenceSentence") if str(one["text"]).startswith(("The meter", "The mean"))
    )
    said = "At midnight the meter showed 57."
    line = replace(
        line_of(room, f"{CHARTER}."),
        text=said,
        claims=(),
        others=(shown.id, mean.id),
        told=(shown.id,),
        references=((len(said) - 1, (str(shown["doc_id"]),)),),
    )
    assert sentences_behind(room.graph, line) == [shown]


@pytest.mark.parametrize(
    ("text", "form", "referred"),
    [
        ("So the permit must be renewed.", "paragraph", False),
        ("The meter showed 57.", "paragraph", False),
        ("The note says “{quotation}”.", "paragraph", True),
        ("Note | “{quotation}”", "row", True),
        ("Tell them “{quotation}”.", "step", False),
        ("The note says “nobody was there at all”.", "paragraph", False),
    ],
)
def test_where_an_author_sets_numbers_what_quotes_has_one_and_what_is_its_own_has_none(
    text: str, form: Form, referred: bool
) -> None:
    room = room_saying("The limit is 60 decibels[2].", "A3.rule", "A3.facts")
    behind = [one for one in room.graph.of("EvidenceSentence") if "57" in str(one["text"])]
    text = text.format(quotation=" ".join(str(behind[0]["text"]).split()[:4]))
    line = StoredLine("why", text, "", "", "", (), (), (), (), False, "", {}, form)
    told = referring(room.graph, line, behind)
    assert [place for place, _ in told] == ([len(text.rstrip("."))] if referred else [])
    assert all(some == (str(behind[0]["doc_id"]),) for _, some in told)
    own = replace(line, references=((3, ("d1",)),))
    assert referring(room.graph, own, behind) == own.references
    assert referring(room.graph, replace(line, computed=True), behind) == ()


def test_a_proposal_has_the_numbers_that_its_author_set() -> None:
    room = room_saying("Hold the limit of 60 decibels[2] within 14 days (proposed).", "A3.rule")
    told = sentence_of(room, "Hold the limit of 60 decibels within 14 days (proposed).")
    assert len(told.references) == 1


def test_a_number_in_the_name_of_a_column_stays_where_what_stands_below_bears_it_out() -> None:
    room = AnswerRoom()
    ground = Ground(room.graph, room.results(), room.desk.file)
    turn = room.desk.turn(Role.COMPILER, "compile")
    table = "| Limit[2] | Sleep[6] |\n|---|---|\n| 60 decibels | 57 |"
    section = PositionSection(heading="The noise[2]", text=table, deals_with=["noise"])
    told = ReconsiderOut(title="Renewed", answer="The permit is renewed.", sections=[section])
    lines = {line.form: line for line in lines_of(told, ["noise"]) if line.part not in HEAD}
    assert (lines["heading"].text, lines["columns"].text) == ("The noise", "Limit[2] | Sleep[6]")
    kept = with_referred(turn, lines["columns"], ground, ("2.1", "4.1"))
    assert (kept.text, kept.said, kept.rests_on) == ("Limit[2] | Sleep", "Limit | Sleep", ())
    assert turn.notes == ["left out: the numbers 6 within “Limit | Sleep”"]
