"""Contradictions between documents: found in many wordings, and silent where both statements can be true."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.contradictions import findings
from tests.support.case_texts import case_of, pair

NUMBERS = [
    (
        "*The barge.* The new barge was painted. It cost $14,800.",
        "The barge cost $18,400, said Mr Lind, who had the bill.",
    ),
    ("The roof repair cost $4,200.", "The repair of the roof cost $4,800."),
    ("The ferry carried 212 passengers on 3 June 2025.", "On 3 June 2025 the ferry carried 221 passengers."),
    ("The choir has 48 members.", "The choir has 42 members."),
    ("The reservoir holds 3.2 million litres.", "The reservoir holds 2.3 million litres."),
    ("The monthly rent of the workshop is $640.", "The rent of the workshop is $690 per month."),
    ("Twelve dogs were found in the kennel.", "Nine dogs were found in the kennel."),
    ("The fence is 85 metres long.", "The fence is 58 metres long."),
    ("The grant for the museum was €18,000.", "The grant for the museum was €81,000."),
    ("The lift was out of service for 14 days.", "The lift was out of service for 21 days."),
    ("Three windows were broken.", "Five windows were broken."),
    ("The council received 340 objections.", "The council received 430 objections."),
    ("The audience numbered 90 people.", "The audience numbered 150 people."),
    ("The bridge can bear 12 tonnes.", "The bridge can bear 7 tonnes."),
    ("The vaccine was given to 61 percent of the pupils.", "The vaccine was given to 16 percent of the pupils."),
]
DATES = [
    ("The boiler was installed on 4 March 2025.", "The boiler was installed on 14 March 2025."),
    ("Ms Adeyemi signed the lease on 1 May 2024.", "Ms Adeyemi signed the lease on 11 May 2024."),
    ("The inspection took place on 9 July 2025.", "The inspection took place on 6 July 2025."),
    ("The parcel was delivered on 2 June 2025.", "The parcel was delivered on 5 June 2025."),
    ("The complaint was received on 12 January 2025.", "The complaint was received on 21 January 2025."),
    ("Work on the tunnel began on 3 April 2023.", "Work on the tunnel began on 30 April 2023."),
    ("The licence expired on 31 August 2024.", "The licence expired on 31 July 2024."),
    ("The company dismissed Mr Tanaka on 18 October 2024.", "The company dismissed Mr Tanaka on 28 October 2024."),
    ("The fire broke out on 7 February 2025.", "The fire broke out on 8 February 2025."),
    ("The pool closed on 19 September 2024.", "The pool was closed on 29 September 2024."),
    ("The contract was signed on 5 May 2025.", "The contract was signed on 15 May 2025."),
    ("Ms Orr moved into the house on 1 June 2024.", "Ms Orr moved into the house on 10 June 2024."),
]
NEGATIONS = [
    (
        "The Board had not been asked whether the ward may close.",
        "The Board was asked in March whether the ward may close.",
    ),
    ("The alarm sounded before the fire.", "The alarm did not sound before the fire."),
    ("The driver stopped at the crossing.", "The driver never stopped at the crossing."),
    ("The gate was locked at night.", "The gate was not locked at night."),
    ("Mr Lund attended the hearing.", "Mr Lund did not attend the hearing."),
    ("The committee approved the budget.", "The committee rejected the budget."),
    ("The seller disclosed the leak.", "The seller failed to disclose the leak."),
    ("The tenant paid the deposit.", "The tenant has not paid the deposit."),
    ("The water was safe.", "The water was unsafe."),
    ("A guard was present at the gate.", "No guard was present at the gate."),
    ("The bridge was inspected in 2024.", "The bridge was not inspected in 2024."),
    ("The library bought the scanner.", "The library never bought the scanner."),
    ("The brakes of the bus were tested.", "The brakes of the bus were not tested."),
]
INNOCENT = [
    ("The new fee was $15.", "The fee was $12."),
    ("The Board did not discuss the ward.", "The Board discussed the ward in March."),
    ("The ring was found on 2 March 2025.", "The ring was delivered on 27 February 2025."),
    ("The window of the shed is broken.", "I did not break the window of the shed."),
    ("The rent of the workshop was raised from $640 to $690.", "The rent of the workshop was $640."),
    ("The household of two persons pays $20.", "The household of three persons pays $30."),
    ("Losses of vessels are $9 million per year.", "Losses are $14 million per year."),
    ("If the dam breaks, 400 houses are flooded.", "In 1962 the dam broke and 90 houses were flooded."),
    ("A driver must stop at the crossing.", "The driver did not stop at the crossing."),
    ("The tower will cost $2 million.", "The tower cost $3 million."),
    ("The budget plans 40 places for the nursery.", "The nursery has 36 places."),
    ("The adult ticket costs $8.", "The child ticket costs $4."),
    ("The payment of 6 May 2025 covered 19 hours.", "The payment of 13 May 2025 covered 21 hours."),
    ("Mr Lund attended the hearing.", "Ms Lund did not attend the hearing on costs."),
    ("Of the 40 boats, 12 were new.", "The harbour has 40 boats."),
    ("The first notice was mailed on 9 March 2025.", "The second notice was mailed on 20 March 2025."),
    ("The pool had 300 visitors in May 2025.", "The pool had 420 visitors in June 2025."),
    ("The shop was open in the morning.", "The shop was closed in the evening."),
    ("The north wall is 12 metres long.", "The south wall is 15 metres long."),
    ("The council should approve the plan.", "The council should not approve the plan."),
    ("Did the guard lock the gate?", "The guard did not lock the gate."),
    ("The trip took about 30 minutes.", "The trip took 31 minutes."),
]


@pytest.mark.parametrize(("one", "other"), NUMBERS)
def test_two_numbers_for_one_thing(one: str, other: str) -> None:
    assert [found.inputs["differ_in"] for found in findings(pair(one, other))] == ["number"]


@pytest.mark.parametrize(("one", "other"), DATES)
def test_two_dates_for_one_event(one: str, other: str) -> None:
    assert [found.inputs["differ_in"] for found in findings(pair(one, other))] == ["date"]


@pytest.mark.parametrize(("one", "other"), NEGATIONS)
def test_a_statement_and_its_denial(one: str, other: str) -> None:
    found = list(findings(pair(one, other)))
    assert [one.inputs["differ_in"] for one in found] == ["negation"]
    assert (found[0].kind, found[0].verdict) == ("contradiction", "disputed")
    assert one in f"{found[0].text}." or one.rstrip(".") in found[0].text
    assert found[0].against


@pytest.mark.parametrize(("one", "other"), INNOCENT)
def test_what_can_both_be_true_is_no_contradiction(one: str, other: str) -> None:
    assert list(findings(pair(one, other))) == []
    assert list(findings(pair(other, one))) == []


def test_every_document_on_either_side_is_named_once() -> None:
    told = "The choir has 48 members."
    file = case_of(
        ("Annual report", "official_record", "2025-01-03", told),
        ("Grant form", "official_record", "2025-02-03", told.replace("48", "42")),
        ("Letter of the treasurer", "correspondence", "2025-03-03", told),
    )
    (found,) = findings(file)
    assert len(found.sentences) == 2
    assert len(found.against) == 1
    assert "So also" in found.text


def test_a_document_that_gives_both_values_tells_of_two_things() -> None:
    file = case_of(
        ("Log", "official_record", "", "The pump failed on 3 May 2025. The pump failed on 9 May 2025."),
        ("Letter", "correspondence", "", "The pump failed on 9 May 2025. The garden is dry."),
    )
    assert list(findings(file)) == []
