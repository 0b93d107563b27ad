"""The table of activity kinds, and the fields that every activity has (protocol 8.2)."""

from __future__ import annotations

from foam_graph.model.kinds import ACCOUNT_ROLES, Field, NodeKind, Role, optional, wording

_R = Role
_AGENTS = frozenset({_R.PROPOSER, _R.CRITIC, _R.EVALUATOR, _R.REFINER, _R.COMPILER})

ACTIVITY_KINDS: tuple[NodeKind, ...] = tuple(
    NodeKind(label, doc, (), frozenset(roles), prov="Activity")
    for label, doc, roles in (
        ("Opening", "A chain is opened.", {_R.OPERATOR}),
        ("Load", "Documents, perspectives or an argument map are loaded.", {_R.OPERATOR, _R.CONTESTER, _R.RETRIEVER}),
        ("Retrieval", "Sentences are offered for slots.", {_R.RETRIEVER, _R.CONTESTER}),
        ("AgentTurn", "A software agent acts from a perspective.", set(_AGENTS)),
        ("Validation", "Quotations or turns are checked.", {_R.VALIDATOR}),
        ("Compilation", "Labels, synthesis, memo, checks and position are computed.", {_R.COMPILER}),
        ("HumanAct", "A person acts.", {_R.CONTESTER, _R.ADJUDICATOR, _R.OPERATOR, _R.AUDITOR}),
        ("Call", "A model is called.", set(_AGENTS)),
        ("Sealing", "The activities of all chains are put under one signed root.", {_R.OPERATOR}),
    )
)

ACTIVITY_FIELDS: tuple[Field, ...] = (
    Field("kind", "str", "Its label, e.g. AgentTurn."),
    Field("role", "str", "Role of the actor.", values=tuple(Role)),
    Field("step", "str", "Step of the pipeline or verb that it belongs to."),
    Field("agent", "str", "offline-rules, the model's name, or person."),
    optional("stance_id", "str", "Perspective it acted from."),
    optional("provider", "str", "offline or the endpoint's host name."),
    optional("prompt_hashes", "str[]", "Prompts it was made from."),
    wording("parameters", "Parameters.", "json", required=False, common=True),
    optional("tokens_in", "int", "Prompt tokens of the turn.", low=0),
    optional("tokens_out", "int", "Completion tokens of the turn.", low=0),
    optional("latency_ms", "int", "Time spent in model calls.", low=0),
    optional("by", "str", "Person who acted.", personal=True),
    optional(
        "acting_as",
        "str[]",
        "Roles of that person's account; absent where there are no accounts.",
        values=ACCOUNT_ROLES,
    ),
    optional("note", "str", "Readable remark, e.g. why it failed.", personal=True),
    optional("outcome", "str", "ok, blocked or failed.", values=("ok", "blocked", "failed")),
    optional("used", "str[]", "Ids of what it used."),
    optional(
        "row_form",
        "int",
        "How its row and all rows that it wrote commit to personal texts; absent: the first form, a salt for each text.",
        low=2,
    ),
)
"""Fields of every activity besides id, stamps and the chain's hashes."""
