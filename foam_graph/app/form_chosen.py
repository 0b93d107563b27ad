"""What a question is argued by: the template and the perspectives that were named, or else those that fit it by a stated rule."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from foam_graph.advice import Action, NextStep
from foam_graph.corpus.documents import DECISION, Document
from foam_graph.errors import UsageError
from foam_graph.reasoning.perspectives.library import Perspective, choose, library
from foam_graph.reasoning.templates.fitting import fitting, titled_as_decision
from foam_graph.reasoning.templates.library import load_template
from foam_graph.reasoning.templates.tree import LEAST_PERSPECTIVES, MOST_PERSPECTIVES, Template


@dataclass(frozen=True)
class Form:
    """What a question is argued by.

    Attributes:
        template: The template.
        perspectives: The perspectives, two to six.
        told: What was taken and why, in words; empty where both were named.
    """

    template: Template
    perspectives: tuple[Perspective, ...]
    told: str = ""


def form_of(
    question: str,
    documents: Iterable[Document],
    template: str = "",
    perspectives: Sequence[str] = (),
    perspective_file: Path | None = None,
) -> Form:
    """What a question is argued by.

    Args:
        question: The question.
        documents: What is read for it.
        template: Name or file of a template; empty = what fits the question.
        perspectives: Ids of perspectives; none = those that the template comes with.
        perspective_file: Further perspectives.

    Raises:
        UsageError: Too few or too many perspectives, such as the template refuses, or none and it comes with none.
        UnknownId: No such template or perspective.
        DataFileError: A file of these is wrong.
    """
    why = ""
    if not template:
        fit = fitting(question, (one.citation.title for one in documents if _decides(one)))
        template, why = fit.template, fit.why
    taken = load_template(template)
    if not perspectives and not taken.perspectives:
        raise UsageError(
            f"template {taken.id!r} comes with no perspectives, and none were given",
            NextStep(Action.LIST_PERSPECTIVES, "Name two to six with --perspectives; they are listed by"),
        )
    named = choose(list(perspectives or taken.perspectives), library(perspective_file))
    if perspectives:
        _fit_together(taken, named)
    return Form(taken, tuple(named), _told(taken, why, () if perspectives else taken.perspectives))


def varied_form(template: Template, perspectives: Sequence[Perspective]) -> Form:
    """What a run made anew is argued by: the template as it was, and the perspectives as varied.

    Raises:
        UsageError: Too few or too many perspectives, or such as the template refuses.
    """
    _fit_together(template, perspectives)
    return Form(template, tuple(perspectives))


def _told(template: Template, why: str, perspectives: Sequence[str]) -> str:
    said = []
    if why:
        said.append(f"template {template.id}, because {why}")
    if perspectives:
        said.append(f"perspectives {', '.join(perspectives)}, which that template comes with")
    return "; ".join(said)


def _decides(document: Document) -> bool:
    return document.citation.source_class == DECISION or titled_as_decision(document.citation.title)


def _fit_together(template: Template, chosen: Sequence[Perspective]) -> None:
    if not LEAST_PERSPECTIVES <= len(chosen) <= MOST_PERSPECTIVES:
        raise UsageError(f"{len(chosen)} perspectives were given", "Give two to six, separated by commas.")
    if template.domain == "governance":
        odd = [p.stance_id for p in chosen if p.domain == "debate"]
        if odd:
            raise UsageError(
                f"template {template.id!r} is for governance; {', '.join(odd)} hold belief and debate dimensions",
                NextStep(Action.LIST_PERSPECTIVES, "Choose perspectives of domain governance or general"),
            )
