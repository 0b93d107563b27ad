"""Small fictional debates for the audit queries, planted through the one write path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from foam_graph.model.delta import Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.reasoning.debating.writing import cuts_of
from foam_graph.reasoning.turns import json_text
from tests.support.chains.planting import Plant

SPEAKERS = {"pro": "First speaker for", "con": "First speaker against"}
WRITER = "a-model"


class PlantedDebate:
    """A debate in the chain of a plant; every method commits one model-valid delta."""

    def __init__(self, plant: Plant) -> None:
        self._plant = plant

    def says(
        self,
        turn: int,
        *sentences: str,
        answers: Sequence[tuple[Ref, dict[str, Any]]] = (),
        rests: Sequence[Ref] = (),
        replaces: Ref | None = None,
        agent: str = WRITER,
        **more: Any,
    ) -> Ref:
        """An utterance of an agent at a turn; the sides speak in turn."""
        delta, side = Delta(), "pro" if turn % 2 else "con"
        fields = {"origin": "agent", "accepted": True, "round": 0, **more}
        made = delta.node(
            "Utterance", turn=turn, speaker=SPEAKERS[side], side=side, stage="opening", text=" ".join(sentences),
            cuts=cuts_of(sentences), **{name: value for name, value in fields.items() if value is not None},
        )  # fmt: skip
        if replaces is not None:
            delta.edge("SUPERSEDES", made, replaces)
        for below in rests:
            delta.edge("RESTS_ON", made, below)
        for target, places in answers:
            delta.edge("ANSWERS", made, target, **places)
        return self._one("AgentTurn", Role.PROPOSER, delta, made, agent)

    def judged(self, utterance: Ref, accepted: bool = True, agent: str = "another-model", **more: Any) -> Ref:
        """A judgement of an utterance or a draft."""
        delta = Delta()
        fields = {
            "own_side": True,
            "other_side": False,
            "relevant": accepted,
            "complies": True,
            "types": [],
            "faults": [],
        }
        made = delta.node(
            "Judgement", round=0, accepted=accepted, feedback="" if accepted else "Speak to the motion.",
            **{**fields, **more},
        )  # fmt: skip
        delta.edge("ABOUT", made, utterance)
        return self._one("AgentTurn", Role.EVALUATOR, delta, made, agent)

    def chose(self, best: Ref, *others: Ref, agent: str = "another-model", **more: Any) -> Ref:
        """A choice between drafts."""
        delta = Delta()
        made = delta.node("DraftChoice", hearings="[]", agreed=True, why="It answers what was asked.", **more)
        delta.edge("CHOSE", made, best)
        for one in (best, *others):
            delta.edge("ABOUT", made, one)
        return self._one("AgentTurn", Role.EVALUATOR, delta, made, agent)

    def flaw(self, utterance: Ref, quoted: str, kind: str = "circularity") -> Ref:
        """A flaw found in an utterance."""
        delta = Delta()
        made = delta.node(
            "Critique", type="logical_gap", flaw=kind, grounds="It says twice what it should show.", quoted=quoted,
            stance_id="",
        )  # fmt: skip
        delta.edge("ATTACKS", made, utterance)
        return self._one("AgentTurn", Role.CRITIC, delta, made, WRITER)

    def asserts(self, utterance: Ref, sentence: int, kind: str, supported: bool) -> None:
        """What a sentence of an utterance does."""
        delta = Delta()
        made = delta.node("Assertion", sentence=sentence, type=kind, supported=supported)
        delta.edge("ABOUT", made, utterance)
        self._one("Validation", Role.VALIDATOR, delta, made)

    def labelled(self, utterance: Ref, scheme: str, quality: str = "good") -> None:
        """A scheme that a reader finds in an utterance."""
        delta = Delta()
        four = dict.fromkeys(("acceptability", "inference", "relevance", "robustness", "overall"), quality)
        made = delta.node("SchemeLabel", scheme=scheme, reason="It goes from an effect.", sentences=[1], **four)
        delta.edge("ABOUT", made, utterance)
        self._one("AgentTurn", Role.EVALUATOR, delta, made)

    def remembered(self, *texts: str) -> tuple[Ref, list[tuple[Ref, Ref]]]:
        """A remembered debate: its transcript, and each utterance with its record."""
        delta = Delta()
        transcript = delta.node(
            "Transcript", topic="The night bus should stay.", name="A school match", format="lines", sha256="0" * 64,
            characters=99, language="en", omissions="[]", remarks=[],
        )  # fmt: skip
        said = [self._said(delta, turn, text, transcript) for turn, text in enumerate(texts, 1)]
        done = self._plant.write("Load", Role.OPERATOR, delta, "take", by="An operator")
        held = [Ref(done.id_of(one), "Utterance") for one in said]
        return Ref(done.id_of(transcript), "Transcript"), [(one, self._record(one)) for one in held]

    def _said(self, delta: Delta, turn: int, text: str, transcript: Ref) -> Ref:
        side = "pro" if turn % 2 else "con"
        made = delta.node(
            "Utterance", turn=turn, speaker=SPEAKERS[side], side=side, stage="opening", text=text,
            cuts=cuts_of([text]), origin="transcript", spans=[0, len(text)],
        )  # fmt: skip
        delta.edge("SAID_IN", made, transcript)
        return made

    def _record(self, said: Ref) -> Ref:
        delta = Delta()
        made = delta.node("MemoryRecord", key=said.id, encoder="words", pieces=1)
        delta.edge("ABOUT", made, said)
        return self._one("Retrieval", Role.RETRIEVER, delta, made)

    def recalled(self, *records: tuple[Ref, bool]) -> Ref:
        """What was recalled, best first; of each whether it was shown to the speaker."""
        delta = Delta()
        made = delta.node(
            "Recollection", memory="school", keywords=["bus"], fell_back=False, k=5, prior="{}", schemes=["causal"]
        )
        for rank, (record, exemplar) in enumerate(records, 1):
            delta.edge("RECALLED", made, record, rank=rank, score=0.75, exemplar=exemplar)
        return self._one("Retrieval", Role.RETRIEVER, delta, made)

    def _one(self, kind: str, role: Role, delta: Delta, made: Ref, agent: str = "offline-rules") -> Ref:
        return Ref(self._plant.write(kind, role, delta, agent=agent).id_of(made), made.kind)


def stretch(start: int, end: int, record: Ref) -> str:
    """A stretch copied from memory, as an utterance holds it."""
    return json_text([[start, end, record.id]])
