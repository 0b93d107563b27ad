"""A debate as speakers and judges see it: what was said, what may be cited, what is said next and what is made of it."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator
from pydantic.json_schema import SkipJsonSchema

from foam_graph.agents.tasks.data import Data
from foam_graph.agents.tasks.whole_file import WHOLE, WholeFile

Side = Literal["pro", "con"]
Job = Literal["opening", "rebuttal", "summary"]
"""What a stage is for, whatever its format calls it."""
SentenceType = Literal["factual", "valuing", "reasoning", "rhetorical", "procedural"]
EvidenceId = Annotated[str, Field(pattern=r"^E[0-9]{1,4}$")]
SourceId = Annotated[str, Field(pattern=r"^(E[0-9]{1,4}|D[0-9]{1,4}[.][0-9]{1,5})$")]
MOST_CITED = 5
"""Most sentences that one sentence of an utterance cites."""
MOST_SAID = 200
"""Most sentences of one utterance."""
MOST_SPOKEN = 40_000
"""Longest utterance, characters."""


class HeardSentence(Data):
    """A sentence that was said, with the sources that it cited."""

    name: str = Field(description="Turn and place, e.g. 3.2.")
    text: str
    sources: list[str] = Field(default_factory=list, description="Titles and dates of what it cited.")
    answers: list[str] = Field(default_factory=list, description="Sentences (3.2) that it answered, or found flaws in.")


class Heard(Data):
    """An earlier utterance."""

    turn: int
    speaker: str
    side: Side
    stage: str
    sentences: list[HeardSentence]


class FlawShown(Data):
    """A flaw in the opponent's logic, as a neutral reader found it."""

    id: str = Field(description="e.g. K2")
    flaw: str
    quoted: str = Field(description="The opponent's words.")
    grounds: str


class SchemeShown(Data):
    """An argumentation scheme that worked in debates like this one."""

    id: str
    name: str
    definition: str
    critical_questions: list[str] = Field(default_factory=list)


class ExemplarShown(Data):
    """How somebody else argued by a scheme, in another debate."""

    id: str
    scheme: str
    text: str


class EvidenceShown(Data):
    """A sentence of the corpus that may be cited."""

    id: str = Field(description="e.g. E7")
    text: str = ""
    title: str = ""
    date: str = ""
    source_class: str = "unknown"
    at: str = Field(
        default="", description="Its id in a file that is read whole, e.g. D3.12, which has all else of it."
    )
    of: str = Field(default="", description="Of whom its figure is told, where that is not what is argued about.")


class SaidOut(Data):
    """One sentence of an utterance."""

    text: str = Field(min_length=1, max_length=1200)
    cites: list[EvidenceId] = Field(
        default_factory=list, max_length=MOST_CITED, description="Evidence that shows it, e.g. E7."
    )
    answers: list[str] = Field(
        default_factory=list, max_length=5, description="Opponent's sentences (3.2) or flaws (K2) that it answers."
    )
    scheme: str = Field(default="", description="Id of the scheme by which it argues; empty for none.")


class UpheldShown(Data):
    """What a ruling found wrong in an earlier version of a turn."""

    words: list[str] = Field(
        default_factory=list, description="The sentences that it names; empty: none in particular."
    )
    grounds: str


MOST_DRAFTS = 3
"""Most drafts of one speech."""
_DRAFT = "Number of this draft, of several that are written each without the others; 0 = the only one."


class SpeakIn(Data):
    """Say what your side says now."""

    motion: str
    side: Side
    speaker: str
    turn: int
    stage: str
    job: Job
    words: int = Field(description="Most words.")
    history: list[Heard] = Field(description="All earlier utterances, both sides.")
    chain: str = Field(default="", description="How the opponent argues, as a neutral reader tells it.")
    flaws: list[FlawShown] = Field(default_factory=list)
    schemes: list[SchemeShown] = Field(default_factory=list)
    exemplars: list[ExemplarShown] = Field(default_factory=list)
    evidence: list[EvidenceShown] = Field(default_factory=list)
    upheld: list[UpheldShown] = Field(
        default_factory=list, description="What rulings found wrong in earlier versions of this turn."
    )
    draft: int = Field(default=0, ge=0, le=MOST_DRAFTS, description=_DRAFT)
    file: WholeFile | None = Field(default=None, description=WHOLE)


class Written(Data):
    """What a speaker wrote."""

    speech: str = Field(default="", max_length=MOST_SPOKEN, description="The whole speech, as it is spoken.")
    # Rules, which only quote, tell sentence by sentence what each rests on; no model is asked for that.
    sentences: SkipJsonSchema[list[SaidOut]] = Field(default_factory=list, max_length=MOST_SAID)


class SpeakOut(Written):
    """The utterance, whole."""

    @model_validator(mode="after")
    def _said(self) -> Self:
        if not (self.speech.strip() or self.sentences):
            raise ValueError("the speech is empty")
        return self


class ChooseSpeechIn(Data):
    """Choose the best of the drafts of one speech, which others wrote."""

    motion: str
    side: Side
    stage: str
    job: Job
    words: int = Field(description="Most words that a draft may have.")
    history: list[Heard]
    evidence: list[EvidenceShown] = Field(default_factory=list, description="What a speaker may tell as a fact.")
    drafts: list[str] = Field(max_length=MOST_DRAFTS, description="Their order says nothing.")
    file: WholeFile | None = Field(default=None, description=WHOLE)


class StrandOut(Data):
    """Something in the other side's last speech that the best draft leaves without a good answer."""

    sentence: str = Field(min_length=1, max_length=20, description="Name of the sentence in which it stands, e.g. 8.9.")
    answer: str = Field(min_length=1, max_length=400, description="What would answer it, in at most 30 words.")


MOST_LEFT = 3
"""Most strands of the other side that one speech is strengthened for."""


class ChooseSpeechOut(Data):
    """Which draft would win the round."""

    ranking: list[Annotated[int, Field(ge=1, le=MOST_DRAFTS)]] = Field(
        min_length=1, max_length=MOST_DRAFTS, description="Numbers of all drafts, by their place, the best first."
    )
    why: str = Field(min_length=1, max_length=600)
    words: str = Field(
        default="", max_length=400, description="Words at fault in the best draft, copied; empty for none."
    )
    wrong: str = Field(default="", max_length=400, description="What is wrong with them, and the least that mends it.")
    left: list[StrandOut] = Field(
        default_factory=list,
        max_length=MOST_LEFT,
        description="What of the last speech the best draft leaves, the strongest first; empty for nothing of weight.",
    )


class SummariseDebateIn(Data):
    """Sum up a debate so far."""

    motion: str
    history: list[Heard]


class SummariseDebateOut(Data):
    """A neutral summary."""

    overview: str = Field(max_length=1500)
    support: str = Field(max_length=1500)
    opposition: str = Field(max_length=1500)
    divergence: str = Field(max_length=1500)


class SaidShown(Data):
    """A sentence of the utterance that is judged."""

    number: int
    text: str
    cites: list[str] = Field(default_factory=list)
    answers: list[str] = Field(default_factory=list)
    scheme: str = ""


class ToTest(Data):
    """A sentence of the utterance that has to be held against the file and the debate."""

    number: int
    why: Literal["unknown", "granted", "unanswered", "figure", "quotation", "told", "only"]
    answered: list[str] = Field(
        default_factory=list, description="Sentences of the other side that answered what it calls unanswered."
    )


class JudgeUtteranceIn(Data):
    """Judge whether an utterance may be spoken."""

    motion: str
    side: Side
    stage: str
    job: Job
    history: list[Heard]
    summary: SummariseDebateOut | None = None
    schemes: list[SchemeShown] = Field(default_factory=list)
    flaws: list[FlawShown] = Field(default_factory=list, description="Those that the utterance answers.")
    utterance: list[SaidShown]
    evidence: list[EvidenceShown] = Field(default_factory=list, description="What its sentences can be tied to.")
    file: WholeFile | None = Field(default=None, description=WHOLE)
    testing: list[ToTest] = Field(default_factory=list, description="Sentences to be held against file and debate.")


class SentenceTyped(Data):
    """What one sentence of the utterance does."""

    number: int = Field(ge=1, le=MOST_SAID)
    type: SentenceType


class TieOut(Data):
    """What one sentence rests on and answers, told by another than its writer."""

    number: int = Field(ge=1, le=MOST_SAID)
    cites: list[SourceId] = Field(
        default_factory=list,
        max_length=MOST_CITED,
        description="Evidence (E7) or sentences of the file (D3.12) that show it.",
    )
    answers: list[str] = Field(
        default_factory=list, max_length=5, description="Opponent's sentences (3.2) or flaws (K2) that it answers."
    )
    scheme: str = Field(default="", max_length=60, description="Id of the scheme by which it argues; empty for none.")


FileVerdict = Literal["supported", "limited", "contradicted", "other_subject", "unknown_claimed_but_told", "not_told"]
FAILING: frozenset[str] = frozenset({"contradicted", "other_subject", "unknown_claimed_but_told"})
"""Verdicts with which a sentence does not stand."""
LIMITED = "limited"
"""Verdict of a sentence that is true and leaves out what limits it, so that who hears it takes it for more."""


class VerdictOut(Data):
    """What the file and the debate say of one sentence."""

    number: int = Field(ge=1, le=MOST_SAID)
    verdict: FileVerdict
    shown_by: list[Annotated[str, Field(max_length=20)]] = Field(
        default_factory=list,
        max_length=5,
        description="Ids of what shows it: D3.12, E7, or a sentence of the debate, 3.2.",
    )
    holds: str = Field(default="", max_length=400, description="What holds instead, or limits it, in at most 30 words.")


class JudgeUtteranceOut(Data):
    """The judgement."""

    ties: list[TieOut] = Field(
        default_factory=list, max_length=MOST_SAID, description="Sentences that rest on or answer something."
    )
    tests: list[VerdictOut] = Field(
        default_factory=list, max_length=MOST_SAID, description="What file and debate say of sentences in testing."
    )
    own_side: bool
    other_side: bool
    relevant: bool
    complies: bool
    overclaims: list[int] = Field(
        default_factory=list, max_length=MOST_SAID, description="Sentences that say more than they cite."
    )
    verdict: Literal["accept", "revise"]
    amend: list[int] = Field(
        default_factory=list, max_length=MOST_SAID, description="Sentences that cannot stand as they are."
    )
    feedback: str = Field(default="", max_length=2000)
    types: list[SentenceTyped] = Field(max_length=MOST_SAID)


class StrandShown(Data):
    """Something in the other side's last speech that the draft leaves without a good answer."""

    name: str = Field(description="Name of the sentence in which it stands, e.g. 8.9.")
    text: str = Field(description="That sentence.")
    answer: str = Field(description="What would answer it.")


class ModifyUtteranceIn(Data):
    """Mend it, so that it may be spoken, and answer what it leaves."""

    speaking: SpeakIn
    draft: list[SaidShown]
    counted: int = Field(default=0, description="Words that the draft has.")
    feedback: str = ""
    faults: list[str] = Field(default_factory=list)
    left: list[StrandShown] = Field(default_factory=list, description="What it leaves, the strongest first.")
    others: list[str] = Field(
        default_factory=list, description="Other drafts of the same speech, as material for that."
    )
    alter: list[int] = Field(default_factory=list, description="Sentences that may be altered; empty: all.")
    anew: bool = Field(default=False, description="Whether the whole has to be said anew.")


class MendOut(Data):
    """What takes the place of one sentence."""

    number: int = Field(ge=1, le=MOST_SAID)
    text: str = Field(max_length=1200, description="What is said instead; empty: the sentence goes.")


class ModifyUtteranceOut(Written):
    """The mends; where the whole has to be said anew, the speech."""

    mends: list[MendOut] = Field(default_factory=list, max_length=MOST_SAID)


class DebatedSentence(Data):
    """A sentence of the whole debate, for who decides it."""

    name: str
    text: str
    type: str = ""
    sources: list[str] = Field(default_factory=list)
    answers: list[str] = Field(default_factory=list)


class Debated(Data):
    """An utterance of the whole debate."""

    turn: int
    speaker: str
    side: Side
    stage: str
    accepted: bool | None = Field(default=None, description="Whether its judge accepted it; null for a person's.")
    sentences: list[DebatedSentence]


class BallotIn(Data):
    """Decide who won."""

    motion: str
    utterances: list[Debated]
    flaws: list[FlawShown] = Field(default_factory=list)
    rulings: list[str] = Field(
        default_factory=list, description="What was upheld against an earlier ballot of this debate."
    )


Winner = Literal["pro", "con", "tie"]


class BallotOut(Data):
    """The decision with reasons."""

    argument: Winner
    source: Winner
    language: Winner
    winner: Winner
    reasons: str = Field(min_length=1, max_length=3000)
