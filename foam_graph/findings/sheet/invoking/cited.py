"""Rules that papers name by their number, where it is sure which paper of rules is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from foam_graph.casefile.case_file import CaseDocument, CaseFile
from foam_graph.findings.language.kinship import root
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.governing.acts import laws_of
from foam_graph.findings.sheet.standing.numbered import Part, parts, under
from foam_graph.findings.sheet.standing.statements import Statement, Statements, is_called_rules

_NOUN: Final = r"(?:article|section|clause|rule|regulation|condition|by-?law|byelaw|paragraph|art\.|sec\.|para\.|§)"
_CITATION: Final = re.compile(
    rf"(?P<ahead>[\w'’-]+ )?(?<!\w)(?P<noun>{_NOUN})(?P<many>s)?\s?(?P<number>\d{{1,3}}[a-z]?(?:\.\d{{1,3}})*)(?P<part> ?\([a-z\d]{{1,3}}\))*(?![\w%])(?!\.\d)",
    re.IGNORECASE,
)
_OF: Final = re.compile(
    r"^\s(?P<by>of|in) (?P<whose>(?:the|our|your|my|its|their|these|those|this|that|his|her|an?) )?(?P<what>[\w’'&-]+(?: [\w’'&-]+){0,4})"
)
_ACT: Final = re.compile(
    r"^(?:\s?/\s?\d|\s(?:the )?[A-Z]{2,}|\s(?:[A-Z][\w'’-]+ ){1,4}(?:Act|Code|Regulations?|Directive|Convention|Law)\b|\s(?:notice|above|below|hereof)\b)"
)
"""Behind a number: the name of another law ("Article 6 GDPR"), or the paper itself."""
_SEVERAL: Final = re.compile(r"^(?:\s?[-–/]\s?\d|,? (?:and|or|to) (?:\d|clause|rule|section|article|paragraph))", re.IGNORECASE)  # fmt: skip
_KINDS: Final = frozenset(
    {"contract", "agreement", "lease", "rule", "conditions", "condition", "terms", "term", "policy", "statute", "statutes", "bylaws", "regulations",
     "regulation", "code", "charter", "licence", "procedure", "scheme", "order", "handbook", "rules"}
)  # fmt: skip
"""Words for papers of rules: "of the contract" names the only contract of a file."""
_ONE_NOUN: Final = {"art.": "article", "sec.": "section", "para.": "paragraph", "§": "section", "by-law": "bylaw", "byelaw": "bylaw"}  # fmt: skip
_OTHER_PARTS: Final = frozenset({"", "schedule", "part", "chapter", "item"})
"""What may stand in a paper whose rules bear a number alone."""
_MANY: Final = 8
_COMMON: Final = frozenset({"the", "under", "by", "of", "in", "that", "and", "to", "with", "see", "as", "per", "our", "your", "this", "from", "on", "whether", "what", "when", "where", "if", "for", "also"})  # fmt: skip


@dataclass(frozen=True, eq=False)
class Cited:
    """A sentence that names a rule by its number.

    Attributes:
        claim: The sentence.
        start: Where the naming begins in it.
        end: Where it ends, with the paper that it names ("clause 4 of the contract").
        noun: What the rule is called there.
        number: Its number.
        law: The paper of rules that is meant.
        parts: The parts of that paper which bear the number; empty where none does.
        alone: It names no other rule beside it.
        by_name: The paper of rules is named behind it.
    """

    claim: Statement
    start: int
    end: int
    noun: str
    number: str
    law: CaseDocument
    parts: tuple[Part, ...]
    alone: bool
    by_name: bool


@lru_cache(maxsize=4)
def cited(read: Statements, file: CaseFile) -> tuple[Cited, ...]:
    """The rules that the papers of a file name, which are none themselves; several makers ask it of one file.

    Args:
        read: The statements of the file.
        file: The file.
    """
    return tuple(_cited(read, file))


def _cited(read: Statements, file: CaseFile) -> Iterator[Cited]:
    every = [*laws_of(read), *_numbered_throughout(read, file)]
    numbered = {law.number: parts(file)[law.number] for law in every}
    laws = [one for one in every if numbered[one.number]]
    if not laws:
        return
    for claim in read:
        if claim.document.number in numbered or claim.standing == "question" or claim.text.startswith("|"):
            continue
        found = list(_CITATION.finditer(claim.text))
        own = parts(file)[claim.document.number] if found else ()
        for match in found:
            noun = match["noun"].lower()
            noun, number = _ONE_NOUN.get(noun, noun), match["number"].lower()
            if _ACT.match(claim.text[match.end() :]):
                continue
            behind = _OF.match(claim.text[match.end() :])
            paper = _paper(behind, laws) if behind is not None else None
            if paper is not None:
                law: CaseDocument | None = paper[0]
            else:
                others = behind is not None and (
                    behind["by"] == "of" or behind["whose"] or behind["what"][:1].isupper()
                )
                law = None if others else _meant(match, noun, laws, numbered, own)
            if law is not None:
                end = match.end() + (paper[1] if paper is not None else 0)
                alone = len(found) == 1 and not match["many"] and not _SEVERAL.match(claim.text[match.end() :])
                named = tuple(under(number, numbered[law.number]))
                yield Cited(claim, match.start("noun"), end, noun, number, law, named, alone, paper is not None)


def _numbered_throughout(read: Statements, file: CaseFile) -> list[CaseDocument]:
    """Papers that are called rules and are numbered like them, in which hardly anything says "must"."""
    return [
        one for one in file.documents
        if one.number not in read.laws and is_called_rules(one) and sum("." in part.number for part in parts(file)[one.number]) >= _MANY
    ]  # fmt: skip


def _meant(
    match: re.Match[str], noun: str, laws: Sequence[CaseDocument],
    numbered: Mapping[int, Sequence[Part]], own: Sequence[Part],
) -> CaseDocument | None:  # fmt: skip
    """The paper of rules that a citation means without naming it: the only one whose rules are called so."""
    ahead = (match["ahead"] or "").strip()
    if ahead[:1].isupper() and ahead.lower() not in _COMMON and match.start() > 0:
        titled = [one for one in laws if ahead.lower() in {word.lower for word in words(one.title)}]
        return titled[0] if len(titled) == 1 else None
    if any(one.number == match["number"].lower() and one.noun in ("", noun) for one in own):
        return None  # a paper with numbers of its own may mean itself
    called = [one for one in laws if any(part.noun == noun for part in numbered[one.number])]
    bare = [one for one in laws if not any(part.noun not in _OTHER_PARTS for part in numbered[one.number])]
    fitting = called or bare
    return fitting[0] if len(fitting) == 1 else None


def _paper(behind: re.Match[str], laws: Sequence[CaseDocument]) -> tuple[CaseDocument, int] | None:
    """The one paper of rules whose name stands behind a number ("clause 4 of the contract"), with how far the name reaches."""
    told = behind["what"].split(" ")
    for count in range(len(told), 0, -1):
        what = " ".join(told[:count])
        titled = [one for one in laws if _titled(what, one, laws)]
        if titled:
            return (titled[0], behind.start("what") + len(what)) if len(titled) == 1 else None
    return None


def _titled(what: str, law: CaseDocument, laws: Sequence[CaseDocument]) -> bool:
    """Whether some words name a paper: all of them stand in its title, or they are the word for its kind, and it is the only one of the kind."""
    every = words(what)
    if not every or every[-1].function:
        return False
    said = [root(word.lower) for word in every if not word.function]
    title = {root(word.lower) for word in words(law.title)}
    if said and set(said) <= title:
        return True
    kind = {root(one) for one in _KINDS}
    return len(said) == 1 and said[0] in kind and len(laws) == 1
