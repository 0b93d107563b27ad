"""A case sheet as one HTML page that works offline and on paper: nothing in it is fetched, every text is escaped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template
from markupsafe import Markup

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.document_days import UNDATED, DocumentDay
from foam_graph.findings.finding import Finding
from foam_graph.findings.marks import marks
from foam_graph.findings.sheet.sections import LAST, VERDICTS, faulty, sections
from foam_graph.resources import package_file
from foam_graph.version import __version__


def render_sheet(
    name: str,
    file: CaseFile,
    findings: Sequence[Finding],
    days: Mapping[str, DocumentDay],
    left_out: Sequence[tuple[str, str, str]],
    names: Sequence[str],
    counts: str,
) -> str:
    """A self-contained HTML page of a sheet.

    Args:
        name: What the sheet is of, e.g. the name of a corpus.
        file: The case file.
        findings: Its findings, in the sheet's order.
        days: The day of each document, by its id.
        left_out: Files that were not read: path, why, and the loader that reads such files (empty for none).
        names: Ids of the findings, in their order.
        counts: How many documents, sentences and findings there are, in words.

    Returns:
        The page; encode it as UTF-8.
    """
    told = {one.id: days.get(one.id, UNDATED).told for one in file.documents}
    parts = [
        (heading, [_row(file, told, findings[n], names[n]) for n in places]) for heading, places in sections(findings)
    ]
    pointers = parts.pop()[1] if parts and parts[-1][0] == LAST else []
    return _template().render(
        name=name,
        documents=file.documents,
        days=told,
        left_out=left_out,
        counts=counts,
        parts=parts,
        last=LAST,
        pointers=pointers,
        css=Markup(package_file(__package__, "sheet.css")),  # noqa: S704 - our own file
        version=__version__,
    )


def _row(file: CaseFile, days: Mapping[str, str], one: Finding, name: str) -> dict[str, object]:
    return {
        "name": name,
        "text": one.text,
        "verdict": "" if one.taken_back else VERDICTS[one.verdict],
        "marks": marks(one),
        "faulty": not (one.is_pointer or one.taken_back) and faulty(one.kind, one.verdict),
        "sentences": [_sentence(file, days, id_) for id_ in one.sentences],
        "against": [_sentence(file, days, id_) for id_ in one.against],
    }


def _sentence(file: CaseFile, days: Mapping[str, str], id_: str) -> dict[str, str]:
    sentence = file.sentence(id_)
    document = file.document_of(sentence)
    return {"short": sentence.short, "text": sentence.text, "title": document.title, "date": days[document.id],
            "source_class": document.source_class.replace("_", " ")}  # fmt: skip


@cache
def _template() -> Template:
    environment = Environment(
        loader=FunctionLoader(lambda name: package_file(__package__, name)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("sheet.html")
