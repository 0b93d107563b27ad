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

from foam_graph.app.asking import Ask, ask
from foam_graph.app.contesting import Challenge, Contest, challenge, rule
from foam_graph.app.exporting import export, write_file
from foam_graph.app.loading import load
from foam_graph.app.position import CLASSES, Claim, EmptySlot, Position, read_position
from foam_graph.app.prov_exporting import Wanted, export_prov
from foam_graph.app.result import JsonObject, plain_json
from foam_graph.app.sealing import seal
from foam_graph.app.session import Session
from foam_graph.app.verifying import verify_run
from foam_graph.cli.options import Json
from foam_graph.cli.output import clean, shortened, write_json
from foam_graph.cli.verbs import verb
from foam_graph.config import Settings, load_settings
from foam_graph.resources import package_folder
from foam_graph.store.server.control import up

QUESTION = "Should the denial of Mara Ellison's household support benefit be upheld or reversed?"
PERSPECTIVES = ("applicant", "caseworker", "budget_officer")
AS_OF = "2026-06-01"
GROUNDS = "The sentences quoted do not bear on the claim that rests on them."
SAMPLES = "foam_graph.examples"
"""The package that the sample worlds are shipped in."""
Say = Callable[[str], None]
"""Takes one line of the demo's story."""


@verb("foam demo", "foam demo --out /tmp/demo --json", "foam demo --home ~/foam-demo")
def demo(
    out: Annotated[Path, typer.Option("--out", help="Folder for the exports; it is made.")] = Path("out"),
    home: Annotated[
        Path | None, typer.Option("--home", help="Folder of its data; the folder demo of your own if not given.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Argue a sample appeal, contest it, repair it, export and verify it.

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
    say(f"\nDone in {time.monotonic() - began:.0f} s. Neo4j keeps running; to stop it:")
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
    started = time.monotonic()
    run = ask(session, Ask(QUESTION, "benefits", "benefits-appeal", PERSPECTIVES, as_of=AS_OF))
    position = read_position(session.store.subgraph(run), run)
    say(f"   run {run}, position {position.id}, {time.monotonic() - started:.1f} s")
    _show(say, position)
    target = _target(position)
    say(f"3. Contest the evidence of {target.id}: record {target.records[0]}")
    lodged = challenge(session, Challenge(target.records[0], "relevance", GROUNDS, by="demo contester"))
    _show_challenge(say, lodged)
    say("4. A person upholds it; only the frontier is written anew")
    ruled = rule(session, str(lodged.challenge), True, "The demo upholds it, to show a repair.", "demo adjudicator")
    _show_repair(say, ruled)
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
        "position": ruled.position, "certified": position.certified, "challenge": lodged.challenge,
        "outcome": ruled.outcome, "revised": len(ruled.revised or ()), "files": [str(path) for path in paths],
        "activities": checked.activities, "faults": plain_json(checked.faults),
    }  # fmt: skip
    if not checked.ok:
        return facts
    sealed = seal(session).checkpoint
    if sealed is None:
        return facts
    say(f"   checkpoint {sealed.number}: {sealed.size} activities under the signed root {sealed.root[:16]}…")
    _show_next(say, session, run, target, out)
    return {**facts, "checkpoint": sealed.root}


def _show(say: Say, position: Position) -> None:
    failed = [check.name for check in position.checks if not check.ok]
    say(f"   certified: {'yes' if position.certified else 'no, because of ' + ', '.join(failed)}")
    for name, items in zip(CLASSES, position.by_class, strict=True):
        if items:
            say(f"   {name:<12} {len(items):>2}  e.g. {_example(items[0])}")


def _example(item: Claim | EmptySlot) -> str:
    if isinstance(item, EmptySlot):
        return f"{item.leaf}: {item.reason}"
    return shortened(item.text, 110) + (f" ({item.condition})" if item.condition else "")


def _target(position: Position) -> Claim:
    """A claim to contest: a computed one where there is one, else the first that rests on a record."""
    claims = [c for group in (position.core, position.conditional, position.contested) for c in group if c.records]
    return next((c for c in claims if c.form == "calculation"), claims[0])


def _show_challenge(say: Say, lodged: Contest) -> None:
    say(f"   frontier {len(lodged.frontier or ())} claims, untouched {lodged.untouched}")
    if lodged.ruling:
        say(f"   provisional ruling of the machine: {lodged.ruling.verdict}: {shortened(lodged.ruling.reasons, 110)}")


def _show_repair(say: Say, ruled: Contest) -> None:
    cost = ruled.cost or {}
    say(f"   outcome: {ruled.outcome}; {len(ruled.revised or ())} new versions; new position {ruled.position}")
    say(f"   {cost['writes']} graph rows written in {cost['seconds']} s (floor: {cost['floor']} claims)")


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
    say(f"   the dossier, in a browser: {out / 'dossier.html'}")
    say(f"   the graph, in any Neo4j client: {session.endpoint.uri} (user {session.endpoint.user})")
    say("What to type next")
    say(f"   {foam} why {target.id}")
    say(f"   {foam} show {run}")
    say(f"   {foam} challenge {target.id} --kind scope --grounds 'It goes too far.' --dry-run")
    say(f"   {foam} verify {run}")
    say(f"   {foam} prove {target.id} -o {out / 'proof.json'}")
