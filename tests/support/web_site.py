"""A server started as a person starts it, and the hostile world that it is asked about."""

from __future__ import annotations

import json
import os
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from lxml import html

from foam_graph.app.chains import Chain
from foam_graph.config import Settings
from tests.support import calling
from tests.support.calling import TEMPLATE
from tests.support.processes import python

EVIL = '"><script>alert(1)</script><img src=x onerror=alert(2)>'
"""Stands in every field that holds text."""
UNENCRYPTED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients of plain HTTP: httpx otherwise reads all authorities' certificates for each, a twentieth of a second."""
CORPUS = "hostile-web"
QUESTION = f"Should the town of Harrowby close Mill Road to cars? {EVIL}"
DOCUMENTS = {
    **{name: calling.DOCUMENTS[name] for name in ("count.md", "ordinance.md")},
    "engineer.md": (
        "Engineer's report on Mill Road",
        "expert",
        "Closing Mill Road to cars would reduce injuries by 60 percent within two years. The bollards and signs would "
        "cost $180,000 once. The noise on Mill Road at night was 55 decibels.",
    ),
}


@dataclass(frozen=True)
class Site:
    """The server and what it serves.

    Attributes:
        address: Its address, without a slash at the end.
        settings: The installation.
        run: The run.
        case: Id of another run on the same question.
        debate: Id of a debate on the same corpus.
        claim: A claim of its position.
        record: A record of evidence of that claim.
        document: A document of the corpus.
    """

    address: str
    settings: Settings
    run: Chain
    case: str
    debate: str
    claim: str
    record: str
    document: str

    def browser(self) -> httpx.Client:
        """A client with cookies of its own that does not follow what it is led to."""
        return httpx.Client(base_url=self.address, timeout=300, verify=UNENCRYPTED)


def write_hostile(folder: Path) -> Path:
    folder.mkdir(parents=True)
    for name, (title, source_class, text) in DOCUMENTS.items():
        head = {"title": f"{title} {EVIL}", "date": "2026-03-01", "source_class": source_class, "author": EVIL}
        head |= {"publisher": EVIL, "licence": EVIL, "url": 'https://a.example/"><script>alert(3)</script>'}
        lines = "".join(f"{key}: {json.dumps(value)}\n" for key, value in head.items())
        (folder / name).write_text(f"---\n{lines}---\n{text} The word of the residents is {EVIL} here.\n")
    (folder.parent / "memo.yaml").write_text(TEMPLATE, encoding="utf-8")
    return folder


@contextmanager
def served(settings: Settings, *verb: str) -> Iterator[str]:
    """The address of a server over an installation, run as ``foam serve`` or another verb."""
    environ = os.environ | {"FOAM_HOME": str(settings.home), "FOAM_OPERATOR": EVIL}
    started = python("-m", "foam_graph", *(verb or ("serve",)), "--port", "0", "--json", env=environ)
    try:
        assert started.stdout is not None
        told = ""
        while not told.rstrip().endswith("}"):
            line = started.stdout.readline()
            assert line, started.stderr.read() if started.stderr else ""
            told += line
        yield str(json.loads(told)["address"]).rstrip("/")
    finally:
        started.terminate()
        started.communicate(timeout=60)


def filled(client: httpx.Client, path: str) -> dict[str, str]:
    """The hidden fields of the forms of a page, as a browser sends them back."""
    page = html.fromstring(client.get(path).text)
    return {one.get("name"): one.get("value") for one in page.xpath("//input[@type='hidden']")}


def settled(client: httpx.Client, place: str) -> None:
    """Waits until what is followed at an address has ended or waits for somebody."""
    with client.stream("GET", f"{place}/events") as events:
        assert any(line == "event: end" for line in events.iter_lines()), "the stream broke off"
