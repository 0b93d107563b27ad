"""Which facts a rule is engaged by: those that tell of its matter, and what is told of the same persons and things."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from foam_graph.findings.language.clauses import light
from foam_graph.findings.language.dates import MONTHS
from foam_graph.findings.language.quantities import singular
from foam_graph.findings.language.words import words
from foam_graph.findings.sheet.applying.matching import keys, match, role, told
from foam_graph.findings.sheet.applying.provisions import Provision
from foam_graph.findings.sheet.standing.statements import Statement, Statements

_TITLES = frozenset({"mr", "mrs", "ms", "dr", "prof"})
_THING = re.compile(
    r"\b(?P<noun>[A-Za-z]{3,})\s(?:no\.?\s|numbers?\s)?(?P<n>\d{1,5})(?:\s?(?:to|-|–)\s?(?P<last>\d{1,5}))?\b(?![.,:/%-]\d|\s(?:percent|euros?|dollars?))"
)
_NO_THING = frozenset(
    {
        *MONTHS,
        "about",
        "only",
        "than",
        "and",
        "the",
        "from",
        "over",
        "under",
        "until",
        "least",
        "most",
        "for",
        "with",
        "after",
        "before",
        "have",
        "has",
        "was",
        "were",
        "are",
        "between",
    }
)


def numbers(text: str) -> frozenset[str]:
    """The numbered things of a text ("plot 4"), a range as each of its numbers.

    Args:
        text: The text.
    """
    found: set[str] = set()
    for named in _THING.finditer(text):
        noun = singular(named["noun"].lower())
        first, last = int(named["n"]), int(named["last"] or named["n"])
        if noun not in _NO_THING:
            found |= {f"{noun} {n}" for n in range(first, min(last, first + 200) + 1)}
    return frozenset(found)


def marks(one: Statement) -> frozenset[str]:
    """What names a person or thing in a statement: names, and numbered things such as "plot 4".

    Args:
        one: The statement.
    """
    found = {word.key for word in one.words if word.name and word.lower not in _TITLES and len(word.lower) > 2}
    found |= numbers(one.text)
    if re.search(r"\b(?:I|my|me)\b", one.text):
        found |= {
            word.key for word in words(one.document.author) if word.text[:1].isupper() and word.lower not in _TITLES
        }
    return frozenset(found)


@dataclass(frozen=True, eq=False)
class Engaged:
    """A rule with the facts that tell of its matter.

    Attributes:
        one: The provision.
        facts: The facts of the file.
        read: Its statements.
    """

    one: Provision
    facts: Sequence[Statement]
    read: Statements

    @cached_property
    def _main(self) -> tuple[str, ...]:
        return tuple(key for key in keys(self.one.main) if not light(key) and not role(key))

    @cached_property
    def _named(self) -> frozenset[str]:
        """Names and numbered things of the facts that tell of what the rule is about."""
        least = min(2, len(self._main))
        found: set[str] = set()
        for fact in self.facts:
            if (
                least
                and fact.document is not self.one.rule.document
                and len(match(self._main, told(fact), self.read).solid) >= least
            ):
                found |= marks(fact) - self.read.background
        return frozenset(found)

    def within(self, fact: Statement) -> frozenset[str]:
        """Keys of what the rule is about that a fact has itself.

        Args:
            fact: The fact.
        """
        return match(self._main, told(fact), self.read).solid

    def linked(self, fact: Statement) -> bool:
        """Whether a fact tells of a person or thing of which another tells in the rule's matter.

        Args:
            fact: The fact.
        """
        return bool(marks(fact) & self._named)
