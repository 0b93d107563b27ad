"""The rule for ``fill_slot``: the best candidate not yet given, with its Toulmin parts; or an honest empty slot."""

from __future__ import annotations

from collections.abc import Sequence

from foam_graph.agents.rules.background import Background, passages_of
from foam_graph.agents.rules.filling.candidates import Candidate, candidates
from foam_graph.agents.rules.filling.fitness import LEAST, Aim, aim_of
from foam_graph.agents.rules.filling.inferences import inferences, proposals
from foam_graph.agents.rules.filling.toulmin import backing, calculus, qualifier, rebuttal, tag, warrant
from foam_graph.agents.tasks.table import FillSlotIn, FillSlotOut, FurtherRecord
from foam_graph.findings.passages import Passage

_VALUES = 3
# Most sentences that a record may have (protocol 5.3).
_RECORD = 5


def fill_slot(data: FillSlotIn, background: Background, rollout: int = 0) -> FillSlotOut:
    """Fills one slot from the offered sentences (protocol 4.2 and 5.3).

    The best candidate by the rubric of ``fitness`` whose set of sentences was not given before. Slots that need no
    evidence of their own are concluded from the claims that they rest on. Nothing that fits = an empty slot.

    Args:
        data: The request.
        background: Word frequencies, values, seed.
        rollout: Number of this candidate; only ``earlier`` decides what is left.
    """
    del rollout
    offered = passages_of(data.offered)
    queries = [data.plan.goal, *data.plan.queries]
    aim = aim_of(data.slot, data.question, queries, data.view, data.rests_on, background, offered)
    taken = {tuple(sorted(ids)) for ids in data.earlier}
    key = ("ranked", data.model_copy(update={"earlier": []}).model_dump_json(), background.seed)
    if key not in background.memo:
        background.memo[key] = ranked(aim, offered, background)
    for one in background.memo[key]:
        if tuple(sorted(one.ids)) not in taken:
            return answer_of(one, aim, offered, background)
    return FillSlotOut(filled=False, why=_why_empty(aim, offered, bool(taken)))


def ranked(aim: Aim, offered: Sequence[Passage], background: Background) -> list[Candidate]:
    """All candidates of a slot, the best first.

    Args:
        aim: What the slot is about.
        offered: The readable sentences.
        background: Word frequencies, values, seed.
    """
    if aim.slot.evidence == "none":
        if aim.stated:
            return inferences(aim, offered, background)
        return proposals(aim, offered, background) if aim.needs.nature == "proposal" else []
    found = candidates(aim, offered, background)
    return _varied(found)


def _varied(found: list[Candidate]) -> list[Candidate]:
    """The same order, but a candidate that repeats the first sentence of a better one comes after those that do not."""
    seen: set[str] = set()
    first: list[Candidate] = []
    later: list[Candidate] = []
    for one in found:
        (later if one.ids[0] in seen else first).append(one)
        seen.add(one.ids[0])
    return first + later


def answer_of(chosen: Candidate, aim: Aim, offered: Sequence[Passage], background: Background) -> FillSlotOut:
    """The answer that a candidate makes, with its Toulmin parts.

    Args:
        chosen: The candidate.
        aim: What the slot is about.
        offered: The readable sentences.
        background: Word frequencies, values, seed.
    """
    parts = chosen.passages
    text = " ".join([chosen.text, *(one.text for one in parts)])
    found = sorted(background.values_of(text).items(), key=lambda pair: (-pair[1], pair[0]))
    counted = calculus(" ".join(one.text for one in parts)) if aim.slot.calculus else {}
    return FillSlotOut(
        filled=True,
        text=chosen.text,
        warrant=warrant(chosen.form, aim.needs.nature),
        tag=tag(parts, aim.slot.name),
        evidence=list(chosen.ids[:_RECORD]),
        further=further_records(parts[_RECORD:]),
        backing=backing(parts, offered, background),
        qualifier=qualifier(parts),
        rebuttal=rebuttal(parts, offered, background),
        values=[name for name, _ in found[:_VALUES]],
        form=chosen.form,
        score=min(10.0, chosen.score),
        why=chosen.why,
        **counted,
    )


def further_records(parts: Sequence[Passage]) -> list[FurtherRecord]:
    """Sentences beyond the first record, at most five a record (protocol 5.3).

    Args:
        parts: The sentences, in order.
    """
    groups = [parts[at : at + _RECORD] for at in range(0, len(parts), _RECORD)]
    return [FurtherRecord(tag=tag(group, ""), evidence=[one.id for one in group]) for group in groups]


def _why_empty(aim: Aim, offered: Sequence[Passage], before: bool) -> str:
    if before:
        return "No other offered sentences fit this slot well enough."
    if not offered:
        return "No sentence was offered that can carry evidence."
    return (
        f"None of the {len(offered)} offered sentences reaches {LEAST} of 10 for {aim.slot.component}: "
        "cues, topic, kind of sentence and source were counted."
    )
