"""One clause as an account: its doings with their polarity, its things, names and numbered things, its day."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.language.clauses import Clause, contrast_clash, light
from foam_graph.findings.language.clauses import read as clause_of
from foam_graph.findings.language.dates import MONTHS, find_dates
from foam_graph.findings.language.document_parts import PART_NOUNS
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import singular
from foam_graph.findings.language.words import Word, function_words, key_of, lexicon, same, verb_keys, words
from foam_graph.findings.sheet.accounts.senses import said, senses
from foam_graph.findings.sheet.document_dates import DocumentDates, document_dates
from foam_graph.findings.sheet.standing.statements import RULE_CLASSES, Statement, Statements, other_case, statements
from foam_graph.findings.sheet.years import calendar_day

LONGEST = 42
"""Words of a sentence that is held against another; longer ones say several things."""
_OWN = re.compile(r"\b(?:I|[Mm]y|[Mm]ine)\b")
"""The speaker's own doing or thing."""
_NUMBERED = re.compile(
    r"\b(?P<noun>[A-Za-z]{3,})\s(?:no\.?\s|number\s)?(?P<a>\d{1,5})(?:\s?(?:to|-|–)\s?(?P<b>\d{1,5}))?\b(?![.,:/]\d)"
)
_BREAK = re.compile(
    r"[;:,]|\b(?:but|because|although|though|while|whereas|unless|if|that|since|until|before|after)\b", re.IGNORECASE
)
_LACK = re.compile(r"\b(?:missing|lack(?:s|ed|ing)?|without|absence of)\b", re.IGNORECASE)
_NONE_AFTER = re.compile(r"^[^;.]{0,40}?:\s*(?:none|nil|no)\b", re.IGNORECASE)
_FROM = re.compile(r"^\**(?:From|By)(?::\**| (?=(?:Mr|Ms|Mrs|Dr)\b))\s*(?P<who>[^,:\n*]{2,40})")
_FIRST_PERSON = re.compile(r"\b(?:I|me|myself)\b|\bmy (?:name|signature|hand|own)\b")
_DEAR = re.compile(r"^(?:Dear|To:?) (?:(?:Mr|Ms|Mrs|Dr|Count|Professor)\.? )?(?P<who>[A-Z][\w' -]{1,40})")
_SECOND_CLAUSE = re.compile(
    r",? and (?=(?:the|an?|his|her|our|their|its|no) [\w-]+ (?:[\w-]+ )?(?:is|was|are|were|has|have|had|will)\b)"
)
_ARTICLE = re.compile(r"\b(?:the|an?|my|our|your|his|her|its|their|this|that)\s$", re.IGNORECASE)
_TITLES = frozenset(["mr", "mrs", "ms", "dr", "prof", "professor"])
_COMPOUND = re.compile(r"\b(?:the|an?|this|that|each|every|our|their|its)\s(?:[a-z]+\s)?$", re.IGNORECASE)
_DATED = re.compile(rf"(?:\b(?:{'|'.join(MONTHS)})\s\d{{1,2}}|\b\d{{1,2}}\s(?:{'|'.join(MONTHS)}))\s$", re.IGNORECASE)
"""A day between an article and its noun: "the 17 October walk"."""
_PARTICIPLE = re.compile(
    r"\b(?:was|were|is|are|been|being|has|have|had|never|ever|not|not yet|it|and|,) ?(?:ever |never |also |since |now )?[a-z]{4,}ed$",
    re.IGNORECASE,
)
_OWNED = re.compile(r"\b(?:the|an?|my|our|your|his|her|its|their|this|that|no|each|every)\s$", re.IGNORECASE)
_NOUN_AFTER = re.compile(
    r"\s(?!(?:of|in|at|on|for|from|with|by|to|and|or|that|which|who|as|was|were|is|are|had|has|have|will|did|came|took|went)\b)[a-z]{3,}(?<!ed)\b"
)
_MOOD = re.compile(
    r"\b(?:if|would|could|might|should|must|(?-i:may)|ought|whether|shall|will|plans?|planned|intend(?:s|ed)?|expect(?:s|ed)?|due|to be|proposed?|estimated?)\b",
    re.I,
)
_KIN = re.compile(
    r"^(?:my|his|her|our|their) (?:\w+ )?(?P<kin>wife|husband|son|daughter|father|mother|brother|sister|partner|neighbou?r|colleague|friend"
    r"|cousin|uncle|aunt|assistant|predecessor)\b",
    re.IGNORECASE,
)
_COMPLEMENT = re.compile(
    r"\bthe (?P<head>[a-z]+) (?:of|at|in|on|for|near) (?:the |our |its |their |an? )(?P<noun>[a-z]+)\b(?! of\b)",
    re.IGNORECASE,
)
_MONTHS = frozenset(MONTHS)
_FILLERS = frozenset(senses().fillers.split())
_NUMBERED_NOUNS = (
    frozenset(lexicon().numbered_nouns.split()) | PART_NOUNS | {"cheque", "invoice", "claim", "receipt", "key"}
)


@dataclass(frozen=True, eq=False)
class Account:
    """What one clause tells.

    Attributes:
        statement: Its statement.
        clause: The clause.
        doings: Doings with their sign, 1 or -1: names of senses, or keys of verbs that no sense has.
        things: Keys of its nouns that are no names.
        names: Keys of its names; the speaker's where it speaks in the first person.
        numbered: Numbered things, e.g. ``("plot", 4)``.
        day: The day that it tells of; None where it names none.
        dated: The day stands in the clause, not only in what it stands under.
    """

    statement: Statement
    clause: Clause
    doings: dict[str, int]
    things: frozenset[str]
    names: frozenset[str]
    numbered: frozenset[tuple[str, int]]
    day: date | None
    dated: bool


@dataclass(frozen=True, eq=False)
class Accounts:
    """The accounts of a case file, with how often each thing is told of, and the day that the matter turns on."""

    all: tuple[Account, ...]
    read: Statements
    dates: DocumentDates
    counts: Counter[str]
    case_day: date | None

    def rare(self, key: str) -> bool:
        """Whether a thing is told of so seldom that it brings two sentences together."""
        return self.counts[key] <= max(8, len(self.read.all) // 12)


@lru_cache(maxsize=4)
def accounts(file: CaseFile) -> Accounts:
    """Reads the facts of a case file as accounts.

    Args:
        file: The case file.
    """
    read, dates = statements(file), document_dates(file)
    made = tuple(
        _account(one, clause, dates)
        for one in read
        if told_as_fact(one, read)
        for clause in _clauses(one)
    )  # fmt: skip
    counts = Counter(key for one in read for key in {w.key for w in one.words if not w.function})
    return Accounts(made, read, dates, counts, _case_day(read, dates))


def told_as_fact(one: Statement, read: Statements) -> bool:
    """Whether a statement tells a fact of this case, in a sentence short enough to be held against another."""
    fragment = one.standing == "fragment" and one.document.source_class not in RULE_CLASSES
    if not (one.standing in ("fact", "plan") or fragment) or other_case(one, read):
        return False
    return one.text.count(" ") <= LONGEST and not one.text.lstrip().startswith("|")


def _clauses(one: Statement) -> Iterator[Clause]:
    """The clauses of a statement that tell what is or was, not what may be or is to come."""
    for clause in one.clauses:
        for part in _SECOND_CLAUSE.split(clause.text):
            if not _MOOD.search(part):
                yield clause if part == clause.text else clause_of(part)


def _account(one: Statement, clause: Clause, dates: DocumentDates) -> Account:
    doings = signed(clause.text)
    spoken = {one_.start for one_ in said(clause.text) if " " not in clause.text[one_.start : one_.end]}
    content = [w for w in clause.content if w.start not in spoken and not light(w.key) and w.lower not in _FILLERS]
    named = {
        w.start
        for w in content
        if w.name or (w.text[:1].isupper() and re.search(r"\b[A-Z]\. $", clause.text[: w.start]))
    }
    things = frozenset(w.key for w in content if w.start not in named and _noun(w, clause.text))
    names = {w.key for w in content if w.start in named and w.lower not in _TITLES}
    names |= speaker(one) if _FIRST_PERSON.search(one.text) else set()
    names |= addressee(one) if re.search(r"\byour\b", f"{one.text} {clause.text}") else set()
    day, dated = _day(one, clause, dates)
    return Account(one, clause, doings, things, frozenset(names), numbered(clause.text), day, dated)


def _noun(word: Word, text: str) -> bool:
    """Whether a word stands as a noun: no verb has its form, or it is a plural, or an article stands before it."""
    if word.key not in verb_keys() or word.lower.endswith("s"):
        return True
    return bool(_ARTICLE.search(f" {_DATED.sub('', text[: word.start])}"))


def signed(text: str) -> dict[str, int]:
    """The doings of a clause with their sign.

    Args:
        text: The clause.
    """
    found: dict[str, int] = {}
    for one in said(text):
        if _as_noun(text, one.start, one.end):
            continue
        sign = polarity(text, one.start) * (-1 if one.opposite else 1)
        sign = -sign if _NONE_AFTER.match(text[one.end :]) else sign
        found.setdefault(one.name, sign)
    for word in words(text):
        verbal = word.key in verb_keys() and not light(word.key) and not word.name
        verbal = verbal or (
            not word.name and not word.function and bool(_PARTICIPLE.search(f"{text[: word.start]}{word.lower}"))
        )
        noun = _as_noun(text, word.start, word.end) or bool(
            _OWNED.search(_DATED.sub("", text[: word.start])) and word.lower[-2:] not in ("ed", "ng")
        )
        if verbal and not noun and not any(s.start <= word.start < s.end for s in said(text)):
            found.setdefault(word.key, polarity(text, word.start))
    return found


def _as_noun(text: str, start: int, end: int) -> bool:
    """Whether a word that may tell of a doing only names a thing: "the mail log", "five returned notices"."""
    if " " in text[start:end]:
        return False
    if text[start - 1 : start] == "-" or text[end : end + 1] == "-":
        return True
    if _COMPOUND.search(text[:start]) and _NOUN_AFTER.match(text[end:]):
        return True
    return text[start:end].lower() in ("notices", "notice") and bool(
        re.search(r"\b(?:the|an?|[a-z]+ed|of|no|[a-z]+) $", text[:start])
    )


def polarity(text: str, at: int) -> int:
    """-1 where what stands at a place of a clause is denied, else 1; two denials make a yes.

    Args:
        text: The clause.
        at: The place.
    """
    cues = 0
    for one in negations(text):
        between = text[one.end : at]
        cues += one.end <= at and not _BREAK.search(between) and between.count(" ") <= 6
    lack = _LACK.search(text[:at])
    cues += lack is not None and not any(o.start <= lack.start() < o.end for o in negations(text))
    return -1 if cues % 2 else 1


def numbered(text: str) -> frozenset[tuple[str, int]]:
    """The numbered things of a text, a range as each of its numbers.

    Args:
        text: The text.
    """
    found: set[tuple[str, int]] = set()
    for match in _NUMBERED.finditer(text):
        noun = singular(match["noun"].lower())
        if noun not in _NUMBERED_NOUNS or match["noun"].lower() in function_words():
            continue
        first, last = int(match["a"]), int(match["b"] or match["a"])
        found |= {(noun, number) for number in range(first, min(last, first + 200) + 1)}
    return frozenset(found)


def speaker(one: Statement) -> set[str]:
    """Keys of the names of who speaks in a sentence: of the letter that it stands in, else of the document's author."""
    own = _FROM.match(one.text)
    if own is not None:
        return {w.key for w in words(own["who"]) if not w.function}
    who = one.document.author
    for sentence in one.document.sentences:
        if sentence.id == one.id:
            break
        match = _FROM.match(sentence.text)
        who = match["who"] if match else who
    return {word.key for word in words(who) if not word.function and word.text[:1].isupper()}


def addressee(one: Statement) -> set[str]:
    """Keys of the names of whom the letter is written to that a sentence stands in."""
    found: set[str] = set()
    for sentence in one.document.sentences:
        match = _DEAR.match(sentence.text)
        found = {word.key for word in words(match["who"]) if not word.function} if match else found
        if sentence.id == one.id:
            break
    return found


def _day(one: Statement, clause: Clause, dates: DocumentDates) -> tuple[date | None, bool]:
    for found in (*clause.dates, *find_dates(one.text)):
        day, _ = calendar_day(dates.read(found), one.passage, dates)
        if day is not None and not dates.unsure(found):
            return day, True
    for found in find_dates(one.heading):
        day = dates.read(found).calendar()
        if day is not None and not one.document.source_class.startswith("l"):
            return day, False
    return None, False


def _case_day(read: Statements, dates: DocumentDates) -> date | None:
    """The day that three documents or more name, and more than any other day."""
    seen: Counter[date] = Counter()
    named: set[tuple[int, date]] = set()
    for one in read:
        for text in (one.text, one.heading):
            for found in find_dates(text):
                day, _ = calendar_day(dates.read(found), one.passage, dates)
                if day is not None:
                    named.add((one.document.number, day))
    seen.update(day for _, day in named)
    ranked = seen.most_common(2)
    if not ranked or ranked[0][1] < 3 or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]


def meets(one: Iterable[str], other: Iterable[str]) -> set[str]:
    """Keys of the first that the second has too, in whatever form."""
    theirs = set(other)
    # Two forms of one word begin alike: most twins need not be compared, of hundreds of thousands in a large file.
    return {key for key in one if key in theirs or any(same(key, twin) for twin in theirs if twin[:4] == key[:4])}


def kept_apart(one: Account, other: Account) -> bool:
    """Whether two accounts are of different things: other numbers, other names, or words that tell two things apart."""
    nouns = {noun for noun, _ in one.numbered} & {noun for noun, _ in other.numbered}
    for noun in nouns:
        if not {n for m, n in one.numbered if m == noun} & {n for m, n in other.numbered if m == noun}:
            return True
    persons = [{name for name in a.names if len(name) > 1} for a in (one, other)]
    if all(persons) and not meets(*persons):
        return True
    if _of_two_speakers(one, other) or _kin_of(one) != _kin_of(other):
        return True
    return contrast_clash(one.clause, other.clause) or _other_complement(one, other)


def _kin_of(one: Account) -> str:
    """Who acts in a clause where it is somebody's relative or the like ("my wife"); empty where it is not."""
    match = _KIN.match(one.clause.text)
    return match["kin"].lower() if match is not None else ""


def _other_complement(one: Account, other: Account) -> bool:
    """Whether one noun is told apart on both sides by what follows it ("the buoy at the wreck", "… of the fairway")."""
    mine, theirs = _complements(one.clause.text), _complements(other.clause.text)
    return any(not meets(mine[key], theirs[key]) for key in mine.keys() & theirs.keys())


def _complements(text: str) -> dict[str, set[str]]:
    """The things that stand behind "of", "at" and the like after a noun, by the noun; dates and names left out."""
    found: dict[str, set[str]] = {}
    for match in _COMPLEMENT.finditer(text):
        head, noun = words(match["head"])[:1], words(match["noun"])[:1]
        if head and noun and not noun[0].name and not noun[0].function and noun[0].lower not in _MONTHS:
            found.setdefault(head[0].key, set()).add(noun[0].key)
    return found


def _of_two_speakers(one: Account, other: Account) -> bool:
    """Whether each tells of what is the speaker's own ("I sent my claim"), and not the same speaker's."""
    authors = [account.statement.document.author.casefold() for account in (one, other)]
    own = all(_OWN.search(account.clause.text) for account in (one, other))
    return own and (authors[0] != authors[1] or not authors[0])


def thing(text: str) -> list[str]:
    """Keys of the words of a noun phrase that carry a topic, the head last."""
    return [word.key for word in words(text) if not word.function and not light(word.key) and key_of(word.lower)]
