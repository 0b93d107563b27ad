"""Node kinds that test the argument: critiques, challenges, replies, ratings, scores."""

from __future__ import annotations

from foam_graph.model.kinds import (
    CHALLENGE_KINDS,
    CRITIQUE_TYPES,
    FLAWS,
    RECOMMENDATIONS,
    REPLY_VERDICTS,
    VERDICTS,
    VERSION_VERDICTS,
    Field,
    NodeKind,
    Role,
    optional,
    text,
    wording,
)

_R = Role
_ARGUES = frozenset({_R.PROPOSER, _R.REFINER})

CRITICISM_NODES: tuple[NodeKind, ...] = (
    NodeKind(
        "Critique",
        "A typed attack on one node that quotes the words it attacks.",
        (
            Field("type", "str", "Type of critique.", values=CRITIQUE_TYPES),
            Field("flaw", "str", "Finer flaw.", values=FLAWS),
            text("grounds", "What is wrong, and why."),
            text("quoted", "Words of the target that it attacks."),
            Field("stance_id", "str", "Perspective that raises it; empty for a person's challenge."),
            wording(
                "value_target", "For a value conflict: the value on the target's side.", required=False, common=True
            ),
            wording(
                "value_critic",
                "For a value conflict: the value that the critic sets against it.",
                required=False,
                common=True,
            ),
            wording("hook", "What evidence is missing, as a query.", required=False),
            optional("iteration", "int", "Iteration of the refinement loop.", low=0),
        ),
        frozenset({_R.CRITIC}),
        arguable=True,
        aif="CA",
    ),
    NodeKind(
        "Challenge",
        "A critique raised by a person against a node of a position, debate, memory or imported map.",
        (
            Field("kind", "str", "Kind of challenge.", values=CHALLENGE_KINDS),
            text("by", "Who raised it; never shown in memo or dossier.", required=False),
            Field("stale", "bool", "Whether it was raised against a superseded position."),
            optional("successor", "str", "For a stale challenge: the position to challenge instead."),
            optional(
                "pointed_at", "str", "Node that was named, where the challenge was moved to its weakest component."
            ),
            optional(
                "remedy",
                "json",
                "Of a normative one, what should follow: weights, scope, a perspective or a stakeholder; of one to an imported map or to what is to be decided, its correction.",
                personal=True,
            ),
        ),
        frozenset({_R.CONTESTER}),
        also=("Critique",),
        arguable=True,
        aif="CA",
    ),
    NodeKind(
        "Reply",
        "An answer to a critique or to a question of cross-examination.",
        (
            text("text", "The answer."),
            Field("stance_id", "str", "Perspective that answers."),
            Field("concedes", "bool", "Whether it concedes the point."),
        ),
        _ARGUES,
        arguable=True,
        aif="CA",
    ),
    NodeKind(
        "Exchange",
        "A question put in cross-examination.",
        (text("question", "The question."), Field("stance_id", "str", "Perspective that asks.")),
        frozenset({_R.CRITIC}),
        aif="L",
    ),
    NodeKind(
        "Evaluation",
        "A rating of a critique or reply, with materiality and a recommendation.",
        (
            Field("verdict", "str", "The rating; of a critique, for the version that it attacked.", values=VERDICTS),
            optional("reply", "str", "Of the reply that it rates beside the critique.", values=REPLY_VERDICTS),
            optional("version", "str", "Whether the new version meets the critique.", values=VERSION_VERDICTS),
            Field("materiality", "float", "How much it matters; how much of it remains, once answered.", low=0, high=1),
            Field("recommendation", "str", "What should follow.", values=RECOMMENDATIONS),
            text("reasons", "Why."),
            Field("stance_id", "str", "Perspective of the evaluator; empty for a person."),
            wording("rule", "Stated rule that gave the rating, or empty for a judgement.", common=True),
            Field("provisional", "bool", "Machine rating that a person may overrule."),
        ),
        frozenset({_R.EVALUATOR}),
        arguable=True,
        aif="PA",
    ),
    NodeKind(
        "Ruling",
        "A rating of a challenge, by a person or provisionally by a machine.",
        (
            text("by", "Who ruled; never shown in memo or dossier.", required=False),
            Field("human", "bool", "Whether a person ruled."),
        ),
        frozenset({_R.ADJUDICATOR, _R.EVALUATOR}),
        also=("Evaluation",),
        arguable=True,
        aif="PA",
    ),
    NodeKind(
        "Score",
        "The evaluator's rubric scores of a proposal and of the criticism of it in one iteration.",
        (
            Field("iteration", "int", "Iteration of the loop, from 1.", low=1),
            Field("proposal", "float", "Rubric score of the proposal.", low=0, high=10),
            Field("criticism", "float", "Rubric score of the criticism.", low=0, high=10),
            Field("difference", "float", "proposal - criticism.", low=-10, high=10),
            Field("rubrics", "json", "Score on each rubric."),
        ),
        frozenset({_R.EVALUATOR}),
    ),
)
