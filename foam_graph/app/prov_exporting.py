"""Chains as PROV files with their manifests, each checked against PROV-CONSTRAINTS before it appears."""

from __future__ import annotations

import os
import shutil
import tempfile
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from foam_graph.app.exporting import ALL, json_document, write_file
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


def export_prov(session: Session, wanted: Wanted, path: Path) -> dict[str, Any]:
    """Writes chains as PROV, and the manifest beside it as ``NAME.manifest.json``.

    Args:
        session: The session.
        wanted: What to write.
        path: Where to; the file appears whole or not at all.

    Returns:
        The manifest with ``path``, and ``checked``: None where it was not checked.

    Raises:
        UsageError: An unknown format, nothing to export, or a path that is a folder.
        UnknownId: There is no such chain or node.
        VerifyError: The export is not valid PROV; nothing was written.
        EnvironmentFault: It cannot be written.
    """
    if path.is_dir():
        raise UsageError(f"{path} is a folder", "Name a file.")
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
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
        write_file(manifest_of(path), json_document(found) + "\n")
    return {**found, "path": str(path)}


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


def _written(session: Session, wanted: Wanted, file: IO[bytes], path: Path) -> dict[str, Any]:
    request = _request(session, wanted)
    session.progress(f"writing {len(request.runs)} chains")
    found = write_prov(session.store, request, file)
    file.flush()
    checked: dict[str, Any] | None = None
    if wanted.check and found["bytes"] <= CHECKED_BYTES:
        session.progress("checking the export")
        checked = _checked(path, request.format, found["statements"], wanted.shortcuts)
    return {**found, "checked": checked}


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
            raise UsageError("the graph is empty", "Load documents with foam load, then ask with foam ask.")
    else:
        runs = list(dict.fromkeys(str(session.store.find(prefix, ("Run",))["id"]) for prefix in wanted.ids))
        of = ""
    return Request(runs, form, "", wanted.redact, wanted.shortcuts, of, wanted.full)


def _checked(path: Path, form: str, statements: int, shortcuts: bool) -> dict[str, Any]:
    report = check(read_file(path, SYNTAXES[form]))
    errors = [v for v in report.violations if v.grade == "error"]
    if errors:
        first = errors[0]
        raise VerifyError(
            f"the export breaks PROV-CONSTRAINTS {first.constraint} ({len(errors)} times): {first.message}",
            "Run `foam verify`; --no-check writes it all the same.",
        )
    if report.statements != statements and not shortcuts:
        raise VerifyError(
            f"the export was read back with {report.statements} statements instead of {statements}",
            "Please report this; --no-check writes it all the same.",
        )
    return {"valid": True, "warnings": len(report.violations)}
