"""The fields of the graph's nodes ``Calculation`` and ``RuleApplication``."""

from __future__ import annotations

from collections.abc import Mapping

from foam_graph.casefile.case_file import CaseSentence
from foam_graph.findings.calculation.applying import Checked
from foam_graph.findings.calculation.recomputing import Recomputed
from foam_graph.findings.calculation.typed import Operand
from foam_graph.findings.calculation.values import plain_value, shown

Fields = dict[str, object]


def calculation_fields(recomputed: Recomputed) -> Fields:
    """The fields of a ``Calculation``: plain JSON values, sentences under their stable ids.

    Args:
        recomputed: A calculation that holds.
    """
    stable = _stable(recomputed.sentences)
    stated, found = recomputed.calculation, recomputed.compared
    steps: list[Fields] = [
        {
            "name": one.step.name,
            "operator": one.step.operator,
            "operands": [_operand(each, stable) for each in one.step.operands],
            "value": plain_value(one.value),
            "unit": "" if one.value.unit.of == "" else str(one.value.unit),
            "text": one.text,
        }
        for one in recomputed.steps
    ]
    fields: Fields = {"steps": steps, "result": shown(recomputed.value), "statement": recomputed.statement}
    if stated.rounding.mode != "none":
        steps[-1]["rounding"] = {"mode": stated.rounding.mode, "decimals": stated.rounding.decimals} | (
            {"sentence": stable.get(stated.rounding.sentence, stated.rounding.sentence)}
            if stated.rounding.sentence
            else {}
        )
    if stated.comparison and found:
        fields["comparison"] = {
            "left": _operand(stated.comparison.left, stable),
            "comparator": found.comparator,
            "threshold": _operand(stated.comparison.threshold, stable) | {"shown": shown(found.threshold)},
            "holds": found.holds,
            "margin": found.margin,
            "turns": found.turns,
        }
    return fields


def application_fields(checked: Checked) -> Fields:
    """The fields of a ``RuleApplication``: plain JSON values.

    Args:
        checked: An application that fits its rule.
    """
    stated = checked.application.condition
    condition: Fields = {"subject": stated.subject} if stated.subject else {}
    if checked.threshold is None:
        condition["predicate"] = stated.predicate
    else:
        condition |= {
            "quantity": stated.quantity,
            "comparator": stated.comparator,
            "threshold": {
                "value": plain_value(checked.threshold),
                "unit": stated.unit,
                "shown": shown(checked.threshold),
            },
        }
    fields: Fields = {
        "condition": condition,
        "met": checked.application.met,
        "consequence": checked.application.consequence,
        "rules": [one.id for one in checked.rules],
    }
    return fields | ({"exception_to": [one.id for one in checked.exceptions]} if checked.exceptions else {})


def _stable(sentences: tuple[CaseSentence, ...]) -> Mapping[str, str]:
    return {name: one.id for one in sentences for name in (one.short, one.id)}


def _operand(operand: Operand, stable: Mapping[str, str]) -> Fields:
    if operand.step:
        return {"step": operand.step}
    if operand.constant:
        return {"constant": operand.constant}
    sentence = stable.get(operand.sentence, operand.sentence)
    return {"value": operand.value, "unit": operand.unit, "sentence": sentence}
