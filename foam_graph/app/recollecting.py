"""What a memory holds and gives: its debates, their labels, examples of a scheme, a search, counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from foam_graph.app.agents import chain_agent
from foam_graph.app.result import Listing, Result
from foam_graph.app.session import Session
from foam_graph.debate.memory.held import (
    HeldDebate,
    HeldUtterance,
    chain_of,
    must_be_there,
    records,
    utterances,
)
from foam_graph.debate.memory.remembering import Memory, keywords_of
from foam_graph.debate.memory.withdrawing import find_debate
from foam_graph.debate.speaking.holding import MOST_WORDS_HEARD
from foam_graph.errors import UsageError
from foam_graph.findings.debate.qualities import VALUES
from foam_graph.findings.debate.schemes import SCHEME_IDS, scheme
from foam_graph.findings.debate.spoken import SIDES
from foam_graph.reasoning.debating.recalling import K

_EXAMPLES = 5


@dataclass(frozen=True)
class RememberedDebate(Result):
    """A debate of a memory.

    Attributes:
        id: Id of its Transcript node.
        name: Name of the match, or of the file.
        topic: The motion.
        utterances: How many it has.
        records: How many of them can be recalled.
        language: ``en``, ``zh`` or ``mixed``.
        institution: Who held it; empty = not stated, here and below.
        date: When.
        licence: Under what terms its transcript is.
        domain: Field of the motion.
        sha256: Hash of its bytes, hex.
        annotator: Who read it for schemes; empty = nobody yet.
        note: What of the annotation could not be kept.
        withdrawn: When it was withdrawn; empty = it was not.
        remarks: What a reader should know.
    """

    id: str
    name: str
    topic: str
    utterances: int
    records: int
    language: str
    institution: str
    date: str
    licence: str
    domain: str
    sha256: str
    annotator: str
    note: str
    withdrawn: str
    remarks: tuple[str, ...]


@dataclass(frozen=True)
class UtteranceLabel(Result):
    """A scheme that an utterance uses.

    Attributes:
        scheme: Id of the scheme.
        overall: How well.
        reason: Why it is that scheme.
    """

    scheme: str
    overall: str
    reason: str


@dataclass(frozen=True)
class RememberedUtterance(Result):
    """An utterance of a remembered debate.

    Attributes:
        id: Id of its Utterance node.
        turn: Place in the debate.
        speaker: Who speaks.
        side: For whom.
        stage: Part of the debate.
        text: What is said.
        labels: Its schemes.
    """

    id: str
    turn: int
    speaker: str
    side: str
    stage: str
    text: str
    labels: tuple[UtteranceLabel, ...]


@dataclass(frozen=True)
class RecalledRow(Result):
    """A record that was found.

    Attributes:
        record: Id of its MemoryRecord node.
        utterance: Id of its Utterance node.
        score: Cosine.
        side: For which side it was said.
        topic: Motion of its debate.
        labels: Overall quality by scheme.
        exemplar: Whether it holds a scheme of the prior.
        text: What was said.
    """

    record: str
    utterance: str
    score: float
    side: str
    topic: str
    labels: Mapping[str, str]
    exemplar: bool
    text: str


@dataclass(frozen=True)
class MemorySearch(Result):
    """What a memory gives for a text.

    Attributes:
        memory: Its name.
        keywords: Words that were matched first.
        fell_back: Whether no record held one, so that all were compared.
        k: Records asked for.
        prior: Mean quality by scheme over the records found.
        schemes: Schemes with a mean above 2, best first.
        found: The records, best first.
        remarks: What a reader should know of how it came about.
    """

    memory: str
    keywords: tuple[str, ...]
    fell_back: bool
    k: int
    prior: Mapping[str, float]
    schemes: tuple[str, ...]
    found: tuple[RecalledRow, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True)
class SchemeCount(Result):
    """How a scheme is used in a memory.

    Attributes:
        scheme: Its id.
        utterances: In how many utterances.
        mean: Mean quality there: poor 1 to excellent 4.
        qualities: How many of each label.
    """

    scheme: str
    utterances: int
    mean: float
    qualities: Mapping[str, int]


@dataclass(frozen=True)
class MemoryStats(Result):
    """What a memory holds, counted; withdrawn debates are counted apart.

    Attributes:
        memory: Its name.
        debates: Debates.
        withdrawn: Debates that were withdrawn.
        unfinished: Debates whose building was stopped; the next build goes on.
        utterances: Utterances.
        records: Utterances that can be recalled.
        sides: Records by side.
        stages: Records by part of the debate.
        languages: Debates by language.
        encoders: Records by encoder.
        annotators: Debates by who read them for schemes.
        unlabelled: Records without any scheme.
        schemes: The schemes.
    """

    memory: str
    debates: int
    withdrawn: int
    unfinished: int
    utterances: int
    records: int
    sides: Mapping[str, int]
    stages: Mapping[str, int]
    languages: Mapping[str, int]
    encoders: Mapping[str, int]
    annotators: Mapping[str, int]
    unlabelled: int
    schemes: tuple[SchemeCount, ...]


def show(session: Session, memory: str) -> Listing[RememberedDebate]:
    """The debates of a memory, withdrawn ones included.

    Raises:
        UnknownId: There is no such memory.
    """
    return Listing(map(_debate, must_be_there(session.store, memory)))


def show_debate(session: Session, memory: str, named: str) -> Listing[RememberedUtterance]:
    """The utterances of one debate of a memory, with their labels.

    Raises:
        UnknownId: There is no such memory or debate.
        AmbiguousId: There are several of that name.
    """
    one = find_debate(session.store, memory, named)
    return Listing(map(_utterance, utterances(session.store, memory, one.id)))


def show_scheme(session: Session, memory: str, name: str, most: int = _EXAMPLES) -> Listing[RecalledRow]:
    """The best examples of a scheme in a memory.

    Raises:
        UnknownId: There is no such memory.
        UsageError: There is no such scheme.
    """
    if name not in SCHEME_IDS:
        raise UsageError(f"there is no scheme {name[:60]!r}", f"The schemes are {', '.join(SCHEME_IDS)}.")
    must_be_there(session.store, memory)
    held = [one.item for one in records(session.store, memory) if name in one.item.labels]
    held.sort(key=lambda one: -VALUES[one.labels[name]])
    rows = [
        RecalledRow(one.record, one.utterance, 0.0, one.side, one.topic, one.labels, True, one.text)
        for one in held[:most]
    ]
    return Listing(rows)


def search(session: Session, memory: str, query: str, side: str = "", k: int = K) -> MemorySearch:
    """What a memory gives before a turn on some words: for trying it out.

    Args:
        session: The connections.
        memory: Its name.
        query: A motion, or anything that could be said.
        side: Who would speak; records of that side come first. Empty = for the motion.
        k: Records asked for.

    Raises:
        UnknownId: There is no such memory.
        UsageError: No such side, nothing to search for or too much, or an encoder that is not here.
        CorpusError: The memory holds nothing.
        EnvironmentFault: The encoder or the vectors cannot be used.
    """
    if not query.strip():
        raise UsageError("there is nothing to search for", "Give a motion, or words that could be said.")
    if len(query) > MOST_WORDS_HEARD:
        raise UsageError(
            f"what is searched for has {len(query):,} characters; {MOST_WORDS_HEARD:,} are the most", "Give one speech."
        )
    chosen = next((one for one in SIDES if one == (side or "pro")), None)
    if chosen is None:
        raise UsageError(f"there is no side {side[:40]!r}", "Use pro or con.")
    if k < 1:
        raise UsageError(f"{k} records cannot be asked for", "Ask for at least one.")
    opened = Memory(session.store, session.settings, memory)
    keywords = keywords_of(chain_agent(session, chain_of(memory), "offline"), query, [], chosen)
    told = opened.recall(query, [], chosen, keywords, k)
    found = tuple(
        RecalledRow(
            one.record, one.utterance, round(one.score, 4), one.side, one.topic, one.labels, one.exemplar, one.text
        )
        for one in told.found
    )
    return MemorySearch(memory, told.keywords, told.fell_back, told.k, told.prior, told.schemes, found, told.remarks)


def stats(session: Session, memory: str) -> MemoryStats:
    """Counts what a memory holds.

    Raises:
        UnknownId: There is no such memory.
    """
    every = must_be_there(session.store, memory)
    there = [one for one in every if not one.withdrawn]
    held = records(session.store, memory)
    labels = [one.item.labels for one in held]
    return MemoryStats(
        memory=memory,
        debates=len(there),
        withdrawn=len(every) - len(there),
        unfinished=sum(not one.complete for one in there),
        utterances=sum(one.utterances for one in there),
        records=len(held),
        sides=Counter(one.item.side for one in held),
        stages=Counter(one.item.stage for one in held),
        languages=Counter(one.language for one in there),
        encoders=Counter(one.encoder for one in held),
        annotators=Counter(one.annotator or "nobody yet" for one in there),
        unlabelled=sum(not one for one in labels),
        schemes=tuple(_count(name, labels) for name in SCHEME_IDS),
    )


def scheme_name(name: str) -> str:
    """What readers call a scheme."""
    return scheme(name).name


def _count(name: str, labels: Sequence[Mapping[str, str]]) -> SchemeCount:
    told = [one[name] for one in labels if name in one]
    mean = sum(VALUES[one] for one in told) / len(told) if told else 0.0
    return SchemeCount(name, len(told), round(mean, 2), Counter(told))


def _debate(one: HeldDebate) -> RememberedDebate:
    return RememberedDebate(
        one.id, one.name, one.topic, one.utterances, one.records, one.language, one.institution, one.date, one.licence,
        one.domain, one.sha256, one.annotator, one.note, one.withdrawn, one.remarks,
    )  # fmt: skip


def _utterance(one: HeldUtterance) -> RememberedUtterance:
    said = one.spoken
    labels = tuple(UtteranceLabel(*label) for label in one.labels)
    return RememberedUtterance(one.id, said.turn, said.speaker, said.side, said.stage, one.text, labels)
