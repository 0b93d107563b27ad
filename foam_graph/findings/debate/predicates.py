"""What a sentence asserts, in a fixed form: a relation over terms (R-Debater, section 3.2, ``f_pred``).

The vocabulary is closed: rules and models use these relations and no others, so that what two turns assert can be
compared. A term is a piece of text; of ``Supports`` the reason may be the name of another sentence, e.g. ``4.1``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, get_args

RelationName = Literal[
    "Claim", "Negate", "Cause", "Prevent", "Supports", "Contrast", "Concede", "Necessary", "If", "Either", "Every",
    "Increase", "Decrease", "Amount", "When", "Define", "Says", "Ought", "Ask",
]  # fmt: skip
RELATION_NAMES: tuple[RelationName, ...] = get_args(RelationName)


@dataclass(frozen=True)
class Relation:
    """One relation of the vocabulary.

    Attributes:
        name: Its name.
        terms: What its terms are, in order.
        meaning: What it says, in a sentence.
    """

    name: RelationName
    terms: tuple[str, ...]
    meaning: str


RELATIONS: dict[str, Relation] = {
    one.name: one
    for one in (
        Relation("Claim", ("statement",), "It is so, and no other relation says more."),
        Relation("Negate", ("statement",), "The statement is denied; the term keeps the denying word."),
        Relation("Cause", ("cause", "effect"), "The first brings about the second."),
        Relation("Prevent", ("cause", "effect"), "The first keeps the second from coming about."),
        Relation("Supports", ("reason", "statement"), "The first is given as a reason to believe the second."),
        Relation("Contrast", ("one", "other"), "The two are set against each other, and both are held."),
        Relation("Concede", ("point", "answer"), "The first is granted; the second is held in spite of it."),
        Relation("Necessary", ("condition", "outcome"), "Without the first the second does not come about."),
        Relation("If", ("condition", "consequence"), "Where the first holds, the second follows."),
        Relation("Either", ("one", "other"), "One of the two holds, and nothing else is open."),
        Relation("Every", ("statement",), "It is said of all, always or everywhere."),
        Relation("Increase", ("what", "amount"), "The first grew by or to the second."),
        Relation("Decrease", ("what", "amount"), "The first fell by or to the second."),
        Relation("Amount", ("what", "amount"), "The first comes to the second."),
        Relation("When", ("event", "date"), "The first was or will be at the second."),
        Relation("Define", ("term", "meaning"), "The speaker uses the first in the sense of the second."),
        Relation("Says", ("source", "statement"), "Somebody else says it: a source, or the other side."),
        Relation("Ought", ("statement",), "It should be so: a proposal, a duty or a judgement of value."),
        Relation("Ask", ("question",), "It is asked, and not asserted."),
    )
}


@dataclass(frozen=True)
class Predicate:
    """One assertion of one sentence.

    Attributes:
        number: Short id in its debate, e.g. ``P4.2.1``: turn 4, sentence 2, first of that sentence.
        relation: The relation, one of ``RELATIONS``.
        terms: Its terms in order; figures and dates stand in them as they were said.
        sentence: Name of its sentence, e.g. ``4.2``.
    """

    number: str
    relation: str
    terms: tuple[str, ...]
    sentence: str

    def written(self) -> str:
        """The predicate as it is usually written, e.g. ``Cause(rain; floods)``."""
        return f"{self.relation}({'; '.join(self.terms)})"


def numbered(sentence: str, found: Iterable[tuple[str, tuple[str, ...]]]) -> list[Predicate]:
    """Predicates of one sentence under their numbers; the same one twice is one.

    Args:
        sentence: Name of the sentence.
        found: Relation and terms of each, in order.
    """
    return [
        Predicate(f"P{sentence}.{place}", relation, terms, sentence)
        for place, (relation, terms) in enumerate(dict.fromkeys(found), 1)
    ]
