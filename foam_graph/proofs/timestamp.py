"""Time stamps of an outside authority (RFC 3161): proof that a checkpoint existed at a time."""

from __future__ import annotations

import hashlib
from pathlib import Path

import httpx
from cryptography import x509

from foam_graph.advice import Action, NextStep
from foam_graph.errors import EnvironmentFault, VerifyError
from foam_graph.proofs.anchors import Held

try:
    from rfc3161_client import (
        TimestampRequestBuilder,
        TimeStampResponse,
        VerificationError,
        VerifierBuilder,
        decode_timestamp_response,
    )
except ImportError:
    raise EnvironmentFault(
        "time stamps need the package rfc3161-client", 'Install it with: pip install "foam-graph[timestamp]".'
    ) from None

_MOST = 64 * 1024
_TIMEOUT = 30.0
_ROOTS = "roots.pem"


class TimestampAnchor:
    """A time stamp authority. It keeps nothing: its tokens lie beside the checkpoints they stamp.

    Args:
        url: Where it answers.
        folder: Where tokens and, in ``roots.pem``, the certificates trusted to sign them are.
    """

    def __init__(self, url: str, folder: Path) -> None:
        self.name = f"tsa:{url}"
        self._url = url
        self._folder = folder / hashlib.sha256(url.encode()).hexdigest()[:16]
        self._roots = folder / _ROOTS

    def publish(self, note: str) -> Held:
        """Has a checkpoint stamped, checks the token and keeps it.

        Raises:
            EnvironmentFault: No answer, a refusal, or a token that is not over this checkpoint.
        """
        request = (
            TimestampRequestBuilder().data(note.encode()).nonce(nonce=True).cert_request(cert_request=True).build()
        )
        headers = {"Content-Type": "application/timestamp-query", "Accept": "application/timestamp-reply"}
        try:
            with httpx.stream("POST", self._url, content=request.as_bytes(), headers=headers, timeout=_TIMEOUT) as got:
                got.raise_for_status()
                answer = b""
                for block in got.iter_bytes():
                    answer += block
                    if len(answer) > _MOST:
                        raise self._refused(f"its answer has more than {_MOST} bytes")
        except httpx.HTTPError as fault:
            raise self._refused(str(fault)) from None
        when = self._checked(answer, note, request.nonce)
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._token(note)
        path.with_suffix(".note").write_text(note, encoding="utf-8", newline="\n")
        path.write_bytes(answer)
        return Held(self.name, note, when, str(path))

    def find(self, note: str) -> Held | None:
        """Its token over one checkpoint, the only one that is checked.

        Raises:
            VerifyError: The token is not over the checkpoint, or not by the authority.
        """
        path = self._token(note)
        found = self._verified(path) if path.exists() else None
        return found if found is not None and found.note == note else None

    def held(self) -> list[Held]:
        """The checkpoints with a token that verifies.

        Raises:
            VerifyError: A token is not over its checkpoint, or not by the authority.
        """
        found = [self._verified(path) for path in sorted(self._folder.glob("*.tsr"))]
        # Two of one second were stamped in the order in which the log grew.
        return sorted(found, key=lambda one: (one.when, len(one.note.split("\n")[1]), one.note.split("\n")[1]))

    def _token(self, note: str) -> Path:
        return self._folder / f"{hashlib.sha256(note.encode()).hexdigest()}.tsr"

    def _verified(self, path: Path) -> Held:
        file = path.with_suffix(".note")
        if not file.exists():
            raise VerifyError(f"the token {path.name} has no checkpoint beside it", "Restore the file.")
        note = file.read_text(encoding="utf-8", errors="replace")
        try:
            return Held(self.name, note, self._checked(path.read_bytes(), note, None), str(path))
        except EnvironmentFault as fault:
            raise VerifyError(f"the token {path.name}: {fault}", "It does not stamp this checkpoint.") from None

    def _checked(self, answer: bytes, note: str, nonce: int | None) -> str:
        """The time of a token that holds."""
        try:
            response: TimeStampResponse = decode_timestamp_response(answer)
            builder = VerifierBuilder()
            for root in self._trusted():
                builder = builder.add_root_certificate(root)
            if nonce is not None:
                builder = builder.nonce(nonce)
            builder.build().verify_message(response, note.encode())
        except (ValueError, VerificationError) as fault:
            raise self._refused(f"its token does not hold: {fault}") from None
        return response.tst_info.gen_time.strftime("%Y-%m-%dT%H:%M:%SZ")

    def _trusted(self) -> list[x509.Certificate]:
        if not self._roots.exists():
            raise EnvironmentFault(
                f"no certificate is trusted to sign time stamps: {self._roots} is missing",
                "Put the authority's root certificate there, in PEM.",
            )
        return x509.load_pem_x509_certificates(self._roots.read_bytes())

    def _refused(self, why: str) -> EnvironmentFault:
        return EnvironmentFault(
            f"the anchor {self.name} did not stamp the checkpoint: {why}", NextStep(Action.CHECKPOINT, "Try again with")
        )
