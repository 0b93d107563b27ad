"""A debate that was read, as rows: its transcript and its utterances, cut into sentences."""

from __future__ import annotations

import orjson

from foam_graph.corpus.sentences.segmentation import segment
from foam_graph.debate.memory.held import HeldUtterance
from foam_graph.debate.transcripts.transcript import Transcript, Utterance
from foam_graph.errors import CorpusError
from foam_graph.findings.debate.spoken import Side, Spoken
from foam_graph.model.canonical import canonical
from foam_graph.model.delta import ActivityDraft, Committed, Delta, Ref
from foam_graph.model.kinds import Role

STEP = "take"


def take_draft(chain: str) -> ActivityDraft:
    """The activity that takes a debate into a memory."""
    return ActivityDraft(chain, "Load", Role.OPERATOR, STEP)


def transcript_delta(transcript: Transcript, sha256: str, length: int, name: str) -> tuple[Delta, list[HeldUtterance]]:
    """Rows of a debate, and its utterances as they will be held, with local references in the place of ids.

    Args:
        transcript: What was read.
        sha256: Of its bytes, hex.
        length: Characters of its source.
        name: What to call it where it does not say.

    Raises:
        CorpusError: A speaker of no side: the reader of transcripts lets none through.
    """
    delta = Delta()
    occasion = transcript.occasion
    node = delta.node(
        "Transcript",
        topic=occasion.topic,
        name=occasion.name or name,
        format=transcript.format,
        sha256=sha256,
        characters=length,
        language=occasion.language or "en",
        institution=occasion.institution or None,
        date=occasion.date or None,
        licence=occasion.licence or None,
        domain=occasion.domain or None,
        positions=_json({side: words for side, words in occasion.positions if side}) if occasion.positions else None,
        omissions=_json(
            [[one.reason, one.span.start, one.span.end, one.text] for one in transcript.omissions if one.text.strip()]
        ),
        remarks=list(transcript.remarks),
    )
    held = []
    for one in transcript.utterances:
        ref, utterance = _utterance(delta, one)
        delta.edge("SAID_IN", ref, node)
        held.append(utterance)
    return delta, held


def with_ids(held: list[HeldUtterance], done: Committed) -> list[HeldUtterance]:
    """The utterances with the ids that they have now."""
    return [
        HeldUtterance(done.id_of(Ref(one.id, "Utterance")), one.spoken, one.text, one.record, one.labels)
        for one in held
    ]


def _utterance(delta: Delta, one: Utterance) -> tuple[Ref, HeldUtterance]:
    side = one.side
    if not side:
        raise CorpusError(f"turn {one.turn} is of no side", "Say for each turn who speaks for which side.")
    spans = segment(one.text).spans
    ref = delta.node(
        "Utterance",
        turn=one.turn,
        speaker=one.speaker,
        side=side,
        stage=one.stage,
        text=one.text,
        cuts=[place for span in spans for place in span],
        origin="transcript",
        spans=[place for span in one.spans for place in (span.start, span.end)],
    )
    spoken_side: Side = side
    sentences = tuple(one.text[start:end] for start, end in spans)
    return ref, HeldUtterance(ref.id, Spoken(one.turn, one.speaker, spoken_side, one.stage, sentences), one.text)


def _json(value: object) -> str:
    return canonical(orjson.loads(orjson.dumps(value))).decode()
