"""What webhooks tell of: events, by kind, without any text that somebody wrote."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Literal, get_args

Kind = Literal["certified", "contested", "ruled", "repaired", "verification_failed"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True)
class Event:
    """Something that happened.

    Attributes:
        id: Names it for good: whoever gets it twice knows it by that.
        kind: What sort of thing.
        at: When, ISO 8601.
        run: The chain; empty for the whole database.
        subject: Id of the node that it is about; empty for none.
        data: What else a receiver may need to decide whether to look, e.g. a verdict.
    """

    id: str
    kind: Kind
    at: str
    run: str
    subject: str
    data: Mapping[str, str | bool] = field(default_factory=dict)

    def body(self) -> bytes:
        """The event as it is sent: JSON, with addresses of the API at which more is told."""
        links = {"run": f"/api/v1/runs/{self.run}"} if self.run else {}
        if self.subject:
            links["subject"] = f"/api/v1/nodes/{self.subject}"
        return json.dumps({**asdict(self), "links": links}, sort_keys=True, separators=(",", ":")).encode()
