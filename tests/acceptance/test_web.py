"""The web application as its users were promised it: one test for each promise that a command can show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from foam_graph.config import Settings
from foam_graph.store.server.control import Endpoint
from tests.support.calling import foam
from tests.support.web_site import UNENCRYPTED, served


def got(address: str, headers: dict[str, str] | None = None) -> httpx.Response:
    """What is answered; a busy machine gets time."""
    return httpx.get(address, headers=headers, timeout=300, verify=UNENCRYPTED)


@pytest.fixture(scope="module")
def accounts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of accounts that the command line makes."""
    return tmp_path_factory.mktemp("accounts") / "accounts.yaml"


@pytest.fixture(scope="module")
def token(accounts: Path) -> str:
    """The token of a contester, printed once."""
    added = foam("account", "add", "Ada Marsh", "--role", "contester", "--file", str(accounts), "--json")
    assert added.code == 0
    return str(added.value["token"])


@pytest.fixture(scope="module")
def address(settings: Settings, endpoint: Endpoint, accounts: Path, token: str) -> Iterator[str]:
    """A server that people come into with tokens."""
    assert endpoint
    assert token
    log = accounts.with_name("readings.jsonl")
    with served(settings, "serve", "--tokens", str(accounts), "--access-log", str(log)) as found:
        yield found


def test_without_accounts_it_listens_on_this_machine_alone() -> None:
    refused = foam("serve", "--host", "10.0.0.5", "--port", "0")
    assert refused.code == 2
    assert "without accounts" in refused.err


def test_an_account_is_a_hash_that_its_owner_alone_may_read(accounts: Path, token: str) -> None:
    assert accounts.stat().st_mode & 0o077 == 0
    assert token not in accounts.read_text()
    [one] = foam("account", "list", "--file", str(accounts), "--json").value
    assert (one["name"], one["roles"]) == ("Ada Marsh", ["contester"])


def test_nobody_reads_without_signing_in_and_a_role_is_all_that_it_says(address: str, token: str) -> None:
    assert got(f"{address}/runs.json").status_code == 401
    assert got(f"{address}/runs").headers["location"] == "/login?next=%2Fruns"
    with httpx.Client(
        base_url=address, headers={"Authorization": f"Bearer {token}"}, timeout=300, verify=UNENCRYPTED
    ) as ada:
        assert ada.get("/runs.json").status_code == 200
        assert ada.get("/-/permissions.json").json()["you"]["may"] == ["read", "contest"]
        for path in ("/cypher.json", "/ask", "/-/settings.json", "/readings.json"):
            assert ada.get(path).status_code == 403, path


def test_who_read_what_is_written_down(address: str, accounts: Path, token: str) -> None:
    got(f"{address}/contests.json", headers={"Authorization": f"Bearer {token}"})
    lines = accounts.with_name("readings.jsonl").read_text().splitlines()
    last = json.loads(lines[-1])
    assert (last["person"], last["path"], last["status"]) == ("Ada Marsh", "/contests.json", 200)
    assert token not in "".join(lines)


def test_who_is_removed_is_out_at_once(address: str, accounts: Path) -> None:
    token = foam("account", "add", "Bob Reed", "--role", "reader", "--file", str(accounts), "--json").value["token"]
    headers = {"Authorization": f"Bearer {token}"}
    assert got(f"{address}/runs.json", headers=headers).status_code == 200
    assert foam("account", "remove", "Bob Reed", "--file", str(accounts)).code == 0
    assert got(f"{address}/runs.json", headers=headers).status_code == 401
