"""What reports of taking files in have in common: each file is taken whole or refused, and what was refused is told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePath
from types import MappingProxyType
from typing import ClassVar

from foam_graph.advice import Advice
from foam_graph.app.result import JsonObject, Result
from foam_graph.errors import CorpusError

_OTHER_FORMS = "Argument maps, debates and data sets have loaders: foam loaders, then foam load --loader NAME."
LOADERS: Mapping[str, str] = MappingProxyType(
    {
        ".argdown": "argdown",
        ".ad": "argdown",
    }
)
"""The loader of ours that reads a form of file which is no document, by the form's suffix."""


def loader_of(path: str) -> str:
    """Name of the loader that reads files of such a form; empty where none of ours does."""
    return LOADERS.get(PurePath(path).suffix.lower(), "")


def other_forms(paths: Iterable[str]) -> str:
    """What to do about files that are no documents but have loaders; empty where none of them has."""
    named = sorted({name for path in paths if (name := loader_of(path))})
    return f"{_OTHER_FORMS} For these: {', '.join(named)}." if named else ""


@dataclass(frozen=True)
class Refusal(Result):
    """Something that could not be read; nothing of it was loaded.

    Attributes:
        path: What it is called.
        reason: Why not.
    """

    path: str
    reason: str


@dataclass(frozen=True)
class Remark(Result):
    """What is to be known of how a document was read; it refuses nothing.

    Attributes:
        path: Its path.
        note: E.g. that its bytes were not plain UTF-8, and where, or which attachment of a mail was left out.
    """

    path: str
    note: str


class NothingRead(CorpusError):
    """Nothing of what was to be loaded could be read.

    Args:
        message: What it was.
        advice: What to do next.
        rejected: What could not be read, with the reasons.
    """

    def __init__(self, message: str, advice: Advice = "", rejected: tuple[Refusal, ...] = ()) -> None:
        super().__init__(message, advice)
        self.rejected = rejected


class TakingReport(Result):
    """A report whose fields tell what was taken; what was refused is among them.

    Attributes:
        again: What to do about what was refused.
        rejected: What could not be taken, with the reason. Each report declares it at its own place.
    """

    again: ClassVar[str] = (
        "Correct these, or take them out, and load again: what is loaded already is not loaded twice."
    )
    rejected: tuple[Refusal, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing was refused."""
        return not self.rejected

    @property
    def hint(self) -> str:
        """What to do about what was refused; empty where nothing was."""
        if not self.rejected:
            return ""
        other = any(one.reason.startswith("not one of") for one in self.rejected)
        return f"{self.again} {_OTHER_FORMS}" if other else self.again

    def as_json(self) -> JsonObject:
        """The report as plain data, with whether it is ok first and what to do last."""
        return {"ok": self.ok, **super().as_json(), "hint": self.hint}

    @classmethod
    def json_added(cls) -> Mapping[str, object]:
        """Whether nothing was refused, and what to do where something was."""
        return {"ok": bool, "hint": str}
