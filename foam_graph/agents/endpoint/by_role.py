"""One agent of several: each role asks a model and endpoint of its own, where the settings name one.

Who argues and who rates may then be different models, so that none judges what it wrote itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from foam_graph.agents.endpoint.asking_ahead import ThreadedAgent
from foam_graph.agents.protocol import Answer, AnswerT, Failed, Request


class RoleAgent:
    """An agent that hands each request to the agent of its role.

    Args:
        common: Who answers for roles without an agent of their own; its name stands for the whole.
        own: Role, as in ``Request.role`` but in lower case, to its agent; roles may share one.
    """

    def __init__(self, common: ThreadedAgent, own: Mapping[str, ThreadedAgent]) -> None:
        self._common, self._own = common, dict(own)

    @property
    def name(self) -> str:
        """The name of who answers for roles without an agent of their own."""
        return self._common.name

    @property
    def provider(self) -> str:
        """The provider of who answers for roles without an agent of their own."""
        return self._common.provider

    def answer(self, request: Request[AnswerT]) -> Answer[AnswerT]:
        """Answers one request.

        Raises:
            LlmError: As the agent of its role does.
        """
        return self._agent(request.role).answer(request)

    def answer_many(self, requests: Sequence[Request[AnswerT]]) -> list[Answer[AnswerT] | Failed]:
        """Answers several requests, those of one agent at once; after a dead endpoint nothing more is begun."""
        places: dict[int, list[int]] = {}
        for place, request in enumerate(requests):
            places.setdefault(id(self._agent(request.role)), []).append(place)
        found: dict[int, Answer[AnswerT] | Failed] = {}
        ended: Failed | None = None
        for those in places.values():
            agent = self._agent(requests[those[0]].role)
            if ended is None:
                answers = agent.answer_many([requests[place] for place in those])
            else:
                answers = [Failed(ended.error)] * len(those)
            found |= dict(zip(those, answers, strict=True))
            ended = ended or next((one for one in answers if isinstance(one, Failed) and not one.alone), None)
        return [found[place] for place in range(len(requests))]

    def stop(self) -> None:
        """Begins no further attempt anywhere."""
        for agent in self._agents():
            agent.stop()

    def close(self) -> None:
        """Closes all connections."""
        for agent in self._agents():
            agent.close()

    def _agent(self, role: str) -> ThreadedAgent:
        return self._own.get(role.lower(), self._common)

    def _agents(self) -> list[ThreadedAgent]:
        return list({id(one): one for one in (self._common, *self._own.values())}.values())
