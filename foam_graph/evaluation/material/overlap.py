"""Whether a test set and a memory share anything: a motion, a file, or what was said. Checked, not assumed."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from foam_graph.errors import UsageError
from foam_graph.evaluation.material.debates import Debate

_WORD = re.compile(r"[^\W_]+")
_OPENERS = re.compile(
    r"^(?:this house (?:believes that|believes|would|supports|regrets|opposes)|resolved|motion|topic|be it resolved that|th[bwsor]t?)\b[\s:,]*"
)
_RUN = 8
"""Words in a row that two debates do not share by chance."""
_SHARED = 0.5
_SHORTEST = 12
_MOST_TOLD = 5


@dataclass(frozen=True)
class Overlap:
    """What a debate of the test set has in common with one of memory.

    Attributes:
        test: Name of the one.
        memory: Name of the other.
        why: The same file, the same motion, or the same utterance.
    """

    test: str
    memory: str
    why: Literal["file", "motion", "utterance"]


def refuse_overlap(tests: Sequence[Debate], memory: Sequence[Debate]) -> None:
    """Fails where memory knows a debate or a motion that it is tested on.

    Raises:
        UsageError: It does; names the debates.
    """
    found = list(overlaps(tests, memory))
    if found:
        told = "; ".join(f"{one.test} and {one.memory} (same {one.why})" for one in found[:_MOST_TOLD])
        more = f" and {len(found) - _MOST_TOLD} more" if len(found) > _MOST_TOLD else ""
        raise UsageError(
            f"the memory shares debates or motions with the test set: {told}{more}",
            "Leave these debates out of the memory, or test on others.",
        )


def barred(tests: Sequence[Debate], memory: Sequence[Debate]) -> dict[str, frozenset[str]]:
    """For each motion that is tested, the debates (SHA-256) of memory that share anything with a test on it."""
    found: dict[str, set[str]] = {one.motion: set() for one in tests}
    known = [_Read.of(one) for one in tests]
    for other in map(_Read.of, memory):
        for test in known:
            if _overlap(test, other):
                found[test.debate.motion].add(other.debate.sha256)
    return {motion: frozenset(those) for motion, those in found.items()}


def shared_motions(tests: Sequence[Debate], memory: Iterable[Debate]) -> dict[str, tuple[str, ...]]:
    """For each motion that is tested, the motions of memory on which a debate shares anything with a test on it.

    Args:
        tests: Debates that are tested on.
        memory: Debates of memory; they are read one after another, so that a large memory needs no more room.
    """
    found: dict[str, dict[str, None]] = {one.motion: {} for one in tests}
    known = [_Read.of(one) for one in tests]
    for other in map(_Read.of, memory):
        for test in known:
            if _overlap(test, other):
                found[test.debate.motion][other.debate.motion] = None
    return {motion: tuple(those) for motion, those in found.items()}


def overlaps(tests: Sequence[Debate], memory: Sequence[Debate]) -> Iterator[Overlap]:
    """What tests and memory share; one finding for a pair of debates, the plainest."""
    known = [_Read.of(one) for one in memory]
    for test in map(_Read.of, tests):
        for other in known:
            found = _overlap(test, other)
            if found is not None:
                yield found


@dataclass(frozen=True)
class _Read:
    """A debate as it is compared."""

    debate: Debate
    motion: str
    said: tuple[frozenset[tuple[str, ...]], ...]

    @classmethod
    def of(cls, debate: Debate) -> _Read:
        return cls(debate, normal_motion(debate.motion), tuple(_utterances(debate)))


def _overlap(test: _Read, other: _Read) -> Overlap | None:
    one, two = test.debate, other.debate
    if one.sha256 and one.sha256 == two.sha256:
        return Overlap(one.name, two.name, "file")
    if test.motion == other.motion:
        return Overlap(one.name, two.name, "motion")
    if any(_same(mine, theirs) for mine in test.said for theirs in other.said):
        return Overlap(one.name, two.name, "utterance")
    return None


def normal_motion(motion: str) -> str:
    """A motion without case, marks, and the words that only say that it is one."""
    text = " ".join(_WORD.findall(unicodedata.normalize("NFKC", motion).casefold()))
    return _OPENERS.sub("", text)


def _utterances(debate: Debate) -> list[frozenset[tuple[str, ...]]]:
    """What each utterance says, as runs of words; short ones, such as thanks, are no evidence of anything."""
    every = (_words(one.text) for one in debate.spoken)
    return [frozenset(_runs(words)) for words in every if len(words) >= _SHORTEST]


def _words(text: str) -> list[str]:
    folded = unicodedata.normalize("NFKC", text).casefold()
    # A text without blanks between words is compared by its characters.
    return [piece for word in _WORD.findall(folded) for piece in ([word] if word.isascii() else list(word))]


def _runs(words: Sequence[str]) -> Iterable[tuple[str, ...]]:
    return (tuple(words[start : start + _RUN]) for start in range(len(words) - _RUN + 1))


def _same(one: frozenset[tuple[str, ...]], other: frozenset[tuple[str, ...]]) -> bool:
    return len(one & other) > _SHARED * min(len(one), len(other))
