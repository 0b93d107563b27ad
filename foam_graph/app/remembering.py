"""Memories of debates: built from transcripts, with what that would cost; a debate taken out of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from foam_graph.agents.endpoint.prompting import render
from foam_graph.agents.protocol import AnswerT, CallRecord, Request
from foam_graph.agents.tasks.debate_memory import SchemeUse
from foam_graph.app.agents import chain_agent, check_agents, close_agent
from foam_graph.app.loading import Bytes
from foam_graph.app.result import FILLED, Result
from foam_graph.app.session import Session
from foam_graph.app.taking import Refusal, Remark, TakingReport
from foam_graph.corpus.sentences.segmentation import segment
from foam_graph.debate.memory.building import Builder, Built, Plan, digest_of, files_of, prepared_for
from foam_graph.debate.memory.held import chain_of, debates
from foam_graph.debate.memory.withdrawing import Shaped
from foam_graph.debate.memory.withdrawing import withdraw as take_out
from foam_graph.debate.transcripts.reading import read_file
from foam_graph.debate.transcripts.transcript import Utterance
from foam_graph.debate.transcripts.turns import NO_SIDE
from foam_graph.errors import CorpusError, UsageError
from foam_graph.findings.debate.spoken import Spoken
from foam_graph.pipeline.calls import call_record
from foam_graph.reasoning.debating.labelling import annotate_request, score_request

__all__ = ["Plan", "build", "estimate", "withdraw"]

_LABELS = 2.5
"""Labels of an utterance, for estimates: what readers give long turns."""
_ANNOTATED, _SCORED = 60, 40
"""Tokens of the answer for a label."""


@dataclass(frozen=True)
class MemoryReport(TakingReport):
    """What a build did.

    Attributes:
        run: Chain of the memory.
        memory: Its name.
        debates: Debates in it now, withdrawn ones left out.
        records: Utterances in it that can be recalled.
        added: Ids of the debates that are new.
        finished: Ids of debates that an earlier build had left unfinished.
        unchanged: Files that were there already.
        utterances: Utterances that were taken.
        encoder: What it is encoded with.
        annotator: Who reads for schemes: ``offline-rules`` are rules over wording, no reading.
        rejected: Files that could not be taken, with the reason.
        remarks: What a reader should know of debates that were taken.
    """

    again = "Correct these, or take them out, and build again: what is there is not taken twice."

    run: str
    memory: str
    debates: int
    records: int
    added: tuple[str, ...]
    finished: tuple[str, ...]
    unchanged: tuple[str, ...]
    utterances: int
    encoder: str
    annotator: str
    rejected: tuple[Refusal, ...]
    remarks: tuple[Remark, ...] = field(default=(), metadata=FILLED)


@dataclass(frozen=True)
class MemoryEstimate(Result):
    """What a build with a model would take.

    Attributes:
        memory: Its name.
        debates: Debates that are new.
        utterances: Their utterances.
        calls: Calls of the model: two for an utterance.
        prompt_tokens: Tokens sent, from the prompts as they would be sent.
        completion_tokens: Tokens answered.
        cost: US dollars by the prices of the settings; 0 where none are set.
        rejected: Files that could not be taken, with the reason.
    """

    memory: str
    debates: int
    utterances: int
    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost: float
    rejected: tuple[Refusal, ...]


@dataclass(frozen=True)
class ShapedTurn(Result):
    """What a withdrawn debate shaped: a recollection, and the turn that rests on it.

    Attributes:
        debate: The debate in which it was recalled.
        recollection: Id of the Recollection.
        utterance: Id of the utterance; empty where none rests on it.
        turn: Its turn; 0 where none rests on it.
        exemplar: Whether it was shown to the speaker.
    """

    debate: str
    recollection: str
    utterance: str
    turn: int
    exemplar: bool


@dataclass(frozen=True)
class DebateWithdrawal(Result):
    """A debate that was taken out of a memory.

    Attributes:
        memory: Name of the memory.
        debate: Id of the debate.
        name: Its name.
        why: Why.
        shaped: What it shaped; that stands, and can be challenged.
    """

    memory: str
    debate: str
    name: str
    why: str
    shaped: tuple[ShapedTurn, ...]


def build(
    session: Session, paths: Sequence[Path], plan: Plan, agents: str = "offline", told: Bytes | None = None
) -> MemoryReport:
    """Builds a memory, or goes on where a build was stopped; debates that are there already are not taken twice.

    Args:
        session: The connections.
        paths: Files and folders of transcripts.
        plan: What goes into it.
        agents: ``offline`` (rules over wording) or ``llm``.
        told: Told of progress in bytes.

    Raises:
        CorpusError: A path that is not there, a name that cannot be used, or nothing could be taken.
        UsageError: No such agents, or an encoder that is not here.
        EnvironmentFault: The encoder or the disk cannot be used, or another process builds the same memory.
        LlmError: The model cannot be asked any more; the next build goes on.
        StoreUnreachable: Neo4j does not answer.
    """
    check_agents(agents, session.settings)
    chain = chain_of(plan.memory)
    agent = chain_agent(session, chain, agents, _paid(session, chain) if agents == "llm" else ())
    session.progress("remembering")
    try:
        built = Builder(session.store, session.settings, plan, agent, _advance(paths, told) if told else None).build(
            paths
        )
    finally:
        close_agent(agent)
    there = [one for one in debates(session.store, plan.memory) if not one.withdrawn]
    if not there:
        raise _nothing(built, paths)
    return MemoryReport(
        run=chain,
        memory=plan.memory,
        debates=len(there),
        records=sum(one.records for one in there),
        added=tuple(built.added),
        finished=tuple(built.finished),
        unchanged=tuple(built.unchanged),
        utterances=built.utterances,
        encoder=built.encoder,
        annotator=agent.name,
        rejected=tuple(Refusal(path, reason) for path, reason in built.rejected),
        remarks=tuple(Remark(path, note) for path, note in built.remarks),
    )


def estimate(session: Session, paths: Sequence[Path], plan: Plan, told: Bytes | None = None) -> MemoryEstimate:
    """Estimates a build with a model; asks none and writes nothing.

    Args:
        session: The connections.
        paths: Files and folders of transcripts.
        plan: What goes into it.
        told: Told of progress in bytes.

    Raises:
        CorpusError: A path that is not there, or a name that cannot be used.
        StoreUnreachable: Neo4j does not answer.
    """
    known = {one.sha256 for one in debates(session.store, plan.memory)}
    rejected: list[Refusal] = []
    count = utterances = sent = 0
    advance = _advance(paths, told) if told else None
    for path in files_of(paths):
        if advance is not None:
            advance(path)
        try:
            digest = digest_of(path)
            if digest in known:
                continue
            known.add(digest)
            prepared = prepared_for(plan, *read_file(path, plan.forms))
        except CorpusError as fault:
            rejected.append(Refusal(str(path), fault.message.removeprefix(f"{path}: ")))
            continue
        count += 1
        utterances += len(prepared.utterances)
        sent += sum(_tokens_of(prepared.occasion.topic, one) for one in prepared.utterances)
    answered = round(utterances * _LABELS * (_ANNOTATED + _SCORED))
    price = sent * session.settings.price_in + answered * session.settings.price_out
    return MemoryEstimate(
        plan.memory, count, utterances, 2 * utterances, sent, answered, round(price / 1e6, 2), tuple(rejected)
    )


def withdraw(session: Session, memory: str, debate: str, why: str, by: str = "") -> DebateWithdrawal:
    """Takes a debate out of a memory: it is recalled no more; what it shaped is told.

    Args:
        session: The connections.
        memory: Name of the memory.
        debate: Its id, the beginning of its hash, or its name.
        why: Why.
        by: Who withdraws it; the operator where nobody is named.

    Raises:
        UnknownId: There is no such memory or debate.
        AmbiguousId: There are several of that name.
        UsageError: It is withdrawn already, or no reason was given.
    """
    by = by or session.settings.operator
    one, shaped = take_out(session.store, session.settings, memory, debate, by, why)
    return DebateWithdrawal(memory, one.id, one.name, why, tuple(map(_shaped, shaped)))


def _shaped(one: Shaped) -> ShapedTurn:
    return ShapedTurn(one.debate, one.recollection, one.utterance, one.turn, one.exemplar)


def _paid(session: Session, chain: str) -> list[CallRecord]:
    return [call_record(row["told"]) for row in session.store.stream("memory_calls", run=chain)]


def _advance(paths: Sequence[Path], told: Bytes) -> Callable[[Path], None]:
    sizes = {path: path.stat().st_size for path in files_of(paths)}
    done = 0

    def advance(path: Path) -> None:
        nonlocal done
        done += sizes.get(path, 0)
        told(done, sum(sizes.values()))

    return advance


def _nothing(built: Built, paths: Sequence[Path]) -> CorpusError:
    some = ", ".join(map(str, paths[:3]))
    where = f"{some} and {len(paths) - 3} others" if len(paths) > 3 else some
    first = "; ".join(f"{path}: {reason}" for path, reason in built.rejected[:3])
    sides = any(NO_SIDE in reason for _, reason in built.rejected)
    how = "Write who speaks for which side before what is said (“Affirmative: …”, “Ann (con): …”). " if sides else ""
    return CorpusError(f"no debate in {where} could be taken: {first}", f"{how}Correct the files and build again.")


def _tokens_of(motion: str, one: Utterance) -> int:
    """Tokens that both requests about an utterance would send."""
    if not one.side:
        raise UsageError(f"turn {one.turn} is of no side", "Say for each turn who speaks for which side.")
    sentences = tuple(one.text[start:end] for start, end in segment(one.text).spans)
    spoken = Spoken(one.turn, one.speaker, one.side, one.stage, sentences)
    use = SchemeUse(scheme="causal", sentences=[1], reason="of twenty words or so, " * 5)
    return _tokens(annotate_request(motion, spoken)) + _tokens(score_request(motion, spoken, [use, use]))


def _tokens(request: Request[AnswerT]) -> int:
    """A common measure: four letters of English, or one Chinese character, are a token."""
    text = "".join(message["content"] for message in render(request))
    wide = sum(1 for letter in text if letter >= "\u2e80")
    return wide + (len(text) - wide) // 4
