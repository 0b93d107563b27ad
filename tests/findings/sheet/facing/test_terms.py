"""Times between two events, conditions that are missing, exceptions that one paper tells of."""

from __future__ import annotations

import pytest

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.assembling import sheet
from foam_graph.findings.sheet.facing import exceptions, required, terms
from foam_graph.findings.sheet.facing.bearing import with_bearing
from tests.findings.sheet.texts import made_of

_FILLING = (
    "The weather was fair. A dog barked at noon. The gate was painted green. Nobody rang the bell. The clerk had tea. "
    "A lorry passed the mill. The flag hung from its pole. Two ducks swam by. The baker sang. A bus turned round."
)


def file_of(rule: str, one: str, other: str = "The dog slept.") -> CaseFile:
    return made_of(
        f"# Rules of the moorings\n\n{rule} A boat must have a licence. No boat may be sold at the quay.",
        f"{one} {_FILLING}", f"{other} {_FILLING}", dates=("2020-01-01", "2025-06-20", "2025-06-25"),
        classes=("policy_manual", "official_record", "correspondence"),
        titles=("Rules of the moorings", "Log of the quay", "Letter of Ines Kray"),
    )  # fmt: skip


LATEST = "The surveyor shall inspect the hull within ten days of receiving the application."
MONTH = "Before the board sits, a poster of the auction shall have hung at the quay for at least one month."
LEAST = "Before the board sits, a poster of the auction shall have hung at the quay for at least twenty days."


@pytest.mark.parametrize(
    ("rule", "one", "other", "days"),
    [
        (LATEST, "The application came in on 2 April 2025.", "The hull was inspected on 30 April 2025.", "28 days"),
        (LEAST, "A poster of the auction was put up at the quay on 24 May 2025.", "The board sat on 4 June 2025.", "11 days"),
        (MONTH, "A poster of the auction was put up at the quay on 31 January 2025.", "The board sat on 27 February 2025.", "less than 1 month;"),
    ],
)  # fmt: skip
def test_a_broken_time_is_told_with_the_days_between(rule: str, one: str, other: str, days: str) -> None:
    file = file_of(rule, one, other)
    (found,) = (*terms.findings(file), *terms.possible(file))
    assert found.kind == "timeline"
    assert found.verdict in ("beyond", None)
    assert days in found.text
    assert len(found.sentences) == 3


@pytest.mark.parametrize(
    ("rule", "one", "other"),
    [
        (LATEST, "The application came in on 2 April 2025.", "The hull was inspected on 12 April 2025."),
        (LATEST, "The application is dated 2 April 2025.", "The hull was inspected on 30 April 2025."),  # received?
        (LATEST, "The application came in on 2 April 2025. The application was received on 25 April 2025.", "The hull was inspected on 30 April 2025."),
        (LATEST, "The application came in on 2 April 2025.", "The hull was not inspected on 30 April 2025."),
        (LATEST, "The application came in on 2 April 2025.", "The hull may be inspected on 30 April 2025."),
        (LATEST, "The application for P-31 came in on 2 April 2025.", "The hull of P-34 was inspected on 30 April 2025."),
        (LEAST, "A poster of the auction was put up at the quay on 24 May 2025.", "The board sat on 30 June 2025."),
        # A month ends with its last day.
        (MONTH, "A poster of the auction was put up at the quay on 31 January 2025.", "The board sat on 28 February 2025."),
        ("The surveyor shall inspect the hull within 9,999,999,999 days of receiving the application.", "The application came in on 2 April 2025.", "The hull was inspected on 30 April 2025."),
    ],
)  # fmt: skip
def test_a_time_that_is_kept_or_cannot_be_told(rule: str, one: str, other: str) -> None:
    file = file_of(rule, one, other)
    assert [*terms.findings(file), *terms.possible(file)] == []


def test_a_time_is_asserted_where_both_events_have_most_of_the_words_of_the_rule() -> None:
    asserted = file_of(
        LATEST, "The application was received on 2 April 2025.", "The surveyor inspected the hull on 30 April 2025."
    )
    assert [one.verdict for one in sheet(asserted) if one.rule == terms.RULE] == ["beyond"]
    less = file_of(
        LATEST.replace("hull", "hull, the keel, the mast and the rudder"),
        "The application was received on 2 April 2025.", "The surveyor inspected the hull on 30 April 2025.",
    )  # fmt: skip
    assert list(terms.findings(less)) == []
    assert [one.verdict for one in terms.possible(less)] == [None]
    assert [one.is_pointer for one in sheet(less) if one.kind == "timeline" and "28 days" in one.text] == [True]


RULE = "No boat shall be launched until the keel bolts have been tested by a welder."


def test_a_condition_that_another_paper_says_is_missing() -> None:
    (found,) = required.findings(file_of(RULE, "The boat was launched. The welder has not tested the keel bolts."))
    assert (found.kind, found.verdict) == ("rule", "no_document_says")


@pytest.mark.parametrize(
    "fact",
    [
        "The boat was launched. The welder tested the keel bolts.",
        "The boat was launched. The painter has not varnished the mast.",
        "No boat was launched.",
    ],
)
def test_a_condition_of_which_nobody_says_that_it_is_missing(fact: str) -> None:
    assert list(required.findings(file_of(RULE, fact))) == []


EXCEPTION = "The siren shall be armed at night, but this does not apply while a watchman is on patrol in the boatyard."
TOLD = "At midnight the watchman was on his patrol of the boatyard."
RELIED = "The siren had not been armed at night, which is a breach of the rules."


def test_an_exception_that_one_paper_tells_of_while_another_goes_by_the_rule() -> None:
    (found,) = exceptions.findings(file_of(EXCEPTION, TOLD, RELIED))
    assert (found.kind, found.verdict, len(found.sentences)) == ("rule", "met_single_source", 3)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (TOLD, "The siren was armed at night."),
        ("At midnight no watchman was on patrol in the boatyard.", RELIED),
        ("A watchman will be on patrol in the boatyard.", RELIED),
        ("The mast was varnished.", RELIED),
    ],
)
def test_no_exception_or_nobody_who_goes_by_the_rule(one: str, other: str) -> None:
    assert list(exceptions.findings(file_of(EXCEPTION, one, other))) == []


def test_who_says_otherwise_of_a_condition_that_is_not_met_is_told_too() -> None:
    file = file_of(
        RULE, "I say that the keel bolts were tested by a welder.", "The welder has not tested the keel bolts."
    )
    denying = next(one.id for one in file if "has not tested" in one.text)
    rule = next(one.id for one in file if "until the keel bolts" in one.text)
    inputs = {"condition": "the keel bolts have been tested by a welder"}
    given = Finding("rule", "It is not met.", (rule, denying), "not_met", rule="some rule", inputs=inputs)
    (found,) = with_bearing([given], file)
    assert "I say that the keel bolts" in found.text
    assert len(found.sentences) == 3
    met = Finding("rule", "It is met.", (rule, denying), "met", rule="some rule", inputs=inputs)
    assert with_bearing([met], file) == [met]
