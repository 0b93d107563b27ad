"""A small debate: a motion with documents for both sides, and what its tasks are given."""

from __future__ import annotations

import hashlib
from pathlib import Path

from pydantic import BaseModel

from foam_graph.agents.tasks.debate_speaking import (
    BallotIn,
    ChooseSpeechIn,
    Debated,
    DebatedSentence,
    EvidenceShown,
    FlawShown,
    Heard,
    HeardSentence,
    JudgeUtteranceIn,
    ModifyUtteranceIn,
    SaidShown,
    SpeakIn,
    SummariseDebateIn,
)
from foam_graph.corpus.documents import Citation, Document
from foam_graph.corpus.sentences.segmentation import segment

MOTION = "The town of Harrowby should introduce a night bus."
DOCUMENTS = {
    "trial": (
        ("Evaluation of the trial", "2025-06-02", "research"),
        "The night bus reduced injuries on the ring road by 12 percent. The night bus was used by 240 persons per week. "
        "The trial lasted nine months. The night bus improved access to the hospital for people without a car.",
    ),
    "costs": (
        ("Costs of the night bus", "2025-09-01", "official_record"),
        "The night bus would cost the town $96,000 per year. The cost of the night bus exceeds the budget line of $80,000. "
        "The night bus would be a burden for the reserve of the town.",
    ),
    "league": (
        ("Brief of the Ratepayers' League", "2025-10-10", "advocacy"),
        "The town should not introduce the night bus. The night bus was used by 90 persons per week. "
        "The night bus reduced injuries on the ring road by 2 percent. "
        "Empty buses waste money that schools need.",
    ),
    "workers": (
        ("Letter of the shift workers", "2025-10-12", "correspondence"),
        "The town must introduce the night bus this year. Today nurses wait two hours for the first bus without any safety. "
        "Without a night bus the danger on the ring road remains.",
    ),
}


def write_debate(folder: Path) -> Path:
    """Writes the documents as files and returns their folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, ((title, date, source_class), text) in DOCUMENTS.items():
        header = f'---\ntitle: "{title}"\ndate: "{date}"\nsource_class: {source_class}\n---\n'
        (folder / f"{name}.md").write_text(f"{header}{text}\n", encoding="utf-8")
    return folder


def document_of(text: str) -> Document:
    """A document of a corpus that is not stored."""
    content = text.encode()
    citation = Citation(title="Count of riders", source_class="official_record")
    sha256 = hashlib.sha256(content).hexdigest()
    return Document(f"d{sha256[:16]}", "unstored", "count.md", sha256, text, citation, segment(text))


def evidence() -> list[EvidenceShown]:
    """Every sentence of the documents, as a speaker is offered it."""
    rows = [
        (text, title, date, kind)
        for (title, date, kind), whole in DOCUMENTS.values()
        for text in whole.replace(". ", ".\n").splitlines()
    ]
    return [
        EvidenceShown(id=f"E{n}", text=text, title=title, date=date, source_class=kind)
        for n, (text, title, date, kind) in enumerate(rows, 1)
    ]


def speak_in(side: str = "con", job: str = "rebuttal") -> SpeakIn:
    """What the second speaker is given."""
    said = [
        HeardSentence(name="1.1", text="The motion asks for little."),
        HeardSentence(
            name="1.2",
            text="The evaluation says: “The night bus was used by 240 persons per week.”",
            sources=["Evaluation of the trial (2025-06-02)"],
        ),
    ]
    return SpeakIn(
        motion=MOTION,
        side=side,  # type: ignore[arg-type]
        speaker="Negative",
        turn=2,
        stage="opening",
        job=job,  # type: ignore[arg-type]
        words=300,
        history=[Heard(turn=1, speaker="Affirmative", side="pro", stage="opening", sentences=said)],
        flaws=[
            FlawShown(id="K1", flaw="overgeneralisation", quoted="The motion asks for little.", grounds="It is wide.")
        ],
        evidence=evidence(),
    )


def debate_inputs() -> dict[str, BaseModel]:
    """An input of every task of a debate."""
    speaking = speak_in()
    used = next(one for one in speaking.evidence if "90 persons" in one.text)
    said = [SaidShown(number=1, text=f"The brief says: “{used.text}”", cites=[used.id], answers=["1.2"])]
    debated = [
        Debated(
            turn=one.turn,
            speaker=one.speaker,
            side=one.side,
            stage=one.stage,
            accepted=True,
            sentences=[
                DebatedSentence(name=each.name, text=each.text, type="factual", sources=each.sources)
                for each in one.sentences
            ],
        )
        for one in speaking.history
    ]
    return {
        "speak": speaking,
        "choose_speech": ChooseSpeechIn(
            motion=MOTION,
            side="con",
            stage="opening",
            job="rebuttal",
            words=30,
            history=speaking.history,
            drafts=[
                "It costs too much. " * 20,
                "It costs too much.",
                f"You say: {speaking.history[0].sentences[1].text}",
            ],
        ),
        "summarise_debate": SummariseDebateIn(motion=MOTION, history=speaking.history),
        "judge_utterance": JudgeUtteranceIn(
            motion=MOTION,
            side="con",
            stage="opening",
            job="rebuttal",
            history=speaking.history,
            utterance=said,
            evidence=[used],
        ),
        "modify_utterance": ModifyUtteranceIn(speaking=speaking, draft=said, faults=["sentence 1 says 7"]),
        "ballot": BallotIn(motion=MOTION, utterances=debated),
    }
