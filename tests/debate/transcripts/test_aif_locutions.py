"""Debates in AIF: who said what in the order of transitions, nothing lost or doubled, and maps nobody speaks in are refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_graph.debate.transcripts.reading import read_transcript
from foam_graph.debate.transcripts.transcript import partition_fault
from foam_graph.errors import CorpusError

Rows = list[dict[str, Any]]


def graph(said: list[tuple[str, str]], steps: list[tuple[int, int]] = [], **more: Any) -> dict[str, Any]:  # noqa: B006
    """Locutions by speaker and text, each asserting an I-node, joined by transitions."""
    nodes: Rows = [{"nodeID": "m", "type": "I", "text": "Trams should be free."}]
    edges: Rows = []

    def join(start: str, end: str) -> None:
        edges.append({"edgeID": str(len(edges)), "fromID": start, "toID": end})

    for n, (speaker, text) in enumerate(said):
        nodes += [
            {"nodeID": f"L{n}", "type": "L", "text": f"{speaker}: {text}"},
            {"nodeID": f"Y{n}", "type": "YA", "text": "Asserting"},
            {"nodeID": f"I{n}", "type": "I", "text": text},
        ]
        join(f"L{n}", f"Y{n}")
        join(f"Y{n}", f"I{n}")
    for n, (one, other) in enumerate(steps):
        nodes.append({"nodeID": f"T{n}", "type": "TA", "text": "Default Transition"})
        join(f"L{one}", f"T{n}")
        join(f"T{n}", f"L{other}")
    return {"nodes": nodes, "edges": edges, "locutions": [], "topic": "Trams should be free.", **more}


def told(made: dict[str, Any]) -> list[tuple[str, str, str]]:
    found = read_transcript(json.dumps(made))
    return [(one.speaker, one.side, one.text) for one in found.utterances]


def test_locutions_of_one_speaker_are_one_turn_in_the_order_of_transitions() -> None:
    made = graph([("Con 1", "Somebody pays."), ("Pro 1", "Free trams fill."), ("Pro 1", "They do.")], [(1, 2), (2, 0)])
    assert told(made) == [("Pro 1", "pro", "Free trams fill.\nThey do."), ("Con 1", "con", "Somebody pays.")]


def test_claims_carry_what_they_answer() -> None:
    made = graph([("Pro", "Free trams fill."), ("Con", "Nobody rides.")], [(0, 1)])
    made["nodes"].append({"nodeID": "C", "type": "CA", "text": "Default Conflict"})
    made["edges"] += [{"edgeID": "x", "fromID": "I1", "toID": "C"}, {"edgeID": "y", "fromID": "C", "toID": "I0"}]
    first, second = read_transcript(json.dumps(made)).utterances
    assert [(one.name, one.text, one.cites) for one in second.claims] == [("I1", "Nobody rides.", ("I0",))]
    assert first.claims[0].cites == ()


def test_people_are_named_by_participants_and_sides_by_the_document() -> None:
    made = graph(
        [("7", "Note: it rains."), ("8", "It does not.")],
        locutions=[{"nodeID": "L0", "personID": "7"}, {"nodeID": "L1", "personID": "8"}],
        participants=[
            {"participantID": 7, "firstname": "Ann", "surname": "Berg"},
            {"participantID": 8, "firstname": "Bo", "surname": ""},
        ],
        sides={"pro": ["Ann Berg"], "con": ["Bo"]},
    )
    made["nodes"][1]["text"] = "Note: it rains."
    assert told(made) == [("Ann Berg", "pro", "Note: it rains."), ("Bo", "con", "It does not.")]


def test_the_motion_of_an_export_of_ours_and_a_circle() -> None:
    made = graph([("pro", "Yes."), ("con", "No.")], [(0, 1), (1, 0)])
    del made["topic"]
    made["nodes"][0]["nodeID"] = "motion.pro"
    found = read_transcript(json.dumps(made))
    assert found.occasion.topic == "Trams should be free."
    assert "its transitions run in a circle" in found.remarks[-1]
    assert [one.side for one in found.utterances] == ["pro", "con"]


@pytest.mark.parametrize(
    ("broken", "fault"),
    [
        ({"nodes": [], "edges": []}, "without locutions"),
        ({"nodes": [{"nodeID": "1", "type": "I", "text": "a"}], "edges": []}, "without locutions"),
        ({"nodes": [{"nodeID": "1", "type": "L"}], "edges": []}, "node 1 has no text"),
        ({"nodes": ["x"], "edges": []}, "node 1 has no text"),
        ({"nodes": [{"type": "L", "text": "a"}], "edges": []}, "node 1 has no id"),
        ({"nodes": [{"nodeID": "1", "type": "L", "text": "a: b"}], "edges": [{}]}, "edge 1 does not join"),
        ({"nodes": [{"nodeID": "1", "type": "L", "text": "Ann: b"}], "edges": []}, "no utterance of a side"),
    ],
)
def test_what_is_no_debate_is_refused_with_the_reason(broken: dict[str, Any], fault: str) -> None:
    with pytest.raises(CorpusError) as raised:
        read_transcript(json.dumps(broken))
    assert fault in raised.value.message
    assert raised.value.hint


TEXTS = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=40)
SPEAKERS = st.sampled_from(["Pro 1", "Con", "正方一辩", "反方", "Judge", "Ann"])


@given(
    st.lists(st.tuples(SPEAKERS, TEXTS), max_size=8),
    st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=10),
    st.booleans(),
)
def test_every_character_is_in_one_place_and_every_locution_of_a_side_in_one_turn(
    said: list[tuple[str, str]], steps: list[tuple[int, int]], ascii_only: bool
) -> None:
    said = [*said, ("Con", "no")]
    made = graph(said, [(a, b) for a, b in steps if max(a, b) < len(said)])
    source = json.dumps(made, ensure_ascii=ascii_only)
    found = read_transcript(source)
    assert partition_fault(found, len(source)) == ""
    spans = [span for one in found.utterances for span in one.spans]
    left = [one.span for one in found.omissions if one.reason != "structure"]
    assert len(spans) + len(left) == len(said)
    assert sorted(json.loads(f'"{source[one.start : one.end]}"') for one in [*spans, *left]) == sorted(
        f"{speaker}: {text}" for speaker, text in said
    )
