"""The head of a dossier: the answer, how each issue came out, and the text by its sections."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from foam_graph.exchange.dossier.claims import LinkView
from foam_graph.exchange.dossier.objections import Objections
from foam_graph.exchange.dossier.reading import Reading
from foam_graph.exchange.dossier.words import capital, listed, plain
from foam_graph.findings.finding import UNTESTED, Finding
from foam_graph.findings.marks import marks
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.agenda.shown import Agenda, agenda_of
from foam_graph.reasoning.answer.layout import BETWEEN, TABLE, Block, Form, blocks, cells, runs
from foam_graph.reasoning.answer.sections import (
    ENDS,
    Section,
    overview_line,
    sections_of,
    title_of,
    written_by_somebody,
)
from foam_graph.reasoning.answer.sources import (
    documents_of,
    numbered,
    referring,
    sentences_behind,
    sentences_named,
)
from foam_graph.reasoning.answer.stored import StoredLine, answers_of, stored_lines
from foam_graph.reasoning.outcome.plain import beginning, labelled
from foam_graph.reasoning.sheet_reading.stored import finding_of
from foam_graph.reasoning.sheet_reading.unused import to_read, unused

STATUS = {
    "core": "holds for every perspective",
    "conditional": "holds for some perspectives",
    "open": "open",
    "dissent": "does not hold",
}
VERDICTS = {
    "right": "right",
    "wrong": "wrong",
    "within": "within the limit",
    "beyond": "beyond the limit",
    "met": "met",
    "met_single_source": "met, by one source only",
    "not_met": "not met",
    "disputed": "disputed",
    "no_document_says": "no document says",
}
"""What the test of a finding gave."""
_TOLD_WORDS = 20
"""Words told of a finding that nothing above uses: the case sheet has the whole of it."""
_FIRST = ("disputed", "wrong", "beyond", "not_met", "no_document_says")


@dataclass(frozen=True)
class PlaceView:
    """A sentence of a document that a sentence of the position tells itself: where it stands, and its words.

    ``label`` is the number of the document in the position and that of the sentence: 3.14.
    """

    label: str
    document: str
    title: str
    n: int
    text: str


@dataclass(frozen=True)
class PieceView:
    """A stretch of a sentence, and the places that show it: those behind its end."""

    text: str
    places: tuple[PlaceView, ...] = ()


@dataclass(frozen=True)
class SentenceView:
    """A sentence with the claims that it states and what it tells itself.

    ``condition`` where it does not hold for all; ``form``: how it stands, see ``foam_graph.reasoning.answer.layout``;
    ``references``: places of the text, in characters, where the numbers of documents stand, each with their ids;
    ``at_its_end``: whether what is named at none of them stands behind it, as in a text whose author set none;
    ``objected``: the objections to findings that it states.
    """

    text: str
    condition: str
    marks: tuple[LinkView, ...]
    places: tuple[PlaceView, ...] = ()
    form: Form = "paragraph"
    references: tuple[tuple[int, tuple[str, ...]], ...] = ()
    at_its_end: bool = True
    objected: tuple[LinkView, ...] = ()

    @property
    def label(self) -> str:
        """The label that it begins with as an item of a list, colon included; empty for none."""
        if self.form == "continues" or self.form in TABLE:
            return ""
        label = labelled(self.text)[0]
        return label if all(place >= len(label) for place, _ in self.references) else ""

    @property
    def rest(self) -> list[PieceView]:
        """The text behind its label, cut where its author set the numbers of documents."""
        return self._cut([self.text.removeprefix(self.label).lstrip()])[0]

    @property
    def cells(self) -> list[list[PieceView]]:
        """Of a row its cells, each cut like that."""
        return self._cut(cells(self.text))

    def _cut(self, texts: Sequence[str]) -> list[list[PieceView]]:
        """Stretches of the text, the first of which may begin later; what is named at no place stands behind the last."""
        left, found = list(self.references), list[list[PieceView]]()
        begin = len(self.text) - len(BETWEEN.join(texts))
        for text in texts:
            own, before, end = list[PieceView](), begin, begin + len(text)
            while left and left[0][0] <= end:
                place, documents = left.pop(0)
                own.append(PieceView(self.text[before:place], tuple(p for p in self.places if p.document in documents)))
                before = place
            rest = self.text[before:end]
            found.append([*own, PieceView(rest)] if rest or not own else own)
            begin = end + len(BETWEEN)
        named = {one for _, documents in self.references for one in documents}
        last = found[-1].pop()
        unnamed = (one for one in self.places if one.document not in named) if self.at_its_end else ()
        behind = (*last.places, *unnamed)
        found[-1].append(PieceView(last.text, behind))
        return found


@dataclass(frozen=True)
class IssueView:
    """An issue: in a line, and the number of the first section with reasons on it; 0 where it has its line only."""

    question: str
    line: str
    end: str
    section: int
    id: str


@dataclass(frozen=True)
class OptionView:
    """An option: its words, what became of it, for whom, the id of that, and of the option itself; empty where it is gone."""

    words: str
    became: str
    whom: str
    id: str
    option: str

    @property
    def stem(self) -> str:
        """Its words without their full stop, for what became of it to be told behind a colon."""
        return self.words.rstrip(". ")


@dataclass(frozen=True)
class SectionView:
    """Sentences under a heading; ``part`` as in the position, e.g. ``turns`` for what would turn the answer."""

    heading: str
    part: str
    sentences: tuple[SentenceView, ...]


@dataclass(frozen=True)
class AnswerView:
    """The answer of a run: its headline, where it has one, itself, how each issue came out, the text, and what else was found.

    ``authored``: whether somebody wrote the text; the list of issues is an index of it then, else the first thing to read.
    ``to_read``: of an open answer, sentences to read together of which nothing is asserted. ``agenda``: id of what is to be decided.
    """

    status: str
    title: str
    text: tuple[SentenceView, ...]
    options: tuple[OptionView, ...]
    issues: tuple[IssueView, ...]
    sections: tuple[SectionView, ...]
    authored: bool
    documents: tuple[tuple[int, str, str], ...]
    also_found: tuple[tuple[str, str, str, str], ...]
    to_read: tuple[tuple[str, str], ...]
    agenda: str


def lists_of(sentences: Iterable[SentenceView]) -> list[list[Block[SentenceView]]]:
    """Sentences as they stand on a page: each paragraph alone, the items of a list together, its steps too."""
    return runs(blocks(sentences))


def answer_view(reading: Reading, objections: Objections) -> AnswerView | None:
    """The answer at the head of a dossier.

    Args:
        reading: The run.
        objections: Its objections: those to a finding are told where that is.

    Returns:
        None for a run without an agenda.
    """
    synthesis, agenda = reading.part("Synthesis"), agenda_of(reading.graph)
    lines = stored_lines(synthesis) if synthesis is not None else []
    nodes = answers_of(reading.graph)
    if not lines or agenda is None or not nodes:
        return None

    graph = reading.graph
    behind = {id(line): sentences_behind(graph, line) for line in lines}
    numbers = numbered(graph, [documents_of(graph, sentences) for sentences in behind.values()])
    by_author = any(line.references for line in lines)

    def shown(some: Iterable[StoredLine]) -> tuple[SentenceView, ...]:
        found = ((one, _sentence(reading, one, behind[id(one)], numbers, by_author)) for one in some)
        return tuple(replace(seen, objected=_objected(objections, one)) for one, seen in found)

    sections = sections_of(lines)
    return AnswerView(
        status=_status(nodes),
        title=title_of(lines),
        # For whom it holds stands with the options.
        text=tuple(
            replace(one, condition="")
            for one in shown(line for line in lines if line.part == "answer" and line.form != "heading")
        ),
        options=tuple(_option(reading, node, agenda.options.get(node["option"])) for node in nodes),
        issues=tuple(_issue(agenda, line, sections) for line in lines if line.part == "overview"),
        sections=tuple(SectionView(one.heading, one.part, shown(one.lines)) for one in sections),
        authored=written_by_somebody(lines),
        documents=tuple((n, str(graph[one]["title"]), one) for one, n in numbers.items()),
        also_found=_also_found(reading, objections, lines),
        to_read=_to_read(reading, lines) if _status(nodes) == "open" else (),
        agenda=agenda.node.id,
    )


def _issue(agenda: Agenda, line: StoredLine, sections: Sequence[Section]) -> IssueView:
    node = agenda.issues.get(line.issue)
    place = next((n for n, one in enumerate(sections, 1) if line.issue in one.deals_with), 0)
    return IssueView(
        str(node["text"]) if node is not None else plain(line.issue),
        overview_line(line),
        ENDS.get(line.end, plain(line.end)),
        place,
        node.id if node is not None else "",
    )


def _status(nodes: Sequence[Node]) -> str:
    told = {node["status"] for node in nodes}
    return next((name for name in ("core", "conditional") if name in told), "open")


def _sentence(
    reading: Reading, line: StoredLine, behind: Sequence[Node], numbers: Mapping[str, int], by_author: bool
) -> SentenceView:
    claims = [reading.graph[one] for one in line.claims if one in reading.shown]
    marks = tuple(LinkView(reading.anchor(c.id), reading.number(c.id), reading.named(c)) for c in claims)
    places = tuple(_places(reading.graph, behind if by_author else sentences_named(reading.graph, line), numbers))
    references = referring(reading.graph, line, behind) if by_author else line.references
    return SentenceView(line.text, line.condition, marks, places, line.form, references, not by_author)


def _places(graph: Subgraph, sentences: Iterable[Node], numbers: Mapping[str, int]) -> Iterator[PlaceView]:
    for one in sentences:
        for document in documents_of(graph, [one]):
            n, text = int(one["sent_id"]), beginning(one["text"], _TOLD_WORDS)
            yield PlaceView(f"{numbers[document.id]}.{n}", str(one["doc_id"]), str(document["title"]), n, text)


def _option(reading: Reading, node: Node, option: Node | None) -> OptionView:
    words = str(option["text"]) if option is not None else plain(node["option"])
    whom = str(node["condition"]).removeprefix("open ") or listed([reading.role(one) for one in node["in_for"]])
    own = option.id if option is not None else ""
    return OptionView(words, STATUS.get(node["status"], plain(node["status"])), whom, node.id, own)


def _objected(objections: Objections, line: StoredLine) -> tuple[LinkView, ...]:
    """Links to the objections to the findings that a sentence states."""
    return tuple(objections.link(one) for finding in line.findings for one in objections.against(finding))


def _also_found(
    reading: Reading, objections: Objections, lines: Sequence[StoredLine]
) -> tuple[tuple[str, str, str, str], ...]:
    """Findings that nothing in the position rests on: kind, verdict, text and id; disputed and wrong ones first, right ones last."""
    place = {name: n for n, name in enumerate(_FIRST)} | {"right": len(_FIRST) + 1}
    found = sorted(unused(reading.graph, lines), key=lambda node: place.get(str(node.get("verdict")), len(_FIRST)))
    return tuple(
        (
            _sort_of(finding_of(reading.graph, node)),
            VERDICTS.get(str(node.get("verdict")), ""),
            _with_marks(
                beginning(node.get("text", ""), _TOLD_WORDS),
                finding_of(reading.graph, node),
                [f"{one.text}, {one.note}" for one in map(objections.link, objections.against(node.id))],
            ),
            node.id,
        )
        for node in found
    )


_SORTS = {
    "scope": "How far it reaches",
    "unused": "Not used",
    "rule": "A rule and its condition",
    "compliance": "A rule and the facts",
}
"""What was tested, where the name of the kind says it to nobody."""


def _sort_of(one: Finding) -> str:
    """What was tested, in a few words; of what leans on something on what: hearsay, one origin, an interest."""
    return capital(str(one.inputs.get("leans_on") or _SORTS.get(one.kind, plain(one.kind))))


def _to_read(reading: Reading, lines: Sequence[StoredLine]) -> tuple[tuple[str, str], ...]:
    """What to read together beside an open answer, the strongest first: text and id."""
    return tuple((str(node["text"]).removeprefix(f"{UNTESTED}: "), node.id) for node in to_read(reading.graph, lines))


def _with_marks(text: str, finding: Finding, objections: Sequence[str]) -> str:
    """A finding with who proposed it, where a model did, who doubts it, and what was raised against it."""
    told = [*marks(finding), *objections]
    return f"{text} ({'; '.join(told)})" if told else text
