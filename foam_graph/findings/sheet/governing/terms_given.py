"""Times that a paper gives for an act, against the time that the rule of the same act sets: "within 14 days", "until 17 April", "for 12 months"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import find_dates, spelt_day
from foam_graph.findings.language.numerals import TESTS
from foam_graph.findings.language.quantities import Quantity, find_quantities
from foam_graph.findings.sheet.applying.provisions import plain, without_exception
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.governing.acts import act_roots, covered, kin, law_sentences, laws_of, of_one_body
from foam_graph.findings.sheet.replacing.current import Amendment, amendments
from foam_graph.findings.sheet.standing.naming import called, opened, quote, says
from foam_graph.findings.sheet.standing.statements import PARTIES, Statement, Statements, statements

RULE: Final = "time given for an act"
_UNITS: Final = frozenset({"hour", "day", "week", "fortnight", "month", "year"})
_WITHIN: Final = re.compile(r"\b(?:within|inside|in) (?:a period of |the )?$", re.IGNORECASE)
_LEAST: Final = re.compile(r"\b(?:at least|not less than|no less than|a minimum of)\s$", re.IGNORECASE)
_FOR_ACT: Final = re.compile(
    r"^(?:['’]s?)? (?:time |notice )?(?:in which )?(?:to|for|in order to) (?P<act>[^,;.]+)", re.IGNORECASE
)
_AFTER: Final = re.compile(r"^ (?:of|after|from|following|since)\b(?P<anchor>[^,;.]*)", re.IGNORECASE)
_MAY: Final = re.compile(
    r"\b(?:may|can|must|shall|should|please|possible|open to|(?:is|are) to|(?:has|have) to|(?:are|is|hereby) given|(?:have|has)(?= (?:at least |only )?\w+ (?:day|week|month)s?)|admissible|due|payable|asked to|required to"
    r"|invited to)\b",
    re.IGNORECASE,
)
_UNTIL: Final = re.compile(r"\b(?:until|till|by|not later than|no later than|up to|before)\s(?:the\s)?$", re.IGNORECASE)
_LASTS: Final = re.compile(
    r"\b(?:last|run|be|continue|extend|remain|imposed|ordered|given|made|granted|exceed)(?:s|ed)?\b[^,;]{0,30}$"
    r"|\bfor (?:a period of |a term of |a total of )?(?:up to |at most |no longer than |not more than |no more than |a maximum of )?$"
    r"|\b(?:up to|at most|no longer than|not more than|longer than|a maximum of|maximum of) $|\bof (?:up to |at most )?$",
    re.IGNORECASE,
)
_FOR: Final = re.compile(r"\b(?:for|of|lasts|is) (?:a (?:period|term|total) of |the next |another )?$", re.IGNORECASE)
_LOOSE: Final = re.compile(
    r"\b(?:would|could|might|if|propos\w+|draft|ask\w*|request\w*|wish\w*|suggest\w*|demand\w*|want\w*|instead of|rather than|should have|not|never|old|former|earlier|previous(?:ly)?"
    r"|another|said that|says that|wrote|told|argues?|claims?|usually|normally|on average)\b",
    re.IGNORECASE,
)
_OPEN_RULE: Final = re.compile(
    r"\b(?:unless|except|extend\w*|renew\w*|prolong\w*|if|where|when|in the case of|in cases? of|in urgent)\b",
    re.IGNORECASE,
)
_ORDINAL: Final = re.compile(r"\b(?:first|second|third|further|repeated|subsequent)\b", re.IGNORECASE)
_IF: Final = re.compile(r"\b(?:if|would|could|might)\b", re.IGNORECASE)
_REPEATED: Final = re.compile(
    r"\b(?:second|third|previous(?:ly)?|earlier|another|repeated(?:ly)?|already) (?:\w+ ){0,2}?\w+|\b\w+ (?:\w+ ){0,2}?(?:again|once before|twice)\b",
    re.IGNORECASE,
)
_DONE: Final = (
    re.compile(
        r"\b(?:may|can|shall|must|will|to) (?:only |also |then )?(?!be\b|last\b|have\b)(?P<v>[a-z]+)", re.IGNORECASE
    ),
    re.compile(
        r"\b(?:is|are|was|were|be|been|being|hereby) (?:hereby |therefore |thus )?(?P<v>[a-z]+)(?=\b)", re.IGNORECASE
    ),
    re.compile(
        r"^\W*(?:the |an? |this |his |her |your |its |any |no |every |each )?(?:\w+ )?(?P<n>[a-z]+)(?= (?:may|can|shall|must|will|is|was|lasts|lasted|runs|ran|for|of)\b)",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:imposes?|imposed|orders?|ordered|grants?|granted|gives?|given) an? (?:\w+ )?(?P<n>[a-z]+)(?= (?:for|of)\b)",
        re.IGNORECASE,
    ),
)
_CHANGES: Final = re.compile(
    r"\b(?:chang\w+|amend\w+|circular|order|addendum|revis\w+|schedule|supplement)\b", re.IGNORECASE
)
"""Titles of papers that may set a time anew."""
_REPLACES: Final = re.compile(
    r"\b(?:takes? the place of|in (?:the )?place of|(?:is|are|be) (?:replaced|superseded|amended)|replaces|supersedes|from now on|with effect from|in future)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, eq=False)
class _Set:
    """A time that a rule sets for an act.

    Attributes:
        rule: The rule.
        bound: The time.
        sort: ``within``, ``least`` or ``lasting``.
        act: Roots of what the time is for.
        anchor: Roots of what it is counted from.
        governs: Roots of what the rule says is done for that time; of a time that something lasts.
    """

    rule: Statement
    bound: Quantity
    sort: str
    act: frozenset[str]
    anchor: frozenset[str]
    governs: frozenset[str] = frozenset()


def findings(file: CaseFile) -> Iterator[Finding]:
    """Papers that give another time for an act than the one rule of the file that sets a time for it.

    Args:
        file: The case file.
    """
    read, dates = statements(file), document_dates(file)
    sets = [one for rule in law_sentences(read) for one in _sets(rule) if not _swapped(one, read)]
    if not sets:
        return
    laws, changed = laws_of(read), amendments(read, file)
    changing = {one.document.number for one in read if _REPLACES.search(one.text)}
    for one in read:
        if one.document.number in read.laws or one.standing == "question" or one.text.startswith("|"):
            continue
        if one.document.number in changing or _CHANGES.search(one.document.title):
            continue
        if not any(q.unit in _UNITS for q in find_quantities(one.text)) and not find_dates(one.text):
            continue
        for rule, told in _told(one, sets, read, dates, changed):
            if of_one_body(rule.rule.document, one.document, laws):
                yield told
                break


def _sets(rule: Statement) -> Iterator[_Set]:
    text = without_exception(plain(rule.text))
    found = [q for q in find_quantities(text) if q.unit in _UNITS and not q.period and q.high is None]
    for one in found:
        before, after = text[: one.start], text[one.end :]
        main = re.split(r"[;:]\s", before)[-1]
        anchor = _AFTER.match(after)
        counted = act_roots(anchor["anchor"]) if anchor is not None else frozenset()
        inner = _FOR_ACT.match(after)
        if (_LEAST.search(before) or one.comparator == ">=") and inner is not None:
            yield _Set(rule, one, "least", act_roots(inner["act"]), counted)
        elif _WITHIN.search(before) and anchor is not None:
            yield _Set(rule, one, "within", act_roots(main), counted)
        elif (
            one.comparator in ("<=", "<")
            and not _WITHIN.search(before)
            and _LASTS.search(_bare(before))
            and not _OPEN_RULE.search(text)
        ):
            yield _Set(rule, one, "lasting", act_roots(main), frozenset(), _governing(text[: text.find(one.text)]))


def _swapped(one: _Set, read: Statements) -> bool:
    """Whether a sentence puts another time in the place of one of this length: which of them holds when, is not tested here."""
    return any(
        _as_days(q) == _as_days(one.bound)
        for other in read if other is not one.rule and _REPLACES.search(other.text)
        for q in find_quantities(other.text) if q.unit in _UNITS
    )  # fmt: skip


def _bare(before: str) -> str:
    return re.sub(
        r"\b(?:at most|up to|not more than|no more than|no longer than|not longer than|a maximum of|not exceed)\s$",
        "",
        before,
    )


def _told(
    one: Statement, sets: list[_Set], read: Statements, dates: DocumentDates, changed: Mapping[str, Amendment]
) -> Iterator[tuple[_Set, Finding]]:
    if _LOOSE.search(one.text) or (one.standing == "opinion" and not _MAY.search(one.text)):
        return
    for each in sets:
        if _touched(each, changed.get(each.rule.id)):
            continue
        rivals = [other for other in sets if other.sort == each.sort and other.act & each.act]
        made = {"within": _within, "least": _least, "lasting": _lasting}[each.sort](one, each, rivals, read, dates)
        if made is not None:
            yield each, made


def _touched(one: _Set, by: Amendment | None) -> bool:
    """Whether an amendment may change a time: it has one, or no figure at all."""
    if by is None:
        return False
    if not _REPLACES.search(by.by.text):
        return False
    figures = find_quantities(by.by.text)
    return by.touches(one.bound.text) and (not figures or any(q.unit in _UNITS for q in figures))


def _within(one: Statement, rule: _Set, rivals: list[_Set], _: Statements, __: DocumentDates) -> Finding | None:
    """A time to do something in that a paper tells, otherwise than the rule: "within 14 days of receipt"."""
    if one.document.source_class in PARTIES or not _MAY.search(one.text):
        return None
    for q in find_quantities(one.text):
        before, after = one.text[: q.start], one.text[q.end :]
        anchor = _AFTER.match(after)
        if q.unit not in _UNITS or not _WITHIN.search(before) or anchor is None or q.high is not None:
            continue
        act = act_roots(re.split(r"[;:.]\s", before)[-1])
        counted = act_roots(anchor["anchor"])
        if not covered(act, rule.act) or (counted and not covered(counted, rule.anchor)):
            continue
        if any(_as_days(q) == _as_days(other.bound) for other in rivals) or not _one_scale(q, rule.bound):
            return None
        text = (
            f"{says(one)}. {opened(called(rule.rule))}: {quote(rule.rule)}. The rule gives {rule.bound.text.strip()} for this, "
            f"the paper {q.text.strip()}."
        )
        return Finding(
            "contradiction", text, (one.id, rule.rule.id), "disputed", rule=RULE,
            inputs={"differ_in": "number", "stated": q.text.strip(), "limit": rule.bound.text.strip()},
        )  # fmt: skip
    return None


def _least(one: Statement, rule: _Set, rivals: list[_Set], _: Statements, dates: DocumentDates) -> Finding | None:
    """A time that a letter gives to do something, shorter than the rule asks for: until a day, or so many days."""
    if one.document.source_class in PARTIES or not _MAY.search(one.text):
        return None
    day = dates.written(one.document.id, one.id)
    given: tuple[int, str] | None = None
    for q in find_quantities(one.text):
        inner = _FOR_ACT.match(one.text[q.end :])
        if q.unit in _UNITS and inner is not None and covered(act_roots(inner["act"].split(" until ")[0]), rule.act):
            given = _days(q), q.text.strip()
    found = [f for f in find_dates(one.text) if f.day and _UNTIL.search(one.text[: f.start])]
    if given is None and len(found) == 1 and day is not None and not dates.unsure(found[0]):
        last = dates.read(found[0]).calendar()
        clause = re.split(r"[,;:]\s", one.text[: found[0].start])[-1]
        roots = act_roots(_UNTIL.sub("", clause))
        if last is None or last <= day or not roots or not any(kin(root, rule.act) for root in roots):
            return None
        if not covered(roots, rule.act | rule.anchor):
            return None
        given = (last - day).days, f"from {spelt_day(day)}, the day that the paper bears, to {spelt_day(last)}"
    if given is None or given[0] + 1 >= min(_days(other.bound) for other in rivals):
        return None
    length = f"{given[0]} days" if given[1].startswith("from") else given[1]
    told = f"{opened(given[1])} are {length}" if given[1].startswith("from") else f"The paper gives {length}"
    text = f"{opened(called(rule.rule))}: {quote(rule.rule)}. {says(one)}. {told}; at least {rule.bound.text.strip()} are asked for."
    return Finding(
        "timeline", text, (rule.rule.id, one.id), "beyond", rule=RULE,
        inputs={"length": str(given[0]), "limit": rule.bound.text.strip(), "day": day.isoformat() if day else ""},
    )  # fmt: skip


def _lasting(one: Statement, rule: _Set, rivals: list[_Set], read: Statements, _: DocumentDates) -> Finding | None:
    """An order for a longer time than the rule lets it last: "excluded for 12 months", "the suspension is for two years"."""
    if one.document.source_class not in ("decision", "official_record", "correspondence"):
        return None
    for q in find_quantities(one.text):
        if q.unit not in _UNITS or q.period or q.comparator not in ("=",) or not _FOR.search(one.text[: q.start]):
            continue
        clause = re.split(r"[,;:]\s|\band (?=to\b)", one.text[: q.start])[-1]
        heads = frozenset(root for root in _governing(clause) if kin(root, rule.governs))
        if not heads or not _one_scale(q, rule.bound):
            continue
        if any(TESTS[other.bound.comparator](_as_days(q), _as_days(other.bound)) for other in rivals):
            return None
        if _ORDINAL.search(rule.rule.text) and _again(heads, one, read):
            return None
        text = (
            f"{opened(called(rule.rule))}: {quote(rule.rule)}. {says(one)}. That is {q.text.strip()}, where the rule "
            f"allows {rule.bound.text.strip()}."
        )
        return Finding(
            "threshold", text, (rule.rule.id, one.id), "beyond", rule=RULE,
            inputs={"told": q.text.strip(), "limit": rule.bound.text.strip()},
        )  # fmt: skip
    return None


def _governing(text: str) -> frozenset[str]:
    """Roots of what a text says is done: the verb behind a modal or "to", a participle behind "is", the head of its subject."""
    found = (word for pattern in _DONE for match in pattern.finditer(text) for word in match.groups() if word)
    return frozenset(root for word in found for root in act_roots(word.lower()))


def _again(heads: frozenset[str], one: Statement, read: Statements) -> bool:
    """Whether the file tells of an earlier act of the kind."""
    return any(
        kin(root, heads)
        for other in read if other.document.number not in read.laws and other is not one and not _IF.search(other.text)
        for match in _REPEATED.finditer(other.text) for root in act_roots(match.group())
    )  # fmt: skip


def _one_scale(one: Quantity, other: Quantity) -> bool:
    """Whether two times differ surely: months against days only where more than the length of a month tells them apart."""
    a, b = _as_days(one), _as_days(other)
    mixed = (one.unit in ("month", "year")) != (other.unit in ("month", "year"))
    return abs(a - b) > (max(a, b) / 10 if mixed else 0)


def _days(one: Quantity) -> int:
    return int(_as_days(one))


_LENGTH: Final = {"hour": Decimal(1) / 24, "day": Decimal(1), "week": Decimal(7), "fortnight": Decimal(14),
                  "month": Decimal(365) / 12, "year": Decimal(365)}  # fmt: skip


def _as_days(one: Quantity) -> Decimal:
    return one.value * _LENGTH[one.unit]
