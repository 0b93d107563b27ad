"""Papers that come without a description: what their heads and ends say of title, day, writer and sort."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Final

from foam_graph.casefile.case_file import CaseDocument, CaseFile, CaseSentence
from foam_graph.findings.language.dates import MONTHS, WEEKDAYS
from foam_graph.findings.language.wording import by_class, source_name
from foam_graph.findings.language.words import function_words
from foam_graph.findings.passages import Passage
from foam_graph.findings.sheet.document_dates import document_dates
from foam_graph.findings.sheet.mails.mail_head import in_marks
from foam_graph.findings.sheet.mails.papers_within import apart
from foam_graph.findings.sheet.standing.statements import sets_rules
from foam_graph.phrases import opened

ERASED = "erased document"
"""What a paper is called of which nothing is left but that it was there."""
_STEM = re.compile(r"^\S+$|\.\w{2,4}$|^[^A-Z]*$")
"""A title that is the name of a file: without a blank, with an ending, or all small."""
_STATE = re.compile(
    r"^(?:(?:final|finally|draft|copy|scan(?:ned)?|version|ver|rev|revision|v|new|old|clean|signed|untitled|unnamed|document|doc|file|files|page|pages|image|img"
    r"|picture|photo|pdf|docx?|txt|html?|last|latest|really|of|the|corrected|edited|revised|ok|done|approved|tmp|temp|backup|output|export|no|nr|part|attachment"
    r"|[a-z]?\d+[a-z]?|\(\d+\))(?:[\s._-]+|$))+$",
    re.IGNORECASE,
)
"""What says of a paper only in which state it is, or where it stands."""
_LONGEST: Final = 110
_PART = re.compile(r":\s+|\s[–—-]\s")
_KINDS: Final = re.compile(
    r"\b(?:rules|conditions|policy|bye?-?laws?|terms|regulations?|manual|handbook|code|charter|order|report|statement|agreement|contract"
    r"|statutes?|articles|constitution|lease|licence|ordinance|protocol|guidelines|reply|addendum|amendment)\b",
    re.IGNORECASE,
)
"""What papers are called that is no sort of source of its own."""
_FILED_KINDS: Final = re.compile(
    r"\b(?:guidance|procedure|wording|note|paper|thread|application|appeal|refusal|representations|declaration|opinion|schedule|endorsement"
    r"|survey|quotation|readings|daybook|file|plan|return|specification|assessment|review|transcript|interview|addendum|amendment|annex|appendix|reply|response|answer|examination|inspection|newsletter|book)\b",
    re.IGNORECASE,
)
"""What files are called besides."""
_FORMS: Final = re.compile(r"\b(?:form|diary)$", re.IGNORECASE)
"""What files are called whose own title, if they have one, says more."""
_PAPERS: Final = re.compile(
    r"\b(?:act|motion|brief|table|timetable|budget|statute|timetable|treaty|convention|directive|audit|memorial|directions?|tariff|programme|prospectus|rules|evaluation"
    r"|study|release|hearing|speech|essay|judge?ment|ruling|message|extract|affidavit|deed|testament|testimony|thread|forum|booklet|slip|warning|accounts|bulletin|protocol|licen[cs]e|confirmation|comment|inspection|diary|questionnaire|leaflet|brochure|poster)s?\b",
    re.IGNORECASE,
)
"""Papers besides, which a sentence calls with an article."""
_HEAD_ENDS: Final = re.compile(
    r",|\s(?:of|on|to|for|from|by|about|in|with|against|concerning|regarding|at|between|before|after|under)\s",
    re.IGNORECASE,
)
_CUT_OFF: Final = re.compile(
    rf"\b(?:{'|'.join((*MONTHS, *WEEKDAYS))}|of|on|to|in|at|from|by|and|the|no)$", re.IGNORECASE
)
_FIRST_ARTICLE: Final = re.compile(r"^(?:the|an?) ", re.IGNORECASE)
_SMALL: Final = re.compile(r"(?<![\w'’-])[a-z]{3,}(?![\w])")
_SENDER: Final = re.compile(r"^\s*[\"'“]?(?P<name>[^<>\"“”@]*?)[\"'”]?\s*<?(?P<address>[^\s<>@]+@[^\s<>]+?)>?\s*$")
"""Who sent a mail, as its head has it: a name with an address, or the address alone."""
_OF: Final = re.compile(r"\s(?:of|on|to|for|from|by|about|in|with)\s", re.IGNORECASE)
_BESIDE = re.compile(r"\s*\([^()]*\)\s*$")
_SORTS: Final[tuple[tuple[str, re.Pattern[str]], ...]] = tuple(
    (name, re.compile(rf"(?:{words})\b" if words[0] == "^" else rf"\b(?:{words})\b", re.IGNORECASE))
    for name, words in (
        ("advocacy", r"^(?:notice of )?(?:application|claim|appeal|request|objection|protest|grievance) (?:for|against|to|of|by|about)"),
        ("decision", r"decision(?: letter| notice)?|determination|judg(?:e)?ment|award"),
        ("official_record", r"minutes|register|log(?: ?book)?|day ?book|round sheet|time ?sheet|record|roster|rota|ledger|inventory|certificate"
                            r"|circular|bulletin|notice|amendment|accounts|statement of (?:account|dues|loss|costs?|expenses)|invoices?|receipts?|notes|summary|list"
                            r"|bills?|(?:service|job|record|time|log) sheet"),
        ("correspondence", r"letters?|e-?mails?|mails?|messages?|correspondence|memo(?:randum)?"),
        ("advocacy", r"complaint|objection|submission|petition|grounds of appeal"),
        ("news", r"newspaper|press (?:cutting|report|release)|article|gazette|news"),
    )
)  # fmt: skip
_CLOSING = re.compile(
    r"^(?:yours(?: \w+)?|(?:with )?(?:kind|best|warm)(?:est)? (?:regards|wishes)|sincerely|faithfully|regards|respectfully(?: yours)?)\W*$",
    re.IGNORECASE,
)
_NAME = re.compile(r"^(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?(?:[A-Z][\w'’.-]*\s?){1,4}(?:\(.{1,12}\))?$")
_TELLER = re.compile(
    r"^(?i:(?:witness )?statement|account|testimony|letter|mail|note) (?:of|by|from) (?P<who>(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,2})"
)
_SIGNATURE: Final = re.compile(
    r"(?:(?:Mr|Mrs|Ms|Dr|Prof)\.? )?(?:(?:[A-Z]\.\s?){1,3}[A-Z][\w'’-]+|[A-Z][\w'’-]+(?: [A-Z]\.)? [A-Z][\w'’-]+)"
)
_ROLE: Final = re.compile(
    r"(?:,| \()\s?(?:the )?(?:\w+ )?(?:captain|chair\w*|secretary|treasurer|president|manager|director|owner|clerk|head|headmaster|headmistress|principal|warden|tenant|landlord|agent)\)?$",
    re.IGNORECASE,
)
_OFFICES: Final = (
    r"(?:captain|chair(?:man|woman|person)?|secretary|treasurer|president|manager|director|owner|clerk|principal|warden|tenant|landlord|agent"
    r"|officers?|caretaker|registrar|curator|steward|bursar|inspector|surveyor|engineer|technician|administrator|coordinator|supervisor|trustees?"
    r"|governors?|mayor|librarian|matron|foreman|headteacher|headmaster|headmistress|committee|panel|board|council|tribunal|jury|auditors?|ombudsman)"
)
"""Who holds an office, and bodies: of them a sentence says "the"."""
_OFFICE: Final = re.compile(rf"\b{_OFFICES}$", re.IGNORECASE)
_TAIL_NOUN: Final = re.compile(
    r"^(?P<lead>.+\s(?:of|to|from|by|for|with|(?P<about>on|about)))\s(?!(?:the|an?|its?|our|my|his|her|their|this|that|all|no)\b)(?P<noun>[a-z]+(?:\s[a-z]+)?)$"
)
"""The name of a file that ends with a preposition and a noun without an article: "report on roof"."""
_BEFORE_NOUN: Final = re.compile(
    r"\b(?P<before>[Tt]he|of|on|for|about|from|by|with|without|no|and|or|to|in|at)\s(?P<noun>[a-z]{3,})\b"
)
_BODY: Final = re.compile(
    r"\b(?:Ltd|Inc|LLC|GmbH|Club|Office|Road|Street|Lane|Avenue|Committee|Council|Board|House|Court|School|Society|Company|Page|Annex|Appendix|End|Enclosure|Copy|General|Secretary|Director|Manager|Chair)\b"
)
"""What is no name of a person."""
_TO: Final = re.compile(r"^To (?:the |Mr |Mrs |Ms |Dr |[A-Z])")
_FROM: Final = re.compile(r"^(?:>\s?)*From:", re.IGNORECASE)
_SIGNED: Final = 2
_REFUSES: Final = re.compile(
    r"^(?:notice of )?(?:refusal|rejection|dismissal|revocation|exclusion|expulsion|termination|disqualification|suspension)(?: of [\w ]{1,40})?$",
    re.IGNORECASE,
)
"""A line of the head of a letter that says that it decides."""
_DIVIDED: Final = re.compile(r"^[-=*_]{2,}\s?\S.*\S\s?[-=*_]{2,}$")
"""A line between two letters of one file."""
_DEAR: Final = re.compile(r"\W*(?:dear|to whom)\b", re.IGNORECASE)
_DIGIT: Final = re.compile(r"\d")
_SHORT: Final = 3
_END: Final = 6
_HEAD: Final = 12
"""So many sentences from the beginning are looked at for what a paper under a letterhead is."""
_RUN_IN = re.compile(r"^\*\*(?:\(?\d+|[A-Z])[.)]?\s[^*]*\*\*\s*\S|^\W*(?:dear|to whom)\b", re.IGNORECASE)
"""Where the text itself begins: a numbered run-in heading, or who is spoken to."""
_LABELLED = re.compile(r"^[A-Z][\w' ]{1,40}:(?:\s|\*|$)")
_OTHERWISE = re.compile(r"^(?:[Tt]o|[Ff]or|[Ff]rom|[Bb]y)\b|^[^A-Z]|^[A-Z][\w' ]{1,30}:\*")
"""Such a line names whom the paper is for, or is one of its particulars."""

_Words = Callable[[], Collection[str]]
"""Words of a whole file, which are looked for where they are asked for."""


def described(file: CaseFile) -> CaseFile:
    """A case file whose documents say what they are, as far as their own words do; what is stated with them stands.

    Args:
        file: The case file; a file that holds several papers becomes a document for each.
    """
    file = apart(file)
    known = document_dates(file).days
    made = []
    titles = _titles(file)
    for document in file.documents:
        title = titles[document.id]
        own = title if title == document.title else _own_title(document)
        day = known.get(document.id)
        one = replace(
            document,
            title=title,
            date=document.date or (day.isoformat() if day is not None else ""),
            author=document.author or _author(document, own),
            sentences=_under_title(document) if title != document.title else document.sentences,
        )
        # A file may be called "rules" where its title says whose they are.
        rules = sets_rules(document) or sets_rules(one)
        sort = "policy_manual" if rules else _sort_of(document, own, title)
        made.append(one if one.source_class != "unknown" else replace(one, source_class=sort))
    made = _named(made, file)
    return CaseFile(tuple(made)) if made != list(file.documents) else file


def _named(made: list[CaseDocument], file: CaseFile) -> list[CaseDocument]:
    """Documents with how sentences call them; those that would be called the same, of one day, are called by their titles."""

    @cache
    def common() -> frozenset[str]:
        return frozenset(word for one in file for word in _SMALL.findall(one.text))

    @cache
    def definite() -> frozenset[str]:
        before: dict[str, set[str]] = {}
        for one in file:
            for match in _BEFORE_NOUN.finditer(one.text):
                before.setdefault(match["noun"], set()).add(match["before"].lower())
        return frozenset(noun for noun, found in before.items() if found == {"the"})

    untitled = [_untitled(one, own) for one, own in zip(made, file.documents, strict=True)]
    named = [
        replace(one, called=_called(one, own, common, definite, untitled=bare), untitled=bare)
        for one, own, bare in zip(made, file.documents, untitled, strict=True)
    ]
    often = Counter((one.called, one.date) for one in named if one.called)
    return [
        one if often[one.called, one.date] < 2 else replace(one, called=f'"{own.title}"', untitled=True)
        for one, own in zip(named, file.documents, strict=True)
    ]


def _untitled(document: CaseDocument, loaded: CaseDocument) -> bool:
    """Whether the title of a document is none of its own: its file's name in words, what it was named here, or the subject of a mail."""
    if _SENDER.match(loaded.author):
        return True
    by_file = _STEM.search(loaded.title) or _STATE.match(loaded.title)
    stated = document.title == loaded.title and loaded.title[:1].isupper()
    return by_file is not None and not stated and document.title != _in_small(_own_title(loaded))


def _called(document: CaseDocument, loaded: CaseDocument, common: _Words, definite: _Words, *, untitled: bool) -> str:
    """How a sentence calls a document; empty where what its title begins with, under an article, is a name for it.

    A mail is its sender's. What names a sort of paper has an article: "the report on the fire". Any other title is quoted as it is, and
    so is the name of a file that is no phrase: "the statement orr" is no English.

    Args:
        document: The document.
        loaded: The same as it was loaded.
        common: Gives the words that are no names, as the documents write them.
        definite: Gives those that they never write without "the" behind a preposition or an "and".
        untitled: Whether its title is none of its own.
    """
    sender = _SENDER.match(loaded.author)
    if sender is not None:
        return f"the e-mail of {in_marks(sender['name'].strip() or sender['address'])}"
    plain = source_name(Passage("", "", document.title, "", source_class=document.source_class))
    if by_class(plain):
        return ""
    name = _FIRST_ARTICLE.sub("", plain)
    whole = name.casefold() in document.title.casefold() and _CUT_OFF.search(name) is None
    head = _HEAD_ENDS.split(name)[0].split()
    told_apart = not untitled or document.title != _filed(loaded) or _phrase(document.title, common)
    if whole and told_apart and head and _is_paper(head[-1]):
        given = _with_article(name, definite) if document.title == _filed(loaded) else name
        return f"the {given[0].lower()}{given[1:]}" if len(head) == 1 else plain if untitled else ""
    told = re.sub(r"^\d+[\W_]+", "", loaded.title) if untitled else document.title
    return f'"{told or loaded.title}"'


def _with_article(name: str, definite: _Words) -> str:
    """The name of a file with the article that its last noun has in a sentence: where it is an office or a body, or the papers always write one."""
    match = _TAIL_NOUN.match(name)
    if match is None or not (_OFFICE.search(match["noun"]) or (match["noun"] in definite() and match["about"])):
        return name
    return f"{match['lead']} the {match['noun']}"


def _phrase(filed: str, common: _Words) -> bool:
    """Whether the name of a file is a phrase: words that are no names, and no figures."""
    return all(_is_paper(word) or word in function_words() or word in common() for word in filed.lower().split())


def _is_paper(word: str) -> bool:
    """Whether a word is one for a sort of paper, of which a sentence says "the"."""
    return _tells_sort(word) or any(kinds.search(word) for kinds in (_FILED_KINDS, _PAPERS, _FORMS))


def _under_title(document: CaseDocument) -> tuple[CaseSentence, ...]:
    """The sentences of a document; what stands under its title alone stands under no heading."""
    first = document.sentences[0] if document.sentences else None
    if first is None or first.structure != "heading":
        return document.sentences
    title = first.text.lstrip("# ").strip()
    return tuple(replace(one, heading="") if one.heading == title else one for one in document.sentences)


def _titles(file: CaseFile) -> dict[str, str]:
    """What each document is called, by its id; papers that call themselves the same are called by their files."""
    plain = [one for one in file.documents if _STEM.search(one.title) or _STATE.match(one.title)]
    titles = {one.id: one.title for one in file.documents} | {one.id: _title(one) for one in plain}
    often = Counter(title.casefold() for title in titles.values())
    return titles | {one.id: _filed(one) for one in plain if often[titles[one.id].casefold()] > 1}


def _title(document: CaseDocument) -> str:
    """What a paper is called: by its first heading where that names the sort of paper, else by its file's name, else by its head.

    Whoever knows the papers knows them by the names of their files. A line further down may be about another paper: a lease above
    the letter of a solicitor. So it counts where neither the heading nor the file says what the paper is.
    """
    head, filed = _head(document), _filed(document)
    if not (head or filed):
        return ERASED
    by_file = _tells_sort(filed) or _FILED_KINDS.search(filed) is not None
    bare_sort = len(head.split()) == 1 < len(filed.split())
    if by_file and (bare_sort or len(head) > _LONGEST or not _tells_sort(head)):
        return filed
    own, letterhead = _own_title(document), head or _first_line(document)
    if letterhead and not _tells_sort(letterhead) and _sort(own) != "correspondence" and _to_somebody(document):
        return f"Letter of {_in_small(letterhead)}"
    if own or by_file:
        return _in_small(own) if own else filed
    # A bare name of a file says nothing in a sentence: "the dekker says".
    writer = _author(document, "")
    if writer and _to_somebody(document):
        return f"Letter of {'the ' if _OFFICE.search(writer) else ''}{writer}"
    if _FORMS.search(filed) and filed.count(" "):
        return filed
    return filed if filed[0].isupper() and not _STATE.match(filed) else f"file {filed}"


def _own_title(document: CaseDocument) -> str:
    """What a paper itself says that it is: its first heading where that names the sort of paper, else what its head calls it."""
    head = _head(document)
    if not _tells_sort(head):
        head = _subject(document) or head
    if not head or len(head) > _LONGEST:
        return ""
    head = _BESIDE.sub("", head)
    parts = [part.strip() for part in _PART.split(head) if part.strip()]
    # "Northern Water Ltd: Conditions of Supply" is called by what it is, not by whose it is.
    telling = [part for part in parts[1:] if _tells_sort(part) and not part.casefold().startswith(("a ", "an "))]
    return opened(telling[0]) if telling and not _tells_sort(parts[0]) else head


def _head(document: CaseDocument) -> str:
    """The first heading, or the one above the first sentence, without its marks."""
    first = document.sentences[0] if document.sentences else None
    head = "" if first is None else first.text if first.structure == "heading" else first.heading
    return head.strip("# *_").strip()


def _first_line(document: CaseDocument) -> str:
    """The first line of a paper without a heading, where it is bold and short: whose paper it is."""
    line = document.sentences[0].text.split("\n")[0].strip() if document.sentences else ""
    return line.strip("* ") if line.startswith("**") and line.endswith("**") and len(line) <= _LONGEST else ""


def _filed(document: CaseDocument) -> str:
    """The name of a file in words, without the number before it."""
    return re.sub(r"[\s_-]+", " ", re.sub(r"^\d+[\W_]+", "", document.title)).strip() or document.title


def _in_small(head: str) -> str:
    """A title that is all in capitals with a capital for each word; short words, that may be abbreviations, keep theirs."""
    if not head.isupper():
        return head
    words = [
        word.lower()
        if word.lower() in function_words()
        else word
        if _DIGIT.search(word) or (len(word) <= _SHORT and not _tells_sort(word))
        else word.capitalize()
        for word in head.split()
    ]
    return opened(" ".join(words))


def _to_somebody(document: CaseDocument) -> bool:
    """Whether a paper is a letter by its salutation."""
    return any(_DEAR.match(one.text) for one in document.sentences[:_HEAD])


def _subject(document: CaseDocument) -> str:
    """What a paper under a letterhead calls itself: a bold line of its head that names a sort, else another line, else a bold one."""
    plain: list[str] = []
    bold: list[str] = []
    for sentence in document.sentences[1:_HEAD]:
        text = sentence.text.split("\n")[0].strip()
        if sentence.structure in ("row", "item") or _RUN_IN.match(text):
            break
        text = _BESIDE.sub("", text)
        strong = re.fullmatch(r"\*\*([^*]+)\*\*", text)
        line = text.strip("*_ ")
        # A line of a form ("Policy | 31") names one particular of it.
        if len(line) > _LONGEST or " | " in line or line.endswith((".", ",", "?", "!", ":")) or _OTHERWISE.match(line):
            continue
        if strong is not None:
            bold.append(line)
        elif not _LABELLED.match(line):
            plain.append(line)
    telling = [line for line in (*bold, *plain) if _tells_sort(line)]
    return next(iter((*telling, *bold)), "")


def _tells_sort(text: str) -> bool:
    return _sort(text) != "unknown" or _KINDS.search(text) is not None


def _sort_of(document: CaseDocument, own: str, title: str) -> str:
    """The class of source that a paper says it is, else that its title names."""
    decides = any(_REFUSES.match(one.text.strip("#*_ ")) for one in document.sentences[:_HEAD])
    if decides and (_to_somebody(document) or _addressed(document)):
        return "decision"
    said = _sort(own) if title != document.title else "unknown"
    if said != "unknown" or title != _filed(document):
        return said if said != "unknown" else _sort(title)
    # What a file is stands last: "amendment letter", "incident report"; or before "of".
    words = _OF.split(title)[0].split()
    return next((sort for word in reversed(words) if (sort := _sort(word)) != "unknown"), _sort(title))


def _author(document: CaseDocument, title: str) -> str:
    """Who signed a document, or whose statement its title says it is; empty where neither shows it."""
    teller = _TELLER.match(title)
    if teller is not None:
        return teller["who"]
    signed = _closed(document) or (_signed(document) if _to_somebody(document) or _addressed(document) else "")
    return "" if signed and _several(document) else signed


def _closed(document: CaseDocument) -> str:
    """The name below the words that close a letter; empty for none."""
    last = document.sentences[-_END:]
    for one, after in pairwise(last):
        name = after.text.strip("*_ ")
        if _CLOSING.match(one.text.strip()) and _NAME.match(name) and len(name) <= 40:
            return re.sub(r"\s*\(.*\)$", "", name)
    return ""


def _several(document: CaseDocument) -> bool:
    """Whether a paper holds several letters, of which whoever signs the last has not written all."""
    heads = [one for one in document.sentences if _DEAR.match(one.text) or _DIVIDED.match(one.text.strip())]
    return len(heads) > 1


def _addressed(document: CaseDocument) -> bool:
    """Whether a paper is a letter by a line of its head that says to whom."""
    return any(_TO.match(one.text) for one in document.sentences[:_HEAD])


def _signed(document: CaseDocument) -> str:
    """The name that stands alone below a letter, where nothing closes it; empty for none."""
    if any(_FROM.match(one.text) for one in document.sentences):
        return ""  # mails, each by its own writer
    for one in reversed(document.sentences[-_SIGNED:]):
        name = _ROLE.sub("", one.text.strip("*_ "))
        if (
            one.structure == "prose"
            and _SIGNATURE.fullmatch(name)
            and not _BODY.search(name)
            and not _OFFICE.search(name)
        ):
            return name
    return ""


def _sort(title: str) -> str:
    """The class of source that a title names."""
    return next((name for name, pattern in _SORTS if pattern.search(title)), "unknown")
