"""The verbs of experiment: next-utterance, simulation, alignment, annotation, ablation, preference."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import wraps
from inspect import Parameter, Signature
from pathlib import Path
from typing import Annotated

import typer

from foam_graph.app import annotation_experiment, experimenting
from foam_graph.app.experiment_reports import (
    ExperimentEstimate,
    ExperimentReport,
    JudgeStanding,
    PreferenceForm,
    ReportTable,
)
from foam_graph.app.experimenting import Experiment
from foam_graph.cli.output import Table, emit
from foam_graph.cli.sessions import Json, opened
from foam_graph.cli.verbs import Verb, epilog
from foam_graph.errors import UsageError
from foam_graph.evaluation.judging.standing import NEEDED
from foam_graph.evaluation.tables import shown_cell

experiment = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    help="Compare debaters: next utterances, debates, agreement, annotators, ablations, preference.",
)

Debates = Annotated[
    list[Path] | None,
    typer.Argument(help="Held-out debates: transcripts, and folders of them. None = four fictional ones."),
]
Agents = Annotated[str, typer.Option("--agents", help="offline (rules) or llm (models).")]
Seed = Annotated[int, typer.Option("--seed", help="Of everything that is drawn.")]
Folder = Annotated[
    Path | None, typer.Option("--folder", help="Where answers are kept; what it holds is not asked again.")
]


def _flag(name: str, told: str) -> object:
    return Annotated[bool, typer.Option(name, help=told)]


def _number(name: str, told: str, least: int | None = None) -> object:
    return Annotated[int, typer.Option(name, help=told, min=least)]


def _names(name: str, told: str) -> object:
    return Annotated[list[str] | None, typer.Option(name, help=told)]


def _paths(name: str, told: str) -> object:
    return Annotated[list[Path] | None, typer.Option(name, help=told)]


def _path(name: str, told: str) -> object:
    return Annotated[Path | None, typer.Option(name, help=told)]


def _text(name: str, told: str) -> object:
    return Annotated[str, typer.Option(name, help=told)]


_OPTIONS: Mapping[str, tuple[object, object]] = {
    "debates": (Debates, None),
    "memory": (_paths("--memory", "What may be recalled from: transcripts, and folders of them."), None),
    "leave_out": (
        _flag("--leave-out", "Leave out of memory what it shares with a test, for that test; else refused."),
        False,
    ),
    "debaters": (
        _names("--debater", "r-debater, direct, naive-rag, four-role; the first is held against the others."),
        None,
    ),
    "without": (_names("--without", "Part to leave out; default: each in turn."), None),
    "agents": (Agents, "offline"),
    "models": (_names("--model", "Model that speaks; several make a grid. Default: FOAM_MODEL."), None),
    "contexts": (_number("--contexts", "Points at which debaters speak; 0 = all.", 0), 8),
    "runs": (_number("--runs", "Askings of the judge for each utterance, at least 3; 0 = only compare."), 3),
    "rounds": (_number("--rounds", "Utterances of each side after its opening."), 2),
    "words": (_number("--words", "Length of an utterance.", 1), 200),
    "compare": (_flag("--compare", "Hold utterances against each other as well, in both orders."), False),
    "pairs": (_number("--pairs", "Pairs on which the judge is tried first.", 1), 100),
    "at_once": (_number("--at-once", "Points at which debaters speak side by side.", 1), 1),
    "form": (_path("--form", "Write the form as this page, and CSV and key beside it."), None),
    "answers": (_paths("--answers", "CSV of a reader, to be analysed."), None),
    "key": (_path("--key", "Key of the form that was answered."), None),
    "seed": (Seed, 1),
    "folder": (Folder, None),
    "remembered": (
        _text("--remember", "Memory in the graph that r-debater recalls from: foam memory build NAME."),
        "",
    ),
    "corpus": (_text("--corpus", "Corpus that r-debater may cite."), ""),
    "only_estimate": (_flag("--estimate", "Say what it would take, and ask nothing."), False),
    "as_json": (Json, False),
}
"""Options of what is done with debaters, in the order of the help: what each is given as, and what it is where it is not given."""
_OWN = frozenset(
    {"without", "contexts", "runs", "rounds", "words", "compare", "pairs", "at_once", "form", "answers", "key"}
)
"""Those that not every verb has."""


def _with_options(*own: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Gives a verb the options that all have that work with debaters, and some more; it is called with an ``Experiment``.

    Args:
        own: Which of ``_OWN`` it has; those that say nothing of the experiment are handed on by their names.
    """
    names = [name for name in _OPTIONS if name not in _OWN or name in own]
    of_experiment = {one.name for one in fields(Experiment)}

    def given_options(verb: Callable[..., None]) -> Callable[..., None]:
        @wraps(verb)
        def called(**given: object) -> None:
            told = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
            wanted = {name: value for name, value in told.items() if name in of_experiment and value is not None}
            rest = {name: value for name, value in told.items() if name not in of_experiment}
            verb(Experiment(**wanted), **rest)  # type: ignore[arg-type]

        shown = [
            Parameter(name, Parameter.KEYWORD_ONLY, default=_OPTIONS[name][1], annotation=_OPTIONS[name][0])
            for name in names
        ]
        called.__signature__ = Signature(shown)  # type: ignore[attr-defined]
        called.__annotations__ = {name: _OPTIONS[name][0] for name in names}
        return called

    return given_options


@experiment.callback()
def _experiment() -> None:
    """Compare debaters: next utterances, debates, agreement, annotators, ablations, preference."""


@experiment.command(
    name="next-utterance",
    cls=Verb,
    epilog=epilog(
        "foam experiment next-utterance",
        "foam experiment next-utterance tests/ --memory memory/ --agents llm --model a --model b --estimate",
        "foam experiment next-utterance tests/ --debater direct --agents llm --json",
    ),
)
@_with_options("contexts", "runs", "words", "compare", "pairs", "at_once")
def next_utterance(wanted: Experiment, only_estimate: bool, as_json: bool) -> None:
    """Let debaters speak next in held-out debates, and score them by InspireScore.

    The judge is tried first on pairs of true and wrong utterances. Only the r-debater needs Neo4j.
    """
    _do("next-utterance", wanted, only_estimate, as_json)


@experiment.command(
    cls=Verb,
    epilog=epilog(
        "foam experiment simulation",
        "foam experiment simulation tests/ --memory memory/ --debater four-role --debater direct --agents llm",
        "foam experiment simulation --rounds 3 --json",
    ),
)
@_with_options("rounds", "words", "pairs")
def simulation(wanted: Experiment, only_estimate: bool, as_json: bool) -> None:
    """Let debaters hold whole debates on both sides, and judge who was better.

    Debates start from the two openings of each held-out one. Each is judged with either side shown first; where the two
    verdicts differ, it is a tie.
    """
    _do("simulation", wanted, only_estimate, as_json)


@experiment.command(
    cls=Verb,
    epilog=epilog(
        "foam experiment ablation",
        "foam experiment ablation tests/ --memory memory/ --debater four-role --without reviewer --agents llm",
        "foam experiment ablation --json",
    ),
)
@_with_options("without", "contexts", "runs", "words", "compare", "pairs", "at_once")
def ablation(wanted: Experiment, only_estimate: bool, as_json: bool) -> None:
    """Score a debater whole and with each of its parts left out.

    As next-utterance, for one debater and what remains of it.
    """
    _do("ablation", wanted, only_estimate, as_json)


@experiment.command(
    cls=Verb,
    epilog=epilog(
        "foam experiment alignment found.csv experts.csv", "foam experiment alignment found.csv experts.csv --json"
    ),
)
def alignment(
    found: Annotated[Path, typer.Argument(help="What the annotator found: CSV with item,scheme,quality.")],
    experts: Annotated[Path, typer.Argument(help="What experts found, in the same form.")],
    seed: Seed = 1,
    as_json: Json = False,
) -> None:
    """Measure how far an annotator agrees with experts.

    A row for each scheme of an item; an item without one has a row with an empty scheme. quality is none, poor,
    general, good or excellent, or empty.
    """
    emit(experimenting.alignment(found, experts, seed), as_json, _report)


@experiment.command(
    cls=Verb,
    epilog=epilog(
        "foam experiment annotation transcripts/ --form items.jsonl",
        "foam experiment annotation --form items.jsonl --answers ada.jsonl --answers ben.jsonl",
        "foam experiment annotation --form items.jsonl --answers ada.jsonl --answers ben.jsonl --agents llm --json",
    ),
)
def annotation(
    debates: Debates = None,
    form: Annotated[
        Path | None, typer.Option("--form", help="Items to label: written from debates, or read beside --answers.")
    ] = None,
    items: Annotated[int, typer.Option("--items", min=1, help="Items to draw.")] = annotation_experiment.ITEMS,
    answers: Annotated[list[Path] | None, typer.Option("--answers", help="Labels of a reader; give two.")] = None,
    agents: Agents = "offline",
    seed: Seed = 1,
    folder: Folder = None,
    as_json: Json = False,
) -> None:
    """Measure an annotator of schemes against two readers.

    With debates: draw pieces of utterances and write them as a form, with instructions. With --answers: how far the two
    readers agree, and the annotator with each, beside annotators that look at nothing. Neo4j is not needed.
    """
    if form is None or bool(debates) == bool(answers):
        raise UsageError(
            "either debates to draw from or answers to measure by, and --form", "Add --form FILE.jsonl and one of them."
        )
    if debates:
        emit(annotation_experiment.draw_form(debates, form, items, seed=seed), as_json, _drawn)
        return
    with opened(as_json) as session:
        found = annotation_experiment.annotation(session, form, answers or (), agents, seed, folder)
    emit(found, as_json, _report)


@experiment.command(
    cls=Verb,
    epilog=epilog(
        "foam experiment preference tests/ --debater direct --model a --model b --model c --model d --agents llm --form form.html",
        "foam experiment preference --answers ada.csv --answers ben.csv --key form-key.csv",
        "foam experiment preference --answers ada.csv --key form-key.csv --json",
    ),
)
@_with_options("contexts", "words", "form", "answers", "key")
def preference(
    wanted: Experiment,
    form: Path | None,
    answers: Sequence[Path] | None,
    key: Path | None,
    only_estimate: bool,
    as_json: bool,
) -> None:
    """Measure which of four candidates people prefer.

    With --form: let four debaters (or one with four models) speak, and write a blind form. With --answers and --key:
    choose rates and marks with intervals.
    """
    if answers or key:
        if not answers or key is None or form is not None:
            raise UsageError("--answers and --key belong together, without --form", "Give both.")
        emit(experimenting.preference_analysis(answers, key, wanted.seed), as_json, _report)
        return
    if only_estimate:
        _do("preference", wanted, True, as_json)
        return
    if form is None or form.suffix not in (".html", ".htm"):
        raise UsageError("neither a form to write nor answers to read", "Add --form FILE.html, or --answers and --key.")
    with opened(as_json) as session:
        made = experimenting.preference_form(session, wanted, form)
    emit(made, as_json, _form)


def _do(name: str, wanted: Experiment, only_estimate: bool, as_json: bool) -> None:
    with opened(as_json) as session:
        if only_estimate:
            emit(experimenting.estimate(session, name, wanted), as_json, _estimate)
            return
        found = experimenting.run(session, name, wanted)
    emit(found, as_json, _report)


def _report(found: ExperimentReport) -> Iterator[str | Table]:
    for judge in found.judges:
        yield from _judge(judge)
    for one in found.remarks:
        yield one
    for one in found.failures:
        yield f"Failed: {one}"
    for table in found.tables:
        yield ""
        yield from _table(table)
    if found.folder:
        yield ""
        yield f"{found.asked} questions asked; the answers are kept in {found.folder}"


def _judge(found: JudgeStanding) -> Iterator[str]:
    if found.qualified:
        yield f"Judge {found.judge} ({found.way}): right in {found.right} of {found.pairs} pairs{_between(found)}."
    else:
        # One that ranked well, on too few pairs, did not fail: nobody knows yet.
        failed = found.accuracy is None or found.accuracy < NEEDED
        headline = "THE JUDGE FAILED" if failed else "THE JUDGE IS NOT PROVED"
        yield f"{headline} ({found.way}): {found.judge} {'; '.join(found.faults)}. Do not rely on its scores."
    kinds = ", ".join(f"{kind.replace('_', ' ')} {right} of {pairs}" for kind, (right, pairs) in found.by_kind.items())
    yield f"True utterance ranked first: {kinds}; ties {found.ties}, not judged {found.unjudged} (both count as wrong)."
    longer, pairs = found.longer_ahead
    if pairs:
        yield f"Of two utterances of different length the longer came out ahead in {longer} of {pairs} pairs."


def _between(found: JudgeStanding) -> str:
    return f" (95 % interval {found.low:.2f} to {found.high:.2f})" if found.low is not None else ""


def _table(found: ReportTable) -> Iterator[str | Table]:
    yield found.title
    yield Table(found.headings, [[shown_cell(cell) for cell in row] for row in found.rows])
    yield from found.remarks


def _estimate(found: ExperimentEstimate) -> Iterator[str]:
    price = f"about ${found.cost:.2f}" if found.cost else "no price is set (FOAM_PRICE_IN, FOAM_PRICE_OUT)"
    yield f"{found.calls} questions, {found.prompt_tokens} tokens sent, {found.completion_tokens} answered: {price}"
    for name, calls in found.by_model.items():
        yield f"  {name}: {calls}"
    yield "Without repairs, repeated requests and revisions that a reviewer asks for; what is kept from before is not counted."


def _drawn(made: annotation_experiment.LabelForm) -> Iterator[str]:
    told = ", ".join(f"{count} {language}" for language, count in made.languages.items())
    yield f"{made.items} items ({told})"
    yield f"form          {made.form}"
    yield f"instructions  {made.instructions}"


def _form(made: PreferenceForm) -> Iterator[str]:
    yield f"{made.contexts} point{'s' * (made.contexts != 1)} of debates, four candidates each"
    yield f"form  {made.form}"
    yield f"CSV   {made.csv}"
    yield f"key   {made.key}  (not for readers)"
    for one in made.failures:
        yield f"Failed: {one}"
