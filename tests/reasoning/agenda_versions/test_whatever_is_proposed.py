"""Whatever is answered, a new agenda is whole or not there, and what it leaves alone keeps every word and label."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from foam_graph.agents.tasks.agenda import AgendaAnewIn
from foam_graph.model.delta import ActivityDraft
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.agenda.shown import agenda_of
from foam_graph.reasoning.agenda_versions.made import REFUSED, agendas_made, told_of_agenda
from foam_graph.reasoning.agenda_versions.proposing import Ruled, propose_anew
from foam_graph.reasoning.challenges import Lodged, challenge_delta, human_ruling_delta
from foam_graph.reasoning.rounds.criticism import criticise
from foam_graph.reasoning.rounds.rating import rate_round
from foam_graph.reasoning.sublation import sublate
from foam_graph.reasoning.sublation.agenda_reading import concludes, live_agenda
from foam_graph.reasoning.sublation.build import draft_of
from tests.support.worlds.answer_room import AnswerRoom
from tests.support.worlds.case_room import AGENDA

NAMES = ("form", "noise", "hours", "renew", "refuse", "weather", "place")
WAYS = {"form": ("in_time", "late"), "noise": ("under", "over"), "hours": ("long", "short"), "place": ("here", "there")}


class Noise:
    """Answers to the task that are right, odd or wrong.

    Args:
        seed: Decides everything.
    """

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - a seeded generator is what a test needs

    def issue(self, name: str) -> dict[str, Any]:
        known = next((one for one in AGENDA["issues"] if one["name"] == name), AGENDA["issues"][0])
        ways = WAYS.get(name, ("yes", "no"))
        found = known | {"name": name, "outcomes": [{"name": way, "text": way} for way in ways]}
        if self.chance.random() < 0.5:
            found |= {"question": f"Is it {name}?"}
        if self.chance.random() < 0.1:
            found |= {"type": "guess"}
        return found

    def option(self, name: str) -> dict[str, Any]:
        def need() -> dict[str, str]:
            issue = self.chance.choice([*WAYS, "weather"])
            return {"issue": issue, "outcome": self.chance.choice(WAYS.get(issue, ("wet", "dry")))}

        grounds = [
            {"all_of": [need() for _ in range(self.chance.randint(1, 2))]} for _ in range(self.chance.randint(0, 2))
        ]
        return {"name": name, "text": f"It is {name}.", "holds_if": grounds}

    def __call__(self, data: AgendaAnewIn) -> dict[str, Any]:
        assert data.challenged
        some = self.chance.sample(NAMES, self.chance.choice((0, 0, 0, 1, 2)))
        return {
            "why": "So it is put.",
            "left_out": some,
            "issues": [
                self.issue(n)
                for n in self.chance.sample(("form", "noise", "hours", "place"), self.chance.randint(0, 2))
            ],
            "options": [
                self.option(n)
                for n in self.chance.sample(("renew", "refuse", "place"), self.chance.choice((0, 0, 0, 1, 2)))
            ],
            "brief": self.chance.choice(["", "More."]),
        }


class Room(AnswerRoom):
    """A weighed case whose agenda is challenged, and ruled on by a person."""

    def contest(self, kind: str, name: str = "") -> tuple[Node, Node]:
        part = next(one for one in self.graph.live(kind) if name in ("", one.get("name")))
        delta = challenge_delta(self.graph, part, part, Lodged("structural", "It is put wrongly."), self.evidence)
        done = self.chain.commit(ActivityDraft("run-1", "HumanAct", Role.CONTESTER, "challenge", "person"), delta)
        challenge = self.graph[done.ids[0]]
        ruling = human_ruling_delta(challenge, True, "So it is.", "Judge Roe", [])
        self.chain.commit(ActivityDraft("run-1", "HumanAct", Role.ADJUDICATOR, "rule", "person"), ruling)
        return challenge, part

    def anew(self, challenge: Node, part: Node) -> Subgraph:
        before = Subgraph(self.graph.nodes, self.graph.edges)
        agenda, shown = self.desk.shown(self.graph)
        turn = self.desk.turn(Role.REFINER, "x:agenda-anew")
        ruled = Ruled(agenda, shown, challenge, part, "So it is.", [])
        propose_anew(turn, self.graph, ruled, self.desk.citing(turn, self.graph), self.template, self.desk.citable())
        self.commit(turn)
        return before


def on(graph: Subgraph, issue: str) -> set[str]:
    """The live claims of the arguments on an issue."""
    ending = [c for c in graph.live("Claim") if any(graph[e.end]["name"] == issue for e in concludes(graph, c))]
    arguments = {one.id for claim in ending for one in graph.out(claim.id, "FILLS")}
    return {c.id for c in graph.live("Claim") if arguments & {one.id for one in graph.out(c.id, "FILLS")}}


@settings(max_examples=80, deadline=None)
@given(
    st.integers(0, 10**9), st.sampled_from([("Agenda", ""), ("Issue", "noise"), ("Issue", "form"), ("Option", "renew")])
)
def test_a_new_agenda_is_whole_or_not_there_and_what_it_leaves_alone_stays(seed: int, what: tuple[str, str]) -> None:
    room, noise = Room(), Noise(seed)
    room.agent.says("agenda_anew", noise, noise, noise)
    challenge, part = room.contest(*what)
    before = room.anew(challenge, part)
    graph = room.graph
    (agenda,) = graph.live("Agenda")
    now, was = agenda_of(graph), agenda_of(before)
    assert now is not None
    assert was is not None
    made = agendas_made(graph, challenge)
    act = graph.of("AgentTurn")[-1]
    if not made:
        assert agenda.id == was.node.id
        assert [node.id for node in graph.nodes if node.activity == act.id] == [act.id]
        assert REFUSED in act["note"]
        assert told_of_agenda(graph, challenge).startswith("No new agenda came of it: ")
        return
    assert made == [agenda]
    assert [one.id for one in graph.out(agenda.id, "SUPERSEDES")] == [was.node.id]
    assert [one.id for one in graph.out(agenda.id, "ANSWERS")] == [challenge.id]
    assert part.id not in {one.id for one in (*now.issues.values(), *now.options.values())}
    live = live_agenda(graph)
    assert live is not None
    assert live.decidable
    for name, issue in now.issues.items():
        if name in was.issues and was.issues[name].id == issue.id:
            assert on(graph, name) == on(before, name), f"{name} keeps what was said on it"
        else:
            assert on(graph, name) == set(), f"{name} is to be argued"
    assert {one["name"] for one in graph.live("Issue")} == now.issues.keys()
    assert {one["name"] for one in graph.live("Option")} == now.options.keys()
    kept = {name for name, one in now.issues.items() if name in was.issues and was.issues[name].id == one.id}
    assert {w["issue"] for w in graph.live("Weighing")} == {w["issue"] for w in before.live("Weighing")} & kept
    first, second = sublate(before), sublate(graph)
    for name in kept:
        untouched = name not in {one["name"] for one in (part,) if one.kind == "Issue"}
        if untouched:
            assert second.issues[name].end == first.issues[name].end


def test_the_challenge_attacks_the_new_issue_until_a_rater_says_that_it_is_answered() -> None:
    room = Room()
    anew = {"why": "The mean counts.", "issues": [AGENDA["issues"][1] | {"question": "Was the mean under the limit?"}]}
    room.agent.says("agenda_anew", anew)
    challenge, part = room.contest("Issue", "noise")
    room.anew(challenge, part)
    issue = agenda_of(room.graph).issues["noise"]  # type: ignore[union-attr]
    audience = room.brief.perspectives[0].stance_id
    assert sublate(room.graph).labelled[audience].of(issue.id) == "out"
    name = room.names.of[challenge.id]
    rating = {
        "critique": name,
        "verdict": "valid",
        "version": "answered",
        "materiality": 0.1,
        "reasons": "It asks that.",
    }
    room.agent.says("rate_case", {"ratings": [rating]})
    room.commit(rate_round(room.desk, room.graph, "rate", challenges={challenge.id}, only={challenge.id}))
    asked = room.agent.asked[-1].input
    assert [(one.target, one.id) for one in asked.critiques] == [("issue noise", name)]
    assert "Was the mean under the limit?" in asked.critiques[0].new_version
    assert "Was the noise under the limit?" in asked.critiques[0].attacked
    assert sublate(room.graph).labelled[audience].of(issue.id) == "in"


def test_what_a_machine_found_left_out_is_not_held_against_another_question() -> None:
    room = Room()
    noise = agenda_of(room.graph).issues["noise"]  # type: ignore[union-attr]
    room.agent.says(
        "criticise", {"critiques": [], "omissions": [{"issue": "noise", "grounds": "The wind was left out."}]}
    )
    room.commit(criticise(room.desk, room.graph, room.who("applicant"), "criticise:1"))
    omission = room.graph.live("Critique")[-1]
    room.rate(omission.id, "valid")
    assert sublate(room.graph).issues["noise"].end != "answered"
    other = AGENDA["issues"][1] | {"question": "Was the mean under the limit?"}
    room.agent.says("agenda_anew", {"why": "The mean counts.", "issues": [other]})
    room.anew(*room.contest("Issue", "noise"))
    issue = agenda_of(room.graph).issues["noise"]  # type: ignore[union-attr]
    assert issue.id != noise.id
    assert f"{omission.id}@{issue.id}" not in draft_of(room.graph).draft.frame.index
