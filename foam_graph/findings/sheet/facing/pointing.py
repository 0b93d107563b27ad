"""What is only held against each other, as pointers: nothing is asserted of it, and a sheet has few of them, of every sort."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from foam_graph.findings.finding import POINTER, Finding


def pointer(one: Finding) -> Finding:
    """A finding of sentences that were held against each other as what asserts nothing.

    Args:
        one: The finding, with its ``strength`` among the inputs.
    """
    ids = tuple(dict.fromkeys((*one.sentences, *one.against)))
    strength = min(1.0, float(str(one.inputs.get("strength", 0))))
    shared = one.inputs.get("shared")
    common = list(shared) if isinstance(shared, list | tuple) else []
    inputs = {"maker": one.rule, "share": round(strength, 2), "common": common}
    return Finding(
        one.kind, f"To be read together, not tested: {one.text}", ids, None, "judged", POINTER, inputs=inputs
    )


def told(sorts: Sequence[Iterable[Finding]], stands: Iterable[Finding], most: int) -> list[Finding]:
    """The strongest pointers of each sort in turn, none on sentences of which a finding speaks already.

    Args:
        sorts: The pointers of each maker, the strongest first.
        stands: The findings that are asserted.
        most: So many pointers at most.
    """
    known = [{*one.sentences, *one.against} for one in stands if not one.only_dated]
    kept: list[Finding] = []
    for row in zip_longest(*sorts):
        for one in row:
            if one is None or len(kept) >= most or any(set(one.sentences) <= ids for ids in known):
                continue
            kept.append(one)
            known.append(set(one.sentences))
    return kept
