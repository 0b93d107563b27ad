"""What no browser sends: broken heads, two lengths, endless and slow bodies, paths that climb, words that override."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import httpx
import pytest

from tests.support.ways_in import Way
from tests.support.web_site import Site


def sent_raw(site: Site, text: bytes, patience: float = 30.0) -> bytes:
    """What is answered to bytes, until the connection ends."""
    where = urlsplit(site.address)
    found = b""
    with socket.create_connection(("127.0.0.1", int(where.port or 0)), timeout=patience) as raw:
        raw.sendall(text)
        with contextlib.suppress(TimeoutError, ConnectionError):
            while part := raw.recv(65_536):
                found += part
    return found


def head(site: Site, line: str = "GET /runs.json HTTP/1.1", *more: str, host: str = "") -> bytes:
    lines = [line, f"Host: {host or urlsplit(site.address).netloc}", "Connection: close", *more, "", ""]
    return "\r\n".join(lines).encode("latin-1")


def statuses(answer: bytes) -> list[int]:
    """The status of every answer on a connection."""
    return [int(part[1:4]) for part in answer.split(b"HTTP/1.1")[1:]]


@pytest.mark.parametrize(
    "text",
    [
        "GET /runs.json HTTP/1.1\r\n\r\n",
        "GET /runs.json HTTP/1.1\r\nHost: {host}\r\nHost: evil.example\r\n\r\n",
        "GET /runs.json HTTP/1.1\r\nHost: evil.example\r\nHost: {host}\r\n\r\n",
        "GET /runs.json HTTP/1.1\r\nHost: {host}, evil.example\r\n\r\n",
        "GET /runs.json HTTP/1.1\r\nHost: {host}@evil.example\r\n\r\n",
        "GET /runs.json HTTP/1.1\r\nHost : {host}\r\n\r\n",
        "GET /runs.json HTTP/1.1\r\n Host: {host}\r\n\r\n",
        "GET /runs.json HTTP/11\r\nHost: {host}\r\n\r\n",
        "GET  /runs.json  HTTP/1.1\r\nHost: {host}\r\n\r\n",
        "GET /ru\x00ns.json HTTP/1.1\r\nHost: {host}\r\n\r\n",
        "GET /runs.json HTTP/1.1\r\nHost: {host}\r\nX: a\x00b\r\n\r\n",
        "GET /runs.json HTTP/1.1\r\nHost: {host}\r\nX: a\rb\r\n\r\n",
        "GET http://evil.example/runs.json HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        "CONNECT evil.example:80 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "{{}}\r\n\r\n",
    ],
    ids=range(17),
)
def test_a_broken_head_is_refused(site: Site, text: str) -> None:
    answer = sent_raw(site, text.replace("{host}", urlsplit(site.address).netloc).encode("latin-1"), 5)
    assert all(status >= 400 for status in statuses(answer)), answer[:300]
    assert b'"runs"' not in answer


@pytest.mark.parametrize(
    "more",
    [
        ("Content-Length: 5", "Transfer-Encoding: chunked"),
        ("Content-Length: 5", "Content-Length: 50"),
        ("Content-Length: +5",),
        ("Content-Length: 5, 6",),
        ("Content-Length: -1",),
        ("Content-Length: 0x5",),
        ("Content-Length: 99999999999999999999999999",),
        ("Transfer-Encoding: xchunked",),
        ("Transfer-Encoding: chunked", "Transfer-Encoding: identity"),
        ("Transfer-Encoding : chunked",),
        ("Transfer-Encoding: \x0bchunked",),
    ],
    ids=range(11),
)
def test_nothing_is_smuggled_behind_a_body(site: Site, more: tuple[str, ...]) -> None:
    kind = "Content-Type: application/x-www-form-urlencoded"
    inner = b"0\r\n\r\n" + head(site, "GET /ledger.json?smuggled=1 HTTP/1.1")
    netloc = urlsplit(site.address).netloc
    outer = "\r\n".join(["POST /contests HTTP/1.1", f"Host: {netloc}", kind, *more, "", ""]).encode("latin-1")
    answer = sent_raw(site, outer + inner, 5)
    # One answer, a refusal; what lay behind the body was not answered.
    assert b'"chains"' not in answer, answer[:500]
    assert not [one for one in statuses(answer) if one < 400], answer[:300]


@pytest.mark.parametrize("word", ["X-HTTP-Method-Override", "X-Method-Override", "X-HTTP-Method", "_method"])
def test_no_word_makes_a_read_a_write(web: httpx.Client, site: Site, word: str) -> None:
    before = web.get("/contests.json").json()["total"]
    for method in ("POST", "DELETE"):
        answer = web.get("/contests", headers={word: method}, params={"_method": method, "target": site.claim})
        assert answer.status_code == 200
    assert web.post("/runs", headers={word: "GET"}).status_code == 405
    assert web.get("/contests.json").json()["total"] == before


@pytest.mark.parametrize(
    "header",
    [
        {"X-Forwarded-Host": "evil.example"}, {"Forwarded": "host=evil.example;proto=https"}, {"X-Forwarded-Proto": "https"},
        {"X-Original-URL": "/ledger"}, {"X-Rewrite-URL": "/ledger"}, {"X-Forwarded-For": "10.0.0.1"},
        {"X-Remote-User": "admin"}, {"Authorization": "Bearer x"}, {"Cookie": "foam_session=x"}, {"Forwarded": "\"'<>"},
    ],
    ids=range(10),
)  # fmt: skip
def test_headers_of_proxies_change_nothing_where_none_is_believed(web: httpx.Client, header: dict[str, str]) -> None:
    plain, other = web.get("/runs"), web.get("/runs", headers=header)
    assert (other.status_code, other.content) == (plain.status_code, plain.content)
    assert "evil.example" not in str(other.headers)
    assert "strict-transport-security" not in other.headers


CLIMBING = [
    "/static/..%2f..%2f..%2f..%2fetc%2fpasswd", "/static/....//....//etc/passwd", "/static/%2e%2e/%2e%2e/etc/passwd",
    "/static/..%5c..%5cwindows%5cwin.ini", "/static/foam.js%00.css", "/static//etc/passwd", "/static/%252e%252e%252fetc%252fpasswd",
    "/corpora/..%2f..%2fsettings", "/corpora/%2fetc%2fpasswd", "/corpora/.%2e%2f.%2e%2freceipts.key",
    "/corpora/hostile-web%2f..%2f..", "/corpora/hostile-web/documents/..%2f..%2f..%2freceipts.key", "/runs/../../etc/passwd",
    "/questions/..%2fstore%2fwipe", "/questions/..%2f..%2fchallenges.csv", "/jobs/..%2f..%2fetc", "/progress/..%2fx",
    "/nodes/%c0%ae%c0%ae%2f", "/nodes/\u202e", "/receipts/..%2f..%2freceipts.key", "/.git/config", "/.env", "/server-status",
    "/receipts.key", "/foam.toml", "/admin", "/static/", "/static/..;/x",
]  # fmt: skip


@pytest.mark.parametrize("path", CLIMBING)
def test_no_path_climbs_out(web: httpx.Client, site: Site, path: str) -> None:
    answer = web.get(path)
    assert answer.status_code in (307, 400, 404), answer.text[:300]
    assert answer.headers.get("location", site.address).startswith(site.address)
    for text in ("root:", "[fonts]", str(site.settings.home), "Traceback", "receipts.key:"):
        assert text not in answer.text


@pytest.mark.parametrize(
    "path",
    [
        "/contests?page=%00", "/nodes/x%00y", "/diff?a=%00&b=%00", "/questions/who_said?id=%00", "/contests/new?target=%00",
        "/receipts?code=%00", "/runs?page=1%0d%0aSet-Cookie:%20x=1", "/receipts?code=x%0d%0aLocation:%20//evil.example",
        "/chains/x%0d%0aX-Injected:%201", "/questions/who_said.csv?id=%0d%0aX-Injected:1", "/corpora/x%0d%0ay",
        "/ask?corpus=%0d%0aX-Injected:1", "/upload?corpus=%00", "/remember?memory=%0d%0aX-Injected:1", "/login?next=%0d%0aX-Injected:1", "/nodes/x?as_of=%0d%0a",
    ],
)  # fmt: skip
def test_no_line_is_put_into_a_head(web: httpx.Client, path: str) -> None:
    answer = web.get(path)
    assert answer.status_code < 500, answer.text[:300]
    assert "x-injected" not in answer.headers
    assert "x=1" not in answer.headers.get("set-cookie", "")
    location = answer.headers.get("location", "/")
    assert location.startswith("/") and not location.startswith("//")  # noqa: PT018 - one thing: a path of its own
    assert "\r" not in location + answer.headers.get("content-disposition", "")


@pytest.mark.parametrize(
    "asked",
    [
        {"headers": {"X": "x" * 200_000}}, {"headers": {f"X-{n}": "y" for n in range(5_000)}}, {"params": {"q": "x" * 9_000}},
        {"params": {f"q{n}": "1" for n in range(3_000)}}, {"headers": {"Cookie": "a=b;" * 20_000}},
        {"headers": {"Cookie": "foam_form=" + "0" * 30_000}}, {"headers": {"Accept": "text/html," * 10_000}},
        {"headers": {"If-None-Match": '"x",' * 10_000}},
    ],
    ids=range(8),
)  # fmt: skip
def test_what_is_oversized_is_refused_or_ignored(web: httpx.Client, asked: dict[str, dict[str, str]]) -> None:
    with contextlib.suppress(httpx.RemoteProtocolError, httpx.WriteError, httpx.ReadError):
        assert web.get("/runs", **asked).status_code in (200, 400, 413, 414, 431)  # type: ignore[arg-type]
    assert web.get("/runs").status_code == 200


TOO_LONG = {
    "/contests": ("application/x-www-form-urlencoded", 257 * 1024), "/ask": ("application/x-www-form-urlencoded", 257 * 1024),
    "/login": ("multipart/form-data; boundary=x", 257 * 1024), "/logout": ("application/x-www-form-urlencoded", 257 * 1024),
    "/upload": ("multipart/form-data; boundary=x", 201 * 2**20), "/remember": ("multipart/form-data; boundary=x", 201 * 2**20), "/runs": ("application/x-www-form-urlencoded", 257 * 1024),
}  # fmt: skip
"""Kind and length of a body that is more than a route takes, by the route."""


@pytest.fixture(scope="module")
def refused(site: Site) -> dict[str, bytes]:
    """What each route answers to the head of such a body; asked side by side, since the server is slow to end these connections."""

    def asked(path: str) -> bytes:
        kind, size = TOO_LONG[path]
        return sent_raw(site, head(site, f"POST {path} HTTP/1.1", f"Content-Type: {kind}", f"Content-Length: {size}"))

    with ThreadPoolExecutor(len(TOO_LONG)) as pool:
        return dict(zip(TOO_LONG, pool.map(asked, TOO_LONG), strict=True))


@pytest.mark.parametrize("path", TOO_LONG)
def test_each_route_says_how_much_it_takes_before_it_reads(refused: dict[str, bytes], path: str) -> None:
    assert statuses(refused[path]) == [413]


@pytest.mark.parametrize("path", ["/contests", "/login", "/ask", "/upload", "/remember", "/nothing"])
@pytest.mark.parametrize("kind", ["application/json", "text/xml", "text/plain", "application/octet-stream", "*/*"])
def test_what_is_no_form_is_not_read(web: httpx.Client, path: str, kind: str) -> None:
    answer = web.post(
        path,
        content=b'<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
        headers={"Content-Type": kind},
    )
    assert answer.status_code == 415
    assert "root:" not in answer.text


@pytest.mark.parametrize(
    "body",
    [
        b"--x\r\nContent-Disposition: form-data; name=\"target\"; filename=\"../../x\"\r\n\r\nabc\r\n--x--\r\n",
        b"--x\r\n" * 3_000, b"--x\r\nContent-Disposition: form-data\r\n\r\n", b"", b"--y--", b"\x00" * 1_000,
        b"--x\r\nContent-Disposition: form-data; name=\"" + b"n" * 50_000 + b"\"\r\n\r\nv\r\n--x--\r\n",
        b"".join(b"--x\r\nContent-Disposition: form-data; name=\"f%d\"\r\n\r\nv\r\n" % n for n in range(1_500)) + b"--x--\r\n",
    ],
    ids=range(8),
)  # fmt: skip
def test_a_form_that_is_none_is_refused(web: httpx.Client, body: bytes) -> None:
    for path in ("/contests", "/login", "/upload", "/remember"):
        answer = web.post(path, content=body, headers={"Content-Type": "multipart/form-data; boundary=x"})
        assert answer.status_code in (400, 403, 413, 422), (path, answer.status_code, answer.text[:200])


@pytest.mark.parametrize(
    "evidence", ["/etc/passwd", "http://169.254.169.254/latest/", "file:///etc/passwd", "http://127.0.0.1:1/"]
)
def test_a_form_has_nothing_fetched_or_read(web: httpx.Client, site: Site, evidence: str) -> None:
    page = web.get("/contests/new", params={"target": site.claim}).text
    token = page.partition('name="token" value="')[2].partition('"')[0]
    sent = {"token": token, "target": site.claim, "kind": "relevance", "grounds": "See there.", "preview": "1"}
    answer = web.post("/contests", data={**sent, "evidence": evidence, "perspective_file": evidence, "add": evidence})
    assert answer.status_code == 200
    assert "root:" not in answer.text
    assert evidence not in answer.text
    for path in ("/ask", "/upload", "/remember", "/contests/new"):
        for name in ("corpus", "template", "url", "file", "target", "memory"):
            found = web.get(path, params={name: evidence})
            assert found.status_code < 500
            assert "root:" not in found.text


@pytest.fixture(scope="module", autouse=True)
def slow(site: Site) -> Iterator[socket.socket]:
    """A connection that sends the head of a form, and then nothing; the other tests go on while it is waited for."""
    where = urlsplit(site.address)
    with socket.create_connection(("127.0.0.1", int(where.port or 0)), timeout=60) as raw:
        kind = "Content-Type: application/x-www-form-urlencoded"
        raw.sendall(head(site, "POST /contests HTTP/1.1", kind, "Content-Length: 100"))
        raw.sendall(b"t")
        with site.browser() as browser:
            assert browser.get("/runs").status_code == 200
        yield raw


def test_a_slow_body_is_not_waited_for_and_holds_up_nobody(slow: socket.socket) -> None:
    # That it answers at all says that it did not wait for the rest, which never comes.
    assert slow.recv(65_536).startswith(b"HTTP/1.1 408")


def test_many_slow_heads_hold_up_nobody(site: Site, web: httpx.Client) -> None:
    where = urlsplit(site.address)
    with contextlib.ExitStack() as held:
        for _ in range(60):
            raw = held.enter_context(socket.create_connection(("127.0.0.1", int(where.port or 0)), timeout=30))
            raw.sendall(b"GET / HTTP/1.1\r\nHo")
        assert web.get("/runs").status_code == 200


@pytest.mark.parametrize("name", ["X-Forwarded-Proto", "X-Forwarded-For"])
@pytest.mark.parametrize("value", ["evil", "https, http", "javascript", "1.2.3.4.5", "::::", "<script>"])
def test_a_proxy_that_is_believed_says_nothing_strange(way: Way, name: str, value: str) -> None:
    with way.program("reader") as reader:
        answer = reader.get("/runs.json", headers={name: value})
    assert answer.status_code == 400
    assert "cannot be believed" in answer.text
    assert "<script>" not in answer.text
