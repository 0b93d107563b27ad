"""An argued case in memory: documents, agenda and whole arguments of two sides, ready for rounds of criticism."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from foam_graph.agents.protocol import Answer, AnswerT, CallRecord, Case, Failed, Request, one_by_one
from foam_graph.agents.tasks.arguments import ArgumentOut
from foam_graph.casefile.building import case_file
from foam_graph.casefile.rendering import end_word, papers, render
from foam_graph.corpus.documents import Citation, Document, document_id
from foam_graph.corpus.sentences.segmentation import segment
from foam_graph.errors import BadAnswer
from foam_graph.model.delta import SELF, ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.agenda.writing import propose_agenda
from foam_graph.reasoning.arguments.drafting import Desk
from foam_graph.reasoning.arguments.exceptions import relate_exceptions
from foam_graph.reasoning.arguments.shown import Names
from foam_graph.reasoning.arguments.writing import add_argument
from foam_graph.reasoning.evidence import Evidence, add_sentence, document_node_id
from foam_graph.reasoning.opening import perspectives_delta
from foam_graph.reasoning.perspectives.library import Perspective, choose, library
from foam_graph.reasoning.templates.library import load_template
from foam_graph.reasoning.turns import Brief, Limits, Turn
from tests.support.chains.graphs import Chain

QUESTION = "Should the permit of the night market be renewed?"
DOCUMENTS = (
    ("Market charter", "2019-05-01", "law",
     "A permit is renewed when the form arrives by 31 March. A form counts as on time where the office was closed on that day. "
     "A permit may be refused where the noise exceeds 55 decibels at night."),
    ("Amendment of the charter", "2024-06-01", "law", "The limit for noise at night is 60 decibels."),
    ("Register of the office", "2026-04-02", "official_record",
     "The form of the market was stamped on 2 April. The office was closed on 30 and 31 March."),
    ("Report on the meter", "2026-02-10", "expert",
     "The meter showed 57 decibels at midnight. The mean of four nights was 56 decibels."),
    ("Letter of a neighbour", "2026-03-01", "testimony", "I heard the music until two in the morning. Nobody here can sleep."),
    ("Leaflet of the traders", "2026-03-05", "advocacy", "The market feeds forty families. It was always quiet at midnight."),
)  # fmt: skip
AGENDA: dict[str, Any] = {
    "options": [
        {"name": "renew", "text": "The permit is renewed.", "holds_if": [{"all_of": [
            {"issue": "form", "outcome": "in_time"}, {"issue": "noise", "outcome": "under"}]}]},
        {"name": "refuse", "text": "The permit is refused.", "holds_if": [
            {"all_of": [{"issue": "form", "outcome": "late"}]}, {"all_of": [{"issue": "noise", "outcome": "over"}]}]},
    ],
    "issues": [
        {"name": "form", "question": "Did the form arrive in time?", "why": "Late forms are refused.",
         "governing": ["1.1"], "type": "eligibility_factor",
         "outcomes": [{"name": "in_time", "text": "It was."}, {"name": "late", "text": "It was not."}]},
        {"name": "noise", "question": "Was the noise under the limit?", "why": "Noise is a ground of refusal.",
         "governing": ["1.3", "2.1"], "type": "eligibility_factor",
         "outcomes": [{"name": "under", "text": "It was."}, {"name": "over", "text": "It was not."}]},
        {"name": "hours", "question": "Which hours should it have?", "why": "A permit states hours.", "governing": [],
         "type": "remedy", "weighs": True,
         "outcomes": [{"name": "long", "text": "Until two."}, {"name": "short", "text": "Until midnight."}]},
    ],
    "stakeholders": ["traders: their trade", "neighbours: their sleep"],
    "brief": "Renew.",
}  # fmt: skip


def part(component: str, text: str, *records: Sequence[str], **more: Any) -> dict[str, Any]:
    """One part of an argument; each record is its sentences."""
    made = [{"tag": f"{component} {n}", "sentences": list(r)} for n, r in enumerate(records, 1)]
    return {
        "component": component,
        "text": text,
        "warrant": f"The sources say so of the {component}.",
        "records": made,
    } | more


def lines(*records: Sequence[str]) -> list[dict[str, Any]]:
    """Records of which one is enough."""
    return [{"tag": f"line {n}", "sentences": list(r), "any_of": "either"} for n, r in enumerate(records, 1)]


ARGUMENTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("applicant", {"issue": "form", "outcome": "in_time", "parts": [
        part("rule", "The form must arrive by 31 March, or later where the office was closed.", ["1.1", "1.2"]),
        part("facts", "The form was stamped on 2 April because the office was closed on 31 March.", ["3.1"], ["3.2"],
             qualifier="As far as the register shows."),
        part("conclusion", "The form arrived in time.", premises=["rule", "facts"])]}),
    ("caseworker", {"issue": "form", "outcome": "late", "parts": [
        part("rule", "The form must arrive by 31 March.", ["1.1"]),
        part("facts", "The form was stamped on 2 April.", ["3.1"]),
        part("conclusion", "The form was late by 2 days.", premises=["rule", "facts"])]}),
    ("applicant", {"issue": "noise", "outcome": "under", "parts": [
        part("rule", "The limit is 60 decibels since 2024.", ["2.1"]),
        part("facts", "The meter showed at most 57 decibels.", ["4.1"]),
        part("conclusion", "57 decibels are under 60 decibels.", premises=["rule", "facts"])]}),
    ("caseworker", {"issue": "noise", "outcome": "over", "parts": [
        part("rule", "A permit may be refused where noise exceeds 55 decibels.", ["1.3"]),
        part("facts", "The market is loud at night.", records=lines(["4.2"], ["5.1"])),
        part("conclusion", "The noise was over the limit.", premises=["rule", "facts"])]}),
    ("applicant", {"issue": "hours", "outcome": "long", "parts": [
        part("authority", "The charter lets a permit be renewed.", ["1.1"]),
        part("relief", "The market should open until two.", premises=["authority"], values=["fairness"])]}),
    ("caseworker", {"issue": "hours", "outcome": "short", "parts": [
        part("authority", "The charter guards the night.", ["1.3"]),
        part("relief", "The market should close at midnight.", premises=["authority"], values=["care"])]}),
    ("auditor", {"issue": "form", "outcome": "late", "advocacy": True, "parts": [
        part("rule", "A form is due by 31 March.", ["1.1"]),
        part("facts", "The stamp says 2 April.", ["3.1"]),
        part("conclusion", "It came late.", premises=["rule", "facts"])]}),
)  # fmt: skip
"""A1 to A7, by their authors."""

Script = dict[str, Any] | Callable[[Any], dict[str, Any]]


class Scripted:
    """An agent that gives the answers laid down for each task, one after the other, and none when they are used up."""

    name = provider = "scripted"

    def __init__(self) -> None:
        self.script: dict[str, list[Script]] = {}
        self.asked: list[Request[Any]] = []

    def says(self, task: str, *answers: Script) -> None:
        self.script.setdefault(task, []).extend(answers)

    def answer(self, request: Request[AnswerT]) -> Answer[AnswerT]:
        self.asked.append(request)
        left = self.script.get(request.task, [])
        if not left:
            raise BadAnswer("no valid answer came")
        made = left.pop(0)
        value = request.answer.model_validate(made(request.input) if callable(made) else made)
        return Answer(value, CallRecord(request.task, self.name, self.provider, "", request.rollout, {}))

    def answer_many(self, requests: Sequence[Request[AnswerT]]) -> list[Answer[AnswerT] | Failed]:
        return one_by_one(self, requests)


class CaseRoom:
    """The run, its agent, and what everybody who argues has before them.

    Args:
        arguments: Author and argument, in order: A1, A2, …
        agenda: What the agenda says beyond ``AGENDA``, or otherwise.
        others: Perspectives beside the three that argue it.
    """

    def __init__(
        self,
        arguments: Sequence[tuple[str, Mapping[str, Any]]] = ARGUMENTS,
        agenda: Mapping[str, Any] | None = None,
        others: Sequence[Perspective] = (),
    ) -> None:
        self.agent = Scripted()
        there = [*choose("applicant,caseworker,auditor", library(None)), *others]
        self.perspectives = {p.stance_id: p for p in there}
        people = tuple(self.perspectives.values())
        self.brief = Brief("run-1", QUESTION, people, self.agent, 1, "2026-05-01", Limits(depth="quick"))
        documents = [_document(*one) for one in DOCUMENTS]
        self.evidence = Evidence(documents)
        file = case_file(documents)
        end = end_word(file, 1)
        self.template = load_template("policy-memo")
        self.desk = Desk(
            self.brief, self.evidence, file, Case(render(papers(file), (), end), end), self.template.library()
        )
        self.chain = Chain("run-1")
        self.graph = self.chain.graph
        self.findings: dict[str, Node] = {}
        self._open(documents)
        self.agent.says("agenda", AGENDA | dict(agenda or {}))
        self._argue(arguments)

    def _open(self, documents: Sequence[Document]) -> None:
        load = Delta()
        for one in documents:
            cite = one.citation
            load.node(
                "Document", id=document_node_id(one.id, one.corpus), doc_id=one.id, corpus=one.corpus, path=one.path,
                sha256="00", title=cite.title, date=cite.date, source_class=cite.source_class,
                sentences=len(one.sentences), segmentation="s1",
            )  # fmt: skip
        outside = Chain("corpus-case", self.graph)
        outside.commit(ActivityDraft("corpus-case", "Load", Role.OPERATOR, "load"), load)
        people = perspectives_delta(self.brief.perspectives)
        Chain("library", self.graph).commit(ActivityDraft("library", "Opening", Role.OPERATOR, "library"), people)
        read = Delta()
        for name in self.evidence.sentences:
            add_sentence(read, self.evidence, name)
        self.chain.commit(ActivityDraft("run-1", "Retrieval", Role.RETRIEVER, "read"), read)
        found = Delta()
        ref = found.node(
            "Finding", number="F1", kind="sum", basis="recomputed", verdict="right", text="4 nights, mean 56.", rule="r 1",
            inputs="{}",
        )  # fmt: skip
        made = self.chain.commit(ActivityDraft("run-1", "Validation", Role.VALIDATOR, "sheet"), found)
        self.findings["F1"] = self.graph[made.id_of(ref)]

    def _argue(self, arguments: Sequence[tuple[str, Mapping[str, Any]]]) -> None:
        turn = self.desk.turn(Role.PROPOSER, "agenda")
        propose_agenda(turn, self.desk.citing(turn, self.graph), self.template, self.desk.citable())
        self.commit(turn)
        for stance, made in arguments:
            self.add(stance, made)

    def add(self, stance: str, made: Mapping[str, Any], also: Callable[[Delta], None] | None = None) -> None:
        """One more argument, as its author's turn writes it; ``also`` may add to the turn."""
        agenda, _ = self.desk.shown(self.graph)
        turn = self.desk.turn(Role.PROPOSER, f"argue:{len(self.names.arguments)}", self.perspectives[stance])
        citing = self.desk.citing(turn, self.graph)
        found = ArgumentOut.model_validate(made)
        add_argument(turn, found, agenda, self.desk.library, citing, self.findings)
        relate_exceptions(turn.delta, self.graph)
        if also is not None:
            also(turn.delta)
        self.commit(turn)

    def who(self, stance: str) -> Perspective:
        return self.perspectives[stance]

    @property
    def names(self) -> Names:
        return Names(self.graph, self.desk.file)

    def commit(self, turn: Turn | None) -> Turn:
        """Commits a turn as the store would, checks included."""
        assert turn is not None
        self.chain.commit(turn.draft(), turn.delta)
        return turn

    def me(self) -> Ref:
        return Ref(SELF, "AgentTurn")


def _document(title: str, date: str, source_class: str, text: str) -> Document:
    cite = Citation(title, date=date, source_class=source_class)
    return Document(document_id(text.encode()), "case", f"{title}.md", "", text, cite, segment(text))
