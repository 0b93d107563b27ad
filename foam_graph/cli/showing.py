"""Verbs for reading the graph: show, why, diff."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Annotated

import typer

from foam_graph.app import comparing, tracing
from foam_graph.app import showing as reading
from foam_graph.app.compared import ChangeT, Compared, PositionsDiff, RowT, RunsDiff
from foam_graph.app.debate_comparing import DebateDiff
from foam_graph.app.result import JsonObject, JsonValue
from foam_graph.app.sentence_references import NumberedSentence, held, is_reference, node_of, numbered_sentence
from foam_graph.app.tracing import Again, Traced, Why
from foam_graph.cli.answers import answer_lines
from foam_graph.cli.debate_lines import debate_lines
from foam_graph.cli.output import emit, shortened
from foam_graph.cli.sessions import AsOf, Json, opened
from foam_graph.cli.verbs import verb
from foam_graph.exchange.dossier.words import counted

Id = Annotated[
    str,
    typer.Argument(
        metavar="ID", help="Id of a node or activity, or its beginning; or a sentence by its number (5.23)."
    ),
]
OfRun = Annotated[str, typer.Option("--run", help="Run that a sentence's number is meant of; the newest if not given.")]
OfCorpus = Annotated[
    str,
    typer.Option("--corpus", help="The newest run over this corpus, for a sentence's number or a name of its sheet."),
]


@verb(
    "foam show r7k2m9qwxab",
    "foam show r7k2m9qwxab-41-3 --json",
    "foam show r7k2m9qwxab-41-3 --as-of 77",
    "foam show 5.23 --run r7k2m9qwxab",
)
def show(node: Id, as_of: AsOf = "", run: OfRun = "", corpus: OfCorpus = "", as_json: Json = False) -> None:
    """Show one node: fields, who wrote it, standing, edges; of a run what it answers first, of a debate what was said."""
    with opened(as_json) as session:
        named = numbered_sentence(session, node, run, corpus) if is_reference(node) else None
        if named is not None and not named.node:
            emit(named, as_json, _unused)
            return
        found = reading.show(session, named.node if named else node_of(session, node, run, corpus), as_of)
    emit(found, as_json, lambda shown: [*_named(named), *_shown(shown)])


def _named(named: NumberedSentence | None) -> Iterator[str]:
    """Says which sentence a number was taken for."""
    if named is not None:
        yield f"{named.told}."


def _unused(named: NumberedSentence) -> Iterator[str]:
    yield f"{named.told}; nothing of the run rests on it."
    yield f"  {named.text or 'Its document is not on this machine.'}"


def _shown(shown: reading.Shown) -> Iterator[str]:
    standing = f", {shown.standing}" if shown.standing else ""
    yield f"{shown.kind} {shown.id}{standing}"
    yield f"  run {shown.run}, seq {shown.seq}, {shown.at}"
    if shown.answer is not None:
        yield ""
        yield from answer_lines(shown.answer, shown.parts)
        yield ""
    if shown.debate is not None:
        yield ""
        yield from debate_lines(shown.debate)
        yield ""
    writer = shown.written_by
    if writer:
        stance = f" from {writer.stance_id}" if writer.stance_id else ""
        yield f"  written by {writer.agent} as {writer.role}{stance}, step {writer.step} ({writer.activity})"
    for name, value in shown.fields.items():
        yield f"  {name}: {_parameters(value) if name == _PARAMETERS and isinstance(value, dict) else _field(value)}"
    for title, ends in (("leads to", shown.out), ("comes from", shown.into)):
        if ends:
            yield f"  {title}:"
        for edge in ends:
            yield f"    {edge.type} {edge.kind} {edge.id}  {shortened(edge.text, 80)}"
    if shown.more_edges:
        yield "  There are more edges than are shown."


_LONG = 2000
"""Characters of data that nobody reads as a line: ``--json`` gives them whole."""
_PARAMETERS = "parameters"
_TOLD = ("corpus", "agents", "model", "seed", "dated", "derived_from")
"""Parameters of a run or debate that a person wants to know; its template, limits and documents are for programs."""


def _field(value: JsonValue) -> str:
    """A field as a line; data too long for one by its size."""
    told = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return (
        told if isinstance(value, str) or len(told) <= _LONG else f"{len(told):,} characters of data; --json shows them"
    )


def _parameters(found: JsonObject) -> str:
    """What a run began with, as far as a person asks for it."""
    told = [f"{name.replace('_', ' ')} {found[name]}" for name in _TOLD if found.get(name) not in (None, "")]
    template, documents = found.get("template"), found.get("documents")
    if isinstance(template, dict) and template.get("id"):
        told.append(f"template {template['id']}")
    if isinstance(documents, list):
        told.append(counted(len(documents), "document"))
    return f"{', '.join(told)}{'; ' if told else ''}--json shows all"


@verb(
    "foam why r7k2m9qwxab-41-3",
    "foam why r7k2m9qwxab-12-5 --json",
    "foam why r7k2m9qwxab-12-5 --as-of 2026-11-21T10:00Z",
    "foam why 5.23 --corpus benefits",
)
def why(node: Id, as_of: AsOf = "", run: OfRun = "", corpus: OfCorpus = "", as_json: Json = False) -> None:
    """Show the path from a node to the position, and what was said against it.

    Takes a sentence, record, warrant, critique or claim, or anything else in a run. What it stands on is shown too.
    """
    with opened(as_json) as session:
        named = numbered_sentence(session, node, run, corpus) if is_reference(node) else None
        found = tracing.why(session, held(named) if named else node_of(session, node, run, corpus), as_of)
    emit(found, as_json, lambda told: [*_named(named), *_why(told)])


def _why(root: Why) -> Iterator[str]:
    yield _line(root)
    sections = (("Leads to", root.leads_to), ("Rests on", root.rests_on), ("Said against it", root.against))
    for title, items in sections:
        if items:
            yield ""
            yield title
            yield from _branch(items, 1)


def _branch(items: Sequence[Traced | Again], depth: int) -> Iterator[str]:
    for item in items:
        if isinstance(item, Again):
            yield f"{'  ' * depth}{item.how} {item.kind} {item.id} (see there)"
            continue
        yield f"{'  ' * depth}{item.how} {_line(item)}"
        for below in (item.against, item.rests_on, item.leads_to):
            yield from _branch(below, depth + 1)


def _line(node: Traced) -> str:
    marks = [node.standing] if node.standing != "current" else []
    # Of what people raise the flaw is only that they did: the kind says what is wrong.
    flaw = node.what if node.kind == "Challenge" else node.flaw
    marks += [mark for mark in (flaw, node.verdict, node.stance_id) if mark is not None]
    if node.materiality is not None:
        marks.append(f"materiality {node.materiality:g}")
    shown = f" [{', '.join(marks)}]" if marks else ""
    return f"{node.kind} {node.id}{shown}: {shortened(node.text, 140)}"


@verb(
    "foam diff r7k2m9qwxab r9pp4tsz2cd",
    "foam diff r7k2m9qwxab-60-9 r7k2m9qwxab-75-9 --json",
    "foam diff r4n8c2dhjkm-29-1 r4n8c2dhjkm-52-1",
)
def diff(
    one: Annotated[
        str,
        typer.Argument(metavar="A", help="A run, a position, a ballot or an utterance, or the beginning of its id."),
    ],
    two: Annotated[str, typer.Argument(metavar="B", help="Another one of the same sort.")],
    as_json: Json = False,
) -> None:
    """Compare two positions of a run, two runs, or a debate at two of its ballots.

    Of two positions it says which issues, options, claims, records and warrants are the same to the byte, changed, added
    or removed, and which findings a ruling took back: what a challenge touched. Of two runs it says how candidates, template choices and standings differ: what a perspective changed.
    Of two ballots of a debate it says which turns were said anew between them, and of two utterances how a turn was changed.
    """
    with opened(as_json) as session:
        found = comparing.diff(session, one, two)
    emit(found, as_json, _diff)


def _diff(found: PositionsDiff | RunsDiff | DebateDiff) -> Iterator[str]:
    if isinstance(found, DebateDiff):
        return _debate_diff(found)
    return _runs_diff(found) if isinstance(found, RunsDiff) else _positions_diff(found)


def _debate_diff(found: DebateDiff) -> Iterator[str]:
    if found.winners:
        yield f"{found.same} turns are the same to the byte. Ballots: {' -> '.join(found.winners)}."
    for one in found.changed:
        why = f" (challenge {', '.join(one.because)})" if one.because else ""
        yield f"~ turn {one.turn} ({one.side}) {one.old} -> {one.new}{why}"
        yield f"    before: {one.before}"
        yield f"    after:  {one.after}"
    if found.written_before:
        yield f"Said before an earlier turn was said anew: turns {', '.join(map(str, found.written_before))}"


def _positions_diff(found: PositionsDiff) -> Iterator[str]:
    yield f"{found.same} nodes are the same to the byte."
    for pair in found.changed:
        yield f"~ {pair.kind} {pair.old} -> {pair.new}"
        yield f"    before: {shortened(pair.before, 200)}"
        yield f"    after:  {shortened(pair.after, 200)}"
    for sign, nodes in (("+", found.added), ("-", found.removed)):
        for node in nodes:
            yield f"{sign} {node.kind} {node.id}: {shortened(node.text, 160)}"
    for node in found.taken_back:
        yield f"- {node.kind} {node.id}: {node.text}"
    for row in found.standings:
        yield f"  {row.claim}: {row.before} -> {row.after}"


def _runs_diff(found: RunsDiff) -> Iterator[str]:
    for name, (before, after) in found.parameters.items():
        yield f"{name}: {shortened(before)} -> {shortened(after)}"
    yield _counts("candidates", found.candidates)
    yield _counts("choices", found.choices)
    yield _counts("claims", found.claims)
    for choice in found.choices.changed:
        yield f"  {choice.branch}: {', '.join(choice.a)} -> {', '.join(choice.b)}"
    for claim in found.claims.changed:
        yield f"  {claim.leaf}: {claim.a} -> {claim.b}  {shortened(claim.text)}"


def _counts(name: str, part: Compared[RowT, ChangeT]) -> str:
    changed, only_a, only_b = len(part.changed), len(part.only_a), len(part.only_b)
    return f"{name}: {part.same} the same, {changed} changed, {only_a} only in A, {only_b} only in B"
