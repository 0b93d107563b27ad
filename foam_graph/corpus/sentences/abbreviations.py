"""Abbreviations by how they behave at the end of a sentence: what Punkt learned, frozen, and classes written by hand."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache

from pydantic import BaseModel, ConfigDict

from foam_graph.resources import load_yaml, package_file

PUNKT_FILE = "punkt_en.json"
ABBREVIATION_FILE = "abbreviations.yaml"


class Abbreviations(BaseModel):
    """Classes of abbreviations (``abbreviations.yaml``), lower case, without the final period."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    title: frozenset[str]
    reference: frozenset[str]
    trailing: frozenset[str]
    cited: frozenset[str]
    unit: frozenset[str]
    date: frozenset[str]
    clock: frozenset[str]
    capitalised: frozenset[str]
    starters: frozenset[str]
    lettered: frozenset[str]
    openers: frozenset[str]
    saying: frozenset[str]
    exclaimed: frozenset[str]


@dataclass(frozen=True)
class Rules:
    """Everything the decision needs, and its fingerprint.

    Attributes:
        classes: Abbreviation classes.
        learned: Abbreviation types that Punkt learned.
        collocations: Word pairs that Punkt learned to keep together.
        starters: Words that begin sentences: learned and listed.
        known: All abbreviations, of whatever class.
        fingerprint: SHA-256 (hex) of both data files.
    """

    classes: Abbreviations
    learned: frozenset[str]
    collocations: frozenset[tuple[str, str]]
    starters: frozenset[str]
    known: frozenset[str]
    fingerprint: str


@cache
def rules() -> Rules:
    """The frozen rules, read once."""
    punkt = package_file(__package__, PUNKT_FILE)
    lists = package_file(__package__, ABBREVIATION_FILE)
    frozen = json.loads(punkt)
    classes = load_yaml(ABBREVIATION_FILE, Abbreviations, lists)
    learned = frozenset(frozen["abbreviations"])
    return Rules(
        classes=classes,
        learned=learned,
        collocations=frozenset((first, second) for first, second in frozen["collocations"]),
        starters=classes.starters | frozenset(frozen["starters"]),
        known=learned | classes.title | classes.reference | classes.trailing | classes.cited | classes.date,
        fingerprint=hashlib.sha256(f"{punkt}\0{lists}".encode()).hexdigest(),
    )
