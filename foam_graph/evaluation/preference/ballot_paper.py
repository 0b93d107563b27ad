"""What a reader gets: contexts with candidates in an order that only the key knows."""

from __future__ import annotations

import csv
import hashlib
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO

from foam_graph.errors import UsageError
from foam_graph.findings.debate.spoken import Side, Spoken

DIMENSIONS: tuple[tuple[str, str], ...] = (
    ("emotional_appeal", "Emotional appeal"),
    ("argument_clarity", "Argument clarity"),
    ("argument_arrangement", "Argument arrangement"),
    ("topic_relevance", "Topic relevance"),
    ("fact_authenticity", "Fact authenticity"),
    ("logical_validity", "Logical validity"),
)
"""Id and name, in the order of the paper's form."""
LOWEST, HIGHEST = 1, 10
CANDIDATES = 4
KEY_COLUMNS = ("context", "candidate", "debater", "model")
ANSWER_COLUMNS = ("reader", "context", "candidate", *(name for name, _ in DIMENSIONS), "chosen")


@dataclass(frozen=True)
class Candidate:
    """One candidate as a reader sees it.

    Attributes:
        number: Its place, from 1.
        sentences: What it says.
    """

    number: int
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class ContextPaper:
    """One context as a reader sees it.

    Attributes:
        id: Its id, which says nothing of who spoke.
        motion: What is debated.
        side: For whom the candidates speak.
        history: What was said before.
        candidates: In their random order.
    """

    id: str
    motion: str
    side: Side
    history: tuple[Spoken, ...]
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True)
class Key:
    """Who spoke: context and place to debater and model."""

    who: Mapping[tuple[str, int], tuple[str, str]]


@dataclass(frozen=True)
class Offer:
    """One context with what each debater said.

    Attributes:
        motion: What is debated.
        side: For whom.
        history: What was said before.
        said: Debater and model to what they said.
    """

    motion: str
    side: Side
    history: tuple[Spoken, ...]
    said: Mapping[tuple[str, str], tuple[str, ...]]


def papers(offers: Sequence[Offer], seed: int) -> tuple[tuple[ContextPaper, ...], Key]:
    """Contexts in random order with candidates in random order, and the key to them.

    Args:
        offers: Contexts, each with four candidates.
        seed: Of both orders.

    Raises:
        UsageError: A context without exactly four candidates, or none at all.
    """
    if not offers:
        raise UsageError("there is no context to ask about", "Let four debaters speak first.")
    chance = random.Random(seed)  # noqa: S311 - an order, no secret
    made: list[ContextPaper] = []
    who: dict[tuple[str, int], tuple[str, str]] = {}
    for offer in chance.sample(list(offers), len(offers)):
        if len(offer.said) != CANDIDATES:
            raise UsageError(
                f"{len(offer.said)} candidates on {offer.motion[:80]!r} instead of {CANDIDATES}",
                f"Name {CANDIDATES} debaters and one model, or one debater and {CANDIDATES} models.",
            )
        id_ = _id(offer)
        order = chance.sample(sorted(offer.said), CANDIDATES)
        candidates = tuple(Candidate(place, offer.said[name]) for place, name in enumerate(order, 1))
        who |= {(id_, place): name for place, name in enumerate(order, 1)}
        made.append(ContextPaper(id_, offer.motion, offer.side, offer.history, candidates))
    return tuple(made), Key(who)


def key_csv(key: Key) -> str:
    """The key as CSV; it is kept from readers."""
    rows = [(context, place, *name) for (context, place), name in key.who.items()]
    return _csv(KEY_COLUMNS, rows)


def empty_answers_csv(made: Sequence[ContextPaper]) -> str:
    """The form as CSV, for who fills it in a spreadsheet: a row for each candidate, to be completed."""
    blank = [""] * (len(DIMENSIONS) + 1)
    return _csv(ANSWER_COLUMNS, [("", one.id, c.number, *blank) for one in made for c in one.candidates])


def _csv(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    out = StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue()


def _id(offer: Offer) -> str:
    """From what stands before the candidates alone, so that it is the same in every form about this context."""
    said = "\n".join([offer.motion, offer.side, *(one.text for one in offer.history)])
    return "c" + hashlib.sha256(said.encode("utf-8", "backslashreplace")).hexdigest()[:8]
