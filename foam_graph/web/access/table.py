"""The one table of what each route needs: whose permission, what kind of body, and how much of it.

A route that is not in it is not answered. The rows of pages stand for their JSON twins as well.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from foam_graph.web.access.rates import Rate
from foam_graph.web.access.roles import Permission

Body = Literal["none", "form", "upload", "json"]
MOST_FORM = 256 * 1024
"""Bytes that a form may have: the longest grounds, escaped, fit in."""
MOST_UPLOAD = 200 * 2**20
"""Bytes that an upload of documents may have."""
MOST_EVIDENCE = 20 * 2**20
"""Bytes that a challenge may have with the document that it brings."""
MOST_JSON = 1024 * 1024
"""Bytes that a JSON value may have."""
MOST_DOCUMENTS = 48 * 1024 * 1024
"""Bytes of documents that a program may send at once, in Base64."""
_V1 = "/api/v1"


@dataclass(frozen=True)
class Need:
    """What a route needs.

    Attributes:
        method: ``GET`` or ``POST`` …; ``HEAD`` is answered as ``GET``.
        path: Its pattern, as it is registered.
        needs: The permission; None where anybody may, also who has not signed in.
        body: What kind of body it takes.
        most: Bytes that this may have; the default of its kind where it is 0.
        rate: What is counted by it, so that nobody does it too often; None for nothing.
        whole: Whether it is about everything there is, or makes what no grant covers: who was granted a part may not have it.
        twin: Whether the path with ``.json`` at its end is answered as well.
    """

    method: str
    path: str
    needs: Permission | None
    body: Body = "none"
    most: int = 0
    rate: Rate | None = None
    whole: bool = False
    twin: bool = False

    @property
    def limit(self) -> int:
        """Bytes that its body may have."""
        return self.most or {"none": 0, "form": MOST_FORM, "upload": MOST_FORM, "json": MOST_JSON}[self.body]


def _page(path: str, needs: Permission | None = "read", whole: bool = False) -> Need:
    return Need("GET", path, needs, whole=whole, twin=True)


TABLE: tuple[Need, ...] = (
    Need("GET", "/static/{name}", None),
    Need("GET", "/openapi.json", None),
    _page("/"),
    _page("/runs"),
    _page("/runs/{run}"),
    _page("/runs/{run}/claims"),
    _page("/runs/{run}/objections"),
    _page("/runs/{run}/outline"),
    _page("/runs/{run}/graph"),
    _page("/runs/{run}/process"),
    _page("/debates/{run}"),
    Need("GET", "/chains/{chain}", "read"),
    _page("/diff"),
    _page("/corpora/{corpus}"),
    _page("/corpora/{corpus}/documents/{document}"),
    _page("/corpora/{corpus}/sheet"),
    _page("/nodes/{node}"),
    _page("/nodes/{node}/supposed"),
    _page("/contests"),
    Need("GET", "/contests/new", "contest"),
    Need("POST", "/contests", "contest", "upload", MOST_EVIDENCE, rate="challenge"),
    Need("GET", "/contests/{contest}/ruling", "rule"),
    Need("POST", "/contests/{contest}/ruling", "rule", "form"),
    _page("/contests/{contest}"),
    # Whoever has the code of a receipt needs no account.
    Need("GET", "/receipts", None),
    _page("/receipts/{code}", None),
    Need("GET", "/receipts/{code}/withdrawal", None),
    Need("POST", "/receipts/{code}/withdrawal", None, "form", rate="challenge"),
    _page("/ledger"),
    _page("/ledger/verification", "audit", whole=True),
    _page("/ledger/{chain}"),
    _page("/cypher", "audit", whole=True),
    _page("/memories", whole=True),
    _page("/memories/{memory}", whole=True),
    _page("/memories/{memory}/debates/{debate}", whole=True),
    _page("/memories/{memory}/schemes/{scheme}", whole=True),
    _page("/-/health", "administer"),
    _page("/-/settings", "administer"),
    _page("/-/versions"),
    _page("/-/permissions", None),
    _page("/questions"),
    _page("/questions/{name}", "audit", whole=True),
    Need("GET", "/questions/{name}.csv", "audit", whole=True),
    Need("GET", "/login", None),
    Need("POST", "/login", None, "form"),
    Need("GET", "/login/start", None),
    Need("GET", "/login/return", None),
    Need("GET", "/logout", None),
    Need("POST", "/logout", None, "form"),
    _page("/readings", "audit", whole=True),
    Need("GET", "/id/{name}", "read"),
    _page("/webhooks", "operate", whole=True),
    # The HTTP API.
    Need("GET", _V1, "read"),
    Need("GET", f"{_V1}/corpora", "read"),
    Need("GET", f"{_V1}/corpora/{{corpus}}/documents", "read"),
    Need("POST", f"{_V1}/corpora/{{corpus}}/documents", "operate", "json", MOST_DOCUMENTS, rate="work"),
    Need("GET", f"{_V1}/corpora/{{corpus}}/documents/{{document}}", "read"),
    Need("POST", f"{_V1}/memories/{{memory}}/builds", "operate", "json", MOST_DOCUMENTS, rate="work", whole=True),
    Need("GET", f"{_V1}/builds/{{build}}", "operate", whole=True),
    Need("POST", f"{_V1}/builds/{{build}}/{{act}}", "operate", "json", whole=True),
    Need("GET", f"{_V1}/runs", "read"),
    Need("GET", f"{_V1}/runs/{{run}}", "read"),
    Need("POST", f"{_V1}/runs", "operate", "json", rate="work"),
    Need("GET", f"{_V1}/runs/{{run}}/progress", "read"),
    Need("POST", f"{_V1}/runs/{{run}}/stop", "operate", "json"),
    Need("POST", f"{_V1}/runs/{{run}}/resume", "operate", "json", rate="work"),
    Need("GET", f"{_V1}/runs/{{run}}/position", "read"),
    Need("GET", f"{_V1}/runs/{{run}}/exports/{{sort}}", "read"),
    Need("GET", f"{_V1}/nodes/{{node}}", "read"),
    Need("GET", f"{_V1}/nodes/{{node}}/why", "read"),
    Need("GET", f"{_V1}/nodes/{{node}}/evidence", "read"),
    Need("GET", f"{_V1}/nodes/{{node}}/prov", "read"),
    Need("GET", f"{_V1}/chains/{{chain}}/verification", "read"),
    Need("GET", f"{_V1}/challenges", "read"),
    Need("POST", f"{_V1}/challenges", "contest", "json", rate="challenge"),
    Need("POST", f"{_V1}/challenges/preview", "contest", "json", rate="challenge"),
    Need("GET", f"{_V1}/challenges/{{challenge}}", "read"),
    # Whoever has the code of a receipt needs no account.
    Need("POST", f"{_V1}/receipts/{{code}}/withdrawal", None, "json", rate="challenge"),
    Need("POST", f"{_V1}/challenges/{{challenge}}/rulings", "rule", "json"),
    Need("GET", "/ask", "operate"),
    Need("POST", "/ask", "operate", "form", rate="work"),
    _page("/progress/{run}"),
    Need("GET", "/progress/{run}/events", "read"),
    Need("POST", "/progress/{run}/stop", "operate", "form"),
    Need("POST", "/progress/{run}/resume", "operate", "form", rate="work"),
    Need("GET", "/debate", "operate"),
    Need("POST", "/debate", "operate", "form", rate="work"),
    Need("GET", "/debates/{run}/turn", "operate"),
    Need("POST", "/debates/{run}/turn", "operate", "form"),
    _page("/exports/{chain}"),
    # What a page shows may be taken along; the rest holds who did what by name, and everything at once.
    Need("GET", "/dossiers/{run}", "read"),
    Need("GET", "/positions/{run}", "read"),
    Need("GET", "/speeches/{run}", "read"),
    Need("GET", "/exports/{chain}/{what}", "audit"),
    _page("/maps"),
    # A map belongs to no corpus: who was granted a part would not see what they imported.
    Need("GET", "/maps/new", "operate", whole=True),
    Need("POST", "/maps/new", "operate", "upload", MOST_EVIDENCE, rate="work", whole=True),
    _page("/maps/{map}"),
    _page("/maps/{map}/graph"),
    _page("/preferences", whole=True),
    Need("GET", "/preferences/{form}.json", "read", whole=True),
    Need("GET", "/preferences/{form}.csv", "audit", whole=True),
    Need("GET", "/preferences/{form}", "contest", whole=True),
    Need("POST", "/preferences/{form}", "contest", "form", rate="challenge", whole=True),
    Need("GET", "/upload", "operate"),
    Need("POST", "/upload", "operate", "upload", MOST_UPLOAD, rate="work"),
    # A memory belongs to no corpus, as a map does not.
    Need("GET", "/remember", "operate", whole=True),
    Need("POST", "/remember", "operate", "upload", MOST_UPLOAD, rate="work", whole=True),
    _page("/remember/{build}", "operate", whole=True),
    Need("GET", "/remember/{build}/events", "operate", whole=True),
    Need("POST", "/remember/{build}/{act}", "operate", "form", whole=True),
    # Their names cannot be guessed; who raised a challenge follows it there.
    _page("/jobs/{job}"),
    Need("GET", "/jobs/{job}/events", "read"),
)
