"""Signing in where an organisation keeps its accounts: OpenID Connect, the flow with a code, PKCE and a nonce.

Authlib makes the requests and joserfc checks what the provider signed; both come with the extra ``foam-graph[oidc]``.
"""

from __future__ import annotations

import secrets
import ssl
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from threading import Lock
from typing import Any, NamedTuple

from foam_graph.errors import EnvironmentFault, UsageError

_ALGORITHMS = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
"""Signatures that are believed: those with a key of the provider's own. ``none`` and shared secrets are not among them."""
_LEEWAY = 60
"""Seconds by which the clocks may differ."""
_PATIENCE = 10.0
"""Seconds to wait for the provider."""
_LONGEST = 600.0
"""Seconds that somebody may take to sign in there."""
_MOST = 1_000
"""Sign-ins that are under way; the oldest goes first."""


class Begun(NamedTuple):
    """A sign-in that is under way: what is sent along and has to come back, and where to go then."""

    state: str
    nonce: str
    verifier: str
    then: str
    at: float


@dataclass
class Provider:
    """An OpenID provider, and who is just signing in there.

    Attributes:
        issuer: Its address, as it names itself.
        client: Under which name this server is known to it.
        secret: The secret that it shares with this server; empty for a public client.
        back: Address of this server to which it leads people back.
        claim: What of a person it is that accounts are named by, e.g. ``email``.
        clock: Seconds that never go back.
    """

    issuer: str
    client: str
    secret: str = field(repr=False)
    back: str
    claim: str = "email"
    clock: Callable[[], float] = time.monotonic
    _begun: OrderedDict[str, Begun] = field(default_factory=OrderedDict, repr=False)
    _told: dict[str, Any] = field(default_factory=dict, repr=False)
    _lock: Lock = field(default_factory=Lock, repr=False)

    def __post_init__(self) -> None:
        secure = self.issuer.startswith("https://")
        if not secure and not self.issuer.startswith(("http://127.0.0.1:", "http://localhost:")):
            raise UsageError(
                f"{self.issuer} is no address that begins with https://", "Give the provider's own address."
            )
        with _client(self):
            """What it needs is installed."""

    def begin(self, then: str) -> tuple[str, str]:
        """Begins a sign-in; returns what a cookie holds of it, and the address to lead the browser to.

        Raises:
            EnvironmentFault: The provider does not answer.
        """
        from authlib.oauth2.rfc7636 import create_s256_code_challenge

        begun = Begun(
            secrets.token_urlsafe(24), secrets.token_urlsafe(24), secrets.token_urlsafe(48), then, self.clock()
        )
        cookie = secrets.token_urlsafe(32)
        with _client(self) as client:
            address, _ = client.create_authorization_url(
                self._endpoint("authorization_endpoint"), state=begun.state, nonce=begun.nonce,
                code_challenge=create_s256_code_challenge(begun.verifier), code_challenge_method="S256",
            )  # fmt: skip
        with self._lock:
            self._begun[cookie] = begun
            while len(self._begun) > _MOST:
                self._begun.popitem(last=False)
        return cookie, str(address)

    def finish(self, cookie: str, state: str, code: str) -> tuple[str, str]:
        """The name of who signed in, and where to go then. A sign-in is finished once.

        Raises:
            UsageError: It was not begun by this browser, or the provider's word does not hold.
            EnvironmentFault: The provider does not answer.
        """
        with self._lock:
            begun = self._begun.pop(cookie, None)
        if (
            begun is None
            or self.clock() - begun.at > _LONGEST
            or not secrets.compare_digest(begun.state.encode(), state.encode(errors="surrogatepass"))
        ):
            raise UsageError("this sign-in was not begun in this browser, or too long ago", "Begin anew at /login.")
        return self._name(self._claims(code, begun)), begun.then

    def _claims(self, code: str, begun: Begun) -> dict[str, Any]:
        from authlib.common.errors import AuthlibBaseError
        from httpx import HTTPError
        from joserfc import jwt
        from joserfc.errors import JoseError
        from joserfc.jwk import KeySet

        try:
            with _client(self) as client:
                token = client.fetch_token(
                    self._endpoint("token_endpoint"), code=code, code_verifier=begun.verifier,
                    grant_type="authorization_code",
                )  # fmt: skip
                keys = KeySet.import_key_set(_read(self._endpoint("jwks_uri")))
            found = jwt.decode(str(token["id_token"]), keys, algorithms=list(_ALGORITHMS)).claims
            jwt.JWTClaimsRegistry(
                leeway=_LEEWAY, iss={"essential": True, "value": self.issuer},
                aud={"essential": True, "value": self.client}, exp={"essential": True}, iat={"essential": True},
                nonce={"essential": True, "value": begun.nonce},
            ).validate(found)  # fmt: skip
        except HTTPError:
            raise EnvironmentFault("the OpenID provider does not answer", "Try again in a moment.") from None
        except (AuthlibBaseError, JoseError, KeyError, TypeError, ValueError):
            raise UsageError("the word of the OpenID provider does not hold", "Begin anew at /login.") from None
        return dict(found)

    def _name(self, claims: dict[str, Any]) -> str:
        name = str(claims.get(self.claim) or "")
        if not name or len(name) > 200 or not name.isprintable() or name != " ".join(name.split()):
            raise UsageError(f"the OpenID provider says no {self.claim} of you", "Tell who runs this server.")
        if self.claim == "email" and claims.get("email_verified") is False:
            raise UsageError("the OpenID provider has not verified your address", "Verify it there, and begin anew.")
        return name

    def _endpoint(self, name: str) -> str:
        if not self._told:
            from httpx import HTTPError

            try:
                told = _read(f"{self.issuer.rstrip('/')}/.well-known/openid-configuration")
            except (HTTPError, ValueError):
                raise EnvironmentFault("the OpenID provider does not answer", "Try again in a moment.") from None
            if told.get("issuer") != self.issuer:
                raise EnvironmentFault(
                    f"the OpenID provider names itself {str(told.get('issuer'))[:200]!r}", "Give that as --oidc-issuer."
                )
            self._told = told
        return str(self._told[name])


def _read(address: str) -> Any:
    """What the provider tells everybody."""
    from httpx import Client

    with Client(timeout=_PATIENCE, follow_redirects=False, trust_env=False, verify=_trusted()) as client:
        return client.get(address).raise_for_status().json()


def _client(provider: Provider) -> Any:
    try:
        from authlib.integrations.httpx_client import OAuth2Client
    except ImportError:
        raise UsageError(
            "signing in with OpenID needs Authlib, which is not installed", 'Install it: pip install "foam-graph[oidc]"'
        ) from None
    return OAuth2Client(
        token_endpoint_auth_method="client_secret_basic" if provider.secret else "none",
        client_id=provider.client, client_secret=provider.secret or None, redirect_uri=provider.back,
        scope="openid email profile", timeout=_PATIENCE, follow_redirects=False, trust_env=False,
        verify=_trusted(),
    )  # fmt: skip


@cache
def _trusted() -> ssl.SSLContext:
    # Reading all authorities takes 80 ms of a processor, for each of the four clients of a sign-in: once is enough.
    from httpx import create_ssl_context

    return create_ssl_context(trust_env=False)
