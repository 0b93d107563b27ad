"""The table of edge kinds (protocol 8.2); those of an argument first."""

from __future__ import annotations

from foam_graph.model.kinds import LABELS, EdgeKind, Field, Role, wording
from foam_graph.model.nodes import ACTIVITIES, ARGUABLE, NODES

_R = Role
_ARGUES = frozenset({_R.PROPOSER, _R.REFINER})
_CITES = _ARGUES | {_R.CRITIC, _R.CONTESTER}
_COMPILER = frozenset({_R.COMPILER})
_ALL = frozenset(Role)
_ACTS = tuple(ACTIVITIES)
_VERSIONED = (
    "Plan", "TemplateChoice", "TemplateTraversal", "Syllogism", "Claim", "Warrant", "Backing", "Qualifier", "Rebuttal", "Document",
    "EvidenceRecord", "Critique", "Evaluation", "Ruling", "Agenda", "Issue", "Option", "Relief", "Finding", "Calculation", "RuleApplication", "Weighing", "Answer", "Labelling", "Standing", "Synthesis", "DissentMemo", "Position",
)  # fmt: skip
_BUILT = (
    "TemplateChoice", "TemplateTraversal", "Syllogism", "Claim", "Warrant", "Backing", "Qualifier", "Rebuttal", "EvidenceRecord",
)  # fmt: skip
_IMPORTED = ("ImportedInformation", "ImportedLocution", "ImportedScheme")
CHALLENGEABLE: tuple[str, ...] = (
    "Claim", "Warrant", "Backing", "Qualifier", "Rebuttal", "EvidenceRecord", "EvidenceSentence", "Syllogism", "TemplateChoice", "TemplateNode",
    "Stakeholder", "Perspective", "Position", "Ruling", "Evaluation",
)  # fmt: skip

EDGE_KINDS: tuple[EdgeKind, ...] = (
    EdgeKind("PROPOSES", "A turn puts forward a claim or plan.", ("AgentTurn",), ("Claim", "Plan"), _ARGUES, aif="L"),
    EdgeKind("SUPPORTS", "Evidence speaks for a claim.", ("EvidenceSentence", "EvidenceRecord"), ("Claim",), _ARGUES,
             prov="wasDerivedFrom", aif="RA", from_new=False),
    EdgeKind("CONSIDERS", "A claim tells of evidence that speaks against it; it does not rest on it.", ("Claim",),
             ("EvidenceRecord",), _ARGUES),
    EdgeKind("WARRANTS", "A warrant licenses the step to a claim.", ("Warrant",), ("Claim",), _ARGUES, aif="RA"),
    EdgeKind("ATTACKS", "A critique attacks one node.", ("Critique",), (*ARGUABLE, "Stakeholder", "Perspective", "Position"),
             frozenset({_R.CRITIC, _R.CONTESTER}), aif="CA"),
    EdgeKind("RATES", "A rating of a critique or reply.", ("Evaluation",), ("Critique", "Reply", "Evaluation"),
             frozenset({_R.EVALUATOR, _R.ADJUDICATOR}), aif="PA"),
    EdgeKind("REVISES", "A turn revises a claim or plan.", ("AgentTurn",), ("Claim", "Plan"), _ARGUES, prov="used"),
    EdgeKind("SYNTHESIZES", "A synthesis states a claim.", ("Synthesis",), ("Claim",), _COMPILER, prov="wasDerivedFrom"),
    EdgeKind("VALIDATES", "A verdict about a quotation.", ("ValidationResult",), ("EvidenceSentence", "EvidenceRecord"),
             frozenset({_R.VALIDATOR}), prov="wasDerivedFrom"),
    EdgeKind("SUPERSEDES", "A new version takes the place of an old one, which stays.", _VERSIONED, _VERSIONED, _ALL,
             prov="wasRevisionOf"),
    EdgeKind("BRANCHES", "A version of a claim under the opposed value condition; both stay live.", ("Claim",), ("Claim",),
             frozenset({_R.REFINER})),
    EdgeKind("RESEMBLES", "A document is nearly the same as one that was there before it.", ("Document",), ("Document",),
             frozenset({_R.OPERATOR, _R.CONTESTER}), (Field("likeness", "float", "Estimated share of word sequences in common."),)),
    EdgeKind("WITHDRAWS", "A turn takes a node out of the position; nothing takes its place, and it stays.", ("AgentTurn",),
             _BUILT, frozenset({_R.REFINER}), (wording("why", "What it belonged to.", common=True),), prov="used"),
    EdgeKind("ANSWERS", "A reply or revision answers a critique or a question.", ("Reply", "Claim", "Plan", "Warrant", "EvidenceRecord"),
             ("Critique", "Exchange"), _ARGUES, aif="CA"),
    EdgeKind("REBUTS", "Two claims cannot both hold.", ("Claim",), ("Claim",),
             frozenset({_R.PROPOSER, _R.REFINER, _R.CRITIC}), (Field("why", "str", "What clashes.", personal=True),),
             aif="CA", from_new=False),
    EdgeKind("RESTS_ON", "Falls when the other falls; of those of one named group, when all fall.",
             ("Claim", "Critique", "Reply", "Finding", "Issue", "Option", "Relief", "Calculation", "RuleApplication", "Weighing", "EvidenceRecord"),
             ("Claim", "EvidenceRecord", "EvidenceSentence", "Finding", "Calculation", "RuleApplication"),
             _CITES | {_R.VALIDATOR, _R.EVALUATOR, _R.ADJUDICATOR, _R.COMPILER},
             (Field("group", "str", "Name of an any-of group; absent: it is needed.", required=False),
              Field("derived", "bool", "Whether the program added it, for a figure, date or finding that is repeated.", required=False)),
             prov="wasDerivedFrom",
             order=("EvidenceSentence", "EvidenceRecord", "Finding", "Calculation", "RuleApplication", "Claim")),
    EdgeKind("READ", "A reading holds sentences of a document.", ("Reading",), ("Document",), frozenset({_R.RETRIEVER, _R.CONTESTER}),
             (Field("ranges", "str[]", "Positions of its sentences, e.g. 1-14, 20-20."),
              Field("ranks", "json", "Rank of each selected sentence by query.", required=False)), prov="hadMember"),
    EdgeKind("SPEAKS_AGAINST", "A sentence speaks against what was found.", ("EvidenceSentence",), ("Finding",),
             frozenset({_R.VALIDATOR, _R.PROPOSER, _R.REFINER}), aif="CA", from_new=False),
    EdgeKind("HAS_PART", "An agenda has this issue, option or relief.", ("Agenda",), ("Issue", "Option", "Relief"),
             frozenset({_R.PROPOSER, _R.REFINER, _R.COMPILER}), prov="hadMember"),
    EdgeKind("CONCLUDES", "A claim concludes for an outcome of an issue.", ("Claim",), ("Issue",), _ARGUES,
             (Field("outcome", "str", "The outcome."),
              Field("advocacy", "bool", "Whether it is argued by assignment only, not asserted.", required=False)), aif="RA"),
    EdgeKind("UNDERCUTS", "Where it holds, the other does not apply: an exception, a superseding rule.", ("RuleApplication", "Claim"),
             ("RuleApplication", "Claim"), _ARGUES, aif="CA", from_new=False),
    EdgeKind("USES", "A line: the warrant rests on this record.", ("Warrant",), ("EvidenceRecord",), _ARGUES, prov="wasDerivedFrom"),
    EdgeKind("BACKS", "A backing stands behind a warrant.", ("Backing",), ("Warrant",), _ARGUES, aif="RA"),
    EdgeKind("QUALIFIES", "A qualifier limits a claim.", ("Qualifier",), ("Claim",), _ARGUES),
    EdgeKind("EXCEPTS", "A Toulmin rebuttal names when the claim would not hold.", ("Rebuttal",), ("Claim",), _ARGUES),
    EdgeKind("QUOTES", "A record quotes a sentence.", ("EvidenceRecord",), ("EvidenceSentence",), _CITES | {_R.EVALUATOR},
             (Field("position", "int", "Place in the quotation, from 1.", low=1),), prov="wasQuotedFrom"),
    EdgeKind("FROM_DOCUMENT", "A sentence belongs to a document.", ("EvidenceSentence",), ("Document",),
             frozenset({_R.RETRIEVER, _R.CONTESTER}), prov="wasQuotedFrom"),
    EdgeKind("FILLS", "A claim fills a component of a syllogism.", ("Claim",), ("Syllogism",), _ARGUES,
             (Field("component", "str", "Which component."),)),
    EdgeKind("FOLLOWS", "A claim was written for this leaf.", ("Claim", "Candidate"), ("TemplateTraversal",), _ARGUES, prov="wasInfluencedBy"),
    EdgeKind("CHILD_OF", "Tree of the template.", ("TemplateNode",), ("TemplateNode",), frozenset({_R.PROPOSER, _R.COMPILER})),
    EdgeKind("CHOSE", "A branch decision took this child.", ("TemplateChoice",), ("TemplateNode",), _ARGUES),
    EdgeKind("DEPENDS_ON", "The leaf is there because of this branch decision.", ("TemplateTraversal",), ("TemplateChoice",),
             frozenset({_R.PROPOSER, _R.REFINER, _R.COMPILER}), prov="wasInfluencedBy"),
    EdgeKind("SELECTS", "A portfolio goes on with a plan.", ("Portfolio",), ("Plan",), frozenset({_R.EVALUATOR, _R.COMPILER}), prov="hadMember"),
    EdgeKind("HOLDS", "A turn acts from a perspective.", _ACTS, ("Perspective",), _ALL, prov="used"),
    EdgeKind("CHALLENGES", "A challenge names this node.", ("Challenge",), CHALLENGEABLE, frozenset({_R.CONTESTER}), aif="CA"),
    EdgeKind("DECIDES", "A ruling decides a challenge.", ("Ruling",), ("Challenge",), frozenset({_R.ADJUDICATOR, _R.EVALUATOR}), aif="PA"),
    EdgeKind("RESOLVES", "What became of a challenge.", ("Outcome",), ("Challenge",), _COMPILER),
    EdgeKind("OFFERED", "A sentence was offered for a slot.", ("Retrieval",), ("EvidenceSentence",),
             frozenset({_R.RETRIEVER, _R.CONTESTER}),
             (Field("leaf", "str", "Slot, or what else it was offered for."), Field("rank", "int", "From 1.", low=1),
              Field("score", "float", "Engine's score."), Field("engine", "str", "Engine and version.")), prov="used"),
    EdgeKind("LABELS", "A labelling labels a node; one that supersedes another says only what differs.", ("Labelling",), ARGUABLE, _COMPILER,
             (Field("label", "str", "The label.", values=LABELS),), prov="wasDerivedFrom"),
    EdgeKind("EXPLAINS", "Why a node has its label: this one decided it.", ("Labelling",), ARGUABLE, _COMPILER,
             (Field("of", "str", "Node whose label is explained."), wording("why", "How it decides.", common=True))),
    EdgeKind("CLASSIFIES", "A standing is about a claim.", ("Standing",), ("Claim",), _COMPILER, prov="wasDerivedFrom"),
    EdgeKind("INCLUDES", "A position includes a part.", ("Position",),
             ("Synthesis", "DissentMemo", "Labelling", "Standing", "Check", "Syllogism", "Question", "Agenda", "Answer"), _COMPILER, prov="hadMember"),
    EdgeKind("LISTS", "The memo lists a critique.", ("DissentMemo",), ("Critique",), _COMPILER, prov="wasDerivedFrom"),
    EdgeKind("ABOUT", "A score, exchange, drift report or outcome is about this node.", ("Score", "Exchange", "DriftReport", "Outcome"),
             ("Plan", "Claim", "Position"), _ALL, prov="wasDerivedFrom"),
    EdgeKind("AIMS_AT", "A candidate of a critic or evaluator is about this node.", ("Attempt",), ("Plan", "Claim", "Critique", "Reply"),
             frozenset({_R.CRITIC, _R.EVALUATOR}), prov="wasDerivedFrom"),
    EdgeKind("ASKS", "A run asks a question.", ("Run",), ("Question",), frozenset({_R.OPERATOR}), from_new=False),
    EdgeKind("VARIES", "A run was made anew from another one, with other perspectives, values or evidence rules.", ("Run",), ("Run",),
             frozenset({_R.OPERATOR}), prov="wasDerivedFrom"),
    EdgeKind("TAKEN_FROM", "A node stands in this imported map.", _IMPORTED, ("ImportedMap",), frozenset({_R.OPERATOR}), prov="wasDerivedFrom"),
    EdgeKind("LEADS_TO", "An edge of an imported map; what it means is said by the scheme at its start or end.", _IMPORTED, _IMPORTED,
             frozenset({_R.OPERATOR}), (Field("aif_id", "str", "Its id in the map.", personal=True, common=True),
             Field("form", "str", "Id of the edge of the scheme's form that it fulfils.", required=False, personal=True, common=True))),
    EdgeKind("WAS_GENERATED_BY", "Which activity wrote an artifact.", tuple(NODES), ("Activity",), _ALL, prov="wasGeneratedBy", automatic=True),
    EdgeKind("NEXT", "Order of activities in a chain.", ("Activity",), ("Activity",), _ALL, prov="wasInformedBy", automatic=True),
)  # fmt: skip

EDGES: dict[str, EdgeKind] = {kind.type: kind for kind in EDGE_KINDS}
