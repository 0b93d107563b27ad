"""The flow of a debate: what answers what, what carries on, what was dropped, on debates written by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from foam_graph.agents.rules.agent import OfflineAgent
from foam_graph.findings.debate.sentence_types import SentenceType
from foam_graph.findings.debate.spoken import Side, other
from foam_graph.model.delta import Delta
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.debating.flow import Flow, FlowSentence, FlowSpeech, flow_from, flow_of
from foam_graph.reasoning.turns import Turn
from tests.support.worlds.debate_room import DebateRoom

Row = tuple[str, tuple[str, ...], tuple[str, ...]]
"""Type of a sentence, what it cites, what it answers."""


def speech(turn: int, *rows: Row) -> FlowSpeech:
    """A speech of the side whose turn it is."""
    sentences = tuple(
        FlowSentence(f"{turn}.{n}", f"Sentence {n}.", kind, cites, answers)
        for n, (kind, cites, answers) in enumerate(rows, 1)
    )
    return FlowSpeech(turn, "pro" if turn % 2 else "con", "Speaker", "opening", sentences)


def fact(*cites: str, answers: Sequence[str] = ()) -> Row:
    return ("factual", cites, tuple(answers))


REASONS: Row = ("reasoning", (), ())
LEADS: Row = ("procedural", (), ())


def statuses(flow: Flow) -> dict[str, str]:
    return {name: one.status for name, one in flow.arguments.items()}


def test_what_nobody_answers_is_dropped_and_the_last_word_is_not() -> None:
    flow = flow_from([speech(1, LEADS, fact("a"), REASONS, fact("b")), speech(2, fact("c", answers=["1.2"]))])
    assert statuses(flow) == {"1.2": "answered", "1.4": "dropped", "2.1": "last"}
    assert [one.name for one in flow.dropped("pro")] == ["1.4"]
    assert flow.dropped("con") == ()


def test_reasoning_belongs_to_the_argument_before_it_and_is_answered_with_it() -> None:
    flow = flow_from([speech(1, fact("a"), REASONS, REASONS, LEADS, REASONS), speech(2, fact("c", answers=["1.3"]))])
    assert [one.name for one in flow.arguments["1.1"].sentences] == ["1.1", "1.2", "1.3"]
    assert flow.arguments["1.1"].answered_by == ("2.1",)
    # What leads on ends an argument, so reasoning after it begins one of its own.
    assert statuses(flow) == {"1.1": "answered", "1.5": "dropped", "2.1": "last"}


def test_what_leads_on_is_an_argument_once_it_is_answered() -> None:
    flow = flow_from([speech(1, LEADS, LEADS), speech(2, fact(answers=["1.2"]))])
    assert list(flow.arguments) == ["1.2", "2.1"]


def test_who_cites_the_same_again_carries_the_argument_on() -> None:
    flow = flow_from([
        speech(1, fact("a"), fact("b")),
        speech(2, fact("c")),
        speech(3, fact("a")),
        speech(4, fact("d", answers=["3.1"])),
    ])  # fmt: skip
    assert flow.arguments["3.1"].extends == ("1.1",)
    # An answer to what carries it on answers the argument itself.
    assert flow.arguments["1.1"].answered_by == ("4.1",)
    assert [one.name for one in flow.dropped("pro")] == ["1.2"]
    assert [one.name for one in flow.dropped("con")] == ["2.1"]


def test_what_is_carried_on_without_an_answer_counts_once() -> None:
    flow = flow_from([speech(1, fact("a")), speech(2, fact("c")), speech(3, fact("a")), speech(4, fact("d"))])
    assert [one.name for one in flow.dropped("pro")] == ["1.1"]


def test_the_other_side_citing_the_same_carries_nothing_on() -> None:
    flow = flow_from([speech(1, fact("a")), speech(2, fact("a"))])
    assert flow.arguments["2.1"].extends == ()
    assert statuses(flow) == {"1.1": "dropped", "2.1": "last"}


def test_a_line_holds_the_answers_to_its_answers_and_a_sheet_the_lines_of_a_side() -> None:
    flow = flow_from([
        speech(1, fact("a"), fact("b")),
        speech(2, fact("c", answers=["1.1", "1.2"]), fact("d")),
        speech(3, fact("e", answers=["2.1"])),
    ])  # fmt: skip
    pro, con = flow.sheets["pro"], flow.sheets["con"]
    assert [(line.root, dict(line.cells)) for line in pro] == [
        ("1.1", {1: ("1.1",), 2: ("2.1",), 3: ("3.1",)}),
        ("1.2", {1: ("1.2",), 2: ("2.1",), 3: ("3.1",)}),
    ]
    assert [line.root for line in con] == ["2.2"]


def test_answers_to_oneself_to_later_words_and_to_nothing_are_passed_over() -> None:
    flow = flow_from([
        speech(1, fact("a", answers=["1.1", "2.1", "9.9"])),
        speech(2, fact("b")),
        speech(3, fact("c", answers=["1.1"])),
    ])  # fmt: skip
    assert [one.answers for one in flow.arguments.values()] == [(), (), ()]


def test_a_debate_in_which_nothing_was_said_has_no_lines() -> None:
    flow = flow_from([])
    assert (flow.arguments, flow.sheets) == ({}, {"pro": (), "con": ()})


def test_an_answer_to_a_flaw_answers_the_sentence_that_the_flaw_quotes() -> None:
    room = DebateRoom(OfflineAgent((), lambda _: {}, 1))
    first = room.say(1, "pro", "The casino empties purses.", "Selm  Has 40 gamblers.", accepted=True)
    turn = Turn(room.brief, Role.CRITIC, "logic:2", "con")
    flaw = turn.delta.node(
        "Critique", type="logical_gap", flaw="missing_link", grounds="A step is missing.", quoted="selm has 40",
        stance_id="con",
    )  # fmt: skip
    turn.delta.edge("ATTACKS", flaw, first.ref)
    room.commit(turn)
    (critique,) = room.of("Critique")
    answering(room, 2, "con", critique)
    flow = flow_of(room.graph)
    assert flow.arguments["2.1"].answers == ("1.2",)
    assert statuses(flow) == {"1.1": "dropped", "1.2": "answered", "2.1": "last"}


def answering(room: DebateRoom, turn: int, side: Side, target: Node) -> None:
    """Commits an utterance whose first sentence answers a flaw."""
    text = "Forty gamblers empty no purse."
    delta = Delta()
    said = delta.node(
        "Utterance", turn=turn, speaker="con speaker", side=side, stage="opening", origin="agent", accepted=True,
        text=text, cuts=[0, len(text)],
    )  # fmt: skip
    delta.edge("ANSWERS", said, target.ref, sentences=[1], of=[0])
    step = Turn(room.brief, Role.PROPOSER, f"speak:{turn}", side)
    step.delta = delta
    room.commit(step)


@st.composite
def debates(draw: st.DrawFn) -> list[FlowSpeech]:
    """Speeches that answer, cite and lead on as they like, named wrongly too."""
    names = st.sampled_from([f"{turn}.{n}" for turn in range(1, 6) for n in range(1, 5)])
    row = st.tuples(
        st.sampled_from(get_args(SentenceType)),
        st.lists(st.sampled_from("abc"), max_size=2).map(tuple),
        st.lists(names, max_size=2).map(tuple),
    )
    speeches = draw(st.lists(st.lists(row, max_size=4), max_size=5))
    return [speech(n, *rows) for n, rows in enumerate(speeches, 1)]


@given(debates())
def test_whatever_is_said_the_flow_is_whole(speeches: list[FlowSpeech]) -> None:
    flow = flow_from(speeches)
    names = [one.name for speech in speeches for one in speech.sentences]
    held = [one.name for argument in flow.arguments.values() for one in argument.sentences]
    assert sorted(held) == sorted(set(held) & set(names))
    on_lines = {
        name for lines in flow.sheets.values() for line in lines for cell in line.cells.values() for name in cell
    }
    assert on_lines == set(flow.arguments)
    for one in flow.arguments.values():
        assert (one.status == "answered") is bool(one.answered_by)
        for by in (flow.arguments[name] for name in one.answered_by):
            assert by.side == other(one.side)
            assert by.turn > one.turn
        if one.status == "dropped":
            assert any(later.turn > one.turn and later.side != one.side for later in speeches)
