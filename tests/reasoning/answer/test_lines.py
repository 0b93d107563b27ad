"""Lines keep their limits: sentences go whole, from the ends of the longest sections, and the answer never."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from foam_graph.agents.tasks.position import ReconsiderOut
from foam_graph.reasoning.answer.layout import Form
from foam_graph.reasoning.answer.lines import (
    HEAD,
    HEAD_WORDS,
    PARTS,
    Line,
    Part,
    as_read,
    by_section,
    condensed,
    count,
    in_order,
    lines_of,
    with_short_head,
    without_bare_headings,
)
from tests.support.worlds.wordings import GOOD, text_of

ISSUES = ("form", "noise")
LINES = st.lists(
    st.builds(
        Line,
        part=st.sampled_from(PARTS[1:]),
        text=st.integers(1, 40).map(lambda n: " ".join(["word"] * n)),
        issue=st.sampled_from(["", *ISSUES]),
    ),
    max_size=40,
).map(lambda found: [Line("answer", "It is so."), *found])


@given(LINES, st.integers(0, 400))
def test_what_stays_fits_and_is_in_order(lines: list[Line], words: int) -> None:
    ordered = in_order(lines, ISSUES)
    kept, gone = condensed(ordered, words)
    assert kept[0].part == "answer"
    assert count(kept) <= words or {line.part for line in kept} <= set(HEAD)
    assert [line for line in kept if line.part in HEAD] == [line for line in ordered if line.part in HEAD]
    assert sorted(map(id, [*kept, *gone])) == sorted(map(id, ordered))
    places = [next(n for n, one in enumerate(ordered) if one is line) for line in kept]
    assert places == sorted(places)


@given(LINES)
def test_nothing_goes_that_fits(lines: list[Line]) -> None:
    ordered = in_order(lines, ISSUES)
    assert condensed(ordered, count(ordered)) == (ordered, [])


def place(line: Line) -> tuple[str, str]:
    return line.part, line.issue if line.part == "why" else ""


@given(LINES, st.integers(30, 400))
def test_every_section_keeps_a_sentence_while_another_one_has_two(lines: list[Line], words: int) -> None:
    kept, gone = condensed(in_order(lines, ISSUES), words)
    emptied = {place(line) for line in gone} - {place(line) for line in kept}
    if emptied:
        sections = [place(line) for line in kept if line.part not in HEAD]
        assert len(sections) == len(set(sections)), "sentences went from a section that had but one"


def test_a_text_becomes_lines_in_the_order_of_its_author() -> None:
    lines = lines_of(ReconsiderOut.model_validate(text_of(GOOD)), ("form", "noise", "hours"))
    assert [line.text for line in lines[:2]] == [GOOD["title"], GOOD["answer"]["text"]]
    headings = [line for line in lines if line.form == "heading"]
    parts = ["answer", "why", "why", "why", "turns", "other_side", "order", "lacks"]
    assert [line.part for line in headings] == parts
    assert [line.issue for line in headings[1:4]] == ["form", "noise", "hours"]
    assert [section[0] for section in by_section(lines)] == headings


def test_a_section_asserts_where_it_deals_with_an_issue_and_names_that_mean_nothing_are_passed_over() -> None:
    def first(*names: str) -> Line:
        section = {"heading": "One", "deals_with": list(names), "text": "It is so."}
        text = {"title": "So", "answer": "So.", "sections": [section]}
        return lines_of(ReconsiderOut.model_validate(text), ISSUES)[2]

    assert (first("turns", "noise", "form").part, first("turns", "noise", "form").issue) == ("why", "noise")
    assert first("turns", "noise", "form").also == ("form", "turns")
    assert (first("lacks", "turns").part, first("lacks", "turns").also) == ("turns", ("lacks",))
    assert (first("colour", "answer", "overview").part, first().part) == ("why", "why")


@given(st.lists(st.tuples(st.sampled_from(["heading", "paragraph", "item", "continues"]), st.sampled_from(PARTS[2:])), max_size=30),
       st.integers(0, 60))  # fmt: skip
def test_a_heading_goes_with_the_last_sentence_below_it(told: list[tuple[Form, Part]], words: int) -> None:
    lines = [Line("answer", "So.", form="heading"), Line("answer", "It is so.")]
    lines += [Line(part, "Two words.", form=form) for form, part in told]
    kept, _ = condensed(without_bare_headings(lines), words)
    assert all(any(one.form != "heading" for one in section) for section in by_section(kept))
    assert count(kept) <= max(words, 4)


def test_a_margin_stands_in_brackets_unless_it_is_a_sentence() -> None:
    assert (
        as_read(Line("overview", "It came on 7 April.", margin="3 days to spare"))
        == "It came on 7 April (3 days to spare)."
    )
    assert as_read(Line("overview", "It came.", margin="18 days is at most 21.")) == "It came. 18 days is at most 21."
    assert as_read(Line("overview", "It came")) == "It came"


def test_a_condition_is_said_in_brackets() -> None:
    assert as_read(Line("answer", "It holds.", condition="for the applicant")) == "It holds (for the applicant)."


@given(st.lists(st.integers(1, 60), min_size=1, max_size=12))
def test_an_overview_that_is_too_long_is_worded_shorter_and_no_issue_goes(sizes: list[int]) -> None:
    lines = [Line("answer", "It is so."), *(
        Line("overview", " ".join(["word"] * n), issue=f"i{k}", margin="by 3") for k, n in enumerate(sizes)
    )]  # fmt: skip
    found = with_short_head(lines, {f"i{k}": "Open." for k in range(len(sizes))})
    assert [line.issue for line in found] == [line.issue for line in lines]
    assert count(found) <= HEAD_WORDS


def test_names_of_columns_go_with_their_last_row_and_nothing_is_left_of_nothing() -> None:
    head, columns, row = (Line("why", "x", form=form) for form in ("heading", "columns", "row"))
    assert without_bare_headings([head, columns, row]) == [head, columns, row]
    assert without_bare_headings([head, columns]) == []
    assert without_bare_headings([]) == []
