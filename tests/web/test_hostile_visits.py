"""Signing in and out: whose cookie it is, how long it holds, where it leads to, how often it may be tried."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import count

import httpx
import pytest
from lxml import html

from foam_graph.web.access import account_file
from foam_graph.web.access.accounts import Account
from tests.support.ways_in import NAME, Other, Way
from tests.support.web_site import EVIL, Site

ADDRESSES = count(1)
PERSON = "Vera Visit"


@pytest.fixture
def browser(way: Way) -> Iterator[httpx.Client]:
    """A browser at an address of its own, so that nobody else's tries count against it."""
    number = next(ADDRESSES)
    with way.browser() as client:
        client.headers["X-Forwarded-For"] = f"198.51.{number // 250}.{number % 250 + 1}"
        yield client


@pytest.fixture(scope="module")
def token(way: Way) -> str:
    """The token of somebody who challenges."""
    return account_file.add(way.file, Account(name=PERSON, roles=("contester",)))


def form_of(page: httpx.Response) -> dict[str, str]:
    """The hidden fields of a page's form."""
    return {
        str(one.get("name")): str(one.get("value"))
        for one in html.fromstring(page.text).xpath("//form[@method='post']//input[@type='hidden']")
    }


def signed_in(browser: httpx.Client, token: str, then: str = "/") -> httpx.Response:
    """Signs a browser in by the form."""
    fields = form_of(browser.get("/login", params={"next": then}))
    return browser.post("/login", data={**fields, "secret": token})


def test_a_token_begins_a_visit_that_ends_with_signing_out(browser: httpx.Client, token: str) -> None:
    answer = signed_in(browser, token, "/contests?mine=true")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/contests?mine=true"
    page = browser.get("/contests?mine=true")
    assert page.status_code == 200
    assert f"Signed in as {PERSON}, contester" in page.text
    held = browser.cookies["foam_session"]
    out = browser.post("/logout", data=form_of(browser.get("/logout")))
    assert out.headers["location"] == "/login"
    assert out.headers["clear-site-data"] == '"cache"'
    assert "foam_session" not in browser.cookies
    browser.cookies.set("foam_session", held)
    assert browser.get("/runs.json").status_code == 401, "the server forgot the visit, not the browser alone"


def test_the_cookie_of_a_visit_is_kept_from_scripts_and_other_sites(browser: httpx.Client, token: str) -> None:
    told = [one.lower() for one in signed_in(browser, token).headers.get_list("set-cookie")]
    [visit] = [one for one in told if one.startswith("foam_session=")]
    for word in ("httponly", "samesite=lax", "path=/", "max-age="):
        assert word in visit
    assert "domain=" not in visit
    assert token not in "".join(told)


def test_over_https_cookies_go_nowhere_else(browser: httpx.Client, token: str) -> None:
    behind = {"X-Forwarded-Proto": "https", "Host": "foam.example", "Origin": NAME}
    page = browser.get("/login", headers=behind)
    assert page.headers["strict-transport-security"]
    [kept] = page.headers.get_list("set-cookie")
    assert "; Secure" in kept
    jar = {"foam_form": re.search("foam_form=([0-9a-f]+)", kept)[1]}  # type: ignore[index]
    headers = {**behind, "Cookie": f"foam_form={jar['foam_form']}"}
    answer = browser.post("/login", data={**form_of(page), "secret": token}, headers=headers)
    assert answer.status_code == 303, answer.text
    told = [one for one in answer.headers.get_list("set-cookie") if "foam_session" in one]
    assert len(told) == 1
    assert told[0].startswith("__Host-foam_session=")
    assert told[0].count("Secure") >= 1
    cookie = told[0].partition(";")[0]
    browser.cookies.clear()
    assert browser.get("/runs.json", headers={**behind, "Cookie": cookie}).status_code == 200
    plain = cookie.replace("__Host-", "")
    assert browser.get("/runs.json", headers={**behind, "Cookie": plain}).status_code == 401


@pytest.mark.parametrize("cookie", ["chosen-by-somebody-else", "", "x" * 4000, "../../etc/passwd", '"', "é"])
def test_nobody_fixes_the_cookie_of_another(browser: httpx.Client, token: str, cookie: str) -> None:
    given = {"Cookie": f"foam_session={cookie}".encode()}
    page = browser.get("/login", headers=given)
    form = re.search("foam_form=([0-9a-f]+)", page.headers["set-cookie"])
    assert form
    sent = {"Cookie": f"foam_session={cookie}; foam_form={form[1]}".encode()}
    browser.cookies.clear()
    answer = browser.post("/login", data={**form_of(page), "secret": token}, headers=sent)
    assert answer.status_code == 303, answer.text
    fresh = re.search("foam_session=([^;]+)", answer.headers["set-cookie"])
    assert fresh
    assert fresh[1] != cookie
    browser.cookies.clear()
    assert browser.get("/runs.json", headers=given).status_code == 401


def test_signing_in_anew_ends_the_visit_before(browser: httpx.Client, token: str) -> None:
    signed_in(browser, token)
    before = browser.cookies["foam_session"]
    signed_in(browser, token)
    assert browser.cookies["foam_session"] != before
    browser.cookies.clear()
    assert browser.get("/runs.json", headers={"Cookie": f"foam_session={before}"}).status_code == 401


@pytest.mark.parametrize(
    "then",
    [
        "//evil.example", "https://evil.example", "http:evil.example", "/\\evil.example", "\\\\evil.example", "/\t/evil.example",
        "/%0d%0aSet-Cookie:x=1", "/\r\nX: y", "javascript:alert(1)", "data:text/html,x", " //evil.example", "evil.example",
        "///evil.example", "/login?next=//evil.example", "/logout", "", "?x", "#x", "\u2028//evil.example", "/\x00/evil",
    ],
)  # fmt: skip
def test_nobody_is_led_elsewhere(browser: httpx.Client, token: str, then: str) -> None:
    fields = form_of(browser.get("/login"))
    answer = browser.post("/login", data={**fields, "secret": token, "next": then})
    assert answer.status_code == 303
    location = answer.headers["location"]
    assert location == "/" or (then.startswith("/%0d") and location == then)
    assert "x" not in answer.headers
    shown = form_of(browser.get("/login", params={"next": then}))["next"]
    assert shown == "/" or (then.startswith("/%0d") and shown == then)


@pytest.mark.parametrize("path", ["/login", "/logout", "/contests"])
def test_a_form_of_before_signing_in_is_none_of_after(browser: httpx.Client, token: str, path: str) -> None:
    before = form_of(browser.get("/login"))
    kept = browser.cookies["foam_form"]
    signed_in(browser, token)
    browser.cookies.set("foam_form", kept, domain="127.0.0.1", path="/")
    answer = browser.post(path, data={"token": before["token"], "secret": token, "target": "x", "kind": "scope"})
    assert answer.status_code == 403, answer.text
    assert browser.get("/-/permissions.json").json()["you"]["name"] == PERSON


@pytest.mark.parametrize(
    "secret",
    [
        "",
        " ",
        "foam_",
        "foam_" + "A" * 43,
        "x" * 300,
        "é" * 40,
        "' OR 1=1 --",
        "foam_\u0000",
        "$(id)",
        "*",
        "null",
        "[]",
    ],
)
def test_what_is_no_token_opens_nothing(browser: httpx.Client, secret: str) -> None:
    answer = signed_in(browser, secret)
    assert answer.status_code == 401
    assert "nobody’s" in answer.text
    assert "foam_session" not in browser.cookies
    header = (
        {"Authorization": b"Bearer " + secret.encode()} if secret.strip().isalnum() else {"Authorization": "Bearer"}
    )
    assert browser.get("/runs.json", headers=header).status_code == 401


@pytest.mark.parametrize("scheme", ["Basic", "Token", "bearer:", "Bearer,", "Digest"])
def test_tokens_come_as_bearers(way: Way, browser: httpx.Client, scheme: str) -> None:
    answer = browser.get("/runs.json", headers={"Authorization": f"{scheme} {way.tokens['admin']}"})
    assert answer.status_code == 401


def test_two_headers_are_no_header(way: Way, browser: httpx.Client) -> None:
    both = [("Authorization", f"Bearer {way.tokens['reader']}"), ("Authorization", f"Bearer {way.tokens['admin']}")]
    assert browser.get("/runs.json", headers=both).status_code == 400


def test_a_token_in_the_address_is_no_token(way: Way, browser: httpx.Client) -> None:
    for name in ("token", "access_token", "secret", "Authorization"):
        assert browser.get("/runs.json", params={name: way.tokens["admin"]}).status_code == 401


def test_whoever_tries_too_often_has_to_wait(browser: httpx.Client, way: Way, token: str) -> None:
    found = [browser.get("/runs.json", headers={"Authorization": f"Bearer foam_{n}"}) for n in range(11)]
    assert [one.status_code for one in found] == [401] * 10 + [429]
    assert int(found[-1].headers["retry-after"]) > 0
    fields = form_of(browser.get("/login"))
    tried = browser.post("/login", data={**fields, "secret": "foam_wrong"})
    assert tried.status_code == 429
    assert "Try again in" in tried.text
    # Who has a token is not kept out by whoever has none.
    assert browser.post("/login", data={**fields, "secret": token}).status_code == 303
    with way.browser() as elsewhere:
        elsewhere.headers["X-Forwarded-For"] = "203.0.113.9"
        assert elsewhere.get("/runs.json", headers={"Authorization": "Bearer foam_x"}).status_code == 401


def test_a_new_token_and_a_removal_end_what_was_begun(way: Way, browser: httpx.Client) -> None:
    first = account_file.add(way.file, Account(name="Tom Turn", roles=("reader",)))
    signed_in(browser, first)
    assert browser.get("/runs.json").status_code == 200
    second = account_file.add(way.file, Account(name="Tom Turn", roles=("auditor",)))
    assert browser.get("/runs.json").status_code == 401
    signed_in(browser, second)
    assert browser.get("/-/permissions.json").json()["you"]["roles"] == ["auditor"]
    account_file.remove(way.file, "tom turn")
    assert browser.get("/runs.json").status_code == 401
    assert browser.get("/runs.json", headers={"Authorization": f"Bearer {second}"}).status_code == 401


def test_a_token_ends_with_its_day(way: Way, browser: httpx.Client) -> None:
    over = account_file.add(
        way.file, Account.model_validate({"name": "Old Olga", "roles": ["admin"], "until": "2020-01-01"})
    )
    assert signed_in(browser, over).status_code == 401
    assert browser.get("/runs.json", headers={"Authorization": f"Bearer {over}"}).status_code == 401


def test_a_name_is_shown_as_text(way: Way, browser: httpx.Client) -> None:
    evil = account_file.add(way.file, Account(name=EVIL, roles=("auditor",)))
    signed_in(browser, evil)
    for path in ("/", "/-/permissions", f"/readings?person={EVIL}", "/logout", "/nothing"):
        page = html.fromstring(browser.get(path).text)
        assert "alert(1)" in page.text_content(), path
        assert not page.xpath("//script[not(@src)] | //img | //*[@onerror]"), path


def test_a_contester_follows_their_own_and_nobody_sees_whose_they_are(
    way: Way, browser: httpx.Client, token: str, site: Site, other: Other
) -> None:
    signed_in(browser, token)
    page = browser.get("/contests/new", params={"target": other.claim})
    assert PERSON in page.text
    sent = {**form_of(page), "kind": "relevance", "grounds": "It is about something else.", "by": "Somebody Else"}
    lodged = browser.post("/contests", data=sent)
    assert lodged.status_code == 303, lodged.text
    mine = browser.get("/contests.json?mine=true").json()
    assert [one["grounds"] for one in mine["challenges"]] == ["It is about something else."]
    contest = mine["challenges"][0]["id"]
    code = lodged.headers["location"].rpartition("/")[2]
    with way.program("reader") as reader, way.browser() as nobody:
        assert reader.get("/contests.json?mine=true").json()["challenges"] == []
        for path in (f"/contests/{contest}", f"/contests/{contest}.json", f"/nodes/{contest}.json", f"/receipts/{code}",
                     f"/runs/{other.run}", f"/runs/{other.run}.json", "/contests.json"):  # fmt: skip
            text = reader.get(path).text
            assert PERSON not in text, path
            assert "Somebody Else" not in text, path
        assert nobody.get(f"/receipts/{code}").status_code == 200
        assert nobody.get(f"/contests/{contest}.json").status_code == 401
    with way.program("auditor") as auditor:
        told = auditor.get(f"/questions/acts_of_people.json?run={other.run}").json()["rows"]
    acts = [dict(zip(told["columns"], row, strict=True)) for row in told["rows"]]
    assert [one["acting_as"] for one in acts if one["by"] == PERSON] == [["contester"]]
    assert site.run.id != other.run


def test_who_read_what_is_written_without_what_gives_a_right(way: Way, browser: httpx.Client, token: str) -> None:
    signed_in(browser, token, "/runs")
    browser.get("/runs?page=1&x=%0d%0a{}")
    browser.get("/receipts/r7k2m9qwxab-22-1-k7qf2mab")
    browser.get("/login?next=/secret-place&state=abc&code=xyz")
    text = way.log.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert {"at", "person", "roles", "address", "method", "path", "status", "ms"} == lines[-1].keys()
    assert [one["path"] for one in lines if one["person"] == PERSON][-2:] == ["/receipts/r7k2m9qwxab-22-1", "/login"]
    assert [one for one in lines if one["path"].startswith("/runs?page=1&x=") and one["person"] == PERSON]
    for secret in (
        token,
        browser.cookies["foam_session"],
        "k7qf2mab",
        "secret-place",
        "code=xyz",
        *way.tokens.values(),
    ):
        assert secret not in text
    assert way.log.stat().st_mode & 0o077 == 0
    with way.program("auditor") as auditor:
        shown = auditor.get("/readings.json", params={"person": PERSON, "about": "/receipts/"}).json()["readings"]
        assert shown[0]["path"] == "/receipts/r7k2m9qwxab-22-1"
        assert auditor.get("/readings", params={"person": "nobody of that name"}).status_code == 200
