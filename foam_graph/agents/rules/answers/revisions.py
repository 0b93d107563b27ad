"""The rule for ``revise_claim``: another sentence or statement that the critique does not touch, or nothing."""

from __future__ import annotations

from collections.abc import Sequence

from foam_graph.agents.rules.answers.slots import answer_of, ranked
from foam_graph.agents.rules.background import Background, keys_of, overlap, passages_of
from foam_graph.agents.rules.filling.candidates import Candidate, single_text
from foam_graph.agents.rules.filling.fitness import Aim, aim_of
from foam_graph.agents.rules.filling.toulmin import qualifier
from foam_graph.agents.rules.source_strength import strength
from foam_graph.agents.tasks.table import FillSlotOut, ReviseClaimIn
from foam_graph.findings.language.scope import limits_beyond
from foam_graph.findings.language.wording import bare, said, word_count
from foam_graph.findings.passages import Passage

_SWAPPED = frozenset(
    {"number_conflict", "negation_conflict", "date_conflict", "stale_date", "conceded", "no_support", "single_source"}
)
_NARROWED = frozenset({"scope_wider_than_evidence", "unsupported_content"})
_NEEDS_NEW = frozenset({"relevance", "adequacy", "selection_bias"})
"""Kinds of challenge that other sentences answer; those about reach and inference are answered by saying less."""
_REPORTED, _MATTER, _MOST_KEPT = 5.0, 0.6, 4


def revise_claim(data: ReviseClaimIn, background: Background, rollout: int = 0) -> FillSlotOut:
    """Answers a valid critique from the offered sentences.

    - Conflict, staleness, concession: the best candidate without the attacked sentences that does not contradict what
      the critique cites; failing that, the critique's own sentence where it was offered and fits the slot.
    - Reach or content: the record's strongest sentence in its own words, with its source and limits.
    - Anything else, or nothing found: left as it is, with the reason.

    Args:
        data: The request.
        background: Word frequencies, values, seed.
        rollout: Not used.
    """
    del rollout
    if data.challenge:
        return revise_challenged(data, background)
    stated: list[str] = []
    aim = aim_of(data.slot, data.question, [], data.view, stated, background)
    record, against, offered = (passages_of(part) for part in (data.record, data.against, data.offered))
    if data.critique.flaw in _NARROWED:
        return _narrowed(data, aim, record, offered, background)
    if data.critique.flaw not in _SWAPPED:
        return FillSlotOut(filled=False, why=f"No rule revises a claim for {data.critique.flaw.replace('_', ' ')}.")
    attacked = _attacked(data, record, against, background)
    free = [one for one in offered if one.id not in attacked]
    cited = {one.id for one in against}
    # The critique was found valid, so what it cites comes first where it fills the slot.
    for one in sorted(ranked(aim, free, background), key=lambda made: not cited & set(made.ids)):
        if one.text != data.claim and _same_matter(one, data, background) and not _touched(one, against, background):
            return answer_of(one, aim, free, background)
    return FillSlotOut(filled=False, why="Nothing offered fits the slot and withstands the critique.")


def revise_challenged(data: ReviseClaimIn, background: Background) -> FillSlotOut:
    """Answers a person's challenge that was upheld.

    - Relevance, adequacy, selection bias: the best candidate without the sentences that were struck (they are not
      offered any more) and without those that the counter-evidence contradicts: on the same matter, what the
      counter-evidence says first; for relevance, failing that, the slot's next best. What was called too little is
      not answered by the same documents again.
    - Inferential, scope: the claim with the limit that the counter-evidence states, else cut down to one sentence.

    Args:
        data: The request, its kind of challenge set.
        background: Word frequencies, values, seed.
    """
    aim = aim_of(data.slot, data.question, [], data.view, [], background)
    record, against, offered = (passages_of(part) for part in (data.record, data.against, data.offered))
    if data.challenge not in _NEEDS_NEW:
        return _limited(data, aim, record, against, offered, background) or _narrowed(
            data, aim, record, offered, background
        )
    hit = {one.id for one in record if background.conflicts_of(one, against)}
    free = [one for one in offered if one.id not in hit]
    known, cited = {one.document for one in record}, {one.id for one in against}
    fresh = [
        one
        for one in sorted(ranked(aim, free, background), key=lambda made: not cited & set(made.ids))
        if one.text != data.claim and not _touched(one, against, background)
    ]
    if data.challenge == "adequacy" and not hit:
        fresh = [one for one in fresh if {part.document for part in one.passages} - known]
    near = [one for one in fresh if _same_matter(one, data, background)]
    for one in near or (fresh if data.challenge == "relevance" else ()):
        return answer_of(one, aim, free, background)
    return FillSlotOut(filled=False, why="Nothing else that was offered fits the slot and withstands the challenge.")


def _limited(
    data: ReviseClaimIn,
    aim: Aim,
    record: Sequence[Passage],
    against: Sequence[Passage],
    offered: Sequence[Passage],
    background: Background,
) -> FillSlotOut | None:
    """The claim with a limit or exception that the counter-evidence states, which becomes its qualifier."""
    known = {one.id for one in offered}
    kept = [one for one in record if one.id in known][:_MOST_KEPT]
    for one in against:
        if kept and one.id in known and limits_beyond(one.text, data.claim):
            text = f"{data.claim.rstrip('.')}, with a limit: {said(one)}."
            chosen = Candidate(text, "exception", (*kept, one), _REPORTED, "Limited as the counter-evidence says.")
            return answer_of(chosen, aim, offered, background).model_copy(update={"qualifier": bare(one.text)})
    return None


def _attacked(
    data: ReviseClaimIn, record: Sequence[Passage], against: Sequence[Passage], background: Background
) -> frozenset[str]:
    """Sentences that must not be used again: the one named, those that the critique contradicts, else the record."""
    if data.critique.part in {one.id for one in record}:
        return frozenset({data.critique.part})
    hit = {one.id for one in record if background.conflicts_of(one, against)}
    return frozenset(hit or {one.id for one in record})


def _same_matter(one: Candidate, data: ReviseClaimIn, background: Background) -> bool:
    """Whether a candidate still speaks of what the claim and the critique speak of, by most of its words' weight."""
    told = " ".join([data.claim, data.critique.grounds, *(part.text for part in data.record)])
    return (
        overlap(frozenset(key for part in one.passages for key in keys_of(part.text)), told, background.statistics)
        >= _MATTER
    )


def _touched(one: Candidate, against: Sequence[Passage], background: Background) -> bool:
    """Whether what the critique cites contradicts a candidate too."""
    if one.form == "conflict":
        return False
    return any(
        background.conflicts_of(part, [rival for rival in against if rival.id not in one.ids]) for part in one.passages
    )


def _narrowed(
    data: ReviseClaimIn, aim: Aim, record: Sequence[Passage], offered: Sequence[Passage], background: Background
) -> FillSlotOut:
    """The claim cut down to what its strongest sentence says, attributed and with its limits as the qualifier."""
    known = {one.id for one in offered}
    usable = sorted((one for one in record if one.id in known), key=lambda one: (-strength(one), one.id))
    for one in usable:
        text = single_text(one)
        if text != data.claim and word_count(text) <= aim.slot.word_budget:
            chosen = Candidate(text, "quotation", (one,), _REPORTED, "Cut down to what the source says.")
            answer = answer_of(chosen, aim, offered, background)
            return answer.model_copy(update={"qualifier": answer.qualifier or qualifier((one,))})
    return FillSlotOut(filled=False, why="The claim cannot be cut down to a sentence that was offered.")
