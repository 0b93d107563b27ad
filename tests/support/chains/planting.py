"""Small graphs for the audit queries, planted through the one write path: each call commits one model-valid delta."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from foam_graph.model.delta import SELF, ActivityDraft, Committed, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.store.store import Store


class Plant:
    """A run of its own to plant things in; every method gives the reference of what it wrote."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.run = f"run-{uuid.uuid4().hex[:12]}"
        store.ensure_chain(self.run, "run", "planted")

    def write(self, kind: str, role: Role, delta: Delta, step: str = "plant", **fields: Any) -> Committed:
        agent = fields.pop("agent", "offline-rules")
        return self.store.commit(ActivityDraft(self.run, kind, role, step, agent, fields), delta)

    def _one(self, kind: str, role: Role, delta: Delta, made: Ref, step: str = "plant", **fields: Any) -> Ref:
        return Ref(self.write(kind, role, delta, step, **fields).id_of(made), made.kind)

    def document(self, title: str = "A report", date: str = "2026-01-01", near: Ref | None = None) -> Ref:
        delta = Delta()
        made = delta.node(
            "Document", id=f"{self.run}-{uuid.uuid4().hex[:8]}", doc_id=title, corpus="planted", path="a.md", sha256="0",
            title=title, sentences=1, source_class="report", segmentation="rules", date=date, licence="CC0",
        )  # fmt: skip
        if near is not None:
            delta.edge("RESEMBLES", made, near, likeness=0.9)
        return self._one("Load", Role.OPERATOR, delta, made, "load", by="An operator")

    def sentence(self, document: Ref, text: str = "It is so.", offered: bool = False, key: str = "") -> Ref:
        delta = Delta()
        made = delta.node(
            "EvidenceSentence", doc_id=document.id, sent_id=1, sentence_id=key or f"{self.run}:{uuid.uuid4().hex[:8]}",
            start=0, end=9, text=text,
        )  # fmt: skip
        delta.edge("FROM_DOCUMENT", made, document)
        if offered:
            delta.edge("OFFERED", Ref(SELF, "Retrieval"), made, leaf="l1", rank=1, score=1.0, engine="words")
        return self._one("Retrieval", Role.RETRIEVER, delta, made)

    def claim(
        self,
        text: str = "A claim.",
        stance: str = "order",
        rests: Sequence[Ref] = (),
        replaces: Ref | None = None,
        answers: Ref | None = None,
        **more: Any,
    ) -> Ref:
        delta = Delta()
        fields = {
            "text": text, "leaf": "l1", "component": "rule", "syllogism_type": "advantage", "stance_id": stance,
            "evidence": "required", "values": [], "form": "quotation", "words": 2,
        }  # fmt: skip
        made = delta.node("Claim", **{**fields, **more})
        for below in rests:
            delta.edge("RESTS_ON", made, below)
        if replaces is not None:
            delta.edge("SUPERSEDES", made, replaces)
        if answers is not None:
            delta.edge("ANSWERS", made, answers)
        return self._one("AgentTurn", Role.REFINER, delta, made, "revise" if replaces else "fill", stance_id=stance)

    def rebuts(self, claim: Ref, other: Ref, why: str = "Not both.") -> None:
        delta = Delta()
        delta.edge("REBUTS", claim, other, why=why)
        self.write("AgentTurn", Role.CRITIC, delta)

    def record(
        self, *sentences: Ref, role: Role = Role.PROPOSER, severable: bool = False, newest: str | None = None
    ) -> Ref:
        delta = Delta()
        return self._one("AgentTurn", role, delta, self._record(delta, sentences, severable, newest))

    def _record(
        self, delta: Delta, sentences: Sequence[Ref], severable: bool, newest: str | None, says: str = "It is so."
    ) -> Ref:
        made = delta.node(
            "EvidenceRecord", tag="It is so", sentence_ids=[s.id for s in sentences], quotation=says, documents=[],
            severable=severable, flags=[], source_classes=[], newest=newest,
        )  # fmt: skip
        for place, sentence in enumerate(sentences, 1):
            delta.edge("QUOTES", made, sentence, position=place)
        return made

    def line(
        self,
        claim: Ref,
        *sentences: Ref,
        severable: bool = False,
        newest: str | None = None,
        says: str = "It is so.",
    ) -> Ref:
        """A warrant for the claim that uses one record of these sentences."""
        delta = Delta()
        record = self._record(delta, sentences, severable, newest, says)
        warrant = delta.node("Warrant", text="So it holds.")
        delta.edge("WARRANTS", warrant, claim)
        delta.edge("USES", warrant, record)
        return self._one("AgentTurn", Role.PROPOSER, delta, record)

    def cited(self, claim: Ref) -> Ref:
        """A line of the claim on a document of its own; gives the document."""
        document = self.document()
        self.line(claim, self.sentence(document))
        return document

    def withdraw(self, node: Ref) -> None:
        delta = Delta()
        delta.edge("WITHDRAWS", Ref(SELF, "AgentTurn"), node, why="retracted")
        self.write("AgentTurn", Role.REFINER, delta)

    def verdict(self, record: Ref, verdict: str, diff: str | None = None) -> None:
        delta = Delta()
        made = delta.node("ValidationResult", verdict=verdict, score=0.5, engine="rules", diff=diff)
        delta.edge("VALIDATES", made, record)
        self.write("Validation", Role.VALIDATOR, delta)

    def critique(self, target: Ref, stance: str = "liberty", record: Ref | None = None) -> Ref:
        delta = Delta()
        made = delta.node(
            "Critique", type="logical_gap", flaw="other", grounds="It does not follow.", quoted="so", stance_id=stance
        )
        delta.edge("ATTACKS", made, target)
        if record is not None:
            delta.edge("RESTS_ON", made, record)
        return self._one("AgentTurn", Role.CRITIC, delta, made, stance_id=stance)

    def rate(
        self, what: Ref, verdict: str = "valid", rule: str = "a-rule", stance: str = "umpire", materiality: float = 0.8
    ) -> Ref:
        delta = Delta()
        made = delta.node(
            "Evaluation", verdict=verdict, materiality=materiality, recommendation="none", reasons="So it is.",
            stance_id=stance, rule=rule, provisional=True,
        )  # fmt: skip
        delta.edge("RATES", made, what)
        return self._one("AgentTurn", Role.EVALUATOR, delta, made)

    def reply(self, critique: Ref, concedes: bool = False, stance: str = "order", text: str = "You say so.") -> Ref:
        delta = Delta()
        made = delta.node("Reply", text=text, stance_id=stance, concedes=concedes)
        delta.edge("ANSWERS", made, critique)
        return self._one("AgentTurn", Role.PROPOSER, delta, made)

    def challenge(self, target: Ref, by: str = "A person") -> Ref:
        delta = Delta()
        made = delta.node(
            "Challenge", type="logical_gap", flaw="other", grounds="It is wrong.", quoted="", stance_id="",
            kind="relevance", stale=False,
        )  # fmt: skip
        delta.edge("ATTACKS", made, target)
        delta.edge("CHALLENGES", made, target)
        return self._one("HumanAct", Role.CONTESTER, delta, made, "challenge", agent="person", by=by, note="wrong")

    def ruling(self, challenge: Ref, verdict: str, human: bool) -> Ref:
        delta = Delta()
        made = delta.node(
            "Ruling", verdict=verdict, materiality=1.0, recommendation="none", reasons="So ruled.", stance_id="",
            rule="" if human else "a-rule", provisional=not human, human=human,
        )  # fmt: skip
        delta.edge("RATES", made, challenge)
        delta.edge("DECIDES", made, challenge)
        kind, role = ("HumanAct", Role.ADJUDICATOR) if human else ("AgentTurn", Role.EVALUATOR)
        return self._one(kind, role, delta, made, "rule")

    def outcome(self, challenge: Ref, position: Ref | None = None, kind: str = "narrowed") -> Ref:
        delta = Delta()
        made = delta.node("Outcome", kind=kind, frontier=["x"], untouched=3, cost="{}")
        delta.edge("RESOLVES", made, challenge)
        if position is not None:
            delta.edge("ABOUT", made, position)
        return self._one("Compilation", Role.COMPILER, delta, made)

    def position(
        self,
        *standings: tuple[Ref, dict[str, Any]],
        memo: Sequence[Ref] = (),
        checks: Sequence[tuple[str, bool]] = (),
        seen: str = "seen",
        replaces: Ref | None = None,
    ) -> Ref:
        delta = Delta()
        parts = [_standing(delta, claim, fields) for claim, fields in standings]
        parts += [delta.node("Check", name=name, ok=ok, detail=seen) for name, ok in checks]
        listed = delta.node("DissentMemo", text="Some disagree.", items="[]")
        for critique in memo:
            delta.edge("LISTS", listed, critique)
        made = delta.node(
            "Position", certified=all(ok for _, ok in checks), statement="AI-assisted.", words=9, read_minutes=1.0,
            version=1, coverage="{}",
        )  # fmt: skip
        for part in (*parts, listed):
            delta.edge("INCLUDES", made, part)
        if replaces is not None:
            delta.edge("SUPERSEDES", made, replaces)
        return self._one("Compilation", Role.COMPILER, delta, made)

    def call(
        self,
        outcome: str = "ok",
        prompt: str = "p1",
        model: str = "",
        response: str = "yes",
        ms: int = 5,
        task: str = "rate",
    ) -> str:
        delta = Delta()
        delta.node(
            "ModelCall", task=task, model=model or f"model-{self.run}", provider="localhost", prompt_hash=prompt,
            rollout=0, parameters="{}", tokens_in=7, tokens_out=3, latency_ms=ms, attempts=1, repairs=0, outcome=outcome,
            response=response,
        )  # fmt: skip
        done = self.write("Call", Role.PROPOSER, delta, latency_ms=ms)
        return done.activity

    def drift(self, turn: str, score: float) -> None:
        delta = Delta()
        delta.node("DriftReport", stance_id="order", drift_score=score, violated=["a value"], blocked=False, turn=turn)
        self.write("Validation", Role.VALIDATOR, delta)

    def choice(self, *alternatives: str) -> Ref:
        delta = Delta()
        made = delta.node(
            "TemplateChoice", branch="b1", children=["c1"], alternatives=list(alternatives), why="It fits.", votes="{}"
        )
        return self._one("AgentTurn", Role.PROPOSER, delta, made)


def _standing(delta: Delta, claim: Ref, given: dict[str, Any]) -> Ref:
    fields: dict[str, Any] = {
        "class": "core",
        "tested": True,
        "condition": "",
        "in_for": [],
        "out_for": [],
        "falls_if": [],
    }
    made = delta.node("Standing", **{**fields, **given})
    delta.edge("CLASSIFIES", made, claim)
    return made
