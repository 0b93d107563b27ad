"""The position in words: written as one text, tied sentence by sentence to what it rests on, and read against the file."""

from __future__ import annotations

from typing import Literal, get_args

from pydantic import Field

from foam_graph.agents.protocol import CaseId
from foam_graph.agents.tasks.data import Data
from foam_graph.agents.tasks.rounds import ArgumentShown

MOST_POINTS = 28
"""Decisive points of a case that a text is written for and held against."""


class IssueResult(Data):
    """What was computed for one issue."""

    issue: str
    question: str
    end: Literal["answered", "contested", "open", "moot", "out_of_scope"]
    outcome: str = Field(default="", description="Where answered: the outcome in words.")
    for_: str = Field(default="", description="For whom, where not for all.")
    settles: str = Field(default="", description="Where not answered: what would settle it.")
    standing: list[ArgumentShown] = Field(default_factory=list)
    fallen: list[str] = Field(default_factory=list, description="Arguments that do not stand, and why.")
    objections: list[str] = Field(
        default_factory=list, description="Each as K4: the objection and what became of it; the strongest first."
    )
    margins: list[str] = Field(default_factory=list, description="Recomputed figures with their margins.")


class OptionResult(Data):
    """What was computed for one option."""

    option: str
    text: str
    status: Literal["core", "conditional", "open", "dissent"]
    condition: str = Field(
        default="",
        description="For whom or under which order of values it holds; of an open one, which challenge to it waits.",
    )


class DecisivePointsIn(Data):
    """List what a right answer must contain, from the file alone."""

    question: str


class DecisivePoint(Data):
    """Something that an answer must contain to be right and complete."""

    point: str = Field(min_length=1, max_length=300, description="Understandable alone, with its figures and dates.")
    evidence: list[CaseId] = Field(min_length=1, max_length=5)


class DecisivePointsOut(Data):
    """The points that decide, the weightiest first."""

    points: list[DecisivePoint] = Field(min_length=1, max_length=MOST_POINTS)


class ComposeIn(Data):
    """Write the answer as a text from the file alone; what came out of the argument is told afterwards."""

    question: str
    dated: str = Field(default="", description="Day as of which it is decided, ISO 8601: what lies before it is past.")
    words: int = Field(description="Most words of the whole.")


class ComposeOut(Data):
    """The answer as its author writes it, in whatever form, after what it must contain."""

    points: list[str] = Field(
        default_factory=list,
        max_length=40,
        description="Not printed: what a right and complete answer must contain, a few words each with figures and days.",
    )
    text: str = Field(
        min_length=1, max_length=16_000, description="Markdown: a title, the answer in a paragraph, the rest."
    )


class TextSection(Data):
    """A stretch of the text, under a heading of the author's own where it has one."""

    heading: str = Field(default="", max_length=160)
    text: str = Field(min_length=1, max_length=8_000, description="Markdown: paragraphs, lists, tables, no headings.")


class Headed(Data):
    """What stands at the head of a text, before its sections."""

    title: str = Field(min_length=1, max_length=160, description="The answer as a headline.")
    answer: str = Field(min_length=1, max_length=1_200, description="One paragraph.")


SECTIONS = 24
"""Most sections of a text."""


class WrittenText(Headed):
    """An author's text taken apart by its sections."""

    sections: list[TextSection] = Field(min_length=1, max_length=SECTIONS, description="In reading order.")


DRAFTS = 3
"""Answers that one author writes independently of one another, of which one is taken."""


class ChooseIn(Data):
    """Choose the best of the drafts of one answer, which somebody else wrote."""

    question: str
    dated: str = Field(default="", description="Day as of which it is decided, ISO 8601: what lies before it is past.")
    words: int = Field(description="Most words that a draft may have.")
    points: list[str] = Field(default_factory=list, description="What was found decisive in the file.")
    drafts: list[str] = Field(max_length=DRAFTS, description="Their order says nothing.")


class DraftFault(Data):
    """Something in the chosen draft that its author should mend."""

    words: str = Field(min_length=1, max_length=300, description="The words at fault, copied from the draft.")
    wrong: str = Field(min_length=1, max_length=300, description="What is wrong, and what would be right.")
    evidence: list[CaseId] = Field(default_factory=list, max_length=4)


Criterion = Literal["organisation", "evidence", "completeness", "reasoning", "answer", "other_side"]
SCORED: tuple[Criterion, ...] = get_args(Criterion)
"""What a draft is scored by: what its author is told that it is judged on."""


class DraftRead(Data):
    """How a draft is found by somebody who reads it against the file: scores from 0 to 10, and what is wrong in it."""

    organisation: float = Field(ge=0, le=10)
    evidence: float = Field(ge=0, le=10)
    completeness: float = Field(ge=0, le=10)
    reasoning: float = Field(ge=0, le=10)
    answer: float = Field(ge=0, le=10)
    other_side: float = Field(ge=0, le=10)
    held: int = Field(default=0, ge=0, le=MOST_POINTS, description="Points that it states or rejects with a reason.")
    faults: list[DraftFault] = Field(default_factory=list, max_length=3, description="The worst first.")

    @property
    def sum(self) -> float:
        """The scores together, of 60."""
        return sum(float(getattr(self, one)) for one in SCORED)


class ChooseOut(Data):
    """How each draft is found, and what is to be mended in it."""

    readings: list[DraftRead] = Field(
        min_length=1, max_length=DRAFTS, description="One for each draft, in their order."
    )
    why: str = Field(min_length=1, max_length=400)


MOST_CHANGES = 5
"""Changes of a draft that a reader may name: what would gain little is not worth a rewriting, and eight of them left fragments of a full text."""


class ReviewIn(Data):
    """Say what would gain most if the draft that was taken were written again."""

    question: str
    dated: str = Field(default="", description="Day as of which it is decided, ISO 8601: what lies before it is past.")
    words: int = Field(description="Most words of the whole.")
    used: int = Field(description="Words that the draft has.")
    points: list[str] = Field(default_factory=list, description="What was found decisive in the file.")
    options: list[OptionResult] = Field(description="How it came out when the case was argued, and for whom.")
    issues: list[IssueResult] = Field(description="How each issue came out; the arguments are not repeated here.")
    turns: list[str] = Field(default_factory=list, description="What would turn the answer, as it was computed.")
    gaps: list[str] = Field(default_factory=list, description="What the file lacks, as found so far.")
    faults: list[str] = Field(default_factory=list, description="What others found wrong in the draft.")
    others: list[str] = Field(default_factory=list, max_length=DRAFTS, description="Drafts that were not taken.")
    before: str = Field(default="", description="What it was before it was written again; empty the first time.")
    draft: str = Field(description="The draft, in Markdown.")


class Mark(Data):
    """What a draft is worth by one criterion."""

    criterion: Criterion
    score: float = Field(ge=0, le=10)
    lacks: str = Field(max_length=400, description="What keeps it from a ten.")


class DraftChange(Data):
    """Something that would be better otherwise."""

    now: list[str] = Field(default_factory=list, max_length=4, description="The words that it is about, copied.")
    weak: str = Field(min_length=1, max_length=500, description="What is wrong or weak, as who judges would see it.")
    better: str = Field(min_length=1, max_length=900, description="What would be better: content, not wording.")
    evidence: list[CaseId] = Field(default_factory=list, max_length=10)
    room: list[str] = Field(default_factory=list, max_length=4, description="Words that could go for it, copied.")


class ChangeShown(Data):
    """A change as whoever writes again is told of it."""

    now: list[str] = Field(default_factory=list, description="The words that it is about.")
    weak: str
    better: str
    evidence: list[str] = Field(default_factory=list, description="Sentences that show it, e.g. 7.12.")
    room: list[str] = Field(default_factory=list, description="Words that could go for it.")


class ReviewOut(Data):
    """What a severe reader would have otherwise, and what must stay."""

    marks: list[Mark] = Field(max_length=len(SCORED))
    changes: list[DraftChange] = Field(max_length=MOST_CHANGES, description="What gains most first.")
    keep: list[str] = Field(default_factory=list, max_length=5, description="What is strong and must not be lost.")


class ReconsiderIn(Data):
    """Hold the answer against what came out when the case was argued."""

    question: str
    dated: str = Field(default="", description="Day as of which it is decided, ISO 8601: what lies before it is past.")
    words: int = Field(description="Most words of the whole.")
    options: list[OptionResult] = Field(description="How it comes out, and for whom.")
    issues: list[IssueResult] = Field(description="How each issue comes out; the arguments are not repeated here.")
    turns: list[str] = Field(default_factory=list, description="What would turn the answer.")
    reliefs: list[str] = Field(default_factory=list, description="What is asked for beyond the options.")
    gaps: list[str] = Field(default_factory=list, description="What the file lacks, as found so far.")
    brief: str = Field(default="", description="An answer in short by somebody else, before anybody argued.")
    written: WrittenText = Field(description="The answer as you wrote it.")
    faults: list[str] = Field(default_factory=list, description="What others found wrong in it.")
    used: int = Field(description="Words that it has.")


SECTION_NAMES = ("turns", "other_side", "order", "lacks")
"""What a section may deal with beside issues: what would turn the answer, the other side at its best, what is to be done, and
what the file lacks."""


_DEALS_WITH = f"Names of issues, and of {', '.join(SECTION_NAMES)}; what it mainly deals with first."


class PositionSection(TextSection):
    """A section with what it deals with."""

    deals_with: list[str] = Field(
        max_length=12,
        description=_DEALS_WITH,
    )


class ReconsiderOut(Headed):
    """The improved answer, whole."""

    sections: list[PositionSection] = Field(min_length=1, max_length=SECTIONS, description="In reading order.")


class RewriteIn(Data):
    """Write the answer again from the file alone, with what a severe reader would have otherwise."""

    question: str
    dated: str = Field(default="", description="Day as of which it is decided, ISO 8601: what lies before it is past.")
    words: int = Field(description="Most words of the whole.")
    used: int = Field(description="Words that the draft has.")
    draft: str = Field(description="The answer as you wrote it, in Markdown.")
    changes: list[ChangeShown] = Field(description="What a severe reader would have otherwise, what gains most first.")
    keep: list[str] = Field(default_factory=list, description="What this reader found strong.")
    options: list[OptionResult] = Field(description="How it came out when the case was argued, and for whom.")
    issues: dict[str, str] = Field(description="Names for the index, each with the question that it stands for.")


class Indexed(Data):
    """What a section deals with."""

    heading: str = Field(min_length=1, max_length=160, description="As in the text.")
    deals_with: list[str] = Field(
        max_length=12,
        description=_DEALS_WITH,
    )


class RewriteOut(ComposeOut):
    """The answer written again, and an index of it."""

    index: list[Indexed] = Field(default_factory=list, max_length=SECTIONS, description="A line for each heading.")


class SupportIn(Data):
    """Name what each sentence of a position rests on, and mend it where told; nothing else of it changes."""

    question: str
    options: list[OptionResult]
    issues: list[IssueResult]
    turns: list[str] = Field(description="Each as T2: what would turn the answer, computed by relabelling.")
    advocates: list[ArgumentShown] = Field(default_factory=list, description="The best case for the other options.")
    reliefs: list[str] = Field(
        default_factory=list, description="Each as Q1: what is asked for, and what became of it."
    )
    gaps: list[str] = Field(default_factory=list, description="Each as G3: what the file lacks, as found so far.")
    fell: list[str] = Field(
        default_factory=list,
        description="Findings that fell: only the other side and what would turn it may rest on them.",
    )
    words: int = Field(description="Most words of the whole.")
    used: dict[str, int] = Field(description="Words as they are counted: of the whole and by part.")
    position: list[str] = Field(
        description="The sentences, numbered P1, P2, …, each after its part, its issue and how it stands, and before "
        "what it rests on so far."
    )
    faults: list[str] = Field(default_factory=list, description="What is wrong, each with the sentence.")
    missed: list[str] = Field(
        default_factory=list,
        description="Each as M1: a decisive point that a reader of the file did not find, with the sentences for it.",
    )
    wished: list[str] = Field(
        default_factory=list,
        description="Points that this reader would have expected too, with the sentences for them.",
    )
    answered: list[str] = Field(
        default_factory=list, description="Your earlier answers to what is asked for beyond the options."
    )


class Supported(Data):
    """A sentence of the position with what it rests on."""

    sentence: str = Field(description="e.g. P4")
    rests_on: list[str] = Field(
        default_factory=list,
        max_length=12,
        description="Parts (A3.facts), findings (F3), objections (K4), sentences (7.12), and T2, Q1, G3, M1; "
        "empty only for a connective.",
    )
    text: str = Field(default="", max_length=1_200, description="The new wording, where it must change; else empty.")


class NewSentence(Data):
    """A sentence that the position has not yet."""

    after: str = Field(description="The sentence that it follows, e.g. P4; or a part or an issue that has none.")
    form: Literal["paragraph", "item", "step", "row", "continues"] = Field(
        default="continues", description="How it stands; continues: in the paragraph or item of the sentence before it."
    )
    text: str = Field(min_length=1, max_length=600)
    rests_on: list[str] = Field(default_factory=list, max_length=12)


class ReliefAnswer(Data):
    """What becomes of something that is asked for beyond the options."""

    relief: str = Field(description="Id, e.g. Q1.")
    answer: Literal["granted", "refused", "not_ours", "open"] = Field(
        description="not_ours: not this body's to give; open: the file does not decide it."
    )
    why: str = Field(min_length=1, max_length=300, description="By which rule or finding, in one sentence.")
    rests_on: list[str] = Field(default_factory=list, max_length=8, description="As for a sentence.")


class SupportOut(Data):
    """What the sentences rest on, and what changes."""

    option: str = Field(description="Name of the option that the answer states; empty where it stays open.")
    sentences: list[Supported] = Field(
        max_length=160, description="Each sentence that has no support yet or that changes."
    )
    gone: list[str] = Field(default_factory=list, max_length=60, description="Sentences that go, e.g. P7.")
    new: list[NewSentence] = Field(default_factory=list, max_length=20)
    reliefs: list[ReliefAnswer] = Field(default_factory=list, max_length=8, description="Each of the data's, once.")


class SecondReadingIn(Data):
    """Read the compiled position against the whole file, document by document."""

    # What is the same in both readings comes first: endpoints reuse a prompt as far as it begins like another.
    question: str
    dated: str = Field(default="", description="Day as of which it is decided, ISO 8601: what lies before it is past.")
    words: int = Field(default=0, description="Most words of the whole.")
    points: list[str] = Field(
        default_factory=list, description="What was listed as decisive before anything was written."
    )
    brief: str
    issues: list[str] = Field(description="Issues with what was computed for them.")
    turns: list[str] = Field(default_factory=list, description="What would turn the answer, as it was computed.")
    reliefs: list[str] = Field(default_factory=list, description="What is asked for beyond the options, as answered.")
    used: int = Field(default=0, description="Words that it has.")
    position: list[str] = Field(
        description="Its sentences, numbered P1, P2, …, each after its part and issue and before what it rests on."
    )
    told_before: list[str] = Field(
        default_factory=list,
        description="Points that an earlier reading missed, those that decide marked; the writer was told of them.",
    )


class MissedPoint(Data):
    """A decisive point that the position neither states nor rejects with a reason."""

    issue: str = Field(default="", description="Issue that it belongs to.")
    point: str = Field(min_length=1, max_length=500)
    evidence: list[CaseId] = Field(default_factory=list, max_length=5)
    decisive: bool
    instead: str = Field(default="", max_length=8, description="Sentence that weighs less and may go for it, as P25.")


class SentenceVerdict(Data):
    """What a sentence of the position is worth, held against the file."""

    sentence: str = Field(description="e.g. P4")
    verdict: Literal["entailed", "wider", "unclear", "unsupported"]
    why: str = Field(default="", max_length=450)


class SecondReadingOut(Data):
    """What is missing, and which sentences say more than the file."""

    missed: list[MissedPoint] = Field(max_length=12)
    sentences: list[SentenceVerdict] = Field(max_length=80, description="Only those that are not entailed.")
