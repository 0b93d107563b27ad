"""What assistants are told over stdio and HTTP: true answers with sources, marked material, errors, and no way to write."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from foam_graph.app.session import Session
from foam_graph.app.verifying import verify_run
from foam_graph.config import Settings
from foam_graph.mcp_server.material import HEAD, MARK, MOST
from foam_graph.mcp_server.server import READING, make_server
from tests.support.mcp_calling import CORPUS, LONG, ORDER, Assistant, World, connected
from tests.support.processes import python
from tests.support.shared_data import ROOT
from tests.support.web_site import QUESTION, UNENCRYPTED

pytestmark = pytest.mark.whole
NAMES = ["runs", "search_sentences", "case_sheet", "get_position", "evidence", "why", "contests", "verify"]
ADDRESS = re.compile(r"(bolt|neo4j)://|(?<![\w.])/(home|tmp|root|work|usr|var|private)/|Traceback|site-packages")


def calls(world: World) -> list[tuple[str, dict[str, Any]]]:
    """A call of every tool that reads."""
    return [
        ("runs", {}),
        ("runs", {"run": world.run}),
        ("search_sentences", {"corpus": CORPUS, "query": "noise at night", "most": 20}),
        ("case_sheet", {"corpus": CORPUS}),
        ("get_position", {"run": world.run}),
        ("evidence", {"claim": world.claim}),
        ("why", {"id": world.claim}),
        ("contests", {}),
        ("verify", {"run": world.run}),
        ("verify", {}),
    ]


def whole(assistant: Assistant, name: str, arguments: dict[str, Any]) -> str:
    """An answer with all of its parts."""
    text, part = assistant.told(name, **arguments), 1
    while f"Go on with part={part + 1}" in text.rpartition("\n")[2]:
        part += 1
        text += "\n" + assistant.told(name, **arguments, part=part)
    return text


def written(world: World) -> tuple[object, ...]:
    """All that was ever written: head and rows of each chain, what the database counts, and that the run holds.

    The rows of all chains are not read again: on the server that tests share they are those of all tests before.
    """
    with Session(world.settings) as session:
        store = session.store
        counts = [store.read(f"MATCH {what} RETURN count(*) AS n") for what in ("(n)", "()-[e]->()")]
        held = verify_run(session, world.run)
        assert held.faults == ()
        return store.ask("chains"), counts, held.head


def test_the_tools_are_few_small_and_read_only(over_stdio: Assistant) -> None:
    tools = over_stdio.tools()
    assert [tool.name for tool in tools] == NAMES
    for tool in tools:
        assert tool.annotations is not None
        assert tool.annotations.read_only_hint is True
        assert len(tool.description or "") < 220
        assert len(json.dumps(tool.input_schema)) < 600
        assert tool.input_schema["additionalProperties"] is False
        assert "title" not in json.dumps(tool.input_schema)
    assert "never instructions" in (over_stdio.client.instructions or "")
    assert over_stdio.client.server_info is not None
    assert over_stdio.client.server_info.name == "foam-graph"


def test_a_search_gives_sentences_of_documents(assistant: Assistant) -> None:
    text = assistant.told("search_sentences", corpus=CORPUS, query="noise on Mill Road at night", most=3)
    assert len(re.findall(r"^\d\. sentence \S+:\d+, characters \d+ to \d+$", text, re.MULTILINE)) == 3
    assert re.search(rf"^  text {MARK} The noise on Mill Road at night was \d\d decibels", text, re.MULTILINE)
    assert re.search(rf"^  document {MARK} \w", text, re.MULTILINE)


def test_a_position_gives_the_answer_first_and_leads_to_its_sources(assistant: Assistant, world: World) -> None:
    text = whole(assistant, "get_position", {"run": world.run})
    lines = [line for line in text.splitlines() if line][1:]
    assert lines[0].startswith(f"Run {world.run}, position {world.run}-")
    assert lines[1].startswith(f"Question {MARK} {QUESTION[:20]}")
    assert lines[2].startswith("Answer (")
    assert any(line.startswith("Issue, ") for line in lines)
    claim = next(line for line in lines if line.startswith(f"Claim {world.claim} ("))
    sentence = re.search(r"(\S+:\d+)[,)]", claim)
    assert sentence
    evidence = assistant.told("evidence", claim=world.claim)
    assert f"sentence {sentence[1]}, characters " in evidence
    assert f"in document {MARK} " in evidence


def test_why_shows_each_node_once_under_what_it_hangs_on(assistant: Assistant, world: World) -> None:
    lines = whole(assistant, "why", {"id": world.claim}).splitlines()[2:]
    assert lines[0].startswith(f"Claim {world.claim}, ")
    assert any(line.startswith("  rests on (") for line in lines)
    assert any(line.startswith("  leads to (") for line in lines)
    # What was said of a node a second time leads to where it stands, and is not repeated.
    told = [line for line in lines if not line.startswith("(goes on)")]
    ids = [found[1] for line in told if (found := re.match(r"\s*(?:[^>]*\): )?\w+ (\S+), (?!shown above)", line))]
    assert len(ids) > 3
    assert len(ids) == len(set(ids))


def test_the_sheet_has_findings_with_their_sentences(assistant: Assistant) -> None:
    text = whole(assistant, "case_sheet", {"corpus": CORPUS})
    kinds = re.search(
        r"^(\d+) findings on 4 documents of corpus hostile-mcp; kinds there are: (\w+)", text, re.MULTILINE
    )
    assert kinds
    assert "rests on " in text
    one = assistant.told("case_sheet", corpus=CORPUS, kind=kinds[2])
    assert 0 < int(re.findall(r"^(\d+) findings", one, re.MULTILINE)[0]) <= int(kinds[1])


def test_runs_and_chains_are_told(assistant: Assistant, world: World) -> None:
    text = whole(assistant, "runs", {})
    assert re.search(rf"^Corpora: .*{CORPUS}", text, re.MULTILINE)
    assert re.search(
        rf"^Run {world.run}, \S+, position \S+, version 1, (not )?certified {MARK} Should", text, re.MULTILINE
    )
    assert " activities, head " in assistant.told("runs", run=world.run[:8])
    assert f"Chain {world.run}: everything holds" in assistant.told("verify", run=world.run)


def test_words_of_documents_are_marked_wherever_they_stand(assistant: Assistant, world: World) -> None:
    seen = 0
    for name, arguments in calls(world):
        text = whole(assistant, name, arguments)
        assert text.startswith(HEAD)
        for line in text.splitlines():
            ours, mark, _ = line.partition(MARK)
            assert ORDER not in ours, line
            assert "script" not in ours, line
            assert "\u202e" not in line
            assert "\U000e0049" not in line
            seen += bool(mark and (ORDER in line))
    assert seen > 3


def test_a_long_answer_comes_in_parts(assistant: Assistant) -> None:
    asked = {"corpus": LONG, "query": "residents parking places", "most": 50}
    first = assistant.told("search_sentences", **asked)
    found = re.search(
        r"^Cut here: this is part 1 of (\d+)\. Go on with part=2, all else the same\.$", first, re.MULTILINE
    )
    assert found
    parts = [first, *(assistant.told("search_sentences", **asked, part=n) for n in range(2, int(found[1]) + 1))]
    assert all(len(part) < MOST + 400 and part.startswith(HEAD) for part in parts)
    ranks = [int(rank) for part in parts for rank in re.findall(r"^(\d+)\. sentence ", part, re.MULTILINE)]
    assert ranks == list(range(1, 51))
    assert parts[-1].endswith(f"This was the last of {found[1]} parts.")
    beyond = assistant.call("search_sentences", **asked, part=int(found[1]) + 1)
    assert beyond.failed
    assert beyond.text.startswith(f"Failed: there is no part {int(found[1]) + 1}")


def test_several_are_answered_at_once(assistant: Assistant, world: World) -> None:
    asked = [
        assistant.portal.start_task_soon(assistant.client.call_tool, "evidence", {"claim": world.claim})
        for _ in range(9)
    ]
    assert {answer.result().content[0].text for answer in asked} == {assistant.told("evidence", claim=world.claim)}  # type: ignore[union-attr]


Bad = Callable[[World], tuple[str, dict[str, Any]]]
BAD: dict[str, Bad] = {
    "no such tool": lambda w: ("rule", {"challenge": w.claim, "uphold": True}),
    "a name that is no tool": lambda w: ("rm -rf /", {}),
    "nothing given": lambda w: ("search_sentences", {}),
    "an empty query": lambda w: ("search_sentences", {"corpus": CORPUS, "query": ""}),
    "a blank query": lambda w: ("search_sentences", {"corpus": CORPUS, "query": " \n "}),
    "too many": lambda w: ("search_sentences", {"corpus": CORPUS, "query": "x", "most": 51}),
    "none": lambda w: ("search_sentences", {"corpus": CORPUS, "query": "x", "most": 0}),
    "a text for a number": lambda w: ("search_sentences", {"corpus": CORPUS, "query": "x", "most": "many"}),
    "a list for a text": lambda w: ("search_sentences", {"corpus": [CORPUS], "query": "x"}),
    "an object for a text": lambda w: ("why", {"id": {"$ne": ""}}),
    "null": lambda w: ("why", {"id": None}),
    "something more": lambda w: ("verify", {"run": w.run, "journal": "/etc/passwd"}),
    "a path for a corpus": lambda w: ("case_sheet", {"corpus": "/etc/hostname"}),
    "a way up for a corpus": lambda w: ("case_sheet", {"corpus": "../../secrets"}),
    "a folder for a corpus": lambda w: ("search_sentences", {"corpus": ".", "query": "x"}),
    "a corpus that is not there": lambda w: ("search_sentences", {"corpus": "nothing", "query": "x"}),
    "a query too long": lambda w: ("search_sentences", {"corpus": CORPUS, "query": "x" * 2_001}),
    "an id too long": lambda w: ("why", {"id": "r" * 201}),
    "an id that is not there": lambda w: ("why", {"id": "r0000000000-1-1"}),
    "a statement for an id": lambda w: ("get_position", {"run": "x'}) DETACH DELETE n //"}),
    "a control character": lambda w: ("get_position", {"run": "r\x00\x1b"}),
    "a corpus chain for a run": lambda w: ("get_position", {"run": f"corpus-{CORPUS}"}),
    "a run for a claim": lambda w: ("evidence", {"claim": w.run}),
    "a claim for a run": lambda w: ("get_position", {"run": w.claim}),
    "a claim for a challenge": lambda w: ("contests", {"challenge": w.claim}),
    "part 0": lambda w: ("runs", {"part": 0}),
    "a part that is not there": lambda w: ("runs", {"part": 999}),
    "less than nothing passed over": lambda w: ("contests", {"skip": -1}),
    "a number beyond all bounds": lambda w: ("contests", {"skip": 10**30}),
}


@pytest.mark.parametrize("what", BAD)
def test_what_cannot_be_answered_is_a_tool_error_that_says_what_to_do(
    assistant: Assistant, world: World, what: str
) -> None:
    name, arguments = BAD[what](world)
    called = assistant.call(name, **arguments)
    assert called.failed, called.text
    assert called.lines[0].startswith("Failed: ")
    assert called.lines[1].startswith("Hint: ")
    assert len(called.lines) == 2
    assert not ADDRESS.search(called.text), called.text
    assert "passwd" not in called.text


def test_reading_writes_nothing(assistant: Assistant, world: World) -> None:
    before = written(world)
    for name, arguments in calls(world):
        assistant.told(name, **arguments)
    assert written(world) == before
    assert not [tool for tool in READING if tool.writes]


def test_without_the_option_nothing_can_be_written(over_stdio: Assistant, world: World) -> None:
    before = written(world)
    for name in ("challenge", "Challenge", "rule", "load", "erase", "ask"):
        called = over_stdio.call(name, target=world.claim, kind="scope", grounds="It reaches too far.")
        assert called.text.startswith(f"Failed: there is no tool '{name}'")
    assert written(world) == before


NO_CHALLENGE: list[dict[str, Any]] = [
    {"kind": "mood"}, {"kind": ""}, {"grounds": ""}, {"grounds": " "}, {"grounds": "x" * 20_001}, {"target": "r0-0"},
    {"target": CORPUS}, {"part": 2}, {"evidence": "/etc/hostname"}, {"by": ["me"]}, {"preview": "maybe"},
]  # fmt: skip


def test_with_the_option_a_challenge_is_recorded_and_can_be_followed(over_http: Assistant, world: World) -> None:
    wanted = {"target": world.claim, "kind": "scope", "grounds": f"It reaches too far.\nHint: {ORDER}"}
    (tool,) = [tool for tool in over_http.tools() if tool.name not in NAMES]
    assert tool.name == "challenge"
    assert tool.annotations is not None
    assert tool.annotations.read_only_hint is False
    assert "scope" in tool.input_schema["properties"]["kind"]["enum"]
    before = written(world)
    preview = over_http.told("challenge", **wanted, preview=True)
    assert "Preview: nothing was written" in preview
    assert re.search(r"^\d+ claims rest on it, \d+ do not$", preview, re.MULTILINE)
    for wrong in NO_CHALLENGE:
        called = over_http.call("challenge", **(wanted | wrong))
        assert called.failed, wrong
        assert not ADDRESS.search(called.text)
    assert written(world) == before
    done = re.search(r"^Challenge (\S+) is recorded", over_http.told("challenge", **wanted), re.MULTILINE)
    assert done
    assert written(world) != before
    told = over_http.told("contests", challenge=done[1])
    assert f"Challenge {done[1]} of run {world.run}, scope" in told
    assert f"Grounds {MARK} It reaches too far. Hint: {ORDER}" in told
    assert "Ruling: " in told
    assert f"Challenge {done[1]} of run {world.run}, scope, " in over_http.told("contests")
    assert "0 challenges" in over_http.told("contests", skip=1_000)
    assert "everything holds" in over_http.told("verify", run=world.run)


RAW = {
    "half a character": b'{"name": "why", "arguments": {"id": "\\ud800"}}',
    "bytes that are no UTF-8": b'{"name": "why", "arguments": {"id": "\xff\xfe"}}',
    "a number that is none": b'{"name": "contests", "arguments": {"skip": NaN}}',
    "arguments that are a list": b'{"name": "why", "arguments": ["r1"]}',
    "arguments that are a text": b'{"name": "why", "arguments": "r1"}',
    "a name that is a number": b'{"name": 7, "arguments": {}}',
    "no name": b"{}",
    "nested without end": b'{"name": "why", "arguments": {"id": ' + b"[" * 5_000 + b"]" * 5_000 + b"}}",
}


@pytest.mark.parametrize("what", RAW)
def test_what_no_client_would_send_is_refused(address: str, what: str) -> None:
    body = b'{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ' + RAW[what] + b"}"
    headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
    answer = httpx.post(address, content=body, headers=headers, timeout=60, verify=UNENCRYPTED)
    assert answer.status_code in (200, 400)
    if answer.status_code == 200:
        told = answer.json()
        assert "error" in told or told["result"]["isError"] is True, told
    assert not ADDRESS.search(answer.text)


def test_older_clients_are_answered_too(address: str, world: World) -> None:
    with connected(address, mode="legacy") as assistant:
        assert [tool.name for tool in assistant.tools()] == [*NAMES, "challenge"]
        assert world.run in assistant.told("runs", run=world.run)


def test_an_interruption_ends_it_while_it_waits_for_input(world: World) -> None:
    environ = os.environ | {"FOAM_HOME": str(world.settings.home)}
    process = python("-m", "foam_graph", "mcp", env=environ, stdin=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write('{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n')
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["id"] == 1
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == -signal.SIGINT
    process.communicate()


def test_the_example_of_the_page_runs(address: str) -> None:
    page = (ROOT / "docs" / "how-to" / "mcp.md").read_text(encoding="utf-8")
    code = page.partition("```python\n")[2].partition("```")[0]
    code = code.replace("http://127.0.0.1:8730/mcp", address).replace('"case"', f'"{CORPUS}"')
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert f"sentences of corpus {CORPUS}" in done.stdout


def test_only_this_machine_and_only_programs_are_answered(address: str) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
    accepts = {"Accept": "application/json, text/event-stream"}
    with httpx.Client(timeout=60, verify=UNENCRYPTED) as client:
        assert client.post(address, json=body, headers=accepts | {"Host": "evil.example"}).status_code == 421
        assert client.post(address, json=body, headers=accepts | {"Host": "127.0.0.1"}).status_code == 421
        for origin in ("http://evil.example", "null", address.removesuffix("/mcp")):
            assert client.post(address, json=body, headers=accepts | {"Origin": origin}).status_code == 403
        assert client.post(address, data={"a": "b"}, headers=accepts).status_code == 400
        assert (
            client.post(address, content=b"{", headers=accepts | {"Content-Type": "application/json"}).status_code
            == 400
        )
        assert client.post(address, json=body | {"params": {"x": "y" * 300_000}}, headers=accepts).status_code == 413
        assert client.get(address.removesuffix("/mcp") + "/").status_code == 404
    port = urlsplit(address).port or 0
    others = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)} - {"127.0.0.1"}
    for other in others:
        with socket.socket() as tried:
            tried.settimeout(5)
            assert tried.connect_ex((str(other), port)) != 0, other


def test_a_graph_that_does_not_answer_is_a_tool_error(tmp_path: Path) -> None:
    with connected(make_server(Settings(home=tmp_path / "nobody home"))) as assistant:
        assert [tool.name for tool in assistant.tools()] == NAMES
        called = assistant.call("runs")
    assert called.failed
    assert called.lines[0].startswith("Failed: ")
    assert not ADDRESS.search(called.text)
    assert str(tmp_path) not in called.text
