"""Words that a side uses to its advantage: two ways told as the only ones, and one term in two senses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from foam_graph.findings.debate.logic.connectives import choices
from foam_graph.findings.debate.logic.defining import Definition, definitions
from foam_graph.findings.debate.logic.standing import Line, shared, stems
from foam_graph.findings.debate.logic.suspicion import Suspicion, cited
from foam_graph.findings.language.clauses import first_verb
from foam_graph.findings.language.dates import find_dates
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.words import antonyms

_LEAST = 3
"""Words that two alternatives need between them to be courses of action."""
_DENYING = re.compile(
    r"\b(?:not|nothing|never|n['’]t|otherwise|neither|nor)\b|\b(?:does|do|is|has|will|can)n['’]t\b", re.I
)
_OPEN = re.compile(
    r"\b(?:or both|in between|among others|for example|either (?:way|side|of|one|the other|case|end)|other (?:ways|options)"
    r"|(?:false|no) (?:binary|dichotomy|choice|dilemma)|not either|n['’]t either|without either)\b",
    re.IGNORECASE,
)
_RHETORIC = re.compile(
    r"\b(?:must|has to|have to|can|choices?|choose|choosing|decide|roads?|paths?|ways?|options?|courses?|whoever|anyone|alternative|no (?:third|middle|other)|you|those|kinds|sorts|vote|future|faces?|we|us|without|nothing|whoever|reject|comes|boils|unless)\b",
    re.I,
)


def dichotomies(lines: Sequence[Line]) -> Iterator[Suspicion]:
    """Choices of two that are not each other's denial and that are told as the only ones.

    Args:
        lines: The sentences of one side.
    """
    for line in lines:
        if not line.own or _OPEN.search(line.text) or not _RHETORIC.search(line.text):
            continue
        for one, other in choices(line.text):
            if (
                _exhausts(one, other)
                or not _states(one)
                or not _states(other)
                or len(stems(one) | stems(other)) < _LEAST
            ):
                continue
            why = f'{cited(line)} leaves nothing but "{one}" and "{other}"; neither is the denial of the other.'
            yield Suspicion("false_dichotomy", line, line.text.strip(), (), why)
            break


def _states(text: str) -> bool:
    """Whether an alternative says enough to be a course of action, and is no figure or date."""
    return (
        bool(stems(text))
        and not find_dates(text)
        and not (find_quantities(text) and first_verb(text) is None and not text.startswith("to "))
    )


def _exhausts(one: str, other: str) -> bool:
    """Whether one alternative denies the other, so that nothing is left out."""
    if bool(negations(one) or _DENYING.search(one)) != bool(negations(other) or _DENYING.search(other)):
        left, right = stems(one), stems(other)
        return len(right) <= 2 or len(left) <= 2 or bool(shared(left, right))
    return any(antonyms(key, twin) for key in stems(one) for twin in stems(other)) and bool(
        shared(stems(one), stems(other))
    )


def equivocations(lines: Sequence[Line]) -> Iterator[Suspicion]:
    """Terms that a side defines twice, in words that have nothing in common.

    Args:
        lines: The sentences of one side.
    """
    given: list[tuple[Line, Definition]] = []
    for line in lines:
        if not line.own:
            continue
        for definition in definitions(line.text):
            for earlier, first in given:
                if earlier.name != line.name and _same_term(first, definition) and _apart(first, definition):
                    why = f"{cited(earlier)} and {cited(line)} use one word in two senses."
                    yield Suspicion("equivocation", line, _spot(line, definition), (earlier,), why)
            given.append((line, definition))


def _same_term(one: Definition, other: Definition) -> bool:
    left, right = one.keys(), other.keys()
    return bool(left & right) and (left <= right or right <= left)


def _apart(one: Definition, other: Definition) -> bool:
    """Whether two meanings have no word in common but those of the term itself."""
    named = one.keys() | other.keys()
    return not shared(stems(one.meaning) - named, stems(other.meaning) - named)


def _spot(line: Line, definition: Definition) -> str:
    """The words of a line from the term to the end of what it is said to mean."""
    start = line.text.find(definition.term)
    stop = line.text.find(definition.meaning) + len(definition.meaning)
    return line.text[start:stop] if 0 <= start < stop else line.text.strip()
