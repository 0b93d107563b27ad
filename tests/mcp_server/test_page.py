"""The page about assistants says what there is, and its example runs as it stands."""

from __future__ import annotations

import json
import re
import subprocess
import sys

from foam_graph.mcp_server.contesting import Challenge
from foam_graph.mcp_server.material import MOST
from foam_graph.mcp_server.reading import MOST_TESTED
from foam_graph.mcp_server.server import READING
from tests.support.mcp_calling import CORPUS
from tests.support.shared_data import ROOT

PAGE = (ROOT / "docs" / "how-to" / "mcp.md").read_text(encoding="utf-8")


def block(language: str) -> str:
    found = re.search(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    assert found
    return found[1]


def test_the_table_has_every_tool_with_its_arguments() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", PAGE, re.MULTILINE)
    told = {name: re.findall(r"`(\w+)`", arguments) for name, arguments in rows}
    assert told == {tool.name: [one for one in tool.model_fields if one != "part"] for tool in READING}
    assert f"`challenge` ({', '.join(f'`{name}`' for name in Challenge.model_fields)})" in PAGE


def test_the_bounds_are_those_that_hold() -> None:
    assert f"at most {MOST:,} characters" in PAGE
    assert f"up to {MOST_TESTED} documents" in PAGE


def test_the_configuration_names_the_command() -> None:
    (server,) = json.loads(block("json"))["mcpServers"].values()
    assert (server["command"], server["args"]) == ("foam", ["mcp"])


def test_the_example_runs(address: str) -> None:
    code = block("python").replace("http://127.0.0.1:8730/mcp", address).replace('"case"', f'"{CORPUS}"')
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert f"sentences of corpus {CORPUS}" in done.stdout
