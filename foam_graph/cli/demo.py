"""``make demo``: the main job on the sample appeal, from an empty machine to a verified, contested, repaired position.

Everything printed is read from the run that was just made.
"""

from __future__ import annotations

import gc
import time
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from foam_graph.app.asking import Ask, ask
from foam_graph.app.contesting import Challenge, challenge, rule
from foam_graph.app.exporting import export, write_file
from foam_graph.app.loading import load
from foam_graph.app.prov_exporting import Wanted, export_prov
from foam_graph.app.results import CLASSES, result
from foam_graph.app.sealing import seal
from foam_graph.app.session import Session
from foam_graph.app.verifying import verify_run
from foam_graph.cli.entry import GC_THRESHOLD
from foam_graph.cli.output import shortened
from foam_graph.config import load_settings
from foam_graph.errors import FoamError
from foam_graph.store.server.control import up

QUESTION = "Should the denial of Mara Ellison's household support benefit be upheld or reversed?"
PERSPECTIVES = ("applicant", "caseworker", "budget_officer")
AS_OF = "2026-06-01"
GROUNDS = "The sentences quoted do not bear on the claim that rests on them."


def demo(
    out: Annotated[Path, typer.Option(help="Folder for the exports.")] = Path("out"),
    examples: Annotated[Path, typer.Option(help="Folder of the sample worlds.")] = Path("examples"),
) -> None:
    """Argues the sample appeal, contests one record, repairs the position, exports and verifies."""
    began = time.monotonic()
    settings = replace(load_settings()[0], operator="the demo")
    try:
        up(settings, lambda text: say(f"  {text}"))
        with Session(settings) as session:
            _argue(session, examples, out)
    except FoamError as error:
        typer.echo(f"{error.message}\n{error.hint}".strip(), err=True)
        raise typer.Exit(error.exit_code) from None
    say(f"\nDone in {time.monotonic() - began:.0f} s. Neo4j keeps running; `make down` stops it.")


def say(text: str) -> None:
    """One line of the demo's story."""
    typer.echo(text)


def _argue(session: Session, examples: Path, out: Path) -> None:
    say("1. Load the sample appeal (fictional, written for this project)")
    loaded = load(session, [examples / "benefits" / "documents"], "benefits")
    say(f"   {loaded.documents} documents, {loaded.sentences} sentences, {len(loaded.added)} of the documents new")
    say(f"2. Ask: {QUESTION}")
    say(f"   perspectives: {', '.join(PERSPECTIVES)}; agents: offline rules, no language model")
    started = time.monotonic()
    run = ask(session, Ask(QUESTION, "benefits", "benefits-appeal", PERSPECTIVES, as_of=AS_OF))
    found = result(session.store.subgraph(run), run)
    say(f"   run {run}, position {found['position']}, {time.monotonic() - started:.1f} s")
    _show(found)
    target = _target(found)
    say(f"3. Contest the evidence of {target['id']}: record {target['records'][0]}")
    lodged = challenge(session, Challenge(target["records"][0], "relevance", GROUNDS, by="demo contester"))
    _show_challenge(lodged)
    say("4. A person upholds it; only the frontier is written anew")
    ruled = rule(session, lodged["challenge"], True, "The demo upholds it, to show a repair.", "demo adjudicator")
    _show_repair(ruled)
    say("5. Export and verify")
    for path in _export(session, run, out):
        say(f"   {path}")
    checked = verify_run(session, run)
    say(f"   ledger: {checked['activities']} activities, {checked['nodes']} nodes, {checked['edges']} edges: " + (
        "every hash holds" if checked["ok"] else f"FAULT {checked['faults'][0]}"
    ))  # fmt: skip
    if not checked["ok"]:
        raise typer.Exit(1)
    sealed = seal(session)["checkpoint"]
    say(f"   checkpoint {sealed['number']}: {sealed['size']} activities under the signed root {sealed['root'][:16]}…")
    _show_next(session, run, target, out)


def _show(found: dict[str, Any]) -> None:
    failed = [c["name"] for c in found["checks"] if not c["ok"]]
    say(f"   certified: {'yes' if found['certified'] else 'no, because of ' + ', '.join(failed)}")
    for name in CLASSES:
        items = found[name]
        if items:
            first = items[0]
            words = first["text"] or f"{first['leaf']}: {first.get('reason', '')}"
            condition = f" ({first['condition']})" if first.get("condition") else ""
            say(f"   {name:<12} {len(items):>2}  e.g. {shortened(words, 110)}{condition}")


def _target(found: dict[str, Any]) -> dict[str, Any]:
    """A claim to contest: a computed one where there is one, else the first that rests on a record."""
    claims = [c for name in ("core", "conditional", "contested") for c in found[name] if c["records"]]
    return next((c for c in claims if c["form"] == "calculation"), claims[0])


def _show_challenge(lodged: dict[str, Any]) -> None:
    ruling = lodged["ruling"]
    say(f"   frontier {len(lodged['frontier'])} claims, untouched {lodged['untouched']}")
    if ruling:
        say(f"   provisional ruling of the machine: {ruling['verdict']}: {shortened(ruling['reasons'], 110)}")


def _show_repair(ruled: dict[str, Any]) -> None:
    cost = ruled["cost"]
    say(f"   outcome: {ruled['outcome']}; {len(ruled['revised'])} new versions; new position {ruled['position']}")
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


def _show_next(session: Session, run: str, target: dict[str, Any], out: Path) -> None:
    home = f"FOAM_HOME={session.settings.home}"
    say("\nWhere to look")
    say(f"   the dossier, in a browser: {out / 'dossier.html'}")
    say(f"   the graph, in any Neo4j client: {session.endpoint.uri} (user {session.endpoint.user})")
    say("What to type next")
    say(f"   {home} .venv/bin/foam why {target['id']}")
    say(f"   {home} .venv/bin/foam show {run}")
    say(f"   {home} .venv/bin/foam challenge {target['id']} --kind scope --grounds 'It goes too far.' --dry-run")
    say(f"   {home} .venv/bin/foam verify {run}")
    say(f"   {home} .venv/bin/foam prove {target['id']} -o {out / 'proof.json'}")


if __name__ == "__main__":
    gc.set_threshold(*GC_THRESHOLD)
    typer.run(demo)
