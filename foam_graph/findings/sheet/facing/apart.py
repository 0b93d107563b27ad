"""What tells two matters apart although they share words: other things by number, name, month or sort."""

from __future__ import annotations

import itertools
import re

from foam_graph.findings.language.clauses import contrast_clash
from foam_graph.findings.language.clauses import read as clause_of
from foam_graph.findings.language.kinship import kinship, root
from foam_graph.findings.language.likeness import titles_clash
from foam_graph.findings.sheet.facing.bonds import Bond
from foam_graph.findings.sheet.facing.telling import Telling, Tellings, roots_of

_ORDINAL = re.compile(
    r"\b(?:first|second|third|fourth|fifth|last|next|previous|other|earlier|later|former|latter|new|old|half|quarter|double|gross|net|before tax|after tax|with tax|without tax|minimum|maximum|average|mean)\b",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\b(?:replac\w+|revis\w+|correct(?:ed|s|ion)|amend\w+|supersed\w+|instead of|in place of|takes the place|no longer|earlier (?:figure|report|estimate)|first (?:figure|report|estimate)|misprint|slip|originally|was put at|then)\b",
    re.IGNORECASE,
)


_WHERE = re.compile(
    r"\b(?:in|at|inside|within|on|near|outside|under|below|above) (?:the (?:whole of the |middle of the |back of the |front of the )?|our |its |his |her |their )(?P<where>(?!course|end|meantime|name|case|light|event|time|same|way|matter)[a-z-]{3,})\b"
)


_ONE_NAME = 0.9


def apart(one: Bond, told: Tellings) -> bool:
    """Whether something tells the matters of two sentences apart.

    Args:
        one: The bond between them.
        told: The sentences of the file.
    """
    a, b = one.one, one.other
    return (
        _numbered_apart(a, b)
        or _named_apart(a, b, told)
        or _timed_apart(a, b)
        or titles_clash(a.statement.passage, b.statement.passage)
        or _CHANGED.search(a.text) is not None
        or _CHANGED.search(b.text) is not None
        or ordinals(a) != ordinals(b)
        or contrast_clash(clause_of(a.text), clause_of(b.text))
        or _placed_apart(a, b)
        or _narrowed(one)
        or _narrowed_back(one)
    )


def of_other_things(a: Telling, b: Telling, told: Tellings) -> bool:
    """Whether two sentences name other things: by number, by name or by month.

    Args:
        a: A sentence.
        b: Another one.
        told: The sentences of the file.
    """
    return _timed_apart(a, b) or _named_apart(a, b, told) or ordinals(a) != ordinals(b) or of_other_items(a, b)


def of_other_items(a: Telling, b: Telling) -> bool:
    """Whether two sentences plainly name other things, each its own: by number, by name, by the titles of their papers.

    Args:
        a: A sentence.
        b: Another one.
    """
    names = [t.names & t.own for t in (a, b)]
    named = names[0] and names[1] and not any(kinship(m, n) >= _ONE_NAME for m in a.names for n in b.names)
    sorts = [ordinals(t) - {"new"} for t in (a, b)]
    return bool(
        named
        or _numbered_apart(a, b)
        or (sorts[0] and sorts[1] and sorts[0] != sorts[1])
        or titles_clash(a.statement.passage, b.statement.passage)
    )


def ordinals(one: Telling) -> frozenset[str]:
    """Words of a sentence that set a thing off against others of its sort."""
    return frozenset(match.group().lower() for match in _ORDINAL.finditer(one.text))


def _numbered_apart(a: Telling, b: Telling) -> bool:
    kinds = [{mark.split(" ")[0]: mark for mark in t.marks if " " in mark} for t in (a, b)]
    if any(
        kinds[0][noun] != kinds[1][noun] and noun not in ("note", "order", "invoice", "circular")
        for noun in set(kinds[0]) & set(kinds[1])
    ):
        return True
    codes = [{mark for mark in t.marks if " " not in mark} for t in (a, b)]
    return bool(codes[0] and codes[1] and not codes[0] & codes[1])


def _named_apart(a: Telling, b: Telling, told: Tellings) -> bool:
    """Whether both name somebody or something, and not the same."""
    names = [{n for n in t.names & t.own if told.seldom.get(n, 0.0) > 0} for t in (a, b)]
    if names[0] and names[1]:
        return not any(kinship(m, n) >= _ONE_NAME for m in names[0] for n in names[1])
    # A thing that only one of the documents ever names is not what the other speaks of.
    named = {n for n in names[0] | names[1] if told.seldom[n] < 1.0}
    other = b if names[0] else a
    known = told.names[other.statement.document.id]
    return bool(named) and not any(n in known for n in named)


def _placed_apart(a: Telling, b: Telling) -> bool:
    """Whether both say where, and not the same: "in the whole of the premises", "in the kitchen"."""
    places = [
        {root(word) for match in _WHERE.finditer(t.text) for word in match["where"].lower().split()} for t in (a, b)
    ]
    return bool(places[0] and places[1]) and not any(kinship(m, n) >= 0.6 for m in places[0] for n in places[1])


def _timed_apart(a: Telling, b: Telling) -> bool:
    months = [{d.month for d in t.dates if d.month} for t in (a, b)]
    if months[0] and months[1] and not months[0] & months[1]:
        return True
    years = [{d.year for d in t.dates if d.year} for t in (a, b)]
    return bool(years[0] and years[1] and not years[0] & years[1])


def _narrowed(one: Bond) -> bool:
    return _before_shared(one.one, [a for a, _, _ in one.pairs], one.other)


def _narrowed_back(one: Bond) -> bool:
    return _before_shared(one.other, [b for _, b, _ in one.pairs], one.one)


def _before_shared(one: Telling, shared: list[str], other: Telling) -> bool:
    """Whether a word directly before a shared noun narrows it, and the other sentence has no such word: "the half marathon"."""
    told = roots_of(one.text)
    for (before, key), (noun, of) in itertools.pairwise(told):
        if of not in shared or key in shared or noun.start - before.end != 1 or before.name:
            continue
        if any(kinship(key, root) for root in other.weights):
            continue
        if re.search(r"(?:ed|ing|ly|s)$", before.lower):
            continue
        return True
    return False
