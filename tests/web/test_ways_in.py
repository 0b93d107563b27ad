"""Accounts of a proxy and of an OpenID provider, on servers of their own; and what a server does not start with."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import httpx
import oidc_provider_mock
import pytest

from foam_graph.web.access import account_file
from foam_graph.web.access.accounts import Account
from foam_graph.web.access.roles import ROLE_NAMES, roles
from tests.support.browsing import browser as program_of
from tests.support.calling import foam
from tests.support.ways_in import FENCED, Other, write_people
from tests.support.web_site import UNENCRYPTED, Site, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HEADER = "X-Remote-User"
EVERY = "0.0.0.0"  # noqa: S104 - nothing is bound to it: the server refuses


def got(address: str, headers: Mapping[str, str | bytes] | list[tuple[str, str]] | None = None) -> httpx.Response:
    """What is answered; a busy machine gets time."""
    return httpx.get(address, headers=headers, timeout=300, verify=UNENCRYPTED)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def proxied(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that believes a proxy at 127.0.0.1, and lets others read; three challenges an hour."""
    people = tmp_path_factory.mktemp("people") / "people.yaml"
    write_people(people, site.run.id, with_tokens=False)
    more = ("--proxy-from", "127.0.0.1", "--people", str(people), "--others", "reader", "--challenges", "3")
    with served(site.settings, "serve", "--proxy-header", HEADER, *more) as address:
        yield address


@pytest.fixture(scope="module")
def distrusting(site: Site) -> Iterator[str]:
    """A server that believes a proxy at another address than the tests come from."""
    more = ("--proxy-from", "192.0.2.0/24", "--others", "admin")
    with served(site.settings, "serve", "--proxy-header", HEADER, *more) as address:
        yield address


@pytest.mark.parametrize("name", [*ROLE_NAMES, "nobody known"])
def test_a_proxy_says_who_it_is(proxied: str, name: str) -> None:
    you = got(f"{proxied}/-/permissions.json", headers={HEADER: name}).json()["you"]
    known = {str(role): what for role, what in roles().items()}
    assert you["name"] == name
    assert tuple(you["may"]) == known.get(name, known["reader"]).may


def test_grants_hold_for_whom_a_proxy_names(proxied: str, site: Site, other: Other) -> None:
    headers = {HEADER: FENCED.upper()}
    assert got(f"{proxied}/runs/{site.run.id}", headers=headers).status_code == 404
    assert got(f"{proxied}/runs/{other.run}", headers=headers).status_code == 200


def test_whom_no_proxy_names_has_not_signed_in(proxied: str) -> None:
    for headers in ({}, {HEADER: ""}, {"X_Remote_User": "admin"}, {"Remote-User": "admin"}):
        answer = got(f"{proxied}/runs.json", headers=headers)
        assert answer.status_code == 401, headers
    assert got(f"{proxied}/login").status_code == 404


@pytest.mark.parametrize(("path", "status"), [("/runs", 401), ("/-/permissions", 200)])
def test_whom_no_proxy_names_is_led_nowhere_to_sign_in(proxied: str, path: str, status: int) -> None:
    answer = got(f"{proxied}{path}")
    assert answer.status_code == status
    assert "The proxy before this server has not said who you are" in answer.text
    assert 'href="/login' not in answer.text


@pytest.mark.parametrize(
    "name", ["x" * 300, "admin\x7f", "é" * 3, "admin, reader", "admin;", '"><script>alert(1)</script>']
)
def test_a_strange_name_is_nobodys_account(proxied: str, name: str) -> None:
    answer = got(f"{proxied}/-/permissions", headers={HEADER: name.encode("latin-1")})
    assert answer.status_code in (200, 400, 403)
    assert "<script>alert" not in answer.text
    assert "signed in as <strong>admin</strong>" not in answer.text


def test_two_names_are_no_name(proxied: str) -> None:
    both = [(HEADER, "reader"), (HEADER, "admin")]
    assert got(f"{proxied}/runs.json", headers=both).status_code == 400


@pytest.mark.parametrize("header", [{HEADER: "admin"}, {}, {HEADER: "admin", "X-Forwarded-For": "192.0.2.1"}])
def test_who_comes_from_elsewhere_is_not_believed(distrusting: str, header: dict[str, str]) -> None:
    for path in ("/runs.json", "/", "/-/permissions.json"):
        answer = got(distrusting + path, headers=header)
        assert answer.status_code == 403
        assert "its proxy alone" in answer.text


def test_challenges_are_counted_by_person(proxied: str, other: Other) -> None:
    def challenged(name: str) -> httpx.Response:
        with httpx.Client(base_url=proxied, headers={HEADER: name}, timeout=300, verify=UNENCRYPTED) as client:
            page = client.get("/contests/new", params={"target": other.claim}).text
            token = re.search(r'name="token" value="([0-9a-f]+)"', page)
            assert token
            sent = {"token": token[1], "target": other.claim, "kind": "scope", "grounds": "x", "preview": "1"}
            return client.post("/contests", data=sent)

    assert [challenged("contester").status_code for _ in range(4)] == [200, 200, 200, 429]
    refused = challenged("contester")
    assert int(refused.headers["retry-after"]) > 60
    assert challenged("operator").status_code == 200


@pytest.fixture(scope="module")
def provided_and_token(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """A server whose people sign in with a provider on this machine, and the token of a program."""
    people = tmp_path_factory.mktemp("provided") / "people.yaml"
    account_file.add(people, Account(name="ada@council.example", roles=("auditor",)), with_token=False)
    token = account_file.add(people, Account(name="robot", roles=("reader",)))
    secret = people.parent / "secret.txt"
    secret.write_text("hush\n")
    secret.chmod(0o600)
    with oidc_provider_mock.run_server_in_thread(require_nonce=True) as provider:
        issuer = f"http://127.0.0.1:{provider.server_port}"
        for sub, email in (("1", "ada@council.example"), ("2", "stranger@elsewhere.example")):
            httpx.put(
                f"{issuer}/users/{sub}", json={"email": email, "email_verified": True}, verify=UNENCRYPTED
            ).raise_for_status()
        more = ("--oidc-client", "foam", "--address", "http://foam.example", "--people", str(people))
        with served(site.settings, "serve", "--oidc-issuer", issuer, "--oidc-secret", str(secret), *more) as address:
            yield address, token


@pytest.fixture(scope="module")
def provided(provided_and_token: tuple[str, str]) -> str:
    """The address of that server."""
    return provided_and_token[0]


def came_back(address: str, sub: str, browser: httpx.Client, then: str = "/questions") -> httpx.Response:
    """Signs in with the provider, and comes back from it."""
    out = browser.get(f"{address}/login/start", params={"next": then})
    assert out.status_code == 303, out.text
    back = httpx.post(out.headers["location"], data={"sub": sub}, verify=UNENCRYPTED).headers["location"]
    assert back.startswith("http://foam.example/login/return?")
    where = urlsplit(back)
    return browser.get(f"{address}{where.path}?{where.query}")


def test_whoever_the_provider_names_comes_in_with_the_roles_of_the_file(provided: str) -> None:
    with httpx.Client(timeout=300, verify=UNENCRYPTED) as browser:
        assert "Sign in with your organisation" in browser.get(f"{provided}/login").text
        answer = came_back(provided, "1", browser)
        assert (answer.status_code, answer.headers["location"]) == (303, "/questions")
        you = browser.get(f"{provided}/-/permissions.json").json()["you"]
        assert (you["name"], you["roles"]) == ("ada@council.example", ["auditor"])
        assert came_back(provided, "1", browser, "//evil.example").headers["location"] == "/"


def test_whom_nobody_gave_an_account_stays_outside(provided: str) -> None:
    with httpx.Client(timeout=300, verify=UNENCRYPTED) as browser:
        answer = came_back(provided, "2", browser)
        assert answer.status_code == 403
        assert browser.get(f"{provided}/runs.json").status_code == 401


@pytest.mark.browser
@pytest.mark.parametrize(("sub", "status"), [("1", 200), ("2", 403)])
def test_a_browser_is_led_to_the_provider_and_back(provided: str, chromium: Browser, sub: str, status: int) -> None:
    # What the pages' policy forbids only a browser refuses: here, forms that lead to another site.
    there = f"--host-resolver-rules=MAP foam.example:80 {urlsplit(provided).netloc}"
    args = ["--no-sandbox", "--disable-gpu", there]
    opened = chromium.browser_type.launch(executable_path=program_of(), args=args)
    page = opened.new_page()
    page.set_default_timeout(60_000)
    page.goto("http://foam.example/questions?page=2")
    page.get_by_role("link", name="Sign in with your organisation").click()
    page.locator("input[name=sub]").fill(sub)
    with page.expect_navigation(url="http://foam.example/**") as led:
        page.get_by_role("button").first.click()
    assert led.value.status == status
    if status == 200:
        assert page.url == "http://foam.example/questions?page=2"
        assert "Signed in as ada@council.example, auditor" in page.locator("footer").inner_text()
    else:
        assert "you have no account here" in page.locator("main").inner_text()
    opened.close()


@pytest.mark.parametrize(
    "query", ["", "code=x", "state=x&code=y", "error=access_denied", "code=x&state=%00", "error=%3Cscript%3E"]
)
def test_nobody_comes_back_who_did_not_go(provided: str, query: str) -> None:
    answer = got(f"{provided}/login/return?{query}")
    assert answer.status_code == 400
    assert "<script>" not in answer.text
    assert "foam_session" not in answer.headers.get("set-cookie", "")


def test_a_program_has_a_token_where_people_have_a_provider(provided_and_token: tuple[str, str]) -> None:
    address, token = provided_and_token
    assert got(f"{address}/runs.json", headers={"Authorization": f"Bearer {token}"}).status_code == 200
    assert got(f"{address}/runs.json", headers={"Authorization": "Bearer foam_x"}).status_code == 401


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--host", EVERY), "everything"), (("--host", "10.0.0.5"), "everything"), (("--host", "::"), "everything"),
        (("--host", "example.org"), "no address"), (("--address", "https://foam.example"), "everything"),
        (("--proxy-from", "10.0.0.1"), "everything"), (("--proxy-header", "X-User"), "listed addresses"),
        (("--proxy-header", "X-User", "--proxy-from", "0.0.0.0/0", "--others", "reader"), "every address"),
        (("--proxy-header", "X-User", "--proxy-from", "proxy.example", "--others", "reader"), "neither an address"),
        (("--proxy-header", "X User", "--proxy-from", "10.0.0.1", "--others", "reader"), "listed addresses"),
        (("--proxy-header", "X-User", "--proxy-from", "10.0.0.1"), "nobody would be let in"),
        (("--proxy-header", "X-User", "--proxy-from", "10.0.0.1", "--others", "king"), "no role"),
        (("--tokens", "{good}", "--proxy-header", "X-User"), "tokens and by proxy"),
        (("--tokens", "{good}", "--others", "reader"), "file of tokens"), (("--tokens", "{open}"), "others may read"),
        (("--tokens", "{missing}"), "cannot be read"), (("--tokens", "{folder}"), "no file"), (("--tokens", "{broken}"), "people"),
        (("--tokens", "{good}", "--host", EVERY), "no name of its own"),
        (("--tokens", "{good}", "--address", "ftp://x"), "no address of a site"),
        (("--tokens", "{good}", "--access-log", "{folder}"), "cannot be written"),
        (("--oidc-issuer", "http://accounts.example", "--oidc-client", "x", "--address", "https://f.example", "--others", "reader"),
         "https://"),
        (("--oidc-issuer", "https://accounts.example", "--others", "reader"), "by a name"),
    ],
    ids=range(23),
)  # fmt: skip
def test_a_server_does_not_start_open(tmp_path: Path, arguments: tuple[str, ...], why: str) -> None:
    good, loose, broken = tmp_path / "good.yaml", tmp_path / "open.yaml", tmp_path / "broken.yaml"
    account_file.add(good, Account(name="ada", roles=("reader",)))
    loose.write_bytes(good.read_bytes())
    loose.chmod(0o644)
    broken.write_text("people: 3\n")
    broken.chmod(0o600)
    places = {"good": good, "open": loose, "broken": broken, "missing": tmp_path / "no", "folder": tmp_path}
    answer = foam("serve", "--port", "0", *(one.format(**places) for one in arguments))
    assert answer.code in (2, 3)
    assert why in answer.err
    assert answer.out == ""
