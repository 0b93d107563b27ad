"""What a speaker is offered to cite: from the whole corpus for its side, against the opponent's last points, and cited before.

Half follows the motion and the side, not the last speech: documents that nobody has cited yet come first, and what a program
recomputes of the corpus (totals, margins, conditions) and what states a figure, since that decides. Else whatever nobody happened to speak
of would never be found.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from foam_graph.corpus.search.protocol import Index
from foam_graph.findings.debate.bearing import leaning
from foam_graph.findings.debate.logic.extracting import readable
from foam_graph.findings.debate.motions import read_motion
from foam_graph.findings.debate.spoken import Side, other
from foam_graph.findings.debate.subjects import Names, told_apart
from foam_graph.findings.finding import Finding
from foam_graph.model.delta import ActivityDraft, Delta, Ref
from foam_graph.model.kinds import Role
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.answer.grounding import figures
from foam_graph.reasoning.debating.doubts import limiting, read_for, searched_for
from foam_graph.reasoning.debating.floor import Floor, as_spoken, judgement_of, purpose, said_of
from foam_graph.reasoning.debating.shelf import readable_whole
from foam_graph.reasoning.debating.speech import Said
from foam_graph.reasoning.evidence import Offer, citable, offers_delta
from foam_graph.reasoning.turns import json_text

MOST_QUERIES = 20
"""Sentences of the opponent that are searched for, the last ones."""
_EACH = 4
"""Sentences offered for each of them."""
_DEEP = 5
"""For the speaker's own case so many times more sentences are looked through than are offered."""
_AGAIN = 4
"""Of what is offered one in so many may have been cited before."""
_EXACT = 4
"""Of what is offered one in so many may be figures of those whom the argument is about."""
_MOST_ARGUED = 4
_SAID_OF = 4
_OF_ONE = 2
"""Sentences of a document that come before those of others which are less near."""
_TESTED = frozenset({"sum", "threshold", "compliance", "rule"})
"""Kinds of findings that tell a total, a margin, or whether a condition is met."""
_LONGEST = 1000
_MOST_TESTED = 60
"""Most searches for the sentences that are tested in one utterance."""
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
        findings: Gives what a program recomputes of the corpus; asked where there is an index.
    """

    index: Index | None
    corpus: str
    offered: int
    barred: frozenset[str] = frozenset()
    findings: Callable[[], Sequence[Finding]] = tuple


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


def search(library: Library, floor: Floor, said: Sequence[Said], step: str) -> tuple[ActivityDraft, Delta] | None:
    """Searches a file that is too long to be read whole for what its judge needs to test an utterance.

    Args:
        library: What can be cited.
        floor: Whose turn it is.
        said: The utterance.
        step: Its step.

    Returns:
        What was found beyond what is offered already; None where nobody has to search.
    """
    queries = [one[:_LONGEST] for one in searched_for(said)][:_MOST_TESTED]
    if library.index is None or not queries or readable_whole(floor.evidence):
        return None
    documents = frozenset(floor.evidence.documents)
    found = library.index.search_many(library.corpus, queries, _EACH, documents=documents)
    rows = _in_turns([[(hit.sentence_id, hit.score) for hit in hits] for hits in found])
    return _offered_too(library, floor, rows, {"queries": {purpose(floor.speech.turn): queries}}, step)


def offer_found(library: Library, floor: Floor, judged: Node | None, step: str) -> tuple[ActivityDraft, Delta] | None:
    """Offers what a judge read in the file against an utterance or tied it to, so that it can be cited.

    Args:
        library: What can be cited.
        floor: Whose turn it is.
        judged: The judgement.
        step: Its step.

    Returns:
        None where all of it is offered already.
    """
    rows = [(name, 1.0) for name in read_for(judged, floor.evidence)]
    return _offered_too(library, floor, rows, {"read": "by the judge of the utterance"}, step)


def _offered_too(
    library: Library, floor: Floor, rows: Sequence[tuple[str, float]], parameters: dict[str, object], step: str
) -> tuple[ActivityDraft, Delta] | None:
    """Sentences offered behind what is offered already at a turn."""
    there, sentences = set(floor.offered().values()), floor.evidence.sentences
    kept = [
        row
        for row in dict(rows).items()
        if row[0] in sentences and row[0] not in there | library.barred and citable(sentences[row[0]].text)
    ][: library.offered]
    if not kept:
        return None
    engine = library.index.engine if library.index is not None else "none"
    offers = [Offer(purpose(floor.speech.turn), i, n, float(score)) for n, (i, score) in enumerate(kept, 1)]
    fields = {"parameters": json_text({"engine": engine, **parameters})}
    draft = ActivityDraft(floor.brief.run, "Retrieval", Role.RETRIEVER, step, fields=fields)
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
    depth = library.offered * _DEEP
    found = library.index.search_many(library.corpus, queries, depth, documents=documents)
    near, *others = [[(hit.sentence_id, hit.score) for hit in hits] for hits in found]
    own, answering = others[: len(_own(floor))], [hits[:_EACH] for hits in others[len(_own(floor)) :]]
    tested = _tested(library.findings(), near)
    before = _before(floor)
    sentences = floor.evidence.sentences
    measured = [hit for hit in near if hit[0] in sentences and figures(sentences[hit[0]].text)]
    mine = _unused_first(floor, _in_turns([tested, measured, near, *own]), {i for i, _ in before})
    motion, against = read_motion(floor.motion), other(floor.speech.side)

    def astray(hit: tuple[str, float]) -> bool:
        lean = leaning(sentences[hit[0]].text, motion) if hit[0] in sentences else None
        return lean is not None and lean.side == against

    # What was cited before comes first, so that a speaker can stand by it; what speaks for the other side comes last, so
    # that it goes first where there is more than is offered.
    again = before[: library.offered // _AGAIN]
    # The figures of exactly that of which the argument is come first: else those of another place are laid on it.
    exact = _told_of_argued(library, floor, depth)[: library.offered // _EXACT]
    found_now = [*_left_out(floor), *exact, *sorted(_woven(mine, _in_turns(answering)), key=astray)]
    rows = dict(reversed([*again, *found_now]))
    order = dict.fromkeys(i for i, _ in [*again, *found_now])
    open_ones = (i for i in order if i in sentences and i not in library.barred)
    kept = [i for i in open_ones if citable(sentences[i].text)][: library.offered]
    return [Offer(purpose(floor.speech.turn), i, n, float(rows[i])) for n, i in enumerate(kept, 1)]


def _left_out(floor: Floor) -> list[tuple[str, float]]:
    """What limits the other side's last speech and was left out in it, as its judge found."""
    theirs = [node for node in floor.earlier() if node["side"] != floor.speech.side][-1:]
    return [(i, 1.0) for node in theirs for i in limiting(judgement_of(floor.graph, node), floor.evidence)]


def _told_of_argued(library: Library, floor: Floor, depth: int) -> list[tuple[str, float]]:
    """Figures told of the places, programmes and people that the argument is about: by name, and nearest to what was said of each."""
    if library.index is None:
        return []
    sentences, said = floor.evidence.sentences, floor.argued()
    _, argued = told_apart([], said)
    # What the motion names is what all of it is about; the place of which they speak now is another.
    named = [one for one in argued if one not in floor.motion][:_MOST_ARGUED]
    queries = [" ".join([name, *(text for text in said if name in text)][-_SAID_OF:])[:_LONGEST] for name in named]
    if not queries:
        return []
    documents = frozenset(floor.evidence.documents)
    found = library.index.search_many(library.corpus, [*named, *queries], depth, documents=documents)
    hits = [
        _in_turns([[(hit.sentence_id, hit.score) for hit in one] for one in pair])
        for pair in zip(found[: len(named)], found[len(named) :], strict=True)
    ]
    pages = {i: floor.evidence.page(i) for each in hits for i, _ in each if i in sentences}
    names, _ = told_apart(floor.evidence.told_in(pages), said)
    rows = [
        [hit for hit in each if hit[0] in pages and _tells_figure_of(name, pages[hit[0]], names)]
        for name, each in zip(named, hits, strict=True)
    ]
    return _in_turns(rows)


def _tells_figure_of(name: str, page: tuple[str, list[str], int], names: Names) -> bool:
    title, texts, place = page
    return bool(figures(texts[place])) and name in names.subject(texts, place, title)


def _before(floor: Floor) -> list[tuple[str, float]]:
    """What was cited before: by the speaker's side, what it said last first; then by the other side."""
    earlier = sorted(floor.earlier(), key=lambda node: (node["side"] != floor.speech.side, -node["turn"]))
    return [(i, 1.0) for node in earlier for one in said_of(floor.graph, node) for i in one.cites]


def _tested(findings: Sequence[Finding], near: Sequence[tuple[str, float]]) -> list[tuple[str, float]]:
    """The sentences that findings rest on, the deciding two of each together; those nearest to the motion first."""
    scores = dict(near)
    pairs = [one.sentences[:_OF_ONE] for one in findings if one.kind in _TESTED and one.verdict is not None]
    pairs.sort(key=lambda pair: -max((scores.get(i, 0.0) for i in pair), default=0.0))
    return [(i, scores.get(i, 0.0)) for i in dict.fromkeys(i for pair in pairs for i in pair)]


def _unused_first(floor: Floor, hits: Sequence[tuple[str, float]], used: Collection[str]) -> list[tuple[str, float]]:
    """What was found, documents that nobody has cited yet before the others, and no more than a few sentences of one at a time."""
    sentences = floor.evidence.sentences
    cited = {sentences[i].document for i in used if i in sentences}
    of_document: dict[str, int] = {}
    placed: list[tuple[bool, int, tuple[str, float]]] = []
    for hit in hits:
        if hit[0] not in sentences:
            continue
        document = sentences[hit[0]].document
        nth = of_document[document] = of_document.get(document, -1) + 1
        placed.append((document in cited, nth // _OF_ONE, hit))
    # Sorting is stable: within a group the order of the search stays.
    return [hit for *_, hit in sorted(placed, key=lambda row: row[:2])]


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
