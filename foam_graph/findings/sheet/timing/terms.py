"""Times that rules give for an act, after an event: how long, for what, and from when."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.applying.matching import keys
from foam_graph.findings.sheet.standing.statements import Statement, Statements

_SORT: Final = r"(?P<sort>working |business |calendar |clear |full )?(?P<unit>day|week|month|year)s?['’]?"
_WITHIN: Final = re.compile(
    rf"\b(?:(?:with)?in|inside|not later than|no later than|not more than|at the latest) (?:a period of |the )?(?P<n>{NUMBER}) {_SORT}(?: (?:after|of|from|following|since) (?P<event>[^,;.]+))?"
    rf"|\bha(?:s|ve) (?P<n2>{NUMBER}) {_SORT.replace('<sort>', '<sort2>').replace('<unit>', '<unit2>')} (?:after|from|following|since) (?P<event2>[^,;.]+)",
    re.IGNORECASE,
)
_LEADING: Final = re.compile(r"^\W*(?:[\w.()§]*\d[\w.()]*\s)?(?:after|upon|on|following|where|when|once|if) (?P<event>[^,;]+),", re.IGNORECASE)  # fmt: skip
_BINDS: Final = re.compile(r"\b(?:must|shall|(?-i:may)|has to|have to|ha(?:s|ve) (?:\w+ )?(?:working |calendar )?days|is to|are to|is due|are due|are? only|only if|can be|is decided|gives? its)\b", re.IGNORECASE)  # fmt: skip
_EVENT_ENDS: Final = re.compile(
    r"\b(?:in which|to|in|by|if|where|when|and|or|that|who|with|at|for|unless|before|provided|as|(?-i:may)|shall|must)\b",
    re.IGNORECASE,
)
_OF_THE_DAY: Final = re.compile(
    r"^(?:the )?(?:(?:actual|relevant|exact|said) )?(?:day|date|time|moment) (?:on which|when|that|of|it|they|he|she) ?",
    re.IGNORECASE,
)
_NO_EVENT: Final = frozenset(("day", "days", "dates", "becoming", "receiving", "date", "time", "end", "actual", "relevant", "said", "original", "which", "member", "person", "party", "respondent", "applicant", "tenderer", "hirer", "tenant"))  # fmt: skip
_EXCEPT: Final = re.compile(r"\b(?:unless|except\w*|save|however|otherwise agreed|extend\w*|prolong\w*|in (?:urgent|special) cases|whichever|the later of|the earlier of)\b", re.IGNORECASE)  # fmt: skip
RECEIPT: Final = re.compile(r"\b(?:receipt|receiv\w+|deliver\w+|serv(?:ed|ice)|notif\w+|reach\w*|arriv\w+)\b", re.I)
_ACTS: Final = tuple(
    frozenset(one.split())
    for one in (
        "claim claims claimed", "complain complaint complaints complained", "appeal appeals appealed", "notice notify notification notified notices", "answer reply respond response answers answered replied",
        "object objection objections objected protest", "request ask requests asked requested", "application apply applications applied", "dispute disputes disputed contest contested",
        "report reports reported", "pay payment paid", "decision decide decides decided", "inspect inspection inspected", "petition", "comment comments", "tender bid bids tenders", "acceptance accept accepted",
        "registration register registered", "declaration declare declared", "cancellation cancel cancelled", "withdrawal withdraw withdrew", "return returned returns", "nomination nominate", "invoice invoices", "grievance", "submission submit submitted",
        "review reconsideration", "renewal renew renewed", "entry entries",
    )
)  # fmt: skip
"""Words for what has to be done in a time, each in its forms."""


@dataclass(frozen=True, eq=False)
class Term:
    """A time that a rule gives.

    Attributes:
        rule: The rule.
        count: How many.
        unit: ``day``, ``week``, ``month`` or ``year``.
        working: Whether working days are counted.
        acts: What has to be done in it: places in the list of acts.
        event: Keys of the words for what it runs from.
        received: Whether it runs from a receipt.
        said: The time in the rule's words.
        excepted: Whether the rule itself makes an exception.
    """

    rule: Statement
    count: int
    unit: str
    working: bool
    acts: frozenset[int]
    event: tuple[str, ...]
    received: bool
    said: str
    excepted: bool


def acts_in(text: str) -> frozenset[int]:
    """What acts a text names, by their places in the list.

    Args:
        text: The text.
    """
    said = {word.lower for word in words(text)}
    return frozenset(place for place, group in enumerate(_ACTS) if group & said)


def terms(read: Statements) -> Iterator[Term]:
    """The times of all rules of a file, and of papers that lay down a condition.

    Args:
        read: The statements of the file.
    """
    for one in read:
        if one.standing not in ("rule", "opinion") or one.text.startswith("|"):
            continue
        if one.document.number not in read.laws and not _BINDS.search(one.text):
            continue
        yield from _of(one)


def _of(rule: Statement) -> Iterator[Term]:
    for match in _WITHIN.finditer(rule.text):
        count = number_value(match["n"] or match["n2"])
        unit, sort = (match["unit"] or match["unit2"]).lower(), (match["sort"] or match["sort2"] or "").strip().lower()
        told = match["event"] or match["event2"] or ""
        lead = _LEADING.match(rule.text[: match.start()])
        told = told or (lead["event"] if lead else "")
        trimmed = _OF_THE_DAY.sub("", told.strip())
        event = _EVENT_ENDS.split(trimmed)[0] if trimmed else ""
        plain = " ".join(word.text for word in words(event) if word.lower not in _NO_EVENT)
        event_keys = tuple(key for key in keys(plain) if not light(key)) or keys(plain)
        if not event_keys and RECEIPT.search(told) and re.search(r"\b(?:it|them|this)\b", told):
            event_keys = keys(rule.text[: match.start()])[-1:]  # "object to a refusal within 20 days of receiving it"
        counted = sort not in ("working", "business") or unit == "day"
        if not event_keys or not counted or count is None or count != int(count):
            continue
        main = rule.text[lead.end() if lead and not (match["event"] or match["event2"]) else 0 : match.start()]
        acts = acts_in(main) or acts_in(rule.text[match.end() - len(told) + len(event) :])
        yield Term(
            rule, int(count), unit, sort in ("working", "business"), acts, event_keys,
            RECEIPT.search(told) is not None, match.group(), _EXCEPT.search(rule.text) is not None,
        )  # fmt: skip
