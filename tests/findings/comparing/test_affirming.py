"""A condition is met only by a sentence that affirms its doing: not one that refuses it, asks for it or is of another."""

from __future__ import annotations

import pytest

from foam_graph.findings.comparing.affirming import stance

LANDLORD = "the landlord has consented to the works"
HOSPITAL = "the hospital has certified the works as urgent"
OWNER = "the owner has agreed to the change"
LIVED = "the applicant has lived in the dwelling for six months"
AT_LEAST = "the applicant has lived in the dwelling for at least 6 months"
SURVEYOR = "a surveyor has inspected the roof"
DOCTOR = "the disability is certified by a doctor"
PARENTS = "the parents have given written permission"
AUDITOR = "the auditor has approved the accounts"
BOARD = "the board has ratified the contract"
VET = "a veterinary surgeon has examined the horse"
REMINDERS = "two reminders have been sent"
FEE = "the fee has been paid"
INSURER = "the insurer has accepted the claim"
ETHICS = "the ethics committee has approved the trial"
CHILD = "the guest is a child"
LICENCE = "the driver holds a licence"
PATIENT = "the patient has signed the form"

MET = [
    (LANDLORD, "The landlord has consented to the works."),
    (LANDLORD, "On 4 May the landlord consented to the works in writing."),
    (LANDLORD, "The landlord gave his consent to the works on 4 May."),
    (LANDLORD, "The landlord's consent to the works was received on 4 May."),
    (LANDLORD, "The landlord, asked on 2 May, consented to the works."),
    (LANDLORD, "She asked for and received the landlord's consent to the works."),
    (HOSPITAL, "The hospital certified the works as urgent on 1 June."),
    (HOSPITAL, "The works were certified as urgent by the hospital."),
    (HOSPITAL, "The hospital, which was asked on 2 May, has certified the works as urgent."),
    (OWNER, "The owner agreed to the change on 3 March."),
    (LIVED, "The applicant has lived in the dwelling for six months."),
    (AT_LEAST, "The applicant has lived in the dwelling for 8 months."),
    (SURVEYOR, "A surveyor inspected the roof in May."),
    (SURVEYOR, "The roof was inspected by a surveyor."),
    (DOCTOR, "A doctor certified the disability."),
    (PARENTS, "The parents gave written permission on Monday."),
    (AUDITOR, "The auditor approved the accounts for 2024."),
    (BOARD, "On 7 July the board ratified the contract."),
    (VET, "A veterinary surgeon examined the horse before the race."),
    (REMINDERS, "Two reminders were sent in April."),
    (FEE, "The fee was paid on 2 May."),
    (INSURER, "The insurer accepted the claim in full."),
    (ETHICS, "The ethics committee approved the trial on 9 May."),
    (PATIENT, "The patient signed the form at nine."),
    (CHILD, "The guest is a child of six."),
    (LICENCE, "The driver holds a licence."),
]
REFUSED = [
    (LANDLORD, "Your landlord refused his consent."),
    (LANDLORD, "The landlord has refused his consent to the works."),
    (LANDLORD, "The landlord declined to consent to the works."),
    (LANDLORD, "The landlord's consent to the works was withheld."),
    (OWNER, "The owner withdrew his agreement to the change."),
    (AUDITOR, "The auditor revoked his approval of the accounts."),
    (PARENTS, "The parents denied permission."),
    (ETHICS, "The ethics committee rejected the approval of the trial."),
    (DOCTOR, "The doctor refused a certificate of the disability."),
    (PATIENT, "The patient refused his signature."),
]
OPEN = [
    (LANDLORD, "I asked the landlord for his consent."),
    (LANDLORD, "I asked the landlord for his consent to the works and he has not answered."),
    (LANDLORD, "The landlord promised to consent to the works."),
    (LANDLORD, "The landlord will consent to the works if the rent is raised."),
    (LANDLORD, "The landlord did not refuse his consent to the works."),
    (LANDLORD, "The landlord's consent to the works is needed."),
    (LANDLORD, "The tenant has consented to the works."),
    (LANDLORD, "The landlord's wife has consented to the works."),
    (LANDLORD, "The tenant told the landlord that she consented to the works."),
    (LANDLORD, "The tenant says that the landlord has consented to the works."),
    (LANDLORD, "According to the tenant the landlord has consented to the works."),
    (LANDLORD, "The landlord has consented in principle to the works."),
    (LANDLORD, "The landlord considered whether he consented to the works."),
    (LANDLORD, "A consent form for the works was sent to the landlord."),
    (LANDLORD, "The landlord has been asked to give his consent to the works."),
    (LANDLORD, "We hope for the landlord's consent to the works."),
    (HOSPITAL, "The hospital was asked to certify the works as urgent."),
    (HOSPITAL, "The hospital offered to certify the works as urgent."),
    (HOSPITAL, "The doctor proposed that the hospital certify the works as urgent."),
    (HOSPITAL, "The works are to be certified as urgent by the hospital."),
    (HOSPITAL, "The clinic has certified the works as urgent."),
    (LIVED, "The applicant says that she has lived in the dwelling for four months."),
    (LIVED, "The applicant has lived in the dwelling for four months."),
    (LIVED, "The applicant has lived in the dwelling for nearly six months."),
    (AT_LEAST, "The applicant has lived in the dwelling for 4 months."),
    (SURVEYOR, "The roof was inspected by the owner's nephew."),
    (SURVEYOR, "A surveyor was sought to inspect the roof."),
    (SURVEYOR, "An inspection of the roof by a surveyor was requested."),
    (BOARD, "The board intends to ratify the contract in July."),
    (BOARD, "The director ratified the contract."),
    (BOARD, "The board discussed the ratification of the contract."),
    (VET, "The groom examined the horse."),
    (REMINDERS, "Three letters and a call were made."),
    (FEE, "Payment of the fee is due."),
    (FEE, "The fee was to be paid on 2 May."),
    (INSURER, "The insurer was urged to accept the claim."),
    (ETHICS, "The ethics committee awaits the approval of the trial."),
    (PARENTS, "The school wants the parents to give written permission."),
    (PATIENT, "The nurse signed the form."),
]  # fmt: skip


@pytest.mark.parametrize(("condition", "fact"), MET)
def test_what_is_told_as_done_is_affirmed(condition: str, fact: str) -> None:
    assert stance(condition, fact) == "affirmed"


@pytest.mark.parametrize(("condition", "fact"), REFUSED)
def test_what_is_refused_or_taken_back_is_not(condition: str, fact: str) -> None:
    assert stance(condition, fact) == "refused"


@pytest.mark.parametrize(("condition", "fact"), OPEN)
def test_what_is_asked_for_or_of_another_is_left_open(condition: str, fact: str) -> None:
    assert stance(condition, fact) == "open"


def test_a_name_stands_for_whom_another_paper_says() -> None:
    fact = "Mr Dekker has consented to the works."
    assert stance(LANDLORD, fact) == "open"
    assert stance(LANDLORD, fact, ("I wrote to my landlord, Mr Dekker, on 2 March.",)) == "affirmed"
    assert stance(LANDLORD, fact, ("I wrote to my neighbour, Mr Dekker, on 2 March.",)) == "open"


def test_a_condition_that_asks_for_a_refusal_is_met_by_one() -> None:
    assert stance("the landlord has refused his consent", "The landlord refused his consent.") == "affirmed"
    assert stance("the applicant has asked for consent", "The applicant asked for consent.") == "affirmed"


@pytest.mark.parametrize("text", ["", " ", "?", "Nothing.", "\N{SNOWMAN}", "the"])
def test_what_is_no_sentence_asserts_nothing(text: str) -> None:
    assert stance(LANDLORD, text) == "open"
    assert stance(text, LANDLORD) in ("affirmed", "open")
