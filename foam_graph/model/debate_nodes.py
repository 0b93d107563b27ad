"""Node kinds of debates: transcripts and the memory made of them, what is said, how it is read, judged and decided."""

from __future__ import annotations

from foam_graph.model.kinds import Field, NodeKind, Role, optional, text, wording

_R = Role
_SPEAKS = frozenset({_R.OPERATOR, _R.PROPOSER, _R.REFINER})
_READS = frozenset({_R.CRITIC, _R.REFINER})
_JUDGES = frozenset({_R.EVALUATOR, _R.ADJUDICATOR})
_ANNOTATES = frozenset({_R.EVALUATOR, _R.REFINER})

SIDES = ("pro", "con")
ORIGINS = ("transcript", "agent", "person")
QUALITIES = ("none", "poor", "general", "good", "excellent")
"""Labels of an argument's quality, worst first; their values are 0 to 4 (R-Debater, section 3.3)."""
ASSERTIONS = ("factual", "valuing", "reasoning", "rhetorical", "procedural")


def _quality(name: str, doc: str) -> Field:
    return Field(name, "str", doc, values=QUALITIES)


DEBATE_NODES: tuple[NodeKind, ...] = (
    NodeKind(
        "Transcript",
        "A debate as it was held and read; every character of it is in an utterance or a listed omission.",
        (
            text("topic", "The motion."),
            wording("name", "Name of the match, or of the file.", common=True),
            Field("format", "str", "Form of its source."),
            Field("sha256", "str", "SHA-256 of its bytes, hex."),
            Field("characters", "int", "Code points of its source.", low=0),
            Field("language", "str", "en, zh or mixed."),
            wording("institution", "Competition or body that held it.", required=False, common=True),
            optional("date", "str", "When it was held, ISO 8601."),
            wording("licence", "Licence of the transcript.", required=False, common=True),
            wording("domain", "Field of the motion.", required=False, common=True),
            Field("positions", "json", "What each side stands for, in words, by side.", required=False, personal=True),
            Field("omissions", "json", "What is in no utterance: [{reason, start, end, text}].", personal=True),
            wording("remarks", "What a reader should know, e.g. that sides do not alternate.", "str[]", common=True),
        ),
        frozenset({_R.OPERATOR}),
    ),
    NodeKind(
        "Utterance",
        "What one speaker says in one turn of a debate.",
        (
            Field("turn", "int", "Place in the debate, from 1.", low=1),
            wording(
                "speaker", "Who speaks, as the debate names them; a pseudonym where that was asked for.", common=True
            ),
            Field("side", "str", "For the motion or against it.", values=SIDES),
            Field("stage", "str", "Part of the debate, e.g. opening."),
            text("text", "What is said."),
            Field("cuts", "int[]", "Its sentences in that text: start, end, start, end, …"),
            Field("origin", "str", "Who said it.", values=ORIGINS),
            optional("spans", "int[]", "Where it stands in its transcript: start, end, …"),
            optional("accepted", "bool", "Of what an agent spoke: whether the judge accepted it; a draft has none."),
            optional("round", "int", "Modifications before it was spoken.", low=0),
            optional("draft", "int", "Of several drafts of a turn: its number, from 1.", low=1),
            optional("advised", "bool", "Of several drafts: whether its writer was given what was recalled and found."),
            optional(
                "schemes",
                "str[]",
                "Of an agent's: the scheme by which each sentence argues; empty for none.",
                personal=True,
            ),
            optional(
                "copied", "json", "[[start, end, record]]: eight words or more as they stand in memory.", personal=True
            ),
        ),
        _SPEAKS,
        arguable=True,
        aif="I",
    ),
    NodeKind(
        "SchemeLabel",
        "An argumentation scheme that an utterance uses, with its quality on four dimensions.",
        (
            Field("scheme", "str", "Id of the scheme, e.g. expert_opinion."),
            text("reason", "Why, in at most forty words."),
            Field("sentences", "int[]", "Sentences of the utterance that show it, from 1."),
            _quality("acceptability", "Whether its premises are acceptable."),
            _quality("inference", "Whether the step holds and survives its critical questions."),
            _quality("relevance", "Whether it bears on the motion."),
            _quality("robustness", "Whether it is clear and hard to answer."),
            _quality("overall", "From the four, by the stated rule."),
        ),
        _ANNOTATES,
        arguable=True,
        aif="I",
    ),
    NodeKind(
        "MemoryRecord",
        "An utterance as it can be recalled: its embedding is in the vector index under this key.",
        (
            Field("key", "str", "Key of its vector."),
            Field("encoder", "str", "What encoded it; vectors of two encoders are never compared."),
            Field("pieces", "int", "Pieces that were encoded and pooled.", low=1),
        ),
        frozenset({_R.RETRIEVER}),
    ),
    NodeKind(
        "Recollection",
        "What was recalled from memory before a turn, and which schemes it made likely.",
        (
            wording("memory", "Name of the memory.", common=True),
            wording("keywords", "Words that were matched first.", "str[]"),
            Field("fell_back", "bool", "Whether nothing matched them, so that all records were compared."),
            Field("k", "int", "Records asked for.", low=1),
            Field("prior", "json", "Mean quality by scheme over the records found, 0 to 4."),
            Field("schemes", "str[]", "Schemes with a mean above 2, best first."),
        ),
        frozenset({_R.RETRIEVER}),
        prov="Collection",
    ),
    NodeKind(
        "Predicate",
        "What one sentence of an utterance asserts, in a fixed form: a relation over terms.",
        (
            Field("number", "str", "Short id in its debate, e.g. P4.2.1: turn, sentence, place."),
            Field("relation", "str", "The relation, e.g. Cause or Negate."),
            text("terms", "Its terms in order, as one JSON list of texts."),
            Field("sentence", "int", "Sentence of the utterance, from 1.", low=1),
        ),
        _READS,
        arguable=True,
        aif="I",
    ),
    NodeKind(
        "ReasoningChain",
        "How one side argues over all its turns, told without taking part.",
        (text("text", "Its steps in order."), Field("side", "str", "Whose.", values=SIDES)),
        _READS,
    ),
    NodeKind(
        "DebateSummary",
        "The debate as it stands before an utterance is judged.",
        (
            text("overview", "What is debated, and where it stands."),
            text("support", "What has been said for the motion."),
            text("opposition", "What has been said against it."),
            text("divergence", "Where the sides part."),
        ),
        frozenset({_R.EVALUATOR, _R.REFINER, _R.COMPILER}),
    ),
    NodeKind(
        "Judgement",
        "Whether an utterance may be spoken: faithful to its side, relevant, and true to its scheme.",
        (
            Field("round", "int", "Of the utterance's drafts, from 0.", low=0),
            Field("own_side", "bool", "Whether it supports its own side or rebuts the other."),
            Field("other_side", "bool", "Whether it supports the other side or rebuts its own: it must not."),
            Field("relevant", "bool", "Whether it speaks to the motion and to what was said."),
            Field("complies", "bool", "Whether it argues by the schemes that it claims."),
            Field("accepted", "bool", "All of these as they should be, and no sentence without a source."),
            text("feedback", "What to change."),
            Field("faults", "str[]", "What the program found wrong, e.g. a figure that no source says.", personal=True),
            Field("types", "str[]", "What each sentence does, in order, as the judge read it."),
            optional("amend", "int[]", "Sentences that cannot stand as they are, from 1."),
            optional(
                "ties",
                "json",
                "[[sentence, sentence ids, names that it answers, scheme]]: what each rests on, told by its judge.",
            ),
            optional(
                "tests",
                "json",
                "[[sentence, verdict, what shows it, what holds instead]]: sentences held against file and debate.",
                personal=True,
            ),
            optional("read_whole", "bool", "Whether its judge had the whole file, and not what a search found."),
        ),
        _JUDGES,
    ),
    NodeKind(
        "DraftChoice",
        "Which of several drafts of a turn goes on, or of two versions of one, as somebody chose who wrote none of them and knew no writer.",
        (
            Field(
                "hearings",
                "json",
                "[[numbers of the drafts as they were shown, the same best first]], an entry a time; of two versions of one draft their rounds.",
            ),
            text("why", "Why that one."),
            text("fault", "What its judge is told to have mended in it; empty for nothing.", required=False),
            optional("sentence", "int", "The sentence in which that is, from 1.", low=1),
            optional("left", "str[]", "Sentences of the other side that it leaves without a good answer, e.g. 8.9."),
            optional("would_answer", "str[]", "What would answer each of them.", personal=True),
            optional(
                "agreed",
                "bool",
                "In debates whose choices were made twice: whether the same draft came first each time.",
            ),
        ),
        _JUDGES,
    ),
    NodeKind(
        "Assertion",
        "What kind of sentence a sentence of an utterance is, typed by another than its writer.",
        (
            Field("sentence", "int", "Sentence of the utterance, from 1.", low=1),
            Field("type", "str", "What it does.", values=ASSERTIONS),
            Field("supported", "bool", "Whether its figures, names, dates and quotations stand in what it rests on."),
        ),
        frozenset({_R.EVALUATOR, _R.VALIDATOR}),
    ),
    NodeKind(
        "Ballot",
        "Who won a debate, by dimension and overall, with reasons.",
        (
            Field("winner", "str", "The side that won; tie where neither did.", values=(*SIDES, "tie")),
            Field("dimensions", "json", "Winner by dimension: argument, source, language."),
            text("reasons", "Why."),
        ),
        _JUDGES,
        arguable=True,
        aif="I",
    ),
)
