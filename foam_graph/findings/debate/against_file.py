"""A sentence of a speech against the sentences of a file, by rules: only what wording alone can show.

Two things are seen: that nobody knows what a sentence of the file tells, and a figure that the file has of somebody else alone.
Whatever else may be wrong with a sentence is not seen, and nothing is said of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from foam_graph.findings.debate.doubting import about_unknown, denies_knowledge
from foam_graph.findings.debate.logic.standing import shared, stems
from foam_graph.findings.debate.subjects import Names
from foam_graph.findings.language.quantities import Quantity, find_quantities

_MOST = 3
"""Most sentences of the file named for one of the speech."""
_SHARE = 0.5
"""Share of the words of what is said not to be known that a sentence of the file has, in which it is told."""
_FEWEST = 2
_RIVAL = 3
"""Words of weight that a sentence has in common with the one that tells another figure of whom it names."""


@dataclass(frozen=True)
class Told:
    """A sentence of the file.

    Attributes:
        id: Its id.
        text: Its words.
        of: Of whom it speaks.
    """

    id: str
    text: str
    of: tuple[str, ...]


@dataclass(frozen=True)
class Failing:
    """What the file says against a sentence.

    Attributes:
        verdict: Which kind of failure it is.
        ids: The sentences of the file that show it.
    """

    verdict: Literal["other_subject", "unknown_claimed_but_told"]
    ids: tuple[str, ...]


def told_in(documents: Sequence[tuple[str, Sequence[tuple[str, str]]]]) -> tuple[tuple[Told, ...], Names]:
    """The sentences of a file with those of whom they speak, and the names of the file.

    Args:
        documents: Title and sentences, with ids, of each document.
    """
    names = Names([[title, *(text for _, text in rows)] for title, rows in documents])
    found = [
        Told(name, text, names.subject([one for _, one in rows], n, title))
        for title, rows in documents
        for n, (name, text) in enumerate(rows)
    ]
    return tuple(found), names


def against(text: str, file: Sequence[Told], names: Names) -> Failing | None:
    """What the file says against a sentence; None where rules see nothing.

    Args:
        text: The sentence.
        file: The sentences of the file.
        names: Its names.
    """
    if denies_knowledge(text):
        found = _told(text, file, names)
        return Failing("unknown_claimed_but_told", found) if found else None
    found = _of_another(text, file, names)
    return Failing("other_subject", found) if found else None


def _told(text: str, file: Sequence[Told], names: Names) -> tuple[str, ...]:
    """Sentences that tell a figure of what a sentence says nobody knows."""
    who = set(names.of(text))
    # Whom it is about is asked by itself: what is told of somebody is not yet what nobody is said to know.
    meant = stems(about_unknown(text)) - stems(" ".join(who))
    rows = []
    for one in file:
        same = len(shared(meant, stems(one.text)))
        fits = same >= _FEWEST and same >= _SHARE * len(meant) and (not who or who & {*one.of, *names.of(one.text)})
        if fits and find_quantities(one.text) and not denies_knowledge(one.text):
            rows.append((-same, one.id))
    return tuple(name for _, name in sorted(rows)[:_MOST])


def _of_another(text: str, file: Sequence[Told], names: Names) -> tuple[str, ...]:
    """Sentences that tell a figure of the sentence of others alone, with what is told of whom it names instead."""
    who, amounts = set(names.of(text)), find_quantities(text)
    if not who or not any(one.unit for one in amounts):
        return ()
    words = stems(text)
    near = [(one, shared(words, stems(one.text)), find_quantities(one.text)) for one in file]
    for amount in (one for one in amounts if one.unit):
        having = [one for one, same, told in near if same and any(_alike(each, amount) for each in told)]
        rivals = [
            one
            for one, same, told in near
            if len(same) >= _RIVAL
            and who & set(names.of(one.text))
            and any(_otherwise(each, amount) for each in told)
            # What tells a figure of the sentence as well bears it out.
            and not any(_alike(each, said) for each in told for said in amounts)
        ]
        # That the figure is also told of whom the sentence names, or of nobody in particular, clears it.
        if having and rivals and all(one.of and not who & {*one.of, *names.of(one.text)} for one in having):
            return tuple(dict.fromkeys(one.id for one in (*rivals, *having)))[:_MOST]
    return ()


def _alike(one: Quantity, other: Quantity) -> bool:
    return one.measure() == other.measure()


def _otherwise(one: Quantity, other: Quantity) -> bool:
    (unit, value), (wanted, stated) = one.measure(), other.measure()
    return unit == wanted and value != stated
