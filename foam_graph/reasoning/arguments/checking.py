"""What the program refuses of a drafted argument, in words that its author can act on."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from foam_graph.agents.tasks.arguments import ArgumentOut, PartOut
from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.calculation.faults import CalculationFault
from foam_graph.findings.calculation.recomputing import recompute
from foam_graph.reasoning.agenda.shown import Agenda
from foam_graph.reasoning.templates.syllogisms import SyllogismLibrary, SyllogismType

_FIGURE = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?!\w)")
LINES = 6
"""Most lines that any-of groups may make of one part: more alternatives show nothing that these do not."""


def argument_faults(
    found: ArgumentOut, agenda: Agenda, library: SyllogismLibrary, findings: Mapping[str, str], allowed: Collection[str]
) -> list[str]:
    """What is wrong with one argument.

    Args:
        found: The argument.
        agenda: The agenda.
        library: Types of argument.
        findings: Number to text of the sheet's findings.
        allowed: ``issue=outcome`` pairs that its author was asked to argue.
    """
    where = f"{found.issue}={found.outcome}"
    issue = agenda.issues.get(found.issue)
    if issue is None or found.outcome not in issue["outcomes"]:
        return [f"{where} is no outcome of the agenda"]
    if where not in allowed:
        return [f"{where}: you were not asked to argue that"]
    kind = library.type_named(issue["argument_type"])
    names = [part.component for part in found.parts]
    faults = [
        f"{where}: {kind.name} has no part {name!r}" for name in names if name not in {c.name for c in kind.components}
    ]
    faults += [f"{where}: part {name} is there twice" for name in dict.fromkeys(names) if names.count(name) > 1]
    faults += [f"{where}: part {name} is missing" for name in kind.required if name not in names]
    if not faults:
        faults += [
            f"{where}.{part.component}: {fault}"
            for part in found.parts
            for fault in part_faults(part, kind, names, findings)
        ]
    return faults


def part_faults(part: PartOut, kind: SyllogismType, names: Sequence[str], findings: Mapping[str, str]) -> Iterator[str]:
    """What is wrong with one part.

    Args:
        part: The part.
        kind: Type of its argument.
        names: Components of the argument, in order.
        findings: Number to text of the sheet's findings.
    """
    component = kind.component(part.component)
    if component.evidence == "required" and not any(record.stands == "for" for record in part.records):
        yield "it needs at least one record that stands for it"
    for premise in part.premises:
        if premise == part.component or (premise not in names and premise not in findings):
            yield f"premise {premise[:40]!r} is neither a part of this argument nor a finding"
        elif premise in names and names.index(premise) > names.index(part.component):
            yield f"premise {premise} comes later: put it first, so that nothing rests on itself"
    groups: dict[str, int] = {}
    for record in part.records:
        if record.any_of and record.stands == "for":
            groups[record.any_of] = groups.get(record.any_of, 0) + 1
    lines = 1
    for size in groups.values():
        lines *= size
    if lines > LINES:
        yield f"its alternatives make {lines} lines, {LINES} at most: name fewer"


def figure_faults(
    found: ArgumentOut, file: CaseFile, findings: Mapping[str, str], question: str, *, strict: bool = True
) -> list[str]:
    """Calculations that do not recompute, and figures that stand in nothing that their part cites or rests on.

    Args:
        found: The argument.
        file: The case file.
        findings: Number to text of the sheet's findings.
        question: The question.
        strict: Whether figures are looked at; a figure may be stated in words that no rule reads, so its author is asked
            once and then believed. A calculation is not.
    """
    faults: list[str] = []
    texts: dict[str, str] = {}
    for part in found.parts:
        grounds = [question, *(told(s, file) for record in part.records for s in record.sentences)]
        grounds += [texts.get(p) or findings.get(p, "") for p in part.premises]
        texts[part.component] = " ".join([part.text, part.warrant, *grounds])
        where = f"{found.issue}={found.outcome}.{part.component}"
        made, wrong = computed(part, file)
        faults += [f"{where}: {fault}" for fault in wrong]
        if strict:
            faults += [f"{where}: {fault}" for fault in unfounded_figures(part, [*grounds, made])]
    return faults


def computed(part: PartOut, file: CaseFile) -> tuple[str, list[str]]:
    """The calculation of a part as the program recomputed it, and what does not recompute."""
    if part.calculation is None:
        return "", []
    try:
        return recompute(part.calculation.calculation(), file).statement, []
    except CalculationFault as fault:
        return "", [f"calculation: {one}" for one in fault.faults]


def told(name: str, file: CaseFile) -> str:
    """A sentence with the head of its document, whose date and title may be relied on without an id."""
    sentence = file.sentence(name)
    document = file.document_of(sentence)
    day = re.fullmatch(r"(\d{4})-(\d{2})-(\d{2})", document.date)
    written = f"{int(day[3])} {int(day[2])} {day[1]}" if day else document.date
    return f"{sentence.text} {document.title} {written}"


def unfounded_figures(part: PartOut, grounds: Sequence[str]) -> list[str]:
    """Figures of one part that stand in nothing.

    Args:
        part: The part.
        grounds: The question, the texts of what it cites, and those of what it rests on.
    """
    # A warrant that shows the sum is where arithmetic is stated.
    there = {_plain(f) for text in (*grounds, part.warrant) for f in _FIGURE.findall(text)}
    figures = dict.fromkeys(map(_plain, _FIGURE.findall(part.text)))
    return [f"{f} stands in nothing that it cites or rests on" for f in figures if f not in there]


def _plain(figure: str) -> str:
    text = figure.replace(",", "")
    return text.rstrip("0").rstrip(".") if "." in text else text
