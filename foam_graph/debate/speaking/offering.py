"""What a speaker is offered to cite: sentences near the motion, near what the opponent said, and those cited before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foam_graph.corpus.search.protocol import Index
from foam_graph.model.delta import ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.reasoning.debating.floor import Floor, as_spoken, purpose, said_of
from foam_graph.reasoning.evidence import Offer, citable, offers_delta
from foam_graph.reasoning.turns import json_text

MOST_QUERIES = 20
"""Sentences of the opponent that are searched for, the last ones."""
_EACH = 4
"""Sentences offered for each of them."""
_LONGEST = 1000


@dataclass(frozen=True)
class Library:
    """What can be cited.

    Attributes:
        index: The index.
        corpus: Name of the corpus; empty for a debate without one.
        offered: Most sentences offered at a turn.
        barred: Sentences that a ruling struck, which nobody is offered.
    """

    index: Index | None
    corpus: str
    offered: int
    barred: frozenset[str] = frozenset()


def offer(library: Library, floor: Floor, step: str) -> tuple[ActivityDraft, Delta]:
    """Searches the corpus for a turn.

    Args:
        library: What can be cited.
        floor: Whose turn it is.
        step: Its step.
    """
    queries = [floor.motion[:_LONGEST], *_opposed(floor)]
    engine = library.index.engine if library.index is not None else "none"
    offers = _found(library, floor, queries)
    parameters = {"engine": engine, "queries": {purpose(floor.speech.turn): queries}}
    draft = ActivityDraft(
        floor.brief.run, "Retrieval", Role.RETRIEVER, step, fields={"parameters": json_text(parameters)}
    )
    return draft, offers_delta(offers, engine, floor.evidence, floor.graph, Ref("@", "Retrieval"))


def _opposed(floor: Floor) -> list[str]:
    """What the other side said last, sentence by sentence, and the words that flaws were found in."""
    theirs = [as_spoken(node) for node in floor.earlier() if node["side"] != floor.speech.side]
    said = [text[:_LONGEST] for one in theirs[-1:] for text in one.sentences if len(text.split()) > 3]
    return list(dict.fromkeys([*said[-MOST_QUERIES:], *(node["quoted"][:_LONGEST] for node in floor.flaws().values())]))


def _found(library: Library, floor: Floor, queries: Sequence[str]) -> list[Offer]:
    if library.index is None or not floor.evidence.documents:
        return []
    documents = frozenset(floor.evidence.documents)
    found = library.index.search_many(library.corpus, queries, library.offered, documents=documents)
    near, *answering = [[(hit.sentence_id, hit.score) for hit in hits] for hits in found]
    # What was cited before comes first, so that a speaker can always stand by it.
    before = [(i, 1.0) for node in floor.earlier() for one in said_of(floor.graph, node) for i in one.cites]
    rows = dict(reversed([*before, *_woven(near, [hits[:_EACH] for hits in answering])]))
    order = dict.fromkeys(i for i, _ in [*before, *_woven(near, [hits[:_EACH] for hits in answering])])
    sentences = floor.evidence.sentences
    open_ones = (i for i in order if i in sentences and i not in library.barred)
    kept = [i for i in open_ones if citable(sentences[i].text)][: library.offered]
    return [Offer(purpose(floor.speech.turn), i, n, float(rows[i])) for n, i in enumerate(kept, 1)]


def _woven(
    near: Sequence[tuple[str, float]], answering: Sequence[Sequence[tuple[str, float]]]
) -> list[tuple[str, float]]:
    """Half from the motion, half from what is to be answered, in turns."""
    replies = [hit for place in range(_EACH) for hits in answering for hit in hits[place : place + 1]]
    woven: list[tuple[str, float]] = []
    for n in range(max(len(near), len(replies))):
        woven += [*near[n : n + 1], *replies[n : n + 1]]
    return woven
