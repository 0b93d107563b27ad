"""``foam demo``: the main job on the sample appeal, from an empty machine to a verified, contested, repaired position.

Everything printed is read from the run that was just made.
"""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from foam_graph.app.answering import answer_of
from foam_graph.app.asking import Ask, ask
from foam_graph.app.contest_forms import Challenge, Contest
from foam_graph.app.contesting import challenge
from foam_graph.app.exporting import export, write_file
from foam_graph.app.left_serving import leave_serving
from foam_graph.app.loading import load
from foam_graph.app.position import Claim, Position, read_position
from foam_graph.app.prov_exporting import Wanted, export_prov
from foam_graph.app.recorded import replay_recording
from foam_graph.app.result import JsonObject, plain_json
from foam_graph.app.run_parameters import read_run
from foam_graph.app.sealing import seal
from foam_graph.app.session import Session
from foam_graph.app.verifying import verify_run
from foam_graph.cli.options import Json
from foam_graph.cli.output import clean, shortened, write_json
from foam_graph.cli.verbs import verb
from foam_graph.config import Settings, load_settings
from foam_graph.reasoning.turns import DEPTH, Limits
from foam_graph.resources import package_folder
from foam_graph.store.server.control import up

QUESTION = "Should the denial of Mara Ellison's household support benefit be upheld or reversed?"
PERSPECTIVES = ("applicant", "caseworker", "budget_officer")
DATED = "2026-06-01"
LEFT_OUT = "04-pay-record-harrow-lane-bakery.md"
"""The document that the file lacks at first."""
GROUNDS = "The pay record of the bakery is missing from the file: without it the wages cannot be counted."
RECORDED = "benefits/recorded"
"""Folder of the samples with the recorded run."""
SAMPLES = "foam_graph.examples"
"""The package that the sample worlds are shipped in."""
_KEEPS = {True: "Neo4j and the web application keep running;", False: "Neo4j keeps running;"}
Say = Callable[[str], None]
"""Takes one line of the demo's story."""


@verb("foam demo", "foam demo --out /tmp/demo --json", "foam demo --home ~/foam-demo")
def demo(
    out: Annotated[Path, typer.Option("--out", help="Folder for the exports; it is made.")] = Path("out"),
    home: Annotated[
        Path | None, typer.Option("--home", help="Folder of its data; the folder demo of your own if not given.")
    ] = None,
    serving: Annotated[
        bool, typer.Option("--serve/--no-serve", help="Leave the web application running on what was made.")
    ] = True,
    as_json: Json = False,
) -> None:
    """Argue a sample appeal, contest it, repair it, export and verify it, and leave it open in the web application.

    Needs nothing but Neo4j, which is fetched and started. Your own data folder is not touched: what is written stays,
    so the demo has one of its own (with FOAM_NEO4J_URI it is that database that is written to).
    """
    began = time.monotonic()
    settings = _settings(home)
    # With --json the story is not told: standard output holds one JSON value.
    say: Say = _silence if as_json else _line
    up(settings, lambda text: say(f"  {text}"))
    with Session(settings) as session:
        found = _argue(say, session, package_folder(SAMPLES, "benefits/documents"), out)
    if serving:
        address = leave_serving(settings).address
        found = {**found, "address": address}
        say(f"\nOpen it in a browser, to read, ask and contest: {address}runs/{found['run']}")
    say(f"\nDone in {time.monotonic() - began:.0f} s. {_KEEPS[serving]} to stop it:")
    say(f"   FOAM_HOME={settings.home} {program()} down")
    if as_json:
        write_json(found)
    if not found["ok"]:
        raise typer.Exit(1)


def _settings(home: Path | None) -> Settings:
    settings = replace(load_settings()[0], operator="the demo")
    if home is not None:
        return replace(settings, home=home.expanduser().absolute())
    # A database of the user's own is named on purpose, and its corpora are in the user's own folder.
    return settings if settings.neo4j_uri else replace(settings, home=settings.home / "demo")


def _line(text: str) -> None:
    sys.stdout.write(clean(text) + "\n")
    sys.stdout.flush()  # a step may take a while, and somebody waits for the line


def _silence(_text: str) -> None:
    pass


def program() -> str:
    """How this program was called, so that what is printed to be typed next can be typed."""
    called = Path(sys.argv[0])
    if called.stem == "__main__":
        return f"{sys.executable} -m foam_graph"
    on_path = shutil.which("foam")
    if called.stem != "foam" or (on_path and Path(on_path).resolve() == called.resolve()):
        return "foam"
    return str(called)


def _argue(say: Say, session: Session, documents: Path, out: Path) -> JsonObject:
    say("1. Load the sample appeal (fictional, written for this project)")
    loaded = load(session, [documents], "benefits")
    say(f"   {loaded.documents} documents, {loaded.sentences} sentences, {len(loaded.added)} of the documents new")
    say(f"2. Ask: {QUESTION}")
    say(f"   perspectives: {', '.join(PERSPECTIVES)}; agents: offline rules, no language model")
    say(f"   one document is not in the file yet: {LEFT_OUT}")
    started = time.monotonic()
    run = ask(session, _asked(session))
    position = read_position(read_run(session, run), run)
    say(f"   run {run}, position {position.id}, {time.monotonic() - started:.1f} s")
    _show(say, position)
    issue = _open_issue(session, run, position)
    say(f"3. Contest: {GROUNDS}")
    given = Challenge(issue, "adequacy", GROUNDS, evidence=str(documents / LEFT_OUT), by="demo contester")
    lodged = challenge(session, given)
    _show_challenge(say, lodged)
    say("4. What was given is read, tested and argued; the rest stays as it is")
    after = read_position(read_run(session, run), run)
    _show(say, after)
    _show_repair(say, lodged)
    say("5. Export and verify")
    paths = _export(session, run, out)
    for path in paths:
        say(f"   {path}")
    checked = verify_run(session, run)
    say(f"   ledger: {checked.activities} activities, {checked.nodes} nodes, {checked.edges} edges: " + (
        "every hash holds" if checked.ok else f"FAULT {checked.faults[0]}"
    ))  # fmt: skip
    facts: JsonObject = {
        "ok": checked.ok, "home": str(session.settings.home), "uri": session.endpoint.uri, "run": run,
        "position": lodged.position, "certified": after.certified, "challenge": lodged.challenge,
        "outcome": lodged.outcome, "before": _answered(position), "after": _answered(after),
        "files": [str(path) for path in paths],
        "activities": checked.activities, "faults": plain_json(checked.faults),
    }  # fmt: skip
    if not checked.ok:
        return facts
    sealed = seal(session).checkpoint
    if sealed is None:
        return facts
    say(f"   checkpoint {sealed.number}: {sealed.size} activities under the signed root {sealed.root[:16]}…")
    recorded = _recorded(say, session, out)
    _show_next(say, session, run, _target(after), out)
    return {**facts, "checkpoint": sealed.root, "recorded": recorded}


def _recorded(say: Say, session: Session, out: Path) -> JsonObject:
    """Shows the run of the same appeal that is shipped as it was recorded with a language model."""
    say("6. The same appeal argued by a language model: a recorded run, replayed; nothing is asked of a model now")
    found = replay_recording(session, package_folder(SAMPLES, RECORDED))
    say(f"   run {found.run}, recorded {found.date} with the model {found.model!r}: {found.activities} activities")
    answer = answer_of(session.store.subgraph(found.run))
    if answer is not None:
        say(f"   answer: {shortened(answer.text, 300)}")
    path = out / "dossier-recorded.html"
    write_file(path, export(session, "dossier", found.run, "html"))
    say(f"   {path}")
    return {"run": found.run, "model": found.model, "date": found.date, "file": str(path)}


def _asked(session: Session) -> Ask:
    """The question over the sample without the document that is left out."""
    left_out = frozenset(d.id for d in session.corpora.documents("benefits") if d.path.endswith(LEFT_OUT))
    return Ask(
        QUESTION, "benefits", "benefits-appeal", PERSPECTIVES, dated=DATED, limits=Limits(depth=DEPTH), without=left_out
    )


def _answered(position: Position) -> str:
    """The option that a position states; how it stands where it states none."""
    return (position.answer.option or position.answer.status) if position.answer is not None else ""


def _show(say: Say, position: Position) -> None:
    failed = [check.name for check in position.checks if not check.ok]
    say(f"   certified: {'yes' if position.certified else 'no, because of ' + ', '.join(failed)}")
    if position.answer is not None and position.parts is not None:
        say(f"   answer: {position.answer.text}")
        for issue in position.parts.issues:
            told = issue.margin or (issue.sentences[0].text if issue.sentences else "")
            say(f"   {issue.end:<10} {shortened(issue.question, 60)} {shortened(told, 110)}")


def _open_issue(session: Session, run: str, position: Position) -> str:
    """The issue that the position leaves open."""
    parts = position.parts
    name = next((one.issue for one in parts.issues if one.end == "open"), "") if parts is not None else ""
    return next(node.id for node in session.store.subgraph(run).live("Issue") if name in (node["name"], ""))


def _target(position: Position) -> Claim:
    """A claim to look at: one that rests on a record and stands."""
    return next(c for group in (position.core, position.conditional, position.contested) for c in group if c.records)


def _show_challenge(say: Say, lodged: Contest) -> None:
    say(f"   frontier {len(lodged.frontier or ())} claims, untouched {lodged.untouched}")
    if lodged.ruling:
        say(f"   provisional ruling of the machine: {lodged.ruling.verdict}: {shortened(lodged.ruling.reasons, 110)}")


def _show_repair(say: Say, lodged: Contest) -> None:
    cost = lodged.cost or {}
    say(f"   outcome: {lodged.outcome}; new position {lodged.position}")
    say(f"   {cost['writes']} graph rows written in {cost['seconds']} s")


def _export(session: Session, run: str, out: Path) -> list[Path]:
    out.mkdir(parents=True, exist_ok=True)
    paths = []
    for what, fmt, name in (
        ("dossier", "html", "dossier.html"),
        ("journal", "jsonl", "journal.jsonl"),
    ):
        path = out / name
        write_file(path, export(session, what, run, fmt))
        paths.append(path)
    export_prov(session, Wanted([run]), out / "prov.ttl")
    return [*paths, out / "prov.ttl"]


def _show_next(say: Say, session: Session, run: str, target: Claim, out: Path) -> None:
    foam = f"FOAM_HOME={session.settings.home} {program()}"
    say("\nWhere to look")
    say(f"   the dossier, in a browser: {out / 'dossier.html'}; the recorded one: {out / 'dossier-recorded.html'}")
    say(f"   the graph, in any Neo4j client: {session.endpoint.uri} (user {session.endpoint.user})")
    say("What to type next")
    say(f"   {foam} why {target.id}")
    say(f"   {foam} show {run}")
    say(f"   {foam} challenge {target.id} --kind scope --grounds 'It goes too far.' --dry-run")
    say(f"   {foam} verify {run}")
    say(f"   {foam} prove {target.id} -o {out / 'proof.json'}")
