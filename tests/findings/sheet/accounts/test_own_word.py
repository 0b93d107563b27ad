"""Denials that something was said, and what somebody admits of his own doing, are no hearsay."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.assembling import sheet
from tests.findings.sheet.texts import made_of


def hearsay(sentence: str) -> list[str]:
    letter = f"Dear Sir, I write about the gate. {sentence} I ask you to look at it again."
    found = sheet(made_of(letter, "The gate was closed on 4 May 2025. The pump stands in the hall."))
    return [one.text for one in found if one.kind == "leaning"]


@pytest.mark.parametrize(
    "sentence",
    [
        "My brother said no such thing, and the inspector's own log does not have it.",
        "My cousin says nothing of the kind.",
        "It is not true that I was told that the pump was new.",
        "It is untrue that the driver told me that the pump was new.",
        "My brother denies having said that the gate was open.",
        "No rumour of that kind reached me.",
        "The driver told me that the pump was new. That is simply untrue.",
        "I am told that you think the pipe dripped for weeks. We reject that.",
    ],
)
def test_a_denial_that_something_was_said_passes_nothing_on(sentence: str) -> None:
    assert hearsay(sentence) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "He told me that he had opened it himself.",
        "My colleague told me that he had opened it himself.",
        "Mr Hale told me on 3 May that he had opened the valve himself.",
        "The driver told us he himself had left the gate open.",
        "Ms Lund told me that she had signed the sheet twice.",
    ],
)
def test_what_somebody_admits_of_himself_is_heard_first_hand(sentence: str) -> None:
    assert hearsay(sentence) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "A neighbour told me that she had seen the lorry reverse into the wall.",
        "Ms Lund told me that the caretaker had signed the sheet twice.",
        "Mr Hale told me that she had opened the valve.",
        "Somebody told me that he had opened the valve.",
        "The driver told me that the pump was new.",
        "My neighbour told me that he had heard the gate fall.",
        "The driver told me that the pump was new. That is all I know.",
    ],
)
def test_what_somebody_tells_of_others_is_hearsay_still(sentence: str) -> None:
    [told] = hearsay(sentence)
    assert "This is hearsay" in told
