"""Chains as PROV files with their manifests, each checked against PROV-CONSTRAINTS before it appears."""

from __future__ import annotations

import os
import shutil
import tempfile
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO

from foam_graph.advice import Action, NextStep
from foam_graph.app.exporting import ALL, check_target, json_document, write_file
from foam_graph.app.result import OPTIONAL, Result, build
from foam_graph.app.session import Session
from foam_graph.errors import EnvironmentFault, UsageError, VerifyError
from foam_graph.exchange.prov_export.export import SYNTAXES, Request, write_prov
from foam_graph.prov import check, read_file

CHECKED_BYTES = 128 * 2**20
"""Larger exports are not checked: the checker needs the whole document in memory."""


@dataclass(frozen=True)
class Wanted:
    """What is to be exported as PROV.

    Attributes:
        ids: Ids of chains, or their beginnings; ``all`` stands for every chain. With ``history``, the id of one node.
        form: A key of ``foam_graph.exchange.prov_export.export.SYNTAXES``; empty = turtle.
        history: Write the history of the one node that ``ids`` names.
        redact: Leave personal texts out.
        shortcuts: In RDF, add PROV-O's unqualified properties.
        check: Refuse to give what PROV-CONSTRAINTS calls invalid.
        full: Say also what the graph with its ledger is made from again.
    """

    ids: Sequence[str]
    form: str = ""
    history: bool = False
    redact: bool = False
    shortcuts: bool = False
    check: bool = True
    full: bool = False


@dataclass(frozen=True)
class ProvCheck(Result):
    """What PROV-CONSTRAINTS said of an export: whether it is valid, and how many warnings there were."""

    valid: bool
    warnings: int


@dataclass(frozen=True)
class ExportedChain(Result):
    """A chain of an export.

    Attributes:
        id: Its id.
        activities: How many it had.
        last: The last one's id.
        at: When that was.
        hash: Its hash.
    """

    id: str
    activities: int
    last: str
    at: str
    hash: str


@dataclass(frozen=True)
class ProvExport(Result):
    """A PROV file that was written, with its manifest.

    Attributes:
        what: ``prov``.
        manifest: Name and version of the manifest's form.
        software: What wrote it.
        format: A key of ``foam_graph.exchange.prov_export.export.SYNTAXES``.
        bytes: Its size.
        sha256: Hash of the file, hex.
        rdfc10: Hash of the canonical RDF (W3C RDFC-1.0), hex: the same in each syntax of RDF.
        quads: Quads of the RDF.
        statements: Statements of PROV.
        kinds: Statements by kind.
        redacted: Whether personal texts were left out.
        full: Whether the graph can be made again from it.
        runs: Its chains.
        history: The node whose history it is; None for whole chains.
        checked: What checking it came to; None where it was not checked.
        path: The file; empty where it was printed.
    """

    what: str
    manifest: str
    software: str
    format: str
    bytes: int
    sha256: str
    rdfc10: str
    quads: int
    statements: int
    kinds: Mapping[str, int]
    redacted: bool
    full: bool
    runs: tuple[ExportedChain, ...]
    history: str | None = field(default=None, metadata=OPTIONAL)
    checked: ProvCheck | None = None
    path: str = ""


def export_prov(session: Session, wanted: Wanted, path: Path) -> ProvExport:
    """Writes chains as PROV, and the manifest beside it as ``NAME.manifest.json``.

    Args:
        session: The session.
        wanted: What to write.
        path: Where to; the file appears whole or not at all.

    Raises:
        UsageError: An unknown format, nothing to export, or a path that is a folder or in none.
        UnknownId: There is no such chain or node.
        VerifyError: The export is not valid PROV; nothing was written.
        EnvironmentFault: It cannot be written.
    """
    check_target(path)
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    try:
        with temporary.open("xb") as file:
            found = _written(session, wanted, file, temporary)
            os.fsync(file.fileno())
        if path.exists() and not path.is_file():  # a pipe or a device cannot be replaced by a file
            with temporary.open("rb") as made, path.open("wb") as target:
                shutil.copyfileobj(made, target)
        else:
            temporary.replace(path)
    except OSError as fault:
        told = f"{path} cannot be written: {fault.strerror}"
        raise EnvironmentFault(told, "Choose another place, or free disk space.") from None
    finally:
        temporary.unlink(missing_ok=True)
    if path.is_file():
        beside = {name: value for name, value in found.as_json().items() if name not in ("what", "path")}
        write_file(manifest_of(path), json_document(beside) + "\n")
    return replace(found, path=str(path))


def print_prov(session: Session, wanted: Wanted, out: IO[bytes]) -> None:
    """Writes chains as PROV to a stream, once they were found valid; see ``export_prov``."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "export"
        with path.open("xb") as file:
            _written(session, wanted, file, path)
        with path.open("rb") as made:
            shutil.copyfileobj(made, out)


def manifest_of(path: Path) -> Path:
    """Where the manifest of an export stands."""
    return path.with_name(f"{path.name}.manifest.json")


def _written(session: Session, wanted: Wanted, file: IO[bytes], path: Path) -> ProvExport:
    request = _request(session, wanted)
    session.progress(f"writing {len(request.runs)} chains")
    found = write_prov(session.store, request, file)
    file.flush()
    checked = None
    if wanted.check and found["bytes"] <= CHECKED_BYTES:
        session.progress("checking the export")
        checked = _checked(path, request.format, found["statements"], wanted.shortcuts)
    runs = tuple(build(ExportedChain, run) for run in found["runs"])
    return build(ProvExport, {"what": "prov", **found, "runs": runs, "checked": checked})


def _request(session: Session, wanted: Wanted) -> Request:
    form = wanted.form or "turtle"
    if wanted.shortcuts and form in ("json", "provn"):
        raise UsageError(f"--shortcuts does not apply to {form}", "Leave it out, or use a format of RDF.")
    if wanted.full and (wanted.redact or wanted.history):
        other = "--redact" if wanted.redact else "--history"
        raise UsageError(f"--full and {other} contradict each other", "A full export says everything of its chains.")
    if not wanted.ids:
        raise UsageError("nothing to export was named", "Give ids of runs, or --all.")
    if wanted.history:
        if len(wanted.ids) != 1 or wanted.ids[0] == ALL:
            raise UsageError("a history is of one node", "Give one id.")
        node = session.store.find(wanted.ids[0])
        runs, of = [str(node["run"])], str(node["id"])
    elif ALL in wanted.ids:
        runs, of = sorted(str(row["id"]) for row in session.store.ask("runs")), ""
        if not runs:
            raise UsageError(
                "the graph is empty",
                (NextStep(Action.LOAD, "Load documents with"), NextStep(Action.ASK, "Then ask with")),
            )
    else:
        runs = list(dict.fromkeys(str(session.store.find(prefix, ("Run",))["id"]) for prefix in wanted.ids))
        of = ""
    return Request(runs, form, "", wanted.redact, wanted.shortcuts, of, wanted.full)


def _checked(path: Path, form: str, statements: int, shortcuts: bool) -> ProvCheck:
    report = check(read_file(path, SYNTAXES[form]))
    errors = [v for v in report.violations if v.grade == "error"]
    if errors:
        first = errors[0]
        raise VerifyError(
            f"the export breaks PROV-CONSTRAINTS {first.constraint} ({len(errors)} times): {first.message}",
            (NextStep(Action.VERIFY, "See what does not hold with"), "--no-check writes it all the same."),
        )
    if report.statements != statements and not shortcuts:
        raise VerifyError(
            f"the export was read back with {report.statements} statements instead of {statements}",
            "Please report this; --no-check writes it all the same.",
        )
    return ProvCheck(True, len(report.violations))
