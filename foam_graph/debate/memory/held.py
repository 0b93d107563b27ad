"""What a memory holds, read from its chain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from foam_graph.advice import Action, NextStep
from foam_graph.corpus.corpus_names import check_corpus_name
from foam_graph.errors import CorpusError, UnknownId
from foam_graph.findings.debate.spoken import Side, Spoken
from foam_graph.reasoning.debating.recalling import MemoryItem
from foam_graph.store.store import Store

KIND = "memory"
"""Kind of the chains of memories."""


@dataclass(frozen=True)
class HeldDebate:
    """A debate of a memory.

    Attributes:
        id: Id of its Transcript node.
        topic: The motion.
        name: Name of the match, or of the file.
        format: Form of its source.
        sha256: SHA-256 of its bytes, hex.
        characters: Characters of its source.
        language: ``en``, ``zh`` or ``mixed``.
        institution: Who held it; empty = not stated, here and below.
        date: When.
        licence: Under what terms its transcript is.
        domain: Field of the motion.
        remarks: What a reader should know.
        omissions: What was left out, as JSON.
        utterances: How many it has.
        records: How many of them can be recalled.
        annotator: Who read it for schemes; empty = nobody yet.
        note: What of the annotation could not be kept.
        withdrawn: When it was withdrawn; empty = it was not.
    """

    id: str
    topic: str
    name: str
    format: str
    sha256: str
    characters: int
    language: str
    institution: str
    date: str
    licence: str
    domain: str
    remarks: tuple[str, ...]
    omissions: str
    utterances: int
    records: int
    annotator: str
    note: str
    withdrawn: str

    @property
    def complete(self) -> bool:
        """Whether nothing of building it is left to do."""
        return bool(self.annotator) and self.records == self.utterances


@dataclass(frozen=True)
class HeldUtterance:
    """An utterance of a remembered debate.

    Attributes:
        id: Id of its Utterance node.
        spoken: What is said, in sentences.
        text: What is said, as it stands.
        record: Id of its MemoryRecord; empty = it has none yet.
        labels: Scheme, overall quality and reason of each label.
    """

    id: str
    spoken: Spoken
    text: str
    record: str = ""
    labels: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True)
class HeldRecord:
    """A record with what is needed to encode it again.

    Attributes:
        item: As recall reads it.
        encoder: What encoded it.
        sentences: What was said, in sentences.
    """

    item: MemoryItem
    encoder: str
    sentences: tuple[str, ...]


def memory_of(chain: str) -> str:
    """The memory that a chain belongs to; empty for other chains."""
    return chain.removeprefix("memory.") if chain.startswith("memory.") else ""


def chain_of(memory: str) -> str:
    """Chain of a memory.

    Raises:
        CorpusError: A name that cannot be used.
    """
    try:
        return f"memory.{check_corpus_name(memory)}"
    except CorpusError as fault:
        raise CorpusError(fault.message.replace("a corpus", "a memory"), fault.advice) from None


def debates(store: Store, memory: str) -> list[HeldDebate]:
    """The debates of a memory in the order in which they were read; none where there is no such memory.

    Raises:
        CorpusError: A name that cannot be used.
    """
    chain = chain_of(memory)
    read = {str(row["transcript"]): row for row in store.ask("memory_annotations", run=chain)}
    return [_debate(row, read.get(str(row["id"]), {})) for row in store.ask("memory_debates", run=chain)]


def must_be_there(store: Store, memory: str) -> list[HeldDebate]:
    """The debates of a memory that there is.

    Raises:
        UnknownId: There is none of that name.
        CorpusError: A name that cannot be used.
    """
    found = debates(store, memory)
    if not found and not store.ask("labels_of", ids=[chain_of(memory)]):
        raise UnknownId(f"there is no memory {memory!r}", NextStep(Action.BUILD_MEMORY, "Build it", {"memory": memory}))
    return found


def utterances(store: Store, memory: str, transcript: str) -> list[HeldUtterance]:
    """The utterances of a remembered debate, in order."""
    rows = store.ask("memory_utterances", run=chain_of(memory), transcript=transcript)
    return [
        HeldUtterance(
            str(row["id"]),
            Spoken(row["turn"], row["speaker"] or "", row["side"], row["stage"], cut(row["text"], row["cuts"])),
            row["text"] or "",
            row["record"] or "",
            tuple((label[0], label[1], label[2] or "") for label in row["labels"]),
        )
        for row in rows
    ]


def records(store: Store, memory: str) -> list[HeldRecord]:
    """Everything that can be recalled from a memory."""
    found = []
    for row in store.stream("memory_records", run=chain_of(memory)):
        side: Side = row["side"]
        item = MemoryItem(
            row["record"], row["key"], row["utterance"], row["transcript"], row["text"] or "", row["topic"] or "", side, row["stage"],
            dict(row["labels"]),
        )  # fmt: skip
        found.append(HeldRecord(item, row["encoder"], cut(row["text"], row["cuts"])))
    return found


def cut(text: str | None, cuts: Sequence[int]) -> tuple[str, ...]:
    """The sentences of a text by where they start and end; of a text that was erased, none."""
    if not text:
        return ()
    return tuple(text[start:end] for start, end in zip(cuts[::2], cuts[1::2], strict=True))


def _debate(row: dict[str, object], read: dict[str, object]) -> HeldDebate:
    def told(key: str) -> str:
        return str(row[key] or "")

    return HeldDebate(
        told("id"), told("topic"), told("match"), told("format"), told("sha256"), int(str(row["characters"])),
        told("language"), told("institution"), told("date"), told("licence"), told("domain"),
        tuple(row["remarks"]) if isinstance(row["remarks"], list) else (), told("omissions"),
        int(str(row["utterances"])), int(str(row["records"])), str(read.get("agent") or ""), str(read.get("note") or ""),
        told("withdrawn"),
    )  # fmt: skip
