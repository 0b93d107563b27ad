"""The sheet is one order of all findings, faults first, nothing twice, the same every time."""

from __future__ import annotations

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from foam_graph.findings.finding import FINDING_KINDS, Finding
from foam_graph.findings.sheet.assembling import sheet
from foam_graph.findings.sheet.sections import FIRST, HEADINGS, faulty, sections, tallies
from tests.findings.sheet.texts import made_of
from tests.support.case_texts import case_of

TEXTS = (
    "A claim must be filed within 21 days after the notice is mailed. The monthly rent must not exceed $980.",
    "The notice was mailed on 9 March 2026. 40 of the 160 pupils, or 25 percent, were late.",
    "The claim was filed on 7 April 2026. 12 of the 160 pupils, or 9 percent, were ill. The monthly rent is $1,020.",
    "The claim was filed on 7 April 2026. 40 of the 160 pupils, or 25 percent, were late.",
)


def test_faults_come_first_in_each_kind_and_the_timeline_in_order_of_days() -> None:
    found = sheet(made_of(*TEXTS))
    order = [(FINDING_KINDS.index(one.kind), not faulty(one.kind, one.verdict)) for one in found]
    assert order == sorted(order)
    days = [one.inputs["day"] for one in found if one.kind == "timeline" and one.verdict is None]
    assert days == sorted(map(str, days))
    assert [one.verdict for one in found if one.kind == "sum"] == ["wrong", "right", "right"]


def test_every_finding_rests_on_sentences_of_the_file() -> None:
    file = made_of(*TEXTS)
    for one in sheet(file):
        assert one.sentences
        assert all(file.sentence(id_) for id_ in (*one.sentences, *one.against))


def test_every_finding_stands_in_a_section_and_faults_in_the_first() -> None:
    found = sheet(made_of(*TEXTS))
    parts = dict(sections(found))
    assert {place for places in parts.values() for place in places} == set(range(len(found)))
    assert next(iter(parts)) == FIRST
    assert set(parts) <= {FIRST, *HEADINGS.values()}


def test_findings_are_counted_by_what_they_come_to_the_worst_first_and_each_once() -> None:
    found = sheet(made_of(*TEXTS))
    made = tallies(found)
    assert sum(one.count for one in made) == len(found)
    told = [one.told for one in made]
    assert told[:3] == ["1 wrong figure", "4 beyond a limit", "2 right when counted again"]
    assert told[3:] == ["2 events of the timeline"]


def test_what_one_source_alone_shows_stands_with_what_leans_on_one() -> None:
    made = [
        Finding("rule", "One says so.", ("a",), "met_single_source", rule="r"),
        Finding("rule", "Two say so.", ("a",), "met", rule="r"),
    ]
    assert dict(sections(made)) == {HEADINGS["rule"]: (1,), HEADINGS["leaning"]: (0,)}


def test_what_is_still_to_come_depends_on_the_day_given() -> None:
    file = made_of("The hearing takes place on 12 May 2026.")
    assert "still to come" not in sheet(file)[0].text
    assert "still to come" in sheet(file, date(2026, 5, 1))[0].text


def test_a_sum_that_two_makers_count_is_told_once() -> None:
    found = sheet(made_of("It has nevertheless paid £2,250, £1,000 and £700 since New Year, making £4,150 in all."))
    assert [one.verdict for one in found if one.kind == "sum"] == ["wrong"]


def test_an_empty_file_has_an_empty_sheet() -> None:
    assert sheet(made_of()) == ()
    assert sheet(made_of("Nothing here can be counted.")) == ()


@given(st.lists(st.text(alphabet="ab 1290.,%$€/-()|\nofperntdaysMarch", max_size=120), max_size=4))
def test_any_text_makes_a_sheet_and_always_the_same(texts: list[str]) -> None:
    assert sheet(made_of(*texts)) == sheet(made_of(*texts))


def test_two_papers_that_give_each_the_day_of_its_own_sitting_do_not_contradict() -> None:
    one = (
        "Minutes of the moss panel",
        "official_record",
        "2025-03-20",
        "Sitting held on 20 March 2025.\n\nThe fence was talked of.",
    )
    two = (
        "Minutes of the hay panel",
        "official_record",
        "2025-03-27",
        "Sitting held on 27 March 2025.\n\nThe gate was talked of.",
    )
    assert [found.text for found in sheet(case_of(one, two)) if found.verdict == "disputed"] == []
