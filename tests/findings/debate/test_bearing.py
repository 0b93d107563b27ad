"""Which side of a motion a sentence speaks for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.findings.debate.bearing import closeness, concedes, declared, leaning
from foam_graph.findings.debate.motions import read_motion
from foam_graph.findings.debate.spoken import other
from foam_graph.findings.language.words import key_of

BUS = read_motion("The town of Harrowby should introduce a night bus.")
BAN = read_motion("This house would ban fireworks.")

DENIAL = read_motion("The denial of the household support benefit should be reversed.")
STATIONS = read_motion("The state should establish a network of warning stations.")

SIDES = [
    ("The night bus reduced injuries on the ring road.", BUS, "pro"),
    ("The night bus would exceed the budget.", BUS, "con"),
    ("The night bus did not reduce injuries.", BUS, "con"),
    ("Without a night bus the danger on the ring road remains.", BUS, "pro"),
    ("Today nurses wait for the first bus in danger.", BUS, "pro"),
    ("The council opposes the night bus.", BUS, "con"),
    ("The council supports the proposal.", BUS, "pro"),
    ("The town must introduce the night bus this year.", BUS, "pro"),
    ("The town should not introduce the night bus.", BUS, "con"),
    ("Fireworks cause injuries every year.", BAN, "pro"),
    ("The town should ban fireworks.", BAN, "pro"),
    ("The trade supports fireworks.", BAN, "con"),
    ("The trade supports the motion.", BAN, "pro"),
    ("The night bus was used by 240 persons per week.", BUS, None),
    ("Does the night bus reduce injuries?", BUS, None),
    ("The council accepts that the night bus reduces injuries.", BUS, None),
    ("The council takes no position on the motion.", BUS, None),
    ("The benefit-cost ratio of the night bus is 0.7.", BUS, None),
    ("A project must not exceed the ceiling.", BUS, None),
    ("The denial caused debts.", DENIAL, "pro"),
    ("The denial improves the accuracy of the roll.", DENIAL, "con"),
    ("The motion would cause delay.", DENIAL, "con"),
    ("Today the denial leaves families in danger.", DENIAL, "pro"),
    ("Spending on the household support benefit was 48 million.", DENIAL, None),
    ("The home visit was part of the review of the benefit.", DENIAL, None),
    ("The dissenting member would uphold the denial, since delay costs the public.", DENIAL, "con"),
    ("The Tribunal must reverse a denial when the denial rests on an error.", DENIAL, None),
    ("Nine of the 60 denial files counted the wrong wages.", DENIAL, None),
    ("Figures on denial errors are published.", DENIAL, None),
    ("The denial should be upheld because the form was late.", DENIAL, "con"),
    ("The denial should be reversed because the sum is wrong.", DENIAL, "pro"),
    ("The tribunal reversed 276 denials in 2025.", DENIAL, None),
    ("The audit recommends that each denial be counted again.", DENIAL, None),
    ("Without the two sites, the stations would save fewer people.", STATIONS, None),
    ("A network without repair loses half of the stations.", STATIONS, None),
    ("A surge without warning kills more people.", STATIONS, "pro"),
]


@pytest.mark.parametrize(("text", "motion", "side"), SIDES)
def test_a_sentence_speaks_for_the_side_that_its_signs_show(text: str, motion: object, side: str | None) -> None:
    found = leaning(text, motion)  # type: ignore[arg-type]
    assert (found.side if found else None) == side


@pytest.mark.parametrize(
    ("text", "direction", "head"),
    [
        ("The town should introduce a night bus.", 1, "bu"),
        ("This house would ban fireworks.", -1, "firework"),
        ("We should not close the library.", 1, "librari"),
        ("Phones should be banned in schools.", -1, key_of("phones")),
        ("The denial of the benefit should be reversed.", -1, key_of("denial")),
        ("The denial of the benefit should not be reversed.", 1, key_of("denial")),
        ("Resolved: The state should abolish tuition fees.", -1, key_of("fees")),
        ("", 1, ""),
        ("x" * 500, 1, "x" * 500),
    ],
)
def test_a_motion_sets_up_or_takes_away(text: str, direction: int, head: str) -> None:
    found = read_motion(text)
    assert found.direction == direction
    assert found.head == head or (len(text) > 100 and found.head)


@pytest.mark.parametrize("text", [text for text, motion, side in SIDES if motion is BAN and side])
def test_the_opposite_motion_turns_what_comes_of_it(text: str) -> None:
    allow = read_motion("This house would allow fireworks.")
    here, there = leaning(text, BAN), leaning(text, allow)
    if here is not None and there is not None and "motion" not in text:
        assert here.side == other(there.side)


def test_a_document_is_on_a_side_where_all_that_it_urges_agrees() -> None:
    urges, contrary = "The town must introduce the night bus.", "The town should not introduce the night bus."
    assert declared([urges, "It is late."], BUS) == "pro"
    assert declared([contrary], BUS) == "con"
    assert declared([urges, contrary], BUS) is None
    assert declared(["The town of Harrowby should introduce a night bus."], BUS) is None, "that is the motion itself"
    assert declared([], BUS) is None


@given(st.text(max_size=300), st.text(max_size=200))
def test_any_text_can_be_read(text: str, motion: str) -> None:
    read = read_motion(motion)
    found = leaning(text, read)
    assert found is None or found.side in ("pro", "con")
    assert 0 <= closeness(text, read) <= 1
    assert concedes(text) in (True, False)
