"""What was made with something, over several steps: found all of it, and nothing else."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from foam_graph.model.delta import ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.debating.descendants import descendants, standing_utterances
from tests.support.chains.graphs import Chain

TURNS = 8


def says(delta: Delta, turn: int, accepted: bool | None = True) -> Ref:
    fields = {} if accepted is None else {"accepted": accepted}
    return delta.node(
        "Utterance", turn=turn, speaker="A", side="pro" if turn % 2 else "con", stage="opening", text="So.", cuts=[0, 3],
        origin="agent", **fields,
    )  # fmt: skip


def eight(edges: set[tuple[int, int, str]]) -> tuple[Subgraph, list[str]]:
    """Eight turns with these edges, each from a later turn to an earlier one."""
    chain = Chain("d")
    ids: list[str] = []
    for turn in range(1, TURNS + 1):
        delta = Delta()
        made = says(delta, turn)
        for later, earlier, kind in sorted(edges):
            if later == turn:
                delta.edge(kind, made, Ref(ids[earlier - 1], "Utterance"))
        done = chain.commit(ActivityDraft("d", "AgentTurn", Role.PROPOSER, f"speak:{turn}", "offline-rules"), delta)
        ids.append(done.id_of(made))
    return chain.graph, ids


PAIRS = st.tuples(st.integers(2, TURNS), st.integers(1, TURNS), st.sampled_from(["ANSWERS", "RESTS_ON"])).filter(
    lambda one: one[1] < one[0]
)


@given(st.sets(PAIRS), st.integers(1, TURNS))
def test_everything_that_follows_from_a_turn_is_found_and_nothing_else(
    edges: set[tuple[int, int, str]], turn: int
) -> None:
    graph, ids = eight(edges)
    expected = {turn}
    for later in range(turn + 1, TURNS + 1):
        if any(one == later and earlier in expected for one, earlier, _ in edges):
            expected.add(later)
    found = descendants(graph, graph[ids[turn - 1]])
    assert list(found) == [ids[n - 1] for n in sorted(expected)]
    assert found[ids[turn - 1]] == "is the challenged utterance"
    assert standing_utterances(graph) == ids


def test_the_reason_names_the_step_and_the_turn() -> None:
    graph, ids = eight({(2, 1, "ANSWERS"), (5, 2, "RESTS_ON")})
    told = list(descendants(graph, graph[ids[0]]).values())
    assert told == ["is the challenged utterance", "turn 2 answers turn 1", "turn 5 rests on turn 2"]


def test_drafts_and_old_versions_do_not_count_and_lead_on() -> None:
    chain = Chain("d")
    delta = Delta()
    first = says(delta, 1)
    draft = says(delta, 2, None)
    delta.edge("ANSWERS", draft, first)
    spoken = says(delta, 2)
    delta.edge("SUPERSEDES", spoken, draft)
    delta.edge("ANSWERS", spoken, first)
    done = chain.commit(ActivityDraft("d", "AgentTurn", Role.PROPOSER, "speak:1", "offline-rules"), delta)
    found = descendants(chain.graph, chain.graph[done.id_of(first)])
    assert list(found) == [done.id_of(first), done.id_of(spoken)]
