"""The verb about memories of debates: memory build, show, page, search, stats, withdraw."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from foam_graph.app import examples_page, exporting, recollecting, remembering
from foam_graph.app.session import Session
from foam_graph.cli.memory_report import memory_built
from foam_graph.cli.output import Table, emit, shortened
from foam_graph.cli.sessions import Json, bar, opened
from foam_graph.cli.verbs import Verb, epilog
from foam_graph.errors import UsageError
from foam_graph.reasoning.debating.recalling import K

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the memory.")]
_TEXT = 300
_LABELS = ("poor", "general", "good", "excellent")

memory = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    help="Build a memory of debates that were held, look into it, search it, take a debate out.",
    epilog=epilog("foam memory build city examples/debates/memory", "foam memory stats city"),
)


@memory.command(
    "build",
    cls=Verb,
    epilog=epilog(
        "foam memory build city examples/debates/memory",
        "foam memory build orchid transcripts --agents llm --estimate",
        "foam memory build club minutes.txt --pseudonyms --json",
    ),
)
def build_memory(
    name: Name,
    paths: Annotated[list[Path], typer.Argument(help="Transcripts: .json, .jsonl, .txt, .md; folders of these.")],
    agents: Annotated[
        str, typer.Option("--agents", help="Who reads for schemes: offline (rules over wording) or llm.")
    ] = "offline",
    keep_free: Annotated[bool, typer.Option("--keep-free", help="Remember free debate too.")] = False,
    pseudonyms: Annotated[bool, typer.Option("--pseudonyms", help="Give speakers other names.")] = False,
    only_estimate: Annotated[
        bool, typer.Option("--estimate", help="Say what a build with a model would take; nothing is asked or written.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Build a memory from transcripts of debates.

    Each debate is cut into utterances, encoded, and read for the argumentation schemes that it uses. A debate that is there
    is not taken twice, and a build that was stopped goes on when it is given again. What cannot be taken is listed with the
    reason and stops no other; the exit code is 1 then. Free debate, moderators and notes are left out and listed in the
    graph.
    """
    plan = remembering.Plan(name, keep_free, pseudonyms)
    with bar(as_json) as (progress, told), Session(progress=progress) as session:
        if only_estimate:
            emit(remembering.estimate(session, paths, plan), as_json, _estimated)
            return
        done = remembering.build(session, paths, plan, agents, told)
    emit(done, as_json, memory_built)
    if done.rejected:
        if not as_json:
            sys.stdout.flush()
            sys.stderr.write(f"foam: {len(done.rejected)} were refused; the other debates are taken\n  {done.hint}\n")
        raise typer.Exit(1)


@memory.command(
    "show",
    cls=Verb,
    epilog=epilog(
        "foam memory show city",
        "foam memory show city street-lights.txt",
        "foam memory show city --scheme analogy --json",
    ),
)
def show_memory(
    name: Name,
    debate: Annotated[str, typer.Argument(metavar="DEBATE", help="Id, name or beginning of the hash of one.")] = "",
    scheme: Annotated[str, typer.Option("--scheme", help="The best examples of an argumentation scheme instead.")] = "",
    as_json: Json = False,
) -> None:
    """Show the debates of a memory, one of them with its labels, or the best examples of a scheme."""
    if scheme and debate:
        raise UsageError("a debate and --scheme were given", "Give one of them.")
    with opened(as_json) as session:
        if scheme:
            emit(recollecting.show_scheme(session, name, scheme), as_json, _examples)
        elif debate:
            emit(recollecting.show_debate(session, name, debate), as_json, _utterances)
        else:
            emit(recollecting.show(session, name), as_json, _debates)


@memory.command(
    "page",
    cls=Verb,
    epilog=epilog("foam memory page city -o schemes.html", "foam memory page city -o schemes.html --most 5 --json"),
)
def memory_page(
    name: Name,
    path: Annotated[Path, typer.Option("-o", "--output", help="Page to write, .html.")],
    most: Annotated[int, typer.Option("--most", help="Examples of a scheme at most.")] = examples_page.EXAMPLES,
    as_json: Json = False,
) -> None:
    """Write a page of the best examples of each argumentation scheme, with what such an argument has to answer."""
    exporting.check_target(path)
    with opened(as_json) as session:
        made = examples_page.write_examples(session, name, path, most)
    emit(made, as_json, _page)


@memory.command(
    "search",
    cls=Verb,
    epilog=epilog(
        'foam memory search city "The city should close a lane of the ring road."',
        'foam memory search city "free buses" --side con -k 3 --json',
    ),
)
def search_memory(
    name: Name,
    query: Annotated[str, typer.Argument(metavar="TEXT", help="A motion, or anything that could be said.")],
    side: Annotated[str, typer.Option("--side", help="pro or con: records of that side come first.")] = "pro",
    k: Annotated[int, typer.Option("-k", help="Records asked for.")] = K,
    as_json: Json = False,
) -> None:
    """Search a memory as a speaker does before a turn: records, and the schemes that they make likely."""
    with opened(as_json) as session:
        found = recollecting.search(session, name, query, side, k)
    emit(found, as_json, _found)


@memory.command("stats", cls=Verb, epilog=epilog("foam memory stats city", "foam memory stats city --json"))
def memory_stats(name: Name, as_json: Json = False) -> None:
    """Count what a memory holds: debates, utterances, schemes and their quality."""
    with opened(as_json) as session:
        counted = recollecting.stats(session, name)
    emit(counted, as_json, _counted)


@memory.command(
    "withdraw",
    cls=Verb,
    epilog=epilog('foam memory withdraw city street-lights.txt --why "a speaker asked for it" --json'),
)
def withdraw_debate(
    name: Name,
    debate: Annotated[str, typer.Argument(metavar="DEBATE", help="Id, name or beginning of the hash.")],
    why: Annotated[str, typer.Option("--why", help="Why; it stays in the record.")],
    by: Annotated[str, typer.Option("--by", help="Who withdraws it; else the operator.")] = "",
    as_json: Json = False,
) -> None:
    """Take a debate out of a memory: it is recalled no more; what it shaped is listed.

    Its rows stay in the chain, and so does what was said because of it, which can be challenged. To erase its words, use
    foam erase as well.
    """
    with opened(as_json) as session:
        done = remembering.withdraw(session, name, debate, why, by)
    emit(done, as_json, _withdrawn)


def _page(made: examples_page.ExamplesPage) -> Iterator[str]:
    yield f"{made.path}: {sum(made.examples.values())} examples of {sum(map(bool, made.examples.values()))} schemes"


def _estimated(told: remembering.MemoryEstimate) -> Iterator[str]:
    yield f"{told.memory}: {told.debates} new debates, {told.utterances} utterances"
    yield f"  at most {told.calls} calls, {told.prompt_tokens:,} tokens sent, about {told.completion_tokens:,} answered"
    yield f"  ${told.cost:.2f}" if told.cost else "  set FOAM_PRICE_IN and FOAM_PRICE_OUT to see a price"
    for refused in told.rejected:
        yield f"  refused {refused.path}: {refused.reason}"


def _debates(listed: Sequence[recollecting.RememberedDebate]) -> Iterator[Table]:
    rows = [
        (
            one.sha256[:12],
            one.records,
            one.date,
            one.annotator or "not read yet",
            shortened(one.name, 30),
            shortened(one.topic, 60),
        )
        + (("withdrawn",) if one.withdrawn else ("",))
        for one in listed
    ]
    yield Table(("debate", "records", "date", "read by", "name", "motion", ""), rows)


def _utterances(listed: Sequence[recollecting.RememberedUtterance]) -> Iterator[str]:
    for one in listed:
        yield f"{one.turn}. {one.speaker} ({one.side}{', ' if one.stage else ''}{one.stage}): {shortened(one.text, _TEXT)}"
        for label in one.labels:
            yield f"     {label.scheme}: {label.overall}. {label.reason}"


def _examples(listed: Sequence[recollecting.RecalledRow]) -> Iterator[str]:
    for one in listed:
        told = ", ".join(f"{scheme} {quality}" for scheme, quality in one.labels.items())
        yield f"{one.side}, {one.topic} ({told})"
        yield f"  {shortened(one.text, _TEXT)}"
    if not listed:
        yield "no utterance of this memory is labelled so"


def _found(found: recollecting.MemorySearch) -> Iterator[str | Table]:
    yield f"keywords: {', '.join(found.keywords) or 'none'}"
    for remark in found.remarks:
        yield f"  {remark}"
    likely = ", ".join(f"{name} {found.prior[name]:.1f}" for name in found.schemes)
    yield f"likely schemes (mean above 2): {likely or 'none'}"
    rows = [
        (f"{one.score:.3f}", one.side, "yes" if one.exemplar else "", shortened(one.topic, 50), shortened(one.text, 80))
        for one in found.found
    ]
    yield Table(("cosine", "side", "exemplar", "motion", "text"), rows)


def _counted(told: recollecting.MemoryStats) -> Iterator[str | Table]:
    yield f"{told.memory}: {told.debates} debates, {told.utterances} utterances, {told.records} can be recalled"
    if told.withdrawn or told.unfinished:
        yield f"  withdrawn: {told.withdrawn}; unfinished: {told.unfinished} (build again to go on)"
    for what, counts in (
        ("sides", told.sides),
        ("parts", told.stages),
        ("languages", told.languages),
        ("encoded by", told.encoders),
        ("read for schemes by", told.annotators),
    ):
        listed = ", ".join(f"{name or 'not said'} {count}" for name, count in counts.items())
        yield f"  {what}: {listed}"
    yield f"  without any scheme: {told.unlabelled}"
    rows = [
        (one.scheme, one.utterances, f"{one.mean:.2f}", *(one.qualities.get(label, 0) for label in _LABELS))
        for one in told.schemes
    ]
    yield Table(("scheme", "utterances", "mean", *_LABELS), rows)


def _withdrawn(done: remembering.DebateWithdrawal) -> Iterator[str]:
    yield f"{done.name} is out of {done.memory}: {done.why}"
    if not done.shaped:
        yield "  it has shaped nothing"
    for one in done.shaped:
        turn = f"turn {one.turn} ({one.utterance})" if one.utterance else "no turn rests on it"
        yield f"  recalled in {one.debate}: {turn}{', shown as an exemplar' if one.exemplar else ''}"
