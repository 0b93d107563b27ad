"""Parameters that pages share."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Query
from starlette.datastructures import UploadFile
from starlette.requests import Request

Number = Annotated[int, Query(alias="page", ge=1, le=1_000_000, description="Which part of the list, from 1.")]
AsOf = Annotated[
    str,
    Query(max_length=200, description="As it was then: an event (RUN-SEQ) or a time (2026-11-21, 2026-11-21T10:00Z)."),
]


async def sent_files(request: Request) -> list[UploadFile]:
    """The files of a form, whatever their fields are called; of a field without a file a browser sends an empty one."""
    form = await request.form()
    return [one for _, one in form.multi_items() if isinstance(one, UploadFile)]


Files = Annotated[list[UploadFile], Depends(sent_files)]
