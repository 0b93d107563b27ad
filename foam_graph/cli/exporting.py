"""Verbs that write files: export, schema."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

import foam_graph
from foam_graph.app import exporting, packing, verifying
from foam_graph.app.erasing import register_export
from foam_graph.app.looking_back import look_back
from foam_graph.app.prov_exporting import Wanted, export_prov, print_prov
from foam_graph.app.session import Session
from foam_graph.cli.output import emit
from foam_graph.cli.sessions import AsOf, Json, opened
from foam_graph.cli.verbs import verb
from foam_graph.errors import UsageError
from foam_graph.schema import files as schemas


@verb(
    "foam export prov r7k2m9qwxab -o run.ttl",
    "foam export prov --all --format nquads -o everything.nq",
    "foam export prov --all --full --format trig -o graph.trig",
    "foam export prov r7k2m9qwxab-31-2 --history --format provn -o -",
    "foam export dossier r7k2m9qwxab -o dossier.html",
    "foam export journal all -o everything.jsonl",
    "foam export prov r7k2m9qwxab --as-of 77 -o then.ttl",
    "foam export cards debate --format docx -o debate.docx",
    "foam export pack r7k2m9qwxab -o pack.zip",
    "foam export aif r7k2m9qwxab -o arguments.json",
)
def export(
    what: Annotated[str, typer.Argument(help="prov, dossier, journal, cards, pack or aif.")],
    output: Annotated[str, typer.Option("-o", "--output", help="File to write; - is standard output.")],
    ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID...", help="Run, or its beginning; prov: one or more; cards: a corpus."),
    ] = None,
    form: Annotated[
        str,
        typer.Option(
            "--format",
            help="prov: turtle, trig, nquads, jsonld, json or provn; dossier: html; journal: jsonl; cards: docx or jsonl; "
            "pack: zip; aif: json.",
        ),
    ] = "",
    whole: Annotated[bool, typer.Option("--all", help="prov, journal: every chain.")] = False,
    history: Annotated[bool, typer.Option("--history", help="prov: ID is a node; write its history.")] = False,
    redact: Annotated[bool, typer.Option("--redact", help="prov: leave personal texts out.")] = False,
    shortcuts: Annotated[
        bool, typer.Option("--shortcuts", help="prov: add the unqualified properties, in formats of RDF.")
    ] = False,
    full: Annotated[
        bool,
        typer.Option(
            "--full", help="prov: say all that foam replay needs: names of people, salts, commitments, hashes."
        ),
    ] = False,
    check: Annotated[bool, typer.Option(help="prov: refuse to give an export that is not valid PROV.")] = True,
    compare: Annotated[str, typer.Option("--compare", help="dossier: another run to set beside it.")] = "",
    documents: Annotated[bool, typer.Option("--documents", help="pack: the documents too, not only hashes.")] = False,
    licence: Annotated[str, typer.Option("--licence", help="pack: URL of the licence it is given under.")] = "",
    as_of: AsOf = "",
    as_json: Json = False,
) -> None:
    """Write runs as PROV, a run as a dossier or as a journal, or a corpus as debate cards.

    With aif a run is written as an argument graph in the Argument Interchange Format, as AIFdb takes it.
    A pack is one archive with all of it, the log and its proofs, a control map, and a verifier that needs no database;
    what no checkpoint covers yet is put under one first. The file appears whole or not at all. Beside a PROV file its
    manifest is written, as FILE.manifest.json. With -o - the export itself is printed, so --json does not go with it.
    """
    if output == "-" and as_json:
        raise UsageError("--json and -o - both claim standard output", "Give -o FILE.")
    if what != "pack" and (documents or licence):
        raise UsageError("--documents and --licence belong to a pack", "Leave them out.")
    form = exporting.checked_format(what, form)
    for given, option in ((history, "--history"), (redact, "--redact"), (shortcuts, "--shortcuts"), (full, "--full")):
        if given and what != "prov":
            raise UsageError(f"{option} does not apply to {what}", "Leave the option out.")
    if compare and what != "dossier":
        raise UsageError(f"--compare does not apply to {what}", "Leave the option out.")
    chosen = _chosen(what, ids or [], whole)
    with opened(as_json) as session:
        if what == "prov":
            look_back(session, as_of, "" if whole else chosen[0])
            wanted = Wanted(chosen, form, history, redact, shortcuts, check, full)
            done = _prov(session, wanted, output)
        elif what == "pack" and not as_of:
            text, told = packing.pack(session, chosen[0], documents, licence)
            done = {**_other(what, text, form, output), **told}
        else:
            done = _other(what, exporting.export(session, what, chosen[0], form, compare, as_of), form, output)
        if output != "-" and not redact:
            _register(session, what, chosen, Path(output), done["bytes"])
    if output != "-":
        emit(done, as_json, _written)


def _chosen(what: str, ids: list[str], whole: bool) -> list[str]:
    if whole and (ids or what not in ("prov", "journal")):
        raise UsageError("--all stands alone, and goes with prov and journal", "Give ids, or --all.")
    if whole:
        return [exporting.ALL]
    if not ids or (len(ids) > 1 and what != "prov"):
        raise UsageError(f"{len(ids)} ids were given", "Give one id; prov takes several, or --all.")
    return ids


def _register(session: Session, what: str, ids: list[str], path: Path, size: int) -> None:
    """Notes which runs a file holds, for the day when something of them is erased."""
    for one in ids:
        named = one if what == "cards" or one == exporting.ALL else str(session.store.find(one)["run"])
        register_export(session, what, named, path, size)


def _prov(session: Session, wanted: Wanted, output: str) -> dict[str, Any]:
    if output == "-":
        sys.stdout.flush()
        print_prov(session, wanted, sys.stdout.buffer)
        return {}
    return {"what": "prov", **export_prov(session, wanted, Path(output))}


def _other(what: str, text: str | bytes, form: str, output: str) -> dict[str, Any]:
    if output == "-":
        if isinstance(text, bytes):
            sys.stdout.flush()
            sys.stdout.buffer.write(text)
        else:
            sys.stdout.write(text)
        return {}
    size = exporting.write_file(Path(output), text)
    return {"what": what, "format": form, "path": output, "bytes": size}


def _written(done: dict[str, Any]) -> Iterator[str]:
    yield f"{done['path']}: {done['bytes']} bytes"
    if done["what"] == "pack":
        checks = (("PROV valid", done["prov_valid"]), ("shapes conform", done["shacl_conforms"]))
        yield "  " + ", ".join(f"{name}: {'yes' if ok else 'NO'}" for name, ok in checks)
        yield f"  {done['files']} files, {done['activities']} activities under the root {done['root']}"


@verb("foam schema", "foam schema --check", "foam schema --write --root .")
def schema(
    check: Annotated[bool, typer.Option("--check", help="Exit 1 if a file is missing or stale.")] = False,
    write: Annotated[bool, typer.Option("--write", help="Write what is missing or stale.")] = False,
    root: Annotated[
        Path | None, typer.Option("--root", help="The repository; this installation's if not given.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Write or check the files generated from the model tables.

    They are the ontology, SHACL shapes, JSON-LD context, constraints and reference pages. With neither option they are
    listed.
    """
    if check and write:
        raise UsageError("--check and --write were both given", "Give one of them.")
    place = root if root is not None else Path(foam_graph.__file__).parent.parent
    written = schemas.write(place) if write else []
    stale = [] if write else schemas.check(place)
    sizes = {name: len(text.encode()) for name, text in schemas.generated().items()}
    found = {"ok": not stale, "root": str(place), "files": sizes, "stale": stale, "written": written}
    emit(found, as_json, _schema)
    if check and stale:
        raise typer.Exit(1)


def _schema(found: dict[str, Any]) -> Iterator[str]:
    for name in found["files"]:
        state = "written" if name in found["written"] else "stale" if name in found["stale"] else "current"
        yield f"{state:<8} {name}"
    if found["stale"]:
        yield "Bring them up to date with: foam schema --write"


@verb("foam replay everything.jsonl", "foam replay graph.trig", "FOAM_HOME=/tmp/other foam replay run.jsonl --json")
def replay(
    file: Annotated[Path, typer.Argument(help="A file of foam export journal, or of foam export prov --full.")],
    as_json: Json = False,
) -> None:
    """Write the chains of a journal or of a full PROV export into a database that does not have them.

    They get the same ids, times, fields and hashes. Nothing is written before the whole file was found to hold. What a
    chain refers to must be in the database or in the file too; a journal must hold it before, as it does after
    `foam export journal all`.
    """
    with opened(as_json) as session:
        found = verifying.replay_file(session, file)
    emit(found, as_json, _replayed)
    if not found["ok"]:
        raise typer.Exit(1)


def _replayed(found: dict[str, Any]) -> Iterator[str]:
    for chain in found["chains"]:
        state = "the same" if chain["ok"] else "NOT the same"
        yield f"{chain['run']}: {chain['activities']} activities, {state}, head {chain['head']}"
