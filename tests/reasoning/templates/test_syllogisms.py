"""Syllogism types: the seventeen of protocol 4.1, their cues, and the validators."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.errors import DataFileError, ReasoningError, UnknownId
from foam_graph.reasoning.templates.syllogisms import SlotFill, SyllogismType, check_fill, compile_cue, load_library

LIBRARY = load_library()

SEVENTEEN = {
    "advantage": "uniqueness link internal_link impact",
    "inherency": "barrier_type current_status barriers",
    "solvency": "mechanism actor_capability effectiveness",
    "disadvantage": "uniqueness link impact",
    "counterplan": "text competition net_benefit",
    "topicality": "interpretation violation standards voter",
    "kritik": "link impact alternative",
    "case_turn": "target direction impact",
    "rebuttal": "target response_type warrant",
    "extension": "original_argument development",
    "contention": "claim warrant impact",
    "critical_opening": "hook theoretical_framework",
    "critical_link": "target connection",
    "critical_impact": "type description ongoing_nature",
    "critical_alternative": "advocacy mechanism praxis",
    "role_of_ballot": "description framing impact",
    "framework": "interpretation standards",
}

FILE = """\
version: 1
validators: []
calculus:
  - {name: timeframe, meaning: When., patterns: [soon]}
cue_sets:
  now: [today, still]
types:
  - name: pair
    meaning: Two parts.
    components:
      - {name: first, meaning: One., evidence: required, cues: [now]}
      - {name: second, meaning: Two., evidence: none, rests_on: [first], calculus: [timeframe]}
"""


@pytest.mark.parametrize("name", SEVENTEEN)
def test_the_seventeen_types_have_exactly_the_components_of_the_definition(name: str) -> None:
    kind = LIBRARY.type_named(name)
    assert [part.name for part in kind.components] == SEVENTEEN[name].split()
    assert kind.required == tuple(SEVENTEEN[name].split())


def test_eligibility_factors_rest_their_conclusion_on_rule_facts_and_calculation() -> None:
    kind = LIBRARY.type_named("eligibility_factor")
    assert [part.name for part in kind.components] == ["rule", "facts", "calculation", "exception", "conclusion"]
    assert kind.component("conclusion").rests_on == ("rule", "facts", "calculation")
    assert "exception" not in kind.required
    assert kind.final == ("conclusion",)


def test_impacts_carry_the_whole_calculus_and_an_advantage_gives_them_thirty_percent() -> None:
    fields = tuple(field.name for field in LIBRARY.calculus)
    assert fields == ("timeframe", "probability", "magnitude", "reversibility")
    impacts = [part for kind in LIBRARY.types for part in kind.components if part.name == "impact"]
    assert len(impacts) == 6
    assert all(part.calculus == fields for part in impacts)
    assert LIBRARY.type_named("advantage").component("impact").min_share == 0.30


def test_every_component_has_cues_and_query_words() -> None:
    for kind in LIBRARY.types:
        for part in kind.components:
            assert LIBRARY.cues(part), f"{kind.name}.{part.name}"
            assert part.query, f"{kind.name}.{part.name}"


@pytest.mark.parametrize(
    ("kind", "component", "fits", "does_not"),
    [
        ("eligibility_factor", "rule", "A household must report changes within ten days.", "The sky was blue."),
        ("eligibility_factor", "exception", "This does not apply where there is good cause.", "Mustard is yellow."),
        ("eligibility_factor", "calculation", "The total is $1,204.50 per month.", "The sky was blue."),
        ("advantage", "uniqueness", "The practice is CURRENTLY widespread.", "Nowhere did he go."),
        ("advantage", "link", "The reform would reduce delays.", "A willow stood there."),
        ("inherency", "barriers", "The agency lacks authority and cannot act.", "A cannoneer sang."),
        ("solvency", "actor_capability", "The board has the power to act.", "A powder keg."),
        ("disadvantage", "impact", "It ends in loss and war.", "The warm costume fit."),
    ],
)
def test_cues_mark_fitting_sentences_as_whole_words(kind: str, component: str, fits: str, does_not: str) -> None:
    part = LIBRARY.type_named(kind).component(component)
    assert LIBRARY.cue_hits(part, fits) > 0
    assert LIBRARY.cue_hits(part, does_not) == 0


def test_the_calculus_of_a_sentence_names_its_words_and_leaves_out_what_is_absent() -> None:
    part = LIBRARY.type_named("advantage").component("impact")
    found = LIBRARY.calculus_hits(part, "Within two years it is likely to hurt millions.")
    assert found == {"timeframe": "Within two years", "probability": "likely", "magnitude": "millions"}
    assert LIBRARY.calculus_hits(LIBRARY.type_named("advantage").component("link"), "It is likely.") == {}


def test_unknown_names_say_what_there_is() -> None:
    with pytest.raises(UnknownId, match="no syllogism type is called 'advantag'"):
        LIBRARY.type_named("advantag")
    with pytest.raises(UnknownId, match="advantage has no component 'harm'") as caught:
        LIBRARY.type_named("advantage").component("harm")
    assert "internal_link" in caught.value.hint


@pytest.mark.parametrize(
    ("old", "new", "line", "fault"),
    [
        ("cues: [now]", "cues: [then]", 11, "pair.first names the unknown cue set 'then'"),
        ("calculus: [timeframe]", "calculus: [odds]", 12, "pair.second names the unknown field 'odds'"),
        ("[today, still]", "['to(day', still]", 6, "is not a regular expression"),
        ("[today, still]", "['(?:now)?', still]", 6, "matches where there is no word"),
        ("evidence: none", "evidence: some", 12, "'required', 'optional' or 'none'"),
        ("rests_on: [first]", "rests_on: [third]", 8, "pair.second rests on 'third'"),
        ("rests_on: [first]", "rests_on: [second]", 8, "pair.second rests on 'second'"),
        ("name: second", "name: first", 8, "two components named 'first'"),
        ("evidence: required", "evidence: required, min_share: 1.5", 11, "less than 1"),
        ("evidence: required", "evidence: required, weight: 2", 11, "Extra inputs"),
        ("version: 1", "version: [", 3, "not YAML"),
    ],
)
def test_a_faulty_file_is_refused_with_its_line(tmp_path: Path, old: str, new: str, line: int, fault: str) -> None:
    file = tmp_path / "types.yaml"
    file.write_text(FILE.replace(old, new), encoding="utf-8")
    with pytest.raises(DataFileError) as caught:
        load_library(file)
    assert fault in caught.value.fault
    assert (caught.value.path, caught.value.line) == (str(file), line)


def test_a_library_from_a_file_can_be_extended_without_changing_it(tmp_path: Path) -> None:
    file = tmp_path / "types.yaml"
    file.write_text(FILE, encoding="utf-8")
    library = load_library(file)
    more = library.extended([LIBRARY.type_named("framework")])
    assert more.names == ("pair", "framework")
    assert library.names == ("pair",)


def test_doubled_types_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "types.yaml"
    file.write_text(FILE + FILE[FILE.index("  - name: pair") :], encoding="utf-8")
    with pytest.raises(DataFileError, match="two syllogism types named 'pair'") as caught:
        load_library(file)
    assert caught.value.line == 13


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataFileError, match=r"none\.yaml: cannot be read"):
        load_library(tmp_path / "none.yaml")


def _complete(kind: SyllogismType, words: int = 100) -> dict[str, SlotFill]:
    return {part.name: SlotFill(words, 1, frozenset(part.calculus)) for part in kind.components}


def test_a_complete_fill_of_every_type_has_no_finding_when_impacts_get_their_share() -> None:
    for kind in LIBRARY.types:
        fills = _complete(kind)
        for part in kind.components:
            if part.min_share:
                fills[part.name] = SlotFill(400, 1, frozenset(part.calculus))
        assert check_fill(kind, fills) == []


@pytest.mark.parametrize(
    ("slot", "fill", "validator", "text"),
    [
        ("link", SlotFill(0, 1), "non_empty", "link is empty"),
        ("uniqueness", SlotFill(100, 0), "evidence_linked", "requires evidence and has no record"),
        ("impact", SlotFill(128, 1, frozenset({"timeframe"})), "min_share", "128 of 428 words; it needs 30%"),
        ("impact", SlotFill(150, 1, frozenset({"timeframe"})), "calculus_recorded", "neither fills probability"),
    ],
)
def test_each_validator_says_what_is_missing(slot: str, fill: SlotFill, validator: str, text: str) -> None:
    kind = LIBRARY.type_named("advantage")
    first = check_fill(kind, {**_complete(kind), "impact": SlotFill(150, 1, frozenset()), slot: fill})
    found = [one for one in first if one.component == slot]
    assert (found[0].validator, text in found[0].text) == (validator, True)


def test_an_absent_slot_is_empty_and_a_stray_one_is_refused() -> None:
    kind = LIBRARY.type_named("solvency")
    assert [one.component for one in check_fill(kind, {})] == ["mechanism", "actor_capability", "effectiveness"]
    with pytest.raises(ReasoningError, match="solvency has no component 'impact'"):
        check_fill(kind, {"impact": SlotFill(10)})


def test_an_optional_component_may_be_empty() -> None:
    kind = LIBRARY.type_named("eligibility_factor")
    fills = _complete(kind)
    del fills["exception"]
    assert check_fill(kind, fills) == []


@given(st.integers(0, 500), st.integers(1, 500))
def test_thirty_percent_is_enough_and_less_is_not(impact: int, rest: int) -> None:
    kind = LIBRARY.type_named("advantage")
    fills = {**_complete(kind, rest), "impact": SlotFill(impact, 1, frozenset(kind.component("impact").calculus))}
    short = any(one.validator in {"min_share", "non_empty"} for one in check_fill(kind, fills))
    assert short == (impact == 0 or 10 * impact < 3 * (impact + 3 * rest))


@given(st.from_regex(r"\w{1,20}", fullmatch=True))
def test_a_cue_never_matches_inside_a_word(letters: str) -> None:
    assert compile_cue("must").search(f"{letters}must") is None
    assert compile_cue("must").search(f"must{letters}") is None
    assert compile_cue("must").search(f"{letters} MUST, {letters}") is not None


def test_a_cue_of_two_words_is_found_across_a_line_break() -> None:
    assert compile_cue("good cause").search("for good\ncause") is not None
    assert compile_cue("(?:long|short)[- ]term").search("a long term plan") is not None
