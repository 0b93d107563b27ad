"""Tools that read what was argued and from what: sentences, positions, evidence, reasons, the case sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar

from pydantic import Field

from foam_graph.advice import Action, NextStep
from foam_graph.errors import UnknownId, UsageError
from foam_graph.mcp_server.material import material, own
from foam_graph.mcp_server.tool import Id, Reading

if TYPE_CHECKING:
    from foam_graph.app.answering import AnswerParts, AnswerSentence
    from foam_graph.app.foam import Foam
    from foam_graph.app.position import Claim, Position
    from foam_graph.app.tracing import Again, Traced

MOST_TESTED = 500
"""Documents of the largest corpus that is read into a case sheet while an assistant waits."""
Corpus = Annotated[str, Field(min_length=1, max_length=100, description="Name of a corpus; runs lists them.")]


class SearchSentences(Reading):
    """Searches a corpus."""

    name: ClassVar[str] = "search_sentences"
    about: ClassVar[str] = "Search a corpus for the sentences nearest to a query, best first, each with its document."

    corpus: Corpus
    query: str = Field(min_length=1, max_length=2_000, description="Plain words.")
    most: int = Field(10, ge=1, le=50)

    def lines(self, foam: Foam) -> Iterator[str]:
        """The sentences with their documents."""
        hits = foam.corpus(self.corpus).search(self.query, most=self.most).hits
        yield own(f"{len(hits)} sentences of corpus {self.corpus}, the nearest first")
        for hit in hits:
            yield own(f"{hit.rank}. sentence {hit.sentence}, characters {hit.start} to {hit.end}")
            yield material("document", hit.title or "", 1)
            yield material("text", hit.text or "", 1)


class GetPosition(Reading):
    """Reads a position."""

    name: ClassVar[str] = "get_position"
    about: ClassVar[str] = (
        "The current position of a run: the answer first, then how each issue came out and the text by its sections, "
        "and every claim with the sentences it stands on."
    )

    run: Id = Field(description="Id of a run, or its beginning.")

    def lines(self, foam: Foam) -> Iterator[str]:
        """The position."""
        run = foam.run(self.run)
        position = run.position
        certified = "certified" if position.certified else "not certified"
        yield own(f"Run {run.id}, position {position.id}, version {run.version}, {certified}")
        yield material("Question", run.question)
        yield from _answer(position)
        if position.parts is not None:
            yield from _parts(position.parts)
        yield own("Claims, with the sentences they stand on")
        for claim in position.claims:
            yield material(_claim_told(claim), claim.text)
        for slot in position.unsupported:
            if not slot.text:
                yield own(f"Nothing supports the part {slot.leaf} ({slot.component})")
        failed = [check.name for check in position.checks if not check.ok]
        yield own(
            f"Checks: {len(position.checks) - len(failed)} hold" + (f", failed: {', '.join(failed)}" * bool(failed))
        )
        if position.certificate:
            yield own(position.certificate)


def _answer(position: Position) -> Iterator[str]:
    if position.answer is not None:
        yield material(f"Answer ({position.answer.status})", position.answer.text)
        for one in position.answer.holds_for:
            condition = f" ({one.condition})" if one.condition else ""
            yield material(f"Holds for {', '.join(one.perspectives)}", f"{one.option}{condition}")
        return
    yield material("Answer", position.synthesis)
    if position.dissent_memo:
        yield material("Dissent", position.dissent_memo)


def _parts(parts: AnswerParts) -> Iterator[str]:
    for issue in parts.issues:
        yield material(f"Issue, {issue.end}", issue.question)
        yield material("finding", issue.line, 1)
    for section in parts.sections:
        yield material(f"Section on {', '.join(section.deals_with)}", section.heading)
        for sentence in section.sentences:
            yield material(f"sentence{_sources(sentence)}", sentence.as_read, 1)
    for document in parts.documents:
        dated = f", {document.date}" if document.date else ""
        yield material(f"Document [{document.number}] {document.id}{dated}", document.title)
    if parts.also_found:
        yield own(f"{len(parts.also_found)} findings of the case sheet are not used here")


def _sources(sentence: AnswerSentence) -> str:
    documents = f" [{', '.join(map(str, sentence.documents))}]" if sentence.documents else ""
    return documents + (f" (claims {', '.join(sentence.claims)})" if sentence.claims else "")


def _claim_told(claim: Claim) -> str:
    held = f", holds for {', '.join(claim.in_for)}" if claim.in_for else ""
    sentences = ", ".join(claim.sentences) or "no sentence"
    return f"Claim {claim.id} ({claim.standing}{held}; {sentences})"


class Evidence(Reading):
    """Reads what a claim stands on."""

    name: ClassVar[str] = "evidence"
    about: ClassVar[str] = (
        "The sentences that a claim of a current position stands on, in their documents, word for word."
    )

    claim: Id = Field(description="Id of a claim, as get_position shows it.")

    def lines(self, foam: Foam) -> Iterator[str]:
        """The claim, its records of evidence, their sentences."""
        shown = foam.show(self.claim)
        if shown.kind != "Claim":
            raise UsageError(
                f"{shown.id} is no claim but of the kind {shown.kind}", "Take an id of get_position, or ask why."
            )
        claim = next((one for one in foam.run(shown.run).claims if one.id == shown.id), None)
        if claim is None:
            raise UnknownId(f"{shown.id} is no part of the current position", "Ask why: it says what took its place.")
        yield material(_claim_told(claim), claim.text)
        for record in claim.evidence:
            classes = ", ".join(dict.fromkeys(record.source_classes))
            yield material(f"Evidence {record.id} ({classes}) is to show", record.tag)
            for sentence in record.sentences:
                where = f"sentence {sentence.sentence}, characters {sentence.start} to {sentence.end}"
                yield material(where, sentence.text, 1)
                yield material("in document", sentence.title, 2)
        if not claim.evidence:
            yield own("It stands on no evidence.")


class Why(Reading):
    """Reads why something is there."""

    name: ClassVar[str] = "why"
    about: ClassVar[str] = (
        "Why a node of the graph is there: what was said against it, what it rests on, and what it leads to, as a tree."
    )

    id: Id = Field(
        description="Id of a claim, sentence, objection, challenge or any other node; or 5.23, sentence 23 of document 5 of the newest run."
    )

    def lines(self, foam: Foam) -> Iterator[str]:
        """The tree, each node under the one that it hangs on."""
        # A stack, not a recursion: a tree of arguments can be deeper than Python calls.
        wait: list[tuple[str, Traced | Again, int]] = [("", foam.why(self.id), 0)]
        while wait:
            section, node, depth = wait.pop()
            how = f"{section.replace('_', ' ')} ({node.how}): " if section else ""
            told = f"{how}{node.kind} {node.id}"
            # Only what stands for the first time has words and something below it.
            below = getattr(node, "below", None)
            if below is None:
                yield own(f"{told}, shown above", depth)
                continue
            yield material(f"{told}, {getattr(node, 'standing', '')}", getattr(node, "text", ""), depth)
            wait += [(name, one, depth + 1) for name, one in reversed(tuple(below()))]


class CaseSheet(Reading):
    """Reads the case sheet."""

    name: ClassVar[str] = "case_sheet"
    about: ClassVar[str] = (
        "What the documents of a corpus show before anybody argues: dates, sums counted again, limits, rules, "
        "contradictions, each with its sentences."
    )

    corpus: Corpus
    kind: str = Field("", max_length=40, description="Only findings of this kind, e.g. sum.")

    def lines(self, foam: Foam) -> Iterator[str]:
        """The findings, by kind."""
        # The size is asked first: it refuses what is no corpus here, while a sheet is also made of a path.
        size = foam.corpus(self.corpus).size
        if size > MOST_TESTED:
            raise UsageError(
                f"{self.corpus} has {size:,} documents; no sheet of more than {MOST_TESTED} is made while somebody waits",
                NextStep(Action.MAKE_SHEET, "Make it on the command line", {"corpus": self.corpus}),
            )
        sheet = foam.sheet(self.corpus)
        found = [one for one in sheet.findings if self.kind in ("", one.kind)]
        kinds = ", ".join(dict.fromkeys(one.kind for one in sheet.findings))
        yield own(
            f"{len(found)} findings on {size} documents of corpus {self.corpus}; kinds there are: {kinds or 'none'}"
        )
        for one in found:
            verdict = f", {one.verdict}" if one.verdict else ""
            yield material(f"{one.kind}{verdict} ({one.basis})", one.text)
            for sentence in one.sentences:
                yield material(f"rests on {sentence.short}, sentence {sentence.id}", sentence.text, 1)
            for sentence in one.against:
                yield material(f"against it {sentence.short}, sentence {sentence.id}", sentence.text, 1)
        for document in sheet.documents:
            yield material(f"Document {document.number} {document.id}, {document.date or 'undated'}", document.title)
