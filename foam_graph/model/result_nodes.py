"""Node kinds of what came out: labels, synthesis, position, checks, calls of models, checkpoints."""

from __future__ import annotations

from foam_graph.model.kinds import QUOTE_VERDICTS, Field, NodeKind, Role, optional, text, wording

_R = Role
_COMPILER = frozenset({_R.COMPILER})
_VALIDATOR = frozenset({_R.VALIDATOR})
_OPERATOR = frozenset({_R.OPERATOR})
_AGENTS = frozenset({_R.PROPOSER, _R.CRITIC, _R.EVALUATOR, _R.REFINER, _R.COMPILER})

RESULT_NODES: tuple[NodeKind, ...] = (
    NodeKind(
        "Labelling",
        "One computation of labels for one audience (protocol 6.11).",
        (
            Field("audience", "str", "stance_id of the audience."),
            Field("kernel", "str", "Name and version of the kernel."),
            Field("parameters", "json", "Value order, evidence policy, thresholds."),
            Field("arguments", "int", "Arguments labelled, derived ones included.", low=0),
            Field("attacks", "int", "Attacks between them that succeed for this audience.", low=0),
        ),
        _COMPILER,
    ),
    NodeKind(
        "Standing",
        "What became of one claim over all audiences.",
        (
            Field("class", "str", "Its class.", values=("core", "conditional", "contested", "dissent", "unsupported")),
            Field("tested", "bool", "For core: whether it survived a critique of another perspective."),
            wording("condition", "For conditional: the condition in words, else empty.", common=True),
            Field("in_for", "str[]", "Audiences for which it is in."),
            Field("out_for", "str[]", "Audiences for which it is out."),
            wording("falls_if", "For core: value orders under which it would fall.", "str[]", common=True),
        ),
        _COMPILER,
    ),
    NodeKind(
        "Synthesis",
        "The position in one or two paragraphs; every sentence carries the claims it states.",
        (
            text("text", "The prose."),
            Field("sentences", "json", "[{text, claims, condition}], in order.", personal=True),
            Field("agree", "str[]", "What we agree on: evidence record ids."),
            Field("open", "str[]", "Open disagreements: critique ids."),
            Field("hooks", "str[]", "How to contest it."),
        ),
        _COMPILER,
        aif="I",
    ),
    NodeKind(
        "DissentMemo",
        "Every material critique that is in or undecided for some audience.",
        (
            text("text", "The memo."),
            Field("items", "json", "[{critique, perspectives, claims, flip, trade_off}].", personal=True),
        ),
        _COMPILER,
        aif="I",
    ),
    NodeKind(
        "Position",
        "What survived, with its dissent; certified or not.",
        (
            Field("certified", "bool", "Whether every check passed."),
            Field(
                "statement", "str", "AI-assisted, by whom, for whom, when, over what, how to contest it.", personal=True
            ),
            Field("words", "int", "Words read aloud.", low=0),
            Field("read_minutes", "float", "Reading time in minutes.", low=0),
            Field("version", "int", "1 for the first, then counting up with each repair.", low=1),
            wording("coverage", "Coverage card of the corpus.", "json", common=True),
        ),
        _COMPILER,
        prov="Collection",
    ),
    NodeKind(
        "Check",
        "One named check of a position (protocol 3.6).",
        (
            Field("name", "str", "Its name."),
            Field("ok", "bool", "Whether it passed."),
            text("detail", "What was found."),
        ),
        frozenset({_R.COMPILER, _R.VALIDATOR}),
    ),
    NodeKind(
        "ValidationResult",
        "Whether a quotation is faithful to its source.",
        (
            Field("verdict", "str", "The verdict.", values=QUOTE_VERDICTS),
            Field("score", "float", "Its score.", low=0, high=1),
            Field("engine", "str", "Validator and version."),
            optional("diff", "str", "Token diff for anything not exact.", personal=True),
        ),
        _VALIDATOR,
    ),
    NodeKind(
        "DriftReport",
        "Whether a turn kept to its perspective's constraints.",
        (
            Field("stance_id", "str", "Perspective."),
            Field("drift_score", "float", "0 = none.", low=0, high=1),
            wording("violated", "Constraints violated, hard ones first.", "str[]", common=True),
            Field("blocked", "bool", "Whether a hard constraint was broken."),
            Field("turn", "str", "Activity id of the turn."),
        ),
        frozenset({_R.VALIDATOR, _R.EVALUATOR, _R.REFINER}),
    ),
    NodeKind(
        "Outcome",
        "What a challenge led to.",
        (
            Field(
                "kind",
                "str",
                "The outcome.",
                values=(
                    "evidence_swapped",
                    "narrowed",
                    "retracted",
                    "defended",
                    "counter_argument",
                    "regenerated",
                    "corrected",
                    "relabelled",
                    "rejected",
                    "recorded",
                ),
            ),
            Field("frontier", "str[]", "Ids of the nodes that were in the frontier."),
            Field("untouched", "int", "Claims outside the frontier.", low=0),
            Field("cost", "json", "Estimate before and figures after: writes, tokens, seconds."),
        ),
        _COMPILER,
    ),
    NodeKind(
        "ModelCall",
        "One call of a model, so that a resumed run never pays twice.",
        (
            Field("task", "str", "Name of the prompt file."),
            Field("model", "str", "Model name."),
            Field("provider", "str", "Endpoint's host name."),
            Field("prompt_hash", "str", "SHA-256 of prompt, schema and parameters."),
            Field("rollout", "int", "Number of the candidate.", low=0),
            Field("parameters", "json", "Sampling parameters."),
            Field("tokens_in", "int", "Prompt tokens.", low=0),
            Field("tokens_out", "int", "Completion tokens.", low=0),
            Field("latency_ms", "int", "Wall time, milliseconds.", low=0),
            Field("attempts", "int", "HTTP attempts.", low=0),
            Field("repairs", "int", "Schema repairs.", low=0, high=2),
            text("outcome", "ok, or why it failed."),
            text("response", "The raw answer.", required=False),
        ),
        _AGENTS,
    ),
    NodeKind(
        "Checkpoint",
        "Size and root of the Merkle tree over the activities of all chains, signed (RFC 6962).",
        (
            Field("number", "int", "Its place among the checkpoints, from 1.", low=1),
            Field("size", "int", "Leaves of the tree.", low=1),
            Field("root", "str", "Root of the tree, hex."),
            Field(
                "peaks",
                "str[]",
                "Roots of its perfect subtrees, hex, the largest first; the next one goes on from them.",
            ),
            Field("batches", "json", "What it adds, in order: [chain, first seq, seq after the last] each."),
            Field("note", "str", "The signed note."),
        ),
        _OPERATOR,
        named=True,
    ),
)
