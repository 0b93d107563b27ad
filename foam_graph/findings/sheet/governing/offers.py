"""Offers that were accepted after their last day, or after whoever made them had taken them back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import find_dates, spelt_day
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.statements import Statement, statements
from foam_graph.findings.sheet.years import calendar_day

RULE: Final = "offer accepted too late"
_THING: Final = r"(?:offer|quotation|quote|proposal|bid|tender)"
_OFFER: Final = re.compile(rf"\b(?:{_THING}|offers|offering|offered)\b", re.IGNORECASE)
_UNTIL: Final = re.compile(
    rf"\b(?:{_THING}|it|this|price|prices)\b[^.;]{{0,40}}?\b(?:open|valid|good|stands?|holds?|binding|firm|kept|lasts?|until|till)\b[^.;]{{0,15}}?(?:until|till|to|up to|through)?\s?(?:and including )?$"
    r"|\b(?:you (?:can|may|have to|must) (?:say yes|accept|answer|reply|decide|let (?:me|us) know|take it)|(?:accept|answer|reply|yes) (?:it )?(?:must reach|has to reach)[^.;]{0,20}?)\s?(?:it )?(?:until|till|by|up to)\s(?:the )?(?:\w+day,? )?$",
    re.IGNORECASE,
)
_ACCEPT: Final = re.compile(
    rf"\b(?:I|we|hereby|[A-Z][a-z]+)\s(?:hereby |gladly |herewith |therefore )?(?:accepts?|accepted|take up|took up)\s(?:your|the|his|her|their|this|that)(?: [\w-]+){{0,2}}? {_THING}\b"
    rf"|\b(?:your|the|this) {_THING}(?: [\w-]+){{0,3}}? (?:is|was) (?:hereby )?accepted\b",
)
_AGREE: Final = re.compile(r"\b(?:I|we)\s(?:now |hereby |gladly )?agree(?:d)? to\b|\byes to\b", re.IGNORECASE)
_BACK: Final = re.compile(
    rf"\b(?:I|we)\s(?:hereby |now |must |have to |therefore )?(?:take|took)\s(?:my|our|the|this|that) {_THING}(?: [\w-]+){{0,2}}? back\b"
    rf"|\b(?:I|we)\s(?:hereby |now |must |have to |therefore )?(?:withdraw|withdrew|revoke|revoked|retract)\s(?:my|our|the|this|that) (?:[\w-]+ ){{0,2}}?{_THING}\b"
    rf"|\b(?:my|our|the|this) {_THING}(?: [\w-]+){{0,3}}? is (?:hereby |therefore )?(?:withdrawn|revoked|off the table|no longer open)\b",
    re.IGNORECASE,
)
_LONGER: Final = re.compile(
    rf"\b(?:extend|prolong|renew|repeat|keep)(?:s|ed)?\b[^.;]{{0,30}}\b{_THING}\b|\b{_THING}\b[^.;]{{0,30}}\b(?:extended|prolonged|renewed|still (?:open|stands|good|valid))\b|\bnew {_THING}\b",
    re.IGNORECASE,
)
_DENIED: Final = re.compile(
    r"\b(?:not|cannot|can't|never|unable|if|would|could|might|unless|whether|may|in time|late|too)\b|\?", re.IGNORECASE
)
_NUMBER: Final = re.compile(r"\b\d{1,6}[-/]\d{1,6}\b|\b(?:no\.?|number|nr\.?)\s?(\d{1,6})\b", re.IGNORECASE)


@dataclass(frozen=True, eq=False)
class _Made:
    """An offer with its last day.

    Attributes:
        told: The sentence that gives the last day.
        last: That day.
        own: All sentences of the mail or paper that makes it.
    """

    told: Statement
    last: date
    own: tuple[Statement, ...]

    @property
    def numbers(self) -> frozenset[str]:
        """The numbers that it bears."""
        return _numbers(" ".join((*(one.text for one in self.own), self.told.document.title)))


def findings(file: CaseFile) -> Iterator[Finding]:
    """Acceptances of offers that had ended or had been taken back.

    Args:
        file: The case file.
    """
    read, dates = statements(file), document_dates(file)
    live = [one for one in read if one.standing != "question" and not one.text.startswith("|")]
    made = [offer for one in live if (offer := _offer(one, live, dates)) is not None]
    if not made:
        return
    for one in live:
        accepted = dates.written(one.document.id, one.id)
        if accepted is None or _DENIED.search(one.text) or not (_ACCEPT.search(one.text) or _AGREE.search(one.text)):
            continue
        meant = [offer for offer in made if _is_of(one, offer, made, dates)]
        if len(meant) == 1:
            yield from _late(one, accepted, meant[0], live, dates)


def _offer(one: Statement, live: Sequence[Statement], dates: DocumentDates) -> _Made | None:
    found = [f for f in find_dates(one.text) if f.day and _UNTIL.search(_plain(one.text[: f.start]))]
    if len(found) != 1 or dates.unsure(found[0]):
        return None
    written = dates.written(one.document.id, one.id)
    last = calendar_day(dates.read(found[0]), one.passage, dates, ahead=True)[0]  # an offer ends after it is made
    own = tuple(other for other in live if other.document is one.document and other.mail is one.mail)
    if last is None or not any(_OFFER.search(other.text) for other in own):
        return None
    return _Made(one, last, own) if written is None or written <= last else None


def _plain(before: str) -> str:
    """What stands before a day, without the day of the week."""
    return re.sub(r"(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,?\s$", "", before)


def _is_of(one: Statement, offer: _Made, made: Sequence[_Made], dates: DocumentDates) -> bool:
    """Whether a sentence accepts an offer: by its number, in its thread, or as the only one of the file; by somebody else."""
    if one in offer.own or (one.writer and one.writer == offer.told.writer):
        return False
    written = dates.written(offer.told.document.id, offer.told.id)
    accepted = dates.written(one.document.id, one.id)
    if written is None or accepted is None or accepted < written:
        return False
    if _ACCEPT.search(one.text):
        numbers = _numbers(one.text)
        if numbers:
            return bool(numbers & offer.numbers)
        return one.document is offer.told.document or len(made) == 1
    # "We agree to 27 February": a day that the offer itself names.
    days = set(_days(one.text))
    offered = {day for other in offer.own if _OFFER.search(other.text) for day in _days(other.text)}
    return one.document is offer.told.document and bool(days & offered)


def _days(text: str) -> list[str]:
    """The days that a text names, without their years."""
    found = (text[one.start : one.end] for one in find_dates(text) if one.day)
    return [" ".join(re.sub(r"\b(?:19|20)\d\d\b|,", "", one).lower().split()) for one in found]


def _late(
    one: Statement, accepted: date, offer: _Made, live: Sequence[Statement], dates: DocumentDates
) -> Iterator[Finding]:
    thread = [other for other in live if other.writer == offer.told.writer and other not in offer.own]
    between = [
        other for other in thread if (day := dates.written(other.document.id, other.id)) is not None and day <= accepted
    ]
    if any(_LONGER.search(other.text) for other in between):
        return
    earlier = [
        other for other in live
        if other is not one and _ACCEPT.search(other.text) and not _DENIED.search(other.text) and other not in offer.own
        and ((day := dates.written(other.document.id, other.id)) is None or day < accepted)
    ]  # fmt: skip
    if earlier:
        return
    back = [
        (other, day) for other in between
        if _BACK.search(other.text) and not _DENIED.search(other.text)
        and (day := dates.written(other.document.id, other.id)) is not None and day < accepted
    ]  # fmt: skip
    late = (accepted - offer.last).days
    if late <= 0 and not back:
        return
    told = [f"{says(offer.told)}."]
    told += [f"{says(back[0][0])}."] if back else []
    told.append(f"{says(one)}.")
    if back:
        told.append(f"It was taken back on {spelt_day(back[0][1])} and accepted on {spelt_day(accepted)}.")
    if late > 0:
        days = "1 day" if late == 1 else f"{late} days"
        told.append(f"Its last day was {spelt_day(offer.last)}; {spelt_day(accepted)} is {days} later.")
    ids = (offer.told.id, *(other.id for other, _ in back[:1]), one.id)
    yield Finding(
        "timeline", " ".join(told), ids, "beyond", rule=RULE,
        inputs={"day": accepted.isoformat(), "limit": offer.last.isoformat()},
    )  # fmt: skip


def _numbers(text: str) -> frozenset[str]:
    return frozenset((match[1] or match.group()).lower() for match in _NUMBER.finditer(text))
