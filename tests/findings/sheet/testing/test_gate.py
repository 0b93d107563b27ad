"""What was tested stands; what has only words in common is pointed to, in words that are true; the rest is dropped."""

from __future__ import annotations

import pytest

from foam_graph.findings.finding import POINTER, Finding, FindingKind, Verdict
from foam_graph.findings.sheet.assembling import sheet
from foam_graph.findings.sheet.sections import LAST, sections
from foam_graph.findings.sheet.testing.gate import LEAST, WALL, divided
from foam_graph.findings.sheet.testing.selecting import MOST_POINTERS, told
from tests.support.case_files import file_of

RULE = "No extension is granted while any condition of the permit that concerns the road remains unmet."
NEAR = "The second condition of the permit was about the road."
MIDDLING = "The warden of the permit asked about the road and about the gate."
"""It has half of the words of the shorter sentence, and less of the rule."""
FAR = "The road to the quarry was swept in April."
OTHERS = [
    "The council met in the old hall.", "A clerk took the minutes.", "The weather was dry.", "Two lorries were sold.",
    "The fence was mended by the operator.", "Nobody asked for a map.", "The bank wrote in June.",
]  # fmt: skip


def said(
    kind: FindingKind, verdict: Verdict | None, one: str, other: str, rule: str = "provision", condition: str = ""
) -> Finding:
    inputs = {"condition": condition} if condition else {}
    return Finding(kind, f"{one} | {other} | {verdict}", (one, other), verdict, rule=rule, inputs=inputs)


def held(rule: str, fact: str, condition: str, verdict: Verdict = "met") -> tuple[list[Finding], list[Finding]]:
    return divided([said("rule", verdict, "doc1:1", "doc2:1", condition=condition)], file_of([rule], [fact], OTHERS))


def test_a_fact_with_most_of_the_words_of_a_condition_shows_it() -> None:
    rule = "A pitch is lent only if a written request has reached the warden."
    stands, pointers = held(
        rule, "On 3 May a written request reached the warden.", "a written request has reached the warden"
    )
    assert [one.verdict for one in stands] == ["met"]
    assert pointers == []


def test_a_fact_with_some_of_its_words_is_pointed_to_and_asserts_nothing() -> None:
    stands, [one] = held(RULE, NEAR, "any condition of the permit that concerns the road remains unmet")
    assert stands == []
    assert (one.kind, one.verdict, one.rule, one.basis) == ("rule", None, POINTER, "judged")
    assert one.is_pointer
    assert not one.only_dated
    assert LEAST <= float(str(one.inputs["share"])) < WALL
    assert RULE.rstrip(".") in one.text
    assert NEAR.rstrip(".") in one.text
    assert "“condition”" in one.text
    assert "“permit”" in one.text
    assert "a reader has to judge" in one.text


@pytest.mark.parametrize(
    ("rule", "asserted"),
    [
        ("The fire ground is made out if {}.", True),
        ("The fire ground is made out if clause 4.1 is broken and {}.", False),
        ("The fire ground is made out if {} because of it.", False),
    ],
)
def test_half_of_what_is_asked_for_is_not_what_is_asked_for(rule: str, asserted: bool) -> None:
    condition = "the main hall has to be shut for a day"
    told = condition + (" because of it" if "because" in rule else "")
    stands, pointers = held(rule.format(condition), "The main hall had to be shut for a day.", told)
    assert (bool(stands), bool(pointers)) == (asserted, not asserted)


def test_a_fact_with_one_word_of_it_is_not_even_pointed_to() -> None:
    assert held(RULE, FAR, "any condition of the permit that concerns the road remains unmet") == ([], [])


@pytest.mark.parametrize(
    ("kind", "verdict"), [("timeline", "beyond"), ("threshold", "beyond"), ("rule", "no_document_says")]
)
def test_what_says_nothing_without_its_verdict_is_dropped(kind: FindingKind, verdict: Verdict) -> None:
    file = file_of([RULE], [MIDDLING], OTHERS)
    assert divided([said(kind, verdict, "doc1:1", "doc2:1")], file) == ([], [])


def test_what_is_counted_or_explicit_is_not_held_against_the_wall() -> None:
    file = file_of([RULE], [FAR], OTHERS)
    counted = said("rule", "met", "doc1:1", "doc2:1")
    found = [
        said("sum", "wrong", "doc1:1", "doc2:1", "any rule"),
        said("threshold", "beyond", "doc1:1", "doc2:1", "limits of rules"),
        said("superseded", None, "doc1:1", "doc2:1", "superseded"),
        counted,
    ]
    assert divided(found, file, {id(counted)}) == (found, [])


def test_a_maker_that_the_gate_does_not_know_is_held_against_the_wall() -> None:
    file = file_of([RULE], [FAR], OTHERS)
    assert divided([said("contradiction", "disputed", "doc1:1", "doc2:1", "a new maker")], file) == ([], [])


def test_what_is_read_both_ways_on_the_same_sentences_is_asserted_neither_way() -> None:
    rule = "The rent falls where the flat stands empty because of works of which the office was told in writing."
    fact = "The flat stood empty because of works of which the office was told in writing."
    condition = "the flat stands empty because of works of which the office was told in writing"
    file = file_of([rule], [fact], OTHERS)
    met, not_met = (said("rule", verdict, "doc1:1", "doc2:1", condition=condition) for verdict in ("met", "not_met"))
    assert divided([met], file)[0] == [met]
    stands, pointers = divided([met, not_met], file)
    assert stands == []
    assert len(told([pointers], stands)) == 1


def test_an_affirmation_is_no_failure_and_a_denial_no_fulfilment() -> None:
    rule = "A pitch is lent only if a written request has reached the warden."
    condition = "a written request has reached the warden"
    assert held(rule, "A written request has reached the warden.", condition, "not_met")[0] == []
    assert held(rule, "No written request has reached the warden.", condition, "met")[0] == []
    assert len(held(rule, "No written request has reached the warden.", condition, "not_met")[0]) == 1


@pytest.mark.parametrize(
    ("one", "other", "asserted"),
    [
        ("The mean load over the bridge was 17.5 tonnes.", "The mean load over the bridge was 20 tonnes.", True),
        ("The spring is 150 metres off the pit.", "The spring is closer than 200 metres to the pit.", False),
        ("The spring is 150 metres off the pit.", "The spring is more than 200 metres off the pit.", True),
        ("The load at bench 4 was 17 tonnes.", "The load at bench 5 was 20 tonnes.", False),
        ("The load of Mara Selby was 17 tonnes.", "The load of Joss Arden was 20 tonnes.", False),
        ("The load in March 2024 was 17 tonnes.", "The load in March 2023 was 20 tonnes.", False),
    ],
)  # fmt: skip
def test_figures_of_one_thing_contradict_each_other_and_those_of_two_things_do_not(
    one: str, other: str, asserted: bool
) -> None:
    file = file_of([one], [other], OTHERS)
    found = Finding(
        "contradiction", "Two figures.", ("doc1:1",), "disputed", rule="figures of one thing",
        inputs={"differ_in": "number"}, against=("doc2:1",),
    )  # fmt: skip
    assert (divided([found], file)[0] == [found]) is asserted


@pytest.mark.parametrize(
    ("operands", "stated", "kept"),
    [
        (["2", "3", "4", "7"], "4", False),
        (["2", "3", "4", "7"], "15", True),
        (["2", "2", "4", "7"], "4", True),
        (["2.5", "3", "4", "7"], "4", True),
    ],
)
def test_the_numbers_of_as_many_things_as_are_said_to_be_are_no_sum(
    operands: list[str], stated: str, kept: bool
) -> None:
    inputs = {"operation": "sum", "operands": operands, "stated": stated}
    found = Finding("sum", "A sum.", ("doc1:1",), "wrong", rule="stated arithmetic", inputs=inputs)
    stands, _ = divided([found], file_of([RULE], [FAR], OTHERS))
    assert (stands == [found]) is kept


def test_the_strongest_pointers_are_kept_and_no_pair_twice() -> None:
    names = [f"{letter}ella" for letter in "bcdfghjklmnpqrs"]
    ours = [f"The barge {name.title()} carries coal and tar for {name[::-1].title()}." for name in names]
    theirs = [
        f"The barge {name.title()} had tar on deck, and came late that week, as the town was told." for name in names
    ]
    found = [
        said("contradiction", "disputed", f"doc1:{n}", f"doc2:{n}", maker)
        for n in range(1, 16) for maker in ("denial", "rival values")
    ]  # fmt: skip
    stands, fallen = divided(found, file_of(ours, theirs, OTHERS))
    pointers = told([fallen], stands)
    assert len(pointers) == MOST_POINTERS
    assert len({one.sentences for one in pointers}) == MOST_POINTERS
    shares = [float(str(one.inputs["share"])) for one in pointers]
    assert shares == sorted(shares, reverse=True)


def test_a_sheet_has_its_pointers_last_and_under_a_heading_of_their_own() -> None:
    found = [
        Finding("contradiction", "A.", ("doc1:1",), "disputed"),
        Finding("contradiction", "B.", ("doc1:1", "doc2:1"), None, "judged", POINTER),
    ]
    assert [(heading, places) for heading, places in sections(found)] == [
        ("Wrong, missed or disputed", (0,)), (LAST, (1,))
    ]  # fmt: skip


def test_an_empty_file_and_sentences_that_are_gone_are_no_fault() -> None:
    assert divided([], file_of()) == ([], [])
    assert divided([said("rule", "met", "gone:1", "gone:2", condition="x")], file_of()) == ([], [])
    assert sheet(file_of()) == ()


@pytest.mark.parametrize(
    ("rule", "fact", "pointed"),
    [
        ("A card that comes after the closing day is void.", "Card 9 was seen on the closing day.", True),
        ("A lot that comes after the closing day is void.", "Card 9 was seen on the closing day.", False),
        ("A door is tested twice a month by the warden.", "Each door is tested once a month.", True),
    ],
)
def test_a_word_for_a_time_tells_the_matter_only_where_it_is_counted(rule: str, fact: str, pointed: bool) -> None:
    _, pointers = held(rule, fact, rule.rstrip("."), "met")
    assert bool(pointers) is pointed


def test_figures_that_may_both_be_so_are_not_pointed_to() -> None:
    one, other = (
        "The spring is 150 metres from the edge of the pit.",
        "The spring is closer than 200 metres to the edge of the pit.",
    )
    made = Finding(
        "contradiction", "x", ("doc1:1",), "disputed", rule="contradiction", inputs={"differ_in": "number"}, against=("doc2:1",)
    )  # fmt: skip
    assert divided([made], file_of([one], [other], OTHERS)) == ([], [])
