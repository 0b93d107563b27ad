"""The verb that writes files: export, with one sub-verb for each sort."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from foam_graph.app import exporting, packing
from foam_graph.app.erasing import register_export
from foam_graph.app.looking_back import seen_at
from foam_graph.app.prov_exporting import ProvExport, Wanted, export_prov, print_prov
from foam_graph.app.session import Session
from foam_graph.cli.output import emit
from foam_graph.cli.sessions import AsOf, Json, opened
from foam_graph.cli.verbs import Verb, epilog
from foam_graph.errors import UsageError

Written = exporting.Exported | ProvExport
Output = Annotated[str, typer.Option("-o", "--output", help="File to write; - is standard output.")]
Run = Annotated[str, typer.Argument(metavar="RUN", help="Id of the run, or its beginning.")]


class Sorts(TyperGroup):
    """The sorts of exports; a wrong one is answered with those that there are."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The sort's command.

        Raises:
            UsageError: There is no such sort.
        """
        sorts = self.list_commands(ctx)
        if args and args[0] not in sorts and not args[0].startswith("-"):
            alike = get_close_matches(args[0], sorts, n=1)
            guess = f"; did you mean {alike[0]!r}?" if alike else ""
            raise UsageError(f"there is no export {args[0][:80]!r}{guess}", f"Use one of {', '.join(sorts)}.")
        return super().resolve_command(ctx, args)


export = typer.Typer(cls=Sorts, add_completion=False, rich_markup_mode=None)


@export.callback(
    epilog=epilog(
        "foam export dossier r7k2m9qwxab -o dossier.html",
        "foam export prov r7k2m9qwxab -o run.ttl --json",
        "foam export pack r7k2m9qwxab -o pack.zip",
        "foam export prov --help",
    )
)
def _export() -> None:
    """Write a run as a dossier, position, speech, pack, journal or argument graph, runs as PROV, a debate as a page, an argument graph or its flow, a corpus as debate cards.

    Each has options of its own. The file appears whole or not at all. With -o - the export itself is printed, so --json
    does not go with it.
    """


@export.command(
    cls=Verb,
    epilog=epilog(
        "foam export dossier r7k2m9qwxab -o dossier.html",
        "foam export dossier r7k2m9qwxab --compare rm41x0c7ydq -o both.html",
        "foam export dossier r7k2m9qwxab --as-of 77 -o then.html --json",
        "foam export dossier r4n8c2dhjkm -o debate.docx",
    ),
)
def dossier(
    run: Run,
    output: Output,
    compare: Annotated[str, typer.Option("--compare", help="Another run to set beside it.")] = "",
    form: Annotated[str, typer.Option("--format", help="html, or docx of a debate; else as the file is named.")] = "",
    as_of: AsOf = "",
    as_json: Json = False,
) -> None:
    """Write a run or a debate as a dossier, an HTML page for people; a debate also as a Word document."""
    _check(output, as_json)
    form = exporting.checked_format("dossier", form or _named(output, "docx"))
    _given("dossier", run, output, form, as_json, as_of, compare)


@export.command(
    cls=Verb,
    epilog=epilog(
        "foam export position r7k2m9qwxab -o position.docx",
        "foam export position r7k2m9qwxab -o position.pdf --json",
        "foam export position r7k2m9qwxab --format pdf -o - > position.pdf",
    ),
)
def position(
    run: Run,
    output: Output,
    form: Annotated[str, typer.Option("--format", help="docx or pdf; else as the file is named.")] = "",
    as_of: AsOf = "",
    as_json: Json = False,
) -> None:
    """Write the position of a run as a document to hand on: a Word document, or a PDF.

    Headings are real ones; a number in brackets leads to the list of documents and names a sentence in it.
    """
    _document("position", run, output, form or _named(output, "pdf"), as_of, as_json)


@export.command(
    cls=Verb,
    epilog=epilog(
        "foam export speech r7k2m9qwxab -o speech.docx",
        "foam export speech r7k2m9qwxab --format jsonl -o speech.jsonl --json",
    ),
)
def speech(
    run: Run,
    output: Output,
    form: Annotated[str, typer.Option("--format", help="docx or jsonl; else as the file is named.")] = "",
    as_of: AsOf = "",
    as_json: Json = False,
) -> None:
    """Write what a run holds as a speech on cards, in the styles that debaters' macros look for (Verbatim).

    A card is a quotation: its tag the claim, its cite the source; what is read aloud is underlined and highlighted.
    """
    _document("speech", run, output, form or _named(output, "jsonl"), as_of, as_json)


def _document(what: str, run: str, output: str, form: str, as_of: str, as_json: bool) -> None:
    _check(output, as_json)
    _given(what, run, output, exporting.checked_format(what, form), as_json, as_of)


@export.command(
    cls=Verb,
    epilog=epilog(
        "foam export prov r7k2m9qwxab -o run.ttl",
        "foam export prov --all --format nquads -o everything.nq",
        "foam export prov --all --full --format trig -o graph.trig",
        "foam export prov r7k2m9qwxab-31-2 --history --format provn -o -",
        "foam export prov r7k2m9qwxab --as-of 77 -o then.ttl --json",
    ),
)
def prov(
    output: Output,
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID...", help="Runs or other chains, or the beginnings of their ids.")
    ] = None,
    form: Annotated[
        str, typer.Option("--format", help="turtle, trig, nquads, jsonld, json or provn; turtle if not given.")
    ] = "",
    whole: Annotated[bool, typer.Option("--all", help="Every chain.")] = False,
    history: Annotated[bool, typer.Option("--history", help="ID is a node; write its history.")] = False,
    redact: Annotated[bool, typer.Option("--redact", help="Leave personal texts out.")] = False,
    shortcuts: Annotated[
        bool, typer.Option("--shortcuts", help="Add the unqualified properties, in formats of RDF.")
    ] = False,
    full: Annotated[
        bool,
        typer.Option("--full", help="Say all that foam replay needs: names of people, salts, commitments, hashes."),
    ] = False,
    check: Annotated[bool, typer.Option(help="Refuse to give an export that is not valid PROV.")] = True,
    as_of: AsOf = "",
    as_json: Json = False,
) -> None:
    """Write chains as W3C PROV, for governance tools.

    They are runs, corpora, the library; with --history, what one node comes from. Beside the file its manifest is written, as FILE.manifest.json.
    """
    form = exporting.checked_format("prov", form)
    chosen = _chosen(ids or [], whole)
    _check(output, as_json)
    with opened(as_json) as session:
        session = seen_at(session, as_of, "" if whole else chosen[0])
        done = _prov(session, Wanted(chosen, form, history, redact, shortcuts, check, full), output)
        if not redact:
            _register(session, "prov", chosen, done)
    _tell(done, as_json)


@export.command(
    cls=Verb,
    epilog=epilog(
        "foam export journal r7k2m9qwxab -o run.jsonl",
        "foam export journal --all -o everything.jsonl --json",
        "foam export journal r7k2m9qwxab --as-of 77 -o then.jsonl",
    ),
)
def journal(
    output: Output,
    run: Annotated[
        str, typer.Argument(metavar="ID", help="A run or other chain, or the beginning of its id; all for every chain.")
    ] = "",
    whole: Annotated[bool, typer.Option("--all", help="Every chain.")] = False,
    as_of: AsOf = "",
    as_json: Json = False,
) -> None:
    """Write chains line by line, to verify elsewhere.

    A line for each activity, with all that it wrote: `foam verify --journal` checks it without a database, `foam replay`
    makes the same graph of it.
    """
    (chosen,) = _chosen([run] if run else [], whole)
    _check(output, as_json)
    _given("journal", chosen, output, "", as_json, as_of)


@export.command(
    cls=Verb,
    epilog=epilog(
        "foam export pack r7k2m9qwxab -o pack.zip",
        "foam export pack r7k2m9qwxab -o pack.zip --documents --licence https://creativecommons.org/licenses/by/4.0/ --json",
    ),
)
def pack(
    run: Run,
    output: Output,
    documents: Annotated[bool, typer.Option("--documents", help="The documents too, not only their hashes.")] = False,
    licence: Annotated[str, typer.Option("--licence", help="URL of the licence that it is given under.")] = "",
    as_json: Json = False,
) -> None:
    """Write a run as a governance pack, one archive.

    It holds the reasons, the log and its proofs, a control map, and a verifier that needs no database. What no checkpoint covers yet is put under one first.
    """
    _check(output, as_json)
    with opened(as_json) as session:
        content, made = packing.pack(session, run, documents, licence)
        done = _write("pack", content, output)
        _register(session, "pack", [run], done)
    _tell(packing.exported(done, made) if done else None, as_json)


@export.command(
    cls=Verb,
    epilog=epilog(
        "foam export aif r7k2m9qwxab -o arguments.json", "foam export aif import-3f9a2b -o again.json --json"
    ),
)
def aif(run: Run, output: Output, as_of: AsOf = "", as_json: Json = False) -> None:
    """Write a run or a debate as an argument graph in AIF.

    The Argument Interchange Format, as AIFdb takes it; an imported map is given back as it was, but for what was corrected
    since and what was upheld against it.
    """
    _check(output, as_json)
    _given("aif", run, output, "", as_json, as_of)


@export.command(
    cls=Verb,
    epilog=epilog(
        "foam export graph r7k2m9qwxab -o run.graphml",
        "foam export graph r7k2m9qwxab --format csv -o run.zip",
        "foam export graph r7k2m9qwxab -o arguments.dot --as-of 77 --json",
    ),
)
def graph(
    run: Run,
    output: Output,
    form: Annotated[
        str, typer.Option("--format", help="graphml, csv, dot, mermaid or argdown; else as the file is named.")
    ] = "",
    as_of: AsOf = "",
    as_json: Json = False,
) -> None:
    """Write a chain as a graph for other tools.

    GraphML and CSV (an archive of nodes.csv and edges.csv with the headers of neo4j-admin) hold every node and edge; DOT,
    Mermaid and Argdown the arguments: claims, evidence, inferences, objections.
    """
    _check(output, as_json)
    suffixes = {".zip": "csv", ".dot": "dot", ".gv": "dot", ".mmd": "mermaid", ".argdown": "argdown", ".ad": "argdown"}
    form = exporting.checked_format("graph", form or suffixes.get(Path(output).suffix.lower(), ""))
    _given("graph", run, output, form, as_json, as_of)


@export.command(
    cls=Verb,
    epilog=epilog(
        "foam export flow r4n8c2dhjkm -o flow.xlsx", "foam export flow r4n8c2dhjkm --as-of 77 -o then.csv --json"
    ),
)
def flow(
    run: Run,
    output: Output,
    form: Annotated[str, typer.Option("--format", help="csv or xlsx; else as the file is named.")] = "",
    as_of: AsOf = "",
    as_json: Json = False,
) -> None:
    """Write the flow of a debate as a table in CSV, or as a workbook with a sheet a side.

    A column is a speech, a row an argument with what was said to it later; what the other side never answered is marked.
    """
    _check(output, as_json)
    form = exporting.checked_format("flow", form or _named(output, "xlsx"))
    if (suffix := Path(output).suffix.lower()) in (".xlsx", ".xls", ".ods") and suffix != f".{form}":
        raise UsageError(f"{output} would hold {form}", "Name it FILE.csv or FILE.xlsx; spreadsheets open both.")
    _given("flow", run, output, form, as_json, as_of)


@export.command(
    cls=Verb,
    epilog=epilog(
        "foam export cards debate -o debate.docx", "foam export cards debate --format jsonl -o debate.jsonl --json"
    ),
)
def cards(
    corpus: Annotated[str, typer.Argument(metavar="CORPUS", help="Name of the corpus.")],
    output: Output,
    form: Annotated[str, typer.Option("--format", help="docx or jsonl; docx if not given.")] = "",
    as_json: Json = False,
) -> None:
    """Write a corpus as debate cards."""
    form = exporting.checked_format("cards", form)
    _check(output, as_json)
    _given("cards", corpus, output, form, as_json)


def _chosen(ids: list[str], whole: bool) -> list[str]:
    if whole and ids:
        raise UsageError("--all stands alone", "Give ids, or --all.")
    if not whole and not ids:
        raise UsageError("nothing to export was named", "Give an id (foam runs lists them), or --all.")
    return [exporting.ALL] if whole else ids


def _check(output: str, as_json: bool) -> None:
    """Says no to a place before the work is done."""
    if output == "-" and as_json:
        raise UsageError("--json and -o - both claim standard output", "Give -o FILE.")
    if output != "-":
        exporting.check_target(Path(output))


def _given(what: str, item: str, output: str, form: str, as_json: bool, as_of: str = "", compare: str = "") -> None:
    """Writes or prints an export, notes what the file holds, and tells of it."""
    with opened(as_json) as session:
        done = _write(what, exporting.export(session, what, item, form, compare, as_of), output, form)
        _register(session, what, [item], done)
    _tell(done, as_json)


def _register(session: Session, what: str, ids: list[str], done: Written | None) -> None:
    """Notes which runs a file holds, for the day when something of them is erased; what was printed is no file."""
    if done is None:
        return
    for one in ids:
        named = one if what == "cards" or one == exporting.ALL else str(session.store.find(one)["run"])
        register_export(session, what, named, Path(done.path), done.bytes)


def _prov(session: Session, wanted: Wanted, output: str) -> ProvExport | None:
    if output == "-":
        sys.stdout.flush()
        print_prov(session, wanted, sys.stdout.buffer)
        return None
    return export_prov(session, wanted, Path(output))


def _named(output: str, ending: str) -> str:
    """The format that a file's name asks for, where it has this ending; empty for any other."""
    return ending if Path(output).suffix.lower() == f".{ending}" else ""


def _write(what: str, content: str | bytes, output: str, form: str = "") -> exporting.Exported | None:
    """Writes or prints an export; what was printed is not told of."""
    if output == "-":
        if isinstance(content, bytes):
            sys.stdout.flush()
            sys.stdout.buffer.write(content)
        else:
            sys.stdout.write(content)
        return None
    size = exporting.write_file(Path(output), content)
    return exporting.Exported(what, form or exporting.FORMATS[what][0], output, size)


def _tell(done: Written | None, as_json: bool) -> None:
    if done:
        emit(done, as_json, _written)


def _written(done: Written) -> Iterator[str]:
    yield f"{done.path}: {done.bytes} bytes"
    if isinstance(done, packing.PackExport):
        checks = (("PROV valid", done.prov_valid), ("shapes conform", done.shacl_conforms))
        yield "  " + ", ".join(f"{name}: {'yes' if ok else 'NO'}" for name, ok in checks)
        yield f"  {done.files} files, {done.activities} activities under the root {done.root}"
