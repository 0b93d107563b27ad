"""Starting the managed server: a port that it can have, and waiting until it answers."""

from __future__ import annotations

import hashlib
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing

import psutil
from neo4j import GraphDatabase
from neo4j.exceptions import AuthError, DriverError, Neo4jError

from foam_graph.errors import ServerFault
from foam_graph.store.server.configuration import HOST, USER, Memory
from foam_graph.store.server.process import end, find, spawn
from foam_graph.store.server.program import Program
from foam_graph.store.server.server_folder import Running, ServerFiles

# A start takes seconds: looking this often delays nobody, and is cheap as long as nothing listens.
_POLL = 0.03
_FIRST_PORT, _PORTS = 20_000, 12_000
"""Where a home's own port lies: below 32768, from where Linux takes the ports of outgoing connections by default."""
_DERIVED = 3
_PREAMBLE = bytes.fromhex("6060b017")  # Bolt's magic number, then four proposals (Bolt handshake specification)
_PROPOSALS = bytes.fromhex("00080805" + "00020404" + "00000000" * 2)  # 5.0 to 5.8, 4.2 to 4.4


class PortTaken(ServerFault):
    """Another program took the port between choosing and binding it."""


def start_on(
    files: ServerFiles,
    program: Program,
    ports: Iterable[int],
    memory: Memory,
    timeout: float,
    say: Callable[[str], None],
    read_only: bool = False,
) -> Running:
    """Starts the server on the first of these ports that it can have; the caller holds the lock.

    Args:
        files: The server's folder.
        program: Jars and Java.
        ports: Ports to try, in order.
        memory: The server's share of memory.
        timeout: Seconds to wait for each.
        say: Called with one short sentence per step.
        read_only: Whether the graph can be read only.

    Returns:
        The server, which answers.

    Raises:
        ServerFault: None of the ports was free, or Neo4j did not start.
    """
    password, taken = files.password(), []
    for port in ports:
        if not port_is_free(port):
            taken.append(port)
            continue
        say("Starting Neo4j" if files.has_store else "Starting Neo4j with a new store")
        running = spawn(program, files, memory, port, read_only=read_only)
        try:
            await_ready(files, running, password, timeout)
        except PortTaken:
            taken.append(port)
            continue
        say(f"Neo4j answers at {running.uri}")
        return running
    raise ServerFault(
        f"port {' and '.join(map(str, taken))} on {HOST} is taken by another program",
        "Stop that program or choose another port.",
    )


def ports_of(files: ServerFiles) -> Iterator[int]:
    """Ports for this folder's server, in order: the one it had last, those of its path, any that is free.

    A port that follows from the path stays the same where the file that keeps it is lost, and those of two homes
    differ, but for a chance of one in 12,000; then the second to start takes its next.

    Args:
        files: The server's folder.
    """
    kept = files.kept_port()
    if kept is not None:
        yield kept
    for attempt in range(_DERIVED):
        digest = hashlib.sha256(f"{files.root}\n{attempt}".encode()).digest()
        port = _FIRST_PORT + int.from_bytes(digest[:4]) % _PORTS
        if port != kept:
            yield port
    yield from free_ports()


def free_ports(count: int = 3) -> Iterable[int]:
    """Ports that the system gives out as free, each chosen only when it is asked for."""
    for _ in range(count):
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            port: int = probe.getsockname()[1]
        yield port


def port_is_free(port: int) -> bool:
    """Whether a server could listen on this loopback port now."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except (OSError, OverflowError):
            return False
    return True


def _alive(pid: int) -> bool:
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def listens(running: Running) -> bool:
    """Whether it is really this process that listens on its port; assumed where the system does not tell."""
    try:
        links = psutil.Process(running.pid).net_connections("tcp")
        return any(link.status == psutil.CONN_LISTEN and link.laddr.port == running.port for link in links)
    except psutil.NoSuchProcess:
        return False
    except psutil.Error:
        return True


def answers_bolt(port: int, host: str = HOST, patience: float = 1.0) -> bool:
    """Whether a Bolt server answers the handshake there; a fast question, unlike the driver's own retries.

    Where nothing listens, or what listens ends meanwhile, the answer comes at once.

    Args:
        port: The port.
        host: The address.
        patience: Seconds to wait for one that takes the connection and is silent: a collection of garbage, swapping or
            a stopped process, whose connections the system takes for it.
    """
    try:
        with closing(socket.create_connection((host, port), timeout=patience)) as link:
            link.sendall(_PREAMBLE + _PROPOSALS)
            answer = link.recv(4)
    except OSError:
        return False
    return len(answer) == 4 and answer != bytes(4)


def await_ready(files: ServerFiles, running: Running, password: str, timeout: float) -> None:
    """Waits until the server answers a query.

    Args:
        files: Its folder.
        running: Its process.
        password: Its password.
        timeout: Seconds to wait.

    Raises:
        PortTaken: Another program took its port.
        ServerFault: It ended, refused the password, or did not answer in time (it is ended then).
    """
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        if not _alive(running.pid):
            raise _start_fault(files, running.port)
        # In this order: asking the system who listens takes long, while Java needs every core.
        if answers_bolt(running.port) and listens(running) and logs_in(files, running.port, password):
            return
        time.sleep(_POLL)
    tail = files.log_tail()
    process = find(files)
    if process is not None:
        end(process)
    files.record(None)
    raise ServerFault(
        f"Neo4j did not answer within {timeout:.0f} s; its log ends with:\n{tail}",
        f"Free some memory or disk space and try again: {files.root} has {files.free_mib()} MiB free.",
    )


def _start_fault(files: ServerFiles, port: int) -> ServerFault:
    files.record(None)
    tail = files.log_tail()
    if "already in use" in tail or "BindException" in tail:
        return PortTaken(f"port {port} was taken before Neo4j could use it", "Try again, or name another port.")
    return ServerFault(
        f"Neo4j ended while starting; its log ends with:\n{tail}", f"Read the logs in {files.console_log.parent}."
    )


def logs_in(files: ServerFiles, port: int, password: str) -> bool:
    """Whether the database answers a query; False while it is still opening.

    Raises:
        ServerFault: The server refuses the password.
    """
    try:
        with (
            GraphDatabase.driver(f"bolt://{HOST}:{port}", auth=(USER, password), connection_timeout=5.0) as driver,
            driver.session() as session,
        ):
            session.run("RETURN 1").consume()
    except AuthError:
        raise ServerFault(
            f"the running Neo4j refuses the password in {files.password_file}",
            "Put back the password file that belongs to this store.",
        ) from None
    except (Neo4jError, DriverError, OSError):
        return False
    return True
