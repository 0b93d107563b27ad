"""What a run answers: the option, for whom, and the position by its sections, each sentence with what it rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import zip_longest

from foam_graph.app.result import FILLED, Listing, Result, named
from foam_graph.findings.asked import bearing
from foam_graph.findings.finding import UNTESTED
from foam_graph.findings.marks import marks
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.agenda.shown import Agenda, agenda_of
from foam_graph.reasoning.answer.layout import TABLE, Form, blocks, cells, runs
from foam_graph.reasoning.answer.references import with_references
from foam_graph.reasoning.answer.sections import sections_of, title_of, written_by_somebody
from foam_graph.reasoning.answer.sources import documents_of, numbered, places, referring, sentences_behind
from foam_graph.reasoning.answer.stored import StoredLine, answers_of, stored_lines, synthesis_of
from foam_graph.reasoning.outcome.ends import prevailing
from foam_graph.reasoning.outcome.plain import came_out, labelled, sentence
from foam_graph.reasoning.sheet_reading.stored import finding_of
from foam_graph.reasoning.sheet_reading.unused import to_read, unused

_FAULTY = ("wrong", "beyond", "not_met", "disputed", "no_document_says")
"""Verdicts of findings that a reader wants to see first."""


@dataclass(frozen=True)
class AnswerFor(Result):
    """For whom an option holds.

    Attributes:
        option: Name of the option.
        perspectives: Perspectives for which it holds.
        condition: In words; empty where it holds for all.
    """

    option: str
    perspectives: tuple[str, ...]
    condition: str


@dataclass(frozen=True)
class Answer(Result):
    """What a run answers.

    Attributes:
        status: ``core`` where one option holds for every perspective, ``conditional`` where it depends, else ``open``.
        option: The option; None where none holds, or several each for some.
        holds_for: For whom each option holds that holds for somebody.
        text: The answer in a sentence.
    """

    status: str
    option: str | None
    holds_for: Listing[AnswerFor] = field(metadata=named("for"))
    text: str


@dataclass(frozen=True)
class AnswerSentence(Result):
    """A sentence of a position.

    Attributes:
        text: What it says.
        condition: For whom it holds, where not for all.
        claims: Ids of the claims that it states.
        findings: Ids of the findings that it states.
        documents: Numbers of the documents that it leads to, as ``AnswerParts.documents`` has them.
        sources: Where in them: ``3.14`` is sentence 14 of document 3, ``3.14-16`` are three sentences.
        form: How it stands: it begins a ``paragraph``, an ``item`` of a list or a ``step`` of a numbered one, ``continues``
            what it is in, or is a ``row`` of a table, its cells parted by bars, whose ``columns`` the first one heads.
        references: Where its author set numbers of documents within it: places of ``text``, in characters, each with the
            numbers; empty where the numbers stand behind it.
        behind: Numbers of its documents that are printed behind it, in a text whose author set none.
    """

    text: str
    condition: str
    claims: tuple[str, ...]
    findings: tuple[str, ...]
    documents: tuple[int, ...] = field(default=(), metadata=FILLED)
    sources: tuple[str, ...] = field(default=(), metadata=FILLED)
    form: Form = field(default="paragraph", metadata=FILLED)
    references: tuple[tuple[int, tuple[int, ...]], ...] = field(default=(), metadata=FILLED)
    behind: tuple[int, ...] = field(default=(), metadata=FILLED)

    @property
    def as_read(self) -> str:
        """The sentence, its condition in brackets, numbers of documents within it where its author set them."""
        text = with_references(self.text, self.references)
        return f"{text} ({self.condition})" if self.condition else text

    @property
    def with_sources(self) -> str:
        """The sentence as it is read, the numbers that are printed behind it in square brackets."""
        return f"{self.as_read}{self.bracket}"

    @property
    def bracket(self) -> str:
        """The numbers that are printed behind it, in square brackets behind a space; empty for none."""
        return f" [{', '.join(map(str, self.behind))}]" if self.behind else ""


@dataclass(frozen=True)
class IssueReport(Result):
    """An issue: how it ended, and why.

    Attributes:
        issue: Its name.
        question: The question.
        end: ``answered``, ``contested``, ``open``, ``moot`` or ``out_of_scope``.
        finding: What it came to, in a line.
        margin: By how much; empty where nothing is computed.
        heading: Of an earlier release: the finding as the headline over the reasons.
        sentences: The reasons, wherever the position gives them.
    """

    issue: str
    question: str
    end: str
    finding: str
    margin: str
    sentences: Listing[AnswerSentence]
    heading: str = field(default="", metadata=FILLED)

    @property
    def line(self) -> str:
        """What it came to with its margin: as its author worded it, else after the issue's name."""
        return came_out(self.issue, self.finding, self.margin, self.heading)


@dataclass(frozen=True)
class AlsoFound(Result):
    """A finding of the case sheet that the position does not use.

    Attributes:
        id: Its node.
        kind: What was tested.
        verdict: What the test gave; empty for none.
        text: The finding.
        marks: Who proposed it, where a model did, and who doubts it, in words.
    """

    id: str
    kind: str
    verdict: str
    text: str
    marks: tuple[str, ...] = field(default=(), metadata=FILLED)

    @property
    def bare(self) -> str:
        """The finding without the words that say of a pointer what its heading says."""
        return self.text.removeprefix(f"{UNTESTED}: ")

    @property
    def told(self) -> str:
        """The finding with its marks."""
        return f"{self.text} ({'; '.join(self.marks)})" if self.marks else self.text


@dataclass(frozen=True)
class CitedDocument(Result):
    """A document that sentences of a position lead to.

    Attributes:
        number: Its number in the position, from 1, as it is first named.
        id: Its node.
        title: Its title.
        date: Its day, ISO 8601; None where it has none.
    """

    number: int
    id: str
    title: str
    date: str | None

    @property
    def line(self) -> str:
        """Number, title and day."""
        return f"{self.number}  {self.title}" + (f" ({self.date})" if self.date else "")


@dataclass(frozen=True)
class AnswerSection(Result):
    """A stretch of a position under a heading.

    Attributes:
        heading: The heading; empty for what leads from the answer to the first one.
        part: What it is: reasons (``why``), what would turn the answer (``turns``), the ``other_side``, the ``order``, what
            the file ``lacks``, or what is ``leaning`` on one document.
        deals_with: Issues and parts that it deals with, by name.
        sentences: Its sentences, in reading order.
    """

    heading: str
    part: str
    deals_with: tuple[str, ...]
    sentences: Listing[AnswerSentence]


@dataclass(frozen=True)
class AnswerParts(Result):
    """A position: as it is read (title, answer, sections), and by what its sentences are about.

    Attributes:
        answer: The answer, for whom, and the reason that decides.
        issues: Issue by issue: in a line, then why.
        turns: What would turn it.
        other_side: The other side at its best.
        order: What the body that decides should do.
        lacks: What the file lacks.
        leaning: What one document alone shows.
        also_found: Findings that it does not use, the faulty and disputed ones first.
        documents: The documents that its sentences lead to, by number.
        title: The answer as a headline; empty where the program worded the position.
        sections: What stands behind the answer, in reading order.
        authored: Whether somebody wrote it as one text, with headings and an order of its own.
        to_read: Of an open answer: sentences to read together of which nothing is asserted, the strongest first.
    """

    answer: Listing[AnswerSentence]
    issues: Listing[IssueReport]
    turns: Listing[AnswerSentence]
    other_side: Listing[AnswerSentence]
    order: Listing[AnswerSentence]
    lacks: Listing[AnswerSentence]
    also_found: Listing[AlsoFound]
    leaning: Listing[AnswerSentence] = field(default=Listing(()), metadata=FILLED)
    documents: Listing[CitedDocument] = field(default=Listing(()), metadata=FILLED)
    title: str = field(default="", metadata=FILLED)
    sections: Listing[AnswerSection] = field(default=Listing(()), metadata=FILLED)
    authored: bool = field(default=False, metadata=FILLED)
    to_read: Listing[AlsoFound] = field(default=Listing(()), metadata=FILLED)

    def as_markdown(self) -> str:
        """The position as Markdown, findings that it does not use left out; an author's text without the index of issues."""
        return "\n\n".join(self._blocks()) + "\n"

    def _blocks(self) -> Iterator[str]:
        yield f"# {_plain(self.title)}" if self.title else "# Answer"
        yield f"**{' '.join(_plain(one.text) for one in self.answer)}**"
        if not self.authored:
            yield "\n".join(f"- {_plain(sentence(one.line))}" for one in self.issues)
        for section in self.sections:
            if section.heading:
                yield f"## {_plain(section.heading)}"
            yield from _laid_out(section.sentences)
        if self.documents:
            yield "## Documents"
            yield "\n".join(f"- {_plain(one.line)}" for one in self.documents)
        for one in (told for told in self.answer if told.condition):
            # Behind all that the documents show: what follows is about those who argued, and no document says it.
            yield "## How this was argued"
            yield _plain(sentence(f"by software agents, each from a perspective that it declares: {one.condition}"))

    def _repr_html_(self) -> str:
        """The parts as headings and paragraphs, for notebooks; every text is escaped."""
        found = []
        for block in self._blocks():
            level = len(block) - len(block.lstrip("#"))
            text = escape(block.lstrip("# ").strip("*")).replace("\n- ", "<br>").removeprefix("- ")
            found.append(f"<h{level + 1}>{text}</h{level + 1}>" if level else f"<p>{text}</p>")
        return "".join(found)


def paragraph(sentences: Sequence[AnswerSentence]) -> str:
    """Sentences as they are read one after the other, the numbers of their documents behind the last that has the same."""
    following = [one.behind for one in sentences[1:]]
    return " ".join(
        one.as_read if one.behind == after else one.with_sources for one, after in zip_longest(sentences, following)
    )


def _laid_out(sentences: Iterable[AnswerSentence]) -> Iterator[str]:
    """Sentences as Markdown: paragraphs, and each list as one text."""
    for run in runs(blocks(sentences)):
        if run[0].form in TABLE:
            yield _table([one.sentences[0] for one in run], head=run[0].form == "columns")
            continue
        marks = {"item": "- ", "paragraph": ""}
        told = (marks.get(one.form, f"{one.number}. ") + _labelled(paragraph(one.sentences)) for one in run)
        yield "\n".join(told)


def _table(rows: Sequence[AnswerSentence], head: bool) -> str:
    """Rows as a table of Markdown, which has none without a head."""
    told = [[_plain(cell) for cell in cells(one.with_sources)] for one in rows]
    width = max(map(len, told))
    first, *others = told if head else [[""] * width, *told]
    lines = [first, ["---"] * width, *others]
    return "\n".join(f"| {' | '.join([*row, *[''] * (width - len(row))])} |" for row in lines)


def _labelled(text: str) -> str:
    """A paragraph or an item, the label that it begins with in bold: "Wages of April: …"."""
    label, rest = labelled(text)
    return f"**{_plain(label)}** {_plain(rest)}" if label else _plain(rest)


def _plain(text: str) -> str:
    """A text in which nothing is a mark of Markdown."""
    for mark in "\\`*_[]<>#|":
        text = text.replace(mark, f"\\{mark}")
    return text


def answer_of(graph: Subgraph) -> Answer | None:
    """What a run answers.

    Args:
        graph: The run.

    Returns:
        Its answer; None for a run without an agenda, or one that has not come so far.
    """
    nodes = answers_of(graph)
    if not nodes or not graph.live("Position"):
        return None
    statuses = {node["status"] for node in nodes}
    heard = {node["audience"] for node in graph.live("Labelling")}
    place = prevailing([(node["status"], len(node["in_for"])) for node in nodes], len(heard))
    chosen = None if place is None else nodes[place]
    lines = _lines(graph)
    told = " ".join(line.text for line in lines if line.part == "answer" and line.form != "heading")
    return Answer(
        status="core" if "core" in statuses else "conditional" if "conditional" in statuses else "open",
        option=chosen["option"] if chosen is not None else None,
        holds_for=Listing(
            AnswerFor(node["option"], tuple(node["in_for"]), str(node["condition"])) for node in nodes if node["in_for"]
        ),
        text=told or (str(chosen["text"]) if chosen is not None else ""),
    )


def parts_of(graph: Subgraph) -> AnswerParts | None:
    """The position of a run in its parts; None for a run without an agenda."""
    lines, agenda = _lines(graph), agenda_of(graph)
    if not lines or agenda is None:
        return None
    behind = [sentences_behind(graph, line) for line in lines]
    numbers = numbered(graph, [documents_of(graph, sentences) for sentences in behind])
    by_author = any(line.references for line in lines)
    told = [
        (line, _sentence(graph, line, sentences, numbers, by_author))
        for line, sentences in zip(lines, behind, strict=True)
    ]

    sections = sections_of(lines)
    known = {id(line): one for line, one in told}

    def about_it(name: str) -> Listing[AnswerSentence]:
        return Listing(known[id(line)] for one in sections if name in one.deals_with for line in one.lines)

    return AnswerParts(
        answer=Listing(one for line, one in told if line.part == "answer" and line.form != "heading"),
        issues=Listing(_issue(agenda, line, about_it(line.issue)) for line in lines if line.part == "overview"),
        turns=about_it("turns"),
        other_side=about_it("other_side"),
        order=about_it("order"),
        lacks=about_it("lacks"),
        leaning=about_it("leaning"),
        also_found=Listing(_also(graph, node) for node in _also_found(graph, lines)),
        documents=Listing(
            CitedDocument(number, one, str(graph[one]["title"]), graph[one].get("date"))
            for one, number in numbers.items()
        ),
        title=title_of(lines),
        sections=Listing(
            AnswerSection(
                one.heading, one.part, tuple(sorted(one.deals_with)), Listing(known[id(line)] for line in one.lines)
            )
            for one in sections
        ),
        authored=written_by_somebody(lines),
        to_read=Listing(_also(graph, node) for node in to_read(graph, lines)) if _is_open(graph) else Listing(()),
    )


def _is_open(graph: Subgraph) -> bool:
    """Whether no option holds for anybody."""
    return not {node["status"] for node in answers_of(graph)} & {"core", "conditional"}


def _lines(graph: Subgraph) -> list[StoredLine]:
    synthesis = synthesis_of(graph)
    return stored_lines(synthesis) if synthesis is not None and graph.live("Position") else []


def _sentence(
    graph: Subgraph, line: StoredLine, behind: Sequence[Node], numbers: Mapping[str, int], by_author: bool
) -> AnswerSentence:
    known = {str(one["doc_id"]): numbers[one.id] for one in documents_of(graph, behind)}
    told = referring(graph, line, behind) if by_author else line.references
    references = tuple((place, found) for place, some in told if (found := _numbered(some, known)))
    return AnswerSentence(
        line.text,
        line.condition,
        line.claims,
        line.findings,
        tuple(sorted(known.values())),
        tuple(places(graph, behind, numbers)),
        line.form,
        references,
        () if by_author else tuple(sorted(known.values())),
    )


def _numbered(documents: Iterable[str], numbers: Mapping[str, int]) -> tuple[int, ...]:
    """Numbers of documents in ascending order; one that the sentence does not lead to has none."""
    return tuple(sorted(numbers[one] for one in documents if one in numbers))


def _issue(agenda: Agenda, line: StoredLine, why: Listing[AnswerSentence]) -> IssueReport:
    node = agenda.issues.get(line.issue)
    question = str(node["text"]) if node is not None else line.issue
    return IssueReport(line.issue, question, line.end, line.text, line.margin, why, line.heading)


def _also_found(graph: Subgraph, lines: list[StoredLine]) -> list[Node]:
    """Findings that nothing in a position rests on, the faulty and disputed ones first, what is right last, and of each what bears on the question; days on which nothing turns are left to the case sheet."""
    found = [node for node in unused(graph, lines) if node["kind"] != "timeline" or node.get("verdict")]
    asked = " ".join(str(node["text"]) for node in graph.of("Question"))
    return sorted(
        found,
        key=lambda node: (
            node.get("verdict") not in _FAULTY and node["kind"] != "contradiction", node.get("verdict") == "right",
            -bearing(asked, str(node["text"]))
        ),
    )  # fmt: skip


def _also(graph: Subgraph, node: Node) -> AlsoFound:
    found = finding_of(graph, node)
    return AlsoFound(node.id, found.kind, found.verdict or "", found.text, marks(found))
