"""Acts by their name in any form ("exclude", "exclusion"), and whether a paper is of the body whose rule speaks of one."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Final

from foam_graph.casefile.case_file import CaseDocument
from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.dates import MONTHS
from foam_graph.findings.language.kinship import kinship, root
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.applying.matching import role
from foam_graph.findings.sheet.standing.numbered import named, parts_of
from foam_graph.findings.sheet.standing.statements import Statement, Statements

DERIVED: Final = 0.8
"""From here on two roots are one word in two forms."""
HEAD: Final = 6
"""So many sentences from the beginning and from the end of a paper tell whose it is."""
_EMPTY: Final = frozenset(
    root(word)
    for word in (
        "last", "run", "be", "give", "given", "set", "possible", "allow", "allowed", "permit", "permitted", "grant", "granted", "time",
        "period", "term", "further", "least", "most", "longer", "maximum", "minimum", "case", "person", "anybody", "anyone", "written",
        "writing", "continue", "extend", "amount", "total", "number", "day", "week", "month", "year", "hour", "minute", "impose", "imposed",
        "exceed", "make", "made", "take", "taken", "need", "require", "entitled", "right", "free", "charge", "start", "started", "begun",
        "end", "fix", "fixed", "rule", "rules",
    )
)  # fmt: skip
"""Words of bounds, of granting and of asking, which name no act."""
_PLAIN: Final = frozenset(
    {"association", "club", "society", "board", "committee", "council", "house", "office", "rules", "dear", "this"}
)
"""Words of names that many bodies bear."""


def act_roots(text: str) -> frozenset[str]:
    """Roots of the words of a text that may name an act or a thing: no names, no parties, no words of bounds.

    Args:
        text: The text.
    """
    found = (word for word in words(text) if not word.function and not word.name and not light(word.key))
    return frozenset(
        key for word in found if len(word.lower) > 2 and not role(word.key) and (key := root(word.lower)) not in _EMPTY
    )


def kin(one: str, others: Collection[str]) -> bool:
    """Whether a root is among some others in any form.

    Args:
        one: The root.
        others: The others.
    """
    return any(kinship(one, other) >= DERIVED for other in others)


def covered(some: Collection[str], by: Collection[str]) -> bool:
    """Whether there are roots, and every one is among others in any form.

    Args:
        some: The roots.
        by: The others.
    """
    return bool(some) and all(kin(one, by) for one in some)


def names_of(document: CaseDocument) -> frozenset[str]:
    """The names in the title, the author and the head of a paper, in lower case; words that many bodies bear left out.

    Args:
        document: The document.
    """
    head = " ".join(one.text for one in (*document.sentences[:HEAD], *document.sentences[-HEAD:]))
    return frozenset(_names(f"{document.title}. {document.author}. {head}"))


@lru_cache(maxsize=512)
def _names(text: str) -> tuple[str, ...]:
    found = (word.lower for word in words(text) if word.name and word.text[:1].isupper())
    return tuple(one for one in found if len(one) > 3 and one not in _PLAIN and one not in MONTHS)


def of_one_body(rule: CaseDocument, paper: CaseDocument, laws: Collection[CaseDocument]) -> bool:
    """Whether a paper is shown to be under a paper of rules: it names its body, or cites rules where only those of one body are in the file.

    Args:
        rule: The paper of rules.
        paper: The other paper.
        laws: All papers of rules of the file.
    """
    own = names_of(rule)
    others = [one for one in laws if one is not rule and not own & names_of(one)]
    if own & names_of(paper) or _numbers_of(rule) & {name for one in paper.sentences for name in named(one.text)}:
        return True
    return not others and any(_CITES.search(one.text) for one in paper.sentences)


def _numbers_of(rule: CaseDocument) -> set[str]:
    """The numbers of the rules of a paper that are its own: with letters, as in R7."""
    return {part.number for part in parts_of(rule) if part.number[:1].isalpha() and part.number[-1:].isdigit()}


_CITES: Final = re.compile(
    r"§|\b(?:under|by|of|in) (?:the|our|your|its) (?:\w+ ){0,3}?(?:rules|clauses?|articles?|sections?|by-?laws?|agreement|contract|lease|statutes?|regulations|terms|conditions)\b"
    r"|\b(?:rule|clause|article|section) \d",
    re.IGNORECASE,
)


def laws_of(read: Statements) -> list[CaseDocument]:
    """The papers of a file that lay down rules.

    Args:
        read: The statements of the file.
    """
    return list({one.document.number: one.document for one in read if one.document.number in read.laws}.values())


def governed(read: Statements) -> Callable[[Statement, CaseDocument], bool]:
    """Whether a rule is for what a paper tells of: one of its body, or any where one paper of rules is all that the file has.

    Args:
        read: The statements of the file.
    """
    laws = laws_of(read)
    known: dict[tuple[int, int], bool] = {}

    def under(rule: Statement, paper: CaseDocument) -> bool:
        pair = rule.document.number, paper.number
        if pair not in known:
            known[pair] = len(laws) == 1 or of_one_body(rule.document, paper, laws)
        return known[pair]

    return under


def law_sentences(read: Statements) -> list[Statement]:
    """The rules of the papers of a file that lay down rules.

    Args:
        read: The statements of the file.
    """
    return [one for one in read.of("rule") if one.document.number in read.laws and not one.text.startswith("|")]
