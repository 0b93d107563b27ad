"""How strong a source is, as shipped data, for rules and for facts (protocol 5.1: source classes)."""

from __future__ import annotations

from functools import lru_cache

from pydantic import BaseModel, ConfigDict, Field

from foam_graph.findings.language.clauses import read
from foam_graph.findings.passages import Passage
from foam_graph.resources import load_yaml, package_file


class SourceStrength(BaseModel):
    """One class of source: its weight for rules and for facts, and why."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    rule: float = Field(ge=0, le=1)
    fact: float = Field(ge=0, le=1)
    why: str = Field(min_length=1)


class Strengths(BaseModel):
    """Schema of ``source_strength.yaml``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    margin: float = Field(gt=0, lt=1)
    classes: tuple[SourceStrength, ...]

    def named(self, source_class: str) -> SourceStrength:
        """The entry of a class; that of ``unknown`` where the class is not listed."""
        found = {one.name: one for one in self.classes}
        return found.get(source_class, found["unknown"])


@lru_cache(maxsize=1)
def strengths() -> Strengths:
    """The shipped table."""
    return load_yaml("source_strength.yaml", Strengths, package_file(__package__, "source_strength.yaml"))


def states_rule(text: str) -> bool:
    """Whether a sentence says what is to be, rather than what was."""
    return read(text).rule


def strength(passage: Passage, rule: bool | None = None) -> float:
    """Strength of a sentence's source in [0, 1].

    Args:
        passage: The sentence.
        rule: Which scale counts; None = the one that fits the sentence.
    """
    entry = strengths().named(passage.source_class)
    return entry.rule if (states_rule(passage.text) if rule is None else rule) else entry.fact
