"""The sentences of documents behind a sentence of a position, and their documents, numbered as they are first named."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.answer.grounding import counted, figures, quoted, words_of
from foam_graph.reasoning.answer.lines import HEADS
from foam_graph.reasoning.answer.stored import StoredLine
from foam_graph.reasoning.document_numbers import document_numbers
from foam_graph.reasoning.evidence import claim_records

_PROPOSAL = re.compile(r"\AProposal:|\(proposed\)")
"""How a step is marked that only the author proposes."""
_STEPS = 3
"""Premises that are followed: a conclusion rests on a part, that on another, that cites."""
_LONG_WORD = 5
"""Characters of a word that tells what a sentence is about; shorter ones are mostly grammar."""
_SHARED = 3
"""Such words that a sentence of a document shares with what tells it, where it shares no quotation and no figure."""
_MORE = 2
"""Such words that one more document must hold, where the documents before it hold no more of the figures."""
_DOCUMENTS = 4
"""Documents behind one sentence from which on only those stay that hold something of it which no other does."""
_UNTOLD = 3
"""Sentences shown behind a text that tells nothing of any of them, e.g. a balance: a row of fourteen numbers helps nobody."""


def sentences_behind(graph: Subgraph, line: StoredLine) -> list[Node]:
    """The sentences of documents that a sentence leads to, in the order in which it names them.

    Those that it tells itself. Where there are none, what its claims and findings cite, and where these cite nothing
    themselves, what they rest on; of these only what it tells anything of, since a claim cites more than one sentence
    about it says. Then, of all that stands behind it, what holds a figure or a quotation that is still missing. Where its author
    set the numbers of documents within it, those of these documents and no others. A
    sentence on what the file lacks leads nowhere: there is nothing to look up; nor does a proposal of the author's own that names
    none, since no document makes it; a heading leads where the sentences below do.

    Args:
        graph: The run.
        line: The sentence.
    """
    if line.part == "lacks" or line.form in HEADS or (_PROPOSAL.search(line.text) and not line.references):
        return []
    layers = list(_layers(graph, line))
    every = _once(one for told in (*layers, _considered(graph, line)) for one in told)
    if line.references:
        return _referred(graph, line, every)
    named = sentences_named(graph, line)
    nearest = next((told for told in layers if told), [])
    chosen = named or _fewest(line.text, _telling(line.text, nearest))
    return _once([*chosen, *_uncovered(line.text, chosen, every)])


def _considered(graph: Subgraph, line: StoredLine) -> Iterator[Node]:
    """The sentences that the claims of a line tell of the other side, which they do not rest on."""
    for claim in line.claims:
        for record in graph.out(claim, "CONSIDERS") if claim in graph else ():
            yield from graph.out(record.id, "QUOTES")


def _once(sentences: Iterable[Node]) -> list[Node]:
    return list({str(one["sentence_id"]): one for one in sentences}.values())


def _layers(graph: Subgraph, line: StoredLine) -> Iterator[list[Node]]:
    """The sentences behind what a sentence states, the nearest first: what is cited, then what that rests on."""
    if line.told is not None:
        yield [graph[one] for one in line.others if one in graph and graph[one].kind == "EvidenceSentence"]
    # What leans on one document is told as a gap is, by its finding; that one has a document to look it up in.
    shown = (*line.findings, *line.others) if line.part == "leaning" else line.findings
    layer = [graph[one] for one in (*line.claims, *shown) if one in graph]
    for _ in range(_STEPS):
        sums = [one for node in layer for one in graph.out(node.id, "RESTS_ON") if one.kind == "Calculation"]
        under = [one for made in sums for one in graph.out(made.id, "RESTS_ON") if one.kind == "EvidenceSentence"]
        yield [*(sentence for node in layer for sentence in _cited(graph, node)), *under]
        layer = [graph.newest(one.id) for node in layer for one in graph.out(node.id, "RESTS_ON") if one.is_a("Claim")]


def sentences_named(graph: Subgraph, line: StoredLine) -> list[Node]:
    """The sentences of documents that a sentence tells itself, not by a claim or a finding.

    Whoever worded it named these documents: none of them goes, only the sentences of one that tell nothing of it. Leaving out those that
    hold no figure or word which the others do not was tried: judges found the right one missing more often than a needless one.

    Args:
        graph: The run.
        line: The sentence.
    """
    own = line.others if line.told is None else line.told
    named = [graph[one] for one in own if one in graph and graph[one].kind == "EvidenceSentence"]
    return _telling_by_document(graph, line.text, named)


def _referred(graph: Subgraph, line: StoredLine, sentences: Sequence[Node]) -> list[Node]:
    """Of sentences those of the documents that the author names within the text, as far as these tell anything of it."""
    wanted = {one for _, documents in line.references for one in documents}
    return _telling_by_document(graph, line.text, [one for one in sentences if one["doc_id"] in wanted])


def _telling_by_document(graph: Subgraph, text: str, sentences: Sequence[Node]) -> list[Node]:
    """Of the sentences of each document those that a text tells anything of; the first few, if of none."""
    return [one for document in documents_of(graph, sentences) for one in _telling(text, _of(sentences, document))]


def best_told(text: str, sentences: Sequence[str]) -> int | None:
    """Place of the sentence that a text tells most of: its quotations first, then its figures, then its words.

    Args:
        text: What is told.
        sentences: Sentences of one document.

    Returns:
        None where none of them shares a quotation, a figure together with a word, or several words with it.
    """
    quotations, numbers, words = [one.casefold() for one in quoted(text)], figures(text), _long(text)
    best, most = None, (0, 0, 0)
    for n, one in enumerate(sentences):
        same = sum(quotation in one.casefold() for quotation in quotations)
        shared = (same, len(numbers & (figures(one) | counted(one))), len(words & _long(one)))
        enough = shared[0] or (shared[1] and shared[2]) or shared[2] >= _SHARED
        if enough and shared > most:
            best, most = n, shared
    return best


def _of(sentences: Iterable[Node], document: Node) -> list[Node]:
    return [one for one in sentences if one["doc_id"] == document["doc_id"]]


def documents_of(graph: Subgraph, sentences: Iterable[Node]) -> list[Node]:
    """The documents of sentences, each once, in their order."""
    found = (document for sentence in sentences for document in graph.out(sentence.id, "FROM_DOCUMENT"))
    return list({document.id: document for document in found}.values())


def referring(graph: Subgraph, line: StoredLine, behind: Sequence[Node]) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Where numbers of documents stand in a sentence of a text whose author sets them, with the ids of the documents.

    Those that the author set. A sentence without any is mostly the author's own, a conclusion, a sum or a step, and a number would say that
    somebody else says it: judges read such numbers as wrong citations. But what quotes has, at its end, the document that holds the quotation.

    Args:
        graph: The run.
        line: The sentence.
        behind: What ``sentences_behind`` gives for it.
    """
    if line.references or line.form in ("step", *HEADS) or line.part == "answer" or line.computed:
        return line.references
    quoting = [
        one for one in behind if any(told.casefold() in str(one["text"]).casefold() for told in quoted(line.text))
    ]
    held = documents_of(graph, _uncovered(line.text, [], quoting))
    end = len(line.text.rstrip(".!?…"))
    return ((end, tuple(str(one["doc_id"]) for one in held)),) if held else ()


def numbered(graph: Subgraph, behind: Iterable[Iterable[Node]]) -> dict[str, int]:
    """Ids of the documents behind the sentences of a position, each with its number, the lowest first.

    That is the number that it has in the run's case file and sheet; where the graph does not hold all documents of the run,
    from 1 as they are first named.

    Args:
        graph: The run.
        behind: Of each sentence, in reading order, what ``documents_of`` gives.
    """
    known = list({document.id: document for documents in behind for document in documents})
    own = document_numbers(graph)
    if own.keys() >= set(known):
        return dict(sorted(((one, own[one]) for one in known), key=lambda pair: pair[1]))
    return {document: number for number, document in enumerate(known, 1)}


def places(graph: Subgraph, sentences: Iterable[Node], numbers: Mapping[str, int]) -> list[str]:
    """Where sentences stand, as ``written`` has it.

    Args:
        graph: The run.
        sentences: Sentences of documents.
        numbers: Numbers of documents by id.
    """
    return written(
        (numbers[document.id], int(one["sent_id"]))
        for one in sentences
        for document in graph.out(one.id, "FROM_DOCUMENT")
    )


def written(stand: Iterable[tuple[int, int]]) -> list[str]:
    """Places in short: ``3.14`` for sentence 14 of document 3, ``3.14-16`` for three in a row.

    Args:
        stand: Numbers of documents, each with the position of a sentence.
    """
    found: dict[int, set[int]] = {}
    for number, position in stand:
        found.setdefault(number, set()).add(position)
    return [f"{number}.{_run(run)}" for number, own in found.items() for run in _runs(sorted(own))]


def _runs(positions: Sequence[int]) -> list[list[int]]:
    """Positions in ascending order, those that follow one another together."""
    runs: list[list[int]] = []
    for one in positions:
        if runs and one == runs[-1][-1] + 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    return runs


def _run(run: Sequence[int]) -> str:
    return str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}"


def _telling(text: str, sentences: Sequence[Node]) -> list[Node]:
    """Of sentences those that a text tells anything of: a quotation, a figure, or several words; the first few, if of none.

    Args:
        text: A sentence of a position.
        sentences: What it leads to.
    """
    quotations, numbers, words = [one.casefold() for one in quoted(text)], figures(text), _long(text)

    def tells(one: Node) -> bool:
        own = str(one["text"])
        same = any(quotation in own.casefold() for quotation in quotations)
        return same or bool(numbers & (figures(own) | counted(own))) or len(words & _long(own)) >= _SHARED

    return [one for one in sentences if tells(one)] or list(sentences[:_UNTOLD])


def _fewest(text: str, sentences: Sequence[Node]) -> list[Node]:
    """Of sentences in many documents those of as few documents as hold what all of them hold of a text.

    A conclusion rests on whatever its case rests on, and what would turn an answer on whatever it would take: a dozen
    numbers behind a sentence send nobody to the right one.

    Args:
        text: A sentence of a position.
        sentences: What it leads to.
    """
    documents = list(dict.fromkeys(str(one["doc_id"]) for one in sentences))
    if len(documents) <= _DOCUMENTS:
        return list(sentences)
    own = {document: [str(one["text"]) for one in sentences if one["doc_id"] == document] for document in documents}
    words = {document: _long(text) & set().union(*map(_long, told)) for document, told in own.items()}
    chosen = [*_covering({document: _held(text, told) for document, told in own.items()}, 1)]
    for one in chosen:
        words = {document: mine - words[one] for document, mine in words.items()}
    chosen += _covering(words, _MORE)
    kept = chosen or documents[:_DOCUMENTS]
    return [one for one in sentences if one["doc_id"] in kept]


def _uncovered(text: str, chosen: Sequence[Node], sentences: Sequence[Node]) -> list[Node]:
    """Of sentences those that hold a figure or a quotation of a text which none of the chosen holds, in the fewest documents.

    Args:
        text: A sentence of a position.
        chosen: What it leads to.
        sentences: All that stands behind it.
    """
    told = _held(text, [str(one["text"]) for one in chosen])
    left = {str(one["sentence_id"]): _held(text, [str(one["text"])]) - told for one in sentences}
    documents: dict[str, set[str]] = {}
    for one in sentences:
        documents.setdefault(str(one["doc_id"]), set()).update(left[str(one["sentence_id"])])
    kept = set(_covering(documents, 1)) if documents else set[str]()
    return [one for one in sentences if one["doc_id"] in kept and left[str(one["sentence_id"])]]


def _covering(holds: Mapping[str, set[str]], least: int) -> Iterator[str]:
    """Documents one after the other, the one that holds most of what none before it holds, while that is ``least``."""
    left = set[str]().union(*holds.values())
    while True:
        best = max(holds, key=lambda document: len(holds[document] & left))
        if len(holds[best] & left) < least:
            return
        left -= holds[best]
        yield best


def _held(text: str, said: Sequence[str]) -> set[str]:
    """The quotations and figures of a text that stand in what is said."""
    quotations = {one for one in quoted(text) if any(one.casefold() in other.casefold() for other in said)}
    return quotations.union(*(figures(text) & (figures(other) | counted(other)) for other in said))


def _long(text: str) -> set[str]:
    return {one for one in words_of(text) if len(one) >= _LONG_WORD}


def _cited(graph: Subgraph, node: Node) -> Iterable[Node]:
    """Sentences that a node cites itself, in its records or in a calculation or rule that it rests on."""
    for record in claim_records(graph, node.id):
        yield from graph.out(record, "QUOTES")
    for one in (node, *graph.out(node.id, "RESTS_ON")):
        if not one.is_a("Claim") or one is node:
            yield from (under for under in graph.out(one.id, "RESTS_ON", "QUOTES") if under.kind == "EvidenceSentence")
