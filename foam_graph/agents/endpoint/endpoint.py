"""One OpenAI-compatible endpoint: one HTTP attempt, told apart into a reply, a setback or a rejection.

Nothing that the endpoint sends is trusted: bodies are cut at a size and a deadline, content types are ignored, and only
the answer's text and the token counts are read. Hidden reasoning in any field or tag is dropped here.
"""

from __future__ import annotations

import json
import re
import ssl
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import httpx
import openai

from foam_graph.config import Settings
from foam_graph.errors import BadAnswer, LlmError, Refused, UsageError

VENDOR_URL = "https://api.openai.com/v1"
MAX_BODY_BYTES = 2_000_000
"""Largest response that is read, in bytes; an answer is a few thousand."""

_MAX_ERROR_BYTES = 64_000
_MAX_TOKENS = 10**9
# A shorter key is a placeholder that a local server asks for ("none"); hiding it would hide words.
_SHORTEST_SECRET = 8
# Time-out, conflict, too early, too many requests (RFC 9110, 8470 and 6585): the same call may succeed later.
_TRANSIENT = frozenset({408, 409, 425, 429})
_THOUGHTS = re.compile(r"\A\s*<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_HINT = "Check FOAM_OPENAI_API_KEY, FOAM_OPENAI_BASE_URL and FOAM_MODEL."
_NO_SECOND_TRY = ("insufficient_quota", "billing")


@dataclass(frozen=True)
class Reply:
    """A completed call.

    Attributes:
        content: The answer's text without hidden reasoning, empty where there was none.
        refusal: The model's own refusal, empty where it answered.
        finish: Why it stopped: ``stop``, ``length``, ``content_filter``, …
        usage: Prompt and completion tokens, or None where the endpoint reported none.
        characters: Length of all that the model wrote, hidden reasoning included, to estimate its tokens from.
    """

    content: str
    refusal: str
    finish: str
    usage: tuple[int, int] | None
    characters: int


@dataclass(frozen=True)
class Setback:
    """An attempt that may work when repeated.

    Attributes:
        reason: What happened, in words.
        wait: Seconds the endpoint asked to wait, or None.
        paid: True where the endpoint may have billed the prompt all the same.
    """

    reason: str
    wait: float | None = None
    paid: bool = False


@dataclass(frozen=True)
class Rejection:
    """A request that the endpoint does not take in this form (400, 422).

    Attributes:
        reason: Its own words, shortened.
        named: Everything it said about the cause, lower case, to find the parameter in.
    """

    reason: str
    named: str


class Endpoint:
    """A client of one endpoint and model; safe to use from several threads.

    Args:
        settings: Base URL, key, model and timeout.

    Raises:
        Refused: The vendor's endpoint without a key, or a key that cannot be sent.
        UsageError: A base URL that is not http or https with a host, or a timeout that is not above 0.
    """

    def __init__(self, settings: Settings) -> None:
        self.url = settings.openai_base_url.strip() or VENDOR_URL
        self.host = _host(self.url)
        self.model = settings.model
        self._key = _usable_key(settings.openai_api_key, self.url)
        self._shut = ""
        self._seconds = settings.llm_timeout
        if not 0 < self._seconds < float("inf"):
            raise UsageError("llm_timeout must be above 0 seconds", "Set it to e.g. 60.")
        self._client = openai.OpenAI(
            api_key=self._key or "none",
            base_url=self.url,
            max_retries=0,
            timeout=self._seconds,
            # A redirect would carry documents to a host that nobody chose.
            http_client=openai.DefaultHttpxClient(
                follow_redirects=False,
                timeout=self._seconds,
                event_hooks={"response": [self._limit]},
                verify=_trusted(),
            ),
            default_headers={"Accept-Encoding": "identity"},
        )

    def close(self) -> None:
        """Closes its connections."""
        self._client.close()

    def shut(self, reason: str) -> None:
        """Lets no further attempt begin; those in flight end as they do."""
        self._shut = self._shut or reason

    def raise_if_shut(self) -> None:
        """Fails where no further attempt is to be made.

        Raises:
            Refused: The key or the model was refused before, or the asking was stopped.
        """
        if self._shut:
            raise Refused(self._shut, _HINT)

    def hide_key(self, text: str) -> str:
        """The text without the API key, should an endpoint echo it, also where JSON spells it with escapes."""
        if len(self._key) < _SHORTEST_SECRET:
            return text
        if "\\u" in text and self._key in (spelled_out := _without_escapes(text)):
            text = spelled_out
        return text.replace(self._key, "***")

    def post(self, body: Mapping[str, Any]) -> Reply | Setback | Rejection:
        """One HTTP attempt.

        Args:
            body: The request as ``/chat/completions`` takes it.

        Raises:
            Refused: Authentication, an unknown model, a spent quota, a redirect.
            BadAnswer: The response is larger than ``MAX_BODY_BYTES``.
        """
        try:
            with self._client.chat.completions.with_streaming_response.create(**body) as response:
                raw = _read_all(response.iter_bytes(65_536))
        except openai.APIStatusError as error:
            refused = error
        except (openai.APITimeoutError, httpx.TimeoutException):
            return Setback(f"no complete response within {self._seconds:g} s", paid=True)
        except (openai.APIConnectionError, httpx.HTTPError, httpx.StreamError) as error:
            cause = type(error.__cause__ or error).__name__
            return Setback(f"the connection to {self.host} failed ({cause})", paid=not _never_sent(error))
        else:
            return _reply(raw)
        # Outside the handler: the endpoint's own error, which may quote the key, must not hang on ours as its context.
        return self._status(refused)

    def _limit(self, response: httpx.Response) -> None:
        most = MAX_BODY_BYTES if response.is_success else _MAX_ERROR_BYTES
        if isinstance(response.stream, httpx.SyncByteStream):
            response.stream = _Limited(response.stream, most, time.monotonic() + self._seconds)

    def _status(self, error: openai.APIStatusError) -> Setback | Rejection:
        status = error.status_code
        said = self.hide_key(_said(error.body))
        if status in (400, 422) or (status == 404 and "parameter" in said.lower()):  # a gateway's way to say 400
            return Rejection(said or f"HTTP {status}", _everything(error.body).lower())
        if status in (401, 404):
            what = "does not accept the API key" if status == 401 else f"has no model {self.model!r} at this address"
            self._shut = f"{self.host} {what} (HTTP {status})"
            raise Refused(self._shut, _HINT)
        if status == 403:
            raise Refused(f"{self.host} denies this call (HTTP 403): {said}", "Check what the API key may use.")
        if status == 429 and any(mark in said.lower() for mark in _NO_SECOND_TRY):
            raise Refused(f"the quota at {self.host} is used up (HTTP 429)", "Add credit or use another endpoint.")
        if status in _TRANSIENT or status >= 500:
            return Setback(f"HTTP {status} from {self.host}", _retry_after(error.response.headers))
        raise Refused(f"{self.host} refused the call (HTTP {status}): {said}", "Check FOAM_OPENAI_BASE_URL.")


@cache
def _trusted() -> ssl.SSLContext:
    # Reading all authorities takes some 20 ms, for every endpoint of every role: once a process is enough.
    return httpx.create_ssl_context()


class _Limited(httpx.SyncByteStream):
    """A response body that ends at a size and a deadline, however slowly it drips.

    A successful body that is too large raises; an error body is only cut, as its start says enough.
    """

    def __init__(self, inner: httpx.SyncByteStream, most: int, deadline: float) -> None:
        self._inner = inner
        self._most = most
        self._deadline = deadline

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for chunk in self._inner:
            size += len(chunk)
            if time.monotonic() > self._deadline:
                raise httpx.ReadTimeout("the body did not end in time")
            if size > self._most:
                if self._most == MAX_BODY_BYTES:
                    raise _too_large()
                return
            yield chunk

    def close(self) -> None:
        self._inner.close()


def _too_large() -> LlmError:
    return BadAnswer(f"the response is larger than {MAX_BODY_BYTES:,} bytes", "Use another model or endpoint.")


def _read_all(chunks: Iterator[bytes]) -> bytes:
    # Counted again after decompression: a small body can unpack to a huge one.
    body = bytearray()
    for chunk in chunks:
        body += chunk
        if len(body) > MAX_BODY_BYTES:
            raise _too_large()
    return bytes(body)


def _reply(raw: bytes) -> Reply | Setback:
    """Reads ``choices[0].message`` whatever the content type said; anything else counts as a setback."""
    try:
        body = json.loads(raw)
        choice = body["choices"][0]
        message = choice["message"]
        content, refusal, finish = message.get("content"), message.get("refusal"), choice.get("finish_reason")
    except (ValueError, RecursionError, LookupError, TypeError, AttributeError):
        size = "an empty body" if not raw.strip() else "a body that is no chat completion"
        return Setback(f"the endpoint sent {size}", paid=True)
    # Lone surrogates are no text: they can be neither recorded nor sent back with a repair.
    text = (content if isinstance(content, str) else _joined(content)).encode("utf-8", "replace").decode()
    answer = _THOUGHTS.sub("", text).strip()
    hidden = max(len(_text(message.get(name))) for name in ("reasoning_content", "reasoning"))
    return Reply(answer, _text(refusal), _text(finish), _usage(body.get("usage")), len(text) + hidden)


def _without_escapes(text: str) -> str:
    try:
        return json.dumps(json.loads(text), ensure_ascii=False)
    except (ValueError, RecursionError):
        return text


def _joined(parts: object) -> str:
    """Some endpoints send content as a list of parts; only those of type ``text`` are the answer."""
    if not isinstance(parts, list):
        return ""
    texts = (part.get("text") for part in parts if isinstance(part, dict) and part.get("type") == "text")
    return "".join(text for text in texts if isinstance(text, str))


def _usage(usage: object) -> tuple[int, int] | None:
    if not isinstance(usage, dict):
        return None
    counts = (usage.get("prompt_tokens"), usage.get("completion_tokens"))
    match counts:
        case (int(tokens_in), int(tokens_out)) if 0 < tokens_in < _MAX_TOKENS and 0 <= tokens_out < _MAX_TOKENS:
            return tokens_in, tokens_out
    return None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _said(body: object) -> str:
    """The endpoint's own error message, one short line."""
    parts = [body.get(key) for key in ("message", "detail", "code")] if isinstance(body, dict) else [body]
    return " ".join(" ".join(part.split()) for part in parts if isinstance(part, str))[:200]


def _everything(body: object) -> str:
    return body if isinstance(body, str) else json.dumps(body, default=str)


def _never_sent(error: Exception) -> bool:
    return isinstance(error.__cause__, (httpx.ConnectError, httpx.UnsupportedProtocol, httpx.LocalProtocolError))


def _retry_after(headers: Mapping[str, str], now: Callable[[], float] = time.time) -> float | None:
    """Seconds from ``Retry-After`` (RFC 9110 10.2.3: a number or a date); None where absent or unreadable."""
    value = headers.get("retry-after", "").strip()
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - now())
    except (ValueError, TypeError, OverflowError):
        return None


def _host(url: str) -> str:
    """The host name of a base URL; never its user or password."""
    try:
        parts = urlsplit(url)
        valid = parts.scheme in ("http", "https") and parts.port != 0
    except ValueError:
        valid = False
    if not valid or not parts.hostname:
        raise UsageError("openai_base_url is not an http(s) address", "Set it to e.g. http://localhost:11434/v1.")
    return parts.hostname


def _usable_key(key: str, url: str) -> str:
    key = key.strip()
    if not key and url == VENDOR_URL:
        raise Refused("no API key is set for the vendor's endpoint", "Set FOAM_OPENAI_API_KEY or FOAM_OPENAI_BASE_URL.")
    if not (key.isascii() and key.isprintable()):
        raise Refused("the API key holds characters that cannot be sent", "Set FOAM_OPENAI_API_KEY again.")
    return key
