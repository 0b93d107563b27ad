"""The control map of a governance pack: which of its files support an answer to which clause."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from foam_graph.resources import load_yaml, package_file

SUPPORTS = (
    "What this pack holds for the questions that these texts ask. Each row says what supports an answer and where it is; "
    "whether a use of the system meets a clause is for those who use it, and depends on more than this pack."
)


class Control(BaseModel):
    """One row.

    Attributes:
        framework: The law or framework.
        clause: Its clause.
        asks: What the clause asks, in short and in our words.
        supports: What there is to support an answer.
        shown_by: Files of the pack, some with a place after ``#``.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    framework: str
    clause: str
    asks: str
    supports: str
    shown_by: list[str] = Field(min_length=1)


class _Controls(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)
    controls: list[Control]


@lru_cache(maxsize=1)
def controls() -> tuple[Control, ...]:
    """The rows, in their order."""
    name = "controls.yaml"
    return tuple(load_yaml(Path(name), _Controls, package_file(__package__, name)).controls)


def control_page(rows: tuple[Control, ...]) -> str:
    """The map as Markdown, for people."""
    lines = ["# What this pack supports", "", SUPPORTS, ""]
    framework = ""
    for row in rows:
        if row.framework != framework:
            framework = row.framework
            lines += [f"## {framework}", ""]
        links = ", ".join(f"[{name}]({name})" for name in row.shown_by)
        lines += [f"**{row.clause}.** {row.asks}", "", f"Supports: {row.supports}", "", f"Shown by: {links}", ""]
    return "\n".join(lines)
