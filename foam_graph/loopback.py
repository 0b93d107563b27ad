"""The loopback address: a port of it to listen on, and the names under which its servers answer."""

from __future__ import annotations

import socket

from foam_graph.errors import ServerFault

ADDRESS = "127.0.0.1"
"""The address that nothing but this machine reaches."""
PAGES = 8720
"""The port where pages are served if none is named."""


def names(port: int) -> frozenset[str]:
    """Values of the ``Host`` header that a server on a port answers.

    A site that has its own name resolve to this machine (DNS rebinding) sends its own name there.
    """
    hosts = (ADDRESS, "localhost")
    return frozenset(f"{host}:{port}" for host in hosts) | (frozenset(hosts) if port == 80 else frozenset())


def listening(port: int, instead: str, address: str = ADDRESS) -> socket.socket:
    """A socket that takes connections to a port; they wait until a server is there.

    Args:
        port: The port; 0 = one that is free.
        instead: The command that names another port, for the hint.
        address: The address; nothing but this machine reaches the one that is meant where none is given.

    Raises:
        ServerFault: The port is taken, or the address is none of this machine.
    """
    made = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
    try:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((address, port))
        made.listen(128)
    except OSError as fault:
        made.close()
        raise ServerFault(
            f"port {port} cannot be served on: {fault.strerror}", f"Name another one: {instead}"
        ) from None
    return made
