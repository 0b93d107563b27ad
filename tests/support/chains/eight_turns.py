"""An eight-turn debate over the small world whose edges are known, planted as if it had been held step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from foam_graph.app.debating import Motion, begin
from foam_graph.app.session import Session
from foam_graph.model.delta import SELF, ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.reasoning.debating.writing import cuts_of
from foam_graph.reasoning.evidence import Evidence, add_record, add_sentence
from foam_graph.reasoning.turns import json_text
from tests.support.worlds.debated_world import MOTION

STAGES = ("opening", "opening", "rebuttal", "rebuttal", "rebuttal", "rebuttal", "summary", "summary")
TRIAL, COSTS = "injuries on the ring road by 12 percent", "$96,000 per year"


@dataclass
class EightTurns:
    """The debate: 3 answers 2, 8 answers 3, 4 answers a flaw in 1, 5 passes 1 on and cites what 1 cites, 6 answers 5 and
    rests on what was recalled; 7 stands alone.

    Attributes:
        session: Where it is stored.
        corpus: Corpus that holds the small world.
        people: Turns that a person spoke.
        agents: ``offline`` or ``llm``.
        said: Each utterance by its turn.
    """

    session: Session
    corpus: str
    people: Sequence[int] = ()
    agents: str = "offline"
    run: str = ""
    said: dict[int, Ref] = field(default_factory=dict)
    sentences: dict[str, Ref] = field(default_factory=dict)
    flaw: Ref | None = None
    predicate: Ref | None = None

    def plant(self, record: Ref | None = None) -> EightTurns:
        """Plants it; ``record``: of a memory, what was recalled before turn 6."""
        self.run = begin(self.session, Motion(MOTION, self.corpus, rounds=4, agents=self.agents))
        evidence = Evidence(self.session.corpora.documents(self.corpus))
        self._offer(evidence)
        self._says(1, "The trial counted fewer injuries. That is a reason.", cites=(evidence, TRIAL))
        self._says(2, "It costs $96,000 per year. That is much.", cites=(evidence, COSTS))
        self._says(3, "My opponent names a price. A price is not a burden.", answers=[(2, [1], [1])])
        self._read_first()
        assert self.flaw is not None
        self._says(4, "A step is missing in that.", answers=[(self.flaw, [1], [0])])
        self._says(5, "As I said, injuries fell. So it works.", cites=(evidence, TRIAL), passes_on=1)
        recalled = self._recalled(record) if record is not None else None
        self._says(6, "One town is not all towns.", answers=[(5, [1], [2])], recalled=recalled)
        self._says(7, "The town needs its bus.")
        self._says(8, "A price is a burden where money is short.", answers=[(3, [1], [2])])
        self._ballot()
        return self

    def _commit(self, kind: str, role: Role, step: str, delta: Delta, agent: str = "offline-rules") -> list[str]:
        done = self.session.store.commit(ActivityDraft(self.run, kind, role, step, agent), delta)
        return list(done.ids)

    def _offer(self, evidence: Evidence) -> None:
        """The two sentences that are cited, offered before turn 1."""
        delta = Delta()
        for words in (TRIAL, COSTS):
            stable = next(i for i, one in evidence.sentences.items() if words in one.text)
            made = add_sentence(delta, evidence, stable)
            delta.edge("OFFERED", Ref(SELF, "Retrieval"), made, leaf="turn:1", rank=1, score=1.0, engine="words")
        ids = self._commit("Retrieval", Role.RETRIEVER, "offer:1", delta)
        self.sentences = dict(zip((TRIAL, COSTS), (Ref(i, "EvidenceSentence") for i in ids), strict=True))

    def _says(
        self,
        turn: int,
        text: str,
        cites: tuple[Evidence, str] | None = None,
        answers: Sequence[tuple[int | Ref, list[int], list[int]]] = (),
        passes_on: int = 0,
        recalled: Ref | None = None,
    ) -> None:
        delta, person = Delta(), turn in self.people
        sentences = [f"{one.strip().rstrip('.')}." for one in text.split(". ")]
        more: dict[str, Any] = {"origin": "person"} if person else {"origin": "agent", "accepted": True, "round": 0}
        made = delta.node(
            "Utterance", turn=turn, speaker="Affirmative" if turn % 2 else "Negative", side="pro" if turn % 2 else "con",
            stage=STAGES[turn - 1], text=" ".join(sentences), cuts=cuts_of(sentences), **more,
        )  # fmt: skip
        # People's words name what they answer at most; nobody writes evidence for them.
        if cites is not None and not person:
            evidence, words = cites
            sentence = self.session.store.subgraph(self.run)[self.sentences[words].id]
            stable = str(sentence["sentence_id"])
            record = add_record(delta, evidence, {stable: sentence.ref}, (stable,), f"cited at turn {turn}")
            delta.edge("RESTS_ON", made, record, sentences=[1])
        for target, mine, theirs in answers:
            ref = self.said[target] if isinstance(target, int) else target
            delta.edge("ANSWERS", made, ref, sentences=mine, of=theirs)
        if recalled is not None:
            delta.edge("RESTS_ON", made, recalled)
        if passes_on and not person:
            delta.edge("RESTS_ON", made, self.said[passes_on], sentences=[1], derived=True)
        kind, role = ("HumanAct", Role.OPERATOR) if person else ("AgentTurn", Role.PROPOSER)
        ids = self._commit(
            kind, role, f"{'hear' if person else 'speak'}:{turn}", delta, "person" if person else "rules"
        )
        self.said[turn] = Ref(
            next(i for i, one in zip(ids, delta.nodes, strict=True) if one.kind == "Utterance"), "Utterance"
        )

    def _read_first(self) -> None:
        """A predicate of turn 1, and a flaw that rests on it."""
        delta = Delta()
        terms = json_text(["the trial", "fewer injuries"])
        predicate = delta.node("Predicate", number="P1.1.1", relation="Cause", terms=terms, sentence=1)
        delta.edge("RESTS_ON", predicate, self.said[1])
        flaw = delta.node(
            "Critique", type="logical_gap", flaw="missing_link", grounds="It does not follow.", quoted="That is a reason.",
            stance_id="con",
        )  # fmt: skip
        delta.edge("ATTACKS", flaw, self.said[1])
        delta.edge("RESTS_ON", flaw, predicate)
        ids = self._commit("AgentTurn", Role.CRITIC, "logic:4:read", delta)
        self.predicate, self.flaw = Ref(ids[0], "Predicate"), Ref(ids[1], "Critique")

    def _recalled(self, record: Ref) -> Ref:
        delta = Delta()
        made = delta.node(
            "Recollection", memory="school", keywords=["bus"], fell_back=False, k=5, prior="{}", schemes=["causal"]
        )
        delta.edge("RECALLED", made, record, rank=1, score=0.75, exemplar=True)
        return Ref(self._commit("Retrieval", Role.RETRIEVER, "recall:6", delta)[0], made.kind)

    def _ballot(self) -> None:
        delta = Delta()
        fields = {"winner": "tie", "dimensions": json_text({"argument": "tie"}), "reasons": "Both argued."}
        made = delta.node("Ballot", **fields)
        graph = self.session.store.subgraph(self.run)
        delta.edge("ABOUT", made, graph.of("Question")[0].ref)
        self._commit("AgentTurn", Role.EVALUATOR, "ballot", delta)
