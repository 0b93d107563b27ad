"""What a run came to, told so that two runs can be compared: its journal without what each run has of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from typing import Any

from foam_graph.app.session import Session
from foam_graph.exchange.journal.journal import journal_lines

_TIME = re.compile(r"\d{4}-\d\d-\d\dT[0-9:.]+(\+00:00|Z)")
_OF_ITS_OWN = re.compile(r"(.*_)?(salt|commitment)|at|hash|prev_hash|body_hash|partly_erased")
PRICE = frozenset({"tokens_in", "tokens_out", "latency_ms", "attempts", "prompt_hashes"})
"""What asking cost; an answer that is told again costs nothing."""


def retold(session: Session, run: str, without: Collection[str] = ()) -> list[Any]:
    """The journal without ids of its own, salts, hashes and times, and what a repair took in time.

    Args:
        session: The session.
        run: The run.
        without: Further fields that are left out.
    """

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            names = [name for name in value if not _OF_ITS_OWN.fullmatch(name) and name not in without]
            return {name: plain(value[name]) for name in names}
        if isinstance(value, list):
            return [plain(one) for one in value]
        if isinstance(value, str) and value.startswith('{"estimate"'):
            cost = json.loads(value)
            return {name: cost[name] for name in cost if name not in ("seconds", "round_trips", "resumed")}
        return _TIME.sub("TIME", value.replace(run, "RUN")) if isinstance(value, str) else value

    return [plain(json.loads(line)) for line in journal_lines(session.store, run)]
