"""Sentences of an utterance held against the whole file and the debate: what its judge is shown for that, and what comes of it.

A small file is read from end to end; of a larger one the judge sees what a search for the sentence's own words found, which
stands among the evidence then. What fails names the sentences that show it, else it does not count.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from foam_graph.agents.tasks.debate_speaking import FAILING, LIMITED, MOST_CITED, ToTest, VerdictOut
from foam_graph.findings.debate.doubting import Doubted, answered_by, to_test
from foam_graph.model.subgraph import Node
from foam_graph.reasoning.debating.floor import Floor, said_of
from foam_graph.reasoning.debating.shelf import Shelf
from foam_graph.reasoning.debating.speech import Said
from foam_graph.reasoning.evidence import Evidence
from foam_graph.reasoning.turns import json_text

_QUOTED = 240
_SHOWN = 3
_FAULTS = {
    "contradicted": "says what is told otherwise",
    "other_subject": "lays on one what is told of another",
    "unknown_claimed_but_told": "says that nobody knows or told what is told",
}
_OF_DEBATE = "said in this debate"


@dataclass(frozen=True)
class Verdicts:
    """What came of testing.

    Attributes:
        faults: In words that the writer can act on; each names its sentence and what shows it.
        rows: ``[sentence, verdict, what shows it, what holds instead]`` of each.
        notes: What of the answer did not count.
    """

    faults: tuple[str, ...] = ()
    rows: tuple[tuple[int, str, list[str], str], ...] = ()
    notes: tuple[str, ...] = ()

    def kept(self) -> str | None:
        """The rows, as a judgement keeps them."""
        return json_text(self.rows) if self.rows else None

    def failing(self) -> list[int]:
        """The sentences that do not stand."""
        return [n for n, verdict, *_ in self.rows if verdict in FAILING]


def with_sources(said: Sequence[Said], given: Iterable[VerdictOut], floor: Floor, shelf: Shelf) -> list[Said]:
    """Sentences that their judge found supported, with what he names for that among what they cite.

    Args:
        said: The sentences.
        given: What the judge answered.
        floor: Whose turn it is.
        shelf: The file as the judge read it.
    """
    places = {**shelf.ids, **floor.offered()}
    shown = {
        one.number: tuple(dict.fromkeys(places[name] for name in one.shown_by if name in places))
        for one in reversed(list(given))
        if one.verdict == "supported"
    }
    both = (tuple(dict.fromkeys((*one.cites, *shown.get(n, ()))))[:MOST_CITED] for n, one in enumerate(said, 1))
    return [replace(one, cites=cites) for one, cites in zip(said, both, strict=True)]


def shown_to_test(floor: Floor, sentences: Sequence[str]) -> list[ToTest]:
    """The sentences that a judge has to test, each with the answers that the debate's ties know of."""
    return [
        ToTest(number=one.number, why=one.why, answered=_answered(floor, sentences, one)) for one in to_test(sentences)
    ]


def _answered(floor: Floor, sentences: Sequence[str], one: Doubted) -> list[str]:
    if one.why != "unanswered":
        return []
    own, answers = list[tuple[str, str]](), list[tuple[str, Sequence[str]]]()
    for node in floor.earlier():
        said = [(f"{node['turn']}.{n}", each) for n, each in enumerate(said_of(floor.graph, node), 1)]
        if node["side"] == floor.speech.side:
            own += [(name, each.text) for name, each in said]
        else:
            answers += [(name, each.answers) for name, each in said]
    return list(answered_by(sentences[one.number - 1], own, answers))


def tested(
    floor: Floor, shelf: Shelf, wanted: Sequence[ToTest], given: Sequence[VerdictOut], said: Sequence[Said]
) -> Verdicts:
    """What a judge found, checked: a failure that names nothing that shows it does not count.

    What the ties of the debate say to be answered, and its judge does not clear, fails as well.

    Args:
        floor: Whose turn it is.
        shelf: The file as the judge read it.
        wanted: What was to be tested.
        given: What the judge answered; of two for one sentence the first counts.
        said: The utterance.
    """
    places = {**shelf.ids, **floor.offered()}
    spoken = {one.name: one.text for heard in floor.heard() for one in heard.sentences}
    rows, faults, notes = list[tuple[int, str, list[str], str]](), list[str](), list[str]()
    answers = {one.number: one for one in reversed(given)}
    for one in wanted:
        if one.number not in answers and one.answered:
            by = one.answered[:_SHOWN]
            answers[one.number] = VerdictOut(number=one.number, verdict="contradicted", shown_by=by)
    for number, found in sorted(answers.items()):
        if number > len(said):
            notes.append(f"a test names sentence {number}, which there is not")
            continue
        shown = [places.get(name, name) for name in dict.fromkeys(found.shown_by) if name in places or name in spoken]
        if found.verdict in (*FAILING, LIMITED) and not shown:
            told = _FAULTS.get(found.verdict, "leaves out what limits it")
            notes.append(f"that sentence {number} {told} names nothing that shows it: it does not count")
            continue
        rows.append((number, found.verdict, shown, " ".join(found.holds.split())))
        if found.verdict in FAILING:
            faults.append(_fault(floor.evidence, spoken, rows[-1]))
    return Verdicts(tuple(faults), tuple(rows), tuple(notes))


def _fault(evidence: Evidence, spoken: Mapping[str, str], row: tuple[int, str, list[str], str]) -> str:
    """A failure in words: which sentence, how, what the file says, and what holds."""
    number, verdict, shown, holds = row
    told = "; ".join(_quoted(evidence, spoken, name) for name in shown[:_SHOWN])
    return f"sentence {number} {_FAULTS[verdict]}: {told}" + (f". What holds: {holds}" if holds else "")


def _quoted(evidence: Evidence, spoken: Mapping[str, str], name: str) -> str:
    if name in spoken:
        return f"“{spoken[name][:_QUOTED]}” ({_OF_DEBATE}, {name})"
    sentence = evidence.sentences[name]
    text = " ".join(sentence.text.split())[:_QUOTED]
    return f"“{text}” ({evidence.documents[sentence.document].citation.title})"


def tests_of(judged: Node | None) -> list[tuple[int, str, list[str], str]]:
    """What a judgement keeps of testing: sentence, verdict, what shows it, what holds instead."""
    kept = judged.get("tests") if judged is not None else None
    return [(n, verdict, list(shown), holds) for n, verdict, shown, holds in json.loads(kept or "[]")]


def failing_in(judged: Node | None) -> dict[int, str]:
    """The sentences that a judgement found not to stand, each with the verdict."""
    return {n: verdict for n, verdict, *_ in tests_of(judged) if verdict in FAILING}


def failures_of(judged: Node | None) -> list[tuple[int, str, str]]:
    """The sentences that a judgement found not to stand: number, verdict, and its fault in words without the number."""
    rows = [row for row in tests_of(judged) if row[1] in FAILING]
    # They are the last faults of a judgement, one a row and in the order of the rows: two may begin with the same words.
    faults = [str(one).partition(": ")[2] for one in (judged["faults"] if judged is not None and rows else ())]
    return [(n, verdict, told) for (n, verdict, *_), told in zip(rows, faults[-len(rows) :], strict=True)]


def limits_of(judged: Node | None) -> dict[int, str]:
    """The sentences of an utterance that leave out what limits them, each with what that is."""
    return {n: holds for n, verdict, _, holds in tests_of(judged) if verdict == LIMITED}


def limiting(judged: Node | None, evidence: Evidence) -> list[str]:
    """The sentences of the file that limit what an utterance says and that it leaves out, as stable ids, each once."""
    names = (name for _, verdict, shown, _ in tests_of(judged) if verdict == LIMITED for name in shown)
    return [name for name in dict.fromkeys(names) if name in evidence.sentences]


def shown_against(judged: Node | None, evidence: Evidence) -> list[str]:
    """The sentences of the file that a judgement holds against an utterance, as stable ids, each once."""
    names: Iterable[str] = (name for _, verdict, shown, _ in tests_of(judged) if verdict in FAILING for name in shown)
    return [name for name in dict.fromkeys(names) if name in evidence.sentences]


def read_for(judged: Node | None, evidence: Evidence) -> list[str]:
    """The sentences of the file that a judge read against an utterance or tied it to, as stable ids, each once."""
    kept = judged.get("ties") if judged is not None else None
    tied = (name for _, cites, *_ in json.loads(kept or "[]") for name in cites)
    return list(dict.fromkeys([*shown_against(judged, evidence), *(i for i in tied if i in evidence.sentences)]))


def searched_for(said: Sequence[Said]) -> list[str]:
    """What is searched for to test an utterance where its file is too long to be read: each sentence alone, and behind the one before."""
    texts = [one.text for one in said]
    found = [
        query
        for one in to_test(texts)
        for query in (texts[one.number - 1], " ".join(texts[max(one.number - 2, 0) : one.number]))
    ]
    return list(dict.fromkeys(found))
