"""One small document per rule: what is found, under which number, with which ids; and what must not be found."""

from __future__ import annotations

import pytest

from foam_graph.errors import VerifyError
from foam_graph.prov import Report, Rules, Violation, check, normalise, read_bytes
from foam_graph.prov.times import canonical, instant

EX = "http://example.org/"


def report(*lines: str, rules: Rules | None = None) -> Report:
    text = "\n".join(["document", f"prefix ex <{EX}>", *lines, "endDocument"])
    return check(read_bytes(text.encode(), "d.provn", "prov-n"), rules)


def only(found: Report) -> Violation:
    assert len(found.violations) == 1, found.violations
    return found.violations[0]


INVALID = {
    "22 an activity with two starts": (
        "22", "a", ["activity(ex:a, 2020-01-01T00:00:00Z, -)", "activity(ex:a, 2020-01-01T00:00:01Z, -)"],
    ),
    "23 a plan and none": (
        "23", "as", ["wasAssociatedWith(ex:as; ex:a, ex:g, -)", "wasAssociatedWith(ex:as; ex:a, ex:g, ex:p)"],
    ),
    "23 one activity known through another statement": (
        "23", "g", ["wasGeneratedBy(ex:g; ex:e, -, -)", "wasGeneratedBy(ex:g; ex:e, ex:a, -)",
                    "wasGeneratedBy(ex:g; ex:e, ex:b, -)"],
    ),
    "24 one generation with two ids": (
        "24", "g1", ["wasGeneratedBy(ex:g1; ex:e, ex:a, -)", "wasGeneratedBy(ex:g2; ex:e, ex:a, -)"],
    ),
    "25": ("25", "i1", ["wasInvalidatedBy(ex:i1; ex:e, ex:a, -)", "wasInvalidatedBy(ex:i2; ex:e, ex:a, -)"]),
    "26": ("26", "s1", ["wasStartedBy(ex:s1; ex:a, -, ex:b, -)", "wasStartedBy(ex:s2; ex:a, -, ex:b, -)"]),
    "27": ("27", "s1", ["wasEndedBy(ex:s1; ex:a, -, ex:b, -)", "wasEndedBy(ex:s2; ex:a, -, ex:b, -)"]),
    "28": ("28", "a", ["activity(ex:a, 2020-01-01T00:00:00Z, -)", "wasStartedBy(ex:a, -, -, 2020-01-01T00:00:01Z)"]),
    "29": ("29", "a", ["activity(ex:a, -, 2020-01-01T00:00:00Z)", "wasEndedBy(ex:a, -, -, 2020-01-01T00:00:01Z)"]),
    "42 a derivation from itself": ("42", "e", ["entity(ex:e)", "wasDerivedFrom(ex:e, ex:e)"]),
    "42 through a usage": (
        "42", "e", ["entity(ex:e)", "wasDerivedFrom(ex:f, ex:e)", "wasGeneratedBy(ex:f, ex:a, -)",
                    "wasStartedBy(ex:b, ex:f, -, -)", "wasGeneratedBy(ex:e, ex:b, -)"],
    ),
    "42 through a chain of specializations": (
        "42", "e", ["entity(ex:e)", "entity(ex:f)", "wasDerivedFrom(ex:f, ex:e)", "specializationOf(ex:e, ex:m)",
                    "specializationOf(ex:m, ex:f)"],
    ),
    "42 through the starter's trigger (inference 9)": (
        "42", "e", ["wasStartedBy(ex:a, ex:e, ex:b, -)", "wasGeneratedBy(ex:f, ex:a, -)",
                    "wasDerivedFrom(ex:e, ex:f)"],
    ),
    "42 through an attribution (inference 13)": (
        "42", "e", ["wasAttributedTo(ex:e, ex:g)", "entity(ex:f)", "wasDerivedFrom(ex:e, ex:f)",
                    "wasDerivedFrom(ex:f, ex:e)"],
    ),
    "51": ("51", "g", ["wasDerivedFrom(ex:d; ex:e, ex:f, -, ex:g, -)"]),
    "52": ("52", "e", ["specializationOf(ex:e, ex:e)"]),
    "52 round three": (
        "52", "e", ["specializationOf(ex:e, ex:f)", "specializationOf(ex:f, ex:g)", "specializationOf(ex:g, ex:e)"],
    ),
    "53": ("53", "x", ["used(ex:x; ex:a, ex:e, -)", "wasAssociatedWith(ex:x; ex:a, ex:g, -)"]),
    "54": ("54", "x", ["entity(ex:x)", "wasInformedBy(ex:x; ex:a, ex:b)"]),
    "55 through the plan": ("55", "p", ["activity(ex:p, -, -)", "wasAssociatedWith(ex:as; ex:a, ex:g, ex:p)"]),
    "55 through an alternate": ("55", "a", ["activity(ex:a, -, -)", "alternateOf(ex:a, ex:e)"]),
    "55 through an influence that says what the generation leaves out (inference 15)": (
        "55", "e", ["entity(ex:e)", "wasGeneratedBy(ex:g; ex:f, -, -)", "wasInfluencedBy(ex:g; ex:f, ex:e)"],
    ),
    "56 of a specialization (inference 21)": (
        "56", "c", ["entity(ex:d, [prov:type = 'prov:EmptyCollection'])", "specializationOf(ex:c, ex:d)",
                    "hadMember(ex:c, ex:e)"],
    ),
    "mentions of two things": (
        "prov-links", "e", ["mentionOf(ex:e, ex:f, ex:b)", "mentionOf(ex:e, ex:g, ex:b)"],
    ),
    "a required argument": ("prov-dm", "e", ["wasAttributedTo(ex:e, -)"]),
}  # fmt: skip


@pytest.mark.parametrize("name", INVALID)
def test_a_violation_names_its_constraint_and_what_is_involved(name: str) -> None:
    constraint, node, lines = INVALID[name]
    found = report(*lines, rules=Rules(own=False))
    assert not found.valid
    assert not found.w3c_valid
    numbers = {v.constraint for v in found.violations}
    assert constraint in numbers
    assert any(EX + node in v.nodes for v in found.violations if v.constraint == constraint)
    assert all(f"ex:{node}" in v.message or v.constraint != constraint for v in found.violations)


def test_the_message_names_lines() -> None:
    found = only(report("entity(ex:x)", "", "activity(ex:x, -, -)"))
    assert "(line 3)" in found.message
    assert "(line 5)" in found.message


def test_a_derivation_without_declared_entities_orders_nothing() -> None:
    assert report("wasDerivedFrom(ex:e, ex:f)", "wasDerivedFrom(ex:f, ex:e)").violations == ()


def test_things_at_the_same_time_are_no_cycle() -> None:
    assert report("wasInformedBy(ex:a, ex:b)", "wasInformedBy(ex:b, ex:a)", "activity(ex:a)", "activity(ex:b)").valid


def test_an_agent_can_be_an_entity_or_an_activity() -> None:
    assert report("agent(ex:x)", "entity(ex:x)", "agent(ex:y)", "activity(ex:y)").violations == ()


def test_a_derivation_and_an_influence_can_share_an_id() -> None:
    assert report("wasDerivedFrom(ex:d; ex:e, ex:f)", "wasInfluencedBy(ex:d; ex:e, ex:f)").violations == ()


def test_bundles_are_apart_but_have_different_names() -> None:
    apart = report("entity(ex:x)", "bundle ex:b", "activity(ex:x)", "endBundle")
    twice = report("bundle ex:b", "endBundle", "bundle ex:b", "endBundle")
    assert apart.violations == ()
    assert only(twice).constraint == "bundles"


def test_an_activity_that_ends_before_it_starts() -> None:
    found = report("activity(ex:a, 2020-01-02T00:00:00Z, 2020-01-01T00:00:00Z)")
    assert only(found).constraint == "foam:activity-times"
    assert only(found).nodes == (EX + "a",)
    assert not found.valid
    assert found.w3c_valid


TIME_ORDER = [
    ("used(ex:a, ex:e, 2020-01-01T00:00:00Z)", "wasGeneratedBy(ex:e, -, 2020-01-02T00:00:00Z)"),
    ("used(ex:a, ex:e, 2020-01-01T00:00:00Z)", "activity(ex:a, 2020-01-02T00:00:00+01:00, -)"),
    ("wasInvalidatedBy(ex:e, -, 2020-01-01T00:00:00)", "used(ex:a, ex:e, 2020-01-01T00:00:00.001)"),
    ("wasGeneratedBy(ex:e, -, 2020-01-01T00:00:00Z)", "wasGeneratedBy(ex:e, -, 2020-01-02T00:00:00Z)"),
    (
        "entity(ex:m)", "wasDerivedFrom(ex:f, ex:m)", "wasDerivedFrom(ex:m, ex:e)",
        "wasGeneratedBy(ex:e, -, 2020-01-02T00:00:00Z)", "wasGeneratedBy(ex:f, -, 2020-01-01T00:00:00Z)",
    ),
]  # fmt: skip


@pytest.mark.parametrize("lines", TIME_ORDER)
def test_times_against_the_order_of_events(lines: tuple[str, ...]) -> None:
    found = report(*lines)
    assert only(found).constraint == "foam:time-order"
    assert not found.valid
    assert found.w3c_valid
    assert report(*lines, rules=Rules(own=False)).violations == ()


def test_times_with_and_without_a_zone_do_not_compare() -> None:
    lines = ("used(ex:a, ex:e, 2020-01-01T00:00:00)", "wasGeneratedBy(ex:e, -, 2020-01-02T00:00:00Z)")
    assert report(*lines).violations == ()


def test_one_bad_time_is_told_once() -> None:
    rows = [f"used(ex:a{n}, ex:e, 2020-01-01T00:00:0{n}Z)" for n in range(9)]
    assert only(report(*rows, "wasGeneratedBy(ex:e, -, 2021-01-01T00:00:00Z)")).constraint == "foam:time-order"


def test_an_entity_generated_twice_is_a_warning() -> None:
    found = report("wasGeneratedBy(ex:e, ex:a, -)", "wasGeneratedBy(ex:e, ex:b, -)")
    assert only(found).constraint == "foam:generated-twice"
    assert only(found).grade == "warning"
    assert {EX + "a", EX + "b", EX + "e"} == set(only(found).nodes)
    assert found.valid


def test_one_generation_told_in_parts_is_no_second_one() -> None:
    lines = ("wasGeneratedBy(ex:e, ex:a, -)", "wasGeneratedBy(ex:e, -, 2020-01-01T00:00:00Z)")
    assert report(*lines).violations == ()


def test_equal_instants_are_one_time() -> None:
    lines = [f"wasGeneratedBy(ex:g; ex:e, ex:a, {t})" for t in ("2020-01-01T01:00:00+01:00", "2020-01-01T00:00:00.0Z")]
    assert report(*lines).violations == ()


def test_a_chain_of_ten_thousand() -> None:
    count = 10_000
    rows = [
        f"entity(ex:e{n}) wasDerivedFrom(ex:e{n}, ex:e{n + 1}) specializationOf(ex:s{n}, ex:s{n + 1})"
        for n in range(count)
    ]
    assert report(*rows).violations == ()
    found = report(*rows, f"wasDerivedFrom(ex:e{count - 1}, ex:e0)", f"specializationOf(ex:s{count}, ex:s0)")
    assert [v.constraint for v in found.violations] == ["42", "52"]
    assert [len(v.nodes) for v in found.violations] == [count, count + 1]


def test_many_generations_of_one_entity_stay_linear() -> None:
    rows = [f"wasGeneratedBy(ex:e, ex:a{n}, -) used(ex:b{n}, ex:e, -)" for n in range(5_000)]
    found = report("entity(ex:e)", *rows)
    assert found.valid
    assert {v.constraint for v in found.violations} == {"foam:generated-twice"}


def test_the_normal_form_says_what_is_one_once() -> None:
    text = f"""document prefix ex <{EX}>
        wasGeneratedBy(ex:e, ex:a, 2020-01-01T01:00:00+01:00)
        wasGeneratedBy(ex:g; ex:e, -, -, [ex:k = "v"])
        wasGeneratedBy(ex:g; ex:e, ex:a, -)
        wasDerivedFrom(ex:e, ex:f, ex:a, -, -)
    endDocument"""
    generation, derivation = normalise(read_bytes(text.encode(), "d", "prov-n")).top.statements
    assert generation.id == EX + "g"
    assert generation.arguments == (EX + "e", EX + "a", "2020-01-01T00:00:00Z")
    assert [value.text for _, value in generation.attributes] == ["v"]
    assert derivation.arguments[3] == EX + "g"


def test_there_is_no_normal_form_of_what_cannot_be_one() -> None:
    text = "document prefix ex <urn:x:> wasGeneratedBy(ex:g; ex:e, -, -) wasGeneratedBy(ex:g; ex:f, -, -) endDocument"
    with pytest.raises(VerifyError, match="differ in entity"):
        normalise(read_bytes(text.encode(), "d", "prov-n"))


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("2020-02-29T24:00:00Z", "2020-03-01T00:00:00Z"),
        ("-0001-12-31T23:00:00-02:00", "0000-01-01T01:00:00Z"),
        ("12020-01-01T00:00:00.500", "12020-01-01T00:00:00.5"),
    ],
)
def test_times_beyond_the_calendar_of_python(text: str, same: str) -> None:
    assert canonical(instant(text)) == same
    assert instant(text) == instant(same)


@pytest.mark.parametrize(
    "text", ["", "2020-01-01", "2021-02-29T00:00:00", "2020-01-01T24:00:01", "2020-13-01T00:00:00", "2020-01-01T00:00:60",
             "02020-01-01T00:00:00", "2020-01-01T00:00:00+15:00", "2020-1-1T00:00:00", "２０２０-01-01T00:00:00"],
)  # fmt: skip
def test_what_is_no_time(text: str) -> None:
    with pytest.raises(ValueError, match=r"xsd:dateTime|no day|no time|no such time zone"):
        instant(text)
