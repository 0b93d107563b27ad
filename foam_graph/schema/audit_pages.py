"""The pages ``docs/reference/audit/``, one for each audit query: from its header, an example answer and a measurement."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel, ConfigDict

from foam_graph.resources import load_yaml, package_file
from foam_graph.store.queries import AUDIT, Query, library

FOLDER = "docs/reference/audit/"
MARK = "Generated from the headers in cypher/audit. Do not edit; run: foam schema --write"
MEANINGS = {
    "id": "Id of a node.",
    "run": "Id of a run.",
    "document": "Id of a Document node.",
    "before": "Id of the earlier position.",
    "after": "Id of the later position.",
    "stale_claims.before": "A date; evidence of that day is new enough.",
    "versions_of.id": "Id of any version of the node.",
    "sentence_uses.id": "Id of an EvidenceSentence node.",
    "challenge_course.id": "Id of a challenge.",
    "least": "Fewer than this many are left out.",
    "stance_drift.least": "Smallest drift score that counts, from 0 to 1.",
    "unanswered_objections.least": "Smallest materiality that counts, from 0 to 1.",
    "least_ms": "Shortest wait that counts, in milliseconds.",
    "limit": "Most rows.",
    "transcript": "Id of a Transcript node.",
}
"""What a parameter is; where it differs in one query, under the query's name."""
_READING = """\
Each of these queries is a file of `cypher/audit`, answers one question and is tested on a graph that was planted for it and
on one that differs in one thing. *Current* is read from edges: a node that another one supersedes or a turn has withdrawn is
not current, and stays. Rows come in a fixed order.

```
foam query --list
foam query claims_without_evidence -p run=r7k2m9qwxab
foam query withdrawn_document -p document=benefits-3f9a --json
```

The prefix of an id is not enough here: parameters are taken as they are. For questions that no query answers there is
[`foam cypher`](../../how-to/audit.md).
"""


class Example(BaseModel):
    """What a query gave: on the sample appeal, or on a fictional graph planted for it."""

    model_config = ConfigDict(extra="forbid")
    params: dict[str, Any]
    rows: list[dict[str, Any]]
    of: int
    planted: bool = False


class Examples(BaseModel):
    """The file that ``benchmarks/audit_examples.py`` writes."""

    model_config = ConfigDict(extra="forbid")
    examples: dict[str, Example]


class Times(BaseModel):
    """The file that ``benchmarks/bench_audit_queries.py --write`` writes."""

    model_config = ConfigDict(extra="forbid")
    command: str
    nodes: int
    edges: int
    machine: str
    asked: int
    p50: dict[str, float]
    p95: dict[str, float]


def audit_pages() -> dict[str, str]:
    """Path relative to the repository, and text, of the index and of every query's page."""
    found = {q.name: q for q in library().values() if q.folder == AUDIT}
    examples = _read("audit_examples.yaml", Examples).examples
    times = _read("audit_times.yaml", Times)
    pages = {f"{FOLDER}index.md": _index(list(found.values()), times)}
    return pages | {f"{FOLDER}{name}.md": _page(query, examples.get(name), times) for name, query in found.items()}


def _read(name: str, schema: type[Any]) -> Any:
    return load_yaml(name, schema, package_file(__package__, name))


def _index(queries: list[Query], times: Times) -> str:
    rows = [f"| [{q.name}]({q.name}.md) | {_cell(q.why)} | {_cost(q, times)} |" for q in queries]
    lines = [f"{MARK}\n", "# Audit queries\n", _READING, "| query | question | p95, ms |", "| --- | --- | --- |", *rows]
    told = f"""
Measured with `{times.command}` at {times.nodes:,} nodes and {times.edges:,} edges, {times.asked} times each with other
parameters, the client's time included: {times.machine}. Those that scan read more the more is in the graph, and say what.
"""
    return "\n".join(lines) + "\n" + told


def _cost(query: Query, times: Times) -> str:
    cost = f"{times.p95[query.name]:.1f}" if query.name in times.p95 else "not measured"
    return f"{cost}; scans" if query.scans else cost


def _page(query: Query, example: Example | None, times: Times) -> str:
    parts = [f"{MARK}\n", f"# {query.name}\n", f"{query.why}\n", *_parameters(query), *_returns(query)]
    parts += _example(query, example)
    parts += _cost_told(query, times)
    parts += ["## The query\n", f"```\n{query.text}\n```\n"]
    return "\n".join(parts)


def _parameters(query: Query) -> Iterator[str]:
    yield "## Parameters\n\n| parameter | type | if not given | meaning |\n| --- | --- | --- | --- |"
    for name, type_ in query.params.items():
        default = f"`{json.dumps(query.defaults[name])}`" if name in query.defaults else "must be given"
        yield f"| `{name}` | {type_} | {default} | {meaning(query.name, name)} |"
    yield ""


def meaning(query: str, parameter: str) -> str:
    """What a parameter of a query is."""
    return MEANINGS.get(f"{query}.{parameter}") or MEANINGS[parameter]


def _returns(query: Query) -> Iterator[str]:
    yield "## Columns\n\n| column | type |\n| --- | --- |"
    yield from (f"| `{name}` | {type_} |" for name, type_ in re.findall(r"(\w+): ([\w\[\]]+)", query.returns))
    yield ""


def _example(query: Query, example: Example | None) -> Iterator[str]:
    yield "## Example\n"
    if example is None:
        yield "There is none.\n"
        return
    given = "".join(f" -p {name}={value}" for name, value in example.params.items())
    shown = f"the first {len(example.rows)} of {example.of} rows" if len(example.rows) < example.of else "all rows"
    told = f"{shown}, long texts cut" if example.of else "no rows: it has nothing of the kind"
    asked = "A fictional graph, planted because the sample appeal has nothing of the kind"
    source = asked if example.planted else "The sample appeal after its challenge (`make demo`)"
    yield f"{source}; {told}.\n\n```\nfoam query {query.name}{given} --json\n```\n"
    if example.rows:
        yield f"```json\n{json.dumps(example.rows, ensure_ascii=False, indent=1)}\n```\n"


def _cost_told(query: Query, times: Times) -> Iterator[str]:
    yield "## Cost\n"
    if query.scans:
        yield f"It scans: {query.scans}\n"
    if query.name in times.p95:
        yield f"p50 {times.p50[query.name]:.1f} ms, p95 {times.p95[query.name]:.1f} ms at {times.nodes:,} nodes.\n"
    elif not query.scans:
        yield "It starts from a node or a run by an index.\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
