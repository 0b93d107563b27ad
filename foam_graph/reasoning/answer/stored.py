"""A worded position as the graph keeps it: items of a synthesis, each with the nodes that it states."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast, get_args

from pydantic import ValidationError

from foam_graph.agents.tasks.position import TextSection, WrittenText
from foam_graph.casefile.case_file import CaseFile
from foam_graph.model.subgraph import Node, Subgraph
from foam_graph.reasoning.answer.layout import Form, put_together
from foam_graph.reasoning.answer.lines import HEAD, Line, as_read, authored, by_section
from foam_graph.reasoning.answer.references import references_of, with_references
from foam_graph.reasoning.outcome.ends import Results
from foam_graph.reasoning.outcome.plain import words_in


@dataclass(frozen=True)
class StoredLine:
    """One sentence of a position as it is kept.

    Attributes:
        part: Where it stands.
        text: What it says, as it is read.
        issue: Name of the issue that it is about; empty for none.
        margin: Of an overview line: by how much it holds.
        condition: For whom it holds, where not for all.
        claims: Ids of the claims that it states.
        findings: Ids of the findings that it states.
        objections: Ids of the objections that it tells of.
        others: Ids of what else it is about: sentences of documents that it tells, findings behind a gap, a relief, a
            search, what would have to fall.
        computed: Whether the program worded it.
        end: Of an overview line: how its issue ended.
        outcomes: Of an overview line: audience to outcome.
        form: How it stands, see ``foam_graph.reasoning.answer.layout``.
        heading: Of an overview line of an earlier release: the heading over the reasons of its issue; empty for its name.
        also: Of a heading: issues and parts that its section deals with beside its own, by name.
        told: Of ``others`` the sentences of documents that it names itself; None where earlier releases did not tell
            these from the sentences behind what would turn the answer.
        references: Places of the text, in characters, each with the ids of the documents whose numbers its author set there.
    """

    part: str
    text: str
    issue: str
    margin: str
    condition: str
    claims: tuple[str, ...]
    findings: tuple[str, ...]
    objections: tuple[str, ...]
    others: tuple[str, ...]
    computed: bool
    end: str
    outcomes: Mapping[str, str]
    form: Form = "paragraph"
    heading: str = ""
    also: tuple[str, ...] = ()
    told: tuple[str, ...] | None = None
    references: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @property
    def supported(self) -> bool:
        """Whether it names anything that it rests on."""
        return bool(self.claims or self.findings or self.objections or self.others)

    @property
    def words(self) -> int:
        """Words of it as it is read; for whom it holds is the program's to say."""
        return words_in(f"{self.text} {self.margin}")


def items(lines: Sequence[Line], results: Results) -> list[dict[str, Any]]:
    """Lines as items of ``Synthesis.sentences``."""
    ends = {issue.name: issue for issue in results.issues}
    read = results.sentences
    documents = {one.number: one.id for one in results.names.file.documents}
    found = []
    for line in lines:
        nodes = [results.names.node(name) for name in line.rests_on if name in results.names.of.values()]
        item: dict[str, Any] = {
            "part": line.part,
            "text": line.said,
            "claims": [node.id for node in nodes if node.kind == "Claim"],
            "condition": line.condition,
            "findings": [node.id for node in nodes if node.kind == "Finding"],
            "objections": [node.id for node in nodes if node.is_a("Critique")],
            "others": [one for name in line.rests_on for one in (*results.nodes.get(name, ()), *read.get(name, ()))],
            "issue": line.issue,
            "margin": line.margin,
            "computed": line.computed,
        }
        item["form"] = line.form
        if line.also:
            item["also"] = list(line.also)
        item["told"] = [one for name in line.rests_on for one in read.get(name, ())]
        references = [
            (one.place, [documents[n] for n in one.documents if n in documents]) for one in references_of(line.text)
        ]
        if references:
            item["references"] = references
        if line.part == "overview" and line.issue in ends:
            item |= {"end": ends[line.issue].end, "outcomes": dict(ends[line.issue].outcomes)}
        found.append(item)
    return found


def prose_of(lines: Sequence[Line]) -> str:
    """The position as one text, a paragraph a section; what is a heading stands alone, the overview of an author's text goes."""
    told = [line for line in lines if line.part != "overview" or not authored(lines)]
    paragraphs = list[str]()
    for section in by_section(told):
        paragraphs += [as_read(line) for line in section if line.form == "heading"]
        paragraphs.append(" ".join(as_read(line) for line in section if line.form != "heading"))
    return "\n\n".join(one for one in paragraphs if one)


def stored_lines(synthesis: Node) -> list[StoredLine]:
    """The sentences of a synthesis that was made from an agenda; none of one without parts, or that was erased."""
    try:
        found = json.loads(str(synthesis["sentences"]))
    except ValueError:
        return []
    rows = [one for one in found if isinstance(one, dict) and one.get("part")] if isinstance(found, list) else []
    return [
        StoredLine(
            part=str(one["part"]),
            text=str(one.get("text", "")),
            issue=str(one.get("issue", "")),
            margin=str(one.get("margin", "")),
            condition=str(one.get("condition", "")),
            claims=tuple(one.get("claims", ())),
            findings=tuple(one.get("findings", ())),
            objections=tuple(one.get("objections", ())),
            others=tuple(one.get("others", ())),
            computed=bool(one.get("computed")),
            end=str(one.get("end", "")),
            outcomes=dict(one.get("outcomes", {})),
            form=_form(one, n > 0 and rows[n - 1]["part"] == one["part"]),
            heading=str(one.get("heading", "")),
            also=tuple(one.get("also", ())),
            told=tuple(one["told"]) if "told" in one else None,
            references=tuple((int(place), tuple(some)) for place, some in one.get("references", ())),
        )
        for n, one in enumerate(rows)
    ]


def _form(row: Mapping[str, Any], follows: bool) -> Form:
    """How a sentence stands; earlier releases told only which sentences of the reasons go on, the rest was by its part.

    Args:
        row: The sentence as it is kept.
        follows: Whether the one before it is of the same part.
    """
    told = row.get("form")
    if told in get_args(Form):
        return cast("Form", told)
    if row["part"] in ("answer", "other_side"):
        return "continues" if follows else "paragraph"
    return "continues" if row.get("continues") else "item"


def answers_of(graph: Subgraph) -> list[Node]:
    """The live answers of a run, in the order of its options; none of a run without an agenda."""
    return graph.live("Answer")


def synthesis_of(graph: Subgraph) -> Node | None:
    """The live synthesis."""
    found = graph.live("Synthesis")
    return found[-1] if found else None


def earlier_text(graph: Subgraph, file: CaseFile) -> WrittenText | None:
    """The text of a run's position, without what the program worded; None where no author's text stands.

    Args:
        graph: The run.
        file: The case file, by whose numbers its author names documents.
    """
    synthesis = synthesis_of(graph)
    lines = stored_lines(synthesis) if synthesis is not None else []
    own = [line for line in lines if not line.computed or line.form == "heading"]
    if not authored(lines) or all(line.computed for line in own):
        return None
    head = [line.text for line in own if line.part == "answer" and line.form == "heading"]
    answer = " ".join(line.text for line in own if line.part == "answer" and line.form != "heading")
    numbers = {one.id: one.number for one in file.documents}
    found = [_section_of(section, numbers) for section in by_section(line for line in own if line.part not in HEAD)]
    try:
        return WrittenText(title="".join(head[:1]), answer=answer, sections=[one for one in found if one is not None])
    except ValidationError:
        # Longer, or with less in it, than an author's text may be: then it is written anew.
        return None


def _section_of(lines: Sequence[StoredLine], numbers: Mapping[str, int]) -> TextSection | None:
    head = lines[0].text if lines[0].form == "heading" else ""
    body = [line for line in lines if line.form != "heading"]
    if not body:
        return None
    return TextSection(heading=head, text=put_together((line.form, _written(line, numbers)) for line in body))


def _written(line: StoredLine, numbers: Mapping[str, int]) -> str:
    """A sentence as its author wrote it: a document that is in the file no more has no number."""
    references = [(place, [numbers[one] for one in some if one in numbers]) for place, some in line.references]
    return with_references(line.text, references)
