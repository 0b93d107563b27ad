"""Rules that a paper cites by their number for a figure which they do not have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.sheet.replacing.current import amendments
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.numbered import named, parts, under
from foam_graph.findings.sheet.standing.statements import Statement, Statements, statements

RULE: Final = "figure of a cited rule"
_NOUN = r"(?:article|section|clause|rule|regulation|condition|by-?law|paragraph|art\.|sec\.|para\.|§+)\s?\(?[\dIVX][\w.]*\)?"
_UNDER: Final = re.compile(
    rf"\b(?:under|by|according to|pursuant to|in accordance with|as required by|required by|in|of)\s(?:the\s)?{_NOUN}(?P<rest>[^.;:]*)",
    re.IGNORECASE,
)
_SETS: Final = re.compile(
    rf"{_NOUN}(?:\s(?:of|in)\s(?:the|our|your)\s[\w ]{{3,40}}?)?\s(?:\w+ly\s)?(?:sets?|gives?|allows?|permits?|requires?|provides?(?: for)?|asks? for|prescribes?|limits?|grants?"
    r"|fix(?:es)?|demands?|says?|caps?)\b(?P<rest>[^.;:]*)",
    re.IGNORECASE,
)
_LIMITED: Final = re.compile(
    r"\b(?:within|at most|no more than|not more than|up to|at least|not less than|a maximum of|a minimum of|no later than|not later than|longer than|the|of)\s(?:the\s)?$",
    re.IGNORECASE,
)
_STATED: Final = re.compile(
    r"^[^.;:]{0,30}\b(?:which|that|as|laid down|set|allowed|permitted|prescribed|required)\b[^.;:]{0,25}$",
    re.IGNORECASE,
)
_KNOWS: Final = re.compile(
    r"\b(?:former|old|earlier|then|previous|used to|no longer|replaced|amended|instead|not|never|nor|if|would|could|should|might|whether|draft|propos\w+)\b|\?",
    re.IGNORECASE,
)
_NEW_PART: Final = re.compile(
    r"[;:]\s|,\s(?:and|but|which|so that|although|while|whereas|as|we|it|he|she|they|you|I)\b", re.IGNORECASE
)
_OWED: Final = re.compile(
    r"\b(?:must|shall|may|can|has to|have to|had to|is to|are to|was to|were to|payable|due|owed|allowed|permitted|required|obliged|bound|entitled|limited|needs?|needed)\b",
    re.IGNORECASE,
)
"""That a figure is what a rule asks for or allows, and not what was done under it."""
_SPANS: Final = frozenset({"day", "week", "month", "year"})
_TIMES: Final = frozenset({"day", "week", "month", "year", "hour", "percent"})


_SHARE_OF = re.compile(
    r"(?:\b(?:nothing|none|half|all|whole|thirds?|quarters?|fifths?|tenths?|part|share|rest|percent|per cent|portion)\b|%)[^,;.]*\bof\s+(?:about\s)?$",
    re.IGNORECASE,
)
"""Before an amount of which the rule has a share: "half of the fee of £72" is the fee of whoever pays, not a figure of the rule."""


def findings(file: CaseFile) -> Iterator[Finding]:
    """Sentences that give a figure as that of a rule which they name by its number, where the rule has another one or none.

    Args:
        file: The case file.
    """
    read = statements(file)
    laws = read.laws
    changed = amendments(read, file) if laws else {}
    by_id = {one.id: one for one in read}
    for one in read:
        if one.document.number in laws or one.text.startswith("|"):
            continue
        numbers = list(dict.fromkeys(named(one.text)))
        given = list(_given(one.text)) if len(numbers) == 1 else []
        if len(given) != 1:
            continue
        rules = _rules(numbers[0], one, read, file, by_id)
        if not rules or any(rule.id in changed for rule in rules):
            continue
        made = _against(one, given[0], rules, read)
        if made is not None:
            yield made


def _given(text: str) -> Iterator[Quantity]:
    """The figures that a sentence gives as those of the rule that it names: "under clause 9 within 7 days", "the 30 days that clause 5 allows"."""
    for one in find_quantities(text):
        unit = one.unit
        if (
            one.comparator == "~"
            or one.role == "delta"
            or one.partial
            or (unit not in _TIMES and not unit.startswith("money:"))
        ):
            continue
        if _KNOWS.search(_part(text, one.start)) or _SHARE_OF.search(text[: one.start]):
            continue
        limited = _LIMITED.search(text[: one.start]) is not None or one.comparator in ("<=", ">=")
        spans = [match.span("rest") for pattern in (_UNDER, _SETS) for match in pattern.finditer(text)]
        behind = any(start <= one.start < end for start, end in spans)
        sets = any(match.start("rest") <= one.start < match.end("rest") for match in _SETS.finditer(text))
        after = text[one.end :]
        cited = re.search(_NOUN, after, re.IGNORECASE)
        of_it = cited is not None and limited and _is_of(after[: cited.start()])
        if (behind and limited and _OWED.search(_part(text, one.start))) or sets or of_it:
            yield one


def _part(text: str, place: int) -> str:
    """The part of a sentence around a place, between commas and semicolons that a new part follows."""
    ends = [0, *(match.end() for match in _NEW_PART.finditer(text)), len(text)]
    return next((text[a:b] for a, b in pairwise(ends) if a <= place < b), text)


def _is_of(between: str) -> bool:
    """Whether what stands between a figure and the number of a rule says that the figure is the rule's."""
    return re.fullmatch(r"\s(?:of|in|under)\s(?:the\s)?", between) is not None or _STATED.match(between) is not None


def _rules(
    number: str, one: Statement, read: Statements, file: CaseFile, by_id: dict[str, Statement]
) -> list[Statement]:
    """The sentences of the one rule of that number; none where two papers have one, or where the paper itself does."""
    found: dict[int, list[Statement]] = {}
    for document, own in parts(file).items():
        inside = [by_id[s.id] for part in under(number, own) for s in part.sentences if s.id in by_id]
        if inside and document == one.document.number:
            return []
        if inside and document in read.laws:
            found[document] = inside
    return next(iter(found.values())) if len(found) == 1 else []


def _against(one: Statement, given: Quantity, rules: Sequence[Statement], read: Statements) -> Finding | None:
    own = [(rule, q) for rule in rules for q in find_quantities(rule.text) if q.unit == given.unit]
    if any(_days(q) == _days(given) for rule in rules for q in find_quantities(rule.text)):
        return None
    if own and len({q.value for _, q in own}) == 1:
        rule = own[0][0]
        text = (
            f"{says(one)}. {opened(called(rule))}: {quote(rule)}. The rule that is named has {own[0][1].text.strip()}, "
            f"not {given.text.strip()}."
        )
        ids = (one.id, rule.id)
    elif not own and not (
        given.unit in _SPANS and any(q.unit in _SPANS for rule in rules for q in find_quantities(rule.text))
    ):
        document = rules[0].document
        others = [
            each for each in read
            if each.document is document and each not in rules and any(q.unit == given.unit for q in find_quantities(each.text))
        ]  # fmt: skip
        if any(_days(q) == _days(given) for each in others for q in find_quantities(each.text)):
            return None  # a slip of the number, maybe: what is said is in the paper
        text = f"{says(one)}. {says(rules[0])}. The rule that is named says nothing of {given.text.strip()}."
        ids = (one.id, rules[0].id)
    else:
        return None
    inputs: dict[str, object] = {"differ_in": "number", "stated": given.text.strip()}
    return Finding("contradiction", text, ids, "disputed", rule=RULE, inputs=inputs)


def _days(one: Quantity) -> tuple[str, object]:
    return ("day", one.value * 7) if one.unit == "week" else (one.unit, one.value)
