"""Node kinds that a run starts from: its question, who is affected, perspectives, plans and the template."""

from __future__ import annotations

from foam_graph.model.kinds import Field, NodeKind, Role, optional, text, wording

_R = Role
_ARGUES = frozenset({_R.PROPOSER, _R.REFINER})
_OPERATOR = frozenset({_R.OPERATOR})
_LEAF = Field("leaf", "str", "Id of the template leaf that the claim fills.")
_COMPONENT = Field("component", "str", "Component of the syllogism, e.g. rule or impact.")

PLAN_NODES: tuple[NodeKind, ...] = (
    NodeKind(
        "Run",
        "One chain of activities: a question argued, a debate, a memory, a corpus, the library of perspectives, an imported map, the ledger.",
        (
            Field(
                "kind",
                "str",
                "What the chain holds.",
                values=("run", "debate", "memory", "corpus", "library", "import", "ledger"),
            ),
            wording("title", "The question's beginning, or the name of the corpus, the library or the file."),
            wording("operator", "Who runs the installation.", common=True),
            Field("software", "str", "Name and version of the software that opened the chain."),
            wording(
                "parameters",
                "Everything that determines the run: corpus, template, perspectives, seed, …",
                "json",
                required=False,
                common=True,
            ),
        ),
        _OPERATOR,
        prov="Bundle",
        named=True,
    ),
    NodeKind("Question", "The contested question.", (text("text", "The question as asked."),), _OPERATOR),
    NodeKind(
        "Stakeholder",
        "Somebody whom the decision affects; the set can be challenged as incomplete.",
        (text("name", "Who is affected."), text("interest", "What is at stake for them.")),
        frozenset({_R.OPERATOR, _R.PROPOSER, _R.REFINER}),
    ),
    NodeKind(
        "Perspective",
        "A typed stance: evidence policy, value priorities and a point in the 32 dimensions (protocol 1.1).",
        (
            Field("stance_id", "str", "Its short id."),
            wording("role_label", "Its role in words."),
            Field("domain", "str", "governance, debate or general."),
            wording("disclosure_text", "Two to four sentences that disclose it."),
            Field("value_names", "str[]", "Values it weighs, in the order of value_weights."),
            Field("value_weights", "float[]", "Their weights; they sum to 1."),
            Field("coherence", "float", "Node coherence.", low=0, high=1),
            wording("card", "The whole record, as loaded.", "json"),
        ),
        _OPERATOR,
        named=True,
    ),
    NodeKind(
        "Plan",
        "A candidate strategy drafted from one perspective (protocol 3.2).",
        (
            Field("stance_id", "str", "Perspective that drafted it."),
            text("goal", "Strategic goal."),
            wording("portfolio", "Arguments it would make.", "str[]"),
            wording("anticipated", "Opposition it expects.", "str[]"),
            wording("queries", "Evidence it needs, as queries.", "str[]"),
            Field("rollout", "int", "Number of the candidate, from 0.", low=0),
            Field("chosen", "bool", "Whether it is its perspective's choice among its candidates."),
            Field("score", "float", "Rubric score of the proposal.", low=0, high=10),
        ),
        _ARGUES,
        prov="Plan",
        arguable=True,
        aif="I",
    ),
    NodeKind(
        "Portfolio",
        "The plans that the run goes on with, and why.",
        (text("reasons", "Why these plans."),),
        frozenset({_R.EVALUATOR, _R.COMPILER}),
        prov="Collection",
    ),
    NodeKind(
        "TemplateNode",
        "A node of the template tree as it stood in this run.",
        (
            Field("template", "str", "Name of the template."),
            Field("node_id", "str", "Id in the template."),
            wording("name", "Its name.", common=True),
            Field("node_type", "str", "root, speech, branch, leaf or meta."),
            Field("word_budget", "int", "Words it may spend.", low=0),
            optional("syllogism_type", "str", "Type of syllogism it holds."),
            optional("component", "str", "Component it stands for, for leaves."),
            optional("generated", "bool", "Whether it was generated and mounted in this run."),
            wording(
                "spec",
                "For a generated argument: the node as it was proposed, with everything below it.",
                "json",
                required=False,
            ),
            optional("why", "str", "For a generated argument: why nothing else fitted.", personal=True),
        ),
        frozenset({_R.PROPOSER, _R.COMPILER}),
        prov="Plan",
    ),
    NodeKind(
        "TemplateChoice",
        "One branch decision, so that structure can be challenged.",
        (
            Field("branch", "str", "Id of the branching template node."),
            Field("children", "str[]", "Ids that were taken."),
            Field("alternatives", "str[]", "Ids that were not."),
            text("why", "Reasons given."),
            Field("votes", "json", "Preference of each perspective for each child."),
        ),
        frozenset({_R.PROPOSER, _R.REFINER}),
        arguable=True,
        aif="I",
    ),
    NodeKind(
        "TemplateTraversal",
        "One leaf to be filled: its path, budget and place in the research order.",
        (
            _LEAF,
            wording("path", "Names from the root to the leaf.", "str[]", common=True),
            Field("path_ids", "str[]", "Ids from the root to the leaf."),
            Field("word_budget", "int", "Words it may spend.", low=0),
            Field("research_order", "int", "Order of research.", low=0),
            Field("syllogism", "str", "Id of the branch that holds the syllogism."),
            Field("syllogism_type", "str", "Its type."),
            _COMPONENT,
            Field("evidence", "str", "Whether evidence is needed.", values=("required", "optional", "none")),
        ),
        frozenset({_R.PROPOSER, _R.REFINER, _R.COMPILER}),
        prov="Plan",
    ),
)
