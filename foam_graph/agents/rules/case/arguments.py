"""Whole arguments by rules: rule, facts, what was computed, an exception, and the conclusion that the test gave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from foam_graph.agents.protocol import CaseData
from foam_graph.agents.rules.case.plan import planned
from foam_graph.agents.rules.case.showing import Cited, Showing, joined, quoted, records
from foam_graph.agents.tasks.arguments import ArgueIn, ArgueOut, ArgumentOut, PartOut

A_CALL = 6
"""Most arguments of one answer."""


def argue(asked: ArgueIn, data: CaseData) -> ArgueOut:
    """Argues the issues that are asked for, as far as a test shows the outcome.

    Args:
        asked: What is asked.
        data: The case.
    """
    issues = planned(asked.question, data).issues
    held = {one.issue: one.outcome for one in asked.holdings}
    wanted = [(name, held.get(name, "")) for name in asked.argue] + list(asked.advocate.items())
    out = frozenset(asked.speaker.not_citable)
    found = []
    for name, outcome in wanted:
        shown = issues[name].showing(outcome) if name in issues else None
        if shown is not None and shown.open_to(data.file, out):
            assigned = asked.advocate.get(name) == outcome
            parts = list(parts_of(shown, data, out))
            found.append(ArgumentOut(issue=name, outcome=outcome, advocacy=assigned, parts=parts))
    return ArgueOut(arguments=found[:A_CALL])


def parts_of(shown: Showing, data: CaseData, barred: frozenset[int] = frozenset()) -> Iterator[PartOut]:
    """The parts of an argument.

    Args:
        shown: What is shown.
        data: The case.
        barred: Numbers of the documents that its author may not cite.
    """
    file = data.described
    facts, excepted = _citable(shown.facts, data, barred), _citable(shown.excepted, data, barred)
    rules = [Cited("what the rule says", shown.rules)]
    yield PartOut(
        component="rule",
        text=quoted(file, shown.rules),
        warrant="The cited sentences are the rule, in its own words.",
        records=records(rules),
    )
    yield PartOut(
        component="facts",
        text=_told(facts, data),
        warrant="The cited sentences record it.",
        records=records(facts),
    )
    earlier = ["rule", "facts"]
    if shown.compared:
        yield _computed(shown, data, barred)
        earlier.append("calculation")
    if shown.exception:
        yield PartOut(
            component="exception",
            text=f"{quoted(file, shown.exception, 400)} {_told(excepted, data, 450)}",
            warrant="The first sentence states when the rule gives way, the others that this is so.",
            records=records([Cited("what the exception says", shown.exception), *excepted]),
        )
        earlier.append("exception")
    yield PartOut(
        component="conclusion",
        text=joined(shown.conclusion),
        warrant="It follows from the rule, the recorded facts and what was counted.",
        premises=earlier,
        qualifier="As far as the file was tested by rules.",
    )


def _computed(shown: Showing, data: CaseData, barred: frozenset[int]) -> PartOut:
    """What was computed: recomputed from its figures where they can be tied to sentences, else by its finding."""
    findings = [] if shown.calculation is not None else [n for n in shown.findings if _admits(n, data, barred)]
    return PartOut(
        component="calculation",
        text=joined(f"{shown.compared}."),
        warrant=joined(f"Counted from the cited figures by the program: {shown.compared}.", 480),
        premises=["rule", "facts", *findings],
        calculation=shown.calculation,
    )


def _admits(number: str, data: CaseData, barred: frozenset[int]) -> bool:
    found = data.findings[number]
    return all(data.file.by_id[name].document not in barred for name in found.sentences)


def _citable(groups: Sequence[Cited], data: CaseData, barred: frozenset[int]) -> list[Cited]:
    """Groups without the alternatives, and the contrary sentences, that may not be cited; a single one left is needed."""
    kept = []
    for one in groups:
        shorts = tuple(s for s in one.sentences if data.file.sentence(s).document not in barred)
        if shorts:
            kept.append(Cited(one.tag, shorts, one.any_of, one.against))
    names = [one.any_of for one in kept if one.any_of]
    return [
        Cited(one.tag, one.sentences, "" if names.count(one.any_of) == 1 else one.any_of, one.against) for one in kept
    ]


def _told(groups: Sequence[Cited], data: CaseData, most: int = 880) -> str:
    """Facts in words: what is recorded, then what is said against it."""
    for_ = [s for one in groups if not one.against for s in one.sentences]
    against = [s for one in groups if one.against for s in one.sentences]
    text = quoted(data.described, for_, most)
    if against:
        more = f"Told beside it: {quoted(data.described, against, most)}"
        text = f"{text} {more}" if len(text) + len(more) + 1 <= most else text
    return text or joined(data.file.sentence((for_ or against)[0]).text, most)
