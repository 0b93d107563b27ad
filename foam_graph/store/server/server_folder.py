"""The managed server's folder: what lies in it, who may read it, and which store it was made for.

``<home>/neo4j`` (mode 0700) holds Neo4j's own ``conf``, ``data`` and ``logs`` and four files of ours (mode 0600):
``password``, ``server.json`` (the running process), ``format.json`` (what made this folder) and ``class-path.args``. The
lock and the port lie beside it, in ``neo4j.lock`` and ``neo4j.port``: the folder itself can be exchanged.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import string
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import ParamSpec, TypeVar

from foam_graph.errors import ServerFault
from foam_graph.files.locking import locked
from foam_graph.store.server.configuration import HOST, port_in, reads_only

Params = ParamSpec("Params")
Result = TypeVar("Result")

NEO4J_VERSION = "2026.08.1"
# Lines of a stack trace; what failed stands in the lines between.
_STACK = ("\tat ", "\t... ")
STORE_FORMAT = 1
# Of 62 characters: 190 bits, beyond guessing even for who may try without limit.
PASSWORD_LENGTH = 32
FIRST_START_BYTES = 300 * 2**20
LATER_START_BYTES = 50 * 2**20


@dataclass(frozen=True)
class Running:
    """The process that was started last.

    Attributes:
        pid: Its process id.
        port: Its Bolt port on the loopback address.
        started_at: When it was started, in seconds since the epoch.
        version: Neo4j's version.
    """

    pid: int
    port: int
    started_at: float
    version: str

    @property
    def uri(self) -> str:
        """Where it answers."""
        return f"bolt://{HOST}:{self.port}"


def guard_disk(action: Callable[Params, Result]) -> Callable[Params, Result]:
    """Turns the operating system's errors (disk full, no permission) into a readable ``ServerFault``."""

    def guarded(*args: Params.args, **kwargs: Params.kwargs) -> Result:
        try:
            return action(*args, **kwargs)
        except OSError as fault:
            where = fault.filename or "the managed server's folder"
            raise ServerFault(
                f"cannot use {where}: {fault.strerror or fault}",
                "Free space or permissions there, or point FOAM_HOME at another folder.",
            ) from fault

    guarded.__name__, guarded.__doc__ = action.__name__, action.__doc__
    return guarded


@dataclass(frozen=True)
class ServerFiles:
    """The folder of one managed server.

    Attributes:
        root: The folder, ``<home>/neo4j``, absolute and without symbolic links.
    """

    root: Path

    @classmethod
    def of(cls, home: Path) -> ServerFiles:
        """The folder that belongs to a FOAM home; nothing is created."""
        return cls((home.expanduser() / "neo4j").resolve())

    @property
    def conf(self) -> Path:
        """Folder of ``neo4j.conf``."""
        return self.root / "conf"

    @property
    def data(self) -> Path:
        """Folder of the store and its transaction logs."""
        return self.root / "data"

    @property
    def password_file(self) -> Path:
        """File of the generated password."""
        return self.root / "password"

    def alone(self) -> AbstractContextManager[None]:
        """Waits until no other process starts or stops this server, and keeps others waiting meanwhile.

        Raises:
            EnvironmentFault: Another process does so for minutes.
            OSError: The home cannot be made; callers wrap it with ``guard_disk``.
        """
        self.root.parent.mkdir(parents=True, exist_ok=True)
        return locked(self.root.with_name(f"{self.root.name}.lock"), f"the Neo4j of {self.root}", 240)

    @property
    def console_log(self) -> Path:
        """What Java itself printed."""
        return self.root / "logs" / "console.log"

    @property
    def has_store(self) -> bool:
        """Whether Neo4j has already made its databases here; from then on it ignores a new first password."""
        return (self.data / "databases" / "system").exists()

    @property
    def reads_only(self) -> bool:
        """Whether the server was last started for reading only."""
        with suppress(OSError):
            return reads_only((self.conf / "neo4j.conf").read_text(encoding="utf-8"))
        return False

    @property
    def before(self) -> Path:
        """Where the folder stands while another one takes its place."""
        return self.root.with_name(f"{self.root.name}.before")

    def create(self) -> None:
        """Makes the folders, closed to other users; an exchange that was cut short is undone, or ended where it was made.

        The caller holds ``alone``.

        Raises:
            OSError: They cannot be made; callers wrap it with ``guard_disk``.
        """
        if self.before.exists() and not self.root.exists():
            self.before.replace(self.root)
        elif self.before.exists():
            # The new store is in its place; the old one may hold what was erased.
            shutil.rmtree(self.before)
        self.root.mkdir(parents=True, exist_ok=True, mode=0o700)
        self.root.chmod(0o700)
        for folder in (self.conf, self.data, self.console_log.parent):
            folder.mkdir(exist_ok=True, mode=0o700)

    def check_space(self, needed: int | None = None, what: str = "starting Neo4j") -> None:
        """Refuses to start where the disk is nearly full: Neo4j would stop in the middle of a write.

        Args:
            needed: Bytes that must be free; by default enough for a first or a later start.
            what: What needs them, in the message.

        Raises:
            ServerFault: Less is free.
        """
        wanted = needed if needed is not None else LATER_START_BYTES if self.has_store else FIRST_START_BYTES
        if self.free_mib() < wanted / 2**20:
            raise ServerFault(
                f"{self.root} has {self.free_mib()} MiB free, {what} needs {wanted // 2**20} MiB",
                "Free some disk space, or point FOAM_HOME at a larger disk.",
            )

    def free_mib(self) -> int:
        """Free space on the disk of this folder."""
        return shutil.disk_usage(self.root).free // 2**20

    def check_format(self) -> None:
        """Refuses a folder that this version of FOAM did not make or cannot read.

        Raises:
            ServerFault: Foreign data, an unknown store format, or a store written by a newer Neo4j.
        """
        path = self.root / "format.json"
        hint = "Use the FOAM that made this folder, or point FOAM_HOME at another one."
        if not path.exists():
            if self.has_store:
                raise ServerFault(f"{self.data} holds a Neo4j store that FOAM did not make", hint)
            return
        try:
            marker = json.loads(path.read_text(encoding="utf-8"))
            found, version = int(marker["format"]), str(marker["neo4j"])
            newer = _ordered(version) > _ordered(NEO4J_VERSION)
        except (ValueError, KeyError, TypeError):
            raise ServerFault(f"{path} is not FOAM's format marker", hint) from None
        if found != STORE_FORMAT:
            raise ServerFault(f"{self.root} has store format {found}; this FOAM reads format {STORE_FORMAT}", hint)
        if newer:
            raise ServerFault(f"{self.root} was written by Neo4j {version}; this FOAM has {NEO4J_VERSION}", hint)

    def mark_format(self) -> None:
        """Records what made this folder."""
        write_private(self.root / "format.json", json.dumps({"format": STORE_FORMAT, "neo4j": NEO4J_VERSION}))

    def password(self) -> str:
        """The server's password.

        Returns:
            The stored one; a new random one where there is no store yet.

        Raises:
            ServerFault: A store exists but its password file is gone or empty.
        """
        with suppress(FileNotFoundError):
            stored = self.password_file.read_text(encoding="utf-8").strip()
            if stored:
                return stored
        if self.has_store:
            raise ServerFault(
                f"{self.password_file} is gone, and the store beside it does not open without it",
                "Put the file back, or move the neo4j folder away to begin with an empty store.",
            )
        alphabet = string.ascii_letters + string.digits
        made = "".join(secrets.choice(alphabet) for _ in range(PASSWORD_LENGTH))
        write_private(self.password_file, made + "\n")
        return made

    def running(self) -> Running | None:
        """What ``server.json`` says, or None where it is absent or damaged."""
        try:
            stored = json.loads((self.root / "server.json").read_text(encoding="utf-8"))
            return Running(int(stored["pid"]), int(stored["port"]), float(stored["started_at"]), str(stored["version"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def record(self, running: Running | None) -> None:
        """Writes ``server.json``, or removes it where nothing runs any more."""
        if running is None:
            (self.root / "server.json").unlink(missing_ok=True)
        else:
            write_private(self.root / "server.json", json.dumps(asdict(running)))

    def kept_port(self) -> int | None:
        """The Bolt port that this server had last, and is to have again; None before its first start.

        A folder that an earlier release made has it in ``neo4j.conf`` only.
        """
        with suppress(OSError, ValueError):
            port = int(self._port_file.read_text(encoding="ascii"))
            if 0 < port < 2**16:
                return port
        with suppress(OSError, ValueError):
            return port_in((self.conf / "neo4j.conf").read_text(encoding="utf-8"))
        return None

    def keep_port(self, port: int) -> None:
        """Records the port that the server is to have at its next start too.

        Raises:
            OSError: It cannot be written; callers wrap it with ``guard_disk``.
        """
        write_private(self._port_file, f"{port}\n")

    @property
    def _port_file(self) -> Path:
        return self.root.with_name(f"{self.root.name}.port")

    def log_tail(self, lines: int = 12) -> str:
        """The last lines of what Java and Neo4j wrote, for an error message; where in Java it was says nobody anything."""
        found: list[str] = []
        for path in (self.root / "logs" / "neo4j.log", self.console_log):
            with suppress(OSError):
                told = path.read_text(encoding="utf-8", errors="replace").splitlines()
                found += [line for line in told if not line.startswith(_STACK)][-lines:]
        return "\n".join(found)

    def clear_logs(self) -> None:
        """Empties the two short logs, so that an error shows this start and not an earlier one."""
        for path in (self.root / "logs" / "neo4j.log", self.console_log):
            write_private(path, "")

    def store_bytes(self) -> int:
        """Bytes of all files of the store and its transaction logs."""
        total = 0
        for folder, _, names in os.walk(self.data):
            for name in names:
                with suppress(OSError):  # a log file can be pruned while we look
                    total += (Path(folder) / name).stat().st_size
        return total


def write_private(path: Path, text: str) -> None:
    """Writes a file that only its owner can read, all of it or nothing.

    Args:
        path: The file, replaced in one step.
        text: Its new content.

    Raises:
        OSError: It cannot be written.
    """
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def _ordered(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))
