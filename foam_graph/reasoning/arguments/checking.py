"""What the program refuses of a drafted argument, in words that its author can act on."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal

from foam_graph.agents.tasks.arguments import ArgumentOut, PartOut
from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.calculation.applying import Checked, check_application
from foam_graph.findings.calculation.conditions import bound_by, stated_application
from foam_graph.findings.calculation.faults import CalculationFault
from foam_graph.findings.calculation.recomputing import Recomputed, recompute
from foam_graph.findings.language.numerals import SCALES
from foam_graph.reasoning.agenda.shown import Agenda
from foam_graph.reasoning.arguments.presupposing import Needs, outcome_named, premise_faults
from foam_graph.reasoning.templates.syllogisms import SyllogismLibrary, SyllogismType

_FIGURE = re.compile(r"(?<![\w.])(\d+(?:,\d+)*(?:\.\d+)?)(?!\w)(?:\s(thousand|million|billion)\b)?", re.IGNORECASE)
LINES = 6
"""Most lines that any-of groups may make of one part: more alternatives show nothing that these do not."""


def argument_faults(
    found: ArgumentOut,
    agenda: Agenda,
    library: SyllogismLibrary,
    findings: Mapping[str, str],
    allowed: Collection[str],
    needs: Needs,
) -> list[str]:
    """What is wrong with one argument.

    Args:
        found: The argument.
        agenda: The agenda.
        library: Types of argument.
        findings: Number to text of the sheet's findings.
        allowed: ``issue=outcome`` pairs that its author was asked to argue.
        needs: Which issues presuppose which so far.
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
            for fault in (
                *part_faults(part, kind, names, findings),
                *presupposition_faults(part, found.issue, agenda, needs),
            )
        ]
    return faults


def presupposition_faults(part: PartOut, issue: str, agenda: Agenda, needs: Needs) -> Iterator[str]:
    """What is wrong with what a part takes from other issues.

    Args:
        part: The part.
        issue: The issue that it argues.
        agenda: The agenda.
        needs: Which issues presuppose which so far.
    """
    for premise in part.premises:
        if premise.startswith("issue:"):
            yield from premise_faults(premise, issue, agenda, needs)


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
        if premise.startswith("issue:"):
            continue
        if premise == part.component or (premise not in names and premise not in findings):
            yield f"premise {premise[:40]!r} is neither a part of this argument nor a finding nor issue:NAME=OUTCOME"
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
    found: ArgumentOut,
    file: CaseFile,
    findings: Mapping[str, str],
    question: str,
    agenda: Agenda,
    *,
    strict: bool = True,
) -> list[str]:
    """Calculations that do not recompute, and figures that stand in nothing that their part cites or rests on.

    Args:
        found: The argument.
        file: The case file.
        findings: Number to text of the sheet's findings.
        question: The question.
        agenda: The agenda, whose outcomes may be premises.
        strict: Whether figures are looked at; a figure may be stated in words that no rule reads, so its author is asked
            once and then believed. A calculation is not.
    """
    faults: list[str] = []
    texts: dict[str, str] = {}
    for part in found.parts:
        grounds = [question, *(told(s, file) for record in part.records for s in record.sentences)]
        grounds += [texts.get(p) or findings.get(p) or outcome_text(p, agenda) for p in part.premises]
        if part.application is not None:
            grounds += [told(s, file) for s in part.application.sentences]
        texts[part.component] = " ".join([part.text, part.warrant, *grounds])
        where = f"{found.issue}={found.outcome}.{part.component}"
        made, wrong = computed(part, file)
        faults += [f"{where}: {fault}" for fault in wrong]
        if strict:
            faults += [f"{where}: {fault}" for fault in unfounded_figures(part, [*grounds, made])]
    return faults


def outcome_text(premise: str, agenda: Agenda) -> str:
    """An outcome of another issue in words, with its question; empty for any other premise."""
    named = outcome_named(premise)
    if named is None or named[0] not in agenda.issues:
        return ""
    issue = agenda.issues[named[0]]
    return f"{issue['text']} {json.loads(issue['wordings']).get(named[1], '')}"


def application_faults(found: ArgumentOut, file: CaseFile) -> dict[str, list[str]]:
    """Rules that are not applied as they stand to what was found, by component.

    A rule may be applied to what an earlier part computes on which this one rests.

    Args:
        found: The argument; its calculations hold.
        file: The case file.
    """
    made: dict[str, Recomputed] = {}
    faults: dict[str, list[str]] = {}
    for part in found.parts:
        own = recomputed(part, file)
        _, wrong = applied(part, file, deciding(part, own, made))
        if wrong:
            faults[part.component] = wrong
        if own is not None:
            made[part.component] = own
    return faults


def deciding(part: PartOut, own: Recomputed | None, made: Mapping[str, Recomputed]) -> list[Recomputed]:
    """The calculations that may decide the condition of a part's rule: its own, else those of its premises."""
    return [own] if own is not None else [made[name] for name in part.premises if name in made]


def applied(part: PartOut, file: CaseFile, calculations: Sequence[Recomputed]) -> tuple[Checked | None, list[str]]:
    """The application of a part as the program checked it, and what does not fit.

    Args:
        part: The part.
        file: The case file.
        calculations: Those that may decide its condition; its own comparison has to be with a figure of the rule.
    """
    if part.application is None:
        return None, []
    stated = part.application.application()
    rules = {file.by_short[one].id for one in stated.rules if one in file.by_short}
    bound = [one for one in calculations if one.compared is not None and bound_by(one, rules, file)]
    if part.calculation is not None and part.calculation.comparison is not None and not bound:
        told = "the calculation compares with no figure of the sentences in rule: name the rule that states the figure"
        return None, [f"application: {told}"]
    found = bound[0] if bound else None
    made = stated_application(stated, file, found)
    known = {found.calculation.name: found} if found is not None else {}
    try:
        return check_application(made, file, known), []
    except CalculationFault as fault:
        return None, [f"application: {one}" for one in fault.faults]


def without_unfit(found: ArgumentOut, faults: Mapping[str, Sequence[str]]) -> ArgumentOut:
    """An argument without the applications that do not fit: it stands by its text, and says no more than that."""
    parts = [p.model_copy(update={"application": None}) if p.component in faults else p for p in found.parts]
    return found.model_copy(update={"parts": parts})


def computed(part: PartOut, file: CaseFile) -> tuple[str, list[str]]:
    """The calculation of a part as the program recomputed it, and what does not recompute."""
    if part.calculation is None:
        return "", []
    try:
        return recompute(part.calculation.calculation(), file).statement, []
    except CalculationFault as fault:
        return "", [f"calculation: {one}" for one in fault.faults]


def recomputed(part: PartOut, file: CaseFile) -> Recomputed | None:
    """The calculation of a part; None where it has none that holds."""
    try:
        return recompute(part.calculation.calculation(), file) if part.calculation else None
    except CalculationFault:
        return None


def told(name: str, file: CaseFile) -> str:
    """A sentence with its place and the head of its document, whose date and title may be relied on without an id."""
    sentence = file.sentence(name)
    document = file.document_of(sentence)
    day = re.fullmatch(r"(\d{4})-(\d{2})-(\d{2})", document.date)
    written = f"{int(day[3])} {int(day[2])} {day[1]}" if day else document.date
    return f"{sentence.text} {sentence.place} {document.title} {written}"


def unfounded_figures(part: PartOut, grounds: Sequence[str]) -> list[str]:
    """Figures of one part that stand in nothing.

    Args:
        part: The part.
        grounds: The question, the texts of what it cites, and those of what it rests on.
    """
    # A warrant that shows the sum is where arithmetic is stated.
    there = {value for text in (*grounds, part.warrant) for _, readings in _figures(text) for value in readings}
    stated = dict(_figures(part.text))
    return [f"{f} stands in nothing that it cites or rests on" for f, own in stated.items() if not _borne(own, there)]


def _figures(text: str) -> list[tuple[str, tuple[Decimal, ...]]]:
    """Figures of a text as they are written, each with what it may mean: 4.8 of "4.8 million" is 4.8 and 4,800,000."""
    found: list[tuple[str, tuple[Decimal, ...]]] = []
    for match in _FIGURE.finditer(text):
        value = Decimal(match[1].replace(",", ""))
        scale = SCALES.get((match[2] or "").casefold(), 1)
        found.append((match[1], (value,) if scale == 1 else (value, value * scale)))
    return found


def _borne(readings: Sequence[Decimal], there: Collection[Decimal]) -> bool:
    """Whether a figure stands there, or is one that stands there rounded to decimals: 1.40 of 1.4045."""
    places = int(readings[0].as_tuple().exponent)
    rounded = {round(one, -places) for one in there if int(one.as_tuple().exponent) < places} if places < 0 else set()
    return any(one in there or one in rounded for one in readings)
