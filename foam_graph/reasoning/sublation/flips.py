"""What would flip a label: the smallest set of records whose fall or arrival does, found by re-running the kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from foam_graph.reasoning.sublation.framework import Framework, Gate, Labelled, Upstream
from foam_graph.reasoning.sublation.grounded import Label

MAX_SIZE = 3
"""Largest set of records that is tried."""
MAX_UPSTREAM = 2_000
"""Arguments up to which what can influence a claim is laid out by itself; beyond, it is no longer found again for free."""
MAX_WORK = 3_000_000
"""Attacks followed by the search over one sublation; a count and not a time, so that every machine finds the same."""


@dataclass(frozen=True, slots=True)
class Flip:
    """What flips the label of a claim for an audience.

    Attributes:
        claim: The claim.
        audience: The audience.
        before: Its label now.
        after: Its label then.
        fall: Records that would have to fall.
        arrive: Records of the run that would have to stand although they do not now.
        answer: Critique that a new record would have to answer, where no set of the run's records is enough.
    """

    claim: str
    audience: str
    before: Label
    after: Label
    fall: tuple[str, ...] = ()
    arrive: tuple[str, ...] = ()
    answer: str = ""

    @property
    def size(self) -> int:
        """Number of records."""
        return len(self.fall) + len(self.arrive) + bool(self.answer)

    def words(self) -> str:
        """In words."""
        parts = [f"{', '.join(self.fall)} fell"] if self.fall else []
        parts += [f"{', '.join(self.arrive)} stood"] if self.arrive else []
        parts += [f"a new record answered {self.answer}"] if self.answer else []
        return (
            f"{self.claim} would be {self.after} instead of {self.before} for {self.audience} if {' and '.join(parts)}"
        )

    def as_json(self) -> dict[str, Any]:
        """Machine form."""
        return {
            "claim": self.claim,
            "audience": self.audience,
            "before": self.before,
            "after": self.after,
            "fall": list(self.fall),
            "arrive": list(self.arrive),
            "answer": self.answer,
            "words": self.words(),
        }


Move = tuple[int, bool]
"""A record's argument, and whether it falls (else it arrives)."""


@dataclass
class FlipSearch:
    """Finds flips in one framework and remembers what it found.

    Args:
        framework: The framework.
        labelled: Audience to labelling, in order.
        accepted: Arguments that are in by assumption.

    Attributes:
        exhausted: Whether the search stopped at ``MAX_WORK``; a claim without a flip may then still have one.
    """

    framework: Framework
    labelled: dict[str, Labelled]
    accepted: tuple[int, ...] = ()
    exhausted: bool = False
    _work: int = 0
    _upstream: dict[int, Upstream] = field(default_factory=dict)
    _large: set[int] = field(default_factory=set)
    _found: dict[tuple[int, frozenset[Gate]], tuple[tuple[Move, ...], Label] | None] = field(default_factory=dict)

    def upstream(self, claim: int) -> Upstream | None:
        """What can influence a claim; nothing where that is much and the work is used up."""
        known = self._upstream.get(claim)
        if known is not None:
            return known
        found = self.small_upstream(claim)
        if found is None and self._work <= MAX_WORK:
            found = self.framework.upstream(claim)  # not kept: in a large run one a claim would fill the memory
            self._work += 10 * len(found.edges)
        if found is None:
            self.exhausted = True
        return found

    def small_upstream(self, claim: int) -> Upstream | None:
        """What can influence a claim, where that is little."""
        if claim in self._large:
            return None
        if claim not in self._upstream:
            found = self.framework.small_upstream(claim, MAX_UPSTREAM)
            if found is None:
                # What can influence a claim can influence all that the claim can: of none of these it is little.
                self._large |= self.framework.downstream([claim], self._large)
                return None
            self._upstream[claim] = found
        return self._upstream[claim]

    def flip(self, claim: int, critique: str, audiences: Sequence[str]) -> Flip | None:
        """The smallest flip of a claim's label over some audiences; the first audience of equals.

        Args:
            claim: The claim's argument.
            critique: Critique for which it is asked.
            audiences: For whom the critique is in or undecided.
        """
        best: Flip | None = None
        for name in audiences:
            found = self._by_records(claim, name)
            if found is not None and (best is None or len(found[0]) < best.size):
                best = self._made(claim, name, *found)
        return best or self._by_answer(claim, critique, audiences)

    def _made(self, claim: int, name: str, moves: tuple[Move, ...], after: Label) -> Flip:
        ids = self.framework.arguments
        return Flip(
            ids[claim].id,
            name,
            self.labelled[name].labels[claim],
            after,
            tuple(sorted(ids[n].id for n, falls in moves if falls)),
            tuple(sorted(ids[n].id for n, falls in moves if not falls)),
        )

    def _by_records(self, claim: int, name: str) -> tuple[tuple[Move, ...], Label] | None:
        labelled, upstream = self.labelled[name], self.upstream(claim)
        if upstream is None:
            return None
        key = claim, labelled.closed & upstream.gates
        if key not in self._found:
            self._found[key] = self._search(claim, labelled, upstream)
        return self._found[key]

    def _search(self, claim: int, labelled: Labelled, upstream: Upstream) -> tuple[tuple[Move, ...], Label] | None:
        for moves in self._candidates(labelled, upstream):
            after = self._try(
                upstream, labelled.closed, [n for n, falls in moves if falls], [n for n, falls in moves if not falls]
            )
            if after is None:
                return None
            if after != labelled.labels[claim]:
                return moves, after
        return None

    def _candidates(self, labelled: Labelled, upstream: Upstream) -> Iterator[tuple[Move, ...]]:
        """Sets of moves, smallest first; a record falls only if it is not out and arrives only if it is not in."""
        ids = self.framework.arguments
        records = [n for n in upstream.places if ids[n].kind == "node" and ids[n].label == "EvidenceRecord"]
        moves: list[Move] = []
        for n in sorted(records, key=lambda n: ids[n].id):
            moves += [(n, falls) for falls in (True, False) if labelled.labels[n] != ("out" if falls else "in")]
        for size in range(1, MAX_SIZE + 1):
            for chosen in combinations(moves, size):
                if len({n for n, _ in chosen}) == size:
                    yield chosen

    def _by_answer(self, claim: int, critique: str, audiences: Sequence[str]) -> Flip | None:
        me = self.framework.index[critique]
        upstream = self.upstream(claim)
        if upstream is None:
            return None
        for name in audiences:
            labelled = self.labelled[name]
            after = self._try(upstream, labelled.closed, [me], [])
            if after is not None and after != labelled.labels[claim]:
                ids = self.framework.arguments
                return Flip(ids[claim].id, name, labelled.labels[claim], after, answer=critique)
        return None

    def _try(self, upstream: Upstream, closed: frozenset[Gate], fallen: list[int], accepted: list[int]) -> Label | None:
        self._work += len(upstream.edges)
        if self._work > MAX_WORK:
            self.exhausted = True
            return None
        return upstream.label(closed, fallen, [*self.accepted, *accepted])
