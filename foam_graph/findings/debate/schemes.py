"""The argumentation schemes that arguments in a debate are read by: one table, as data."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, model_validator

from foam_graph.resources import load_yaml, package_file

SCHEME_FILE = "schemes.yaml"
SchemeId = Literal[
    "example", "expert_opinion", "positive_consequence", "negative_consequence", "causal", "analogy", "value"
]
SCHEME_IDS: tuple[SchemeId, ...] = get_args(SchemeId)
Words = Annotated[str, Field(min_length=3)]


class _Row(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class CriticalQuestion(_Row):
    """What an argument by a scheme has to answer.

    Attributes:
        text: The question.
        objects: Type of the critique that an argument meets which does not answer it.
    """

    text: Words
    objects: Literal["logical_gap", "missing_evidence", "value_conflict", "scope_overreach"]


class Scheme(_Row):
    """One scheme.

    Attributes:
        id: Short name, as labels carry it.
        name: What readers are shown.
        definition: What kind of step it is.
        scenario: Where debates use it.
        analysis: How to take such an argument apart, in steps.
        example: One argument by it, made up.
        questions: What such an argument has to answer.
        aif: Names under which argument maps carry it; the first is written.
    """

    id: SchemeId
    name: Words
    definition: Words
    scenario: Words
    analysis: tuple[Words, ...] = Field(min_length=1)
    example: Words
    questions: tuple[CriticalQuestion, ...] = Field(min_length=2)
    aif: tuple[Words, ...] = Field(min_length=1)


class SchemeTable(_Row):
    """Schema of ``schemes.yaml``: each scheme once, no name of a map for two."""

    schemes: tuple[Scheme, ...]

    @model_validator(mode="after")
    def _whole(self) -> SchemeTable:
        if tuple(one.id for one in self.schemes) != SCHEME_IDS:
            raise ValueError(f"schemes must be these, in this order: {', '.join(SCHEME_IDS)}")
        names = [_plain(name) for one in self.schemes for name in set(map(_plain, one.aif))]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"names of two schemes: {', '.join(twice)}")
        return self


@lru_cache(maxsize=1)
def schemes() -> tuple[Scheme, ...]:
    """All schemes, in the order of the table."""
    return load_yaml(SCHEME_FILE, SchemeTable, package_file(__package__, SCHEME_FILE)).schemes


def scheme(name: str) -> Scheme:
    """The scheme of an id.

    Raises:
        KeyError: There is none.
    """
    return _by_id()[name]


def scheme_of_aif(name: str) -> SchemeId | None:
    """The scheme that an argument map calls by a name; None for one that is not among the seven."""
    return _by_aif().get(_plain(name))


def known(names: Iterable[str]) -> list[SchemeId]:
    """Those of some ids that are schemes, each once, in the order of the table."""
    given = set(names)
    return [one for one in SCHEME_IDS if one in given]


@lru_cache(maxsize=1)
def _by_id() -> dict[str, Scheme]:
    return {one.id: one for one in schemes()}


@lru_cache(maxsize=1)
def _by_aif() -> dict[str, SchemeId]:
    return {_plain(name): one.id for one in schemes() for name in one.aif}


def _plain(name: str) -> str:
    """A name as it is compared: maps write ``Expert Opinion``, ``ExpertOpinion`` and ``expert_opinion``."""
    return "".join(letter for letter in name.casefold() if letter.isalnum())
