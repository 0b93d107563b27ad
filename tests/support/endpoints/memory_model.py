"""A model that reads debates for their schemes by the rules: from the messages of a request alone."""

from __future__ import annotations

import json
from typing import Any

from foam_graph.agents.protocol import Request
from foam_graph.agents.rules.agent import OfflineAgent
from foam_graph.agents.tasks.table import TASKS
from tests.support.endpoints.openai_server import Handler, says

OFFLINE = OfflineAgent((), lambda _text: {}, 0)


def as_a_model(handler: Handler, body: dict[str, Any]) -> None:
    """Answers a rendered request by the rules, as a model would: from its messages alone."""
    system, user = (message["content"] for message in body["messages"])
    task = system.partition("# Task: ")[2].split()[0]
    data = json.loads("\n".join(user.splitlines()[1:-1]).partition("\ndata ")[0])
    asked, answer = TASKS[task]
    made = OFFLINE.answer(Request(task, "Evaluator", asked.model_validate(data), answer)).value
    says(made.model_dump(mode="json"))(handler, body)
