"""The marking that every export opens with: that AI helped, which, for whom, when, over what, how to contest it."""

from __future__ import annotations

from collections.abc import Iterator

from foam_graph.export.prov_agents import Cast, activities
from foam_graph.export.prov_terms import FOAM, Attribute, value_of, visible
from foam_graph.model.subgraph import Subgraph

CONTEST = "Any part can be contested by its id: foam contest ID. A challenge is recorded, answered and never deleted."


def marking(graph: Subgraph, cast: Cast, operator: str) -> Iterator[Attribute]:
    """The attributes of the Run and of each Position that say how the content came about.

    Args:
        graph: The run.
        cast: Its agents.
        operator: Who runs the installation.
    """
    acts = activities(graph)
    agents = _texts(str(a.get("agent")) for a in acts if a.get("agent") and cast.of(a.id).software)
    models = _texts(f"{c.get('model')} ({c.get('provider')})" for c in graph.of("ModelCall"))
    corpora = _texts(str(d.get("corpus")) for d in graph.of("Document") if d.get("corpus"))
    people = len({cast.of(a.id).name for a in acts if not cast.of(a.id).software})
    times = sorted(a.at for a in acts if a.at)
    yield FOAM["aiAssisted"], True
    yield FOAM["aiStatement"], visible(_statement(agents, models, corpora, people, operator, times))
    yield FOAM["assistedBy"], value_of(agents)
    yield FOAM["models"], value_of(models)
    yield FOAM["people"], people
    yield FOAM["operatedBy"], visible(operator)
    yield FOAM["corpora"], value_of(corpora)
    if times:
        yield FOAM["begun"], visible(times[0])
        yield FOAM["lastWritten"], visible(times[-1])
    yield FOAM["contest"], CONTEST


def _texts(found: Iterator[str]) -> list[str]:
    return sorted(set(found))


def _statement(
    agents: list[str], models: list[str], corpora: list[str], people: int, operator: str, times: list[str]
) -> str:
    by = ", ".join(agents) or "no software agent"
    via = f" with {', '.join(models)}" if models else ""
    when = f", {times[0]} to {times[-1]}" if times else ""
    over = f", over {', '.join(corpora)}" if corpora else ""
    helped = f"; {people} {'person' if people == 1 else 'people'} took part" if people else ""
    return f"AI-assisted: made by {by}{via} for {operator}{when}{over}{helped}. {CONTEST}"
