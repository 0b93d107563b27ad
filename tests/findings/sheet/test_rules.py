"""Conditions and exceptions of rules, in many wordings: met, not met, disputed, or no document says."""

from __future__ import annotations

import pytest

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.rules import findings
from tests.support.case_texts import case_of

BYLAW = ("Bylaw of the allotment society", "law", "2020-01-01")
MINUTES = ("Minutes of the committee", "official_record", "2025-05-02")
LETTER = ("Letter of the treasurer", "correspondence", "2025-05-09")
STATEMENT = ("Statement of Ms Orr", "testimony", "2025-05-20")
REFUSAL = ("Decision of the committee", "decision", "2025-05-30")


def file_of(rule: str, *facts: tuple[tuple[str, str, str], str]) -> CaseFile:
    return case_of((*BYLAW, f"{rule} This bylaw has nine sections."), *((*source, text) for source, text in facts))


def only(rule: str, *facts: tuple[tuple[str, str, str], str]) -> Finding:
    found = list(findings(file_of(rule, *facts)))
    assert len(found) == 1, [one.text for one in found]
    return found[0]


MET = [
    ("A shed may be built only if the neighbour has signed the plan.", "The neighbour signed the plan of the shed."),
    ("The pump may be started only when the valve is closed.", "The valve of the pump was closed."),
    ("Only after the electrician has tested the wiring may the stage be used.", "The electrician tested the wiring."),
    ("A key is handed out provided that the deposit has been paid.", "The deposit was paid in cash."),
    ("No boat may leave the harbour until the pilot has boarded it.", "The pilot boarded the boat."),
    ("The crane must not be used before the engineer has inspected the cable.", "The engineer inspected the cable."),
    ("If the roof leaks, the landlord must reduce the rent.", "The roof leaked for six weeks."),
    ("A refund is due when the concert is cancelled.", "The concert was cancelled by the hall."),
    ("A permit is valid only where the fire brigade has approved the exits.", "The fire brigade approved the exits."),
    ("The prize requires a signed entry form.", "The entry form was signed by her."),
    ("A grant may be paid as long as the accounts were audited.", "The accounts were audited by a firm in Leith."),
    ("A member who has passed the safety course may use the kiln.", "Ms Orr passed the safety course."),
    ("The goods may be returned if the seal is unbroken.", "The seal was unbroken."),
]
NOT_MET = [
    ("A shed may be built only if the neighbour has signed the plan.", "The neighbour has not signed the plan."),
    ("The pump may be started only when the valve is closed.", "The valve of the pump was open."),
    (
        "Only after the electrician has tested the wiring may the stage be used.",
        "The electrician never tested the wiring.",
    ),
    ("A key is handed out provided that the deposit has been paid.", "The deposit was not paid."),
    ("No boat may leave the harbour until the pilot has boarded it.", "The pilot did not board the boat."),
    (
        "The crane must not be used before the engineer has inspected the cable.",
        "The engineer had not inspected the cable.",
    ),
    ("A refund is due when the concert is cancelled.", "The concert was not cancelled."),
    ("A permit is valid only where the fire brigade has approved the exits.", "The fire brigade rejected the exits."),
    ("A grant may be paid as long as the accounts were audited.", "The accounts were not audited."),
    ("A member who has passed the safety course may use the kiln.", "Ms Orr did not pass the safety course."),
    (
        "A claim is admitted only if the application was filed before 1 May 2025.",
        "The application was filed on 9 May 2025.",
    ),
    ("A discount applies only if the order exceeds $400.", "The order was for $310."),
]
EXCEPTIONS = [
    ("The fee is due on entry unless the visitor is a pupil of the school.", "Ms Orr was a pupil of the school."),
    ("Dogs are banned from the beach, except when the lifeguard is off duty.", "The lifeguard was off duty."),
    ("The fine must be paid unless the machine was out of order.", "The ticket machine was out of order."),
    ("Unless the train was cancelled, the ticket must be used on the day.", "The train was cancelled."),
    ("The curfew does not apply if the hall is hired by the parish.", "The hall was hired by the parish."),
    ("The deposit is lost, except in case of a burst pipe.", "A burst pipe flooded the flat."),
    ("Late entries are refused unless the post office was on strike.", "The post office was on strike."),
    ("The limit does not apply to a vehicle that carries oxygen bottles.", "The vehicle carried oxygen bottles."),
    (
        "The account must be closed except where the bank has agreed to an extension.",
        "The bank agreed to an extension.",
    ),
    ("A tree must not be felled unless the trunk is hollow.", "The trunk of the tree was hollow."),
    ("The hearing is public, except where the witness is a minor.", "The witness was a minor."),
    ("Objections end the procedure unless the objection is withdrawn.", "The objection was withdrawn."),
]
SILENT = [
    (
        "The committee may waive the fee only if the gardener applied in writing.",
        "The committee waived the fee for Ms Orr.",
    ),
    ("A key may be copied only if the warden has consented.", "Mr Lund copied the key."),
    ("The tree may be felled only when the forester has marked it.", "Mr Lund felled the tree."),
    ("A loan may be extended provided that a guarantor has signed.", "The bank extended the loan."),
    ("A guest may be excluded only after two written warnings.", "The club excluded the guest."),
    ("The committee shall not sell the tractor before the members have voted.", "The committee sold the tractor."),
    ("No wall may be demolished without the consent of the surveyor.", "Mr Lund demolished the wall."),
    ("The board may dismiss the coach if the coach has been warned in writing.", "The board dismissed the coach."),
    ("A player may be suspended only where the referee has filed a report.", "The league suspended the player."),
    ("The rent may be raised only if the flat was renovated.", "The landlord raised the rent."),
    ("The contract may be terminated only when the payment is overdue.", "The supplier terminated the contract."),
    ("The deposit may be kept only if the tenant caused the damage.", "The landlord kept the deposit."),
]


@pytest.mark.parametrize(("rule", "fact"), MET)
def test_one_undisputed_source_meets_a_condition_as_a_single_source(rule: str, fact: str) -> None:
    found = only(rule, (MINUTES, fact))
    assert (found.kind, found.verdict) == ("rule", "met_single_source")
    assert fact.rstrip(".") in found.text
    assert found.inputs["sources"] == {"for": ["official_record"], "against": []}


@pytest.mark.parametrize(("rule", "fact"), MET)
def test_two_documents_meet_a_condition(rule: str, fact: str) -> None:
    assert only(rule, (MINUTES, fact), (LETTER, f"{fact} It rained.")).verdict == "met"


@pytest.mark.parametrize(("rule", "fact"), NOT_MET)
def test_a_denial_fails_a_condition(rule: str, fact: str) -> None:
    found = only(rule, (MINUTES, fact))
    assert (found.verdict, len(found.against)) == ("not_met", 1)


@pytest.mark.parametrize(("rule", "fact", "denial"), [
    (rule, fact, denial) for (rule, fact), (other, denial) in zip(MET, NOT_MET, strict=False) if rule == other
])  # fmt: skip
def test_one_partys_word_never_meets_what_another_document_disputes(rule: str, fact: str, denial: str) -> None:
    found = only(rule, (STATEMENT, fact), (REFUSAL, denial))
    assert found.verdict == "disputed"
    assert found.against
    assert fact.rstrip(".") in found.text
    assert denial.rstrip(".") in found.text


@pytest.mark.parametrize(("rule", "fact"), EXCEPTIONS)
def test_an_exception_is_found_with_its_fact(rule: str, fact: str) -> None:
    found = only(rule, (MINUTES, fact))
    assert (found.inputs["kind"], found.verdict) == ("exception", "met_single_source")
    assert fact.rstrip(".") in found.text


@pytest.mark.parametrize(("rule", "deed"), SILENT)
def test_what_was_done_without_a_word_on_the_condition(rule: str, deed: str) -> None:
    found = only(rule, (MINUTES, f"{deed} The meeting ended at nine."))
    assert found.verdict == "no_document_says"
    assert "No document says" in found.text
    assert deed.rstrip(".") in found.text


@pytest.mark.parametrize(("rule", "fact"), [
    ("A shed may be built only if the neighbour has signed the plan.", "The mayor signed the petition."),
    ("A key is handed out provided that the deposit has been paid.", "The deposit would be paid next year."),
    ("A refund is due when the concert is cancelled.", "The concert should be cancelled."),
    ("A refund is due when the concert is cancelled.", "If the concert is cancelled, the band goes home."),
    ("If the roof leaks, the landlord must reduce the rent.", "Was the roof leaking?"),
    ("The pump may be started only when the valve is closed.", "The shop was closed."),
    ("The fee is due on entry unless the visitor is a pupil.", "The school has 300 pupils."),
    ("The fine must be paid unless the machine was out of order.", "The clerk asked whether the machine was out of order."),
    ("The hearing is public, except where the witness is a minor.", "The witness was a plumber."),
    ("A tree must not be felled unless the trunk is hollow.", "The valley is hollow."),
    ("A member who has passed the safety course may use the kiln.", "The bus passed the kiln."),
    ("A permit is valid only where the fire brigade has approved the exits.", "The fire brigade will approve the exits."),
])  # fmt: skip
def test_what_does_not_speak_to_a_condition_decides_nothing(rule: str, fact: str) -> None:
    assert [one.text for one in findings(file_of(rule, (MINUTES, fact)))] == []


def test_an_application_by_word_of_mouth_is_not_in_writing() -> None:
    rule = "The committee may waive the fee only if the gardener applied in writing."
    told = "The committee waived the fee for Ms Orr. Ms Orr applied by telephone."
    found = only(rule, (MINUTES, told))
    assert found.verdict == "no_document_says"
    assert "by telephone" in found.text


def test_a_thing_that_a_rule_counts_as_the_exception_speaks_for_it() -> None:
    rule = ("A late form is refused unless good cause is shown. "
            "Good cause includes a landslide, a death in the family and a strike.")  # fmt: skip
    found = only(rule, (REFUSAL, "No good cause was shown."), (MINUTES, "A landslide closed the only road."))
    assert found.verdict == "disputed"
    assert "landslide closed" in found.text


def test_facts_of_another_persons_case_decide_nothing() -> None:
    ruling = ("Ruling in the matter of Ola Brandt", "ruling", "2019-01-01")
    rule = "A refund is due when the concert is cancelled."
    assert list(findings(file_of(rule, (ruling, "The concert was cancelled.")))) == []


def test_a_permission_that_nobody_used_has_no_unmet_condition() -> None:
    rule = "The buyer may reject the milk only if the milk is above 8 degrees."
    measured = "The milk was at 4 degrees."
    assert list(findings(file_of(rule, (MINUTES, measured)))) == []
    assert only(rule, (MINUTES, measured), (LETTER, "The buyer rejected the milk.")).verdict == "not_met"


LISTED = "A late entry is refused, except when good cause is shown. Good cause includes a hospital stay and a storm."


def test_what_is_only_dated_by_a_listed_thing_does_not_show_it() -> None:
    rest = (MINUTES, "Writing was painful for a week after the hospital stay.")
    told = (STATEMENT, "Ms Orr was in hospital from 3 May 2025 to 6 May 2025.")
    refusal = (REFUSAL, "No good cause has been shown to the committee.")
    file = file_of(LISTED, rest, told, refusal)
    (one,) = [one for one in findings(file) if one.inputs["kind"] == "exception"]
    quoted = {file.sentence(name).text for name in (*one.sentences, *one.against)}
    assert one.verdict == "disputed"
    assert told[1] in quoted
    assert rest[1] not in quoted


def test_a_partys_figure_is_no_second_source() -> None:
    rule = "A pond may be drained only when the water loss is at least 10 litres."
    one = only(
        rule,
        (MINUTES, "The water loss of the pond was 14 litres."),
        (STATEMENT, "The water loss of the pond was 39 litres."),
    )
    assert one.verdict == "met_single_source"
    assert len(one.sentences) == 2


def test_a_duty_that_is_done_as_somebody_likes_it_leaves_no_gap() -> None:
    rule = "Moorings shall be laid to the satisfaction of the harbour master."
    told = "The harbour master thought that the moorings were too near to the slip and it was agreed to lay one of the moorings at the quay."
    assert [one.text for one in findings(file_of(rule, (MINUTES, told))) if one.verdict == "no_document_says"] == []


@pytest.mark.parametrize(
    ("told", "silent"),
    [
        ("This is a written reminder under rule 3. The rent of £40 is owed.", False),
        ("The rent of £40 is owed. Reminder sent 12 May.", False),
        ("This letter is our last reminder. The rent of £40 is owed.", False),
        ("The rent of £40 is owed. The weather was bad.", True),
        ("This is no reminder. The rent of £40 is owed.", True),
        ("No reminder was sent in May. The rent of £40 is owed.", True),
        ("Nobody thought of a reminder. The rent of £40 is owed.", True),
    ],
)
def test_a_paper_that_calls_itself_what_the_rule_asks_for_is_there(told: str, silent: bool) -> None:
    rule = "A tenancy may be withdrawn only if a written reminder has been sent."
    acted = "The committee withdrew the tenancy of plot 27."
    found = {one.verdict for one in findings(file_of(rule, (MINUTES, acted), (LETTER, told)))}
    assert bool(found & {"no_document_says", "not_met"}) == silent
    unsaid = findings(file_of(rule, (MINUTES, acted), (LETTER, "The weather was bad.")))
    assert [one.verdict for one in unsaid] == ["no_document_says"]
