"""What an agent may state of a calculation and of a rule's application."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from foam_graph.agents.endpoint.answer_schema import wire_schema
from foam_graph.agents.tasks.calculation import CalculationOut, RuleApplicationOut
from foam_graph.findings.calculation.applying import check_application
from foam_graph.findings.calculation.conditions import stated_application
from foam_graph.findings.calculation.recomputing import recompute
from tests.support.case_files import file_of

FILE = file_of(
    [
        "Wages paid on 6 March 2026 were $380.00.",
        "Wages paid on 13 March 2026 were $390.00.",
        "Wages may not exceed $800.",
    ]
)
CALCULATION: dict[str, Any] = {
    "name": "wages",
    "steps": [
        {
            "name": "total",
            "operator": "sum",
            "operands": [
                {"value": "380", "unit": "USD", "sentence": "1.1", "step": "", "constant": None},
                {"value": "390.00", "unit": "USD", "sentence": "1.2", "step": "", "constant": None},
            ],
            "unit": "",
        }
    ],
    "rounding": {"mode": "none", "decimals": 0, "sentence": None},
    "comparison": {
        "left": {"value": "", "unit": "", "sentence": None, "step": "total", "constant": None},
        "comparator": "<=",
        "threshold": {"value": "800", "unit": "USD", "sentence": "1.3", "step": "", "constant": None},
        "holds": True,
    },
    "result": "770",
    "unit": "USD",
    "shows": "The wages stay under the limit.",
}
APPLICATION: dict[str, Any] = {
    "rule": ["1.3"],
    "condition": "wages may not exceed 800 dollars",
    "met": "met",
    "met_by": [],
    "failed_by": [],
    "consequence": "The wages count in full.",
    "exception_to": [],
}


def test_an_answer_becomes_a_calculation_and_an_application() -> None:
    found = recompute(CalculationOut.model_validate_json(json.dumps(CALCULATION)).calculation(), FILE)
    assert found.statement == "380 + 390 = $770; $770 is at most $800: $30 under"
    stated = RuleApplicationOut.model_validate_json(json.dumps(APPLICATION)).application()
    checked = check_application(stated_application(stated, FILE, found), FILE, {"wages": found})
    assert checked.calculation is found
    assert checked.application.condition.comparator == "<="


@pytest.mark.parametrize("model", [CalculationOut, RuleApplicationOut])
def test_the_answer_can_be_asked_for_strictly(model: type[BaseModel]) -> None:
    schema = wire_schema(model, ["1.1"])
    nodes = [schema, *schema.get("$defs", {}).values()]
    for node in nodes:
        assert node["additionalProperties"] is False
        assert node["required"] == list(node["properties"])
        for name, field in node["properties"].items():
            assert "$ref" in field or field.get("description"), name
            assert len(field.get("description", "")) < 160
    assert "oneOf" not in json.dumps(schema)


def at(document: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    copy = json.loads(json.dumps(document))
    node = copy
    *parents, last = path.split(".")
    for part in parents:
        node = node[int(part)] if part.isdigit() else node[part]
    node[last] = value
    return copy  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("path", "value"),
    [("steps.0.operator", "power"), ("steps.0.operands", []), ("steps.0.name", ""), ("steps.0.operands.0.sentence", "one"),
     ("steps.0.operands.0.sentence", "1.٣"), ("steps.0.operands.0.sentence", "1.1\n"), ("steps.0.operands.0.value", 380),
     ("steps.0.operands.0.value", "9" * 10_000), ("steps.0.operands.0.constant", "pi"), ("comparison.comparator", "!="),
     ("comparison.holds", "perhaps"), ("rounding.decimals", 7), ("rounding.mode", "up and down"), ("result", None),
     ("extra", "x")],
)  # fmt: skip
def test_a_malformed_calculation_is_refused(path: str, value: object) -> None:
    with pytest.raises(ValidationError):
        CalculationOut.model_validate_json(json.dumps(at(CALCULATION, path, value)))


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("rule", []),
        ("rule", ["x"]),
        ("met", "perhaps"),
        ("condition", ""),
        ("consequence", ""),
        ("met_by", ["1.1"] * 11),
    ],
)
def test_a_malformed_application_is_refused(path: str, value: object) -> None:
    with pytest.raises(ValidationError):
        RuleApplicationOut.model_validate_json(json.dumps(at(APPLICATION, path, value)))
