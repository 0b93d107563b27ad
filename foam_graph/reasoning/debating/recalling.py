"""What memory gives a speaker: records that match, the nearest of them, and the schemes that those argue well by.

As R-Debater (section 4.2) has it, with what it leaves open decided: where no keyword matches, all records are compared, and
that is told; records of the speaker's own side come first; the mean is over the records that were found, also where
they are fewer than were asked for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from foam_graph.findings.debate.qualities import VALUES
from foam_graph.findings.debate.schemes import known
from foam_graph.findings.debate.spoken import Side

K = 5
"""Records that are recalled, where nobody says otherwise."""
ABOVE = 2.0
"""A scheme is likely where its mean quality lies above this: better than general."""
_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_ENDINGS = "(?:s|es|ed|d|ing|'s|’s)?"


@dataclass(frozen=True)
class MemoryItem:
    """A record of a memory, as recall reads it.

    Attributes:
        record: Id of its MemoryRecord node.
        key: Key of its vector.
        utterance: Id of the Utterance node that it is about.
        transcript: Id of the Transcript node that the utterance stands in.
        text: What was said.
        topic: Motion of its debate.
        side: For which side it was said.
        stage: Part of the debate.
        labels: Overall quality by scheme.
    """

    record: str
    key: str
    utterance: str
    transcript: str
    text: str
    topic: str
    side: Side
    stage: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Candidates:
    """Records that recall compares.

    Attributes:
        keywords: Words that were matched.
        items: The records.
        fell_back: Whether no record matched, so that these are all there are.
    """

    keywords: tuple[str, ...]
    items: tuple[MemoryItem, ...]
    fell_back: bool


@dataclass(frozen=True)
class RecalledRecord:
    """A record that was recalled.

    Attributes:
        record: Id of its MemoryRecord node.
        utterance: Id of its Utterance node.
        text: What was said.
        topic: Motion of its debate.
        side: For which side it was said.
        score: Cosine between it and the debate so far.
        labels: Overall quality by scheme.
        exemplar: Whether it holds a scheme of the prior.
    """

    record: str
    utterance: str
    text: str
    topic: str
    side: Side
    score: float
    labels: Mapping[str, str]
    exemplar: bool = False


@dataclass(frozen=True)
class Recalled:
    """What memory gives for a turn.

    Attributes:
        keywords: Words that were matched first.
        fell_back: Whether no record matched them, so that all were compared.
        k: Records asked for.
        found: Records found, best first; those of the speaker's side before the others.
        prior: Mean quality by scheme over the records found, 0 to 4; of schemes that any of them holds.
        schemes: Schemes with a mean above 2, best first.
    """

    keywords: tuple[str, ...]
    fell_back: bool
    k: int
    found: tuple[RecalledRecord, ...]
    prior: Mapping[str, float]
    schemes: tuple[str, ...]

    @property
    def exemplars(self) -> tuple[RecalledRecord, ...]:
        """The records that hold a scheme of the prior."""
        return tuple(one for one in self.found if one.exemplar)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a reader should know of how it came about."""
        told = []
        if self.fell_back:
            told.append("no record holds a keyword: all records were compared")
        if len(self.found) < self.k:
            told.append(f"{len(self.found)} of {self.k} records found: means are over {len(self.found)}")
        if not self.schemes:
            told.append("no scheme has a mean quality above 2: the prior is empty")
        return tuple(told)


def candidates(items: Sequence[MemoryItem], keywords: Sequence[str], without: Collection[str] = ()) -> Candidates:
    """The records that hold a keyword in what was said or in their motion; all of them where none does.

    Args:
        items: The records of a memory.
        keywords: Words or short phrases; an English word is found with its common endings.
        without: Motions whose debates are left out, e.g. the one that is debated.
    """
    hidden = {_plain(one) for one in without}
    open_items = tuple(one for one in items if _plain(one.topic) not in hidden)
    pattern = _pattern(keywords)
    matched = tuple(one for one in open_items if pattern and (pattern.search(one.topic) or pattern.search(one.text)))
    return Candidates(tuple(keywords), matched or open_items, not matched)


def recalled(found: Candidates, scores: Mapping[str, float], side: Side, k: int = K) -> Recalled:
    """The nearest candidates, and the schemes that they argue well by.

    Args:
        found: The candidates.
        scores: Cosine by key of the vector; a candidate without one is not near enough to count.
        side: Who speaks.
        k: Records asked for.
    """
    near = [(scores[one.key], one) for one in found.items if one.key in scores]
    near.sort(key=lambda row: (row[1].side != side, -row[0], row[1].record))
    chosen = near[:k]
    prior = scheme_prior([one.labels for _, one in chosen])
    schemes = tuple(sorted((one for one in prior if prior[one] > ABOVE), key=lambda one: -prior[one]))
    records = tuple(
        RecalledRecord(
            one.record,
            one.utterance,
            one.text,
            one.topic,
            one.side,
            score,
            one.labels,
            not set(one.labels).isdisjoint(schemes),
        )
        for score, one in chosen
    )
    return Recalled(found.keywords, found.fell_back, k, records, prior, schemes)


def scheme_prior(labels: Sequence[Mapping[str, str]]) -> dict[str, float]:
    """Mean quality by scheme: poor 1 to excellent 4, and 0 in a record that does not hold the scheme.

    Args:
        labels: Overall quality by scheme, of each record found; their number is the divisor.
    """
    names = known(name for one in labels for name in one)
    return {name: sum(VALUES[one.get(name, "none")] for one in labels) / len(labels) for name in names}


def _pattern(keywords: Iterable[str]) -> re.Pattern[str] | None:
    parts = [_form(one) for one in keywords if one.strip()]
    return re.compile("|".join(parts), re.IGNORECASE) if parts else None


def _form(keyword: str) -> str:
    """A keyword as it may stand in a text; Chinese has neither endings nor blanks between words."""
    if _CHINESE.search(keyword):
        return re.escape(keyword.strip())
    bare = [re.escape(_bare(word)) + _ENDINGS for word in keyword.split()]
    return r"(?<!\w)" + r"[\s-]+".join(bare) + r"(?!\w)"


def _bare(word: str) -> str:
    """A word without the ending of a plural: ``ferries`` is left, ``cars`` loses its s."""
    plain = word.removesuffix("s")
    return plain if len(plain) > 2 and not plain.endswith("s") else word


def _plain(topic: str) -> str:
    return " ".join(topic.casefold().split()).rstrip(".!?。！？ ")
