"""Verbs of the main job: ask, resume, runs."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any

import typer

from foam_graph.app import asking, chains, estimating, resuming
from foam_graph.app.asking import check_depth
from foam_graph.app.chains import Chain
from foam_graph.app.debated import is_debate
from foam_graph.app.position import CLASSES, EmptySlot, Position, read_position
from foam_graph.app.run_parameters import read_run
from foam_graph.app.turn_files import TurnFile
from foam_graph.cli.answers import answer_lines
from foam_graph.cli.debate_lines import debate_lines
from foam_graph.cli.debating import Terminal
from foam_graph.cli.output import Table, emit, shortened
from foam_graph.cli.sessions import Corpus, Json, opened, text_or_stdin
from foam_graph.cli.verbs import verb
from foam_graph.errors import UsageError
from foam_graph.reasoning.turns import DEPTH, DEPTHS, Limits

MOST_TOKENS = 2_000_000
"""Largest reading budget: beyond what any endpoint takes."""


@verb(
    'foam ask "Should the denial be upheld?" --corpus benefits',
    'foam ask "Should the denial be upheld?" --corpus benefits --template benefits-appeal \\',
    "  --perspectives applicant,caseworker,auditor",
    "foam ask 'Should it?' --corpus benefits --template benefits-appeal --perspectives applicant,auditor \\",
    "  --agents llm --depth standard --estimate",
    'foam ask "Should the town run a night bus?" --corpus town --debate r7k2m9qwxab',
    "echo 'Should we?' | foam ask - --corpus town --perspectives liberty,order --json",
)
def ask(
    question: Annotated[str, typer.Argument(help="The question; - reads standard input.")],
    corpus: Corpus,
    template: Annotated[
        str,
        typer.Option("--template", help="Name of a template (foam templates), or a file; else what fits the question."),
    ] = "",
    perspectives: Annotated[
        str,
        typer.Option(
            "--perspectives",
            help="Two to six ids (foam perspectives), separated by commas; else those that the template comes with.",
        ),
    ] = "",
    agents: Annotated[str, typer.Option("--agents", help="offline (rules, no network) or llm.")] = "offline",
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same offline position.")] = 0,
    dated: Annotated[
        str, typer.Option("--dated", help="Day that ages and limits are counted to, YYYY-MM-DD; today if not given.")
    ] = "",
    as_of: Annotated[str, typer.Option("--as-of", hidden=True)] = "",
    perspective_file: Annotated[
        Path | None, typer.Option("--perspective-file", help="File or folder of further perspectives.")
    ] = None,
    depth: Annotated[
        str,
        typer.Option("--depth", help=f"How deep a case is argued: {', '.join(DEPTHS)}; {DEPTH} if not given."),
    ] = "",
    limit: Annotated[
        list[str] | None, typer.Option("--limit", help="A parameter of the run, e.g. reading_tokens=16000; repeatable.")
    ] = None,
    debate: Annotated[
        str,
        typer.Option(
            "--debate",
            help="A debate that ended; what was held against a side in it is put to the arguments it touches.",
        ),
    ] = "",
    only_estimate: Annotated[
        bool,
        typer.Option("--estimate", help="Only say what a run with a model would take; nothing is asked or written."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Answer a question over a corpus with a position.

    Without --template one is taken that fits: the review of a decision where the question asks whether one stands, fact and
    rule where it asks what was so or what somebody has a right to, else a policy memo. What was taken is said.

    The exit code is 0 when the run finished; whether its position is certified, and which check failed if not, is in
    the result. A run that is cut short keeps what was committed: foam resume RUN goes on.
    """
    if as_of:
        told = f"--as-of looks back into a graph; the day that ages and limits are counted to is --dated {as_of}"
        raise UsageError(told, "Put --dated in its place.")
    wanted = asking.Ask(
        question=text_or_stdin(question, "the question"),
        corpus=corpus,
        template=template,
        perspectives=_named(perspectives),
        agents=agents,
        seed=seed,
        dated=dated,
        perspective_file=perspective_file,
        limits=limits_of(limit or (), depth or DEPTH),
        debate=debate,
    )
    with opened(as_json) as session:
        if only_estimate:
            emit(estimating.estimate(session, wanted), as_json, _estimated)
            return
        run = asking.begin(session, wanted)
        if not as_json and sys.stderr.isatty():
            # A process that is killed cannot say this any more.
            sys.stderr.write(f"Run {run}; if it is cut short: foam resume {run}\n")
        with asking.resumable(run):
            asking.finish(session, run)
            found = read_position(read_run(session, run), run)
    emit(found, as_json, position_lines)


def _named(perspectives: str) -> tuple[str, ...]:
    """The ids in a list of perspectives; none where there is no list.

    Raises:
        UsageError: A list that names nothing.
    """
    named = tuple(part.strip() for part in perspectives.split(",") if part.strip())
    if perspectives and not named:
        told = "Name two to six, e.g. --perspectives liberty,order; or leave it out."
        raise UsageError("no perspective is named", told)
    return named


def _estimated(found: estimating.Estimate) -> Iterator[str]:
    read = "all documents, whole" if found.whole else "a part of the documents"
    yield f"About {found.calls} calls, {found.prompt_tokens:,} prompt tokens and {found.completion_tokens:,} of answers."
    yield f"{found.shared_tokens:,} of the prompt tokens are the same case file each time ({found.reading_tokens:,} tokens: {read})."
    yield (
        f"By the prices set: {found.cost:.2f} US dollars."
        if found.cost
        else "No prices are set (FOAM_PRICE_IN, FOAM_PRICE_OUT)."
    )


def limits_of(given: Sequence[str], depth: str = DEPTH) -> Limits:
    """Parameters of the protocol from ``name=value`` texts.

    Raises:
        UsageError: An unknown name or depth, or a value that is no number.
    """
    check_depth(depth)
    kinds: dict[str, Any] = {field.name: type(field.default) for field in fields(Limits) if field.name != "depth"}
    values: dict[str, Any] = {}
    for text in given:
        name, mark, value = text.partition("=")
        if not mark or name not in kinds:
            raise UsageError(f"{text!r} is not a limit", f"Give NAME=NUMBER with one of {', '.join(kinds)}.")
        try:
            values[name] = kinds[name](value)
        except ValueError:
            raise UsageError(f"{name} must be a number, got {value!r}", f"Give a {kinds[name].__name__}.") from None
        most = MOST_TOKENS if name == "reading_tokens" else 1000
        if not 0 <= values[name] <= most:
            raise UsageError(f"{name} cannot be {value}", f"Give a number from 0 to {most:,}.")
    return Limits(**values, depth=depth)


@verb("foam resume r7k2m9qwxab", "foam resume r7k --json", "foam resume r7k --turns turns.txt")
def resume(
    run: Annotated[str, typer.Argument(help="Id of the run, or its beginning.")],
    turns: Annotated[
        Path | None,
        typer.Option(
            "--turns", help="Of a debate: file with all turns of a person's side; the same words let a turn stand."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Take up a run or a debate that was cut short, and the repairs that followed on challenges and rulings.

    What was committed is not made again. Where nothing is left to do, it is only shown. In a debate a person is asked for each
    of their turns that a repair has touched: it stands, or is said anew.
    """
    with opened(as_json) as session:
        found_run = str(session.store.find(run, ("Run",))["id"])
        if is_debate(session.store.subgraph(found_run), found_run):
            people = TurnFile(turns) if turns is not None else None
            emit(resuming.resume_debate(session, found_run, Terminal(), people), as_json, _debate_resumed)
            return
        if turns is not None:
            raise UsageError(f"{run} is no debate: nobody speaks in it", "Leave --turns out.")
        resumed = resuming.resume(session, found_run)
    emit(resumed, as_json, _resumed)


def _debate_resumed(resumed: resuming.ResumedDebate) -> Iterator[str]:
    yield from debate_lines(resumed.debate)
    for contest in resumed.repaired:
        cause = contest.challenge or (
            f"its speaker was asked for {contest.target}" if contest.target else "a label left its memory"
        )
        yield f"Repaired after {cause}: {contest.outcome}"
        yield from contest.remarks


def _resumed(resumed: resuming.Resumed) -> Iterator[str]:
    if resumed.idle:
        yield "Nothing was left to do."
    for contest in resumed.repaired:
        if contest.challenge:
            yield f"The repair after challenge {contest.challenge} was finished: {contest.outcome}"
        else:
            yield from contest.remarks
    yield from position_lines(resumed.position)


@verb("foam runs", "foam runs --all --json")
def runs(
    every: Annotated[bool, typer.Option("--all", help="Corpora, imported maps and the library as well.")] = False,
    as_json: Json = False,
) -> None:
    """List the runs and debates, the latest first."""
    with opened(as_json) as session:
        found = [row for row in chains.runs(session) if every or row.kind in ("run", "debate")]
    emit(found, as_json, _runs)


def _runs(listed: list[Chain]) -> Iterator[Table]:
    rows = [(row.id, row.at[:16], row.activities, _state(row), shortened(row.title, 60)) for row in listed]
    yield Table(("id", "last", "activities", "state", "title"), rows)


def _state(row: Chain) -> str:
    if row.kind == "debate":
        return "debate" if row.step == "ballot" else f"debate, unfinished after {row.step}"
    if row.kind != "run":
        return row.kind
    if not row.finished:
        return f"unfinished after {row.step}"
    return f"{'certified' if row.certified else 'not certified'}, version {row.version}"


def position_lines(position: Position) -> Iterator[str]:
    """A position for people: synthesis, claims by class, checks, statement."""
    yield f"Run {position.run}, position {position.id}: {'certified' if position.certified else 'NOT certified'}"
    if position.chosen:
        yield f"Argued with {position.chosen}. Others: --template NAME (foam templates), --perspectives A,B (foam perspectives)."
    if position.certificate:
        yield position.certificate
    yield ""
    if position.answer is not None:
        yield from answer_lines(position.answer, position.parts)
    else:
        yield position.synthesis
    for name, claims in zip(CLASSES, position.by_class, strict=True):
        if claims:
            yield ""
            yield f"{name.capitalize()} ({len(claims)})"
            for claim in claims:
                words = claim.reason if isinstance(claim, EmptySlot) else claim.text
                yield f"  {claim.id}  {shortened(words, 160)}"
    if position.dissent_memo:
        yield ""
        yield position.dissent_memo
    yield ""
    for check in position.checks:
        yield f"{'ok  ' if check.ok else 'FAIL'} {check.name}: {check.detail}"
    yield ""
    yield position.statement
    yield "Look into it: foam why ID. Contest it: foam challenge ID --kind KIND --grounds TEXT"
