"""Hearsay, one origin, interest; and documents that nobody used."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.leaning import findings, unused
from tests.findings.sheet.texts import made_of
from tests.support.case_texts import case_of, pair

HEARSAY = [
    "He told me that she does not accept the figure.",
    "I heard something that the owner had said about the lock.",
    "It is said that an army needs a vote each year.",
    "It is said in the street that the owner wants the insurance money.",
    "She told me that the lock had been changed.",
    "A neighbour said that the dog barked all night.",
    "I was told that the boat had been sold.",
    "I heard that the clerk kept a second ledger.",
    "The warden is said to have taken the key.",
    "It is rumoured that the pier will be closed.",
    "An anonymous caller reported that the nets were stolen.",
    "According to a former employee, the scales were never tested.",
    "People say the well was dry in May.",
    "We heard from the market that the eggs were old.",
    "The mayor is reported to have signed the deed at home.",
    "One of the drivers told us that the brakes had failed.",
    "By all accounts the cellar was flooded.",
    "Mr A. Merrow has told me that he saw the warden take the key.",
    "A man at the gate said that the lamp was out.",
    "I am told that the form was thrown away.",
    "Mrs Hale says somebody told her that the dog sleeps in the hall, but I have never seen it myself.",
    "I understand that the tenant has a second key.",
    "The boat is said to have been sold.",
    "I was told that the boiler had failed, so I rang the plumber.",
]
FIRST_HAND = [
    # What somebody knows of himself, why he writes, a notice that he took, what he lived through, a supposition.
    "I understand that my duty is to the court.",
    "I was told that letters without a name are not read, so here is mine.",
    "She told me on Tuesday 9 May and I entered it in the diary, the hall being empty.",
    "The wall is said to have stood in May, but when I worked there in June we were still digging.",
    "Someone must have told them about the key.",
    # The teller's own mind, what a body hears, something without a content, an objection that the writer answers.
    "He told me plainly that he does not accept the figure of the laboratory.",
    "They told us that they would prefer a later day.",
    "The Council heard that late applications had made it hard to find witnesses.",
    "I have heard things about the warden which you ought to know.",
    "I have heard many stories about the quay.",
    "It is said that an army needs a vote each year; whereas the charter gives it two.",
    "The month is taken at 44,640 minutes, as we were told to do.",
    "The leak was noticed at 6.40 a.m. and the Office heard of it at 11.15 a.m.",
    # What the writer told somebody, what its reader said himself, what somebody is going to do.
    "A man answered and I told him the number of the batch and what I had seen.",
    "You also told us that the cooler cannot keep to the limit in warm weather.",
    "Mr A. Merrow has told me that he will again take no part.",
    # Nobody told anything, the writer does not go into what was told, and what the reader of a letter knows himself.
    "Nobody at the yard has ever told us why the crane stood still.",
    "No one has since informed me of the result.",
    "We have never once been told who signed for the parcel.",
    "I make no comment on what is alleged to have gone on in the cellar.",
    "The panel expressed no opinion on what the porter is said to have seen.",
    "I do not go into what was said to have passed between them.",
    "I understand that the greenhouse is not covered by your policy.",
    "I saw the warden take the key.",
    "The log shows that the brakes failed.",
    "Ms Orr says that the lock was changed.",
    "The court was told the date of the hearing.",
    "The neighbour lives at 4 Quay Street.",
    "According to the register, the boat was sold.",
    "The caller left a number.",
    "The engineer reported that the cable was worn.",
    "The members met on 3 May 2025.",
    "The report said nothing about the well.",
    "The clerk told the truth.",
    "The account was closed.",
]
INTEREST = [
    "The study was funded by the quarry.",
    "The survey was paid for by the hotel association.",
    "The evaluation was commissioned by the supplier.",
    "The valuer owns shares in the buyer.",
    "The expert has a financial interest in the licence.",
    "The tester receives a commission for each sale.",
    "The author stands to profit from the sale of the land.",
    "The trial was sponsored by the maker of the pump.",
    "The broker is paid per contract.",
    "The inspector held a stake in the mill.",
    "The adviser receives a bonus for each loan.",
    "The report was financed in part by the brewery.",
]


@pytest.mark.parametrize("text", HEARSAY)
def test_hearsay_is_told(text: str) -> None:
    (found,) = findings(pair("The quay is long.", text))
    assert (found.kind, found.inputs["leans_on"]) == ("leaning", "hearsay")
    assert text.rstrip(".") in found.text


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("I understand that the tenant has a second key.", False),
        ("We understand that the well was dry in May.", False),
        ("I understand from Mr Hale that the well was dry in May.", True),
        ("I was told that the well was dry, and I understand that the tenant has a second key.", True),
    ],
)
def test_what_is_understood_without_a_source_is_not_called_the_word_of_another(text: str, heard: bool) -> None:
    (found,) = findings(pair("The quay is long.", text))
    assert ("passes on what somebody else said" in found.text) is heard
    assert ("understands to be so, without a source that is named" in found.text) is not heard


@pytest.mark.parametrize("text", FIRST_HAND)
def test_what_a_source_says_itself_is_no_hearsay(text: str) -> None:
    assert [one.text for one in findings(pair("The quay is long.", text))] == []


@pytest.mark.parametrize("text", INTEREST)
def test_a_source_with_an_interest(text: str) -> None:
    (found,) = findings(pair("The quay is long.", text))
    assert found.inputs["leans_on"] == "interest"


@pytest.mark.parametrize(
    "text",
    ["Nobody paid for the study.", "The study was not funded by the quarry.", "The pupils have an interest in boats."],
)
def test_no_interest_is_made_up(text: str) -> None:
    assert list(findings(pair("The quay is long.", text))) == []


def test_hearsay_is_held_against_what_others_say() -> None:
    (found,) = findings(
        pair("The lock of the shed was not changed.", "She told me that the lock of the shed had been changed.")
    )
    assert "Against it" in found.text
    assert found.against


def test_to_know_somebody_repeats_no_hearsay() -> None:
    known = "I have known Mr Orr and Mr Quist for many years."
    (found,) = findings(pair(known, "I was told by a driver that everybody ought to know what Mr Orr did."))
    assert "told as a fact" not in found.text


def test_several_documents_with_one_origin_count_once() -> None:
    file = case_of(
        ("Minutes", "official_record", "2025-05-01", "According to the fire chief, the hydrant was frozen."),
        ("Press report", "news", "2025-05-02", "According to the fire chief, the hydrant was frozen in the night."),
        ("Letter", "correspondence", "2025-05-03", "According to the plumber, the pipe was new."),
    )
    (found,) = findings(file)
    assert found.inputs == {"leans_on": "one origin", "origin": "the fire chief"}
    assert len(found.sentences) == 2


def test_documents_that_nobody_used() -> None:
    file = pair("The quay is long.", "The pier is short.")
    used = next(iter(file)).id
    (found,) = unused(file, {used})
    assert found.kind == "unused"
    assert "Account of the clerk" in found.text
    assert len(list(unused(file, ()))) == 2


MEETING = "The mill has lost its licence, it was said at the last meeting."


@pytest.mark.parametrize(
    ("repeat", "told"),
    [
        (MEETING, "It is told on, with where it was heard, in"),
        ("The mill has lost its licence.", "It is told as a fact, without a source of its own, in"),
    ],
)
def test_a_repeat_that_names_where_it_was_heard_is_not_told_as_without_a_source(repeat: str, told: str) -> None:
    (found,) = findings(pair(repeat, "I was told that the mill had lost its licence."))
    assert told in found.text
    assert found.text.count("It is told ") == 1


PAID = "The study is paid for by Halvor Mills."


def test_who_pays_a_share_by_another_paper_is_not_said_to_have_an_interest() -> None:
    (found,) = findings(pair("The sponsor, Halvor Mills, pays 30 percent of the grant.", PAID))
    assert "Somebody has an interest" not in found.text
    assert "30 percent of the grant" in found.text
    assert len(found.sentences) == 2


@pytest.mark.parametrize(
    "other",
    [
        "The sponsor, Quarry Mills, pays 30 percent of the grant.",
        "The sponsor, Halvor Mills, sold 30 percent of the flour.",
        "The sponsor, Halvor Mills, pays the rent.",
    ],
)
def test_another_payer_or_no_share_changes_nothing(other: str) -> None:
    assert any("Somebody has an interest" in one.text for one in findings(pair(other, PAID)))


def test_who_says_what_he_heard_leans_on_nothing_that_stands_before() -> None:
    text = "We thought of a new roof. As we have heard from a joiner, who has it from a colleague, the mill was sold last year."
    (found,) = list(findings(case_of(("Letter", "correspondence", "2024-05-04", text))))
    assert "rests" not in found.text


def test_what_somebody_does_not_know_or_tell_is_no_hearsay() -> None:
    text = "The mill was sold. What one of the joiners is said to have said I cannot tell you."
    assert not list(findings(case_of(("Letter", "correspondence", "2024-05-04", text))))


def texts(*documents: tuple[str, str]) -> list[str]:
    file = made_of(*(text for _, text in documents), titles=tuple(title for title, _ in documents))
    return [one.text for one in findings(file) if one.inputs.get("leans_on") == "hearsay"]


def test_what_a_charge_alleges_is_not_hearsay_and_in_another_paper_it_is() -> None:
    told = "On that day two ledgers are said to have been kept."
    assert texts(("Statement of allegations", told)) == []
    assert len(texts(("Letter of Ines Kray", told))) == 1


def test_a_teller_whose_own_paper_is_in_the_file_is_told() -> None:
    mail = ("Mail of Ines Kray", "Sundby has been a good neighbour and has told us in May that it has the berths.")
    (found,) = texts(mail, ("Letter of Sundby harbour", "We can take up to 40 boats more a year."))
    assert "has a paper of its own: the letter of Sundby harbour" in found
    (alone,) = texts(mail, ("Letter to Sundby harbour", "We ask for 40 berths."))
    assert "of its own" not in alone


@pytest.mark.parametrize(
    ("paper", "own"),
    [
        ("From: Halvard Moen\n\nWe can take up to 40 boats more a year.", True),
        ("We can take up to 40 boats more a year.\n\nHalvard Moen, harbour master", True),
        ("From: Peter Falk\n\nWe can take up to 40 boats more a year.", False),
        ("We can take up to 40 boats more a year.\n\nPeter Falk, who works for Moen, came by.", False),
    ],
)
def test_a_paper_that_names_its_writer_in_its_head_or_at_its_end_is_his(paper: str, own: bool) -> None:
    mail = ("Mail of Ines Kray", "Moen has been a good neighbour and has told us in May that it has the berths.")
    (found,) = texts(mail, ("Paper on the harbour", paper))
    assert ("has a paper of its own: the Paper on the harbour" in found) is own


def test_what_the_writer_says_of_himself_does_not_rest_on_hearsay() -> None:
    own = "I never saw the papers of the welders. It was Ken who told me that they had none, and where he had it from I cannot say."
    assert all("On this rests" not in one for one in texts(("Statement of Orme", own)))
    on = "The engineer takes presents from the firm. Our chairman had it from a barmaid at the Anchor."
    assert any('On this rests: "The engineer takes presents' in one for one in texts(("Letter of Quill", on)))
