"""The form: four candidates a context, blind, in an order of its seed."""

from __future__ import annotations

import csv
import re
from collections import Counter
from io import StringIO

import pytest
from lxml import html

from foam_graph.errors import UsageError
from foam_graph.evaluation.preference.ballot_paper import (
    ANSWER_COLUMNS,
    DIMENSIONS,
    Offer,
    empty_answers_csv,
    key_csv,
    papers,
)
from foam_graph.evaluation.preference.form_page import render_form
from tests.support.debate_judging import CON, MOTION, PRO

NAMES = ("direct", "naive-rag", "four-role", "r-debater")


def offer(place: int = 0, *, count: int = 4, text: str = "Candidate text") -> Offer:
    said = {(name, "model-x"): (f"{text} {place} of speaker {at}.",) for at, name in enumerate(NAMES[:count])}
    return Offer(f"{MOTION} {place}", "pro", (PRO, CON), said)


def test_the_same_seed_makes_the_same_form() -> None:
    offers = [offer(place) for place in range(6)]
    assert papers(offers, 3) == papers(offers, 3)
    assert papers(offers, 3) != papers(offers, 4)


def test_every_debater_stands_at_every_place() -> None:
    made, key = papers([offer(place) for place in range(200)], 1)
    assert len({one.id for one in made}) == 200
    counts = Counter((place, who[0]) for (_, place), who in key.who.items())
    assert len(counts) == 16
    assert all(30 < count < 70 for count in counts.values())


def test_the_key_knows_who_said_what() -> None:
    offers = [offer(place) for place in range(5)]
    made, key = papers(offers, 9)
    said = {one.motion: one.said for one in offers}
    for one in made:
        for candidate in one.candidates:
            assert said[one.motion][key.who[one.id, candidate.number]] == candidate.sentences
    rows = list(csv.DictReader(StringIO(key_csv(key))))
    assert {(row["context"], int(row["candidate"])): (row["debater"], row["model"]) for row in rows} == dict(key.who)


def test_nothing_on_the_page_tells_who_spoke() -> None:
    made, _ = papers([offer(place) for place in range(3)], 1)
    page = render_form(made, "Form")
    assert not [name for name in (*NAMES, "model-x") if name in page]
    assert not [name for name in (*NAMES, "model-x") if name in empty_answers_csv(made)]


def test_the_page_has_every_field_in_the_papers_order() -> None:
    made, _ = papers([offer(place) for place in range(3)], 1)
    tree = html.fromstring(render_form(made, "Form"))
    assert len(tree.xpath("//section")) == 3
    assert len(tree.xpath("//article")) == 12
    first = tree.xpath("//article")[0]
    assert first.xpath(".//th[@scope='row']/text()") == [words for _, words in DIMENSIONS]
    assert len(first.xpath(".//input[@type='radio']")) == 60
    choices = tree.xpath("//fieldset")[0].xpath(".//input/@value")
    assert choices == ["1", "2", "3", "4"]
    names = set(tree.xpath("//input[@type='radio']/@name"))
    assert len(names) == 3 * (4 * 6 + 1)


def test_the_page_needs_no_network_and_no_script_to_be_read() -> None:
    page = render_form(papers([offer()], 1)[0], "Form")
    assert not re.findall(r"(?:src|href)\s*=\s*[\"']?(?:https?:)?//", page)
    assert "default-src 'none'" in page
    without = re.sub(r"<script>.*?</script>", "", page, flags=re.DOTALL)
    assert "Candidate text 0 of speaker" in without
    assert PRO.sentences[0] in html.fromstring(without).text_content()


def test_what_strangers_wrote_stays_text() -> None:
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(1)>{{ 7*7 }}"
    page = render_form(papers([offer(text=evil)], 1)[0], evil)
    assert "<script>alert" not in page
    assert "<img" not in page
    assert "{{ 7*7 }}" in html.fromstring(page).text_content()


def test_the_csv_has_a_row_for_each_candidate() -> None:
    made, _ = papers([offer(place) for place in range(2)], 1)
    rows = list(csv.reader(StringIO(empty_answers_csv(made))))
    assert tuple(rows[0]) == ANSWER_COLUMNS
    assert len(rows) == 1 + 8
    assert {len(row) for row in rows} == {len(ANSWER_COLUMNS)}


def test_what_makes_no_form() -> None:
    with pytest.raises(UsageError, match="no context"):
        papers([], 1)
    with pytest.raises(UsageError, match="3 candidates"):
        papers([offer(count=3)], 1)
