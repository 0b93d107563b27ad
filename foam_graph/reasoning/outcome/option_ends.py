"""What became of the options of a deliberation, and for whom."""

from __future__ import annotations

from collections.abc import Sequence

from foam_graph.model.subgraph import Node
from foam_graph.reasoning.outcome.ends import OptionEnd
from foam_graph.reasoning.outcome.plain import (
    listed,
    perspectives_of,
    spoken,
)
from foam_graph.reasoning.outcome.reader import Reader
from foam_graph.reasoning.sublation import AnswerStanding


def option_end(reader: Reader, found: AnswerStanding) -> OptionEnd:
    """What became of one option."""
    node = reader.agenda.options[found.name]
    in_for, out_for = found.audiences("in"), found.audiences("out")
    condition = ""
    if found.status == "conditional":
        condition = _for_some(reader, found, in_for)
    elif found.status == "open":
        condition = _challenged(reader, node)
    return OptionEnd(found.name, node["text"], found.status, tuple(in_for), tuple(out_for), condition)


def _challenged(reader: Reader, option: Node) -> str:
    """Why an option is open whatever its issues came to: it, or the agenda, is challenged, and nobody has settled that."""
    asked = {option.id, reader.agenda.node.id}
    unsettled = [one for one in reader.raised if one.stands or one.open]
    told = [one.text for one in unsettled if {node.id for node in reader.graph.out(one.id, "ATTACKS")} & asked]
    return f"open as long as this is not ruled on: {' '.join(told)}" if told else ""


def _for_some(reader: Reader, found: AnswerStanding, in_for: Sequence[str]) -> str:
    """For whom an option holds, and why it does not for the others, each said once."""
    told = [reader.seen_by(in_for)]
    refusing = False
    for who in (one for one in reader.sublation.labels if one not in in_for):
        barred = dict.fromkeys(reader.refused_by(found.condition, who))
        if barred:
            refusing = True
            reached = reader.sublation.issues.values()
            left = [one for one in reached if not one.outcome(who) and any(one.outcome(a) for a in in_for)]
            names = listed([reader.spoken_name(one.name) for one in left]) or "the answer"
            role = reader.roles.get(who, spoken(who))
            told.append(f"{perspectives_of([role])}, which does not admit {listed(list(barred))}, leaves {names} open")
    if not refusing and found.condition is not None:
        told.append(f"where {reader.condition_words(found.condition).removeprefix('holds where ')}")
    return "; ".join(told) if refusing else " ".join(told)
