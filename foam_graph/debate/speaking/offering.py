"""What a speaker is offered to cite: what was found for its side, against the opponent's last points, and cited before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foam_graph.corpus.search.protocol import Index
from foam_graph.findings.debate.bearing import leaning
from foam_graph.findings.debate.logic.extracting import readable
from foam_graph.findings.debate.motions import read_motion
from foam_graph.findings.debate.spoken import Side, other
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
_SOUGHT: dict[Side, tuple[str, ...]] = {
    "pro": ("benefit, need and success of this:", "harm and failure without this:"),
    "con": ("cost, burden and risk of this:", "objection to this, and another way:"),
}
"""What a side looks for beside the motion itself."""


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
    queries = [floor.motion[:_LONGEST], *_own(floor), *_opposed(floor)]
    engine = library.index.engine if library.index is not None else "none"
    offers = _found(library, floor, queries)
    parameters = {"engine": engine, "queries": {purpose(floor.speech.turn): queries}}
    draft = ActivityDraft(
        floor.brief.run, "Retrieval", Role.RETRIEVER, step, fields={"parameters": json_text(parameters)}
    )
    return draft, offers_delta(offers, engine, floor.evidence, floor.graph, Ref("@", "Retrieval"))


def _own(floor: Floor) -> list[str]:
    """What the speaker's side looks for; these words help in the language they are in only."""
    sought = _SOUGHT[floor.speech.side] if readable(floor.motion) else ()
    return [f"{words} {floor.motion}"[:_LONGEST] for words in sought]


def _opposed(floor: Floor) -> list[str]:
    """What the other side said last, sentence by sentence, and the words that flaws were found in; each with the motion."""
    theirs = [as_spoken(node) for node in floor.earlier() if node["side"] != floor.speech.side]
    said = [text[:_LONGEST] for one in theirs[-1:] for text in one.sentences if len(text.split()) > 3]
    points = [*said[-MOST_QUERIES:], *(node["quoted"][:_LONGEST] for node in floor.flaws().values())]
    return [f"{point} {floor.motion}"[:_LONGEST] for point in dict.fromkeys(points)]


def _found(library: Library, floor: Floor, queries: Sequence[str]) -> list[Offer]:
    if library.index is None or not floor.evidence.documents:
        return []
    documents = frozenset(floor.evidence.documents)
    found = library.index.search_many(library.corpus, queries, library.offered, documents=documents)
    near, *others = [[(hit.sentence_id, hit.score) for hit in hits] for hits in found]
    own, answering = others[: len(_own(floor))], [hits[:_EACH] for hits in others[len(_own(floor)) :]]
    # What was cited before comes first, so that a speaker can always stand by it.
    before = [(i, 1.0) for node in floor.earlier() for one in said_of(floor.graph, node) for i in one.cites]
    sentences = floor.evidence.sentences
    motion, against = read_motion(floor.motion), other(floor.speech.side)

    def astray(hit: tuple[str, float]) -> bool:
        lean = leaning(sentences[hit[0]].text, motion) if hit[0] in sentences else None
        return lean is not None and lean.side == against

    # What speaks for the other side comes last, so that it goes first where there is more than is offered.
    found_now = sorted(_woven(_in_turns([near, *own]), _in_turns(answering)), key=astray)
    rows = dict(reversed([*before, *found_now]))
    order = dict.fromkeys(i for i, _ in [*before, *found_now])
    open_ones = (i for i in order if i in sentences and i not in library.barred)
    kept = [i for i in open_ones if citable(sentences[i].text)][: library.offered]
    return [Offer(purpose(floor.speech.turn), i, n, float(rows[i])) for n, i in enumerate(kept, 1)]


def _woven(own: Sequence[tuple[str, float]], replies: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    """Half for the speaker's own case, half for what is to be answered, in turns."""
    return [hit for n in range(max(len(own), len(replies))) for hit in (*own[n : n + 1], *replies[n : n + 1])]


def _in_turns(lists: Sequence[Sequence[tuple[str, float]]]) -> list[tuple[str, float]]:
    """The best of each list, then the second of each, and so on; each sentence once."""
    longest = max(map(len, lists), default=0)
    found: dict[str, float] = {}
    for name, score in (hit for place in range(longest) for one in lists for hit in one[place : place + 1]):
        found.setdefault(name, score)
    return list(found.items())
