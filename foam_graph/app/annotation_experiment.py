"""An annotator of schemes measured: pieces of debates drawn as a form, labelled by two readers, and compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from foam_graph.app.experiment_agents import asked
from foam_graph.app.experiment_reports import ExperimentReport, report_table
from foam_graph.app.result import Result
from foam_graph.app.session import Session
from foam_graph.errors import UsageError
from foam_graph.evaluation.experiments.cells import Cells
from foam_graph.evaluation.experiments.label_agreement import (
    annotate_items,
    annotators_table,
    constants,
    only,
    readers_table,
    schemes_table,
)
from foam_graph.evaluation.experiments.label_form import (
    MOST_WORDS,
    drawn,
    form_text,
    instructions,
    read_form,
    read_labels,
)
from foam_graph.evaluation.material.debates import read_debates
from foam_graph.files.atomic import write_all
from foam_graph.files.locking import locked

ITEMS = 150
_FOLDER = "experiments"
_PAGE = ".md"
_FEWEST = 100
"""Items below which a report says that they are few."""


@dataclass(frozen=True)
class LabelForm(Result):
    """A form that was drawn.

    Attributes:
        items: How many it holds.
        form: The items, JSON Lines.
        instructions: What those who label must know.
        languages: Items by language.
    """

    items: int
    form: str
    instructions: str
    languages: dict[str, int]


def draw_form(
    debates: Sequence[Path], form: Path, count: int = ITEMS, words: int = MOST_WORDS, seed: int = 1
) -> LabelForm:
    """Draws pieces of utterances and writes them as a form, with instructions beside it.

    Args:
        debates: Transcripts, and folders of them.
        form: File to write, which ends in ``.jsonl``.
        count: Items to draw.
        words: At most in an item; a Chinese character counts as one.
        seed: Of the draw.

    Raises:
        CorpusError: A debate cannot be read.
        UsageError: The debates hold fewer items, or the form cannot be written.
    """
    if form.suffix.lower() != ".jsonl":
        raise UsageError(f"the form {form} is no .jsonl file", "Name it e.g. items.jsonl.")
    items = drawn(read_debates(debates), count, words, seed)
    beside = form.with_name(f"{form.stem}-instructions{_PAGE}")
    texts = ((form, form_text(items)), (beside, instructions(form.name, len(items))))
    try:
        write_all([(path, text.encode("utf-8", "replace")) for path, text in texts])
    except OSError as fault:
        raise UsageError(f"{form} cannot be written: {fault.strerror or fault}", "Name a file in a folder.") from None
    languages = {one: sum(item.language == one for item in items) for one in sorted({item.language for item in items})}
    return LabelForm(len(items), str(form), str(beside), languages)


def annotation(
    session: Session,
    form: Path,
    answers: Sequence[Path],
    agents: str = "offline",
    seed: int = 1,
    folder: Path | None = None,
) -> ExperimentReport:
    """How far two readers agree, and an annotator with each of them, beside annotators that look at nothing.

    Args:
        session: Where progress is told, and the settings.
        form: The items.
        answers: Labels of two readers.
        agents: ``offline`` or ``llm``: who annotates. A model has the settings of the role evaluator.
        seed: Of the questions.
        folder: Where answers are kept; None = in the home folder.

    Raises:
        DataFileError: A file is wrong; names the line.
        UsageError: Not two readers, an item that one left out, or no such agents.
        LlmError: The model cannot be asked any more; what it answered until then is kept.
    """
    if len(answers) != 2:
        raise UsageError(f"labels of {len(answers)} readers were given, not of two", "Give --answers twice.")
    items = read_form(form)
    readers = [only(read_labels(path), items, str(path)) for path in answers]
    kept = folder or session.settings.home / _FOLDER
    with locked(kept / ".lock", f"the experiments in {kept}"), asked(session, agents, (), Cells(kept), seed) as who:
        found, failed = annotate_items(items, who.judge, seed)
        name, questions = who.judge.name, who.questions
    annotators = {name: found, **constants(readers)}
    tables = (
        readers_table(*readers),
        annotators_table(annotators, readers),
        schemes_table(name, found, readers),
    )
    remarks = ["The offline annotator is rules over wording, no reading."] if agents == "offline" else []
    if len(items) < _FEWEST:
        remarks.append(f"{len(items)} items are few: take the figures as a direction.")
    failures = tuple(f"no usable answer about item {one}" for one in failed)
    return ExperimentReport(
        "annotation", tables=tuple(map(report_table, tables)), remarks=tuple(remarks), failures=failures,
        asked=questions, folder=str(kept),
    )  # fmt: skip
