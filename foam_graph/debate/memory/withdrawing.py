"""Taking a debate out of a memory: it is recalled no more, stays in the chain, and what it shaped is told."""

from __future__ import annotations

from dataclasses import dataclass

from foam_graph.advice import Action, NextStep
from foam_graph.config import Settings
from foam_graph.debate.memory.embedding import Embedding
from foam_graph.debate.memory.encoding import recorded_encoder
from foam_graph.debate.memory.held import HeldDebate, chain_of, must_be_there, records
from foam_graph.errors import AmbiguousId, UnknownId, UsageError
from foam_graph.model.delta import SELF, ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.store.store import Store

STEP = "withdraw"


@dataclass(frozen=True)
class Shaped:
    """A recollection that brought back a part of a withdrawn debate.

    Attributes:
        debate: The debate in which it was recalled.
        recollection: Id of the Recollection.
        utterance: Id of the utterance that rests on it; empty where none does.
        turn: Its turn; 0 where none rests on it.
        exemplar: Whether it was shown to the speaker.
    """

    debate: str
    recollection: str
    utterance: str
    turn: int
    exemplar: bool


def find_debate(store: Store, memory: str, named: str) -> HeldDebate:
    """The debate of a memory that somebody names: by id, beginning of its hash, or name.

    Raises:
        UnknownId: There is none.
        AmbiguousId: There are several.
        CorpusError: A name that cannot be used.
    """
    there = must_be_there(store, memory)
    wanted = named.strip()
    found = [one for one in there if wanted in (one.id, one.sha256, one.name)]
    found = found or [one for one in there if len(wanted) >= 4 and one.sha256.startswith(wanted)]
    if not found:
        raise UnknownId(
            f"memory {memory} has no debate {named[:80]!r}",
            NextStep(Action.SHOW_MEMORY, "List them", {"memory": memory}),
        )
    if len(found) > 1:
        raise AmbiguousId(f"{named[:80]!r} names {len(found)} debates", "Give the id of one.")
    return found[0]


def withdraw(
    store: Store, settings: Settings, memory: str, named: str, by: str, why: str
) -> tuple[HeldDebate, list[Shaped]]:
    """Takes a debate out of a memory.

    Args:
        store: The graph.
        settings: The home folder and the encoder are read.
        memory: Name of the memory.
        named: The debate.
        by: Who withdraws it.
        why: Why.

    Returns:
        The debate, and what it shaped: that stands as it is, and can be challenged.

    Raises:
        UnknownId: There is no such memory or debate.
        AmbiguousId: There are several of that name.
        UsageError: It is withdrawn already, or no reason was given.
    """
    if not why.strip():
        raise UsageError("a debate is withdrawn for a reason", "Give one with --why.")
    one = find_debate(store, memory, named)
    if one.withdrawn:
        raise UsageError(f"{one.name or one.id} was withdrawn at {one.withdrawn}", "Nothing is left to do.")
    before = records(store, memory)
    delta = Delta()
    delta.edge("WITHDRAWS", Ref(SELF, "HumanAct"), Ref(one.id, "Transcript"), why=why)
    fields = {"by": by or None, "note": why}
    store.commit(ActivityDraft(chain_of(memory), "HumanAct", Role.OPERATOR, STEP, "person", fields, (one.id,)), delta)
    if before:
        encoder = recorded_encoder(settings, memory, before[0].encoder)
        Embedding(settings, memory, encoder).bring([row for row in before if row.item.transcript != one.id])
    return one, shaped_by(store, one.id)


def shaped_by(store: Store, transcript: str) -> list[Shaped]:
    """What a remembered debate shaped."""
    return [
        Shaped(
            str(row["debate"]),
            str(row["recollection"]),
            str(row["utterance"] or ""),
            int(row["turn"] or 0),
            bool(row["exemplar"]),
        )
        for row in store.ask("memory_shaped", transcript=transcript)
    ]
