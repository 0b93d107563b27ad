"""What was taken into a memory, for people."""

from __future__ import annotations

from collections.abc import Iterator

from foam_graph.app.remembering import MemoryReport

_SHOWN = 20
"""Remarks that are told one by one."""


def memory_built(done: MemoryReport) -> Iterator[str]:
    """The lines of a report."""
    yield f"{done.memory}: {done.debates} debate{'s' * (done.debates != 1)}, {done.records} utterances that can be recalled; {len(done.added)} new"
    yield f"  encoded by {done.encoder}"
    rules = " (rules over wording, no reading)" if done.annotator == "offline-rules" else ""
    yield f"  new ones are read for schemes by {done.annotator}{rules}"
    if done.finished:
        yield f"  finished what an earlier build had left: {len(done.finished)}"
    if done.unchanged:
        yield f"  already there: {len(done.unchanged)}"
    for remark in done.remarks[:_SHOWN]:
        yield f"  {remark.path}: {remark.note}"
    if len(done.remarks) > _SHOWN:
        yield f"  and {len(done.remarks) - _SHOWN} more remarks; --json has them all"
    for refused in done.rejected:
        yield f"  refused {refused.path}: {refused.reason}"
