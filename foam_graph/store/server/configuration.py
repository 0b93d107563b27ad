"""What the managed Neo4j is told: ``neo4j.conf`` and Java's options."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

HOST = "127.0.0.1"
USER = "neo4j"
_LISTEN = "server.bolt.listen_address"
_READ_ONLY = "server.databases.default_to_read_only"


@dataclass(frozen=True)
class Memory:
    """What the server may use, in MiB.

    Attributes:
        heap: Most that Java's heap may grow to.
        page_cache: Cache of the store's pages.
        transactions: Most that all running transactions may hold together.
    """

    heap: int = 1024
    page_cache: int = 256
    transactions: int = 512


def conf_text(port: int, memory: Memory, read_only: bool = False) -> str:
    """The text of ``neo4j.conf``.

    Neo4j refuses to start on a setting it does not know. That is left so on purpose: a renamed security setting
    must stop the server, not be skipped.

    Args:
        port: Bolt port on the loopback address.
        memory: The server's share of memory.
        read_only: Whether the graph can be read only.

    Returns:
        One setting per line.
    """
    settings = {
        "server.default_listen_address": HOST,
        "server.default_advertised_address": HOST,
        "server.bolt.enabled": "true",
        _LISTEN: f"{HOST}:{port}",
        "server.http.enabled": "false",
        "server.https.enabled": "false",
        "dbms.security.auth_enabled": "true",
        "dbms.usage_report.enabled": "false",
        # On by default, and the discovery broadcasts on every network of the machine.
        "dbms.fleet_manager.enabled": "false",
        "server.fleet_discovery.enabled": "false",
        # LOAD CSV counts as reading, so a READ session would not stop it: no files, and no address may be fetched from.
        "dbms.security.allow_csv_import_from_file_urls": "false",
        "internal.dbms.cypher_ip_blocklist": "0.0.0.0/0,::/0",
        # A plan otherwise serves only values of about the same length: each statement is planned for ids of up to 10
        # signs and again for longer ones, and again for 1, 10 and 100 rows. The longest takes 5 s of a processor.
        "internal.cypher.use_parameter_size": "false",
        "server.memory.pagecache.size": f"{memory.page_cache}m",
        "dbms.memory.transaction.total.max": f"{memory.transactions}m",
        # What one statement may hold, an auditor's included; the largest commit is cut into smaller ones.
        "db.memory.transaction.max": f"{memory.transactions * 3 // 4}m",
        "db.tx_log.rotation.size": "64M",
        "db.tx_log.rotation.retention_policy": "1 files",
        # A new store then takes 2 MB, not 133.
        "db.tx_log.preallocate": "false",
        # Stopping otherwise waits for two periods of 5 s.
        "internal.dbms.bolt.netty_server_shutdown_quiet_period_duration": "0s",
    }
    if read_only:
        settings[_READ_ONLY] = "true"
    return "".join(f"{name}={value}\n" for name, value in settings.items())


def reads_only(text: str) -> bool:
    """Whether a ``neo4j.conf`` lets the graph be read only."""
    return f"{_READ_ONLY}=true\n" in text


def port_in(text: str) -> int | None:
    """The Bolt port that a ``neo4j.conf`` names, or None."""
    found = re.search(rf"^{re.escape(_LISTEN)}=\S*:(\d+)$", text, re.MULTILINE)
    return int(found[1]) if found else None


def java_options(memory: Memory) -> list[str]:
    """Java's options for the server, as Neo4j's own launcher gives them, for a small machine.

    Args:
        memory: The server's share of memory.

    Returns:
        Arguments for ``java``, before the class path.
    """
    opened = ("java.nio", "java.io", "sun.nio.ch")
    return [
        f"-Xmx{memory.heap}m",
        "-XX:+UseSerialGC",
        "-XX:+ExitOnOutOfMemoryError",
        "-XX:-UsePerfData",
        "-Djava.awt.headless=true",
        "-Dfile.encoding=UTF-8",
        "-Dlog4j2.disable.jmx=true",
        "--enable-native-access=ALL-UNNAMED",
        "--sun-misc-unsafe-memory-access=allow",
        *(f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in opened),
    ]


def class_path_argument(jars: list[Path], separator: str) -> str:
    """The class path as an argument file for ``java``: 237 paths are too long for some systems' command lines.

    Args:
        jars: The jars, in order.
        separator: The system's path separator.

    Returns:
        The file's text.
    """
    joined = separator.join(map(str, jars)).replace("\\", "\\\\").replace('"', '\\"')
    return f'-cp\n"{joined}"\n'
