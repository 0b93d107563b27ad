"""Exceptions that the rules define by a figure: what was computed decides them, not what somebody says of the case."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding, Verdict
from foam_graph.findings.sheet.applying.matching import keys

_DEFINES = re.compile(
    r"^(?:an?\s|the\s)?(?P<noun>[^,;.]{3,60}?)\s(?:exists?|arises?|is\s(?:present|given|shown|presumed))\s(?:when|where|if)\b",
    re.IGNORECASE,
)
"""A rule that says when something is so: Hardship exists when the rent exceeds 50 percent of the income."""


def with_computed(found: Iterable[Finding], file: CaseFile) -> list[Finding]:
    """Findings in which an exception that a rule defines by a figure is met or not as the figure was computed.

    A party that calls the case one of hardship decides nothing, where the rule says of which share of the income hardship begins.

    Args:
        found: Findings of rules and thresholds, and others.
        file: What they rest on.
    """
    every = list(found)
    tested = {noun: one for one in every if one.kind == "threshold" and (noun := _defined(one, file))}
    return [_computed(one, tested.get(keys(str(one.inputs.get("condition", ""))))) for one in every]


def _defined(threshold: Finding, file: CaseFile) -> tuple[str, ...]:
    """The words of what the rule behind a comparison defines; none where it defines nothing."""
    defining = _DEFINES.match(file.sentence(threshold.sentences[-1]).text)
    return keys(defining["noun"]) if defining else ()


def _computed(one: Finding, by: Finding | None) -> Finding:
    if by is None or one.kind != "rule" or one.inputs.get("kind") != "exception":
        return one
    verdict: Verdict = "met" if by.verdict == "met" else "not_met"
    decided = "met" if verdict == "met" else "not met"
    told = f'Its exception, "{one.inputs["condition"]}", is {decided} by what was computed. {by.text}'
    stated = one.text.partition(" Its exception")[0]
    sentences = (one.sentences[0], *(id_ for id_ in by.sentences if id_ != one.sentences[0]))
    return replace(one, text=f"{stated} {told}", sentences=sentences, verdict=verdict, against=())
