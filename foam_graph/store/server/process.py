"""The managed server's process: beginning it, knowing it again, ending it."""

from __future__ import annotations

import hashlib
import os
import secrets
import subprocess
import time
from collections.abc import Sequence

import psutil

from foam_graph.errors import ServerFault
from foam_graph.store.server.configuration import USER, Memory, class_path_argument, conf_text, java_options
from foam_graph.store.server.program import Program
from foam_graph.store.server.server_folder import NEO4J_VERSION, Running, ServerFiles, write_private

_SERVER_CLASS = "org.neo4j.server.Neo4jCommunity"
_ADMIN_CLASS = "org.neo4j.cli.AdminTool"
_HASHED = 1024
"""Rounds of hashing, as Neo4j has it."""
_STARTED: list[subprocess.Popen[bytes]] = []  # kept: Python complains when a child that still runs is forgotten


def set_first_password(files: ServerFiles) -> None:
    """Gives a store that does not exist yet its first password; it takes effect at the first start.

    What is written is what ``neo4j-admin dbms set-initial-password`` writes: the password with a salt, hashed 1,024
    times. That tool is a Java of its own, which takes longer than all else that comes before the start.

    Raises:
        OSError: It cannot be written; callers wrap it with ``guard_disk``.
    """
    salt = secrets.token_bytes(32)
    digest = salt + files.password().encode()
    for _ in range(_HASHED):
        digest = hashlib.sha256(digest).digest()
    folder = files.data / "dbms"
    folder.mkdir(parents=True, exist_ok=True)
    write_private(folder / "auth.ini", f"{USER}:SHA-256,{digest.hex()},{salt.hex()},{_HASHED}:\n")


def administer(
    program: Program, files: ServerFiles, line: Sequence[str], options: Sequence[str]
) -> subprocess.CompletedProcess[str]:
    """Runs Neo4j's own tool on a server's folder.

    Args:
        program: Jars and Java.
        files: The server's folder; its ``class-path.args`` is written.
        line: What the tool is told.
        options: Options for Java.
    """
    begin = [str(program.java), *options, "--sun-misc-unsafe-memory-access=allow"]
    begin += [f"@{files.root / 'class-path.args'}", _ADMIN_CLASS]
    where = _environment() | {"NEO4J_HOME": str(files.root), "NEO4J_CONF": str(files.conf)}
    return subprocess.run([*begin, *line], env=where, capture_output=True, text=True, check=False)


def spawn(
    program: Program,
    files: ServerFiles,
    memory: Memory,
    port: int,
    extra: Sequence[str] | None = None,
    read_only: bool = False,
) -> Running:
    """Starts the server as a process of its own that outlives this one; does not wait for it.

    Args:
        program: Jars and Java.
        files: The server's folder.
        memory: The server's share of memory.
        port: Its Bolt port.
        extra: More options for Java, instead of those that use the class-data archive.
        read_only: Whether the graph can be read only.

    Returns:
        The process, already recorded in ``server.json``.
    """
    write_private(files.conf / "neo4j.conf", conf_text(port, memory, read_only))
    write_private(files.root / "class-path.args", class_path_argument(list(program.jars), os.pathsep))
    if not files.has_store:
        set_first_password(files)
    files.clear_logs()
    if extra is None:
        extra = [f"-XX:AOTCache={program.archive}"] if program.archive.exists() else []
    line = [str(program.java), *extra, *java_options(memory), f"@{files.root / 'class-path.args'}", _SERVER_CLASS]
    line += [_home_argument(files), f"--config-dir={files.conf}"]
    with files.console_log.open("ab") as log:
        child = subprocess.Popen(
            line,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            cwd=files.root,
            env=_environment(),
            start_new_session=True,
        )
    _STARTED[:] = [kept for kept in _STARTED if kept.poll() is None] + [child]
    running = Running(child.pid, port, time.time(), NEO4J_VERSION)
    files.record(running)
    return running


def _environment() -> dict[str, str]:
    """This process's environment without FOAM's and the model vendor's variables: they may be secrets."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("FOAM_", "OPENAI_"))}


def _home_argument(files: ServerFiles) -> str:
    return f"--home-dir={files.root}"


def find(files: ServerFiles) -> psutil.Process | None:
    """The live Neo4j of this folder.

    The pid in ``server.json`` counts only if that process's command line names this folder: pids are used again. Where
    it does not, all processes are searched, for a start that was interrupted before it was recorded.
    """
    stored = files.running()
    if stored is not None and psutil.pid_exists(stored.pid):
        try:
            process = psutil.Process(stored.pid)
        except psutil.Error:
            process = None
        if process is not None and _is_ours(process, files):
            return process
    if not files.data.exists():
        return None
    return next((process for process in psutil.process_iter() if _is_ours(process, files)), None)


def _is_ours(process: psutil.Process, files: ServerFiles) -> bool:
    try:
        line = process.cmdline()
    except (psutil.Error, OSError):
        return False
    return _SERVER_CLASS in line and _home_argument(files) in line


def stop(files: ServerFiles) -> bool:
    """Stops the Neo4j of a folder, whoever started it; the caller holds the lock.

    Args:
        files: The server's folder.

    Returns:
        Whether one was running.

    Raises:
        ServerFault: It belongs to another user.
    """
    process = find(files)
    if process is not None:
        end(process)
    files.record(None)
    return process is not None


def end(process: psutil.Process, patience: float = 60.0) -> None:
    """Asks the server to stop, and kills it only if it does not.

    Args:
        process: The server.
        patience: Seconds before it is killed; its transaction log keeps what was committed.

    Raises:
        ServerFault: It belongs to another user.
    """
    try:
        process.terminate()
        process.wait(patience)
    except psutil.NoSuchProcess:
        return
    except psutil.TimeoutExpired:
        process.kill()
        psutil.wait_procs([process], timeout=10)
    except psutil.AccessDenied:
        raise ServerFault(
            f"process {process.pid} belongs to another user", "Stop the server as the user who started it."
        ) from None
