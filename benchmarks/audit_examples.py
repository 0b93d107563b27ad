"""Writes the example answers of the audit queries' pages: foam_graph/schema/audit_examples.yaml.

Asks the home in FOAM_HOME, after ``make demo`` there. What the demo run has nothing of is then planted beside it, as
``audit_plants`` says. Take a home that nothing else is kept in, and run ``foam schema --write`` afterwards.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import yaml

from foam_graph.app.session import Session
from foam_graph.store.queries import AUDIT, library

sys.path.append(str(Path(__file__).parent.parent))  # the root of the checkout, for the tests' helpers
from tests.support.chains.audit_plants import PLANTS
from tests.support.chains.planting import Plant

FILE = Path(__file__).parent.parent / "foam_graph" / "schema" / "audit_examples.yaml"
MOST_ROWS, MOST_ITEMS, MOST_LETTERS = 3, 3, 110


def main() -> None:
    """Asks every audit query once."""
    with Session() as session:
        ask = session.store.ask
        run = next(row["id"] for row in ask("runs") if row["kind"] == "run")
        graph = session.store.subgraph(run)
        challenge = graph.of("Challenge")[0].id
        revised = next(c for c in graph.live("Claim") if graph.out(c.id, "SUPERSEDES"))
        first, last = (graph.of("Position")[n].id for n in (0, -1))
        attacked = max(graph.of("EvidenceSentence"), key=lambda s: len(graph.into(s.id, "ATTACKS"))).id
        shared = ask("evidence_for_both_sides", run=run)[0]["sentence"]
        sentence = next(s.id for s in graph.of("EvidenceSentence") if s["sentence_id"] == shared)
        document = ask("documents_relied_on")[0]["document"]
        chosen = {
            "objections_to.id": attacked, "sentence_uses.id": sentence, "challenge_course.id": challenge,
            "id": revised.id, "run": run, "document": document, "before": first, "after": last,
            "stale_claims.before": "2026-02",
        }  # fmt: skip
        found: dict[str, Any] = {}
        for query in library().values():
            if query.folder == AUDIT:
                wanted = [name for name in query.params if name not in query.defaults]
                params = {name: chosen.get(f"{query.name}.{name}", chosen[name]) for name in wanted}
                rows = ask(query.name, **params)
                found[query.name] = example(params, rows)
        for name in [name for name, one in found.items() if not one["of"]]:
            plant = Plant(session.store)
            params = {**PLANTS[name](plant), **({"run": plant.run} if "run" in library()[name].params else {})}
            found[name] = {**example(params, ask(name, **params)), "planted": True}
    text = yaml.safe_dump({"examples": found}, sort_keys=False, allow_unicode=True, width=200)
    FILE.write_text(
        "# Written by benchmarks/audit_examples.py from a run of make demo and planted graphs.\n" + text,
        encoding="utf-8",
    )
    planted = sum("planted" in one for one in found.values())
    print(
        f"{FILE.name}: {len(found)} queries, {planted} planted, {sum(not f['of'] for f in found.values())} without a row"
    )


def example(params: dict[str, Any], rows: list[dict[str, Any]]) -> dict[str, Any]:
    """One question's answer, cut to what a page shows."""
    return {"params": params, "rows": [short(row) for row in rows[:MOST_ROWS]], "of": len(rows)}


def short(value: Any) -> Any:
    """A value with long texts and lists cut."""
    if isinstance(value, str):
        return value if len(value) <= MOST_LETTERS else value[:MOST_LETTERS] + "…"
    if isinstance(value, list):
        return [short(v) for v in value[:MOST_ITEMS]] + (["…"] if len(value) > MOST_ITEMS else [])
    return {key: short(v) for key, v in value.items()} if isinstance(value, dict) else value


if __name__ == "__main__":
    main()
