"""The client on the page about the HTTP API is run against a server, as it stands there."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

from foam_graph.config import Settings
from foam_graph.store.server.control import Endpoint
from tests.support.web_site import served

PAGE = Path(__file__).parent.parent.parent / "docs" / "how-to" / "use-the-api.md"
PRINTED = """3 documents, 0 refused
finished
the first claim rests on True
may change True
the same challenge, not a second one: True
b'PK' True
"""


def test_the_client_does_what_the_page_says(settings: Settings, endpoint: Endpoint) -> None:
    assert endpoint
    [client] = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    out = io.StringIO()
    with served(settings) as address, contextlib.redirect_stdout(out):
        exec(compile(client.replace("http://127.0.0.1:8720", address), PAGE.name, "exec"), {})  # noqa: S102
    assert out.getvalue() == PRINTED
