"""Node kinds of a deliberation: what was read and found, what is to be decided, how it was weighed, the answer."""

from __future__ import annotations

from foam_graph.model.kinds import Field, NodeKind, Role, optional, text, wording

_R = Role
_ARGUES = frozenset({_R.PROPOSER, _R.REFINER})
_AGENDA = frozenset({_R.PROPOSER, _R.REFINER, _R.COMPILER})
_COMPILER = frozenset({_R.COMPILER})

READING_MODES = ("whole", "selected", "supplement")
WEIGHING_REASONS = (
    "authority",
    "specificity",
    "date",
    "recomputed",
    "contemporaneous",
    "disinterested",
    "direct",
    "refuted_elsewhere",
    "independent_origins",
    "recency",
    "burden",
    "value",
    "judgement",
)
"""Why one outcome outweighs another; those before ``value`` are checked against the metadata of the records."""
ISSUE_ENDS = ("answered", "contested", "open", "moot", "out_of_scope")
ANSWER_STATUS = ("core", "conditional", "open", "dissent")

DELIBERATION_NODES: tuple[NodeKind, ...] = (
    NodeKind(
        "Reading",
        "What agents read from then on: whole documents, or passages selected by queries.",
        (
            Field("mode", "str", "How it was chosen.", values=READING_MODES),
            Field("budget", "int", "Tokens it might hold.", low=0),
            Field("tokens", "int", "Tokens it holds, estimated.", low=0),
            Field("sentences", "int", "Sentences it holds.", low=0),
            wording("queries", "Queries that selected it.", "str[]", common=True),
            wording("why", "Who asked for it, and what for.", common=True),
        ),
        frozenset({_R.RETRIEVER, _R.CONTESTER}),
        prov="Collection",
    ),
    NodeKind(
        "Finding",
        "What the documents show before anybody argues: a tested statement with the sentences that show it.",
        (
            Field("number", "str", "Short id in its run, e.g. F12."),
            Field("kind", "str", "What was tested."),
            Field(
                "basis",
                "str",
                "Recomputed by a rule, read off the words by one, or judged: for a person to check.",
                values=("recomputed", "read", "judged"),
            ),
            optional("verdict", "str", "What the test gave."),
            text("text", "The finding."),
            wording("rule", "Rule that made it, with its version.", common=True),
            Field("inputs", "json", "What the rule was applied to.", personal=True),
        ),
        frozenset({_R.VALIDATOR, _R.PROPOSER, _R.REFINER}),
        arguable=True,
        aif="I",
    ),
    NodeKind(
        "Agenda",
        "What is to be decided: options, and issues on which they depend.",
        (text("text", "A candidate answer written with it, kept and not shown to perspectives.", required=False),),
        _AGENDA,
        arguable=True,
        aif="I",
    ),
    NodeKind(
        "Issue",
        "A question that decides between the options, with exclusive outcomes.",
        (
            Field("name", "str", "Short name, unique in its agenda."),
            text("text", "The question."),
            text("why", "Why it decides."),
            Field("outcomes", "str[]", "Names of its exclusive outcomes, two to four."),
            Field("wordings", "json", "Each outcome in words, by name.", personal=True),
            Field("argument_type", "str", "Type of syllogism in which it is argued."),
            optional("branch", "str", "Branch of the template that it belongs to."),
            optional("weighs", "bool", "Whether it asks what should be done, so that values may decide."),
            optional("given", "json", "[issue, outcome]: it arises only where that outcome holds."),
            optional("relied", "str", "Outcome that the decision under review itself relied on."),
            optional("out_of_scope", "str", "Why it is not decided here.", personal=True),
        ),
        _AGENDA,
        arguable=True,
        aif="I",
    ),
    NodeKind(
        "Option",
        "One way to answer the question, with its condition over outcomes of issues.",
        (
            Field("name", "str", "Short name, unique in its agenda."),
            text("text", "The option in words."),
            optional(
                "condition",
                "json",
                "Tree over issue = outcome: {all: […]}, {any: […]}, {issue, outcome}; absent: none is stated.",
            ),
        ),
        _AGENDA,
        arguable=True,
        aif="I",
    ),
    NodeKind(
        "Relief",
        "What a party asks for beyond the options; granted, refused, or not this body's to give.",
        (
            text("text", "What is asked for."),
            text("by", "Who asks for it.", required=False),
            Field("answer", "str", "What becomes of it.", values=("granted", "refused", "not_ours", "open")),
            text("why", "With the rule."),
        ),
        _AGENDA,
        arguable=True,
        aif="I",
    ),
    NodeKind(
        "Calculation",
        "A computation that the program recomputed: typed operands tied to sentences, steps, a comparison.",
        (
            Field("steps", "json", "[{name, operator, operands: [{value, unit, sentence} or {step}]}].", personal=True),
            wording("result", "Result with its unit."),
            optional("comparison", "json", "{comparator, threshold: operand, holds, margin}.", personal=True),
            Field("statement", "str", "The calculation in one line, margin included.", personal=True),
        ),
        frozenset({_R.PROPOSER, _R.REFINER, _R.VALIDATOR}),
        arguable=True,
        aif="I",
    ),
    NodeKind(
        "RuleApplication",
        "A rule applied to what was found: its condition, what meets or fails it, its consequence.",
        (
            Field("condition", "json", "{quantity or predicate, comparator, threshold}.", personal=True),
            Field(
                "met", "str", "Whether the condition is met.", values=("met", "not_met", "disputed", "no_document_says")
            ),
            text("consequence", "What follows by the rule."),
            optional("rules", "str[]", "Ids of the sentences that state the rule."),
            optional("exception_to", "str[]", "Ids of the sentences of the rule that this one is an exception to."),
        ),
        _ARGUES,
        arguable=True,
        aif="RA",
    ),
    NodeKind(
        "Weighing",
        "A comparison of two outcomes of an issue: one outweighs the other, or it stays open.",
        (
            Field("issue", "str", "Name of the issue."),
            Field("over", "str", "Outcome that outweighs; empty where it stays open."),
            Field("under", "str", "Outcome that is outweighed; for an open one, both, joined by a bar."),
            Field("reason", "str", "Kind of reason.", values=WEIGHING_REASONS),
            wording("value_over", "For values: the value that speaks for the one.", required=False, common=True),
            wording("value_under", "For values: the value that speaks for the other.", required=False, common=True),
        ),
        frozenset({_R.EVALUATOR, _R.ADJUDICATOR}),
        also=("Evaluation",),
        arguable=True,
        aif="PA",
    ),
    NodeKind(
        "Answer",
        "What the position answers: one for each option.",
        (
            Field("option", "str", "Name of the option."),
            Field("status", "str", "What became of it.", values=ANSWER_STATUS),
            Field("in_for", "str[]", "Audiences for which it is in."),
            Field("out_for", "str[]", "Audiences for which it is out."),
            wording("condition", "For whom or under which value order it holds; empty for all.", common=True),
            Field(
                "turns",
                "json",
                "What would turn it: removals, contrary findings, readings, value orders.",
                personal=True,
            ),
            text("text", "The answer in one sentence."),
        ),
        _COMPILER,
        aif="I",
    ),
)
