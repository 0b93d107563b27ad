"""Parameters that pages share."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query

Number = Annotated[int, Query(alias="page", ge=1, le=1_000_000, description="Which part of the list, from 1.")]
AsOf = Annotated[
    str,
    Query(max_length=200, description="As it was then: an event (RUN-SEQ) or a time (2026-11-21, 2026-11-21T10:00Z)."),
]
