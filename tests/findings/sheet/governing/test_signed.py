"""Signatures under a paper, counted, against how many its rule asks for."""

from __future__ import annotations

import pytest

from foam_graph.findings.sheet.governing.signed import findings
from tests.support.case_texts import case_of

RULE = "A cheque of more than $500 must be signed by two trustees."


def told(rule: str, paper: str, title: str = "Cheque of the Elm Trust") -> list[tuple[str | None, int]]:
    file = case_of(
        (
            "Statutes of the Elm Trust",
            "policy_manual",
            "2020-01-02",
            f"These are the statutes of the Elm Trust. {rule}",
        ),
        (title, "unknown", "2024-06-30", paper),
    )
    return [(one.verdict, len(one.sentences)) for one in findings(file)]


ONE = "{}\n\nAmount: $740\n\nSignature: K. Rowe\n\nSignature: ____________\n"


@pytest.mark.parametrize(
    ("rule", "title"),
    [
        (RULE, "Cheque of the Elm Trust"),
        ("A lease of the Elm Trust requires two signatures.", "Lease of the barn, Elm Trust"),
        ("Contracts must bear the signature of both trustees.", "Contract with the Elm Trust"),
        ("Two trustees must sign every contract. Contracts need two signatures.", "Contract with the Elm Trust"),
    ],
)
def test_one_signature_where_two_are_asked_for_is_told(rule: str, title: str) -> None:
    assert told(rule, ONE.format(title), title)[0] == ("not_met", 3)


@pytest.mark.parametrize(
    "paper",
    [
        "Cheque of the Elm Trust\n\nAmount: $740\n\nSignature: K. Rowe\n\nSignature: M. Lund\n",
        # Under the bound one is enough.
        "Cheque of the Elm Trust\n\nAmount: $480\n\nSignature: K. Rowe\n\nSignature: ______\n",
        # A copy that shows one side alone.
        "Cheque of the Elm Trust\n\nAmount: $740\n\nSignature: K. Rowe\n",
        # Something is there that is no name.
        "Cheque of the Elm Trust\n\nAmount: $740\n\nSignature: K. Rowe\n\nSignature: see page 2, ~~\n",
        "Cheque of the Elm Trust\n\nAmount: $740\n\nSignature: ____\n\nSignature: ____\n",
        "Cheque of the Elm Trust\n\nAmount: £740\n\nSignature: K. Rowe\n\nSignature: ____\n",
    ],
)
def test_what_does_not_show_it_is_not_told(paper: str) -> None:
    assert told(RULE, paper) == []


def test_another_paper_and_an_open_rule_are_not_meant() -> None:
    assert told(RULE, ONE.format("Receipt of the Elm Trust"), "Receipt of the Elm Trust") == []
    open_ = "A cheque of more than $500 must be signed by two trustees or by the chair."
    assert told(open_, ONE.format("Cheque of the Elm Trust")) == []
    assert told("A cheque must be signed by one trustee.", ONE.format("Cheque of the Elm Trust")) == []
