"""The worked cases of a deliberation as runs in a real Neo4j: an appeal against a decision that rests on three grounds.

What people and models would say is planted turn by turn through the store; labels, answer and certificate are the
product's own, compiled without a model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from foam_graph.app.asking import Ask, begin, open_run
from foam_graph.app.session import Session
from foam_graph.model.delta import ActivityDraft, Committed, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.pipeline.case_reading import read_case
from foam_graph.pipeline.checking import label
from foam_graph.pipeline.deliberating import compile_case, desk_of
from foam_graph.pipeline.state import RunState
from foam_graph.reasoning.evidence import claim_records
from foam_graph.reasoning.rounds.answers import respond
from foam_graph.reasoning.rounds.rating import rate_round
from foam_graph.reasoning.turns import Limits
from tests.support.worlds.answer_room import AnswerRoom, weighing
from tests.support.worlds.case_room import AGENDA, Scripted, part

QUESTION = "Is the decision to end the allowance upheld?"
DOCUMENTS: Mapping[str, tuple[str, str, str, str]] = {
    "1-bylaw": ("Allowance bylaw", "2019-05-01", "law",
        "A decision is upheld where at least one of its grounds stands. The first ground is that the form came late. "
        "The second ground is that the flat stood empty. The third ground is that the rent was above the ceiling. "
        "A form does not count as late unless the office was open on the last day. "
        "The office has to prove each ground of its decision."),
    "2-register": ("Register of the office", "2026-04-02", "official_record",
        "The form was stamped on 2 April. The meter of the flat stood still in May. The rent was above the ceiling."),
    "3-tenant": ("Statement of the tenant", "2026-05-03", "testimony",
        "I posted the form in March. I lived in the flat in May. My rent was under the ceiling."),
    "4-caretaker": ("Note of the caretaker", "2026-05-04", "correspondence",
        "The tenant told me that she had posted the form in March. The office was closed on the last day."),
    "5-carrier": ("Log of the letter carrier", "2026-03-28", "statistics",
        "A form for the office was taken from the box in March."),
}  # fmt: skip
PERSPECTIVES = """
perspectives:
{cards}
"""
CARD = """
  - stance_id: {id}
    role_label: {label}
    domain: general
    epistemic_axes: [{{name: empirical, value: 0.5, rationale: Records first.}}]
    evidence_policy: {{source_classes: [{classes}], independent_sources: 1}}
    value_priorities: {{care: {care}, fiscal_responsibility: {thrift}}}
    scope_limits: {{jurisdiction: One town, time_horizon: One year}}
    coherence_constraints: []
    disclosure_text: It speaks for a test. It weighs two values.
    point: {{impact_framework: ethics_of_care}}
"""
EVERY = "law, official_record, testimony, correspondence, statistics"
PEOPLE = {
    "tenant": ("Tenant's side", EVERY, 0.7, 0.3),
    "office": ("Office's side", EVERY, 0.3, 0.7),
    "evens": ("Neither side", EVERY, 0.5, 0.5),
    "strict": ("Paper only", "law, official_record, statistics", 0.5, 0.5),
}
A, B = "tenant", "office"
"""Who speaks for A, that a ground fails, and for B, that it stands."""


def _issue(name: str, question: str, *outcomes: str, **more: Any) -> dict[str, Any]:
    made = [{"name": one, "text": f"It {one}."} for one in outcomes]
    plain = {"why": "The decision rests on it.", "governing": ["1.1"], "type": "eligibility_factor", "outcomes": made}
    return {"name": name, "question": question} | plain | more


def _option(name: str, *grounds: Sequence[tuple[str, str]]) -> dict[str, Any]:
    holds = [{"all_of": [{"issue": issue, "outcome": outcome} for issue, outcome in ground]} for ground in grounds]
    return {"name": name, "text": f"The decision is {name}.", "holds_if": holds}


def _agenda(options: Sequence[dict[str, Any]], *issues: dict[str, Any]) -> dict[str, Any]:
    return {"options": list(options), "issues": list(issues), "stakeholders": ["tenants: a home"], "brief": "Open."}


GROUNDS = ("first", "second", "third")
THREE = _agenda(
    [
        _option("upheld", *([(name, "stands")] for name in GROUNDS)),
        _option("reversed", [(name, "fails") for name in GROUNDS]),
    ],
    *(_issue(name, f"Does the {name} ground stand?", "fails", "stands") for name in GROUNDS),
)
"""*reversed* where all grounds fail, *upheld* where any stands."""
ONE = _agenda(
    [_option("reversed", [("first", "fails")]), _option("upheld", [("first", "stands")])],
    _issue("first", "Does the first ground stand?", "fails", "stands"),
)
"""One ground alone: A is *reversed*, B is *upheld*."""
REMEDY = _agenda(
    [_option("reversed", [("remedy", "fails")]), _option("upheld", [("remedy", "stands")])],
    _issue("remedy", "Should the allowance end?", "fails", "stands", type="remedy", weighs=True, governing=[]),
)
"""A question of what should be done."""


def side(issue: str, outcome: str, facts: Sequence[dict[str, Any]] = (), **conclusion: Any) -> dict[str, Any]:
    """A whole argument for an outcome of an issue."""
    records = list(facts) or [{"tag": "who says so", "sentences": ["3.1" if outcome == "fails" else "2.1"]}]
    if issue == "remedy":
        value = "care" if outcome == "fails" else "fiscal_responsibility"
        parts = [
            part("authority", f"The bylaw lets the allowance go on, or end: {outcome}.", records=records),
            part("relief", f"It should be so that the ground {outcome}.", premises=["authority"], values=[value]),
        ]
    else:
        parts = [
            part("rule", f"The {issue} ground is named by the bylaw.", ["1.2"]),
            part("facts", f"What was recorded shows that it {outcome}.", records=records),
            part("conclusion", f"The {issue} ground {outcome}.", premises=["rule", "facts"], **conclusion),
        ]
    return {"issue": issue, "outcome": outcome, "parts": parts}


def write_world(folder: Path) -> Path:
    """Writes documents and perspectives; returns the folder of the documents."""
    documents = folder / "documents"
    documents.mkdir(parents=True)
    for name, (title, date, source_class, text) in DOCUMENTS.items():
        head = f'---\ntitle: "{title}"\ndate: "{date}"\nsource_class: {source_class}\n---\n'
        (documents / f"{name}.md").write_text(f"{head}{text}\n", encoding="utf-8")
    cards = "".join(
        CARD.format(id=name, label=label, classes=classes, care=care, thrift=thrift)
        for name, (label, classes, care, thrift) in PEOPLE.items()
    )
    (folder / "perspectives.yaml").write_text(PERSPECTIVES.format(cards=cards), encoding="utf-8")
    return documents


class _StoreChain:
    """What is planted goes through the store's one write path."""

    def __init__(self, state: RunState) -> None:
        self._state = state

    def commit(self, draft: ActivityDraft, delta: Delta) -> Committed:
        return self._state.commit(draft, delta)


class StoredRoom(AnswerRoom):
    """A run in Neo4j that is planted turn by turn.

    Args:
        session: With a model's settings, which nobody calls.
        corpus: Name of the loaded documents.
        folder: Where perspectives are written.
        agenda: What is to be decided.
        arguments: Author and argument, in order: A1, A2, …
        people: Perspectives of the run.
    """

    def __init__(
        self,
        session: Session,
        corpus: str,
        folder: Path,
        agenda: Mapping[str, Any],
        arguments: Sequence[tuple[str, Mapping[str, Any]]] = (),
        people: Sequence[str] = (A, B),
    ) -> None:
        self.session, self.agent = session, Scripted()
        wanted = Ask(
            question=QUESTION, corpus=corpus, template="policy-memo", perspectives=tuple(people), agents="llm",
            dated="2026-06-01", perspective_file=folder / "perspectives.yaml", limits=Limits(depth="quick"),
        )  # fmt: skip
        self.run = begin(session, wanted)
        self.state = open_run(session, self.run)
        self.state.brief = self.brief = replace(self.state.brief, agent=self.agent)
        self.perspectives = {p.stance_id: p for p in self.brief.perspectives}
        self.template, self.evidence, self.graph = self.state.template, self.state.evidence, self.state.graph
        self.chain = _StoreChain(self.state)  # type: ignore[assignment]
        self.findings: dict[str, Node] = {}
        read_case(self.state, [])
        self.desk = desk_of(self.state)
        self.agent.says("agenda", AGENDA | dict(agenda or {}))
        self._argue(arguments)

    def person(self, delta: Delta, role: Role = Role.ADJUDICATOR) -> tuple[str, ...]:
        """What a person writes; ids of its nodes."""
        draft = ActivityDraft(self.run, "HumanAct", role, "planted", "person", {"by": "Jo Doe"})
        return self.chain.commit(draft, delta).ids

    def object_to(self, node_id: str) -> str:
        """A critic's objection to any node."""
        delta = Delta()
        critique = delta.node(
            "Critique", type="logical_gap", flaw="other", grounds="It does not bear it.", quoted="", stance_id=B
        )
        delta.edge("ATTACKS", critique, self.graph[node_id].ref)
        return self.write("AgentTurn", Role.CRITIC, delta)[0]

    def record_of(self, part_name: str, short: str) -> str:
        """The record of a part that quotes a sentence."""
        wanted = self.desk.file.sentence(short).id
        records = claim_records(self.graph, self.names.parts[part_name].id)
        return next(one for one in records if wanted in self.graph[one]["sentence_ids"])

    def record_in(self, delta: Delta, short: str) -> Ref:
        """The record of a sentence among what a turn writes."""
        wanted = self.desk.file.sentence(short).id
        return next(
            Ref(f"#{n}", node.kind)
            for n, node in enumerate(delta.nodes, 1)
            if node.kind == "EvidenceRecord" and wanted in node.fields["sentence_ids"]
        )

    def weigh_by_person(self, issue: str, over: str, under: str) -> str:
        """A person weighs."""
        delta = Delta()
        delta.node("Weighing", **weighing(issue, over, under) | {"provisional": False})
        return self.person(delta)[0]

    def weigh_by_burden(self, issue: str, over: str, under: str, short: str) -> tuple[str, str]:
        """A weighing by the burden of proof, with the sentence that places it; ids of it and of its record."""
        turn = self.desk.turn(Role.EVALUATOR, "burden")
        ref = turn.delta.node("Weighing", **weighing(issue, over, under, "burden"))
        turn.delta.edge("RESTS_ON", ref, self.desk.citing(turn, self.graph).record([short], "who has to prove it"))
        self.commit(turn)
        made = self.graph.live("Weighing")[-1]
        return made.id, self.graph.out(made.id, "RESTS_ON")[0].id

    def challenge(self, part_name: str, short: str) -> tuple[str, str]:
        """A person's challenge with counter-evidence; ids of it and of its sentence."""
        turn = self.desk.turn(Role.CONTESTER, "challenge")
        turn.kind = "HumanAct"
        target = self.names.parts[part_name].ref
        ref = turn.delta.node(
            "Challenge", type="missing_evidence", flaw="contested", grounds="The log says otherwise.", quoted="", stance_id="",
            kind="adequacy", by="Jo Doe", stale=False,
        )  # fmt: skip
        turn.delta.edge("CHALLENGES", ref, target)
        turn.delta.edge("ATTACKS", ref, target)
        turn.delta.edge("RESTS_ON", ref, self.desk.citing(turn, self.graph).record([short], "counter-evidence"))
        made = self.person(turn.delta, Role.CONTESTER)[0]
        record = self.graph.out(made, "RESTS_ON")[0]
        return made, self.graph.out(record.id, "QUOTES")[0].id

    def rule(self, challenge: str, verdict: str) -> str:
        """A person's ruling on a challenge."""
        delta = Delta()
        ruling = delta.node(
            "Ruling", verdict=verdict, materiality=0.8, recommendation="none", reasons="So it is.", stance_id="", rule="",
            provisional=False, by="Judge Roe", human=True,
        )  # fmt: skip
        for type_ in ("RATES", "DECIDES"):
            delta.edge(type_, ruling, self.graph[challenge].ref)
        return self.person(delta)[0]

    def concede(self, part_name: str, narrower: Mapping[str, Any], critique: str) -> None:
        """The owner's new version of a part, as its own turn writes it."""
        owner = self.perspectives[self.names.parts[part_name]["stance_id"]]
        name = next(n for n, node in self.names.critiques.items() if node.id == critique)
        answered = {"critique": name, "answer": "concede_part", "text": "Only so far."}
        revised = {"target": part_name, "answers": [name], "part": narrower}
        self.agent.says("respond", {"answers": [answered], "revisions": [revised]})
        self.commit(respond(self.desk, self.graph, owner, "respond", self.findings))

    def rate_version(self, critique: str, version: str, materiality: float) -> None:
        """The panel's rating of a new version, as its own turn writes it."""
        name = next(n for n, node in self.names.critiques.items() if node.id == critique)
        rating = {
            "critique": name,
            "verdict": "valid",
            "version": version,
            "materiality": materiality,
            "reasons": "So it is.",
        }
        self.agent.says("rate_case", {"ratings": [rating]})
        self.commit(rate_round(self.desk, self.graph, "rate"))

    def compiled(self) -> Subgraph:
        """Labels, answer and certificate, without a model; the run as Neo4j then holds it."""
        self.validate()
        self.agent.provider = "offline"
        label(self.state)
        compile_case(self.state)
        return self.session.store.subgraph(self.run)

    def classes(self, graph: Subgraph, *arguments: str) -> list[str]:
        """What became of the conclusions of arguments, by their standings in the graph."""
        found = {}
        for node in graph.live("Standing"):
            for claim in graph.out(node.id, "CLASSIFIES"):
                found[claim.id] = str(node["class"])
        return [found[self.conclusion(name).id] for name in arguments]

    def conclusion(self, argument: str) -> Node:
        """The part with which an argument concludes."""
        parts = self.names.parts
        return parts.get(f"{argument}.conclusion") or parts[f"{argument}.relief"]


def statuses(graph: Subgraph) -> dict[str, str]:
    """The status of each option's answer."""
    return {node["option"]: node["status"] for node in graph.live("Answer")}
