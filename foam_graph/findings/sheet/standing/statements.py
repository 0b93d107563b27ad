"""The sentences of a case file as statements: what each is (a rule, a fact, a plan, a supposition) and who says it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Literal

from foam_graph.casefile.case_file import CaseDocument, CaseFile
from foam_graph.findings.language.clauses import Clause, clauses, first_verb, resolved
from foam_graph.findings.language.likeness import Statistics
from foam_graph.findings.language.words import KeySet, Word, verb_keys, words
from foam_graph.findings.passages import Passage
from foam_graph.findings.sheet.case_passages import passages_of
from foam_graph.findings.sheet.document_dates import DocumentDates, Mail, document_dates
from foam_graph.findings.sheet.standing.numbered import parts_of
from foam_graph.findings.sheet.standing.writers import writer

_RULES_NAMED, _RULES_UNNAMED, _RULES_NUMBERED = 0.25, 0.5, 0.15
"""Share of sentences with "must", "may" and the like in a document of rules: by its title, without one, by title and numbered clauses."""
_CLAUSES = 5
"""So many numbered parts make a document one of clauses."""
_FEW_RULES = 3
"""So many numbered parts are rules where they are half of a paper that is called rules."""
_MANY_CLAUSES = 8
"""So many do it whatever their verbs."""
Standing = Literal["rule", "fact", "plan", "supposition", "opinion", "question", "fragment"]
PARTIES = frozenset({"advocacy", "testimony"})
"""Classes of those who speak for themselves or for a side."""
RULE_CLASSES = frozenset({"law", "policy_manual"})
"""Classes of the documents that lay down rules."""
_RULE_TITLE = re.compile(
    r"\b(?:bye?-?laws?|policy|policies|(?:house |pool |court |game |club )?rules|rulebook|(?:sub-?)?contract|agreement|lease"
    r"|regulations?|act|code|handbook|manual|terms|guidelines?|statutes?|ordinance|constitution|charter|standing orders"
    r"|conditions|procedures?|protocol|covenant|warranty|guarantee|tariff|decree|directive|order|standards?|instructions?|rules|licence|permit conditions|licence conditions|scheme)\b",
    re.IGNORECASE,
)
_CLAUSED = re.compile(
    r"\b(?:(?:sub-?)?contract|agreement|lease|statutes?|charter|constitution|articles|covenant|bye?-?laws?|terms)\b",
    re.IGNORECASE,
)
_ORDERED = re.compile(
    r"\b(?:rules|rulebook|bye?-?laws?|regulations?|conditions|code|standing orders|procedures?|scheme|statutes?|charter|constitution)\b",
    re.IGNORECASE,
)
_NO_RULES = re.compile(
    r"\b(?:letter|minutes|report|submission|statement|notes?|e-?mail|decision|complaint|log|review of|survey|memo"
    r"|evaluation|study|record|article|objection|appeal|invoice|about the)\b",
    re.IGNORECASE,
)
_MODAL = re.compile(
    r"\b(?:must|shall|(?-i:may)|cannot|required|requires?|entitled|eligible|(?:has|have) to be|only (?:if|when|where|once|with|after)"
    r"|unless|provided that|as long as|excluded|exempt|free of charge|no \w+ (?:can|may)|void|is (?:granted|forbidden|prohibited))\b",
    re.IGNORECASE,
)
_SAYS_RULE = re.compile(
    r"\b(?:rule|section|clause|article|by-?law|policy|regulation|contract|agreement|lease|statute|handbook|act)s?\b(?:\s\S+){0,2}?"
    r"\s(?:says?|requires?|provides?|states?|stipulates?|lays down) that\b.*\b(?:must|shall|(?-i:may)|only|cannot)\b",
    re.IGNORECASE,
)
_OUGHT = re.compile(
    r"\b(?:should|ought to|had better|deserves?|believes?|believed|feels?|felt|(?-i:hopes?|hoped|wish(?:es|ed)?|fears?)|feared"
    r"|regrets?|in my (?:opinion|view)|in our (?:opinion|view)|recommends?|recommended|urges?|urged|asks? (?:that|for|you|the)"
    r"|demands? that|we must|it is (?:right|wrong|fair|unfair|important) that|let us|please)\b",
    re.IGNORECASE,
)
_SUPPOSED = re.compile(
    r"\b(?:would|could|might|(?-i:may)|if|assum(?:e[sd]?|ing)|suppos(?:e[sd]?|ing)|in case|whether|presum(?:e[sd]?|ing"
    r"|ably)|suspects?|suspected|doubts?|doubted|perhaps|possibly|probably|likely|unlikely|appears? to|seems? to|imagine"
    r"|hypothetical(?:ly)?|cannot say|does not know|do not know)\b",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"\b(?P<verb>asked|discussed|examined|checked|decided|enquired|tested) (?:[\w'’]+ ){0,4}?whether\b[^,;]*",
    re.IGNORECASE,
)
"""What was asked says nothing of the asking."""
_PLANNED = re.compile(
    r"\b(?:will|shall|plans? to|planned|intends?|intended|aims?|proposes?|proposed|budgeted?|expect(?:s|ed)?"
    r"|forecasts?|projected|target(?:s|ed)?|scheduled|is due to|are due to|is to|are to|going to|estimate[sd]?"
    r"|promis(?:es?|ed)|undertakes? to|undertook to|anticipat(?:es?|ed))\b",
    re.IGNORECASE,
)
_MATTER = re.compile(
    r"\b(?:(?:matter|case|appeal|application|claim|denial|complaint|file) of|concerning|in re)\s"
    r"(?:Mr |Mrs |Ms |Dr )?(?P<name>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?)"
)
_IS_THE = re.compile(
    r"^(?P<name>(?:(?:Dr|Mr|Mrs|Ms|Prof)\.? )?[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,2}) (?:is|was) (?:the|an?) (?P<what>[a-z][\w -]{2,40}?)"
    r"(?= of | for | at | in |[,.])"
)
_PARTICIPLE = re.compile(r"\b(?:[a-z]{2,}ed|is|are|was|were|has|had|have)\b")


@dataclass(frozen=True, eq=False)
class Statement:
    """One sentence of a document with what it is; equal to itself only.

    Attributes:
        passage: The sentence with its neighbours.
        document: Its document.
        place: Its place in the case file, from 0.
        standing: What it is.
        clauses: Its clauses, an opening pronoun replaced from the sentence before.
        heading: The heading that it stands under.
        mail: The mail that it stands in, of several in its document; None where it stands in none.
    """

    passage: Passage
    document: CaseDocument
    place: int
    standing: Standing
    clauses: tuple[Clause, ...]
    heading: str
    mail: Mail | None = None

    @property
    def date(self) -> str:
        """The day on which it was written, ISO 8601: that of its mail, else that of its document; empty for none."""
        return self.mail.day.isoformat() if self.mail is not None else self.document.date

    @property
    def writer(self) -> str:
        """Who wrote it: the writer of its mail, else the author of its document; empty where neither is known."""
        return self.mail.writer if self.mail is not None else self.document.author

    @property
    def id(self) -> str:
        """Stable id of the sentence."""
        return self.passage.id

    @property
    def text(self) -> str:
        """The sentence."""
        return self.passage.text

    @cached_property
    def words(self) -> tuple[Word, ...]:
        """Its words."""
        return words(self.text)


@dataclass(frozen=True, eq=False)
class Statements:
    """All statements of a case file.

    Attributes:
        all: In order.
        statistics: How common each word is in the file.
        background: Keys of the names that the whole file is about: in half of its documents or more.
        known: What a named person or thing is said to be, by the key of its last name: keys of the words.
        dates: When the documents were written, and how they write numeric dates.
    """

    all: tuple[Statement, ...]
    statistics: Statistics
    background: frozenset[str]
    known: Mapping[str, frozenset[str]]
    dates: DocumentDates

    @cached_property
    def parties(self) -> frozenset[str]:
        """Keys of the names whose matter the file is: titles say so, and half of the documents name them."""
        found = (_MATTER.search(one.document.title) for one in self.all)
        named = {word.key for match in found if match is not None for word in words(match["name"])}
        return frozenset(named & self.background)

    @cached_property
    def writers(self) -> dict[int, str]:
        """Who wrote each document, by its number (``writer``)."""
        return {
            number: writer(document) for number, document in {one.document.number: one.document for one in self}.items()
        }

    @cached_property
    def laws(self) -> frozenset[int]:
        """Numbers of the documents that lay down rules and hold one."""
        return frozenset(one.document.number for one in self.of("rule") if one.document.source_class in RULE_CLASSES)

    def implied(self, clause: Clause) -> set[str]:
        """Keys of what the names of a clause are said to be elsewhere ("Dr Hale is the treating clinician").

        Args:
            clause: The clause.
        """
        return {key for word in clause.content if word.name for key in self.known.get(word.key, ())}

    def told_by(self, clause: Clause) -> KeySet:
        """Keys of what a clause tells of and does, with what its names are said to be; each clause is looked at once.

        Args:
            clause: The clause.
        """
        found = self._told.get(clause)
        if found is None:
            verbs = (word.key for word in words(clause.text) if word.key in verb_keys())
            found = self._told[clause] = KeySet((*self.implied(clause), *clause.topics, *verbs))
        return found

    @cached_property
    def _told(self) -> dict[Clause, KeySet]:
        return {}

    def __iter__(self) -> Iterator[Statement]:
        return iter(self.all)

    def of(self, *standings: Standing) -> list[Statement]:
        """The statements of some standings, in order."""
        return [one for one in self.all if one.standing in standings]


@lru_cache(maxsize=4)
def statements(file: CaseFile) -> Statements:
    """Reads a case file.

    Args:
        file: The case file.
    """
    found: list[Statement] = []
    dates = document_dates(file)
    mails = dates.mails
    texts = Counter(" ".join(one.text.split()) for one in file if one.id not in dates.quoted)
    for document in file.documents:
        rules = sets_rules(document)
        headings = {one.id: one.heading for one in document.sentences}
        for passage in passages_of(document):
            read = _own(clauses(resolved(passage.text, passage.before)), passage.text)
            standing = "fragment" if _heads_table(passage) else _standing(passage, rules)
            mail = mails.get(passage.id)
            earlier = dates.quoted.get(passage.id)
            plain = " ".join(passage.text.split()).lstrip("> ")
            if earlier is not None and (mail is None or texts[plain]):
                standing = "question"  # nobody's words, or the file has them where they were written: they tell nothing
            found.append(Statement(passage, document, len(found), standing, read, headings[passage.id], mail))
    statistics = Statistics.over(one.passage for one in found)
    return Statements(tuple(found), statistics, _background(file, found), _known(found), dates)


def _own(found: tuple[Clause, ...], text: str) -> tuple[Clause, ...]:
    """Clauses without the amounts and dates that a pronoun brought in from the sentence before."""
    return tuple(
        one if one.text in text else replace(
            one,
            quantities=tuple(q for q in one.quantities if q.text in text),
            dates=tuple(d for d in one.dates if one.text[d.start : d.end] in text),
        )
        for one in found
    )  # fmt: skip


def sets_rules(document: CaseDocument) -> bool:
    """Whether a document lays down rules: law, policy, contract, bylaw.

    Args:
        document: The document; its class decides, else its title and how often it says "must" or "may".
    """
    if document.source_class in RULE_CLASSES:
        return True
    if document.source_class not in ("unknown", "official_record", "correspondence"):
        return False
    named = is_called_rules(document)
    modal = sum(bool(_MODAL.search(one.text)) for one in document.sentences)
    share = modal / max(1, len(document.sentences))
    if named and share < _RULES_NAMED:
        # A contract may say in the plain present what is owed.
        least = _CLAUSES if share >= _RULES_NUMBERED else _MANY_CLAUSES
        if _CLAUSED.search(document.title) and len(parts_of(document)) >= least:
            return True
        # So may rules whose sentences are nearly all numbered.
        own = len(parts_of(document)) if _ORDERED.search(document.title) else 0
        return own >= _FEW_RULES and 2 * own >= len(document.sentences)
    return (named and share >= _RULES_NAMED) or (document.source_class == "unknown" and share >= _RULES_UNNAMED)


def is_called_rules(document: CaseDocument) -> bool:
    """Whether the title of a document is that of rules, whatever its sentences are.

    Args:
        document: The document.
    """
    return bool(_RULE_TITLE.search(document.title)) and not _NO_RULES.search(document.title)


def _heads_table(passage: Passage) -> bool:
    """Whether a row is the first of its table: heads of columns tell nothing by themselves."""
    return all(one.startswith("|") for one in (passage.text, passage.after)) and not passage.before.startswith("|")


def _standing(passage: Passage, rules: bool) -> Standing:
    text = passage.text.strip()
    if text.endswith("?"):
        return "question"
    if first_verb(text) is None and not _PARTICIPLE.search(text) and not (text.endswith(".") and text.count(" ") > 2):
        return "fragment"
    if rules and not _tells(text):
        return "rule"
    if passage.source_class == "ruling" and re.search(r"\bholds? that\b", text):
        return "rule"
    if _OUGHT.search(text):
        return "opinion"
    if _SAYS_RULE.search(text):
        return "rule"
    if re.search(r"\b(?:must|shall|may not|entitled to|eligible)\b", text):
        return "opinion"
    if _SUPPOSED.search(text):
        return "supposition"
    return "plan" if _PLANNED.search(text) else "fact"


def asks(one: Statement) -> bool:
    """Whether a statement tells as a fact that something was asked, examined or decided, whatever the answer.

    Args:
        one: The statement.
    """
    rest = _ASKED.sub(r"\g<verb>", one.text)
    return rest != one.text and one.standing == "supposition" and not (_SUPPOSED.search(rest) or _PLANNED.search(rest))


def _tells(text: str) -> bool:
    """Whether a sentence of a document of rules tells what happened (signatures, history), not what is to be."""
    clause = clauses(text)[0]
    if re.search(r"\b(?:if|unless|only|provided|when|where|except|until)\b", text, re.IGNORECASE):
        return False
    return clause.past and not clause.rule and bool(clause.dates)


def _background(file: CaseFile, found: list[Statement]) -> frozenset[str]:
    """Names that stand in half of the documents."""
    seen: Counter[str] = Counter()
    for document in file.documents:
        own = [one for one in found if one.document is document]
        names = {word.key for one in own for word in one.words if word.name}
        names |= {word.key for word in words(document.title) if word.name}
        seen.update(names)
    return frozenset(name for name, count in seen.items() if 2 * count >= len(file.documents) and count > 1)


def _known(found: list[Statement]) -> dict[str, frozenset[str]]:
    """What names are said to be; a name of two people is left out where they share it."""
    said: dict[str, set[str]] = {}
    for one in found:
        match = _IS_THE.match(one.text) if one.standing == "fact" else None
        if match is not None:
            last = words(match["name"])[-1].key
            said.setdefault(last, set()).update(w.key for w in words(match["what"]) if not w.function and not w.name)
    return {name: frozenset(keys) for name, keys in said.items()}


def other_case(one: Statement, all_: Statements) -> bool:
    """Whether a statement stands in the record of somebody else's case: in a ruling, or in another person's file.

    Args:
        one: The statement.
        all_: The statements of its file.
    """
    if one.passage.source_class == "ruling":
        return True
    match = _MATTER.search(one.document.title)
    if match is None:
        return False
    named = {word.key for word in words(match["name"])}
    return bool(all_.parties) and not named & all_.parties
