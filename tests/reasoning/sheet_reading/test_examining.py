"""What a model may add to a sheet: only what its sentences say or what comes out when it is counted again."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from foam_graph.agents.tasks.findings import FindingsOut
from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import READING, Finding
from foam_graph.reasoning.answer.grounding import counted, figures
from foam_graph.reasoning.sheet_reading.examining import Examined, examined
from tests.support.case_files import document
from tests.support.worlds.proposed_findings import ADMITTED, DAYS, FILE, LATE, SUM, WAGES, calculation, finding, operand

TWO_DAYS = finding(
    "contradiction", "disputed", "The appeal came on 19 March 2026 or on 12 March 2026.", ["2.2"], ["3.4"]
)  # fmt: skip


def run(
    *found: dict[str, Any], sheet: dict[str, Finding] | None = None, wrong: list[dict[str, str]] | None = None
) -> Examined:
    answer = FindingsOut.model_validate({"findings": list(found), "wrong": wrong or []})
    return examined(answer, FILE, sheet or {}, ADMITTED, "reader-1")


def refused(one: dict[str, Any]) -> str:
    made = run(one)
    assert made.findings == []
    (why,) = made.refused
    return why


def test_what_is_counted_again_is_recomputed_by_model_and_program() -> None:
    made = run(SUM, LATE)
    assert made.refused == []
    wages, late = made.findings
    assert (wages.basis, wages.verdict, wages.by, wages.rule) == ("recomputed", "wrong", "reader-1", READING)
    assert wages.sentences == ("doc3:1",)
    assert "770" in str(wages.inputs["calculation"])
    assert (late.kind, late.basis, late.verdict) == ("timeline", "recomputed", "beyond")
    assert late.sentences == ("doc2:2", "doc2:1", "doc1:1")
    assert late.against == ()


def test_what_is_only_read_is_judged_and_its_other_side_speaks_against_it() -> None:
    (found,) = run(TWO_DAYS).findings
    assert (found.basis, found.verdict, found.sentences, found.against) == (
        "judged",
        "disputed",
        ("doc2:2",),
        ("doc3:4",),
    )


def test_a_kind_with_one_verdict_has_it_whatever_is_stated() -> None:
    (found,) = run(TWO_DAYS | {"verdict": "wrong"}).findings
    assert found.verdict == "disputed"
    (leaning,) = run(finding("leaning", "wrong", "Only the clerk says so.", ["3.3"], [])).findings
    assert leaning.verdict is None


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "a figure of no sentence": (finding("leaning", None, "Only one of 55 clerks says so.", ["3.3"], []), "says 55"),
    "a figure in words": (finding("leaning", None, "Seventeen clerks say so.", ["3.3"], []), "says 17"),
    "a figure of a sentence that is not cited": (finding("leaning", None, "The wages were $380.", ["3.3"], []), "says 380"),
    "a day of no sentence": (
        finding("leaning", None, "The notice was posted on 19 March 2026, one clerk says.", ["2.1"], []), "says 19",
    ),
    "a figure that is only the day of a date": (
        finding("leaning", None, "The appeal came 19 days late.", ["2.2"], []), "says 19,",
    ),
    "day and month that stand apart": (
        finding("leaning", None, "The appeal came on 2 April 2026.", ["2.1"], []), "2 April 2026, a day that none",
    ),
    "a quotation of nobody": (finding("leaning", None, "The clerk says “we were told”.", ["3.3"], []), "quotes “we were told”"),
    "somebody who is nowhere": (finding("leaning", None, "Only the clerk Quennell says so.", ["3.3"], []), "names Quennell"),
    "a rule by a number that is nowhere": (
        finding("leaning", None, "Section 4 was repealed, the clerk alone says.", ["3.3", "1.1"], []), "says 4",
    ),
    "one of two rules by a number that is nowhere": (
        finding("leaning", None, "Under sections 3 and 15 the clerk alone says so.", ["3.3", "1.1"], []), "says 15",
    ),
    "a finding by its number": (finding("leaning", None, "As F3 says, only the clerk says so.", ["3.3"], []), "names the id F3"),
    "an id in the text": (finding("leaning", None, "Only one clerk says so (3.3).", ["3.3"], []), "3.3"),
    "a sum that does not recompute": (
        SUM | {"calculation": WAGES | {"result": "775"}, "text": "The wages come to $775."}, "comes to $770",
    ),
    "an operand that is not in its sentence": (
        SUM | {"calculation": calculation("sum", [operand("381", "USD", "3.1"), operand("390", "USD", "3.1")], "=",
                                          operand("780", "USD", "3.1"), False, "771", "USD")}, "does not stand in 3.1",
    ),
    "a verdict that the count refutes": (LATE | {"verdict": "within"}, "it says within, but"),
    "a sum with nothing counted": (SUM | {"calculation": None}, "needs a calculation"),
    "a sum held against a limit": (
        SUM | {"calculation": WAGES | {"comparison": WAGES["comparison"] | {"comparator": ">=", "holds": False}}}, "by =",
    ),
    "a rounded figure called wrong": (
        finding("sum", "wrong", "The share of 32 percent is wrong.", ["3.5"], [], calculation=calculation(
            "share", [operand("31", "pupil", "3.5"), operand("96", "pupil", "3.5")], "=", operand("32", "percent", "3.5"), False,
            "32.29", "percent")), "told rounded",
    ),
    "a verdict of another kind": (finding("rule", "beyond", "The rule is missed.", ["1.1"], []), "needs a calculation"),
    "a rule without a verdict": (finding("rule", None, "The rule is missed.", ["1.1"], []), "has the verdict met"),
    "a contradiction of one side": (finding("contradiction", None, "It cannot be.", ["2.2", "3.4"], []), "held against"),
    "a sentence twice": (finding("leaning", None, "The clerk says so.", ["3.3"], ["3.3"]), "names a sentence twice"),
    "a sentence that is not there": (finding("leaning", None, "The clerk says so.", ["9.9"], []), "9.9 is no sentence"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_what_fails_is_refused_whole_and_told(name: str) -> None:
    found, why = BAD[name]
    assert why in refused(found)


GOOD: dict[str, dict[str, Any]] = {
    "the day of a document's head": finding("leaning", None, "A paper of 20 March 2026 alone says so.", ["2.2"], []),
    "as many sources as are named": finding("leaning", None, "Two documents say so.", ["2.2", "3.3"], []),
    "a sum written out": finding("scope", None, "40 - 2 = 38 stalls were open, 5 percent closed.", ["3.2"], ["3.3"]),
    "a number in words that its sentence has in figures": finding(
        "leaning", None, "Of forty stalls one says so.", ["3.2"], []
    ),
    "a quotation over a line break": finding("leaning", None, "The clerk says “nobody\n told us”.", ["3.3"], []),
    "a rule by its number": finding(
        "leaning", None, "Section 3 was repealed, the clerk alone says.", ["3.3", "1.1"], []
    ),
    "rules in a row": finding("leaning", None, "Under sections 3 and 14 the clerk alone says so.", ["3.3", "1.1"], []),
    "what looks like an id and stands in its sentence": finding(
        "leaning", None, "Only the clerk of stall F3 says so.", ["3.6"], []
    ),
    "no one": finding("leaning", None, "No one but the clerk says so.", ["3.3"], []),
    "somebody who is elsewhere in the file": finding(
        "leaning", None, "Only the clerk, not Mara Holt, says so.", ["3.3"], []
    ),
}


@pytest.mark.parametrize("name", GOOD)
def test_what_its_sentences_show_enters(name: str) -> None:
    assert run(GOOD[name]).refused == []


def test_a_sentence_that_may_not_be_cited_is_used_by_no_calculation_either() -> None:
    answer = FindingsOut.model_validate({"findings": [LATE | {"sentences": LATE["sentences"][:1]}], "wrong": []})
    made = examined(answer, FILE, {}, ADMITTED - {"1.1"}, "reader-1")
    assert made.findings == []
    assert "1.1 may not be cited" in made.refused[0]


def test_what_rules_found_or_was_said_before_is_not_repeated() -> None:
    known = Finding("contradiction", "Two days.", ("doc3:4",), "disputed", against=("doc2:2",))
    made = run(TWO_DAYS, SUM, SUM, sheet={"F1": known})
    assert [one.kind for one in made.findings] == ["sum"]
    assert ["the sheet has it" in one for one in made.refused] == [True, True]


def test_a_doubt_names_a_finding_of_the_sheet() -> None:
    known = Finding("sum", "It is wrong.", ("doc3:2",), "wrong")
    doubts = [
        {"finding": "F1", "why": "It counts stalls."},
        {"finding": "F1", "why": "Again."},
        {"finding": "F7", "why": "No."},
    ]
    made = run(sheet={"F1": known}, wrong=doubts)
    assert {name: (one.by, one.why) for name, one in made.doubts.items()} == {"F1": ("reader-1", "It counts stalls.")}
    assert made.refused == ["the sheet has no finding 'F7' that could be wrong"]


def test_the_day_in_the_own_head_of_a_plain_paper_may_be_told() -> None:
    minutes = replace(
        document(
            1,
            ["Minutes of the committee", "Held on a Tuesday, 20 February 2024, at 19:00", "The road has a new island."],
        ),
        title="09-min",
    )
    later = replace(document(2, ["The course is the same in every part."]), title="07-letter")
    found = finding("contradiction", None, "The minutes of 20 February 2024 tell of a new island.", ["2.1"], ["1.3"])
    answer = FindingsOut.model_validate({"findings": [found], "wrong": []})
    file = CaseFile((minutes, later))
    assert examined(answer, file, {}, frozenset(file.by_short), "reader-1").refused == []


WORDS = st.sampled_from(
    ["The notice", "17", "19 March 2026", "2 April 2026", "$770", "$780", "seventeen days", "forty stalls", "40 - 2 = 38", "was late",
     "5 percent", "12,000", "on 2026-03-02", "two documents", "999", "= 38", "3/4/2026", "a dozen", "Section 3"]
)  # fmt: skip
CITED = st.lists(st.sampled_from(sorted(ADMITTED)), min_size=1, max_size=4, unique=True)


@given(st.lists(WORDS, min_size=1, max_size=5).map(" ".join), CITED, st.sampled_from([None, WAGES, DAYS]))
@example("Two documents say 999 clerks.", ["3.3"], None)
def test_nothing_enters_whose_figure_is_in_none_of_its_sentences_and_not_recomputed(
    text: str, cited: list[str], made: dict[str, Any] | None
) -> None:
    (found,) = run(finding("leaning", None, text, cited, [], calculation=made)).findings or (None,)
    if found is None:
        return
    shown = " ".join(
        f"{one.text} {FILE.document_of(one).title} {FILE.document_of(one).date}"
        for one in map(FILE.sentence, found.sentences)
    )
    there = figures(shown) | counted(shown) | figures(str(found.inputs.get("calculation", "")))
    worked_out = {"38"} if "40 - 2 = 38" in text and "40" in there and "2" in there else set()
    sources = {str(n) for n in range(1, len(cited) + 1)} if "two documents" in text.casefold() else set()
    # Section 3 is a place in the first document, not a figure that it gives.
    place = "Section 3" if any(one.startswith("1.") for one in cited) else "\0"
    text = text.replace(place, "")
    words = re.sub(r"two documents", "", text, flags=re.IGNORECASE)
    assert figures(text) <= there | worked_out, (text, cited)
    assert counted(words) <= there | worked_out | {"1"}
    assert "999" not in text or "999" in there
    assert sources or "two documents" not in text.casefold() or len(cited) > 1
