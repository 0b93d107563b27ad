"""Amounts, denials and parts told in other words: what clashes, and what only seems to."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet import amounts_told, denials, parts_told
from tests.support.case_texts import case_of, pair


def test_what_several_have_together_is_not_what_one_has() -> None:
    one = "The tower has 58 flats."
    assert list(amounts_told.findings(pair("Together the two towers have 98 flats.", one))) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The samples of the first wave were destroyed.", "The samples of the first wave are still in the freezer."),
        ("The left emergency exit was locked.", "Both emergency exits were unlocked from half past six."),
    ],
)
def test_a_state_denies_what_would_have_ended_it(one: str, other: str) -> None:
    (found,) = denials.findings(pair(one, other))
    assert (found.kind, found.verdict) == ("contradiction", "disputed")


def test_an_entry_of_another_month_denies_nothing() -> None:
    log = ("House log, October 2025", "official_record", "2025-10-31", "2/10 Safety curtain tested, works. It rained.")
    gap = "The log shows no test of the safety curtain in August or September."
    none = ("Minutes", "official_record", "2025-11-18", f"{gap} It rained.")
    always = ("Letter", "correspondence", "2025-11-03", "The safety curtain has been tested every month. It rained.")
    assert list(denials.findings(case_of(log, none))) == []
    (found,) = denials.findings(case_of(always, none))
    assert found.verdict == "disputed"


def test_what_was_done_to_a_part_is_not_done_to_all() -> None:
    part = "Nineteen guests answered. Fifteen of the nineteen were satisfied."
    (found,) = parts_told.findings(pair("All guests have been very satisfied with the stay.", part))
    assert found.kind == "scope"
    assert (
        list(
            parts_told.findings(
                pair("All forms allow pictures of the lake.", "Of the forms, 21 of the 40 allow recordings.")
            )
        )
        == []
    )


def test_the_whole_of_a_place_is_more_than_where_samples_were_taken() -> None:
    where = "Four samples of the mud were taken, all of them at the sluice."
    (found,) = parts_told.findings(pair("The mud of the whole harbour is clean.", where))
    assert found.kind == "scope"


def test_a_thing_that_a_denied_verb_only_names_is_not_denied() -> None:
    kept = "The conditions of clause 10 as to the ticket have thus all been fulfilled."
    passed_by = "We have not gone into the other conditions of clause 10."
    assert list(denials.findings(pair(kept, passed_by))) == []


def test_the_number_of_a_clause_counts_no_part() -> None:
    whole = "It was a storm, and clause 12 of the agreement takes the whole of it out of account."
    for part in ("Clause 2 of the agreement stands as it is.", "Section 9 of the agreement sets the time."):
        assert list(parts_told.findings(pair(whole, part))) == []


def test_what_opens_with_it_denies_a_doing_of_the_thing_before_it() -> None:
    spoke = "The clerk spoke of the drains for three minutes."
    of_bays = "We have read of the plan for parking bays. It was not spoken of at the meeting."
    of_drains = "We have read of the leaking drains. It was not spoken of at the meeting."
    assert list(denials.findings(pair(spoke, of_bays))) == []
    (found,) = denials.findings(pair(spoke, of_drains))
    assert found.verdict == "disputed"


def test_a_set_of_one_place_is_not_the_whole() -> None:
    whole = "The farm has 62 hives."
    assert list(amounts_told.findings(pair(whole, "At the quarry I opened nine of the eleven hives there."))) == []
    (found,) = amounts_told.findings(pair(whole, "I opened nine of the eleven hives."))
    assert found.verdict == "disputed"
