"""Offers accepted after their last day or after they were taken back, each with what tempts beside it."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.governing.offers import findings
from tests.support.case_texts import case_of


def mail(writer: str, to: str, day: str, text: str) -> str:
    return f"From: {writer}\nTo: {to}\nDate: {day}\nSubject: boat\n\n{text}\n\n"


def thread(*mails: tuple[str, str, str]) -> list[tuple[str | None, int]]:
    people = {"Ada Kerr": "Tom Reid", "Tom Reid": "Ada Kerr"}
    text = "".join(mail(who, people[who], day, said) for who, day, said in mails)
    return [(one.verdict, len(one.sentences)) for one in findings(case_of(("Mails", "correspondence", "", text)))]


OFFER = ("Ada Kerr", "Mon, 3 March 2025 10:00", "I offer you the boat for £900. The offer stands until 10 March 2025.")


@pytest.mark.parametrize(
    "accepting",
    ["I accept your offer.", "We hereby accept your kind offer for the boat.", "Dear Ada, your offer is accepted."],
)
def test_after_the_last_day_is_told(accepting: str) -> None:
    assert thread(OFFER, ("Tom Reid", "Wed, 12 March 2025 09:00", accepting)) == [("beyond", 2)]


def test_after_it_was_taken_back_is_told() -> None:
    back = ("Ada Kerr", "Thu, 6 March 2025 08:00", "I must withdraw my offer.")
    assert thread(OFFER, back, ("Tom Reid", "Fri, 7 March 2025 09:00", "I accept your offer.")) == [("beyond", 3)]


@pytest.mark.parametrize(
    "after",
    [
        [("Tom Reid", "Mon, 10 March 2025 23:00", "I accept your offer.")],
        [("Tom Reid", "Wed, 12 March 2025 09:00", "I cannot accept your offer.")],
        [("Tom Reid", "Wed, 12 March 2025 09:00", "Would you mind if I accept your offer?")],
        # Whoever offered says that it stands longer.
        [
            ("Ada Kerr", "Tue, 11 March 2025 09:00", "I extend my offer by a week."),
            ("Tom Reid", "Wed, 12 March 2025 09:00", "I accept your offer."),
        ],
        # It had been accepted before; this says it again.
        [
            ("Tom Reid", "Wed, 5 March 2025 09:00", "I accept your offer."),
            ("Tom Reid", "Wed, 12 March 2025 09:00", "As you know we accept your offer."),
        ],
        # Somebody else's own words are no acceptance, nor is what its maker says.
        [("Ada Kerr", "Wed, 12 March 2025 09:00", "Tom, I accept your offer of help.")],
        # Taken back by who did not make it.
        [
            ("Tom Reid", "Thu, 6 March 2025 08:00", "I withdraw my offer of a swap."),
            ("Tom Reid", "Fri, 7 March 2025 09:00", "I accept your offer."),
        ],
        [("Tom Reid", "Wed, 12 March 2025 09:00", "I accept your offer 17/25.")],
    ],
)
def test_what_tempts_is_not_told(after: list[tuple[str, str, str]]) -> None:
    assert thread(OFFER, *after) == []


def test_letters_are_bound_by_the_number_of_the_offer() -> None:
    def told(number: str) -> list[str | None]:
        file = case_of(
            ("Quotation 25-118", "correspondence", "2025-03-03", "Quotation 25-118. We quote £900 for the roof. This quotation is valid until 10 March 2025."),
            ("Quotation 25-120", "correspondence", "2025-03-03", "Quotation 25-120. We quote £300 for the gate. This quotation is valid until 30 March 2025."),
            ("Letter", "correspondence", "2025-03-12", f"We accept your quotation {number}."),
        )  # fmt: skip
        return [one.verdict for one in findings(file)]

    assert told("25-118") == ["beyond"]
    assert told("25-120") == []
    assert told("") == []


def test_a_day_without_a_year_is_in_that_of_the_offer() -> None:
    offer = (
        "Ada Kerr",
        "Mon, 29 December 2024 10:00",
        "I offer you the boat. You can say yes until Friday, 3 January.",
    )
    assert thread(offer, ("Tom Reid", "Sun, 5 January 2025 09:00", "I accept your offer.")) == [("beyond", 2)]
    assert thread(offer, ("Tom Reid", "Thu, 2 January 2025 09:00", "I accept your offer.")) == []
