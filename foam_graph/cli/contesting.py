"""Verbs of contestation: challenge, rule."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import typer

from foam_graph.app import contest_forms, contest_rulings, contesting
from foam_graph.app.contest_forms import Changed
from foam_graph.app.result import JsonValue
from foam_graph.cli.output import emit
from foam_graph.cli.sessions import Json, opened, text_or_stdin
from foam_graph.cli.verbs import verb
from foam_graph.errors import UsageError
from foam_graph.model.kinds import CHALLENGE_KINDS

OfCorpus = Annotated[str, typer.Option("--corpus", help="The newest run over this corpus, for numbers of sentences.")]
_RULED = {"valid": "upheld", "requires_more_evidence": "left open"}
"""A ruling in words; every other one does not uphold."""


@verb(
    'foam challenge r7k2m9qwxab-41-3 --kind adequacy --grounds "The notice was posted too late." --dry-run',
    'foam challenge r7k2m9qwxab-41-3 --kind relevance --grounds "..." --evidence letter.txt --by "A. Person"',
    'foam challenge r4n8c2dhjkm-19-1 --kind inferential --grounds "The second sentence does not follow." --by "A. Person"',
    'foam challenge import-2b0c7f00c1e2d3a4-0-7 --kind structural --grounds "..." --correct "Lamps may harm bats."',
    'foam challenge auditor@1f2e3d --kind normative --grounds "Care counts for too little." --reweight care=0.4',
)
def challenge(
    node: Annotated[
        str,
        typer.Argument(
            metavar="ID", help="Id of what is challenged, or its beginning; or a sentence by its number (5.23)."
        ),
    ],
    kind: Annotated[str, typer.Option("--kind", help=f"One of {', '.join(CHALLENGE_KINDS)}.")],
    grounds: Annotated[str, typer.Option("--grounds", help="What is wrong; - reads standard input.")],
    evidence: Annotated[
        str, typer.Option("--evidence", help="A file, or a sentence (its id or number), record or document.")
    ] = "",
    by: Annotated[str, typer.Option("--by", help="Who challenges; never shown in memo or dossier.")] = "",
    run: Annotated[
        str,
        typer.Option(
            "--run",
            help="The run, for a perspective that several runs hold and for numbers of sentences; else the newest.",
        ),
    ] = "",
    corpus: OfCorpus = "",
    reweight: Annotated[
        list[str] | None,
        typer.Option("--reweight", help="Normative: VALUE=WEIGHT the perspective should have; repeatable."),
    ] = None,
    rescope: Annotated[
        list[str] | None,
        typer.Option("--rescope", help="Normative: jurisdiction=TEXT or time_horizon=TEXT; repeatable."),
    ] = None,
    add: Annotated[str, typer.Option("--add", help="Normative: a perspective to be heard as well.")] = "",
    stakeholder: Annotated[
        str, typer.Option("--stakeholder", help="Normative: NAME: WHAT IS AT STAKE of somebody left out.")
    ] = "",
    correct: Annotated[
        str,
        typer.Option(
            "--correct",
            help="What it should say. Structural: an issue's QUESTION, an option's TEXT or ISSUE=OUTCOME and …, of the agenda "
            "NAME: QUESTION? = OUTCOME | OUTCOME. Imported map: the node's words; of a scheme TYPE, NAME or TYPE: NAME.",
        ),
    ] = "",
    perspective_file: Annotated[
        Path | None, typer.Option("--perspective-file", help="File or folder of further perspectives.")
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what it would touch and cost; write nothing.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Challenge one node of a position; only what rests on it changes.

    Kinds: relevance (it does not bear on what it is used for), adequacy (too thin, stale or from a weak source), selection_bias (other evidence
    was at hand and left out), inferential (it does not follow), scope (it goes too far), normative (a perspective, its weights or
    who is heard), structural (an issue, an option or the agenda).

    The challenge is kept whatever becomes of it. The first ruling is a machine's and provisional: foam rule overrules it.
    On an imported map people alone rule.
    """
    if kind not in CHALLENGE_KINDS:
        raise UsageError(f"there is no kind of challenge {kind!r}", f"Use one of {', '.join(CHALLENGE_KINDS)}.")
    wanted = contest_forms.Challenge(
        target=node,
        kind=kind,
        grounds=text_or_stdin(grounds, "the grounds"),
        evidence=evidence,
        by=by,
        dry_run=dry_run,
        run=run,
        reweight=tuple(reweight or ()),
        rescope=tuple(rescope or ()),
        add=add,
        stakeholder=stakeholder,
        perspective_file=perspective_file,
        correction=correct,
        corpus=corpus,
    )
    with opened(as_json) as session:
        found = contesting.challenge(session, wanted)
    emit(found, as_json, _outcome)


@verb(
    'foam rule r7k2m9qwxab-63-1 --uphold --reason "The date is proven." --by "B. Reviewer"',
    'foam rule r7k2m9qwxab-63-1 --reject --reason "The letter is undated." --by "B. Reviewer" --json',
)
def rule(
    challenge: Annotated[str, typer.Argument(metavar="CHALLENGE", help="Id of the challenge, or its beginning.")],
    reason: Annotated[str, typer.Option("--reason", help="Why.")],
    by: Annotated[str, typer.Option("--by", help="Who rules.")],
    uphold: Annotated[bool, typer.Option("--uphold", help="The challenge is right.")] = False,
    reject: Annotated[bool, typer.Option("--reject", help="The challenge is wrong.")] = False,
    appeal: Annotated[
        bool, typer.Option("--appeal", help="This decides an appeal: it takes the place of people's earlier rulings.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Rule on a challenge, as a person; the position is repaired accordingly.

    Two people who differ leave what they ruled on contested, unless one of them rules on appeal.
    """
    if uphold == reject:
        raise UsageError("a ruling either upholds or rejects", "Give one of --uphold and --reject.")
    with opened(as_json) as session:
        found = contest_rulings.rule(session, challenge, uphold, reason, by, appeal)
    emit(found, as_json, _outcome)


def _outcome(contest: contest_forms.Contest) -> Iterator[str]:
    yield f"challenge: {contest.challenge or 'none was made (dry run)'}"
    for row in contest.frontier or ():
        yield f"  touches {row.claim}: {row.why}"
    if contest.untouched is not None:
        yield f"  leaves {contest.untouched} {_parts(contest)} as they are"
    ruling = contest.ruling
    if ruling:
        standing = "provisionally " if ruling.provisional else ""
        yield f"{standing}{_RULED.get(ruling.verdict, 'not upheld')}: {ruling.reasons}"
    yield from _changes(contest)
    shown = contest.as_json()
    for name in ("raised_before", "estimate", "outcome", "cost", "revised", "withdrawn", "position", "certified"):
        if shown.get(name) not in (None, [], {}, ""):
            yield f"{name.replace('_', ' ')}: {_told(name, shown[name])}"
    yield from contest.remarks
    yield contest.next


def _told(name: str, value: JsonValue) -> str:
    """One line of what a contest came to, in words; as JSON where it has no words of its own."""
    if name == "certified":
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if name == "revised" and isinstance(value, dict):
        return ", ".join(f"{old} is now {new}" for old, new in value.items())
    if isinstance(value, dict) and isinstance(value.get("writes"), int):
        return "; ".join(_figures(value))
    if isinstance(value, dict) and isinstance(anew := value.get("said_anew"), int):
        return "; ".join(_speeches(anew, value))
    return _plain(value)


def _speeches(anew: int, value: Mapping[str, JsonValue]) -> Iterator[str]:
    """What the repair of a debate would take."""
    yield (
        "no speech is said anew"
        if not anew
        else "1 speech is said anew"
        if anew == 1
        else f"{anew} speeches are said anew"
    )
    if people := value.get("of_people"):
        yield f"{people} of people, who are asked"
    calls = value.get("calls_at_most")
    yield f"at most {calls} model calls" if calls else "no model is asked"


def _figures(value: Mapping[str, JsonValue]) -> Iterator[str]:
    """What a repair would take, or took."""
    slots, calls = value.get("slots"), value.get("model_calls")
    if isinstance(slots, int):
        yield "1 claim" if slots == 1 else f"{slots} claims"
    if isinstance(calls, int):
        yield f"about {calls} model calls, {value.get('tokens', 0)} tokens" if calls else "no model is asked"
    if value.get("cost"):
        yield f"about {value['cost']} in money"
    yield f"{value['writes']} nodes and edges written"
    if "seconds" in value:
        yield f"{value['seconds']} s"


def _parts(contest: contest_forms.Contest) -> str:
    return "utterances" if contest.debate else "statements" if contest.map else "claims"


def _changes(contest: contest_forms.Contest) -> Iterator[str]:
    """What the kernel labelled anew: for a dry run, what it would; for a challenge that waits, what stands otherwise already."""
    if contest.changed is None:
        return
    dry, since = contest.challenge is None, contest.since
    waits = not dry and (contest.ruling is None or contest.ruling.provisional)
    would = "would stand otherwise" if dry else "stands otherwise"
    if contest.changed and waits:
        yield "  until a person rules on it, this stands otherwise:"
    elif not contest.changed and since:
        yield "  by this ruling nothing stands otherwise than before it"
    elif not contest.changed:
        yield f"  by the kernel, nothing {would}"
    for one in contest.changed:
        yield f"  {_what(one)} {would}: {one.before} -> {one.after}"
    if since is not None and not since and contest.changed:
        yield "  claims, issues and options stand as they stood before the challenge was lodged"
    # A claim that was put back is told once, under the id that it had before the ruling.
    told = {(one.sort, one.text or one.id, one.before, one.after) for one in contest.changed}
    for one in since or ():
        if (one.sort, one.text or one.id, one.before, one.after) not in told:
            yield f"  {_what(one)} stands otherwise since the challenge was lodged: {one.before} -> {one.after}"


def _what(changed: Changed) -> str:
    return changed.id if changed.sort == "claim" else f"{changed.sort} {changed.id}"


def _plain(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
