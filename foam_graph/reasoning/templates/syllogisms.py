"""Typed syllogisms as data: components, what each needs as evidence, what it rests on, and how a fill is checked.

The types live in ``syllogisms.yaml`` (protocol 4.1); a template tree may bring types of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator

from foam_graph.errors import DataFileError, ReasoningError, UnknownId
from foam_graph.resources import Place, line_in, load_yaml, package_file

Evidence = Literal["required", "optional", "none"]
"""What a component demands: at least one bound sentence, any number, or no evidence at all."""

Validator = Literal["non_empty", "evidence_linked", "min_share", "calculus_recorded"]
"""Checks of a filled syllogism; their meanings are in ``syllogisms.yaml``."""

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$", max_length=40)]
Sentence = Annotated[str, StringConstraints(min_length=1, max_length=300)]

_FILE = "syllogisms.yaml"


@cache
def compile_cue(pattern: str) -> re.Pattern[str]:
    """One cue as a case-insensitive expression that matches whole words only; a space stands for any white space.

    Raises:
        re.error: ``pattern`` is not a regular expression.
    """
    spaced = pattern.replace(" ", r"\s")
    return re.compile(rf"(?<!\w)(?:{spaced})(?!\w)", re.IGNORECASE)


def _cue(pattern: str) -> str:
    try:
        compiled = compile_cue(pattern)
    except (re.error, RecursionError, OverflowError) as fault:
        raise ValueError(f"{pattern!r} is not a regular expression: {fault}") from None
    if compiled.fullmatch("") or compiled.search(" . "):
        raise ValueError(f"{pattern!r} matches where there is no word")
    return pattern


Cue = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(_cue)]


class Datum(BaseModel):
    """Base of everything read from the data files: immutable, without unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Component(Datum):
    """One part of a syllogism.

    Attributes:
        name: Its name, unique in the syllogism.
        meaning: One line for people and prompts.
        evidence: Whether a record must, may or need not be bound to it.
        required: Whether the syllogism falls without it.
        min_share: Least share of the syllogism's words, in [0, 1).
        rests_on: Components of the same syllogism, listed before it, that it falls with.
        query: General search words added to a retrieval query.
        cues: Names of cue sets that mark a fitting sentence.
        patterns: Further cues, for this component only.
        calculus: Impact fields that a claim of this component fills or records as absent.
        weighs: Whether it says what should be done or matters more, so that values may decide between two of its
            conclusions; never over a rule or a fact.
    """

    name: Name
    meaning: Sentence
    evidence: Evidence
    required: bool = True
    min_share: float = Field(default=0.0, ge=0.0, lt=1.0)
    rests_on: tuple[Name, ...] = ()
    query: tuple[Sentence, ...] = ()
    cues: tuple[Name, ...] = ()
    patterns: tuple[Cue, ...] = ()
    calculus: tuple[Name, ...] = ()
    weighs: bool = False


class SyllogismType(Datum):
    """A typed syllogism: an argument form with named components in the order in which they are argued."""

    name: Name
    meaning: Sentence
    components: tuple[Component, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _ordered(self) -> SyllogismType:
        seen: set[str] = set()
        for part in self.components:
            if part.name in seen:
                raise ValueError(f"{self.name} has two components named {part.name!r}")
            late = [name for name in part.rests_on if name not in seen]
            if late:
                raise ValueError(
                    f"{self.name}.{part.name} rests on {late[0]!r}, which is not a component listed before it"
                )
            seen.add(part.name)
        if sum(part.min_share for part in self.components) > 1.0:
            raise ValueError(f"the least shares of {self.name} add up to more than 1")
        return self

    def component(self, name: str) -> Component:
        """The component of that name.

        Raises:
            UnknownId: There is none.
        """
        for part in self.components:
            if part.name == name:
                return part
        known = ", ".join(part.name for part in self.components)
        raise UnknownId(f"{self.name} has no component {name!r}", f"Use one of {known}.")

    @property
    def required(self) -> tuple[str, ...]:
        """Names of the components without which the syllogism falls."""
        return tuple(part.name for part in self.components if part.required)

    @property
    def final(self) -> tuple[str, ...]:
        """Names of the required components that no other one rests on: what the syllogism arrives at."""
        used = {name for part in self.components if part.required for name in part.rests_on}
        return tuple(name for name in self.required if name not in used)


class ValidatorText(Datum):
    """A validator's name and meaning."""

    name: Validator
    meaning: Sentence


class CalculusField(Datum):
    """One field of an impact: timeframe, probability, magnitude, reversibility."""

    name: Name
    meaning: Sentence
    patterns: tuple[Cue, ...] = Field(min_length=1)


class SyllogismLibrary(Datum):
    """All syllogism types with their cue sets, calculus fields and validators."""

    version: int = Field(ge=1)
    validators: tuple[ValidatorText, ...]
    calculus: tuple[CalculusField, ...]
    cue_sets: dict[Name, tuple[Cue, ...]]
    types: tuple[SyllogismType, ...] = Field(min_length=1)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the types, in file order."""
        return tuple(kind.name for kind in self.types)

    def type_named(self, name: str) -> SyllogismType:
        """The syllogism type of that name.

        Raises:
            UnknownId: There is none.
        """
        for kind in self.types:
            if kind.name == name:
                return kind
        raise UnknownId(f"no syllogism type is called {name!r}", f"Use one of {', '.join(self.names)}.")

    def extended(self, types: Iterable[SyllogismType]) -> SyllogismLibrary:
        """This library with further types, e.g. those that a template tree brings along."""
        more = tuple(types)
        return self.model_copy(update={"types": self.types + more}) if more else self

    def cues(self, component: Component) -> tuple[re.Pattern[str], ...]:
        """The component's cues, compiled, each once, in file order."""
        named = [cue for name in component.cues for cue in self.cue_sets[name]]
        return tuple(compile_cue(cue) for cue in dict.fromkeys([*named, *component.patterns]))

    def cue_hits(self, component: Component, sentence: str) -> int:
        """How many different cues of the component occur in a sentence; 0 where none does."""
        return sum(1 for cue in self.cues(component) if cue.search(sentence))

    def calculus_hits(self, component: Component, sentence: str) -> dict[str, str]:
        """The first words of a sentence that speak to each calculus field of the component; absent fields left out."""
        found: dict[str, str] = {}
        for field in self.calculus:
            matches = (compile_cue(cue).search(sentence) for cue in field.patterns)
            first = min((m for m in matches if m), key=lambda m: m.start(), default=None)
            if field.name in component.calculus and first:
                found[field.name] = first.group()
        return found


@dataclass(frozen=True)
class Fault:
    """One fault of a data file that needs more than its schema to be seen.

    Attributes:
        place: Keys and indexes from the top of the file to the faulty part.
        text: What is wrong, with the numbers.
        hint: What to do, one imperative sentence.
    """

    place: Place
    text: str
    hint: str = ""


def refuse(path: str, text: str, faults: Iterator[Fault]) -> None:
    """Raises the first fault, if there is one.

    Raises:
        DataFileError: Names the file, the line and the fault.
    """
    first = next(faults, None)
    if first is not None:
        raise DataFileError(path, line_in(text, first.place), first.text, first.hint)


def library_faults(library: SyllogismLibrary, place: Place = ("types",), start: int = 0) -> Iterator[Fault]:
    """Doubled types, unknown cue sets and unknown calculus fields of the types from number ``start`` on."""
    known = {field.name for field in library.calculus}
    for number, kind in enumerate(library.types[start:]):
        here: Place = (*place, number)
        if kind.name in library.names[: start + number]:
            yield Fault((*here, "name"), f"there are two syllogism types named {kind.name!r}", "Rename one of them.")
        for index, part in enumerate(kind.components):
            spot: Place = (*here, "components", index)
            for name in part.cues:
                if name not in library.cue_sets:
                    yield Fault((*spot, "cues"), f"{kind.name}.{part.name} names the unknown cue set {name!r}")
            for name in part.calculus:
                if name not in known:
                    yield Fault((*spot, "calculus"), f"{kind.name}.{part.name} names the unknown field {name!r}")


def load_library(path: Path | str | None = None) -> SyllogismLibrary:
    """The syllogism types that ship, or those of another file.

    Args:
        path: A file of the same form; None for the shipped one.

    Raises:
        DataFileError: The file is wrong; names file, line and fault.
    """
    return _shipped() if path is None else _load(str(path), None)


@cache
def _shipped() -> SyllogismLibrary:
    return _load(_FILE, package_file(__package__, _FILE))


def _load(path: str, text: str | None) -> SyllogismLibrary:
    library = load_yaml(path, SyllogismLibrary, text)
    source = Path(path).read_text(encoding="utf-8") if text is None else text
    refuse(path, source, library_faults(library))
    return library


@dataclass(frozen=True)
class SlotFill:
    """What stands in one slot, as far as the validators ask.

    Attributes:
        words: Words given to the slot: its budget before it is written, its read words afterwards.
        records: Evidence records bound to it that hold at least one sentence.
        calculus: Calculus fields that are filled or recorded as absent.
    """

    words: int
    records: int = 0
    calculus: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Finding:
    """One validator that a filled syllogism does not meet."""

    validator: Validator
    component: str
    text: str


def check_fill(kind: SyllogismType, fills: Mapping[str, SlotFill]) -> list[Finding]:
    """Runs the validators over one filled syllogism.

    Args:
        kind: Its type.
        fills: Per component name, what stands in the slot; a missing name is an empty slot.

    Returns:
        What is not met, in the order of the components; empty when the syllogism is complete.

    Raises:
        ReasoningError: A name that is no component of the type.
    """
    stray = sorted(set(fills) - {part.name for part in kind.components})
    if stray:
        raise ReasoningError(f"{kind.name} has no component {stray[0]!r}", "Fill only the components of the type.")
    total = sum(fill.words for fill in fills.values())
    findings: list[Finding] = []
    for part in kind.components:
        findings += _check_slot(part, fills.get(part.name, SlotFill(0)), total)
    return findings


def _check_slot(part: Component, fill: SlotFill, total: int) -> Iterator[Finding]:
    if fill.words <= 0:
        if part.required:
            yield Finding("non_empty", part.name, f"{part.name} is empty")
        return
    if part.evidence == "required" and fill.records < 1:
        yield Finding("evidence_linked", part.name, f"{part.name} requires evidence and has no record")
    if fill.words < part.min_share * total - 1e-9:
        share = f"{part.name} has {fill.words} of {total} words; it needs {part.min_share:.0%}"
        yield Finding("min_share", part.name, share)
    for name in part.calculus:
        if name not in fill.calculus:
            yield Finding("calculus_recorded", part.name, f"{part.name} neither fills {name} nor records it as absent")
