"""Node kinds of the argument and its evidence: claims, warrants, documents, sentences, records."""

from __future__ import annotations

from foam_graph.model.kinds import Field, NodeKind, Role, optional, text, wording

_R = Role
_ARGUES = frozenset({_R.PROPOSER, _R.REFINER})
_LEAF = Field("leaf", "str", "Id of the template leaf that the claim fills.")
_COMPONENT = Field("component", "str", "Component of the syllogism, e.g. rule or impact.")

ARGUMENT_NODES: tuple[NodeKind, ...] = (
    NodeKind(
        "Syllogism",
        "A typed argument whose components are claims.",
        (
            Field("branch", "str", "Id of the template branch that holds it."),
            wording("name", "Name of that branch.", common=True),
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
            text("text", "The assertion."),
            _LEAF,
            _COMPONENT,
            Field("syllogism_type", "str", "Type of the syllogism it belongs to."),
            Field("stance_id", "str", "Perspective that proposed it."),
            Field("evidence", "str", "Whether evidence is needed.", values=("required", "optional", "none")),
            wording("values", "Values it speaks for.", "str[]", common=True),
            wording(
                "form",
                "How it was made: quotation, calculation, exception, conflict, corroboration, chain, …",
                common=True,
            ),
            Field("words", "int", "Words read aloud: the assertion, the tags, the highlighted words.", low=0),
            wording(
                "calculus",
                "Timeframe, probability, magnitude, reversibility of an impact.",
                "json",
                required=False,
                common=True,
            ),
            wording("condition", "Value condition of a branch version, in words.", required=False, common=True),
            optional("absent", "str[]", "Toulmin parts recorded as absent."),
            optional("rollout", "int", "Number of the chosen candidate."),
        ),
        _ARGUES,
        arguable=True,
        aif="I",
    ),
    NodeKind(
        "Candidate",
        "A claim drafted for a slot by one perspective, with its score; the chosen ones become claims.",
        (
            text("text", "The assertion."),
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
            Field("task", "str", "What was asked, e.g. criticise."),
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
        (text("text", "The inference."),),
        _ARGUES,
        arguable=True,
        aif="RA",
    ),
    NodeKind(
        "Backing", "What stands behind a warrant.", (text("text", "The backing."),), _ARGUES, arguable=True, aif="I"
    ),
    NodeKind(
        "Qualifier",
        "How strongly or how widely the claim holds.",
        (text("text", "The qualification."),),
        _ARGUES,
        arguable=True,
        aif="I",
    ),
    NodeKind(
        "Rebuttal",
        "Toulmin's rebuttal: when the claim would not hold.",
        (text("text", "The exception."),),
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
            wording("title", "Title."),
            wording("path", "Path relative to what was loaded."),
            Field("sha256", "str", "Hash of its bytes."),
            Field("sentences", "int", "Number of sentences.", low=0),
            Field("source_class", "str", "Class of source, for evidence policies."),
            Field("segmentation", "str", "Engine, version and parameter hash of the segmentation."),
            optional("author", "str", "Author.", personal=True),
            optional("date", "str", "Date of the document."),
            wording("publisher", "Publisher.", required=False, common=True),
            wording("url", "Where it came from.", required=False),
            wording("licence", "Its licence.", required=False, common=True),
            optional("retrieved_at", "str", "When it was fetched."),
            wording("notes", "Remarks made while reading.", "str[]", required=False, common=True),
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
            text("text", "The sentence, unchanged."),
            optional("page", "int", "Page on which it begins, where the document has pages.", low=1),
            optional(
                "marks",
                "json",
                "[[start, end, kind, colour?]]: what its source has underlined or highlighted, offsets in the document.",
                personal=True,
            ),
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
            text("quotation", "Assembled from the sentences, joined by ' /.../ '."),
            Field("documents", "str[]", "Documents it draws on, in order of first use."),
            Field("severable", "bool", "Whether it stands while any one sentence stands."),
            wording("flags", "Context: concessions, attributions, negations next to a sentence.", "str[]", common=True),
            Field("source_classes", "str[]", "Source class of each document, in that order."),
            optional("newest", "str", "Latest date among its documents."),
            optional(
                "highlights",
                "int[]",
                "Spans of the quotation read aloud: start, end, start, end, …; absent = all of it.",
            ),
        ),
        frozenset({_R.PROPOSER, _R.REFINER, _R.CRITIC, _R.EVALUATOR, _R.CONTESTER}),
        arguable=True,
        aif="I",
    ),
)
