"""The debates with planted flaws: their key fits them, and what the rules assert of them holds."""

from __future__ import annotations

from collections import Counter

import pytest

from foam_graph.findings.debate.flaws import FLAW_KINDS
from foam_graph.findings.debate.predicates import RELATIONS
from tests.support.shared_data import ROOT
from tests.support.worlds.planted_debates import HALVES, PlantedDebate, measured, planted_debates, read_by_a_model

DEBATES = planted_debates()
PAGE = (ROOT / "docs" / "reference" / "debate-logic.md").read_text(encoding="utf-8")


def test_sixty_flaws_of_nine_kinds_are_planted_in_eight_of_ten_debates() -> None:
    planted = [one for debate in DEBATES for one in debate.planted]
    assert (len(DEBATES), len(planted), len({one.id for one in planted})) == (10, 60, 60)
    assert {one.kind for one in planted} == set(FLAW_KINDS)
    assert sorted(len(debate.planted) for debate in DEBATES)[:3] == [0, 0, 7]
    assert Counter(one.half for one in planted) == {"development": 30, "held_out": 30}
    across = {one.kind for one in planted if one.across_turns}
    assert {"contradiction", "temporal_mismatch", "equivocation"} <= across


@pytest.mark.parametrize("debate", DEBATES, ids=lambda debate: debate.name)
def test_the_key_fits_its_debate(debate: PlantedDebate) -> None:
    sentences = debate.sentences()
    sides = {str(one.turn): one.side for one in debate.said}
    assert 8 <= len(debate.said) <= 10
    assert [one.turn for one in debate.said] == list(range(1, len(debate.said) + 1))
    assert [one.side for one in debate.said] == ["pro", "con"] * (len(debate.said) // 2)
    for one in debate.planted:
        assert one.at in one.sentences
        assert set(one.sentences) <= set(sentences)
        assert len({sides[name.partition(".")[0]] for name in one.sentences}) == 1
        assert one.across_turns == (len({name.partition(".")[0] for name in one.sentences}) > 1)


def test_what_the_rules_assert_holds() -> None:
    result = measured(DEBATES)
    assert result["told"] >= 20, "rules that assert nothing are never wrong"
    assert result["right"] / result["told"] >= 0.85, result["false"]


@pytest.mark.parametrize("half", HALVES)
def test_what_the_rules_assert_of_each_half_holds(half: str) -> None:
    result = measured([debate for debate in DEBATES if debate.half == half])
    assert result["found"] >= 5
    assert result["right"] / result["told"] >= 0.85, result["false"]


@pytest.mark.parametrize("debate", [one for one in DEBATES if not one.planted], ids=lambda debate: debate.name)
def test_nothing_is_asserted_of_a_flawless_debate(debate: PlantedDebate) -> None:
    assert debate.found() == []


@pytest.mark.parametrize("debate", DEBATES, ids=lambda debate: debate.name)
def test_whatever_is_asserted_quotes_its_sentence_and_names_predicates_of_it(debate: PlantedDebate) -> None:
    sentences = debate.sentences()
    for flaw in debate.found():
        assert flaw.quoted in sentences[flaw.sentence]
        assert any(number.startswith(f"P{flaw.sentence}.") for number in flaw.predicates)
        assert f"({flaw.sentence})" in flaw.why


def test_what_a_strong_reader_asserted_holds_and_is_what_the_page_tells() -> None:
    held_out = [one for one in DEBATES if one.half == "held_out"]
    result = measured(held_out, lambda debate: read_by_a_model()[debate.name])
    assert result["right"] / result["told"] >= 0.85, result["false"]
    assert result["found"] / result["planted"] >= 0.8, result["missed"]
    for debate in held_out:
        sentences = debate.sentences()
        assert all(one.quoted in sentences[one.sentence] for one in read_by_a_model()[debate.name])
        assert debate.planted or not read_by_a_model()[debate.name]
    told = f"It asserted {result['told']} flaws, {result['right']} of them planted, and found {result['found']} of {result['planted']}"
    assert told in " ".join(PAGE.split())


def row(name: str) -> str:
    """A row of the reference page, without its marks of emphasis."""
    (found,) = [line for line in PAGE.replace("*", "").splitlines() if line.startswith(f"| {name} |")]
    return found


def test_the_reference_page_tells_what_is_measured() -> None:
    groups = [[one for one in DEBATES if one.half == half] for half in HALVES] + [list(DEBATES)]
    results = [measured(group) for group in groups]
    assert [cell.strip() for cell in row("asserted").split("|")[2:-1]] == [str(one["told"]) for one in results]
    assert [cell.strip() for cell in row("of these planted").split("|")[2:-1]] == [str(one["right"]) for one in results]
    told = {"found of those planted": results} | {"of those over two turns": [one["across_turns"] for one in results]}
    told |= {kind.replace("_", " "): [one["kinds"][kind] for one in results] for kind in FLAW_KINDS}
    for name, found in told.items():
        wanted = [f"{one['found']} of {one['planted']}" for one in found]
        assert [cell.strip() for cell in row(name).split("|")[2:-1]] == wanted


def test_the_reference_page_explains_every_relation() -> None:
    table = PAGE.partition("## Relations")[2].partition("## ")[0]
    named = {
        name.strip() for line in table.splitlines() if line.startswith("| ") for name in line.split("|")[1].split(",")
    }
    assert named - {"relation"} == set(RELATIONS)
