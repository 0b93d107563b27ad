"""A debate over the workshop's file whose flaws, contradictions and answers are known, planted as if it had been held."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from foam_graph.app.debating import Motion, begin
from foam_graph.app.session import Session
from foam_graph.model.delta import SELF, ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.reasoning.debating.writing import cuts_of
from foam_graph.reasoning.evidence import Evidence, add_record, add_sentence
from foam_graph.reasoning.turns import json_text

MOTION = "The withdrawal of the licence of Orla Finch should be upheld."
OIL, TANK = "was 240 litres", "The oil tank of the workshop"
OPENING = "The inspector found 240 litres of waste oil. So the licence must go."
ANSWER = "The fire service certified the tank. So the limit of 200 litres is not the measure."
REPLY = "A tank of 200 litres is what the ordinance means by a limit."
FLAWED = "240 litres of waste oil"


@dataclass
class Crossing:
    """The debate: 1.1 cites the oil record and has a flaw, which 2.2 names; 2.1 answers 1.1 with the certificate; 3.1 answers 2.1.

    Attributes:
        session: Where it is stored.
        corpus: Corpus that holds the workshop's documents.
        agents: ``offline`` or ``llm``.
    """

    session: Session
    corpus: str
    agents: str = "offline"
    run: str = ""
    said: dict[int, Ref] = field(default_factory=dict)
    flaw: Ref | None = None
    predicate: Ref | None = None

    def plant(self, ballot: bool = True) -> Crossing:
        """Plants it, with or without its end."""
        self.run = begin(self.session, Motion(MOTION, self.corpus, format="short", agents=self.agents))
        evidence = Evidence(self.session.corpora.documents(self.corpus))
        self._offer(evidence)
        self._says(1, OPENING, evidence, OIL)
        self._read_first()
        assert self.flaw is not None
        self._says(2, ANSWER, evidence, TANK, [(self.said[1], [1], [1]), (self.flaw, [2], [0])])
        self._says(3, REPLY, evidence, "", [(self.said[2], [1], [1])])
        if ballot:
            self.decide()
        return self

    def decide(self) -> None:
        """Ends it with a ballot."""
        delta = Delta()
        fields = {"winner": "tie", "dimensions": json_text({"argument": "tie"}), "reasons": "Both argued."}
        made = delta.node("Ballot", **fields)
        delta.edge("ABOUT", made, self.session.store.subgraph(self.run).of("Question")[0].ref)
        self._commit("AgentTurn", Role.EVALUATOR, "ballot", delta)

    def _offer(self, evidence: Evidence) -> None:
        """The sentences that are cited, offered before turn 1."""
        delta = Delta()
        for words in (OIL, TANK):
            stable = next(i for i, one in evidence.sentences.items() if words in one.text)
            made = add_sentence(delta, evidence, stable)
            delta.edge("OFFERED", Ref(SELF, "Retrieval"), made, leaf="turn:1", rank=1, score=1.0, engine="words")
        self._commit("Retrieval", Role.RETRIEVER, "offer:1", delta)

    def _says(
        self,
        turn: int,
        text: str,
        evidence: Evidence,
        cites: str,
        answers: Sequence[tuple[Ref, list[int], list[int]]] = (),
    ) -> None:
        delta = Delta()
        sentences = [f"{one.strip().rstrip('.')}." for one in text.split(". ")]
        made = delta.node(
            "Utterance", turn=turn, speaker="Affirmative" if turn % 2 else "Negative", side="pro" if turn % 2 else "con",
            stage="opening" if turn < 3 else "summary", text=" ".join(sentences), cuts=cuts_of(sentences), origin="agent",
            accepted=True, round=0,
        )  # fmt: skip
        if cites:
            stable = next(i for i, one in evidence.sentences.items() if cites in one.text)
            graph = self.session.store.subgraph(self.run)
            known = {one["sentence_id"]: one.ref for one in graph.of("EvidenceSentence")}
            record = add_record(delta, evidence, known, (stable,), f"cited at turn {turn}")
            delta.edge("RESTS_ON", made, record, sentences=[1])
        for target, mine, theirs in answers:
            delta.edge("ANSWERS", made, target, sentences=mine, of=theirs)
        ids = self._commit("AgentTurn", Role.PROPOSER, f"speak:{turn}", delta)
        place = next(n for n, one in enumerate(delta.nodes) if one.kind == "Utterance")
        self.said[turn] = Ref(ids[place], "Utterance")

    def _read_first(self) -> None:
        """A predicate of sentence 1.1, and a flaw that rests on it."""
        delta = Delta()
        terms = json_text(["one record", "240 litres"])
        predicate = delta.node("Predicate", number="P1.1.1", relation="Supports", terms=terms, sentence=1)
        delta.edge("RESTS_ON", predicate, self.said[1])
        flaw = delta.node(
            "Critique", type="logical_gap", flaw="selective_quantification", grounds="One day in February is not the year.",
            quoted=FLAWED, stance_id="con",
        )  # fmt: skip
        delta.edge("ATTACKS", flaw, self.said[1])
        delta.edge("RESTS_ON", flaw, predicate)
        ids = self._commit("AgentTurn", Role.CRITIC, "logic:2:read", delta)
        self.predicate, self.flaw = Ref(ids[0], "Predicate"), Ref(ids[1], "Critique")

    def _commit(self, kind: str, role: Role, step: str, delta: Delta) -> list[str]:
        return list(self.session.store.commit(ActivityDraft(self.run, kind, role, step, "offline-rules"), delta).ids)
