"""The text of the position that a new one takes the place of, as its author wrote it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from foam_graph.agents.tasks.position import TextSection, WrittenText
from foam_graph.casefile.case_file import CaseFile
from foam_graph.model.subgraph import Subgraph
from foam_graph.reasoning.answer.layout import put_together
from foam_graph.reasoning.answer.lines import HEAD, authored, by_section
from foam_graph.reasoning.answer.references import with_references
from foam_graph.reasoning.answer.stored import StoredLine, stored_lines, synthesis_of


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
    found = [_section(section, numbers) for section in by_section(line for line in own if line.part not in HEAD)]
    try:
        return WrittenText(title="".join(head[:1]), answer=answer, sections=[one for one in found if one is not None])
    except ValidationError:
        # Longer, or with less in it, than an author's text may be: then it is written anew.
        return None


def _section(lines: Sequence[StoredLine], numbers: Mapping[str, int]) -> TextSection | None:
    head = lines[0].text if lines[0].form == "heading" else ""
    body = [line for line in lines if line.form != "heading"]
    if not body:
        return None
    return TextSection(heading=head, text=put_together((line.form, _written(line, numbers)) for line in body))


def _written(line: StoredLine, numbers: Mapping[str, int]) -> str:
    """A sentence as its author wrote it: a document that is in the file no more has no number."""
    references = [(place, [numbers[one] for one in some if one in numbers]) for place, some in line.references]
    return with_references(line.text, references)
