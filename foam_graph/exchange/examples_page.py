"""Examples of argumentation schemes from a memory, as one HTML page that needs no network and runs no script."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jinja2 import Environment

from foam_graph.resources import package_file

_TEMPLATE = "examples_page.html"


@dataclass(frozen=True)
class ShownExample:
    """An utterance that argues by a scheme.

    Attributes:
        text: What was said.
        side: For the motion or against it.
        topic: The motion.
        debate: Name of the debate.
        turn: Its turn.
        licence: Of the transcript; empty = not stated.
        overall: How well it uses the scheme.
        reason: Why it was labelled so.
        annotator: Who labelled it.
    """

    text: str
    side: str
    topic: str
    debate: str
    turn: int
    licence: str
    overall: str
    reason: str
    annotator: str


@dataclass(frozen=True)
class ShownScheme:
    """A scheme with its examples.

    Attributes:
        id: Its id.
        name: What readers call it.
        definition: What kind of step it is.
        scenario: Where debates use it.
        analysis: How to take such an argument apart.
        example: One argument by it, made up.
        questions: What such an argument has to answer.
        utterances: How many utterances of the memory use it.
        examples: Some of them, the best first.
    """

    id: str
    name: str
    definition: str
    scenario: str
    analysis: tuple[str, ...]
    example: str
    questions: tuple[str, ...]
    utterances: int
    examples: tuple[ShownExample, ...]


def examples_page(memory: str, debates: int, annotators: Sequence[str], schemes: Sequence[ShownScheme]) -> str:
    """The page.

    Args:
        memory: Name of the memory.
        debates: How many debates it holds.
        annotators: Who read them for schemes.
        schemes: With their examples.
    """
    template = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True).from_string(
        package_file(__package__, _TEMPLATE)
    )
    return template.render(
        memory=memory, debates=debates, annotators=annotators, schemes=schemes, rules="offline-rules" in annotators
    )
