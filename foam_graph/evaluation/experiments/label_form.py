"""What people label to measure an annotator: pieces of utterances drawn from debates, a form, and what came back in it."""

from __future__ import annotations

import hashlib
import json
import math
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import get_args

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from foam_graph.debate.transcripts.speakers import language_of
from foam_graph.errors import DataFileError, UsageError
from foam_graph.evaluation.experiments.alignment import Annotation, read_annotation
from foam_graph.evaluation.material.debates import Debate, length_of
from foam_graph.files.bounded_reading import read_bounded
from foam_graph.findings.debate.qualities import QUALITIES, VALUES, Quality, quality_table
from foam_graph.findings.debate.schemes import SchemeId, schemes
from foam_graph.findings.debate.spoken import Side, Spoken

MOST_WORDS = 110
"""In an item; a Chinese character counts as one. Whole turns hold nearly every scheme, which tells annotators little apart."""
_FEWEST_WORDS = 25
_MOST_BYTES = 64 * 2**20


@dataclass(frozen=True)
class LabelItem:
    """A piece of an utterance that is to be labelled.

    Attributes:
        item: Its id, from motion, side and text.
        motion: What is debated.
        side: For whom it is said.
        stage: Part of the debate; empty where nobody says.
        language: ``en``, ``zh`` or ``mixed``.
        sentences: What is said.
    """

    item: str
    motion: str
    side: Side
    stage: str
    language: str
    sentences: tuple[str, ...]

    @property
    def spoken(self) -> Spoken:
        """As an annotator reads it."""
        return Spoken(1, "", self.side, self.stage, self.sentences)


class _Row(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)

    item: str = Field(min_length=1, max_length=200)
    schemes: dict[SchemeId, Quality | None]


_ITEM = TypeAdapter(LabelItem)


def drawn(debates: Sequence[Debate], count: int, words: int, seed: int) -> tuple[LabelItem, ...]:
    """Pieces of utterances, drawn at random, each once.

    An utterance longer than ``words`` is cut between sentences into pieces of about equal length; pieces of fewer than 25
    words are left out.

    Args:
        debates: Where they are drawn from.
        count: How many.
        words: At most in a piece, unless one sentence is longer.
        seed: Of the draw.

    Raises:
        UsageError: The debates hold fewer pieces.
    """
    found: dict[str, LabelItem] = {}
    for debate in debates:
        for one in debate.spoken:
            for sentences in _pieces(one, words):
                made = _item(debate.motion, one, sentences)
                if length_of(made.spoken) >= _FEWEST_WORDS:
                    found.setdefault(made.item, made)
    if len(found) < count:
        raise UsageError(
            f"{count} items were asked for, and the debates hold {len(found)}", "Name more debates, or fewer items."
        )
    return tuple(random.Random(seed).sample(list(found.values()), count))  # noqa: S311 - a draw, no secret


def _pieces(one: Spoken, words: int) -> list[tuple[str, ...]]:
    lengths = [length_of(Spoken(1, "", one.side, "", (text,))) for text in one.sentences]
    parts = max(1, math.ceil(sum(lengths) / words))
    wanted = sum(lengths) / parts
    pieces: list[list[str]] = [[]]
    size = 0
    for text, length in zip(one.sentences, lengths, strict=True):
        # A sentence begins a piece where the one before is nearer to its share without it.
        if pieces[-1] and (size + length > words or size + length / 2 > wanted):
            pieces.append([])
            size = 0
        pieces[-1].append(text)
        size += length
    return [tuple(piece) for piece in pieces if piece]


def _item(motion: str, one: Spoken, sentences: tuple[str, ...]) -> LabelItem:
    told = "\n".join((motion, one.side, *sentences))
    digest = hashlib.sha256(told.encode("utf-8", "backslashreplace")).hexdigest()[:12]
    return LabelItem(digest, motion, one.side, one.stage, language_of(told), sentences)


def form_text(items: Sequence[LabelItem]) -> str:
    """The form as JSON Lines: an item a line."""
    return "".join(json.dumps(asdict(one), ensure_ascii=False) + "\n" for one in items)


def instructions(form: str, count: int) -> str:
    """What somebody must know to fill in a form, in Markdown.

    Args:
        form: Name of the file with the items.
        count: How many it holds.
    """
    qualities = ", ".join(QUALITIES)
    lines = [
        f"# Labelling {count} pieces of debates",
        "",
        f"Each line of `{form}` is one item: the motion, for which side it is said, and what is said, in sentences.",
        "Say by which of the seven schemes below it argues, and how well it uses each. Write one line of JSON an item into a file of",
        "your own:",
        "",
        '    {"item": "0123456789ab", "schemes": {"causal": "good", "expert_opinion": "poor"}}',
        '    {"item": "ba9876543210", "schemes": {}}',
        "",
        "- Several schemes may fit; name each that a sentence of the item really argues by. None is an answer too: `{}`.",
        "- A mark is not a scheme: `because` may give a reason of any sort, and `for example` may only illustrate.",
        "- A scheme that the speaker only reports of the other side, without arguing by it, does not count.",
        f"- The quality is one of {qualities}: weigh the four dimensions below together. `null` leaves it open.",
        "- Work alone, in the order of the file, and look at no label of anybody else. Label every item.",
        "",
        "## Schemes",
        "",
    ]
    for scheme in schemes():
        lines += [f"### `{scheme.id}`: {scheme.name}", "", f"{scheme.definition} {scheme.scenario}", ""]
        lines += [f"Example: {scheme.example}", ""]
    lines += ["## Quality", ""]
    table = quality_table()
    lines += [f"- **{one.id}**: {one.meaning} At best: {one.best} At worst: {one.worst}" for one in table.dimensions]
    lines += [""]
    for one in table.exemplars:
        lines += [f"- `{one.overall}` ({one.scheme}): {one.utterance} Why: {one.why}"]
    return "\n".join([*lines, ""])


def read_form(path: Path) -> tuple[LabelItem, ...]:
    """The items of a form.

    Raises:
        DataFileError: It cannot be read, or a line is no item or there twice; names the line.
    """
    found: dict[str, LabelItem] = {}
    for line, text in _lines(path):
        try:
            one = _ITEM.validate_json(text)
        except ValidationError as fault:
            raise DataFileError(
                str(path), line, f"is no item: {_first(fault)}", "Give the form that was drawn."
            ) from None
        if one.item in found:
            raise DataFileError(str(path), line, f"item {one.item[:40]!r} stands there twice")
        found[one.item] = one
    if not found:
        raise DataFileError(str(path), 0, "holds no item", "Give the form that was drawn.")
    return tuple(found.values())


def read_labels(path: Path) -> Annotation:
    """Labels of one reader: JSON Lines, or CSV as ``read_annotation`` takes it.

    Raises:
        DataFileError: It cannot be read, or a line is wrong or there twice; names the line.
    """
    if path.suffix.lower() == ".csv":
        return read_annotation(path)
    given: dict[str, frozenset[str]] = {}
    qualities: dict[tuple[str, str], int] = {}
    for line, text in _lines(path):
        try:
            row = _Row.model_validate_json(text)
        except ValidationError as fault:
            known = ", ".join(get_args(SchemeId))
            raise DataFileError(
                str(path),
                line,
                f"is no label: {_first(fault)}",
                f"Schemes are {known}; qualities {', '.join(QUALITIES)}.",
            ) from None
        if row.item in given:
            raise DataFileError(str(path), line, f"item {row.item[:40]!r} stands there twice")
        given[row.item] = frozenset(row.schemes)
        qualities |= {(row.item, name): VALUES[mark] for name, mark in row.schemes.items() if mark}
    if not given:
        raise DataFileError(str(path), 0, "holds no label")
    return Annotation(given, qualities)


def _lines(path: Path) -> list[tuple[int, str]]:
    try:
        text = read_bounded(path, _MOST_BYTES).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as fault:
        raise DataFileError(str(path), 0, f"cannot be read: {fault}") from None
    return [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]


def _first(fault: ValidationError) -> str:
    told = fault.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in told["loc"])
    return f"{where[:80]}: {told['msg'][:200]}" if where else told["msg"][:200]
