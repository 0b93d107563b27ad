"""What programs send: the bodies of writes, checked before anything is done. What is not named here is refused.

Ids and names are of such letters that none of them is a path of the machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import BaseModel, ConfigDict, Field

if TYPE_CHECKING:
    from foam_graph.app.contest_forms import Challenge
    from foam_graph.app.contested_once import CounterEvidence, Verdict
    from foam_graph.app.handed_over import Handed


Id = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[A-Za-z0-9][A-Za-z0-9.:_-]*$")]
Name = Annotated[str, Field(max_length=200)]
Short = Annotated[str, Field(max_length=2_000)]
Text = Annotated[str, Field(max_length=20_000)]


class Body(BaseModel):
    """A body of JSON, all of whose names are known."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class DocumentBody(Body):
    """A document: its name, and its text or (in Base64) its bytes."""

    name: Annotated[str, Field(min_length=1, max_length=500, description="E.g. `letters/2026-03-14.txt`.")]
    text: Annotated[str, Field(description="Its text; or `content`.")] = ""
    content: Annotated[str, Field(description="Its bytes in Base64: PDF, Word, HTML, Markdown or text.")] = ""
    title: Short = ""
    author: Short = ""
    date: Annotated[str, Field(max_length=40, description="Day, month or year, ISO 8601.")] = ""
    publisher: Short = ""
    url: Short = ""
    licence: Short = ""
    source_class: Name = ""

    def handed(self) -> Handed:
        """The document for the use case."""
        from foam_graph.app.handed_over import Handed

        return Handed(**self.model_dump())


class DocumentsBody(Body):
    """Documents for a corpus; each is taken whole or refused with its reason."""

    documents: Annotated[list[DocumentBody], Field(min_length=1, max_length=1_000)]


class TranscriptBody(Body):
    """A transcript of a debate: its name, and its text."""

    name: Annotated[str, Field(min_length=1, max_length=500, description="E.g. `finals/street-lights.txt`.")]
    text: Annotated[str, Field(description="Lines of `Name (Pro): …`, JSON, JSON Lines, or AIF.")]


class BuildBody(Body):
    """Transcripts for a memory; each is taken whole or refused with its reason. Nothing is built before it is begun."""

    transcripts: Annotated[list[TranscriptBody], Field(min_length=1, max_length=1_000)]
    agents: Annotated[
        Name,
        Field(
            description="Who reads them for schemes: `offline` (rules) or `llm` (the model of the settings: costs money)."
        ),
    ] = "offline"
    keep_free: Annotated[bool, Field(description="Whether free debate is remembered too.")] = False
    pseudonyms: Annotated[bool, Field(description="Whether speakers are given other names.")] = False


class AskBody(Body):
    """A question over a corpus, with shipped templates and perspectives by their ids."""

    question: Annotated[str, Field(min_length=1, max_length=20_000)]
    corpus: Id
    template: Annotated[
        str,
        Field(
            max_length=200, pattern=r"^([A-Za-z0-9][A-Za-z0-9.:_-]*)?$", description="Empty: what fits the question."
        ),
    ] = ""
    perspectives: Annotated[
        list[Id], Field(max_length=6, description="Two to six; none: those that the template comes with.")
    ] = []
    depth: Name = "standard"
    agents: Annotated[
        Name, Field(description="`offline` (rules) or `llm` (the model of the settings: costs money).")
    ] = "offline"
    dated: Annotated[str, Field(max_length=40, description="Day that ages and limits are counted to.")] = ""
    seed: Annotated[int, Field(ge=0, lt=2**31)] = 0
    debate: Annotated[
        str, Field(max_length=200, description="Id of a debate that ended, by which the arguments are cross-examined.")
    ] = ""


class EvidenceBody(Body):
    """Counter-evidence that becomes a document of the run's corpus: its name, and its text."""

    name: Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[^/\\\x00-\x1f]+\.(txt|md)$")]
    text: Annotated[str, Field(min_length=1, max_length=200_000)]

    def given(self) -> CounterEvidence:
        """The counter-evidence for the use case."""
        from foam_graph.app.contested_once import CounterEvidence

        return CounterEvidence(self.name, self.text)


class ChallengeBody(Body):
    """A challenge of one part of a position."""

    target: Id
    kind: Name
    grounds: Annotated[str, Field(min_length=1, max_length=20_000, description="What is wrong, and why.")]
    by: Annotated[Name, Field(description="Who challenges; an account's own name where there are accounts.")] = ""
    evidence: Annotated[str, Field(max_length=200, description="Id of a sentence, record or document.")] = ""
    document: EvidenceBody | None = None
    run: Annotated[str, Field(max_length=200, description="The run, for a perspective that several runs hold.")] = ""
    reweight: Annotated[dict[str, float], Field(max_length=50)] = {}
    rescope: Annotated[dict[str, Short], Field(max_length=2)] = {}
    add: Name = ""
    stakeholder: Short = ""
    correction: Annotated[
        Text,
        Field(
            description="What an issue, an option or the agenda (`structural`) or a node of an imported map should say."
        ),
    ] = ""

    def challenge(self, by: str) -> Challenge:
        """The challenge for the use case.

        Args:
            by: The account that challenges; empty = whoever the body names.
        """
        from foam_graph.app.contest_forms import Challenge

        return Challenge(
            target=self.target,
            kind=self.kind,
            grounds=self.grounds,
            evidence=self.evidence,
            by=(by or self.by).strip(),
            run=self.run,
            reweight=tuple(f"{name}={weight}" for name, weight in self.reweight.items()),
            rescope=tuple(f"{name}={text}" for name, text in self.rescope.items()),
            add=self.add,
            stakeholder=self.stakeholder,
            correction=self.correction,
        )


class RulingBody(Body):
    """A person's ruling on a challenge."""

    uphold: Annotated[bool, Field(description="Whether the challenge is right.")]
    reason: Annotated[str, Field(min_length=1, max_length=20_000)]
    by: Annotated[Name, Field(description="Who rules; an account's own name where there are accounts.")] = ""
    appeal: Annotated[bool, Field(description="Whether it decides an appeal against a person's earlier ruling.")] = (
        False
    )

    def verdict(self, challenge: str, by: str) -> Verdict:
        """The ruling for the use case.

        Args:
            challenge: What is ruled on.
            by: The account that rules; empty = whoever the body names.
        """
        from foam_graph.app.contested_once import Verdict

        return Verdict(challenge, self.uphold, self.reason, by or self.by, self.appeal)


class WithdrawalBody(Body):
    """Why a challenge is taken back."""

    reason: Text = ""
