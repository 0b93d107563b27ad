"""Each paper of a file that holds several has its own name and day; what is one paper stays whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.findings.sheet.assembling import sheet
from foam_graph.findings.sheet.described import described
from foam_graph.findings.sheet.document_dates import document_dates
from foam_graph.findings.sheet.mails.papers_within import apart
from foam_graph.findings.sheet.standing.naming import called
from foam_graph.findings.sheet.standing.statements import statements
from tests.findings.sheet.texts import made_of

BUNDLE = """## A. Letter of 2 September 2025, by first class post

The committee will meet in the hut. You may come and speak.

## B. Minutes of the committee, 12 September 2025

Four were in favour. The motion was carried.

## C. Notice of withdrawal, 18 September 2025, signed for on Saturday 20 September 2025

The hedge was measured on 14 June. The charge for clearing is £145.
"""
LETTERS = """Merrow Imaging Ltd
2 June 2025
Dear Ms Farrow, the second machine is held up at our factory.
L. Vance

St Bride's, 8 August 2025
MEMO to finance
The second machine came on 24 July. Please deduct.
O. Farrow

Merrow Imaging Ltd
19 August 2025
Dear Ms Farrow, the second machine was delivered to you on 14 July.
L. Vance
"""


def days(text: str, title: str = "07_papers") -> list[str]:
    return [one.date for one in described(made_of(text, "The quay is long.", titles=(title, "Log"))).documents[:-1]]


def test_papers_under_headings_are_called_by_them() -> None:
    file = described(made_of(BUNDLE, titles=("14_papers",)))
    found = {one.text: called(one) for one in statements(file)}
    assert found["You may come and speak."] == '"Letter of 2 September 2025" (2025-09-02)'
    assert found["The motion was carried."] == "the minutes of the committee (2025-09-12)"
    assert found["The charge for clearing is £145."] == "the notice of withdrawal (2025-09-18)"


def test_a_day_without_a_year_is_of_the_year_of_its_own_letter() -> None:
    (event,) = [one for one in sheet(made_of(LETTERS, titles=("delay_letters",))) if "14 July" in one.text]
    assert event.text.startswith("14 July 2025:")


def test_letters_below_one_another_have_the_days_of_their_heads() -> None:
    file = described(made_of(LETTERS, titles=("delay_letters",)))
    assert [one.date for one in file.documents] == ["2025-06-02", "2025-08-08", "2025-08-19"]
    assert [one.sentences[0].text.splitlines()[0] for one in file.documents] == [
        "Merrow Imaging Ltd", "St Bride's, 8 August 2025", "Merrow Imaging Ltd",
    ]  # fmt: skip


def test_papers_with_letters_before_their_names_need_no_salutation() -> None:
    text = "(A) Bidders' letter\n11 April 2025\nTo Merrow and Halden: the board has chosen.\n\n(B) Merrow Ltd, invoice 25-04, 24 April 2025\nAdvance payment is due.\n"
    assert days(text) == ["2025-04-11", "2025-04-24"]


def test_papers_between_lines_drawn_across_a_file_are_dated_by_their_first_lines() -> None:
    text = (
        "COMPLAINT FILE - MERROW\n\n----------------\n[stamp: received 10 April 2025]\n\nQuarry Rise, 8 April 2025\n\nThe bill is wrong. I have the log.\n"
        "\n----------------\n21 May 2025\n\nThree visits were late. One was announced.\n\n= = = = = = = = = =\nA note without a day. It is short.\n"
        "\n----------------\nClaim C-55              24 May 2025\n\nI agreed to no such thing. I will come.\n"
    )
    assert days(text) == ["2025-04-08", "2025-05-21", "2025-05-24"]


def test_the_file_has_no_day_of_its_own() -> None:
    file = made_of(BUNDLE, titles=("14_papers",))
    assert not document_dates(file).days


@pytest.mark.parametrize(
    "text",
    [
        "# Minutes of 12 April 2025\n\n## Report of 3 March 2025\n\nIt was noted. Nobody spoke.\n\n## Letter of 5 April 2025\n\nIt was read. It was filed.\n",
        "# Rules\n\n## Visits\n\nThe gate opens at nine. It was made on 3 March 2025.\n\n## Fees\n\nThe fee was set on 5 April 2025. It is £5.\n",
        "# Diary\n\n## 3 March 2025\n\nRain. The boat stayed in.\n\n## 5 April 2025\n\nSun. The boat went out.\n",
        "8 April 2024\n\nTo the Appeal Board\n\n**Appeal against the refusal of 8 March 2024**\n\nDear members,\n\nWe appeal. The fee was paid.\n",
        "Letter\n2 June 2025\nDear Ms Farrow, it is late.\nL. Vance\n\n2 June 2025\nDear Ms Farrow, it is here.\nL. Vance\n",
        "Lease of the boat house\n\n----------------\n\nMade on 3 March 2025\n\nThe rent is £40. It is due monthly.\n\n----------------\n\nSigned by both. Nobody else signed.\n",
        "DUE DATE        3 March 2025\nDear Ms Farrow, it is late.\nL. Vance\n\nNEXT VISIT        5 April 2025\nDear Ms Farrow, it is here.\nL. Vance\n",
        "3 March 2025\nRain. The boat stayed in.\n\n5 April 2025\nSun. The boat went out.\n",
    ],
    ids=["items of minutes", "headings without days", "diary", "subject of a letter", "one day", "a paper with lines", "days of other things", "log"],
)  # fmt: skip
def test_what_is_one_paper_stays_whole(text: str) -> None:
    file = made_of(text, "The quay is long.", titles=("03_paper", "Log"))
    assert apart(file) is file


def test_a_file_that_was_described_stays_whole() -> None:
    file = made_of(BUNDLE, titles=("Papers on plot 27",), dates=("2025-10-01",))
    assert apart(file) is file


pieces = st.sampled_from([*BUNDLE.split("\n\n"), *LETTERS.split("\n\n"), "The gate is shut.", "Dear Sir, it rains."])


@given(st.lists(st.lists(pieces, min_size=1, max_size=8), min_size=1, max_size=3))
def test_every_sentence_stays_where_it_was_under_its_id(texts: list[list[str]]) -> None:
    file = made_of(*("\n\n".join(one) for one in texts))
    found = apart(file)
    assert sorted(one.id for one in found) == sorted(one.id for one in file)
    assert (
        len({one.number for one in found.documents}) == len({one.id for one in found.documents}) == len(found.documents)
    )
    for one in found:
        assert one in found.document_of(one).sentences
        assert (one.short, one.text, one.n) == (
            file.sentence(one.id).short,
            file.sentence(one.id).text,
            file.sentence(one.id).n,
        )
