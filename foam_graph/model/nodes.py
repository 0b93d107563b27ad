"""The table of node kinds (architecture 3). One row a kind; adding a kind is one row."""

from __future__ import annotations

from foam_graph.model.kinds import (
    CHALLENGE_KINDS,
    CRITIQUE_TYPES,
    FLAWS,
    QUOTE_VERDICTS,
    RECOMMENDATIONS,
    VERDICTS,
    Field,
    NodeKind,
    Role,
)

_R = Role
_ARGUES = frozenset({_R.PROPOSER, _R.REFINER})
_COMPILER = frozenset({_R.COMPILER})
_VALIDATOR = frozenset({_R.VALIDATOR})
_OPERATOR = frozenset({_R.OPERATOR})
_AGENTS = frozenset({_R.PROPOSER, _R.CRITIC, _R.EVALUATOR, _R.REFINER, _R.COMPILER})


def _text(name: str, doc: str, required: bool = True) -> Field:
    return Field(name, "str", doc, required=required, personal=True)


def _opt(name: str, type_: str, doc: str, **more: object) -> Field:
    return Field(name, type_, doc, required=False, **more)  # type: ignore[arg-type]


_LEAF = Field("leaf", "str", "Id of the template leaf that the claim fills.")
_COMPONENT = Field("component", "str", "Component of the syllogism, e.g. rule or impact.")

NODE_KINDS: tuple[NodeKind, ...] = (
    NodeKind(
        "Run",
        "One chain of activities: a question being argued, a corpus, the library of perspectives, or the ledger.",
        (
            Field("kind", "str", "What the chain holds.", values=("run", "corpus", "library", "ledger")),
            Field("title", "str", "The question's beginning, the corpus's name, or the library's."),
            Field("operator", "str", "Who runs the installation."),
            Field("software", "str", "Name and version of the software that opened the chain."),
            _opt("parameters", "json", "Everything that determines the run: corpus, template, perspectives, seed, …"),
        ),
        _OPERATOR,
        prov="Bundle",
        named=True,
    ),
    NodeKind("Question", "The contested question.", (_text("text", "The question as asked."),), _OPERATOR),
    NodeKind(
        "Stakeholder",
        "Somebody whom the decision affects; the set can be challenged as incomplete.",
        (_text("name", "Who is affected."), _text("interest", "What is at stake for them.")),
        frozenset({_R.OPERATOR, _R.PROPOSER}),
    ),
    NodeKind(
        "Perspective",
        "A typed stance: evidence policy, value priorities and a point in the 32 dimensions (foam.md 1).",
        (
            Field("stance_id", "str", "Its short id."),
            Field("role_label", "str", "Its role in words."),
            Field("domain", "str", "governance, debate or general."),
            Field("disclosure_text", "str", "Two to four sentences that disclose it."),
            Field("value_names", "str[]", "Values it weighs, in the order of value_weights."),
            Field("value_weights", "float[]", "Their weights; they sum to 1."),
            Field("coherence", "float", "Node coherence.", low=0, high=1),
            Field("card", "json", "The whole record, as loaded."),
        ),
        _OPERATOR,
        named=True,
    ),
    NodeKind(
        "Plan",
        "A candidate strategy drafted from one perspective (foam.md 3, phase 2).",
        (
            Field("stance_id", "str", "Perspective that drafted it."),
            _text("goal", "Strategic goal."),
            Field("portfolio", "str[]", "Arguments it would make."),
            Field("anticipated", "str[]", "Opposition it expects."),
            Field("queries", "str[]", "Evidence it needs, as queries."),
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
        (_text("reasons", "Why these plans."),),
        frozenset({_R.EVALUATOR, _R.COMPILER}),
        prov="Collection",
    ),
    NodeKind(
        "TemplateNode",
        "A node of the template tree as it stood in this run.",
        (
            Field("template", "str", "Name of the template."),
            Field("node_id", "str", "Id in the template."),
            Field("name", "str", "Its name."),
            Field("node_type", "str", "root, speech, branch, leaf or meta."),
            Field("word_budget", "int", "Words it may spend.", low=0),
            _opt("syllogism_type", "str", "Type of syllogism it holds."),
            _opt("component", "str", "Component it stands for, for leaves."),
            _opt("generated", "bool", "Whether it was generated and mounted in this run."),
            _opt("spec", "json", "For a generated argument: the node as it was proposed, with everything below it."),
            _opt("why", "str", "For a generated argument: why nothing else fitted.", personal=True),
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
            _text("why", "Reasons given."),
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
            Field("path", "str[]", "Names from the root to the leaf."),
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
    NodeKind(
        "Syllogism",
        "A typed argument whose components are claims.",
        (
            Field("branch", "str", "Id of the template branch that holds it."),
            Field("name", "str", "Name of that branch."),
            Field("type", "str", "One of the typed syllogisms, e.g. advantage."),
            Field("required", "str[]", "Components that must stand."),
        ),
        _ARGUES,
        arguable=True,
        aif="RA",
    ),
    NodeKind(
        "Claim",
        "What a slot asserts.",
        (
            _text("text", "The assertion."),
            _LEAF,
            _COMPONENT,
            Field("syllogism_type", "str", "Type of the syllogism it belongs to."),
            Field("stance_id", "str", "Perspective that proposed it."),
            Field("evidence", "str", "Whether evidence is needed.", values=("required", "optional", "none")),
            Field("values", "str[]", "Values it speaks for."),
            Field(
                "form", "str", "How it was made: quotation, calculation, exception, conflict, corroboration, chain, …"
            ),
            Field("words", "int", "Words read aloud: the assertion, the tags, the highlighted words.", low=0),
            _opt("calculus", "json", "Timeframe, probability, magnitude, reversibility of an impact."),
            _opt("condition", "str", "Value condition of a branch version, in words."),
            _opt("absent", "str[]", "Toulmin parts recorded as absent."),
            _opt("rollout", "int", "Number of the chosen candidate."),
        ),
        _ARGUES,
        arguable=True,
        aif="I",
    ),
    NodeKind(
        "Candidate",
        "A claim drafted for a slot by one perspective, with its score; the chosen ones become claims.",
        (
            _text("text", "The assertion."),
            _LEAF,
            _COMPONENT,
            Field("stance_id", "str", "Perspective that drafted it."),
            Field("score", "float", "Its score; higher is better."),
            Field("rollout", "int", "Number of the candidate, from 0.", low=0),
            Field("sentence_ids", "str[]", "Sentences it cites."),
            Field("draft", "json", "The whole draft, as the agent gave it.", personal=True),
        ),
        _ARGUES,
    ),
    NodeKind(
        "Attempt",
        "One candidate of a critic or evaluator, chosen or not; it attacks and rates nothing itself.",
        (
            Field("task", "str", "What was asked, e.g. critique_claim."),
            Field("stance_id", "str", "Perspective that made it; empty for the panel."),
            Field("rollout", "int", "Number of the candidate, from 0.", low=0),
            Field("times", "int", "How many candidates said the same.", low=1),
            Field("score", "float", "Mean of its rubric scores.", low=0, high=10),
            Field("rubrics", "json", "Its score on each rubric, 0 to 10."),
            Field("chosen", "bool", "Whether its critiques or its rating went on."),
            Field("draft", "json", "The whole candidate, as the agent gave it.", personal=True),
        ),
        frozenset({_R.CRITIC, _R.EVALUATOR}),
    ),
    NodeKind(
        "Warrant",
        "Why the evidence bears on the claim.",
        (_text("text", "The inference."),),
        _ARGUES,
        arguable=True,
        aif="RA",
    ),
    NodeKind(
        "Backing", "What stands behind a warrant.", (_text("text", "The backing."),), _ARGUES, arguable=True, aif="I"
    ),
    NodeKind(
        "Qualifier",
        "How strongly or how widely the claim holds.",
        (_text("text", "The qualification."),),
        _ARGUES,
        arguable=True,
        aif="I",
    ),
    NodeKind(
        "Rebuttal",
        "Toulmin's rebuttal: when the claim would not hold.",
        (_text("text", "The exception."),),
        _ARGUES,
        arguable=True,
        aif="I",
    ),
    NodeKind(
        "Document",
        "A document as loaded; its bytes and text are in the corpus store.",
        (
            Field("doc_id", "str", "Id from its bytes."),
            Field("corpus", "str", "Corpus it belongs to."),
            Field("path", "str", "Path relative to what was loaded."),
            Field("sha256", "str", "Hash of its bytes."),
            Field("title", "str", "Title."),
            Field("sentences", "int", "Number of sentences.", low=0),
            Field("source_class", "str", "Class of source, for evidence policies."),
            Field("segmentation", "str", "Engine, version and parameter hash of the segmentation."),
            _opt("author", "str", "Author.", personal=True),
            _opt("date", "str", "Date of the document."),
            _opt("publisher", "str", "Publisher."),
            _opt("url", "str", "Where it came from."),
            _opt("licence", "str", "Its licence."),
            _opt("retrieved_at", "str", "When it was fetched."),
            _opt("notes", "str[]", "Remarks made while reading."),
        ),
        frozenset({_R.OPERATOR, _R.RETRIEVER, _R.CONTESTER}),
        named=True,
        arguable=True,
    ),
    NodeKind(
        "EvidenceSentence",
        "One sentence of a document that was offered or used in a run.",
        (
            Field("doc_id", "str", "Document."),
            Field("sent_id", "int", "1-based position in the document.", low=1),
            Field("sentence_id", "str", "{doc_id}:{sent_id}."),
            Field("start", "int", "First character in the document's text.", low=0),
            Field("end", "int", "One past the last character.", low=0),
            _text("text", "The sentence, unchanged."),
        ),
        frozenset({_R.RETRIEVER, _R.CONTESTER}),
        arguable=True,
        aif="I",
    ),
    NodeKind(
        "EvidenceRecord",
        "Sentences used together for one purpose, with the quotation the system assembled from them.",
        (
            Field("tag", "str", "What the record is meant to show.", personal=True),
            Field("sentence_ids", "str[]", "Its sentences in order, at most five from each document."),
            _text("quotation", "Assembled from the sentences, joined by ' /.../ '."),
            Field("documents", "str[]", "Documents it draws on, in order of first use."),
            Field("severable", "bool", "Whether it stands while any one sentence stands."),
            Field("flags", "str[]", "Context: concessions, attributions, negations next to a sentence."),
            Field("source_classes", "str[]", "Source class of each document, in that order."),
            _opt("newest", "str", "Latest date among its documents."),
            _opt(
                "highlights",
                "int[]",
                "Spans of the quotation read aloud: start, end, start, end, …; absent = all of it.",
            ),
        ),
        frozenset({_R.PROPOSER, _R.REFINER, _R.CRITIC, _R.CONTESTER}),
        arguable=True,
        aif="I",
    ),
    NodeKind(
        "Critique",
        "A typed attack on one node that quotes the words it attacks.",
        (
            Field("type", "str", "Type of critique.", values=CRITIQUE_TYPES),
            Field("flaw", "str", "Finer flaw.", values=FLAWS),
            _text("grounds", "What is wrong, and why."),
            _text("quoted", "Words of the target that it attacks."),
            Field("stance_id", "str", "Perspective that raises it; empty for a person's challenge."),
            _opt("value_target", "str", "For a value conflict: the value on the target's side."),
            _opt("value_critic", "str", "For a value conflict: the value that the critic sets against it."),
            _opt("hook", "str", "What evidence is missing, as a query."),
            _opt("iteration", "int", "Iteration of the refinement loop.", low=0),
        ),
        frozenset({_R.CRITIC}),
        arguable=True,
        aif="CA",
    ),
    NodeKind(
        "Challenge",
        "A critique raised by a person against a node of a position.",
        (
            Field("kind", "str", "Kind of challenge.", values=CHALLENGE_KINDS),
            _text("by", "Who raised it; never shown in memo or dossier.", required=False),
            Field("stale", "bool", "Whether it was raised against a superseded position."),
            _opt("successor", "str", "For a stale challenge: the position to challenge instead."),
            _opt("pointed_at", "str", "Node that was named, where the challenge was moved to its weakest component."),
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
            _text("text", "The answer."),
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
        (_text("question", "The question."), Field("stance_id", "str", "Perspective that asks.")),
        frozenset({_R.CRITIC}),
        aif="L",
    ),
    NodeKind(
        "Evaluation",
        "A rating of a critique or reply, with materiality and a recommendation.",
        (
            Field("verdict", "str", "The rating.", values=VERDICTS),
            Field("materiality", "float", "How much it matters.", low=0, high=1),
            Field("recommendation", "str", "What should follow.", values=RECOMMENDATIONS),
            _text("reasons", "Why."),
            Field("stance_id", "str", "Perspective of the evaluator; empty for a person."),
            Field("rule", "str", "Stated rule that gave the rating, or empty for a judgement."),
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
            _text("by", "Who ruled; never shown in memo or dossier.", required=False),
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
    NodeKind(
        "Labelling",
        "One computation of labels for one audience (foam.md 6).",
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
            Field("condition", "str", "For conditional: the condition in words, else empty."),
            Field("in_for", "str[]", "Audiences for which it is in."),
            Field("out_for", "str[]", "Audiences for which it is out."),
            Field("falls_if", "str[]", "For core: value orders under which it would fall."),
        ),
        _COMPILER,
    ),
    NodeKind(
        "Synthesis",
        "The position in one or two paragraphs; every sentence carries the claims it states.",
        (
            _text("text", "The prose."),
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
            _text("text", "The memo."),
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
            Field("coverage", "json", "Coverage card of the corpus."),
        ),
        _COMPILER,
        prov="Collection",
    ),
    NodeKind(
        "Check",
        "One named check of a position (foam.md 3, phase 5).",
        (
            Field("name", "str", "Its name."),
            Field("ok", "bool", "Whether it passed."),
            _text("detail", "What was found."),
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
            _opt("diff", "str", "Token diff for anything not exact.", personal=True),
        ),
        _VALIDATOR,
    ),
    NodeKind(
        "DriftReport",
        "Whether a turn kept to its perspective's constraints.",
        (
            Field("stance_id", "str", "Perspective."),
            Field("drift_score", "float", "0 = none.", low=0, high=1),
            Field("violated", "str[]", "Constraints violated, hard ones first."),
            Field("blocked", "bool", "Whether a hard constraint was broken."),
            Field("turn", "str", "Activity id of the turn."),
        ),
        _VALIDATOR,
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
            _text("outcome", "ok, or why it failed."),
            _text("response", "The raw answer.", required=False),
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

ACTIVITY_KINDS: tuple[NodeKind, ...] = tuple(
    NodeKind(label, doc, (), frozenset(roles), prov="Activity")
    for label, doc, roles in (
        ("Opening", "A chain is opened.", {_R.OPERATOR}),
        ("Load", "Documents or perspectives are loaded.", {_R.OPERATOR, _R.CONTESTER, _R.RETRIEVER}),
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
    _opt("stance_id", "str", "Perspective it acted from."),
    _opt("provider", "str", "offline or the endpoint's host name."),
    _opt("prompt_hashes", "str[]", "Prompts it was made from."),
    _opt("parameters", "json", "Parameters."),
    _opt("tokens_in", "int", "Prompt tokens of the turn.", low=0),
    _opt("tokens_out", "int", "Completion tokens of the turn.", low=0),
    _opt("latency_ms", "int", "Time spent in model calls.", low=0),
    _opt("by", "str", "Person who acted.", personal=True),
    _opt("note", "str", "Readable remark, e.g. why it failed.", personal=True),
    _opt("outcome", "str", "ok, blocked or failed.", values=("ok", "blocked", "failed")),
    _opt("used", "str[]", "Ids of what it used."),
)
"""Fields of every activity besides id, stamps and the chain's hashes."""

NODES: dict[str, NodeKind] = {kind.label: kind for kind in NODE_KINDS}
ACTIVITIES: dict[str, NodeKind] = {kind.label: kind for kind in ACTIVITY_KINDS}
ARGUABLE: tuple[str, ...] = tuple(kind.label for kind in NODE_KINDS if kind.arguable)


def labels_of(kind: str) -> tuple[str, ...]:
    """All labels of a node of this kind, generic one first: ``("Artifact", "Critique", "Challenge")``."""
    return ("Artifact", *NODES[kind].also, kind)


def fields_of(kind: str) -> tuple[Field, ...]:
    """All fields of a kind, those of the kinds it also is included."""
    row = NODES[kind]
    return tuple(field for other in row.also for field in NODES[other].fields) + row.fields
