"""Which row of the table a request falls under."""

from __future__ import annotations

import re
from functools import lru_cache

from starlette.routing import compile_path

from foam_graph.web.access.table import TABLE, Need

Pattern = tuple[re.Pattern[str], str, Need]


def need_of(method: str, path: str) -> tuple[str, Need] | None:
    """The pattern that a request fits, with what it needs; None where no route answers it."""
    return next(((form, need) for found, form, need in _patterns(method) if found.match(path)), None)


def forms(need: Need) -> tuple[str, ...]:
    """The patterns under which the routes of a row are registered: of the twin, and of the page."""
    twin = "/index.json" if need.path == "/" else f"{need.path}.json"
    return (twin, need.path) if need.twin else (need.path,)


@lru_cache(maxsize=8)
def _patterns(method: str) -> tuple[Pattern, ...]:
    rows = [(form, need) for need in TABLE if need.method == method for form in forms(need)]
    rows.sort(key=lambda row: _loose(row[0]))
    return tuple((compile_path(form)[0], form, need) for form, need in rows)


def _loose(form: str) -> tuple[tuple[bool, bool], ...]:
    """What comes first: a word before a parameter, and a parameter with an ending before one without."""
    return tuple(("{" in part, part.endswith("}")) for part in form.split("/"))
