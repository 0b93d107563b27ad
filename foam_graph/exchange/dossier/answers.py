"""The head of a dossier: the answer, why issue by issue, what would turn it, the other side, the order, the gaps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from foam_graph.exchange.dossier.claims import LinkView
from foam_graph.exchange.dossier.reading import Reading
from foam_graph.exchange.dossier.words import capital, listed, plain
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.agenda.shown import agenda_of
from foam_graph.reasoning.answer.layout import Block, Form, blocks, runs
from foam_graph.reasoning.answer.plain import about, beginning, labelled, with_margin
from foam_graph.reasoning.answer.sources import documents_of, numbered, sentences_behind, sentences_named
from foam_graph.reasoning.answer.stored import StoredLine, answers_of, stored_lines

ENDS = {
    "answered": "answered",
    "contested": "contested",
    "open": "open",
    "moot": "does not arise",
    "out_of_scope": "not decided here",
}
STATUS = {
    "core": "holds for every perspective",
    "conditional": "holds for some perspectives",
    "open": "is open",
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
class SentenceView:
    """A sentence with the claims that it states and what it tells itself.

    ``condition`` where it does not hold for all; ``form``: how it stands, see ``foam_graph.reasoning.answer.layout``.
    """

    text: str
    condition: str
    marks: tuple[LinkView, ...]
    places: tuple[PlaceView, ...] = ()
    form: Form = "paragraph"

    @property
    def label(self) -> str:
        """The label that it begins with as an item of a list, colon included; empty for none."""
        return "" if self.form == "continues" else labelled(self.text)[0]

    @property
    def rest(self) -> str:
        """The text behind its label."""
        return self.text if self.form == "continues" else labelled(self.text)[1]


@dataclass(frozen=True)
class IssueView:
    """An issue: in a line, then why, under a heading."""

    question: str
    heading: str
    line: str
    end: str
    why: tuple[SentenceView, ...]
    id: str


@dataclass(frozen=True)
class AnswerView:
    """The answer of a run, in six parts, and what else was found."""

    status: str
    text: tuple[SentenceView, ...]
    options: tuple[tuple[str, str, str, str], ...]
    issues: tuple[IssueView, ...]
    turns: tuple[SentenceView, ...]
    other_side: tuple[SentenceView, ...]
    order: tuple[SentenceView, ...]
    lacks: tuple[SentenceView, ...]
    documents: tuple[tuple[int, str, str], ...]
    also_found: tuple[tuple[str, str, str, str], ...]


def lists_of(sentences: Iterable[SentenceView]) -> list[list[Block[SentenceView]]]:
    """Sentences as they stand on a page: each paragraph alone, the items of a list together, its steps too."""
    return runs(blocks(sentences))


def answer_view(reading: Reading) -> AnswerView | None:
    """The answer at the head of a dossier.

    Args:
        reading: The run.

    Returns:
        None for a run without an agenda.
    """
    synthesis, agenda = reading.part("Synthesis"), agenda_of(reading.graph)
    lines = stored_lines(synthesis) if synthesis is not None else []
    nodes = answers_of(reading.graph)
    if not lines or agenda is None or not nodes:
        return None

    graph = reading.graph
    numbers = numbered(documents_of(graph, sentences_behind(graph, line)) for line in lines)

    def part(name: str, issue: str = "") -> tuple[SentenceView, ...]:
        own = (one for one in lines if one.part == name and (not issue or one.issue == issue))
        return tuple(_sentence(reading, one, numbers) for one in own)

    issues = []
    for line in (one for one in lines if one.part == "overview"):
        node = agenda.issues.get(line.issue)
        question = str(node["text"]) if node is not None else plain(line.issue)
        why = part("why", line.issue)
        end = ENDS.get(line.end, plain(line.end))
        issues.append(
            IssueView(
                question,
                line.heading or question,
                line.heading or about(line.issue, with_margin(line.text, line.margin)),
                end,
                why,
                node.id if node is not None else "",
            )
        )
    return AnswerView(
        status=_status(nodes),
        text=part("answer"),
        options=tuple(_option(reading, node, agenda.options.get(node["option"])) for node in nodes),
        issues=tuple(issues),
        turns=part("turns"),
        other_side=part("other_side"),
        order=part("order"),
        lacks=part("lacks"),
        documents=tuple((n, str(graph[one]["title"]), one) for one, n in numbers.items()),
        also_found=_also_found(reading, lines),
    )


def _status(nodes: Sequence[Node]) -> str:
    told = {node["status"] for node in nodes}
    return next((name for name in ("core", "conditional") if name in told), "open")


def _sentence(reading: Reading, line: StoredLine, numbers: Mapping[str, int]) -> SentenceView:
    claims = [reading.graph[one] for one in line.claims if one in reading.shown]
    marks = tuple(LinkView(reading.anchor(c.id), reading.number(c.id), reading.named(c)) for c in claims)
    places = tuple(_places(reading.graph, line, numbers))
    return SentenceView(line.text, line.condition, marks, places, line.form)


def _places(graph: Subgraph, line: StoredLine, numbers: Mapping[str, int]) -> Iterator[PlaceView]:
    for one in sentences_named(graph, line):
        for document in documents_of(graph, [one]):
            n, text = int(one["sent_id"]), beginning(one["text"], _TOLD_WORDS)
            yield PlaceView(f"{numbers[document.id]}.{n}", str(one["doc_id"]), str(document["title"]), n, text)


def _option(reading: Reading, node: Node, option: Node | None) -> tuple[str, str, str, str]:
    """An option: its words, what became of it, for whom, and its id."""
    words = str(option["text"]) if option is not None else plain(node["option"])
    whom = str(node["condition"]) or listed([reading.role(one) for one in node["in_for"]])
    return words, STATUS.get(node["status"], plain(node["status"])), whom, node.id


def _also_found(reading: Reading, lines: Sequence[StoredLine]) -> tuple[tuple[str, str, str, str], ...]:
    """Findings that no sentence states: kind, verdict, text and id; disputed and wrong ones first."""
    used = {one for line in lines for one in (*line.findings, *line.others)}
    found = [node for node in reading.graph.live("Finding") if node.id not in used]
    place = {name: n for n, name in enumerate(_FIRST)}
    found.sort(key=lambda node: place.get(str(node.get("verdict")), len(place)))
    return tuple(
        (
            capital(plain(node["kind"])),
            VERDICTS.get(str(node.get("verdict")), ""),
            beginning(node.get("text", ""), _TOLD_WORDS),
            node.id,
        )
        for node in found
    )
