"""Two speakers who put different things first in one matter: a conflict of values, which no fact decides."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from foam_graph.casefile.case_file import CaseFile
from foam_graph.findings.finding import Finding
from foam_graph.findings.language.polarity import negations
from foam_graph.findings.language.words import same, stem
from foam_graph.findings.sheet.standing.naming import says
from foam_graph.findings.sheet.standing.statements import statements
from foam_graph.findings.sheet.weighing.preferences import Preference, preferences

RULE = "value_conflict"
_AGAINST = re.compile(
    r"\b(?:against|oppos(?:e|es|ed|ing)|refus(?:e|es|ed|al)|reject(?:s|ed)?|rather than|instead of)\b", re.I
)
_MOST = 2
"""Conflicts that one sentence is told in."""
_STEM = 4
"""Letters that two forms of one word have in common at least."""
_LONGEST = 40
"""Words of a sentence that says what comes first; longer periods weigh several things, and pairs of them said nothing true."""
_SMALL = 250
"""Sentences of a file that is about one matter: two who speak there of what comes first speak of the same."""


def findings(file: CaseFile) -> Iterator[Finding]:
    """Values that different speakers weigh differently.

    Args:
        file: The case file.
    """
    read = statements(file)
    found = [one for one in preferences(read) if len(one.statement.words) <= _LONGEST]
    counts = Counter(key for one in read for key in {w.key for w in one.words if not w.function})
    most = max(8, len(read.all) // 12)
    rare = {key for key, count in counts.items() if count <= most}
    told: Counter[str] = Counter()
    seen: set[frozenset[str]] = set()
    for one, other in _conflicts(found, rare, len(read.all) <= _SMALL):
        ids = frozenset({one.statement.id, other.statement.id})
        if ids in seen or any(told[id_] >= _MOST for id_ in ids):
            continue
        seen.add(ids)
        told.update(ids)
        yield _finding(one, other)


def _conflicts(found: Sequence[Preference], rare: set[str], small: bool) -> Iterator[tuple[Preference, Preference]]:
    """Pairs that clash, the plainest first: the same two things the other way round, one matter, one small file."""
    pairs = [(one, other) for n, one in enumerate(found) for other in found[n + 1 :]]
    yield from (pair for pair in pairs if _crossed(*pair))
    answered = {p.statement.id for pair in pairs if _crossed(*pair) and _two_speakers(*pair) for p in pair}
    # Who is contradicted in so many words is not held against somebody who speaks of other things.
    apart = [
        pair for pair in pairs
        if _two_speakers(*pair) and not _agree(*pair) and not answered & {p.statement.id for p in pair}
    ]  # fmt: skip
    yield from (pair for pair in apart if _one_matter(*pair, rare))
    if small:
        matched = {p.statement.id for pair in pairs if _crossed(*pair) for p in pair}
        matched |= {p.statement.id for pair in apart if _one_matter(*pair, rare) for p in pair}
        rest = [pair for pair in apart if not matched & {p.statement.id for p in pair}]
        yield from (pair for pair in rest if all(one.ordered and not one.warned for one in pair))


def _crossed(one: Preference, other: Preference) -> bool:
    """Whether what one puts first the other puts second."""
    both = _common(one.above, other.below) | _common(one.below, other.above)
    return any(_in_one_word(key, one, other) for key in both) and not _agree(one, other)


def _in_one_word(key: str, one: Preference, other: Preference) -> bool:
    """Whether two sentences have a thing under the same word: "charging bays" and "the price" are both costs by their keys only."""
    said = [{stem(word.lower) for word in p.statement.words if same(word.key, key)} for p in (one, other)]
    return any(
        a == b or (min(len(a), len(b)) >= _STEM and (a.startswith(b) or b.startswith(a)))
        for a in said[0]
        for b in said[1]
    )


def _agree(one: Preference, other: Preference) -> bool:
    """Whether both put the same thing first."""
    return bool(_common(one.above, other.above)) and not (
        _common(one.above, other.below) and _common(one.below, other.above)
    )


def _two_speakers(one: Preference, other: Preference) -> bool:
    if one.statement.id == other.statement.id:
        return False
    if one.statement.document is other.statement.document:
        return not one.speaker <= other.speaker and not other.speaker <= one.speaker
    return one.speaker != other.speaker


def _one_matter(one: Preference, other: Preference, rare: set[str]) -> bool:
    """Whether both speak of one matter: two seldom words in common besides what they put first."""
    common = {key for key in one.topics if key in rare and any(same(key, twin) for twin in other.topics)}
    if len(common) < 2 or (one.warned and other.warned) or one.values & other.values:
        return False
    return one.ordered or other.ordered or _opposed(one, other, common)


def _opposed(one: Preference, other: Preference, common: set[str]) -> bool:
    """Whether one asks for what the other asks to be left: a word in common that only one of them denies."""
    denied = [
        {key for cue in negations(p.statement.text) if not _contrasts(p, cue.start) for key in cue.reach}
        for p in (one, other)
    ]
    turned = [bool(_AGAINST.search(p.statement.text)) for p in (one, other)]
    signs = [bool(common & keys) or turn for keys, turn in zip(denied, turned, strict=True)]
    return signs[0] != signs[1]


def _contrasts(one: Preference, at: int) -> bool:
    """Whether a "not" only says by whom or what else not ("by the council and not by a clerk")."""
    return bool(re.search(r"\b(?:and|but),?\s$", one.statement.text[:at], re.IGNORECASE))


def _common(one: frozenset[str], other: frozenset[str]) -> set[str]:
    return {key for key in one if any(same(key, twin) for twin in other)}


def _finding(one: Preference, other: Preference) -> Finding:
    text = (
        "What should come first is seen differently, which no fact decides. "
        f"{says(one.statement)}. {says(other.statement)}."
    )
    return Finding(
        "contradiction", text, (one.statement.id,), "disputed", rule=RULE, inputs={"differ_in": "value"},
        against=(other.statement.id,),
    )  # fmt: skip
