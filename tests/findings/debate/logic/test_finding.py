"""All rules together: in order, tied to predicates, the same each time."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.findings.debate.logic.extracting import predicates_of
from foam_graph.findings.debate.logic.finding import flaws
from foam_graph.findings.debate.spoken import Spoken
from tests.support.worlds.planted_debates import planted_debates

SAID = (
    Spoken(1, "Ada", "pro", "opening", ("No tenant here is protected today.", "We must either build now or see the town die.")),
    Spoken(3, "Bo", "pro", "rebuttal", ("Most old tenants are protected by the charter.",)),
)  # fmt: skip
MOTION = "The town should build."
SENTENCES = [text for debate in planted_debates() for text in debate.sentences().values()]


def test_flaws_stand_in_the_order_of_the_sentences_that_they_attack() -> None:
    made = flaws(MOTION, SAID, predicates_of(SAID))
    assert [(one.kind, one.sentence) for one in made] == [("false_dichotomy", "1.2"), ("contradiction", "3.1")]
    assert {number.rpartition(".")[0] for number in made[1].predicates} == {"P3.1", "P1.1"}
    assert made[1].predicates[0].startswith("P3.1.")


def test_what_has_no_predicate_to_rest_on_is_left_out() -> None:
    assert flaws(MOTION, SAID, []) == []
    later = [one for one in predicates_of(SAID) if one.sentence != "1.1"]
    assert [one.kind for one in flaws(MOTION, SAID, later)] == ["false_dichotomy"]


def test_nothing_said_has_no_flaws() -> None:
    assert flaws(MOTION, [], []) == []
    assert flaws(MOTION, [Spoken(1, "Ada", "pro", "opening", ())], []) == []
    assert flaws(MOTION, [Spoken(1, "Ada", "pro", "opening", ("城市应该建设。",))], []) == []


@given(st.lists(st.sampled_from(SENTENCES), max_size=12))
@settings(max_examples=60, deadline=None)
def test_whatever_is_said_flaws_quote_it_and_come_out_the_same(chosen: list[str]) -> None:
    said = [
        Spoken(1, "Ada", "pro", "opening", tuple(chosen[:6])),
        Spoken(3, "Ada", "pro", "summary", tuple(chosen[6:])),
    ]
    predicates = predicates_of(said)
    made = flaws(MOTION, said, predicates)
    texts = {name: text for one in said for name, text in one.named()}
    numbers = {one.number for one in predicates}
    assert made == flaws(MOTION, said, predicates)
    assert all(one.quoted in texts[one.sentence] and set(one.predicates) <= numbers for one in made)
    assert len({(one.kind, one.sentence) for one in made}) == len(made)
