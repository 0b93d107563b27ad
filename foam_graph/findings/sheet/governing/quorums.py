"""Sittings with fewer members than a rule asks for in its own words, against lists and counts of who was there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.applying.quorum import NEEDS
from foam_graph.findings.sheet.governing.acts import governed
from foam_graph.findings.sheet.governing.attendance import Attendance, attendance
from foam_graph.findings.sheet.governing.bodies import body_of, is_record, names_body
from foam_graph.findings.sheet.governing.needed import Needed, members, needed
from foam_graph.findings.sheet.governing.present import ASKS
from foam_graph.findings.sheet.replacing.current import Amendment, amendments, touched
from foam_graph.findings.sheet.standing.naming import called, listed, opened, quote
from foam_graph.findings.sheet.standing.statements import Statements, statements
from foam_graph.findings.sheet.standing.tables import heads

RULE: Final = "quorum in other words"
_AGAIN: Final = re.compile(r"\b(?:adjourn\w*|reconvened|second (?:meeting|sitting|call)|postponed|inquorate|no quorum|without (?:a )?quorum|not quorate)\b", re.IGNORECASE)  # fmt: skip
_WAY_ROUND: Final = re.compile(r"\b(?:whatever (?:the|their) number|any number|regardless of (?:the|how)|however many)\b", re.I)  # fmt: skip


@dataclass(frozen=True, eq=False)
class _Asked:
    """A rule with the body that it is for.

    Attributes:
        needs: What it asks for.
        body: Root of the word for the body.
    """

    needs: Needed
    body: str


def findings(file: CaseFile) -> Iterator[Finding]:
    """Minutes that show fewer members than a rule asks for.

    Args:
        file: The case file.
    """
    read = statements(file)
    asked = list(_asked(read, amendments(read, file))) if read.laws else []
    if not asked:
        return
    under, tables = governed(read), heads(read)
    for document in file.documents:
        if document.number in read.laws or not is_record(document):
            continue
        own = [one for one in read if one.document is document]
        # Where one paper of rules is all that there is, a body of that name is its body.
        fitting = [
            one for one in asked
            if names_body(one.needs.rule, one.body, document) and under(one.needs.rule, document)
        ]  # fmt: skip
        came = attendance(own, tables) if fitting else None
        if came is None or any(_AGAIN.search(one.text) for one in own):
            continue
        for one in fitting:
            if not _told_already(one.needs, came):
                yield from _finding(one, came, read)


def _asked(read: Statements, changed: Mapping[str, Amendment]) -> Iterator[_Asked]:
    """The rules that ask for a number of members, where one body alone is meant and none has two such rules."""
    found: list[_Asked] = []
    for rule in read:
        needs = needed(rule) if rule.document.number in read.laws and not rule.text.startswith("|") else None
        if needs is None or touched(changed, rule.id, needs.said):
            continue
        body = body_of(rule)
        if body and not any(_WAY_ROUND.search(one.text) for one in read if one.document is rule.document):
            found.append(_Asked(needs, body))
    for one in found:
        if sum(other.body == one.body for other in found) == 1:
            yield one


def _told_already(needs: Needed, came: Attendance) -> bool:
    """Whether another maker holds this rule against such a line."""
    if came.by == "names":
        return any(pattern.search(needs.rule.text) for pattern in ASKS)
    return came.by == "count" and any(pattern.search(needs.rule.text) for pattern in NEEDS)


def _finding(one: _Asked, came: Attendance, read: Statements) -> Iterator[Finding]:
    needs = one.needs
    all_of_them = members(list(read), one.body) if needs.is_share else None
    fewest = needs.fewest(all_of_them[0] if all_of_them is not None else None)
    if (
        fewest is None
        or came.there >= fewest
        or (came.total is not None and all_of_them and came.total != all_of_them[0])
    ):
        return
    text = f"{opened(called(needs.rule))}: {quote(needs.rule)}. "
    ids = [needs.rule.id]
    if all_of_them is not None:
        ids.append(all_of_them[1].id)
        text += f"There are {all_of_them[0]} members, so that {fewest} are needed. "
    text += f"{opened(called(came.lines[0]))}: {listed([quote(line) for line in came.lines])}. "
    shown = "None is" if came.there == 0 else "One is" if came.there == 1 else f"{came.there} are"
    text += f"{shown} told as present, and {fewest} are needed."
    yield Finding(
        "rule", text, tuple(dict.fromkeys((*ids, *(line.id for line in came.lines)))), "not_met", rule=RULE,
        inputs={"condition": f"at least {fewest} present", "kind": "requirement", "consequence": ""},
    )  # fmt: skip
