"""A page of examples of each scheme from a memory, written to a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from foam_graph.app.exporting import check_target, write_file
from foam_graph.app.result import Result
from foam_graph.app.session import Session
from foam_graph.debate.memory.held import HeldDebate, must_be_there, records, utterances
from foam_graph.errors import UsageError
from foam_graph.exchange.examples_page import ShownExample, ShownScheme, examples_page
from foam_graph.findings.debate.qualities import VALUES
from foam_graph.findings.debate.schemes import SchemeId, schemes
from foam_graph.reasoning.debating.recalling import MemoryItem

EXAMPLES = 3


@dataclass(frozen=True)
class ExamplesPage(Result):
    """A page that was written.

    Attributes:
        memory: Name of the memory.
        path: The page.
        examples: How many examples of each scheme it shows.
    """

    memory: str
    path: str
    examples: dict[str, int]


def write_examples(session: Session, memory: str, path: Path, most: int = EXAMPLES) -> ExamplesPage:
    """Writes the best examples of each scheme in a memory as one HTML page.

    Of each debate one example comes before a second, so that one speaker does not fill the page.

    Args:
        session: The connections.
        memory: Name of the memory.
        path: File to write.
        most: Examples of a scheme at most.

    Raises:
        UnknownId: There is no such memory.
        UsageError: No examples are asked for, or no page can come to stand there.
        EnvironmentFault: It cannot be written.
    """
    if most < 1:
        raise UsageError(f"{most} examples cannot be asked for", "Ask for at least one.")
    if path.suffix.lower() not in (".html", ".htm"):
        raise UsageError(f"the page {path} is no .html file", "Name it e.g. schemes.html.")
    check_target(path)
    there = {one.id: one for one in must_be_there(session.store, memory) if not one.withdrawn}
    items = [one.item for one in records(session.store, memory) if one.item.text]
    shown = []
    for one in schemes():
        using = [item for item in items if one.id in item.labels]
        examples = tuple(_example(session, memory, there, item, one.id) for item in _best(using, one.id, most))
        questions = tuple(question.text for question in one.questions)
        shown.append(
            ShownScheme(
                one.id,
                one.name,
                one.definition,
                one.scenario,
                one.analysis,
                one.example,
                questions,
                len(using),
                examples,
            )
        )
    annotators = sorted({one.annotator for one in there.values() if one.annotator})
    write_file(path, examples_page(memory, len(there), annotators, shown).encode("utf-8", "replace"))
    return ExamplesPage(memory, str(path), {one.id: len(one.examples) for one in shown})


def _best(using: list[MemoryItem], scheme: SchemeId, most: int) -> list[MemoryItem]:
    """The best, one of each debate before a second of any."""
    ordered = sorted(using, key=lambda item: -VALUES[item.labels[scheme]])
    seen: dict[str, int] = {}
    rounds = []
    for place, item in enumerate(ordered):
        seen[item.transcript] = seen.get(item.transcript, 0) + 1
        rounds.append((seen[item.transcript], place, item))
    return [item for _, _, item in sorted(rounds, key=lambda row: row[:2])[:most]]


def _example(
    session: Session, memory: str, there: dict[str, HeldDebate], item: MemoryItem, scheme: SchemeId
) -> ShownExample:
    debate = there[item.transcript]
    held = next(one for one in utterances(session.store, memory, item.transcript) if one.id == item.utterance)
    reason = next((why for name, _, why in held.labels if name == scheme), "")
    return ShownExample(
        item.text, item.side, item.topic, debate.name, held.spoken.turn, debate.licence, item.labels[scheme], reason,
        debate.annotator,
    )  # fmt: skip
