"""Rules that papers name by their number, where it is sure which paper of rules is meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from foam_graph.casefile.case_file import CaseDocument, CaseFile
from foam_graph.findings.language.kinship import root
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.governing.acts import laws_of
from foam_graph.findings.sheet.standing.numbered import Part, parts, under
from foam_graph.findings.sheet.standing.statements import Statement, Statements

_NOUN: Final = r"(?:article|section|clause|rule|regulation|condition|by-?law|byelaw|paragraph|art\.|sec\.|para\.|§)"
_CITATION: Final = re.compile(
    rf"(?P<ahead>[\w'’-]+ )?(?<!\w)(?P<noun>{_NOUN})(?P<many>s)?\s?(?P<number>\d{{1,3}}[a-z]?(?:\.\d{{1,3}})*)(?P<part> ?\([a-z\d]{{1,3}}\))*(?![\w%])(?!\.\d)",
    re.IGNORECASE,
)
_OF: Final = re.compile(
    r"^\s(?:of|in) (?P<whose>the|our|your|its|their|these|those|this|that|his|her)?\s?(?P<what>(?:[\w'’&-]+ ){0,4}?[\w'’&-]+)(?=[,.;:)!?]|\s(?:says?|reads?|requires?|allows?|permits?|forbids?|caps?|limits?|sets?|gives?|provides?|is|are|was|were|has|had|have|and|which|that|by|on|to|for|within|must|may|shall|can|we|you|I|he|she|it|they|not|in|at|from|with|the)\b|$)",
)
_SEVERAL: Final = re.compile(r"^(?:\s?[-–/]\s?\d|,? (?:and|or|to) (?:\d|clause|rule|section|article|paragraph))", re.IGNORECASE)  # fmt: skip
_KINDS: Final = frozenset(
    {"contract", "agreement", "lease", "rule", "conditions", "condition", "terms", "term", "policy", "statute", "statutes", "bylaws", "regulations",
     "regulation", "code", "charter", "licence", "procedure", "scheme", "order", "handbook", "rules"}
)  # fmt: skip
"""Words for papers of rules: "of the contract" names the only contract of a file."""
_ONE_NOUN: Final = {"art.": "article", "sec.": "section", "para.": "paragraph", "§": "section", "by-law": "bylaw", "byelaw": "bylaw"}  # fmt: skip
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
    """

    claim: Statement
    start: int
    end: int
    noun: str
    number: str
    law: CaseDocument
    parts: tuple[Part, ...]
    alone: bool


def cited(read: Statements, file: CaseFile) -> Iterator[Cited]:
    """The rules that the papers of a file name, which are none themselves.

    Args:
        read: The statements of the file.
        file: The file.
    """
    numbered = {law.number: parts(file)[law.number] for law in laws_of(read)}
    laws = [one for one in laws_of(read) if numbered[one.number]]
    if not laws:
        return
    for claim in read:
        if claim.document.number in read.laws or claim.standing == "question" or claim.text.startswith("|"):
            continue
        found = list(_CITATION.finditer(claim.text))
        own = parts(file)[claim.document.number] if found else ()
        for match in found:
            noun = match["noun"].lower()
            noun, number = _ONE_NOUN.get(noun, noun), match["number"].lower()
            behind = _OF.match(claim.text[match.end() :])
            law = _meant(match, behind, noun, laws, numbered, own)
            if law is not None:
                end = match.end() + (behind.end() if behind is not None else 0)
                alone = len(found) == 1 and not match["many"] and not _SEVERAL.match(claim.text[match.end() :])
                named = tuple(under(number, numbered[law.number]))
                yield Cited(claim, match.start("noun"), end, noun, number, law, named, alone)


def _meant(
    match: re.Match[str], behind: re.Match[str] | None, noun: str, laws: Sequence[CaseDocument],
    numbered: Mapping[int, Sequence[Part]], own: Sequence[Part],
) -> CaseDocument | None:  # fmt: skip
    """The paper of rules that a citation means: the one that it names, else the only one whose rules are called so."""
    ahead = (match["ahead"] or "").strip()
    if behind is not None and (behind["whose"] or behind["what"][:1].isupper()):
        titled = [one for one in laws if _titled(behind["what"], one, laws)]
        return titled[0] if len(titled) == 1 else None
    if ahead[:1].isupper() and ahead.lower() not in _COMMON and match.start() > 0:
        titled = [one for one in laws if ahead.lower() in {word.lower for word in words(one.title)}]
        return titled[0] if len(titled) == 1 else None
    if any(one.number == match["number"].lower() and one.noun in ("", noun) for one in own):
        return None  # a paper with numbers of its own may mean itself
    called = [one for one in laws if any(part.noun == noun for part in numbered[one.number])]
    bare = [one for one in laws if not any(part.noun for part in numbered[one.number])]
    fitting = called or bare
    return fitting[0] if len(fitting) == 1 else None


def _titled(what: str, law: CaseDocument, laws: Sequence[CaseDocument]) -> bool:
    """Whether some words name a paper: all of them stand in its title, or they are the word for its kind, and it is the only one of the kind."""
    said = [root(word.lower) for word in words(what) if not word.function]
    title = {root(word.lower) for word in words(law.title)}
    if said and set(said) <= title:
        return True
    kind = {root(one) for one in _KINDS}
    return len(said) == 1 and said[0] in kind and len(laws) == 1
