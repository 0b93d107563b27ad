"""What a sentence must not lose in its predicates."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.findings.debate.logic.coverage import LONGEST, figures, lost, months, pieces
from foam_graph.findings.debate.predicates import Predicate


def made(*terms: str, relation: str = "Claim") -> Predicate:
    return Predicate("P1.1.1", relation, terms, "1.1")


@pytest.mark.parametrize(
    ("sentence", "predicate", "missing"),
    [
        ("It cost 31 percent more.", made("cost", "31%"), []),
        ("It cost 31 percent more.", made("it cost more"), ["31"]),
        ("It cost 2.4 million.", made("cost 2,400,000"), []),
        ("It cost 2.4 million.", made("cost 2.4 billion"), ["2.4 million"]),
        ("Twelve ships came.", made("12 ships came"), []),
        ("Twelve ships came.", made("ships came"), ["Twelve"]),
        ("It opened in March 2019.", made("opening", "March 2019"), []),
        ("It opened in March 2019.", made("opening", "2019"), ["March 2019"]),
        ("It opened in March 2019.", made("opening", "May 2019"), ["March 2019"]),
        ("It does not work.", made("it works", relation="Negate"), []),
        ("It does not work.", made("it works"), ["not"]),
        ("It does not work.", made("it fails to work"), []),
        ("Nobody came, and nothing was said.", made("someone came", relation="Negate"), ["Nobody", "nothing"]),
        ("No one of the members spoke.", made("a member spoke", relation="Negate"), []),
        ("The harbour is old.", made("anything"), []),
        ("Q1: Did the M25 cost less, as [C1.2] says?", made("the motorway cost less"), []),
        ("It cost R500 and Q250.", made("it cost much"), ["500", "250"]),
        ("In [C1.2] it fell by 12 in No. 5.", made("it fell by 12"), ["5"]),
    ],
)
def test_a_number_a_date_or_a_negation_that_no_predicate_has_is_lost(
    sentence: str, predicate: Predicate, missing: list[str]
) -> None:
    assert set(lost(sentence, [predicate])) == set(missing)


def test_a_sentence_without_predicates_loses_all_it_has() -> None:
    assert lost("In 1998 it did not cost 5 euros.", []) == ["1998", "5", "not"]


def test_figures_are_read_in_digits_and_words_and_one_is_none() -> None:
    assert dict(figures("one of three hundred and 1,450.50")) == {
        "three hundred": Decimal(300), "1,450.50": Decimal("1450.50"),
    }  # fmt: skip


def test_months_are_those_that_dates_name() -> None:
    assert months("from 3 March 2020 to May 2021; they may march") == {3, 5}


@given(st.text(max_size=5000))
def test_pieces_are_the_text_but_for_the_blanks_between_them(text: str) -> None:
    made = list(pieces(text))
    assert "".join("".join(made).split()) == "".join(text.split())
    assert all(0 < len(one) <= LONGEST for one in made)
