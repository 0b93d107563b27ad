"""Building a memory: each debate is taken, encoded and read for schemes, an activity each, so that a stopped build goes on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from foam_graph.agents.protocol import Agent
from foam_graph.config import Settings
from foam_graph.corpus.encoders.protocol import Encoder
from foam_graph.debate.memory.annotating import annotated
from foam_graph.debate.memory.embedding import Embedding, encode_draft, records_delta
from foam_graph.debate.memory.encoding import chosen_encoder, recorded_encoder, unreadable
from foam_graph.debate.memory.held import KIND, HeldDebate, HeldUtterance, chain_of, debates, records, utterances
from foam_graph.debate.memory.pseudonyms import pseudonymised
from foam_graph.debate.memory.taking import take_draft, transcript_delta, with_ids
from foam_graph.debate.transcripts.reading import read_file
from foam_graph.debate.transcripts.speakers import language_of
from foam_graph.debate.transcripts.transcript import Transcript, without_free_debate
from foam_graph.errors import CorpusError, ModelViolation
from foam_graph.files.locking import locked
from foam_graph.store.store import Store

ENDINGS = (".json", ".jsonl", ".txt", ".md", ".markdown")
"""Of files in a folder that are read; a file that is named is read whatever its ending."""
_CHUNK = 1 << 20
WAIT = 5.0
"""Seconds to wait for another process that builds the same memory."""


@dataclass(frozen=True)
class Plan:
    """What goes into a memory, and how.

    Attributes:
        memory: Its name.
        keep_free: Whether free debate is remembered too.
        pseudonyms: Whether speakers are given other names.
        forms: Forms of transcripts that are taken, of ``reading.FORMS``; none = any.
    """

    memory: str
    keep_free: bool = False
    pseudonyms: bool = False
    forms: tuple[str, ...] = ()


@dataclass
class Built:
    """What a build did.

    Attributes:
        added: Ids of the debates that are new.
        finished: Ids of debates that an earlier build had left unfinished.
        unchanged: Files that were there already.
        rejected: Files that could not be taken, with the reason.
        remarks: What a reader should know of debates that were taken, by file.
        utterances: Utterances that were taken.
        vectors: Vectors that had to be put into the index.
        encoder: What the memory is encoded with; empty where it is empty.
    """

    added: list[str] = field(default_factory=list)
    finished: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    rejected: list[tuple[str, str]] = field(default_factory=list)
    remarks: list[tuple[str, str]] = field(default_factory=list)
    utterances: int = 0
    vectors: int = 0
    encoder: str = ""


class Builder:
    """Builds one memory; one process at a time.

    Args:
        store: The graph.
        settings: The home folder and the encoder are read.
        plan: What goes into it.
        agent: Who reads debates for their schemes.
        told: Told of each file when it is done.
    """

    def __init__(
        self, store: Store, settings: Settings, plan: Plan, agent: Agent, told: Callable[[Path], None] | None = None
    ) -> None:
        self._store = store
        self._settings = settings
        self._plan = plan
        self._agent = agent
        self._told = told or (lambda _path: None)
        self._chain = chain_of(plan.memory)
        self._embedding: Embedding | None = None

    def build(self, paths: Sequence[Path]) -> Built:
        """Finishes what was left, takes what is new, and brings the vectors into step.

        A file that cannot be taken stops no other, and nothing of it is written.

        Args:
            paths: Files and folders of transcripts.

        Raises:
            CorpusError: A path that is not there, or a name that cannot be used.
            UsageError: The memory's encoder is not here.
            EnvironmentFault: The encoder or the disk cannot be used, or another process builds the same memory.
            LlmError: The agent cannot be asked any more; what was done stays, and the next build goes on.
        """
        self._store.must_be_present("nothing is remembered")
        files = list(files_of(paths))
        lock = self._settings.home / "memories" / ".locks" / f"build-{self._plan.memory}"
        with locked(lock, f"memory {self._plan.memory}", WAIT):
            there = debates(self._store, self._plan.memory)
            built = Built()
            self._open_encoder(there)
            for one in there:
                if not one.complete and not one.withdrawn:
                    self._finish(one)
                    built.finished.append(one.id)
            known = {one.sha256: one for one in there}
            for path in files:
                self._take(path, known, built)
                self._told(path)
            if self._embedding is not None:
                built.encoder = self._embedding.encoder.describe()
                built.vectors = self._embedding.bring(records(self._store, self._plan.memory))
        return built

    def _open_encoder(self, there: Sequence[HeldDebate]) -> None:
        """The memory's encoder, where it has one already: the records that are there say which."""
        if not any(one.records for one in there):
            return
        recorded = next(self._store.stream("memory_records", run=self._chain), None)
        if recorded is not None:
            name = str(recorded["encoder"])
            self._use(recorded_encoder(self._settings, self._plan.memory, name))

    def _use(self, encoder: Encoder) -> Embedding:
        self._embedding = Embedding(self._settings, self._plan.memory, encoder)
        return self._embedding

    def _take(self, path: Path, known: dict[str, HeldDebate], built: Built) -> None:
        try:
            digest = digest_of(path)
            before = known.get(digest)
            if before is not None:
                _there_already(path, before, built)
                return
            transcript, source = read_file(path, self._plan.forms)
            prepared = prepared_for(self._plan, transcript, source)
            embedding = self._embedding or self._use(chosen_encoder(self._settings, prepared.occasion.language))
            if fault := unreadable(embedding.encoder, prepared.occasion.language):
                raise CorpusError(fault, "Build it with another name.")
            delta, held = transcript_delta(prepared, digest, len(source), path.name)
            if not known:  # a memory is there from its first debate on: files that cannot be taken leave none behind
                self._store.ensure_chain(self._chain, KIND, self._plan.memory)
            done = self._store.commit(take_draft(self._chain), delta)
        except (CorpusError, ModelViolation) as fault:
            built.rejected.append((str(path), fault.message.removeprefix(f"{path}: ")))
            return
        one = _fresh(done.ids[0], prepared, digest)
        known[digest] = one
        self._encode(one.id, with_ids(held, done))
        self._annotate(one, with_ids(held, done))
        built.added.append(one.id)
        built.utterances += len(held)
        built.remarks += [(str(path), remark) for remark in prepared.remarks]

    def _finish(self, one: HeldDebate) -> None:
        held = utterances(self._store, self._plan.memory, one.id)
        missing = [row for row in held if not row.record]
        if missing:
            self._encode(one.id, missing)
        if not one.annotator:
            self._annotate(one, held)

    def _encode(self, transcript: str, held: Sequence[HeldUtterance]) -> None:
        embedding = self._embedding
        if embedding is None:
            embedding = self._use(chosen_encoder(self._settings, _language(held)))
        self._store.commit(encode_draft(self._chain, transcript), records_delta(held, embedding))

    def _annotate(self, one: HeldDebate, held: Sequence[HeldUtterance]) -> None:
        draft, delta = annotated(self._chain, one.id, one.topic, held, self._agent)
        self._store.commit(draft, delta)


def files_of(paths: Sequence[Path]) -> Iterator[Path]:
    """The files that are meant: those that are named, and the transcripts in folders, in the order of their names.

    Raises:
        CorpusError: A path that is not there, or a folder without a transcript.
    """
    for path in paths:
        if path.is_dir():
            found = sorted(
                one
                for one in path.rglob("*")
                if one.is_file() and one.suffix.lower() in ENDINGS and not _hidden(one, path)
            )
            if not found:
                raise CorpusError(f"there is no transcript in {path}", f"Give files that end in {', '.join(ENDINGS)}.")
            yield from found
        elif path.is_file():
            yield path
        else:
            raise CorpusError(f"there is no file {path}", "Give files or folders of transcripts.")


def digest_of(path: Path) -> str:
    """SHA-256 of a file, hex.

    Raises:
        CorpusError: It cannot be read.
    """
    digest = hashlib.sha256()
    try:
        with path.open("rb") as file:
            while part := file.read(_CHUNK):
                digest.update(part)
    except OSError as fault:
        raise CorpusError(f"{path} cannot be read: {fault.strerror}", "Give a file with a transcript.") from None
    return digest.hexdigest()


def prepared_for(plan: Plan, transcript: Transcript, source: str) -> Transcript:
    """A transcript as a plan remembers it: without free debate, under pseudonyms.

    Raises:
        CorpusError: Nothing of it is left, or it does not say what was debated.
    """
    kept = transcript if plan.keep_free else without_free_debate(transcript, source)
    if not kept.utterances:
        raise CorpusError("it is free debate throughout", "Remember it with --keep-free.")
    if not kept.occasion.topic:
        raise CorpusError("it does not say what is debated", "Say so at its beginning, e.g. `Motion: …`.")
    return pseudonymised(kept) if plan.pseudonyms else kept


def _hidden(path: Path, folder: Path) -> bool:
    inside = path.relative_to(folder)
    return any(part.startswith(".") for part in inside.parts) or inside.stem.upper() == "README"


def _there_already(path: Path, before: HeldDebate, built: Built) -> None:
    if before.withdrawn:
        told = f"it was withdrawn from this memory at {before.withdrawn}: it is not taken again"
        built.rejected.append((str(path), told))
    else:
        built.unchanged.append(str(path))


def _language(held: Sequence[HeldUtterance]) -> str:
    return language_of("\n".join(one.text for one in held))


def _fresh(transcript: str, prepared: Transcript, digest: str) -> HeldDebate:
    said = prepared.occasion
    return HeldDebate(
        transcript, said.topic, said.name, prepared.format, digest, 0, said.language, said.institution, said.date,
        said.licence, said.domain, prepared.remarks, "", len(prepared.utterances), 0, "", "", "",
    )  # fmt: skip
