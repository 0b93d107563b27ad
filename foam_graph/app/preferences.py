"""Blind forms that readers fill in on a page: which there are, what they ask, and what was answered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from foam_graph.app.result import Listing, Result
from foam_graph.app.session import Session
from foam_graph.evaluation.preference.ballot_paper import DIMENSIONS, HIGHEST, LOWEST
from foam_graph.evaluation.preference.kept_forms import KeptForms

MARKS = tuple(range(LOWEST, HIGHEST + 1))


@dataclass(frozen=True)
class PreferenceRow(Result):
    """A form: its name, how many points of debates it asks about, how many readers have answered."""

    name: str
    points: int
    readers: int


@dataclass(frozen=True)
class Said(Result):
    """What was said before: for which side, in which part of the debate, in which words."""

    side: str
    stage: str
    text: str


@dataclass(frozen=True)
class Choice(Result):
    """What one of four could say next; nothing tells where it comes from."""

    number: int
    text: str


@dataclass(frozen=True)
class Point(Result):
    """A point of a debate.

    Attributes:
        id: Its id.
        motion: What is debated.
        side: For whom the candidates speak.
        before: What was said before.
        candidates: The candidates.
    """

    id: str
    motion: str
    side: str
    before: tuple[Said, ...]
    candidates: tuple[Choice, ...]


@dataclass(frozen=True)
class Preference(Result):
    """A form.

    Attributes:
        name: Its name.
        readers: How many have answered it.
        dimensions: What is marked from 1 to 10: id and words.
        points: What it asks about.
    """

    name: str
    readers: int
    dimensions: tuple[tuple[str, str], ...]
    points: Listing[Point]


def preferences(session: Session) -> Listing[PreferenceRow]:
    """The forms that can be filled in."""
    forms = KeptForms(session.settings.home)
    return Listing(PreferenceRow(name, len(forms.papers(name)), forms.readers(name)) for name in forms.names())


def preference(session: Session, name: str) -> Preference:
    """A form as a reader sees it.

    Raises:
        CorpusError: No such form.
    """
    forms = KeptForms(session.settings.home)
    points = (
        Point(
            one.id, one.motion, one.side,
            tuple(Said(said.side, said.stage, said.text) for said in one.history),
            tuple(Choice(candidate.number, " ".join(candidate.sentences)) for candidate in one.candidates),
        )
        for one in forms.papers(name)
    )  # fmt: skip
    return Preference(name, forms.readers(name), DIMENSIONS, Listing(points))


def answer_preference(session: Session, name: str, reader: str, given: Mapping[str, str]) -> int:
    """Keeps what a reader answered, once; how many answers they gave.

    Raises:
        CorpusError: No such form.
        UsageError: Nothing was answered, a mark is none, or the reader has answered before. Nothing was kept.
        EnvironmentFault: It cannot be kept.
    """
    return KeptForms(session.settings.home).answer(name, reader, given)


def preference_answers(session: Session, name: str) -> str:
    """All answers to a form as CSV, for ``foam experiment preference --answers``; who spoke is not in it.

    Raises:
        CorpusError: No such form.
    """
    return KeptForms(session.settings.home).answers(name)
