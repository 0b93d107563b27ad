"""What rules only permit: a permission of which nobody made use is not failed, whatever becomes of its condition."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.rules import acted_on
from foam_graph.findings.sheet.standing.conditions import Condition
from foam_graph.findings.sheet.standing.statements import statements

_PERMITS: Final = re.compile(
    r"^(?!\W*(?:no|nobody|nothing|neither|only)\b).*\b(?:(?-i:may)|can)\b(?! not\b)", re.I | re.S
)
_NARROWS: Final = re.compile(r"\b(?:only|unless|no more than|must|shall)\b", re.IGNORECASE)
"""A rule that forbids as well as permits."""


def used(found: Iterable[Finding], file: CaseFile) -> list[Finding]:
    """The findings without those that call a permission not met of which no paper shows that somebody made use.

    Args:
        found: The findings of all makers.
        file: The case file.
    """
    read = statements(file)
    by_id = {one.id: one for one in read}
    facts = [one for one in read if one.standing not in ("rule", "fragment", "question")]
    kept = []
    for one in found:
        main = str(one.inputs.get("consequence", ""))
        rule = by_id.get(one.sentences[0]) if one.sentences else None
        if (
            one.kind == "rule" and one.verdict == "not_met" and rule is not None
            and _PERMITS.match(main) and not _NARROWS.search(rule.text)
            and acted_on(Condition(rule, "requirement", str(one.inputs.get("condition", "")), main), facts, read) is None
        ):  # fmt: skip
            continue
        kept.append(one)
    return kept
