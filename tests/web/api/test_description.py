"""Every operation of the description, asked with what fits it and with what does not: no answer is unexpected."""

from __future__ import annotations

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.support.web_site import Site

CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_headers_conformance,
    response_schema_conformance,
]  # fmt: skip
EXAMPLES = 4
"""Of each operation in each mode: all of them together must not take long."""


def tried(operation: schemathesis.APIOperation, mode: GenerationMode, faults: list[str]) -> int:
    """How many requests were sent; what was unexpected is added to the faults."""
    sent: list[str] = []

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    def ask(case: schemathesis.Case) -> None:
        sent.append(operation.label)
        try:
            case.call_and_validate(checks=CHECKS, timeout=120)
        except BaseExceptionGroup as group:
            faults.extend(f"{operation.label}: {one}" for one in group.exceptions)

    ask()
    return len(sent)


def test_every_operation_answers_as_its_description_says(site: Site) -> None:
    schema = schemathesis.openapi.from_url(f"{site.address}/openapi.json")
    faults: list[str] = []
    asked = {}
    for found in schema.get_all_operations():
        operation = found.ok()
        asked[operation.label] = tried(operation, GenerationMode.POSITIVE, faults)
        if list(operation.body):
            asked[operation.label] += tried(operation, GenerationMode.NEGATIVE, faults)
    assert faults == [], "\n".join(faults)
    assert len(asked) >= 35
    assert sum(asked.values()) > 2 * len(asked)
