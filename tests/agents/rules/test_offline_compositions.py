"""Statements over two or more documents."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.agents.rules.composing.compositions import Composition, compose
from foam_graph.findings.language.likeness import Statistics
from foam_graph.findings.passages import Passage

TEXTS = (
    ("rule", "Household income must not exceed $1,310 a month.", ""),
    ("slip one", "Rosa Diaz had income of $412.50 on 6 March 2026.", ""),
    ("slip two", "Rosa Diaz had income of $388.00 on 13 March 2026.", ""),
    ("slip three", "Rosa Diaz had income of $431.25 on 20 March 2026.", ""),
    ("letter", "On 20 March 2026 Rosa Diaz had an income of $431.25.", ""),
    ("appeals", "An appeal must be filed within 30 days of the notice.", ""),
    ("appeals", "This deadline does not apply if the applicant was in hospital.",
     "An appeal must be filed within 30 days of the notice."),
    ("post book", "The notice was mailed on 3 March 2026.", ""),
    ("register", "The appeal was filed on 20 April 2026.", ""),
    ("ward", "The applicant was treated in hospital.", ""),
    ("price list", "The swimming class costs $12 per visit.", ""),
    ("diary", "Maria attended the swimming class for 9 visits.", ""),
    ("weather", "Heavy rain causes flooding.", ""),
    ("farm", "Flooding reduces harvests.", ""),
    ("library", "The library lent 4,000 books in 2023.", ""),
    ("council", "The library lent 5,000 books in 2024.", ""),
    ("minutes", "In 2024, 5,500 books were lent by the library.", ""),
)  # fmt: skip


def passages(changed: dict[int, str] | None = None) -> list[Passage]:
    return [
        Passage(f"{document}:{number}", document, document, (changed or {}).get(number, text), before=before)
        for number, (document, text, before) in enumerate(TEXTS)
    ]


def made(found: list[Passage], focus: str = "income limit") -> list[Composition]:
    return compose(found, Statistics.over(found), focus)


def texts(kind: str, changed: dict[int, str] | None = None) -> list[str]:
    return [one.text for one in made(passages(changed)) if one.kind == kind]


def test_total_against_a_limit_counts_each_fact_once() -> None:
    (first, *_) = made(passages())
    assert first.values["result"] == "$1,231.75"
    assert "412.50 + 388.00 + 431.25 come to $1,231.75, which does not exceed the limit of $1,310" in first.text
    raised = made(passages({3: "Rosa Diaz had income of $631.25 on 20 March 2026.", 4: "Rain fell."}))[0]
    assert "$1,431.75, which exceeds the limit" in raised.text


def test_other_calculations() -> None:
    found = " ".join(texts("calculation"))
    assert "From 3 March 2026 to 20 April 2026 is 48 days, which exceeds the limit of 30 days" in found
    assert "9 visits come to $108" in found
    assert "1,000 books more (25 percent)" in found


def test_average_where_the_rule_says_so() -> None:
    found = [
        Passage("r", "rule", "", "The average attendance at the class must be at least 20 pupils."),
        Passage("a", "may", "", "Attendance at the class was 18 pupils in May 2026."),
        Passage("b", "june", "", "Attendance at the class was 26 pupils in June 2026."),
    ]
    assert any(
        "The average of 18 + 26 over 2 is 22 pupils, which reaches the minimum" in one.text for one in made(found)
    )


def test_units_and_periods_are_never_mixed() -> None:
    found = [
        Passage("r", "rule", "", "Household income must not exceed $1,310 a month."),
        Passage("a", "letter", "", "The household income was €400 on 3 May 2026."),
        Passage("b", "slip", "", "The household income was $300 a week."),
    ]
    assert [one for one in made(found) if one.kind == "calculation"] == []


def test_a_limit_on_another_thing_of_the_same_unit_is_not_applied() -> None:
    found = [
        Passage("r", "rule", "", "A class may have no more than 26 pupils."),
        Passage("a", "letter", "", "Hill Road School teaches 512 pupils."),
    ]
    assert made(found) == []


def test_exception_met_and_not_met() -> None:
    (met,) = texts("exception")
    assert met.endswith('"The applicant was treated in hospital" meets it.')
    (unmet,) = texts("exception", {9: "The applicant was not treated in hospital."})
    assert unmet.endswith("does not meet it.")


def test_conflict_corroboration_and_chain() -> None:
    assert any("5,000 books" in one and "5,500 books" in one for one in texts("conflict"))
    assert any("$431.25" in one for one in texts("corroboration"))
    (chain,) = texts("chain")
    assert "Heavy rain bears on harvests by way of flooding" in chain


def test_every_statement_rests_on_two_documents() -> None:
    by_id = {one.id: one.document for one in passages()}
    assert all(len({by_id[name] for name in one.passages}) >= 2 for one in made(passages()))


def figures(text: str) -> set[str]:
    return {one.replace(",", "").rstrip(".") for one in re.findall(r"\d[\d,]*(?:\.\d+)?", text)}


def test_every_figure_is_stated_or_computed() -> None:
    found = passages()
    by_id = {one.id: one.text for one in found}
    for one in made(found):
        known = figures(" ".join(by_id[name] for name in one.passages)) | figures(" ".join(one.values.values()))
        assert figures(one.text) - known <= {"2", "3"}


@settings(max_examples=15, deadline=None)
@given(st.permutations(range(len(TEXTS))))
def test_order_of_the_input_changes_nothing(order: list[int]) -> None:
    found = passages()
    assert made([found[number] for number in order]) == made(found)


@settings(max_examples=15, deadline=None)
@given(st.decimals(min_value=1, max_value=3000, places=2))
def test_a_changed_figure_changes_the_statement(value: object) -> None:
    changed = {1: f"Rosa Diaz had income of ${value} on 6 March 2026."}
    total = [one for one in made(passages(changed)) if one.kind == "calculation" and one.values["operation"] == "sum"]
    assert all(f"${value}" in one.text for one in total)
    assert total
    if str(value) != "412.50":
        assert total[0].text != made(passages())[0].text


def test_nothing_from_nothing() -> None:
    assert compose([], Statistics(), "") == []
    assert made([Passage("a", "a", "", "")]) == []
