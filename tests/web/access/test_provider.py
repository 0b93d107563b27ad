"""An OpenID provider whose word does not hold: nobody comes in by it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import MappingProxyType
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey

from foam_graph.errors import EnvironmentFault, UsageError
from foam_graph.web.access.provider import Provider

KEY = RSAKey.generate_key(2048, {"kid": "one"})
STRANGERS_KEY = RSAKey.generate_key(2048, {"kid": "one"})
BACK = "https://foam.example/login/return"


class Told:
    """What the provider says, which a test changes."""

    def __init__(self) -> None:
        self.issuer = ""
        self.token = ""
        self.more: dict[str, Any] = {}
        self.sent: dict[str, list[str]] = {}


@contextmanager
def answering(told: Told) -> Iterator[None]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path.endswith("openid-configuration"):
                paths = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
                return self._say(
                    {"issuer": told.issuer} | {k: f"{told.issuer}/{v}" for k, v in paths.items()} | told.more
                )
            return self._say({"keys": [KEY.as_dict(private=False)]})

        def do_POST(self) -> None:
            told.sent = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
            self._say({"access_token": "x", "token_type": "Bearer", "id_token": told.token})

        def _say(self, value: object) -> None:
            body = json.dumps(value).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    told.issuer = f"http://127.0.0.1:{server.server_port}"
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def told() -> Iterator[Told]:
    said = Told()
    with answering(said):
        yield said


def begun(told: Told) -> tuple[Provider, str, dict[str, str]]:
    """A provider, the cookie of a sign-in, and what the browser was led to the provider with."""
    provider = Provider(told.issuer, "foam", "secret", BACK)
    cookie, address = provider.begin("/runs")
    return provider, cookie, {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}


def claims(told: Told, nonce: str, changed: Mapping[str, object] = MappingProxyType({})) -> dict[str, Any]:
    now = int(time.time())
    fine = {
        "iss": told.issuer,
        "aud": "foam",
        "sub": "1",
        "exp": now + 300,
        "iat": now,
        "nonce": nonce,
        "email": "a@b.example",
    }
    return {name: value for name, value in (fine | dict(changed)).items() if value is not None}


def test_whoever_the_provider_names_comes_in_once(told: Told) -> None:
    provider, cookie, asked = begun(told)
    assert asked["code_challenge_method"] == "S256"
    assert asked["redirect_uri"] == BACK
    assert "secret" not in asked.values()
    told.token = jwt.encode({"alg": "RS256", "kid": "one"}, claims(told, asked["nonce"]), KEY)
    assert provider.finish(cookie, asked["state"], "code") == ("a@b.example", "/runs")
    assert len(told.sent["code_verifier"][0]) >= 43
    with pytest.raises(UsageError, match="not begun"):
        provider.finish(cookie, asked["state"], "code")


@pytest.mark.parametrize(
    "changed",
    [
        {"nonce": "another"}, {"nonce": None}, {"aud": "another"}, {"aud": ["another"]}, {"aud": None}, {"exp": 1}, {"exp": None},
        {"iss": "https://evil.example"}, {"iss": None}, {"iat": None}, {"iat": 9_999_999_999}, {"email": None}, {"email": ""},
        {"email": "a\nb"}, {"email": "x" * 300}, {"email_verified": False},
    ],
    ids=str,
)  # fmt: skip
def test_claims_that_do_not_hold_let_nobody_in(told: Told, changed: dict[str, object]) -> None:
    provider, cookie, asked = begun(told)
    told.token = jwt.encode({"alg": "RS256", "kid": "one"}, claims(told, asked["nonce"], changed), KEY)
    with pytest.raises(UsageError):
        provider.finish(cookie, asked["state"], "code")


@pytest.mark.parametrize("how", ["another key", "no signature", "a shared secret", "cut", "no token", "not a token"])
def test_signatures_that_do_not_hold_let_nobody_in(told: Told, how: str) -> None:
    provider, cookie, asked = begun(told)
    said = claims(told, asked["nonce"])
    real = jwt.encode({"alg": "RS256", "kid": "one"}, said, KEY)
    secret = OctKey.import_key("secret of the client, which it might be signed with")
    told.token = {
        "another key": jwt.encode({"alg": "RS256", "kid": "one"}, said, STRANGERS_KEY),
        "no signature": "eyJhbGciOiJub25lIn0." + real.split(".")[1] + ".",
        "a shared secret": jwt.encode({"alg": "HS256", "kid": "one"}, said, secret),
        "cut": real[:-20],
        "no token": "",
        "not a token": "a.b.c",
    }[how]
    with pytest.raises(UsageError, match="does not hold"):
        provider.finish(cookie, asked["state"], "code")


@pytest.mark.parametrize("state", ["", "another", "é", "\udcff", "x" * 5000])
def test_another_browser_finishes_nothing(told: Told, state: str) -> None:
    provider, cookie, asked = begun(told)
    with pytest.raises(UsageError, match="not begun"):
        provider.finish("another cookie", asked["state"], "code")
    with pytest.raises(UsageError, match="not begun"):
        provider.finish(cookie, state, "code")


def test_a_sign_in_that_takes_too_long_has_to_begin_anew(told: Told) -> None:
    now = [0.0]
    provider = Provider(told.issuer, "foam", "", BACK, clock=lambda: now[0])
    cookie, address = provider.begin("/")
    now[0] = 3_600.0
    with pytest.raises(UsageError, match="too long ago"):
        provider.finish(cookie, parse_qs(urlsplit(address).query)["state"][0], "code")


def test_a_provider_that_names_itself_otherwise_is_not_believed(told: Told) -> None:
    told.more = {"issuer": "https://evil.example"}
    with pytest.raises(EnvironmentFault, match="names itself"):
        begun(told)


def test_a_provider_that_does_not_answer_is_told() -> None:
    with pytest.raises(EnvironmentFault, match="does not answer"):
        Provider("http://127.0.0.1:9", "foam", "", BACK).begin("/")
    with pytest.raises(UsageError, match="https"):
        Provider("http://accounts.example", "foam", "", BACK)
