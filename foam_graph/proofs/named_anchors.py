"""Anchors by the texts that settings hold: ``file:/mnt/other/checkpoints``, ``git:/srv/x``, ``tsa:https://tsa.example/``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from foam_graph.errors import UsageError
from foam_graph.proofs.anchors import Anchor, FileAnchor, GitAnchor


def anchor_of(text: str, folder: Path) -> Anchor:
    """The anchor that a setting names.

    Args:
        text: ``file:PATH``, ``git:PATH`` or ``tsa:URL``.
        folder: Where an anchor that holds nothing itself, as a time stamp authority, keeps its tokens.

    Raises:
        UsageError: It names none.
        EnvironmentFault: What it needs is not installed.
    """
    kind, _, rest = text.partition(":")
    if kind == "file" and rest:
        return FileAnchor(Path(rest))
    if kind == "git" and rest:
        return GitAnchor(Path(rest))
    if kind == "tsa" and rest.startswith(("http://", "https://")):
        from foam_graph.proofs.timestamp import TimestampAnchor

        return TimestampAnchor(rest, folder)
    raise UsageError(f"{text!r} names no anchor", "Use file:PATH, git:PATH or tsa:URL.")


def anchors_of(texts: Sequence[str], folder: Path) -> list[Anchor]:
    """The anchors that settings name, see ``anchor_of``."""
    return [anchor_of(text, folder) for text in texts]
