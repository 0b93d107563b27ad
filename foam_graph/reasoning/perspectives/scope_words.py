"""What the words of a turn show of its scope and of its certainty, by cues that no subject owns.

Cues are few and plain, so that what they find is hardly ever wrong: a turn that speaks of "all hospitals of the country"
for one hospital, of forty years for ten, or that leaves no doubt. What they do not find is left to raters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from foam_graph.findings.language.quantities import find_quantities
from foam_graph.findings.language.words import stem

_HEDGES = re.compile(
    r"\b(?:may|might|could|can be|perhaps|possibly|probably|presumably|likely|unlikely|about|around|roughly|approximately"
    r"|some|estimat\w*|suggest\w*|seem\w*|appear\w*|as far as|so far as|give or take|in doubt|doubtful|uncertain|unclear"
    r"|not (?:certain|sure|known|shown)|at (?:least|most)|up to|between \S+ and|if)\b",
    re.IGNORECASE,
)
_NO_DOUBT = re.compile(
    r"\b(?:(?:there is|there can be|without) (?:no |any |a )?(?:shadow of a )?doubt|beyond (?:all |any )?doubt|undoubtedly|doubtless"
    r"|certain to|bound to|inevitabl[ey]|guaranteed|nothing what(?:so)?ever|cannot possibly|no way that)\b",
    re.IGNORECASE,
)
_EVERYBODY = re.compile(
    r"\b(?:every(?:body|one)\b(?: \w+){0,3} (?:says|knows)|it is (?:well |widely |generally |commonly )?known"
    r"|common knowledge|word has it)\b",
    re.IGNORECASE,
)
_AHEAD = re.compile(r"\b(?:in|after|for|over|within)\s+(?:the\s+)?(?:next\s+|coming\s+)?$", re.IGNORECASE)
_WILL = re.compile(
    r"\b(?:will|shall|would|should|must|may|might|can|could|has to|have to|is to|are to)\b", re.IGNORECASE
)
_LONG = {"generation": 25, "century": 100, "decade": 10}
_LATER = re.compile(r"\b(?:next|coming)\s+(generation|century|decade)\b", re.IGNORECASE)
_YEAR = re.compile(r"\b(?:19|20|21)\d\d\b")
_EVERYWHERE = re.compile(
    r"\b(?:every|all|each|any)\s+(?P<what>(?:\w+\s+){0,2}\w+)\s+(?:of|in|along|across)\s+(?:the|this|our)\s+(?P<where>\w+)",
    re.IGNORECASE,
)
_WIDE = frozenset(
    [
        "coast",
        "continent",
        "country",
        "county",
        "federation",
        "kingdom",
        "land",
        "nation",
        "province",
        "region",
        "republic",
        "state",
        "union",
        "world",
    ]
)
_AS_WELL = re.compile(
    r"^(?P<who>[^,;:]+?)\s(?:should|must|ought to|has to|have to)\b.*\b(?:as well|too)\W*$", re.IGNORECASE
)
_WORD = re.compile(r"[^\W\d_]{3,}")
_SMALL = frozenset(
    ["the", "and", "its", "for", "with", "our", "this", "that", "these", "those", "between", "within", "all", "every"]
)


def names_doubt(text: str) -> bool:
    """Whether a text says itself that something is not certain, or gives a figure as rough or as a range."""
    return _HEDGES.search(text) is not None


def common_knowledge(text: str) -> bool:
    """Whether a text rests on what everybody is said to know, which is no source."""
    return _EVERYBODY.search(text) is not None


def denies_doubt(text: str) -> bool:
    """Whether a text leaves no doubt by its words, whatever stands beside it."""
    return _NO_DOUBT.search(text) is not None


def outside(sentence: str, jurisdiction: str, horizon: str, on: date) -> Iterator[str]:
    """Where a sentence speaks of more than a scope, in words.

    Args:
        sentence: The sentence.
        jurisdiction: What the scope is about, e.g. "The harbour of Skagness".
        horizon: For how long, e.g. "The next five years" or "Until 2040".
        on: The date from which it counts.
    """
    limit = _years(horizon, on)
    ahead = _ahead(sentence)
    if limit is not None and ahead > limit:
        yield f"speaks of {ahead:g} years, its horizon is {limit:g}"
    own = _stems(jurisdiction)
    for found in _EVERYWHERE.finditer(sentence):
        where = found["where"].lower()
        if where in _WIDE and stem(where) not in own:
            yield f"speaks of {found[0]!r}, its scope is {jurisdiction!r}"
    demand = _AS_WELL.match(sentence)
    if demand and (named := _stems(demand["who"])) & own and named - own:
        yield f"asks something of {demand['who']!r} as well, its scope is {jurisdiction!r}"


def _years(horizon: str, on: date) -> float | None:
    """Years that a horizon reaches; None where it does not say."""
    found = [float(q.value) for q in find_quantities(horizon) if q.unit == "year"]
    found += [float(int(year[0]) - on.year) for year in _YEAR.finditer(horizon)]
    found += [float(years) for name, years in _LONG.items() if re.search(rf"\b{name}\b", horizon, re.IGNORECASE)]
    if not found and re.search(r"\b(?:this|one|the) (?:\w+ )?year\b", horizon, re.IGNORECASE):
        found = [1.0]
    return max(found, default=None)


def _ahead(sentence: str) -> float:
    """Years ahead that a sentence which says what will or should be speaks of; 0 for none."""
    if not _WILL.search(sentence):
        return 0.0
    quantities = [q for q in find_quantities(sentence) if q.unit == "year" and _AHEAD.search(sentence[: q.start])]
    later = [float(_LONG[found[1].lower()]) for found in _LATER.finditer(sentence)]
    return max([*(float(q.value) for q in quantities), *later], default=0.0)


def _stems(text: str) -> set[str]:
    return {stem(word.lower()) for word in _WORD.findall(text)} - _SMALL
