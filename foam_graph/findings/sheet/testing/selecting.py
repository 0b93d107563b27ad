"""Which pointers a sheet has: few, of every sort, and none on what a finding tells already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Final

from foam_graph.findings.finding import Finding
from foam_graph.findings.sheet.testing.conditions import one_condition

MOST_POINTERS: Final = 12


def told(sorts: Sequence[Iterable[Finding]], stands: Iterable[Finding]) -> list[Finding]:
    """The strongest pointers of each sort in turn, none on sentences of which a finding speaks already.

    Args:
        sorts: The pointers of each maker, the strongest first.
        stands: The findings that are asserted.
    """
    tested = list(stands)
    known = [{*one.sentences, *one.against} for one in tested if not one.only_dated]
    kept: list[Finding] = []
    for row in zip_longest(*sorts):
        for one in row:
            if one is None or len(kept) >= MOST_POINTERS or any(set(one.sentences) <= ids for ids in known):
                continue
            if any(_of_one_condition(one, other) or _of_one_change(one, other) for other in tested):
                continue
            kept.append(one)
            known.append(set(one.sentences))
    return kept


def _of_one_change(one: Finding, other: Finding) -> bool:
    """Whether both tell of one change, and of the same sentence that goes by what it replaced; a pointer names the older text besides."""
    return one.kind == other.kind == "superseded" and set(other.sentences) <= set(one.sentences)


def _of_one_condition(one: Finding, other: Finding) -> bool:
    """Whether a condition of a rule was tested that a pointer would call not tested; who holds a duty to be kept or broken tests none."""
    mine, theirs = (str(each.inputs.get("condition", "")) for each in (one, other))
    return one_condition(mine, theirs) and one.sentences[0] == other.sentences[0]
