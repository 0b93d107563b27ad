"""The coverage card of a corpus: what it holds, how old, of which kinds, how one-sided, and what it lacks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlsplit

from foam_graph.corpus.documents import SOURCE_CLASSES, Document
from foam_graph.corpus.versions import current
from foam_graph.findings.document_days import UNDATED, DocumentDay, document_days

SKEWED: Final = 0.5
"""A corpus of which more than this share comes from one side is skewed to it."""
SHOWN: Final = 20
"""Most names shown of one list."""
_CALLED: Final = {"url": "address", "retrieved_at": "day of retrieval"}
"""What people call what a document may state."""
_STATED: Final = ("author", "date", "publisher", "url", "licence", "retrieved_at")


def corpus_coverage(documents: Iterable[Document], used: Collection[str] | None = None) -> dict[str, Any]:
    """The coverage card.

    Skew is measured over documents that no later version supersedes: the largest share that one source class, author,
    publisher, site, year or language has, and the effective number of source classes (the inverse of Simpson's
    concentration, Hill 1973), which is 1 where all are of one class.

    Args:
        documents: The documents of the corpus.
        used: Ids of the documents that a position draws on; None where there is no position.

    Returns:
        Counts, ``oldest`` and ``newest`` date, ``years``, ``source_classes``, ``languages``, ``skew``, ``gaps`` in
        words, ``unstated`` (how many documents do not say their author, date, …), and ``freshness``.
    """
    every = list(documents)
    live = current(every)
    days = document_days(every)
    dates = sorted(days[d.id].date for d in live if d.id in days)
    classes = Counter(d.citation.source_class for d in live)
    undated = sum(1 for d in live if d.id not in days)
    card: dict[str, Any] = {
        "documents": len(every),
        "current": len(live),
        "superseded": len(every) - len(live),
        "sentences": sum(len(d.segmentation.spans) for d in every),
        "oldest": dates[0] if dates else "",
        "newest": dates[-1] if dates else "",
        "undated": undated,
        "years": dict(sorted(Counter(date[:4] for date in dates).items())),
        "source_classes": dict(sorted(classes.items())),
        "languages": dict(sorted(Counter(d.segmentation.language for d in live).items())),
        "unstated": {key: sum(1 for d in live if not _said(d, key, days)) for key in _STATED},
        "copies": sum(n - 1 for n in Counter(d.bucket for d in live if d.bucket).values()),
        "skew": _skew(live, classes, days),
        "freshness": _freshness(dates, undated),
    }
    card["gaps"] = _gaps(card)
    if used is not None:
        card["used"] = sum(1 for d in every if d.id in used)
        card["unused"] = sorted(d.citation.title for d in every if d.id not in used)
    return card


def _freshness(dates: Sequence[str], undated: int) -> str:
    """How new the documents are, as far as a date of them was found: one without may be newer."""
    if not dates:
        return "no date of a document was found"
    told = f"the newest date of a document that was found is {dates[-1]}"
    count = "one document" if undated == 1 else f"{undated} documents"
    return f"{told}; of {count} none was found" if undated else told


def _said(document: Document, key: str, days: Mapping[str, DocumentDay]) -> str:
    """What a document says about itself; its date as the case sheet has it, by its head where nothing else states one."""
    if key == "date":
        return days.get(document.id, UNDATED).date
    return str(getattr(document.citation, key))


def _skew(live: list[Document], classes: Counter[str], days: Mapping[str, DocumentDay]) -> dict[str, Any]:
    by = {
        "source_class": classes,
        "author": Counter(d.citation.author for d in live),
        "publisher": Counter(d.citation.publisher for d in live),
        "site": Counter(urlsplit(d.citation.url).hostname or "" for d in live if "//" in d.citation.url),
        "year": Counter(_said(d, "date", days)[:4] for d in live),
        "language": Counter(d.segmentation.language for d in live),
    }
    largest = {}
    for name, counts in by.items():
        ranked = sorted((-n, value) for value, n in counts.items() if value)
        if ranked:
            n, value = ranked[0]
            largest[name] = {"value": value, "share": round(-n / len(live), 4)}
    total = sum(classes.values())
    concentration = sum((n / total) ** 2 for n in classes.values()) if total else 0.0
    return {
        "largest": largest,
        "effective_source_classes": round(1 / concentration, 2) if concentration else 0.0,
    }


def _gaps(card: dict[str, Any]) -> list[str]:
    """What is missing or one-sided, in words; the most serious first."""
    total = card["current"]
    if not total:
        return ["the corpus holds no document"]
    found = []
    for name, one in card["skew"]["largest"].items():
        if one["share"] > SKEWED and total > 1 and name != "language":
            found.append(f"{one['share']:.0%} of the documents have the {name.replace('_', ' ')} {one['value'][:80]}")
    absent = [name for name in SOURCE_CLASSES if name not in card["source_classes"] and name != "unknown"]
    if absent:
        found.append(f"no document of class {', '.join(absent).replace('_', ' ')}")
    unknown = card["source_classes"].get("unknown", 0)
    if unknown:
        found.append(f"{unknown} of {total} documents are of unknown class")
    years = [int(year) for year in card["years"] if year.isdecimal()]
    missing = sorted(set(range(min(years), max(years) + 1)) - set(years)) if years else []
    if missing:
        more = " …" if len(missing) > SHOWN else ""
        found.append(f"no document of {', '.join(map(str, missing[:SHOWN]))}{more}")
    for key, n in card["unstated"].items():
        if n:
            found.append(f"{n} of {total} documents state no {_CALLED.get(key, key)}")
    return found
