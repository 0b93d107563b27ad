"""Two days for one event told in different words: "approved on", "put to the vote this evening, 21 March"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.dates import FoundDate, spelt_day
from foam_graph.findings.language.numerals import NUMBER, number_value
from foam_graph.findings.language.words import verb_keys, words
from foam_graph.findings.sheet.accounts.account import Account, Accounts, accounts, kept_apart, meets, signed
from foam_graph.findings.sheet.accounts.pairing import pairs
from foam_graph.findings.sheet.accounts.senses import senses
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.years import YearBy, calendar_day, differ

RULE = "days of one event"
_NAMED = frozenset(one.name for one in senses().doings)
_NAMES_IT = re.compile(
    r"(?:\b(?:of|dated|between|and|from|since|by|before|after|than)|\bas of)\s(?:the\s)?$", re.IGNORECASE
)
_UNTIL = re.compile(r"\b(?:until|till|through|up to|to)\s(?:the\s)?$", re.IGNORECASE)
_LATER = re.compile(
    rf"^,?\s(?P<n>{NUMBER}) (?P<unit>day|week)s? (?P<way>after|before|earlier|later)\b(?P<what>[^,;.]*)", re.I
)
_TERM = re.compile(r"\b(?P<noun>[a-z]{{3,}}) from (?:the )?$".replace("{{", "{").replace("}}", "}"), re.IGNORECASE)
_MOVED = re.compile(
    r"\b(?:now|no longer|instead|postponed|extended|moved|brought forward|again|second|third|next|another|every|each|originally"
    r"|first|last|part|half|also|new date|due|will|to be)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, eq=False)
class Dated:
    """A doing on a day.

    Attributes:
        account: Who tells it.
        doing: The doing.
        day: The day.
        year_by: What its year follows from; empty where it is stated.
        things: The things whose end it is, where it is the end of a term; else empty.
    """

    account: Account
    doing: str
    day: date
    year_by: YearBy
    things: frozenset[str] = frozenset()

    def differs(self, other: Dated) -> bool:
        """Whether two days differ by what the papers say."""
        return differ(self.day, self.year_by, other.day, other.year_by)

    @property
    def told(self) -> str:
        """The day in words; without a year that only the document gives."""
        return f"{self.day.day} {self.day:%B}" if self.year_by == "document" else spelt_day(self.day)


def findings(file: CaseFile) -> Iterator[Finding]:
    """Events that different documents give different days.

    Args:
        file: The case file.
    """
    all_ = accounts(file)
    told = [dated for one in all_.all for dated in days(one, all_)]
    by_account: dict[int, list[Dated]] = {}
    for one in told:
        by_account.setdefault(id(one.account), []).append(one)
    seen: set[tuple[str, str]] = set()
    for left, right in _meeting(told, by_account, all_):
        ids = (left.account.statement.id, right.account.statement.id)
        if ids in seen or _series(left, right, told):
            continue
        seen.add(ids)
        yield _finding(left, right)


def _meeting(told: list[Dated], by_account: dict[int, list[Dated]], all_: Accounts) -> Iterator[tuple[Dated, Dated]]:
    dated = [one for one in all_.all if id(one) in by_account]
    for one, other, _ in pairs(dated, all_):
        for left in by_account[id(one)]:
            for right in by_account[id(other)]:
                if left.doing == right.doing and left.differs(right) and not (left.things or right.things):
                    yield left, right
    ends = [one for one in told if one.things]
    for n, left in enumerate(ends):
        for right in ends[n + 1 :]:
            apart = kept_apart(left.account, right.account) and not meets(left.things, right.things)
            of_others = left.account.statement.document is not right.account.statement.document
            if of_others and left.differs(right) and meets(left.things, right.things) and not apart:
                yield left, right
    yield from _notes(dated, by_account)


def _notes(dated: list[Account], by_account: dict[int, list[Dated]]) -> Iterator[tuple[Dated, Dated]]:
    """A note without a verb against a sentence that has its name and two of its things."""
    for note in dated:
        if note.doings:
            continue
        for other in dated:
            apart = other.statement.document is note.statement.document or kept_apart(note, other)
            if (
                apart
                or not meets(note.names, other.names)
                or len(meets(note.things, other.things)) < max(2, len(note.things))
            ):
                continue
            left, right = by_account[id(note)][0], by_account[id(other)][0]
            if left.differs(right):
                yield left, right


def days(one: Account, all_: Accounts) -> Iterator[Dated]:
    """The doings of an account that a day is told of.

    Args:
        one: The account.
        all_: The accounts of the file.
    """
    text = one.clause.text
    if _MOVED.search(text):
        return
    doings = sorted(name for name, sign in one.doings.items() if sign > 0)
    for found in one.clause.dates:
        day, year_by = calendar_day(all_.dates.read(found), one.statement.passage, all_.dates)
        if day is None or all_.dates.unsure(found):
            continue
        before = text[: found.start]
        if _UNTIL.search(before):
            yield from _end(one, found, day, year_by)
            continue
        shifted = _LATER.match(text[found.end :])
        if shifted is not None and shifted["what"].strip():
            yield from _shifted(one, day, year_by, shifted)
            doings = sorted(name for name, sign in signed(before).items() if sign > 0)
        if not _NAMES_IT.search(before):
            yield from (Dated(one, doing, day, year_by) for doing in doings or [""])


def _shifted(one: Account, day: date, year_by: YearBy, match: re.Match[str]) -> Iterator[Dated]:
    """What happened some days before or after a date ("on 12 October, two days after it had come")."""
    value = number_value(match["n"])
    if value is None or match["way"].lower() in ("earlier", "later"):
        return
    gap = timedelta(days=int(value) * (7 if match["unit"].lower() == "week" else 1))
    other = day - gap if match["way"].lower() == "after" else day + gap
    for doing, sign in signed(f"it {match['what'].strip().removeprefix('it ')}").items():
        if sign > 0 and doing in _NAMED:
            yield Dated(one, doing, other, year_by)


def _end(one: Account, found: FoundDate, day: date, year_by: YearBy) -> Iterator[Dated]:
    """The end of a term: of the noun before "from … to …", or of what runs, lasts or ends."""
    text = one.clause.text
    first = next((d for d in one.clause.dates if d.end <= found.start and found.start - d.end <= 6), None)
    noun = _TERM.search(text[: first.start]) if first is not None else None
    if noun is not None and words(noun["noun"])[0].key not in verb_keys():
        yield Dated(one, "end", day, year_by, frozenset(word.key for word in words(noun["noun"])))
    elif one.doings.get("end", 0) > 0:
        head = [word.key for word in words(text[: found.start]) if word.key in one.things][:1]
        yield Dated(one, "end", day, year_by, frozenset(head)) if head else Dated(one, "", day, year_by)


def _series(left: Dated, right: Dated, told: list[Dated]) -> bool:
    """Whether one of the documents tells of both days for such a doing: it happened twice, or it is a list of days."""
    for side, other in ((left, right), (right, left)):
        for one in told:
            account = one.account
            if account.statement.document is not side.account.statement.document or one.doing != side.doing:
                continue
            if (
                one.day != side.day
                and account.things & side.account.things
                and (one.day == other.day or not side.things)
            ):
                return True
    return False


def _finding(left: Dated, right: Dated) -> Finding:
    text = (
        f"Two days for one event, {left.told} and {right.told}. "
        f"{says(left.account.statement)}. {says(right.account.statement)}."
    )
    inputs: dict[str, object] = {
        "differ_in": "date", "doing": left.doing, "values": sorted([left.day.isoformat(), right.day.isoformat()])
    }  # fmt: skip
    return Finding("contradiction", text, (left.account.statement.id,), "disputed", rule=RULE, inputs=inputs,
                   against=(right.account.statement.id,))  # fmt: skip
