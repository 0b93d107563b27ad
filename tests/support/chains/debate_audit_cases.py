"""The audit queries about debates: each on a planted debate, and on one that differs in one thing and must give nothing."""

from __future__ import annotations

from tests.support.chains.audit_cases import Params, Planting, Rows
from tests.support.chains.debate_planting import SPEAKERS, WRITER, PlantedDebate, stretch
from tests.support.chains.planting import Plant

DEBATE_CASES: dict[str, Planting] = {}
FOR = "The night bus should stay because nurses ride it."
MORE = "In 2025 it carried 40,000 people."
AGAINST = "It should go because it runs half empty."
PRO, CON = (SPEAKERS[side] for side in ("pro", "con"))


def case(planting: Planting) -> Planting:
    """Enters a planting under the name of its query."""
    DEBATE_CASES[planting.__name__] = planting
    return planting


@case
def failed_utterances(p: Plant, there: bool) -> tuple[Params, Rows]:
    d = PlantedDebate(p)
    draft = d.says(1, FOR, accepted=None)
    d.judged(draft, not there, faults=["sentence 1 has a figure that no source says"] if there else [])
    said = d.says(1, FOR, accepted=not there, round=3, replaces=draft)
    d.judged(d.says(2, AGAINST))
    row = {
        "utterance": said.id, "turn": 1, "side": "pro", "speaker": PRO, "origin": "agent", "rounds": 3,
        "faults": ["sentence 1 has a figure that no source says"], "feedback": "Speak to the motion.", "text": FOR,
    }  # fmt: skip
    return {"run": p.run}, [row]


@case
def dropped_utterances(p: Plant, there: bool) -> tuple[Params, Rows]:
    d = PlantedDebate(p)
    first = d.says(1, FOR)
    # A draft that was not spoken answers nothing.
    d.says(2, AGAINST, answers=[(first, {})], accepted=None)
    second = d.says(2, AGAINST, answers=[] if there else [(first, {"sentences": [1], "of": [1]})])
    d.says(3, MORE, answers=[(second, {})])
    # Nobody spoke after the last turn: it cannot have been dropped.
    row = {"utterance": first.id, "turn": 1, "side": "pro", "dropped_by": "con", "chances": 1, "text": FOR}
    return {"run": p.run}, [row]


@case
def dropped_flaws(p: Plant, there: bool) -> tuple[Params, Rows]:
    d = PlantedDebate(p)
    first = d.says(1, FOR)
    flaw = d.flaw(first, "because nurses ride it")
    second = d.says(2, AGAINST, answers=[] if there else [(flaw, {"sentences": [1], "of": [0]})])
    d.flaw(second, "half empty")  # found after the other side spoke last
    row = {
        "critique": flaw.id, "flaw": "circularity", "quoted": "because nurses ride it", "utterance": first.id, "turn": 1,
        "side": "pro", "dropped_by": "con",
    }  # fmt: skip
    return {"run": p.run}, [row]


@case
def unanswered_flaws(p: Plant, there: bool) -> tuple[Params, Rows]:
    d = PlantedDebate(p)
    flaw = d.flaw(d.says(1, FOR), "because nurses ride it")
    held = d.says(2, AGAINST, "Why nurses, nobody says.", answers=[(flaw, {"sentences": [2], "of": [0]})])
    # It is answered only where the sentence that held it against the side is.
    d.says(3, MORE, answers=[(held, {"sentences": [1], "of": [1 if there else 2]})])
    row = {
        "critique": flaw.id, "flaw": "circularity", "turn": 1, "side": "pro", "held_by": held.id, "held_at": 2, "chances": 1
    }  # fmt: skip
    return {"run": p.run}, [row]


@case
def memory_used(p: Plant, there: bool) -> tuple[Params, Rows]:
    d = PlantedDebate(p)
    transcript, ((said, record), (_, other)) = d.remembered("Buses bring nurses home.", "They cost too much.")
    found = d.recalled((record, there), (other, False))
    spoken = d.says(1, FOR, rests=[found])
    row = {
        "utterance": spoken.id, "turn": 1, "side": "pro", "record": record.id, "rank": 1, "memory": "school",
        "said": said.id, "transcript": transcript.id, "topic": "The night bus should stay.",
    }  # fmt: skip
    return {"run": p.run}, [row]


@case
def recalled_unused(p: Plant, there: bool) -> tuple[Params, Rows]:
    d = PlantedDebate(p)
    _, ((_, record), (_, other)) = d.remembered("Buses bring nurses home.", "They cost too much.")
    d.says(1, FOR, rests=[d.recalled((record, True), (other, not there))])
    found = d.recalled((record, True)) if there else None
    d.says(3, MORE, rests=[] if found is None else [found], accepted=None)
    rows = [{"record": other.id, "rank": 2, "reason": "not shown to the speaker"}]
    return {"run": p.run}, [*rows, {"record": record.id, "rank": 1, "reason": "nothing was spoken on it"}]


@case
def schemes_by_side(p: Plant, there: bool) -> tuple[Params, Rows]:
    d = PlantedDebate(p)
    first = d.says(1, FOR, MORE, schemes=["causal", "causal"] if there else ["", ""])
    if there:
        d.labelled(first, "causal")
        d.labelled(d.says(2, AGAINST), "value", "poor")
    ours = {"side": "pro", "scheme": "causal", "sentences": 2, "utterances": 1, "labels": 1, "qualities": ["good"]}
    theirs = {"side": "con", "scheme": "value", "sentences": 0, "utterances": 0, "labels": 1, "qualities": ["poor"]}
    return {"run": p.run}, [theirs, ours]


@case
def unsourced_facts(p: Plant, there: bool) -> tuple[Params, Rows]:
    d = PlantedDebate(p)
    said = d.says(1, FOR, MORE)
    d.asserts(said, 1, "valuing", supported=False)
    d.asserts(said, 2, "factual", supported=not there)
    row = {"utterance": said.id, "turn": 1, "side": "pro", "speaker": PRO, "sentence": 2, "text": MORE}
    return {"run": p.run}, [row]


@case
def transcript_uses(p: Plant, there: bool) -> tuple[Params, Rows]:
    d = PlantedDebate(p)
    transcript, ((_, record), (_, other)) = d.remembered("Buses bring nurses home.", "They cost too much.")
    found = d.recalled((record, True), (other, False))
    d.says(1, FOR, rests=[found], accepted=True if there else None)
    row = {"debate": p.run, "turns": [1], "records": 2, "shown": 1, "withdrawn": False}
    return {"transcript": transcript.id}, [row]


@case
def judges_of_own_words(p: Plant, there: bool) -> tuple[Params, Rows]:
    d = PlantedDebate(p)
    d.judged(d.says(1, FOR, accepted=None), agent=WRITER if there else "another-model")
    d.judged(d.says(2, AGAINST, accepted=None), agent="another-model")
    return {"run": p.run}, [{"agent": WRITER, "judged": 1, "accepted": 1, "turns": [1]}]


@case
def copied_from_memory(p: Plant, there: bool) -> tuple[Params, Rows]:
    d = PlantedDebate(p)
    _, ((said, record), (_, other)) = d.remembered(FOR, "They cost too much.")
    found = d.recalled((other, True), (record, True))
    where = stretch(0, len(FOR) - 1, record)
    spoken = d.says(1, FOR, rests=[found], copied=where if there else None)
    row = {"utterance": spoken.id, "turn": 1, "side": "pro", "copied": where, "source": [said.id], "text": FOR}
    return {"run": p.run}, [row]


@case
def drafts_not_spoken(p: Plant, there: bool) -> tuple[Params, Rows]:
    d = PlantedDebate(p)
    plain = d.says(1, FOR, accepted=None, draft=1, advised=False)
    advised = d.says(1, MORE, accepted=None, draft=2, advised=True)
    # A draft that nobody chose from leaves no choice behind.
    d.chose(advised, *([plain] if there else []))
    d.says(1, MORE, replaces=advised, draft=2, advised=True)
    row = {
        "draft": plain.id, "turn": 1, "side": "pro", "number": 1, "advised": False, "chosen": advised.id,
        "agent": "another-model", "why": "It answers what was asked.", "text": FOR,
    }  # fmt: skip
    return {"run": p.run}, [row]


@case
def strands_left(p: Plant, there: bool) -> tuple[Params, Rows]:
    d = PlantedDebate(p)
    draft = d.says(2, AGAINST, accepted=None, draft=1, advised=False)
    other = d.says(2, MORE, accepted=None, draft=2, advised=True)
    answer = "You granted that nurses pay."
    choice = d.chose(draft, other, **({"left": ["1.1"], "would_answer": [answer]} if there else {}))
    stronger = d.says(2, AGAINST, answer, accepted=None, round=1, draft=1, advised=False, replaces=draft)
    d.chose(stronger, draft)
    spoken = d.says(2, AGAINST, answer, replaces=stronger, round=1, draft=1, advised=False)
    row = {
        "choice": choice.id, "turn": 2, "side": "con", "sentence": "1.1", "would_answer": answer, "spoken": spoken.id,
        "modified": True, "put_first": True,
    }  # fmt: skip
    return {"run": p.run}, [row]
