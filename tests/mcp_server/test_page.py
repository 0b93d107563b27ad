"""The page about assistants says what there is."""

from __future__ import annotations

import json
import re

from foam_graph.mcp_server.contesting import Challenge
from foam_graph.mcp_server.material import MOST
from foam_graph.mcp_server.reading import MOST_TESTED
from foam_graph.mcp_server.server import READING
from tests.support.shared_data import ROOT

PAGE = (ROOT / "docs" / "how-to" / "mcp.md").read_text(encoding="utf-8")


def test_the_table_has_every_tool_with_its_arguments() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (.*?) \|", PAGE, re.MULTILINE)
    told = {name: re.findall(r"`(\w+)`", arguments) for name, arguments in rows}
    assert told == {tool.name: [one for one in tool.model_fields if one != "part"] for tool in READING}
    assert f"`challenge` ({', '.join(f'`{name}`' for name in Challenge.model_fields)})" in PAGE


def test_the_bounds_are_those_that_hold() -> None:
    assert f"at most {MOST:,} characters" in PAGE
    assert f"up to {MOST_TESTED} documents" in PAGE


def test_the_configuration_names_the_command() -> None:
    (server,) = json.loads(PAGE.partition("```json\n")[2].partition("```")[0])["mcpServers"].values()
    assert (server["command"], server["args"]) == ("foam", ["mcp"])
